/* The eigenvalues of a matrix, by LAPACK. */
#ifndef ASSAY_EIGENVALUES_H
#define ASSAY_EIGENVALUES_H

#include <stdbool.h>
#include <stddef.h>

/* The n eigenvalues of the n x n matrix (row-major, n >= 1), with their multiplicities, as real and imaginary
 * parts; conjugate pairs are neighbours.  Exact for a matrix that differs by round-off.  False when an entry
 * is not finite or the iteration does not converge. */
bool eigenvalues(const double *matrix, size_t n, double *real, double *imaginary);
/* max |eigenvalue| of the same; NaN when there are none. */
double eigenvalues_radius(const double *matrix, size_t n);

#endif
