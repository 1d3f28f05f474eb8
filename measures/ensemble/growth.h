/* The exponent with which an error grows in time, and the slope with which it drifts: see growth.c for what they are
 * fitted to. */
#ifndef ASSAY_GROWTH_H
#define ASSAY_GROWTH_H

#include <stddef.h>

enum growth { GROWTH_BOUNDED, GROWTH_RANDOM_WALK, GROWTH_SECULAR, GROWTH_INCONCLUSIVE };

enum { GROWTH_LEAST_MEMBERS = 64, GROWTH_MOST_INTERVALS = 64 };

#define GROWTH_BOUNDED_BELOW 0.25 /* a random walk from GROWTH_WALK_LEAST to GROWTH_WALK_MOST */
#define GROWTH_WALK_LEAST    0.35
#define GROWTH_WALK_MOST     0.65
#define GROWTH_SECULAR_ABOVE 0.8  /* inconclusive between these, and for NaN */
#define GROWTH_FALLS_BELOW   -1.0 /* as an oscillation averages out: its means have a slope that is no drift */

enum growth growth_classify(double exponent);

/* How many dyadic intervals a run of `steps` steps has; interval k ends after growth_boundary(steps, k)
 * steps. Interval 0 starts at 0 and is as long as interval 1; each later one is twice as long as the one
 * before. */
size_t growth_intervals(unsigned long steps);
unsigned long growth_boundary(unsigned long steps, size_t k);

/* The exponent from an ensemble: mean[m intervals + k] is the weighed mean (growth.c) over interval k of the
 * signed error of trajectory m.  0 where no mean changes at all; NaN where one is not finite, or there are
 * too few intervals to see a power of time. */
double growth_of_ensemble(const double *mean, size_t members, size_t intervals);
/* The slope of the error per step, from the weighed means of an ensemble as above, of `steps` steps: its mean
 * over the members, and as *spread the standard deviation of the slope of one of them.  Both NaN where a mean
 * is not finite, or there are fewer than two intervals. */
double growth_slope(const double *mean, size_t members, unsigned long steps, double *spread);
/* The exponent from one history: value[i] is an error, or the largest one since time[i-1], at increasing
 * time[i] (those not above 0 are passed over).  0 where all values are; NaN where one is not finite, or there
 * are fewer than four dyadic intervals with a value other than 0, or the values seem to grow and yet set no
 * new record in the last three quarters. */
double growth_of_maxima(const double *time, const double *value, size_t n);

#endif
