/* Vector and matrix verbs against plain loops in MPFR at 53 bits, and compensated sums.  Random tests print
 * their seed. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "numerics/vector.h"

enum { ROUNDS = 200, WIDE = 2048 };

static void set_random(mpfr_ptr x, uint64_t *seed)
{
    mpfr_set_d(x, fixture_random_real(seed), MPFR_RNDN);
    mpfr_div_ui(x, x, 3, MPFR_RNDN); /* all digits */
    mpfr_mul_2si(x, x, (long)(fixture_random(seed) % 9) - 4, MPFR_RNDN);
}

/* -- sums -- */

enum { TERMS = 1000000 };

/* |sum - TERMS * term| in units of the last place of the sum */
static double sum_error(mpfr_srcptr sum, mpfr_srcptr term, mpfr_prec_t bits)
{
    mpfr_ptr exact = kept_number(WIDE), error = kept_number(WIDE);

    mpfr_mul_ui(exact, term, TERMS, MPFR_RNDN);
    mpfr_sub(error, sum, exact, MPFR_RNDN);
    mpfr_mul_2si(error, error, bits - mpfr_get_exp(exact), MPFR_RNDN);
    return fabs(mpfr_get_d(error, MPFR_RNDN));
}

TEST(test_compensated_double)
{
    double compensated = 0, low = 0, plain = 0, tenth = 0.1;
    mpfr_t sum, term;

    mpfr_inits2(53, sum, term, (mpfr_ptr)0);
    for (long i = 0; i < TERMS; i++) {
        double increment = tenth;

        vector_add_compensated_double(&compensated, &low, &increment, 1);
        vector_add_double(&plain, &tenth, 1);
    }
    mpfr_set_d(term, tenth, MPFR_RNDN);
    mpfr_set_d(sum, compensated, MPFR_RNDN);
    assert_true(sum_error(sum, term, 53) <= 1);
    mpfr_set_d(sum, plain, MPFR_RNDN);
    assert_true(sum_error(sum, term, 53) > 1000);
    mpfr_clears(sum, term, (mpfr_ptr)0);
}

TEST(test_compensated_mpfr)
{
    enum { BITS = 100 };
    real_mpfr *compensated, *low, *plain, *tenth, *increment;

    mpfr_precision_set(BITS);
    compensated = kept_vector_mpfr(1);
    low = kept_vector_mpfr(1);
    plain = kept_vector_mpfr(1);
    tenth = kept_vector_mpfr(1);
    increment = kept_vector_mpfr(1);
    mpfr_set_ui(tenth, 1, MPFR_RNDN);
    mpfr_div_ui(tenth, tenth, 10, MPFR_RNDN);
    for (long i = 0; i < TERMS; i++) {
        vector_copy_mpfr(increment, tenth, 1);
        vector_add_compensated_mpfr(compensated, low, increment, 1);
        vector_add_mpfr(plain, tenth, 1);
    }
    assert_true(sum_error(compensated, tenth, BITS) <= 1);
    assert_true(sum_error(plain, tenth, BITS) > 1000);
}

/* x + low is the exact sum of all terms, whatever their signs, as long as |x| >= |increment|. */
TEST(test_compensation_is_exact)
{
    uint64_t seed = 20250801;
    double x = 1 << 20, low = 0;
    mpfr_t exact, sum;

    print_message("# seed %llu\n", (unsigned long long)seed);
    mpfr_inits2(WIDE, exact, sum, (mpfr_ptr)0);
    mpfr_set_d(exact, x, MPFR_RNDN);
    for (int i = 0; i < 10000; i++) {
        double increment = fixture_random_real(&seed);

        mpfr_add_d(exact, exact, increment, MPFR_RNDN);
        vector_add_compensated_double(&x, &low, &increment, 1);
    }
    mpfr_set_d(sum, x, MPFR_RNDN);
    mpfr_add_d(sum, sum, low, MPFR_RNDN);
    mpfr_sub(sum, sum, exact, MPFR_RNDN);
    /* low itself is rounded: its round-off is 2^-53 of a unit in the last place of x. */
    assert_true(fabs(mpfr_get_d(sum, MPFR_RNDN)) < 10000 * 0x1p-53 * 0x1p-31);
    mpfr_clears(exact, sum, (mpfr_ptr)0);
}

/* -- verbs -- */

struct product {
    size_t n, m, k;
    mpfr_t *A, *B, *C; /* exact inputs, 53 bits */
};

static struct product random_product(uint64_t *seed)
{
    struct product p = {1 + fixture_random(seed) % 5,
                        1 + fixture_random(seed) % 5,
                        1 + fixture_random(seed) % 5,
                        NULL,
                        NULL,
                        NULL};

    p.A = kept_numbers(p.n * p.m, 53);
    p.B = kept_numbers(p.m * p.k, 53);
    p.C = kept_numbers(p.n * p.k, 53);
    for (size_t i = 0; i < p.n * p.m; i++)
        set_random(p.A[i], seed);
    for (size_t i = 0; i < p.m * p.k; i++)
        set_random(p.B[i], seed);
    for (size_t i = 0; i < p.n * p.k; i++)
        set_random(p.C[i], seed);
    return p;
}

/* C + sign A B, every operation rounded to 53 bits, in order of the inner index. */
static void multiply_plainly(const struct product *p, int sign)
{
    mpfr_ptr term = kept_number(53);

    for (size_t i = 0; i < p->n; i++) {
        for (size_t l = 0; l < p->k; l++) {
            for (size_t j = 0; j < p->m; j++) {
                mpfr_mul(term, p->A[i * p->m + j], p->B[j * p->k + l], MPFR_RNDN);
                (sign > 0 ? mpfr_add : mpfr_sub)(p->C[i * p->k + l], p->C[i * p->k + l], term, MPFR_RNDN);
            }
        }
    }
}

TEST(test_products)
{
    uint64_t seed = 4711;

    print_message("# seed %llu\n", (unsigned long long)seed);
    for (int round = 0; round < ROUNDS; round++) {
        struct product p = random_product(&seed);
        double A[25], B[25], C[25];

        vector_set_mpfr_double(A, p.A, p.n * p.m);
        vector_set_mpfr_double(B, p.B, p.m * p.k);
        vector_set_mpfr_double(C, p.C, p.n * p.k);
        (round % 2 ? matrix_add_product_double : matrix_subtract_product_double)(C, A, B, p.n, p.m, p.k);
        multiply_plainly(&p, round % 2 ? 1 : -1);
        for (size_t i = 0; i < p.n * p.k; i++)
            assert_true(mpfr_cmp_d(p.C[i], C[i]) == 0);
    }
}

TEST(test_verbs)
{
    double x[6] = {1, 2, 3, 4, 5, 6}, v[3] = {10, 20, 30}, M[6], a = 2;

    matrix_broadcast_rows_double(M, v, 2, 3);
    matrix_subtract_rows_double(x, v, 2, 3);
    for (size_t i = 0; i < 6; i++) {
        assert_true(M[i] == v[i % 3]);
        assert_true(x[i] == (double)(i + 1) - v[i % 3]);
    }
    vector_add_multiple_double(x, &a, M, 6);
    for (size_t i = 0; i < 6; i++)
        assert_true(x[i] == (double)(i + 1) + v[i % 3]);
    assert_true(vector_is_finite_double(x, 6));
    x[4] = NAN;
    assert_false(vector_is_finite_double(x, 6));
    assert_true(vector_is_finite_double(x, 4));
    x[4] = -INFINITY;
    assert_false(vector_is_finite_double(x, 6));
}
