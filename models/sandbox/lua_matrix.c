/* Vectors and matrices of expressions in Lua: see lua_matrix.h.
 *
 * A derivative is taken by variables.  That of a function at a point y, which need not be variables, is that of its value at
 * variables of MATRIX_BLOCK, at which y is put in afterwards; those of a function in a function have places of their own. */
#include "models/sandbox/lua_matrix.h"

#include <lauxlib.h>
#include <string.h>

#include "models/sandbox/lua_expression.h"
#include "models/sandbox/sandbox.h"
#include "numerics/graph/graph_value.h"
#include "numerics/number_block.h"

enum {
    MATRIX_BLOCK = 16,
    MOST_ENTRIES = 20000,
    /* Points at which an expression is asked whether it vanishes: so many numbers for each of the first blocks of inputs */
    POINTS = 3,
    POINT_BLOCKS = 4,
    MOST_INPUTS = 2048,
    POINT_BITS = 256,
    ZERO_BITS = 200
};

static const char TYPE[] = "matrix";

/* -- values -- */

bool lua_matrix_is(lua_State *lua, int index)
{
    return luaL_testudata(lua, index, TYPE) != NULL;
}

static bool is_vector(expressions A)
{
    return A.columns == 1;
}

int lua_matrix_push(lua_State *lua, expressions A)
{
    expressions *pushed;

    for (size_t k = 0; k < A.rows * A.columns; k++) {
        if (A.entry[k])
            continue;
        lua_pushstring(lua, graph_error(A.graph));
        graph_clear_error(A.graph);
        return sandbox_raise(lua, "%s", lua_tostring(lua, -1));
    }
    pushed = lua_newuserdatauv(lua, sizeof *pushed, 0);
    *pushed = A;
    luaL_setmetatable(lua, TYPE);
    return 1;
}

/* Of this size, to be filled in */
static expressions create(lua_State *lua, size_t rows, size_t columns)
{
    if (rows > MOST_ENTRIES || columns > MOST_ENTRIES || rows * columns > MOST_ENTRIES)
        sandbox_raise(lua, "a matrix of %zu rows and %zu columns is larger than %d entries", rows, columns,
                      MOST_ENTRIES);
    return graph_zeros(sandbox_graph(lua), rows, columns);
}

static expression get_entry(lua_State *lua, int index, const char *what)
{
    struct error error;
    const expression entry =
        lua_matrix_is(lua, index)
            ? (error_set(&error, "a vector is no number; write one of its entries, such as v[1]"), NULL)
            : lua_expression_get(lua, index, &error);

    if (!entry)
        sandbox_raise(lua, "%s: %s", what, error.text);
    return entry;
}

/* A list, of numbers or of lists of as many numbers */
static expressions read_list(lua_State *lua, int index, const char *what)
{
    const size_t rows = lua_rawlen(lua, index);
    size_t columns = 1;
    bool of_lists;
    expressions A;

    if (rows == 0)
        sandbox_raise(lua, "%s is an empty list; write { a, b, ... }", what);
    lua_rawgeti(lua, index, 1);
    of_lists = lua_istable(lua, -1) || lua_matrix_is(lua, -1);
    if (of_lists)
        columns = lua_matrix_get(lua, -1, what).rows;
    lua_pop(lua, 1);
    A = create(lua, rows, columns);
    for (size_t i = 0; i < rows; i++, lua_pop(lua, 1)) {
        lua_rawgeti(lua, index, (lua_Integer)i + 1);
        if (!of_lists) {
            A.entry[i] = get_entry(lua, -1, what);
            continue;
        }
        const expressions row = lua_matrix_get(lua, -1, what);

        if (row.rows != columns || row.columns != 1)
            sandbox_raise(lua, "%s: row %zu has %zu numbers and the first one %zu; write rows of one length",
                          what, i + 1, row.rows, columns);
        memcpy(A.entry + i * columns, row.entry, columns * sizeof(expression));
    }
    return A;
}

expressions lua_matrix_get(lua_State *lua, int index, const char *what)
{
    const expressions *A = luaL_testudata(lua, index, TYPE);
    expressions one;

    index = lua_absindex(lua, index);
    if (A)
        return *A;
    luaL_checkstack(lua, 10, "lists in lists");
    if (lua_istable(lua, index))
        return read_list(lua, index, what);
    one = create(lua, 1, 1);
    *one.entry = get_entry(lua, index, what);
    return one;
}

static expressions get_vector(lua_State *lua, int index, const char *what)
{
    const expressions v = lua_matrix_get(lua, index, what);

    if (!is_vector(v))
        sandbox_raise(lua, "%s takes a vector, not a matrix of %zu rows and %zu columns", what, v.rows,
                      v.columns);
    return v;
}

/* A quotient such as n/2 counts as an integer if it is one. */
static size_t get_size(lua_State *lua, int index, const char *what)
{
    int whole;
    const lua_Integer size = lua_tointegerx(lua, index, &whole);

    if (lua_type(lua, index) != LUA_TNUMBER || !whole || size < 1 || size > MOST_ENTRIES)
        sandbox_raise(lua, "%s takes a number of rows from 1 to %d", what, MOST_ENTRIES);
    return (size_t)size;
}

/* -- operators -- */

static int raise_sizes(lua_State *lua, expressions A, char sign, expressions B)
{
    return sandbox_raise(
        lua,
        is_vector(A) && is_vector(B) && sign == '*'
            ? "two vectors have no product (%zu x %zu %c %zu x %zu); write dot(a, b) or a * b.T"
            : "the sizes do not fit: %zu x %zu %c %zu x %zu; write operands that fit",
        A.rows, A.columns, sign, B.rows, B.columns);
}

static int operate_on_both(lua_State *lua, enum operation operation, expressions A, expressions B)
{
    if (operation == OPERATION_MULTIPLY)
        return A.columns == B.rows ? lua_matrix_push(lua, graph_product(A, B)) : raise_sizes(lua, A, '*', B);
    if (operation == OPERATION_DIVIDE)
        return sandbox_raise(lua, "nothing is divided by a vector or a matrix; write solve(A, b)");
    if (A.rows != B.rows || A.columns != B.columns)
        return raise_sizes(lua, A, operation == OPERATION_ADD ? '+' : '-', B);
    return lua_matrix_push(lua, graph_entrywise(operation, A, B));
}

int lua_matrix_operate(lua_State *lua, enum operation operation)
{
    static const char what[] = "an operand";
    const bool first = lua_matrix_is(lua, 1) || lua_istable(lua, 1),
               second = lua_matrix_is(lua, 2) || lua_istable(lua, 2);
    const expressions A = lua_matrix_get(lua, 1, what);

    if (operation == OPERATION_NEGATE)
        return lua_matrix_push(lua, graph_negative(A));
    const expressions B = lua_matrix_get(lua, 2, what);

    if (first && second)
        return operate_on_both(lua, operation, A, B);
    if (operation == OPERATION_MULTIPLY)
        return lua_matrix_push(lua, first ? graph_scaled(*B.entry, A) : graph_scaled(*A.entry, B));
    if (operation == OPERATION_DIVIDE && first)
        return lua_matrix_push(lua, graph_over(A, *B.entry));
    return operation == OPERATION_DIVIDE
               ? operate_on_both(lua, operation, A, B)
               : sandbox_raise(lua, "a number and a vector have no sum; write a vector of as many numbers");
}

/* Upvalue 1: the operation. */
static int operate(lua_State *lua)
{
    return lua_matrix_operate(lua, (enum operation)lua_tointeger(lua, lua_upvalueindex(1)));
}

static int give_length(lua_State *lua)
{
    lua_pushinteger(lua, (lua_Integer)lua_matrix_get(lua, 1, TYPE).rows);
    return 1;
}

static int find_entry(lua_State *lua)
{
    const expressions A = lua_matrix_get(lua, 1, TYPE);
    const char *name = lua_type(lua, 2) == LUA_TSTRING ? lua_tostring(lua, 2) : "";

    if (strcmp(name, "T") == 0)
        return lua_matrix_push(lua, graph_transposed(A));
    if (!lua_isinteger(lua, 2) || lua_tointeger(lua, 2) < 1 || (size_t)lua_tointeger(lua, 2) > A.rows)
        return sandbox_raise(lua, "no entry '%.40s'; the entries are 1 to %zu, and T is the transpose",
                             lua_tostring(lua, 2) ? lua_tostring(lua, 2) : luaL_typename(lua, 2), A.rows);
    const size_t i = (size_t)lua_tointeger(lua, 2) - 1;

    if (!is_vector(A))
        return lua_matrix_push(lua, graph_transposed(graph_rows(A, i, 1)));
    lua_expression_push(lua, A.entry[i]);
    return 1;
}

static int refuse_assignment(lua_State *lua)
{
    return sandbox_raise(lua, "an entry cannot be assigned; write vector { a, b, ... }");
}

static int refuse_operator(lua_State *lua)
{
    return sandbox_raise(lua, "this operator has no meaning for vectors; write + - * or /");
}

static int refuse_call(lua_State *lua)
{
    return sandbox_raise(lua, "a vector is not a function; write * for a product");
}

/* -- functions -- */

static int make(lua_State *lua)
{
    const char *name = lua_tostring(lua, lua_upvalueindex(1));
    const expressions A = lua_matrix_get(lua, 1, name);

    return lua_matrix_push(lua, A);
}

static int make_zeros(lua_State *lua)
{
    const size_t rows = get_size(lua, 1, "zeros");

    return lua_matrix_push(lua, create(lua, rows, lua_isnoneornil(lua, 2) ? 1 : get_size(lua, 2, "zeros")));
}

static int make_identity(lua_State *lua)
{
    const size_t n = get_size(lua, 1, "identity");

    create(lua, n, n);
    return lua_matrix_push(lua, graph_unit(sandbox_graph(lua), n));
}

/* Upvalue 1: whether beside. */
static int join(lua_State *lua)
{
    const bool beside = lua_toboolean(lua, lua_upvalueindex(1));
    const char *what = beside ? "beside" : "stack";
    expressions A = lua_matrix_get(lua, 1, what);

    for (int k = 2; k <= lua_gettop(lua); k++) {
        const expressions B = lua_matrix_get(lua, k, what);

        if (beside ? A.rows != B.rows : A.columns != B.columns)
            return raise_sizes(lua, A, beside ? '|' : '/', B);
        A = beside ? graph_beside(A, B) : graph_above(A, B);
        create(lua, A.rows, A.columns);
    }
    return lua_matrix_push(lua, A);
}

static int take_rows(lua_State *lua)
{
    const expressions A = lua_matrix_get(lua, 1, "rows");
    const size_t first = get_size(lua, 2, "rows"), last = get_size(lua, 3, "rows");

    if (first > last || last > A.rows)
        return sandbox_raise(
            lua, "rows takes a matrix, the first row and the last one; the rows are 1 to %zu", A.rows);
    return lua_matrix_push(lua, graph_rows(A, first - 1, last - first + 1));
}

static int find_dot(lua_State *lua)
{
    const expressions a = get_vector(lua, 1, "dot"), b = get_vector(lua, 2, "dot");

    if (a.rows != b.rows)
        return raise_sizes(lua, a, '.', b);
    const expressions product = graph_matrix(a.graph, 1, 1, (const expression[]){graph_dot(a, b)});

    lua_matrix_push(lua, product);
    lua_expression_push(lua, *product.entry);
    return 1;
}

/* The matrix of v -> a x v */
static expressions find_hat(lua_State *lua, int index, const char *what)
{
    const expressions a = get_vector(lua, index, what);
    struct graph *graph = a.graph;

    if (a.rows != 3)
        sandbox_raise(lua, "%s takes vectors of 3 numbers, not of %zu", what, a.rows);
    return graph_antisymmetric(3,
                               graph_matrix(graph, 3, 1,
                                            (const expression[]){graph_negate(graph, a.entry[2]), a.entry[1],
                                                                 graph_negate(graph, a.entry[0])}));
}

static int make_hat(lua_State *lua)
{
    return lua_matrix_push(lua, find_hat(lua, 1, "hat"));
}

static int find_cross(lua_State *lua)
{
    const expressions A = find_hat(lua, 1, "cross"), b = get_vector(lua, 2, "cross");

    return b.rows == 3 ? lua_matrix_push(lua, graph_product(A, b)) : raise_sizes(lua, A, '*', b);
}

static int find_solution(lua_State *lua)
{
    const expressions A = lua_matrix_get(lua, 1, "solve"), b = lua_matrix_get(lua, 2, "solve");
    expressions solution = graph_zeros(A.graph, b.columns, b.rows);

    if (A.rows != A.columns || A.rows != b.rows)
        return raise_sizes(lua, A, '\\', b);
    for (size_t k = 0; k < b.columns; k++) {
        const expressions column = graph_transposed(graph_rows(graph_transposed(b), k, 1)),
                          y = graph_solution(A, column);

        memcpy(solution.entry + k * b.rows, y.entry, b.rows * sizeof(expression));
    }
    return lua_matrix_push(lua, graph_transposed(solution));
}

/* The k-th of numbers between 1/4 and 5/4 without a pattern */
static void set_point(mpfr_t value, size_t k)
{
    mpfr_sqrt_ui(value, 5, MPFR_RNDN);
    mpfr_mul_ui(value, value, k + 1, MPFR_RNDN);
    mpfr_frac(value, value, MPFR_RNDN);
    mpfr_add_d(value, value, 0.25, MPFR_RNDN);
}

/* Whether A is zero at POINTS points, to ZERO_BITS. */
static bool vanishes_at_points(expressions A)
{
    const size_t count = A.rows * A.columns;
    mpfr_t *value = number_block_create(MOST_INPUTS + count, POINT_BITS), *result = value + MOST_INPUTS;
    bool zero = true;

    for (size_t point = 0; point < POINTS && zero; point++) {
        for (size_t k = 0; k < MOST_INPUTS; k++)
            set_point(value[k], (point + 1) * MOST_INPUTS + k);
        graph_value_all(result, count, A.entry, (mpfr_t *const[]){value, value + 1, value + 2, value + 3});
        for (size_t k = 0; k < count && zero; k++)
            zero =
                mpfr_zero_p(result[k]) || (mpfr_regular_p(result[k]) && mpfr_get_exp(result[k]) < -ZERO_BITS);
    }
    number_block_destroy(value);
    return zero;
}

bool lua_matrix_vanishes(expressions A)
{
    bool few = true;

    for (size_t block = 0; block < POINT_BLOCKS && few; block++)
        few = graph_is_free(A, graph_variables(A.graph, block, MOST_INPUTS - POINT_BLOCKS, 1));
    few = few && graph_is_free(A, graph_variables(A.graph, MATRIX_BLOCK, 0, 1));
    return graph_vanishes(A) || (few && vanishes_at_points(A));
}

static int is_zero(lua_State *lua)
{
    lua_pushboolean(lua, lua_matrix_vanishes(lua_matrix_get(lua, 1, "is_zero")));
    return 1;
}

/* -- derivatives -- */

static const char DEPTH[] = "variables of functions";

/* How many variables of MATRIX_BLOCK are in use; takes `count` more, or gives them back. */
static size_t take_variables(lua_State *lua, lua_Integer count)
{
    lua_Integer used;

    lua_getfield(lua, LUA_REGISTRYINDEX, DEPTH);
    used = lua_tointeger(lua, -1);
    lua_pushinteger(lua, used + count);
    lua_setfield(lua, LUA_REGISTRYINDEX, DEPTH);
    lua_pop(lua, 1);
    return (size_t)used;
}

/* df_i/dx_j */
static expressions differentiate(expressions f, expressions x)
{
    const expressions J = graph_zeros(f.graph, f.rows, x.rows);

    for (size_t k = 0; k < f.rows * x.rows; k++) {
        const expression by = x.entry[k % x.rows];

        J.entry[k] = graph_derivative(f.graph, f.entry[k / x.rows], by->block, by->index);
    }
    return J;
}

/* The derivative of the function at 1 at the point y; variables `used` and those behind it are free. */
static expressions differentiate_function(lua_State *lua, expressions y, const char *name)
{
    const bool scalar = !lua_matrix_is(lua, 2) && !lua_istable(lua, 2);
    const size_t used = take_variables(lua, (lua_Integer)y.rows);
    const expressions x = graph_variables(y.graph, MATRIX_BLOCK, used, y.rows);
    expressions J, point;

    lua_pushvalue(lua, 1);
    if (scalar)
        lua_expression_push(lua, *x.entry);
    else
        lua_matrix_push(lua, x);
    lua_call(lua, 1, 1);
    J = differentiate(get_vector(lua, -1, name), x);
    lua_pop(lua, 1);
    point = graph_above(graph_variables(y.graph, MATRIX_BLOCK, 0, used), y);
    take_variables(lua, -(lua_Integer)y.rows);
    return graph_at(J, MATRIX_BLOCK, point);
}

static expressions find_derivative(lua_State *lua, const char *name)
{
    expressions f, x;

    if (lua_gettop(lua) != 2)
        sandbox_raise(lua, "%s takes two values; write %s(f, x)", name, name);
    x = get_vector(lua, 2, name);
    if (lua_isfunction(lua, 1))
        return differentiate_function(lua, x, name);
    f = get_vector(lua, 1, name);
    for (size_t i = 0; i < x.rows; i++) {
        if (x.entry[i]->operation != OPERATION_INPUT)
            sandbox_raise(
                lua,
                "%s takes derivatives by variables, such as the state or an unknown; write %s(function (y) "
                "return ... end, x) for those at another point",
                name, name);
    }
    return differentiate(f, x);
}

static int find_jacobian(lua_State *lua)
{
    return lua_matrix_push(lua, find_derivative(lua, "jacobian"));
}

static int find_gradient(lua_State *lua)
{
    const expressions J = find_derivative(lua, "gradient");

    if (J.rows != 1)
        return sandbox_raise(
            lua, "gradient takes a scalar, not a vector of %zu numbers; write jacobian(f, x)", J.rows);
    return lua_matrix_push(lua, graph_transposed(J));
}

/* Upvalue 1: the function whose gradient it is. */
static int call_gradient(lua_State *lua)
{
    lua_settop(lua, 1);
    lua_pushvalue(lua, lua_upvalueindex(1));
    lua_insert(lua, 1);
    return find_gradient(lua);
}

static int find_hessian(lua_State *lua)
{
    if (lua_gettop(lua) != 2)
        return sandbox_raise(lua, "hessian takes two values; write hessian(f, x)");
    if (lua_isfunction(lua, 1)) {
        lua_pushvalue(lua, 1);
        lua_pushcclosure(lua, call_gradient, 1);
        lua_replace(lua, 1);
    } else {
        lua_pushvalue(lua, 2);
        find_gradient(lua);
        lua_replace(lua, 1);
        lua_settop(lua, 2);
    }
    return find_jacobian(lua);
}

/* -- all -- */

static void push_type(lua_State *lua)
{
    static const struct {
        const char *name;
        lua_CFunction function;
    } others[] = {
        {"__len", give_length},     {"__index", find_entry},       {"__newindex", refuse_assignment},
        {"__call", refuse_call},    {"__concat", refuse_operator}, {"__pow", refuse_operator},
        {"__mod", refuse_operator}, {"__idiv", refuse_operator},   {"__lt", refuse_operator},
        {"__le", refuse_operator}};
    static const struct {
        const char *name;
        enum operation operation;
    } operators[] = {{"__add", OPERATION_ADD},
                     {"__sub", OPERATION_SUBTRACT},
                     {"__mul", OPERATION_MULTIPLY},
                     {"__div", OPERATION_DIVIDE},
                     {"__unm", OPERATION_NEGATE}};

    luaL_newmetatable(lua, TYPE);
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        lua_pushcfunction(lua, others[k].function);
        lua_setfield(lua, -2, others[k].name);
    }
    for (size_t k = 0; k < sizeof operators / sizeof *operators; k++) {
        lua_pushinteger(lua, operators[k].operation);
        lua_pushcclosure(lua, operate, 1);
        lua_setfield(lua, -2, operators[k].name);
    }
    lua_pop(lua, 1);
}

void lua_matrix_add(lua_State *lua)
{
    static const struct {
        const char *name;
        lua_CFunction function;
    } functions[] = {{"zeros", make_zeros},       {"identity", make_identity}, {"rows", take_rows},
                     {"is_zero", is_zero},        {"dot", find_dot},           {"cross", find_cross},
                     {"hat", make_hat},           {"solve", find_solution},    {"gradient", find_gradient},
                     {"jacobian", find_jacobian}, {"hessian", find_hessian}};
    static const char *const makers[] = {"vector", "matrix"}, *const joins[] = {"stack", "beside"};

    push_type(lua);
    for (size_t k = 0; k < sizeof functions / sizeof *functions; k++) {
        lua_pushcfunction(lua, functions[k].function);
        lua_setfield(lua, -2, functions[k].name);
    }
    for (int k = 0; k < 2; k++) {
        lua_pushstring(lua, makers[k]);
        lua_pushcclosure(lua, make, 1);
        lua_setfield(lua, -2, makers[k]);
        lua_pushboolean(lua, k);
        lua_pushcclosure(lua, join, 1);
        lua_setfield(lua, -2, joins[k]);
    }
}
