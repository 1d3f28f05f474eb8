/* The spectral radius against matrices whose eigenvalues are known: A = P D P^-1 with P of integers and
 * determinant 1, so that A is what it is said to be but for one rounding of each entry. */
#include "tests/fixtures/test.h"

#include "numerics/spectral_radius.h"
#include "tests/fixtures/numerics/expression_fixture.h"

enum { LARGEST = 8 };
static const double ROUND_OFF = 100 * 2.220446049250313e-16; /* two a squaring */

static void check(const double *matrix, size_t n, double expected, double tolerance)
{
    double radius = spectral_radius(matrix, n);

    if (!(fabs(radius - expected) <= tolerance * expected))
        fail_msg("n = %zu: %.17g instead of %.17g", n, radius, expected);
}

TEST(test_small)
{
    check((double[]){-3}, 1, 3, ROUND_OFF);
    check((double[]){0, 1, -1, 0}, 2, 1, ROUND_OFF);
    check((double[]){0, 2, -8, 0}, 2, 4, ROUND_OFF);        /* +-4i */
    check((double[]){1, -5, 1, -3}, 2, sqrt(2), ROUND_OFF); /* -1 +- i */
    check((double[]){0, 1, 1, 1}, 2, (1 + sqrt(5)) / 2, ROUND_OFF);
    check((double[]){0, 0, 6, 1, 0, -11, 0, 1, 6}, 3, 3, ROUND_OFF); /* (x - 1)(x - 2)(x - 3) */
    check((double[]){1, 1e6, 0, 1}, 2, 1, 1e-7);                     /* a block of Jordan, far from normal */
    check((double[]){2, 1, 0, 0, 2, 1, 0, 0, 2}, 3, 2, 1e-4);
}

TEST(test_zero)
{
    assert_true(spectral_radius((double[]){0}, 1) == 0);
    assert_true(spectral_radius((double[]){0, 1, 0, 0}, 2) == 0);
    assert_true(spectral_radius((double[]){0, 3, 5, 0, 0, 7, 0, 0, 0}, 3) == 0);
}

TEST(test_not_finite)
{
    assert_true(isnan(spectral_radius((double[]){NAN}, 1)));
    assert_true(isnan(spectral_radius((double[]){1, 0, INFINITY, 1}, 2)));
}

/* Powers of two change nothing but the exponent. */
TEST(test_scale)
{
    static const double matrix[] = {1, 2, 3, 4, 5, 6, 7, 8, 10};
    double base = spectral_radius(matrix, 9 / 3);

    for (int k = -500; k <= 500; k += 100) {
        double scaled[9];

        for (size_t i = 0; i < 9; i++)
            scaled[i] = ldexp(matrix[i], k);
        check(scaled, 3, ldexp(base, k), 1e-12);
    }
}

/* D: pairs a +- bi as blocks, and single numbers; the largest modulus. */
static double set_blocks(uint64_t *seed, double *matrix, size_t n)
{
    double largest = 0;

    memset(matrix, 0, n * n * sizeof *matrix);
    for (size_t i = 0; i < n;) {
        double a = (double)random_below(seed, 41) - 20, b = (double)random_below(seed, 21);

        matrix[i * n + i] = a;
        if (i + 1 == n)
            b = 0;
        if (b > 0) {
            matrix[(i + 1) * n + i + 1] = a;
            matrix[i * n + i + 1] = b;
            matrix[(i + 1) * n + i] = -b;
        }
        largest = fmax(largest, hypot(a, b));
        i += b > 0 ? 2 : 1;
    }
    return largest;
}

/* Row i += factor row j, column j -= factor column i: a similarity. */
static void shear(double *matrix, size_t n, size_t i, size_t j, double factor)
{
    for (size_t k = 0; k < n; k++)
        matrix[i * n + k] += factor * matrix[j * n + k];
    for (size_t k = 0; k < n; k++)
        matrix[k * n + j] -= factor * matrix[k * n + i];
}

TEST(test_random)
{
    uint64_t seed = 20170601;

    print_message("# seed %llu\n", (unsigned long long)seed);
    for (size_t run = 0; run < 400; run++) {
        size_t n = 1 + random_below(&seed, LARGEST);
        double matrix[LARGEST * LARGEST], largest = set_blocks(&seed, matrix, n);

        for (size_t k = 0; k < 2 * n && n > 1; k++) {
            size_t i = random_below(&seed, n), j = random_below(&seed, n);

            if (i != j)
                shear(matrix, n, i, j, random_below(&seed, 2) ? 1 : -1);
        }
        /* coincident eigenvalues lose digits: the power of the unit round-off in the header */
        check(matrix, n, largest, 1e-5);
    }
}
