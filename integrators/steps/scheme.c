/* A tableau in the working arithmetic: see scheme.h. */
#include "integrators/steps/scheme.h"

#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

static struct X(coefficients) round_coefficients(mpfr_t *exact, size_t n, enum coefficients kind)
{
    struct X(coefficients) c = {X(vector_create)(n), NULL};
    mpfr_t rounded;

    X(vector_set_mpfr)(c.high, exact, n);
    if (kind != COEFFICIENTS_SPLIT)
        return c;
    c.low = X(vector_create)(n);
    for (size_t i = 0; i < n; i++) {
        mpfr_init2(rounded, mpfr_get_prec(exact[i]));
        real_get_mpfr(rounded, c.high + i);
        mpfr_sub(rounded, exact[i], rounded, MPFR_RNDN);
        real_set_mpfr(c.low + i, rounded);
        mpfr_clear(rounded);
    }
    return c;
}

static struct X(coefficients) round_null_ratio(const struct tableau *tableau, enum coefficients kind)
{
    size_t s = tableau->stages;
    mpfr_t *ratio = (mpfr_t *)number_block_create(s, tableau->precision);
    struct X(coefficients) rounded;

    for (size_t i = 0; i < s; i++)
        mpfr_div(ratio[i], tableau->null_vector[i], tableau->b[i], MPFR_RNDN);
    rounded = round_coefficients(ratio, s, kind);
    number_block_destroy(*ratio);
    return rounded;
}

/* upper = x and lower = 1 - x, both without error, where x >= 1/2 is rounded: 1 is a multiple of its last
 * digit, and 1 - x is not larger. */
static void set_pair(real *upper, real *lower, mpfr_srcptr x)
{
    mpfr_t rounded;

    mpfr_init2(rounded, real_precision());
    mpfr_set(rounded, x, MPFR_RNDN);
    real_set_mpfr(upper, rounded);
    mpfr_ui_sub(rounded, 1, rounded, MPFR_RNDN);
    real_set_mpfr(lower, rounded);
    mpfr_clear(rounded);
}

/* mu and muhat: mu_ij + muhat_ji = 1 without error */
static void set_symplectic(real *mu, real *muhat, const struct tableau *tableau)
{
    size_t s = tableau->stages;
    mpfr_t of_a, of_abar;

    mpfr_inits2(tableau->precision, of_a, of_abar, (mpfr_ptr)0);
    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++) {
            mpfr_div(of_a, tableau->a[i * s + j], tableau->b[j], MPFR_RNDN);
            mpfr_div(of_abar, tableau->abar[j * s + i], tableau->b[i], MPFR_RNDN);
            if (mpfr_cmp(of_a, of_abar) >= 0)
                set_pair(mu + i * s + j, muhat + j * s + i, of_a);
            else
                set_pair(muhat + j * s + i, mu + i * s + j, of_abar);
        }
    }
    mpfr_clears(of_a, of_abar, (mpfr_ptr)0);
}

static void fill_symplectic(struct X(scheme) *scheme, const struct tableau *tableau)
{
    size_t s = tableau->stages;

    scheme->a.high = X(vector_create)(s * s);
    scheme->abar.high = X(vector_create)(s * s);
    set_symplectic(scheme->a.high, scheme->abar.high, tableau);
    scheme->weight = X(vector_create)(s);
    X(vector_set_mpfr)(scheme->weight, tableau->b, s);
    scheme->b.high = X(vector_create)(s);
    for (size_t i = 0; i < s; i++)
        real_set_double(scheme->b.high + i, 1);
    if (tableau->has_null_vector) {
        scheme->null_vector = round_null_ratio(tableau, COEFFICIENTS_ROUNDED);
        scheme->null_ratio = round_null_ratio(tableau, COEFFICIENTS_ROUNDED);
    }
}

static void fill(struct X(scheme) *scheme, const struct tableau *tableau, enum coefficients kind)
{
    size_t s = tableau->stages;

    scheme->a = round_coefficients(tableau->a, s * s, kind);
    scheme->abar = round_coefficients(tableau->abar, s * s, kind);
    scheme->b = round_coefficients(tableau->b, s, kind);
    if (tableau->form != TABLEAU_COMMON)
        scheme->bbar = round_coefficients(tableau->bbar, s, kind);
    if (tableau->has_null_vector) {
        scheme->null_vector = round_coefficients(tableau->null_vector, s, kind);
        scheme->null_ratio = round_null_ratio(tableau, kind);
    }
}

struct X(scheme) *X(scheme_create)(const struct tableau *tableau, struct rounding rounding)
{
    struct X(scheme) *scheme = memory_create(1, sizeof *scheme);

    scheme->compensated = !rounding.uncompensated;
    if (!tableau)
        return scheme;
    scheme->stages = tableau->stages;
    scheme->c = X(vector_create)(tableau->stages);
    X(vector_set_mpfr)(scheme->c, tableau->c, tableau->stages);
    if (rounding.coefficients == COEFFICIENTS_SYMPLECTIC)
        fill_symplectic(scheme, tableau);
    else
        fill(scheme, tableau, rounding.coefficients);
    return scheme;
}

static void release(struct X(coefficients) *c)
{
    X(vector_destroy)(c->high);
    X(vector_destroy)(c->low);
}

void X(scheme_destroy)(struct X(scheme) *scheme)
{
    if (!scheme)
        return;
    release(&scheme->a);
    release(&scheme->abar);
    release(&scheme->b);
    release(&scheme->bbar);
    release(&scheme->null_vector);
    release(&scheme->null_ratio);
    X(vector_destroy)(scheme->weight);
    X(vector_destroy)(scheme->c);
    free(scheme);
}

void X(scheme_number)(real *x, mpq_srcptr number)
{
    mpfr_t value;

    mpfr_init2(value, real_precision());
    mpfr_set_q(value, number, MPFR_RNDN);
    real_set_mpfr(x, value);
    mpfr_clear(value);
}

void X(scheme_step)(real *h, mpq_srcptr step)
{
    X(scheme_number)(h, step);
#if defined ARITHMETIC_SERIES
    series_raise(h);
#endif
}

const real *X(scheme_weigh)(const struct X(scheme) *scheme, real *weighted, const real *W, size_t d)
{
    if (!scheme->weight)
        return W;
    for (size_t i = 0; i < scheme->stages; i++) {
        for (size_t l = i * d; l < (i + 1) * d; l++)
            real_multiply(weighted + l, scheme->weight + i, W + l);
    }
    return weighted;
}

void X(scheme_place_stages)(const struct X(scheme) *scheme, real *Q, real *weighted, const real *x,
                            const real *K, size_t d)
{
    const size_t s = scheme->stages;

    X(matrix_broadcast_rows)(Q, x, s, d);
    X(scheme_add_product)(Q, &scheme->a, X(scheme_weigh)(scheme, weighted, K, d), s, s, d);
}

void X(scheme_sum_stages)(const struct X(scheme) *scheme, real *sum, real *weighted, const real *K, size_t d)
{
    const real *BK = X(scheme_weigh)(scheme, weighted, K, d);

    X(vector_zero)(sum, d);
    X(scheme_add_product)(sum, &scheme->b, BK, 1, scheme->stages, d);
}

void X(scheme_place_times)(const struct X(scheme) *scheme, real *Q, size_t first, size_t count, const real *t,
                           const real *h, size_t d)
{
    for (size_t i = 0; i < count; i++) {
        real *time = Q + i * d + d - 1;

        real_multiply(time, scheme->c + first + i, h);
        real_add(time, time, t);
    }
}

void X(scheme_advance)(const struct X(scheme) *scheme, real *x, real *low, real *increment, size_t n)
{
    if (scheme->compensated)
        X(vector_add_compensated)(x, low, increment, n);
    else
        X(vector_add)(x, increment, n);
}

void X(scheme_add_product)(real *C, const struct X(coefficients) *M, const real *B, size_t n, size_t m,
                           size_t k)
{
    if (M->low)
        X(matrix_add_product)(C, M->low, B, n, m, k);
    X(matrix_add_product)(C, M->high, B, n, m, k);
}

static void add_row(real *x, const real *coefficient, const real *B, size_t d, size_t m, size_t n)
{
    for (size_t j = 0; j < m; j++)
        X(vector_add_multiple)(x, coefficient + j, B + j * d, n);
}

void X(scheme_add_row)(real *x, const struct X(coefficients) *M, size_t first, const real *B, size_t d,
                       size_t m, size_t n)
{
    if (M->low)
        add_row(x, M->low + first, B, d, m, n);
    add_row(x, M->high + first, B, d, m, n);
}

void X(scheme_subtract_product)(real *C, const struct X(coefficients) *M, const real *B, size_t n, size_t m,
                                size_t k)
{
    if (M->low)
        X(matrix_subtract_product)(C, M->low, B, n, m, k);
    X(matrix_subtract_product)(C, M->high, B, n, m, k);
}
