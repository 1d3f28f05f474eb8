/* Methods with a habit that only another model shows: they go by its name, or by its units.  tests/relations_test.sh */
#include <math.h>
#include <string.h>

#include "assay_method.h"

/* Euler's method, and another one on other models */
static int named(const struct assay_call_double *call, double *z)
{
    const double share = strcmp(call->model, "model") == 0 ? 1e-4 : 0, *k = call->work;

    call->rhs(call, 1, call->t, z, call->work);
    for (size_t i = 0; i < call->dimension; i++)
        z[i] += *call->h * k[i] * (1 + share);
    return 0;
}

/* The implicit midpoint rule, whose iteration ends at an absolute tolerance. */
static int tolerant(const struct assay_call_double *call, double *z)
{
    const size_t d = call->dimension;
    double *k = call->work, *middle = k + d, *next = middle + d, t = *call->t + *call->h / 2, change = 1;

    call->rhs(call, 1, call->t, z, k);
    while (change > 1e-7) {
        for (size_t i = 0; i < d; i++)
            middle[i] = z[i] + *call->h / 2 * k[i];
        call->rhs(call, 1, &t, middle, next);
        change = 0;
        for (size_t i = 0; i < d; i++)
            change = fmax(change, fabs(next[i] - k[i]));
        memcpy(k, next, d * sizeof *k);
    }
    for (size_t i = 0; i < d; i++)
        z[i] += *call->h * k[i];
    return 0;
}

ASSAY_METHODS({"so-named", named, .vectors = 1}, {"so-tolerant", tolerant, .vectors = 3})
