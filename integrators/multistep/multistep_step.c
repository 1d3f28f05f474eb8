/* Linear multistep methods: see multistep_step.h. */
#include "integrators/multistep/multistep_step.h"

#include <stdlib.h>

#include "integrators/methods/method_file.h"
#include "integrators/steps/implicit_step.h"
#include "integrators/steps/step_families.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(multistep_step) {
    struct X(stepper) stepper; /* first: a stepper is a multistep_step */
    const struct setup *setup;
    size_t d, k;
    bool compensated;
    /* Carried, beside q, and p where the system has it: */
    real *low;           /* what compensation owes q */
    real *made;          /* 1: how many steps were made */
    real *moved, *force; /* (k - 1) x d: y_{k-1} - y_{k-2}, ...; k x d: h f(y_{k-1}), ..., the latest first */
    real *of_moved, *weight; /* k - 1, k: -s_j / alpha_k and beta_j / alpha_k, the latest first */
    struct setup start_setup;
    struct X(stepper) *starter; /* NULL where k = 1 */
    struct X(evaluator) *field, *momentum;
    struct X(newton) *newton; /* NULL where the method is explicit */
    struct X(step_equations) own;
    real *data, *D, *before, *f, *one; /* 2 d + 1, d, carries, d, 1 */
    narrow *narrow_D, *narrow_y;
    real_count evaluations; /* of f, once a step */
};

/* ---- a step ---- */

/* The latest of `rows` rows makes room for another. */
static void shift(real *rows, size_t count, size_t d)
{
    for (size_t i = count; i-- > 1;)
        X(vector_copy)(rows + i * d, rows + (i - 1) * d, d);
}

/* force: h f of the state, before those that were there */
static void take_force(struct X(multistep_step) *w, mask open)
{
    const size_t d = w->d;
    const real *h = w->data + 2 * d;

    shift(w->force, w->k, d);
    X(evaluator_run)(w->field, 1, READS(w->stepper.q), WRITES(w->f));
    X(vector_zero)(w->force, d);
    X(vector_add_multiple)(w->force, h, w->f, d);
    real_count_add(&w->evaluations, open);
}

/* D of a step of the starter */
static X(newton_status) start_off(struct X(multistep_step) *w, mask open)
{
    struct X(stepper) *starter = w->starter;
    choice status;

    X(vector_copy)(starter->q, w->stepper.q, w->d);
    starter->start(starter);
    starter->active = open;
    status = starter->step(starter);
    X(vector_copy)(w->D, starter->q, w->d);
    X(vector_subtract)(w->D, w->stepper.q, w->d);
    return status;
}

static narrow find_scale(struct X(multistep_step) *w)
{
    narrow scale = narrow_all(0);

    X(vector_narrow)(w->narrow_y, w->stepper.q, w->d);
    for (size_t i = 0; i < w->d; i++) {
        if (!w->setup->secular[i])
            narrow_raise(&scale, w->narrow_y + i, 1);
    }
    return narrow_select(narrow_less(narrow_all(0), scale), scale, narrow_all(1));
}

/* D of the method itself; it is looked for from h f(y) */
static X(newton_status) go_on(struct X(multistep_step) *w, mask open)
{
    const size_t d = w->d;
    real *known = w->data + d;

    X(vector_zero)(known, d);
    X(matrix_add_product)(known, w->of_moved, w->moved, 1, w->k - 1, d);
    X(matrix_add_product)(known, w->weight, w->force, 1, w->k, d);
    X(vector_copy)(w->D, known, d);
    if (!w->newton)
        return choice_where(open & X(vector_is_finite)(known, d), choice_all(NEWTON_CONVERGED),
                            choice_all(NEWTON_NOT_FINITE));
    X(vector_copy)(w->data, w->stepper.q, d);
    X(vector_narrow)(w->narrow_D, w->force, d);
    return X(newton_solve)(w->newton, open, w->data, find_scale(w), w->narrow_D, w->D);
}

static void set_momentum(struct X(multistep_step) *w)
{
    if (w->momentum)
        X(evaluator_run)(w->momentum, 1, READS(w->stepper.q), WRITES(w->stepper.p));
}

static X(newton_status) step(struct X(stepper) *stepper)
{
    struct X(multistep_step) *w = (struct X(multistep_step) *)stepper;
    const narrow made = real_to_narrow(w->made);
    const mask open = stepper->active,
               starts =
                   open & narrow_less(made, narrow_all((double)w->k - 1)); /* all that are open, or none */
    choice status;

    X(vector_copy)(w->before, stepper->carried, stepper->carries);
    take_force(w, open);
    status = mask_any(starts) ? start_off(w, open) : go_on(w, open);
    shift(w->moved, w->k - 1, w->d);
    if (w->k > 1)
        X(vector_copy)(w->moved, w->D, w->d);
    if (w->compensated)
        X(vector_add_compensated)(stepper->q, w->low, w->D, w->d);
    else
        X(vector_add)(stepper->q, w->D, w->d);
    real_add(w->made, w->made, w->one);
    set_momentum(w);
    X(vector_set_where)(stepper->carried, mask_not(open & choice_is(status, NEWTON_CONVERGED)), w->before,
                        stepper->carries);
    return status;
}

/* ---- the stepper ---- */

static struct newton_counts counts(const struct X(stepper) *stepper)
{
    const struct X(multistep_step) *w = (const struct X(multistep_step) *)stepper;
    struct newton_counts sum = w->starter ? w->starter->counts(w->starter) : (struct newton_counts){0};

    X(implicit_step_count)(&sum, &w->evaluations, 1,
                           program_operations(w->setup->system->velocity) + 4 * w->k * w->d, w->newton);
    return sum;
}

static void forget(struct X(stepper) *stepper)
{
    struct X(multistep_step) *w = (struct X(multistep_step) *)stepper;

    if (w->newton)
        X(newton_forget)(w->newton, mask_all());
    if (w->starter)
        w->starter->forget(w->starter);
}

/* Nothing is known of steps before. */
static void start(struct X(stepper) *stepper)
{
    struct X(multistep_step) *w = (struct X(multistep_step) *)stepper;

    X(vector_zero)(w->low, stepper->carries - (size_t)(w->low - stepper->carried));
    set_momentum(w);
    stepper->active = mask_all();
    forget(stepper);
}

static void destroy(struct X(stepper) *stepper)
{
    struct X(multistep_step) *w = (struct X(multistep_step) *)stepper;

    if (w->starter)
        w->starter->destroy(w->starter);
    setup_release(&w->start_setup);
    X(evaluator_destroy)(w->field);
    X(evaluator_destroy)(w->momentum);
    X(newton_destroy)(w->newton);
    X(vector_destroy)(stepper->carried);
    X(vector_destroy)(w->before);
    X(vector_destroy)(w->data);
    X(vector_destroy)(w->of_moved);
    NARROW(vector_destroy)(w->narrow_D);
    NARROW(vector_destroy)(w->narrow_y);
    free(w);
}

/* ---- what it is made of ---- */

static void allocate(struct X(multistep_step) *w)
{
    const size_t d = w->d, k = w->k;
    struct X(stepper) *stepper = &w->stepper;
    const size_t state = w->momentum ? 2 * d : d;

    stepper->dimension = d;
    stepper->carries = state + d + 1 + (2 * k - 1) * d;
    stepper->carried = stepper->q = X(vector_create)(stepper->carries);
    stepper->p = w->momentum ? stepper->q + d : NULL;
    w->low = stepper->q + state;
    w->made = w->low + d;
    w->moved = w->made + 1;
    w->force = w->moved + (k - 1) * d;
    w->before = X(vector_create)(stepper->carries);
    w->data = X(vector_create)(2 * d + 1 + 2 * d + 1);
    w->D = w->data + 2 * d + 1;
    w->f = w->D + d;
    w->one = w->f + d;
    real_set_double(w->one, 1);
    w->narrow_D = NARROW(vector_create)(d);
    w->narrow_y = NARROW(vector_create)(d);
}

/* of_moved, weight from alpha, beta */
static void set_weights(struct X(multistep_step) *w)
{
    const size_t k = w->k;
    mpfr_t *alpha = w->setup->coefficient, *beta = alpha + k + 1, sum, quotient;

    w->of_moved = X(vector_create)(2 * k);
    w->weight = w->of_moved + k;
    mpfr_inits2(mpfr_get_prec(alpha[0]), sum, quotient, (mpfr_ptr)0);
    mpfr_set(sum, alpha[k], MPFR_RNDN);
    for (size_t j = k; j-- > 0;) { /* sum = s_{j + 1}; of the state j the latest is j = k - 1 */
        mpfr_div(quotient, beta[j], alpha[k], MPFR_RNDN);
        X(vector_set_mpfr)(w->weight + (k - 1 - j), &quotient, 1);
        mpfr_add(sum, sum, alpha[j], MPFR_RNDN);
        mpfr_div(quotient, sum, alpha[k], MPFR_RNDN);
        mpfr_neg(quotient, quotient, MPFR_RNDN);
        if (j > 0)
            X(vector_set_mpfr)(w->of_moved + (k - 1 - j), &quotient, 1);
    }
    mpfr_clears(sum, quotient, (mpfr_ptr)0);
}

/* False where the starter does not serve the arithmetic. */
static bool create_starter(struct X(multistep_step) *w)
{
    struct error ignored;

    w->start_setup = *w->setup;
    w->start_setup.method = &w->setup->method->file->inner;
    w->start_setup.tableau = w->start_setup.adjoint_tableau = NULL;
    w->start_setup.coefficient = NULL;
    if (w->k == 1)
        return true;
    if (setup_prepare(&w->start_setup, mpfr_get_prec(w->setup->coefficient[0]), &ignored))
        w->starter = STEPPER_CREATE(w->start_setup.method->family, &w->start_setup);
    return w->starter;
}

struct X(stepper) *X(multistep_step_create)(const struct setup *setup)
{
    struct X(multistep_step) *w = memory_create(1, sizeof *w);
    const struct system *system = setup->system;

    w->setup = setup;
    w->d = system->dimension;
    w->k = setup->coefficients - 1;
    w->compensated = !setup->rounding.uncompensated;
    w->stepper = (struct X(stepper)){.step = step,
                                     .start = start,
                                     .counts = counts,
                                     .forget = forget,
                                     .restart = start,
                                     .destroy = destroy};
    w->field = X(evaluator_create)(system->velocity, 1);
    if (system->momentum)
        w->momentum = X(evaluator_create)(system->momentum, 1);
    allocate(w);
    set_weights(w);
    if (!mpfr_zero_p(setup->coefficient[2 * w->k + 1]))
        w->newton = X(implicit_step_newton)(setup->method->family->steps, setup, &w->own);
    X(scheme_step)(w->data + 2 * w->d, setup->step);
    X(vector_set_mpfr)(w->stepper.q, setup->initial, w->d);
    if (!create_starter(w)) {
        destroy(&w->stepper);
        return NULL;
    }
    start(&w->stepper);
    return &w->stepper;
}
