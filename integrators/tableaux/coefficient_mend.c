/* One change that makes conditions hold: see coefficient_mend.h. */
#include <stdio.h> /* before mpfr.h, which declares mpfr_snprintf only then */
#include "integrators/tableaux/coefficient_mend.h"

#include <math.h>

#include "integrators/tableaux/tableau_nearest.h"
#include "numerics/number_block.h"

#define OTHERS 8    /* conditions depend on some coefficients more than on others, by so much */
#define MENDED 1e-3 /* of the residuals, at most, is left where a coefficient is mended */
enum { MOST_ITERATIONS = 12, LOST_BITS = 40, FEWEST_DIGITS = 17, MOST_DIGITS = 150 };

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
    return left <= fmax(MENDED * before, coefficient_mend_threshold(m));
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

double coefficient_mend_run(struct coefficient_mend *m, double before)
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

void coefficient_mend_write(char text[COEFFICIENT_TEXT], mpfr_srcptr x, int digit)
{
    int digits = digit + 4;

    if (digits < FEWEST_DIGITS)
        digits = FEWEST_DIGITS;
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
        coefficient_mend_write(best->given, x, best->digit);
        coefficient_mend_write(best->meant, meant, best->digit);
    }
    mpfr_clear(meant);
    return better;
}
