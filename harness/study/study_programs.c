/* The programs among the methods of a study:
 *
 *     methods = { "gauss-*", exec { cmd = "python3 my_method.py", depends = { "my_method.py" } } }
 *
 * They are taken out of the list, so that names are left.  See study_read.h. */
#include "harness/study/study_read.h"

#include "harness/study/study_field.h"
#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_library.h"

/* The table that exec { ... } made, on top of the stack. */
static void read_program(lua_State *lua, struct study_program *program)
{
    study_field_read(lua, "exec", "exec", "cmd! depends*", &program->command, &program->depends);
    if (program->depends.count == 0)
        sandbox_raise(lua,
                      "exec.depends is missing; write depends = { \"my_method.py\" }, the files that the "
                      "program is made of");
}

void study_programs_read(lua_State *lua)
{
    struct study *study = sandbox_context(lua);
    lua_Integer kept = 0;
    lua_Unsigned entries = lua_getfield(lua, 1, "methods") == LUA_TTABLE ? lua_rawlen(lua, -1) : 0;

    study->program = study_field_create(lua, entries, sizeof *study->program);
    lua_newtable(lua);
    for (lua_Unsigned i = 1; i <= entries; i++) {
        lua_rawgeti(lua, -2, (lua_Integer)i);
        if (lua_istable(lua, -1) && sandbox_library_mark(lua, -1)) {
            read_program(lua, study->program + study->programs++);
            lua_pop(lua, 1);
        } else {
            lua_rawseti(lua, -2, ++kept);
        }
    }
    if (study->programs > 0)
        lua_setfield(lua, 1, "methods");
    lua_settop(lua, 1);
}
