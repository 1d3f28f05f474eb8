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

#include <math.h>
#include <stdlib.h>

#include "models/reader/model_field.h"
#include "numerics/graph/graph_algebra.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { POINTS = 8, FIRST = 2 /* of the coordinates s */ };

#define ADD(a, b)      graph_add(model->graph, a, b)
#define SUBTRACT(a, b) graph_subtract(model->graph, a, b)
#define MULTIPLY(a, b) graph_multiply(model->graph, a, b)
#define DIVIDE(a, b)   graph_divide(model->graph, a, b)

static expression velocity(const struct model *model, size_t i)
{
    return graph_input(model->graph, MODEL_BLOCK_COORDINATES, model->positions + i);
}

/* c v_i^2 */
static expression square(const struct model *model, expression c, size_t i)
{
    return MULTIPLY(c, MULTIPLY(velocity(model, i), velocity(model, i)));
}

/* dA_a / dr1 */
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

static expression make_lagrangian(const struct model *model)
{
    expression sum = graph_integer(model->graph, 0);

    for (size_t i = 0; i < model->positions; i++)
        sum = ADD(sum, square(model, model->inertia[i], i));
    return DIVIDE(sum, graph_integer(model->graph, 2));
}

/* c v_i^2 / (A r1') */
static expression quotient(const struct model *model, expression c, size_t i)
{
    const expression q = DIVIDE(square(model, c, i), velocity(model, 0));

    return i < FIRST ? q : DIVIDE(q, model->coefficient[i - FIRST]);
}

static expression make_first_form(const struct model *model)
{
    expression sum = graph_integer(model->graph, 0);

    for (size_t i = 1; i < model->positions; i++)
        sum = ADD(sum, quotient(model, model->constant[i - 1], i));
    sum = MULTIPLY(sum, graph_unary(model->graph, OPERATION_SQRT, find_density(model)));
    return DIVIDE(ADD(square(model, graph_integer(model->graph, 1), 0), sum), graph_integer(model->graph, 2));
}

static expression make_second_form(const struct model *model)
{
    const expression one = graph_integer(model->graph, 1);
    expression sum = ADD(square(model, one, 0), square(model, one, 1));

    for (size_t i = FIRST; i < model->positions; i++)
        sum = SUBTRACT(sum, quotient(model, one, i));
    return DIVIDE(sum, graph_integer(model->graph, 2));
}

/* Whether sum_a I_a A_a A_a' = 0, at points on both sides of the first initial datum. */
static bool density_is_constant(const struct model *model)
{
    const size_t m = model->constraints;
    expression *term = memory_create(m, sizeof *term);
    mpfr_t *value = model_trial_create_numbers(m + 2), *r1 = value + m;
    mpfr_ptr sum = value[m + 1];
    bool constant = true;

    for (size_t a = 0; a < m; a++)
        term[a] = density_term(model, a);
    for (int k = -POINTS; k <= POINTS && constant; k++) {
        double size = 0;

        graph_value(*r1, model->initial[model->selected].values[0], NULL);
        mpfr_add_d(*r1, *r1, ldexp(k, -5), MPFR_RNDN);
        graph_value_all(value, m, term, (mpfr_t *const[]){r1});
        mpfr_set_zero(sum, 1);
        for (size_t a = 0; a < m; a++) {
            mpfr_add(sum, sum, value[a], MPFR_RNDN);
            size += fabs(mpfr_get_d(value[a], MPFR_RNDN));
        }
        constant = fabs(mpfr_get_d(sum, MPFR_RNDN)) <= ldexp(size, -MODEL_TRIAL_ZERO_BITS);
    }
    number_block_destroy(value);
    free(term);
    return constant;
}

/* -- the model file -- */

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

/* s_a' + A_a r2' */
static void make_constraints(struct model *model)
{
    model->constraint = memory_keep(&model->kept, model->constraints, sizeof *model->constraint);
    for (size_t a = 0; a < model->constraints; a++)
        model->constraint[a] =
            ADD(velocity(model, FIRST + a), MULTIPLY(model->coefficient[a], velocity(model, 1)));
}

static void make_constants(struct model *model)
{
    model->constant = memory_keep(&model->kept, model->positions, sizeof *model->constant);
    for (size_t i = 0; i < model->positions; i++)
        model->constant[i] = graph_integer(model->graph, 1);
}

bool nonholonomic_class_read(lua_State *lua)
{
    struct model *model = model_field_model(lua);
    const size_t n = model->positions;

    if (lua_getfield(lua, MODEL_FIELD_TABLE, "coefficients") == LUA_TNIL) {
        lua_pop(lua, 1);
        return false;
    }
    lua_pop(lua, 1);
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
    if (!model->constant)
        make_constants(model);
    make_constraints(model);
    model->lagrangian[MODEL_LAGRANGIAN] = make_lagrangian(model);
    model->lagrangian[MODEL_HAMILTONIZED_FIRST] = make_first_form(model);
    if (density_is_constant(model))
        model->lagrangian[MODEL_HAMILTONIZED_SECOND] = make_second_form(model);
    return true;
}

/* -- the check -- */

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

bool nonholonomic_class_check(struct model_trial *w, const struct model_initial *initial)
{
    const struct model *model = w->model;
    struct system unconstrained = *w->system;
    struct model_trial anywhere = *w;
    bool valid = true;

    if (!model->coefficient)
        return true;
    unconstrained.projected = NULL;
    anywhere.system = &unconstrained;
    expression *acceleration = memory_create(model->positions, sizeof *acceleration);
    nonholonomic_class_accelerate(model, acceleration);
    for (int form = MODEL_HAMILTONIZED_FIRST; form < MODEL_LAGRANGIANS && valid; form++) {
        if (model->lagrangian[form])
            valid = nonholonomic_is_hamiltonized(
                &anywhere, initial, model->lagrangian[form], acceleration,
                "the Euler-Lagrange equations are not the associated system of type II");
    }
    free(acceleration);
    return valid;
}
