/* Files of methods and of projections: see file_reader.h. */
#include "integrators/methods/file_reader.h"

#include <ctype.h>
#include <float.h>
#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/methods/method.h"
#include "models/sandbox/lua_expression.h"
#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_library.h"
#include "numerics/exact.h"
#include "numerics/graph/graph_value.h"
#include "numerics/number_block.h"
#include "numerics/text.h"

enum { MOST_PARTS = 4, HIGHEST_ORDER = 64 };

/* ---- reading: the table of the file is at stack index 1 ---- */

void file_reader_check_keys(lua_State *lua, const char *owner, const char *const *known)
{
    char list[200] = "";

    for (const char *const *name = known; *name; name++)
        error_list(list, sizeof list, *name);
    sandbox_library_push_sorted_keys(lua, -1);
    for (lua_Integer i = 1; lua_rawgeti(lua, -1, i) != LUA_TNIL; i++, lua_pop(lua, 1)) {
        const char *name = luaL_tolstring(lua, -1, NULL), *const *each = known;

        while (*each && strcmp(*each, name) != 0)
            each++;
        if (!*each)
            sandbox_raise(lua, "unknown key '%.80s' in %s; the keys are %s", name, owner, list);
        lua_pop(lua, 1);
    }
    lua_pop(lua, 2);
}

/* The exact number on top of the stack, popped. */
static expression read_number(lua_State *lua, const struct file_reader *file, const char *key, size_t width)
{
    struct error error;
    expression value = lua_isnil(lua, -1) ? NULL : lua_expression_get(lua, -1, &error);

    if (lua_isnil(lua, -1))
        sandbox_raise(lua, "%s.%s has fewer numbers than %zu; write as many", file->what, key, width);
    if (!value)
        sandbox_raise(lua, "%s.%s: %s", file->what, key, error.text);
    lua_pop(lua, 1);
    return value;
}

/* The list on top of the stack, popped, of exactly as many numbers. */
static void read_row(lua_State *lua, const struct file_reader *file, const char *key, size_t width,
                     expression *row)
{
    if (!lua_istable(lua, -1) || lua_rawlen(lua, -1) != width)
        sandbox_raise(lua, "%s.%s is not a list of %zu numbers; write %s = { \"1/2\", ... }", file->what, key,
                      width, key);
    for (size_t i = 0; i < width; i++) {
        lua_rawgeti(lua, -1, (lua_Integer)i + 1);
        row[i] = read_number(lua, file, key, width);
    }
    lua_pop(lua, 1);
}

size_t file_reader_count(lua_State *lua, struct file_reader *file, const char *key, size_t most,
                         const char *example)
{
    size_t count;

    lua_getfield(lua, 1, key);
    count = lua_istable(lua, -1) ? lua_rawlen(lua, -1) : 0;
    if (count < 1 || count > most)
        sandbox_raise(lua, "%s.%s is not a list of 1 to %zu numbers; write %s", file->what, key, most,
                      example);
    lua_pop(lua, 1);
    return count;
}

expression *file_reader_numbers(lua_State *lua, struct file_reader *file, const char *key, size_t rows,
                                size_t width)
{
    expression *matrix;

    if (lua_getfield(lua, 1, key) == LUA_TNIL) {
        lua_pop(lua, 1);
        return NULL;
    }
    matrix = memory_keep(&file->kept, (rows ? rows : 1) * width, sizeof(expression));
    if (rows == 0) {
        read_row(lua, file, key, width, matrix);
        return matrix;
    }
    if (!lua_istable(lua, -1) || lua_rawlen(lua, -1) != rows)
        sandbox_raise(lua, "%s.%s needs as many rows as b has numbers; write %zu rows { ... }", file->what,
                      key, rows);
    for (size_t i = 0; i < rows; i++) {
        lua_rawgeti(lua, -1, (lua_Integer)i + 1);
        read_row(lua, file, key, width, matrix + i * width);
    }
    lua_pop(lua, 1);
    return matrix;
}

char *file_reader_word(lua_State *lua, struct file_reader *file, int index, const char *key)
{
    const char *word = lua_getfield(lua, index, key) == LUA_TSTRING ? lua_tostring(lua, -1) : NULL;

    if (!word && !lua_isnil(lua, -1))
        sandbox_raise(lua, "%s.%s is not a string; write %s = \"...\"", file->what, key, key);
    word = memory_keep_string(&file->kept, word);
    lua_pop(lua, 1);
    return (char *)word;
}

int file_reader_choice(lua_State *lua, struct file_reader *file, int index, const char *key,
                       const char *const *words, int missing)
{
    const char *word = file_reader_word(lua, file, index, key);
    char list[200] = "";
    int k = 0;

    if (!word)
        return missing;
    while (words[k] && strcmp(words[k], word) != 0) {
        char each[80];

        snprintf(each, sizeof each, "%s = \"%s\"", key, words[k++]);
        error_list(list, sizeof list, each);
    }
    if (!words[k])
        sandbox_raise(lua, "%s.%s is '%.40s'; write one of %s", file->what, key, word, list);
    return k;
}

int file_reader_integer(lua_State *lua, struct file_reader *file, int index, const char *key, int low,
                        int high)
{
    int type = lua_getfield(lua, index, key);
    lua_Integer value = type == LUA_TNIL ? 0 : lua_isinteger(lua, -1) ? lua_tointeger(lua, -1) : high + 1;

    if (value < low || value > high)
        sandbox_raise(lua, "%s: %s must be an integer from %d to %d", file->what, key, low, high);
    lua_pop(lua, 1);
    return (int)value;
}

void file_reader_name(lua_State *lua, struct file_reader *file)
{
    const char *fault;

    if (!(file->name = file_reader_word(lua, file, 1, "name")))
        sandbox_raise(lua, "%s.name is missing; write name = \"my-method\"", file->what);
    if ((fault = text_name_fault(file->name)) || strpbrk(file->name, "/:*?[ "))
        sandbox_raise(lua, "%s.name %s", file->what,
                      fault ? fault : "has a blank or one of / : * ? [; write letters, digits and hyphens");
}

/* order = { 8, 2 }: the generalized order of a splitting for perturbed systems, "8,2", and the last of them, which is its
 * order; NULL where the order is no table. */
static const char *read_parts(lua_State *lua, struct file_reader *file, const char *owner, int *order)
{
    char *text = memory_keep(&file->kept, MOST_PARTS * 4, 1);
    const bool given = lua_getfield(lua, -1, "order") == LUA_TTABLE;
    const size_t count = given ? lua_rawlen(lua, -1) : 0;

    for (size_t k = 0, n = 0; k < count && count <= MOST_PARTS; k++) {
        const int before = *order;

        lua_rawgeti(lua, -1, (lua_Integer)k + 1);
        *order = lua_isinteger(lua, -1) ? (int)lua_tointeger(lua, -1) : 0;
        lua_pop(lua, 1);
        if (*order < 1 || *order > HIGHEST_ORDER || (k && *order > before))
            sandbox_raise(lua,
                          "%s.order has an entry that is not an order, or is larger than the one before; "
                          "write order = { 8, 2 }",
                          owner);
        n += (size_t)snprintf(text + n, MOST_PARTS * 4 - n, "%s%d", k ? "," : "", *order);
    }
    if (given && (count < 2 || count > MOST_PARTS))
        sandbox_raise(lua, "%s.order has %d entries, not 2 to %d; write order = { 8, 2 }", owner, (int)count,
                      MOST_PARTS);
    lua_pop(lua, 1);
    return given ? text : NULL;
}

int file_reader_claims(lua_State *lua, struct file_reader *file, struct method_claim *claim)
{
    static const char *const keys[] = {"order", "symplectic", "symmetric", "conjugate_symplectic", NULL},
                             *const names[] = {"order", "symplectic", "symmetric", "conjugate-symplectic"};
    char owner[64];
    const char *parts;
    int order = 0;

    snprintf(owner, sizeof owner, "%s.claims", file->what);
    if (lua_getfield(lua, 1, "claims") == LUA_TTABLE) {
        file_reader_check_keys(lua, owner, keys);
        parts = read_parts(lua, file, owner, &order);
        if (!parts)
            order = file_reader_integer(lua, file, -1, keys[0], 0, HIGHEST_ORDER);
        if (order)
            *claim++ = (struct method_claim){.property = keys[0],
                                             .value = memory_keep_print(&file->kept, "%d", order),
                                             .source = file->path};
        if (parts)
            *claim++ = (struct method_claim){.property = keys[0], .value = parts, .source = file->path};
        for (int k = 1; keys[k]; k++) {
            if (lua_getfield(lua, -1, keys[k]) != LUA_TNIL && !lua_isboolean(lua, -1))
                sandbox_raise(lua, "%s.%s is neither true nor false; write %s = true", owner, keys[k],
                              keys[k]);
            if (lua_toboolean(lua, -1))
                *claim++ = (struct method_claim){.property = names[k], .value = "true", .source = file->path};
            lua_pop(lua, 1);
        }
    } else if (!lua_isnil(lua, -1)) {
        sandbox_raise(lua, "%s is not a table; write claims = { order = 4, symplectic = true }", owner);
    }
    lua_pop(lua, 1);
    return order;
}

/* ---- files ---- */

/* A file that is read, in a child first. */
struct reading {
    struct file_reader *file;
    const struct file_reader_kind *kinds;
};

static bool read(const struct reading *reading, const struct file_reader_kind *kind, bool *other,
                 struct error *error)
{
    struct file_reader *file = reading->file;
    struct sandbox *sandbox;
    bool good;

    graph_destroy(file->graph);
    file->graph = graph_create();
    file->kind = kind;
    file->what = kind->constructor;
    sandbox = sandbox_create(file->graph, file->path);
    sandbox_include(sandbox, &file->includes);
    good = sandbox_run(sandbox, file->text, kind->constructor, kind->read, file, error);
    *other = sandbox_is_other_kind(sandbox);
    sandbox_destroy(sandbox);
    if (good && file->includes.count && !kind->includes)
        good = error_set(error, "%s: a %s includes no other file; write its numbers into this one",
                         file->path, kind->constructor);
    return good && (!kind->finish || kind->finish(file, error));
}

static enum sandbox_file_end load(void *context, struct error *error)
{
    struct reading *reading = context;
    struct error reason, first = {""};

    for (const struct file_reader_kind *kind = reading->kinds; kind->constructor; kind++) {
        bool other;

        if (read(reading, kind, &other, &reason))
            return SANDBOX_FILE_DONE;
        if (!other) {
            *error = reason;
            return SANDBOX_FILE_REFUSED;
        }
        if (kind == reading->kinds)
            first = reason;
    }
    *error = first;
    return SANDBOX_FILE_OTHER_KIND;
}

struct file_reader *file_reader_create(size_t size, const char *path, const struct file_reader_kind *kinds,
                                       bool *other_kind, struct error *error)
{
    char *text = sandbox_file_read(path, error);
    struct reading reading = {.kinds = kinds};
    enum sandbox_file_end end;

    if (other_kind)
        *other_kind = false;
    if (!text)
        return NULL;
    reading.file = memory_create(1, size);
    reading.file->size = size;
    reading.file->path = memory_keep_string(&reading.file->kept, path);
    reading.file->text = memory_keep_string(&reading.file->kept, text);
    free(text);
    if (!sandbox_includes_read(&reading.file->includes, &reading.file->kept, reading.file->path,
                               reading.file->text, error)) {
        file_reader_destroy(reading.file);
        return NULL;
    }
    end = sandbox_file_try(load, &reading, path, error);
    if (other_kind)
        *other_kind = end == SANDBOX_FILE_OTHER_KIND;
    if (end == SANDBOX_FILE_DONE && load(&reading, error) == SANDBOX_FILE_DONE)
        return reading.file;
    file_reader_destroy(reading.file);
    return NULL;
}

struct file_reader *file_reader_create_changed(const struct file_reader *file, size_t last)
{
    struct file_reader *changed = memory_create(1, file->size);
    const struct reading reading = {.file = changed};
    struct file_reader_kind unfinished = *file->kind;
    struct error ignored;
    bool other;

    unfinished.finish = NULL;
    changed->size = file->size;
    changed->path = memory_keep_string(&changed->kept, file->path);
    changed->text = memory_keep_string(&changed->kept, file->text);
    changed->includes = file->includes;
    changed->text[last] = (char)(changed->text[last] == '9' ? '8' : changed->text[last] + 1);
    if (read(&reading, &unfinished, &other, &ignored)) {
        changed->kind = file->kind;
        return changed;
    }
    file_reader_destroy(changed);
    return NULL;
}

void file_reader_destroy(struct file_reader *file)
{
    if (!file)
        return;
    graph_destroy(file->graph);
    memory_release(file->kept);
    free(file);
}

mpfr_t *file_reader_evaluate(const expression *f, size_t count, mpfr_prec_t precision)
{
    mpfr_t *values;

    if (!f)
        return NULL;
    values = number_block_create(count, precision);
    graph_value_all(values, count, f, NULL);
    return values;
}

mpfr_t *file_reader_finite(const struct file_reader *file, const char *key, const expression *f, size_t count,
                           mpfr_prec_t precision, struct error *error)
{
    mpfr_t *values = file_reader_evaluate(f, count, precision);

    for (size_t i = 0; i < count; i++) {
        if (mpfr_number_p(values[i]))
            continue;
        error_set(error, "%s: %s.%s: number %zu is not finite; write another", file->path, file->what, key,
                  i + 1);
        number_block_destroy(values);
        return NULL;
    }
    return values;
}
