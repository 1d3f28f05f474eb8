/* The ledger of a paper: see ledger.h.
 *
 *     return ledger { title = "...", source = "Kraus (2017)", claims = {
 *       { id = "K1", where = "table 2, figure 20", text = "...", tables = { 2 }, figures = { 20 } }, ... },
 *       errata = { { where = "eq. 13", printed = "...", corrected = "..." }, ... } }
 *
 * It is no study, and its file is called so that no list of studies and no glob for *.lua takes it for one.
 */
#include "harness/study/ledger.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "models/reader/data_path.h"
#include "harness/study/study_field.h"
#include "models/sandbox/sandbox.h"
#include "numerics/memory.h"

/* -- reading -- */

/* figures = { 8, 9 }: the field `key` of the claim on top of the stack. */
static void read_numbers(lua_State *lua, const char *id, const char *key, struct ledger_numbers *numbers)
{
    int type = lua_getfield(lua, -1, key);
    lua_Unsigned count = type == LUA_TTABLE ? lua_rawlen(lua, -1) : 0;

    if (type != LUA_TNIL && !count)
        sandbox_raise(lua, "claim %s: %s is not a list of numbers; write %s = { 8, 9 }", id, key, key);
    numbers->number = study_field_create(lua, (size_t)count, sizeof *numbers->number);
    for (lua_Unsigned i = 1; i <= count; i++) {
        lua_Integer number = lua_rawgeti(lua, -1, (lua_Integer)i) == LUA_TNUMBER ? lua_tointeger(lua, -1) : 0;

        if (number < 1 || number > 9999)
            sandbox_raise(lua, "claim %s: %s has an entry that is not a number; write %s = { 8, 9 }", id, key,
                          key);
        numbers->number[numbers->count++] = (unsigned)number;
        lua_pop(lua, 1);
    }
    lua_pop(lua, 1);
}

/* The claim on top of the stack. */
static void read_claim(lua_State *lua, struct ledger *ledger)
{
    struct ledger_claim *claim = ledger->claim + ledger->claims++;

    if (!lua_istable(lua, -1))
        sandbox_raise(lua, "entry %d of ledger.claims is a %s; write { id = ..., where = ..., text = ... }",
                      (int)ledger->claims, luaL_typename(lua, -1));
    study_field_read(lua, "claim of a ledger", "claim",
                     "id! where! text! name? rule? erratum? figures tables", &claim->id, &claim->where,
                     &claim->text, &claim->name, &claim->rule, &claim->erratum);
    for (size_t i = 0; i + 1 < ledger->claims; i++) {
        if (strcmp(ledger->claim[i].id, claim->id) == 0)
            sandbox_raise(lua, "ledger.claims has %.60s twice; leave out one of them", claim->id);
    }
    read_numbers(lua, claim->id, "figures", &claim->figures);
    read_numbers(lua, claim->id, "tables", &claim->tables);
}

/* A misprint, on top of the stack. */
static void read_erratum(lua_State *lua, struct ledger *ledger)
{
    struct ledger_erratum *erratum = ledger->erratum + ledger->errata++;

    if (!lua_istable(lua, -1))
        sandbox_raise(
            lua, "entry %d of ledger.errata is a %s; write { where = ..., printed = ..., corrected = ... }",
            (int)ledger->errata, luaL_typename(lua, -1));
    study_field_read(lua, "erratum of a ledger", "erratum", "where! printed! corrected! claim?",
                     &erratum->where, &erratum->printed, &erratum->corrected, &erratum->claim);
    if (erratum->claim && !ledger_find(ledger, erratum->claim))
        sandbox_raise(lua, "the erratum in %.60s is about claim %.60s, which the ledger does not have",
                      erratum->where, erratum->claim);
}

/* errata = { ... }, of the ledger at the bottom of the stack: it may have none. */
static void read_errata(lua_State *lua, struct ledger *ledger)
{
    const int type = lua_getfield(lua, 1, "errata");

    if (type != LUA_TNIL && type != LUA_TTABLE)
        sandbox_raise(
            lua, "ledger.errata is a %s; write errata = { { where = ..., printed = ..., corrected = ... } }",
            luaL_typename(lua, -1));
    ledger->erratum =
        study_field_create(lua, type == LUA_TTABLE ? lua_rawlen(lua, 2) : 0, sizeof *ledger->erratum);
    for (lua_Integer i = 1; type == LUA_TTABLE && lua_rawgeti(lua, 2, i) != LUA_TNIL; i++) {
        read_erratum(lua, ledger);
        lua_settop(lua, 2);
    }
    lua_settop(lua, 1);
}

static int read_ledger(lua_State *lua)
{
    struct ledger *ledger = sandbox_context(lua);

    lua_settop(lua, 1);
    study_field_read(lua, "ledger", "ledger", "title! source! claims errata", &ledger->title,
                     &ledger->source);
    if (lua_getfield(lua, 1, "claims") != LUA_TTABLE || !lua_rawlen(lua, 2))
        sandbox_raise(
            lua, "ledger.claims is missing; write claims = { { id = \"K1\", where = ..., text = ... } }");
    ledger->claim = study_field_create(lua, lua_rawlen(lua, 2), sizeof *ledger->claim);
    for (lua_Integer i = 1; lua_rawgeti(lua, 2, i) != LUA_TNIL; i++) {
        read_claim(lua, ledger);
        lua_settop(lua, 2);
    }
    lua_settop(lua, 1);
    read_errata(lua, ledger);
    return 0;
}

struct ledger *ledger_create(const char *paper, struct error *error)
{
    char name[512], *path, *text = NULL;
    struct ledger *ledger;
    bool good;

    snprintf(name, sizeof name, "%.400s/claims.ledger", paper);
    path = data_path_in_studies(name);
    if (!path)
        return NULL;
    ledger = memory_create(1, sizeof *ledger);
    ledger->path = path;
    good = study_field_run(path, "ledger", read_ledger, ledger, &text, error);
    free(text);
    if (good)
        return ledger;
    ledger_destroy(ledger);
    return NULL;
}

void ledger_destroy(struct ledger *ledger)
{
    if (!ledger)
        return;
    memory_release(ledger->kept);
    free(ledger->path);
    free(ledger);
}

/* -- ids -- */

bool ledger_is_part(const char *id, const char *whole)
{
    size_t length = strlen(whole);

    return strncmp(id, whole, length) == 0 && (id[length] == '\0' || id[length] == '-');
}

const struct ledger_claim *ledger_find(const struct ledger *ledger, const char *id)
{
    const struct ledger_claim *found = NULL;

    for (size_t i = 0; ledger && i < ledger->claims; i++) {
        const struct ledger_claim *claim = ledger->claim + i;

        if (ledger_is_part(id, claim->id) && (!found || strlen(claim->id) > strlen(found->id)))
            found = claim;
    }
    return found;
}

/* -- which figures and tables a source speaks of --
 *
 * After the word, in the singular, the plural or cut short ("fig. 8", "figs. 8"), stand numbers and ranges
 * with commas, "and" or "to" between them; letters of panels may follow a number.  A number after a word that
 * is not expected here ("equation 4") ends the list. */

static const char *skip(const char *text, const char *what)
{
    size_t length = strlen(what);

    return strncmp(text, what, length) == 0 ? text + length : text;
}

/* Behind the word where it stands at `text`; NULL where it does not. */
static const char *after_word(const char *text, const char *word)
{
    size_t length = strlen(word);

    if (strncasecmp(text, word, length) == 0) {
        text += length;
        text += *text == 's';
    } else if (strcmp(word, "figure") == 0 && strncasecmp(text, "fig", 3) == 0 &&
               !isalpha((unsigned char)text[3])) {
        text += 3;
    } else if (strcmp(word, "figure") == 0 && strncasecmp(text, "figs", 4) == 0 &&
               !isalpha((unsigned char)text[4])) {
        text += 4;
    } else {
        return NULL;
    }
    return skip(skip(text, "."), " ");
}

/* Past what stands between two numbers; whether that makes them a range. */
static const char *skip_between(const char *text, bool *range)
{
    static const char *const ranges[] = {"-", "\u2013", " to "}, *const lists[] = {", and ", ", ", " and ",
                                                                                   ","};

    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        const char *rest = skip(text, ranges[i]);

        *range = rest != text && isdigit((unsigned char)*rest);
        if (*range)
            return rest;
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const char *rest = skip(text, lists[i]);

        if (rest != text && isdigit((unsigned char)*rest))
            return rest;
    }
    return "";
}

static bool is_listed(const char *text, unsigned number)
{
    unsigned long before = 0;
    bool range = false;

    while (isdigit((unsigned char)*text)) {
        char *end;
        unsigned long next = strtoul(text, &end, 10);

        if (next == number || (range && before < number && number < next))
            return true;
        before = next;
        while (isalpha((unsigned char)*end))
            end++;
        text = skip_between(end, &range);
    }
    return false;
}

bool ledger_mentions(const char *source, const char *word, unsigned number)
{
    for (const char *at = source; at && *at; at++) {
        bool inside = at > source && isalpha((unsigned char)at[-1]);
        const char *list = inside ? NULL : after_word(at, word);

        if (list && is_listed(list, number))
            return true;
    }
    return false;
}
