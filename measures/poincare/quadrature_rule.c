/* Points, weights and differentiation matrices: see quadrature.h.
 *
 * With m = n - 1, c_0 = c_m = 2 and c_k = 1 else (Trefethen, Spectral methods in MATLAB, 2000, chapters 3, 6
 * and 12; scaled to [0, 1]):
 *
 *     fourier      row_k = pi (-1)^k cot(pi k/n), n even;  pi (-1)^k / sin(pi k/n), n odd;  row_0 = 0
 *                  weight_k = 1/n
 *     chebyshev    D_jk = (c_j/c_k) (-1)^(j+k) / (x_j - x_k),  x_j - x_k = sin((j+k) pi/2m) sin((j-k) pi/2m)
 *                  D_jj = - sum_{k != j} D_jk: the derivative of a constant vanishes
 *                  weight_k = (1 - sum_{i=1}^{floor(m/2)} b_i cos(2 i k pi/m) / (4 i^2 - 1)) / (m c_k),
 *                  b_i = 1 for 2 i = m and 2 else (Clenshaw and Curtis) */
#include "measures/poincare/quadrature.h"

/* x = pi numerator / denominator */
static void set_angle(mpfr_ptr x, long numerator, unsigned long denominator)
{
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_mul_si(x, x, numerator, MPFR_RNDN);
    mpfr_div_ui(x, x, denominator, MPFR_RNDN);
}

void quadrature_rule_points(mpfr_ptr x, enum quadrature_kind kind, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (kind == QUADRATURE_FOURIER) {
            mpfr_set_ui(x + k, k, MPFR_RNDN);
            mpfr_div_ui(x + k, x + k, n, MPFR_RNDN);
        } else { /* (1 - cos a)/2 = sin^2(a/2) */
            set_angle(x + k, (long)k, 2 * (n - 1));
            mpfr_sin(x + k, x + k, MPFR_RNDN);
            mpfr_sqr(x + k, x + k, MPFR_RNDN);
        }
    }
}

static void set_clenshaw_curtis(mpfr_ptr weight, size_t k, size_t m, mpfr_ptr term)
{
    mpfr_set_ui(weight, 1, MPFR_RNDN);
    for (size_t i = 1; 2 * i <= m; i++) {
        set_angle(term, (long)(2 * i * k % (2 * m)), m);
        mpfr_cos(term, term, MPFR_RNDN);
        mpfr_mul_ui(term, term, 2 * i == m ? 1 : 2, MPFR_RNDN);
        mpfr_div_ui(term, term, 4 * i * i - 1, MPFR_RNDN);
        mpfr_sub(weight, weight, term, MPFR_RNDN);
    }
    mpfr_div_ui(weight, weight, k == 0 || k == m ? 2 * m : m, MPFR_RNDN);
}

void quadrature_rule_weights(mpfr_ptr weight, enum quadrature_kind kind, size_t n)
{
    mpfr_t term;

    mpfr_init2(term, mpfr_get_prec(weight));
    for (size_t k = 0; k < n; k++) {
        mpfr_set_ui(weight + k, 1, MPFR_RNDN);
        if (kind == QUADRATURE_FOURIER)
            mpfr_div_ui(weight + k, weight + k, n, MPFR_RNDN);
        else
            set_clenshaw_curtis(weight + k, k, n - 1, term);
    }
    mpfr_clear(term);
}

void quadrature_rule_fourier_row(mpfr_ptr row, size_t n)
{
    mpfr_t pi;

    mpfr_init2(pi, mpfr_get_prec(row));
    mpfr_const_pi(pi, MPFR_RNDN);
    mpfr_set_zero(row, 1);
    for (size_t k = 1; 2 * k <= n; k++) {
        set_angle(row + k, (long)k, n);
        (n % 2 ? mpfr_sin : mpfr_tan)(row + k, row + k, MPFR_RNDN);
        mpfr_div(row + k, pi, row + k, MPFR_RNDN);
        if (2 * k == n)
            mpfr_set_zero(row + k, 1); /* cot(pi/2) */
        if (k % 2)
            mpfr_neg(row + k, row + k, MPFR_RNDN);
        mpfr_neg(row + (n - k), row + k, MPFR_RNDN);
    }
    mpfr_clear(pi);
}

/* D_jk for j != k */
static void set_entry(mpfr_ptr entry, size_t j, size_t k, size_t m, mpfr_ptr sine)
{
    set_angle(sine, (long)(j + k), 2 * m);
    mpfr_sin(sine, sine, MPFR_RNDN);
    set_angle(entry, (long)j - (long)k, 2 * m);
    mpfr_sin(entry, entry, MPFR_RNDN);
    mpfr_mul(entry, entry, sine, MPFR_RNDN);
    mpfr_ui_div(entry, j == 0 || j == m ? 2 : 1, entry, MPFR_RNDN);
    if (k == 0 || k == m)
        mpfr_div_2ui(entry, entry, 1, MPFR_RNDN);
    if ((j + k) % 2)
        mpfr_neg(entry, entry, MPFR_RNDN);
}

void quadrature_rule_chebyshev_matrix(mpfr_ptr matrix, size_t n)
{
    mpfr_t sine;

    mpfr_init2(sine, mpfr_get_prec(matrix));
    for (size_t j = 0; j < n; j++) {
        mpfr_ptr diagonal = matrix + j * n + j;

        mpfr_set_zero(diagonal, 1);
        for (size_t k = 0; k < n; k++) {
            if (k == j)
                continue;
            set_entry(matrix + j * n + k, j, k, n - 1, sine);
            mpfr_sub(diagonal, diagonal, matrix + j * n + k, MPFR_RNDN);
        }
    }
    mpfr_clear(sine);
}
