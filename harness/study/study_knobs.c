/* The knobs of a program: what it is started with beside its name, a tolerance or a number of iterations.
 *
 *     exec { cmd = "python3 my_method.py {tolerance}", depends = { ... }, knobs = { tolerance = { "1e-6", "1e-9" } } }
 *
 * Each combination of their values is a command of its own, whose methods have the values in their names.  See
 * study_read.h. */
#include "harness/study/study_read.h"

#include <ctype.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/study/study_field.h"
#include "models/sandbox/sandbox.h"
#include "numerics/memory.h"

/* ---- reading ---- */

/* The first name of the table at `index` that comes after `last`; NULL past the end. */
static const char *next_name(lua_State *lua, int index, const char *last)
{
    const char *next = NULL;

    for (lua_pushnil(lua); lua_next(lua, index); lua_pop(lua, 1)) {
        const char *name = lua_type(lua, -2) == LUA_TSTRING ? lua_tostring(lua, -2) : NULL;

        if (!name)
            sandbox_raise(
                lua, "exec.knobs has an entry without a name; write knobs = { tolerance = { \"1e-6\" } }");
        if (strcmp(name, last) > 0 && (!next || strcmp(name, next) < 0))
            next = name;
    }
    return next;
}

void study_knobs_read(lua_State *lua, struct study_program *program)
{
    const int top = lua_gettop(lua), type = lua_getfield(lua, top, "knobs");
    struct error error = {""};
    lua_Integer count = 0;

    if (type != LUA_TTABLE && type != LUA_TNIL)
        sandbox_raise(lua, "exec.knobs is a %s; write knobs = { tolerance = { \"1e-6\", \"1e-9\" } }",
                      luaL_typename(lua, -1));
    for (lua_pushnil(lua); type == LUA_TTABLE && lua_next(lua, top + 1); lua_pop(lua, 1))
        count++;
    program->knob = study_field_create(lua, (size_t)count, sizeof *program->knob);
    for (const char *name = ""; count-- > 0;) {
        struct study_axis *knob = program->knob + program->knobs++;

        name = next_name(lua, top + 1, name);
        knob->parameter = study_field_copy(lua, name);
        lua_getfield(lua, top + 1, name);
        study_field_take_strings(lua, name, &knob->values);
    }
    if (!study_knobs_check(program, &error))
        sandbox_raise(lua, "exec: %s", error.text);
    lua_settop(lua, top);
}

void study_knobs_add(struct study_program *program, struct memory_kept **kept, const char *name,
                     const char *values)
{
    struct study_axis *before = program->knob, *knob;
    char *text = memory_keep_string(kept, values), *rest;

    program->knob = memory_keep(kept, program->knobs + 1, sizeof *program->knob);
    for (size_t i = 0; i < program->knobs; i++)
        program->knob[i] = before[i];
    knob = program->knob + program->knobs++;
    knob->parameter = memory_keep_string(kept, name);
    knob->values.text = memory_keep(kept, strlen(values) + 1, sizeof(char *));
    for (char *value = strtok_r(text, ",", &rest); value; value = strtok_r(NULL, ",", &rest))
        knob->values.text[knob->values.count++] = value;
}

/* ---- what they may be ---- */

/* Letters, digits and some signs that mean nothing to a shell, nor in the id of a curve. */
static bool is_word(const char *text, const char *signs)
{
    const char *c = text;

    while (isalnum((unsigned char)*c) || (*c && strchr(signs, *c)))
        c++;
    return *text && !*c;
}

bool study_knobs_find_place(const char *command, char name[64])
{
    for (const char *c = command; (c = strchr(c, '{')); c++) {
        const size_t length = strcspn(c + 1, "}");

        snprintf(name, 64, "%.*s", length < 64 ? (int)length : 0, c + 1);
        if (c[1 + length] && is_word(name, "-_"))
            return true;
    }
    return false;
}

bool study_knobs_check(const struct study_program *program, struct error *error)
{
    for (size_t i = 0; i < program->knobs; i++) {
        const struct study_axis *knob = program->knob + i;
        char place[80];

        snprintf(place, sizeof place, "{%.70s}", knob->parameter);
        if (!is_word(knob->parameter, "-_"))
            return error_set(error, "the knob '%.60s' is not a name; write letters, digits and hyphens",
                             knob->parameter);
        if (!strstr(program->command, place))
            return error_set(error,
                             "the command has no place for the knob %.60s; write for example '%.100s %s'",
                             knob->parameter, program->command, place);
        for (size_t k = 0; k < knob->values.count; k++) {
            if (!is_word(knob->values.text[k], "-+._"))
                return error_set(
                    error, "the knob %.60s has the value '%.60s'; write only letters, digits and . + - _",
                    knob->parameter, knob->values.text[k]);
        }
        if (!knob->values.count)
            return error_set(error, "the knob %.60s has no values; write for example 1e-6 and 1e-9",
                             knob->parameter);
    }
    return true;
}

/* ---- their values ---- */

/* The text, which is freed, with `value` in every place of {NAME}; the caller's. */
static char *put_value(char *text, const char *name, const char *value)
{
    const size_t length = strlen(name);
    char *made;
    size_t size;
    FILE *to = open_memstream(&made, &size);

    for (const char *c = text; *c; c++) {
        if (*c == '{' && strncmp(c + 1, name, length) == 0 && c[1 + length] == '}') {
            fputs(value, to);
            c += length + 1;
        } else {
            fputc(*c, to);
        }
    }
    fclose(to);
    free(text);
    return made;
}

bool study_knobs_combine(const struct study_program *program, size_t k, char **command, char **suffix)
{
    size_t size;
    FILE *to = open_memstream(suffix, &size);

    *command = memory_copy_string(program->command);
    for (size_t i = 0; i < program->knobs; i++) {
        const struct study_axis *knob = program->knob + i;
        const char *value = knob->values.text[k % knob->values.count];

        k /= knob->values.count;
        *command = put_value(*command, knob->parameter, value);
        fprintf(to, ":%s=%s", knob->parameter, value);
    }
    fclose(to);
    if (k == 0)
        return true;
    free(*command);
    free(*suffix);
    return false;
}
