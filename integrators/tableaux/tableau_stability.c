/* The stability function at infinity.
 *
 * Applied to y' = lambda y with z = h lambda a Runge-Kutta method multiplies y by
 *
 *     R(z) = det(I - z (A - 1 b^T)) / det(I - z A),     det(I - z M) = sum_k d_k(M) z^k.
 *
 * R(infinity) is the quotient of the coefficients of the highest power of the denominator, which is s when A
 * is regular (then R(infinity) = det(A - 1 b^T)/det(A)) and s - 1 for Lobatto IIIA and IIIB.  The d_k come
 * from the recurrence of Faddeev and Le Verrier: M_1 = M, d_k = -tr(M_k)/k, M_{k+1} = M (M_k + d_k I), in a
 * precision that leaves room for its cancellation.
 *
 * A coefficient counts as zero when rounding of A explains it: below 2^(16 - precision) times the one before.
 * Source: Hairer, Wanner, Solving ODEs II (1996), IV.3; Faddeev and Faddeeva (1963), section 47. */
#include "integrators/tableaux/tableau_stability.h"

#include "integrators/tableaux/tableau_array.h"

/* coefficient[0..size] of det(I - z M). */
static void characteristic_coefficients(mpfr_t *coefficient, mpfr_t *matrix, size_t size)
{
    mpfr_prec_t precision = mpfr_get_prec(coefficient[0]);
    mpfr_t *power = tableau_array_create(size * size, precision);
    mpfr_t *product = tableau_array_create(size * size, precision);
    mpfr_t term;

    mpfr_init2(term, precision);
    mpfr_set_si(coefficient[0], 1, MPFR_RNDN);
    for (size_t i = 0; i < size; i++)
        mpfr_set_si(power[i * size + i], 1, MPFR_RNDN);
    for (size_t k = 1; k <= size; k++) {
        mpfr_set_si(coefficient[k], 0, MPFR_RNDN);
        for (size_t i = 0; i < size; i++) {
            for (size_t j = 0; j < size; j++) {
                mpfr_set_si(product[i * size + j], 0, MPFR_RNDN);
                for (size_t m = 0; m < size; m++) {
                    mpfr_mul(term, matrix[i * size + m], power[m * size + j], MPFR_RNDN);
                    mpfr_add(product[i * size + j], product[i * size + j], term, MPFR_RNDN);
                }
            }
            mpfr_sub(coefficient[k], coefficient[k], product[i * size + i], MPFR_RNDN);
        }
        mpfr_div_ui(coefficient[k], coefficient[k], (unsigned long)k, MPFR_RNDN);
        tableau_array_round(power, product, size * size);
        for (size_t i = 0; i < size; i++)
            mpfr_add(power[i * size + i], power[i * size + i], coefficient[k], MPFR_RNDN);
    }
    mpfr_clear(term);
    tableau_array_destroy(power, size * size);
    tableau_array_destroy(product, size * size);
}

/* The degree of a polynomial whose coefficients carry the rounding of `precision` bits. */
static size_t significant_degree(mpfr_t *coefficient, size_t size, mpfr_prec_t precision)
{
    size_t degree = 0;
    mpfr_t noise;

    mpfr_init2(noise, 53);
    mpfr_set_ui_2exp(noise, 1, 16 - (mpfr_exp_t)precision, MPFR_RNDN);
    for (size_t k = 1; k <= size; k++) {
        if (!mpfr_nan_p(coefficient[k]) && mpfr_cmpabs(coefficient[k], noise) <= 0)
            continue;
        degree = k;
        mpfr_abs(noise, coefficient[k], MPFR_RNDN);
        mpfr_mul_2si(noise, noise, 16 - (long)precision, MPFR_RNDN);
    }
    mpfr_clear(noise);
    return degree;
}

/* matrix = a - 1 b^T */
static void subtract_weights(mpfr_t *matrix, const struct tableau *t)
{
    for (size_t i = 0; i < t->stages; i++) {
        for (size_t j = 0; j < t->stages; j++)
            mpfr_sub(matrix[i * t->stages + j], t->a[i * t->stages + j], t->b[j], MPFR_RNDN);
    }
}

void tableau_stability_limit(mpfr_t limit, const struct tableau *t)
{
    size_t s = t->stages;
    mpfr_prec_t precision = t->precision + 64 + 16 * (mpfr_prec_t)s;
    mpfr_t *shifted = tableau_array_create(s * s, precision);
    mpfr_t *numerator = tableau_array_create(s + 1, precision);
    mpfr_t *denominator = tableau_array_create(s + 1, precision);
    size_t degree;

    subtract_weights(shifted, t);
    characteristic_coefficients(numerator, shifted, s);
    characteristic_coefficients(denominator, t->a, s);
    degree = significant_degree(denominator, s, t->precision);
    if (significant_degree(numerator, s, t->precision) > degree)
        mpfr_set_nan(limit);
    else
        mpfr_div(limit, numerator[degree], denominator[degree], MPFR_RNDN);
    tableau_array_destroy(shifted, s * s);
    tableau_array_destroy(numerator, s + 1);
    tableau_array_destroy(denominator, s + 1);
}
