/* What a study says of long runs, ensembles, loops and surfaces: see study_settings.h. */
#include "harness/study/study_settings.h"

#include <lauxlib.h>

#include "harness/study/study_field.h"
#include "models/sandbox/sandbox.h"

enum { MOST_INTERVALS = 10000, MOST_TRAJECTORIES = 100000, LEAST_TRAJECTORIES = 64, MOST_POINTS = 100000 };

/* The whole number in the field, from `least` to `most`; `otherwise` where there is none. */
static size_t read_number(lua_State *lua, const char *key, lua_Integer least, lua_Integer most,
                          size_t otherwise)
{
    lua_Integer number = (lua_Integer)otherwise;

    lua_getfield(lua, 1, key);
    if (!lua_isnil(lua, -1)) {
        number = lua_isinteger(lua, -1) ? lua_tointeger(lua, -1) : least - 1;
        if (number < least || number > most)
            sandbox_raise(lua, "study.%s is not a whole number from %d to %d; write %s = %d", key, (int)least,
                          (int)most, key, (int)(otherwise ? otherwise : 200));
    }
    lua_pop(lua, 1);
    return (size_t)number;
}

/* untiltime = "10", or untilsteps = 1000000: as many of the first step. */
static void read_time(lua_State *lua, struct study *study)
{
    int type = lua_getfield(lua, 1, "untilsteps");

    if (type != LUA_TNIL && !(lua_isinteger(lua, -1) && lua_tointeger(lua, -1) > 0))
        sandbox_raise(lua, "study.untilsteps is not a number of steps; write untilsteps = 1000000");
    study->until_steps = (unsigned long)lua_tointeger(lua, -1);
    lua_settop(lua, 1);
    study->until = study_field_string(lua, "study", "untiltime", type == LUA_TNIL);
    if (study->until && type != LUA_TNIL)
        sandbox_raise(lua, "study has untiltime and untilsteps; leave out one of them");
}

/* Every second point makes a loop, or a surface, of its own: the floor is what it changes. */
static void check_parity(lua_State *lua, const char *key, size_t number, size_t remainder)
{
    if (number % 2 != remainder)
        sandbox_raise(lua, "study.%s is not an %s number; write %s = %d", key, remainder ? "odd" : "even",
                      key, (int)number + 1);
}

void study_settings_read(lua_State *lua, struct study *study)
{
    struct result_settings *settings = &study->settings;

    lua_settop(lua, 1);
    read_time(lua, study);
    settings->history = read_number(lua, "history", 1, MOST_INTERVALS, 0);
    settings->ensemble =
        read_number(lua, "ensemble", LEAST_TRAJECTORIES, MOST_TRAJECTORIES, STUDY_SETTINGS_ENSEMBLE);
    settings->points = read_number(lua, "points", 8, MOST_POINTS, STUDY_SETTINGS_POINTS);
    settings->side = read_number(lua, "side", 5, MOST_POINTS, STUDY_SETTINGS_SIDE);
    check_parity(lua, "points", settings->points, 0);
    check_parity(lua, "side", settings->side, 1);
    settings->loop = study_field_string(lua, "study", "loop", false);
    settings->surface = study_field_string(lua, "study", "surface", false);
}
