/* Models in other variables: see transformed.h. */
#include "models/kinds/transformed.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { FORM_BITS = 64 };

struct derivation {
    struct transformed *result;
    const struct system *system; /* of it */
    const struct model *from;
    const struct model_initial *initial;
    struct graph *graph;
    enum transformation transformation;
    const double *size; /* s_i */
    struct transformed_units units;
    size_t copies; /* of a product; else 1 */
    size_t d, n,
        width;   /* coordinates of the model; half of them where it has momenta; coordinates of the result */
    size_t half; /* of which those of a method with two halves are mixed among each other alone */
    size_t time; /* which number of the new state the time is, where there is one */
    double *R;   /* S^-1, width x d */
    expressions y, x; /* the new state without the time behind it; S y + a, and the time behind */
    bool complete;    /* the graph had room for all of it */
};

bool transformed_serves(const struct model *model)
{
    return model->formulation != MODEL_CHARTS;
}

enum model_kind transformed_kind(const struct model *model)
{
    return model->kind == MODEL_BODY ? MODEL_ODE : model->kind;
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
        const double factor = ldexp(1, 5 * ((int)(i % w->half % 3) - 1));
        const bool inverse = w->n && i >= w->n;

        set(w, i, i, inverse ? 1 / factor : factor, inverse ? factor : 1 / factor);
    }
}

/* Of lengths, and of what a mass and a time make of them. */
static void fill_units(struct derivation *w)
{
    const struct transformed_units units = w->units;

    for (size_t i = 0; i < w->d; i++) {
        const int power = units.length + (i >= w->half ? units.mass - units.time : 0);

        set(w, i, i, ldexp(1, power), ldexp(1, -power));
    }
}

/* L has ones on the diagonal and below it, its inverse entries of alternating sign, both in units of the sizes; of
 * momenta the inverse transposed, so that the map is canonical, of other halves L itself, so that x'' = f(x) stays what
 * it is. */
static void fill_affine(struct derivation *w)
{
    const size_t half = w->half;
    const double *size = w->size;

    for (size_t i = 0; i < w->d; i++) {
        const bool momentum = w->n && i >= w->n;

        if (i < half)
            w->result->a[i] = size[i] / 2;
        for (size_t j = i / half * half; j <= i; j++) {
            const double ratio = size[i % half] / size[j % half], entry = i - j < 2 ? ratio : 0,
                         inverse = (i - j) % 2 ? -ratio : ratio;

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
    else if (w->transformation == TRANSFORMED_UNITS)
        fill_units(w);
    for (size_t i = 0; i < w->d; i++) {
        const size_t first = i / half * half;

        if (w->transformation == TRANSFORMED_PERMUTATION)
            set(w, i, first + (half - 1 - i % half), 1, 1);
        else if (w->transformation == TRANSFORMED_EXCHANGE)
            set(w, i, (i + half) % w->d, i < half ? 1 : -1, i < half ? 1 : -1);
        else if (w->transformation == TRANSFORMED_TIME)
            set(w, i, i + (w->time < w->d && i >= half), 1, 1); /* (q, t; p, e), (q, t; v, t') */
        else if (w->transformation == TRANSFORMED_BACKWARDS && w->from->kind == MODEL_NONHOLONOMIC &&
                 i >= half)
            set(w, i, i, -1, -1);
        else if (w->transformation == TRANSFORMED_GAUGE || w->transformation == TRANSFORMED_BACKWARDS)
            set(w, i, i, 1, 1);
    }
}

/* ---- expressions ---- */

static expressions numbers(struct graph *graph, size_t rows, size_t columns, const double *value)
{
    const expressions A = graph_zeros(graph, rows, columns);
    mpq_t exact;

    mpq_init(exact);
    for (size_t k = 0; k < rows * columns; k++) {
        mpq_set_d(exact, value[k]);
        A.entry[k] = graph_constant(graph, exact);
    }
    mpq_clear(exact);
    return A;
}

/* S and S^-1 */
static expressions map_of(const struct derivation *w)
{
    return numbers(w->graph, w->d, w->width, w->result->S);
}

static expressions inverse_of(const struct derivation *w)
{
    return numbers(w->graph, w->width, w->d, w->R);
}

/* count functions of the model at x = S y + a */
static expressions substitute(const struct derivation *w, size_t count, const expression *f)
{
    return graph_at(graph_matrix(w->graph, count, 1, f), MODEL_BLOCK_COORDINATES, w->x);
}

/* dt/dt' */
static double rate_of(const struct derivation *w)
{
    return w->transformation == TRANSFORMED_BACKWARDS ? -1 : ldexp(1, w->units.time);
}

/* f, or H, in the new time. */
static expressions turn(const struct derivation *w, expressions f)
{
    const double rate = rate_of(w);

    return rate == 1 || w->from->kind == MODEL_NONHOLONOMIC
               ? f
               : graph_product(f, numbers(w->graph, 1, 1, &rate));
}

/* What the new model has in the place of functions of its own */
static expression *keep(struct derivation *w, expressions f)
{
    for (size_t k = 0; k < f.rows; k++)
        w->complete = w->complete && f.entry[k];
    return f.entry;
}

size_t transformed_place(const struct transformed *product, size_t copy, size_t coordinate)
{
    const size_t d = product->moved, copies = product->model.moved / d;
    const bool halved = product->model.positions || (product->model.kind == MODEL_ODE && d % 2 == 0);
    const size_t half = halved ? d / 2 : d;

    return coordinate / half * half * copies + copy * half + coordinate % half;
}

/* The state of one copy, and the time behind. */
static expressions copy_of(const struct derivation *w, size_t copy)
{
    const expressions x = graph_zeros(w->graph, w->d + 1, 1);

    for (size_t i = 0; i < w->d; i++)
        x.entry[i] = graph_input(w->graph, MODEL_BLOCK_COORDINATES, transformed_place(w->result, copy, i));
    x.entry[w->d] = graph_input(w->graph, MODEL_BLOCK_COORDINATES, w->width);
    return x;
}

static void find_coordinates(struct derivation *w)
{
    const expressions a = numbers(w->graph, w->d, 1, w->result->a);
    const double rate = rate_of(w);
    const expressions time = graph_product(numbers(w->graph, 1, 1, &rate),
                                           graph_variables(w->graph, MODEL_BLOCK_COORDINATES, w->time, 1));

    w->y = graph_variables(w->graph, MODEL_BLOCK_COORDINATES, 0, w->width);
    w->x = graph_above(graph_sum(graph_product(map_of(w), w->y), a), time);
}

/* ---- the model ---- */

/* y_0 = S^-1 (x_0 - a), and the time at which the data are, -t of what runs backwards. */
static void find_initial(struct derivation *w)
{
    const expressions x = graph_matrix(w->graph, w->d, 1, w->initial->values);
    const expressions a = numbers(w->graph, w->d, 1, w->result->a);
    const expressions y = graph_product(inverse_of(w), graph_difference(x, a));
    const expressions values = graph_above(y, graph_zeros(w->graph, 1, 1));

    if (w->from->time_dependent) {
        const double rate = 1 / rate_of(w);

        values.entry[w->time] =
            graph_multiply(w->graph, numbers(w->graph, 1, 1, &rate).entry[0], w->initial->values[w->d]);
    }
    if (w->time < w->d && w->from->kind == MODEL_NONHOLONOMIC)
        values.entry[w->width - 1] = graph_integer(w->graph, 1); /* t' */
    w->result->initial.name = w->initial->name;
    w->result->initial.values = keep(w, values);
}

static expressions find_field(const struct derivation *w)
{
    const expressions f = turn(w, substitute(w, w->d, w->system->field.entry));
    const expressions rate = graph_rows(graph_product(inverse_of(w), f), 0, w->d);

    return w->width == w->d ? rate : graph_above(rate, graph_unit(w->graph, 1));
}

/* c: the power of 2 below the largest s_i |theta_i| at the data. */
static double find_action(const struct derivation *w)
{
    const expressions there = graph_matrix(w->graph, w->from->dimension, 1, w->initial->values);
    const expressions theta =
        graph_at(graph_matrix(w->graph, w->d, 1, w->from->theta), MODEL_BLOCK_COORDINATES, there);
    mpfr_t *values = number_block_create(w->d, FORM_BITS);
    double largest = 0;

    for (size_t i = 0; i < w->d && theta.entry[i]; i++) {
        graph_value(values[i], theta.entry[i], NULL);
        largest = fmax(largest, w->size[i] * fabs(mpfr_get_d(values[i], MPFR_RNDN)));
    }
    number_block_destroy(values);
    return largest > 0 && isfinite(largest) ? ldexp(1, ilogb(largest)) : 1;
}

/* d phi */
static expressions find_slope(const struct derivation *w)
{
    const double action = find_action(w);
    double *rate = memory_create(w->d, sizeof *rate);
    expressions units, slope;

    for (size_t i = 0; i < w->d; i++)
        rate[i] = 1 / w->size[i];
    units = numbers(w->graph, 1, w->d, rate);
    for (size_t i = 0; i < w->d; i++)
        rate[i] *= action;
    slope = graph_product(numbers(w->graph, w->d, 1, rate), graph_product(units, w->y));
    free(rate);
    return slope;
}

static expressions find_one_form(const struct derivation *w)
{
    const expressions theta = substitute(w, w->d, w->from->theta), none = graph_zeros(w->graph, 1, 1);
    expressions form = graph_product(graph_transposed(map_of(w)), theta);

    if (w->transformation == TRANSFORMED_GAUGE)
        form = graph_sum(form, find_slope(w));
    if (w->transformation == TRANSFORMED_TIME)
        form.entry[w->time] = w->y.entry[w->width - 1];
    return w->result->model.time_dependent ? graph_above(form, none) : form;
}

/* H, and of the time as a coordinate H + e; in other units of the action, p . dq, in those */
static expression *find_hamiltonian(struct derivation *w, const expression *from)
{
    const double action = ldexp(1, w->units.time - w->units.mass - 2 * w->units.length);
    const expressions one = substitute(w, 1, from);
    const expressions H = w->transformation == TRANSFORMED_UNITS && w->n && w->from->kind != MODEL_DEGENERATE
                              ? graph_product(one, numbers(w->graph, 1, 1, &(double){action * rate_of(w)}))
                              : turn(w, one);
    const bool time = w->transformation == TRANSFORMED_TIME;

    return keep(w, time ? graph_sum(H, graph_rows(w->y, w->width - 1, 1)) : H);
}

/* Of a nonholonomic model of which the time is a coordinate also t' - 1 */
static expressions find_constraints(const struct derivation *w)
{
    const expressions own = substitute(w, w->from->constraints, w->from->constraint);
    const expressions rate = graph_rows(w->y, w->width - 1, 1);

    return w->time < w->d && w->from->kind == MODEL_NONHOLONOMIC
               ? graph_above(own, graph_difference(rate, graph_unit(w->graph, 1)))
               : own;
}

/* The gradient of H(q, p, l) at l(q, p) */
static expressions find_gradient(const struct derivation *w)
{
    const struct model *model = &w->result->model;

    return graph_at(graph_gradient(model->generalized, w->y), MODEL_BLOCK_MULTIPLIERS,
                    graph_matrix(w->graph, model->multipliers, 1, model->multiplier));
}

/* The functions of the copies one below the other. */
static expressions multiply(const struct derivation *w, size_t count, const expression *f)
{
    const expressions all = graph_zeros(w->graph, w->copies * count, 1),
                      one = graph_matrix(w->graph, count, 1, f);

    for (size_t copy = 0; copy < w->copies; copy++) {
        const expressions there = graph_at(one, MODEL_BLOCK_COORDINATES, copy_of(w, copy));

        for (size_t i = 0; i < count; i++)
            all.entry[count == 1 ? copy : transformed_place(w->result, copy, i)] = there.entry[i];
    }
    return all;
}

static void fill_product(struct derivation *w)
{
    const struct model *from = w->from;
    struct model *model = &w->result->model;
    const expressions values = graph_zeros(w->graph, w->width + 1, 1);

    if (model->kind == MODEL_ODE) {
        model->field = keep(w, multiply(w, w->d, w->system->field.entry));
    } else {
        const expressions H = multiply(w, 1, &from->hamiltonian);

        keep(w, H);
        model->hamiltonian = graph_total(H);
        w->complete = w->complete && model->hamiltonian;
    }
    if (from->kind == MODEL_DEGENERATE) {
        const expressions theta = multiply(w, w->d, from->theta);

        model->theta =
            keep(w, model->time_dependent ? graph_above(theta, graph_zeros(w->graph, 1, 1)) : theta);
    }
    for (size_t copy = 0; copy < w->copies; copy++)
        for (size_t i = 0; i < w->d; i++)
            values.entry[transformed_place(w->result, copy, i)] = w->initial[copy].values[i];
    if (from->time_dependent)
        values.entry[w->width] = w->initial->values[w->d];
    w->result->initial.name = w->initial->name;
    w->result->initial.values = keep(w, values);
}

static void fill_model(struct derivation *w)
{
    const struct model *from = w->from;
    struct model *model = &w->result->model;
    const expressions constraint = find_constraints(w);

    if (model->kind == MODEL_ODE)
        model->field = keep(w, find_field(w));
    else if (from->hamiltonian)
        model->hamiltonian = *find_hamiltonian(w, &from->hamiltonian);
    if (from->kind == MODEL_DEGENERATE)
        model->theta = keep(w, find_one_form(w));
    model->constraint = keep(w, constraint);
    model->constraints = constraint.rows;
    model->multiplier = keep(w, substitute(w, from->multipliers, from->multiplier));
    for (int form = 0; form < MODEL_LAGRANGIANS; form++) {
        if (from->lagrangian[form])
            model->lagrangian[form] = *keep(w, substitute(w, 1, &from->lagrangian[form]));
    }
    if (from->generalized) {
        model->generalized = *find_hamiltonian(w, &from->generalized);
        model->gradient = keep(w, find_gradient(w));
    }
}

/* What no step depends on is left out. */
static struct model bare(const struct model *from, size_t moved, bool timed)
{
    return (struct model){.name = "other", /* what goes by the name of the model shows */
                          .path = from->path,
                          .text = from->text,
                          .title = from->title,
                          .source = from->source,
                          .kind = transformed_kind(from),
                          .graph = from->graph,
                          .dimension = moved + timed,
                          .moved = moved,
                          .time_dependent = timed,
                          .positions = from->positions ? moved / 2 : 0,
                          .formulation = from->formulation,
                          .multipliers = from->multipliers,
                          .parameters = from->parameters,
                          .parameter = from->parameter};
}

bool transformed_multiplies(const struct model *model)
{
    return transformed_serves(model) &&
           (transformed_kind(model) == MODEL_ODE || model->kind == MODEL_DEGENERATE ||
            (model->kind == MODEL_HAMILTONIAN && !model->constraints));
}

static void fill(struct derivation *w, size_t more)
{
    struct transformed *result = w->result;
    const struct model *from = w->from;
    const bool stays = w->transformation == TRANSFORMED_BACKWARDS || w->transformation == TRANSFORMED_TIME;

    result->moved = w->d;
    result->model = bare(from, w->width, from->time_dependent && !more);
    result->model.secular = memory_create(result->model.dimension, sizeof *result->model.secular);
    for (size_t i = w->width; i < result->model.dimension; i++)
        result->model.secular[i] = true;
    if (stays) {
        result->model.periodic = from->periodic; /* of an ode, whose coordinates stay where they are */
        result->model.period = from->period;
    }
    if (w->transformation == TRANSFORMED_PRODUCT) {
        fill_product(w);
        return;
    }
    result->S = memory_create(2 * w->d * w->width + w->d, sizeof *result->S);
    w->R = result->S + w->d * w->width;
    result->a = w->R + w->d * w->width;
    fill_map(w);
    find_coordinates(w);
    find_initial(w);
    fill_model(w);
}

/* NULL where the graph has no room. */
static struct transformed *create(struct derivation w)
{
    const bool time = w.transformation == TRANSFORMED_TIME;
    const size_t more = !time ? 0 : transformed_kind(w.from) == MODEL_ODE ? 1 : 2;

    w.result = memory_create(1, sizeof *w.result);
    w.graph = w.from->graph;
    w.d = w.from->moved;
    w.n = w.from->kind == MODEL_NONHOLONOMIC ? 0 : w.from->positions;
    w.width = w.d * w.copies + more;
    w.half = transformed_block(w.from);
    w.complete = true;
    w.time = !time ? w.width : more == 2 ? w.half : w.d;
    fill(&w, more);
    w.result->system = w.complete ? system_create(&w.result->model) : NULL;
    if (w.result->system)
        return w.result;
    graph_clear_error(w.graph);
    transformed_destroy(w.result);
    return NULL;
}

struct transformed *transformed_create(const struct system *system, const struct model_initial *initial,
                                       enum transformation transformation, const double *size)
{
    return create((struct derivation){.system = system,
                                      .from = system->model,
                                      .initial = initial,
                                      .transformation = transformation,
                                      .size = size,
                                      .copies = 1});
}

struct transformed *transformed_create_in_units(const struct system *system,
                                                const struct model_initial *initial,
                                                struct transformed_units units)
{
    return create((struct derivation){.system = system,
                                      .from = system->model,
                                      .initial = initial,
                                      .transformation = TRANSFORMED_UNITS,
                                      .units = units,
                                      .copies = 1});
}

struct transformed *transformed_create_product(const struct system *system,
                                               const struct model_initial *initial, size_t copies)
{
    return create((struct derivation){.system = system,
                                      .from = system->model,
                                      .initial = initial,
                                      .transformation = TRANSFORMED_PRODUCT,
                                      .copies = copies});
}

void transformed_destroy(struct transformed *transformed)
{
    if (!transformed)
        return;
    system_destroy(transformed->system);
    free(transformed->model.secular);
    free(transformed->S);
    free(transformed);
}
