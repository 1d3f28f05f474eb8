/* Residuals of a cell's tableau: see cell_tableau.h. */
#include "measures/step/cell_tableau.h"

#include "integrators/tableaux/tableau_audit.h"

static bool find_residual(const struct cell_request *request,
                          void (*find)(mpfr_t residual, const struct tableau *tableau), mpfr_t residual,
                          struct error *error)
{
    mpfr_prec_t precision = request->bits == CELL_DOUBLE ? CELL_LEAST_BITS : request->bits;
    struct tableau *tableau = method_create_tableau(&request->method, precision, error);

    mpfr_set_nan(residual);
    if (!tableau)
        return false;
    find(residual, tableau);
    tableau_destroy(tableau);
    return true;
}

bool cell_tableau_symplecticity(const struct cell_request *request, mpfr_t residual, struct error *error)
{
    return find_residual(request, tableau_audit_symplecticity, residual, error);
}

bool cell_tableau_stiff_accuracy(const struct cell_request *request, mpfr_t residual, struct error *error)
{
    return find_residual(request, tableau_audit_stiff_accuracy, residual, error);
}
