/* The order conditions of symmetric compositions: see composition_conditions.h. */
#include "integrators/methods/composition_conditions.h"

#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/vector.h"

enum { POWERS = 8, CONDITIONS = 7, HALVES = 2 };

struct X(conditions) {
    size_t unknowns;
    real *room;
    real *gamma, *before, *after; /* powers 0 .. 7: of gamma_i, and of t where the step starts and ends */
    real *g, *g_after, *term;     /* 1 */
};

static void set_powers(real *power, const real *x)
{
    real_set_double(power, 1);
    for (int k = 1; k < POWERS; k++)
        real_multiply(power + k, power + k - 1, x);
}

/* r += a (after - before), the integral of f t^k over a step up to a factor */
static void add_moment(struct X(conditions) *w, real *r, const real *a, int power)
{
    real_subtract(w->term, w->after + power, w->before + power);
    real_add_product(r, a, w->term);
}

/* r += gamma (g^2 + g g_after + g_after^2), g moves on */
static void add_square(struct X(conditions) *w, real *r)
{
    real_add(w->g_after, w->g, w->gamma + 3);
    real_multiply(w->term, w->g, w->g);
    real_add_product(w->term, w->g, w->g_after);
    real_add_product(w->term, w->g_after, w->g_after);
    real_add_product(r, w->gamma + 1, w->term);
    real_set(w->g, w->g_after);
}

/* One step of length x */
static void add_step(struct X(conditions) *w, real *r, const real *x)
{
    set_powers(w->gamma, x);
    real_add(w->term, w->before + 1, x);
    set_powers(w->after, w->term);
    real_add(r + 0, r + 0, w->gamma + 3);
    real_add(r + 1, r + 1, w->gamma + 5);
    add_moment(w, r + 2, w->gamma + 2, 3);
    if (w->unknowns == CONDITIONS) {
        real_add(r + 3, r + 3, w->gamma + 7);
        add_moment(w, r + 4, w->gamma + 4, 3);
        add_moment(w, r + 5, w->gamma + 2, 5);
        add_square(w, r + 6);
    }
    X(vector_copy)(w->before, w->after, POWERS);
}

static void residual(void *context, const real *data, const real *x, real *r)
{
    struct X(conditions) *w = context;
    size_t n = w->unknowns;
    real *middle = w->room;

    (void)data;
    X(vector_zero)(r, n);
    X(vector_zero)(w->g, 1);
    X(vector_zero)(w->before, POWERS);
    real_set_double(w->before, 1);
    real_set_double(middle, 1);
    for (size_t i = 0; i < HALVES * n; i++)
        real_subtract(middle, middle, x + i % n);
    for (size_t i = n; i > 0; i--)
        add_step(w, r, x + i - 1);
    add_step(w, r, middle);
    for (size_t i = 0; i < n; i++)
        add_step(w, r, x + i);
}

static void destroy(void *context)
{
    struct X(conditions) *w = context;

    X(vector_destroy)(w->room);
    free(w);
}

struct X(equations) X(composition_conditions)(size_t unknowns)
{
    struct X(conditions) *w = memory_create(1, sizeof *w);

    w->unknowns = unknowns;
    w->room = X(vector_create)(1 + 3 * POWERS + 3);
    X(vector_share)
    (X(vector_share)(w->room + 1, (real * *const[]){&w->gamma, &w->before, &w->after}, 3, POWERS),
     (real * *const[]){&w->g, &w->g_after, &w->term}, 3, 1);
    return (struct X(equations)){
        .unknowns = unknowns, .residual = residual, .destroy = destroy, .context = w};
}
