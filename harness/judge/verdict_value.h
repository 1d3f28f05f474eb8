/* The verdict on a claim about a number: how large a measure is at one step, or how it grows with time.
 *
 * A value x is claimed to lie below b, above a, or between a and b.  The claim holds if it does, bounds
 * included.  Bounds in papers are read off figures or rounded: outside, it is refuted only by more than a
 * factor 2, that is beyond 2 b or a/2 for bounds that are not negative (b/2 and 2 a for negative ones); in
 * that margin it is inconclusive.  A claim may say that its bounds are sharp: an error that is smaller than another one
 * is so by however little, and no margin is left.  A run that was too short knows x as a bound only, x >= N (steps that
 * nothing happened in, and more than N where it was never seen to happen).  Then x is a set of numbers,
 * [N, oo): the claim holds if all of it lies inside, is refuted if all of it lies beyond the margin, and else
 * the run was too short.
 *
 * A claim may say how many steps the run has that it is about.  What a shorter run says of it is a bound as well: the
 * largest error can only grow, what happened has happened; of all else it says nothing.
 *
 * A growth |I(t)| ~ t^g is bounded for g < 0.25, a random walk for g in [0.35, 0.65] and secular for g > 0.8;
 * between these nothing is said.  An exponent of exactly 0 is that of what was not seen to change: bounded,
 * as far as its floor allows to see, and whether it grows below that is not decided.
 *
 * A slope that is the mean of an ensemble is known as far as its spread: it lies between slope - spread and slope +
 * spread, and the claim is judged as on a run that was too short, of which a longer one would know more.  The growth of
 * an ensemble is that of a drift only where the slope differs from zero by its spread, and that of a random walk, or
 * bounded, only where it does not; else it lies between two.  Below an exponent of -1 the means fall as those of an
 * oscillation do, which have a slope that is no drift.
 *
 * Within 10 of its floors a number is known as a bound only: it lies between 0 and 10 floors, and the claim is
 * judged as on a run that was too short; a quotient by such a number is at least as large as that by ten floors.  Errors have the floors of their fits,
 * integral invariants their own; a part of a run has a quotient of its errors only if these lie above their floor.
 * Drift, growth and counts of steps have none: round-off is what they are asked about.
 *
 * No witness, no refinement and no comparison with other methods: the claim is about the data that it names,
 * and says of the others nothing that a method known to fail could be told apart by. */
#ifndef ASSAY_VERDICT_VALUE_H
#define ASSAY_VERDICT_VALUE_H

#include "harness/judge/verdict.h"
#include "measures/result.h"

#define VERDICT_VALUE_MARGIN 2.0 /* outside a bound by more refutes */
/* What one run of `steps` steps knows of the measure (NULL: one that nobody knows); `value` is NaN where it has none. */
struct claim_number verdict_value_read(const struct measure *measure, unsigned long steps, bool completed,
                                       double value);
/* The quotient, with the step and the floor of the dividend. */
struct claim_number verdict_value_divide(struct claim_number dividend, struct claim_number divisor);

/* Gives the claim its value and its number, from the rows of the curve and of the curve that it is relative to. */
void verdict_value_find(const struct grid *grid, const struct result *rows, size_t curve,
                        struct measure_id measure, const struct study_claim *from,
                        struct claim_on_fit *claim);

/* The verdict from the claim's bounds and number. */
struct verdict_outcome verdict_value_decide(const struct claim_on_fit *claim);

#endif
