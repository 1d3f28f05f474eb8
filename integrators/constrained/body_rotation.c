/* The rotation of a free rigid body over a step: see body_rotation.h. */
#include "integrators/constrained/body_rotation.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

static const double ACCEPTABLE_STALL = 4096; /* 2^12, in units of round-off, as of Newton's method */

struct X(body_rotation) {
    size_t n, pairs;
    const real *h;
    real *alpha; /* n; it owns the room of all that follows */
    real *half;  /* -1/2 */
    real *term;  /* 1 */
    real *ratio,
        *given; /* n x n, above the diagonal: (alpha_j - alpha_i)/(alpha_i + alpha_j), t m_ij/(the same) */
    real *ws, *next, *e; /* n x n; the first two on and above the diagonal */
    real_count sweeps;
    double contraction; /* of the iteration, seen last; the largest of any lane */
    /* By factorisation, else NULL: */
    struct X(newton) *newton;
    real *data, *Y;
    narrow *guess;
};

/* -- by iteration -- */

/* e = ws + wa: (i) */
static void place(struct X(body_rotation) *w)
{
    size_t n = w->n;

    for (size_t i = 0; i < n; i++) {
        real_set(w->e + i * n + i, w->ws + i * n + i);
        for (size_t j = i + 1; j < n; j++) {
            real *wa = w->term;

            real_multiply(wa, w->ratio + i * n + j, w->ws + i * n + j);
            real_subtract(wa, wa, w->given + i * n + j);
            real_add(w->e + i * n + j, w->ws + i * n + j, wa);
            real_subtract(w->e + j * n + i, w->ws + i * n + j, wa);
        }
    }
}

static real_size larger_size(real_size a, real_size b)
{
    return size_select(size_less(a, b), b, a);
}

/* largest = max(largest, |x|), of all parts of x */
static void raise_size(real_size *largest, const real *x)
{
    for (int part = 0; part < REAL_PARTS; part++) {
        long exponent;
        narrow mantissa = real_to_double_scaled(x, part, &exponent);

        *largest = larger_size(*largest, size_of(narrow_absolute(mantissa), exponent));
    }
}

/* next = -1/2 e^T e: (ii); the largest change, and the largest entry. */
static void sweep(struct X(body_rotation) *w, real_size *change, real_size *size)
{
    size_t n = w->n;

    *change = *size = size_of(narrow_all(0), 0);
    place(w);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++) {
            real *sum = w->next + i * n + j;

            real_multiply(sum, w->e + i, w->e + j);
            for (size_t k = 1; k < n; k++)
                real_add_product(sum, w->e + k * n + i, w->e + k * n + j);
            real_multiply(sum, sum, w->half);
            real_subtract(w->term, sum, w->ws + i * n + j);
            raise_size(change, w->term);
            raise_size(size, sum);
        }
    }
}

static void set_given(struct X(body_rotation) *w, const real *m)
{
    size_t n = w->n, pair = 0;

    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            real_multiply(w->given + i * n + j, w->h, m + pair++);
            real_add(w->term, w->alpha + i, w->alpha + j);
            real_divide(w->given + i * n + j, w->given + i * n + j, w->term);
        }
    }
}

/* The mean factor of the k sweeps since the first, while changes are far above round-off. */
static void record_contraction(struct X(body_rotation) *w, mask running, int k, real_size change,
                               real_size first, real_size unit)
{
    mask far = running & size_less(ACCEPTABLE_STALL * ACCEPTABLE_STALL * unit, change);
    narrow factor = narrow_select(far, size_ratio(change, first), narrow_all(0));

    double largest = 0;

    for (size_t lane = 0; lane < REAL_LANES; lane++)
        largest = fmax(largest, narrow_lane(&factor, lane));
    if (largest > 0)
        w->contraction = pow(largest, 1.0 / k);
}

static X(newton_status) iterate(struct X(body_rotation) *w, mask where)
{
    choice status = choice_all(NEWTON_NO_CONVERGENCE);
    real_size previous = size_of(narrow_all(INFINITY), 0), first = previous, change, size, unit;
    mask running = where;

    for (int k = 0; k < 2 * real_precision() + 100 && mask_any(running); k++) {
        mask finite, done;

        sweep(w, &change, &size);
        real_count_add(&w->sweeps, running);
        X(vector_set_where)(w->ws, running, w->next, w->n * w->n);
        unit = size * size_of(narrow_all(1), -real_precision());
        finite = X(vector_is_finite)(w->next, w->n * w->n);
        done = size_at_most(change, ACCEPTABLE_STALL * unit) & mask_not(size_less(change, previous));
        done |= size_at_most(change, size_of(narrow_all(0), 0));
        if (k == 0)
            first = change;
        else
            record_contraction(w, running & finite, k, change, first, unit);
        status = choice_where(running & mask_not(finite), choice_all(NEWTON_NOT_FINITE), status);
        status = choice_where(running & finite & done, choice_all(NEWTON_CONVERGED), status);
        running &= finite & mask_not(done);
        previous = change;
    }
    place(w);
    return status;
}

/* -- by factorisation -- */

/* e^T = (Y + P) J^-1 */
static X(newton_status) factorise(struct X(body_rotation) *w, mask where, const real *m)
{
    size_t n = w->n, at = 0, pair = 0;
    narrow scale = narrow_all(0);
    choice status;

    X(vector_copy)(w->data, m, w->pairs);
    for (size_t i = 0; i < w->pairs; i++) {
        narrow size = real_to_narrow(m + i) * real_to_narrow(w->h);

        narrow_raise(&scale, &size, 1);
    }
    scale = narrow_select(narrow_less(narrow_all(0), scale), scale, narrow_all(1));
    status = X(newton_solve)(w->newton, where, w->data, scale, w->guess, w->Y);
    X(vector_narrow)(w->guess, w->Y, n * (n + 1) / 2);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i; j < n; j++, at++) {
            real *P = w->term;

            real_set_double(P, 0);
            if (i < j) {
                real_multiply(P, w->half, w->h); /* -P */
                real_multiply(P, P, m + pair++);
            }
            real_add(w->e + i * n + j, w->Y + at, P);
            real_subtract(w->e + j * n + i, w->Y + at, P);
            real_divide(w->e + i * n + j, w->e + i * n + j, w->alpha + i);
            if (i < j)
                real_divide(w->e + j * n + i, w->e + j * n + i, w->alpha + j);
        }
    }
    return status;
}

X(newton_status) X(body_rotation_solve)(struct X(body_rotation) *w, mask where, const real *m, real *e)
{
    choice status;

    if (w->newton) {
        status = factorise(w, where, m);
    } else {
        set_given(w, m);
        status = iterate(w, where);
    }
    if (mask_any(where & mask_not(choice_is(status, NEWTON_CONVERGED))))
        X(body_rotation_forget)(w);
    X(vector_copy)(e, w->e, w->n * w->n);
    return status;
}

/* -- life -- */

void X(body_rotation_forget)(struct X(body_rotation) *w)
{
    X(vector_zero)(w->ws, w->n * w->n);
    if (!w->newton)
        return;
    NARROW(vector_zero)(w->guess, w->n * (w->n + 1) / 2);
    X(newton_forget)(w->newton, mask_all());
}

struct newton_counts X(body_rotation_counts)(const struct X(body_rotation) *w)
{
    struct newton_counts sum = {.contraction = w->contraction};
    size_t n = w->n, operations = n * n * (n + 1) + 4 * w->pairs;

    for (size_t lane = 0; lane < REAL_LANES; lane++) {
        unsigned long sweeps = real_count_lane(&w->sweeps, lane);
        struct newton_counts counted = {sweeps, sweeps, 0, sweeps * operations, 0, 0};

        if (w->newton)
            counted = X(newton_counts)(w->newton, lane);
        newton_counts_add(&sum, &counted);
    }
    return sum;
}

void X(body_rotation_destroy)(struct X(body_rotation) *w)
{
    X(vector_destroy)(w->alpha);
    X(newton_destroy)(w->newton);
    X(vector_destroy)(w->data);
    NARROW(vector_destroy)(w->guess);
    free(w);
}

static void fill_ratio(struct X(body_rotation) *w, const struct system *system)
{
    struct X(evaluator) *inertia = X(evaluator_create)(system->inertia, 1);
    size_t n = w->n;
    real *x = X(vector_create)(system->dimension);

    X(evaluator_run)(inertia, 1, READS(x), WRITES(w->alpha));
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            real_subtract(w->ratio + i * n + j, w->alpha + j, w->alpha + i);
            real_add(w->term, w->alpha + i, w->alpha + j);
            real_divide(w->ratio + i * n + j, w->ratio + i * n + j, w->term);
        }
    }
    X(vector_destroy)(x);
    X(evaluator_destroy)(inertia);
}

static void create_factorisation(struct X(body_rotation) *w, const struct setup *setup)
{
    const struct system *system = setup->system;
    X(newton_narrow) *coarse = NULL;

    if (real_precision() > 53)
        coarse = NARROW(newton_create)(NARROW(body_factors_equations)(system),
                                       DUAL(body_factors_equations)(system), NULL);
    w->newton =
        X(newton_create)(X(body_factors_equations)(system), DUAL(body_factors_equations)(system), coarse);
    X(newton_take_last)(w->newton, !setup->rounding.accepted);
    w->data = X(vector_create)(w->pairs + 1 + w->n * (w->n + 1) / 2);
    w->Y = w->data + w->pairs + 1;
    w->guess = NARROW(vector_create)(w->n * (w->n + 1) / 2);
    real_set(w->data + w->pairs, w->h);
}

struct X(body_rotation) *X(body_rotation_create)(const struct setup *setup, const real *h, bool factorises)
{
    struct X(body_rotation) *w = memory_create(1, sizeof *w);
    size_t n = w->n = setup->system->body;

    w->pairs = n * (n - 1) / 2;
    w->h = h;
    w->alpha = X(vector_create)(n + 2 + 5 * n * n);
    w->half = w->alpha + n;
    w->term = w->half + 1;
    X(vector_share)
    (w->term + 1, (real * *const[]){&w->ratio, &w->given, &w->ws, &w->next, &w->e}, 5, n * n);
    real_set_double(w->half, -0.5);
    fill_ratio(w, setup->system);
    if (factorises)
        create_factorisation(w, setup);
    return w;
}
