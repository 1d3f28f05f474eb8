/* Measures of one step or of a short run, as a study would take them. */
#ifndef ASSAY_TESTS_GEOMETRY_FIXTURE_H
#define ASSAY_TESTS_GEOMETRY_FIXTURE_H

#include "tests/checkpoint_fixture.h"

#include <unistd.h>

/* A cell of the method with the step 1/steps_per_unit, or whole_step where that is not 0, and what is
 * measured of it. */
struct geometry_case {
    const struct problem *problem;
    const char *method, *projection;
    long bits;
    unsigned long steps_per_unit, whole_step;
};

typedef bool geometry_measure(const struct cell_request *request, mpfr_t value, struct error *error);

static inline bool geometry_try(const struct geometry_case *cell, geometry_measure *measure, double *value,
                                struct error *error)
{
    struct cell_request request;
    mpfr_t number;
    mpq_t step;
    bool measured;

    mpq_init(step);
    if (cell->whole_step)
        mpq_set_ui(step, cell->whole_step, 1);
    else
        mpq_set_ui(step, 1, cell->steps_per_unit);
    request = checkpoint_request(cell->problem, cell->method, cell->projection, cell->bits, step);
    mpfr_init2(number, 64);
    measured = measure(&request, number, error);
    *value = mpfr_get_d(number, MPFR_RNDN);
    mpfr_clear(number);
    mpq_clear(step);
    return measured;
}

/* The measure of the cell; the test fails where it is refused. */
static inline double geometry_find(const struct geometry_case *cell, geometry_measure *measure)
{
    struct error error = {""};
    double value;

    if (!geometry_try(cell, measure, &value, &error))
        fail_msg("%s %s: %s", cell->method, cell->projection, error.text);
    return value;
}

/* The words with which the measure is refused, in `error`. */
static inline void geometry_refuse(const struct geometry_case *cell, geometry_measure *measure,
                                   struct error *error)
{
    double value;

    if (geometry_try(cell, measure, &value, error))
        fail_msg("%s %s: measured", cell->method, cell->projection);
}

/* The slope of the measure between the steps 1/(2 n) and 1/(4 n), n = steps_per_unit. */
static inline double geometry_slope(struct geometry_case cell, geometry_measure *measure)
{
    double coarse, fine;

    cell.steps_per_unit *= 2;
    coarse = geometry_find(&cell, measure);
    cell.steps_per_unit *= 2;
    fine = geometry_find(&cell, measure);
    return log2(coarse / fine);
}

/* A model from its text; model_destroy of the problem is the caller's. */
static inline struct problem *geometry_problem_of_text(const char *text)
{
    char path[] = "/tmp/assay-model-XXXXXX.lua";
    int descriptor = mkstemps(path, 4);
    struct problem *problem;

    assert_true(descriptor >= 0);
    assert_int_equal(write(descriptor, text, strlen(text)), (ssize_t)strlen(text));
    close(descriptor);
    problem = checkpoint_problem(path);
    unlink(path);
    return problem;
}

#endif
