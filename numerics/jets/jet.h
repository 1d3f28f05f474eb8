/* Jets: programs evaluated in truncated Taylor series over MPFR.
 *
 * A jet is x(t) = sum_k x_k t^k.  A jet evaluator keeps the coefficients of every register of a program and
 * extends all of them by one order at a time, so that x' = f(x) is solved by x_{k+1} = f(x)_k / (k + 1). */
#ifndef ASSAY_JET_H
#define ASSAY_JET_H

#include <mpfr.h>
#include <stdbool.h>

#include "numerics/graph/program.h"

/* Evaluator for one program at one point: up to `order` coefficients beyond the constant, at `precision`
 * bits. */
struct jet *jet_create(const struct program *program, size_t order, mpfr_prec_t precision);
void jet_destroy(struct jet *jet);

/* Coefficient k of component `index` of input block `block`: written by the caller before jet_extend(jet, k).
 */
mpfr_ptr jet_input(struct jet *jet, size_t block, size_t index, size_t k);
/* Coefficient k of component `index` of output block `block`: valid after jet_extend(jet, k). */
mpfr_srcptr jet_output(const struct jet *jet, size_t block, size_t index, size_t k);
/* Computes coefficient k of every register; k = 0, 1, 2, ... in turn (k = 0 starts anew, and factorises the
 * matrices of the linear systems).  False when a coefficient is not finite or a matrix is singular. */
bool jet_extend(struct jet *jet, size_t k);
/* From now on the series are meant to be summed at |t| <= step: higher coefficients, which count less, are
 * computed with fewer bits, such that the sums keep the precision.  Infinity, as at first, computes all of
 * them in full. */
void jet_taper(struct jet *jet, double step);

#endif
