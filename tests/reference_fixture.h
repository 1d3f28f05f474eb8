/* What the tests of reference solutions share: models put together by hand, and helpers on results. */
#ifndef ASSAY_TESTS_REFERENCE_FIXTURE_H
#define ASSAY_TESTS_REFERENCE_FIXTURE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "reference/reference.h"

enum { MAXIMAL_DIMENSION = 4 };

/* A model put together by hand; its coordinates are called a, b below. */
struct fixture {
    struct graph *graph;
    struct system *system;
    struct model_named_expression invariant;
    expression theta[MAXIMAL_DIMENSION];
    expression initial[MAXIMAL_DIMENSION];
    struct model model;
};

static inline expression x(struct fixture *f, size_t i)
{
    return graph_input(f->graph, MODEL_BLOCK_COORDINATES, i);
}

static inline expression constant(struct fixture *f, const char *text)
{
    struct error error = {""};
    expression value = graph_parse(f->graph, text, &error);

    if (!value)
        fail_msg("%s: %s", text, error.text);
    return value;
}

static inline expression plus(struct fixture *f, expression a, expression b)
{
    return graph_binary(f->graph, OPERATION_ADD, a, b);
}

static inline expression minus(struct fixture *f, expression a, expression b)
{
    return graph_binary(f->graph, OPERATION_SUBTRACT, a, b);
}

static inline expression times(struct fixture *f, expression a, expression b)
{
    return graph_binary(f->graph, OPERATION_MULTIPLY, a, b);
}

static inline expression over(struct fixture *f, expression a, expression b)
{
    return graph_binary(f->graph, OPERATION_DIVIDE, a, b);
}

static inline expression unary(struct fixture *f, enum operation operation, expression a)
{
    return graph_unary(f->graph, operation, a);
}

static inline expression norm(struct fixture *f, expression a, expression b)
{
    return plus(f, times(f, a, a), times(f, b, b));
}

static inline void start(struct fixture *f, size_t dimension)
{
    *f = (struct fixture){.graph = graph_create()};
    f->model.name = "test";
    f->model.graph = f->graph;
    f->model.dimension = dimension;
    f->model.theta = f->theta;
    f->model.invariant = &f->invariant;
}

static inline void finish(struct fixture *f, expression hamiltonian, const char *const *initial)
{
    f->model.hamiltonian = hamiltonian;
    for (size_t i = 0; i < f->model.dimension; i++)
        f->initial[i] = constant(f, initial[i]);
    f->system = system_create(&f->model);
    assert_non_null(f->system);
}

static inline void release(struct fixture *f)
{
    system_destroy(f->system);
    graph_destroy(f->graph);
}

/* theta = (0, a): a' = -dH/db, b' = dH/da. */
static inline void canonical(struct fixture *f)
{
    start(f, 2);
    f->theta[0] = constant(f, "0");
    f->theta[1] = x(f, 0);
}

/* theta = (b/2, -a/2), H = (a^2 + b^2)/2: (a, b) turns clockwise at rate 1. */
static inline void rotation(struct fixture *f)
{
    start(f, 2);
    f->theta[0] = over(f, x(f, 1), constant(f, "2"));
    f->theta[1] = over(f, x(f, 0), constant(f, "-2"));
    finish(f, over(f, norm(f, x(f, 0), x(f, 1)), constant(f, "2")), (const char *[]){"3/7", "sqrt(2)"});
}

/* a' = -b, b' = -3 a on its stable line: (1, sqrt 3) exp(-sqrt(3) t), and every error grows like exp(sqrt(3)
 * t). */
static inline void saddle(struct fixture *f)
{
    canonical(f);
    expression kinetic = times(f, x(f, 1), x(f, 1)),
               potential = times(f, constant(f, "3"), times(f, x(f, 0), x(f, 0)));

    finish(f, over(f, minus(f, kinetic, potential), constant(f, "2")), (const char *[]){"1", "sqrt(3)"});
}

static inline void lotka_volterra(struct fixture *f)
{
    start(f, 2);
    expression log_a = unary(f, OPERATION_LOG, x(f, 0)), log_b = unary(f, OPERATION_LOG, x(f, 1));

    f->theta[0] = plus(f, over(f, log_b, x(f, 0)), x(f, 1));
    f->theta[1] = x(f, 0);
    finish(f, minus(f, minus(f, plus(f, x(f, 0), x(f, 1)), log_a), times(f, constant(f, "2"), log_b)),
           (const char *[]){"1", "1"});
}

static inline void massless_charged_particle(struct fixture *f)
{
    start(f, 2);
    expression half_s = over(f, plus(f, constant(f, "1"), norm(f, x(f, 0), x(f, 1))), constant(f, "2"));

    f->theta[0] = times(f, constant(f, "-1"), times(f, half_s, x(f, 1)));
    f->theta[1] = times(f, half_s, x(f, 0));
    finish(f, plus(f, unary(f, OPERATION_COS, x(f, 0)), unary(f, OPERATION_SIN, x(f, 1))),
           (const char *[]){"1", "1"});
}

/* Two equal vortices, S_i = 1 (`linear`) or 1 + x_i^2 + y_i^2; the invariant is the angular momentum. */
static inline void point_vortices(struct fixture *f, bool linear, const char *strength,
                                  const char *const *initial)
{
    start(f, 4);
    expression s[2], g = constant(f, strength), two = constant(f, "2"), momentum = constant(f, "0");

    for (size_t i = 0; i < 2; i++) {
        expression r = norm(f, x(f, 2 * i), x(f, 2 * i + 1));

        s[i] = linear ? constant(f, "1") : plus(f, constant(f, "1"), r);
        expression weight = over(f, times(f, g, s[i]), two);

        f->theta[2 * i] = times(f, constant(f, "-1"), times(f, weight, x(f, 2 * i + 1)));
        f->theta[2 * i + 1] = times(f, weight, x(f, 2 * i));
        momentum = plus(f, momentum, times(f, weight, r));
    }
    expression distance = norm(f, minus(f, x(f, 0), x(f, 2)), minus(f, x(f, 1), x(f, 3)));
    expression factor = over(f, times(f, g, g), times(f, two, graph_pi(f->graph)));

    f->model.invariants = 1;
    f->invariant = (struct model_named_expression){.name = "momentum", .value = momentum};
    finish(f, times(f, factor, times(f, times(f, s[0], s[1]), unary(f, OPERATION_LOG, distance))), initial);
}

/* --- Helpers on results
 * ---------------------------------------------------------------------------------------- */

static inline struct reference *solve_from(const struct fixture *f, const expression *initial, long numerator,
                                           unsigned long denominator, long digits)
{
    struct error error = {""};
    mpq_t until;

    mpq_init(until);
    mpq_set_si(until, numerator, denominator);
    mpq_canonicalize(until);
    struct reference *reference = reference_create(f->system, initial, until, digits, &error);

    mpq_clear(until);
    if (!reference)
        fail_msg("%s", error.text);
    assert_int_equal(reference->digits, digits);
    assert_true(reference->agreed_digits >= digits);
    assert_int_equal(reference->dimension, f->model.dimension);
    assert_true((double)reference->precision >= (double)digits * log2(10.0));
    return reference;
}

static inline struct reference *solve(const struct fixture *f, long numerator, unsigned long denominator,
                                      long digits)
{
    return solve_from(f, f->initial, numerator, denominator, digits);
}

/* Error of the state in units of 10^-digits max |exact|. */
static inline double error_in_units(const struct reference *reference, mpfr_t *exact, long digits)
{
    mpfr_t error, size, each;

    mpfr_inits2(mpfr_get_prec(exact[0]), error, size, each, (mpfr_ptr)0);
    mpfr_set_zero(error, 1);
    mpfr_set_zero(size, 1);
    for (size_t i = 0; i < reference->dimension; i++) {
        mpfr_sub(each, reference->state[i], exact[i], MPFR_RNDN);
        mpfr_abs(each, each, MPFR_RNDN);
        mpfr_add(error, error, each, MPFR_RNDN);
        mpfr_abs(each, exact[i], MPFR_RNDN);
        mpfr_max(size, size, each, MPFR_RNDN);
    }
    mpfr_div(error, error, size, MPFR_RNDN);
    mpfr_ui_pow_ui(each, 10, (unsigned long)digits, MPFR_RNDN);
    mpfr_mul(error, error, each, MPFR_RNDN);
    double units = mpfr_get_d(error, MPFR_RNDN);

    mpfr_clears(error, size, each, (mpfr_ptr)0);
    return units;
}

static inline mpfr_t *numbers(size_t count, mpfr_prec_t precision)
{
    mpfr_t *result = calloc(count, sizeof *result);

    assert_non_null(result);
    for (size_t i = 0; i < count; i++)
        mpfr_init2(result[i], precision);
    return result;
}

static inline void clear(mpfr_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mpfr_clear(values[i]);
    free(values);
}

/* (a, b) = rotation by `angle` of (a, b), clockwise. */
static inline void turn(mpfr_t a, mpfr_t b, mpfr_srcptr angle)
{
    mpfr_t s, c, old;

    mpfr_inits2(mpfr_get_prec(a), s, c, old, (mpfr_ptr)0);
    mpfr_sin_cos(s, c, angle, MPFR_RNDN);
    mpfr_set(old, a, MPFR_RNDN);
    mpfr_fmma(a, old, c, b, s, MPFR_RNDN);
    mpfr_fmms(b, b, c, old, s, MPFR_RNDN);
    mpfr_clears(s, c, old, (mpfr_ptr)0);
}

/* The state as exact rational expressions. */
static inline void as_initial(struct fixture *f, const struct reference *reference, expression *initial)
{
    mpq_t value;

    mpq_init(value);
    for (size_t i = 0; i < reference->dimension; i++) {
        mpfr_get_q(value, reference->state[i]);
        initial[i] = graph_constant(f->graph, value);
        assert_non_null(initial[i]);
    }
    mpq_clear(value);
}

#endif
