/* Euler's method for q on degenerate Lagrangians, with momenta that are theta(q), that stay where they were, or that leave
 * grad H out: p' = dL/dq(q, 2 v) - dL/dq(q, v) = theta'(q)^T v, where p' = theta'(q)^T v - grad H(q).  q has order 1 in
 * each, p in the first alone: tests/audit/test_consistency.c */
#include "assay_method.h"

static void move(const struct assay_call_double *call, double *z, double *velocity)
{
    call->rhs(call, 1, call->t, z, velocity);
    for (size_t i = 0; i < call->dimension / 2; i++)
        z[i] += *call->h * velocity[i];
}

static int moved(const struct assay_call_double *call, double *z)
{
    const double end = *call->t + *call->h;

    move(call, z, call->work);
    return call->evaluate(call, ASSAY_THETA, 1, &end, z, z + call->dimension / 2);
}

static int still(const struct assay_call_double *call, double *z)
{
    move(call, z, call->work);
    return 0;
}

static int without_hamiltonian(const struct assay_call_double *call, double *z)
{
    const size_t n = call->dimension / 2;
    double *once = call->work, *twice = once + 2 * n, *force = twice + 2 * n;

    for (size_t i = 0; i < n; i++)
        once[i] = twice[i] = z[i];
    move(call, z, once + n);
    for (size_t i = 0; i < n; i++)
        twice[n + i] = 2 * once[n + i];
    if (call->evaluate(call, ASSAY_FORCE, 1, call->t, once, force) ||
        call->evaluate(call, ASSAY_FORCE, 1, call->t, twice, force + n))
        return 1;
    for (size_t i = 0; i < n; i++)
        z[n + i] += *call->h * (force[n + i] - force[i]);
    return 0;
}

ASSAY_METHODS({"so-moved", moved, .vectors = 1, .flags = ASSAY_DEGENERATE, .order = 1},
              {"so-still", still, .vectors = 1, .flags = ASSAY_DEGENERATE, .order = 1},
              {"so-without-hamiltonian", without_hamiltonian, .vectors = 3, .flags = ASSAY_DEGENERATE, .order = 1})
