/* The claimed invariants of a degenerate Lagrangian: see model_invariant.h.
 *
 * I is an invariant when {I, H} = grad I . v vanishes, Om v = grad H.  That is tested at random points near
 * the initial data, the same in every run, in MPFR. */
#include "models/model_invariant.h"

#include <stdint.h>
#include <stdlib.h>

#include "numerics/memory.h"

enum {
    INVARIANT_BITS = 100, /* |{I, H}| below 2^-100 of its terms counts as zero */
    POINTS = 8,
    HALVINGS = 12
};

/* A dyadic number in [-1, 1), from a linear congruential generator (Knuth's MMIX). */
static double next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(int32_t)(uint32_t)(*state >> 32) / 2147483648.0;
}

/* A point of the cube of half-width `radius` (relative to coordinates larger than one) around the data. */
static void move_near_initial(struct model_trial *w, const struct model_initial *initial, double radius,
                              uint64_t *state)
{
    mpfr_t offset;

    mpfr_init2(offset, MODEL_TRIAL_PRECISION);
    model_trial_move_to(w, initial);
    for (size_t i = 0; i < w->d; i++) {
        mpfr_set_d(offset, radius * next_random(state), MPFR_RNDN);
        if (mpfr_cmp_d(w->point[i], 1.0) > 0 || mpfr_cmp_d(w->point[i], -1.0) < 0)
            mpfr_mul(offset, offset, w->point[i], MPFR_RNDN);
        mpfr_add(w->point[i], w->point[i], offset, MPFR_RNDN);
    }
    mpfr_clear(offset);
}

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
        move_near_initial(w, initial, radius, state);
        model_trial_evaluate(w, values, 2 * w->d, gradient_and_velocity);
        bracket(sum, scale, values, w->d);
        found = mpfr_number_p(scale);
    }
    model_trial_destroy_numbers(values, 2 * w->d);
    return found;
}

/* |sum| / scale, rounded to double; 0 when both vanish. */
static double ratio(mpfr_t sum, mpfr_t scale)
{
    mpfr_t quotient;

    if (mpfr_zero_p(scale))
        return 0.0;
    mpfr_init2(quotient, MODEL_TRIAL_PRECISION);
    mpfr_div(quotient, sum, scale, MPFR_RNDN);
    mpfr_abs(quotient, quotient, MPFR_RNDN);
    double result = mpfr_get_d(quotient, MPFR_RNDN);
    mpfr_clear(quotient);
    return result;
}

static bool check_samples(struct model_trial *w, const struct model_initial *initial,
                          const struct model_named_expression *claim, const expression *gradient_and_velocity,
                          mpfr_t sum, mpfr_t scale)
{
    uint64_t state = UINT64_C(20170501);
    double largest = 0.0;

    for (int i = 0; i < POINTS; i++) {
        if (!sample_bracket(w, initial, gradient_and_velocity, &state, sum, scale))
            return model_trial_fail(w, "invariants", claim->name,
                                    "{%s, H} is not finite near the initial data '%s'", claim->name,
                                    initial->name);
        double here = ratio(sum, scale);
        largest = here > largest ? here : largest;
        mpfr_div_2ui(scale, scale, INVARIANT_BITS, MPFR_RNDN);
        if (mpfr_cmpabs(sum, scale) > 0)
            return model_trial_fail(
                w, "invariants", claim->name,
                "%s is no invariant: {%s, H} is %.1e of its terms near the initial data '%s'; correct it or "
                "leave it out",
                claim->name, claim->name, here, initial->name);
    }
    model_trial_pass(w->model,
                     "%s: {%s, H} = 0 at %d random points near the initial data (relative residual %.0e)",
                     initial->name, claim->name, POINTS, largest);
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
    size_t d = w->d;
    expression *matrix = memory_create(d * d + 2 * d, sizeof *matrix);
    expression *gradient = matrix + d * d, *velocity = gradient + d;
    bool valid = true;

    for (size_t i = 0; i < d; i++) {
        gradient[i] = model_trial_derivative(w, model->hamiltonian, i);
        for (size_t j = 0; j < d; j++)
            matrix[i * d + j] =
                graph_binary(model->graph, OPERATION_SUBTRACT, model_trial_derivative(w, model->theta[j], i),
                             model_trial_derivative(w, model->theta[i], j));
    }
    graph_solve(model->graph, d, matrix, gradient, velocity);
    for (size_t i = 0; i < model->invariants && valid; i++)
        valid = check_invariant(w, initial, &model->invariant[i], velocity);
    free(matrix);
    return valid;
}
