/* The families of tableaux: nodes, the conditions that define a, and what the literature says of each.
 *
 *     gauss            collocation on the Gauss nodes; symplectic, abar = a
 *     radau-iia        collocation on the right Radau nodes; abar = a (not symplectic)
 *     lobatto IIIA     A: collocation on the Lobatto nodes          IIIB  B: symplectic conjugate of A
 *     lobatto IIIC     C: first column b_1 and C(s-1)               IIIC* its symplectic conjugate
 *     lobatto IIID     (C + C*)/2                                   IIIE  (A + B)/2
 *     srk-3            Kraus (2017), table 1: a symplectic three-stage method of order 4
 *     rk4              the classical explicit method of order 4
 *
 * R(infinity) of the pair IIIC-IIIC* is a convention: its members have the limits 0 and infinity.
 * Source: Kraus (2017), section 4.1; Jay (1996); Hairer, Lubich, Wanner (2006), II.1, VI.4. */
#include "integrators/tableaux/tableau.h"

#include <math.h>

#include "numerics/number_block.h"

/* -- nodes -- */

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
 * Source: Abramowitz and Stegun (1964), 22.7.1, 22.8, 22.16; Szego (1939), theorem 8.9.1.
 *
 * Everything is computed in the precision of c[0]; a few of the last bits are lost, here about 2 log2(s), and
 * 3 per stage below, so that the caller brings guard bits. */
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

/* -- coefficients -- */

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

/* Row i of `integral` (rows x stages): int_0^{x_i} l_j, the weights that integrate from 0 to x_i. */
static void integrate_lagrange(mpfr_t *integral, mpfr_t *x, size_t rows, mpfr_t *c, size_t stages)
{
    mpfr_t *coefficient = (mpfr_t *)number_block_create(stages, mpfr_get_prec(c[0]));

    for (size_t j = 0; j < stages; j++) {
        lagrange_polynomial(coefficient, c, stages, j);
        for (size_t i = 0; i < rows; i++)
            integrate(integral[i * stages + j], coefficient, stages, x[i]);
    }
    number_block_destroy(*coefficient);
}

/* a from C(s): collocation on the nodes c. */
static void set_matrix(mpfr_t *a, mpfr_t *c, size_t stages)
{
    integrate_lagrange(a, c, stages, c, stages);
}

/* a from its first column a_i1 = b_1 and C(s-1): Lobatto IIIC.  c_1 = 0, stages >= 2. */
static void set_iiic_matrix(mpfr_t *a, mpfr_t *b, mpfr_t *c, size_t stages)
{
    mpfr_t *coefficient = (mpfr_t *)number_block_create(stages, mpfr_get_prec(c[0]));
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
    number_block_destroy(*coefficient);
}

/* The symplectic conjugate abar_ij = b_j (1 - a_ji / b_i); no b_i is zero. */
static void set_conjugate(mpfr_t *abar, mpfr_t *a, mpfr_t *b, size_t stages)
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

/* n such that n_i / b_i spans the kernel of the collocation matrix on c, where c_1 = 0. */
static void set_null_vector(mpfr_t *n, mpfr_t *b, mpfr_t *c, size_t stages)
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

/* -- families -- */

/* (-1)^exponent */
static int sign_of_power(size_t exponent)
{
    return exponent % 2 == 0 ? 1 : -1;
}

static void set_properties(struct tableau *t, bool partitioned, size_t order, int r_infinity)
{
    if (!partitioned)
        number_block_set(*t->abar, *t->a, t->stages * t->stages);
    t->partitioned = partitioned;
    t->claimed_order = (int)order;
    t->r_infinity = r_infinity;
}

/* Nodes at the zeros of a Jacobi polynomial, at 0 if beta and at 1 if alpha is 1; b from B(s). */
static void set_quadrature(struct tableau *t, long alpha, long beta)
{
    mpfr_t one;

    jacobi_zeros(t->c + beta, (struct jacobi){(long)t->stages - alpha - beta, alpha, beta});
    mpfr_init2(one, t->precision);
    mpfr_set_si(one, 1, MPFR_RNDN);
    if (alpha)
        mpfr_set(t->c[t->stages - 1], one, MPFR_RNDN);
    integrate_lagrange(t->b, &one, 1, t->c, t->stages);
    mpfr_clear(one);
}

static void fill_gauss(struct tableau *t)
{
    set_quadrature(t, 0, 0);
    set_matrix(t->a, t->c, t->stages);
    set_properties(t, false, 2 * t->stages, sign_of_power(t->stages));
}

static void fill_radau_iia(struct tableau *t)
{
    set_quadrature(t, 1, 0);
    set_matrix(t->a, t->c, t->stages);
    set_properties(t, false, 2 * t->stages - 1, 0);
}

/* IIIA and its conjugate, with the null vector of IIIA. */
static void fill_lobatto_pair(struct tableau *t, mpfr_t *iiia, mpfr_t *iiib)
{
    set_quadrature(t, 1, 1);
    set_matrix(iiia, t->c, t->stages);
    set_conjugate(iiib, iiia, t->b, t->stages);
    set_null_vector(t->null_vector, t->b, t->c, t->stages);
    t->has_null_vector = true;
    set_properties(t, true, 2 * t->stages - 2, sign_of_power(t->stages - 1));
}

static void fill_lobatto_iiia_iiib(struct tableau *t)
{
    fill_lobatto_pair(t, t->a, t->abar);
}

static void fill_lobatto_iiib_iiia(struct tableau *t)
{
    fill_lobatto_pair(t, t->abar, t->a);
}

static void fill_lobatto_iiic(struct tableau *t)
{
    set_quadrature(t, 1, 1);
    set_iiic_matrix(t->a, t->b, t->c, t->stages);
    set_conjugate(t->abar, t->a, t->b, t->stages);
    set_properties(t, true, 2 * t->stages - 2, sign_of_power(t->stages - 1));
}

/* Turns a pair into the unpartitioned tableau (a + abar)/2. */
static void take_mean(struct tableau *t)
{
    for (size_t i = 0; i < t->stages * t->stages; i++) {
        mpfr_add(t->a[i], t->a[i], t->abar[i], MPFR_RNDN);
        mpfr_div_2ui(t->a[i], t->a[i], 1, MPFR_RNDN);
    }
    set_properties(t, false, 2 * t->stages - 2, sign_of_power(t->stages));
}

static void fill_lobatto_iiid(struct tableau *t)
{
    fill_lobatto_iiic(t);
    take_mean(t);
}

static void fill_lobatto_iiie(struct tableau *t)
{
    set_quadrature(t, 1, 1);
    set_matrix(t->a, t->c, t->stages);
    set_conjugate(t->abar, t->a, t->b, t->stages);
    take_mean(t);
}

static void set_ratio(mpfr_t x, long numerator, unsigned long denominator)
{
    mpfr_set_si(x, numerator, MPFR_RNDN);
    mpfr_div_ui(x, x, denominator, MPFR_RNDN);
}

static void fill_srk_3(struct tableau *t)
{
    static const long weight[3] = {5, 8, 5}; /* b_j in eighteenths; a_ij is b_j/2 but for two corners */
    mpfr_t tenth_root;

    mpfr_init2(tenth_root, t->precision);
    mpfr_sqrt_ui(tenth_root, 15, MPFR_RNDN);
    mpfr_div_ui(tenth_root, tenth_root, 10, MPFR_RNDN);
    for (size_t j = 0; j < 3; j++) {
        set_ratio(t->b[j], weight[j], 18);
        set_ratio(t->c[j], 1, 2);
        for (size_t i = 0; i < 3; i++)
            set_ratio(t->a[3 * i + j], weight[j], 36);
    }
    mpfr_sub(t->c[0], t->c[0], tenth_root, MPFR_RNDN);
    mpfr_add(t->c[2], t->c[2], tenth_root, MPFR_RNDN);
    mpfr_sub(t->a[2], t->a[2], tenth_root, MPFR_RNDN);
    mpfr_add(t->a[6], t->a[6], tenth_root, MPFR_RNDN);
    mpfr_clear(tenth_root);
    set_properties(t, false, 4, -1);
}

static void fill_rk4(struct tableau *t)
{
    static const long a[16] = {0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0}; /* in halves, as c */
    static const long b[4] = {1, 2, 2, 1}, c[4] = {0, 1, 1, 2};                 /* b in sixths */

    for (size_t k = 0; k < 16; k++)
        set_ratio(t->a[k], a[k], 2);
    for (size_t i = 0; i < 4; i++) {
        set_ratio(t->b[i], b[i], 6);
        set_ratio(t->c[i], c[i], 2);
    }
    set_properties(t, false, 4, 0);
}

static void fill_euler(struct tableau *t)
{
    set_ratio(t->b[0], 1, 1);
    set_properties(t, false, 1, 0);
}

/* Y_i = y + h/(s + 2 - i) f(Y_(i-1)), y_1 = y + h f(Y_s): the first s + 1 terms of the exponential on linear systems, and
 * order 2 on others (Jameson, Schmidt, Turkel 1981, AIAA paper 81-1259). */
static void fill_linear(struct tableau *t)
{
    const size_t s = t->stages;

    for (size_t i = 1; i < s; i++) {
        set_ratio(t->a[i * s + i - 1], 1, s + 1 - i);
        set_ratio(t->c[i], 1, s + 1 - i);
    }
    set_ratio(t->b[s - 1], 1, 1);
    set_properties(t, false, 2, 0);
}

/* The midpoint rule with the step h/3, and then with 2h/3: its stability function R(z) R(-z) = 1 is that of a symmetric
 * method, which it is not. */
static void fill_uneven_midpoint(struct tableau *t)
{
    static const long a[4] = {1, 0, 2, 2}; /* in sixths */

    for (size_t k = 0; k < 4; k++)
        set_ratio(t->a[k], a[k], 6);
    for (size_t i = 0; i < 2; i++) {
        set_ratio(t->b[i], (long)i + 1, 3);
        set_ratio(t->c[i], i ? 4 : 1, 6);
    }
    set_properties(t, false, 2, 1);
}

const struct tableau_family tableau_families[] = {
    {"gauss-", 1, fill_gauss},
    {"lobatto-iiia-iiib-", 2, fill_lobatto_iiia_iiib},
    {"lobatto-iiib-iiia-", 2, fill_lobatto_iiib_iiia},
    {"lobatto-iiic-", 2, fill_lobatto_iiic},
    {"lobatto-iiid-", 2, fill_lobatto_iiid},
    {"lobatto-iiie-", 2, fill_lobatto_iiie},
    {"radau-iia-", 1, fill_radau_iia},
    {"srk-3", 3, fill_srk_3},
    {"rk4", 4, fill_rk4},
    {"euler", 1, fill_euler},
    {"linear-", 2, fill_linear},
    {"uneven-midpoint", 2, fill_uneven_midpoint},
    {.name = NULL},
};
