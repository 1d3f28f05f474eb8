/* What a foreign method outputs, beside q after its last step: its outputs before that one, and p.
 *
 * A method that computes several steps at once and hands them out one by one, or interpolates between some, may be right at
 * every second output alone, and a run has an even number of steps.  Of the last eight outputs the error at one that is
 * more than eight times as large as that of the last is another error, and counts in its place.  A method that has a p of its own on a
 * degenerate Lagrangian converges only where p does: the distance from theta(q(T)), each p_i divided by the largest
 * |theta_i(q(T))|, or 1 if that is 0, counts with that of q. */
#include "measures/result.h"

#include <math.h>
#include <stdlib.h>

#include "integrators/foreign/foreign_method.h"
#include "measures/run/scale.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "reference/taylor.h"

enum { OUTPUTS_LAST = 8, OUTPUTS_OTHER = 8 };

struct result_outputs {
    const struct cell_request *request;
    unsigned long first; /* of the outputs that are kept: those of a run that was taken up again, too */
    size_t kept;
    mpfr_t *state; /* OUTPUTS_LAST x d */
};

struct result_outputs *result_outputs_create(const struct cell_request *request)
{
    const unsigned long last = request->steps ? request->steps - 1 : 0,
                        since = last - last % TRAJECTORY_CHECKPOINT_STEPS;
    struct result_outputs *outputs;

    if (!foreign_method_of(&request->method))
        return NULL;
    outputs = memory_create(1, sizeof *outputs);
    outputs->request = request;
    outputs->first = request->steps > OUTPUTS_LAST ? request->steps - OUTPUTS_LAST : 0;
    outputs->first = outputs->first > since ? outputs->first : since;
    outputs->state = number_block_create(OUTPUTS_LAST * request->problem->system->dimension,
                                         request->bits == CELL_DOUBLE ? CELL_LEAST_BITS : request->bits);
    return outputs;
}

void result_outputs_destroy(struct result_outputs *outputs)
{
    if (!outputs)
        return;
    number_block_destroy(outputs->state);
    free(outputs);
}

/* In order, the first behind first. */
static void keep(void *context, const struct trajectory_point *point)
{
    struct result_outputs *outputs = context;

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

/* |p - theta(q(T))|; false where there is none. */
static bool find_momentum_error(mpfr_ptr error, const struct result_outputs *outputs,
                                const struct trajectory *trajectory, const struct reference *reference)
{
    const struct cell_request *request = outputs->request;
    const struct system *system = request->problem->system;
    const size_t d = reference->dimension, moved = system->model->moved; /* the time has no p */
    mpfr_t *theta, *zero;
    double *scale, largest = 0;
    bool finite;

    if (!system->momentum || method_space(&request->method, request->projection) != STEP_MOMENTUM)
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
                          const struct trajectory *trajectory, const struct reference *reference,
                          mpfr_t *initial, size_t d)
{
    mpfr_t other;

    if (!outputs)
        return;
    mpfr_init2(other, mpfr_get_prec(error));
    if (find_momentum_error(other, outputs, trajectory, reference))
        mpfr_hypot(error, error, other, MPFR_RNDN);
    find_before(other, outputs, reference, initial, d);
    mpfr_div_ui(other, other, OUTPUTS_OTHER, MPFR_RNDN);
    if (mpfr_cmp(other, error) > 0)
        mpfr_mul_ui(error, other, OUTPUTS_OTHER, MPFR_RNDN);
    mpfr_clear(other);
}
