/* The symmetry defect of a cell: see cell_symmetry.h. */
#include "measures/step/cell_symmetry.h"

#include "measures/run/cell_setup.h"
#include "measures/step/symmetry.h"

static void find_defect(mpfr_ptr defect, const struct cell_request *request, const struct setup *there,
                        const struct setup *back, const double *excursion)
{
    const struct method_family *family = request->method.family;

    if (request->bits == CELL_DOUBLE)
        symmetry_defect_double(defect, there, family->create_double(there), family->create_double(back),
                               excursion);
    else
        symmetry_defect_mpfr(defect, there, family->create_mpfr(there), family->create_mpfr(back), excursion);
}

bool cell_symmetry(const struct cell_request *request, const double *excursion, mpfr_t defect,
                   struct error *error)
{
    struct cell_setup *own = cell_setup_create(request, error);
    struct setup back;
    mpq_t opposite;

    if (!own)
        return false;
    mpq_init(opposite);
    mpq_neg(opposite, request->step);
    back = own->setup;
    back.step = opposite;
    find_defect(defect, request, &own->setup, &back, excursion);
    mpq_clear(opposite);
    cell_setup_destroy(own);
    return true;
}
