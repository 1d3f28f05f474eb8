/* Systems of a class and their Hamiltonized Lagrangians: see nonholonomic_class.h.  With A_2 = 1 the coordinate r2 is
 * one of those that sums over i run over, which are r2 and s:
 *
 *     N(r1) = (sum_i I_i A_i^2)^(-1/2)
 *
 * is the density of the invariant measure.  The first form, and where N is constant the second one,
 *
 *     Lt = r1'^2/2 + sum_i C_i v_i^2/(A_i r1') / (2 N)
 *     Lt = r1'^2/2 + r2'^2/2 - sum_a s_a'^2/(A_a r1') / 2                   (a_a = -N)
 *
 * have the Euler-Lagrange equations of the associated system of type II,
 *
 *     r1'' = 0
 *     v_i' = (A_i'/A_i + K) r1' v_i           K = N'/N = -N^2 sum_i I_i A_i A_i'
 *
 * whose solutions that start from s_a' = -A_a r2' are those of the system.  Both are singular where an A_a or r1' is 0.
 * Fernandez (2010); the constants C are 1 unless the model file gives `constants`. */
#include "models/kinds/nonholonomic_class.h"

#include "models/reader/model_field.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { FIRST = 2 /* of the coordinates s */ };

#define ADD(a, b)      graph_add(w.graph, a, b)
#define SUBTRACT(a, b) graph_subtract(w.graph, a, b)
#define MULTIPLY(a, b) graph_multiply(w.graph, a, b)
#define DIVIDE(a, b)   graph_divide(w.graph, a, b)

/* What the formulas are written with. */
struct member {
    struct graph *graph;
    size_t n, m;
    expressions v, square; /* all velocities, v_i^2 */
    expressions I, A;      /* of r2 and s */
    expressions slope;     /* A_i' */
    expressions drift;     /* A_i A_i' */
    expression density;    /* N^-2 */
};

static struct member member_of(const struct model *model)
{
    const size_t n = model->positions, m = model->constraints;
    struct member w = {.graph = model->graph, .n = n, .m = m};
    const expression one = graph_integer(w.graph, 1);

    w.v = graph_variables(w.graph, MODEL_BLOCK_COORDINATES, n, n);
    w.square = graph_entrywise(OPERATION_MULTIPLY, w.v, w.v);
    w.I = graph_matrix(w.graph, n - 1, 1, model->inertia + 1);
    w.A = graph_above(graph_matrix(w.graph, 1, 1, &one), graph_matrix(w.graph, m, 1, model->coefficient));
    w.slope = graph_jacobian(w.A, graph_variables(w.graph, MODEL_BLOCK_COORDINATES, 0, 1));
    w.drift = graph_entrywise(OPERATION_MULTIPLY, w.A, w.slope);
    w.density = graph_dot(w.I, graph_entrywise(OPERATION_MULTIPLY, w.A, w.A));
    return w;
}

/* Whether sum_i I_i A_i A_i' = 0 near the first initial data. */
static bool density_is_constant(struct model *model, const struct member *member)
{
    const size_t d = model->dimension;
    const expressions term = graph_transposed(graph_entrywise(OPERATION_MULTIPLY, member->I, member->drift));
    mpfr_t *point = model_trial_create_numbers(d + 3);
    struct model_trial w = {model, NULL, NULL, d, point, point + d, point + d + 1};
    size_t worst;

    const double residual =
        model_trial_residual(&w, model->initial + model->selected,
                             &(struct model_identity){.term = term, .anywhere = true}, &worst);
    number_block_destroy(point);
    return residual <= 0x1p-100;
}

/* L, the constraints s_a' + A_a r2' and both forms of the Hamiltonized Lagrangian. */
static void make_lagrangians(struct model *model)
{
    const struct member w = member_of(model);
    const expression two = graph_integer(w.graph, 2), *square = w.square.entry;
    expression first = graph_integer(w.graph, 0), second = ADD(square[0], square[1]);

    for (size_t i = 1; i < w.n; i++) {
        const expression quotient = DIVIDE(DIVIDE(square[i], w.v.entry[0]), w.A.entry[i - 1]);

        first = ADD(first, model->constant ? MULTIPLY(model->constant[i - 1], quotient) : quotient);
        second = i < FIRST ? second : SUBTRACT(second, quotient);
    }
    first = MULTIPLY(first, graph_unary(w.graph, OPERATION_SQRT, w.density));
    model->constraint =
        graph_sum(graph_rows(w.v, FIRST, w.m), graph_product(graph_rows(w.A, 1, w.m), graph_rows(w.v, 1, 1)))
            .entry;
    model->lagrangian[MODEL_LAGRANGIAN] =
        DIVIDE(graph_dot(graph_matrix(w.graph, w.n, 1, model->inertia), w.square), two);
    model->lagrangian[MODEL_HAMILTONIZED_FIRST] = DIVIDE(ADD(square[0], first), two);
    if (density_is_constant(model, &w))
        model->lagrangian[MODEL_HAMILTONIZED_SECOND] = DIVIDE(second, two);
}

/* The function `key`, with as many expressions as there are coordinates less `fewer`, which depend on r1 where `of_r1`,
 * on nothing else; NULL where the file has none. */
static expression *read_list(lua_State *lua, const char *key, size_t fewer, bool of_r1)
{
    const struct model *model = model_field_model(lua);
    const struct model_field field = {NULL, key};
    const size_t n = model->positions;
    size_t given = 0;
    expression *list = NULL;

    model_field_read_functions(lua, key, MODEL_FIELD_OF_POSITIONS, &given, &list);
    if (list && n <= FIRST)
        model_field_raise(
            lua, (struct model_field){NULL, "coordinates"},
            "%zu coordinates; write three or more: r1, r2 and the coordinates with the velocity -A r2'", n);
    if (list && given != n - fewer)
        model_field_raise(lua, field, "%s has %zu components; write %zu, in the order of the coordinates",
                          key, given, n - fewer);
    for (size_t i = of_r1; i < n; i++) {
        if (!graph_is_free(graph_matrix(model->graph, given, 1, list),
                           graph_variables(model->graph, MODEL_BLOCK_COORDINATES, i, 1)))
            model_field_raise(lua, field, "%s depends on %s; write functions of %s", key,
                              model->coordinates[i], of_r1 ? "the first coordinate" : "the parameters");
    }
    return list;
}

bool nonholonomic_class_read(lua_State *lua)
{
    struct model *model = model_field_model(lua);

    model->coefficient = read_list(lua, "coefficients", FIRST, true);
    if (!model->coefficient)
        return false;
    model->constraints = model->positions - FIRST;
    model->inertia = read_list(lua, "inertias", 0, false);
    model->constant = read_list(lua, "constants", 1, false);
    if (!model->inertia)
        model_field_raise(
            lua, (struct model_field){NULL, "inertias"},
            "inertias is missing; write inertias = function (q, c) return { ... } end, one for each "
            "coordinate");
    make_lagrangians(model);
    return true;
}

expressions nonholonomic_class_accelerate(const struct model *model)
{
    const struct member w = member_of(model);
    const expression K = DIVIDE(graph_negate(w.graph, graph_dot(w.I, w.drift)), w.density);
    const expressions acceleration = graph_zeros(w.graph, w.n, 1);

    for (size_t i = 1; i < w.n; i++) {
        const expression rate = ADD(DIVIDE(w.slope.entry[i - 1], w.A.entry[i - 1]), K);

        acceleration.entry[i] = MULTIPLY(rate, MULTIPLY(w.v.entry[0], w.v.entry[i]));
    }
    return acceleration;
}
