/* Many trajectories of one method: the members advance together, and one stepper serves them all.
 *
 * A member is what a stepper carries from step to step (stepper.h).  It is put into the stepper, advanced by
 * as many steps as are asked for, and taken out again, so that memory grows with the number of members alone.
 * A member starts each such run without what the stepper remembers of others (kept factors, guesses). */
#ifndef ASSAY_POINCARE_ENSEMBLE_H
#define ASSAY_POINCARE_ENSEMBLE_H

#include "integrators/stepper.h"

#define DECLARE_POINCARE_ENSEMBLE(A)                                                                         \
    struct poincare_ensemble_##A;                                                                            \
    /* Members at rest at q = start[k d] .. (members x d numbers), p = theta(q), e = 0.  Takes the stepper   \
     * and destroys it; borrows the setup from which it was made. */                                         \
    struct poincare_ensemble_##A *poincare_ensemble_create_##A(                                              \
        const struct setup *setup, struct stepper_##A *stepper, size_t members, mpfr_srcptr start);          \
    void poincare_ensemble_destroy_##A(struct poincare_ensemble_##A *ensemble);                              \
    /* All members by `steps` steps.  Otherwise than NEWTON_CONVERGED: a member broke down (unsolved, or     \
     * an observable not finite) at step *failed (from 1), earlier than any other; the states then mean      \
     * nothing. */                                                                                           \
    enum newton_status poincare_ensemble_advance_##A(struct poincare_ensemble_##A *ensemble,                 \
                                                     unsigned long steps, unsigned long *failed);            \
    /* (q, p, e) of all members, rows of 3 d; e = 0 where there is none */                                   \
    void poincare_ensemble_states_##A(struct poincare_ensemble_##A *ensemble, real_##A *states);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_POINCARE_ENSEMBLE)

#endif
