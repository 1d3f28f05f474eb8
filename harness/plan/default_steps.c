/* Default steps, final times and precisions: see default_steps.h.
 *
 * Steps.  h0 = 0.25/L with L = max |eig Df| along the orbit over the final time T, which depends on h0: L is
 * first that at the initial data, then that of the orbit found so far, until it changes by less than a tenth.
 * At data where a coordinate stands still by chance L is large for short times and falls as they grow: some rounds more.
 * Where it does not settle, as along an orbit that becomes infinite in a finite time, T is the longest time with
 * L T <= 40 * 0.25, within a tenth: L grows with T.
 * h0 is rounded down to one of 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten.  A relative 1e-6 is
 * added before, so that an L such as 2.5, where 0.25/L is such a number but for round-off, gives the same
 * step everywhere.
 *
 * Final times.  T = 40 h0, or as many as the study says, or a few steps less where that is within a tenth of a multiple of half a period:
 * there errors cancel that do not cancel elsewhere; of a study that takes larger steps than h0, a multiple of the largest.  No exponent of the linearised motion exceeds L, so that
 * neighbouring solutions part by at most exp(L T) <= exp(40 * 0.25) = exp(10).
 *
 * Precisions.  A method of order p with s = p/2 stages has on x' = L x at best the error of the diagonal Pade
 * approximation, (s!)^2/((2s)! (2s + 1)!) (L h)^(2s) per unit of L t (Hairer, Wanner: Solving Ordinary
 * Differential Equations II, theorem IV.3.11), with L h = 0.25 h/h0. */
#include "harness/plan/default_steps.h"

#include <math.h>
#include <stdlib.h>

#include "measures/run/timescale.h"
#include "numerics/exact.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

static const double LARGEST_ANGLE = 0.25; /* L h0 */

enum { ROUNDS = 40, GUARD_BITS = 64 };

/* -- steps -- */

/* mantissa * 10^power */
static void set_decimal(mpq_ptr step, unsigned long mantissa, long power)
{
    mpz_t scale;

    mpz_init(scale);
    mpz_ui_pow_ui(scale, 10, (unsigned long)labs(power));
    mpq_set_ui(step, mantissa, 1);
    if (power > 0)
        mpz_mul(mpq_numref(step), mpq_numref(step), scale);
    else
        mpz_mul(mpq_denref(step), mpq_denref(step), scale);
    mpq_canonicalize(step);
    mpz_clear(scale);
}

void default_steps_round(double rate, mpq_ptr step)
{
    static const unsigned long mantissas[] = {80, 60, 50, 40, 30, 25, 20, 15, 12, 10};
    double value = LARGEST_ANGLE / rate * (1 + 1e-6), tenths;
    long exponent = (long)floor(log10(value));
    size_t i = 0;

    tenths = value / pow(10, (double)(exponent - 1));
    if (tenths < 10) { /* the logarithm was rounded up */
        exponent--;
        tenths *= 10;
    }
    while (i + 1 < sizeof mantissas / sizeof *mantissas && (double)mantissas[i] > tenths)
        i++;
    set_decimal(step, mantissas[i], exponent - 1);
}

/* Whether the time is near a multiple of half the period. */
static bool is_near_return(double time, double period)
{
    double halves = period > 0 ? 2 * time / period : 0;

    return halves > 0.5 && fabs(halves - round(halves)) < 0.1;
}

unsigned long default_steps_count(double step, double period, double reach, unsigned long all,
                                  unsigned long stride)
{
    const unsigned long most = all - all % stride, fewest = 3 * all / 4;

    if (reach < (double)all * step) {
        const unsigned long count = (unsigned long)(0.9 * reach / step);

        return count - count % stride;
    }
    for (unsigned long count = most; count >= fewest && count > 0; count -= stride) {
        if (!is_near_return((double)count * step, period))
            return count;
    }
    return most;
}

/* L over a time. */
static double rate_along(const struct problem *problem, const double *initial, double time)
{
    return timescale_measure(problem->system, initial, time).rate;
}

/* The rate to the longest time with rate * time <= 40 * 0.25, which lies between those of the two rates. */
static double settle_rate(const struct problem *problem, const double *initial, double slow, double fast)
{
    const double whole = DEFAULT_STEPS_COUNT * LARGEST_ANGLE;
    double shorter = whole / fast, longer = whole / slow;

    while (longer > 1.1 * shorter) {
        const double time = sqrt(shorter) * sqrt(longer);

        if (rate_along(problem, initial, time) * time <= whole)
            shorter = time;
        else
            longer = time;
    }
    return whole / shorter;
}

/* What speeds up for ever, as under a constant force, is as slow as it is followed long: L is at least a tenth of what it is
 * at the start. */
static double find_rate(const struct problem *problem, const double *initial)
{
    const double first = rate_along(problem, initial, 0), slowest = isfinite(first) ? first / 10 : 0;
    double rate = first, before = 0;
    mpq_t step;

    mpq_init(step);
    for (int round = 0; round < ROUNDS && isfinite(rate) && fabs(rate - before) > 0.1 * before; round++) {
        default_steps_round(rate, step);
        before = rate;
        rate = rate_along(problem, initial, DEFAULT_STEPS_COUNT * exact_to_double(step));
        rate = rate < slowest ? slowest : rate;
    }
    mpq_clear(step);
    if (isfinite(before) && before > 0 && !(fabs(rate - before) <= 0.1 * before))
        return settle_rate(problem, initial, fmin(rate, before), isfinite(rate) ? fmax(rate, before) : 1e300);
    return fmax(rate, before);
}

bool default_steps_find(const struct problem *problem, double *rate, unsigned doublings, unsigned long steps,
                        mpq_ptr step, mpq_ptr until, struct error *error)
{
    mpfr_t *exact = problem_initial_values(problem, 53);
    double *initial = memory_create(problem->model->dimension, sizeof *initial);
    unsigned long count = 0;

    for (size_t i = 0; i < problem->model->dimension; i++)
        initial[i] = mpfr_get_d(exact[i], MPFR_RNDN);
    *rate = *rate > 0 ? *rate : find_rate(problem, initial);
    if (isfinite(*rate)) {
        struct timescale scale;

        default_steps_round(*rate, step);
        scale = timescale_measure(problem->system, initial, DEFAULT_STEPS_COUNT * exact_to_double(step));
        while ((count = default_steps_count(exact_to_double(step), scale.period, scale.reach, steps,
                                            1UL << doublings)) == 0 &&
               default_steps_count(exact_to_double(step), scale.period, scale.reach, steps, 1) > 0)
            mpq_div_2exp(step, step, 1); /* the orbit ends before the largest */
    }
    free(initial);
    number_block_destroy(exact);
    if (!count)
        return error_set(error,
                         "%s: the orbit of '%s' leaves the domain at once, and no step can be found for it; "
                         "write steps and untiltime",
                         problem->model->path, problem->initial->name);
    mpq_set_ui(until, count, 1);
    mpq_mul(until, until, step);
    return true;
}

/* -- precisions -- */

long default_steps_bits(double halved, int order)
{
    double p = fmax(order, 1);
    double constant = 2 * lgamma(p / 2 + 1) - lgamma(p + 1) - lgamma(p + 2);
    double smallest = constant / log(2) + p * log2(LARGEST_ANGLE / fmax(halved, 1));

    return 64 * (long)ceil((GUARD_BITS - smallest) / 64);
}
