/* The error of one step: see local_error.h. */
#include "measures/step/local_error.h"

#include <math.h>

#include "numerics/graph/graph_value.h"
#include "numerics/number_block.h"
#include "reference/taylor.h"

enum { GUARD_BITS = 64, RADIUS_POWER = 4, SHORTEST_WAY = -14, MOST_STEPS = 1000 };
enum { QUARTERS = 10, LEAST_SHARE = -8, LEAST_SAME = 2, FEW = 32 }; /* of the step of the cell; log2 */

/* The state after so many steps, with its momenta where there are any; false where one is not solved. */
static bool step_double(mpfr_t *state, mpfr_t *momentum, const struct setup *setup, unsigned long steps)
{
    struct stepper_double *stepper = setup->method->family->create_double(setup);
    bool solved = true;

    for (unsigned long n = 0; n < steps && solved; n++)
        solved = stepper->step(stepper) == NEWTON_CONVERGED;
    for (size_t i = 0; i < stepper->dimension; i++)
        mpfr_set_d(state[i], stepper->q[i], MPFR_RNDN);
    for (size_t i = 0; i < stepper->dimension && momentum; i++)
        mpfr_set_d(momentum[i], stepper->p[i], MPFR_RNDN);
    stepper->destroy(stepper);
    return solved;
}

static bool step_mpfr(mpfr_t *state, mpfr_t *momentum, const struct setup *setup, unsigned long steps)
{
    struct stepper_mpfr *stepper = setup->method->family->create_mpfr(setup);
    bool solved = true;

    for (unsigned long n = 0; n < steps && solved; n++)
        solved = stepper->step(stepper) == NEWTON_CONVERGED;
    for (size_t i = 0; i < stepper->dimension; i++)
        mpfr_set(state[i], stepper->q + i, MPFR_RNDN);
    for (size_t i = 0; i < stepper->dimension && momentum; i++)
        mpfr_set(momentum[i], stepper->p + i, MPFR_RNDN);
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

/* Behind each other the errors, the solution and the state before, of `width` numbers: the coordinates, and if these are
 * 2d the momenta. */
static mpfr_t *create(const struct cell_request *request, size_t width)
{
    const struct system *system = request->problem->system;
    const size_t d = system->dimension;
    struct error ignored;
    struct cell_setup *own = cell_setup_create(request, &ignored);
    const mpfr_prec_t bits =
        GUARD_BITS + (request->bits == CELL_DOUBLE ? CELL_LEAST_BITS : (mpfr_prec_t)request->bits);
    mpq_t time;
    struct taylor_settings settings;
    mpfr_t *state, *solution, *start, *momentum;
    bool good;

    if (!own)
        return NULL;
    mpq_init(time);
    mpq_set_ui(time, request->steps, 1);
    mpq_mul(time, time, request->step);
    settings = choose(bits, time);
    state = number_block_create(3 * width, bits);
    solution = state + width;
    start = solution + width;
    momentum = width > d ? state + d : NULL;
    number_block_set(*solution, *own->initial, d);
    number_block_set(*start, *own->initial, d);
    good = (request->bits == CELL_DOUBLE ? step_double : step_mpfr)(state, momentum, &own->setup,
                                                                    request->steps) &&
           taylor_integrate(solution, system->velocity, &settings, time, &ignored) &&
           (!momentum ||
            (graph_value_of_program(solution + d, system->momentum, (mpfr_t *const[]){solution}, bits) &&
             graph_value_of_program(start + d, system->momentum, (mpfr_t *const[]){start}, bits))) &&
           subtract(state, solution, width);
    mpq_clear(time);
    cell_setup_destroy(own);
    if (good)
        return state;
    number_block_destroy(state);
    return NULL;
}

mpfr_t *local_error_create(const struct cell_request *request)
{
    return create(request, request->problem->system->dimension);
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

/* Of momenta that are the method's own: how far they are from theta of the solution, over the way of theta(q) or, if that
 * is less, of q in the units of theta. */
static double find_share_of_momenta(mpfr_t *error, size_t d, double way)
{
    const double q = find_largest(error + 4 * d, d), p = find_largest(error + 5 * d, d);
    double share = find_largest(error + d, d);

    way += isfinite(q) && isfinite(p) ? p - q : 0;
    subtract(error + 3 * d, error + 5 * d, d);
    share -= fmax(way, find_largest(error + 3 * d, d));
    return share;
}

double local_error_share(const struct cell_request *request)
{
    const struct system *system = request->problem->system;
    const size_t d = system->dimension;
    const bool momenta =
        system->momentum && method_space(&request->method, request->projection) == STEP_MOMENTUM;
    const size_t width = momenta ? 2 * d : d;
    mpfr_t *error = create(request, width);
    const double size = error ? find_largest(error + 2 * width, d) : NAN;
    double way = NAN, share = NAN;

    if (error && subtract(error + width, error + 2 * width, d))
        way = find_largest(error + width, d);
    if (way > size + SHORTEST_WAY) {
        share = find_largest(error, d) - way;
        share = momenta ? fmax(share, find_share_of_momenta(error, d, way)) : share;
    }
    number_block_destroy(error);
    return share;
}

bool local_error_is_inconsistent(const struct cell_request *request)
{
    struct cell_request smaller = *request;
    double share = NAN;
    int same = 0;
    mpq_t step;

    mpq_init(step);
    mpq_set(step, request->step);
    smaller.step = step;
    smaller.steps = request->method.family->remembers ? FEW : 1;
    for (int k = 0; k < QUARTERS; k++) {
        const double before = share;

        mpq_div_2exp(step, step, 2);
        share = local_error_share(&smaller);
        if (!isnan(share)) /* else the last of those before count */
            same = fabs(share - before) <= 0.02 && share >= LEAST_SHARE ? same + 1 : 0;
    }
    mpq_clear(step);
    return same >= LEAST_SAME;
}
