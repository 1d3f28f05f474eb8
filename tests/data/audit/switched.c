/* The leapfrog, which takes four substeps where the force is large at the start of a step.  It is symmetric and reversible at
 * every state but those from which a step goes across that bound: there the way back has another number of substeps.  And
 * the same with substeps everywhere, which is right.  tests/hidden_test.sh */
#include "assay_method.h"

#define PARTS 4

/* p += h/2 p'(q), q += h q'(p), p += h/2 p'(q); work of d + 1 */
static void X(leap)(const struct X(assay_call) *call, real *z, const real *h, real *k)
{
    const size_t d = call->dimension, n = d / 2;
    real *half = k + d;

    real_ratio(half, 1, 2);
    real_multiply(half, half, h);
    for (int kick = 0; kick < 2; kick++) {
        call->rhs(call, 1, call->t, z, k);
        for (size_t i = n; i < d; i++)
            real_add_product(z + i, half, k + i);
        if (kick)
            return;
        call->rhs(call, 1, call->t, z, k);
        for (size_t i = 0; i < n; i++)
            real_add_product(z + i, h, k + i);
    }
}

static int X(advance)(const struct X(assay_call) *call, real *z, int always)
{
    const size_t d = call->dimension;
    real *k = call->work, *size = k + d + 1, *bound = size + 1, *h = bound + 1;
    int parts;

    call->rhs(call, 1, call->t, z, k);
    real_ratio(size, 0, 1);
    real_ratio(bound, 9, 4);
    for (size_t i = d / 2; i < d; i++)
        real_add_product(size, k + i, k + i);
    parts = always || real_is_smaller(bound, size) ? PARTS : 1;
    real_ratio(h, 1, parts);
    real_multiply(h, h, call->h);
    for (int part = 0; part < parts; part++)
        X(leap)(call, z, h, k);
    return 0;
}

static int X(switched)(const struct X(assay_call) *call, real *z)
{
    return X(advance)(call, z, 0);
}

static int X(substeps)(const struct X(assay_call) *call, real *z)
{
    return X(advance)(call, z, 1);
}

ASSAY_METHODS({"so-switched", X(switched), .vectors = 6, .order = 2},
              {"so-substeps", X(substeps), .vectors = 6, .order = 2})

#ifdef ASSAY_ONCE_MORE
#include "switched.c"
#endif
