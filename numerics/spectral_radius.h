/* The largest modulus of the eigenvalues of a matrix. */
#ifndef ASSAY_SPECTRAL_RADIUS_H
#define ASSAY_SPECTRAL_RADIUS_H

#include <stddef.h>

/* max |eigenvalue| of the n x n matrix (row-major, n >= 1).  Accurate to round-off for simple eigenvalues; an
 * eigenvalue that k others coincide with is moved by the round-off of the squarings by the 1/(k + 1)-th power
 * of the unit round-off.  NaN when an entry is not finite. */
double spectral_radius(const double *matrix, size_t n);

#endif
