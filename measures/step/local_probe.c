/* The local probe: see local_probe.h.
 *
 * The solution is expanded anew for each step, with as many terms as its bits ask for when the step is 2^-j of the
 * radius of convergence. */
#include "measures/step/local_probe.h"

#include <math.h>
#include <stdlib.h>

#include "measures/measure.h"
#include "measures/run/scale.h"
#include "measures/step/step_defect.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "reference/taylor.h"

enum { GUARD_BITS = 32, LOST_BITS = 16, CLEAR_BITS = 10, LEAST_EXPONENTS = 3 };

struct work {
    const struct cell_request *request;
    const double *scale;
    struct setup setup; /* at the point and the step */
    struct evaluator_mpfr *observe, *momentum, *constrain;
    struct local_probe *probe;
    size_t d, observables;
    mpfr_ptr observed, before, theta; /* observables twice, d */
    mpfr_t *solution;                 /* d */
    double *excursion;                /* d zeros: the distances have no other weights */
};

/* log2 |x|; -infinity for 0, NaN for what is no number */
static double logarithm(mpfr_srcptr x)
{
    long exponent = 0;
    double fraction = mpfr_get_d_2exp(&exponent, x, MPFR_RNDN);

    return log2(fabs(fraction)) + (double)exponent;
}

static void raise(const struct work *w, size_t quantity, size_t k, double error)
{
    double *largest = w->probe->error + quantity * LOCAL_PROBE_STEPS + k;

    if (isnan(error) || error > *largest)
        *largest = error;
}

static void observe(const struct work *w, const struct stepper_mpfr *stepper, mpfr_ptr value)
{
    evaluator_run_mpfr(w->observe, 1, (const real_mpfr *const[]){stepper->q}, (real_mpfr *const[]){value});
}

static void measure_observables(const struct work *w, const struct stepper_mpfr *stepper, size_t k)
{
    observe(w, stepper, w->observed);
    for (size_t i = 0; i < w->observables; i++) {
        mpfr_sub(w->observed + i, w->observed + i, w->before + i, MPFR_RNDN);
        raise(w, i, k, logarithm(w->observed + i) - log2(w->scale[i]));
    }
}

static void measure_constraint(const struct work *w, const struct stepper_mpfr *stepper, size_t k)
{
    const size_t count = w->momentum ? w->d : w->setup.system->constraints;
    double largest = -INFINITY, size = 0;

    if (!count)
        return;
    evaluator_run_mpfr(w->momentum ? w->momentum : w->constrain, 1, (const real_mpfr *const[]){stepper->q},
                       (real_mpfr *const[]){w->theta});
    for (size_t i = 0; i < count; i++) {
        if (w->momentum) {
            size = fmax(size, logarithm(w->theta + i));
            mpfr_sub(w->theta + i, w->theta + i, stepper->p + i, MPFR_RNDN);
        }
        largest = fmax(largest, logarithm(w->theta + i));
    }
    raise(w, w->observables + LOCAL_PROBE_CONSTRAINT, k, largest - size);
}

/* Carries the solution by the step; false where there is none. */
static bool follow(const struct work *w, mpq_srcptr step, int below)
{
    struct taylor_settings settings = {.order = (size_t)((LOCAL_PROBE_BITS + GUARD_BITS) / below + 2),
                                       .precision = LOCAL_PROBE_BITS + GUARD_BITS,
                                       .step_factor = ldexp(1, -below)};
    struct error ignored;

    return taylor_integrate(w->solution, w->request->problem->system->velocity, &settings, step, &ignored);
}

static void measure_solution(const struct work *w, const struct stepper_mpfr *stepper, size_t k)
{
    const struct model *model = w->request->problem->model;
    const int power = LOCAL_PROBE_FIRST + LOCAL_PROBE_SPACING * (int)k, below = power - 4;
    mpfr_ptr distance = w->theta;

    if (!follow(w, w->setup.step, below))
        mpfr_set_nan(distance);
    else
        scale_distance(distance, w->d, (mpfr_t *)stepper->q, w->solution, w->setup.initial, w->excursion,
                       model->secular);
    raise(w, w->observables + LOCAL_PROBE_SOLUTION, k, logarithm(distance));
}

static void measure_symmetry(const struct work *w, size_t k)
{
    struct cell_request request = *w->request;

    request.excursion = w->excursion;
    symmetry_defect_mpfr(w->theta, &request, &w->setup);
    raise(w, w->observables + LOCAL_PROBE_SYMMETRY, k, logarithm(w->theta));
}

/* Two steps from the point, and one there and back. */
static void measure_step(const struct work *w, size_t k)
{
    struct stepper_mpfr *stepper = w->request->method.family->create_mpfr(&w->setup);

    observe(w, stepper, w->before);
    for (size_t i = 0; i < w->d; i++)
        mpfr_set(w->solution[i], stepper->q + i, MPFR_RNDN);
    for (int n = 0; n < 2; n++) {
        if (stepper->step(stepper) != NEWTON_CONVERGED) {
            for (size_t i = 0; i < w->probe->quantities; i++)
                raise(w, i, k, NAN);
            break;
        }
        measure_observables(w, stepper, k);
        measure_constraint(w, stepper, k);
        measure_solution(w, stepper, k);
    }
    stepper->destroy(stepper);
    measure_symmetry(w, k);
}

static void measure_point(struct work *w)
{
    mpq_t step;

    mpq_init(step);
    w->setup.step = step;
    for (size_t k = 0; k < LOCAL_PROBE_STEPS; k++) {
        mpq_set_ui(step, 1, 1);
        mpq_div_2exp(step, step, LOCAL_PROBE_FIRST + LOCAL_PROBE_SPACING * k);
        measure_step(w, k);
    }
    mpq_clear(step);
}

static void measure(struct work *w, mpfr_t *initial)
{
    const struct system *system = w->setup.system;

    w->observe = evaluator_create_mpfr(system->observe, 1);
    w->momentum = system->momentum ? evaluator_create_mpfr(system->momentum, 1) : NULL;
    w->constrain = system->constrain ? evaluator_create_mpfr(system->constrain, 1) : NULL;
    measure_point(w);
    for (size_t i = 0; i < w->d; i++)
        mpfr_set(w->solution[i], initial[i], MPFR_RNDN);
    if (follow(w, w->request->step, 3)) {
        for (size_t i = 0; i < w->d; i++)
            mpfr_set(initial[i], w->solution[i], MPFR_RNDN);
        measure_point(w);
    }
    evaluator_destroy_mpfr(w->observe);
    evaluator_destroy_mpfr(w->momentum);
    evaluator_destroy_mpfr(w->constrain);
}

struct local_probe *local_probe_create(const struct cell_request *request, const double *scale,
                                       struct error *error)
{
    const struct system *system = request->problem->system;
    const size_t d = system->dimension, observables = system->observables;
    struct cell_request in_mpfr = *request;
    struct cell_setup *own;
    struct local_probe *probe;
    mpfr_ptr numbers;

    in_mpfr.bits = LOCAL_PROBE_BITS;
    own = cell_setup_create(&in_mpfr, error);
    if (!own)
        return NULL;
    probe = memory_create(1, sizeof *probe);
    probe->quantities = observables + LOCAL_PROBE_OTHERS;
    probe->floor = LOST_BITS - LOCAL_PROBE_BITS;
    probe->error = memory_create(probe->quantities * LOCAL_PROBE_STEPS, sizeof *probe->error);
    for (size_t i = 0; i < probe->quantities * LOCAL_PROBE_STEPS; i++)
        probe->error[i] = -INFINITY;
    numbers = number_block_create(2 * observables + 2 * d, LOCAL_PROBE_BITS + GUARD_BITS);
    struct work w = {.request = &in_mpfr,
                     .scale = scale,
                     .setup = own->setup,
                     .probe = probe,
                     .d = d,
                     .observables = observables,
                     .observed = numbers,
                     .before = numbers + observables,
                     .theta = numbers + 2 * observables,
                     .solution = (mpfr_t *)(numbers + 2 * observables + d),
                     .excursion = memory_create(d, sizeof(double))};
    measure(&w, own->initial);
    free(w.excursion);
    number_block_destroy(numbers);
    cell_setup_destroy(own);
    return probe;
}

void local_probe_destroy(struct local_probe *probe)
{
    if (!probe)
        return;
    free(probe->error);
    free(probe);
}

/* ---- what the errors say ---- */

/* Whether the last exponents before `end` are one whole number. */
static bool is_certain(const double *exponent, size_t end)
{
    const double whole = end ? round(exponent[end - 1]) : NAN;
    bool certain = end >= LEAST_EXPONENTS;

    for (size_t k = 0; certain && k < LEAST_EXPONENTS; k++)
        certain = fabs(exponent[end - 1 - k] - whole) <= 0.02;
    return certain;
}

struct local_order local_probe_order(const double *error, double floor)
{
    struct local_order found = {.order = NAN, .exact = true};
    size_t end = 0;

    for (size_t k = 0; k < LOCAL_PROBE_STEPS; k++)
        found.exact &= error[k] <= floor + CLEAR_BITS; /* false for NaN */
    for (size_t k = 0; k + 1 < LOCAL_PROBE_STEPS; k++) {
        const bool clear = error[k] > floor + CLEAR_BITS && error[k + 1] > floor + CLEAR_BITS;

        found.exponent[k] = clear ? (error[k] - error[k + 1]) / LOCAL_PROBE_SPACING : NAN;
        if (clear)
            end = k + 1;
    }
    if (end)
        found.order = found.exponent[end - 1];
    found.certain = is_certain(found.exponent, end);
    return found;
}

/* ---- the measure ---- */

static void add_order(struct result *result, struct measure_id id, const double *error, double floor)
{
    const struct local_order found = local_probe_order(error, floor);
    double *number = result_add_history(result, RESULT_LOCAL, id.channel, LOCAL_PROBE_STEPS, 3);

    for (int k = 0; k < LOCAL_PROBE_STEPS; k++) {
        *number++ = -(LOCAL_PROBE_FIRST + LOCAL_PROBE_SPACING * k);
        *number++ = error[k];
        *number++ = floor;
    }
    result_add_double(result, id, found.exact ? 0 : found.certain ? found.order : NAN);
}

void local_probe_measure(struct result *result, const struct cell_request *request, const double *scale)
{
    struct error ignored;
    struct local_probe *probe = local_probe_create(request, scale, &ignored);

    for (size_t i = 0; probe && i < probe->quantities; i++) {
        const struct measure_id id = measure_of(request->problem, MEASURE_LOCAL_ORDER, (int)i);

        if (!measure_refusal(id, request->problem, NULL, NULL))
            add_order(result, id, probe->error + i * LOCAL_PROBE_STEPS, probe->floor);
    }
    local_probe_destroy(probe);
}
