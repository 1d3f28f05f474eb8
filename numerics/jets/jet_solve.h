/* Linear systems A(t) y(t) = b(t) in truncated Taylor series. */
#ifndef ASSAY_JET_SOLVE_H
#define ASSAY_JET_SOLVE_H

#include "numerics/jets/jet_series.h"
#include "numerics/graph/program.h"

struct jet_solve *jet_solve_create(const struct program_system *system, mpfr_prec_t precision);
void jet_solve_destroy(struct jet_solve *solve);

/* Coefficient k of the solution y (n series), from coefficients 0 .. k of A and b in the register file
 * `series`; k = 0 factorises A_0.  False when A_0 is singular to the working precision, or a coefficient is
 * not finite. */
bool jet_solve_extend(struct jet_solve *solve, struct jet_series *y, const struct jet_series *series,
                      size_t k, struct jet_scratch *scratch);

#endif
