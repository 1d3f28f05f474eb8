/* How far a step, turned round by the model's reversal, misses its way back: the reversibility defect
 * ||rho Phi_h rho Phi_h(z) - z|| at the initial data.
 *
 * rho reverses the flow: rho phi_t rho = phi_-t.  A method is reversible when its step does what the flow
 * does, rho Phi_h rho = Phi_h^-1 (Hairer, Lubich, Wanner 2006, section V.1).  z and the norm are those of
 * step_state.h, and rho acts on all of z:
 *
 *     q        rho(q)
 *     (q, p)   (rho(q), theta(rho(q)) - rho'(q)^-T (p - theta(q)))
 *     (q, e)   (rho(q), rho'(q) e)
 *
 * On (q, p) that is the reversal of velocities, p -> -rho'^-T p, with the gauge that theta asks for: it keeps
 * the constraint p = theta(q), changes the sign of dp ^ dq wherever rho changes that of d theta, and is
 * -rho'^-T p itself where rho'^T theta(rho(q)) = -theta(q), as in all shipped models.  Since rho is an
 * involution, rho'(q)^-1 = rho'(rho(q)): nothing is solved.
 *
 * A symmetric method that does not see the choice of coordinates is reversible.  Runge-Kutta methods do not
 * see affine ones, and variational ones of these must get a theta that is reversed exactly, or (with abar =
 * a) up to a linear gradient.  Then the defect is round-off; else it is a power of h. */
#ifndef ASSAY_REVERSIBILITY_H
#define ASSAY_REVERSIBILITY_H

#include "integrators/steps/stepper.h"
#include "models/kinds/system.h"

/* Writes the defect, NaN where a step is not solved.  A stepper of the setup at the initial data: takes it
 * and destroys it.  excursion_i (one for each coordinate) = max_t |q_i(t) - q_i(0)|. */
#define DECLARE_REVERSIBILITY(A)                                                                             \
    void reversibility_defect_##A(mpfr_ptr defect, const struct setup *setup,                                \
                                  const struct system_reversal *reversal, struct stepper_##A *stepper,       \
                                  const double *excursion);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_REVERSIBILITY)

#endif
