/* Whether the Lagrangian Lt that a method discretizes has the accelerations v' of the associated system of type II, of
 * a member of the class of models/kinds/nonholonomic_class.h, and whether it is regular: at the states (q, v) of ten
 * steps, which need not keep the constraint,
 *
 *     defect        max_i |r_i| / max_i sum_k |r_ik|,  r_i = sum_k r_ik = (Lt_vv v' + Lt_vq v - Lt_q + Lt_vt)_i
 *     regularity    |det Lt_vv| / product of the norms of its rows
 *
 * the largest of the first, the smallest of the second.  The Lagrangian of the system without its constraints, which
 * dla discretizes, has other accelerations.  Fernandez (2010), theorem on Hamiltonization. */
#include "measures/step/step_measure.h"

#include <stdlib.h>

#include "models/kinds/nonholonomic_class.h"
#include "models/kinds/system.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/evaluator.h"
#include "numerics/lu.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { STEPS = 10 };

struct equations {
    size_t n, terms; /* of each of n */
    struct evaluator_mpfr *evaluate;
    mpfr_ptr term, hessian; /* n x terms, n x n */
    mpfr_ptr sum, size, largest, value;
    pivot_mpfr *pivot;
};

/* value = the defect at the state that was evaluated */
static void find_defect(struct equations *w)
{
    const size_t n = w->n, terms = w->terms;

    mpfr_set_zero(w->value, 1);
    mpfr_set_zero(w->largest, 1);
    for (size_t i = 0; i < n; i++) {
        mpfr_set_zero(w->sum, 1);
        mpfr_set_zero(w->size, 1);
        for (mpfr_ptr term = w->term + i * terms; term < w->term + (i + 1) * terms; term++) {
            mpfr_add(w->sum, w->sum, term, MPFR_RNDN);
            mpfr_abs(term, term, MPFR_RNDN);
            mpfr_add(w->size, w->size, term, MPFR_RNDN);
        }
        if (mpfr_nan_p(w->size)) { /* a maximum would lose it */
            mpfr_set_nan(w->value);
            return;
        }
        mpfr_abs(w->sum, w->sum, MPFR_RNDN);
        mpfr_max(w->value, w->value, w->sum, MPFR_RNDN);
        mpfr_max(w->largest, w->largest, w->size, MPFR_RNDN);
    }
    if (!mpfr_zero_p(w->value))
        mpfr_div(w->value, w->value, w->largest, MPFR_RNDN);
}

static void find_regularity(struct equations *w)
{
    const size_t n = w->n;

    mpfr_set_ui(w->size, 1, MPFR_RNDN);
    for (size_t i = 0; i < n; i++) {
        mpfr_set_zero(w->sum, 1);
        for (size_t j = 0; j < n; j++)
            mpfr_hypot(w->sum, w->sum, w->hessian + i * n + j, MPFR_RNDN);
        mpfr_mul(w->size, w->size, w->sum, MPFR_RNDN);
    }
    mpfr_set_ui(w->value, lu_factorise_mpfr(w->hessian, n, w->pivot), MPFR_RNDN);
    for (size_t i = 0; i < n; i++)
        mpfr_mul(w->value, w->value, w->hessian + i * (n + 1), MPFR_RNDN);
    mpfr_div(w->value, w->value, w->size, MPFR_RNDN);
    mpfr_abs(w->value, w->value, MPFR_RNDN);
}

/* The worst of the states: the largest value (`sign` 1) or the smallest (-1); NaN where a step is not solved. */
static void find_worst(struct equations *w, void (*find)(struct equations *), int sign,
                       const struct cell_request *request, const struct setup *setup, mpfr_ptr worst)
{
    struct stepper_mpfr *stepper = setup->method->family->create_mpfr(setup);

    for (unsigned long k = 0; k <= STEPS && k <= request->steps && !(k && mpfr_nan_p(worst)); k++) {
        if (k && stepper->step(stepper) != NEWTON_CONVERGED) {
            mpfr_set_nan(worst);
            break;
        }
        evaluator_run_mpfr(w->evaluate, 1, (const real_mpfr *const[]){stepper->q},
                           (real_mpfr *const[]){w->term, w->hessian});
        find(w);
        if (k == 0 || mpfr_nan_p(w->value) || mpfr_cmp(w->value, worst) * sign > 0)
            mpfr_set(worst, w->value, MPFR_RNDN);
    }
    stepper->destroy(stepper);
}

/* (q, v) -> the terms; Lt_vv */
static struct program *create_program(const struct model *model, enum model_lagrangian form)
{
    const size_t n = model->positions;
    expressions hessian;
    const expressions term =
        nonholonomic_find_terms(model, form, nonholonomic_class_accelerate(model), &hessian);

    return program_create(
        1, &(struct program_block){model->dimension, false}, 2,
        (const struct program_output[]){{n * term.columns, term.entry}, {n * n, hessian.entry}});
}

static bool measure(const struct cell_request *request, void (*find)(struct equations *), int sign,
                    mpfr_t value, struct error *error)
{
    const struct model *model = request->problem->model;
    const size_t n = model->positions, columns = 2 * n + 1 + model->time_dependent, terms = n * columns;
    struct cell_request in_mpfr = *request;
    struct cell_setup *own;
    struct program *program;
    struct equations w = {.n = n, .terms = columns};

    in_mpfr.bits = request->bits == CELL_DOUBLE ? STEP_MEASURE_BITS_OF_DOUBLE : request->bits;
    if (!(own = cell_setup_create(&in_mpfr, error)))
        return false;
    mpfr_precision_set(in_mpfr.bits);
    if (!(program = create_program(model, request->method.discretization.lagrangian))) {
        cell_setup_destroy(own);
        return model_refuse_size(model, "the equations of Euler and Lagrange", error);
    }
    w.evaluate = evaluator_create_mpfr(program, 1);
    w.term = number_block_create(terms + n * n + 4, mpfr_precision.bits);
    w.hessian = w.term + terms;
    w.sum = w.hessian + n * n;
    w.size = w.sum + 1;
    w.largest = w.sum + 2;
    w.value = w.sum + 3;
    w.pivot = memory_create(n, sizeof *w.pivot);
    find_worst(&w, find, sign, &in_mpfr, &own->setup, value);
    free(w.pivot);
    number_block_destroy(w.term);
    evaluator_destroy_mpfr(w.evaluate);
    program_destroy(program);
    cell_setup_destroy(own);
    return true;
}

bool euler_lagrange_defect(const struct cell_request *request, mpfr_t value, struct error *error)
{
    return measure(request, find_defect, 1, value, error);
}

bool euler_lagrange_regularity(const struct cell_request *request, mpfr_t value, struct error *error)
{
    return measure(request, find_regularity, -1, value, error);
}
