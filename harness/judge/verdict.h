/* The verdict on a claimed order, or on the claim that something is exact.
 *
 * A claim says `exactly p` (a cell of a paper's table) or `at least p` (a method).  It holds if |order - p|
 * <= 0.1 + half the interval.  It is refuted if the whole interval lies more than 0.5 below p (`exactly`:
 * away from p) on two witnesses, that is, two initial data or two final times.  Above `exactly p` the step is
 * first halved 12 times; above `at least p` the claim holds, if the slopes do not rise to the order as they
 * do before a zero of the error, or a witness agrees.  Whatever is left is inconclusive, with a reason out of
 * a closed list and what is needed next.
 *
 * Where a run is expanded in powers of the step (measures/expansion/run_orders.h), the expansion decides.  A coefficient
 * below the claimed power is proved not to be zero: it refutes, on one set of data, whatever the slopes.  Where all below
 * are zero, at the initial data and at a later point, the order holds, be the slopes settled or not.  Slopes that say
 * something else are explained where the steps are not below that from which on the leading term is ten times the later
 * ones; where they are, nothing is decided.  What is claimed to be exact is refuted by a coefficient that is not zero and
 * lies below the last bit.  Of parts of an error with powers of a small parameter slopes at very small steps take the
 * place of an expansion: these need two witnesses.
 *
 * A claim of the kind `exact` says that the measure is zero but for round-off.  It holds if the measure at
 * the largest usable step falls with the precision, by 2^(0.8 bits) with at least 64 more bits, or with as many of
 * these as the measure is known better by (measure_bits).  It is
 * refuted if it stays at least half as large: what is exact is so at every state, and one is enough; and on two witnesses
 * if it falls by more and has an order in the step.  A run at the largest step asks other states as well
 * (measures/run/step_starts.h), and the largest counts.  A
 * relation between steps (measures/step/relation.h) has no order that more bits would show, and may differ in
 * double alone: there it holds up to VERDICT_RELATION_FLOORS, and is refuted beyond.  A
 * claim of the kind `not exact` holds where that one would be refuted but for a witness, and the other way
 * round.
 *
 * A measure with a floor of its own, which the run measures beside it (the integral invariants of Poincare:
 * quadrature and round-off; the rate of a drift: what its mean leaves), needs no second run: the same run has it over half of the points, and its first steps
 * with more bits (a rate: less of the time, and half the step), with floors of their own.  At the largest usable step it is zero if it is at most 10 of its floors
 * in all three, and is not if it is larger with more bits; else, and with a floor above 1e-6, nothing is said.  A
 * floor that hides it does not refute that it is there.  Where no other initial data are named, these decide alone:
 * the integral is taken over a whole family of them.
 *
 * Claims of the kinds `below`, `above`, `between` and `growth` are about a number: see verdict_value.h. */
#ifndef ASSAY_VERDICT_H
#define ASSAY_VERDICT_H

#include "harness/judge/order_fit.h"

#define VERDICT_TOLERANCE   0.1 /* beside half the interval */
#define VERDICT_DISTANCE    0.5 /* of a refuting interval from the order claimed */
#define VERDICT_UNSETTLED   0.5 /* by which the last of slopes that have not settled may still rise */
#define VERDICT_HALVINGS    12  /* before an order above `exactly p` refutes */
#define VERDICT_POINTS      5 /* used by one fit before an order above `at least p` holds without a witness */
#define VERDICT_RISE        0.05 /* of its last three slopes from one to the next, at most */
#define VERDICT_FALL        0.8 /* share of the bits gained by which an error that is round-off alone falls */
#define VERDICT_OWN_FLOORS  10.0 /* of its own that a measure may have and be zero */
#define VERDICT_OWN_LARGEST 1e-6 /* such floor that says something */

/* What the claim, which may be NULL, is about. */
enum verdict_subject verdict_subject_of(const struct claim_on_fit *claim);

/* Whether the measure is zero, whatever is claimed of it. */
enum verdict_ground verdict_find_zero(const struct fit *fit);

/* Whether the claim is about a number; of the kind `exact` or `not exact`; of the latter.  `claim` may be NULL. */
bool verdict_is_number(const struct claim_on_fit *claim);
bool verdict_is_exact(const struct claim_on_fit *claim);
bool verdict_denies(const struct claim_on_fit *claim);

/* Whether a measure, if there is one, has a floor of its own. */
bool verdict_has_own_floor(struct measure_id id);

/* Whether the error was repeated with enough bits, and whether it then fell as round-off does; with a floor
 * of its own: whether that is small enough, and the error at most 10 of it. */
bool verdict_is_repeated(const struct fit *fit);
bool verdict_falls(const struct fit *fit);

/* `claim` may be NULL. */
struct verdict_outcome verdict_decide(const struct fit *fit, const struct claim_on_fit *claim);

/* Whether this fit, its own witness apart, refutes the claim: what makes it a witness for another. */
bool verdict_refutes(const struct fit *fit, const struct claim_on_fit *claim);

/* Whether this fit, witnesses apart, is as claimed: an order within the tolerance or, for `at least`,
 * above it; or an error that falls with the precision, for all but `exactly`. */
bool verdict_agrees(const struct fit *fit, const struct claim_on_fit *claim);

/* Whether the order as the step goes to zero is known, and what was measured is something else that it does not explain. */
bool verdict_is_contradicted(const struct fit *fit);

/* Whether runs contradict the expansion, and no step from which on its leading term leads explains it: an order, or that far
 * less is left of what a coefficient says is not zero. */
bool verdict_disagrees(const struct fit *fit);

/* Whether slopes of the solution above those of a function of the state in the same runs contradict nothing: each is beside its
 * own expansion, or that of the solution is not above the lower slopes. */
bool verdict_explains(const struct fit *solution, const struct fit *lower);

/* Halvings from the coarsest step to the finest admitted one: points that were not admitted are no evidence.
 */
size_t verdict_halvings(const struct fit *fit);
#endif
