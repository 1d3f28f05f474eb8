/* Newton's method in the arithmetic `tangent`: the root with its derivatives.
 *
 * x^2 = a has x' = a' / (2 x), here with a = 2 and eight a' from 2^-600 to 2^600 apart: every tangent must be
 * right to the last bits of the largest one, and with one tangent alone to its own last bits.  The value is
 * that of `mpfr` to the last bit.  Controls: another a', and no tangent at all. */
#define ARITHMETIC_TANGENT
#include "tests/fixtures/test.h"

#include "numerics/arithmetic.h"

#include "tests/fixtures/numerics/newton_fixture.h"

static const long PRECISIONS[] = {53, 54, 64, 128, 256, 1000, CELL_MOST_BITS};

struct tangent_solution {
    enum newton_status status;
    mpfr_t part[REAL_PARTS];
    unsigned long evaluations;
};

static void solution_destroy(struct tangent_solution *at)
{
    for (int k = 0; k < REAL_PARTS; k++)
        mpfr_clear(at->part[k]);
}

/* sqrt 2 with the tangents `a` of its argument */
static struct tangent_solution solve_with(const struct problem_in_x *problem, const double *a, long bits)
{
    struct tangent_solution at;
    struct newton_double *coarse = NULL;
    struct newton_tangent *newton;
    double guess = 1.5;
    real *x, *parameter;

    mpfr_precision_set(bits);
    if (bits > 53)
        coarse = newton_create_double(equations_double(problem), equations_dual(problem), NULL);
    newton = newton_create_tangent(equations_tangent(problem), equations_dual(problem), coarse);
    x = kept_vector_tangent(2);
    parameter = x + 1;
    real_set_double(parameter, 2);
    for (int k = 0; k < TANGENT_COUNT; k++)
        real_set_tangent(parameter, k, a[k]);
    at.status = newton_solve_tangent(newton, true, parameter, 1, &guess, x);
    at.evaluations = newton_counts_tangent(newton, 0).residual_evaluations;
    for (int k = 0; k < REAL_PARTS; k++) {
        mpfr_init2(at.part[k], bits);
        mpfr_set(at.part[k], x->part + k, MPFR_RNDN);
    }
    newton_destroy_tangent(newton);
    return at;
}

/* |x' - a' / (2 sqrt 2)| / (u scale) */
static double units_of_tangent(mpfr_srcptr tangent, double a, double scale, long bits)
{
    mpfr_ptr exact = kept_number(2 * bits);

    mpfr_sqrt_ui(exact, 8, MPFR_RNDN);
    mpfr_d_div(exact, a, exact, MPFR_RNDN);
    mpfr_sub(exact, exact, tangent, MPFR_RNDN);
    mpfr_div_d(exact, exact, scale, MPFR_RNDN);
    mpfr_mul_2ui(exact, exact, (unsigned long)bits, MPFR_RNDN);
    return fabs(mpfr_get_d(exact, MPFR_RNDN));
}

static void check_parts(const struct problem_in_x *problem, const double *a, double scale, long bits)
{
    struct tangent_solution at = solve_with(problem, a, bits);
    struct solution plain = solve(problem, 2, (const double[]){1.5}, bits > 53 ? bits : 0);

    assert_int_equal(at.status, NEWTON_CONVERGED);
    assert_true(mpfr_equal_p(at.part[0], plain.x[0]));
    /* once more as many for the tangents, which start from zero */
    assert_true(at.evaluations <= 2 * plain.counts.residual_evaluations + 4);
    for (int k = 0; k < TANGENT_COUNT; k++) {
        double wrong = a[k] + 16 * scale * ldexp(1, bits < 1000 ? (int)-bits : -1000);

        if (!(units_of_tangent(at.part[1 + k], a[k], scale, bits) <= 4))
            fail_msg("%ld bits: tangent %d is wrong", bits, k);
        assert_true(wrong == a[k] || units_of_tangent(at.part[1 + k], wrong, scale, bits) > 4);
    }
    solution_destroy(&at);
}

TEST(test_many)
{
    const double a[TANGENT_COUNT] = {1, -3, 0, 0x1p-600, 5, 0x1p-20, -0.5, 7};
    struct problem_in_x problem = square();

    for (size_t i = 0; i < COUNT(PRECISIONS); i++)
        check_parts(&problem, a, 7, PRECISIONS[i]);
}

/* The scale is that of the tangents: tiny and huge ones are solved as well. */
TEST(test_alone)
{
    static const double sizes[] = {0x1p-600, 0x1p-60, 1, 0x1p600};
    struct problem_in_x problem = square();

    for (size_t i = 0; i < COUNT(PRECISIONS); i++) {
        for (size_t j = 0; j < COUNT(sizes); j++) {
            const double a[TANGENT_COUNT] = {0, 0, 0, sizes[j]};

            check_parts(&problem, a, sizes[j], PRECISIONS[i]);
        }
    }
}

TEST(test_none)
{
    const double a[TANGENT_COUNT] = {0};
    struct problem_in_x problem = square();
    struct tangent_solution at = solve_with(&problem, a, 200);

    assert_int_equal(at.status, NEWTON_CONVERGED);
    for (int k = 1; k < REAL_PARTS; k++)
        assert_true(mpfr_zero_p(at.part[k]));
    solution_destroy(&at);
}

TEST(test_not_a_number)
{
    const double a[TANGENT_COUNT] = {1, NAN};
    struct problem_in_x problem = square();
    struct tangent_solution at = solve_with(&problem, a, 200);

    assert_int_equal(at.status, NEWTON_NOT_FINITE);
    solution_destroy(&at);
}
