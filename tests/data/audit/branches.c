/* The explicit midpoint rule in MPFR, and Euler's method in double: one source, two methods.  tests/hidden_test.sh */
#include "assay_method.h"

#ifndef SHARE
#define SHARE 0
#else
#undef SHARE
#define SHARE 1
#endif

static int X(branches)(const struct X(assay_call) *call, real *z)
{
    const size_t d = call->dimension;
    real *k = call->work, *x = k + d, *half = x + d, *middle = half + 1;

    call->rhs(call, 1, call->t, z, k);
    real_ratio(half, SHARE, 2);
    real_multiply(half, half, call->h);
    real_add(middle, call->t, half);
    for (size_t i = 0; i < d; i++) {
        real_set(x + i, z + i);
        real_add_product(x + i, half, k + i);
    }
    call->rhs(call, 1, middle, x, k);
    for (size_t i = 0; i < d; i++)
        real_add_product(z + i, call->h, k + i);
    return 0;
}

ASSAY_METHODS({"so-branches", X(branches), .vectors = 4, .order = 2})

#ifdef ASSAY_ONCE_MORE
#include "branches.c"
#endif
