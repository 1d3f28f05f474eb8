/* Runs of methods for the tests, made directly from a setup: with negative steps, other initial values, other
 * tableaux and models written in the test. */
#ifndef ASSAY_TESTS_CELL_FIXTURE_H
#define ASSAY_TESTS_CELL_FIXTURE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <gmp.h>
#include <mpfr.h>

#include "measures/run/cell_run.h"
#include "integrators/methods/rounding.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"

enum { FIXTURE_DOUBLE = 0, FIXTURE_DISTANCE_BITS = 1024 };

struct fixture_model {
    struct model *model;
    struct system *system;
};

struct fixture_cell {
    const struct fixture_model *model;
    const char *method, *projection;
    const char *step; /* exact; may be negative */
    unsigned long steps;
    long bits; /* FIXTURE_DOUBLE or those of mpfr */
    enum coefficients coefficients;
    bool uncompensated, corrected;
    mpfr_t *initial; /* NULL: those of the model */
    int r_infinity;  /* 0: that of the tableau */
};

/* What a step object borrows, alive together. */
struct fixture_setup {
    struct setup setup;
    struct method method;
    struct tableau *tableau;
    mpq_t step;
    mpfr_t *initial;
    size_t dimension;
};

static inline struct fixture_model fixture_model_own(struct model *model, const struct error *error)
{
    struct fixture_model result = {model, NULL};

    if (!model)
        fail_msg("%s", error->text);
    result.system = system_create(model);
    assert_non_null(result.system);
    return result;
}

static inline struct fixture_model fixture_model_read(const char *path)
{
    struct error error = {""};
    struct model *model = model_create(path, 0, NULL, &error);

    return fixture_model_own(model, &error);
}

static inline struct fixture_model fixture_model_write(const char *text)
{
    struct error error = {""};
    struct model *model = model_create_from_text("test", text, 0, NULL, &error);

    return fixture_model_own(model, &error);
}

static inline void fixture_model_destroy(struct fixture_model *model)
{
    system_destroy(model->system);
    model_destroy(model->model);
}

static inline mpfr_t *fixture_numbers_create(size_t n, mpfr_prec_t precision)
{
    mpfr_t *numbers = memory_create(n, sizeof *numbers);

    for (size_t i = 0; i < n; i++)
        mpfr_init2(numbers[i], precision);
    return numbers;
}

static inline void fixture_numbers_destroy(mpfr_t *numbers, size_t n)
{
    for (size_t i = 0; numbers && i < n; i++)
        mpfr_clear(numbers[i]);
    free(numbers);
}

static inline struct fixture_setup *fixture_setup_create(const struct fixture_cell *cell)
{
    struct fixture_setup *own = memory_create(1, sizeof *own);
    mpfr_prec_t precision = 2 * (cell->bits == FIXTURE_DOUBLE ? 53 : cell->bits) + 64;
    const struct model *model = cell->model->model;
    struct error error = {""};

    if (!method_find(cell->method, &own->method, &error))
        fail_msg("%s", error.text);
    own->tableau = tableau_create(own->method.tableau, precision, &error);
    assert_non_null(own->tableau);
    if (cell->r_infinity)
        own->tableau->r_infinity = cell->r_infinity;
    mpq_init(own->step);
    assert_int_equal(mpq_set_str(own->step, cell->step, 10), 0);
    mpq_canonicalize(own->step);
    own->dimension = model->dimension;
    own->initial = fixture_numbers_create(model->dimension, precision);
    for (size_t i = 0; i < model->dimension; i++) {
        if (cell->initial)
            mpfr_set(own->initial[i], cell->initial[i], MPFR_RNDN);
        else
            graph_value(own->initial[i], model->initial[0].values[i], NULL);
    }
    own->setup = (struct setup){
        .system = cell->model->system,
        .tableau = own->tableau,
        .projection = projection_find(cell->projection),
        .step = own->step,
        .initial = own->initial,
        .secular = model->secular,
        .rounding = {cell->coefficients, cell->uncompensated, cell->corrected},
    };
    assert_non_null(own->setup.projection);
    return own;
}

static inline void fixture_setup_destroy(struct fixture_setup *own)
{
    fixture_numbers_destroy(own->initial, own->dimension);
    tableau_destroy(own->tableau);
    mpq_clear(own->step);
    free(own);
}

/* The caller destroys the result; whether it completed is for the caller to see. */
static inline struct trajectory *fixture_try(const struct fixture_cell *cell)
{
    struct fixture_setup *own = fixture_setup_create(cell);
    struct trajectory_request request = {.steps = cell->steps};
    struct trajectory *result;

    if (cell->bits == FIXTURE_DOUBLE) {
        result = trajectory_run_double(&own->setup, own->method.family->create_double(&own->setup), &request);
    } else {
        mpfr_precision_set(cell->bits);
        result = trajectory_run_mpfr(&own->setup, own->method.family->create_mpfr(&own->setup), &request);
    }
    fixture_setup_destroy(own);
    return result;
}

static inline struct trajectory *fixture_run(const struct fixture_cell *cell)
{
    struct trajectory *result = fixture_try(cell);

    if (result->status != TRAJECTORY_COMPLETED)
        fail_msg("%s %s on %s broke down at step %lu: %s", cell->method, cell->projection,
                 cell->model->model->name, result->broke_down_at, newton_status_text(result->newton));
    return result;
}

/* Whether the projection applies to the method. */
static inline bool fixture_accepts(const char *method, const struct projection *projection)
{
    struct method found;
    struct error error = {""};

    return method_find(method, &found, &error) && method_accepts(&found, projection, &error);
}

/* One of the ways to round, by number; rounded coefficients where the method cannot have symplectic ones. */
static inline enum coefficients fixture_coefficients(const char *name, size_t number)
{
    enum coefficients coefficients = (enum coefficients)(number % (COEFFICIENTS_SYMPLECTIC + 1));
    struct method method;
    struct tableau *tableau;
    struct error error;

    assert_true(method_find(name, &method, &error));
    tableau = tableau_create(method.tableau, 128, &error);
    if (!rounding_accepts((struct rounding){.coefficients = coefficients}, &method, tableau, &error))
        coefficients = COEFFICIENTS_ROUNDED;
    tableau_destroy(tableau);
    return coefficients;
}

/* max |x_i - y_i| / max |y_i|; infinity when something is not a number. */
static inline double fixture_distance(mpfr_t *x, mpfr_t *y, size_t n)
{
    mpfr_t difference;
    double largest = 0, worst = 0;

    mpfr_init2(difference, FIXTURE_DISTANCE_BITS);
    for (size_t i = 0; i < n; i++) {
        mpfr_sub(difference, x[i], y[i], MPFR_RNDN);
        if (!mpfr_number_p(difference))
            worst = INFINITY;
        worst = fmax(worst, fabs(mpfr_get_d(difference, MPFR_RNDN)));
        largest = fmax(largest, fabs(mpfr_get_d(y[i], MPFR_RNDN)));
    }
    mpfr_clear(difference);
    return largest > 0 ? worst / largest : worst;
}

/* y = M x for a row-major n x n matrix of rationals. */
static inline void fixture_multiply(mpfr_t *y, mpq_t *matrix, mpfr_t *x, size_t n)
{
    mpfr_t term;

    mpfr_init2(term, FIXTURE_DISTANCE_BITS);
    for (size_t i = 0; i < n; i++) {
        mpfr_set_zero(y[i], 1);
        for (size_t j = 0; j < n; j++) {
            mpfr_mul_q(term, x[j], matrix[i * n + j], MPFR_RNDN);
            mpfr_add(y[i], y[i], term, MPFR_RNDN);
        }
    }
    mpfr_clear(term);
}

/* A word of a deterministic sequence (xorshift): tests print the seed they start from. */
static inline uint64_t fixture_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed >> 11;
}

/* In [-1, 1). */
static inline double fixture_random_real(uint64_t *seed)
{
    return (double)fixture_random(seed) * 0x1p-52 - 1;
}

#endif
