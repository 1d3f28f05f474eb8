/* Text from templates: see template.h. */
#include "reports/template.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "models/reader/data_path.h"
#include "models/sandbox/sandbox_file.h"
#include "reports/output.h"
#include "reports/page/html.h"

static const char FOLDER[] = "reports/templates", ENGINE[] = "template.engine",
                  HELPERS[] = "template.helpers";
/* Folders of some of them. */
static const char *const parts[] = {"reports/templates/tables", "reports/templates/suite"};
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

static void push_json(lua_State *lua, const json_t *value);

static void push_object(lua_State *lua, const json_t *object)
{
    const char *key;
    json_t *value;

    lua_newtable(lua);
    json_object_foreach((json_t *)object, key, value)
    {
        push_json(lua, value);
        lua_setfield(lua, -2, key);
    }
}

static void push_array(lua_State *lua, const json_t *array)
{
    lua_newtable(lua);
    for (size_t i = 0; i < json_array_size(array); i++) {
        const json_t *value = json_array_get(array, i);

        if (json_is_null(value))
            lua_pushboolean(lua, false);
        else
            push_json(lua, value);
        lua_rawseti(lua, -2, (lua_Integer)i + 1);
    }
}

static void push_json(lua_State *lua, const json_t *value)
{
    luaL_checkstack(lua, 4, "the document is too deep");
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        push_object(lua, value);
        break;
    case JSON_ARRAY:
        push_array(lua, value);
        break;
    case JSON_STRING:
        lua_pushstring(lua, json_string_value(value));
        break;
    case JSON_INTEGER:
        lua_pushinteger(lua, (lua_Integer)json_integer_value(value));
        break;
    case JSON_REAL:
        lua_pushnumber(lua, json_real_value(value));
        break;
    case JSON_TRUE:
    case JSON_FALSE:
        lua_pushboolean(lua, json_is_true(value));
        break;
    default:
        lua_pushnil(lua);
    }
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
    const char *name, *engine, *helpers, *template;
    const json_t *document;
    struct template_look look;
};

static char *find_code(const char *name, struct error *error)
{
    struct error other = {""};
    char *path = NULL, *text;

    for (size_t i = 0; i < sizeof parts / sizeof *parts && !path; i++)
        path = data_path_find(name, parts[i], NULL, &other);
    if (!path)
        path = data_path_find(name, FOLDER, NULL, error);
    text = path ? sandbox_file_read(path, error) : NULL;
    free(path);
    return text;
}

/* The name of a file of code -> what it returns. */
static int include(lua_State *lua)
{
    const char *name = luaL_checkstring(lua, 1);
    struct error error = {""};
    char *code = find_code(name, &error);
    int status = LUA_ERRRUN;

    if (code)
        status = luaL_loadbufferx(lua, code, strlen(code), lua_pushfstring(lua, "=%s.lua", name), "t");
    else
        lua_pushstring(lua, error.text);
    free(code);
    if (status != LUA_OK)
        return lua_error(lua);
    lua_call(lua, 0, 1);
    return 1;
}

/* The look of all pages, as the global `style`. */
static void set_style(lua_State *lua)
{
    char *text;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    html_style(to);
    fclose(to);
    lua_pushlstring(lua, text, size);
    lua_setglobal(lua, "style");
    free(text);
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
static void open_helpers(lua_State *lua, const struct text *text)
{
    if (luaL_loadbufferx(lua, text->helpers, strlen(text->helpers), "=template.helpers.lua", "t") != LUA_OK)
        lua_error(lua);
    push_escape(lua, text->name);
    lua_pushinteger(lua, text->look.width);
    lua_pushboolean(lua, text->look.color);
    lua_call(lua, 3, 0);
    lua_pushcfunction(lua, include);
    lua_setglobal(lua, "include");
    if (ends_in(text->name, ".html"))
        set_style(lua);
    lua_pushcfunction(lua, refuse);
    lua_setglobal(lua, "refuse");
    push_escape(lua, text->name);
    lua_setglobal(lua, "escape");
}

/* Leaves the text on the stack. */
static int make(lua_State *lua)
{
    const struct text *text = lua_touserdata(lua, 1);

    open_libraries(lua);
    if (luaL_loadbuffer(lua, text->engine, strlen(text->engine), "=template.engine.lua") != LUA_OK)
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
    push_json(lua, text->document);
    lua_setglobal(lua, "document");
    open_helpers(lua, text);
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

    if (lua) {
        *(struct bounds **)lua_getextraspace(lua) = bounds;
        lua_sethook(lua, watch, LUA_MASKCOUNT, BETWEEN_LOOKS);
    }
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

bool template_print(FILE *to, const char *name, const json_t *document, const struct template_look *look,
                    struct error *error)
{
    char *engine = find_code(ENGINE, error), *helpers = engine ? find_code(HELPERS, error) : NULL,
         *template = helpers ? find_code(name, error) : NULL;
    char format[OUTPUT_PATH], label[MOST_LABEL + 8];
    struct text text = {label, format, engine, helpers, template, document, *look};
    struct bounds bounds = {.label = label};
    lua_State *lua = template ? open_state(&bounds) : NULL;
    bool made = false;

    set_format(format, sizeof format, name);
    set_label(label, sizeof label, format);
    if (lua) {
        lua_pushcfunction(lua, make);
        lua_pushlightuserdata(lua, &text);
        made = lua_pcall(lua, 1, 1, 0) == LUA_OK;
        if (made)
            fputs(lua_tostring(lua, -1), to);
        else if (bounds.full)
            error_set(error, "%s: needs more than %d MiB of memory; write a template that makes less", label,
                      MOST_MEBIBYTES);
        else if (bounds.refused)
            error_set(error, "%s", lua_tostring(lua, -1));
        else
            explain(error, label, lua_tostring(lua, -1));
        lua_close(lua);
    }
    free(engine);
    free(helpers);
    free(template);
    return made;
}

bool template_write(FILE *to, const char *name, const json_t *document, struct error *error)
{
    return template_print(to, name, document, &(struct template_look){.width = USUAL_WIDTH}, error);
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
    struct output output;
    bool made;

    if (!output_open_path(&output, error, path))
        return false;
    made = template_write(output.file, name, document, error);
    return output_close(&output, made ? error : &(struct error){""}) && made;
}
