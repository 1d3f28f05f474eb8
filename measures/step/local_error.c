/* The error of one step: see local_error.h. */
#include "measures/step/local_error.h"

#include <math.h>

#include "numerics/number_block.h"
#include "reference/taylor.h"

enum { GUARD_BITS = 64, RADIUS_POWER = 4, SHORTEST_WAY = -14, MOST_STEPS = 1000 };

/* The state after so many steps; false where one is not solved. */
static bool step_double(mpfr_t *state, const struct setup *setup, unsigned long steps)
{
    struct stepper_double *stepper = setup->method->family->create_double(setup);
    bool solved = true;

    for (unsigned long n = 0; n < steps && solved; n++)
        solved = stepper->step(stepper) == NEWTON_CONVERGED;
    for (size_t i = 0; i < stepper->dimension; i++)
        mpfr_set_d(state[i], stepper->q[i], MPFR_RNDN);
    stepper->destroy(stepper);
    return solved;
}

static bool step_mpfr(mpfr_t *state, const struct setup *setup, unsigned long steps)
{
    struct stepper_mpfr *stepper = setup->method->family->create_mpfr(setup);
    bool solved = true;

    for (unsigned long n = 0; n < steps && solved; n++)
        solved = stepper->step(stepper) == NEWTON_CONVERGED;
    for (size_t i = 0; i < stepper->dimension; i++)
        mpfr_set(state[i], stepper->q + i, MPFR_RNDN);
    stepper->destroy(stepper);
    return solved;
}

/* x - y, which takes the place of x; whether all of it is numbers. */
static bool subtract(mpfr_t *x, mpfr_t *y, size_t count)
{
    bool good = true;

    for (size_t i = 0; i < count; i++) {
        mpfr_sub(x[i], x[i], y[i], MPFR_RNDN);
        good = good && mpfr_number_p(x[i]);
    }
    return good;
}

/* With terms as many as the bits ask for at the step, where that is far below the radius of convergence. */
static struct taylor_settings choose(mpfr_prec_t bits, mpq_srcptr step)
{
    struct taylor_settings settings = taylor_choose((long)ceil((double)bits * log10(2)));
    const int below = (int)floor(-log2(mpq_get_d(step))) - RADIUS_POWER;

    settings.most_steps = MOST_STEPS; /* beside a singularity, or over a step far too large, are more */
    if (below >= RADIUS_POWER) {
        settings.order = (size_t)bits / (size_t)below + 2;
        settings.step_factor = ldexp(1, -below);
    }
    return settings;
}

mpfr_t *local_error_create(const struct cell_request *request)
{
    const size_t d = request->problem->system->dimension;
    struct error ignored;
    struct cell_setup *own = cell_setup_create(request, &ignored);
    const mpfr_prec_t bits =
        GUARD_BITS + (request->bits == CELL_DOUBLE ? CELL_LEAST_BITS : (mpfr_prec_t)request->bits);
    mpq_t time;
    struct taylor_settings settings;
    mpfr_t *state, *solution;
    bool good;

    if (!own)
        return NULL;
    mpq_init(time);
    mpq_set_ui(time, request->steps, 1);
    mpq_mul(time, time, request->step);
    settings = choose(bits, time);
    state = number_block_create(3 * d, bits);
    solution = state + d;
    for (size_t i = 0; i < d; i++) {
        mpfr_set(solution[i], own->initial[i], MPFR_RNDN);
        mpfr_set(solution[d + i], own->initial[i], MPFR_RNDN);
    }
    good = (request->bits == CELL_DOUBLE ? step_double : step_mpfr)(state, &own->setup, request->steps) &&
           taylor_integrate(solution, request->problem->system->velocity, &settings, time, &ignored) &&
           subtract(state, solution, d);
    mpq_clear(time);
    cell_setup_destroy(own);
    if (good)
        return state;
    number_block_destroy(state);
    return NULL;
}

/* log2 of the largest |x_i|; -infinity for none */
static double find_largest(mpfr_t *x, size_t count)
{
    double largest = -INFINITY;

    for (size_t i = 0; i < count; i++) {
        long exponent = 0;
        const double fraction = mpfr_get_d_2exp(&exponent, x[i], MPFR_RNDN);

        largest = fmax(largest, log2(fabs(fraction)) + (double)exponent);
    }
    return largest;
}

double local_error(const struct cell_request *request)
{
    mpfr_t *error = local_error_create(request);
    const double largest = error ? find_largest(error, request->problem->system->dimension) : NAN;

    number_block_destroy(error);
    return largest;
}

double local_error_share(const struct cell_request *request)
{
    const size_t d = request->problem->system->dimension;
    mpfr_t *error = local_error_create(request);
    const double size = error ? find_largest(error + 2 * d, d) : NAN;
    double way = NAN, share = NAN;

    if (error && subtract(error + d, error + 2 * d, d))
        way = find_largest(error + d, d);
    if (way > size + SHORTEST_WAY)
        share = find_largest(error, d) - way;
    number_block_destroy(error);
    return share;
}
