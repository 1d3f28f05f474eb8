/* Where Newton's method starts: see guess.h. */
#include "integrators/guess.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/exact.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

enum { PICARD_SWEEPS = 2 };

struct guess {
    size_t s, d;
    double h;
    double *a, *c;
    double *extrapolation; /* s x s: stages of the last step to stages of this one */
    double *Q;             /* s x d */
    double *last;          /* s x d */
    bool recorded;
    struct evaluator_double *velocity;
};

/* Entry (i, j): the Lagrange polynomial of node j at 1 + c_i. */
static void fill_extrapolation(struct guess *guess)
{
    size_t s = guess->s;

    for (size_t i = 0; i < s; i++) {
        for (size_t j = 0; j < s; j++) {
            double value = 1;

            for (size_t k = 0; k < s; k++) {
                if (k != j)
                    value *= (1 + guess->c[i] - guess->c[k]) / (guess->c[j] - guess->c[k]);
            }
            guess->extrapolation[i * s + j] = value;
        }
    }
}

struct guess *guess_create(const struct setup *setup)
{
    struct guess *guess = memory_create(1, sizeof *guess);
    size_t s = setup->tableau->stages, d = setup->form->dimension;

    guess->s = s;
    guess->d = d;
    guess->h = exact_to_double(setup->step);
    guess->a = vector_create_double(s * s);
    guess->c = vector_create_double(s);
    guess->extrapolation = vector_create_double(s * s);
    guess->Q = vector_create_double(s * d);
    guess->last = vector_create_double(s * d);
    guess->velocity = evaluator_create_double(setup->form->velocity, s);
    vector_set_mpfr_double(guess->a, setup->tableau->a, s * s);
    vector_set_mpfr_double(guess->c, setup->tableau->c, s);
    fill_extrapolation(guess);
    return guess;
}

void guess_destroy(struct guess *guess)
{
    if (!guess)
        return;
    vector_destroy_double(guess->a);
    vector_destroy_double(guess->c);
    vector_destroy_double(guess->extrapolation);
    vector_destroy_double(guess->Q);
    vector_destroy_double(guess->last);
    evaluator_destroy_double(guess->velocity);
    free(guess);
}

/* W = h v(Q) */
static void evaluate_velocity(struct guess *guess, double *W)
{
    evaluator_run_double(guess->velocity, guess->s, (const double *const[]){guess->Q}, (double *const[]){W});
    for (size_t i = 0; i < guess->s * guess->d; i++)
        W[i] *= guess->h;
}

static void guess_first(struct guess *guess, const double *q, double *W)
{
    size_t s = guess->s, d = guess->d;

    matrix_broadcast_rows_double(guess->Q, q, s, d);
    evaluate_velocity(guess, W);
    for (size_t i = 0; i < s; i++)
        vector_add_multiple_double(guess->Q + i * d, guess->c + i, W + i * d, d);
    evaluate_velocity(guess, W);
    for (int sweep = 0; sweep < PICARD_SWEEPS; sweep++) {
        matrix_broadcast_rows_double(guess->Q, q, s, d);
        matrix_add_product_double(guess->Q, guess->a, W, s, s, d);
        evaluate_velocity(guess, W);
    }
}

void guess_stages(struct guess *guess, const double *q, double *W)
{
    size_t s = guess->s, d = guess->d;

    if (!guess->recorded) {
        guess_first(guess, q, W);
        return;
    }
    vector_zero_double(W, s * d);
    matrix_add_product_double(W, guess->extrapolation, guess->last, s, s, d);
}

void guess_record(struct guess *guess, const double *W)
{
    vector_copy_double(guess->last, W, guess->s * guess->d);
    guess->recorded = true;
}

void guess_forget(struct guess *guess)
{
    guess->recorded = false;
}

bool guess_is_recorded(const struct guess *guess)
{
    return guess->recorded;
}

double guess_scale(const struct guess *guess, const bool *secular, const double *q, const double *W)
{
    double scale = 0;

    for (size_t i = 0; i < guess->d; i++) {
        if (!secular[i])
            scale = fmax(scale, fabs(q[i]));
    }
    for (size_t i = 0; i < guess->s * guess->d; i++)
        scale = fmax(scale, fabs(W[i]));
    return scale > 0 ? scale : 1;
}
