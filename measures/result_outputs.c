/* What a foreign method outputs, beside q after its last step: its outputs before that one, and p.
 *
 * A method may be right at its last outputs alone, as one that computes a hundred steps at once and is wrong where these meet.  Of
 * three outputs in a row the one between lies within O(h^4) of the cubic through the others with their slopes,
 * z_n = (z_{n-1} + z_{n+1})/2 + h/4 (f_{n-1} - f_{n+1}).  At the output that lies farthest from it the error is taken, and at
 * those beside it: if it is more than eight times as large as both, or as small, as none is that grows along the run, the
 * largest of the three counts.
 * Of very long runs it is looked for behind the last checkpoint, so that one that was taken up again has the same.
 *
 * A method that computes several steps at once and hands them out one by one, or interpolates between some, may be right at
 * every second output alone, and a run has an even number of steps.  Of the last eight outputs the error at one that is
 * more than eight times as large as that of the last is another error, and counts in its place.  A method that has a p of its own on a
 * degenerate Lagrangian converges only where p does: the distance from theta(q(T)), each p_i divided by the largest
 * |theta_i(q(T))|, or 1 if that is 0, counts with that of q. */
#include "measures/result.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/foreign/foreign_method.h"
#include "measures/run/scale.h"
#include "numerics/evaluator.h"
#include "numerics/exact.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "reference/taylor.h"

enum { OUTPUTS_LAST = 8, OUTPUTS_OTHER = 8, ROW = 3 };

struct result_outputs {
    const struct cell_request *request;
    unsigned long first; /* of the outputs that are kept: those of a run that was taken up again, too */
    size_t kept;
    mpfr_t *state; /* OUTPUTS_LAST x d */
    /* Three outputs in a row, and those about the one that lies farthest from the cubic: 3 x d each. */
    mpfr_t *row, *kinked;
    struct evaluator_double *field;
    double *slope, *point;      /* of the row; d */
    unsigned long since;        /* rows begin behind it, in a run that was taken up again, too */
    unsigned long in_row, kink; /* outputs so far; the number of the kinked one, 0: none */
    double farthest;
};

struct result_outputs *result_outputs_create(const struct cell_request *request)
{
    const size_t d = request->problem->system->dimension;
    const unsigned long last = request->steps ? request->steps - 1 : 0,
                        since = last - last % TRAJECTORY_CHECKPOINT_STEPS;
    struct result_outputs *outputs;

    if (!foreign_method_of(&request->method))
        return NULL;
    outputs = memory_create(1, sizeof *outputs);
    outputs->request = request;
    outputs->since = since;
    outputs->first = request->steps > OUTPUTS_LAST ? request->steps - OUTPUTS_LAST : 0;
    outputs->first = outputs->first > since ? outputs->first : since;
    outputs->state = number_block_create((OUTPUTS_LAST + 2 * ROW) * d,
                                         request->bits == CELL_DOUBLE ? CELL_LEAST_BITS : request->bits);
    outputs->row = outputs->state + OUTPUTS_LAST * d;
    outputs->kinked = outputs->row + ROW * d;
    outputs->field = evaluator_create_double(request->problem->system->velocity, 1);
    outputs->slope = memory_create((ROW + 1) * d, sizeof(double));
    outputs->point = outputs->slope + ROW * d;
    return outputs;
}

void result_outputs_destroy(struct result_outputs *outputs)
{
    if (!outputs)
        return;
    number_block_destroy(outputs->state);
    evaluator_destroy_double(outputs->field);
    free(outputs->slope);
    free(outputs);
}

/* How far the middle of the row lies from the cubic through the others. */
static double find_distance(const struct result_outputs *outputs, size_t d)
{
    const double h = exact_to_double(outputs->request->step), *excursion = outputs->request->excursion;
    double farthest = 0;

    for (size_t i = 0; i < d; i++) {
        const double before = mpfr_get_d(outputs->row[i], MPFR_RNDN),
                     middle = mpfr_get_d(outputs->row[d + i], MPFR_RNDN),
                     after = mpfr_get_d(outputs->row[2 * d + i], MPFR_RNDN);
        const double there = (before + after) / 2 + h / 4 * (outputs->slope[i] - outputs->slope[2 * d + i]);

        if (excursion[i] > 0)
            farthest = fmax(farthest, fabs(middle - there) / excursion[i]);
    }
    return farthest;
}

static void add_to_row(struct result_outputs *outputs, const struct trajectory_point *point)
{
    const size_t d = point->dimension;
    double distance;

    number_block_set(*outputs->row, outputs->row[d], 2 * d);
    number_block_set(outputs->row[2 * d], *point->q, d);
    memmove(outputs->slope, outputs->slope + d, 2 * d * sizeof(double));
    for (size_t i = 0; i < d; i++)
        outputs->point[i] = mpfr_get_d(point->q[i], MPFR_RNDN);
    evaluator_run_double(outputs->field, 1, (const double *const[]){outputs->point},
                         (double *const[]){outputs->slope + 2 * d});
    if (++outputs->in_row < ROW)
        return;
    distance = find_distance(outputs, d);
    if (distance > outputs->farthest) {
        outputs->farthest = distance;
        outputs->kink = point->n - 1;
        number_block_set(*outputs->kinked, *outputs->row, ROW * d);
    }
}

/* In order, the first behind first. */
static void keep(void *context, const struct trajectory_point *point)
{
    struct result_outputs *outputs = context;

    if (point->n > outputs->since && outputs->request->excursion)
        add_to_row(outputs, point);
    if (point->n > outputs->first && outputs->kept < OUTPUTS_LAST)
        number_block_set(outputs->state[point->dimension * outputs->kept++], *point->q, point->dimension);
}

struct cell_request result_outputs_attach(struct result_outputs *outputs, const struct cell_request *request)
{
    struct cell_request attached = *request;

    if (outputs) {
        attached.every = 1;
        attached.observer = keep;
        attached.context = outputs;
    }
    return attached;
}

static long count_digits(const struct result_outputs *outputs, const struct reference *reference)
{
    const long bits = outputs->request->bits == CELL_DOUBLE ? CELL_LEAST_BITS : outputs->request->bits;
    const long digits = (long)ceil((double)bits * log10(2)) + 4;

    return digits < reference->agreed_digits ? digits : reference->agreed_digits;
}

/* The largest error of the outputs before the last, whose solutions are those of the reference followed back. */
static void find_before(mpfr_ptr largest, const struct result_outputs *outputs,
                        const struct reference *reference, mpfr_t *initial, size_t d)
{
    const struct problem *problem = outputs->request->problem;
    const struct taylor_settings settings = taylor_choose(count_digits(outputs, reference));
    mpfr_t *solution = number_block_create(reference->dimension, settings.precision);
    struct error ignored;
    mpfr_t error;
    mpq_t back;

    mpfr_init2(error, mpfr_get_prec(largest));
    mpq_init(back);
    mpq_neg(back, outputs->request->step);
    number_block_set(*solution, *reference->state, reference->dimension);
    mpfr_set_zero(largest, 1);
    for (size_t k = outputs->kept; k-- > 1;) {
        if (!taylor_integrate(solution, problem->system->velocity, &settings, back, &ignored))
            break;
        scale_distance(error, d, outputs->state + (k - 1) * reference->dimension, solution, initial,
                       reference->excursion);
        if (mpfr_number_p(error) && mpfr_cmp(error, largest) > 0)
            mpfr_set(largest, error, MPFR_RNDN);
    }
    number_block_destroy(solution);
    mpfr_clear(error);
    mpq_clear(back);
}

/* The largest error at the kinked output and those beside it, if the kinked one has another error than both; else 0. */
static void find_kinked(mpfr_ptr largest, const struct result_outputs *outputs,
                        const struct reference *reference, mpfr_t *initial, size_t d)
{
    const struct problem *problem = outputs->request->problem;
    const struct taylor_settings settings = taylor_choose(count_digits(outputs, reference));
    mpfr_t *solution = problem_initial_values(problem, settings.precision);
    double error[ROW] = {NAN, NAN, NAN};
    struct error ignored;
    mpfr_t distance;
    mpq_t time;

    mpfr_init2(distance, mpfr_get_prec(largest));
    mpfr_set_zero(largest, 1);
    mpq_init(time);
    mpq_set_ui(time, outputs->kink - 1, 1);
    mpq_mul(time, time, outputs->request->step);
    for (size_t k = 0;
         k < ROW && taylor_integrate(solution, problem->system->velocity, &settings, time, &ignored); k++) {
        scale_distance(distance, d, outputs->kinked + k * reference->dimension, solution, initial,
                       reference->excursion);
        error[k] = mpfr_get_d(distance, MPFR_RNDN);
        mpfr_max(largest, largest, distance, MPFR_RNDN);
        mpq_set(time, outputs->request->step);
    }
    if (!isfinite(error[0] + error[2]) || !(error[1] > OUTPUTS_OTHER * fmax(error[0], error[2]) ||
                                            OUTPUTS_OTHER * error[1] < fmin(error[0], error[2])))
        mpfr_set_zero(largest, 1);
    number_block_destroy(solution);
    mpfr_clear(distance);
    mpq_clear(time);
}

/* |p - theta(q(T))|; false where there is none. */
static bool find_momentum_error(mpfr_ptr error, const struct cell_request *request,
                                const struct trajectory *trajectory, const struct reference *reference)
{
    const struct system *system = request->problem->system;
    const size_t d = reference->dimension, moved = system->model->moved; /* the time has no p */
    mpfr_t *theta, *zero;
    double *scale, largest = 0;
    bool finite;

    if (!system->momentum || method_space(&request->method, request->projection) != STEP_MOMENTUM ||
        !(request->method.family->own_momentum || foreign_method_of(&request->method)))
        return false;
    theta = number_block_create(d, reference->precision);
    zero = number_block_create(d, reference->precision);
    scale = memory_create(d, sizeof *scale);
    finite = graph_value_of_program(theta, system->momentum, (mpfr_t *const[]){reference->state},
                                    reference->precision);
    for (size_t i = 0; i < moved && finite; i++)
        largest = fmax(largest, fabs(mpfr_get_d(theta[i], MPFR_RNDN)));
    for (size_t i = 0; i < d; i++)
        scale[i] = largest;
    if (finite)
        scale_distance(error, moved, trajectory->p, theta, zero, scale);
    number_block_destroy(theta);
    number_block_destroy(zero);
    free(scale);
    return finite;
}

void result_outputs_raise(mpfr_ptr error, const struct result_outputs *outputs,
                          const struct cell_request *request, const struct trajectory *trajectory,
                          const struct reference *reference, mpfr_t *initial, size_t d)
{
    mpfr_t other;

    mpfr_init2(other, mpfr_get_prec(error));
    if (find_momentum_error(other, request, trajectory, reference))
        mpfr_hypot(error, error, other, MPFR_RNDN);
    if (!outputs) {
        mpfr_clear(other);
        return;
    }
    find_before(other, outputs, reference, initial, d);
    mpfr_div_ui(other, other, OUTPUTS_OTHER, MPFR_RNDN);
    if (mpfr_cmp(other, error) > 0)
        mpfr_mul_ui(error, other, OUTPUTS_OTHER, MPFR_RNDN);
    if (outputs->kink) {
        find_kinked(other, outputs, reference, initial, d);
        if (mpfr_cmp(other, error) > 0)
            mpfr_set(error, other, MPFR_RNDN);
    }
    mpfr_clear(other);
}
