/* The eigenvalues of a matrix: see eigenvalues.h. */
#include "numerics/eigenvalues.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

bool eigenvalues(const double *matrix, size_t n, double *real, double *imaginary)
{
    lapack_int order = (lapack_int)n;
    double *copy = memory_create(n * n, sizeof *copy);
    bool finite = true, found;

    for (size_t i = 0; i < n * n; i++)
        finite = finite && isfinite(matrix[i]);
    memcpy(copy, matrix, n * n * sizeof *copy);
    found = finite && LAPACKE_dgeev(LAPACK_ROW_MAJOR, 'N', 'N', order, copy, order, real, imaginary, NULL,
                                    order, NULL, order) == 0;
    free(copy);
    return found;
}

double eigenvalues_radius(const double *matrix, size_t n)
{
    double *real = memory_create(2 * n, sizeof *real), *imaginary = real + n, radius = 0;

    if (!eigenvalues(matrix, n, real, imaginary))
        radius = NAN;
    for (size_t i = 0; i < n && !isnan(radius); i++)
        radius = fmax(radius, hypot(real[i], imaginary[i]));
    free(real);
    return radius;
}
