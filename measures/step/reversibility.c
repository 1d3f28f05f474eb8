/* How far a step, turned round by the model's reversal, misses its way back: the reversibility defect
 * ||rho Phi_h rho Phi_h(z) - z|| at the initial data, or the largest at
 * other states.
 *
 * rho reverses the flow: rho phi_t rho = phi_-t.  A method is reversible when its step does what the flow
 * does, rho Phi_h rho = Phi_h^-1 (Hairer, Lubich, Wanner 2006, section V.1).  z and the norm are those of
 * step_state.h, and rho acts on all of z:
 *
 *     q        rho(q)
 *     (q, p)   (rho(q), theta(rho(q)) - rho'(q)^-T (p - theta(q)))
 *     (q, e)   (rho(q), rho'(q) e)
 *
 * On (q, p) that is the reversal of velocities, p -> -rho'^-T p, with the gauge that theta asks for: it keeps
 * the constraint p = theta(q), changes the sign of dp ^ dq wherever rho changes that of d theta, and is
 * -rho'^-T p itself where rho'^T theta(rho(q)) = -theta(q), as in all shipped models.  Since rho is an
 * involution, rho'(q)^-1 = rho'(rho(q)): nothing is solved.
 *
 * A symmetric method that does not see the choice of coordinates is reversible.  Runge-Kutta methods do not
 * see affine ones, and variational ones of these must get a theta that is reversed exactly, or (with abar =
 * a) up to a linear gradient.  Then the defect is round-off; else it is a power of h. */
#include "measures/step/step_defect.h"

#include <stdlib.h>

#include "measures/step/step_state.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

struct X(reversibility) {
    size_t d;
    struct system_reversal *reversal;
    struct X(evaluator) *momentum, *map, *push, *pull;
    real *q, *defect, *value; /* rho(q); p - theta(q); what was evaluated */
};

struct X(reversibility) *X(reversibility_create)(const struct setup *setup)
{
    const size_t d = setup->system->dimension;
    struct system_reversal *reversal = system_create_reversal(setup->system);
    struct X(reversibility) *w = memory_create(1, sizeof *w);

    *w = (struct X(reversibility)){
        .d = d,
        .reversal = reversal,
        .momentum = setup->system->momentum ? X(evaluator_create)(setup->system->momentum, 1) : NULL,
        .map = X(evaluator_create)(reversal->map, 1),
        .push = X(evaluator_create)(reversal->push, 1),
        .pull = X(evaluator_create)(reversal->pull, 1),
        .q = X(vector_create)(d),
        .defect = X(vector_create)(d),
        .value = X(vector_create)(d),
    };
    return w;
}

void X(reversibility_destroy)(struct X(reversibility) *w)
{
    X(evaluator_destroy)(w->momentum);
    X(evaluator_destroy)(w->map);
    X(evaluator_destroy)(w->push);
    X(evaluator_destroy)(w->pull);
    X(vector_destroy)(w->q);
    X(vector_destroy)(w->defect);
    X(vector_destroy)(w->value);
    system_destroy_reversal(w->reversal);
    free(w);
}

static void evaluate(struct X(evaluator) *evaluator, const real *q, const real *w, real *value)
{
    X(evaluator_run)(evaluator, 1, (const real *const[]){q, w}, (real *const[]){value});
}

/* value = rho'(q)^-T (p - theta(q)), rho'(q)^-1 = rho'(rho(q)) */
static void reverse_defect(struct X(reversibility) *w, const struct X(stepper) *stepper)
{
    evaluate(w->momentum, stepper->q, NULL, w->value);
    X(vector_copy)(w->defect, stepper->p, w->d);
    X(vector_subtract)(w->defect, w->value, w->d);
    evaluate(w->pull, w->q, w->defect, w->value);
}

static void reverse(struct X(reversibility) *w, struct X(stepper) *stepper)
{
    size_t d = w->d;

    evaluate(w->map, stepper->q, NULL, w->q);
    if (stepper->multiplier) {
        evaluate(w->push, stepper->q, stepper->multiplier, w->value);
        X(vector_copy)(stepper->multiplier, w->value, d);
    }
    if (w->momentum) {
        reverse_defect(w, stepper);
        evaluate(w->momentum, w->q, NULL, stepper->p);
        X(vector_subtract)(stepper->p, w->value, d);
    }
    X(vector_copy)(stepper->q, w->q, d);
    stepper->restart(stepper);
}

enum newton_status X(reversibility_step)(struct X(reversibility) *w, struct X(stepper) *stepper)
{
    const enum newton_status status = stepper->step(stepper);

    if (status == NEWTON_CONVERGED)
        reverse(w, stepper);
    return status;
}

void X(reversibility_defect)(mpfr_ptr defect, const struct cell_request *request, const struct setup *setup)
{
    struct X(stepper) *stepper = setup->method->family->X(create)(setup);
    struct X(reversibility) *w = X(reversibility_create)(setup);

    for (size_t k = 0; k < STEP_DEFECT_STARTS(request); k++) {
        mpfr_t *start, value;

        X(step_state_place)(stepper, request->starts, k);
        start = X(step_state_copy)(stepper);
        mpfr_init2(value, mpfr_get_prec(defect));
        if (X(reversibility_step)(w, stepper) == NEWTON_CONVERGED &&
            X(reversibility_step)(w, stepper) == NEWTON_CONVERGED)
            X(step_state_distance)(value, setup, stepper, start, request->excursion);
        step_defect_raise(defect, value, request->starts, k);
        mpfr_clear(value);
        number_block_destroy(*start);
    }
    X(reversibility_destroy)(w);
    stepper->destroy(stepper);
}
