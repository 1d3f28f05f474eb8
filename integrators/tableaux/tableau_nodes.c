/* Nodes of quadratures as zeros of Jacobi polynomials.
 *
 * P_n^(alpha, beta) is orthogonal on [-1, 1] with the weight (1 - x)^alpha (1 + x)^beta.  With x = 2c - 1 the
 * nodes on [0, 1] are
 *
 *     Gauss    zeros of P_s^(0,0),
 *     Lobatto  0, zeros of P_{s-2}^(1,1), 1,
 *     Radau    zeros of P_{s-1}^(1,0), 1     (the right one, of Radau IIA).
 *
 * Newton starts from Szego's asymptotic zeros x_k = cos(pi (k + alpha/2 - 1/4) / (n + (alpha + beta + 1)/2)).
 * Values come from the three-term recurrence, derivatives from
 * d/dx P_n^(alpha, beta) = (n + alpha + beta + 1)/2 P_{n-1}^(alpha+1, beta+1).
 * Source: Abramowitz and Stegun (1964), 22.7.1, 22.8, 22.16; Szego (1939), theorem 8.9.1. */
#include "integrators/tableaux/tableau_nodes.h"

#include <math.h>

struct jacobi {
    long degree, alpha, beta;
};

/* value = P_n(x); previous and term are scratch. */
static void jacobi_value(mpfr_t value, struct jacobi polynomial, const mpfr_t x, mpfr_t previous, mpfr_t term)
{
    long a = polynomial.alpha, b = polynomial.beta;

    mpfr_set_si(previous, 1, MPFR_RNDN);
    if (polynomial.degree == 0) {
        mpfr_set(value, previous, MPFR_RNDN);
        return;
    }
    mpfr_mul_si(value, x, a + b + 2, MPFR_RNDN); /* P_1 = ((a + b + 2) x + a - b)/2 */
    mpfr_add_si(value, value, a - b, MPFR_RNDN);
    mpfr_div_2ui(value, value, 1, MPFR_RNDN);
    for (long n = 2; n <= polynomial.degree; n++) {
        long m = 2 * n + a + b;

        /* 2n (n+a+b) (m-2) P_n = (m-1) (m (m-2) x + a^2 - b^2) P_{n-1} - 2 (n+a-1) (n+b-1) m P_{n-2} */
        mpfr_mul_si(term, x, m * (m - 2), MPFR_RNDN);
        mpfr_add_si(term, term, a * a - b * b, MPFR_RNDN);
        mpfr_mul_si(term, term, m - 1, MPFR_RNDN);
        mpfr_mul(term, term, value, MPFR_RNDN);
        mpfr_mul_si(previous, previous, 2 * (n + a - 1) * (n + b - 1) * m, MPFR_RNDN);
        mpfr_sub(term, term, previous, MPFR_RNDN);
        mpfr_set(previous, value, MPFR_RNDN);
        mpfr_div_si(value, term, 2 * n * (n + a + b) * (m - 2), MPFR_RNDN);
    }
}

/* Newton's method at x; stops after the step that is below the square root of the precision: what it leaves
 * is of the order of its square. */
static void refine_zero(mpfr_t x, struct jacobi polynomial)
{
    mpfr_prec_t precision = mpfr_get_prec(x);
    struct jacobi derivative = {polynomial.degree - 1, polynomial.alpha + 1, polynomial.beta + 1};
    mpfr_t value, slope, previous, term;

    mpfr_inits2(precision, value, slope, previous, term, (mpfr_ptr)0);
    for (int iteration = 0; iteration < 100; iteration++) {
        jacobi_value(value, polynomial, x, previous, term);
        jacobi_value(slope, derivative, x, previous, term);
        mpfr_mul_si(slope, slope, polynomial.degree + polynomial.alpha + polynomial.beta + 1, MPFR_RNDN);
        mpfr_div_2ui(slope, slope, 1, MPFR_RNDN);
        mpfr_div(value, value, slope, MPFR_RNDN);
        mpfr_sub(x, x, value, MPFR_RNDN);
        if (mpfr_zero_p(value) || mpfr_get_exp(value) < -(mpfr_exp_t)precision / 2)
            break;
    }
    mpfr_clears(value, slope, previous, term, (mpfr_ptr)0);
}

/* Writes the zeros, mapped to [0, 1], in ascending order. */
static void jacobi_zeros(mpfr_t *c, struct jacobi polynomial)
{
    double alpha = (double)polynomial.alpha, beta = (double)polynomial.beta;
    double width = (double)polynomial.degree + (alpha + beta + 1) / 2;

    for (long k = 1; k <= polynomial.degree; k++) {
        mpfr_ptr x = c[polynomial.degree - k];

        mpfr_set_d(x, cos(acos(-1.0) * ((double)k + alpha / 2 - 0.25) / width), MPFR_RNDN);
        refine_zero(x, polynomial);
        mpfr_add_si(x, x, 1, MPFR_RNDN);
        mpfr_div_2ui(x, x, 1, MPFR_RNDN);
    }
}

void tableau_nodes_gauss(mpfr_t *c, size_t stages)
{
    jacobi_zeros(c, (struct jacobi){(long)stages, 0, 0});
}

void tableau_nodes_lobatto(mpfr_t *c, size_t stages)
{
    mpfr_set_si(c[0], 0, MPFR_RNDN);
    jacobi_zeros(c + 1, (struct jacobi){(long)stages - 2, 1, 1});
    mpfr_set_si(c[stages - 1], 1, MPFR_RNDN);
}

void tableau_nodes_radau(mpfr_t *c, size_t stages)
{
    jacobi_zeros(c, (struct jacobi){(long)stages - 1, 1, 0});
    mpfr_set_si(c[stages - 1], 1, MPFR_RNDN);
}
