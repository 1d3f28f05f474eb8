/* How far a step and a step back miss their start: the symmetry defect ||Phi_{-h}(Phi_h(z)) - z|| at the
 * initial data, or the largest at other states.
 *
 * A method is symmetric when Phi_{-h} Phi_h is the identity (Hairer, Lubich, Wanner 2006, section V.1).  z is
 * the state on which the step is a map, all of which must come back, and the norm that of step_state.h.  For
 * a symmetric method the defect is round-off; else it is a power of h. */
#include "measures/step/step_defect.h"

#include "measures/step/step_state.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

enum newton_status X(symmetry_return)(struct X(stepper) *there, struct X(stepper) *back)
{
    const enum newton_status status = there->step(there);

    if (status != NEWTON_CONVERGED)
        return status;
    X(vector_copy)(back->carried, there->carried, there->carries);
    back->forget(back);
    return back->step(back);
}

void X(symmetry_defect)(mpfr_ptr defect, const struct cell_request *request, const struct setup *setup)
{
    struct setup opposite = *setup;
    struct X(stepper) *there = setup->method->family->X(create)(setup), *back;
    mpq_t step;

    mpq_init(step);
    mpq_neg(step, setup->step);
    opposite.step = step;
    back = setup->method->family->X(create)(&opposite);
    for (size_t k = 0; k < STEP_DEFECT_STARTS(request); k++) {
        mpfr_t *start, value;

        X(step_state_place)(there, request->starts, k);
        start = X(step_state_copy)(there);
        mpfr_init2(value, mpfr_get_prec(defect));
        if (X(symmetry_return)(there, back) == NEWTON_CONVERGED)
            X(step_state_distance)(value, setup, back, start, request->excursion);
        step_defect_raise(defect, value, request->starts, k);
        mpfr_clear(value);
        number_block_destroy(*start);
    }
    there->destroy(there);
    back->destroy(back);
    mpq_clear(step);
}
