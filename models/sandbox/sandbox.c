/* The Lua state of a sandbox: bounds, errors and the environment of a chunk: see sandbox.h. */
#include "models/sandbox/sandbox.h"

#include <lauxlib.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/sandbox/lua_expression.h"
#include "models/sandbox/lua_matrix.h"
#include "models/sandbox/lua_source.h"
#include "models/sandbox/sandbox_include.h"
#include "models/sandbox/sandbox_library.h"
#include "numerics/memory.h"

struct sandbox {
    lua_State *lua;
    struct graph *graph;
    const char *path;
    void *context;
    const struct sandbox_includes *includes; /* NULL: it includes none */
    size_t bytes;                            /* in use by Lua */
    long instructions;                       /* so far */
    bool other_kind;                         /* whether the file returns something else than it should */
    int constructor_line;                    /* of the last call of a constructor such as model { ... } */
    int line;                                /* of what is read now, when no Lua function runs */
};

/* Lua shortens long paths in messages: it is given this name instead, and messages get the path back.  That of the k-th file that
 * is included is INCLUDED_NAME with the letter 'A' + k behind it, and its lines are counted from LINES_OF_FILE (k + 1). */
static const char CHUNK_NAME[] = "=\001", INCLUDED_NAME[] = "=\002";
enum { MESSAGE_SIZE = 800, LINES_OF_FILE = 1 << 24 };

static struct sandbox *of_state(lua_State *lua)
{
    struct sandbox *sandbox;

    memcpy(&sandbox, lua_getextraspace(lua), sizeof(struct sandbox *));
    return sandbox;
}

void *sandbox_context(lua_State *lua)
{
    return of_state(lua)->context;
}

struct graph *sandbox_graph(lua_State *lua)
{
    return of_state(lua)->graph;
}

static void *allocate(void *context, void *block, size_t old_size, size_t new_size)
{
    struct sandbox *sandbox = context;
    size_t limit = (size_t)SANDBOX_MAXIMAL_MEBIBYTES << 20;

    if (!block)
        old_size = 0;
    if (new_size == 0) {
        sandbox->bytes -= old_size;
        free(block);
        return NULL;
    }
    if (new_size > old_size && new_size - old_size > limit - sandbox->bytes)
        return NULL;
    void *result = realloc(block, new_size);
    if (result)
        sandbox->bytes = sandbox->bytes - old_size + new_size;
    return result;
}

/* The line of the innermost Lua function that is running, or 0. */
static int current_line(lua_State *lua)
{
    lua_Debug frame;

    for (int level = 0; lua_getstack(lua, level, &frame); level++) {
        lua_getinfo(lua, "Sl", &frame);
        if (frame.currentline > 0)
            return frame.source[1] == INCLUDED_NAME[1]
                       ? LINES_OF_FILE * (frame.source[2] - 'A' + 1) + frame.currentline
                       : frame.currentline;
    }
    return of_state(lua)->line;
}

void sandbox_set_line(lua_State *lua, int line)
{
    of_state(lua)->line = line;
}

int sandbox_line(lua_State *lua)
{
    return current_line(lua);
}

int sandbox_line_said(int line)
{
    return line % LINES_OF_FILE;
}

void sandbox_note_constructor(lua_State *lua)
{
    of_state(lua)->constructor_line = current_line(lua);
}

int sandbox_constructor_line(lua_State *lua)
{
    return of_state(lua)->constructor_line;
}

static int raise_message(lua_State *lua, int line, const char *message)
{
    if (line > LINES_OF_FILE)
        lua_pushfstring(lua, "%s%c:%d: %s", INCLUDED_NAME + 1, 'A' + line / LINES_OF_FILE - 1,
                        sandbox_line_said(line), message);
    else if (line > 0)
        lua_pushfstring(lua, "%s:%d: %s", CHUNK_NAME + 1, line, message);
    else
        lua_pushfstring(lua, "%s: %s", CHUNK_NAME + 1, message);
    return lua_error(lua);
}

int sandbox_raise(lua_State *lua, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return raise_message(lua, current_line(lua), message);
}

int sandbox_raise_at(lua_State *lua, int line, const char *format, ...)
{
    char message[MESSAGE_SIZE];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    return raise_message(lua, line, message);
}

/* Before every instruction: so many there are, and what the one before it has computed is in a register.  The
 * product of two integers that were let pass does not wrap around. */
static void watch_instruction(lua_State *lua, lua_Debug *frame)
{
    struct sandbox *sandbox = of_state(lua);

    for (int i = 1; lua_getlocal(lua, frame, i); i++) {
        lua_Integer value = lua_isinteger(lua, -1) ? lua_tointeger(lua, -1) : 0;

        if (value > SANDBOX_LARGEST_INTEGER || value < -SANDBOX_LARGEST_INTEGER)
            sandbox_raise(lua, SANDBOX_INTEGER_MESSAGE, (long long)value);
        lua_pop(lua, 1);
    }
    if (++sandbox->instructions > SANDBOX_MAXIMAL_INSTRUCTIONS)
        sandbox_raise(lua, "does not end: more than %d instructions; write loops that end soon",
                      SANDBOX_MAXIMAL_INSTRUCTIONS);
}

/* __index of the environment; upvalue 1: the globals. */
static int find_global(lua_State *lua)
{
    lua_pushvalue(lua, 2);
    if (lua_rawget(lua, lua_upvalueindex(1)) != LUA_TNIL)
        return 1;
    if (lua_type(lua, 2) == LUA_TSTRING)
        return sandbox_raise(lua,
                             "undefined name '%.80s'; write a local variable, a parameter c.NAME or a "
                             "function such as sqrt",
                             lua_tostring(lua, 2));
    return sandbox_raise(lua, "an undefined name");
}

static const char ENVIRONMENT[] = "environment";

/* Makes the text a function with the environment; raises. */
static void load(lua_State *lua, const char *text, const char *name)
{
    if (luaL_loadbufferx(lua, text, strlen(text), name, "t") != LUA_OK)
        lua_error(lua);
    lua_getfield(lua, LUA_REGISTRYINDEX, ENVIRONMENT);
    lua_setupvalue(lua, -2, 1);
}

/* include "NAME": what the file returns */
static int include(lua_State *lua)
{
    const struct sandbox_includes *includes = of_state(lua)->includes;
    const char *name = lua_type(lua, 1) == LUA_TSTRING ? lua_tostring(lua, 1) : "";
    const size_t k = includes ? sandbox_includes_find(includes, name) : 0;
    char chunk[sizeof INCLUDED_NAME + 1];

    if (!includes || k == includes->count)
        return sandbox_raise(
            lua,
            "nothing of the name '%.80s' is included here; files of methods and of projections "
            "include others by names that are written out",
            name);
    snprintf(chunk, sizeof chunk, "%s%c", INCLUDED_NAME, (char)('A' + k));
    load(lua, includes->file[k].text, chunk);
    lua_call(lua, 0, 1);
    return 1;
}

/* Makes the environment of all chunks. */
static void create_environment(lua_State *lua)
{
    lua_newtable(lua);
    lua_newtable(lua);
    lua_newtable(lua);
    sandbox_library_add(lua);
    lua_expression_add(lua);
    lua_matrix_add(lua);
    lua_pushcfunction(lua, include);
    lua_setfield(lua, -2, "include");
    lua_pushcclosure(lua, find_global, 1);
    lua_setfield(lua, -2, "__index");
    lua_setmetatable(lua, -2);
    lua_setfield(lua, LUA_REGISTRYINDEX, ENVIRONMENT);
}

struct request {
    const char *text, *constructor;
    lua_CFunction read;
};

static int check_result(lua_State *lua, const char *constructor)
{
    const char *given = sandbox_library_mark(lua, -1);

    if (given && strcmp(given, constructor) == 0)
        return 0;
    of_state(lua)->other_kind = true;
    return sandbox_raise_at(lua, 0, "returns %s%s instead of a %s; end the file with: return %s { ... }",
                            lua_isnil(lua, -1) ? "" : "a ", given ? given : luaL_typename(lua, -1),
                            constructor, constructor);
}

/* Everything that can raise happens here, below one protected call. */
static int run_protected(lua_State *lua)
{
    const struct request *request = lua_touserdata(lua, 1);

    lua_settop(lua, 0);
    create_environment(lua);
    load(lua, request->text, CHUNK_NAME);
    lua_call(lua, 0, 1);
    check_result(lua, request->constructor);
    lua_pushcfunction(lua, request->read);
    lua_insert(lua, 1);
    lua_call(lua, 1, 0);
    return 0;
}

static bool report(const struct sandbox *sandbox, int status, struct error *error)
{
    const char *message = lua_tostring(sandbox->lua, -1);

    if (status == LUA_ERRMEM)
        return error_set(error, "%s: needs more than %d MiB of memory; write a smaller file", sandbox->path,
                         SANDBOX_MAXIMAL_MEBIBYTES);
    const char *advice =
        message && strstr(message, "stack overflow") ? "; write shallower functions and expressions" : "";
    if (message && message[0] == CHUNK_NAME[1])
        return error_set(error, "%s%s%s", sandbox->path, message + 1, advice);
    if (message && message[0] == INCLUDED_NAME[1])
        return error_set(error, "%s%s%s", sandbox->includes->file[message[1] - 'A'].path, message + 2,
                         advice);
    return error_set(error, "%s: %s%s", sandbox->path, message ? message : "an error without a message",
                     advice);
}

bool sandbox_run(struct sandbox *sandbox, const char *text, const char *constructor, lua_CFunction read,
                 void *context, struct error *error)
{
    struct request request = {.text = text, .constructor = constructor, .read = read};

    if (!lua_source_check(sandbox->path, text, error))
        return false;
    for (size_t k = 0; sandbox->includes && k < sandbox->includes->count; k++) {
        if (!lua_source_check(sandbox->includes->file[k].path, sandbox->includes->file[k].text, error))
            return false;
    }
    sandbox->context = context;
    lua_pushcfunction(sandbox->lua, run_protected);
    lua_pushlightuserdata(sandbox->lua, &request);
    int status = lua_pcall(sandbox->lua, 1, 0, 0);
    if (status != LUA_OK)
        report(sandbox, status, error);
    lua_settop(sandbox->lua, 0);
    return status == LUA_OK;
}

void sandbox_include(struct sandbox *sandbox, const struct sandbox_includes *includes)
{
    sandbox->includes = includes;
}

bool sandbox_is_other_kind(const struct sandbox *sandbox)
{
    return sandbox->other_kind;
}

struct sandbox *sandbox_create(struct graph *graph, const char *path)
{
    struct sandbox *sandbox = memory_create(1, sizeof *sandbox);

    sandbox->graph = graph;
    sandbox->path = path;
    sandbox->lua = lua_newstate(allocate, sandbox);
    if (!sandbox->lua) {
        free(sandbox);
        return NULL;
    }
    memcpy(lua_getextraspace(sandbox->lua), &sandbox, sizeof(struct sandbox *));
    lua_sethook(sandbox->lua, watch_instruction, LUA_MASKCOUNT, 1);
    return sandbox;
}

void sandbox_destroy(struct sandbox *sandbox)
{
    if (!sandbox)
        return;
    lua_close(sandbox->lua);
    free(sandbox);
}

/* -- read-only views -- */

/* Upvalues of __index: the table, what its entries are, which there are. */
static int find_entry(lua_State *lua)
{
    const char *what = lua_tostring(lua, lua_upvalueindex(2));
    const char *listed = lua_tostring(lua, lua_upvalueindex(3));

    if (lua_type(lua, 2) == LUA_TNUMBER && !lua_isinteger(lua, 2))
        return lua_expression_raise_float(lua, 2);
    lua_pushvalue(lua, 2);
    if (lua_rawget(lua, lua_upvalueindex(1)) != LUA_TNIL)
        return 1;
    if (lua_isinteger(lua, 2) || lua_type(lua, 2) == LUA_TSTRING)
        return sandbox_raise(lua, "no %s '%.80s'; the %ss are %s", what, lua_tostring(lua, 2), what, listed);
    return sandbox_raise(lua, "a %s cannot name a %s; the %ss are %s", luaL_typename(lua, 2), what, what,
                         listed);
}

static int refuse_assignment(lua_State *lua)
{
    return sandbox_raise(lua, "a %s cannot be assigned; write a local variable",
                         lua_tostring(lua, lua_upvalueindex(1)));
}

static int give_length(lua_State *lua)
{
    lua_pushvalue(lua, lua_upvalueindex(1));
    return 1;
}

void sandbox_protect(lua_State *lua, const char *what, const char *listed, size_t length)
{
    lua_newtable(lua); /* data, metatable */
    lua_pushvalue(lua, -2);
    lua_setfield(lua, -2, "data");
    lua_pushvalue(lua, -2);
    lua_pushstring(lua, what);
    lua_pushstring(lua, listed);
    lua_pushcclosure(lua, find_entry, 3);
    lua_setfield(lua, -2, "__index");
    lua_pushstring(lua, what);
    lua_pushcclosure(lua, refuse_assignment, 1);
    lua_setfield(lua, -2, "__newindex");
    lua_pushinteger(lua, (lua_Integer)length);
    lua_pushcclosure(lua, give_length, 1);
    lua_setfield(lua, -2, "__len");
    lua_newtable(lua);
    lua_insert(lua, -2);
    lua_setmetatable(lua, -2); /* data, view */
    lua_remove(lua, -2);
}
