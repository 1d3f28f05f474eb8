/* Coefficients in the working arithmetic: rounded once, correctly; split in a high and a low part that belong
 * together.
 *
 * Rounding is judged against the neighbours: no other number of the precision is nearer. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "integrators/steps/scheme.h"
#include "numerics/vector.h"

enum { PRECISION = 600, ROUNDS = 500 };

/* |value - exact| <= half a unit in the last place of `bits` */
static bool is_rounded(mpfr_srcptr value, mpfr_srcptr exact, mpfr_prec_t bits)
{
    mpfr_t neighbour, error, other;
    bool nearest = true;

    mpfr_init2(neighbour, bits);
    mpfr_inits2(2 * PRECISION, error, other, (mpfr_ptr)0);
    mpfr_sub(error, value, exact, MPFR_RNDN);
    assert_int_equal(mpfr_set(neighbour, value, MPFR_RNDN), 0); /* it has no more digits */
    for (int side = 0; side < 2; side++) {
        mpfr_set(neighbour, value, MPFR_RNDN);
        if (side)
            mpfr_nextabove(neighbour);
        else
            mpfr_nextbelow(neighbour);
        mpfr_sub(other, neighbour, exact, MPFR_RNDN);
        nearest = nearest && mpfr_cmpabs(error, other) <= 0;
    }
    mpfr_clears(neighbour, error, other, (mpfr_ptr)0);
    return nearest;
}

TEST(test_step)
{
    uint64_t seed = 8675309;
    mpfr_t exact, value;
    unsigned truncation_differs = 0;

    print_message("# seed %llu\n", (unsigned long long)seed);
    mpfr_precision_set(150);
    mpfr_inits2(PRECISION, exact, value, (mpfr_ptr)0);
    mpq_ptr step = kept_rational(0, 1);
    for (int round = 0; round < ROUNDS; round++) {
        double in_double;
        real_mpfr *in_mpfr = vector_create_mpfr(1);

        mpq_set_si(step, (long)(fixture_random(&seed) % 1000) + 1, 1 + fixture_random(&seed) % 100000);
        mpq_canonicalize(step);
        if (round % 2)
            mpq_neg(step, step);
        mpfr_set_q(exact, step, MPFR_RNDN);
        scheme_step_double(&in_double, step);
        mpfr_set_d(value, in_double, MPFR_RNDN);
        assert_true(is_rounded(value, exact, 53));
        truncation_differs += mpq_get_d(step) != in_double;
        scheme_step_mpfr(in_mpfr, step);
        assert_true(is_rounded(in_mpfr, exact, 150));
        vector_destroy_mpfr(in_mpfr);
    }
    assert_true(truncation_differs > ROUNDS / 4); /* control */
    mpfr_clears(exact, value, (mpfr_ptr)0);
}

/* high rounds the coefficient, low rounds what is left. */
static void check_split(mpfr_srcptr exact, mpfr_srcptr high, mpfr_srcptr low, mpfr_prec_t bits)
{
    assert_true(is_rounded(high, exact, bits));
    mpfr_ptr rest = kept_number(PRECISION);
    mpfr_sub(rest, exact, high, MPFR_RNDN);
    if (low)
        assert_true(is_rounded(low, rest, bits));
}

static void check_double(mpfr_t *exact, const struct coefficients_double *c, size_t n)
{
    mpfr_t high, low;

    mpfr_inits2(53, high, low, (mpfr_ptr)0);
    for (size_t i = 0; i < n; i++) {
        mpfr_set_d(high, c->high[i], MPFR_RNDN);
        if (c->low)
            mpfr_set_d(low, c->low[i], MPFR_RNDN);
        check_split(exact[i], high, c->low ? low : NULL, 53);
    }
    mpfr_clears(high, low, (mpfr_ptr)0);
}

static void check_mpfr(mpfr_t *exact, const struct coefficients_mpfr *c, size_t n, mpfr_prec_t bits)
{
    for (size_t i = 0; i < n; i++)
        check_split(exact[i], c->high + i, c->low ? c->low + i : NULL, bits);
}

static void check_tableau(const char *name, enum coefficients kind, unsigned *nonzero_low)
{
    struct tableau *tableau = kept(tableau_create(name, PRECISION, &said));
    struct scheme_double *in_double = scheme_create_double(tableau, (struct rounding){.coefficients = kind});
    struct scheme_mpfr *in_mpfr;
    size_t s = tableau->stages;

    mpfr_precision_set(100);
    in_mpfr = scheme_create_mpfr(tableau, (struct rounding){.coefficients = kind});
    assert_int_equal(in_double->a.low != NULL, kind == COEFFICIENTS_SPLIT);
    check_double(tableau->a, &in_double->a, s * s);
    check_double(tableau->abar, &in_double->abar, s * s);
    check_double(tableau->b, &in_double->b, s);
    check_mpfr(tableau->a, &in_mpfr->a, s * s, 100);
    check_mpfr(tableau->abar, &in_mpfr->abar, s * s, 100);
    check_mpfr(tableau->b, &in_mpfr->b, s, 100);
    assert_int_equal(tableau->has_null_vector, in_double->null_vector.high != NULL);
    if (tableau->has_null_vector) {
        mpfr_t *ratio = kept_numbers(s, PRECISION);

        for (size_t i = 0; i < s; i++)
            mpfr_div(ratio[i], tableau->null_vector[i], tableau->b[i], MPFR_RNDN);
        check_double(tableau->null_vector, &in_double->null_vector, s);
        check_double(ratio, &in_double->null_ratio, s);
        check_mpfr(ratio, &in_mpfr->null_ratio, s, 100);
    }
    for (size_t i = 0; in_double->a.low && i < s * s; i++)
        *nonzero_low += in_double->a.low[i] != 0;
    scheme_destroy_double(in_double);
    scheme_destroy_mpfr(in_mpfr);
}

TEST(test_coefficients)
{
    static const char *const names[] = {"gauss-1",
                                        "gauss-2",
                                        "gauss-5",
                                        "srk-3",
                                        "radau-iia-3",
                                        "lobatto-iiia-iiib-2",
                                        "lobatto-iiic-3",
                                        "lobatto-iiid-4",
                                        "lobatto-iiib-iiia-4",
                                        "rk4"};
    unsigned nonzero_low = 0;

    for (size_t i = 0; i < COUNT(names); i++) {
        check_tableau(names[i], COEFFICIENTS_ROUNDED, &nonzero_low);
        check_tableau(names[i], COEFFICIENTS_SPLIT, &nonzero_low);
    }
    assert_true(nonzero_low > 20);
}

/* Both parts take part in the products: small integers, exact in any order. */
TEST(test_products)
{
    double high[] = {3, -1, 4, 2}, low[] = {5, 7, -2, 1}, B[] = {2, 3}, C[] = {100, 200};
    const struct coefficients_double split = {high, low}, rounded = {high, NULL};

    scheme_add_product_double(C, &split, B, 2, 2, 1);
    assert_true(C[0] == 100 + 8 * 2 + 6 * 3 && C[1] == 200 + 2 * 2 + 3 * 3);
    scheme_subtract_product_double(C, &split, B, 2, 2, 1);
    assert_true(C[0] == 100 && C[1] == 200);
    scheme_add_product_double(C, &rounded, B, 2, 2, 1);
    assert_true(C[0] == 100 + 3 * 2 - 1 * 3 && C[1] == 200 + 4 * 2 + 2 * 3);
    scheme_subtract_product_double(C, &rounded, B, 2, 2, 1);
    assert_true(C[0] == 100 && C[1] == 200);
}
