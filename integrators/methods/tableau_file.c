/* Files of coefficients: see tableau_file.h. */
#include "integrators/methods/tableau_file.h"

#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/tableaux/tableau_audit.h"
#include "models/sandbox/lua_expression.h"
#include "models/sandbox/sandbox.h"
#include "models/sandbox/sandbox_file.h"
#include "models/sandbox/sandbox_library.h"
#include "numerics/graph/graph_value.h"
#include "numerics/number_block.h"
#include "numerics/text.h"

enum { MOST_STAGES = 32, GUARD_BITS = 64, CHECK_BITS = 128, HIGHEST_ORDER = 64 };

/* ---- reading: the table of the file is at stack index 1 ---- */

/* Refuses keys of the table on top of the stack, which stays, that are not among `known`. */
static void check_keys(lua_State *lua, const char *owner, const char *const *known)
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
static expression read_number(lua_State *lua, const char *key)
{
    struct error error;
    expression value = lua_isnil(lua, -1) ? NULL : lua_expression_get(lua, -1, &error);

    if (lua_isnil(lua, -1))
        sandbox_raise(lua, "tableau.%s has fewer numbers than the tableau has stages; write as many as b has",
                      key);
    if (!value)
        sandbox_raise(lua, "tableau.%s: %s", key, error.text);
    lua_pop(lua, 1);
    return value;
}

/* The list on top of the stack, popped, of exactly as many numbers. */
static void read_row(lua_State *lua, const char *key, size_t stages, expression *row)
{
    if (!lua_istable(lua, -1) || lua_rawlen(lua, -1) != stages)
        sandbox_raise(lua,
                      "tableau.%s is no list of %zu numbers, as many as b has; write %s = { \"1/2\", ... }",
                      key, stages, key);
    for (size_t i = 0; i < stages; i++) {
        lua_rawgeti(lua, -1, (lua_Integer)i + 1);
        row[i] = read_number(lua, key);
    }
    lua_pop(lua, 1);
}

/* `rows` lists one after the other, or with rows 0 the list itself; NULL where the file does not have the key. */
static expression *read_matrix(lua_State *lua, struct tableau_file *file, const char *key, size_t rows)
{
    size_t s = file->stages;
    expression *matrix;

    if (lua_getfield(lua, 1, key) == LUA_TNIL) {
        lua_pop(lua, 1);
        return NULL;
    }
    matrix = memory_keep(&file->kept, (rows ? rows : 1) * s, sizeof(expression));
    if (rows == 0) {
        read_row(lua, key, s, matrix);
        return matrix;
    }
    if (!lua_istable(lua, -1) || lua_rawlen(lua, -1) != rows)
        sandbox_raise(lua, "tableau.%s has not as many rows as b has numbers; write %zu rows { ... }", key,
                      rows);
    for (size_t i = 0; i < rows; i++) {
        lua_rawgeti(lua, -1, (lua_Integer)i + 1);
        read_row(lua, key, s, matrix + i * s);
    }
    lua_pop(lua, 1);
    return matrix;
}

static char *read_word(lua_State *lua, struct tableau_file *file, const char *key)
{
    const char *word = lua_getfield(lua, 1, key) == LUA_TSTRING ? lua_tostring(lua, -1) : NULL;

    if (!word && !lua_isnil(lua, -1))
        sandbox_raise(lua, "tableau.%s is no string; write %s = \"...\"", key, key);
    word = memory_keep_string(&file->kept, word);
    lua_pop(lua, 1);
    return (char *)word;
}

static int read_integer(lua_State *lua, int table, const char *key, int low, int high)
{
    int type = lua_getfield(lua, table, key);
    lua_Integer value = type == LUA_TNIL ? 0 : lua_isinteger(lua, -1) ? lua_tointeger(lua, -1) : high + 1;

    if (value < low || value > high)
        sandbox_raise(lua, "tableau: %s must be an integer from %d to %d", key, low, high);
    lua_pop(lua, 1);
    return (int)value;
}

/* The next claim of the family, which has room for one more behind it. */
static void add_claim(struct tableau_file *file, const char *property, const char *value)
{
    struct method_claim *claim = file->family.claim;

    while (claim->property)
        claim++;
    *claim = (struct method_claim){property, value, file->path};
}

static void read_claims(lua_State *lua, struct tableau_file *file)
{
    static const char *const keys[] = {"order", "symplectic", "symmetric", NULL};
    char order[16];

    if (lua_getfield(lua, 1, "claims") == LUA_TTABLE) {
        check_keys(lua, "tableau.claims", keys);
        file->family.order_offset = read_integer(lua, -1, keys[0], 0, HIGHEST_ORDER);
        snprintf(order, sizeof order, "%d", file->family.order_offset);
        if (file->family.order_offset)
            add_claim(file, keys[0], memory_keep_string(&file->kept, order));
        for (int k = 1; keys[k]; k++) {
            if (lua_getfield(lua, -1, keys[k]) != LUA_TNIL && !lua_isboolean(lua, -1))
                sandbox_raise(lua, "tableau.claims.%s is neither true nor false; write %s = true", keys[k],
                              keys[k]);
            if (lua_toboolean(lua, -1))
                add_claim(file, keys[k], "true");
            lua_pop(lua, 1);
        }
    } else if (!lua_isnil(lua, -1)) {
        sandbox_raise(lua, "tableau.claims is no table; write claims = { order = 4, symplectic = true }");
    }
    lua_pop(lua, 1);
}

static void read_form(lua_State *lua, struct tableau_file *file)
{
    static const char *const forms[] = {"runge-kutta", "variational"};
    const char *form = read_word(lua, file, "form");

    file->variational = form ? strcmp(form, forms[1]) == 0 : file->abar != NULL;
    if (form && strcmp(form, forms[file->variational]) != 0)
        sandbox_raise(lua, "tableau.form is '%.40s'; write form = \"runge-kutta\" or form = \"variational\"",
                      form);
    if (file->abar && !file->variational)
        sandbox_raise(lua, "tableau.abar is of no use to form = \"runge-kutta\"; leave out one of them");
}

static int read_tableau(lua_State *lua)
{
    static const char *const keys[] = {"name", "title",       "source",     "a",    "abar",   "b",
                                       "c",    "null_vector", "r_infinity", "form", "claims", NULL};
    struct tableau_file *file = sandbox_context(lua);
    const char *fault;

    lua_settop(lua, 1);
    check_keys(lua, "tableau", keys);
    if (!(file->name = read_word(lua, file, "name")))
        sandbox_raise(lua, "tableau.name is missing; write name = \"my-method\"");
    if ((fault = text_name_fault(file->name)) || strpbrk(file->name, "/:*?[ "))
        sandbox_raise(lua, "tableau.name %s",
                      fault ? fault : "has a blank or one of / : * ? [; write letters, digits and hyphens");
    lua_getfield(lua, 1, "b");
    file->stages = lua_istable(lua, -1) ? lua_rawlen(lua, -1) : 0;
    if (file->stages < 1 || file->stages > MOST_STAGES)
        sandbox_raise(lua, "tableau.b is no list of 1 to %d numbers; write b = { \"1/2\", \"1/2\" }",
                      MOST_STAGES);
    lua_pop(lua, 1);
    file->b = read_matrix(lua, file, "b", 0);
    if (!(file->a = read_matrix(lua, file, "a", file->stages)))
        sandbox_raise(lua, "tableau.a is missing; write a = { { \"1/2\" } }, as many rows as b has numbers");
    file->abar = read_matrix(lua, file, "abar", file->stages);
    file->c = read_matrix(lua, file, "c", 0);
    file->null_vector = read_matrix(lua, file, "null_vector", 0);
    file->r_infinity = read_integer(lua, 1, "r_infinity", -1, 1);
    read_form(lua, file);
    file->family = method_file_families[file->variational];
    read_claims(lua, file);
    return 0;
}

/* ---- files ---- */

/* Where the file does not say R(infinity), it is that of a, if that is 1 or -1; else there are no projections. */
static void find_r_infinity(struct tableau_file *file, const struct tableau *tableau)
{
    struct tableau_audit audit;

    if (file->r_infinity != 0 || !file->variational)
        return;
    tableau_audit_with_trees(tableau, 1, &audit);
    if (fabs(fabs(audit.r_infinity) - 1) <= audit.threshold)
        file->r_infinity = audit.r_infinity > 0 ? 1 : -1;
    else
        file->family.no_projections =
            "R(infinity) of its coefficients is neither 1 nor -1; write r_infinity in its file";
}

static enum sandbox_file_end load(void *context, struct error *error)
{
    struct tableau_file *file = context;
    struct sandbox *sandbox;
    struct tableau *tableau = NULL;
    bool good, other_kind;

    graph_destroy(file->graph);
    file->graph = graph_create();
    sandbox = sandbox_create(file->graph, file->path);
    good = sandbox_run(sandbox, file->text, "tableau", read_tableau, file, error);
    other_kind = sandbox_is_other_kind(sandbox);
    sandbox_destroy(sandbox);
    if (good && (tableau = tableau_file_evaluate(file, CHECK_BITS, error)))
        find_r_infinity(file, tableau);
    good = tableau;
    tableau_destroy(tableau);
    return good ? SANDBOX_FILE_DONE : other_kind ? SANDBOX_FILE_OTHER_KIND : SANDBOX_FILE_REFUSED;
}

struct tableau_file *tableau_file_create(const char *path, bool *other_kind, struct error *error)
{
    char *text = sandbox_file_read(path, error);
    struct tableau_file *file;
    enum sandbox_file_end end;

    if (other_kind)
        *other_kind = false;
    if (!text)
        return NULL;
    file = memory_create(1, sizeof *file);
    file->path = memory_keep_string(&file->kept, path);
    file->text = memory_keep_string(&file->kept, text);
    free(text);
    end = sandbox_file_try(load, file, path, error);
    if (other_kind)
        *other_kind = end == SANDBOX_FILE_OTHER_KIND;
    if (end == SANDBOX_FILE_DONE && load(file, error) == SANDBOX_FILE_DONE)
        return file;
    tableau_file_destroy(file);
    return NULL;
}

void tableau_file_destroy(struct tableau_file *file)
{
    if (!file)
        return;
    graph_destroy(file->graph);
    memory_release(file->kept);
    free(file);
}

struct method tableau_file_method(const struct tableau_file *file)
{
    struct method method = {.family = &file->family, .base = &file->family, .file = file};

    snprintf(method.name, sizeof method.name, "%s", file->name);
    snprintf(method.tableau, sizeof method.tableau, "%s", file->name);
    return method;
}

/* ---- numbers ---- */

/* NULL where there are none. */
static mpfr_t *evaluate(const expression *f, size_t count, mpfr_prec_t precision)
{
    mpfr_t *values;

    if (!f)
        return NULL;
    values = number_block_create(count, precision);
    graph_value_all(values, count, f, NULL);
    return values;
}

struct tableau *tableau_file_evaluate(const struct tableau_file *file, mpfr_prec_t precision,
                                      struct error *error)
{
    size_t s = file->stages;
    struct tableau given = {.stages = s,
                            .r_infinity = file->r_infinity,
                            .claimed_order = file->family.order_offset,
                            .a = evaluate(file->a, s * s, precision + GUARD_BITS),
                            .abar = evaluate(file->abar, s * s, precision + GUARD_BITS),
                            .b = evaluate(file->b, s, precision + GUARD_BITS),
                            .null_vector = evaluate(file->null_vector, s, precision + GUARD_BITS)};
    struct error reason;
    struct tableau *tableau = tableau_create_from(&given, precision, &reason);

    if (!tableau)
        error_set(error, "%s: %s", file->path, reason.text);
    number_block_destroy(given.a);
    number_block_destroy(given.abar);
    number_block_destroy(given.b);
    number_block_destroy(given.null_vector);
    return tableau;
}

double tableau_file_row_sums(const struct tableau_file *file)
{
    struct error ignored;
    struct tableau *tableau = file->c ? tableau_file_evaluate(file, CHECK_BITS, &ignored) : NULL;
    mpfr_t *c = tableau ? evaluate(file->c, file->stages, CHECK_BITS) : NULL;
    double largest = 0;

    for (size_t i = 0; tableau && i < file->stages; i++) {
        mpfr_sub(c[i], c[i], tableau->c[i], MPFR_RNDN);
        largest = fmax(largest, fabs(mpfr_get_d(c[i], MPFR_RNDN)));
    }
    number_block_destroy(c);
    tableau_destroy(tableau);
    return largest;
}
