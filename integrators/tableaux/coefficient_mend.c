/* One change that makes conditions hold: see coefficient_mend.h. */
#include <stdio.h> /* before mpfr.h, which declares mpfr_snprintf only then */
#include "integrators/tableaux/coefficient_mend.h"

#include <math.h>

#include "integrators/tableaux/tableau_nearest.h"
#include "numerics/number_block.h"

#define OTHERS 8    /* conditions depend on some coefficients more than on others, by so much */
#define MENDED 1e-3 /* of the residuals, at most, is left where a coefficient is mended */
enum { MOST_ITERATIONS = 12, LOST_BITS = 40, FEWEST_DIGITS = 17, MOST_DIGITS = 150, DECIMAL_BITS = 64 };

void coefficient_mend_init(struct coefficient_mend *m)
{
    m->r = number_block_create(2 * m->residuals, m->precision);
    m->shifted = m->r + m->residuals;
    mpfr_inits2(m->precision, m->d, m->step, m->product, m->square, (mpfr_ptr)0);
    mpfr_set_zero(m->d, 1);
}

void coefficient_mend_clear(struct coefficient_mend *m)
{
    mpfr_clears(m->d, m->step, m->product, m->square, (mpfr_ptr)0);
    number_block_destroy(m->r);
}

double coefficient_mend_threshold(const struct coefficient_mend *m)
{
    return ldexp(1, LOST_BITS - (int)m->precision);
}

bool coefficient_mend_explains(const struct coefficient_mend *m, size_t i)
{
    return fabs(mpfr_get_d(m->r[i], MPFR_RNDN)) <= coefficient_mend_threshold(m) ||
           (i < m->slack.count && mpfr_cmpabs(m->r[i], m->slack.bound[i]) <= 0);
}

bool coefficient_mend_explains_all(const struct coefficient_mend *m)
{
    bool all = true;

    for (size_t i = 0; i < m->residuals && all; i++)
        all = coefficient_mend_explains(m, i);
    return all;
}

bool coefficient_mend_explains_others(const struct coefficient_mend *m)
{
    double most = coefficient_mend_threshold(m);
    bool all = true;

    for (size_t i = 0; i < m->slack.count; i++)
        most = fmax(most, OTHERS * mpfr_get_d(m->slack.bound[i], MPFR_RNDN));
    for (size_t i = 0; i < m->residuals && all; i++)
        all = fabs(mpfr_get_d(m->r[i], MPFR_RNDN)) <= most;
    return all;
}

bool coefficient_mend_restores(const struct coefficient_mend *m, double left, double before)
{
    return left <= fmax(MENDED * before, coefficient_mend_threshold(m)) ||
           (m->slack.count > 0 && coefficient_mend_explains_all(m));
}

double coefficient_mend_residual(struct coefficient_mend *m)
{
    double largest = 0;

    m->find(m->context, m->r);
    for (size_t i = 0; i < m->residuals; i++) {
        const double size = fabs(mpfr_get_d(m->r[i], MPFR_RNDN));

        if (!(size <= largest))
            largest = size;
    }
    return largest;
}

/* shifted = r' at d, from r there; product = <r', r>, square = <r', r'> */
static void differentiate(struct coefficient_mend *m)
{
    const long power = (long)m->precision / 2;

    mpfr_set_ui_2exp(m->step, 1, -power, MPFR_RNDN);
    mpfr_add(m->step, m->step, m->d, MPFR_RNDN);
    m->change(m->context, m->step);
    m->find(m->context, m->shifted);
    mpfr_set_zero(m->product, 1);
    mpfr_set_zero(m->square, 1);
    for (size_t i = 0; i < m->residuals; i++) {
        mpfr_sub(m->shifted[i], m->shifted[i], m->r[i], MPFR_RNDN);
        mpfr_mul_2si(m->shifted[i], m->shifted[i], power, MPFR_RNDN);
        mpfr_fma(m->product, m->shifted[i], m->r[i], m->product, MPFR_RNDN);
        mpfr_fma(m->square, m->shifted[i], m->shifted[i], m->square, MPFR_RNDN);
    }
}

/* The least d where derivatives lead; what is left there. */
static double solve(struct coefficient_mend *m, double before)
{
    double left = before;

    mpfr_set_zero(m->d, 1);
    for (int k = 0; k < MOST_ITERATIONS && left > coefficient_mend_threshold(m); k++) {
        double now;

        m->change(m->context, m->d);
        now = coefficient_mend_residual(m);
        if (k > 2 && !(now < before / 2))
            return now;
        left = now;
        differentiate(m);
        if (mpfr_zero_p(m->square))
            return before;
        mpfr_div(m->product, m->product, m->square, MPFR_RNDN);
        mpfr_sub(m->d, m->d, m->product, MPFR_RNDN);
    }
    m->change(m->context, m->d);
    return coefficient_mend_residual(m);
}

/* y = x to so many decimals; whether x has no more. */
static bool round_to(mpfr_ptr y, mpfr_srcptr x, int decimals)
{
    mpfr_t power, rounded;
    bool same;

    mpfr_inits2(mpfr_get_prec(x), power, rounded, (mpfr_ptr)0);
    mpfr_ui_pow_ui(power, 10, (unsigned long)decimals, MPFR_RNDN);
    mpfr_mul(y, x, power, MPFR_RNDN);
    mpfr_rint(rounded, y, MPFR_RNDN);
    mpfr_sub(y, y, rounded, MPFR_RNDN);
    same = mpfr_zero_p(y) || mpfr_get_exp(y) < -DECIMAL_BITS;
    mpfr_div(y, rounded, power, MPFR_RNDN);
    mpfr_clears(power, rounded, (mpfr_ptr)0);
    return same;
}

/* Those of x itself, and at least those published; 0: it is no decimal, and none are. */
static int find_decimals(const struct coefficient_mend *m, mpfr_srcptr x)
{
    const int most = (int)((double)(m->precision - 2 * DECIMAL_BITS) * log10(2));
    int decimals = 0;
    mpfr_t y;

    mpfr_init2(y, m->precision);
    while (decimals < most && !round_to(y, x, decimals))
        decimals++;
    mpfr_clear(y);
    if (decimals >= most || decimals < m->slack.decimals)
        decimals = m->slack.decimals;
    return decimals < MOST_DIGITS ? decimals : MOST_DIGITS;
}

double coefficient_mend_set(struct coefficient_mend *m, mpfr_srcptr x, mpfr_srcptr meant)
{
    m->decimals = find_decimals(m, x);
    mpfr_sub(m->d, meant, x, MPFR_RNDN);
    m->change(m->context, m->d);
    return coefficient_mend_residual(m);
}

double coefficient_mend_run(struct coefficient_mend *m, mpfr_srcptr x, double before)
{
    double left = solve(m, before), rounded;
    const int decimals = left < before ? find_decimals(m, x) : 0;
    mpfr_t d, meant;

    m->decimals = 0;
    if (!decimals)
        return left;
    mpfr_inits2(m->precision, d, meant, (mpfr_ptr)0);
    mpfr_set(d, m->d, MPFR_RNDN);
    mpfr_add(meant, x, d, MPFR_RNDN);
    round_to(meant, meant, decimals);
    rounded = coefficient_mend_set(m, x, meant);
    if (coefficient_mend_restores(m, rounded, before)) {
        left = rounded;
    } else {
        m->decimals = 0;
        mpfr_set(m->d, d, MPFR_RNDN);
        m->change(m->context, m->d);
        left = coefficient_mend_residual(m);
    }
    mpfr_clears(d, meant, (mpfr_ptr)0);
    return left;
}

void coefficient_mend_write(char text[COEFFICIENT_TEXT], mpfr_srcptr x, int digit, int decimals)
{
    int digits = digit + 4;

    if (digits < FEWEST_DIGITS)
        digits = FEWEST_DIGITS;
    if (decimals)
        digits = decimals + (mpfr_zero_p(x) ? 0 : tableau_nearest_exponent(mpfr_get_d(x, MPFR_RNDN)) + 1);
    if (digits < 1)
        digits = 1;
    if (digits > MOST_DIGITS)
        digits = MOST_DIGITS;
    mpfr_snprintf(text, COEFFICIENT_TEXT, "%.*Rg", digits, x);
}

bool coefficient_mend_improve(struct coefficient_mended *best, const struct coefficient_mend *m,
                              mpfr_srcptr x, double left)
{
    double size, relative;
    mpfr_t meant;

    mpfr_init2(meant, m->precision);
    mpfr_add(meant, x, m->d, MPFR_RNDN);
    size = fabs(mpfr_get_d(meant, MPFR_RNDN));
    relative = size > coefficient_mend_threshold(m) ? fabs(mpfr_get_d(m->d, MPFR_RNDN)) / size : HUGE_VAL;
    const bool better = left < best->left / 1e3 || (left < best->left * 1e3 && relative < best->relative);
    if (better) {
        if (!isfinite(relative))
            mpfr_set_zero(meant, 1);
        best->left = left;
        best->relative = relative;
        best->difference = -mpfr_get_d(m->d, MPFR_RNDN);
        best->digit = isfinite(relative) ? tableau_nearest_digit(best->difference, size) : 0;
        coefficient_mend_write(best->given, x, best->digit, m->decimals);
        coefficient_mend_write(best->meant, meant, best->digit, m->decimals);
    }
    mpfr_clear(meant);
    return better;
}
