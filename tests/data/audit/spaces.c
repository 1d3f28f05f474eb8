/* A splitting for Lotka and Volterra's equations, x'/x = a(y), y'/y = b(x), half of x, y, half of x: each part keeps the
 * form dx dy / (x y) of theta = (log(y)/x, 0).  It is symplectic on p = theta(q), which one of them says, and not on the space
 * of (q, p), where it keeps p - theta(q) or sets it to zero.  And Euler's method, which keeps no form and says that it is a
 * map of q.  tests/hidden_test.sh */
#include <math.h>

#include "assay_method.h"

/* z_k goes on by the share of h along its rate, which does not depend on itself. */
static void flow(const struct assay_call_double *call, double *z, int k, double share)
{
    call->rhs(call, 1, call->t, z, call->work);
    z[k] *= exp(share * *call->h * call->work[k] / z[k]);
}

/* p = theta(q) plus the share of what it was before beside that. */
static int finish(const struct assay_call_double *call, double *z, const double *before, double share)
{
    const size_t n = call->dimension / 2;
    const double end = *call->t + *call->h;
    double theta[2][2];

    if (n != 2 || call->evaluate(call, ASSAY_THETA, 1, call->t, before, theta[0]) ||
        call->evaluate(call, ASSAY_THETA, 1, &end, z, theta[1]))
        return ASSAY_UNSUPPORTED;
    for (size_t i = 0; i < n; i++)
        z[n + i] = theta[1][i] + share * (z[n + i] - theta[0][i]);
    return 0;
}

static int split(const struct assay_call_double *call, double *z, double share)
{
    const double before[] = {z[0], z[1]};

    flow(call, z, 0, 0.5);
    flow(call, z, 1, 1);
    flow(call, z, 0, 0.5);
    return finish(call, z, before, share);
}

static int keeping(const struct assay_call_double *call, double *z)
{
    return split(call, z, 1);
}

static int resetting(const struct assay_call_double *call, double *z)
{
    return split(call, z, 0);
}

static int euler(const struct assay_call_double *call, double *z)
{
    const double before[] = {z[0], z[1]};

    call->rhs(call, 1, call->t, z, call->work);
    z[0] += *call->h * call->work[0];
    z[1] += *call->h * call->work[1];
    return finish(call, z, before, 1);
}

ASSAY_METHODS({"so-stated", keeping, .vectors = 1, .flags = ASSAY_DEGENERATE | ASSAY_MANIFOLD, .order = 2},
              {"so-unstated", keeping, .vectors = 1, .flags = ASSAY_DEGENERATE, .order = 2},
              {"so-resetting", resetting, .vectors = 1, .flags = ASSAY_DEGENERATE, .order = 2},
              {"so-euler", euler, .vectors = 1, .flags = ASSAY_DEGENERATE | ASSAY_MANIFOLD, .order = 1})
