/* The exact Jacobian of one step: see step_jacobian.h.  Compiled for `tangent`.
 *
 * The step itself is made in the arithmetic that carries eight tangents with every number: tangent k of the
 * start is the unit vector of one component of z0, tangent k of the end is the column of M that belongs to
 * it.  There is no linearised twin of the method that could differ from it.  Newton's method solves the
 * stages first as in `mpfr`, to the same bits; then, with the same factors in double, the linear equations
 * that the tangents obey at the solution (newton.h).  More than eight components take further passes, which
 * repeat the same step. */
#include "measures/step/step_jacobian.h"

#include "measures/step/step_state.h"
#include "numerics/evaluator.h"
#include "numerics/vector.h"

size_t step_jacobian_size(enum step_space space, size_t d)
{
    return space == STEP_POSITION ? d : space == STEP_CANONICAL ? d / 2 * 2 : 2 * d;
}

struct step {
    enum step_space space;
    size_t d, n;
    struct X(stepper) *stepper;
    struct X(evaluator) *momentum;
};

/* z = z0, with tangent k along component first + k */
static void place_start(struct step *w, mpfr_t *z0, size_t first, size_t count)
{
    struct X(stepper) *stepper = w->stepper;

    if (stepper->multiplier)
        X(vector_zero)(stepper->multiplier, w->d);
    for (size_t i = 0; i < w->n; i++)
        real_set_mpfr(X(step_state_component)(w->stepper, w->space, i), z0[i]);
    for (size_t k = 0; k < count; k++)
        real_set_tangent(X(step_state_component)(w->stepper, w->space, first + k), (int)k, 1);
    if (w->space != STEP_MOMENTUM && w->momentum)
        X(evaluator_run)(w->momentum, 1, (const real *const[]){stepper->q}, (real *const[]){stepper->p});
    stepper->restart(stepper);
}

static enum newton_status evaluate_columns(struct step *w, mpfr_t *z0, size_t first, size_t count, mpfr_t *z1,
                                           mpfr_t *M)
{
    enum newton_status status;

    place_start(w, z0, first, count);
    status = w->stepper->step(w->stepper);
    for (size_t i = 0; i < w->n && status == NEWTON_CONVERGED; i++) {
        const real *end = X(step_state_component)(w->stepper, w->space, i);

        real_get_mpfr(z1[i], end);
        for (size_t k = 0; k < count; k++)
            real_get_tangent(M[i * w->n + first + k], end, (int)k);
    }
    return status;
}

enum newton_status step_jacobian_evaluate(const struct setup *setup, const struct method *method, mpfr_t *z0,
                                          mpfr_t *z1, mpfr_t *M)
{
    enum step_space space = method_space(method, setup->projection);
    size_t d = setup->system->dimension, n = step_jacobian_size(space, d);
    struct step w = {
        .space = space,
        .d = d,
        .n = n,
        .stepper = method->family->create_tangent(setup),
        .momentum = setup->system->momentum ? X(evaluator_create)(setup->system->momentum, 1) : NULL,
    };
    enum newton_status status = NEWTON_CONVERGED;

    for (size_t first = 0; first < n && status == NEWTON_CONVERGED; first += TANGENT_COUNT) {
        size_t count = n - first < TANGENT_COUNT ? n - first : TANGENT_COUNT;

        status = evaluate_columns(&w, z0, first, count, z1, M);
    }
    X(evaluator_destroy)(w.momentum);
    w.stepper->destroy(w.stepper);
    return status;
}
