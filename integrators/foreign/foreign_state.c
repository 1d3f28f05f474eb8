/* The state as a method has it that brings its own variables: see foreign_caller.h. */
#include "integrators/foreign/foreign_caller.h"
#include "integrators/foreign/foreign_function.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/exact.h"
#include "numerics/lu.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

enum { MOST_ITERATIONS = 50 };
static const double SOLVED = 0x1p-40, /* of the velocities: what an iteration may leave */
    DIFFERENCE = 0x1p-9;              /* of a step, on either side */

struct X(foreign_state) {
    struct foreign_model model;
    struct X(foreign_functions) *functions;
    const struct foreign_method *method;
    size_t d, n;                        /* of z, of q */
    real *room, *offset;                /* one number: */
    real *f, *x, *residual, *p, *shift; /* d, d, n, n, 1 */
    real *matrix;                       /* n x n */
    pivot_row *pivot;
    double difference; /* in time */
};

/* ---- the offset ---- */

/* p += sign a h p'(q, p) */
static void shift(struct X(foreign_state) *w, double sign, const real *t, const real *h, real *z)
{
    if (!w->method->offset[0])
        return;
    X(foreign_function_run)(w->functions, FOREIGN_RHS, 1, t, z, w->f);
    real_set_double(w->shift, sign);
    real_multiply(w->shift, w->shift, w->offset);
    real_multiply(w->shift, w->shift, h);
    X(vector_add_multiple)(z + w->n, w->shift, w->f + w->n, w->n);
}

/* ---- velocities ---- */

/* residual = v - H_p(q, p); its size beside that of v */
static double find_residual(struct X(foreign_state) *w, const real *t, const real *v)
{
    double left = 0, size = 0;

    X(foreign_function_run)(w->functions, FOREIGN_RHS, 1, t, w->x, w->f);
    for (size_t i = 0; i < w->n; i++) {
        real_subtract(w->residual + i, v + i, w->f + i);
        left += fabs(real_to_double(w->residual + i));
        size += fabs(real_to_double(v + i));
    }
    return left / (size > 0 ? size : 1);
}

/* The power of 2 below the largest momentum; 1 where all are 0 */
static double find_unit(const struct X(foreign_state) *w)
{
    double largest = 0;

    for (size_t i = w->n; i < 2 * w->n; i++)
        largest = fmax(largest, fabs(real_to_double(w->x + i)));
    return isfinite(largest) && largest > 0 ? ldexp(1, ilogb(largest)) : 1;
}

/* matrix = the change of H_p(q, p) as p_j grows by a unit, in that unit: its derivative, where it is linear. */
static bool find_matrix(struct X(foreign_state) *w, const real *t)
{
    const size_t n = w->n;
    const double unit = find_unit(w);
    real *momenta = w->x + n;

    X(foreign_function_run)(w->functions, FOREIGN_RHS, 1, t, w->x, w->f);
    X(vector_copy)(w->p, w->f, n);
    for (size_t j = 0; j < n; j++) {
        real_set_double(w->shift, unit);
        real_add(momenta + j, momenta + j, w->shift);
        X(foreign_function_run)(w->functions, FOREIGN_RHS, 1, t, w->x, w->f);
        real_subtract(momenta + j, momenta + j, w->shift);
        real_set_double(w->shift, 1 / unit);
        for (size_t i = 0; i < n; i++) {
            real_subtract(w->matrix + i * n + j, w->f + i, w->p + i);
            real_multiply(w->matrix + i * n + j, w->matrix + i * n + j, w->shift);
        }
    }
    return mask_any(X(lu_factorise)(w->matrix, n, w->pivot));
}

/* (q, v) becomes (q, p) with H_p(q, p) = v, from p = v on. */
static bool find_momenta(struct X(foreign_state) *w, const real *t, real *z)
{
    double left, before = INFINITY;
    bool good;

    X(vector_copy)(w->x, z, w->d);
    good = find_matrix(w, t);
    for (int k = 0; k < MOST_ITERATIONS && good; k++) {
        left = find_residual(w, t, z + w->n);
        if (!(left < before) || left == 0)
            break;
        before = left;
        X(lu_solve)(w->matrix, w->n, w->pivot, w->residual);
        X(vector_add)(w->x + w->n, w->residual, w->n);
    }
    good = good && find_residual(w, t, z + w->n) <= SOLVED;
    X(vector_copy)(z, w->x, w->d);
    return good;
}

/* ---- there and back ---- */

void X(foreign_state_enter)(struct X(foreign_state) *w, const real *t, const real *h, real *z)
{
    shift(w, 1, t, h, z);
    if (w->method->velocities) {
        X(foreign_function_run)(w->functions, FOREIGN_RHS, 1, t, z, w->f);
        X(vector_copy)(z + w->n, w->f, w->n);
    }
}

bool X(foreign_state_leave)(struct X(foreign_state) *w, const real *t, const real *h, real *z)
{
    if (w->method->velocities && !find_momenta(w, t, z))
        return false;
    shift(w, -1, t, h, z);
    return true;
}

/* v' is a central difference of H_p along the flow. */
void X(foreign_state_rhs)(struct X(foreign_state) *w, const real *t, const real *z, real *f)
{
    real *step = w->shift;

    X(foreign_function_run)(w->functions, FOREIGN_RHS, 1, t, z, f);
    if (!w->method->velocities)
        return;
    X(vector_zero)(w->residual, w->n);
    for (int side = -1; side <= 1; side += 2) {
        X(vector_copy)(w->x, z, w->d);
        real_set_double(step, side * w->difference);
        X(vector_add_multiple)(w->x, step, f, w->d);
        X(foreign_function_run)(w->functions, FOREIGN_RHS, 1, t, w->x, w->f);
        real_set_double(step, side / (2 * w->difference));
        X(vector_add_multiple)(w->residual, step, w->f, w->n);
    }
    X(vector_copy)(f + w->n, w->residual, w->n);
}

/* ---- life ---- */

struct X(foreign_state) *X(foreign_state_create)(const struct setup *setup)
{
    const struct foreign_method *method = foreign_method_of(setup->method);
    struct X(foreign_state) *w;
    struct error ignored;
    mpq_t offset;

    if (!method->own && !method->velocities && !method->offset[0])
        return NULL;
    w = memory_create(1, sizeof *w);
    *w = (struct X(foreign_state)){.model = foreign_model_create(setup->system),
                                   .method = method,
                                   .d = setup->system->model->moved,
                                   .n = setup->system->model->moved / 2,
                                   .difference = DIFFERENCE * fabs(exact_to_double(setup->step))};
    w->functions = X(foreign_function_create)(&w->model);
    w->room = X(vector_create)(2 + 2 * w->d + 2 * w->n + w->n * w->n);
    w->offset = w->room;
    w->shift = w->offset + 1;
    w->f = w->shift + 1;
    w->x = w->f + w->d;
    w->residual = w->x + w->d;
    w->p = w->residual + w->n;
    w->matrix = w->p + w->n;
    w->pivot = memory_create(w->n + 1, sizeof *w->pivot);
    mpq_init(offset);
    if (method->offset[0])
        exact_parse(offset, method->offset, &ignored); /* as it was when the method said it */
    X(scheme_step)(w->offset, offset);
    mpq_clear(offset);
    return w;
}

void X(foreign_state_destroy)(struct X(foreign_state) *w)
{
    if (!w)
        return;
    X(foreign_function_destroy)(w->functions);
    foreign_model_destroy(&w->model);
    X(vector_destroy)(w->room);
    free(w->pivot);
    free(w);
}
