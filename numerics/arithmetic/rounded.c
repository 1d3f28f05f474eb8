/* Correctly rounded functions by balls: see rounded.h. */
#include "numerics/arithmetic/rounded.h"

#include <stdbool.h>

/* FLINT 3 has Arb inside; before, it stands apart. */
#if __has_include(<arb.h>)
#include <arb.h>
#else
#include <flint/arb.h>
#endif

enum {
    GUARD_BITS = 16, /* a ball of so many bits more than the result seldom holds the middle of two numbers */
    LARGEST_SIZE = 12, /* of an argument, as a power of 2: no result is near the ends of the exponents, and */
    SMALLEST_SIZE = -1000
};

typedef int function_of_mpfr(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
typedef void function_of_arb(arb_t, const arb_t, slong);
typedef int pair_of_mpfr(mpfr_ptr, mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
typedef void pair_of_arb(arb_t, arb_t, const arb_t, slong);

static bool is_usual(mpfr_srcptr x)
{
    return mpfr_regular_p(x) && mpfr_get_exp(x) <= LARGEST_SIZE && mpfr_get_exp(x) >= SMALLEST_SIZE;
}

/* An exact value is left to MPFR, which knows the sign of a zero. */
static bool can_round(const arb_t ball, mpfr_srcptr y)
{
    return !arb_is_exact(ball) && arb_can_round_mpfr(ball, mpfr_get_prec(y), MPFR_RNDN);
}

static void round_one(mpfr_ptr y, mpfr_srcptr x, function_of_arb *by_ball, function_of_mpfr *otherwise)
{
    bool rounded = false;

    if (is_usual(x)) {
        arb_t ball;

        arb_init(ball);
        arf_set_mpfr(arb_midref(ball), x);
        by_ball(ball, ball, mpfr_get_prec(y) + GUARD_BITS);
        rounded = can_round(ball, y);
        if (rounded)
            arf_get_mpfr(y, arb_midref(ball), MPFR_RNDN);
        arb_clear(ball);
    }
    if (!rounded)
        otherwise(y, x, MPFR_RNDN);
}

static void round_pair(mpfr_ptr s, mpfr_ptr c, mpfr_srcptr x, pair_of_arb *by_ball, pair_of_mpfr *otherwise)
{
    bool rounded = false;

    if (is_usual(x)) {
        arb_t sine, cosine;

        arb_init(sine);
        arb_init(cosine);
        arf_set_mpfr(arb_midref(sine), x);
        by_ball(sine, cosine, sine, mpfr_get_prec(s) + GUARD_BITS);
        rounded = can_round(sine, s) && can_round(cosine, c);
        if (rounded) {
            arf_get_mpfr(s, arb_midref(sine), MPFR_RNDN);
            arf_get_mpfr(c, arb_midref(cosine), MPFR_RNDN);
        }
        arb_clear(sine);
        arb_clear(cosine);
    }
    if (!rounded)
        otherwise(s, c, x, MPFR_RNDN);
}

#define DEFINE_ROUNDED(f)                                                                                    \
    void rounded_##f(mpfr_ptr y, mpfr_srcptr x)                                                              \
    {                                                                                                        \
        round_one(y, x, arb_##f, (mpfr_##f));                                                                \
    }
DEFINE_ROUNDED(exp)
DEFINE_ROUNDED(log)
DEFINE_ROUNDED(sin)
DEFINE_ROUNDED(cos)
DEFINE_ROUNDED(tan)
DEFINE_ROUNDED(sec)
DEFINE_ROUNDED(asin)
DEFINE_ROUNDED(acos)
DEFINE_ROUNDED(atan)
DEFINE_ROUNDED(sinh)
DEFINE_ROUNDED(cosh)
DEFINE_ROUNDED(tanh)
DEFINE_ROUNDED(sech)
DEFINE_ROUNDED(asinh)

void rounded_sqrt(mpfr_ptr y, mpfr_srcptr x)
{
    mpfr_sqrt(y, x, MPFR_RNDN);
}

void rounded_sin_cos(mpfr_ptr s, mpfr_ptr c, mpfr_srcptr x)
{
    round_pair(s, c, x, arb_sin_cos, (mpfr_sin_cos));
}

void rounded_sinh_cosh(mpfr_ptr s, mpfr_ptr c, mpfr_srcptr x)
{
    round_pair(s, c, x, arb_sinh_cosh, (mpfr_sinh_cosh));
}
