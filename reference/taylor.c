/* Integration of x' = f(x) by Taylor series in MPFR.
 *
 * A step expands x(t + s) = sum_k x_k s^k with x_{k+1} = f(x)_k / (k + 1) and sums the series at s = h.
 *
 * Order and step: the radius of convergence is estimated from the last coefficients,
 *
 *   r = min_k (|x_m| / |x_k|)^(1 / (k - m)),   m the first order with x_m != 0,
 *
 * and with h = r / e^2 the term of order p is e^(-2p) |x_m|, so that p = log(1 / eps) / 2 makes it eps; this
 * choice minimises the cost, which is p^2 per step of length r eps^(1/p).  More than two last coefficients
 * are looked at, since series in s^2 or s^3 have many that vanish.  No term may exceed the first by more than
 * a few bits, or the sum would cancel (entire functions have large r).
 *
 * Time is exact: every step but the last is a dyadic number of few bits, the remaining time is a rational,
 * and the last step is the remaining time rounded once.
 *
 * Source: Jorba and Zou, A software package for the numerical integration of ODEs by means of high-order
 * Taylor methods, Experimental Mathematics 14 (2005), sections 3.1 and 3.2. */
#include "reference/taylor.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/jets/jet.h"
#include "numerics/memory.h"

enum { COEFFICIENTS_LOOKED_AT = 8, BITS_OF_CANCELLATION = 6, BITS_OF_STEP = 24 };

/* Steps grow at most by this factor from one to the next, so that the bits that the next expansion needs are
 * known. The radius of convergence grows by at most h over a step h, that is by 1 + 1/e^2: only its estimate
 * can do more. */
static const double growth = 1.25;

/* A step shorter than this part of the whole time and of the longest step would never arrive: the solution
 * has run into a singularity. */
static const double shortest_part = 0x1p-44;

enum { SAMPLES_PER_STEP = 8 };

/* The longest step so far, and what it was when it was last looked at: after 2^k steps, k >= 10. */
struct pace {
    double longest, longest_before;
};

enum { FIRST_LOOK = 1024 };

/* A longest step that grows by less than PACE_GROWTH while the number of steps doubles will have grown by
 * less than PACE_GROWTH^10 < PACE_MARGIN when a million steps are used up. */
static const double PACE_GROWTH = 1.5, PACE_MARGIN = 64;

struct expansion {
    const struct taylor_settings *settings;
    size_t dimension;
    struct jet *jet;
    double *size;  /* log2 max_i |x_i,k|, -infinity where zero; order + 1 values */
    double *start; /* z(0) */
};

struct taylor_settings taylor_choose(long digits)
{
    const double e = exp(1.0);
    size_t order = (size_t)ceil(0.5 * (double)digits * log(10.0)) + 2;

    return (struct taylor_settings){.order = order < TAYLOR_MINIMAL_ORDER ? TAYLOR_MINIMAL_ORDER : order,
                                    .precision = (mpfr_prec_t)ceil((double)digits * log2(10.0)) + 2,
                                    .step_factor = 1 / (e * e)};
}

/* log2 |x|; -infinity for 0. */
static double logarithm(mpfr_srcptr x)
{
    long exponent;

    if (mpfr_zero_p(x))
        return -INFINITY;
    double fraction = mpfr_get_d_2exp(&exponent, x, MPFR_RNDN);

    return log2(fabs(fraction)) + (double)exponent;
}

static double size_of_coefficient(const struct expansion *expansion, size_t k)
{
    double size = -INFINITY;

    for (size_t i = 0; i < expansion->dimension; i++)
        size = fmax(size, logarithm(jet_input(expansion->jet, 0, i, k)));
    return size;
}

/* The coefficients of the solution through `state`.  False when f is not analytic there. */
static bool expand(struct expansion *expansion, mpfr_t *state)
{
    struct jet *jet = expansion->jet;

    for (size_t i = 0; i < expansion->dimension; i++)
        mpfr_set(jet_input(jet, 0, i, 0), state[i], MPFR_RNDN);
    for (size_t k = 0; k < expansion->settings->order; k++) {
        if (!jet_extend(jet, k))
            return false;
        for (size_t i = 0; i < expansion->dimension; i++)
            mpfr_div_ui(jet_input(jet, 0, i, k + 1), jet_output(jet, 0, i, k), (unsigned long)k + 1,
                        MPFR_RNDN);
    }
    for (size_t k = 0; k <= expansion->settings->order; k++)
        expansion->size[k] = size_of_coefficient(expansion, k);
    return true;
}

/* The step for this expansion; infinite for a polynomial. */
static double choose_step(const struct expansion *expansion)
{
    const double *size = expansion->size;
    size_t order = expansion->settings->order, first = 0;
    double radius = INFINITY, bound = INFINITY;

    while (first < order && isinf(size[first]))
        first++;
    for (size_t k = first + 1; k <= order; k++) {
        if (isinf(size[k]))
            continue;
        if (k + COEFFICIENTS_LOOKED_AT > order)
            radius = fmin(radius, (size[first] - size[k]) / (double)(k - first));
        bound = fmin(bound, (size[first] + BITS_OF_CANCELLATION - size[k]) / (double)(k - first));
    }
    return exp2(fmin(radius + log2(expansion->settings->step_factor), bound));
}

/* state = sum_k x_k h^k. */
static void sum_series(mpfr_t *state, const struct expansion *expansion, mpfr_srcptr h)
{
    size_t order = expansion->settings->order;

    for (size_t i = 0; i < expansion->dimension; i++) {
        mpfr_set(state[i], jet_input(expansion->jet, 0, i, order), MPFR_RNDN);
        for (size_t k = order; k-- > 0;) {
            mpfr_mul(state[i], state[i], h, MPFR_RNDN);
            mpfr_add(state[i], state[i], jet_input(expansion->jet, 0, i, k), MPFR_RNDN);
        }
    }
}

/* excursion_i = max(excursion_i, |z_i(t) - start_i|) at eight times of the step h.  Near a singularity coefficients have more than
 * a double holds: they are those of a power of two near h. */
static void watch(const struct expansion *expansion, const double *start, double h)
{
    double *excursion = expansion->settings->excursion;
    int unit;
    const double length = frexp(h, &unit);

    for (size_t i = 0; i < expansion->dimension; i++) {
        for (int j = 1; j <= SAMPLES_PER_STEP; j++) {
            double t = length * j / SAMPLES_PER_STEP, value = 0;

            for (size_t k = expansion->settings->order + 1; k-- > 0;) {
                long exponent;
                const double digits =
                    mpfr_get_d_2exp(&exponent, jet_input(expansion->jet, 0, i, k), MPFR_RNDN);

                value = value * t + scalbln(digits, exponent + (long)k * unit);
            }
            excursion[i] = fmax(excursion[i], fabs(value - start[i]));
        }
    }
}

/* Takes a step of at most `length` off the remaining time: h is what was taken. */
static void advance_time(mpfr_ptr h, mpq_ptr remaining, double length)
{
    int sign = mpq_sgn(remaining);
    mpq_t step;

    if (length >= fabs(mpq_get_d(remaining))) {
        mpfr_set_q(h, remaining, MPFR_RNDN);
        mpq_set_ui(remaining, 0, 1);
        return;
    }
    int exponent;
    double fraction = frexp(length, &exponent);

    mpq_init(step);
    mpq_set_d(step, sign * ldexp(floor(ldexp(fraction, BITS_OF_STEP)), exponent - BITS_OF_STEP));
    mpq_sub(remaining, remaining, step);
    mpfr_set_q(h, step, MPFR_RNDN);
    mpq_clear(step);
}

/* The time that has been reached, rounded. */
static double time_reached(mpq_srcptr until, mpq_srcptr remaining)
{
    mpq_t reached;

    mpq_init(reached);
    mpq_sub(reached, until, remaining);
    double time = mpq_get_d(reached);
    mpq_clear(reached);
    return time;
}

/* `more`: the time beyond that which has been reached. */
static bool fail_after(struct error *error, mpq_srcptr until, mpq_srcptr remaining, double more,
                       const char *what)
{
    return error_set(
        error, "the solution %s at t = %.12g, before t = %.12g: ask for an earlier time, or start elsewhere",
        what, time_reached(until, remaining) + more, mpq_get_d(until));
}

static bool fail(struct error *error, mpq_srcptr until, mpq_srcptr remaining, const char *what)
{
    return fail_after(error, until, remaining, 0, what);
}

/* Whether a million steps of this pace fall short of the remaining time. */
static bool is_too_far(struct pace *pace, size_t step, double remaining)
{
    if (step < FIRST_LOOK / 2 || (step & (step - 1)) != 0)
        return false;
    double before = pace->longest_before;

    pace->longest_before = pace->longest;
    return step >= FIRST_LOOK && pace->longest < PACE_GROWTH * before &&
           PACE_MARGIN * TAYLOR_MAXIMAL_STEPS * pace->longest < remaining;
}

static bool fail_too_far(struct error *error, size_t step, mpq_srcptr until, mpq_srcptr remaining)
{
    return error_set(error,
                     "the time is too far: it needs more than a million steps of the reference, of which the "
                     "first %zu end at t = %.12g; ask for an earlier time",
                     step, time_reached(until, remaining));
}

/* Writes the state at the end of the step h, where the series there is accepted. */
static bool take_step(mpfr_t *state, struct expansion *expansion, mpfr_srcptr h, mpq_srcptr until,
                      mpq_srcptr remaining, struct error *error)
{
    const struct taylor_settings *settings = expansion->settings;
    double part;

    if (settings->defect && !defect_accepts(settings->defect, expansion->jet, settings->order, h, &part))
        return fail_after(error, until, remaining, (part - 1) * mpfr_get_d(h, MPFR_RNDN),
                          "passes a place where the model is not smooth");
    if (settings->excursion)
        watch(expansion, expansion->start, mpfr_get_d(h, MPFR_RNDN));
    sum_series(state, expansion, h);
    return !settings->defect || defect_keeps(settings->defect, state) ||
           fail(error, until, remaining, "no longer keeps the energy and the invariants of the model");
}

static bool integrate(mpfr_t *state, struct expansion *expansion, mpfr_ptr h, mpq_srcptr until,
                      mpq_ptr remaining, struct error *error)
{
    const size_t most_steps = expansion->settings->most_steps;
    double whole = fabs(mpq_get_d(until)), longest = INFINITY;
    struct pace pace = {0, 0};

    for (size_t step = 0; mpq_sgn(remaining) != 0; step++) {
        if (is_too_far(&pace, step, fabs(mpq_get_d(remaining))))
            return fail_too_far(error, step, until, remaining);
        if (step == (most_steps ? most_steps : TAYLOR_MAXIMAL_STEPS))
            return fail(error, until, remaining, "needs too many steps: all that it may take were used up");
        if (!expand(expansion, state))
            return fail(error, until, remaining, "leaves the domain of the equations of motion");
        double length = fmin(choose_step(expansion), longest);

        pace.longest = fmax(pace.longest, length);
        if (!(length >= shortest_part * fmin(whole, pace.longest)))
            return fail(error, until, remaining, "reaches a singularity of the equations of motion");
        advance_time(h, remaining, length);
        if (!take_step(state, expansion, h, until, remaining, error))
            return false;
        longest = growth * length;
        jet_taper(expansion->jet, longest);
    }
    return true;
}

bool taylor_integrate(mpfr_t *state, const struct program *field, const struct taylor_settings *settings,
                      mpq_srcptr until, struct error *error)
{
    double *size = memory_create(settings->order + 1, sizeof *size);
    struct expansion expansion = {.settings = settings,
                                  .dimension = field->output_width[0],
                                  .jet = jet_create(field, settings->order, settings->precision),
                                  .size = size,
                                  .start = memory_create(field->output_width[0], sizeof(double))};
    mpfr_t h;
    mpq_t remaining;

    for (size_t i = 0; i < expansion.dimension; i++) {
        expansion.start[i] = mpfr_get_d(state[i], MPFR_RNDN);
        if (settings->excursion)
            settings->excursion[i] = 0;
    }
    mpfr_init2(h, settings->precision);
    mpq_init(remaining);
    mpq_set(remaining, until);
    bool arrived = integrate(state, &expansion, h, until, remaining, error);

    mpq_clear(remaining);
    mpfr_clear(h);
    jet_destroy(expansion.jet);
    free(size);
    free(expansion.start);
    return arrived;
}
