/* Fields of a study file: see study_field.h. */
#include "harness/study/study_field.h"

#include <lauxlib.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_file.h"
#include "models/sandbox/sandbox_library.h"
#include "numerics/memory.h"

struct file {
    const char *path, *kind, *text;
    lua_CFunction read;
    void *context;
};

static enum sandbox_file_end run(void *context, struct error *error)
{
    const struct file *file = context;
    struct graph *graph = graph_create();
    struct sandbox *sandbox = sandbox_create(graph, file->path);
    bool good = sandbox_run(sandbox, file->text, file->kind, file->read, file->context, error);

    sandbox_destroy(sandbox);
    graph_destroy(graph);
    return good;
}

bool study_field_run(const char *path, const char *kind, lua_CFunction read, void *context, char **text,
                     struct error *error)
{
    struct file file = {path, kind, *text = sandbox_file_read(path, error), read, context};

    return file.text && sandbox_file_try(run, &file, path, error) == SANDBOX_FILE_DONE && run(&file, error);
}

void *study_field_create(lua_State *lua, size_t count, size_t size)
{
    return memory_keep(sandbox_context(lua), count, size);
}

char *study_field_copy(lua_State *lua, const char *text)
{
    return memory_keep_string(sandbox_context(lua), text);
}

/* ---- one field ---- */

char *study_field_take_string(lua_State *lua, const char *what)
{
    char *text = NULL;

    if (lua_type(lua, -1) == LUA_TNUMBER && !lua_isinteger(lua, -1))
        sandbox_raise(lua, "%s is a floating-point number; write it as a string", what);
    if (lua_type(lua, -1) == LUA_TSTRING || lua_isinteger(lua, -1)) {
        lua_pushvalue(lua, -1);
        text = study_field_copy(lua, lua_tostring(lua, -1));
        lua_pop(lua, 1);
    } else if (!lua_isnil(lua, -1)) {
        sandbox_raise(lua, "%s is a %s; write a string", what, luaL_typename(lua, -1));
    }
    lua_pop(lua, 1);
    return text;
}

char *study_field_string(lua_State *lua, const char *owner, const char *key, bool needed)
{
    char what[96], *text;

    snprintf(what, sizeof what, "%s.%s", owner, key);
    lua_getfield(lua, -1, key);
    text = study_field_take_string(lua, what);
    if (needed && (!text || !*text))
        sandbox_raise(lua, "%s is %s; write %s = \"...\"", what, text ? "empty" : "missing", key);
    return text;
}

void study_field_take_strings(lua_State *lua, const char *what, struct study_strings *strings)
{
    bool list = lua_istable(lua, -1);
    size_t further = list ? (size_t)lua_rawlen(lua, -1) : !lua_isnil(lua, -1);
    char **text = study_field_create(lua, strings->count + further, sizeof *text);

    if (list) {
        sandbox_library_push_sorted_keys(lua, -1);
        if (lua_rawlen(lua, -1) != further)
            sandbox_raise(lua, "%s is not a list of names; write %s = { \"...\" }", what, what);
        lua_pop(lua, 1);
    }
    for (size_t i = 0; i < strings->count; i++)
        text[i] = strings->text[i];
    strings->text = text;
    for (size_t i = 1; i <= further; i++) {
        if (list)
            lua_rawgeti(lua, -1, (lua_Integer)i);
        else
            lua_pushvalue(lua, -1);
        text[strings->count] = study_field_take_string(lua, what);
        if (!text[strings->count] || !*text[strings->count])
            sandbox_raise(lua, "%s has an empty name; write it, or leave it out", what);
        strings->count++;
    }
    lua_pop(lua, 1);
}

/* ---- all fields of a table ---- */

/* The next key of the list, and the mark behind it ('\0': none); false at the end. */
static bool next_key(const char **keys, char key[32], char *mark)
{
    size_t length;

    *keys += strspn(*keys, " ");
    length = strcspn(*keys, " ");
    snprintf(key, 32, "%.*s", (int)length, *keys);
    *keys += length;
    *mark = length && strchr("!?*", key[length - 1]) ? key[length - 1] : '\0';
    if (*mark)
        key[length - 1] = '\0';
    return length > 0;
}

void study_field_check_keys(lua_State *lua, const char *what, const char *keys)
{
    char list[400] = "", key[32], mark;

    sandbox_library_push_sorted_keys(lua, -1);
    lua_newtable(lua);
    while (next_key(&keys, key, &mark)) {
        error_list(list, sizeof list, key);
        lua_pushboolean(lua, 1);
        lua_setfield(lua, -2, key);
    }
    for (lua_Integer k = 1; lua_rawgeti(lua, -2, k) != LUA_TNIL; k++) {
        if (lua_type(lua, -1) != LUA_TSTRING)
            sandbox_raise(lua, "a %s has an entry without a name; write NAME = ... with one of %s", what,
                          list);
        lua_pushvalue(lua, -1);
        if (lua_rawget(lua, -3) == LUA_TNIL)
            sandbox_raise(lua, "a %s has no '%s'; it has %s", what, lua_tostring(lua, -2), list);
        lua_pop(lua, 2);
    }
    lua_pop(lua, 3);
}

void study_field_read(lua_State *lua, const char *what, const char *owner, const char *keys, ...)
{
    char key[32], mark;
    va_list to;

    study_field_check_keys(lua, what, keys);
    va_start(to, keys);
    while (next_key(&keys, key, &mark)) {
        if (mark == '*') {
            lua_getfield(lua, -1, key);
            study_field_take_strings(lua, key, va_arg(to, struct study_strings *));
        } else if (mark) {
            *va_arg(to, char **) = study_field_string(lua, owner, key, mark == '!');
        }
    }
    va_end(to);
}

enum verdict study_field_verdict(lua_State *lua, const char *what, const char *id, const char *word)
{
    const enum verdict verdict = term_verdict(word);

    if (verdict == VERDICT_NONE)
        sandbox_raise(lua,
                      "%s: %s: there is no verdict '%s'; write holds, refuted, inconclusive, vacuous or not "
                      "applicable",
                      what, id, word);
    return verdict;
}
