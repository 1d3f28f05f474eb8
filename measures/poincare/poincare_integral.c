/* Poincare's integral invariants: see poincare_integral.h.
 *
 * The mean of each coordinate over the points is subtracted before it is differentiated: a coordinate that
 * drifts (z = z_0 + u t) would lose the digits of its variation to those of its mean, and the integral would
 * seem to drift with it. */
#include "measures/poincare/poincare_integral.h"

#include <math.h>
#include <stdlib.h>

#include "models/kinds/system.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(poincare_integral) {
    const struct poincare_forms *forms;
    const struct X(quadrature) *rule;
    size_t spread;
    size_t d, width; /* of a state: 3 d */
    size_t points;   /* n, or n^2 */
    real *room;      /* in which all of these lie: */
    real *states;    /* points x width: those that lie `spread` apart, */
    real *centred;   /* and the same without their means */
    real *along[2];  /* their derivatives: d/d tau; or d/ds, d/dt */
    struct X(evaluator) *momentum_push, *two_forms;
    real *theta, *pushed, *matrix[2];   /* at a point: theta, T^T e; Om, E */
    real *weight, *sum, *number, *mean; /* scratch: one each, but mean: a state */
    real *one_form, *tangent;           /* d */
};

struct X(poincare_integral) *X(poincare_integral_create)(const struct poincare_forms *forms,
                                                         const struct X(quadrature) *rule, size_t spread)
{
    struct X(poincare_integral) *w = memory_create(1, sizeof *w);
    size_t d = forms->system->dimension, width = 3 * d,
           points = forms->order == 1 ? rule->n : rule->n * rule->n;

    real *rest;

    *w = (struct X(poincare_integral)){
        .forms = forms, .rule = rule, .spread = spread, .d = d, .width = width, .points = points};
    w->room = X(vector_create)(4 * points * width + width + 2 * d * d + 4 * d + 3);
    rest = X(vector_share)(w->room, (real * *const[]){&w->states, &w->centred, w->along, w->along + 1}, 4,
                           points * width);
    rest = X(vector_share)(rest, (real * *const[]){&w->mean}, 1, width);
    rest = X(vector_share)(rest, (real * *const[]){w->matrix, w->matrix + 1}, 2, d * d);
    rest = X(vector_share)(rest, (real * *const[]){&w->theta, &w->pushed, &w->one_form, &w->tangent}, 4, d);
    X(vector_share)(rest, (real * *const[]){&w->weight, &w->sum, &w->number}, 3, 1);
    if (forms->order == 1)
        w->momentum_push = X(evaluator_create)(forms->system->momentum_push, 1);
    else
        w->two_forms = X(evaluator_create)(forms->two_forms, 1);
    return w;
}

void X(poincare_integral_destroy)(struct X(poincare_integral) *w)
{
    if (!w)
        return;
    X(vector_destroy)(w->room);
    X(evaluator_destroy)(w->momentum_push);
    X(evaluator_destroy)(w->two_forms);
    free(w);
}

/* -- the points -- */

static void gather(struct X(poincare_integral) *w, const real *states)
{
    size_t n = w->rule->n, side = (n - 1) * w->spread + 1; /* points along a side of the given surface */

    for (size_t k = 0; k < w->points; k++) {
        size_t from = w->forms->order == 1 ? k * w->spread : (k / n * side + k % n) * w->spread;

        X(vector_copy)(w->states + k * w->width, states + from * w->width, w->width);
    }
}

/* centred = states - mean */
static void centre(struct X(poincare_integral) *w)
{
    X(vector_zero)(w->mean, w->width);
    for (size_t k = 0; k < w->points; k++)
        X(vector_add)(w->mean, w->states + k * w->width, w->width);
    real_set_double(w->number, (double)w->points);
    for (size_t i = 0; i < w->width; i++)
        real_divide(w->mean + i, w->mean + i, w->number);
    X(vector_copy)(w->centred, w->states, w->points * w->width);
    for (size_t k = 0; k < w->points; k++)
        X(vector_subtract)(w->centred + k * w->width, w->mean, w->width);
}

static void differentiate(struct X(poincare_integral) *w)
{
    const struct X(quadrature) *rule = w->rule;
    size_t n = rule->n, width = w->width;

    for (size_t i = 0; i < width; i++) {
        if (w->forms->order == 1) {
            rule->differentiate(rule, w->along[0] + i, w->centred + i, width);
            continue;
        }
        for (size_t k = 0; k < n; k++) {
            rule->differentiate(rule, w->along[0] + k * width + i, w->centred + k * width + i, n * width);
            rule->differentiate(rule, w->along[1] + k * n * width + i, w->centred + k * n * width + i, width);
        }
    }
}

/* -- the forms at a point -- */

/* sum += sign x . y */
static void add_inner(real *sum, int sign, const real *x, const real *y, size_t n)
{
    for (size_t i = 0; i < n; i++)
        (sign > 0 ? real_add_product : real_subtract_product)(sum, x + i, y + i);
}

/* sum += sign x^T M y */
static void add_bilinear(struct X(poincare_integral) *w, int sign, const real *x, const real *M,
                         const real *y)
{
    for (size_t i = 0; i < w->d; i++) {
        real_set_double(w->number, 0);
        add_inner(w->number, 1, M + i * w->d, y, w->d);
        add_inner(w->sum, sign, x + i, w->number, 1);
    }
}

/* values[form] += weight sum */
static void add_to(struct X(poincare_integral) *w, real *values, enum poincare_form form)
{
    real_add_product(values + form, w->weight, w->sum);
}

/* (theta + sign T^T e) . (dq + sign de) */
static void add_shifted(struct X(poincare_integral) *w, int sign, const real *along)
{
    size_t d = w->d;

    X(vector_copy)(w->one_form, w->theta, d);
    X(vector_copy)(w->tangent, along, d);
    (sign > 0 ? X(vector_add) : X(vector_subtract))(w->one_form, w->pushed, d);
    (sign > 0 ? X(vector_add) : X(vector_subtract))(w->tangent, along + 2 * d, d);
    real_set_double(w->sum, 0);
    add_inner(w->sum, 1, w->one_form, w->tangent, d);
}

static void add_one_forms(struct X(poincare_integral) *w, size_t point, real *values)
{
    size_t d = w->d;
    const real *state = w->states + point * w->width, *along = w->along[0] + point * w->width;

    X(evaluator_run)
    (w->momentum_push, 1, (const real *const[]){state, state + 2 * d}, (real *const[]){w->theta, w->pushed});
    real_set_double(w->sum, 0);
    add_inner(w->sum, 1, w->theta, along, d);
    add_to(w, values, POINCARE_NONCANONICAL);
    real_set_double(w->sum, 0);
    add_inner(w->sum, 1, state + d, along, d);
    add_to(w, values, POINCARE_CANONICAL);
    add_shifted(w, 1, along);
    add_to(w, values, POINCARE_CORRECTED);
    add_shifted(w, -1, along);
    add_to(w, values, POINCARE_PRINTED);
}

/* sum = Om_ij (q^i_s q^j_t - e^i_s e^j_t) + sign E_ij (q^i_s e^j_t - q^i_t e^j_s) */
static void find_corrected(struct X(poincare_integral) *w, int sign, const real *s, const real *t)
{
    const real *symplectic = w->matrix[0], *curvature = w->matrix[1], *e_s = s + 2 * w->d,
               *e_t = t + 2 * w->d;

    real_set_double(w->sum, 0);
    add_bilinear(w, 1, s, symplectic, t);
    add_bilinear(w, -1, e_s, symplectic, e_t);
    add_bilinear(w, sign, s, curvature, e_t);
    add_bilinear(w, -sign, t, curvature, e_s);
}

static void add_two_forms(struct X(poincare_integral) *w, size_t point, real *values)
{
    size_t d = w->d, at = point * w->width;
    const real *state = w->states + at, *s = w->along[0] + at, *t = w->along[1] + at;

    X(evaluator_run)
    (w->two_forms, 1, (const real *const[]){state, state + 2 * d},
     (real *const[]){w->matrix[0], w->matrix[1]});
    real_set_double(w->sum, 0);
    add_bilinear(w, 1, s, w->matrix[0], t);
    add_to(w, values, POINCARE_NONCANONICAL);
    real_set_double(w->sum, 0);
    add_inner(w->sum, 1, s + d, t, d);
    add_inner(w->sum, -1, t + d, s, d);
    add_to(w, values, POINCARE_CANONICAL);
    find_corrected(w, 1, s, t);
    add_to(w, values, POINCARE_CORRECTED);
    find_corrected(w, -1, s, t);
    add_to(w, values, POINCARE_PRINTED);
}

/* -- the integrals -- */

void X(poincare_integral_evaluate)(struct X(poincare_integral) *w, const real *states, real *values)
{
    size_t n = w->rule->n;

    gather(w, states);
    centre(w);
    differentiate(w);
    X(vector_zero)(values, POINCARE_FORMS);
    for (size_t k = 0; k < w->points; k++) {
        if (w->forms->order == 1) {
            real_set(w->weight, w->rule->weight + k);
            add_one_forms(w, k, values);
        } else {
            real_multiply(w->weight, w->rule->weight + k / n, w->rule->weight + k % n);
            add_two_forms(w, k, values);
        }
    }
    for (int k = POINCARE_CORRECTED; !w->forms->multiplier && k < POINCARE_FORMS; k++)
        real_set_double(values + k, NAN);
}
