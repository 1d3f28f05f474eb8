/* Reading single fields of a model file: see model_field.h. */
#include "models/reader/model_field.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/sandbox/lua_expression.h"
#include "models/sandbox/lua_source.h"
#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_library.h"
#include "numerics/memory.h"

enum { MAXIMAL_NAME = 64 };

struct model *model_field_model(lua_State *lua)
{
    const struct model_request *request = sandbox_context(lua);

    return request->model;
}

int model_field_raise(lua_State *lua, struct model_field field, const char *format, ...)
{
    char message[800];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    int line = lua_source_line(model_field_model(lua)->text, field.parent, field.key);
    return sandbox_raise_at(lua, line > 0 ? line : sandbox_constructor_line(lua), "%s", message);
}

void model_field_check_name(lua_State *lua, struct model_field field, const char *name, bool identifier)
{
    bool valid = isalpha((unsigned char)name[0]) && strlen(name) <= MAXIMAL_NAME;

    for (const char *c = name; *c && valid; c++)
        valid = isalnum((unsigned char)*c) || *c == '-' || (identifier && *c == '_');
    if (!valid)
        model_field_raise(lua, field,
                          "'%.80s' is not a name; write at most %d letters, digits and hyphens, a letter "
                          "first",
                          name, MAXIMAL_NAME);
}

void model_field_append(char *list, size_t size, const char *item)
{
    size_t length = strlen(list);

    snprintf(list + length, size - length, "%s%s", length ? ", " : "", item);
}

static bool is_known(const char *name, const char *const *known)
{
    for (; *known; known++) {
        if (strcmp(*known, name) == 0)
            return true;
    }
    return false;
}

void model_field_check_keys(lua_State *lua, int index, const char *owner, const char *const *known)
{
    char list[400] = "";

    for (const char *const *name = known; *name; name++)
        model_field_append(list, sizeof list, *name);
    sandbox_library_push_sorted_keys(lua, index);
    for (lua_Integer i = 1; lua_rawgeti(lua, -1, i) != LUA_TNIL; i++, lua_pop(lua, 1)) {
        const char *name = lua_tostring(lua, -1);
        if (!is_known(name, known))
            model_field_raise(lua, (struct model_field){NULL, name},
                              "unknown key '%.80s' in %s; the keys are %s", name, owner, list);
    }
    lua_pop(lua, 2);
}

size_t model_field_push_names(lua_State *lua, int index, struct model_field field)
{
    size_t count = 0;

    sandbox_library_push_sorted_keys(lua, index);
    for (lua_Integer i = 1; lua_rawgeti(lua, -1, i) != LUA_TNIL; i++, lua_pop(lua, 1)) {
        if (lua_isinteger(lua, -1))
            model_field_raise(lua, field, "%s has an entry without a name; write %s = { NAME = ... }",
                              field.key, field.key);
        count++;
    }
    lua_pop(lua, 1);
    return count;
}

static char *rational_text(mpq_srcptr value)
{
    char *text =
        memory_create(mpz_sizeinbase(mpq_numref(value), 10) + mpz_sizeinbase(mpq_denref(value), 10) + 3, 1);

    return mpq_get_str(text, 10, value);
}

void model_field_read_constant(lua_State *lua, int index, struct model_field field, bool rational,
                               char **text, expression *value)
{
    struct error error;
    expression node = lua_expression_get(lua, index, &error);

    if (!node)
        model_field_raise(lua, field, "%s: %s", field.key, error.text);
    bool is_rational = node->operation == OPERATION_CONSTANT;
    if (rational && !is_rational)
        model_field_raise(
            lua, field, "%s: this number must be rational; write an exact string such as \"1/3\"", field.key);
    if (lua_type(lua, index) == LUA_TLIGHTUSERDATA && !is_rational)
        model_field_raise(
            lua, field, "%s: write a constant that is not rational as a string, such as \"2*pi\"", field.key);
    *value = node;
    *text = lua_type(lua, index) == LUA_TSTRING ? memory_copy_string(lua_tostring(lua, index))
                                                : rational_text(node->value);
}
