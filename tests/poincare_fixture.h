/* States on loops and surfaces, and Poincare's integrals of them, for the tests of both. */
#ifndef ASSAY_TESTS_POINCARE_FIXTURE_H
#define ASSAY_TESTS_POINCARE_FIXTURE_H

#include "tests/checkpoint_fixture.h"

#include "measures/poincare/cell_poincare.h"
#include "measures/poincare/cell_submanifold.h"
#include "measures/poincare/poincare_integral.h"
#include "measures/poincare/quadrature_direct.h"
#include "measures/poincare/quadrature_fftw.h"
#include "measures/poincare/quadrature_rule.h"
#include "models/kinds/degenerate.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/evaluator.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

/* A model and the forms on its loops (order 1) or surfaces (order 2) with multipliers. */
struct fixture_forms {
    struct problem *problem;
    struct program *two_forms;
    struct poincare_forms forms;
    size_t d;
};

static inline struct fixture_forms fixture_forms_create(const char *path, int order)
{
    struct problem *problem = checkpoint_problem(path);
    struct program *two_forms = degenerate_create_two_forms(problem->system);

    assert_non_null(two_forms);
    return (struct fixture_forms){
        problem, two_forms, {problem->system, two_forms, order, true}, problem->model->dimension};
}

static inline void fixture_forms_destroy(struct fixture_forms *own)
{
    program_destroy(own->two_forms);
    problem_destroy(own->problem);
}

/* On the loop or surface of the model; the caller destroys the result. */
static inline struct cell_poincare *fixture_measure(const struct cell_request *request, int order,
                                                    size_t points)
{
    struct error error = {""};
    struct cell_poincare *result =
        (order == 1 ? cell_poincare_1 : cell_poincare_2)(request, NULL, points, &error);

    if (!result)
        fail_msg("%s", error.text);
    return result;
}

static inline enum quadrature_kind fixture_kind(int order)
{
    return order == 1 ? QUADRATURE_FOURIER : QUADRATURE_CHEBYSHEV;
}

static inline size_t fixture_points(int order, size_t n)
{
    return order == 1 ? n : n * n;
}

static inline mpfr_ptr fixture_start(const struct fixture_forms *own, const char *name, size_t n,
                                     mpfr_prec_t precision)
{
    struct error error = {""};
    mpfr_ptr start = cell_submanifold_create(own->problem, own->forms.order, name, n, precision, &error);

    if (!start)
        fail_msg("%s", error.text);
    return start;
}

/* Rows (q, theta(q), 0) in double; the caller frees them. */
static inline double *fixture_states(const struct fixture_forms *own, mpfr_srcptr q, size_t points)
{
    struct evaluator_double *momentum =
        evaluator_create_double(own->problem->system->degenerate->momentum, 1);
    double *states = memory_create(points * 3 * own->d, sizeof *states);

    for (size_t k = 0; k < points; k++) {
        double *row = states + k * 3 * own->d;

        for (size_t i = 0; i < own->d; i++)
            row[i] = mpfr_get_d(q + k * own->d + i, MPFR_RNDN);
        evaluator_run_double(momentum, 1, (const double *const[]){row}, (double *const[]){row + own->d});
    }
    evaluator_destroy_double(momentum);
    return states;
}

/* The integrals (POINCARE_FORMS) of states in double at n points, or n x n. */
static inline void fixture_integrate(const struct fixture_forms *own, const double *states, size_t n,
                                     double *values)
{
    struct quadrature_double *rule = quadrature_fftw_create(fixture_kind(own->forms.order), n);
    struct poincare_integral_double *integral = poincare_integral_create_double(&own->forms, rule, 1);

    poincare_integral_evaluate_double(integral, states, values);
    poincare_integral_destroy_double(integral);
    rule->destroy(rule);
}

#endif
