/* Methods that are right on a manifold and modulo a period alone.  tests/hidden_test.sh */
#include "assay_method.h"

#include <math.h>

static const double circle = 6.283185307179586477;

/* More steps than are asked for, even if each was foreseen in vain once. */
enum { MOST_CALLS = 3000000 };

/* Velocity Verlet for x'' = f(x), whose angle is brought to [-pi, pi). */
static int wrapped_verlet(const struct assay_call_double *call, double *z)
{
    static long calls;
    const double h = *call->h, end = *call->t + h;
    double *k = call->work;

    call->rhs(call, 1, call->t, z, k);
    z[1] += h / 2 * k[1];
    z[0] += h * z[1];
    call->rhs(call, 1, &end, z, k);
    z[1] += h / 2 * k[1];
    z[0] -= circle * floor(z[0] / circle + 0.5);
    return ++calls > MOST_CALLS ? -1 : 0;
}

/* The explicit midpoint rule, whose end is brought to |z| = 1. */
static int normalised_midpoint(const struct assay_call_double *call, double *z)
{
    const size_t d = call->dimension;
    const double h = *call->h, middle = *call->t + h / 2;
    double *k = call->work, *x = k + d, sum = 0;

    call->rhs(call, 1, call->t, z, k);
    for (size_t i = 0; i < d; i++)
        x[i] = z[i] + h / 2 * k[i];
    call->rhs(call, 1, &middle, x, k);
    for (size_t i = 0; i < d; i++) {
        z[i] += h * k[i];
        sum += z[i] * z[i];
    }
    for (size_t i = 0; i < d; i++)
        z[i] /= sqrt(sum);
    return 0;
}

/* Takes models with constraints alone, and makes no step there. */
static int constrained(const struct assay_call_double *call, double *z)
{
    (void)z;
    return call->constraints ? -1 : ASSAY_UNSUPPORTED;
}

ASSAY_METHODS({"so-wrapped", wrapped_verlet, .vectors = 1, .order = 2},
              {"so-normalised", normalised_midpoint, .vectors = 2, .order = 2},
              {"so-constrained", constrained, .flags = ASSAY_HAMILTONIAN | ASSAY_CONSTRAINTS, .order = 2})
