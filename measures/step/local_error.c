/* The error of one step: see local_error.h. */
#include "measures/step/local_error.h"

#include <math.h>

#include "numerics/number_block.h"
#include "reference/taylor.h"

enum { GUARD_BITS = 64, RADIUS_POWER = 4 };

/* The state after a step; false where it is not solved. */
static bool step_double(mpfr_t *state, const struct setup *setup)
{
    struct stepper_double *stepper = setup->method->family->create_double(setup);
    const bool solved = stepper->step(stepper) == NEWTON_CONVERGED;

    for (size_t i = 0; i < stepper->dimension; i++)
        mpfr_set_d(state[i], stepper->q[i], MPFR_RNDN);
    stepper->destroy(stepper);
    return solved;
}

static bool step_mpfr(mpfr_t *state, const struct setup *setup)
{
    struct stepper_mpfr *stepper = setup->method->family->create_mpfr(setup);
    const bool solved = stepper->step(stepper) == NEWTON_CONVERGED;

    for (size_t i = 0; i < stepper->dimension; i++)
        mpfr_set(state[i], stepper->q + i, MPFR_RNDN);
    stepper->destroy(stepper);
    return solved;
}

/* log2 of the largest |x_i - y_i|, which take the place of x. */
static double find_largest(mpfr_t *x, mpfr_t *y, size_t count)
{
    double largest = -INFINITY;

    for (size_t i = 0; i < count; i++) {
        long exponent = 0;
        double size;

        mpfr_sub(x[i], x[i], y[i], MPFR_RNDN);
        size = log2(fabs(mpfr_get_d_2exp(&exponent, x[i], MPFR_RNDN))) + (double)exponent;
        if (isnan(size))
            return NAN;
        largest = fmax(largest, size);
    }
    return largest;
}

/* With terms as many as the bits ask for at the step, where that is far below the radius of convergence. */
static struct taylor_settings choose(mpfr_prec_t bits, mpq_srcptr step)
{
    struct taylor_settings settings = taylor_choose((long)ceil((double)bits * log10(2)));
    const int below = (int)floor(-log2(mpq_get_d(step))) - RADIUS_POWER;

    if (below >= RADIUS_POWER) {
        settings.order = (size_t)bits / (size_t)below + 2;
        settings.step_factor = ldexp(1, -below);
    }
    return settings;
}

double local_error(const struct cell_request *request)
{
    const size_t d = request->problem->system->dimension;
    struct error ignored;
    struct cell_setup *own = cell_setup_create(request, &ignored);
    const mpfr_prec_t bits =
        GUARD_BITS + (request->bits == CELL_DOUBLE ? CELL_LEAST_BITS : (mpfr_prec_t)request->bits);
    struct taylor_settings settings = choose(bits, request->step);
    mpfr_t *state, *solution;
    double error = NAN;

    if (!own)
        return NAN;
    state = number_block_create(2 * d, bits);
    solution = state + d;
    for (size_t i = 0; i < d; i++)
        mpfr_set(solution[i], own->initial[i], MPFR_RNDN);
    if ((request->bits == CELL_DOUBLE ? step_double : step_mpfr)(state, &own->setup) &&
        taylor_integrate(solution, request->problem->system->velocity, &settings, request->step, &ignored))
        error = find_largest(state, solution, d);
    number_block_destroy(state);
    cell_setup_destroy(own);
    return error;
}
