/* The arithmetic `series`: identities of functions, exact rational coefficients, divisions by h, and what has no expansion.
 * For each operation tests/faults/series-*.fault has a fault that one of these tests sees. */
#define ARITHMETIC_SERIES
#include "tests/fixtures/test.h"

#include "numerics/arithmetic.h"

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

/* x = a + b h + c h^2 */
static void set(real *x, double a, double b, double c)
{
    arb_poly_zero(&x->coefficient);
    x->known = TERMS;
    for (long k = 0; k < 3; k++) {
        arb_t value;

        arb_init(value);
        arb_set_d(value, k == 0 ? a : k == 1 ? b : c);
        arb_poly_set_coeff_arb(&x->coefficient, k, value);
        arb_clear(value);
    }
}

/* Whether x is the same series as y up to h^(known - 1), to nearly all bits. */
static bool agree(const real *x, const real *y, long known)
{
    bool same = x->known >= known && y->known >= known;
    arb_t difference;

    arb_init(difference);
    for (long k = 0; k < known; k++) {
        arb_sub(difference, series_coefficient(x, k), series_coefficient(y, k), BITS);
        same &= arb_contains_zero(difference) != 0;
        same &= mag_cmp_2exp_si(arb_radref(difference), 40 - BITS) < 0;
    }
    arb_clear(difference);
    return same;
}

/* Whether x is these integers, and known to so many powers. */
static bool is(const real *x, long known, const long *number)
{
    bool same = x->known == known && x->coefficient.length <= known;

    for (long k = 0; k < known; k++)
        same &= arb_equal_si(series_coefficient(x, k), number[k]) != 0;
    return same;
}

/* Sums, products and what else is exact, of three different series, of which one is known to fewer powers. */
TEST(test_exact)
{
    real *x = real_array_create(ROOM), *y = x + 1, *z = x + 2;

    set(x, 1, -2, 3);
    set(y, 4, 5, -7);
    real_add(z, x, y);
    assert_true(is(z, TERMS, (const long[TERMS]){5, 3, -4}));
    real_subtract(z, x, y);
    assert_true(is(z, TERMS, (const long[TERMS]){-3, -7, 10}));
    real_negate(z, x);
    assert_true(is(z, TERMS, (const long[TERMS]){-1, 2, -3}));
    real_absolute(z, z);
    assert_true(is(z, TERMS, (const long[TERMS]){1, -2, 3}));
    real_absolute(z, z);
    assert_true(is(z, TERMS, (const long[TERMS]){1, -2, 3}));
    real_multiply(z, x, y);
    assert_true(is(z, TERMS, (const long[TERMS]){4, -3, -5, 29, -21}));
    real_add_product(z, x, x);
    assert_true(is(z, TERMS, (const long[TERMS]){5, -7, 5, 17, -12}));
    real_subtract_product(z, y, y);
    assert_true(is(z, TERMS, (const long[TERMS]){-11, -47, 36, 87, -61}));
    series_truncate(y, 2);
    assert_true(is(y, 2, (const long[TERMS]){4, 5}));
    real_add(z, x, y);
    assert_true(is(z, 2, (const long[TERMS]){5, 3}));
    real_subtract(z, y, x);
    assert_true(is(z, 2, (const long[TERMS]){3, 7}));
    real_set(z, y);
    series_raise(z);
    assert_true(is(z, 3, (const long[TERMS]){0, 4, 5}));
    real_multiply(z, z, x); /* (4 h + 5 h^2 + O(h^3)) (1 + ...) */
    assert_true(is(z, 3, (const long[TERMS]){0, 4, -3}));
    series_end_with(x, 1, series_coefficient(y, 0));
    assert_true(is(x, TERMS, (const long[TERMS]){1, 4}));
    real_array_destroy(x);
}

/* The last power that is known, of sums, products and quotients. */
TEST(test_last_power)
{
    real *x = real_array_create(ROOM), *y = x + 1, *z = x + 2;
    arb_t number;

    arb_init(number);
    arb_set_si(number, 3);
    set(x, 1, 0, 0), set(y, 2, 0, 0);
    arb_poly_set_coeff_arb(&x->coefficient, TERMS - 1, number);
    real_add(z, x, y);
    assert_true(arb_equal_si(series_coefficient(z, TERMS - 1), 3));
    real_subtract(z, x, y);
    assert_true(arb_equal_si(series_coefficient(z, TERMS - 1), 3));
    real_multiply(z, x, y);
    assert_true(arb_equal_si(series_coefficient(z, TERMS - 1), 6));
    real_divide(z, x, y);
    real_add(z, z, z);
    assert_true(arb_contains_si(series_coefficient(z, TERMS - 1), 3));
    arb_clear(number);
    real_array_destroy(x);
}

/* And their tangents, which are not zero. */
static bool agree_in_all(const real *x, const real *y, long known)
{
    bool same = agree(x, y, known) && x->tangent && y->tangent;

    for (int k = 0; same && k < mpfr_precision.tangents; k++)
        same = agree(series_tangent(x, k), series_tangent(y, k), known) &&
               !arb_contains_zero(series_coefficient(series_tangent(x, k), 0));
    return same;
}

TEST(test_identities)
{
    real *x = real_array_create(ROOM), *y = x + 1, *z = x + 2, *u = x + 3, *v = x + 4, *one = x + 5;

    set(x, 0.75, -1.5, 2);
    set(one, 1, 0, 0);
    real_log(y, x), real_exp(y, y);
    assert_true(agree(y, x, TERMS));
    real_exp(y, x), real_log(y, y);
    assert_true(agree(y, x, TERMS));
    real_sqrt(y, x), real_multiply(y, y, y);
    assert_true(agree(y, x, TERMS));
    real_sin(y, x), real_cos(z, x), real_tan(u, x), real_divide(v, y, z);
    assert_true(agree(u, v, TERMS));
    real_multiply(u, y, y), real_add_product(u, z, z);
    assert_true(agree(u, one, TERMS));
    real_asin(u, x), real_sin(u, u);
    assert_true(agree(u, x, TERMS));
    real_acos(u, x), real_cos(u, u);
    assert_true(agree(u, x, TERMS));
    real_atan(u, x), real_tan(u, u);
    assert_true(agree(u, x, TERMS));
    real_sinh(y, x), real_cosh(z, x), real_tanh(u, x), real_divide(v, y, z);
    assert_true(agree(u, v, TERMS));
    real_multiply(u, z, z), real_subtract_product(u, y, y);
    assert_true(agree(u, one, TERMS));
    real_asinh(u, y);
    assert_true(agree(u, x, TERMS));
    real_negate(u, x), real_absolute(u, u);
    assert_true(agree(u, x, TERMS));
    /* Control: another number in the last place that is looked at. */
    real_set(u, x);
    arb_poly_set_coeff_si(&u->coefficient, TERMS - 1, 1);
    assert_false(agree(u, x, TERMS));
    real_array_destroy(x);
}

/* Tangents by themselves: those of f^-1(f(x)) are those of x. */
TEST(test_tangents)
{
    real *x, *y, *z, *u, *v;

    mpfr_precision_set_tangents(2);
    x = real_array_create(ROOM), y = x + 1, z = x + 2, u = x + 3, v = x + 4;
    set(x, 0.75, -1.5, 2);
    series_set_tangent(x, 0, 1);
    series_set_tangent(x, 1, -0.5);
    real_multiply(x, x, x); /* both tangents depend on h */
    assert_true(agree_in_all(x, x, TERMS));
    real_log(y, x), real_exp(y, y);
    assert_true(agree_in_all(y, x, TERMS));
    real_sqrt(y, x), real_multiply(y, y, y);
    assert_true(agree_in_all(y, x, TERMS));
    real_sin(y, x), real_cos(z, x), real_tan(u, x), real_divide(v, y, z);
    assert_true(agree_in_all(u, v, TERMS));
    real_divide(u, y, z), real_multiply(u, u, z);
    assert_true(agree_in_all(u, y, TERMS));
    real_asin(u, y), real_sin(u, u);
    assert_true(agree_in_all(u, y, TERMS));
    real_acos(u, y), real_cos(u, u);
    assert_true(agree_in_all(u, y, TERMS));
    real_atan(u, x), real_tan(u, u);
    assert_true(agree_in_all(u, x, TERMS));
    real_sinh(y, x), real_cosh(z, x), real_tanh(u, x), real_divide(v, y, z);
    assert_true(agree_in_all(u, v, TERMS));
    real_asinh(u, y);
    assert_true(agree_in_all(u, x, TERMS));
    real_set(u, x), real_subtract_product(u, y, z), real_negate(v, y), real_subtract_product(u, v, z);
    assert_true(agree_in_all(u, x, TERMS));
    /* Control: a number has no tangents. */
    real_set_double(v, 0), real_add(v, v, x);
    assert_true(agree_in_all(v, x, TERMS));
    series_set_tangent(v, 1, 1);
    assert_false(agree_in_all(v, x, TERMS));
    real_array_destroy(x);
    mpfr_precision_set_tangents(0);
}

/* 1/(1 - h - h^2): the numbers of Fibonacci; x may be an argument. */
TEST(test_quotient)
{
    static const long fibonacci[TERMS] = {1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144};
    real *x = real_array_create(ROOM), *one = x + 1;

    set(x, 1, -1, -1);
    set(one, 1, 0, 0);
    real_divide(x, one, x);
    for (long k = 0; k < TERMS; k++) {
        assert_true(arb_contains_si(series_coefficient(x, k), fibonacci[k]));
        assert_false(arb_contains_si(series_coefficient(x, k), fibonacci[k] + 1));
    }
    real_array_destroy(x);
}

/* A division by h costs a power, and the product with h brings it back. */
TEST(test_division_by_step)
{
    real *x = real_array_create(ROOM), *h = x + 1, *y = x + 2, *z = x + 3;

    set(h, 1, 0, 0);
    series_raise(h);
    assert_int_equal(h->known, TERMS);
    set(x, 0, 3, -5);
    real_sin(y, x); /* begins with h, but its value at 0 is zero exactly */
    real_divide(z, y, h);
    assert_int_equal(z->known, TERMS - 1);
    assert_true(arb_contains_si(series_coefficient(z, 0), 3) &&
                arb_contains_si(series_coefficient(z, 1), -5));
    real_multiply(z, z, h);
    assert_int_equal(z->known, TERMS);
    assert_true(agree(z, y, TERMS));
    real_array_destroy(x);
}

TEST(test_no_expansion)
{
    real *x = real_array_create(ROOM), *y = x + 1, *one = x + 2;

    set(x, 0, 1, 0);
    set(one, 1, 0, 0);
    real_log(y, x);
    assert_false(real_is_finite(y));
    real_sqrt(y, x);
    assert_false(real_is_finite(y));
    real_divide(y, one, x); /* 1/h */
    assert_false(real_is_finite(y));
    real_multiply(y, x, x); /* by h^2, what is known below h alone */
    real_set(x, y);
    series_truncate(x, 1);
    real_divide(y, x, y);
    assert_false(real_is_finite(y));
    real_multiply(y, y, x);
    set(x, 0, 1, 0);
    real_absolute(y, x);
    assert_true(real_is_finite(y) == (arb_is_nonnegative(series_coefficient(x, 0)) != 0));
    real_set_double(y, NAN);
    assert_false(real_is_finite(y));
    real_add(y, y, one);
    assert_false(real_is_finite(y));
    real_set(y, one);
    assert_true(real_is_finite(y));
    real_array_destroy(x);
}

/* Numbers that were rounded are balls, and short ones are exact. */
TEST(test_rounded)
{
    real *x = real_array_create(1);
    mpfr_t number;

    mpfr_init2(number, 200);
    mpfr_set_ui(number, 1, MPFR_RNDN);
    mpfr_div_ui(number, number, 3, MPFR_RNDN);
    real_set_mpfr(x, number);
    {
        arb_t three;

        arb_init(three);
        arb_mul_ui(three, series_coefficient(x, 0), 3, BITS);
        assert_true(arb_contains_si(three, 1));
        arb_clear(three);
    }
    mpfr_set_d(number, 0.375, MPFR_RNDN);
    real_set_mpfr(x, number);
    assert_true(arb_is_exact(series_coefficient(x, 0)));
    mpfr_clear(number);
    real_array_destroy(x);
}
