/* gauss-2 on the bicycle with its multipliers as unknowns, in double, against a loop written by hand for it, in ratios of
 * two programs run in turn.  Both solve to round-off from extrapolated stages, with compensated sums, and must agree. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrators/methods/method.h"
#include "integrators/steps/stepper.h"
#include "tests/bench/bench_fixture.h"

enum { ROUNDS = 25, STEPS = 5000, STAGES = 2, MOVING = 4, STATE = 8 };

static const double LENGTH = 0.3;

/* The state (x, y, theta, phi, p_x, p_y, p_theta, p_phi): masses are 1, x and y are followed by nothing, p_x and p_y are
 * constant.  Unknown are the increments of theta, phi, p_theta, p_phi in the stages; the multipliers are eliminated. */
struct by_hand {
    double h, a[STAGES][STAGES], extrapolation[STAGES][STAGES], z[STATE], low[STATE];
    double K[STAGES][MOVING];
    double u[STAGES][2]; /* the velocities of x and y there */
    unsigned long sweeps;
};

/* M q' = u = p + l1 g1 + l2 g2, p' = -u . du/dq */
static void find_rates(const struct by_hand *w, const double *y, double *u, double *rate)
{
    const double st = sin(y[0]), ct = cos(y[0]), sf = sin(y[1]), cf = cos(y[1]), px = w->z[4], py = w->z[5];
    const double off = ct * cf + st * sf, last = 1 + LENGTH * LENGTH, det = last - off * off;
    const double r1 = cf * py - sf * px, r2 = ct * py - st * px - LENGTH * y[2];
    const double l1 = (last * r1 - off * r2) / det, l2 = (r2 - off * r1) / det;

    u[0] = px + l1 * sf + l2 * st;
    u[1] = py - l1 * cf - l2 * ct;
    rate[0] = y[2] + l2 * LENGTH;
    rate[1] = y[3];
    rate[2] = -l2 * (u[0] * ct + u[1] * st);
    rate[3] = -l1 * (u[0] * cf + u[1] * sf);
}

/* K = h f(y + A K); the size of the change */
static double sweep(struct by_hand *w)
{
    const double y[MOVING] = {w->z[2], w->z[3], w->z[6], w->z[7]};
    double stage[STAGES][MOVING], rate[MOVING], size = 0;

    for (int i = 0; i < STAGES; i++) {
        for (int k = 0; k < MOVING; k++)
            stage[i][k] = y[k] + (w->a[i][0] * w->K[0][k] + w->a[i][1] * w->K[1][k]);
    }
    for (int i = 0; i < STAGES; i++) {
        find_rates(w, stage[i], w->u[i], rate);
        for (int k = 0; k < MOVING; k++) {
            const double next = w->h * rate[k];

            size = fmax(size, fabs(next - w->K[i][k]));
            w->K[i][k] = next;
        }
    }
    w->sweeps++;
    return size;
}

static void add_compensated(double *x, double *low, double increment)
{
    const double owed = *low + increment, sum = *x + owed;

    *low = owed + (*x - sum);
    *x = sum;
}

static void step_by_hand(struct by_hand *w)
{
    static const int place[MOVING] = {2, 3, 6, 7};
    double guess[STAGES][MOVING], size = INFINITY, previous;

    for (int i = 0; i < STAGES; i++) {
        for (int k = 0; k < MOVING; k++)
            guess[i][k] = w->extrapolation[i][0] * w->K[0][k] + w->extrapolation[i][1] * w->K[1][k];
    }
    memcpy(w->K, guess, sizeof guess);
    do {
        previous = size;
        size = sweep(w);
    } while (size > 0x1p-53 && size < previous);
    for (int k = 0; k < MOVING; k++)
        add_compensated(w->z + place[k], w->low + place[k], (w->K[0][k] + w->K[1][k]) / 2);
    for (int k = 0; k < 2; k++)
        add_compensated(w->z + k, w->low + k, w->h * (w->u[0][k] + w->u[1][k]) / 2);
}

static struct by_hand start_by_hand(const double *initial)
{
    const double root = sqrt(3) / 6, c[STAGES] = {0.5 - root, 0.5 + root};
    struct by_hand w = {.h = 0.1, .a = {{0.25, 0.25 - root}, {0.25 + root, 0.25}}};

    for (int i = 0; i < STAGES; i++) {
        for (int j = 0; j < STAGES; j++)
            w.extrapolation[i][j] = (1 + c[i] - c[1 - j]) / (c[j] - c[1 - j]);
    }
    memcpy(w.z, initial, sizeof w.z);
    return w;
}

static double run_by_hand(struct by_hand *w)
{
    double start = seconds_now();

    for (int n = 0; n < STEPS; n++)
        step_by_hand(w);
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
    struct error error;
    double ratios[ROUNDS], difference = 0;

    prepare_model(&bench, "bicycle", 128);
    tableau_destroy(bench.tableau);
    bench.setup.tableau = bench.tableau = tableau_create("gauss-2", 128, &error);
    method_find("index-one:gauss-2", &bench.method, &error);
    struct stepper_double *stepper = bench.method.family->create_double(&bench.setup);
    struct by_hand hand = start_by_hand(stepper->q);
    for (int n = 0; n < 10; n++) {
        step_by_hand(&hand);
        stepper->step(stepper);
    }
    for (int i = 0; i < STATE; i++)
        difference = fmax(difference, fabs(hand.z[i] - stepper->q[i]));
    for (int k = 0; k < ROUNDS; k++) {
        double by_library = run_library(stepper);

        ratios[k] = by_library / run_by_hand(&hand);
    }
    const double steps = 10 + (double)ROUNDS * STEPS, ratio = median(ratios, ROUNDS);
    const struct newton_counts counts = stepper->counts(stepper);

    printf("index-one:gauss-2 on bicycle, double, %d steps, median of %d rounds in turn\n", STEPS, ROUNDS);
    printf("  assay    %.2f evaluations, %.3f matrices a step\n", (double)counts.residual_evaluations / steps,
           (double)counts.matrix_evaluations / steps);
    printf("  by hand  %.2f sweeps a step; the states after ten steps differ by %.1e\n",
           (double)hand.sweeps / steps, difference);
    printf("  time of assay / time by hand = %.2f (at most 3)\n", ratio);
    stepper->destroy(stepper);
    release(&bench);
    return difference < 1e-14 && ratio <= 3 ? 0 : 1;
}
