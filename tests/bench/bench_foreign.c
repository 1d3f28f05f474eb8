/* What an audit adds to the steps of a method that is not ours: whole runs, measured as audits measure them, against the
 * steps alone.
 *
 *     shared object   the steps alone: its step, called in a loop, with the model's right-hand side behind it
 *     program         the steps alone: the lines that are exchanged for them
 *
 * Both in ratios of what is run in turn, on the Henon-Heiles model; a run may cost twice its steps, and must end in the
 * same state. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ASSAY_DECLARATIONS_ALONE
#include "clients/c/assay_method.h"
#include "integrators/foreign/foreign_caller.h"
#include "integrators/foreign/foreign_library.h"
#include "integrators/foreign/foreign_method.h"
#include "integrators/methods/projection.h"
#include "measures/run/problem.h"
#include "measures/run/trajectory.h"
#include "numerics/evaluator.h"
#include "numerics/number_block.h"

enum { DIMENSION = 4, MOST = 2 };

struct bench {
    struct problem *problem;
    mpfr_t *initial;
    mpq_t step;
    struct method method;
    struct setup setup;
    unsigned long steps;
    int rounds; /* more of short ones, so that some of them have the processor to themselves */
    double end[DIMENSION], end_alone[DIMENSION];
};

static double seconds(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- whole runs ---- */

static void run(struct bench *bench)
{
    struct trajectory_request request = {.steps = bench->steps};
    struct trajectory *trajectory =
        trajectory_run_double(&bench->setup, bench->method.family->create_double(&bench->setup), &request);

    for (int i = 0; i < DIMENSION; i++)
        bench->end[i] = mpfr_get_d(trajectory->q[i], MPFR_RNDN);
    trajectory_destroy(trajectory);
}

/* ---- steps alone ---- */

static void rhs(const struct assay_call_double *call, size_t points, const double *t, const double *z,
                double *f)
{
    (void)t;
    evaluator_run_double(call->assay, points, (const double *const[]){z}, (double *const[]){f});
}

static void step_object(struct bench *bench)
{
    double work[8 * DIMENSION], t = 0, h = mpq_get_d(bench->step), *z = bench->end_alone;
    void *library = foreign_library_open(foreign_method_of(&bench->method)->copy);
    const struct assay_method_double *method = dlsym(library, "assay_methods_double");
    struct assay_call_double call = {.dimension = DIMENSION,
                                     .t = &t,
                                     .h = &h,
                                     .work = work,
                                     .bits = 53,
                                     .rhs = rhs,
                                     .assay = evaluator_create_double(bench->setup.system->velocity, 1)};

    for (int i = 0; i < DIMENSION; i++)
        z[i] = mpfr_get_d(bench->initial[i], MPFR_RNDN);
    for (unsigned long n = 0; n < bench->steps; n++) {
        method->step(&call, z);
        t += h;
    }
    evaluator_destroy_double(call.assay);
}

static void step_program(struct bench *bench)
{
    struct foreign_caller_double *caller = foreign_lines_create_double(&bench->setup);
    double t = 0, h = mpq_get_d(bench->step), *z = bench->end_alone;

    for (int i = 0; i < DIMENSION; i++)
        z[i] = mpfr_get_d(bench->initial[i], MPFR_RNDN);
    for (unsigned long n = 0; n < bench->steps; n++) {
        caller->advance(caller, 1, &t, &h, z);
        t += h;
    }
    caller->destroy(caller);
}

/* ---- the comparison ---- */

static double measure(struct bench *bench, void (*act)(struct bench *bench), clockid_t clock)
{
    const double start = seconds(clock);

    act(bench);
    return seconds(clock) - start;
}

static bool compare(struct bench *bench, const char *what, void (*alone)(struct bench *bench),
                    clockid_t clock)
{
    double best_run = INFINITY, best_alone = INFINITY;
    bool same = true;

    for (int round = 0; round < bench->rounds; round++) {
        best_run = fmin(best_run, measure(bench, run, clock));
        best_alone = fmin(best_alone, measure(bench, alone, clock));
        same = same && memcmp(bench->end, bench->end_alone, sizeof bench->end) == 0;
    }
    printf("%-14s %7.2f us a step, %.2f times the step alone (at most %d)%s\n", what,
           1e6 * best_run / (double)bench->steps, best_run / best_alone, MOST,
           same ? "" : "; the last states differ");
    return same && best_run <= MOST * best_alone;
}

static void prepare(struct bench *bench, struct foreign_method *foreign, unsigned long steps, int rounds)
{
    bench->method = foreign_method_method(foreign);
    bench->steps = steps;
    bench->rounds = rounds;
    bench->setup = (struct setup){.method = &bench->method,
                                  .system = bench->problem->system,
                                  .projection = projection_find("none"),
                                  .step = bench->step,
                                  .initial = bench->initial,
                                  .secular = bench->problem->model->secular};
}

static void require(const void *there, const struct error *error)
{
    if (there)
        return;
    fprintf(stderr, "%s\n", error->text);
    exit(1);
}

/* Arguments: the shared object, and the program's command. */
int main(int count, char **argument)
{
    struct error error = {""};
    struct bench bench = {.problem = problem_create("henon-heiles", NULL, NULL, 0, NULL, &error)};
    struct foreign_method **object, **program;
    size_t methods;
    bool good;

    if (count != 3)
        return 1;
    require(bench.problem, &error);
    require(object = foreign_method_create_library(argument[1], &methods, &error), &error);
    require(program = foreign_method_create_all(argument[2], "", &methods, &error), &error);
    bench.initial = problem_initial_values(bench.problem, 53);
    mpq_init(bench.step);
    mpq_set_ui(bench.step, 1, 64);
    prepare(&bench, *object, 20000, 199);
    good = compare(&bench, "shared object", step_object, CLOCK_MONOTONIC);
    prepare(&bench, *program, 300, 9);
    good = compare(&bench, "program", step_program, CLOCK_MONOTONIC) && good;
    return good ? 0 : 1;
}
