/* Whether a run of many steps preserves its two-form: |u_n^T Om(z_n) v_n - u_0^T Om(z_0) v_0|, relative to
 * the second term, for two tangent vectors u, v that are carried along.
 *
 * z is the state on which a step is a map and Om the form that belongs to it (symplectic_form.h).  Tangents
 * are differences of neighbouring runs, so that nothing is asked of the method but its steps:
 *
 *     central      u_n = (z_n(z_0 + delta u) - z_n(z_0 - delta u)) / (2 delta),    delta = 2^-floor(p/3)
 *     one-sided    u_n = (z_n(z_0 + delta u) - z_n(z_0)) / delta,                  delta = 1e-8, as printed
 *
 * u_0 = (1, 1/2, 1/3, ...) and v_0 along Om(z_0)^T u_0, so that the term they are relative to is not small;
 * both are taken as the differences of the starts after these were rounded.
 *
 * Floor: with p bits central differences leave O(delta^2) of the third derivative of the map and round-off
 * 2^-p / delta, both about 2^(-2p/3) (in double 2e-11) times what the run amplifies; one-sided ones leave
 * O(1e-8).  Below that nothing is said. */
#ifndef ASSAY_BILINEAR_H
#define ASSAY_BILINEAR_H

#include "measures/step/step_jacobian.h"

enum { BILINEAR_MOST_STEPS = 1000 };

enum bilinear_difference { BILINEAR_CENTRAL, BILINEAR_ONE_SIDED };

/* Writes the defect after min(steps, BILINEAR_MOST_STEPS) steps, NaN where a step is not solved.  Takes a
 * stepper at the initial data, which it destroys.  The form is evaluated at the working precision of mpfr. */
#define DECLARE_BILINEAR(A)                                                                                  \
    void bilinear_defect_##A(mpfr_ptr defect, const struct setup *setup, enum step_space space,              \
                             struct stepper_##A *stepper, unsigned long steps,                               \
                             enum bilinear_difference difference);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_BILINEAR)

#endif
