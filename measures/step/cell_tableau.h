/* What the coefficients of a cell's method say, at the bits of the cell; the step makes no difference. */
#ifndef ASSAY_CELL_TABLEAU_H
#define ASSAY_CELL_TABLEAU_H

#include "measures/run/cell_run.h"

/* Write a residual of the tableau (integrators/tableaux/tableau_audit.h): that of symplecticity, and that of stiff
 * accuracy of a and abar, Q_s = q_{n+1} and P_s = p_{n+1}.  False with a message where there is no tableau.
 */
bool cell_tableau_symplecticity(const struct cell_request *request, mpfr_t residual, struct error *error);
bool cell_tableau_stiff_accuracy(const struct cell_request *request, mpfr_t residual, struct error *error);

#endif
