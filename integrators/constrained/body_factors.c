/* The factorisation of Moser and Veselov as equations for Newton's method: see body_rotation.h.
 *
 *     (J + Y - P)(J + Y + P) - J^2 = J Y + Y J + Y^2 + [J + Y, P] - P^2 = 0,    P = t m/2 */
#include "integrators/constrained/body_rotation.h"

#include <stdlib.h>

#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(body_factors) {
    size_t n;
    real *alpha, *half, *term; /* n, 1, 1 */
    real *left, *right;        /* Y - P, Y + P: n x n */
};

/* left and right from the entries on and above the diagonal */
static void fill_factors(struct X(body_factors) *w, const real *data, const real *Y)
{
    size_t n = w->n, at = 0, pair = 0;
    const real *t = data + n * (n - 1) / 2;

    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++, at++) {
            real *P = w->term;

            real_set_double(P, 0);
            if (i < j) {
                real_multiply(P, t, data + pair++);
                real_multiply(P, P, w->half);
            }
            real_subtract(w->left + i * n + j, Y + at, P);
            real_add(w->right + i * n + j, Y + at, P);
            if (i < j) {
                real_set(w->left + j * n + i, w->right + i * n + j);
                real_set(w->right + j * n + i, w->left + i * n + j);
            }
        }
    }
}

/* r = J (Y + P) + (Y - P) J + (Y - P)(Y + P) */
static void residual(void *context, const real *data, const real *Y, real *r)
{
    struct X(body_factors) *w = context;
    size_t n = w->n, at = 0;

    fill_factors(w, data, Y);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++, at++) {
            real_multiply(r + at, w->alpha + i, w->right + i * n + j);
            real_add_product(r + at, w->left + i * n + j, w->alpha + j);
            for (size_t k = 0; k < n; k++)
                real_add_product(r + at, w->left + i * n + k, w->right + k * n + j);
        }
    }
}

static void destroy(void *context)
{
    struct X(body_factors) *w = context;

    X(vector_destroy)(w->alpha);
    free(w);
}

struct X(equations) X(body_factors_equations)(const struct system *system)
{
    struct X(body_factors) *w = memory_create(1, sizeof *w);
    struct X(evaluator) *inertia = X(evaluator_create)(system->inertia, 1);
    size_t n = w->n = system->body;
    real *x = X(vector_create)(system->dimension);

    w->alpha = X(vector_create)(n + 2 + 2 * n * n);
    w->half = w->alpha + n;
    w->term = w->half + 1;
    X(vector_share)(w->term + 1, (real * *const[]){&w->left, &w->right}, 2, n * n);
    X(evaluator_run)(inertia, 1, READS(x), WRITES(w->alpha));
    real_set_double(w->half, 0.5);
    X(vector_destroy)(x);
    X(evaluator_destroy)(inertia);
    return (struct X(equations)){.unknowns = n * (n + 1) / 2,
                                 .data = n * (n - 1) / 2 + 1,
                                 .operations = n * n * (n + 1),
                                 .residual = residual,
                                 .destroy = destroy,
                                 .context = w};
}
