/* The multipliers of a step on (q, p) that belong to departures from the constraint p = theta(q).
 *
 * The linearised step M = D Psi_h at a state z0 of the constraint manifold has 2d multipliers.  Were the
 * manifold invariant, d of them would be those of M on its tangent space, near 1, and d those of the quotient
 * map: what becomes of a departure phi = p - theta(q), to first order.  These are the parasitic ones.  They
 * are near R(infinity), and exactly R(infinity) where theta is linear, abar = a and a is not singular:
 * phi_1 = (1 - b^T a^-1 1) phi_0.
 *
 * The manifold is invariant only up to the error of the step (for linear theta exactly), so that the quotient
 * depends on where a departure starts.  It starts in the symplectic complement of the tangent space, which is
 * where projections move, (dq, dp) = (e, T^T e), and a symplectic M that keeps the tangent space keeps that
 * too.  Its end is measured by phi there, and with phi = Om e written as e again:
 *
 *     e_1 = Om(q_1)^-1 [-T(q_1), 1] M [1; T(q_0)^T] e_0        T_ki = d theta_k / d q_i,  Om = T^T - T
 *
 * The multipliers are the eigenvalues of this d x d matrix.                    Kraus (2017), section 3.5
 */
#include "measures/step/step_defect.h"

#include <stdlib.h>

#include "numerics/eigenvalues.h"
#include "numerics/jacobian.h"
#include "numerics/lu.h"
#include "numerics/memory.h"

static double *to_double(mpfr_t *numbers, size_t n)
{
    double *copy = memory_create(n, sizeof *copy);

    for (size_t i = 0; i < n; i++)
        copy[i] = mpfr_get_d(numbers[i], MPFR_RNDN);
    return copy;
}

/* T (d x d, row-major) at q */
static void find_slopes(double *T, const struct system *system, mpfr_t *q)
{
    struct jacobian_dual *jacobian = jacobian_create_program_dual(system->momentum, system->dimension);
    double *at = to_double(q, system->dimension);

    jacobian_evaluate_dual(jacobian, NULL, at, T);
    jacobian_destroy_dual(jacobian);
    free(at);
}

/* Column j of [-T1, 1] M [1; T0^T]: row j of T0 is column j of T0^T */
static void find_departure(double *departure, size_t d, size_t j, const double *T0, const double *T1,
                           const double *M)
{
    double *end = memory_create(2 * d, sizeof *end);

    for (size_t i = 0; i < 2 * d; i++) {
        end[i] = M[i * 2 * d + j];
        for (size_t k = 0; k < d; k++)
            end[i] += M[i * 2 * d + d + k] * T0[j * d + k];
    }
    for (size_t i = 0; i < d; i++) {
        departure[i] = end[d + i];
        for (size_t k = 0; k < d; k++)
            departure[i] -= T1[i * d + k] * end[k];
    }
    free(end);
}

/* The matrix of the header, row-major; false where Om(q_1) is singular. */
static bool find_quotient(double *quotient, size_t d, const double *T0, const double *T1, const double *M)
{
    double *symplectic = memory_create(d * d + d, sizeof *symplectic), *column = symplectic + d * d;
    pivot_double *pivot = memory_create(d, sizeof *pivot);
    bool regular;

    for (size_t i = 0; i < d * d; i++)
        symplectic[i] = T1[i % d * d + i / d] - T1[i];
    regular = lu_factorise_double(symplectic, d, pivot);
    for (size_t j = 0; j < d && regular; j++) {
        find_departure(column, d, j, T0, T1, M);
        lu_solve_double(symplectic, d, pivot, column);
        for (size_t i = 0; i < d; i++)
            quotient[i * d + j] = column[i];
    }
    free(symplectic);
    free(pivot);
    return regular;
}

bool parasitic_multipliers(const struct system *system, mpfr_t *z0, mpfr_t *z1, mpfr_t *M, double *re,
                           double *im)
{
    size_t d = system->dimension;
    double *T0 = memory_create(3 * d * d, sizeof *T0), *T1 = T0 + d * d, *quotient = T1 + d * d;
    double *step = to_double(M, 4 * d * d);
    bool found;

    find_slopes(T0, system, z0);
    find_slopes(T1, system, z1);
    found = find_quotient(quotient, d, T0, T1, step) && eigenvalues(quotient, d, re, im);
    free(step);
    free(T0);
    return found;
}
