/* Models in other variables: see transformed.h. */
#include "models/kinds/transformed.h"

#include <stdlib.h>

#include "numerics/memory.h"

struct derivation {
    struct transformed *result;
    const struct model *from;
    struct graph *graph;
    enum transformation transformation;
    size_t d, n,
        width;   /* coordinates of the model; half of them where it has momenta; coordinates of the result */
    size_t half; /* of which those of a method with two halves are mixed among each other alone */
    double *R;   /* S^-1, width x d */
    expression *x; /* S y + a, and the time behind */
};

bool transformed_serves(const struct model *model)
{
    return model->kind != MODEL_BODY && model->formulation != MODEL_CHARTS;
}

bool transformed_exchanges(const struct model *model)
{
    return (model->kind == MODEL_HAMILTONIAN || model->kind == MODEL_INDEX_ONE) && !model->constraints;
}

size_t transformed_block(const struct model *model)
{
    const bool halved = model->positions || (model->kind == MODEL_ODE && model->moved % 2 == 0);

    return halved ? model->moved / 2 : model->moved;
}

/* ---- the map ---- */

/* S_ij, and of a map that is diagonal but for the order of the coordinates the entry of its inverse. */
static void set(struct derivation *w, size_t i, size_t j, double entry, double inverse)
{
    w->result->S[i * w->width + j] = entry;
    w->R[j * w->d + i] = inverse;
}

/* Of momenta the inverse of that of their positions. */
static void fill_scaling(struct derivation *w)
{
    for (size_t i = 0; i < w->d; i++) {
        const double factor = i % w->half % 3 == 0 ? 0.5 : i % w->half % 3 == 1 ? 1 : 2;
        const bool inverse = w->n && i >= w->n;

        set(w, i, i, inverse ? 1 / factor : factor, inverse ? factor : 1 / factor);
    }
}

/* L has ones on the diagonal and below it, its inverse entries of alternating sign; of momenta the inverse
 * transposed, so that the map is canonical, of other halves L itself, so that x'' = f(x) stays what it is. */
static void fill_affine(struct derivation *w)
{
    const size_t half = w->half;

    for (size_t i = 0; i < w->d; i++) {
        const bool momentum = w->n && i >= w->n;

        if (i < half)
            w->result->a[i] = 0.5;
        for (size_t j = i / half * half; j <= i; j++) {
            const double entry = i - j < 2 ? 1 : 0, inverse = (i - j) % 2 ? -1 : 1;

            w->result->S[momentum ? j * w->d + i : i * w->d + j] = momentum ? inverse : entry;
            w->R[momentum ? j * w->d + i : i * w->d + j] = momentum ? entry : inverse;
        }
    }
}

static void fill_map(struct derivation *w)
{
    const size_t half = w->half;

    if (w->transformation == TRANSFORMED_SCALING)
        fill_scaling(w);
    else if (w->transformation == TRANSFORMED_AFFINE)
        fill_affine(w);
    for (size_t i = 0; i < w->d; i++) {
        const size_t first = i / half * half;

        if (w->transformation == TRANSFORMED_PERMUTATION)
            set(w, i, first + (half - 1 - i % half), 1, 1);
        else if (w->transformation == TRANSFORMED_EXCHANGE)
            set(w, i, (i + half) % w->d, i < half ? 1 : -1, i < half ? 1 : -1);
        else if (w->transformation == TRANSFORMED_TIME)
            set(w, i, i + (w->n && i >= half), 1, 1); /* (q, t; p, e) */
        else if (w->transformation == TRANSFORMED_BACKWARDS && w->from->kind == MODEL_NONHOLONOMIC &&
                 i >= half)
            set(w, i, i, -1, -1);
        else if (w->transformation == TRANSFORMED_GAUGE || w->transformation == TRANSFORMED_BACKWARDS)
            set(w, i, i, 1, 1);
    }
}

/* ---- expressions ---- */

static expression number(const struct derivation *w, double value)
{
    expression result;
    mpq_t exact;

    mpq_init(exact);
    mpq_set_d(exact, value);
    result = graph_constant(w->graph, exact);
    mpq_clear(exact);
    return result;
}

static expression input(const struct derivation *w, size_t i)
{
    return graph_input(w->graph, MODEL_BLOCK_COORDINATES, i);
}

static expression add(const struct derivation *w, expression a, expression b)
{
    return graph_binary(w->graph, OPERATION_ADD, a, b);
}

/* sum_j row[j step] x_j, j < count */
static expression combine(const struct derivation *w, size_t count, const double *row, size_t step,
                          const expression *x)
{
    expression sum = graph_integer(w->graph, 0);

    for (size_t j = 0; j < count; j++)
        sum = add(w, sum, graph_binary(w->graph, OPERATION_MULTIPLY, number(w, row[j * step]), x[j]));
    return sum;
}

/* f(S y + a), of the time as it is there. */
static expression substitute(const struct derivation *w, expression f)
{
    return graph_substitute(w->graph, f, MODEL_BLOCK_COORDINATES, w->x);
}

static expression turn(const struct derivation *w, expression f)
{
    return w->transformation == TRANSFORMED_BACKWARDS && w->from->kind != MODEL_NONHOLONOMIC
               ? graph_unary(w->graph, OPERATION_NEGATE, f)
               : f;
}

/* x and t as functions of the new state */
static void fill_coordinates(struct derivation *w, expression *y)
{
    const struct transformed *result = w->result;
    const bool time = w->transformation == TRANSFORMED_TIME;

    for (size_t j = 0; j < w->width; j++)
        y[j] = input(w, j);
    for (size_t i = 0; i < w->d; i++)
        w->x[i] = add(w, combine(w, w->width, result->S + i * w->width, 1, y), number(w, result->a[i]));
    if (w->from->time_dependent)
        w->x[w->d] = time ? input(w, w->n ? w->n : w->d) : turn(w, input(w, w->width));
}

/* ---- the model ---- */

/* y_0 = S^-1 (x_0 - a), and the time at which the data are. */
static void fill_initial(struct derivation *w, const struct model_initial *initial)
{
    expression *from = memory_create(w->d, sizeof *from), *values = w->result->initial.values;

    for (size_t i = 0; i < w->d; i++)
        from[i] = add(w, initial->values[i], number(w, -w->result->a[i]));
    for (size_t j = 0; j < w->width; j++)
        values[j] = combine(w, w->d, w->R + j * w->d, 1, from);
    if (w->from->time_dependent)
        values[w->transformation != TRANSFORMED_TIME ? w->width : w->n ? w->n : w->d] = initial->values[w->d];
    free(from);
}

static void fill_field(struct derivation *w)
{
    expression *f = memory_create(w->d, sizeof *f), *field = w->result->model.field;

    for (size_t i = 0; i < w->d; i++)
        f[i] = turn(w, substitute(w, w->from->field[i]));
    for (size_t j = 0; j < w->width; j++)
        field[j] = j < w->d ? combine(w, w->d, w->R + j * w->d, 1, f) : graph_integer(w->graph, 1);
    free(f);
}

static void fill_one_form(struct derivation *w)
{
    expression *theta = memory_create(w->d, sizeof *theta), *result = w->result->model.theta;
    expression sum = graph_integer(w->graph, 0);

    for (size_t i = 0; i < w->d; i++) {
        theta[i] = substitute(w, w->from->theta[i]);
        sum = add(w, sum, input(w, i));
    }
    for (size_t j = 0; j < w->width; j++) {
        result[j] = combine(w, w->d, w->result->S + j, w->width, theta);
        if (w->transformation == TRANSFORMED_GAUGE)
            result[j] = add(w, result[j], sum);
        if (w->transformation == TRANSFORMED_TIME && j == w->d)
            result[j] = input(w, w->d + 1);
    }
    if (w->result->model.time_dependent)
        result[w->width] = graph_integer(w->graph, 0);
    free(theta);
}

static void fill_hamiltonian(struct derivation *w)
{
    struct model *model = &w->result->model;

    if (!w->from->hamiltonian || w->from->kind == MODEL_ODE)
        return;
    model->hamiltonian = turn(w, substitute(w, w->from->hamiltonian));
    if (w->transformation == TRANSFORMED_TIME)
        model->hamiltonian = add(w, model->hamiltonian, input(w, w->width - 1));
}

/* Constraints, Lagrangians, multipliers l(q, p): functions of the state, or of its positions. */
static void fill_functions(struct derivation *w)
{
    const struct model *from = w->from;
    struct model *model = &w->result->model;

    for (size_t i = 0; i < from->constraints; i++)
        model->constraint[i] = substitute(w, from->constraint[i]);
    for (size_t i = 0; i < from->multipliers; i++)
        model->multiplier[i] = substitute(w, from->multiplier[i]);
    for (int form = 0; form < MODEL_LAGRANGIANS; form++) {
        if (from->lagrangian[form])
            model->lagrangian[form] = substitute(w, from->lagrangian[form]);
    }
}

/* H(q, p, l) and its gradient at l(q, p). */
static void fill_generalized(struct derivation *w)
{
    struct model *model = &w->result->model;

    if (!w->from->generalized)
        return;
    model->generalized = turn(w, substitute(w, w->from->generalized));
    if (w->transformation == TRANSFORMED_TIME)
        model->generalized = add(w, model->generalized, input(w, w->width - 1));
    for (size_t j = 0; j < w->width; j++)
        model->gradient[j] = graph_substitute(
            w->graph, graph_derivative(w->graph, model->generalized, MODEL_BLOCK_COORDINATES, j),
            MODEL_BLOCK_MULTIPLIERS, model->multiplier);
}

/* What no step depends on is left out. */
static struct model bare(const struct model *from, size_t moved, bool timed)
{
    return (struct model){.name = from->name,
                          .path = from->path,
                          .text = from->text,
                          .title = from->title,
                          .source = from->source,
                          .kind = from->kind,
                          .graph = from->graph,
                          .dimension = moved + timed,
                          .moved = moved,
                          .time_dependent = timed,
                          .positions = from->positions ? moved / 2 : 0,
                          .formulation = from->formulation,
                          .constraints = from->constraints,
                          .multipliers = from->multipliers,
                          .parameters = from->parameters,
                          .parameter = from->parameter};
}

static void make_room(struct derivation *w)
{
    struct transformed *result = w->result;
    struct model *model = &result->model;
    const size_t dimension = model->dimension;
    expression *room = memory_create(4 * dimension + model->constraints + model->multipliers, sizeof *room);

    result->S = memory_create(2 * w->d * w->width + w->d, sizeof *result->S);
    w->R = result->S + w->d * w->width;
    result->a = w->R + w->d * w->width;
    result->initial.values = room;
    model->field = model->kind == MODEL_ODE ? room + dimension : NULL;
    model->theta = model->kind == MODEL_DEGENERATE ? room + 2 * dimension : NULL;
    model->gradient = model->kind == MODEL_INDEX_ONE ? room + 3 * dimension : NULL;
    model->constraint = room + 4 * dimension;
    model->multiplier = model->constraint + model->constraints;
    model->secular = memory_create(dimension, sizeof *model->secular);
    if (model->time_dependent)
        model->secular[model->moved] = true;
}

static void fill(struct derivation *w, const struct model_initial *initial)
{
    expression *y = memory_create(w->width + w->d + 1, sizeof *y);

    w->x = y + w->width;
    fill_map(w);
    fill_coordinates(w, y);
    fill_initial(w, initial);
    if (w->from->kind == MODEL_ODE)
        fill_field(w);
    if (w->from->kind == MODEL_DEGENERATE)
        fill_one_form(w);
    fill_hamiltonian(w);
    fill_functions(w);
    fill_generalized(w);
    free(y);
}

/* Whether the graph had room for all of it. */
static bool is_complete(const struct transformed *result)
{
    const struct model *model = &result->model;
    bool complete = model->kind == MODEL_ODE || model->hamiltonian;

    for (size_t i = 0; i < model->moved; i++)
        complete = complete && result->initial.values[i] && (!model->field || model->field[i]) &&
                   (!model->theta || model->theta[i]) && (!model->gradient || model->gradient[i]);
    for (size_t i = 0; i < model->constraints; i++)
        complete = complete && model->constraint[i];
    for (size_t i = 0; i < model->multipliers; i++)
        complete = complete && model->multiplier[i];
    return complete;
}

struct transformed *transformed_create(const struct model *model, const struct model_initial *initial,
                                       enum transformation transformation)
{
    const bool time = transformation == TRANSFORMED_TIME;
    const size_t more = !time ? 0 : model->kind == MODEL_ODE ? 1 : 2;
    struct transformed *result;
    struct derivation w = {.from = model,
                           .graph = model->graph,
                           .transformation = transformation,
                           .d = model->moved,
                           .n = model->kind == MODEL_NONHOLONOMIC ? 0 : model->positions,
                           .width = model->moved + more,
                           .half = transformed_block(model)};

    w.result = result = memory_create(1, sizeof *result);
    result->moved = model->moved;
    result->model = bare(model, w.width, model->time_dependent && !time);
    result->initial.name = initial->name;
    make_room(&w);
    fill(&w, initial);
    result->system = is_complete(result) ? system_create(&result->model) : NULL;
    if (result->system)
        return result;
    graph_clear_error(model->graph);
    transformed_destroy(result);
    return NULL;
}

void transformed_destroy(struct transformed *transformed)
{
    if (!transformed)
        return;
    system_destroy(transformed->system);
    free(transformed->initial.values);
    free(transformed->model.secular);
    free(transformed->S);
    free(transformed);
}
