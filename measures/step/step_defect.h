/* Defects of a step, or of a few: how far it is from what geometry asks of it.  Each file opens with what it
 * measures. */
#ifndef ASSAY_STEP_DEFECT_H
#define ASSAY_STEP_DEFECT_H

#include "measures/step/step_jacobian.h"
#include "models/kinds/system.h"

enum { BILINEAR_MOST_STEPS = 1000, POST_PROJECTION_MOST_STEPS = 10 };
enum bilinear_difference { BILINEAR_CENTRAL, BILINEAR_ONE_SIDED };

/* Each writes its defect, NaN where a step is not solved.  It takes its steppers, which stand at the initial
 * data of the setup, and destroys them.  excursion_i (one for each coordinate) = max_t |q_i(t) - q_i(0)|. */
#define DECLARE_STEP_DEFECT(A)                                                                                   \
    /* `there` with the step of the setup, `back` of the same method with the opposite one. */                   \
    void symmetry_defect_##A(mpfr_ptr defect, const struct setup *setup, struct stepper_##A *there,              \
                             struct stepper_##A *back, const double *excursion);                                 \
    void reversibility_defect_##A(mpfr_ptr defect, const struct setup *setup,                                    \
                                  const struct system_reversal *reversal, struct stepper_##A *stepper,           \
                                  const double *excursion);                                                      \
    /* After min(steps, BILINEAR_MOST_STEPS) steps; the form is evaluated at the working precision of mpfr. */   \
    void bilinear_defect_##A(mpfr_ptr defect, const struct setup *setup, enum step_space space,                  \
                             struct stepper_##A *stepper, unsigned long steps,                                   \
                             enum bilinear_difference difference);                                               \
    /* After min(steps, POST_PROJECTION_MOST_STEPS) steps, NaN also where a projection is not solved; q (d     \
     * numbers, NULL: not asked for) is the end of the projected steps.  The setup says which projection;      \
     * `base` is of the same method without. */ \
    void post_projection_defect_##A(mpfr_ptr defect, mpfr_t *q, const struct setup *setup,                       \
                                    struct stepper_##A *base, unsigned long steps, const double *excursion);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_STEP_DEFECT)

/* The d multipliers as real and imaginary parts; z0, z1 (2 d numbers) and M (2d x 2d, row-major) as
 * step_jacobian_evaluate writes them for an unprojected variational method.  False where an entry is not
 * finite or Om(q_1) is singular. */
bool parasitic_multipliers(const struct system *system, mpfr_t *z0, mpfr_t *z1, mpfr_t *M, double *re,
                           double *im);

#endif
