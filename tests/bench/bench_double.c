/* A step in double against a loop written by hand, in ratios of two programs run in turn.
 *
 * gauss-3 on Lotka-Volterra without projection; the loop is written for this model and this method.  Both
 * converge to round-off by the same rules, and must agree. */
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <string.h>

#include "tests/bench/bench_fixture.h"
#include "integrators/steps/implicit_step.h"
#include "numerics/exact.h"

enum { ROUNDS = 25, STEPS = 20000 };

/* theta = (log q2 / q1 + q2, q1), H = q1 + q2 - log q1 - 2 log q2.
 *
 *     W <- W - K (theta(Q) - p - A hF),    Q = q + A W,  hF = T^T W - h grad H
 *
 * K is the inverse of the matrix of these equations, renewed when the iteration contracts too slowly. */
struct by_hand {
    double a[S][S], b[S], extrapolation[S][S];
    double h, q[D], p[D], q_low[D], p_low[D], W[S][D], hF[S][D];
    double factors[N][N];
    int pivot[N];
    int factorised;
    unsigned long evaluations, matrices;
};

static void residual_by_hand(struct by_hand *w, double r[S][D])
{
    double force[S][D];

    for (int i = 0; i < S; i++) {
        double q1 = w->q[0], q2 = w->q[1];

        for (int j = 0; j < S; j++) {
            q1 += w->a[i][j] * w->W[j][0];
            q2 += w->a[i][j] * w->W[j][1];
        }
        double l = log(q2);
        r[i][0] = l / q1 + q2 - w->p[0];
        r[i][1] = q1 - w->p[1];
        force[i][0] = -l / (q1 * q1) * w->W[i][0] + w->W[i][1] - w->h * (1 - 1 / q1);
        force[i][1] = (1 / (q1 * q2) + 1) * w->W[i][0] - w->h * (1 - 2 / q2);
    }
    for (int i = 0; i < S; i++) {
        for (int j = 0; j < S; j++) {
            r[i][0] -= w->a[i][j] * force[j][0];
            r[i][1] -= w->a[i][j] * force[j][1];
        }
    }
    memcpy(w->hF, force, sizeof force);
    w->evaluations++;
}

/* The matrix of the equations: block (i, k) is a_ik T(Q_i) - sum_j a_ij (d hF_j / d Q a_jk + T(Q_j)^T
 * delta_jk). */
static void matrix_by_hand(struct by_hand *w)
{
    double(*J)[N] = w->factors;

    memset(w->factors, 0, sizeof w->factors);
    for (int j = 0; j < S; j++) {
        double q1 = w->q[0], q2 = w->q[1], W1 = w->W[j][0];

        for (int k = 0; k < S; k++) {
            q1 += w->a[j][k] * w->W[k][0];
            q2 += w->a[j][k] * w->W[k][1];
        }
        double l = log(q2), T11 = -l / (q1 * q1), T12 = 1 / (q1 * q2) + 1;
        double f11 = 2 * l / (q1 * q1 * q1) * W1 - w->h / (q1 * q1), f12 = -W1 / (q1 * q1 * q2);
        double f22 = -W1 / (q1 * q2 * q2) - 2 * w->h / (q2 * q2);

        for (int k = 0; k < S; k++) {
            double a = w->a[j][k];

            J[2 * j][2 * k] += a * T11;
            J[2 * j][2 * k + 1] += a * T12;
            J[2 * j + 1][2 * k] += a;
        }
        for (int i = 0; i < S; i++) {
            double a = w->a[i][j];

            for (int k = 0; k < S; k++) {
                double c = a * w->a[j][k];

                J[2 * i][2 * k] -= c * f11;
                J[2 * i][2 * k + 1] -= c * f12;
                J[2 * i + 1][2 * k] -= c * f12;
                J[2 * i + 1][2 * k + 1] -= c * f22;
            }
            J[2 * i][2 * j] -= a * T11;
            J[2 * i][2 * j + 1] -= a;
            J[2 * i + 1][2 * j] -= a * T12;
        }
    }
    w->matrices++;
}

static void factorise_by_hand(struct by_hand *w)
{
    double(*J)[N] = w->factors;

    matrix_by_hand(w);
    for (int k = 0; k < N; k++) {
        int best = k;

        for (int i = k + 1; i < N; i++)
            best = fabs(J[i][k]) > fabs(J[best][k]) ? i : best;
        w->pivot[k] = best;
        for (int j = 0; j < N && best != k; j++) {
            double swap = J[k][j];

            J[k][j] = J[best][j];
            J[best][j] = swap;
        }
        for (int i = k + 1; i < N; i++) {
            J[i][k] /= J[k][k];
            for (int j = k + 1; j < N; j++)
                J[i][j] -= J[i][k] * J[k][j];
        }
    }
}

static void solve_by_hand(const struct by_hand *w, double *x)
{
    const double(*J)[N] = (const double(*)[N])w->factors;

    for (int k = 0; k < N; k++) {
        double swap = x[k];

        x[k] = x[w->pivot[k]];
        x[w->pivot[k]] = swap;
    }
    for (int i = 1; i < N; i++) {
        for (int j = 0; j < i; j++)
            x[i] -= J[i][j] * x[j];
    }
    for (int i = N; i-- > 0;) {
        for (int j = i + 1; j < N; j++)
            x[i] -= J[i][j] * x[j];
        x[i] /= J[i][i];
    }
}

static void add_compensated(double *x, double *low, double increment)
{
    double owed = *low + increment, sum = *x + owed;

    *low = owed + (*x - sum);
    *x = sum;
}

static void guess_by_hand(struct by_hand *w)
{
    double last[S][D];

    memcpy(last, w->W, sizeof last);
    for (int i = 0; i < S; i++) {
        for (int k = 0; k < D; k++) {
            w->W[i][k] = 0;
            for (int j = 0; j < S; j++)
                w->W[i][k] += w->extrapolation[i][j] * last[j][k];
        }
    }
}

/* One step to round-off: until the next correction, predicted, lies below u |q|; the residual evaluated last
 * is at the solution and gives hF. */
static void step_by_hand(struct by_hand *w)
{
    double r[S][D], previous = INFINITY;
    double unit = 0x1p-53 * fmax(fabs(w->q[0]), fabs(w->q[1]));
    int predicted = 0;

    guess_by_hand(w);
    if (!w->factorised)
        factorise_by_hand(w);
    w->factorised = 1;
    for (int k = 0; k < 30; k++) {
        double size = 0;

        residual_by_hand(w, r);
        solve_by_hand(w, &r[0][0]);
        for (int i = 0; i < N; i++)
            size = fmax(size, fabs((&r[0][0])[i]));
        if (size <= unit ||
            ((predicted || (isfinite(previous) && size > previous / 2)) && size <= 4096 * unit))
            break;
        for (int i = 0; i < N; i++)
            (&w->W[0][0])[i] -= (&r[0][0])[i];
        predicted = isfinite(previous) && size / previous * size <= unit;
        if (size > previous * 0.1 && !predicted && size > 4096 * unit) {
            factorise_by_hand(w);
            size = INFINITY;
        }
        previous = size;
    }
    for (int i = 0; i < D; i++) {
        double dq = 0, dp = 0;

        for (int j = 0; j < S; j++) {
            dq += w->b[j] * w->W[j][i];
            dp += w->b[j] * w->hF[j][i];
        }
        add_compensated(&w->q[i], &w->q_low[i], dq);
        add_compensated(&w->p[i], &w->p_low[i], dp);
    }
}

static struct by_hand start_by_hand(const struct bench *bench)
{
    struct by_hand w = {.h = exact_to_double(bench->step)};
    double c[S];

    for (int i = 0; i < S; i++) {
        w.b[i] = mpfr_get_d(bench->tableau->b[i], MPFR_RNDN);
        c[i] = mpfr_get_d(bench->tableau->c[i], MPFR_RNDN);
        for (int j = 0; j < S; j++)
            w.a[i][j] = mpfr_get_d(bench->tableau->a[i * S + j], MPFR_RNDN);
    }
    for (int i = 0; i < S; i++) {
        for (int j = 0; j < S; j++) {
            w.extrapolation[i][j] = 1;
            for (int k = 0; k < S; k++)
                w.extrapolation[i][j] *= k == j ? 1 : (1 + c[i] - c[k]) / (c[j] - c[k]);
        }
    }
    for (int i = 0; i < D; i++)
        w.q[i] = mpfr_get_d(bench->initial[i], MPFR_RNDN);
    w.p[0] = log(w.q[1]) / w.q[0] + w.q[1];
    w.p[1] = w.q[0];
    return w;
}

/* ---- 1: double --------------------------------------------------------------------------------------------
 */

int main(void)
{
    struct bench bench;
    double ours = INFINITY, by_hand = INFINITY, distance = 0;
    struct newton_counts counts = {0};
    unsigned long evaluations = 0, matrices = 0;

    prepare(&bench, 256);
    for (int round = 0; round < ROUNDS; round++) {
        struct stepper_double *stepper = implicit_step_create_double(&bench.setup);
        struct by_hand hand = start_by_hand(&bench);
        double start = seconds_now(), middle;

        for (int n = 0; n < STEPS; n++)
            stepper->step(stepper);
        middle = seconds_now();
        for (int n = 0; n < STEPS; n++)
            step_by_hand(&hand);
        by_hand = fastest(by_hand, seconds_now() - middle);
        ours = fastest(ours, middle - start);
        distance = fabs(stepper->q[0] - hand.q[0]) + fabs(stepper->q[1] - hand.q[1]);
        counts = stepper->counts(stepper);
        evaluations = hand.evaluations;
        matrices = hand.matrices;
        stepper->destroy(stepper);
    }
    printf("gauss-3 on lotka-volterra, double, %d steps, best of %d rounds in turn\n", STEPS, ROUNDS);
    printf("  assay    %.2f evaluations, %.3f matrices a step\n", (double)counts.residual_evaluations / STEPS,
           (double)counts.matrix_evaluations / STEPS);
    printf("  by hand  %.2f evaluations, %.3f matrices a step; the last states differ by %.1e\n",
           (double)evaluations / STEPS, (double)matrices / STEPS, distance);
    printf("  time of assay / time by hand = %.2f (at most 3)\n", ours / by_hand);
    release(&bench);
    return ours / by_hand <= 3 && distance < 1e-9 /* round-off of 20000 steps */ ? 0 : 1;
}
