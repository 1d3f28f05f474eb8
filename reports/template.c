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
enum { USUAL_WIDTH = 80, LEAST_WIDTH = 40 };

static const struct {
    const char *ending;
    void (*escape)(FILE *file, const char *text);
} formats[] = {{".xml", output_html},  {".html", output_html}, {".md", output_markdown},
               {".tex", output_latex}, {".csv", output_csv},   {"", output_line}};
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

struct text {
    const char *name, *engine, *helpers, *template;
    const json_t *document;
    struct template_look look;
};

static char *find_code(const char *name, struct error *error)
{
    char *path = data_path_find(name, FOLDER, NULL, error),
         *text = path ? sandbox_file_read(path, error) : NULL;

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
    lua_pushfstring(lua, "%s.lua", text->name);
    lua_pushglobaltable(lua);
    push_escape(lua, text->name);
    lua_call(lua, 4, 1);
    return 1;
}

bool template_print(FILE *to, const char *name, const json_t *document, const struct template_look *look,
                    struct error *error)
{
    char *engine = find_code(ENGINE, error), *helpers = engine ? find_code(HELPERS, error) : NULL,
         *template = helpers ? find_code(name, error) : NULL;
    struct text text = {name, engine, helpers, template, document, *look};
    lua_State *lua = template ? luaL_newstate() : NULL;
    bool made = false;

    if (lua) {
        lua_pushcfunction(lua, make);
        lua_pushlightuserdata(lua, &text);
        made = lua_pcall(lua, 1, 1, 0) == LUA_OK;
        if (made)
            fputs(lua_tostring(lua, -1), to);
        else
            error_set(error, "%s", lua_tostring(lua, -1));
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
