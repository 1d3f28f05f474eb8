/* Speed of reich on the free rigid body with its attitude, against a loop written for it by hand: the same
 * iteration, the same updates, for three dimensions, in plain doubles.  Both run to the same round-off: their last
 * states agree.  Ratios of one run on one machine. */
#include "bench_fixture.h"

#include <string.h>

#include "integrators/steps/stepper.h"

enum { BODY_STEPS = 200000, ROUNDS = 5, STATE = 12 };

struct by_hand {
    double h, alpha[3], ws[6], x[STATE], low[STATE];
    unsigned long sweeps;
};

static void add_by_hand(double *x, double *low, double increment)
{
    double owed = *low + increment, sum = *x + owed;

    *low = (*x - sum) + owed;
    *x = sum;
}

/* e = ws + wa, of ws = (11, 12, 13, 22, 23, 33) */
static void place_by_hand(const struct by_hand *w, const double *ratio, const double *given, double e[3][3])
{
    static const int row[3] = {0, 0, 1}, column[3] = {1, 2, 2}, at[3] = {1, 2, 4};

    e[0][0] = w->ws[0];
    e[1][1] = w->ws[3];
    e[2][2] = w->ws[5];
    for (int k = 0; k < 3; k++) {
        double wa = ratio[k] * w->ws[at[k]] - given[k];

        e[row[k]][column[k]] = w->ws[at[k]] + wa;
        e[column[k]][row[k]] = w->ws[at[k]] - wa;
    }
}

static void rotate_by_hand(struct by_hand *w, double e[3][3])
{
    const double *a = w->alpha;
    const double sum[3] = {a[0] + a[1], a[0] + a[2], a[1] + a[2]};
    const double ratio[3] = {(a[1] - a[0]) / sum[0], (a[2] - a[0]) / sum[1], (a[2] - a[1]) / sum[2]};
    const double given[3] = {w->h * w->x[0] / sum[0], w->h * w->x[1] / sum[1], w->h * w->x[2] / sum[2]};
    double previous = INFINITY;

    for (int sweep = 0; sweep < 200; sweep++) {
        double change = 0, size = 0;

        place_by_hand(w, ratio, given, e);
        for (int i = 0, k = 0; i < 3; i++) {
            for (int j = i; j < 3; j++, k++) {
                double next = -0.5 * (e[0][i] * e[0][j] + e[1][i] * e[1][j] + e[2][i] * e[2][j]);

                change = fmax(change, fabs(next - w->ws[k]));
                size = fmax(size, fabs(next));
                w->ws[k] = next;
            }
        }
        w->sweeps++;
        if (change == 0 || (change >= previous && change <= 4096 * 0x1p-53 * size))
            break;
        previous = change;
    }
    place_by_hand(w, ratio, given, e);
}

static void step_by_hand(struct by_hand *w)
{
    double e[3][3], em[3][3] = {{0}}, increment[STATE];
    const double m[3][3] = {{0, w->x[0], w->x[1]}, {-w->x[0], 0, w->x[2]}, {-w->x[1], -w->x[2], 0}};

    rotate_by_hand(w, e);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            em[i][j] = e[i][0] * m[0][j] + e[i][1] * m[1][j] + e[i][2] * m[2][j];
    }
    for (int i = 0, k = 0; i < 3; i++) {
        for (int j = i + 1; j < 3; j++, k++)
            increment[k] = em[i][j] - em[j][i] + em[i][0] * e[j][0] + em[i][1] * e[j][1] + em[i][2] * e[j][2];
    }
    for (int r = 0; r < 3; r++) {
        const double *q = w->x + 3 + 3 * r;

        for (int i = 0; i < 3; i++)
            increment[3 + 3 * r + i] = e[i][0] * q[0] + e[i][1] * q[1] + e[i][2] * q[2];
    }
    for (int i = 0; i < STATE; i++)
        add_by_hand(w->x + i, w->low + i, increment[i]);
}

int main(void)
{
    struct error error = {""};
    struct problem *problem = problem_create("rigid-body", NULL, NULL, 0, NULL, &error);
    struct method method;
    struct setup setup = {.rounding = {.coefficients = COEFFICIENTS_ROUNDED}};
    double ours = INFINITY, by_hand = INFINITY, distance = 0, sweeps[2] = {0};
    mpq_t step;

    if (!problem || !method_find("reich", &method, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    mpq_init(step);
    mpq_set_ui(step, 1, 10);
    setup.system = problem->system;
    setup.method = &method;
    setup.projection = projection_find("none");
    setup.step = step;
    setup.initial = problem_initial_values(problem, 128);
    setup.secular = problem->model->secular;
    for (int round = 0; round < ROUNDS; round++) {
        struct stepper_double *stepper = method.family->create_double(&setup);
        struct by_hand hand = {.h = 0.1, .alpha = {0.44, 0.5, 1}};
        double start = seconds_now(), middle;

        memcpy(hand.x, stepper->q, sizeof hand.x);
        for (int n = 0; n < BODY_STEPS; n++)
            stepper->step(stepper);
        middle = seconds_now();
        for (int n = 0; n < BODY_STEPS; n++)
            step_by_hand(&hand);
        by_hand = fastest(by_hand, seconds_now() - middle);
        ours = fastest(ours, middle - start);
        distance = 0;
        for (int i = 0; i < STATE; i++)
            distance = fmax(distance, fabs(stepper->q[i] - hand.x[i]));
        sweeps[0] = (double)stepper->counts(stepper).residual_evaluations / BODY_STEPS;
        sweeps[1] = (double)hand.sweeps / BODY_STEPS;
        stepper->destroy(stepper);
    }
    printf("reich on rigid-body, double, %d steps, best of %d rounds in turn\n", BODY_STEPS, ROUNDS);
    printf("  assay    %.2f sweeps a step\n", sweeps[0]);
    printf("  by hand  %.2f sweeps a step; the last states differ by %.1e\n", sweeps[1], distance);
    printf("  time of assay / time by hand = %.2f (at most 3)\n", ours / by_hand);
    number_block_destroy(setup.initial);
    problem_destroy(problem);
    mpq_clear(step);
    return ours / by_hand <= 3 && distance < 1e-9 ? 0 : 1;
}
