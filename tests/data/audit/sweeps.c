/* The midpoint rule, whose equation is solved by sweeps until they change nothing, 200 at most; and by 12 of them, which
 * leave a defect of the thirteenth power of the step.  tests/hidden_test.sh */
#include "assay_method.h"

#include <math.h>

static int solve(const struct assay_call_double *call, double *z, int most)
{
    const size_t d = call->dimension;
    const double h = *call->h, middle = *call->t + h / 2;
    double *k = call->work, *x = k + d, *next = x + d, change = 1;

    call->rhs(call, 1, call->t, z, k);
    for (int sweep = 0; sweep < most && change > 1e-16; sweep++) {
        for (size_t i = 0; i < d; i++)
            x[i] = z[i] + h / 2 * k[i];
        call->rhs(call, 1, &middle, x, next);
        change = 0;
        for (size_t i = 0; i < d; i++) {
            change = fmax(change, fabs(h * (next[i] - k[i])));
            k[i] = next[i];
        }
    }
    for (size_t i = 0; i < d; i++)
        z[i] += h * k[i];
    return 0;
}

static int many(const struct assay_call_double *call, double *z)
{
    return solve(call, z, 200);
}

static int few(const struct assay_call_double *call, double *z)
{
    return solve(call, z, 12);
}

ASSAY_METHODS({"so-many-sweeps", many, .vectors = 3}, {"so-few-sweeps", few, .vectors = 3})
