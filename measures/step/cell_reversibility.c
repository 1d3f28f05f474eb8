/* The reversibility defect of a cell: see cell_reversibility.h. */
#include "measures/step/cell_reversibility.h"

#include "measures/run/cell_setup.h"
#include "measures/step/reversibility.h"

static void find_defect(mpfr_ptr defect, const struct cell_request *request, const struct setup *setup,
                        const struct system_reversal *reversal, const double *excursion)
{
    const struct method_family *family = request->method.family;

    if (request->bits == CELL_DOUBLE)
        reversibility_defect_double(defect, setup, reversal, family->create_double(setup), excursion);
    else
        reversibility_defect_mpfr(defect, setup, reversal, family->create_mpfr(setup), excursion);
}

bool cell_reversibility(const struct cell_request *request, const double *excursion, mpfr_t defect,
                        struct error *error)
{
    const struct model *model = request->problem->model;
    struct system_reversal *reversal;
    struct cell_setup *own;

    if (!model->reversal)
        return error_set(error, "%s: the model file gives no reversal", model->path);
    own = cell_setup_create(request, error);
    if (!own)
        return false;
    reversal = system_create_reversal(request->problem->system);
    find_defect(defect, request, &own->setup, reversal, excursion);
    system_destroy_reversal(reversal);
    cell_setup_destroy(own);
    return true;
}
