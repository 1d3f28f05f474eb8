/* What the coefficients of a method prove of its steps.
 *
 * A proof that runs contradict leaves the claim open and stands in the first line of an audit: either the model is less
 * smooth than the proof needs, or the proof, the steps or the measurement are wrong.  An expansion that contradicts it, which
 * is of smooth steps, disagrees (harness/judge/verdict.h). */
#ifndef ASSAY_PROOF_H
#define ASSAY_PROOF_H

#include "integrators/methods/method.h"
#include "models/reader/model.h"

/* All 0: nothing. */
struct proof {
    int order; /* at least that, by trees and simplifying assumptions */
    bool symplectic, symmetric;
    bool general; /* of q' = f(q) as a whole, whatever f: one tableau */
};

/* Of steps without a projection, on the model that is named (NULL: on the panel).  It is about the equations of motion: of
 * Lagrangians that are degenerate the tree conditions prove no order, and symplecticity is proved of a constant form, or of
 * variational methods; an order also of the time where the nodes of the stages are the sums of their rows. */
struct proof proof_find(const struct method *method, const struct model *on);
#endif
