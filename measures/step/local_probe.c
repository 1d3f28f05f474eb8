/* The local probe: see local_probe.h.
 *
 * The solution is expanded anew for each step, with as many terms as its bits ask for when the step is 2^-j of the
 * radius of convergence. */
#include "measures/step/local_probe.h"

#include <math.h>
#include <stdlib.h>

#include "measures/measure.h"
#include "measures/run/scale.h"
#include "measures/step/local_error.h"
#include "measures/step/step_defect.h"
#include "numerics/evaluator.h"
#include "numerics/exact.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "reference/taylor.h"

enum { GUARD_BITS = 32, CLEAR_BITS = 10, LEAST_EXPONENTS = 3, SHORT_RUN = 2 };
enum { QUARTERS = 10, LEAST_SHARE = -8, LEAST_SAME = 2, FEW = 32 }; /* of the step of the cell; log2 */

struct work {
    const struct cell_request *request;
    const double *scale;
    struct setup setup; /* at the point and the step */
    struct evaluator_mpfr *observe, *momentum, *constrain;
    struct local_probe *probe;
    size_t d, observables;
    mpfr_ptr error, kept,
        zero; /* of the observables, then of the coordinates: now, some steps before, at the point */
    mpfr_ptr before, theta; /* the observables at the point; d */
    mpfr_t *solution;       /* d */
    double *excursion;      /* d zeros: the distances have no other weights */
};

/* log2 |x|: -infinity if x is 0, infinity if x is NaN or infinite */
static double logarithm(mpfr_srcptr x)
{
    long exponent = 0;
    double fraction = mpfr_get_d_2exp(&exponent, x, MPFR_RNDN);

    return mpfr_number_p(x) ? log2(fabs(fraction)) + (double)exponent : INFINITY;
}

/* Of the errors, or of what steps added to them. */
static void raise(double *sizes, size_t quantity, size_t k, double size)
{
    double *largest = sizes + quantity * LOCAL_PROBE_STEPS + k;

    *largest = fmax(*largest, isnan(size) ? INFINITY : size);
}

static void set_all(const struct local_probe *probe, size_t k, double size)
{
    for (size_t i = 0; i < probe->quantities; i++) {
        const size_t at = i * LOCAL_PROBE_STEPS + k;

        probe->error[at] = probe->early[at] = probe->late[at] = size;
    }
}

int local_probe_turn(int n)
{
    return n == 1 ? 0 : LOCAL_PROBE_STEPS - (n ? n : 1);
}

int local_probe_power(const struct cell_request *request, int k)
{
    const int unit = (int)floor(log2(exact_to_double(request->step)) / LOCAL_PROBE_SPACING) + 1;

    return LOCAL_PROBE_SPACING * (unit - k) - LOCAL_PROBE_FIRST;
}

/* The sizes of the differences x - y of errors. */
static void raise_all(const struct work *w, double *sizes, mpfr_ptr x, mpfr_ptr y, size_t k)
{
    mpfr_ptr difference = w->theta;

    for (size_t i = 0; i < w->observables; i++) {
        mpfr_sub(difference, x + i, y + i, MPFR_RNDN);
        raise(sizes, i, k, logarithm(difference) - log2(w->scale[i]));
    }
    scale_distance(difference, w->setup.system->positions, (mpfr_t *)(x + w->observables),
                   (mpfr_t *)(y + w->observables), w->setup.initial, w->excursion);
    raise(sizes, w->observables + LOCAL_PROBE_SOLUTION, k, logarithm(difference));
}

static void observe(const struct work *w, const struct stepper_mpfr *stepper, mpfr_ptr value)
{
    evaluator_run_mpfr(w->observe, 1, (const real_mpfr *const[]){stepper_observed_mpfr(stepper)},
                       (real_mpfr *const[]){value});
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
    raise(w->probe->error, w->observables + LOCAL_PROBE_CONSTRAINT, k, largest - size);
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

/* The signed errors after one step more. */
static void measure_errors(const struct work *w, const struct stepper_mpfr *stepper, size_t k)
{
    const int below = LOCAL_PROBE_FIRST + LOCAL_PROBE_SPACING * (int)k - 4;
    const bool followed = follow(w, w->setup.step, below);
    mpfr_ptr solution = w->error + w->observables;

    observe(w, stepper, w->error);
    for (size_t i = 0; i < w->observables; i++)
        mpfr_sub(w->error + i, w->error + i, w->before + i, MPFR_RNDN);
    for (size_t i = 0; i < w->d; i++) {
        mpfr_sub(solution + i, stepper->q + i, w->solution[i], MPFR_RNDN);
        if (!followed)
            mpfr_set_nan(solution + i);
    }
}

static void measure_symmetry(const struct work *w, size_t k)
{
    struct cell_request request = *w->request;

    request.excursion = w->excursion;
    symmetry_defect_mpfr(w->theta, &request, &w->setup);
    raise(w->probe->error, w->observables + LOCAL_PROBE_SYMMETRY, k, logarithm(w->theta));
}

/* So many steps from the point, and one there and back. */
static void measure_step(const struct work *w, size_t k, int steps)
{
    struct stepper_mpfr *stepper = w->request->method.family->create_mpfr(&w->setup);
    const struct local_probe *probe = w->probe;

    observe(w, stepper, w->before);
    for (size_t i = 0; i < w->d; i++)
        mpfr_set(w->solution[i], stepper->q + i, MPFR_RNDN);
    for (int n = 1; n <= steps; n++) {
        if (stepper->step(stepper) != NEWTON_CONVERGED) {
            set_all(probe, k, INFINITY);
            break;
        }
        measure_errors(w, stepper, k);
        raise_all(w, probe->error, w->error, w->zero, k);
        measure_constraint(w, stepper, k);
        if (n == LOCAL_PROBE_RUN / 2)
            raise_all(w, probe->early, w->error, w->kept, k);
        if (n == LOCAL_PROBE_RUN)
            raise_all(w, probe->late, w->error, w->kept, k);
        if (n == LOCAL_PROBE_RUN / 4 || n == LOCAL_PROBE_RUN / 2)
            number_block_set(w->kept, w->error, w->observables + w->d);
    }
    stepper->destroy(stepper);
    measure_symmetry(w, k);
}

static bool is_decided(const struct local_probe *probe)
{
    bool decided = true;

    for (size_t i = 0; i < probe->quantities && decided; i++) {
        const size_t first = i * LOCAL_PROBE_STEPS;

        decided = local_probe_order(probe->error + first, probe->floor).decided &&
                  local_probe_order(probe->late + first, probe->floor).decided;
    }
    return decided;
}

/* From the initial data, and from the later point if there is one. */
static void measure_points(struct work *w, mpfr_t *initial, mpfr_t *later)
{
    mpq_t step;

    mpq_init(step);
    w->setup.step = step;
    for (int n = 0; n < LOCAL_PROBE_STEPS && !is_decided(w->probe); n++) {
        const size_t k = (size_t)local_probe_turn(n);

        exact_set_power(step, local_probe_power(w->request, (int)k));
        set_all(w->probe, k, -INFINITY);
        w->setup.initial = initial;
        measure_step(w, k, SHORT_RUN);
        w->setup.initial = later;
        if (later)
            measure_step(w, k, LOCAL_PROBE_RUN);
    }
    mpq_clear(step);
}

static void measure(struct work *w, mpfr_t *initial)
{
    const struct system *system = w->setup.system;
    mpfr_t *later = number_block_create(w->d, LOCAL_PROBE_BITS + GUARD_BITS);

    w->observe = evaluator_create_mpfr(system->observe, 1);
    w->momentum = system->momentum ? evaluator_create_mpfr(system->momentum, 1) : NULL;
    w->constrain = system->constrain ? evaluator_create_mpfr(system->constrain, 1) : NULL;
    number_block_set(*w->solution, *initial, w->d);
    if (follow(w, w->request->step, 3)) {
        number_block_set(*later, *w->solution, w->d);
        measure_points(w, initial, later);
    } else {
        measure_points(w, initial, NULL);
    }
    number_block_destroy(later);
    evaluator_destroy_mpfr(w->observe);
    evaluator_destroy_mpfr(w->momentum);
    evaluator_destroy_mpfr(w->constrain);
}

static struct local_probe *create(size_t quantities)
{
    const size_t sizes = quantities * LOCAL_PROBE_STEPS;
    struct local_probe *probe = memory_create(1, sizeof *probe);

    *probe = (struct local_probe){.quantities = quantities,
                                  .floor = LOCAL_PROBE_FLOOR,
                                  .error = memory_create(3 * sizes, sizeof(double))};
    probe->early = probe->error + sizes;
    probe->late = probe->early + sizes;
    for (size_t k = 0; k < LOCAL_PROBE_STEPS; k++)
        set_all(probe, k, NAN);
    return probe;
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
    probe = create(observables + LOCAL_PROBE_OTHERS);
    numbers = number_block_create(3 * (observables + d) + observables + 2 * d, LOCAL_PROBE_BITS + GUARD_BITS);
    struct work w = {.request = &in_mpfr,
                     .scale = scale,
                     .setup = own->setup,
                     .probe = probe,
                     .d = d,
                     .observables = observables,
                     .error = numbers,
                     .kept = numbers + (observables + d),
                     .zero = numbers + 2 * (observables + d),
                     .before = numbers + 3 * (observables + d),
                     .theta = numbers + 4 * observables + 3 * d,
                     .solution = (mpfr_t *)(numbers + 4 * observables + 4 * d),
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

/* Whether the last exponents before `end` are one whole number, and do not leave it as the step goes to zero. */
static bool is_certain(const double *exponent, size_t end)
{
    const double whole = end ? round(exponent[end - 1]) : NAN;
    bool certain = end >= LEAST_EXPONENTS;

    for (size_t k = 0; certain && k < LEAST_EXPONENTS; k++)
        certain = fabs(exponent[end - 1 - k] - whole) <= 0.02;
    return certain && fabs(exponent[end - 1] - whole) <= fmax(1e-5, fabs(exponent[end - 2] - whole));
}

/* Whether the error is solved for and above the floor. */
static bool is_clear(double error, double floor)
{
    return isfinite(error) && error > floor + CLEAR_BITS;
}

struct local_order local_probe_order(const double *error, double floor)
{
    struct local_order found = {.order = NAN, .exact = true};
    size_t end = 0, known = 0;

    for (size_t k = 0; k < LOCAL_PROBE_STEPS; k++) {
        found.exact &= !(error[k] > floor + CLEAR_BITS); /* what was not asked for says nothing */
        known += isnan(error[k]) ? 0 : 1;
    }
    for (size_t k = 0; k + 1 < LOCAL_PROBE_STEPS; k++) {
        const bool clear = is_clear(error[k], floor) && is_clear(error[k + 1], floor);

        found.exponent[k] = clear ? (error[k] - error[k + 1]) / LOCAL_PROBE_SPACING : NAN;
        if (clear)
            end = k + 1;
    }
    if (end)
        found.order = found.exponent[end - 1];
    found.certain = is_certain(found.exponent, end);
    found.decided = known == LOCAL_PROBE_STEPS || (found.exact && known > 1) ||
                    (end >= LEAST_EXPONENTS && !isnan(found.exponent[end - LEAST_EXPONENTS]));
    return found;
}

/* By which power of the number of steps the errors grow, at the finest step where both are clear. */
static double find_growth(const double *early, const double *late, double floor)
{
    double growth = NAN;

    for (size_t k = 0; k < LOCAL_PROBE_STEPS; k++) {
        if (is_clear(early[k], floor) && is_clear(late[k], floor))
            growth = late[k] - early[k];
    }
    return growth;
}

double local_probe_run_order(const double *error, const double *early, const double *late, double floor)
{
    const struct local_order local = local_probe_order(error, floor), added = local_probe_order(late, floor);
    const double growth = find_growth(early, late, floor), whole = round(growth);

    if (!local.certain || added.exact)
        return local.certain ? local.order : NAN;
    if (!added.certain || !(whole == 1 || whole == 2) ||
        !(fabs(growth - whole) <= 0.1 || fabs(growth - log2(4.4)) <= 0.01))
        return NAN;
    return fmin(local.order, added.order - whole);
}

/* ---- the measure ---- */

static void add_order(struct result *result, const struct cell_request *request, struct measure_id id,
                      const struct local_probe *probe, size_t i)
{
    const size_t first = i * LOCAL_PROBE_STEPS;
    const double *error = probe->error + first, *early = probe->early + first, *late = probe->late + first;
    const struct local_order found = local_probe_order(error, probe->floor);
    size_t known = 0;
    double *number;

    for (int k = 0; k < LOCAL_PROBE_STEPS; k++)
        known += isnan(error[k]) ? 0 : 1;
    number = result_add_history(result, RESULT_LOCAL, id.channel, known, 5);
    for (int k = 0; k < LOCAL_PROBE_STEPS; k++) {
        if (isnan(error[k]))
            continue;
        *number++ = local_probe_power(request, k);
        *number++ = error[k];
        *number++ = probe->floor;
        *number++ = early[k];
        *number++ = late[k];
    }
    result_add_double(result, id, found.exact ? 0 : found.certain ? found.order : NAN);
    id.aspect = MEASURE_RUN;
    result_add_double(result, id, local_probe_run_order(error, early, late, probe->floor));
}

/* Whether steps of the cell's times 1/4, 1/16, ..., in double, miss the solution by the same share of their way, and by one
 * that neither round-off nor the tolerance of a solver leaves.  Of a session, whose starter may be right, so do its first
 * FEW steps. */
static bool is_inconsistent(const struct cell_request *request)
{
    struct cell_request smaller = *request;
    double share = NAN;
    int same = 0;
    mpq_t step;

    mpq_init(step);
    mpq_set(step, request->step);
    smaller.step = step;
    smaller.steps = request->method.family->remembers ? FEW : 1;
    for (int k = 0; k < QUARTERS; k++) {
        const double before = share;

        mpq_div_2exp(step, step, 2);
        share = local_error_share(&smaller);
        if (!isnan(share)) /* else the last of those before count */
            same = fabs(share - before) <= 0.02 && share >= LEAST_SHARE ? same + 1 : 0;
    }
    mpq_clear(step);
    return same >= LEAST_SAME;
}

/* Of a method in double alone: that it is of order 0, or nothing. */
static void measure_in_double(struct result *result, const struct cell_request *request)
{
    struct measure_id id = measure_of(request->problem, MEASURE_LOCAL_ORDER,
                                      (int)request->problem->system->observables + LOCAL_PROBE_SOLUTION);

    if (!is_inconsistent(request))
        return;
    result_add_double(result, id, 1);
    id.aspect = MEASURE_RUN;
    result_add_double(result, id, 0);
}

void local_probe_measure(struct result *result, const struct cell_request *request, const double *scale)
{
    struct error ignored;
    struct local_probe *probe = NULL;

    if (method_serves(&request->method, LOCAL_PROBE_BITS))
        probe = local_probe_create(request, scale, &ignored);
    else
        measure_in_double(result, request);
    for (size_t i = 0; probe && i < probe->quantities; i++) {
        const struct measure_id id = measure_of(request->problem, MEASURE_LOCAL_ORDER, (int)i);

        if (!measure_refusal(id, request->problem, NULL, NULL))
            add_order(result, request, id, probe, i);
    }
    local_probe_destroy(probe);
}
