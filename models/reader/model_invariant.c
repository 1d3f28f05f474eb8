/* The claimed invariants of a degenerate Lagrangian: see model_invariant.h.
 *
 * I is an invariant when {I, H} = grad I . v vanishes, Om v = grad H.  That is tested at random points near
 * the initial data, the same in every run, in MPFR. */
#include "models/reader/model_invariant.h"

#include <stdint.h>
#include <stdlib.h>

#include "numerics/memory.h"

enum { HALVINGS = 12 };

/* sum = grad I . v and scale = sum |dI/dq_i v_i| from the 2 d values (grad I, v). */
static void bracket(mpfr_t sum, mpfr_t scale, mpfr_t *values, size_t d)
{
    mpfr_t product;

    mpfr_init2(product, MODEL_TRIAL_PRECISION);
    mpfr_set_zero(sum, 1);
    mpfr_set_zero(scale, 1);
    for (size_t i = 0; i < d; i++) {
        mpfr_mul(product, values[i], values[d + i], MPFR_RNDN);
        mpfr_add(sum, sum, product, MPFR_RNDN);
        mpfr_abs(product, product, MPFR_RNDN);
        mpfr_add(scale, scale, product, MPFR_RNDN);
    }
    mpfr_clear(product);
}

/* The bracket at a random point where it is defined; false when none is found. */
static bool sample_bracket(struct model_trial *w, const struct model_initial *initial,
                           const expression *gradient_and_velocity, uint64_t *state, mpfr_t sum, mpfr_t scale)
{
    mpfr_t *values = model_trial_create_numbers(2 * w->d);
    double radius = 0.125;
    bool found = false;

    for (int i = 0; i < HALVINGS && !found; i++, radius /= 2) {
        model_trial_move_near(w, initial, radius, state);
        model_trial_evaluate(w, values, 2 * w->d, gradient_and_velocity);
        bracket(sum, scale, values, w->d);
        found = mpfr_number_p(scale);
    }
    model_trial_destroy_numbers(values, 2 * w->d);
    return found;
}

static bool check_samples(struct model_trial *w, const struct model_initial *initial,
                          const struct model_named_expression *claim, const expression *gradient_and_velocity,
                          mpfr_t sum, mpfr_t scale)
{
    uint64_t state = UINT64_C(20170501);
    double largest = 0.0;

    for (int i = 0; i < MODEL_TRIAL_POINTS; i++) {
        if (!sample_bracket(w, initial, gradient_and_velocity, &state, sum, scale))
            return model_trial_fail(w, "invariants", claim->name,
                                    "{%s, H} is not finite near the initial data '%s'", claim->name,
                                    initial->name);
        double here = model_trial_ratio(sum, scale);
        largest = here > largest ? here : largest;
        mpfr_div_2ui(scale, scale, MODEL_TRIAL_ZERO_BITS, MPFR_RNDN);
        if (mpfr_cmpabs(sum, scale) > 0)
            return model_trial_fail(
                w, "invariants", claim->name,
                "%s is no invariant: {%s, H} is %.1e of its terms near the initial data '%s'; correct it or "
                "leave it out",
                claim->name, claim->name, here, initial->name);
    }
    model_trial_pass(w->model,
                     "%s: {%s, H} = 0 at %d random points near the initial data (relative residual %.0e)",
                     initial->name, claim->name, MODEL_TRIAL_POINTS, largest);
    return true;
}

static bool is_constant(const expression *gradient, size_t d)
{
    for (size_t i = 0; i < d; i++) {
        if (gradient[i]->operation != OPERATION_CONSTANT || mpq_sgn(gradient[i]->value) != 0)
            return false;
    }
    return true;
}

static bool check_invariant(struct model_trial *w, const struct model_initial *initial,
                            const struct model_named_expression *claim, const expression *velocity)
{
    expression *functions = memory_create(2 * w->d, sizeof *functions);
    mpfr_t sum, scale;
    bool valid;

    for (size_t i = 0; i < w->d; i++) {
        functions[i] = model_trial_derivative(w, claim->value, i);
        functions[w->d + i] = velocity[i];
    }
    mpfr_inits2(MODEL_TRIAL_PRECISION, sum, scale, (mpfr_ptr)0);
    if (is_constant(functions, w->d))
        valid = model_trial_fail(w, "invariants", claim->name, "%s does not depend on q; leave it out",
                                 claim->name);
    else
        valid = check_samples(w, initial, claim, functions, sum, scale);
    mpfr_clears(sum, scale, (mpfr_ptr)0);
    free(functions);
    return valid;
}

bool model_invariant_check_all(struct model_trial *w, const struct model_initial *initial)
{
    const struct model *model = w->model;
    expression *velocity = memory_create(w->d, sizeof *velocity);
    bool valid = true;

    model_trial_velocity(w, velocity);
    for (size_t i = 0; i < model->invariants && valid; i++)
        valid = check_invariant(w, initial, &model->invariant[i], velocity);
    free(velocity);
    return valid;
}
