/* How far a step and a step back miss their start: the symmetry defect ||Phi_{-h}(Phi_h(z)) - z|| at the
 * initial data.
 *
 * A method is symmetric when Phi_{-h} Phi_h is the identity (Hairer, Lubich, Wanner 2006, section V.1).  z is
 * the state on which the step is a map, all of which must come back, and the norm that of step_state.h.  For
 * a symmetric method the defect is round-off; else it is a power of h. */
#ifndef ASSAY_SYMMETRY_H
#define ASSAY_SYMMETRY_H

#include "integrators/steps/stepper.h"

/* Writes the defect, NaN where a step is not solved.  Steppers of the same method at the same initial data:
 * `there` with the step of the setup, `back` with the opposite one.  Takes both and destroys them.
 * excursion_i (one for each coordinate) = max_t |q_i(t) - q_i(0)|. */
#define DECLARE_SYMMETRY(A)                                                                                  \
    void symmetry_defect_##A(mpfr_ptr defect, const struct setup *setup, struct stepper_##A *there,          \
                             struct stepper_##A *back, const double *excursion);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_SYMMETRY)

#endif
