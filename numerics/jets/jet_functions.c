/* Taylor recurrences of the elementary functions.
 *
 * With the derivation D = t d/dt, which multiplies coefficient k by k, y = f(x) obeys D y = f'(x) D x.  Every
 * function here is one of two forms, with an auxiliary series g that is itself known order by order:
 *
 *   product    D y = g D x      exp: g = y        sin: g = cos x       tan:  g = 1 + y^2
 *              k y_k = sum_{j=1}^{k} (D x)_j g_{k-j}                   tanh: g = 1 - y^2
 *
 *   quotient   g D y = D x      log: g = x        atan: g = 1 + x^2    asin: g = sqrt(1 - x^2)
 *              g_0 k y_k = (D x)_k - sum_{j=1}^{k-1} (D y)_j g_{k-j}   asinh: g = sqrt(1 + x^2)
 *
 * Source: Griewank and Walther, Evaluating Derivatives (2008), section 13.2; Moore, Interval Analysis (1966).
 */
#include "numerics/arithmetic/rounded.h"
#include "numerics/jets/jet_series.h"

typedef void function_of_one(mpfr_ptr, mpfr_srcptr);

struct recurrence {
    const struct function *function;
    struct jet_series *y;
    const struct jet_series *x;
    struct jet_series *auxiliary; /* [0] is always D x, save for sqrt, which has none */
    size_t k;
    struct jet_scratch *scratch;
};

/* A function, its form, and what the form takes. */
struct function {
    size_t auxiliaries;
    bool (*extend)(const struct recurrence *r);
    function_of_one *value, *root;                                    /* f(x); of a tangent the root of g */
    void (*pair)(mpfr_ptr, mpfr_ptr, mpfr_srcptr);                    /* sine and cosine at order 0 */
    bool second;                                                      /* y is the cosine */
    int sign;                                                         /* see the forms */
    bool (*derive)(const struct recurrence *r, struct jet_series *g); /* of a quotient g; NULL: g = x */
};

/* auxiliary[0]_k = (D x)_k. */
static bool differentiate(const struct recurrence *r)
{
    struct jet_series *dx = &r->auxiliary[0];

    mpfr_mul_ui(dx->coefficient + r->k, r->x->coefficient + r->k, (unsigned long)r->k, MPFR_RNDN);
    return jet_series_settle(dx, r->k, r->scratch);
}

/* k y_k = sum_{j=1}^{k} (D x)_j g_{k-j}, k > 0. */
static bool extend_product(struct jet_series *y, const struct jet_series *g, const struct recurrence *r)
{
    mpfr_ptr y_k = y->coefficient + r->k;

    jet_series_convolve(y_k, &r->auxiliary[0], g, r->k, 1, r->k, r->scratch);
    mpfr_div_ui(y_k, y_k, (unsigned long)r->k, MPFR_RNDN);
    return jet_series_settle(y, r->k, r->scratch);
}

/* auxiliary[1] = D y, then y_k = (D y)_k / k, k > 0. */
static bool extend_quotient(const struct jet_series *g, const struct recurrence *r)
{
    struct jet_series *dy = &r->auxiliary[1];
    mpfr_ptr dy_k = dy->coefficient + r->k;

    jet_series_convolve(dy_k, dy, g, r->k, 1, r->k - 1, r->scratch);
    mpfr_sub(dy_k, r->auxiliary[0].coefficient + r->k, dy_k, MPFR_RNDN);
    mpfr_div(dy_k, dy_k, g->coefficient, MPFR_RNDN);
    mpfr_div_ui(r->y->coefficient + r->k, dy_k, (unsigned long)r->k, MPFR_RNDN);
    return jet_series_settle(dy, r->k, r->scratch) && jet_series_settle(r->y, r->k, r->scratch);
}

/* y = sqrt(x): 2 y_0 y_k = x_k - sum_{j=1}^{k-1} y_j y_{k-j}. */
static bool extend_root(struct jet_series *y, const struct jet_series *x, size_t k,
                        struct jet_scratch *scratch)
{
    mpfr_ptr y_k = y->coefficient + k;

    if (k == 0) {
        mpfr_sqrt(y_k, x->coefficient, MPFR_RNDN);
    } else {
        jet_series_convolve_self(y_k, y, k, 1, scratch);
        mpfr_sub(y_k, x->coefficient + k, y_k, MPFR_RNDN);
        mpfr_div(y_k, y_k, y->coefficient, MPFR_RNDN);
        mpfr_div_2ui(y_k, y_k, 1, MPFR_RNDN);
    }
    return jet_series_settle(y, k, scratch);
}

/* g = 1 + sign x^2 beyond order 0, which the caller provides. */
static bool extend_one_and_square(struct jet_series *g, const struct jet_series *x, int sign,
                                  const struct recurrence *r)
{
    mpfr_ptr g_k = g->coefficient + r->k;

    jet_series_convolve_self(g_k, x, r->k, 0, r->scratch);
    mpfr_mul_si(g_k, g_k, sign, MPFR_RNDN);
    return jet_series_settle(g, r->k, r->scratch);
}

static bool sqrt_extend(const struct recurrence *r)
{
    return extend_root(r->y, r->x, r->k, r->scratch);
}

static bool exp_extend(const struct recurrence *r)
{
    if (r->k > 0)
        return extend_product(r->y, r->y, r);
    rounded_exp(r->y->coefficient, r->x->coefficient);
    return jet_series_settle(r->y, 0, r->scratch);
}

/* Sine and cosine, circular or hyperbolic, together: D s = c D x, D c = sign s D x. */
static bool extend_pair(const struct recurrence *r)
{
    struct jet_series *other = &r->auxiliary[1], *s = r->function->second ? other : r->y,
                      *c = r->function->second ? r->y : other;

    if (r->k == 0) {
        r->function->pair(s->coefficient, c->coefficient, r->x->coefficient);
        return jet_series_settle(s, 0, r->scratch) && jet_series_settle(c, 0, r->scratch);
    }
    bool finite = extend_product(s, c, r) && extend_product(c, s, r);

    if (r->function->sign < 0)
        mpfr_neg(c->coefficient + r->k, c->coefficient + r->k, MPFR_RNDN);
    return finite;
}

/* y = f(x) with D y = g D x, g = 1 + sign y^2 = root(x)^2: for tanh the second form does not cancel. */
static bool extend_tangent(const struct recurrence *r)
{
    struct jet_series *g = &r->auxiliary[1];

    if (r->k > 0)
        return extend_product(r->y, g, r) && extend_one_and_square(g, r->y, r->function->sign, r);
    r->function->value(r->y->coefficient, r->x->coefficient);
    r->function->root(g->coefficient, r->x->coefficient);
    mpfr_sqr(g->coefficient, g->coefficient, MPFR_RNDN);
    return jet_series_settle(r->y, 0, r->scratch) && jet_series_settle(g, 0, r->scratch);
}

/* g = 1 + x^2 */
static bool one_plus_square(const struct recurrence *r, struct jet_series *g)
{
    if (r->k > 0)
        return extend_one_and_square(g, r->x, 1, r);
    mpfr_sqr(g->coefficient, r->x->coefficient, MPFR_RNDN);
    mpfr_add_ui(g->coefficient, g->coefficient, 1, MPFR_RNDN);
    return jet_series_settle(g, 0, r->scratch);
}

/* g = sqrt(1 + x^2) */
static bool root_of_one_plus_square(const struct recurrence *r, struct jet_series *g)
{
    return one_plus_square(r, g + 1) && extend_root(g, g + 1, r->k, r->scratch);
}

/* g = sqrt(1 - x^2), the square at order 0 as (1 - x)(1 + x), which does not cancel */
static bool root_of_one_minus_square(const struct recurrence *r, struct jet_series *g)
{
    struct jet_series *square = g + 1;

    if (r->k > 0) {
        extend_one_and_square(square, r->x, -1, r);
    } else {
        mpfr_ui_sub(square->coefficient, 1, r->x->coefficient, MPFR_RNDN);
        mpfr_add_ui(r->scratch->number, r->x->coefficient, 1, MPFR_RNDN);
        mpfr_mul(square->coefficient, square->coefficient, r->scratch->number, MPFR_RNDN);
        jet_series_settle(square, 0, r->scratch);
    }
    return extend_root(g, square, r->k, r->scratch);
}

/* y = f(x) with g D y = sign D x; of acos, the derivative of asin with the other sign, D x is negated before it
 * enters. */
static bool extend_integral(const struct recurrence *r)
{
    const struct function *f = r->function;
    struct jet_series *g = &r->auxiliary[2];
    const bool finite = !f->derive || f->derive(r, g);
    mpfr_ptr dx_k = r->auxiliary[0].coefficient + r->k;

    if (r->k > 0 && f->sign < 0)
        mpfr_neg(dx_k, dx_k, MPFR_RNDN);
    if (r->k > 0)
        return finite && extend_quotient(f->derive ? g : r->x, r);
    f->value(r->y->coefficient, r->x->coefficient);
    return finite && jet_series_settle(r->y, 0, r->scratch) &&
           jet_series_settle(&r->auxiliary[1], 0, r->scratch);
}

static const struct function functions[OPERATION_COUNT] = {
    [OPERATION_SQRT] = {0, sqrt_extend},
    [OPERATION_EXP] = {1, exp_extend},
    [OPERATION_LOG] = {2, extend_integral, .value = rounded_log},
    [OPERATION_SIN] = {2, extend_pair, .pair = rounded_sin_cos, .sign = -1},
    [OPERATION_COS] = {2, extend_pair, .pair = rounded_sin_cos, .sign = -1, .second = true},
    [OPERATION_TAN] = {2, extend_tangent, rounded_tan, rounded_sec, .sign = 1},
    [OPERATION_ASIN] = {4, extend_integral, .value = rounded_asin, .derive = root_of_one_minus_square},
    [OPERATION_ACOS] = {4, extend_integral, .value = rounded_acos, .derive = root_of_one_minus_square,
                        .sign = -1},
    [OPERATION_ATAN] = {3, extend_integral, .value = rounded_atan, .derive = one_plus_square},
    [OPERATION_SINH] = {2, extend_pair, .pair = rounded_sinh_cosh},
    [OPERATION_COSH] = {2, extend_pair, .pair = rounded_sinh_cosh, .second = true},
    [OPERATION_TANH] = {2, extend_tangent, rounded_tanh, rounded_sech, .sign = -1},
    [OPERATION_ASINH] = {4, extend_integral, .value = rounded_asinh, .derive = root_of_one_plus_square},
};

size_t jet_functions_auxiliaries(enum operation operation)
{
    return functions[operation].auxiliaries;
}

bool jet_functions_has(enum operation operation)
{
    return functions[operation].extend != NULL;
}

/* A function of a constant is a constant, also where f is not differentiable (sqrt at 0, asin at 1). */
static void extend_constant(const struct recurrence *r, size_t auxiliaries)
{
    mpfr_set_zero(r->y->coefficient + r->k, 1);
    for (size_t i = 0; i < auxiliaries; i++)
        mpfr_set_zero(r->auxiliary[i].coefficient + r->k, 1);
}

bool jet_functions_extend(enum operation operation, struct jet_series *y, const struct jet_series *x,
                          struct jet_series *auxiliary, size_t k, struct jet_scratch *scratch)
{
    const struct function *function = &functions[operation];
    struct recurrence r = {
        .function = function, .y = y, .x = x, .auxiliary = auxiliary, .k = k, .scratch = scratch};

    if (k > 0 && x->degree == 0) {
        extend_constant(&r, function->auxiliaries);
        return true;
    }
    if (function->auxiliaries > 0 && !differentiate(&r))
        return false;
    return function->extend(&r);
}
