/* How far a linear map is from preserving a two-form. */
#ifndef ASSAY_SYMPLECTIC_DEFECT_H
#define ASSAY_SYMPLECTIC_DEFECT_H

#include <mpfr.h>
#include <stddef.h>

/* defect = |M^T Om1 M - Om0| / |Om0| in the Frobenius norm, for n x n matrices, row-major; computed at the
 * precision of `defect`.  NaN where an entry is no number. */
void symplectic_defect(mpfr_t defect, size_t n, mpfr_t *M, mpfr_t *start_form, mpfr_t *end_form);

#endif
