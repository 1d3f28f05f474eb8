/* A step in mpfr against plain fixed-point iteration, in ratios of two programs run in turn.
 *
 * gauss-3 on Lotka-Volterra at 128 bits: residual evaluations per step, and the cost against a fixed-point
 * iteration for the same equations at the same precision. */
#include <math.h>
#include <mpfr.h>
#include <stdio.h>

#include "tests/bench/bench_fixture.h"
#include "integrators/steps/implicit_step.h"
#include "integrators/steps/step_families.h"
#include "integrators/steps/vprk.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/lu.h"
#include "numerics/vector.h"

enum { ROUNDS = 8, STEPS = 300, BITS = 128 };

/* The same equations by plain fixed-point iteration in mpfr: W <- W - (A Om(q)^T)^-1 r(W), where A Om^T is
 * the leading term of the matrix; Om_12 = -1/(q1 q2).  The contraction is O(h). */
struct fixed_point {
    struct equations_mpfr equations;
    real_mpfr *data, *W, *r, *a, *column, *increment, *change;
    size_t pivot[S];
    unsigned long evaluations;
};

static struct fixed_point start_fixed_point(const struct bench *bench)
{
    struct fixed_point w = {
        .equations = vprk_equations_mpfr(&bench->setup).equations,
        .data = vector_create_mpfr(2 * D + 1),
        .W = vector_create_mpfr(N),
        .r = vector_create_mpfr(N),
        .a = vector_create_mpfr(S * S),
        .column = vector_create_mpfr(S),
        .increment = vector_create_mpfr(D),
        .change = vector_create_mpfr(2),
    };

    vector_set_mpfr_mpfr(w.data, bench->initial, D);
    mpfr_log(w.data + D, w.data + 1, MPFR_RNDN);
    mpfr_div(w.data + D, w.data + D, w.data, MPFR_RNDN);
    mpfr_add(w.data + D, w.data + D, w.data + 1, MPFR_RNDN);
    mpfr_set(w.data + D + 1, w.data, MPFR_RNDN);
    mpfr_set_q(w.data + 2 * D, bench->step, MPFR_RNDN);
    vector_set_mpfr_mpfr(w.a, bench->tableau->a, S * S);
    lu_factorise_mpfr(w.a, S, w.pivot);
    return w;
}

static void end_fixed_point(struct fixed_point *w)
{
    real_mpfr *const arrays[] = {w->data, w->W, w->r, w->a, w->column, w->increment, w->change};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        vector_destroy_mpfr(arrays[i]);
    w->equations.destroy(w->equations.context);
}

/* One sweep; the size of the change as a double. */
static double sweep(struct fixed_point *w)
{
    double size = 0;

    w->equations.residual(w->equations.context, w->data, w->W, w->r);
    w->evaluations++;
    mpfr_mul(w->change, w->data, w->data + 1, MPFR_RNDN);
    for (int k = 0; k < D; k++) {
        for (int i = 0; i < S; i++)
            mpfr_set(w->column + i, w->r + i * D + (1 - k), MPFR_RNDN);
        lu_solve_mpfr(w->a, S, w->pivot, w->column);
        for (int i = 0; i < S; i++) {
            mpfr_mul(w->change + 1, w->change, w->column + i, MPFR_RNDN);
            (k == 0 ? mpfr_add : mpfr_sub)(w->W + i * D + k, w->W + i * D + k, w->change + 1, MPFR_RNDN);
            size += fabs(mpfr_get_d(w->change + 1, MPFR_RNDN));
        }
    }
    return size;
}

/* Until the changes stop shrinking at the level of round-off. */
static void step_by_fixed_point(struct fixed_point *w, double round_off)
{
    double size = INFINITY, previous;

    const struct vprk_mpfr *vprk = w->equations.context;

    do {
        previous = size;
        size = sweep(w);
    } while (size > round_off || size < previous / 2);
    for (int part = 0; part < 2; part++) {
        vector_zero_mpfr(w->increment, D);
        scheme_add_product_mpfr(w->increment, &vprk->scheme->b, part ? vprk->hF : w->W, 1, S, D);
        vector_add_mpfr(w->data + part * D, w->increment, D);
    }
}

int main(void)
{
    struct bench bench;
    double ours = INFINITY, plain = INFINITY, distance = 0;
    double evaluations = 0, plain_evaluations = 0;

    mpfr_precision_set(BITS);
    prepare(&bench, 2 * BITS + 64);
    for (int round = 0; round < ROUNDS; round++) {
        struct stepper_mpfr *stepper = implicit_step_create_mpfr(&bench.setup);
        struct fixed_point w = start_fixed_point(&bench);
        double start = seconds_now(), middle;

        for (int n = 0; n < STEPS; n++)
            stepper->step(stepper);
        middle = seconds_now();
        for (int n = 0; n < STEPS; n++)
            step_by_fixed_point(&w, 0x1p-118);
        plain = fastest(plain, seconds_now() - middle);
        ours = fastest(ours, middle - start);
        evaluations = (double)stepper->counts(stepper).residual_evaluations / STEPS;
        plain_evaluations = (double)w.evaluations / STEPS;
        mpfr_sub(w.change, stepper->q, w.data, MPFR_RNDN);
        distance = fabs(mpfr_get_d(w.change, MPFR_RNDN));
        end_fixed_point(&w);
        stepper->destroy(stepper);
    }
    printf("gauss-3 on lotka-volterra, mpfr at %d bits, %d steps\n", BITS, STEPS);
    printf("  assay        %.2f evaluations a step (at most 3.5)\n", evaluations);
    printf("  fixed point  %.2f evaluations a step; the last states differ by %.1e\n", plain_evaluations,
           distance);
    printf("  time of assay / time of the fixed point = %.3f (at most 0.25)\n", ours / plain);
    release(&bench);
    mpfr_precision_clear();
    return evaluations <= 3.5 && ours / plain <= 0.25 && distance < 1e-34 ? 0 : 1;
}
