/* Equations from expressions for the tests of Newton's method, and solving them in double and in MPFR.
 *
 * One program, evaluated in every arithmetic: r(x; data).  Noise may be added to the residuals. */
#ifndef ASSAY_TESTS_NEWTON_FIXTURE_H
#define ASSAY_TESTS_NEWTON_FIXTURE_H

#include "tests/cell_fixture.h"

#include "numerics/evaluator.h"
#include "numerics/newton.h"
#include "numerics/vector.h"

enum { MOST = 4, X = 0, DATA = 1 };

/* -- equations from expressions -- */

struct problem_in_x {
    size_t n;
    struct graph *graph;
    struct program *program;
    double noise; /* added to every residual: at least this large, another at every evaluation */
};

/* Noise of alternating sign, in [1, 2) times `noise`: two evaluations never agree. */
struct noise {
    double size;
    unsigned long evaluations;
    uint64_t seed;
};

static inline double next_noise(struct noise *noise)
{
    double sign = noise->evaluations % 2 ? 1 : -1;

    return sign * noise->size * (1.5 + fixture_random_real(&noise->seed) / 2);
}

/* Noise goes into the arithmetics that have numbers of their own; the matrix stays clean. */
static inline void add_noise_double(double *r, double noise)
{
    *r += noise;
}

static inline void add_noise_mpfr(real_mpfr *r, double noise)
{
    mpfr_add_d(r, r, noise, MPFR_RNDN);
}

static inline void add_noise_dual(real_dual *r, double noise)
{
    (void)r;
    (void)noise;
}

static inline void add_noise_tangent(real_tangent *r, double noise)
{
    (void)r;
    (void)noise;
}

static inline void add_noise_lanes(real_lanes *r, double noise)
{
    *r += noise;
}

#define DEFINE_EQUATIONS(A)                                                                                  \
    struct expression_equations_##A {                                                                        \
        struct evaluator_##A *evaluator;                                                                     \
        struct noise noise;                                                                                  \
    };                                                                                                       \
    static inline void residual_##A(void *context, const real_##A *data, const real_##A *x, real_##A *r)     \
    {                                                                                                        \
        struct expression_equations_##A *w = context;                                                        \
                                                                                                             \
        evaluator_run_##A(w->evaluator, 1, (const real_##A *const[]){x, data}, (real_##A *const[]){r});      \
        if (w->noise.size > 0)                                                                               \
            add_noise_##A(r, next_noise(&w->noise));                                                         \
        w->noise.evaluations++;                                                                              \
    }                                                                                                        \
    static inline void destroy_##A(void *context)                                                            \
    {                                                                                                        \
        struct expression_equations_##A *w = context;                                                        \
                                                                                                             \
        evaluator_destroy_##A(w->evaluator);                                                                 \
        free(w);                                                                                             \
    }                                                                                                        \
    static inline struct equations_##A equations_##A(const struct problem_in_x *problem) {                   \
        struct expression_equations_##A *w = memory_create(1, sizeof *w);                                    \
                                                                                                             \
        w->evaluator = evaluator_create_##A(problem->program, 1);                                            \
        w->noise = (struct noise){problem->noise, 0, 99};                                                    \
        return (struct equations_##A){problem->n, 1, residual_##A, destroy_##A, w};                          \
    }
EACH_ARITHMETIC(DEFINE_EQUATIONS)

static inline expression input(struct graph *graph, size_t i)
{
    return graph_input(graph, X, i);
}

static inline expression data(struct graph *graph)
{
    return graph_input(graph, DATA, 0);
}

static inline expression number(struct graph *graph, long value)
{
    return graph_integer(graph, value);
}

static inline struct problem_in_x problem_compile(struct graph *graph, size_t n, const expression *r)
{
    const struct program_block blocks[] = {{n, false}, {1, false}};
    const struct program_output output = {n, r};

    return (struct problem_in_x){n, graph, program_create(2, blocks, 1, &output), 0};
}

static inline void problem_release(struct problem_in_x *problem)
{
    program_destroy(problem->program);
    graph_destroy(problem->graph);
}

#define BINARY(operation, a, b) graph_binary(graph, OPERATION_##operation, a, b)
#define UNARY(operation, a)     graph_unary(graph, OPERATION_##operation, a)

/* x^2 - data */
static inline struct problem_in_x square(void)
{
    struct graph *graph = graph_create();
    expression x = input(graph, 0), r = BINARY(SUBTRACT, BINARY(MULTIPLY, x, x), data(graph));

    return problem_compile(graph, 1, &r);
}

/* -- solving -- */

struct solution {
    enum newton_status status;
    mpfr_t x[MOST];
    struct newton_counts counts;
    double last_size;
};

static inline void solution_clear(struct solution *solution)
{
    for (size_t i = 0; i < MOST; i++)
        mpfr_clear(solution->x[i]);
}

static inline void solution_init(struct solution *solution)
{
    for (size_t i = 0; i < MOST; i++) {
        mpfr_init2(solution->x[i], CELL_MOST_BITS + 64);
        mpfr_set_nan(solution->x[i]);
    }
}

static inline struct solution solve_in_double(const struct problem_in_x *problem, double parameter,
                                              const double *guess)
{
    struct newton_double *newton =
        newton_create_double(equations_double(problem), equations_dual(problem), NULL);
    double start[MOST], x[MOST] = {0};
    struct solution solution;

    solution_init(&solution);
    memcpy(start, guess, problem->n * sizeof *start);
    solution.status = newton_solve_double(newton, &parameter, 1, start, x);
    solution.counts = *newton_counts_double(newton);
    solution.last_size = newton_last_size_double(newton);
    for (size_t i = 0; i < problem->n; i++)
        mpfr_set_d(solution.x[i], x[i], MPFR_RNDN);
    newton_destroy_double(newton);
    return solution;
}

static inline struct solution solve_in_mpfr(const struct problem_in_x *problem, double parameter,
                                            const double *guess, long bits)
{
    struct problem_in_x clean = *problem;
    double start[MOST];
    struct solution solution;
    struct newton_mpfr *newton;
    real_mpfr *at, *x;

    mpfr_precision_set(bits);
    clean.noise = 0;
    newton =
        newton_create_mpfr(equations_mpfr(problem), equations_dual(problem),
                           newton_create_double(equations_double(&clean), equations_dual(problem), NULL));
    at = vector_create_mpfr(1);
    x = vector_create_mpfr(problem->n);
    solution_init(&solution);
    memcpy(start, guess, problem->n * sizeof *start);
    mpfr_set_d(at, parameter, MPFR_RNDN);
    solution.status = newton_solve_mpfr(newton, at, 1, start, x);
    solution.counts = *newton_counts_mpfr(newton);
    solution.last_size = newton_last_size_mpfr(newton);
    for (size_t i = 0; i < problem->n; i++)
        mpfr_set(solution.x[i], x + i, MPFR_RNDN);
    vector_destroy_mpfr(at);
    vector_destroy_mpfr(x);
    newton_destroy_mpfr(newton);
    return solution;
}

/* bits 0: double */
static inline struct solution solve(const struct problem_in_x *problem, double parameter, const double *guess,
                                    long bits)
{
    return bits ? solve_in_mpfr(problem, parameter, guess, bits) : solve_in_double(problem, parameter, guess);
}

/* |x - y| 2^bits */
static inline double units(mpfr_srcptr x, mpfr_srcptr y, long bits)
{
    mpfr_t error;
    double result;

    mpfr_init2(error, mpfr_get_prec(x));
    mpfr_sub(error, x, y, MPFR_RNDN);
    mpfr_mul_2si(error, error, bits ? bits : 53, MPFR_RNDN);
    result = fabs(mpfr_get_d(error, MPFR_RNDN));
    mpfr_clear(error);
    return result == result ? result : INFINITY;
}

#endif
