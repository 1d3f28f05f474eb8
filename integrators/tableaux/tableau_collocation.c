/* Runge-Kutta coefficients that belong to given nodes.
 *
 * The simplifying assumptions say which polynomials are integrated exactly:
 *
 *     B(p):  sum_j b_j c_j^(k-1)    = 1/k,          k = 1..p,
 *     C(p):  sum_j a_ij c_j^(k-1)   = c_i^k / k,    k = 1..p, every i.
 *
 * With the Lagrange polynomials l_j on the nodes, B(s) gives b_j = int_0^1 l_j and C(s) a_ij = int_0^{c_i}
 * l_j. Lobatto IIIC keeps a_i1 = b_1 and asks for C(s-1): with the Lagrange polynomials on c_2, .., c_s
 * alone, sum_{j>1} a_ij g(c_j) = int_0^{c_i} g - b_1 g(0) for every g of degree s-2, hence a_ij = int_0^{c_i}
 * l_j - b_1 l_j(0).
 *
 * Kernel of a collocation matrix with c_1 = 0: A v = 0 says that the polynomial of degree s-1 with the values
 * v_i has an antiderivative that vanishes at every node, a multiple of M(x) = prod_k (x - c_k); hence
 * v_i = M'(c_i) = prod_{k != i} (c_i - c_k).
 *
 * Source: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), II.1; Jay (1996); Kraus (2017), 4.
 */
#include "integrators/tableaux/tableau_collocation.h"

#include "integrators/tableaux/tableau_array.h"

/* Coefficients of l_j(x) = prod_{k != j} (x - c_k) / (c_j - c_k), lowest first; `count` nodes. */
static void lagrange_polynomial(mpfr_t *coefficient, mpfr_t *c, size_t count, size_t j)
{
    size_t degree = 0;
    mpfr_t scratch, denominator;

    mpfr_inits2(mpfr_get_prec(c[0]), scratch, denominator, (mpfr_ptr)0);
    mpfr_set_si(coefficient[0], 1, MPFR_RNDN);
    mpfr_set_si(denominator, 1, MPFR_RNDN);
    for (size_t k = 0; k < count; k++) {
        if (k == j)
            continue;
        mpfr_set(coefficient[degree + 1], coefficient[degree], MPFR_RNDN);
        for (size_t m = degree; m > 0; m--) {
            mpfr_mul(scratch, coefficient[m], c[k], MPFR_RNDN);
            mpfr_sub(coefficient[m], coefficient[m - 1], scratch, MPFR_RNDN);
        }
        mpfr_mul(coefficient[0], coefficient[0], c[k], MPFR_RNDN);
        mpfr_neg(coefficient[0], coefficient[0], MPFR_RNDN);
        degree++;
        mpfr_sub(scratch, c[j], c[k], MPFR_RNDN);
        mpfr_mul(denominator, denominator, scratch, MPFR_RNDN);
    }
    for (size_t m = 0; m < count; m++)
        mpfr_div(coefficient[m], coefficient[m], denominator, MPFR_RNDN);
    mpfr_clears(scratch, denominator, (mpfr_ptr)0);
}

/* result = int_0^x of the polynomial with `count` coefficients. */
static void integrate(mpfr_t result, mpfr_t *coefficient, size_t count, const mpfr_t x)
{
    mpfr_t term;

    mpfr_init2(term, mpfr_get_prec(result));
    mpfr_set_si(result, 0, MPFR_RNDN);
    for (size_t k = count; k > 0; k--) {
        mpfr_div_ui(term, coefficient[k - 1], (unsigned long)k, MPFR_RNDN);
        mpfr_add(result, result, term, MPFR_RNDN);
        mpfr_mul(result, result, x, MPFR_RNDN);
    }
    mpfr_clear(term);
}

void tableau_collocation_weights(mpfr_t *b, mpfr_t *c, size_t stages)
{
    mpfr_t *coefficient = tableau_array_create(stages, mpfr_get_prec(c[0]));
    mpfr_t one;

    mpfr_init2(one, mpfr_get_prec(c[0]));
    mpfr_set_si(one, 1, MPFR_RNDN);
    for (size_t j = 0; j < stages; j++) {
        lagrange_polynomial(coefficient, c, stages, j);
        integrate(b[j], coefficient, stages, one);
    }
    mpfr_clear(one);
    tableau_array_destroy(coefficient, stages);
}

void tableau_collocation_matrix(mpfr_t *a, mpfr_t *c, size_t stages)
{
    mpfr_t *coefficient = tableau_array_create(stages, mpfr_get_prec(c[0]));

    for (size_t j = 0; j < stages; j++) {
        lagrange_polynomial(coefficient, c, stages, j);
        for (size_t i = 0; i < stages; i++)
            integrate(a[i * stages + j], coefficient, stages, c[i]);
    }
    tableau_array_destroy(coefficient, stages);
}

void tableau_collocation_iiic_matrix(mpfr_t *a, mpfr_t *b, mpfr_t *c, size_t stages)
{
    mpfr_t *coefficient = tableau_array_create(stages, mpfr_get_prec(c[0]));
    mpfr_t at_zero;

    mpfr_init2(at_zero, mpfr_get_prec(c[0]));
    for (size_t i = 0; i < stages; i++)
        mpfr_set(a[i * stages], b[0], MPFR_RNDN);
    for (size_t j = 1; j < stages; j++) {
        lagrange_polynomial(coefficient, c + 1, stages - 1, j - 1);
        mpfr_mul(at_zero, b[0], coefficient[0], MPFR_RNDN);
        for (size_t i = 0; i < stages; i++) {
            integrate(a[i * stages + j], coefficient, stages - 1, c[i]);
            mpfr_sub(a[i * stages + j], a[i * stages + j], at_zero, MPFR_RNDN);
        }
    }
    mpfr_clear(at_zero);
    tableau_array_destroy(coefficient, stages);
}

void tableau_collocation_conjugate(mpfr_t *abar, mpfr_t *a, mpfr_t *b, size_t stages)
{
    for (size_t i = 0; i < stages; i++) {
        for (size_t j = 0; j < stages; j++) {
            mpfr_ptr entry = abar[i * stages + j];

            mpfr_div(entry, a[j * stages + i], b[i], MPFR_RNDN);
            mpfr_si_sub(entry, 1, entry, MPFR_RNDN);
            mpfr_mul(entry, entry, b[j], MPFR_RNDN);
        }
    }
}

void tableau_collocation_null_vector(mpfr_t *n, mpfr_t *b, mpfr_t *c, size_t stages)
{
    mpfr_t difference;

    mpfr_init2(difference, mpfr_get_prec(c[0]));
    for (size_t i = 0; i < stages; i++) {
        mpfr_set(n[i], b[i], MPFR_RNDN);
        for (size_t k = 0; k < stages; k++) {
            if (k == i)
                continue;
            mpfr_sub(difference, c[i], c[k], MPFR_RNDN);
            mpfr_mul(n[i], n[i], difference, MPFR_RNDN);
        }
    }
    mpfr_clear(difference);
}
