/* Steps of rigid bodies and tops: see body_step.h. */
#include "integrators/constrained/body_step.h"

#include <stdlib.h>

#include "integrators/constrained/body_rotation.h"
#include "integrators/constrained/phase_step.h"
#include "integrators/steps/scheme.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(body_step) {
    struct X(stepper) stepper; /* first: a stepper is a body_step */
    const struct body_splitting *splitting;
    bool compensated;
    size_t n, pairs, moved; /* the last: all but the time */
    struct X(body_rotation) *rotation;
    struct X(evaluator) *torque; /* NULL: a free body */
    real *h;                     /* it owns the room of all that follows */
    real *before, *after;        /* lengths of the kicks */
    real *m, *e, *em;            /* n x n: m, w - 1, their product */
    real *increment, *low;       /* d: of the state; low, which is carried, elsewhere */
    real *kept;                  /* what was carried before the step */
};

static void advance(struct X(body_step) *w, size_t count)
{
    if (w->compensated)
        X(vector_add_compensated)(w->stepper.q, w->low, w->increment, count);
    else
        X(vector_add)(w->stepper.q, w->increment, count);
}

/* m -= length torque(v, t), t where the state has come to */
static void kick(struct X(body_step) *w, const real *length)
{
    X(evaluator_run)(w->torque, 1, READS(w->stepper.q), WRITES(w->increment));
    for (size_t i = 0; i < w->pairs; i++) {
        real_multiply(w->increment + i, w->increment + i, length);
        real_negate(w->increment + i, w->increment + i);
    }
    advance(w, w->pairs);
}

/* The matrix of what stands above its diagonal */
static void fill_matrix(struct X(body_step) *w)
{
    size_t n = w->n, pair = 0;

    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++, pair++) {
            real_set(w->m + i * n + j, w->stepper.q + pair);
            real_negate(w->m + j * n + i, w->stepper.q + pair);
        }
    }
}

/* w m w^T - m = e m - (e m)^T + (e m) e^T above the diagonal */
static void turn_momentum(struct X(body_step) *w)
{
    size_t n = w->n, pair = 0;

    fill_matrix(w);
    X(vector_zero)(w->em, n * n);
    X(matrix_add_product)(w->em, w->e, w->m, n, n, n);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++, pair++) {
            real_subtract(w->increment + pair, w->em + i * n + j, w->em + j * n + i);
            for (size_t k = 0; k < n; k++)
                real_add_product(w->increment + pair, w->em + i * n + k, w->e + j * n + k);
        }
    }
}

static X(newton_status) move_freely(struct X(body_step) *w, mask open)
{
    size_t n = w->n, d = w->stepper.dimension;
    choice status = X(body_rotation_solve)(w->rotation, open, w->stepper.q, w->e);

    turn_momentum(w);
    for (size_t at = w->pairs; at < w->moved; at += n) { /* w v - v = e v */
        X(vector_zero)(w->increment + at, n);
        X(matrix_add_product)(w->increment + at, w->e, w->stepper.q + at, n, n, 1);
    }
    X(vector_copy)(w->increment + w->moved, w->h, d - w->moved);
    advance(w, d);
    return status;
}

static X(newton_status) step(struct X(stepper) *stepper)
{
    struct X(body_step) *w = (struct X(body_step) *)stepper;
    choice status;
    mask finite;

    X(vector_copy)(w->kept, stepper->carried, stepper->carries);
    if (w->torque && w->splitting->before)
        kick(w, w->before);
    status = move_freely(w, stepper->active);
    if (w->torque && w->splitting->after)
        kick(w, w->after);
    finite = X(vector_is_finite)(stepper->q, stepper->dimension);
    status = choice_where(choice_is(status, NEWTON_CONVERGED) & mask_not(finite),
                          choice_all(NEWTON_NOT_FINITE), status);
    X(vector_set_where)(stepper->carried, mask_not(choice_is(status, NEWTON_CONVERGED)), w->kept,
                        stepper->carries);
    return status;
}

static struct newton_counts counts(const struct X(stepper) *stepper)
{
    return X(body_rotation_counts)(((const struct X(body_step) *)stepper)->rotation);
}

static void forget(struct X(stepper) *stepper)
{
    X(body_rotation_forget)(((struct X(body_step) *)stepper)->rotation);
}

static void start(struct X(stepper) *stepper)
{
    X(vector_zero)(stepper->carried + stepper->dimension, stepper->dimension);
    stepper->active = mask_all();
    forget(stepper);
}

static void destroy(struct X(stepper) *stepper)
{
    struct X(body_step) *w = (struct X(body_step) *)stepper;

    X(body_rotation_destroy)(w->rotation);
    X(evaluator_destroy)(w->torque);
    X(vector_destroy)(stepper->carried);
    X(vector_destroy)(w->h);
    free(w);
}

static void allocate(struct X(body_step) *w)
{
    size_t n = w->n, d = w->stepper.dimension;

    w->stepper.carries = 2 * d;
    w->stepper.carried = w->stepper.q = X(vector_create)(2 * d);
    w->low = w->stepper.carried + d;
    w->h = X(vector_create)(3 + 3 * n * n + 3 * d);
    w->before = w->h + 1;
    w->after = w->h + 2;
    w->increment = X(vector_share)(w->h + 3, (real * *const[]){&w->m, &w->e, &w->em}, 3, n * n);
    w->kept = w->increment + d;
}

/* length = halves h/2 */
static void set_length(real *length, unsigned halves, const struct setup *setup)
{
    mpq_t kick;

    mpq_init(kick);
    mpq_set_ui(kick, halves, 2);
    mpq_canonicalize(kick);
    mpq_mul(kick, kick, setup->step);
    X(scheme_step)(length, kick);
    mpq_clear(kick);
}

static struct X(stepper) *create_reduced(const struct setup *setup)
{
    struct X(body_step) *w = memory_create(1, sizeof *w);

    w->stepper = (struct X(stepper)){.dimension = setup->system->dimension,
                                     .step = step,
                                     .counts = counts,
                                     .forget = forget,
                                     .start = start,
                                     .restart = start,
                                     .destroy = destroy};
    w->splitting = setup->method->family->body;
    w->compensated = !setup->rounding.uncompensated;
    w->n = setup->system->body;
    w->pairs = w->n * (w->n - 1) / 2;
    w->moved = setup->system->model->moved;
    allocate(w);
    set_length(w->h, 2, setup);
    set_length(w->before, w->splitting->before, setup);
    set_length(w->after, w->splitting->after, setup);
    w->rotation = X(body_rotation_create)(setup, w->h, w->splitting->factorises);
    if (setup->system->torque)
        w->torque = X(evaluator_create)(setup->system->torque, 1);
    X(vector_set_mpfr)(w->stepper.q, setup->initial, w->stepper.dimension);
    start(&w->stepper);
    return &w->stepper;
}

struct X(stepper) *X(body_step_create)(const struct setup *setup)
{
    return setup->system->body ? create_reduced(setup) : X(phase_step_create)(setup);
}
