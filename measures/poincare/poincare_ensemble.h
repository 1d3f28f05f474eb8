/* Many trajectories of one method: the members of a loop or a surface advance together, observed now and then.
 *
 * What a member carries from step to step (stepper.h) is kept, and one group of an ensemble (ensemble.h) serves
 * them all: it takes up what its lanes carry, having forgotten what it knew of others, advances them by as many
 * steps as are asked for, and gives it back.  So memory grows with the number of members alone.
 *
 * In double members lie in memory that processes share, and each advance is divided over as many as are asked
 * for, with the same bits however many.  Its children are forked anew, so that nothing is sent to them. */
#ifndef ASSAY_POINCARE_ENSEMBLE_H
#define ASSAY_POINCARE_ENSEMBLE_H

#include "measures/ensemble/ensemble.h"
#include "numerics/error.h"

#define DECLARE_POINCARE_ENSEMBLE(A)                                                                           \
    struct poincare_ensemble_##A;                                                                              \
    /* Members at rest at q = start[k d] .. (members x d numbers), p = theta(q), e = 0, in a group of the    \
     * build, which it destroys with itself.  `processes` are at least one. */ \
    struct poincare_ensemble_##A *poincare_ensemble_create_##A(                                                \
        const struct ensemble_build_##A *build, void *group, size_t dimension, size_t members,                 \
        mpfr_srcptr start, size_t processes);                                                                  \
    void poincare_ensemble_destroy_##A(struct poincare_ensemble_##A *ensemble);                                \
    /* All members by `steps` steps.  *status otherwise than NEWTON_CONVERGED: a member broke down           \
     * (unsolved, or an observable not finite) at step *failed (from 1), earlier than any other; the         \
     * states then mean nothing.  False with a message where it could not be computed. */ \
    bool poincare_ensemble_advance_##A(struct poincare_ensemble_##A *ensemble, unsigned long steps,            \
                                       enum newton_status *status, unsigned long *failed,                      \
                                       struct error *error);                                                   \
    /* (q, p, e) of all members, rows of 3 d; e = 0 where there is none.  Returns how many members. */         \
    size_t poincare_ensemble_states_##A(struct poincare_ensemble_##A *ensemble, real_##A *states);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_POINCARE_ENSEMBLE)

#endif
