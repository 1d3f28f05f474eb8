/* A step and a step back: see symmetry.h. */
#include "measures/step/symmetry.h"

#include "measures/step/step_state.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

static bool go_and_return(struct X(stepper) *there, struct X(stepper) *back)
{
    if (there->step(there) != NEWTON_CONVERGED)
        return false;
    X(vector_copy)(back->carried, there->carried, there->carries);
    back->forget(back);
    return back->step(back) == NEWTON_CONVERGED;
}

void X(symmetry_defect)(mpfr_ptr defect, const struct setup *setup, struct X(stepper) *there,
                        struct X(stepper) *back, const double *excursion)
{
    mpfr_t *start = X(step_state_copy)(there);

    if (go_and_return(there, back))
        X(step_state_distance)(defect, setup, back, start, excursion);
    else
        mpfr_set_nan(defect);
    number_block_destroy(*start);
    there->destroy(there);
    back->destroy(back);
}
