/* The largest modulus of the eigenvalues, of matrices whose eigenvalues are known. */
#include "tests/fixtures/test.h"

#include "numerics/eigenvalues.h"

static const double ROUND_OFF = 100 * 2.220446049250313e-16;

static void check(const double *matrix, size_t n, double expected, double tolerance)
{
    double radius = eigenvalues_radius(matrix, n);

    if (!(fabs(radius - expected) <= tolerance * expected))
        fail_msg("n = %zu: %.17g instead of %.17g", n, radius, expected);
}

TEST(test_radius)
{
    check((double[]){0}, 1, 0, 0);
    check((double[]){0, 3, 5, 0, 0, 7, 0, 0, 0}, 3, 0, 0);
    check((double[]){-3}, 1, 3, ROUND_OFF);
    check((double[]){0, 2, -8, 0}, 2, 4, ROUND_OFF);        /* +-4i */
    check((double[]){1, -5, 1, -3}, 2, sqrt(2), ROUND_OFF); /* -1 +- i */
    check((double[]){0, 1, 1, 1}, 2, (1 + sqrt(5)) / 2, ROUND_OFF);
    check((double[]){0, 0, 6, 1, 0, -11, 0, 1, 6}, 3, 3, ROUND_OFF); /* (x - 1)(x - 2)(x - 3) */
    check((double[]){0, 0, -6, 1, 0, -11, 0, 1, -6}, 3, 3, ROUND_OFF);
    check((double[]){1, 1e6, 0, 1}, 2, 1, 1e-7); /* a block of Jordan, far from normal */
    check((double[]){2, 1, 0, 0, 2, 1, 0, 0, 2}, 3, 2, 1e-4);
}

TEST(test_not_finite)
{
    assert_true(isnan(eigenvalues_radius((double[]){NAN}, 1)));
    assert_true(isnan(eigenvalues_radius((double[]){1, 0, INFINITY, 1}, 2)));
}
