/* Quadrature in double by fast transforms: see quadrature.h.
 *
 *     fourier      f_j = sum_k c_k exp(2 pi i j k/n):  c_k becomes 2 pi i k c_k, and 0 for k = n/2
 *     chebyshev    f(x) = sum_k a_k T_k(y), y = 1 - 2 x, f' = -2 sum_k a'_k T_k(y) with
 *                  a'_{k-1} = a'_{k+1} + 2 k a_k, and half of that for a'_0
 *
 * FFTW's half-complex and cosine transforms do the rest; FFTW_ESTIMATE plans without measuring, since a plan
 * chosen by the clock would change the round-off from run to run. */
#include "measures/poincare/quadrature.h"

#include <fftw3.h>
#include <math.h>
#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { WEIGHT_BITS = 128 };

struct transforms {
    struct quadrature_double rule; /* first: a rule is one of these */
    double *line;                  /* n: transformed in place */
    fftw_plan forward, backward;
};

static void load(const struct transforms *w, const double *values, size_t stride)
{
    for (size_t k = 0; k < w->rule.n; k++)
        w->line[k] = values[k * stride];
}

/* derivative = factor line */
static void unload(const struct transforms *w, double *derivative, size_t stride, double factor)
{
    for (size_t k = 0; k < w->rule.n; k++)
        derivative[k * stride] = factor * w->line[k];
}

/* The line holds Re c_k at k and Im c_k at n - k. */
static void differentiate_fourier(const struct quadrature_double *rule, double *derivative,
                                  const double *values, size_t stride)
{
    const struct transforms *w = (const struct transforms *)rule;
    size_t n = rule->n;
    double *line = w->line;

    load(w, values, stride);
    fftw_execute(w->forward);
    line[0] = 0;
    for (size_t k = 1; 2 * k <= n; k++) {
        double real_part = line[k];

        line[k] = 2 * k == n ? 0 : -(double)k * line[n - k];
        if (2 * k != n)
            line[n - k] = (double)k * real_part;
    }
    fftw_execute(w->backward);
    unload(w, derivative, stride, 2 * acos(-1) / (double)n);
}

/* REDFT00: Y_k = X_0 + (-1)^k X_m + 2 sum_{0<j<m} X_j cos(pi j k/m), so that a_k = Y_k/(m c_k) */
static void differentiate_chebyshev(const struct quadrature_double *rule, double *derivative,
                                    const double *values, size_t stride)
{
    const struct transforms *w = (const struct transforms *)rule;
    size_t m = rule->n - 1;
    double *line = w->line, next = 0, after = 0; /* a'_k and a'_{k+1} */

    load(w, values, stride);
    fftw_execute(w->forward);
    line[m] /= 2; /* c_m = 2 */
    for (size_t k = m; k > 0; k--) {
        double slope = after + 2 * (double)k * line[k];

        line[k] = next / 2; /* the transform doubles what lies inside, and a'_m = 0 */
        after = next;
        next = slope;
    }
    line[0] = next / 2; /* c_0 = 2 */
    fftw_execute(w->backward);
    unload(w, derivative, stride, -2 / (double)m);
}

static void destroy(struct quadrature_double *rule)
{
    struct transforms *w = (struct transforms *)rule;

    if (!w)
        return;
    fftw_destroy_plan(w->forward);
    fftw_destroy_plan(w->backward);
    fftw_free(w->line);
    free(rule->weight);
    free(w);
}

static double *create_weights(enum quadrature_kind kind, size_t n)
{
    mpfr_ptr exact = number_block_create(n, WEIGHT_BITS);
    double *weight = memory_create(n, sizeof *weight);

    quadrature_rule_weights(exact, kind, n);
    for (size_t k = 0; k < n; k++)
        weight[k] = mpfr_get_d(exact + k, MPFR_RNDN);
    number_block_destroy(exact);
    return weight;
}

struct quadrature_double *quadrature_create_double(enum quadrature_kind kind, size_t n)
{
    struct transforms *w = memory_create(1, sizeof *w);
    bool fourier = kind == QUADRATURE_FOURIER;

    w->rule = (struct quadrature_double){
        .n = n,
        .weight = create_weights(kind, n),
        .differentiate = fourier ? differentiate_fourier : differentiate_chebyshev,
        .destroy = destroy,
    };
    w->line = fftw_alloc_real(n);
    w->forward =
        fftw_plan_r2r_1d((int)n, w->line, w->line, fourier ? FFTW_R2HC : FFTW_REDFT00, FFTW_ESTIMATE);
    w->backward =
        fftw_plan_r2r_1d((int)n, w->line, w->line, fourier ? FFTW_HC2R : FFTW_REDFT00, FFTW_ESTIMATE);
    return &w->rule;
}
