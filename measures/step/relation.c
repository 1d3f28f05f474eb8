/* Relations between steps: see relation.h. */
#include "measures/step/relation.h"

#include <math.h>
#include <stdlib.h>

#include "integrators/methods/method_file.h"
#include "measures/run/scale.h"
#include "models/kinds/transformed.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { GUARD_BITS = 64, NEARBY_DIFFERENCES = 4 /* one alone may be 0 by chance */ };

static long bits_of(const struct cell_request *request)
{
    return request->bits == CELL_DOUBLE ? CELL_LEAST_BITS : request->bits;
}

/* `count` states of the model of the request, with room for their differences. */
static mpfr_t *create_states(const struct cell_request *request, size_t count)
{
    return number_block_create(count * request->problem->model->dimension, bits_of(request) + GUARD_BITS);
}

/* The state after the steps of the request; false where they are not made. */
static bool run(const struct cell_request *request, mpfr_t *state)
{
    struct error ignored;
    struct trajectory *trajectory = cell_run(request, &ignored);
    const bool completed = trajectory && trajectory->status == TRAJECTORY_COMPLETED;

    for (size_t i = 0; completed && i < trajectory->dimension; i++)
        mpfr_set(state[i], trajectory->q[i], MPFR_RNDN);
    trajectory_destroy(trajectory);
    return completed;
}

/* What is asked of a cell here: a few steps, and nothing of them but their end. */
static struct cell_request few_steps(const struct cell_request *request)
{
    return (struct cell_request){.problem = request->problem,
                                 .method = request->method,
                                 .projection = request->projection,
                                 .step = request->step,
                                 .steps = RELATION_STEPS,
                                 .bits = request->bits,
                                 .rounding = request->rounding};
}

/* |x - y| of the coordinates without the time, as far as x has gone. */
static void find_distance(mpfr_t value, const struct cell_request *request, mpfr_t *x, mpfr_t *y)
{
    const struct model *model = request->problem->model;
    mpfr_t *start = problem_initial_values(request->problem, bits_of(request) + GUARD_BITS);
    double *excursion = memory_create(model->dimension, sizeof *excursion);

    for (size_t i = 0; i < model->moved; i++)
        excursion[i] = fabs(mpfr_get_d(x[i], MPFR_RNDN) - mpfr_get_d(start[i], MPFR_RNDN));
    scale_distance(value, model->moved, x, y, start, excursion);
    free(excursion);
    number_block_destroy(start);
}

/* Those of the coordinates without the time, by the start and what it becomes. */
static void find_sizes(const struct cell_request *request, mpfr_t *end, double *size)
{
    const struct model *model = request->problem->model;
    mpfr_t *start = problem_initial_values(request->problem, bits_of(request) + GUARD_BITS);

    scale_sizes(size, model->moved, transformed_block(model), start, end);
    number_block_destroy(start);
}

/* ---- other variables ---- */

/* x = S y + a */
static void map_back(const struct transformed *other, mpfr_t *x, mpfr_t *y)
{
    const size_t width = other->model.moved;
    mpfr_t term;

    mpfr_init2(term, mpfr_get_prec(x[0]));
    for (size_t i = 0; i < other->moved; i++) {
        mpfr_set_d(x[i], other->a[i], MPFR_RNDN);
        for (size_t j = 0; j < width; j++) {
            mpfr_mul_d(term, y[j], other->S[i * width + j], MPFR_RNDN);
            mpfr_add(x[i], x[i], term, MPFR_RNDN);
        }
    }
    mpfr_clear(term);
}

/* The end of as many steps on the other model, of h times the factor. */
static bool run_there(const struct cell_request *request, const struct transformed *other, double factor,
                      mpfr_t *y)
{
    struct model model = other->model;
    struct problem problem = *request->problem;
    struct cell_request there = *request;
    mpq_t step;
    bool completed;

    problem.model = &model;
    problem.system = other->system;
    problem.initial = &other->initial;
    there.problem = &problem;
    mpq_init(step);
    mpq_set_d(step, factor);
    mpq_mul(step, step, request->step);
    there.step = step;
    completed = run(&there, y);
    mpq_clear(step);
    return completed;
}

/* The same as one of the model itself. */
static bool run_transformed(const struct cell_request *request, const struct transformed *other,
                            double factor, mpfr_t *x)
{
    mpfr_t *y = number_block_create(other->model.dimension, mpfr_get_prec(x[0]));
    const bool completed = run_there(request, other, factor, y);

    if (completed)
        map_back(other, x, y);
    number_block_destroy(y);
    return completed;
}

static bool compare(const struct cell_request *request, enum transformation transformation, mpfr_t value)
{
    const struct problem *problem = request->problem;
    const struct cell_request few = few_steps(request);
    struct cell_request there = few;
    struct method_file_exchanged partner;
    struct transformed *other = NULL;
    mpfr_t *x = create_states(request, 2), *back = x + problem->model->dimension;
    double *size = memory_create(problem->model->dimension, sizeof *size);

    mpfr_set_nan(value);
    if (run(&few, x)) {
        find_sizes(request, x, size);
        other = transformed_create(problem->system, problem->initial, transformation, size);
    }
    if (transformation == TRANSFORMED_EXCHANGE && method_file_exchange(&partner, &request->method))
        there.method = partner.method;
    if (other && run_transformed(&there, other, transformation == TRANSFORMED_BACKWARDS ? -1 : 1, back))
        find_distance(value, request, x, back);
    number_block_destroy(x);
    free(size);
    transformed_destroy(other);
    return true;
}

#define DEFINE_TRANSFORMED(name, TRANSFORMATION)                                                             \
    bool relation_##name(const struct cell_request *request, mpfr_t value, struct error *error)              \
    {                                                                                                        \
        (void)error;                                                                                         \
        return compare(request, TRANSFORMED_##TRANSFORMATION, value);                                        \
    }
DEFINE_TRANSFORMED(permutation, PERMUTATION)
DEFINE_TRANSFORMED(affine, AFFINE)
DEFINE_TRANSFORMED(exchange, EXCHANGE)
DEFINE_TRANSFORMED(gauge, GAUGE)
DEFINE_TRANSFORMED(backwards, BACKWARDS)

/* ---- other units ---- */

/* The largest |y_i - y'_i| of the numbers there, y' those of the end here, beside the largest of 1, the step and |y_i| */
static double find_absolute(const struct transformed *other, double step, mpfr_t *x, mpfr_t *back)
{
    double apart = 0, size = fmax(1, fabs(step));

    for (size_t i = 0; i < other->moved; i++) {
        const double unit = other->S[i * other->model.moved + i], at = mpfr_get_d(back[i], MPFR_RNDN);

        apart = fmax(apart, fabs(mpfr_get_d(x[i], MPFR_RNDN) - at) / unit);
        size = fmax(size, fabs(at) / unit);
    }
    return apart / size;
}

struct relation_apart relation_in_units(const struct cell_request *request, struct transformed_units units)
{
    const struct problem *problem = request->problem;
    const struct cell_request few = few_steps(request);
    const double factor = ldexp(1, -units.time);
    struct transformed *other = transformed_create_in_units(problem->system, problem->initial, units);
    mpfr_t *x = create_states(request, 2), *back = x + problem->model->dimension, value;
    struct relation_apart apart = {NAN, NAN};

    mpfr_init2(value, CELL_LEAST_BITS);
    if (other && run(&few, x) && run_transformed(&few, other, factor, back)) {
        find_distance(value, request, x, back);
        apart.distance = mpfr_get_d(value, MPFR_RNDN);
        apart.absolute = find_absolute(other, mpq_get_d(request->step) * factor, x, back);
    }
    mpfr_clear(value);
    number_block_destroy(x);
    transformed_destroy(other);
    return apart;
}

/* Units in which a method makes no step say nothing. */
bool relation_scaling(const struct cell_request *request, mpfr_t value, struct error *error)
{
    static const struct transformed_units units[] = {
        {RELATION_FARTHEST, 0, 0}, {0, RELATION_FARTHEST, 0}, {0, 0, RELATION_FARTHEST}};

    (void)error;
    compare(request, TRANSFORMED_SCALING, value);
    for (size_t k = 0; k < 2 * sizeof units / sizeof *units; k++) {
        struct transformed_units one = units[k / 2];

        if (!transformed_multiplies(request->problem->model) || mpfr_nan_p(value))
            break;
        if (k % 2)
            one = (struct transformed_units){-one.length, -one.time, -one.mass};
        const double distance = relation_in_units(request, one).distance;

        if (distance > mpfr_get_d(value, MPFR_RNDN))
            mpfr_set_d(value, distance, MPFR_RNDN);
    }
    return true;
}

static void add_to_value(const struct model *model, expression *value, const mpq_t offset)
{
    *value = graph_binary(model->graph, OPERATION_ADD, *value, graph_constant(model->graph, offset));
}

static expression *copy_values(const struct problem *problem)
{
    const size_t d = problem->model->dimension;
    expression *values = memory_create(d, sizeof *values);

    for (size_t i = 0; i < d; i++)
        values[i] = problem->initial->values[i];
    return values;
}

/* From a third of a step later, in which no bit is zero: at 0 and multiples of h nobody sees that a method drops bits of the
 * time. */
bool relation_time(const struct cell_request *request, mpfr_t value, struct error *error)
{
    struct problem problem = *request->problem;
    struct model_initial initial = *problem.initial;
    struct cell_request later = *request;
    mpq_t third;

    (void)error;
    mpq_init(third);
    mpq_set_ui(third, 1, 3);
    mpq_mul(third, third, request->step);
    initial.values = copy_values(&problem);
    for (size_t i = problem.model->moved; i < problem.model->dimension; i++)
        add_to_value(problem.model, initial.values + i, third);
    problem.initial = &initial;
    later.problem = &problem;
    compare(&later, TRANSFORMED_TIME, value);
    free(initial.values);
    mpq_clear(third);
    return true;
}

/* ---- points nearby ---- */

/* z_0 + e u, u_i = s_i, s_i/2, s_i/4, s_i, ... of what is moved, so that points in a row are so exactly; the caller frees
 * the values. */
static struct model_initial beside(const struct problem *problem, double e, const double *size)
{
    struct model_initial initial = *problem->initial;

    initial.values = copy_values(problem);
    for (size_t i = 0; i < problem->model->moved; i++) {
        mpq_t offset;

        mpq_init(offset);
        mpq_set_d(offset, ldexp(e * size[i], -(int)(i % 3)));
        add_to_value(problem->model, initial.values + i, offset);
        mpq_clear(offset);
    }
    return initial;
}

static bool run_from(const struct cell_request *request, const struct model_initial *initial, mpfr_t *state)
{
    struct problem problem = *request->problem;
    struct cell_request from = *request;

    problem.initial = initial;
    from.problem = &problem;
    return run(&from, state);
}

static bool run_beside(const struct cell_request *request, double e, const double *size, mpfr_t *state)
{
    const struct model_initial initial = beside(request->problem, e, size);
    const bool completed = run_from(request, &initial, state);

    free(initial.values);
    return completed;
}

/* sum = here + the difference of degree k of the ends from the first on, d numbers each */
static void find_difference(size_t d, long k, mpfr_t *sum, mpfr_t *here, mpfr_t *ends)
{
    long binomial = 1; /* (-1)^j k over j */
    mpfr_t term;

    mpfr_init2(term, mpfr_get_prec(sum[0]));
    for (size_t i = 0; i < d; i++)
        mpfr_set(sum[i], here[i], MPFR_RNDN);
    for (long j = 0; j <= k; j++) {
        for (size_t i = 0; i < d; i++) {
            mpfr_mul_si(term, ends[(size_t)j * d + i], binomial, MPFR_RNDN);
            mpfr_add(sum[i], sum[i], term, MPFR_RNDN);
        }
        binomial = -binomial * (k - j) / (j + 1);
    }
    mpfr_clear(term);
}

bool relation_nearby(const struct cell_request *request, mpfr_t value, struct error *error)
{
    const size_t d = request->problem->model->dimension;
    const struct cell_request few = few_steps(request);
    const int power = request->bits == CELL_DOUBLE ? 14 : 48; /* wide beside the digits that may be dropped */
    const long bits = bits_of(request), k = (bits / power + 2) / 2 * 2, points = k + NEARBY_DIFFERENCES;
    mpfr_t *here = create_states(request, (size_t)points + 2), *sum = here + d, *ends = sum + d, one;
    double *size = memory_create(d, sizeof *size);
    bool completed = run(&few, here);

    (void)error;
    if (completed)
        find_sizes(request, here, size);
    for (long j = 0; j < points && completed; j++)
        completed = run_beside(&few, ldexp((double)(j - k / 2), -power), size, ends + (size_t)j * d);
    mpfr_init2(one, mpfr_get_prec(value));
    mpfr_set_zero(value, 1);
    for (size_t m = 0; m < NEARBY_DIFFERENCES && completed; m++) {
        find_difference(d, k, sum, here, ends + m * d);
        find_distance(one, request, here, sum);
        mpfr_max(value, value, one, MPFR_RNDN);
        completed = !mpfr_nan_p(one);
    }
    if (!completed)
        mpfr_set_nan(value);
    mpfr_clear(one);
    free(size);
    number_block_destroy(here);
    return true;
}

/* ---- products ---- */

/* Of two coordinates at least: a method whose state has two halves takes an even number for what has them. */
bool relation_multiplies(const struct system *system)
{
    const struct model *model = system->model;

    return transformed_multiplies(model) && !system_nearer(system) && !model->periodic &&
           2 * model->moved <= RELATION_WIDEST;
}

/* The largest distance of a copy from the end that it has alone; NaN where a step is not made. */
static void compare_copies(const struct cell_request *request, const struct model_initial *initial,
                           size_t copies, mpfr_t value)
{
    const struct problem *problem = request->problem;
    const size_t d = problem->model->dimension;
    struct transformed *product = transformed_create_product(problem->system, initial, copies);
    mpfr_t *x = create_states(request, 2), *part = x + d, *y, one;
    bool completed = product;

    y = number_block_create(product ? product->model.dimension : 1, mpfr_get_prec(x[0]));
    completed = product && run_there(request, product, 1, y);
    mpfr_init2(one, mpfr_get_prec(value));
    for (size_t copy = 0; copy < copies && completed; copy++) {
        completed = run_from(request, initial + copy, x);
        for (size_t i = 0; i < problem->model->moved && completed; i++)
            mpfr_set(part[i], y[transformed_place(product, copy, i)], MPFR_RNDN);
        if (completed)
            find_distance(one, request, x, part);
        if (completed && !(mpfr_cmp(one, value) <= 0))
            mpfr_set(value, one, MPFR_RNDN);
    }
    if (!completed)
        mpfr_set_nan(value);
    mpfr_clear(one);
    number_block_destroy(y);
    number_block_destroy(x);
    transformed_destroy(product);
}

bool relation_product(const struct cell_request *request, mpfr_t value, struct error *error)
{
    const struct problem *problem = request->problem;
    const struct cell_request few = few_steps(request);
    const size_t d = problem->model->dimension, fit = RELATION_WIDEST / problem->model->moved,
                 most = fit > 2 ? (fit - 1) / 2 * 2 + 1 : fit;
    struct model_initial *initial = memory_create(most, sizeof *initial);
    mpfr_t *here = create_states(request, 1);
    double *size = memory_create(d, sizeof *size);

    (void)error;
    mpfr_set_nan(value);
    if (run(&few, here)) {
        find_sizes(request, here, size);
        for (size_t copy = 0; copy < most; copy++)
            initial[copy] = beside(problem, ldexp((double)copy, -7), size);
        mpfr_set_zero(value, 1);
        compare_copies(&few, initial, most, value);
        if (most / 2 > 1 && !mpfr_nan_p(value))
            compare_copies(&few, initial, most / 2, value);
        for (size_t copy = 0; copy < most; copy++)
            free(initial[copy].values);
    }
    free(initial);
    free(size);
    number_block_destroy(here);
    return true;
}

/* ---- the same step again ---- */

bool relation_ask_twice(const struct cell_request *request, mpfr_t *first, mpfr_t *second)
{
    struct error ignored;
    struct cell_setup *own = cell_setup_create(request, &ignored);
    enum newton_status status = NEWTON_NO_CONVERGENCE;

    if (own) {
        own->setup.untried = true;
        status = request->bits == CELL_DOUBLE ? repeated_step_double(&own->setup, first, second)
                                              : repeated_step_mpfr(&own->setup, first, second);
    }
    cell_setup_destroy(own);
    return status == NEWTON_CONVERGED;
}

void relation_ask_later(const struct cell_request *request, struct relation_later *later, mpfr_t *first,
                        mpfr_t *second)
{
    struct error ignored;
    struct cell_setup *own = cell_setup_create(request, &ignored);

    *later = (struct relation_later){.calls = 0};
    if (own) {
        own->setup.untried = true;
        repeated_step_later_double(&own->setup, later, first, second);
    }
    cell_setup_destroy(own);
}

bool relation_repeated(const struct cell_request *request, mpfr_t value, struct error *error)
{
    mpfr_t *first = create_states(request, 2), *second = first + request->problem->model->dimension;

    (void)error;
    mpfr_set_nan(value);
    if (relation_ask_twice(request, first, second))
        find_distance(value, request, first, second);
    number_block_destroy(first);
    return true;
}

/* ---- arithmetics ---- */

bool relation_precision(const struct cell_request *request, mpfr_t value, struct error *error)
{
    struct cell_request few = few_steps(request), finer = few, equal = few;
    const long bits = bits_of(request);
    mpfr_t *here = create_states(request, 3), *there = here + request->problem->model->dimension,
           *same = there + request->problem->model->dimension;
    mpfr_t other;

    (void)error;
    mpfr_init2(other, mpfr_get_prec(value));
    mpfr_set_nan(value);
    finer.bits = bits + RELATION_MORE_BITS;
    equal.bits = bits;
    if (run(&few, here) && run(&finer, there) && run(&equal, same)) {
        find_distance(value, request, here, there);
        find_distance(other, request, here, same);
        if (mpfr_cmp(other, value) > 0 || mpfr_nan_p(other))
            mpfr_set(value, other, MPFR_RNDN);
    }
    mpfr_clear(other);
    number_block_destroy(here);
    return true;
}
