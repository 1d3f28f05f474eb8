/* The explicit midpoint rule, and the same with one thing wrong, which breaks one relation, or the few that it must.
 * tests/relations_test.sh */
#include <math.h>
#include <string.h>

#include "assay_method.h"

/* middle = z + h/2 k, k = f(t, z), then k = f(t + share h, middle) */
static double *slopes(const struct assay_call_double *call, const double *z, double share)
{
    const size_t d = call->dimension;
    double *k = call->work, *middle = k + d, t = *call->t + share * *call->h;

    call->rhs(call, 1, call->t, z, k);
    for (size_t i = 0; i < d; i++)
        middle[i] = z[i] + *call->h / 2 * k[i];
    call->rhs(call, 1, &t, middle, k);
    return k;
}

static int right(const struct assay_call_double *call, double *z)
{
    const double *k = slopes(call, z, 0.5);

    for (size_t i = 0; i < call->dimension; i++)
        z[i] += *call->h * k[i];
    return 0;
}

static int wrong_time(const struct assay_call_double *call, double *z)
{
    const double *k = slopes(call, z, 0.25);

    for (size_t i = 0; i < call->dimension; i++)
        z[i] += *call->h * k[i];
    return 0;
}

/* The first coordinate lags behind. */
static int wrong_order(const struct assay_call_double *call, double *z)
{
    const double *k = slopes(call, z, 0.5);

    for (size_t i = 0; i < call->dimension; i++)
        z[i] += *call->h * k[i] * (i ? 1 : 1 - 1e-4);
    return 0;
}

/* As codes have it that compare with an absolute tolerance. */
static int wrong_units(const struct assay_call_double *call, double *z)
{
    const double *k = slopes(call, z, 0.5);

    for (size_t i = 0; i < call->dimension; i++)
        z[i] += *call->h * k[i] * (1 + 1e-4 * k[i]);
    return 0;
}

/* As codes have it that compare each coordinate with its own size. */
static int wrong_origin(const struct assay_call_double *call, double *z)
{
    const double *k = slopes(call, z, 0.5);

    for (size_t i = 0; i < call->dimension; i++)
        z[i] += *call->h * k[i] * (1 + 1e-4 * fabs(z[i]) / (fabs(z[i]) + fabs(*call->h * k[i])));
    return 0;
}

/* The symplectic Euler method, which takes the halves one after the other. */
static int halves(const struct assay_call_double *call, double *z)
{
    const size_t d = call->dimension;
    double *k = call->work;

    call->rhs(call, 1, call->t, z, k);
    for (size_t i = 0; i < d / 2; i++)
        z[i] += *call->h * k[i];
    call->rhs(call, 1, call->t, z, k);
    for (size_t i = d / 2; i < d; i++)
        z[i] += *call->h * k[i];
    return 0;
}

static int forwards(const struct assay_call_double *call, double *z)
{
    const double *k = slopes(call, z, 0.5);

    for (size_t i = 0; i < call->dimension; i++)
        z[i] += *call->h * k[i] * (1 + 1e-4 * *call->h);
    return 0;
}

/* The last coordinate in single precision. */
static int single(const struct assay_call_double *call, double *z)
{
    right(call, z);
    z[call->dimension - 1] = (float)z[call->dimension - 1];
    return 0;
}

/* The slope at the middle of the last step, in the place of a new one in the first half. */
static int remembers(const struct assay_call_double *call, double *z)
{
    static double before[64];
    static int started;
    const size_t d = call->dimension;
    double *k = call->work, *middle = k + d, t = *call->t + *call->h / 2;

    call->rhs(call, 1, call->t, z, k);
    for (size_t i = 0; i < d; i++)
        middle[i] = z[i] + *call->h / 2 * (started ? before[i] : k[i]);
    call->rhs(call, 1, &t, middle, k);
    memcpy(before, k, d * sizeof *k);
    started = 1;
    for (size_t i = 0; i < d; i++)
        z[i] += *call->h * k[i];
    return 0;
}

ASSAY_METHODS({"so-right", right, .vectors = 2, .order = 2}, {"so-time", wrong_time, .vectors = 2},
              {"so-order", wrong_order, .vectors = 2}, {"so-units", wrong_units, .vectors = 2},
              {"so-origin", wrong_origin, .vectors = 2}, {"so-halves", halves, .vectors = 2},
              {"so-forwards", forwards, .vectors = 2}, {"so-single", single, .vectors = 2},
              {"so-remembers", remembers, .vectors = 2, .order = 2})
