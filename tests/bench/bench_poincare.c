/* Poincare's integral invariants at the size of the paper's figures: a loop of 2000 points and a surface of
 * 101 x 101, over 1000 steps, floor included.
 *
 * Seconds by the clock on the wall: one trajectory after the other in double, eight at a time, and these in
 * one process for each processor, all with the same bits.  They depend on the machine and on what else it
 * does, and are printed, not judged; that each is a matter of minutes is. */
#include <mpfr.h>
#include <stdio.h>

#include "tests/bench/bench_fixture.h"
#include "measures/poincare/cell_poincare.h"
#include "harness/run/pool.h"

static const double MOST_SECONDS = 600; /* for one of them */

struct size {
    int order;
    size_t points;
    const char *name;
};

static double wall_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* processes = 0: one trajectory after the other in double, in one process. */
static bool measure(const struct cell_request *cell, const struct size *size, size_t processes)
{
    struct cell_request request = *cell;
    struct method_family without_lanes = *cell->method.family;
    struct error error = {""};
    struct cell_poincare *result;
    double seconds = wall_seconds();

    without_lanes.lanes = NULL;
    if (processes == 0)
        request.method.family = &without_lanes;
    request.processes = processes;
    result = cell_poincare_create(&request, size->order, NULL, size->points, &error);
    seconds = wall_seconds() - seconds;
    if (!result) {
        fprintf(stderr, "%s\n", error.text);
        return false;
    }
    printf("  %-20s  %s%zu process%s  %6.1f s (at most %.0f); noncanonical drift %.1e, floor %.1e\n",
           size->name, processes ? "8 at a time, " : "1 at a time, ", processes ? processes : 1,
           processes > 1 ? "es" : "  ", seconds, MOST_SECONDS,
           result->drift->form[POINCARE_NONCANONICAL].maximum, result->floor[POINCARE_NONCANONICAL]);
    fflush(stdout);
    cell_poincare_destroy(result);
    return seconds <= MOST_SECONDS;
}

int main(void)
{
    static const struct size sizes[] = {{1, 2000, "loop of 2000 points"}, {2, 101, "surface of 101 x 101"}};
    struct cell_request request = {
        .projection = projection_find("symmetric"), .steps = 1000, .every = 100, .bits = CELL_DOUBLE};
    struct bench bench;
    struct error error = {""};
    bool within = true;

    prepare_model(&bench, "guiding-centre-symmetric", 256);
    mpq_set_ui(bench.step, 10, 1);
    request.problem = bench.problem;
    request.step = bench.step;
    if (!method_find("gauss-2", &request.method, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    printf("gauss-2 symmetric on guiding-centre-symmetric: %lu steps and as many unprojected, observed every "
           "%lu\n",
           request.steps, request.every);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        within &= measure(&request, sizes + i, 0);
        within &= measure(&request, sizes + i, 1);
        if (pool_processors() > 1)
            within &= measure(&request, sizes + i, pool_processors());
    }
    release(&bench);
    return within ? 0 : 1;
}
