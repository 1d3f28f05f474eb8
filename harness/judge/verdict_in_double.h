/* What is no round-off in double, where no more bits are to be had or would show it: of a relation between steps
 * (measures/step/relation.h), and of what a method in double alone leaves of what is claimed to be exact.
 *
 * What a step does wrong falls with the step, as a power of it. What the tolerance of a solver leaves does not: it is
 * as large at the next step, or larger, and says nothing of the method that is solved for. So an error is seen where it
 * is more than VERDICT_ALONE_FLOORS of its floors at the largest usable step, and falls at every halving from 0.1 down to
 * its floor; or as a power of the step over VERDICT_ALONE_HALVINGS or more, the finest, where it does not fall at larger
 * steps than h0 alone, and rises at none; or where it is so large that no tolerance is meant, more than
 * VERDICT_ALONE_LARGE of them, or more than a tenth (ORDER_FIT_LARGEST) at every step. The finest halvings are not enough: where the step is halved an iteration to a tolerance
 * takes one sweep less now and then, which leaves more than before, and in between it falls as a power of the step.
 * At the state that tells most beside the initial data the step is halved VERDICT_TOLD_HALVINGS times: there it is seen if
 * it falls as a power of the step at each of them, from more than VERDICT_ALONE_FLOORS times what is left at the initial data.
 * No other number of another state is put beside how errors fall at the initial data: there an iteration may take one sweep
 * less. It is seen alone, if it is more than VERDICT_ALONE_LARGE of its floors and so many times what is left at the initial
 * data.
 *
 * What is claimed to be exact *holds to round-off* where nothing but round-off is seen at any state and step that was looked
 * at, with the largest defect in units of 2^-53.  Steps larger than h0 count as well: a defect that falls from there as
 * a power of the step is a fault of the method, even if it is as small as round-off at h0.
 * An iteration that does not converge at a large step leaves what falls faster: by more than the tenth power of the step over
 * one halving, or by more than the sixteenth down to a step of three quarters, which is compared with no less than the floor. */
#ifndef ASSAY_VERDICT_IN_DOUBLE_H
#define ASSAY_VERDICT_IN_DOUBLE_H

#include "harness/judge/results.h"

#define VERDICT_ALONE_FLOORS    1e3 /* beyond so many, what a method in double alone leaves is no round-off */
#define VERDICT_ALONE_LARGE     1e9 /* nor the tolerance of a solver */
#define VERDICT_ALONE_FALL      0.7 /* of an error from a step to half of it, at least */
#define VERDICT_ALONE_HALVINGS  3   /* over which it falls as a power of the step, */
#define VERDICT_ALONE_TURN      0.25 /* by slopes that differ from one to the next by so much at most */
#define VERDICT_TOLD_HALVINGS   3 /* of one state beside the initial data, which are all that are made there */
#define VERDICT_TREES_POINTS    3     /* that show errors fall with the order that trees have, */
#define VERDICT_TREES_DISTANCE  1.0   /* by less than that less at most */
#define VERDICT_RELATION_FLOORS 1e5   /* of a relation in double: solvers leave more than round-off */
#define VERDICT_ROUND_OFF_ULPS  256.0 /* of 2^-53, that are round-off whatever the floor, */
#define VERDICT_ROUND_OFF_MOST  1e5   /* and none of what holds to round-off has more, whatever the floor */
#define VERDICT_STEEPEST        10.0  /* power of the step with which a defect falls, at most, */
#define VERDICT_STEEP           8.0   /* and by which it falls over two halvings if that is what it does; */
#define VERDICT_SHORTER         0.75  /* of a step, to which it may fall to round-off; then */
#define VERDICT_SHORTER_STEEP   16.0 /* by more than this power of the step, and it may have any to the next */

/* Whether a method that has no more bits has `at least p` by rooted trees, and its errors fall as that lets them: from the
 * largest admitted to the smallest, and between the last two. */
bool verdict_in_double_has_trees(const struct fit *fit, const struct claim_on_fit *claim);
/* Whether the fit is of a relation between steps, in double; whether that relation holds. */
bool verdict_in_double_is_relation(const struct fit *fit);
bool verdict_in_double_holds(const struct fit *fit);
/* Whether the error of a method that has no more bits, or of a relation, is certainly none of round-off or a tolerance. */
bool verdict_in_double_is_seen(const struct fit *fit);
/* Whether what is left is round-off: within ten floors or VERDICT_ROUND_OFF_ULPS units, at all of ORDER_FIT_POINTS steps or
 * more, from h0 on at least, and at other states where these were asked; from a larger step at which it is more it has to fall as no power of the step does.
 * Larger steps whose floor hides more than VERDICT_ROUND_OFF_MOST say nothing, if another one does.  Then how much it is. */
bool verdict_in_double_is_round_off(const struct fit *fit, struct round_off *found);
/* Whether what is left from the initial data at the largest usable step is more than VERDICT_ALONE_FLOORS of its floors;
 * what is left there at another state, if that is so of it, else NaN. */
bool verdict_in_double_is_left(const struct fit *fit);
double verdict_in_double_left_elsewhere(const struct fit *fit);
/* Whether the error of a method that has no more bits is none of round-off, and may be a tolerance. */
bool verdict_in_double_is_stalled(const struct fit *fit);

#endif
