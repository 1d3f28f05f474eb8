/* Many trajectories of one method: the members advance together, and one stepper serves them all.
 *
 * A member is what a stepper carries from step to step (stepper.h).  It is put into the stepper, advanced by
 * as many steps as are asked for, and taken out again, so that memory grows with the number of members alone.
 * A member starts each such run without what the stepper remembers of others (kept factors, guesses).
 * In double poincare_group.c makes the same of groups that step together (ensemble.h), in processes. */
#ifndef ASSAY_POINCARE_ENSEMBLE_H
#define ASSAY_POINCARE_ENSEMBLE_H

#include "integrators/steps/stepper.h"
#include "numerics/error.h"

#define DECLARE_POINCARE_ENSEMBLE(A)                                                                           \
    struct poincare_ensemble_##A {                                                                             \
        size_t members, dimension;                                                                             \
        /* All members by `steps` steps.  *status otherwise than NEWTON_CONVERGED: a member broke down       \
         * (unsolved, or an observable not finite) at step *failed (from 1), earlier than any other; the     \
         * states then mean nothing.  False with a message where it could not be computed. */ \
        bool (*advance)(struct poincare_ensemble_##A * ensemble, unsigned long steps,                          \
                        enum newton_status *status, unsigned long *failed, struct error *error);               \
        /* (q, p, e) of all members, rows of 3 d; e = 0 where there is none */                                 \
        void (*states)(struct poincare_ensemble_##A * ensemble, real_##A *states);                             \
        void (*destroy)(struct poincare_ensemble_##A * ensemble);                                              \
    };                                                                                                         \
    /* Members at rest at q = start[k d] .. (members x d numbers), p = theta(q), e = 0.  Takes the stepper   \
     * and destroys it; borrows the setup from which it was made.  The caller calls ensemble->destroy. */ \
    struct poincare_ensemble_##A *poincare_ensemble_create_##A(                                                \
        const struct setup *setup, struct stepper_##A *stepper, size_t members, mpfr_srcptr start);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_POINCARE_ENSEMBLE)

/* The ensemble of poincare_ensemble_create_double, bit for bit: eight at a time where `lanes` has the method,
 * each advance in as many processes as are asked for (at least one).  Borrows the setup. */
struct poincare_ensemble_double *poincare_group_create(const struct setup *setup,
                                                       const struct method_family *family, size_t members,
                                                       mpfr_srcptr start, size_t processes);

#endif
