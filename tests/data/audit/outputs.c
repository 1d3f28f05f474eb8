/* Methods in double that are right where few look: tests/hidden_test.sh
 *
 * With REGION: a leapfrog near the start, and where r^2 > 1 an explicit midpoint rule, which is not symplectic; and the
 * same with a bound beyond all orbits.
 * With DEGENERATE: on a degenerate Lagrangian q by the midpoint rule, and p that stays; and with p = theta(q).
 * Else: the classical method of order 4 over 2 h, and between the ends a state that is half a step late, of order 1: a
 * session that is right after an even number of steps, where runs end. */
#include "assay_method.h"
#include <string.h>

#if defined REGION || defined DEGENERATE
/* The explicit midpoint rule for the first d numbers of z. */
static void midpoint(const struct assay_call_double *call, size_t d, double *z)
{
    const double half = *call->t + *call->h / 2;
    double *k = call->work, *x = k + call->dimension;

    call->rhs(call, 1, call->t, z, k);
    for (size_t i = 0; i < d; i++)
        x[i] = z[i] + *call->h / 2 * k[i];
    call->rhs(call, 1, &half, x, k);
    for (size_t i = 0; i < d; i++)
        z[i] += *call->h * k[i];
}
#endif

#ifdef REGION
/* z_i += c h f_i(z) for half of the numbers, from `first` on */
static void move(const struct assay_call_double *call, double c, size_t first, double *z)
{
    const size_t n = call->dimension / 2;

    call->rhs(call, 1, call->t, z, call->work);
    for (size_t i = first; i < first + n; i++)
        z[i] += c * *call->h * call->work[i];
}

static int step(const struct assay_call_double *call, double bound, double *z)
{
    const size_t n = call->dimension / 2;
    double square = 0;

    for (size_t i = 0; i < n; i++)
        square += z[i] * z[i];
    if (square > bound) {
        midpoint(call, call->dimension, z);
    } else {
        move(call, 0.5, 0, z);
        move(call, 1, n, z);
        move(call, 0.5, 0, z);
    }
    return 0;
}

static int near(const struct assay_call_double *call, double *z) { return step(call, 1, z); }
static int far(const struct assay_call_double *call, double *z) { return step(call, 1000, z); }

ASSAY_METHODS({"so-near", near, .vectors = 2, .order = 2}, {"so-far", far, .vectors = 2, .order = 2})
#elif defined DEGENERATE
/* Of a Lagrangian that is not of the time. */
static int still(const struct assay_call_double *call, double *z)
{
    midpoint(call, call->dimension / 2, z);
    return 0;
}

static int moved(const struct assay_call_double *call, double *z)
{
    midpoint(call, call->dimension / 2, z);
    return call->evaluate(call, ASSAY_THETA, 1, call->t, z, z + call->dimension / 2);
}

ASSAY_METHODS({"so-still", still, .vectors = 2, .flags = ASSAY_DEGENERATE, .order = 2},
              {"so-moved", moved, .vectors = 2, .flags = ASSAY_DEGENERATE, .order = 2})
#else
static int every(const struct assay_call_double *call, double *z)
{
    static const double at[] = {0, 0.5, 0.5, 1}, weight[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
    const size_t d = call->dimension;
    const double h = 2 * *call->h;
    double *end = call->work, *k = end + d, *x = k + d;

    if (call->taken % 2) {
        memcpy(z, end, d * sizeof *z);
        return 0;
    }
    memcpy(end, z, d * sizeof *z);
    for (size_t s = 0; s < 4; s++) {
        const double time = *call->t + at[s] * h;

        for (size_t i = 0; i < d; i++)
            x[i] = z[i] + (s ? at[s] * h * k[i] : 0);
        call->rhs(call, 1, &time, x, k);
        for (size_t i = 0; i < d; i++)
            end[i] += weight[s] * h * k[i];
    }
    call->rhs(call, 1, call->t, z, k);
    for (size_t i = 0; i < d; i++)
        z[i] += h / 4 * k[i];
    return 0;
}

ASSAY_METHODS({"so-every", every, .vectors = 3, .flags = ASSAY_SESSION, .order = 4})
#endif
