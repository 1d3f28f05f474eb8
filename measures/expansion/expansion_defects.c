/* Defects of one step in powers of h: see expansion.h.  Compiled for `series`. */
#include "measures/expansion/expansion_work.h"
#include "measures/step/step_defect.h"
#include "numerics/evaluator.h"
#include "numerics/vector.h"

/* The state on which the step is a map: q, then p and h lambda where the step maps them. */
static size_t count_state(const struct setup *setup, const struct X(stepper) *stepper)
{
    return setup->system->positions + (stepper->maps_momentum ? stepper->dimension : 0) +
           (stepper->maps_multiplier ? stepper->dimension : 0);
}

static void copy_state(real *state, const struct setup *setup, const struct X(stepper) *stepper)
{
    const size_t d = stepper->dimension, positions = setup->system->positions;

    X(vector_copy)(state, stepper->q, positions);
    if (stepper->maps_momentum)
        X(vector_copy)(state + positions, stepper->p, d);
    if (stepper->maps_multiplier)
        X(vector_copy)(state + positions + (stepper->maps_momentum ? d : 0), stepper->multiplier, d);
}

/* The state of the stepper less `start`, which is overwritten. */
static void add_difference(struct expansion **expansion, enum expansion_of of, const struct setup *setup,
                           const struct X(stepper) *stepper, real *start)
{
    const size_t n = count_state(setup, stepper);
    real *end = X(vector_create)(n);

    copy_state(end, setup, stepper);
    X(vector_subtract)(end, start, n);
    for (size_t i = 0; i < n; i++)
        expansion_add(expansion, of, i, (const real *const[]){end + i}, 1, &(struct expansion_parasites){0});
    X(vector_destroy)(end);
}

static enum newton_status find_symmetry(struct expansion **expansion, const struct setup *setup)
{
    struct setup opposite = *setup;
    struct X(stepper) *there = setup->method->family->X(create)(setup), *back;
    enum newton_status status;
    real *start;
    mpq_t step;

    if (!there)
        return NEWTON_UNSUPPORTED;
    start = X(vector_create)(count_state(setup, there));
    mpq_init(step);
    mpq_neg(step, setup->step);
    opposite.step = step;
    back = setup->method->family->X(create)(&opposite);
    copy_state(start, setup, there);
    status = X(symmetry_return)(there, back);
    if (status == NEWTON_CONVERGED)
        add_difference(expansion, EXPANSION_OF_SYMMETRY, setup, back, start);
    X(vector_destroy)(start);
    there->destroy(there);
    back->destroy(back);
    mpq_clear(step);
    return status;
}

static enum newton_status find_reversibility(struct expansion **expansion, const struct setup *setup)
{
    struct X(stepper) *stepper = setup->method->family->X(create)(setup);
    struct X(reversibility) *reversal;
    enum newton_status status;
    real *start;

    if (!stepper)
        return NEWTON_UNSUPPORTED;
    reversal = X(reversibility_create)(setup);
    start = X(vector_create)(count_state(setup, stepper));
    copy_state(start, setup, stepper);
    status = X(reversibility_step)(reversal, stepper);
    if (status == NEWTON_CONVERGED)
        status = X(reversibility_step)(reversal, stepper);
    if (status == NEWTON_CONVERGED)
        add_difference(expansion, EXPANSION_OF_REVERSIBILITY, setup, stepper, start);
    X(vector_destroy)(start);
    X(reversibility_destroy)(reversal);
    stepper->destroy(stepper);
    return status;
}

enum newton_status expansion_defects(struct expansion **expansion, const struct setup *setup, unsigned of)
{
    enum newton_status status = NEWTON_CONVERGED;

    if (setup->method->family->remembers)
        return status; /* its steps are no map */
    if (of & EXPANSION_BIT(SYMMETRY))
        status = find_symmetry(expansion, setup);
    if (of & EXPANSION_BIT(REVERSIBILITY) && setup->system->model->reversal && status == NEWTON_CONVERGED)
        status = find_reversibility(expansion, setup);
    if (of & (EXPANSION_BIT(SYMPLECTIC) | EXPANSION_BIT(AMBIENT)) && status == NEWTON_CONVERGED)
        status = expansion_jacobian(expansion, setup, of & ~EXPANSION_BIT(BILINEAR), 1,
                                    &(struct expansion_parasites){0});
    return status;
}
