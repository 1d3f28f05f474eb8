/* Plain Runge-Kutta methods: see runge_kutta.h.
 *
 *     K_i = h v(q_n + sum_j a_ij K_j),    q_{n+1} = q_n + sum_i b_i K_i,    Om(q) v(q) = grad H(q) */
#include "integrators/steps/runge_kutta.h"

#include <stdlib.h>

#include "integrators/steps/guess.h"
#include "integrators/steps/runge_kutta_equations.h"
#include "models/kinds/degenerate.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(runge_kutta) {
    struct X(stepper) stepper; /* first: a stepper is a runge_kutta */
    size_t s, d;
    bool is_explicit;
    const bool *secular;
    struct X(runge_kutta_equations) *equations;
    struct X(newton) *newton;
    struct X(evaluator) *momentum;
    struct NARROW(guess) * guess;
    real *K, *increment;
    real *low;    /* what compensation owes q: carried */
    real *before; /* what was carried before the step, where there are several lanes */
    narrow *narrow_q, *narrow_K;
    real_count explicit_evaluations;
};

static bool is_strictly_lower(const struct tableau *tableau)
{
    size_t s = tableau->stages;

    for (size_t i = 0; i < s; i++) {
        for (size_t j = i; j < s; j++) {
            if (!mpfr_zero_p(tableau->a[i * s + j]))
                return false;
        }
    }
    return true;
}

static X(newton_status) solve_stages(struct X(runge_kutta) *w)
{
    choice status;
    narrow scale;

    X(vector_narrow)(w->narrow_q, w->stepper.q, w->d);
    NARROW(guess_stages)(w->guess, w->narrow_q, w->narrow_K);
    scale = NARROW(guess_scale)(w->guess, w->secular, w->narrow_q, w->narrow_K);
    status = X(newton_solve_where)(w->newton, w->stepper.active, w->stepper.q, scale, w->narrow_K, w->K);
    if (mask_any(choice_is(status, NEWTON_CONVERGED))) {
        X(vector_narrow)(w->narrow_K, w->K, w->s * w->d);
        NARROW(guess_record)(w->guess, w->narrow_K);
    }
    return status;
}

static X(newton_status) evaluate_stages(struct X(runge_kutta) *w)
{
    mask finite;

    X(runge_kutta_equations_explicit)(w->equations, w->stepper.q, w->K);
    real_count_add(&w->explicit_evaluations, w->stepper.active);
    finite = X(vector_is_finite)(w->K, w->s * w->d);
    return choice_where(w->stepper.active & finite, choice_all(NEWTON_CONVERGED),
                        choice_all(NEWTON_NOT_FINITE));
}

static X(newton_status) step(struct X(stepper) *stepper)
{
    struct X(runge_kutta) *w = (struct X(runge_kutta) *)stepper;
    const struct X(scheme) *scheme = w->equations->scheme;
    choice status;

    if (w->before)
        X(vector_copy)(w->before, stepper->carried, stepper->carries);
    status = w->is_explicit ? evaluate_stages(w) : solve_stages(w);
    if (!mask_any(choice_is(status, NEWTON_CONVERGED)))
        return status;
    X(vector_zero)(w->increment, w->d);
    X(scheme_add_product)
    (w->increment, &scheme->b, X(scheme_weigh)(scheme, w->equations->weighted, w->K, w->d), 1, w->s, w->d);
    X(scheme_advance)(scheme, stepper->q, w->low, w->increment, w->d);
    X(evaluator_run)(w->momentum, 1, (const real *const[]){stepper->q}, (real *const[]){stepper->p});
    if (w->before)
        X(vector_set_where)(stepper->carried, mask_not(choice_is(status, NEWTON_CONVERGED)), w->before,
                            stepper->carries);
    return status;
}

static struct newton_counts counts(const struct X(stepper) *stepper)
{
    const struct X(runge_kutta) *w = (const struct X(runge_kutta) *)stepper;
    struct newton_counts sum = {0};

    for (size_t lane = 0; lane < REAL_LANES; lane++) {
        newton_counts_add(&sum, X(newton_counts)(w->newton) + lane);
        sum.residual_evaluations += real_count_lane(&w->explicit_evaluations, lane);
    }
    return sum;
}

static void forget(struct X(stepper) *stepper)
{
    struct X(runge_kutta) *w = (struct X(runge_kutta) *)stepper;

    X(newton_forget)(w->newton);
    NARROW(guess_forget)(w->guess);
}

static void restart(struct X(stepper) *stepper)
{
    struct X(runge_kutta) *w = (struct X(runge_kutta) *)stepper;

    X(vector_zero)(w->low, w->d);
    X(evaluator_run)(w->momentum, 1, (const real *const[]){stepper->q}, (real *const[]){stepper->p});
    stepper->active = mask_all();
    forget(stepper);
}

static void destroy(struct X(stepper) *stepper)
{
    struct X(runge_kutta) *w = (struct X(runge_kutta) *)stepper;
    real *const arrays[] = {stepper->carried, w->K, w->increment, w->before};

    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        X(vector_destroy)(arrays[i]);
    X(newton_destroy)(w->newton);
    X(evaluator_destroy)(w->momentum);
    NARROW(guess_destroy)(w->guess);
    NARROW(vector_destroy)(w->narrow_q);
    NARROW(vector_destroy)(w->narrow_K);
    free(w);
}

static struct X(newton) *create_newton(const struct setup *setup, struct X(runge_kutta_equations) *own)
{
    X(newton_narrow) *coarse = NULL;

    if (real_precision() > 53)
        coarse = NARROW(newton_create)(NARROW(runge_kutta_equations_create)(setup)->equations,
                                       DUAL(runge_kutta_equations_create)(setup)->equations, NULL);
    return X(newton_create)(own->equations, DUAL(runge_kutta_equations_create)(setup)->equations, coarse);
}

struct X(stepper) *X(runge_kutta_create)(const struct setup *setup)
{
    struct X(runge_kutta) *w = memory_create(1, sizeof *w);
    size_t s = setup->tableau->stages, d = setup->system->dimension;

    w->s = s;
    w->d = d;
    w->is_explicit = is_strictly_lower(setup->tableau);
    w->secular = setup->secular;
    w->equations = X(runge_kutta_equations_create)(setup);
    w->newton = create_newton(setup, w->equations);
    X(newton_take_last)(w->newton, setup->rounding.corrected);
    w->momentum = X(evaluator_create)(setup->system->degenerate->momentum, 1);
    w->guess = NARROW(guess_create)(setup);
    w->K = X(vector_create)(s * d);
    w->increment = X(vector_create)(d);
    w->narrow_q = NARROW(vector_create)(d);
    w->narrow_K = NARROW(vector_create)(s * d);
    if (REAL_LANES > 1)
        w->before = X(vector_create)(3 * d);
    w->stepper = (struct X(stepper)){
        .dimension = d,
        .carried = X(vector_create)(3 * d),
        .carries = 3 * d,
        .step = step,
        .start = restart, /* nothing but q is left free */
        .counts = counts,
        .forget = forget,
        .restart = restart,
        .destroy = destroy,
    };
    w->stepper.q = w->stepper.carried;
    w->stepper.p = w->stepper.carried + d;
    w->low = w->stepper.carried + 2 * d;
    X(vector_set_mpfr)(w->stepper.q, setup->initial, d);
    restart(&w->stepper);
    return &w->stepper;
}
