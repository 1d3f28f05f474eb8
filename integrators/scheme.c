/* A tableau in the working arithmetic: see scheme.h. */
#include "integrators/scheme.h"

#include <stdlib.h>

#include "numerics/memory.h"
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
    mpfr_t *ratio = memory_create(s, sizeof *ratio);
    struct X(coefficients) rounded;

    for (size_t i = 0; i < s; i++) {
        mpfr_init2(ratio[i], tableau->precision);
        mpfr_div(ratio[i], tableau->null_vector[i], tableau->b[i], MPFR_RNDN);
    }
    rounded = round_coefficients(ratio, s, kind);
    for (size_t i = 0; i < s; i++)
        mpfr_clear(ratio[i]);
    free(ratio);
    return rounded;
}

struct X(scheme) *X(scheme_create)(const struct tableau *tableau, enum coefficients kind)
{
    struct X(scheme) *scheme = memory_create(1, sizeof *scheme);
    size_t s = tableau->stages;

    scheme->stages = s;
    scheme->a = round_coefficients(tableau->a, s * s, kind);
    scheme->abar = round_coefficients(tableau->abar, s * s, kind);
    scheme->b = round_coefficients(tableau->b, s, kind);
    if (tableau->has_null_vector) {
        scheme->null_vector = round_coefficients(tableau->null_vector, s, kind);
        scheme->null_ratio = round_null_ratio(tableau, kind);
    }
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
    release(&scheme->null_vector);
    release(&scheme->null_ratio);
    free(scheme);
}

real *X(scheme_step)(mpq_srcptr step)
{
    real *h = X(vector_create)(1);
    mpfr_t value;

    mpfr_init2(value, real_precision());
    mpfr_set_q(value, step, MPFR_RNDN);
    real_set_mpfr(h, value);
    mpfr_clear(value);
    return h;
}

void X(scheme_add_product)(real *C, const struct X(coefficients) *M, const real *B, size_t n, size_t m,
                           size_t k)
{
    if (M->low)
        X(matrix_add_product)(C, M->low, B, n, m, k);
    X(matrix_add_product)(C, M->high, B, n, m, k);
}

void X(scheme_subtract_product)(real *C, const struct X(coefficients) *M, const real *B, size_t n, size_t m,
                                size_t k)
{
    if (M->low)
        X(matrix_subtract_product)(C, M->low, B, n, m, k);
    X(matrix_subtract_product)(C, M->high, B, n, m, k);
}
