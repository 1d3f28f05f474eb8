/* The full version of a study: see study_full.h.
 *
 *     untiltime = "100",
 *     full      = { untiltime = "100000", points = 2000 },
 *
 * A paper runs for a night what a page should show after a minute.  The study says both: its fields are those
 * of the minute, the fields of `full` stand in their place with --full.  A field is replaced as a whole. What
 * the study is and what it claims (title, claims) is the same in both. */
#include "harness/study/study_full.h"

#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_library.h"

static const char *const same_in_both[] = {"title", "claims", "full", NULL};

static bool is_one_of(const char *const *words, const char *word)
{
    while (*words && strcmp(*words, word) != 0)
        words++;
    return *words != NULL;
}

/* Refuses the key on top of the stack where it is none of a study, or one that does not change. */
static void check_key(lua_State *lua, const char *const *known)
{
    const char *key = lua_type(lua, -1) == LUA_TSTRING ? lua_tostring(lua, -1) : NULL;

    if (!key)
        sandbox_raise(lua, "study.full is a list; write full = { untiltime = \"1000\" }");
    if (is_one_of(same_in_both, key))
        sandbox_raise(
            lua, "study.full has a '%s', which is the same in both versions of a study; leave it out", key);
    if (!is_one_of(known, key))
        sandbox_raise(lua,
                      "study.full has a '%.60s', which a study has not; write fields such as untiltime, "
                      "steps or precisions",
                      key);
}

void study_full_apply(lua_State *lua, const char *const *known)
{
    struct study *study = sandbox_context(lua);
    int top = lua_gettop(lua), type = lua_getfield(lua, 1, "full");

    if (type != LUA_TNIL && type != LUA_TTABLE)
        sandbox_raise(lua, "study.full is a %s; write full = { untiltime = \"1000\" }",
                      luaL_typename(lua, -1));
    if (type == LUA_TTABLE) {
        sandbox_library_push_sorted_keys(lua, top + 1);
        for (lua_Integer k = 1; lua_rawgeti(lua, top + 2, k) != LUA_TNIL; k++) {
            check_key(lua, known);
            lua_pushvalue(lua, -1);
            lua_rawget(lua, top + 1);
            if (study->in_full)
                lua_rawset(lua, 1);
            lua_settop(lua, top + 2);
        }
    }
    study->has_full = type == LUA_TTABLE;
    study->in_full = study->in_full && study->has_full;
    lua_settop(lua, top);
    lua_pushnil(lua);
    lua_setfield(lua, 1, "full");
}
