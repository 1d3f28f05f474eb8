/* The solver of equations in power series: newton_series.c.
 *
 *   recursion   x = h (1 + x)^2, whose coefficients are the numbers of Catalan, with a row that begins with h, h y = h x^2,
 *               and one that begins with 1/h, (z - y)/h = x
 *   start       x^2 = 2 + h from a guess: sqrt(2 + h), with a ball at h = 0 that contains sqrt(2)
 *   singular    x^2 = h, which is no power series */
#define ARITHMETIC_SERIES
#include "tests/fixtures/test.h"

#include "numerics/arithmetic.h"
#include "numerics/newton.h"

enum { TERMS = 12, BITS = 300, ROOM = 8 };

static int prepare(void **state)
{
    (void)state;
    mpfr_precision_set(BITS);
    mpfr_precision_set_terms(TERMS);
    return 0;
}

static int end(void **state)
{
    (void)state;
    flint_cleanup();
    return 0;
}
TEST_GROUP(prepare, end)

/* Solves with h as the data, from a guess of each unknown. */
static enum newton_status solve(void (*residual)(void *, const real *, const real *, real *), size_t unknowns,
                                double guess, real *x)
{
    real *room = real_array_create(ROOM);
    struct newton_series *newton;
    double guesses[ROOM];
    enum newton_status status;

    for (size_t i = 0; i < unknowns; i++)
        guesses[i] = guess;
    newton = newton_create_series(
        (struct equations_series){
            .unknowns = unknowns, .data = 1, .residual = residual, .context = room, .destroy = NULL},
        (struct DUAL(equations)){0}, NULL);
    real_set_double(room, 1);
    series_raise(room);
    status = newton_solve_series(newton, true, room, 1, guesses, x);
    newton_destroy_series(newton);
    real_array_destroy(room);
    return status;
}

/* context: room, of which the first is h */
static void catalan(void *context, const real *h, const real *x, real *r)
{
    real *square = (real *)context + 1, *sum = square + 1;

    real_set_double(sum, 1);
    real_add(sum, sum, x);
    real_multiply(square, sum, sum);
    real_set(r, x);
    real_subtract_product(r, h, square); /* x - h (1 + x)^2 */
    real_multiply(square, x, x);
    real_subtract(sum, x + 1, square);
    real_multiply(r + 1, h, sum); /* h (y - x^2) */
    real_subtract(sum, x + 2, x + 1);
    real_divide(r + 2, sum, h);
    real_subtract(r + 2, r + 2, x); /* (z - y)/h - x */
}

static void assert_integer(const real *x, long k, long number)
{
    if (!arb_contains_si(series_coefficient(x, k), number) ||
        mag_cmp_2exp_si(arb_radref(series_coefficient(x, k)), 60 - BITS) > 0)
        fail_msg("the coefficient of h^%ld is not %ld", k, number);
}

TEST(test_recursion)
{
    static const long C[] = {1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796, 58786, 208012};
    real *x = real_array_create(ROOM), *y = x + 1, *z = x + 2;

    assert_int_equal(solve(catalan, 3, 0, x), NEWTON_CONVERGED);
    /* A row that begins with h costs a power. */
    assert_int_equal(x->known, TERMS - 1);
    assert_int_equal(y->known, TERMS - 1);
    for (long k = 1; k < TERMS - 1; k++) {
        assert_integer(x, k, C[k]);
        assert_integer(y, k, C[k + 1] - 2 * C[k]);                          /* x^2 = x/h - 1 - 2 x */
        assert_integer(z, k, C[k + 1] - 2 * C[k] + (k > 1 ? C[k - 1] : 0)); /* y + h x */
    }
    real_array_destroy(x);
}

/* x^2 - 2 - h */
static void root(void *context, const real *h, const real *x, real *r)
{
    real *two = (real *)context + 1;

    real_set_double(two, 2);
    real_multiply(r, x, x);
    real_subtract(r, r, two);
    real_subtract(r, r, h);
}

TEST(test_start)
{
    real *x = real_array_create(ROOM), *square = x + 1;
    static const double guesses[] = {1, -1};

    for (size_t i = 0; i < COUNT(guesses); i++) {
        assert_int_equal(solve(root, 1, guesses[i], x), NEWTON_CONVERGED);
        assert_int_equal(x->known, TERMS);
        assert_true((series_to_double(x) > 0) == (guesses[i] > 0));
        real_multiply(square, x, x);
        assert_integer(square, 0, 2);
        assert_integer(square, 1, 1);
        for (long k = 2; k < TERMS; k++)
            assert_integer(square, k, 0);
        assert_false(arb_contains_si(series_coefficient(x, 1), 0));
    }
    real_array_destroy(x);
}

/* x^2 - h */
static void branch(void *context, const real *h, const real *x, real *r)
{
    (void)context;
    real_multiply(r, x, x);
    real_subtract(r, r, h);
}

TEST(test_singular)
{
    real *x = real_array_create(ROOM);

    assert_int_not_equal(solve(branch, 1, 0, x), NEWTON_CONVERGED);
    assert_int_not_equal(solve(branch, 1, 1, x), NEWTON_CONVERGED);
    real_array_destroy(x);
}
