/* What a step costs, in ratios of two programs run in turn.
 *
 *   1. gauss-3 on Lotka-Volterra in double, without projection, against a loop written by hand for this model
 * and this method; both converge to round-off, and must agree.
 *   2. The same in mpfr at 128 bits: residual evaluations per step, and the cost against a plain fixed-point
 * iteration in mpfr at the same precision. */
#include <math.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/problem.h"
#include "integrators/vprk.h"
#include "integrators/vprk_equations.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/exact.h"
#include "numerics/lu.h"
#include "numerics/vector.h"

enum { S = 3, D = 2, N = S * D, ROUNDS = 25 };

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- the loop written by hand -----------------------------------------------------------------------------
 */

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
            size += fabs((&r[0][0])[i]);
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

/* ---- setting up -------------------------------------------------------------------------------------------
 */

struct bench {
    struct problem *problem;
    struct tableau *tableau;
    mpfr_t *initial;
    mpq_t step;
    struct setup setup;
};

static void prepare(struct bench *bench, mpfr_prec_t bits)
{
    struct error error = {""};

    bench->problem = problem_create("lotka-volterra", NULL, NULL, 0, NULL, &error);
    bench->tableau = tableau_create("gauss-3", bits, &error);
    if (!bench->problem || !bench->tableau) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    bench->initial = problem_initial_values(bench->problem, bits);
    mpq_init(bench->step);
    mpq_set_ui(bench->step, 1, 10);
    bench->setup = (struct setup){
        .form = bench->problem->form,
        .tableau = bench->tableau,
        .projection = projection_find("none"),
        .step = bench->step,
        .initial = bench->initial,
        .secular = bench->problem->model->secular,
    };
}

static void release(struct bench *bench)
{
    problem_clear(bench->initial, D);
    tableau_destroy(bench->tableau);
    problem_destroy(bench->problem);
    mpq_clear(bench->step);
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

static double fastest(double a, double b)
{
    return a < b ? a : b;
}

static int bench_double(void)
{
    enum { STEPS = 20000 };
    struct bench bench;
    double ours = INFINITY, by_hand = INFINITY, distance = 0;
    struct newton_counts counts = {0};
    unsigned long evaluations = 0, matrices = 0;

    prepare(&bench, 256);
    for (int round = 0; round < ROUNDS; round++) {
        struct stepper_double *stepper = vprk_create_double(&bench.setup);
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
    return ours / by_hand <= 3 && distance < 1e-9; /* round-off of 20000 steps */
}

/* ---- 2: mpfr ----------------------------------------------------------------------------------------------
 */

/* The same equations by plain fixed-point iteration in mpfr: W <- W - (A Om(q)^T)^-1 r(W), where A Om^T is
 * the leading term of the matrix; Om_12 = -1/(q1 q2).  The contraction is O(h). */
struct fixed_point {
    struct vprk_equations_mpfr *equations;
    real_mpfr *data, *W, *r, *a, *column, *increment, *change;
    size_t pivot[S];
    unsigned long evaluations;
};

static struct fixed_point start_fixed_point(const struct bench *bench)
{
    struct fixed_point w = {
        .equations = vprk_equations_create_mpfr(&bench->setup),
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
    vprk_equations_destroy_mpfr(w->equations);
}

/* One sweep; the size of the change as a double. */
static double sweep(struct fixed_point *w)
{
    double size = 0;

    w->equations->equations.residual(w->equations, w->data, w->W, w->r);
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

    do {
        previous = size;
        size = sweep(w);
    } while (size > round_off || size < previous / 2);
    for (int part = 0; part < 2; part++) {
        vector_zero_mpfr(w->increment, D);
        scheme_add_product_mpfr(w->increment, &w->equations->scheme->b, part ? w->equations->hF : w->W, 1, S,
                                D);
        vector_add_mpfr(w->data + part * D, w->increment, D);
    }
}

static int bench_mpfr(void)
{
    enum { STEPS = 300, BITS = 128 };
    struct bench bench;
    double ours = INFINITY, plain = INFINITY, distance = 0;
    double evaluations = 0, plain_evaluations = 0;

    mpfr_precision_set(BITS);
    prepare(&bench, 2 * BITS + 64);
    for (int round = 0; round < ROUNDS / 3; round++) {
        struct stepper_mpfr *stepper = vprk_create_mpfr(&bench.setup);
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
    return evaluations <= 3.5 && ours / plain <= 0.25 && distance < 1e-34;
}

int main(void)
{
    int good = bench_double();

    good &= bench_mpfr();
    mpfr_precision_clear();
    printf(good ? "all within their bounds\n" : "some are beyond their bounds\n");
    return good ? 0 : 1;
}
