/* Reading the claims of a study file: see study_claims.h.
 *
 * A claim says one of four things about a measure:
 *
 *     order = exactly "2*s" or at_least "4"         how it falls with the step
 *     exact = true or false                         that it is zero but for round-off, or is not
 *     value = below "1e-11", above "0.1" or
 *             between("125000", "500000")           how large it is at one step
 *     grows = "bounded", "random-walk", "secular"   how it grows with time
 *
 * The last two are judged at `step`; a value may be `relative` to that of another curve. */
#include "harness/study/study_claims.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/study_field.h"
#include "harness/judge/verdict_value.h"
#include "measures/measure.h"
#include "models/sandbox/sandbox.h"
#include "numerics/exact.h"
#include "numerics/memory.h"

static const char *const claim_keys[] = {
    "id",    "text",  "source", "model", "method", "methods",  "projection", "precision", "measure",
    "order", "exact", "value",  "grows", "step",   "relative", "about",      "condition", NULL};
static const char *const relative_keys[] = {"method", "projection", "precision", NULL};

/* ---- orders and exact properties ---- */

/* The text under `word` in the table on top of the stack, NULL where there is none. */
static char *take_word(lua_State *lua, const char *word)
{
    char *text = NULL;

    if (lua_istable(lua, -1)) {
        lua_getfield(lua, -1, word);
        if (lua_type(lua, -1) == LUA_TSTRING)
            text = memory_copy_string(lua_tostring(lua, -1));
        lua_pop(lua, 1);
    }
    return text;
}

/* order = exactly "2*s" or at_least "4": a table { exactly = ... } or { at_least = ... } */
static void read_order(lua_State *lua, struct study_claim *claim)
{
    static const char *const kinds[][2] = {{"exactly", "exactly"}, {"at_least", "at least"}};

    lua_getfield(lua, -1, "order");
    for (size_t i = 0; i < 2 && !claim->kind; i++) {
        claim->formula = take_word(lua, kinds[i][0]);
        claim->kind = claim->formula ? memory_copy_string(kinds[i][1]) : NULL;
    }
    if (!claim->kind)
        sandbox_raise(lua, "claim %s has no order; write order = exactly \"2*s\" or order = at_least \"2*s\"",
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
    claim->kind = memory_copy_string(lua_toboolean(lua, -1) ? "exact" : "not exact");
    claim->formula = memory_copy_string("0");
    lua_pop(lua, 1);
}

/* ---- values and growth ---- */

static void check_number(lua_State *lua, const struct study_claim *claim, const char *text)
{
    struct error reason;
    bool good;
    mpq_t number;

    if (!text)
        return;
    mpq_init(number);
    good = exact_parse(number, text, &reason);
    mpq_clear(number);
    if (!good)
        sandbox_raise(lua, "claim %s: %s; write for example value = below \"1e-11\"", claim->id, reason.text);
}

static bool is_in_order(const char *low, const char *high)
{
    struct error ignored;
    bool below;
    mpq_t a, b;

    mpq_inits(a, b, NULL);
    below = exact_parse(a, low, &ignored) && exact_parse(b, high, &ignored) && mpq_cmp(a, b) < 0;
    mpq_clears(a, b, NULL);
    return below;
}

/* The bounds in words: "1e-11", "125000 and 500000". */
static char *print_bounds(const struct study_claim *claim)
{
    size_t size = strlen(claim->bound) + (claim->upper ? strlen(claim->upper) : 0) + 8;
    char *text = memory_create(size, 1);

    snprintf(text, size, "%s%s%s", claim->bound, claim->upper ? " and " : "",
             claim->upper ? claim->upper : "");
    return text;
}

/* value = below "1e-11", above "0.1" or between("125000", "500000") */
static void read_value(lua_State *lua, struct study_claim *claim)
{
    static const char *const kinds[] = {"below", "above", "between"};

    lua_getfield(lua, -1, "value");
    for (size_t i = 0; i < 3 && !claim->kind; i++) {
        claim->bound = take_word(lua, kinds[i]);
        claim->kind = claim->bound ? memory_copy_string(kinds[i]) : NULL;
    }
    claim->upper = take_word(lua, "upto");
    lua_pop(lua, 1);
    if (!claim->kind)
        sandbox_raise(lua,
                      "claim %s: value has no bound; write value = below \"1e-11\", above \"0.1\" or "
                      "between(\"1\", \"2\")",
                      claim->id);
    check_number(lua, claim, claim->bound);
    check_number(lua, claim, claim->upper);
    if (claim->upper && !is_in_order(claim->bound, claim->upper))
        sandbox_raise(lua, "claim %s: between(\"%s\", \"%s\") is empty; write the smaller bound first",
                      claim->id, claim->bound, claim->upper);
    claim->formula = print_bounds(claim);
}

static bool grows(const char *name)
{
    const struct measure *measure = measure_find(NULL, name).measure;

    return measure && measure->grows;
}

/* grows = "bounded", "random-walk" or "secular", of a growth: measure */
static void read_growth(lua_State *lua, struct study_claim *claim)
{
    claim->formula = study_field_string(lua, "claim", "grows", true);
    if (!verdict_value_is_growth(claim->formula))
        sandbox_raise(lua,
                      "claim %s: grows is '%.60s'; write grows = \"bounded\", \"random-walk\" or \"secular\"",
                      claim->id, claim->formula);
    if (!grows(claim->measure))
        sandbox_raise(lua,
                      "claim %s: grows is about a measure of growth, not about %.60s; write measure = "
                      "\"growth:energy\"",
                      claim->id, claim->measure);
    claim->kind = memory_copy_string("growth");
}

/* relative = { projection = "symmetric" } */
static void read_relative(lua_State *lua, struct study_claim *claim)
{
    struct study_relative *relative = &claim->relative;
    int type = lua_getfield(lua, -1, "relative");

    if (type != LUA_TNIL && !claim->bound)
        sandbox_raise(lua, "claim %s has no value that could be relative; leave out relative", claim->id);
    if (type != LUA_TNIL && type != LUA_TTABLE)
        sandbox_raise(lua, "claim %s: relative is a %s; write relative = { projection = \"symmetric\" }",
                      claim->id, luaL_typename(lua, -1));
    if (type == LUA_TTABLE) {
        study_field_check_keys(lua, "relative", relative_keys);
        relative->method = study_field_string(lua, "relative", "method", false);
        relative->projection = study_field_string(lua, "relative", "projection", false);
        relative->precision = study_field_string(lua, "relative", "precision", false);
        if (!relative->method && !relative->projection && !relative->precision)
            sandbox_raise(lua,
                          "claim %s: relative names nothing; write relative = { projection = "
                          "\"symmetric\" }",
                          claim->id);
    }
    lua_pop(lua, 1);
}

static void read_step(lua_State *lua, struct study_claim *claim)
{
    struct error reason;
    bool good;
    mpq_t step;

    claim->step = study_field_string(lua, "claim", "step", false);
    if (!claim->step)
        return;
    if (!verdict_value_has(claim->kind))
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
    read_step(lua, claim);
    read_relative(lua, claim);
}

/* about = "model": the claim is that the model makes it so, whatever the method. */
static void read_subject(lua_State *lua, struct study_claim *claim)
{
    char *about = study_field_string(lua, "claim", "about", false);
    bool of_model = about && strcmp(about, "model") == 0,
         known = of_model || !about || strcmp(about, "method") == 0;

    free(about);
    if (!known)
        sandbox_raise(lua, "claim %s: about is neither \"method\" nor \"model\"; write one of them",
                      claim->id);
    if (of_model && !claim->model)
        sandbox_raise(lua, "claim %s is about a model and names none; write model = \"...\"", claim->id);
    if (of_model && verdict_value_has(claim->kind))
        sandbox_raise(lua, "claim %s is about a number with the data named; leave out about", claim->id);
    claim->of_model = of_model;
}

void study_claims_read(lua_State *lua, struct study_claim *claim)
{
    study_field_check_keys(lua, "claim", claim_keys);
    claim->id = study_field_string(lua, "claim", "id", true);
    claim->text = study_field_string(lua, "claim", "text", false);
    claim->source = study_field_string(lua, "claim", "source", true);
    claim->model = study_field_string(lua, "claim", "model", false);
    claim->projection = study_field_string(lua, "claim", "projection", true);
    claim->precision = study_field_string(lua, "claim", "precision", false);
    claim->measure = study_field_string(lua, "claim", "measure", true);
    claim->condition = study_field_string(lua, "claim", "condition", false);
    study_field_strings(lua, "method", &claim->methods);
    if (!claim->methods.count)
        study_field_strings(lua, "methods", &claim->methods);
    if (!claim->methods.count)
        sandbox_raise(lua, "claim %s names no method; write method = \"gauss-*\" or methods = { ... }",
                      claim->id);
    read_kind(lua, claim);
    read_subject(lua, claim);
}

void study_claims_clear(struct study_claim *claim)
{
    char *const strings[] = {claim->id,
                             claim->text,
                             claim->source,
                             claim->model,
                             claim->projection,
                             claim->precision,
                             claim->measure,
                             claim->kind,
                             claim->formula,
                             claim->bound,
                             claim->upper,
                             claim->step,
                             claim->relative.method,
                             claim->relative.projection,
                             claim->relative.precision,
                             claim->condition};

    for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
        free(strings[i]);
    study_strings_clear(&claim->methods);
}
