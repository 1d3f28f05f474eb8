/* What the benchmarks share: the problem, the clock.  Included by the benchmarks alone. */
#ifndef ASSAY_BENCH_FIXTURE_H
#define ASSAY_BENCH_FIXTURE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "measures/run/problem.h"
#include "integrators/steps/setup.h"
#include "numerics/number_block.h"

enum { S = 3, D = 2, N = S * D };

static inline double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct bench {
    struct problem *problem;
    struct method method;
    struct tableau *tableau;
    mpfr_t *initial;
    mpq_t step;
    struct setup setup;
};

static inline void prepare_model(struct bench *bench, const char *model, mpfr_prec_t bits)
{
    struct error error = {""};

    bench->problem = problem_create(model, NULL, NULL, 0, NULL, &error);
    bench->tableau = tableau_create("gauss-3", bits, &error);
    if (!bench->problem || !bench->tableau || !method_find("gauss-3", &bench->method, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    bench->initial = problem_initial_values(bench->problem, bits);
    mpq_init(bench->step);
    mpq_set_ui(bench->step, 1, 10);
    bench->setup = (struct setup){
        .method = &bench->method,
        .system = bench->problem->system,
        .tableau = bench->tableau,
        .projection = projection_find("none"),
        .step = bench->step,
        .initial = bench->initial,
        .secular = bench->problem->model->secular,
    };
}

static inline void prepare(struct bench *bench, mpfr_prec_t bits)
{
    prepare_model(bench, "lotka-volterra", bits);
}

static inline void release(struct bench *bench)
{
    number_block_destroy(bench->initial);
    tableau_destroy(bench->tableau);
    problem_destroy(bench->problem);
    mpq_clear(bench->step);
}

static inline int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Of n numbers, which are put into order */
static inline double median(double *x, size_t n)
{
    qsort(x, n, sizeof *x, compare_numbers);
    return x[n / 2];
}

static inline double fastest(double a, double b)
{
    return a < b ? a : b;
}

#endif
