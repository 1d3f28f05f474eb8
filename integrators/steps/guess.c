/* Where Newton's method starts: see guess.h. */
#include "integrators/steps/guess.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/exact.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

enum { PICARD_SWEEPS = 2 };

static const double NEAR = 0x1p-20; /* nodes nearer than this count as one */

struct X(guess) {
    size_t s, d;
    real *h;                 /* 1; it owns the room of all that follows */
    real *c;                 /* s */
    real *a, *extrapolation; /* s x s; the latter: stages of the last step to stages of this one */
    real *Q, *last;          /* s x d */
    bool recorded;
    struct X(evaluator) *velocity;
};

/* The stages at distinct nodes, of several nearly at one node the first: the difference of such stages is an error of
 * the method, and the inverse of the distance of their nodes would multiply it.  How many. */
static size_t find_distinct(size_t *distinct, mpfr_t *c, size_t s)
{
    size_t count = 0;

    for (size_t j = 0; j < s; j++) {
        size_t k = 0;

        while (k < count && fabs(mpfr_get_d(c[distinct[k]], MPFR_RNDN) - mpfr_get_d(c[j], MPFR_RNDN)) > NEAR)
            k++;
        if (k == count)
            distinct[count++] = j;
    }
    return count;
}

/* Entry (i, j): the Lagrange polynomial of node j, among distinct ones, at 1 + c_i; zero of the others. */
static void fill_extrapolation(struct X(guess) *guess, mpfr_t *nodes)
{
    size_t s = guess->s, *distinct = memory_create(s, sizeof *distinct);
    const size_t count = find_distinct(distinct, nodes, s);

    for (size_t i = 0; i < s; i++) {
        for (size_t m = 0; m < count; m++) {
            const size_t j = distinct[m];
            real value = narrow_all(1);

            for (size_t n = 0; n < count; n++) {
                const size_t k = distinct[n];

                if (k != j)
                    value *= (narrow_all(1) + guess->c[i] - guess->c[k]) / (guess->c[j] - guess->c[k]);
            }
            guess->extrapolation[i * s + j] = value;
        }
    }
    free(distinct);
}

struct X(guess) *X(guess_create)(const struct setup *setup)
{
    struct X(guess) *guess = memory_create(1, sizeof *guess);
    size_t s = setup->tableau->stages, d = setup->system->dimension;

    guess->s = s;
    guess->d = d;
    guess->h = X(vector_create)(1 + s + 2 * s * s + 2 * s * d);
    guess->c = guess->h + 1;
    X(vector_share)
    (X(vector_share)(guess->c + s, (real * *const[]){&guess->a, &guess->extrapolation}, 2, s * s),
     (real * *const[]){&guess->Q, &guess->last}, 2, s * d);
    real_set_double(guess->h, exact_to_double(setup->step));
    guess->velocity = X(evaluator_create)(setup->system->velocity, s);
    X(vector_set_mpfr)(guess->a, setup->tableau->a, s * s);
    X(vector_set_mpfr)(guess->c, setup->tableau->c, s);
    fill_extrapolation(guess, setup->tableau->c);
    return guess;
}

void X(guess_destroy)(struct X(guess) *guess)
{
    if (!guess)
        return;
    X(vector_destroy)(guess->h);
    X(evaluator_destroy)(guess->velocity);
    free(guess);
}

/* W = h v(Q) */
static void evaluate_velocity(struct X(guess) *guess, real *W)
{
    X(evaluator_run)(guess->velocity, guess->s, READS(guess->Q), WRITES(W));
    for (size_t i = 0; i < guess->s * guess->d; i++)
        real_multiply(W + i, W + i, guess->h);
}

static void guess_first(struct X(guess) *guess, const real *q, real *W)
{
    size_t s = guess->s, d = guess->d;

    X(matrix_broadcast_rows)(guess->Q, q, s, d);
    evaluate_velocity(guess, W);
    for (size_t i = 0; i < s; i++)
        X(vector_add_multiple)(guess->Q + i * d, guess->c + i, W + i * d, d);
    evaluate_velocity(guess, W);
    for (int sweep = 0; sweep < PICARD_SWEEPS; sweep++) {
        X(matrix_broadcast_rows)(guess->Q, q, s, d);
        X(matrix_add_product)(guess->Q, guess->a, W, s, s, d);
        evaluate_velocity(guess, W);
    }
}

void X(guess_stages)(struct X(guess) *guess, const real *q, real *W)
{
    size_t s = guess->s, d = guess->d;

    if (!guess->recorded) {
        guess_first(guess, q, W);
        return;
    }
    X(vector_zero)(W, s * d);
    X(matrix_add_product)(W, guess->extrapolation, guess->last, s, s, d);
}

void X(guess_record)(struct X(guess) *guess, const real *W)
{
    X(vector_copy)(guess->last, W, guess->s * guess->d);
    guess->recorded = true;
}

void X(guess_forget)(struct X(guess) *guess)
{
    guess->recorded = false;
}

bool X(guess_is_recorded)(const struct X(guess) *guess)
{
    return guess->recorded;
}

real X(guess_scale)(const struct setup *setup, const real *q, const real *W)
{
    size_t s = setup->tableau->stages, d = setup->system->dimension, moved = setup->system->model->moved;
    real scale = narrow_all(0);

    for (size_t i = 0; i < d; i++) {
        if (!setup->secular[i])
            narrow_raise(&scale, q + i, 1);
    }
    for (size_t i = 0; i < s; i++)
        narrow_raise(&scale, W + i * d, moved); /* not h, by which the time goes on */
    return narrow_select(narrow_less(narrow_all(0), scale), scale, narrow_all(1));
}
