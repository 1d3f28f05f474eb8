/* The exponent with which an error grows in time, and its slope.
 *
 * An ensemble of trajectories whose round-off has decorrelated, and the signed error e(t) of an observable on
 * each.  The run is cut into dyadic intervals; M_k is the mean of e over interval k, of length L_k = 2
 * L_{k-1}, weighed by x^2 (1 - x)^2 (x from 0 to 1 along the interval).  What is fitted is the root mean
 * square over the ensemble of what changes from one mean to the next, k = 1, 2, ...:
 *
 *     r_k = sqrt( < (M_{k+1} - M_k)^2 > )
 *     log2 r_k = exponent . k + constant     (least squares)
 *
 *     bounded      oscillations of amplitude A give M_k = constant + O(A/L_k^3): exponent -3 or so; an error
 *                  that is bounded but irregular has an exponent between -1/2 and 0
 *     random walk  e(t) ~ t^(1/2), and so do the differences of its means: exponent 1/2
 *     secular      e(t) = a t: exponent 1
 *
 * Means, because the energy error of a symplectic method oscillates with an amplitude ~ h^p far above the
 * round-off: at the ends of intervals it would hide a random walk of round-off for all time, while here it
 * falls and the walk rises.  The weight, because plain means keep A cos(phase)/L_k, whose phase at the ends
 * of few intervals makes any slope.  Differences of neighbours, because the mean of the first interval, which
 * is the least averaged, would stay in all the others as a constant.  Where one part has not yet overtaken
 * the other the slope is between theirs: so the later half of the differences is fitted, at least six.  With
 * 64 trajectories log2 r_k is known to 0.13 and the exponent to 0.04 (a thousand walks gave
 * 0.41 to 0.60).
 *
 * The slope of trajectory m is that between its last two means, which are the best averaged: with centres c_k
 * of the intervals, in steps,
 *
 *     a_m = (M_K - M_{K-1}) / (c_K - c_{K-1}),   slope = < a_m >,   spread = sqrt( < (a_m - slope)^2 > )
 *
 * A drift e = a n gives a, in all members.  Of a walk of steps of size u the spread is 1.45 u/sqrt(N)
 * after N steps, and their mean lies within an eighth of it.  A drift is seen where |slope| > spread: where
 * it has outgrown the walk of one run.  What is deterministic and bounded has a slope that falls like A/N^4,
 * with no spread: whether that is a drift the exponent says.
 *
 * From one history, the largest |value| in each dyadic interval is fitted alike, against log2 of the latest
 * time in it; of the last four alone where the last three do not rise above all that was before, since on its
 * way to its bound an oscillation grows; where only the last two do not, and yet a growth is fitted, nothing
 * is said.  One path of a random walk is called one three times in four: see the rates in
 * tests/test_growth.c.
 *
 * Source: Hairer, McLachlan, Razakarivony, BIT 48 (2008), for the walk of round-off.  The categories leave
 * gaps between them, so that neighbours are not taken for each other. */
#include "measures/ensemble/growth.h"

#include <math.h>
#include <stdbool.h>

enum { LEAST_STEPS = 8, LEAST_POINTS = 6, LEAST_MAXIMA = 4, LONG_SETTLED = 3, BRIEFLY_SETTLED = 2 };
#define SETTLED 1.02 /* of what was before, above which later values count as growth */

enum growth growth_classify(double exponent)
{
    if (exponent < GROWTH_BOUNDED_BELOW)
        return GROWTH_BOUNDED;
    if (exponent >= GROWTH_WALK_LEAST && exponent <= GROWTH_WALK_MOST)
        return GROWTH_RANDOM_WALK;
    return exponent > GROWTH_SECULAR_ABOVE ? GROWTH_SECULAR : GROWTH_INCONCLUSIVE;
}

/* -- the intervals -- */

/* Interval 0 has at least LEAST_STEPS steps. */
size_t growth_intervals(unsigned long steps)
{
    size_t intervals = steps >= LEAST_STEPS ? 1 : 0;

    while (steps >> intervals >= LEAST_STEPS)
        intervals++;
    return intervals;
}

unsigned long growth_boundary(unsigned long steps, size_t k)
{
    return steps >> (growth_intervals(steps) - 1 - k);
}

/* -- lines through points -- */

struct line {
    double points, x, y, xx, xy;
};

static void add_point(struct line *line, double x, double y)
{
    line->points++;
    line->x += x;
    line->y += y;
    line->xx += x * x;
    line->xy += x * y;
}

static double find_slope(const struct line *line)
{
    return (line->points * line->xy - line->x * line->y) / (line->points * line->xx - line->x * line->x);
}

/* -- from an ensemble -- */

/* M_{k+1} - M_k of trajectory m */
static double find_difference(const double *mean, size_t intervals, size_t m, size_t k)
{
    return mean[m * intervals + k + 1] - mean[m * intervals + k];
}

/* r_k */
static double find_change(const double *mean, size_t members, size_t intervals, size_t k)
{
    double sum = 0, largest = 0;

    for (size_t m = 0; m < members; m++) {
        double change = find_difference(mean, intervals, m, k);

        if (!isfinite(change))
            return NAN;
        largest = fmax(largest, fabs(change));
    }
    for (size_t m = 0; m < members && largest > 0; m++) {
        double change = find_difference(mean, intervals, m, k) / largest;

        sum += change * change;
    }
    return largest * sqrt(sum / (double)members);
}

double growth_of_ensemble(const double *mean, size_t members, size_t intervals)
{
    size_t points = intervals > 2 ? intervals - 2 : 0; /* k = 1, ..., points */
    size_t wanted = (points + 1) / 2 > LEAST_POINTS ? (points + 1) / 2 : LEAST_POINTS;
    struct line line = {0};
    bool changes = false;

    for (size_t k = 1; k <= points; k++) {
        double change = find_change(mean, members, intervals, k);

        if (isnan(change))
            return NAN;
        changes |= change > 0;
        if (k + wanted <= points || !(change > 0))
            continue;
        add_point(&line, (double)k, log2(change));
    }
    if (points >= LEAST_POINTS && !changes)
        return 0;
    return line.points < LEAST_POINTS ? NAN : find_slope(&line);
}

double growth_slope(const double *mean, size_t members, unsigned long steps, double *spread)
{
    const size_t intervals = growth_intervals(steps), last = intervals - 1;
    double distance, slope = 0, squares = 0;

    *spread = NAN;
    if (intervals < 2 || members == 0)
        return NAN;
    distance = (double)(steps - (last > 1 ? growth_boundary(steps, last - 2) : 0)) / 2;
    for (size_t m = 0; m < members; m++)
        slope += find_difference(mean, intervals, m, last - 1) / distance / (double)members;
    for (size_t m = 0; m < members; m++) {
        double apart = find_difference(mean, intervals, m, last - 1) / distance - slope;

        squares += apart * apart;
    }
    *spread = sqrt(squares / (double)members);
    return slope;
}

/* -- from one history -- */

struct octave {
    double time; /* the latest; 0: empty */
    double largest;
};

/* Whether none of the last `octaves`, latest first, rises above all that was before: an oscillation that has
 * come to its bound does that, a walk now and then. */
static bool is_settled(const struct octave *octave, size_t octaves)
{
    double last = 0, before = 0;

    for (size_t k = 0; k < GROWTH_MOST_INTERVALS; k++) {
        double *largest = k < octaves ? &last : &before;

        *largest = fmax(*largest, octave[k].largest);
    }
    return last > 0 && last <= SETTLED * before;
}

double growth_of_maxima(const double *time, const double *value, size_t n)
{
    struct octave octave[GROWTH_MOST_INTERVALS] = {{0, 0}}; /* octave k: (T/2^(k+1), T/2^k] */
    struct line line = {0};
    size_t filled = 0;
    double growth;

    for (size_t i = 0; i < n; i++) {
        double back = time[i] > 0 ? floor(log2(time[n - 1] / time[i])) : GROWTH_MOST_INTERVALS;

        if (!isfinite(value[i]))
            return NAN;
        if (back >= GROWTH_MOST_INTERVALS)
            continue;
        filled += octave[(size_t)back].time == 0;
        octave[(size_t)back].time = time[i];
        octave[(size_t)back].largest = fmax(octave[(size_t)back].largest, fabs(value[i]));
    }
    for (size_t k = 0; k < (is_settled(octave, LONG_SETTLED) ? LEAST_MAXIMA : GROWTH_MOST_INTERVALS); k++) {
        if (!(octave[k].largest > 0))
            continue;
        add_point(&line, log2(octave[k].time), log2(octave[k].largest));
    }
    if (filled >= LEAST_MAXIMA && line.points == 0)
        return 0;
    if (line.points < LEAST_MAXIMA)
        return NAN;
    growth = find_slope(&line);
    return is_settled(octave, BRIEFLY_SETTLED) && growth_classify(growth) != GROWTH_BOUNDED ? NAN : growth;
}
