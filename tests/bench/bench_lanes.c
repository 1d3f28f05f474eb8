/* A trajectory in an ensemble against the same trajectory alone in double, in ratios of programs run in turn.
 *
 * 64 points around the initial data; every build of `lanes` that runs here.
 *
 * What lanes cannot gain: sin, cos and log are the same calls of the C library in both, one for each lane; Newton's
 * matrices are evaluated lane by lane; eight lanes iterate until the last is done (on the point vortices 27 of a
 * hundred evaluations more than alone, on the bicycle 2).  So rational models whose matrix costs little have the largest
 * bounds.  On the bicycle sin and cos take 0.35 of the time alone, which nothing brings down but a faster C library:
 * where the rest gains g, 1 / (0.35 + 0.65 / g) is gained, 2.0 at most if it gained as much as the rational model. */
#include <math.h>
#include <mpfr.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tests/bench/bench_fixture.h"
#include "integrators/methods/method.h"
#include "measures/ensemble/ensemble.h"

enum { MEMBERS = 64, MOST_DIMENSIONS = 12, MOST_BUILDS = 3 };

/* What x86-64-v3 and x86-64-v4 are to gain at least; the plain build need not. */
struct gain {
    double v3, v4;
};
static const struct gain OF_ARITHMETIC = {3.2, 4.5}, WITH_MATRICES = {2, 2},
                         WITH_CALLS = {1.64, 1.77}; /* g = 2.5, 3 */

struct problem_of_bench {
    const char *method, *model, *projection;
    double spread;
    const struct gain *least;
};

static double time_alone(struct bench *bench, const double *points, unsigned long steps)
{
    struct stepper_double *stepper = bench->method.family->create_double(&bench->setup);
    double start;

    start = seconds_now();
    for (size_t k = 0; k < MEMBERS; k++) {
        memcpy(stepper->q, points + k * stepper->dimension, stepper->dimension * sizeof(double));
        stepper->start(stepper);
        for (unsigned long n = 0; n < steps; n++)
            stepper->step(stepper);
    }
    start = seconds_now() - start;
    stepper->destroy(stepper);
    return start;
}

static double time_together(struct bench *bench, const double *points, unsigned long steps,
                            const struct ensemble_build_double *build, struct newton_counts *counts)
{
    double start;
    void *group = build->create(&bench->setup, bench->method.family);
    struct ensemble_member member[LANES];

    start = seconds_now();
    for (size_t k = 0; k < MEMBERS; k += LANES) {
        build->start(group, points + k * bench->problem->model->dimension, LANES);
        build->advance(group, steps, member);
    }
    start = seconds_now() - start;
    *counts = build->counts(group);
    build->destroy(group);
    return start;
}

static double find_bound(const struct ensemble_build_double *build, const struct gain *least)
{
    if (strcmp(build->name, "x86-64-v4") == 0)
        return least->v4;
    return strcmp(build->name, "x86-64-v3") == 0 ? least->v3 : 0;
}

static bool measure(const struct problem_of_bench *of, int rounds, unsigned long steps)
{
    struct bench bench;
    double points[MEMBERS * MOST_DIMENSIONS], alone = INFINITY, together[MOST_BUILDS];
    struct newton_counts counts = {0};
    uint64_t seed = 4711;
    bool within = true;
    size_t d;
    struct error error;

    prepare_model(&bench, of->model, 256);
    method_find(of->method, &bench.method, &error);
    if (!*bench.method.tableau)
        bench.setup.tableau = NULL;
    bench.setup.projection = projection_find(of->projection);
    d = bench.problem->model->dimension;
    for (size_t i = 0; i < MEMBERS * d; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        points[i] =
            mpfr_get_d(bench.initial[i % d], MPFR_RNDN) + of->spread * ((double)(seed >> 11) * 0x1p-52 - 1);
    }
    for (int round = 0; round < rounds; round++) {
        alone = fastest(alone, time_alone(&bench, points, steps));
        for (size_t k = 0; ensemble_build(k); k++) {
            double time = time_together(&bench, points, steps, ensemble_build(k), &counts);

            together[k] = round ? fastest(together[k], time) : time;
        }
    }
    printf("%s %s on %s: %d trajectories, %lu steps, best of %d rounds in turn\n", of->method, of->projection,
           of->model, MEMBERS, steps, rounds);
    printf("  %.2f evaluations, %.3f matrices a step; %.2f us a step in double\n",
           (double)counts.residual_evaluations / MEMBERS / (double)steps,
           (double)counts.matrix_evaluations / MEMBERS / (double)steps,
           1e6 * alone / MEMBERS / (double)steps);
    for (size_t k = 0; ensemble_build(k); k++) {
        double gain = alone / together[k], bound = find_bound(ensemble_build(k), of->least);

        printf("  time in double / time in lanes, %-10s %.2f (at least %.2f)\n", ensemble_build(k)->name,
               gain, bound);
        within &= gain >= bound;
    }
    release(&bench);
    return within;
}

int main(int arguments, char **argument)
{
    static const struct problem_of_bench problems[] = {
        {"gauss-3", "./tests/data/rational.lua", "none", 0.05, &OF_ARITHMETIC},
        {"gauss-3", "./tests/data/rational.lua", "symmetric", 0.05, &OF_ARITHMETIC},
        {"gauss-3", "lotka-volterra", "none", 0.05, &WITH_MATRICES},
        {"gauss-3", "point-vortices", "none", 0.01, &WITH_MATRICES},
        {"gauss-3", "point-vortices", "symmetric", 0.01, &WITH_MATRICES},
        {"rattle", "double-spherical-pendulum", "none", 0.01, &OF_ARITHMETIC},
        {"index-one:gauss-3", "bicycle", "none", 0.01, &WITH_CALLS},
    };
    int rounds = arguments > 1 ? atoi(argument[1]) : 15;
    bool within = true;

    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++)
        within &= measure(problems + i, rounds, 200);
    return within ? 0 : 1;
}
