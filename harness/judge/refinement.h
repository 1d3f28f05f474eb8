/* What a study runs further once its first results are there. */
#ifndef ASSAY_REFINEMENT_H
#define ASSAY_REFINEMENT_H

#include "harness/plan/grid.h"
#include "harness/judge/panel.h"
#include "harness/judge/results.h"

enum { REFINEMENT_HALVINGS = 2, REFINEMENT_BITS = 64, REFINEMENT_MOST_BITS = 256 };

struct refinement {
    struct grid *grid;
    const struct result *rows;
    const struct panel *panel; /* what fails elsewhere */
    unsigned long long budget; /* residual evaluations for halvings, bits and witnesses; 0: any number */
    unsigned long long spent;  /* as predicted from the runs that are there */
    size_t first_compared;     /* curve: those for comparisons alone are at the end; of refinement_wake */
    bool partial;              /* the methods with which others are compared are not all there */
};

/* What is run is the fixed point of two rules, and depends on the study and on results alone: not on the order in
 * which they come in, nor on what of them a store has.
 *
 * 1. A group of curves, which differ in their precision alone, asks when all of its runs are there, by its own fits:
 *    refinement_request.  What it asks for is run, and it asks again, until it asks for nothing.  Groups do not see
 *    each other, so that each may go on as soon as it is complete; where they share a budget they ask in their order,
 *    when all are complete.
 * 2. When no group asks for anything, the fits of all together ask for witnesses, and those whose claims hold for the
 *    members of their comparison classes that fail elsewhere and that the study does not run; both take the steps and
 *    bits of the curves that ask; and those of methods in double alone that have no order for the steps between theirs,
 *    whatever is claimed: refinement_wake.  Then the first rule again, until nobody asks. */

/* Asks for two halvings more of the curves in mpfr whose slopes have not settled, or whose runs broke
 * down at large steps, as far as the study's `refine` goes, and of those of methods in double alone whose finest errors are
 * still too large for an order; or for more bits where the floor hides their
 * finest errors; and for the repeated runs that floors and exact properties are judged by, which the budget does not
 * count.  `results` are those of one group.  How many curves were given cells: 0 when nothing is left to do, or runs
 * of the group are not there. */
size_t refinement_request(struct refinement *refinement, const struct results *results);
/* Asks for the witnesses of claims that would be refuted, and for what claims that hold are compared with.  `results`
 * are those of all curves. */
size_t refinement_wake(struct refinement *refinement, const struct results *results);

/* Whether the fit, which is of these results, would be given cells if the budget allows. */
bool refinement_is_due(const struct refinement *refinement, const struct results *results, size_t fit);

#endif
