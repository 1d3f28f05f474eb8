/* What the tests of jets share: expressions in WIDTH inputs, compiled and expanded to ORDER, and random
 * series. */
#ifndef ASSAY_TESTS_JET_FIXTURE_H
#define ASSAY_TESTS_JET_FIXTURE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "numerics/jets/jet.h"

enum { ORDER = 40, WIDTH = 12 };

/* One or more expressions in WIDTH inputs, compiled and expanded. */
struct fixture {
    struct graph *graph;
    struct program *program;
    struct jet *jet;
    mpfr_prec_t precision;
};

static unsigned long seed = 20260717;

static inline double uniform(void)
{
    seed = (seed * 6364136223846793005UL + 1442695040888963407UL);
    return (double)(seed >> 11) * 0x1p-53;
}

static inline expression x(struct fixture *f, size_t i)
{
    return graph_input(f->graph, 0, i);
}

static inline expression unary(struct fixture *f, enum operation operation, expression a)
{
    return graph_unary(f->graph, operation, a);
}

static inline expression binary(struct fixture *f, enum operation operation, expression a, expression b)
{
    return graph_binary(f->graph, operation, a, b);
}

static inline expression square(struct fixture *f, expression a)
{
    return binary(f, OPERATION_MULTIPLY, a, a);
}

static inline void compile(struct fixture *f, const expression *outputs, size_t count, mpfr_prec_t precision)
{
    struct program_block input = {.width = WIDTH, .uniform = false};
    struct program_output output = {.width = count, .expressions = outputs};

    for (size_t i = 0; i < count; i++)
        assert_non_null(outputs[i]);
    f->program = program_create(1, &input, 1, &output);
    f->jet = jet_create(f->program, ORDER, precision);
    f->precision = precision;
}

static inline void release(struct fixture *f)
{
    jet_destroy(f->jet);
    program_destroy(f->program);
    graph_destroy(f->graph);
}

static inline bool extend_to(struct jet *jet, size_t order)
{
    for (size_t k = 0; k <= order; k++) {
        if (!jet_extend(jet, k))
            return false;
    }
    return true;
}

/* x_0(t) = base + t; all other inputs zero. */
static inline void set_line(struct fixture *f, double base)
{
    for (size_t i = 0; i < WIDTH; i++) {
        for (size_t k = 0; k <= ORDER; k++)
            mpfr_set_zero(jet_input(f->jet, 0, i, k), 1);
    }
    mpfr_set_d(jet_input(f->jet, 0, 0, 0), base, MPFR_RNDN);
    mpfr_set_ui(jet_input(f->jet, 0, 0, 1), 1, MPFR_RNDN);
}

/* Every input: a value in (0.3, 0.7) and a random polynomial that stays near it for |t| <= 2. */
static inline void set_random(struct fixture *f, size_t degree)
{
    for (size_t i = 0; i < WIDTH; i++) {
        for (size_t k = 0; k <= ORDER; k++) {
            double random = uniform();
            double value = k == 0        ? 0.3 + 0.4 * random
                           : k <= degree ? ldexp(random - 0.5, -2 * (int)k - 1)
                                         : 0.0;

            mpfr_set_d(jet_input(f->jet, 0, i, k), value, MPFR_RNDN);
            mpfr_div_ui(jet_input(f->jet, 0, i, k), jet_input(f->jet, 0, i, k), k == 0 ? 1 : 3, MPFR_RNDN);
        }
    }
}

static inline mpfr_prec_t random_precision(void)
{
    return 60 + (mpfr_prec_t)(440 * uniform());
}

/* max_k |output i - output j|_k step^k, as a power of two relative to the precision: 0 is one unit of
 * round-off. */
static inline double distance(const struct fixture *f, size_t i, size_t j, double step)
{
    double largest = -INFINITY;
    mpfr_t difference;

    mpfr_init2(difference, f->precision + 64);
    for (size_t k = 0; k <= ORDER; k++) {
        mpfr_sub(difference, jet_output(f->jet, 0, i, k), jet_output(f->jet, 0, j, k), MPFR_RNDN);
        if (!mpfr_zero_p(difference))
            largest = fmax(largest, (double)mpfr_get_exp(difference) + (double)k * log2(step));
    }
    mpfr_clear(difference);
    return largest + (double)f->precision;
}

/* Prints the seed, or takes the one in the environment. */
static inline void announce_seed(void)
{
    const char *given = getenv("ASSAY_SEED");

    if (given)
        seed = strtoul(given, NULL, 10);
    printf("seed %lu (set ASSAY_SEED to run another)\n", seed);
}

#endif
