/* The largest modulus of the eigenvalues: see spectral_radius.h.
 *
 * Gelfand's formula rho(A) = lim |A^m|^(1/m) by repeated squaring.  With A_0 = A, n_k = |A_k| (Frobenius) and
 * A_(k+1) = (A_k/n_k)^2 the radius of A_k is n_k times the square root of that of A_(k+1), so that
 *
 *     log rho(A) = sum_k 2^-k log n_k,
 *
 * with a remainder below 2^-K log(n cond) after K terms, whatever the multiplicities and the angles between
 * the eigenvectors.  Each A_k/n_k has norm 1: nothing overflows, and round-off made late counts little.
 *
 * Source: R. A. Horn, C. R. Johnson: Matrix Analysis (2013), corollary 5.6.14. */
#include "numerics/spectral_radius.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

enum { SQUARINGS = 48 };

static double scale_by_norm(double *matrix, size_t entries)
{
    double largest = 0, sum = 0, norm;

    for (size_t i = 0; i < entries; i++) {
        if (!isfinite(matrix[i]))
            return NAN;
        largest = fmax(largest, fabs(matrix[i]));
    }
    for (size_t i = 0; i < entries && largest > 0; i++)
        sum += matrix[i] / largest * (matrix[i] / largest);
    norm = largest * sqrt(sum);
    for (size_t i = 0; i < entries && largest > 0; i++)
        matrix[i] = matrix[i] / largest / sqrt(sum);
    return norm;
}

static void square(double *result, const double *matrix, size_t n)
{
    memset(result, 0, n * n * sizeof *result);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            for (size_t j = 0; j < n; j++)
                result[i * n + j] += matrix[i * n + k] * matrix[k * n + j];
        }
    }
}

double spectral_radius(const double *matrix, size_t n)
{
    double *power = memory_create(2 * n * n, sizeof *power), *next = power + n * n;
    double logarithm = 0, norm = 1;
    double *block = power;

    memcpy(power, matrix, n * n * sizeof *power);
    for (int k = 0; k < SQUARINGS && norm > 0; k++) {
        double *swap = power;

        norm = scale_by_norm(power, n * n);
        logarithm += ldexp(log(norm), -k);
        square(next, power, n);
        power = next;
        next = swap;
    }
    free(block);
    return norm > 0 ? exp(logarithm) : norm;
}
