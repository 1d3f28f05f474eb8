/* Certified reference solutions.
 *
 * A run is a Taylor integration; a step is accepted where it satisfies the equations of motion and keeps what
 * they keep (defect.h), or the model is not smooth and has no reference.
 *
 * Two Taylor integrations of the same equations, with different order, step and precision, agree in as many
 * digits as the worse of them is right, save for a conspiracy of errors.  The second is made better than the
 * first in every respect, and its state is the one reported.  Errors grow along the solution, exponentially
 * where it is unstable: when too few digits agree, both runs are repeated with as many digits more as were
 * missing. */
#include "reference/reference.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "reference/taylor.h"

enum { MAXIMAL_DIGITS = 5000, MAXIMAL_ATTEMPTS = 5, SPARE_DIGITS = 4, GUARD_BITS = 28 };

struct problem {
    const struct system *system;
    const struct program *initial; /* no input; output block 0 is z(0) */
    mpq_srcptr until;
};

struct run {
    struct taylor_settings settings;
    size_t dimension;
    mpfr_t *state;
    double *excursion; /* as in struct taylor_settings */
    struct defect *defect;
};

/* -- agreement of two states z and z': floor(-log10(max_i |z_i - z'_i| / max_i |z'_i|)) digits, every rounding in
 * the direction that gives fewer -- */

/* largest = max_i |z_i - z'_i|, size = max_i |z'_i|.  False when a component is not a finite number. */
static bool measure(mpfr_ptr largest, mpfr_ptr size, mpfr_t *first, mpfr_t *second, size_t n)
{
    bool finite = true;
    mpfr_t each;

    mpfr_init2(each, mpfr_get_prec(largest));
    mpfr_set_zero(largest, 1);
    mpfr_set_zero(size, 1);
    for (size_t i = 0; i < n; i++) {
        mpfr_sub(each, first[i], second[i], MPFR_RNDA);
        mpfr_abs(each, each, MPFR_RNDA);
        finite = finite && mpfr_number_p(each); /* a maximum would lose it */
        mpfr_max(largest, largest, each, MPFR_RNDU);
        mpfr_abs(each, second[i], MPFR_RNDZ);
        mpfr_max(size, size, each, MPFR_RNDD);
    }
    mpfr_clear(each);
    return finite;
}

long reference_agreement(mpfr_t *first, mpfr_t *second, size_t n)
{
    mpfr_prec_t precision = mpfr_get_prec(first[0]);
    mpfr_t largest, size;

    if (precision > mpfr_get_prec(second[0]))
        precision = mpfr_get_prec(second[0]);
    long agreed = (long)floor((double)precision * log10(2.0));

    mpfr_inits2(precision, largest, size, (mpfr_ptr)0);
    if (!measure(largest, size, first, second, n)) {
        agreed = 0;
    } else if (!mpfr_zero_p(largest)) {
        mpfr_div(largest, largest, size, MPFR_RNDU);
        mpfr_log10(largest, largest, MPFR_RNDU);
        mpfr_neg(largest, largest, MPFR_RNDD);
        if (mpfr_cmp_si(largest, agreed) < 0)
            agreed = mpfr_get_si(largest, MPFR_RNDD);
    }
    mpfr_clears(largest, size, (mpfr_ptr)0);
    return agreed < 0 ? 0 : agreed;
}

/* -- the two runs -- */

/* The first run: right to `digits` digits and a few more, if errors do not grow. */
static struct taylor_settings first_settings(long digits)
{
    struct taylor_settings settings = taylor_choose(digits + SPARE_DIGITS);

    settings.precision += GUARD_BITS;
    return settings;
}

/* The second run, which is checked: better in order, step and precision, at less than twice the cost. */
static struct taylor_settings second_settings(struct taylor_settings first)
{
    return (struct taylor_settings){.order = first.order + 4,
                                    .precision = first.precision + 32,
                                    .step_factor = 0.9375 * first.step_factor};
}

static bool run_start(struct run *run, const struct problem *problem, struct taylor_settings settings,
                      bool checked, struct error *error)
{
    run->settings = settings;
    run->dimension = problem->system->dimension;
    run->state = number_block_create(run->dimension, settings.precision);
    if (!graph_value_of_program(run->state, problem->initial, NULL, settings.precision))
        return error_set(error, "the initial values are not finite numbers: correct them in the model");
    if (checked) {
        run->excursion = settings.excursion = memory_create(run->dimension, sizeof(double));
        run->defect = settings.defect =
            defect_create(problem->system, run->state, settings.precision, exp(-(double)settings.order));
    }
    return taylor_integrate(run->state, problem->system->velocity, &settings, problem->until, error);
}

static void run_end(struct run *run)
{
    number_block_destroy(run->state);
    free(run->excursion);
    defect_destroy(run->defect);
}

/* Both runs, aimed at `aim` digits.  False when one of them did not arrive. */
static bool run_both(struct run *first, struct run *second, const struct problem *problem, long aim,
                     struct error *error)
{
    struct taylor_settings settings = first_settings(aim);

    return run_start(first, problem, settings, false, error) &&
           run_start(second, problem, second_settings(settings), true, error);
}

struct reference *reference_allocate(size_t dimension, size_t observables, mpfr_prec_t precision)
{
    struct reference *reference = memory_create(1, sizeof *reference);

    *reference =
        (struct reference){.dimension = dimension, .observables = observables, .precision = precision};
    reference->state = number_block_create(dimension, precision);
    reference->observable = number_block_create(observables, precision);
    reference->excursion = memory_create(dimension, sizeof(double));
    reference->drift = memory_create(observables, sizeof(double));
    return reference;
}

/* |I(z(T)) - I(z(0))|, from the values at T.  False when one at 0 is not finite. */
static bool find_drift(struct reference *reference, const struct problem *problem)
{
    mpfr_t *start = number_block_create(reference->dimension, reference->precision);
    mpfr_t *value = number_block_create(reference->observables, reference->precision);
    bool finite = graph_value_of_program(start, problem->initial, NULL, reference->precision) &&
                  graph_value_of_program(value, problem->system->observe, (mpfr_t *const[]){start},
                                         reference->precision);

    for (size_t i = 0; i < reference->observables && finite; i++) {
        mpfr_sub(value[i], value[i], reference->observable[i], MPFR_RNDN);
        reference->drift[i] = fabs(mpfr_get_d(value[i], MPFR_RNDN));
    }
    number_block_destroy(start);
    number_block_destroy(value);
    return finite;
}

static struct reference *deliver(const struct problem *problem, const struct run *first,
                                 const struct run *second, long digits, long agreed, struct error *error)
{
    const struct system *system = problem->system;
    struct reference *reference =
        reference_allocate(system->dimension, system->observables, first->settings.precision);

    reference->digits = digits;
    reference->agreed_digits = agreed;
    for (size_t i = 0; i < reference->dimension; i++) {
        mpfr_set(reference->state[i], second->state[i], MPFR_RNDN);
        reference->excursion[i] = second->excursion[i];
    }
    if (graph_value_of_program(reference->observable, system->observe, (mpfr_t *const[]){second->state},
                               second->settings.precision) &&
        find_drift(reference, problem))
        return reference;
    reference_destroy(reference);
    error_set(error, "the energy or an invariant is not a finite number at t = %.12g: ask for another time",
              mpq_get_d(problem->until));
    return NULL;
}

/* Repeats both runs with more and more digits.  A run that does not arrive may have been led astray by its
 * errors, and is believed the second time. */
static struct reference *certify(const struct problem *problem, long digits, struct error *error)
{
    long aim = digits, tried = digits, agreed = 0;
    double proven = 0;
    size_t failures = 0;

    for (size_t attempt = 0; attempt < MAXIMAL_ATTEMPTS; attempt++) {
        struct run first = {0}, second = {0};
        struct reference *reference = NULL;
        bool arrived = run_both(&first, &second, problem, aim, error);

        if (arrived) {
            agreed = reference_agreement(first.state, second.state, first.dimension);
            proven = defect_sum(second.defect) > 0 ? floor(-log10(defect_sum(second.defect))) : INFINITY;
        }
        bool certified = arrived && fmin((double)agreed, proven) >= (double)digits;
        if (certified)
            reference = deliver(problem, &first, &second, digits, agreed, error);
        run_end(&first);
        run_end(&second);
        if (certified)
            return reference;
        if (!arrived && ++failures == 2)
            return NULL;
        tried = aim;
        agreed = arrived ? (long)fmax(0, fmin((double)agreed, proven)) : 0;
        aim = agreed > 0 ? aim + digits - agreed + SPARE_DIGITS : 2 * aim + SPARE_DIGITS;
    }
    error_set(
        error,
        "two integrations to t = %.12g agree in %ld of %ld digits even at %ld working digits: ask for fewer "
        "digits or an earlier time",
        mpq_get_d(problem->until), agreed, digits, tried);
    return NULL;
}

struct reference *reference_create(const struct system *system, const expression *initial, mpq_srcptr until,
                                   long digits, struct error *error)
{
    if (digits < 1 || digits > MAXIMAL_DIGITS) {
        error_set(error, "%ld digits: ask for 1 to %d", digits, MAXIMAL_DIGITS);
        return NULL;
    }
    struct program_output output = {.width = system->dimension, .expressions = initial};
    struct program *program = program_create(0, NULL, 1, &output);
    struct problem problem = {.system = system, .initial = program, .until = until};
    struct reference *reference = certify(&problem, digits, error);

    program_destroy(program);
    return reference;
}

void reference_destroy(struct reference *reference)
{
    if (!reference)
        return;
    number_block_destroy(reference->state);
    number_block_destroy(reference->observable);
    free(reference->excursion);
    free(reference->drift);
    free(reference);
}
