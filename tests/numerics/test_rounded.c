/* The functions of rounded.h against MPFR itself: the same bits, whatever the precision, also where a result lies next to
 * the middle of two numbers, and for arguments that are no usual numbers. */
#include "tests/fixtures/test.h"

#include <mpfr.h>

#include "numerics/arithmetic/rounded.h"

static const mpfr_prec_t PRECISIONS[] = {53, 54, 64, 106, 113, 128, 200, 256, 333, 512, 1024};

typedef int function_of_mpfr(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

static const struct {
    const char *name;
    void (*rounded)(mpfr_ptr, mpfr_srcptr);
    function_of_mpfr *other, *inverse;
} functions[] = {
#define ROW(f, g)                                                                                            \
    {                                                                                                        \
#f, rounded_##f, (mpfr_##f), (mpfr_##g)                                                              \
    }
    ROW(sqrt, sqr),
    ROW(exp, log),
    ROW(log, exp),
    ROW(sin, asin),
    ROW(cos, acos),
    ROW(tan, atan),
    ROW(asin, sin),
    ROW(acos, cos),
    ROW(atan, tan),
    ROW(sinh, asinh),
    ROW(cosh, acosh),
    ROW(tanh, atanh),
    ROW(asinh, sinh),
#undef ROW
    {"sec", rounded_sec, (mpfr_sec), NULL},
    {"sech", rounded_sech, (mpfr_sech), NULL},
};

static bool are_same(mpfr_srcptr a, mpfr_srcptr b)
{
    return mpfr_nan_p(a) ? mpfr_nan_p(b) : mpfr_equal_p(a, b) && mpfr_signbit(a) == mpfr_signbit(b);
}

/* f(x) to so many bits, by both. */
static void assert_same(size_t f, mpfr_prec_t bits, mpfr_srcptr x)
{
    mpfr_t y, expected;

    mpfr_inits2(bits, y, expected, (mpfr_ptr)0);
    functions[f].rounded(y, x);
    functions[f].other(expected, x, MPFR_RNDN);
    if (!are_same(y, expected)) {
        char *text;

        mpfr_asprintf(&text, "%s(%Ra) to %ld bits is %Ra, not %Ra", functions[f].name, x, (long)bits, y,
                      expected);
        fail_msg("%s", text);
    }
    /* In place, where the argument has the bits of the result. */
    if (mpfr_get_prec(x) == bits) {
        mpfr_set(y, x, MPFR_RNDN);
        functions[f].rounded(y, y);
        assert_true(are_same(y, expected));
    }
    mpfr_clears(y, expected, (mpfr_ptr)0);
}

/* 10^5 arguments between 2^-20 and 2^14, most of them near 1. */
TEST(test_random_arguments)
{
    gmp_randstate_t random;

    gmp_randinit_default(random);
    for (size_t i = 0; i < COUNT(PRECISIONS); i++) {
        mpfr_t x;

        mpfr_init2(x, PRECISIONS[i]);
        for (size_t f = 0; f < COUNT(functions); f++) {
            for (int k = 0; k < 620; k++) {
                mpfr_urandom(x, random, MPFR_RNDN);
                mpfr_mul_2si(x, x, (long)gmp_urandomm_ui(random, 5) - 2, MPFR_RNDN);
                if (k % 8 == 0)
                    mpfr_mul_2si(x, x, (long)gmp_urandomm_ui(random, 32) - 18, MPFR_RNDN);
                if (k % 2)
                    mpfr_neg(x, x, MPFR_RNDN);
                assert_same(f, PRECISIONS[i], x);
            }
        }
        mpfr_clear(x);
    }
    gmp_randclear(random);
}

/* Arguments of many bits whose results are next to the middle of two numbers, or next to a number: a ball of a few bits
 * more than these cannot tell on which side. */
TEST(test_next_to_the_middle)
{
    gmp_randstate_t random;

    gmp_randinit_default(random);
    for (size_t i = 0; i < COUNT(PRECISIONS); i++) {
        mpfr_t y, x;

        for (size_t f = 0; f < COUNT(functions); f++) {
            for (int k = 0; k < 20 && functions[f].inverse; k++) {
                mpfr_init2(y, PRECISIONS[i] + k % 2);
                mpfr_init2(x, 3 * PRECISIONS[i]);
                mpfr_urandom(y, random, MPFR_RNDN);
                functions[f].inverse(x, y, MPFR_RNDN);
                assert_same(f, PRECISIONS[i], x);
                mpfr_nextabove(x);
                assert_same(f, PRECISIONS[i], x);
                mpfr_clears(y, x, (mpfr_ptr)0);
            }
        }
    }
    gmp_randclear(random);
}

TEST(test_unusual_arguments)
{
    static const char *const texts[] = {
        "0",    "-0",     "1",    "-1",     "0.5",     "-0.5",   "2",    "1e4",
        "-1e4", "1e40",   "-1e9", "1e-400", "-1e-400", "1e-10",  "inf",  "-inf",
        "nan",  "1e9000", "700",  "-700",   "90000",   "-90000", "-1e5", "1.5707963267948966192313216916398"};

    for (size_t i = 0; i < COUNT(PRECISIONS); i++) {
        for (size_t f = 0; f < COUNT(functions); f++) {
            for (size_t k = 0; k < COUNT(texts); k++) {
                mpfr_t x;

                mpfr_init2(x, PRECISIONS[i]);
                mpfr_strtofr(x, texts[k], NULL, 10, MPFR_RNDN);
                assert_same(f, PRECISIONS[i], x);
                mpfr_clear(x);
            }
        }
    }
}

/* sin and cos, sinh and cosh together, also in the place of the argument. */
TEST(test_pairs)
{
    gmp_randstate_t random;

    gmp_randinit_default(random);
    for (size_t i = 0; i < COUNT(PRECISIONS); i++) {
        mpfr_t x, s, c, expected;

        mpfr_inits2(PRECISIONS[i], x, s, c, expected, (mpfr_ptr)0);
        for (int k = 0; k < 100; k++) {
            mpfr_urandom(x, random, MPFR_RNDN);
            mpfr_mul_si(x, x, k - 50, MPFR_RNDN);
            rounded_sin_cos(s, c, x);
            mpfr_sin(expected, x, MPFR_RNDN);
            assert_true(are_same(s, expected));
            mpfr_cos(expected, x, MPFR_RNDN);
            assert_true(are_same(c, expected));
            rounded_sinh_cosh(s, c, x);
            mpfr_sinh(expected, x, MPFR_RNDN);
            assert_true(are_same(s, expected));
            mpfr_cosh(expected, x, MPFR_RNDN);
            assert_true(are_same(c, expected));
            mpfr_set(s, x, MPFR_RNDN);
            rounded_sinh_cosh(s, c, s);
            assert_true(are_same(c, expected));
        }
        mpfr_clears(x, s, c, expected, (mpfr_ptr)0);
    }
    gmp_randclear(random);
}
