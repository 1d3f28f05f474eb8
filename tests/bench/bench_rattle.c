/* RATTLE in double on the double spherical pendulum against a loop written by hand for it, in ratios of two programs run
 * in turn.  Both solve to round-off, by Newton's method from extrapolated multipliers (by hand from two steps), with
 * compensated sums, and must agree. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrators/constrained/phase_step.h"
#include "tests/bench/bench_fixture.h"

enum { ROUNDS = 25, STEPS = 20000, Q = 6 };

/* All masses, lengths and g are 1: M = [[1, -1], [-1, 2]] in blocks of three, H_q = (0, 0, 2, 0, 0, 1). */
struct by_hand {
    double h, q[Q], p[Q], q_low[Q], p_low[Q];
    double L[2], last[2];
};

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void velocity(const double *p, double *v)
{
    for (int i = 0; i < 3; i++) {
        v[i] = p[i] - p[3 + i];
        v[3 + i] = 2 * p[3 + i] - p[i];
    }
}

static void add_compensated(double *x, double *low, const double *increment)
{
    for (int i = 0; i < Q; i++) {
        double owed = low[i] + increment[i], sum = x[i] + owed;

        low[i] = owed + (x[i] - sum);
        x[i] = sum;
    }
}

/* L -= (dg/dL)^-1 g; the size of the correction */
static double correct(const struct by_hand *w, const double *end, const double *g, double *L)
{
    const double a = -dot(end, w->q), b = dot(end, w->q + 3), c = dot(end + 3, w->q),
                 d = -2 * dot(end + 3, w->q + 3);
    const double det = a * d - b * c, x = (d * g[0] - b * g[1]) / det, y = (a * g[1] - c * g[0]) / det;

    L[0] -= x;
    L[1] -= y;
    return fmax(fabs(x), fabs(y));
}

static void move_positions(struct by_hand *w)
{
    static const double force[Q] = {0, 0, 2, 0, 0, 1};
    double L[2] = {2 * w->L[0] - w->last[0], 2 * w->L[1] - w->last[1]}, p[Q], v[Q], dq[Q], dp[Q], end[Q],
           size = 1;

    for (int k = 0; k < 30; k++) {
        for (int i = 0; i < Q; i++) {
            dp[i] = -w->h / 2 * force[i] - L[i / 3] * w->q[i] / w->h;
            p[i] = w->p[i] + dp[i];
        }
        velocity(p, v);
        for (int i = 0; i < Q; i++) {
            dq[i] = w->h * v[i];
            end[i] = w->q[i] + dq[i];
        }
        if (size <= 0x1p-53)
            break;
        size = correct(w, end, (double[]){(dot(end, end) - 1) / 2, (dot(end + 3, end + 3) - 1) / 2}, L);
    }
    memcpy(w->last, w->L, sizeof L);
    memcpy(w->L, L, sizeof L);
    add_compensated(w->q, w->q_low, dq);
    add_compensated(w->p, w->p_low, dp);
}

/* The hidden constraint is linear in the multipliers: D m = psi. */
static void move_momenta(struct by_hand *w)
{
    static const double force[Q] = {0, 0, 2, 0, 0, 1};
    double p[Q], v[Q], dp[Q];

    for (int i = 0; i < Q; i++)
        p[i] = w->p[i] - w->h / 2 * force[i];
    velocity(p, v);
    const double g0 = dot(w->q, v), g1 = dot(w->q + 3, v + 3), c = -dot(w->q, w->q + 3);
    const double a = dot(w->q, w->q), d = 2 * dot(w->q + 3, w->q + 3), det = a * d - c * c;
    const double m[2] = {(d * g0 - c * g1) / det, (a * g1 - c * g0) / det};

    for (int i = 0; i < Q; i++)
        dp[i] = -w->h / 2 * force[i] - m[i / 3] * w->q[i];
    add_compensated(w->p, w->p_low, dp);
}

static double run_by_hand(struct by_hand *w)
{
    double start = seconds_now();

    for (int n = 0; n < STEPS; n++) {
        move_positions(w);
        move_momenta(w);
    }
    return seconds_now() - start;
}

static double run_library(struct stepper_double *stepper)
{
    double start = seconds_now();

    for (int n = 0; n < STEPS; n++)
        stepper->step(stepper);
    return seconds_now() - start;
}

int main(void)
{
    struct bench bench;
    struct by_hand hand = {.h = 0.1};
    struct stepper_double *stepper;
    struct error error;
    double ratios[ROUNDS], difference = 0;

    prepare_model(&bench, "double-spherical-pendulum", 128);
    method_find("rattle", &bench.method, &error);
    bench.setup.tableau = NULL;
    stepper = phase_step_create_double(&bench.setup);
    memcpy(hand.q, stepper->q, sizeof hand.q);
    memcpy(hand.p, stepper->q + Q, sizeof hand.p);
    for (int n = 0; n < 10; n++) {
        move_positions(&hand);
        move_momenta(&hand);
        stepper->step(stepper);
    }
    for (int i = 0; i < Q; i++)
        difference = fmax(difference, fabs(hand.q[i] - stepper->q[i]));
    for (int k = 0; k < ROUNDS; k++) {
        double by_library = run_library(stepper), by_hand = run_by_hand(&hand);

        ratios[k] = by_library / by_hand;
    }
    const struct newton_counts counts = stepper->counts(stepper);
    const double steps = 10 + (double)ROUNDS * STEPS, ratio = median(ratios, ROUNDS);

    printf("  assay    %.2f evaluations, %.3f matrices a step\n", (double)counts.residual_evaluations / steps,
           (double)counts.matrix_evaluations / steps);
    stepper->destroy(stepper);
    release(&bench);
    printf("rattle on double-spherical-pendulum, double, %d steps, median of %d rounds in turn\n", STEPS,
           ROUNDS);
    printf("  the states after ten steps differ by %.1e\n", difference);
    printf("  time of assay / time by hand = %.2f (at most 3)\n", ratio);
    return difference < 1e-14 && ratio <= 3 ? 0 : 1;
}
