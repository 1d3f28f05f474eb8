/* Systems of a class and their Hamiltonized Lagrangians: see nonholonomic_class.h.
 *
 *     N(r1) = (I2 + sum_a I_a A_a^2)^(-1/2)
 *
 * is the density of the invariant measure.  The first form, and where N is constant the second one,
 *
 *     Lt = r1'^2/2 + (C2 r2'^2/r1' + sum_a C_a s_a'^2/(A_a r1')) / (2 N)
 *     Lt = r1'^2/2 + r2'^2/2 - sum_a s_a'^2/(A_a r1') / 2                   (a_a = -N)
 *
 * have the Euler-Lagrange equations of the associated system of type II,
 *
 *     r1'' = 0
 *     r2'' = K r1' r2'                        K = N'/N = -N^2 sum_a I_a A_a A_a'
 *     s_a'' = (A_a'/A_a + K) r1' s_a'
 *
 * whose solutions that start from s_a' = -A_a r2' are those of the system.  Both are singular where an A_a or r1' is 0.
 * Fernandez (2010); the constants C are 1 unless the model file gives `constants`. */
#include "models/kinds/nonholonomic_class.h"

#include "models/reader/model_field.h"
#include "numerics/graph/graph_algebra.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { FIRST = 2 /* of the coordinates s */ };

#define ADD(a, b)      graph_add(model->graph, a, b)
#define SUBTRACT(a, b) graph_subtract(model->graph, a, b)
#define MULTIPLY(a, b) graph_multiply(model->graph, a, b)
#define DIVIDE(a, b)   graph_divide(model->graph, a, b)
#define INTEGER(k)     graph_integer(model->graph, k)

static expression velocity(const struct model *model, size_t i)
{
    return graph_input(model->graph, MODEL_BLOCK_COORDINATES, model->positions + i);
}

/* c v_i^2 */
static expression square(const struct model *model, expression c, size_t i)
{
    return MULTIPLY(c, MULTIPLY(velocity(model, i), velocity(model, i)));
}

/* c v_i^2 / (A r1') */
static expression quotient(const struct model *model, expression c, size_t i)
{
    const expression q = DIVIDE(square(model, c, i), velocity(model, 0));

    return i < FIRST ? q : DIVIDE(q, model->coefficient[i - FIRST]);
}

/* A_a' */
static expression slope(const struct model *model, size_t a)
{
    return graph_derivative(model->graph, model->coefficient[a], MODEL_BLOCK_COORDINATES, 0);
}

/* I_a A_a A_a' */
static expression density_term(const struct model *model, size_t a)
{
    return MULTIPLY(model->inertia[FIRST + a], MULTIPLY(model->coefficient[a], slope(model, a)));
}

/* I2 + sum I_a A_a^2 = N^-2 */
static expression find_density(const struct model *model)
{
    expression sum = model->inertia[1];

    for (size_t a = 0; a < model->constraints; a++)
        sum = ADD(
            sum, MULTIPLY(model->inertia[FIRST + a], MULTIPLY(model->coefficient[a], model->coefficient[a])));
    return sum;
}

/* Whether sum_a I_a A_a A_a' = 0 near the first initial data. */
static bool density_is_constant(struct model *model)
{
    const size_t m = model->constraints, d = model->dimension;
    const struct system anywhere = {.model = model, .dimension = d};
    mpfr_t *point = model_trial_create_numbers(d + 3);
    expression *term = memory_keep(&model->kept, m, sizeof *term);
    struct model_trial w = {model, &anywhere, NULL, d, point, point + d, point + d + 1};
    size_t worst;

    for (size_t a = 0; a < m; a++)
        term[a] = density_term(model, a);
    const double residual =
        model_trial_residual(&w, model->initial + model->selected,
                             &(struct model_identity){.components = 1, .terms = m, .term = term}, &worst);
    number_block_destroy(point);
    return residual <= 0x1p-100;
}

/* L, the constraints s_a' + A_a r2' and both forms of the Hamiltonized Lagrangian. */
static void make_lagrangians(struct model *model)
{
    const expression one = INTEGER(1), two = INTEGER(2);
    expression kinetic = INTEGER(0), first = INTEGER(0);
    expression second = ADD(square(model, one, 0), square(model, one, 1));

    model->constraint = memory_keep(&model->kept, model->constraints, sizeof *model->constraint);
    for (size_t i = 0; i < model->positions; i++) {
        kinetic = ADD(kinetic, square(model, model->inertia[i], i));
        if (i > 0)
            first = ADD(first, quotient(model, model->constant ? model->constant[i - 1] : one, i));
        if (i < FIRST)
            continue;
        second = SUBTRACT(second, quotient(model, one, i));
        model->constraint[i - FIRST] =
            ADD(velocity(model, i), MULTIPLY(model->coefficient[i - FIRST], velocity(model, 1)));
    }
    first = MULTIPLY(first, graph_unary(model->graph, OPERATION_SQRT, find_density(model)));
    model->lagrangian[MODEL_LAGRANGIAN] = DIVIDE(kinetic, two);
    model->lagrangian[MODEL_HAMILTONIZED_FIRST] = DIVIDE(ADD(square(model, one, 0), first), two);
    if (density_is_constant(model))
        model->lagrangian[MODEL_HAMILTONIZED_SECOND] = DIVIDE(second, two);
}

/* The function `key` with `count` expressions, which depend on r1 where `of_r1`, on nothing else. */
static expression *read_list(lua_State *lua, const char *key, size_t count, bool of_r1)
{
    const struct model *model = model_field_model(lua);
    const struct model_field field = {NULL, key};
    size_t given = 0;
    expression *list = NULL;

    model_field_read_functions(lua, key, MODEL_FIELD_OF_POSITIONS, &given, &list);
    if (list && given != count)
        model_field_raise(lua, field, "%s has %zu components; write %zu, in the order of the coordinates",
                          key, given, count);
    for (size_t i = of_r1; i < model->positions; i++) {
        if (!graph_is_free(model->graph, given, list, MODEL_BLOCK_COORDINATES, i, 1))
            model_field_raise(lua, field, "%s depends on %s; write functions of %s", key,
                              model->coordinates[i], of_r1 ? "the first coordinate" : "the parameters");
    }
    return list;
}

bool nonholonomic_class_read(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const size_t n = model->positions;
    const bool given = lua_getfield(lua, MODEL_FIELD_TABLE, "coefficients") != LUA_TNIL;

    lua_pop(lua, 1);
    if (!given)
        return false;
    if (n <= FIRST)
        model_field_raise(
            lua, (struct model_field){NULL, "coordinates"},
            "%zu coordinates; write three or more: r1, r2 and those of which the velocity is -A r2'", n);
    model->constraints = n - FIRST;
    model->coefficient = read_list(lua, "coefficients", n - FIRST, true);
    model->inertia = read_list(lua, "inertias", n, false);
    model->constant = read_list(lua, "constants", n - 1, false);
    if (!model->inertia)
        model_field_raise(
            lua, (struct model_field){NULL, "inertias"},
            "inertias is missing; write inertias = function (q, c) return { ... } end, one for each "
            "coordinate");
    make_lagrangians(model);
    return true;
}

void nonholonomic_class_accelerate(const struct model *model, expression *acceleration)
{
    const expression v1 = velocity(model, 0);
    expression K = graph_integer(model->graph, 0);

    for (size_t a = 0; a < model->constraints; a++)
        K = SUBTRACT(K, density_term(model, a));
    K = DIVIDE(K, find_density(model));
    acceleration[0] = graph_integer(model->graph, 0);
    for (size_t i = 1; i < model->positions; i++) {
        const expression rate =
            i < FIRST ? K : ADD(K, DIVIDE(slope(model, i - FIRST), model->coefficient[i - FIRST]));

        acceleration[i] = MULTIPLY(rate, MULTIPLY(v1, velocity(model, i)));
    }
}
