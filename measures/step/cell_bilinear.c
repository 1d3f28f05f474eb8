/* The bilinear defect of a cell: see cell_bilinear.h. */
#include "measures/step/cell_bilinear.h"

#include "measures/step/cell_jacobian.h"
#include "measures/run/cell_setup.h"
#include "numerics/arithmetic/mpfr_precision.h"

bool cell_bilinear(const struct cell_request *request, enum bilinear_difference difference, mpfr_t defect,
                   struct error *error)
{
    enum step_space space = step_jacobian_space(&request->method, request->projection);
    const struct method_family *family = request->method.family;
    struct cell_setup *own = cell_setup_create(request, error);
    const struct setup *setup;

    if (!own)
        return false;
    setup = &own->setup;
    mpfr_precision_set(cell_jacobian_precision(request));
    if (request->bits == CELL_DOUBLE)
        bilinear_defect_double(defect, setup, space, family->create_double(setup), request->steps,
                               difference);
    else
        bilinear_defect_mpfr(defect, setup, space, family->create_mpfr(setup), request->steps, difference);
    cell_setup_destroy(own);
    return true;
}
