/* Defects of a step, or of a few: how far it is from what geometry asks of it.  Each file opens with what it
 * measures. */
#ifndef ASSAY_STEP_DEFECT_H
#define ASSAY_STEP_DEFECT_H

#include "measures/run/cell.h"
#include "measures/step/step_jacobian.h"

enum { BILINEAR_MOST_STEPS = 1000, POST_PROJECTION_MOST_STEPS = 10 };

/* From how many states a measure of one step is taken. */
#define STEP_DEFECT_STARTS(request) ((request)->starts ? (request)->starts->count : 1)

/* The defect raised to the value at start k, the first of which is 0; NaN is no value, and the defect NaN without one. */
static inline void step_defect_raise(mpfr_ptr defect, mpfr_srcptr value, const struct cell_starts *starts,
                                     size_t k)
{
    if (k == 0)
        mpfr_set_nan(defect);
    if (mpfr_number_p(value) && (mpfr_nan_p(defect) || mpfr_cmp(value, defect) > 0))
        mpfr_set(defect, value, MPFR_RNDN);
    if (starts && starts->found)
        starts->found[k] = mpfr_get_d(value, MPFR_RNDN);
}

/* Writes its defect, NaN where a step is not solved.  The setup is that of the request, at whose initial data
 * the first step starts; distances take request->excursion. */
#define DECLARE_STEP_DEFECT(A)                                                                                 \
    typedef void step_defect_##A(mpfr_ptr defect, const struct cell_request *request,                          \
                                 const struct setup *setup);                                                   \
    step_defect_##A symmetry_defect_##A, reversibility_defect_##A;                                             \
    /* After min(request->steps, BILINEAR_MOST_STEPS) steps, by central differences and by one-sided ones,   \
     * and after one step by the former; the form is evaluated at the working precision of mpfr. */ \
    step_defect_##A bilinear_central_##A, bilinear_one_sided_##A, bilinear_of_step_##A;                        \
    /* After min(request->steps, POST_PROJECTION_MOST_STEPS) steps; NaN also where a projection is not       \
     * solved. */ \
    step_defect_##A post_projection_defect_##A;
EACH_TRAJECTORY_ARITHMETIC(DECLARE_STEP_DEFECT)

/* What the first two are made of, in series as well. */
#define DECLARE_RETURN(A)                                                                                    \
    /* A step by `there`, and from its end one by `back`, whose step is the opposite. */                     \
    enum newton_status symmetry_return_##A(struct stepper_##A *there, struct stepper_##A *back);             \
    struct reversibility_##A;                                                                                \
    /* Of a model with a reversal; the caller destroys it. */                                                \
    struct reversibility_##A *reversibility_create_##A(const struct setup *setup);                           \
    void reversibility_destroy_##A(struct reversibility_##A *reversal);                                      \
    /* A step, after which the state is reversed. */                                                         \
    enum newton_status reversibility_step_##A(struct reversibility_##A *reversal,                            \
                                              struct stepper_##A *stepper);
EACH_STEPPING_ARITHMETIC(DECLARE_RETURN)
#undef DECLARE_RETURN

/* The d multipliers as real and imaginary parts; z0, z1 (2 d numbers) and M (2d x 2d, row-major) as
 * step_jacobian_evaluate writes them for an unprojected variational method.  False where an entry is not
 * finite or Om(q_1) is singular. */
bool parasitic_multipliers(const struct system *system, mpfr_t *z0, mpfr_t *z1, mpfr_t *M, double *re,
                           double *im);

#endif
