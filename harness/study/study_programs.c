/* The programs among the methods of a study:
 *
 *     methods = { "gauss-*", exec { cmd = "python3 my_method.py {tolerance}", depends = { "my_method.py" },
 *                                   knobs = { tolerance = { "1e-6", "1e-9" } } } }
 *
 * They are taken out of the list, so that names are left.  A file under `depends` that is not where one is may lie
 * beside the study: then the word of the command that names it is its path.  See study_read.h. */
#include "harness/study/study_read.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/study/study_field.h"
#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_library.h"

/* Where the file is that lies beside the study; NULL where it is none of those, or lies where one is. */
static char *find_beside(lua_State *lua, const char *file)
{
    const struct study *study = sandbox_context(lua);
    char path[4096];

    snprintf(path, sizeof path, "%s/%s", study->folder ? study->folder : ".", file);
    return access(file, R_OK) != 0 && access(path, R_OK) == 0 ? study_field_copy(lua, path) : NULL;
}

/* The command with each of its words that is `from` in the place of that `to`. */
static char *replace_word(lua_State *lua, const char *command, const char *from, const char *to)
{
    const size_t length = strlen(from);
    luaL_Buffer text;

    luaL_buffinit(lua, &text);
    for (const char *at = command; *at;) {
        const size_t word = strcspn(at, " "), blanks = strspn(at + word, " ");

        if (word == length && strncmp(at, from, length) == 0)
            luaL_addstring(&text, to);
        else
            luaL_addlstring(&text, at, word);
        luaL_addlstring(&text, at + word, blanks);
        at += word + blanks;
    }
    luaL_pushresult(&text);
    return study_field_take_string(lua, "exec.cmd");
}

/* The table that exec { ... } made, on top of the stack. */
static void read_program(lua_State *lua, struct study_program *program)
{
    study_field_read(lua, "exec", "exec", "cmd! depends* knobs", &program->command, &program->depends);
    if (program->depends.count == 0)
        sandbox_raise(lua,
                      "exec.depends is missing; write depends = { \"my_method.py\" }, the files that the "
                      "program is made of");
    for (size_t i = 0; i < program->depends.count; i++) {
        char *path = find_beside(lua, program->depends.text[i]);

        if (path) {
            program->command = replace_word(lua, program->command, program->depends.text[i], path);
            program->depends.text[i] = path;
        }
    }
    study_knobs_read(lua, program);
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

static bool is_installed(const char *program)
{
    const char *path = getenv("PATH");
    bool found = false;

    while (path && *path && !found) {
        const size_t length = strcspn(path, ":");
        char file[4096];

        snprintf(file, sizeof file, "%.*s/%s", (int)length, path, program);
        found = access(file, X_OK) == 0;
        path += length + (path[length] == ':');
    }
    return found;
}

const char *study_programs_missing(const struct study *study)
{
    for (size_t i = 0; i < study->needs.count; i++) {
        if (!is_installed(study->needs.text[i]))
            return study->needs.text[i];
    }
    return NULL;
}
