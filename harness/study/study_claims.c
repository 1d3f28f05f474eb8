/* Reading the claims of a study file: see study_read.h.
 *
 * A claim says one of four things about a measure:
 *
 *     order = exactly "2*s" or at_least "4"         how it falls with the step; { 8, 2 }: study_powers.c
 *     exact = true or false                         that it is zero but for round-off, or is not
 *     value = below "1e-11", above "0.1" or
 *             between("125000", "500000")           how large it is at one step
 *     grows = "bounded", "random-walk", "secular"   how it grows with time
 *
 * The last two are judged at `step`, on runs of `length` steps; a value may be `relative` to that of another curve. */
#include "harness/study/study_read.h"

#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/study_field.h"
#include "measures/measure.h"
#include "models/sandbox/sandbox.h"
#include "numerics/exact.h"
#include "numerics/text.h"

/* ---- orders and exact properties ---- */

/* Of the kinds from `first` to `last` the one that the table on top of the stack was made by, a key of it, with
 * the text there; NULL where there is none, or more than one. */
static char *take_kind(lua_State *lua, enum claim_kind first, enum claim_kind last, enum claim_kind *kind)
{
    const char *text = NULL;
    int kinds = 0;

    if (!lua_istable(lua, -1))
        return NULL;
    for (lua_pushnil(lua); lua_next(lua, -2); lua_pop(lua, 1)) {
        int found = lua_type(lua, -2) == LUA_TSTRING ? term_find(TERM_CLAIM, lua_tostring(lua, -2)) : -1;

        if (found < (int)first || found > (int)last || lua_type(lua, -1) != LUA_TSTRING)
            continue;
        *kind = (enum claim_kind)found;
        text = lua_tostring(lua, -1);
        kinds++;
    }
    return kinds == 1 ? study_field_copy(lua, text) : NULL;
}

/* order = exactly "2*s" or at_least "4": a table { exactly = ... } or { at_least = ... } */
static void read_order(lua_State *lua, struct study_claim *claim)
{
    lua_getfield(lua, -1, "order");
    claim->formula = take_kind(lua, CLAIM_EXACTLY, CLAIM_AT_LEAST, &claim->kind);
    if (!claim->formula)
        sandbox_raise(lua,
                      "claim %s has no order, or more than one; write order = exactly \"2*s\" or order = "
                      "at_least \"2*s\"",
                      claim->id);
    lua_pop(lua, 1);
}

/* exact = true: the measure is zero but for round-off; false: it is not. */
static void read_exact(lua_State *lua, struct study_claim *claim)
{
    if (lua_getfield(lua, -1, "exact") != LUA_TBOOLEAN)
        sandbox_raise(lua,
                      "claim %s: exact is neither true nor false; write exact = true, or an order instead",
                      claim->id);
    claim->kind = lua_toboolean(lua, -1) ? CLAIM_EXACT : CLAIM_NOT_EXACT;
    claim->formula = study_field_copy(lua, "0");
    lua_pop(lua, 1);
}

/* ---- values and growth ---- */

static double read_number(lua_State *lua, const struct study_claim *claim, const char *text)
{
    struct error reason;
    double value;
    bool good;
    mpq_t number;

    mpq_init(number);
    good = exact_parse(number, text, &reason);
    value = good ? exact_to_double(number) : 0;
    mpq_clear(number);
    if (!good)
        sandbox_raise(lua, "claim %s: %s; write for example value = below \"1e-11\"", claim->id, reason.text);
    return value;
}

/* The other bound of between("125000", "500000"), whose first is the formula so far. */
static void read_upper(lua_State *lua, struct study_claim *claim, const char *upper)
{
    char *low = claim->formula;
    size_t size = strlen(low) + strlen(upper) + 8;

    claim->high = read_number(lua, claim, upper);
    if (!(claim->low < claim->high))
        sandbox_raise(lua, "claim %s: between(\"%s\", \"%s\") is empty; write the smaller bound first",
                      claim->id, low, upper);
    claim->formula = study_field_create(lua, size, 1);
    snprintf(claim->formula, size, "%s and %s", low, upper);
}

/* value = below "1e-11", above "0.1" or between("125000", "500000") */
static void read_value(lua_State *lua, struct study_claim *claim)
{
    double bound;

    lua_getfield(lua, -1, "value");
    claim->formula = take_kind(lua, CLAIM_BELOW, CLAIM_BETWEEN, &claim->kind);
    if (!claim->formula)
        sandbox_raise(
            lua,
            "claim %s: value has no bound, or more than one; write value = below \"1e-11\", above \"0.1\" or "
            "between(\"1\", \"2\")",
            claim->id);
    bound = read_number(lua, claim, claim->formula);
    claim->low = claim->kind == CLAIM_BELOW ? -INFINITY : bound;
    claim->high = claim->kind == CLAIM_BELOW ? bound : INFINITY;
    if (lua_getfield(lua, -1, "upto") == LUA_TSTRING && claim->kind == CLAIM_BETWEEN)
        read_upper(lua, claim, lua_tostring(lua, -1));
    lua_pop(lua, 2);
}

static bool grows(const char *name)
{
    const struct measure *measure = measure_find(NULL, name).measure;

    return measure && measure->grows;
}

/* grows = "bounded", "random-walk" or "secular", of a growth: measure */
static void read_growth(lua_State *lua, struct study_claim *claim)
{
    int growth;

    claim->formula = study_field_string(lua, "claim", "grows", true);
    growth = term_find(TERM_GROWTH, claim->formula);
    if (growth < 0 || growth == GROWTH_INCONCLUSIVE)
        sandbox_raise(lua,
                      "claim %s: grows is '%.60s'; write grows = \"bounded\", \"random-walk\" or \"secular\"",
                      claim->id, claim->formula);
    if (!grows(claim->measure))
        sandbox_raise(lua,
                      "claim %s: grows is about a measure of growth, not about %.60s; write measure = "
                      "\"growth:energy\"",
                      claim->id, claim->measure);
    claim->kind = CLAIM_GROWTH;
    claim->growth = (enum growth)growth;
}

/* relative = { projection = "symmetric" } */
static void read_relative(lua_State *lua, struct study_claim *claim)
{
    struct study_relative *relative = &claim->relative;
    int type = lua_getfield(lua, -1, "relative");

    if (type != LUA_TNIL && (!term_is_number(claim->kind) || claim->kind == CLAIM_GROWTH))
        sandbox_raise(lua, "claim %s has no value that could be relative; leave out relative", claim->id);
    if (type != LUA_TNIL && type != LUA_TTABLE)
        sandbox_raise(lua, "claim %s: relative is a %s; write relative = { projection = \"symmetric\" }",
                      claim->id, luaL_typename(lua, -1));
    if (type == LUA_TTABLE) {
        study_field_read(lua, "relative", "relative", "method? projection? precision?", &relative->method,
                         &relative->projection, &relative->precision);
        if (!relative->method && !relative->projection && !relative->precision)
            sandbox_raise(lua,
                          "claim %s: relative names nothing; write relative = { projection = "
                          "\"symmetric\" }",
                          claim->id);
    }
    lua_pop(lua, 1);
}

static void check_step(lua_State *lua, const struct study_claim *claim)
{
    struct error reason;
    bool good;
    mpq_t step;

    if (!claim->step)
        return;
    if (!term_is_number(claim->kind))
        sandbox_raise(lua, "claim %s is about all steps; leave out step, or write value = below \"1e-11\"",
                      claim->id);
    mpq_init(step);
    good = exact_parse(step, claim->step, &reason) && mpq_sgn(step) > 0;
    mpq_clear(step);
    if (!good)
        sandbox_raise(lua, "claim %s: the step '%.60s' is not a positive exact number; write step = \"0.1\"",
                      claim->id, claim->step);
}

/* ---- a claim ---- */

/* Which one of the four things the claim says. */
static size_t find_kind(lua_State *lua, const struct study_claim *claim)
{
    static const char *const keys[] = {"order", "exact", "value", "grows"};
    size_t found = 4;

    for (size_t i = 0; i < 4; i++) {
        bool there = lua_getfield(lua, -1, keys[i]) != LUA_TNIL;

        lua_pop(lua, 1);
        if (there && found < 4)
            sandbox_raise(lua, "claim %s says both; leave out one of %s and %s", claim->id, keys[found],
                          keys[i]);
        found = there ? i : found;
    }
    if (found == 4)
        sandbox_raise(lua,
                      "claim %s claims nothing; write order = exactly \"2*s\", order = at_least \"2*s\", "
                      "exact = true, value = below \"1e-11\" or grows = \"bounded\"",
                      claim->id);
    return found;
}

static void read_kind(lua_State *lua, struct study_claim *claim)
{
    static void (*const read[])(lua_State *, struct study_claim *) = {read_order, read_exact, read_value,
                                                                      read_growth};

    read[find_kind(lua, claim)](lua, claim);
    check_step(lua, claim);
    read_relative(lua, claim);
}

/* length = "1000000": the number is that of a run of so many steps; a shorter one decides what no longer one can
 * change. */
static void read_length(lua_State *lua, struct study_claim *claim)
{
    const char *text = study_field_string(lua, "claim", "length", false);
    char *end = NULL;

    if (!text)
        return;
    claim->length = strtoul(text, &end, 10);
    if (*end || claim->length == 0 || text[0] < '0' || text[0] > '9' || strlen(text) > 15)
        sandbox_raise(lua,
                      "claim %s: the length '%.60s' is not a number of steps; write length = \"1000000\"",
                      claim->id, text);
    if (!term_is_number(claim->kind))
        sandbox_raise(lua, "claim %s is about all steps, not about the length of a run; leave out length",
                      claim->id);
}

/* The field, which is true or left out. */
static bool read_flag(lua_State *lua, const struct study_claim *claim, const char *key)
{
    const int type = lua_getfield(lua, -1, key);
    const bool set = lua_toboolean(lua, -1);

    if (type != LUA_TNIL && type != LUA_TBOOLEAN)
        sandbox_raise(lua, "claim %s: %s is a %s; write %s = true or leave it out", claim->id, key,
                      lua_typename(lua, type), key);
    lua_pop(lua, 1);
    return set;
}

/* sharp = true: outside its bounds a value is refuted by however little. */
static void read_sharp(lua_State *lua, struct study_claim *claim)
{
    claim->sharp = read_flag(lua, claim, "sharp");
    if (claim->sharp && (!term_is_number(claim->kind) || claim->kind == CLAIM_GROWTH))
        sandbox_raise(lua, "claim %s has no bound that could be sharp; leave out sharp", claim->id);
}

/* about = "model": the claim is that the model makes it so, whatever the method. */
static void read_subject(lua_State *lua, struct study_claim *claim)
{
    char *about = study_field_string(lua, "claim", "about", false);
    bool of_model = about && strcmp(about, "model") == 0,
         known = of_model || !about || strcmp(about, "method") == 0;

    if (!known)
        sandbox_raise(lua, "claim %s: about is neither \"method\" nor \"model\"; write one of them",
                      claim->id);
    if (of_model && !claim->model)
        sandbox_raise(lua, "claim %s is about a model and names none; write model = \"...\"", claim->id);
    if (of_model && term_is_number(claim->kind))
        sandbox_raise(lua, "claim %s is about a number with the data named; leave out about", claim->id);
    claim->of_model = of_model;
}

/* exceptions = "1/5": the claim says "almost all", and holds as a whole where no more than a fifth of its fits are
 * refuted. */
static void read_exceptions(lua_State *lua, struct study_claim *claim)
{
    const char *text = study_field_string(lua, "claim", "exceptions", false);
    struct error reason;
    mpq_t share;
    bool good;

    if (!text)
        return;
    mpq_init(share);
    good = exact_parse(share, text, &reason) && mpq_sgn(share) > 0 && mpq_cmp_ui(share, 1, 4) <= 0;
    claim->exceptions = good ? exact_to_double(share) : 0;
    mpq_clear(share);
    if (!good)
        sandbox_raise(lua,
                      "claim %s: the share of exceptions '%.60s' is not an exact number from 0 to 1/4; write "
                      "exceptions = \"1/10\"",
                      claim->id, text);
}

void study_claims_read(lua_State *lua, struct study_claim *claim)
{
    const int top = lua_gettop(lua);

    study_field_read(lua, "claim", "claim",
                     "id! text? source! model? initial* method* methods* projection! precision? measure! "
                     "order exact value "
                     "grows step? length relative about sharp own exceptions condition? whole",
                     &claim->id, &claim->text, &claim->source, &claim->model, &claim->initials,
                     &claim->methods, &claim->methods, &claim->projection, &claim->precision, &claim->measure,
                     &claim->step, &claim->condition);
    if (lua_getfield(lua, top, "method") != LUA_TNIL && lua_getfield(lua, top, "methods") != LUA_TNIL)
        sandbox_raise(lua, "claim %s has both method and methods; leave out one of them", claim->id);
    lua_settop(lua, top);
    const char *fault = text_name_fault(claim->id);

    if (fault)
        sandbox_raise(lua, "the id '%.60s' of a claim %s", claim->id, fault);
    if (!claim->methods.count)
        sandbox_raise(lua, "claim %s names no method; write method = \"gauss-*\" or methods = { ... }",
                      claim->id);
    read_kind(lua, claim);
    read_length(lua, claim);
    read_sharp(lua, claim);
    read_subject(lua, claim);
    claim->own = read_flag(lua, claim, "own");     /* assay says it, and the paper does not */
    claim->whole = read_flag(lua, claim, "whole"); /* gate.h */
    read_exceptions(lua, claim);
}

/* { model = "kepler", initial = "rounder", factor = "1.03" } */
void study_claims_read_confirmation(lua_State *lua, struct study_confirmation *confirmation)
{
    struct error reason = {"it is not positive"};
    mpq_t factor;
    bool good;

    study_field_read(lua, "line of confirm", "confirm", "model! initial? factor!", &confirmation->model,
                     &confirmation->initial, &confirmation->factor);
    mpq_init(factor);
    good = exact_parse(factor, confirmation->factor, &reason) && mpq_sgn(factor) > 0;
    mpq_clear(factor);
    if (!good)
        sandbox_raise(lua, "confirm: %s: the factor '%.60s': %s; write factor = \"1.03\"",
                      confirmation->model, confirmation->factor, reason.text);
}
