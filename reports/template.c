/* Text from templates: see template.h. */
#include "reports/template.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "models/reader/data_path.h"
#include "models/sandbox/sandbox_file.h"
#include "numerics/memory.h"
#include "reports/lua_json.h"
#include "reports/output.h"
#include "style.h"

static const char *const folders[] = {"reports/templates/tables", "reports/templates/figures",
                                      "reports/templates/suite",  "reports/templates/study",
                                      "reports/templates/survey", "reports/templates"};
static const char ENGINE[] = "template.engine", HELPERS[] = "template.helpers";
enum { USUAL_WIDTH = 80, LEAST_WIDTH = 40, MOST_LABEL = 50 };
/* What a text may cost: a second or two of Lua, and its memory.  Neither depends on a clock. */
enum { MOST_MILLIONS = 200, BETWEEN_LOOKS = 1000, MOST_MEBIBYTES = 1024 };

static const struct {
    const char *ending;
    void (*escape)(FILE *file, const char *text);
} formats[] = {{".xml", output_html},  {".html", output_html}, {".md", output_markdown},
               {".tex", output_latex}, {".csv", output_csv},   {".gp", output_gnuplot},
               {"", output_line}};
enum { FORMATS = sizeof formats / sizeof *formats };

static bool ends_in(const char *name, const char *ending)
{
    const size_t length = strlen(name), last = strlen(ending);

    return length >= last && strcmp(name + length - last, ending) == 0;
}

/* Upvalue 1: the number of the format.  A text -> it, escaped. */
static int escape(lua_State *lua)
{
    const lua_Integer format = lua_tointeger(lua, lua_upvalueindex(1));
    const char *text = luaL_checkstring(lua, 1);
    char *escaped;
    size_t size;
    FILE *to = open_memstream(&escaped, &size);

    formats[format].escape(to, text);
    fclose(to);
    lua_pushlstring(lua, escaped, size);
    free(escaped);
    return 1;
}

static void push_escape(lua_State *lua, const char *name)
{
    lua_Integer format = 0;

    while (!ends_in(name, formats[format].ending))
        format++;
    lua_pushinteger(lua, format);
    lua_pushcclosure(lua, escape, 1);
}

/* A table that stays an object where it is empty. */
static int mark_object(lua_State *lua)
{
    luaL_checktype(lua, 1, LUA_TTABLE);
    lua_newtable(lua);
    lua_pushboolean(lua, true);
    lua_setfield(lua, -2, "object");
    lua_setmetatable(lua, 1);
    return 1;
}

/* What a template may use. */
static void open_libraries(lua_State *lua)
{
    static const luaL_Reg libraries[] = {{LUA_GNAME, luaopen_base},
                                         {LUA_STRLIBNAME, luaopen_string},
                                         {LUA_TABLIBNAME, luaopen_table},
                                         {LUA_MATHLIBNAME, luaopen_math}};
    static const char *const files[] = {"dofile", "loadfile", "print", "load", "collectgarbage", "require"};

    for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
        luaL_requiref(lua, libraries[i].name, libraries[i].func, 1);
        lua_pop(lua, 1);
    }
    lua_getglobal(lua, "load"); /* stays on the stack, for the engine alone */
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        lua_pushnil(lua);
        lua_setglobal(lua, files[i]);
    }
}

/* What a text has taken, and how it ended. */
struct bounds {
    const char *label;
    size_t bytes, looks; /* that are in use; how often a thousand instructions were made */
    int line;            /* of the template, when they were too many */
    bool full;           /* more memory was asked for than there may be */
    bool refused;        /* the template said so, with the whole message */
};

struct text {
    const char *label; /* stands for the file in messages; Lua cuts longer ones */
    const char *name, *template;
    const json_t *about;
    struct template_look look;
};

struct template_document {
    lua_State *lua;
    struct bounds bounds;
    struct template_look look;
    char *helpers;
};

/* What the registry keeps: the engine, and the modules that the text has included. */
static const char RENDERER[] = "renderer", MODULES[] = "modules";

static char *find_code(const char *name, struct error *error)
{
    char *path = NULL, *text;

    for (size_t i = 0; !path && i < sizeof folders / sizeof *folders; i++) {
        error->text[0] = '\0';
        path = data_path_find(name, folders[i], NULL, error);
    }
    text = path ? sandbox_file_read(path, error) : NULL;
    free(path);
    return text;
}

/* Pushes what is in the file of code of that name, as a function. */
static void load_code(lua_State *lua, const char *name)
{
    struct error error = {""};
    char *code = find_code(name, &error);
    int status = LUA_ERRRUN;

    if (code)
        status = luaL_loadbufferx(lua, code, strlen(code), lua_pushfstring(lua, "=%s.lua", name), "t");
    else
        lua_pushstring(lua, error.text);
    free(code);
    if (status != LUA_OK)
        lua_error(lua);
    lua_replace(lua, -2); /* the name of the chunk */
}

/* The name of a file of code -> what it returns, which a text makes once. */
static int include(lua_State *lua)
{
    const char *name = luaL_checkstring(lua, 1);

    lua_getfield(lua, LUA_REGISTRYINDEX, MODULES);
    if (lua_getfield(lua, -1, name) != LUA_TNIL)
        return 1;
    load_code(lua, name);
    lua_call(lua, 0, 1);
    lua_pushvalue(lua, -1);
    lua_setfield(lua, 2, name);
    return 1;
}

/* The name of a template and, unless it is that of all, its document -> the text that it makes. */
static int insert(lua_State *lua)
{
    const char *name = luaL_checkstring(lua, 1);
    struct error error = {""};
    char *template = find_code(name, &error);
    const bool other = lua_istable(lua, 2);

    if (!template)
        return luaL_error(lua, "%s", error.text);
    lua_pushstring(lua, template);
    free(template);
    lua_getglobal(lua, "document");
    if (other) {
        lua_pushvalue(lua, 2);
        lua_setglobal(lua, "document");
    }
    lua_getfield(lua, LUA_REGISTRYINDEX, RENDERER);
    lua_pushvalue(lua, -3);
    lua_pushfstring(lua, "%s.lua", name);
    lua_pushglobaltable(lua);
    push_escape(lua, name);
    lua_call(lua, 4, 1);
    lua_pushvalue(lua, -2);
    lua_setglobal(lua, "document");
    return 1;
}

/* The look of all pages, as the global `style`. */
static void set_style(lua_State *lua)
{
    luaL_Buffer text;

    luaL_buffinit(lua, &text);
    for (size_t i = 0; i < sizeof style / sizeof *style; i++) {
        luaL_addstring(&text, style[i]);
        luaL_addchar(&text, '\n');
    }
    luaL_pushresult(&text);
    lua_setglobal(lua, "style");
}

/* What is asked for is refused, with the message as it is. */
static int refuse(lua_State *lua)
{
    struct bounds *bounds = *(struct bounds **)lua_getextraspace(lua);

    luaL_checkstring(lua, 1);
    bounds->refused = true;
    lua_settop(lua, 1);
    return lua_error(lua);
}

/* Functions that every template has, as globals. */
static void open_helpers(lua_State *lua, const char *helpers, const struct text *text)
{
    if (luaL_loadbufferx(lua, helpers, strlen(helpers), "=template.helpers.lua", "t") != LUA_OK)
        lua_error(lua);
    push_escape(lua, text->name);
    lua_pushinteger(lua, text->look.width);
    lua_pushboolean(lua, text->look.color);
    lua_call(lua, 3, 0);
    lua_pushcfunction(lua, include);
    lua_setglobal(lua, "include");
    lua_pushcfunction(lua, insert);
    lua_setglobal(lua, "insert");
    if (ends_in(text->name, ".html"))
        set_style(lua);
    lua_pushcfunction(lua, refuse);
    lua_setglobal(lua, "refuse");
    push_escape(lua, text->name);
    lua_setglobal(lua, "escape");
}

/* Arguments: the code of the engine, the document or NULL. */
static int open_document(lua_State *lua)
{
    const char *engine = lua_touserdata(lua, 1);
    const json_t *document = lua_touserdata(lua, 2);

    open_libraries(lua);
    if (luaL_loadbuffer(lua, engine, strlen(engine), "=template.engine.lua") != LUA_OK)
        return lua_error(lua);
    lua_newtable(lua); /* the globals of the engine: those of all, and load */
    lua_pushvalue(lua, -3);
    lua_setfield(lua, -2, "load");
    lua_newtable(lua);
    lua_pushglobaltable(lua);
    lua_setfield(lua, -2, "__index");
    lua_setmetatable(lua, -2);
    lua_setupvalue(lua, -2, 1);
    lua_call(lua, 0, 1);
    lua_setfield(lua, LUA_REGISTRYINDEX, RENDERER);
    if (document)
        lua_json_push(lua, document);
    else
        lua_pushnil(lua);
    lua_setglobal(lua, "document");
    return 0;
}

/* A call, and what it makes. */
struct called {
    const struct template_call *what;
    json_t **made;
};

/* Arguments: none, the call. */
static int call_code(lua_State *lua)
{
    const struct called *called = lua_touserdata(lua, 2);

    if (lua_getfield(lua, LUA_REGISTRYINDEX, MODULES) == LUA_TNIL) {
        lua_newtable(lua);
        lua_setfield(lua, LUA_REGISTRYINDEX, MODULES);
    }
    lua_pushcfunction(lua, include);
    lua_pushstring(lua, called->what->name);
    lua_call(lua, 1, 1);
    lua_getfield(lua, -1, called->what->function);
    called->what->push(lua, called->what->argument);
    lua_call(lua, 1, 1);
    if (called->made)
        *called->made = lua_json_pull(lua, lua_gettop(lua), 0);
    return 0;
}

/* What is derived from a document, and its name. */
struct derivation {
    const char *name;
    json_t *made;
};

/* Arguments: none, the derivation. */
static int derive(lua_State *lua)
{
    struct derivation *derivation = lua_touserdata(lua, 2);
    const struct text text = {.name = derivation->name, .look = {.width = USUAL_WIDTH}};

    lua_newtable(lua);
    lua_setfield(lua, LUA_REGISTRYINDEX, MODULES);
    open_helpers(lua, lua_touserdata(lua, 1), &text);
    lua_pushcfunction(lua, mark_object);
    lua_setglobal(lua, "object");
    lua_pushlightuserdata(lua, NULL);
    lua_setglobal(lua, "null");
    lua_settop(lua, 0);
    load_code(lua, derivation->name);
    lua_call(lua, 0, 2);
    luaL_checktype(lua, 2, LUA_TTABLE);
    derivation->made = lua_json_pull(lua, 1, 2);
    return 0;
}

/* Arguments: the code of the helpers, the text.  Leaves the text that was made on the stack. */
static int make(lua_State *lua)
{
    const char *helpers = lua_touserdata(lua, 1);
    const struct text *text = lua_touserdata(lua, 2);

    if (text->about)
        lua_json_push(lua, text->about);
    else
        lua_pushnil(lua);
    lua_setglobal(lua, "about");
    lua_newtable(lua);
    lua_setfield(lua, LUA_REGISTRYINDEX, MODULES);
    open_helpers(lua, helpers, text);
    lua_getfield(lua, LUA_REGISTRYINDEX, RENDERER);
    lua_pushstring(lua, text->template);
    lua_pushstring(lua, text->label);
    lua_pushglobaltable(lua);
    push_escape(lua, text->name);
    lua_call(lua, 4, 1);
    return 1;
}

/* ---- bounds ---- */

static void *allocate(void *context, void *block, size_t old, size_t new)
{
    struct bounds *bounds = context;
    const size_t before = block ? old : 0;
    void *moved = NULL;

    if (new > before && bounds->bytes + (new - before) > (size_t)MOST_MEBIBYTES << 20) {
        bounds->full = true;
        return NULL;
    }
    if (new > 0)
        moved = realloc(block, new);
    else
        free(block);
    if (moved || new == 0)
        bounds->bytes += new - before;
    return moved;
}

/* The line of the template that is being run; 0: none is. */
static int find_line(lua_State *lua, const char *label)
{
    lua_Debug frame;

    for (int level = 0; lua_getstack(lua, level, &frame); level++) {
        if (lua_getinfo(lua, "Sl", &frame) && strcmp(frame.short_src, label) == 0)
            return frame.currentline;
    }
    return 0;
}

/* Once the bound is reached every instruction raises, so that no pcall goes on. */
static void watch(lua_State *lua, lua_Debug *at)
{
    struct bounds *bounds = *(struct bounds **)lua_getextraspace(lua);

    (void)at;
    if (++bounds->looks < (size_t)MOST_MILLIONS * 1000000 / BETWEEN_LOOKS)
        return;
    if (bounds->line == 0)
        bounds->line = find_line(lua, bounds->label);
    lua_sethook(lua, watch, LUA_MASKCOUNT, 1);
    lua_pushfstring(lua, "%s:%d: takes more than %d million instructions; write loops that end sooner",
                    bounds->label, bounds->line, MOST_MILLIONS);
    lua_error(lua);
}

static lua_State *open_state(struct bounds *bounds)
{
    lua_State *lua = lua_newstate(allocate, bounds);

    if (lua)
        *(struct bounds **)lua_getextraspace(lua) = bounds;
    return lua;
}

/* ---- messages ---- */

/* Whether the message begins with the file, or another of the templates, and a line. */
static bool has_line(const char *message, const char *label)
{
    const size_t length = strlen(label);
    const char *other = strstr(message, ".lua:");

    return (strncmp(message, label, length) == 0 && message[length] == ':') ||
           (other && !memchr(message, ' ', (size_t)(other - message)));
}

static void explain(struct error *error, const char *label, const char *message)
{
    const bool advised = message && strchr(message, ';');

    error_set(error, "%s%s%s%s", message && has_line(message, label) ? "" : label,
              message && has_line(message, label) ? "" : ": ",
              message ? message : "an error without a message",
              advised ? "" : "; docs/tables-and-plots.md says how a template is written");
}

/* ---- what others call ---- */

/* Without the ending of Lua, which says nothing about the format. */
static void set_format(char *format, size_t size, const char *name)
{
    snprintf(format, size, "%.*s", (int)(strlen(name) - (ends_in(name, ".lua") ? 4 : 0)), name);
}

static void set_label(char *label, size_t size, const char *format)
{
    const size_t length = strlen(format), left = length > MOST_LABEL ? length - MOST_LABEL : 0;

    snprintf(label, size, "%s%.*s.lua", left > 0 ? "..." : "", MOST_LABEL, format + left);
}

/* Calls the function with two arguments within what a text may cost; its result, if it has one, stays on the stack. */
static bool call(struct template_document *made, const char *label, lua_CFunction function, const void *first,
                 const void *second, struct error *error)
{
    struct bounds *bounds = &made->bounds;
    lua_State *lua = made->lua;

    *bounds = (struct bounds){.label = label, .bytes = bounds->bytes};
    lua_sethook(lua, watch, LUA_MASKCOUNT, BETWEEN_LOOKS);
    lua_pushcfunction(lua, function);
    lua_pushlightuserdata(lua, (void *)(uintptr_t)first);
    lua_pushlightuserdata(lua, (void *)(uintptr_t)second);
    if (lua_pcall(lua, 2, 1, 0) == LUA_OK)
        return true;
    if (bounds->full)
        error_set(error, "%s: needs more than %d MiB of memory; write a template that makes less", label,
                  MOST_MEBIBYTES);
    else if (bounds->refused)
        error_set(error, "%s", lua_tostring(lua, -1));
    else
        explain(error, label, lua_tostring(lua, -1));
    lua_settop(lua, 0);
    return false;
}

struct template_document *template_open(const json_t *document, const struct template_look *look,
                                        struct error *error)
{
    struct template_document *made = memory_create(1, sizeof *made);
    char *engine = find_code(ENGINE, error);

    made->look = *look;
    made->helpers = engine ? find_code(HELPERS, error) : NULL;
    made->lua = made->helpers ? open_state(&made->bounds) : NULL;
    if (made->lua && !call(made, "the document", open_document, engine, document, error)) {
        lua_close(made->lua);
        made->lua = NULL;
    }
    free(engine);
    if (made->lua)
        return made;
    template_close(made);
    return NULL;
}

void template_close(struct template_document *made)
{
    if (!made)
        return;
    if (made->lua)
        lua_close(made->lua);
    free(made->helpers);
    free(made);
}

bool template_fill(FILE *to, const char *name, struct template_document *made, const json_t *about,
                   struct error *error)
{
    char *template = find_code(name, error), format[OUTPUT_PATH], label[MOST_LABEL + 8];
    const struct text text = {label, format, template, about, made->look};
    bool good;

    set_format(format, sizeof format, name);
    set_label(label, sizeof label, format);
    good = template && call(made, label, make, made->helpers, &text, error);
    if (good)
        fputs(lua_tostring(made->lua, -1), to);
    lua_settop(made->lua, 0);
    free(template);
    return good;
}

bool template_fill_path(const char *path, const char *name, struct template_document *made,
                        const json_t *about, struct error *error)
{
    struct output output;
    bool good;

    if (!output_open_path(&output, error, path))
        return false;
    good = template_fill(output.file, name, made, about, error);
    return output_close(&output, good ? error : &(struct error){""}) && good;
}

bool template_print(FILE *to, const char *name, const json_t *document, const struct template_look *look,
                    struct error *error)
{
    struct template_document *made = template_open(document, look, error);
    const bool good = made && template_fill(to, name, made, NULL, error);

    template_close(made);
    return good;
}

bool template_write(FILE *to, const char *name, const json_t *document, struct error *error)
{
    return template_print(to, name, document, &(struct template_look){.width = USUAL_WIDTH}, error);
}

json_t *template_derive(const char *name, const json_t *document, struct error *error)
{
    struct template_document *made =
        template_open(document, &(struct template_look){.width = USUAL_WIDTH}, error);
    struct derivation derivation = {name, NULL};
    char label[MOST_LABEL + 8];

    set_label(label, sizeof label, name);
    if (made)
        call(made, label, derive, made->helpers, &derivation, error);
    template_close(made);
    return derivation.made;
}

bool template_call(struct template_document *code, const struct template_call *what, json_t **made,
                   struct error *error)
{
    const struct called called = {what, made};
    char label[MOST_LABEL + 8];
    bool good;

    set_label(label, sizeof label, what->name);
    good = call(code, label, call_code, NULL, &called, error);
    lua_settop(code->lua, 0);
    return good;
}

int template_width(FILE *to)
{
    struct winsize size;

    if (!isatty(fileno(to)) || ioctl(fileno(to), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return USUAL_WIDTH;
    return size.ws_col > LEAST_WIDTH ? size.ws_col : LEAST_WIDTH;
}

bool template_write_path(const char *path, const char *name, const json_t *document, struct error *error)
{
    struct template_document *made =
        template_open(document, &(struct template_look){.width = USUAL_WIDTH}, error);
    const bool good = made && template_fill_path(path, name, made, NULL, error);

    template_close(made);
    return good;
}
