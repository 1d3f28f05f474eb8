/* The kind `body`: rigid bodies with a fixed point, and tops, reduced by their symmetry to so(n) and vectors that
 * turn with the body.  With m antisymmetric and J = diag(alpha)
 *
 *     Om_ij = m_ij / (alpha_i + alpha_j)          H = 1/4 tr(Om m^T) + c v . chi
 *     m' = [m, Om] - c (v chi^T - chi v^T)        v' = -Om v
 *
 * the Lie-Poisson equations of so(n) and of its semidirect product with R^n: for x = (m above the diagonal, v^1 ..
 * v^K), xi = dH/dm, u^k = dH/dv^k
 *
 *     m' = [m, xi] - sum_k (v^k u^k^T - u^k v^k^T)      v^k' = -xi v^k.
 *
 * Without chi there are no vectors; with it there is v, the direction of gravity seen from the body.  A model that
 * follows the attitude q has the n rows of q as vectors, q' = q Om, the last of which is v.
 * Source: McLachlan, Scovel (1994), sections 6.1, 6.2. */
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>

#include "models/kinds/kind.h"
#include "models/reader/model_field.h"
#include "models/sandbox/lua_source.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { LEAST_N = 2, MOST_N = 6 };

/* What the bodies' equations are written with. */
struct body {
    const struct model *model;
    struct graph *graph;
    size_t n, pairs, vectors;
    const expression *alpha;
};

static struct body body_of(const struct model *model)
{
    size_t n = model->body.n, pairs = n * (n - 1) / 2;

    return (struct body){model, model->graph, n, pairs, (model->dimension - pairs) / n, model->body.alpha};
}

/* Where m_ij, i < j, stands: row by row above the diagonal. */
static size_t pair(const struct body *w, size_t i, size_t j)
{
    return i * (2 * w->n - i - 1) / 2 + j - i - 1;
}

#define DEFINE_BINARY(name, OPERATION)                                                                       \
    static expression name(const struct body *w, expression a, expression b)                                 \
    {                                                                                                        \
        return graph_binary(w->graph, OPERATION, a, b);                                                      \
    }
DEFINE_BINARY(add, OPERATION_ADD)
DEFINE_BINARY(subtract, OPERATION_SUBTRACT)
DEFINE_BINARY(multiply, OPERATION_MULTIPLY)

static expression zero(const struct body *w)
{
    return graph_integer(w->graph, 0);
}

/* Entry (i, j) of the antisymmetric matrix that has x above the diagonal. */
static expression entry(const struct body *w, const expression *x, size_t i, size_t j)
{
    return i == j  ? zero(w)
           : i < j ? x[pair(w, i, j)]
                   : graph_unary(w->graph, OPERATION_NEGATE, x[pair(w, j, i)]);
}

/* rate = Pi(x) gradient */
static void apply_tensor(const struct body *w, const expression *x, const expression *gradient,
                         expression *rate)
{
    for (size_t i = 0; i < w->n; i++) {
        for (size_t j = i + 1; j < w->n; j++) {
            expression sum = zero(w);

            for (size_t k = 0; k < w->n; k++) {
                sum = add(w, sum, multiply(w, entry(w, x, i, k), entry(w, gradient, k, j)));
                sum = subtract(w, sum, multiply(w, entry(w, gradient, i, k), entry(w, x, k, j)));
            }
            for (size_t at = w->pairs; at < w->pairs + w->vectors * w->n; at += w->n) {
                sum = subtract(w, sum, multiply(w, x[at + i], gradient[at + j]));
                sum = add(w, sum, multiply(w, gradient[at + i], x[at + j]));
            }
            rate[pair(w, i, j)] = sum;
        }
    }
    for (size_t at = w->pairs; at < w->pairs + w->vectors * w->n; at += w->n) {
        for (size_t i = 0; i < w->n; i++) {
            rate[at + i] = zero(w);
            for (size_t k = 0; k < w->n; k++)
                rate[at + i] = subtract(w, rate[at + i], multiply(w, entry(w, gradient, i, k), x[at + k]));
        }
    }
}

/* -- the model file -- */

static const char *const keys[] = {"title",   "source",   "kind",       "alpha",    "c",
                                   "chi",     "attitude", "parameters", "sections", "invariants",
                                   "initial", "step",     NULL};

/* The list `key` of `count` constants (0: any number, which it becomes); NULL where there is none. */
static expression *read_list(lua_State *lua, const char *key, size_t *count)
{
    struct model *model = model_field_model(lua);
    struct model_field field = {NULL, key};
    expression *list = NULL;
    char *text;

    if (lua_getfield(lua, MODEL_FIELD_TABLE, key) == LUA_TTABLE) {
        size_t given = model_field_length(lua, lua_source_line(model->text, NULL, key), key);

        if (*count && given != *count)
            model_field_raise(lua, field, "%s has %zu component%s; write %zu, as many as alpha has", key,
                              given, given == 1 ? "" : "s", *count);
        *count = given;
        list = memory_keep(&model->kept, given, sizeof *list);
        for (size_t i = 0; i < given; i++) {
            lua_rawgeti(lua, -1, (lua_Integer)i + 1);
            model_field_read_constant(lua, field, true, &text, list + i);
        }
    } else if (!lua_isnil(lua, -1)) {
        model_field_raise(lua, field, "%s is a %s; write %s = { ... }, a list of numbers", key,
                          luaL_typename(lua, -1), key);
    }
    lua_pop(lua, 1);
    return list;
}

static void read_alpha(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    struct model_field field = {NULL, "alpha"};

    model->body.alpha = read_list(lua, "alpha", &model->body.n);
    if (!model->body.alpha || model->body.n < LEAST_N || model->body.n > MOST_N)
        model_field_raise(
            lua, field,
            "alpha is no list of %d to %d numbers; write alpha = { \"0.44\", \"0.5\", 1 }, the diagonal "
            "of J",
            LEAST_N, MOST_N);
    for (size_t i = 0; i < model->body.n; i++) {
        if (mpq_sgn(model->body.alpha[i]->value) <= 0)
            model_field_raise(lua, field, "alpha[%zu] is not positive; write the diagonal of a positive J",
                              i + 1);
    }
}

/* c chi */
static void read_gravity(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    bool given = lua_getfield(lua, MODEL_FIELD_TABLE, "c") != LUA_TNIL;
    expression strength = NULL, *chi = read_list(lua, "chi", &model->body.n);
    char *text;

    if (given != (chi != NULL))
        model_field_raise(lua, (struct model_field){NULL, given ? "c" : "chi"},
                          "a top has both c and chi, a free body neither; write the other one");
    if (!given) {
        lua_pop(lua, 1);
        return;
    }
    model_field_read_constant(lua, (struct model_field){NULL, "c"}, true, &text, &strength);
    for (size_t i = 0; i < model->body.n; i++)
        chi[i] = graph_binary(model->graph, OPERATION_MULTIPLY, strength, chi[i]);
    model->body.gravity = chi;
}

/* WORDij, or WORDi where j is 0; indices from 1 */
static char *name(struct model *model, const char *word, size_t i, size_t j)
{
    char text[40];
    int used = snprintf(text, sizeof text, "%s%u", word, (unsigned)i);

    if (j)
        snprintf(text + used, sizeof text - (size_t)used, "%u", (unsigned)j);
    return memory_keep_string(&model->kept, text);
}

static void name_coordinates(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    size_t n, at = 0;

    read_alpha(lua);
    read_gravity(lua);
    if (lua_getfield(lua, MODEL_FIELD_TABLE, "attitude") != LUA_TNIL && !lua_isboolean(lua, -1))
        model_field_raise(lua, (struct model_field){NULL, "attitude"},
                          "attitude is a %s; write attitude = true", luaL_typename(lua, -1));
    model->body.attitude = lua_toboolean(lua, -1);
    lua_pop(lua, 1);
    n = model->body.n;
    model->dimension = model->moved = n * (n - 1) / 2 + (model->body.attitude  ? n * n
                                                         : model->body.gravity ? n
                                                                               : 0);
    model->coordinates = memory_keep(&model->kept, model->dimension, sizeof *model->coordinates);
    model->secular = memory_keep(&model->kept, model->dimension, sizeof *model->secular);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++)
            model->coordinates[at++] = name(model, "m", i + 1, j + 1);
    }
    for (size_t k = 0; at < model->dimension; k++, at++)
        model->coordinates[at] =
            model->body.attitude ? name(model, "q", k / n + 1, k % n + 1) : name(model, "v", k + 1, 0);
}

/* -- what is derived -- */

static expression *create_state(const struct body *w)
{
    expression *x = memory_create(w->model->dimension, sizeof *x);

    for (size_t i = 0; i < w->model->dimension; i++)
        x[i] = graph_input(w->graph, MODEL_BLOCK_COORDINATES, i);
    return x;
}

/* 1/4 tr(Om m^T) + c v . chi */
static expression derive_energy(const struct body *w, const expression *x)
{
    expression sum = zero(w);

    for (size_t i = 0; i < w->n; i++) {
        for (size_t j = i + 1; j < w->n; j++) {
            expression m = x[pair(w, i, j)], inertia = add(w, w->alpha[i], w->alpha[j]);

            inertia = add(w, inertia, inertia);
            sum = add(w, sum, graph_binary(w->graph, OPERATION_DIVIDE, multiply(w, m, m), inertia));
        }
        if (w->model->body.gravity)
            sum = add(w, sum,
                      multiply(w, w->model->body.gravity[i], x[w->pairs + (w->vectors - 1) * w->n + i]));
    }
    return sum;
}

static void add_invariant(struct model *model, const char *invariant, expression value)
{
    model->invariant[model->invariants++] =
        (struct model_named_expression){memory_keep_string(&model->kept, invariant), value};
}

/* sum_ij m_ij^2 weight_ij over the pairs: 1, or alpha_i^2 + alpha_j^2 */
static expression sum_squares(const struct body *w, const expression *x, bool weighs)
{
    expression sum = zero(w);

    for (size_t i = 0; i < w->n; i++) {
        for (size_t j = i + 1; j < w->n; j++) {
            expression m = x[pair(w, i, j)], square = multiply(w, m, m),
                       weight = add(w, multiply(w, w->alpha[i], w->alpha[i]),
                                    multiply(w, w->alpha[j], w->alpha[j]));

            sum = add(w, sum, weighs ? multiply(w, weight, square) : square);
        }
    }
    return sum;
}

/* a^T m b; without m, a . b */
static expression contract(const struct body *w, const expression *m, const expression *a,
                           const expression *b)
{
    expression sum = zero(w);

    for (size_t i = 0; i < w->n; i++) {
        if (!m)
            sum = add(w, sum, multiply(w, a[i], b[i]));
        for (size_t j = 0; m && j < w->n; j++)
            sum = add(w, sum, multiply(w, multiply(w, a[i], b[j]), entry(w, m, i, j)));
    }
    return sum;
}

/* m12 v3 - m13 v2 + m23 v1, or of so(4) m12 m34 - m13 m24 + m14 m23 */
static expression derive_pfaffian(const struct body *w, const expression *m, const expression *v)
{
    const expression first = v ? v[2] : m[pair(w, 2, 3)], second = v ? v[1] : m[pair(w, 1, 3)],
                     third = v ? v[0] : m[pair(w, 0, 3)];

    return add(w, subtract(w, multiply(w, m[pair(w, 0, 1)], first), multiply(w, m[pair(w, 0, 2)], second)),
               multiply(w, m[pair(w, 1, 2)], third));
}

/* Casimirs of the bracket, momenta of the rotations that leave the energy as it is, and tr m^2 J^2. */
static void derive_invariants(struct model *model, const struct body *w, const expression *x)
{
    const expression *v = x + w->pairs;
    const size_t n = w->n, turning = model->body.gravity ? n - 1 : n; /* axes that may be turned */

    model->invariant =
        memory_keep(&model->kept, 4 + w->pairs + w->vectors * w->vectors, sizeof *model->invariant);
    if (!model->body.gravity) {
        add_invariant(model, "tr-m2", sum_squares(w, x, false));
        add_invariant(model, "tr-m2-J2", sum_squares(w, x, true));
    }
    if (n == 4 && !model->body.gravity)
        add_invariant(model, "pfaffian", derive_pfaffian(w, x, NULL));
    if (n == 3 && model->body.gravity)
        add_invariant(model, "m-v", derive_pfaffian(w, x, v + (w->vectors - 1) * n));
    for (size_t i = 0; i < w->vectors; i++) {
        for (size_t j = i; j < w->vectors; j++)
            add_invariant(model, w->vectors == 1 ? "v-v" : name(model, "q-qT-", i + 1, j + 1),
                          contract(w, NULL, v + i * n, v + j * n));
        for (size_t j = i + 1; j < turning && model->body.attitude; j++)
            add_invariant(model, name(model, "momentum-", i + 1, j + 1),
                          contract(w, x, v + i * n, v + j * n));
    }
}

static void read(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    struct body w = body_of(model);
    expression *x = create_state(&w);

    model->hamiltonian = derive_energy(&w, x);
    derive_invariants(model, &w, x);
    model->reversal = memory_keep(&model->kept, model->dimension, sizeof *model->reversal);
    for (size_t i = 0; i < model->dimension; i++) /* m -> -m, the vectors stay */
        model->reversal[i] = i < w.pairs ? graph_unary(w.graph, OPERATION_NEGATE, x[i]) : x[i];
    free(x);
}

/* torque = c (v chi^T - chi v^T), above the diagonal; 0 where there is no gravity */
static void derive_torque(const struct body *w, const expression *x, expression *torque)
{
    const expression *v = x + w->pairs + (w->vectors - 1) * w->n, *chi = w->model->body.gravity;

    for (size_t i = 0; i < w->n; i++) {
        for (size_t j = i + 1; j < w->n; j++)
            torque[pair(w, i, j)] =
                chi ? subtract(w, multiply(w, v[i], chi[j]), multiply(w, chi[i], v[j])) : zero(w);
    }
}

/* a / (alpha_i + alpha_j) */
static expression divide(const struct body *w, expression a, size_t i, size_t j)
{
    return graph_binary(w->graph, OPERATION_DIVIDE, a, add(w, w->alpha[i], w->alpha[j]));
}

/* [m, Om]_ij = sum_k m_ik m_kj (1/(alpha_k + alpha_j) - 1/(alpha_i + alpha_k)), where equal alpha cancel */
static void derive_field(const struct body *w, const expression *x, const expression *torque,
                         expression *field)
{
    const expression one = graph_integer(w->graph, 1);

    for (size_t i = 0; i < w->n; i++) {
        for (size_t j = i + 1; j < w->n; j++) {
            expression sum = zero(w);

            for (size_t k = 0; k < w->n; k++)
                sum = add(w, sum,
                          multiply(w, subtract(w, divide(w, one, k, j), divide(w, one, i, k)),
                                   multiply(w, entry(w, x, i, k), entry(w, x, k, j))));
            field[pair(w, i, j)] = subtract(w, sum, torque[pair(w, i, j)]);
        }
    }
    for (size_t at = w->pairs; at < w->model->dimension; at++) {
        const size_t i = (at - w->pairs) % w->n;

        field[at] = zero(w);
        for (size_t k = 0; k < w->n; k++)
            field[at] =
                subtract(w, field[at], multiply(w, divide(w, entry(w, x, i, k), i, k), x[at - i + k]));
    }
}

/* Row-major; column j is what the unit vector j becomes. */
static struct program *compile_tensor(const struct body *w, const expression *x)
{
    size_t d = w->model->dimension;
    expression *tensor = memory_create(d * d + 2 * d, sizeof *tensor), *unit = tensor + d * d,
               *column = unit + d;
    struct program *program;

    for (size_t j = 0; j < d; j++) {
        for (size_t i = 0; i < d; i++)
            unit[i] = graph_integer(w->graph, i == j);
        apply_tensor(w, x, unit, column);
        for (size_t i = 0; i < d; i++)
            tensor[i * d + j] = column[i];
    }
    program = system_compile_one(d, d * d, tensor);
    free(tensor);
    return program;
}

static bool derive(struct system *system)
{
    struct body w = body_of(system->model);
    expression *x = create_state(&w), *torque = memory_create(w.pairs, sizeof *torque);

    derive_torque(&w, x, torque);
    derive_field(&w, x, torque, system->field.entry);
    system->poisson = compile_tensor(&w, x);
    system->body = w.n;
    system->inertia = system_compile_one(system->dimension, w.n, w.alpha);
    if (w.model->body.gravity)
        system->torque = system_compile_one(system->dimension, w.pairs, torque);
    free(torque);
    free(x);
    return system->poisson && system->inertia && (system->torque || !w.model->body.gravity);
}

/* -- checks -- */

/* The rows of the attitude are orthonormal. */
static bool check_attitude(struct model_trial *w, const struct model_initial *initial)
{
    const struct body body = body_of(w->model);
    const size_t n = body.n;
    mpfr_t *residual = model_trial_create_numbers(1), *q = w->point + body.pairs;
    bool valid = true;

    for (size_t k = 0; k < n * n && valid; k++) {
        mpfr_set_si(*residual, -(k / n == k % n), MPFR_RNDN);
        for (size_t i = 0; i < n; i++)
            mpfr_fma(*residual, q[k / n * n + i], q[k % n * n + i], *residual, MPFR_RNDN);
        if (!mpfr_zero_p(*residual) && mpfr_get_exp(*residual) > -MODEL_TRIAL_ZERO_BITS)
            valid = model_trial_fail(
                w, "initial", initial->name,
                "the attitude of the initial data '%s' is no rotation: entry (%zu, %zu) of "
                "q q^T - 1 is %.3g; write a q with orthonormal rows, such as the unit matrix",
                initial->name, k / n + 1, k % n + 1, mpfr_get_d(*residual, MPFR_RNDN));
    }
    number_block_destroy(residual);
    if (valid)
        model_trial_pass(w->model, "%s: the attitude is a rotation", initial->name);
    return valid;
}

static bool check(struct model_trial *w, const struct model_initial *initial)
{
    model_trial_move_to(w, initial);
    return !w->model->body.attitude || check_attitude(w, initial);
}

const struct kind body_kind = {.name = "body",
                               .state = 'x',
                               .bracket = "grad %s . f",
                               .keys = keys,
                               .name_coordinates = name_coordinates,
                               .read = read,
                               .derive = derive,
                               .check = check};
