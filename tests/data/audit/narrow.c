/* Euler's method in double and in MPFR; the same with slopes that are no more than double, and with another weight in
 * double.  tests/relations_test.sh */
#include "assay_method.h"

#ifndef LOSE
#define LOSE(x)       (void)(x)
#define APART(weight) (*(weight) *= 1 + 1e-9)
#else
#undef LOSE
#undef APART
#define LOSE(x)       mpfr_set_d(x, mpfr_get_d(x, MPFR_RNDN), MPFR_RNDN)
#define APART(weight) (void)(weight)
#endif

static int X(euler)(const struct X(assay_call) *call, real *z)
{
    real *k = call->work;

    call->rhs(call, 1, call->t, z, k);
    for (size_t i = 0; i < call->dimension; i++)
        real_add_product(z + i, call->h, k + i);
    return 0;
}

static int X(narrow)(const struct X(assay_call) *call, real *z)
{
    real *k = call->work;

    call->rhs(call, 1, call->t, z, k);
    for (size_t i = 0; i < call->dimension; i++) {
        LOSE(k + i);
        real_add_product(z + i, call->h, k + i);
    }
    return 0;
}

static int X(apart)(const struct X(assay_call) *call, real *z)
{
    real *k = call->work, *weight = k + call->dimension;

    call->rhs(call, 1, call->t, z, k);
    real_set(weight, call->h);
    APART(weight);
    for (size_t i = 0; i < call->dimension; i++)
        real_add_product(z + i, weight, k + i);
    return 0;
}

ASSAY_METHODS({"so-euler", X(euler), .vectors = 1}, {"so-narrow", X(narrow), .vectors = 1},
              {"so-apart", X(apart), .vectors = 2})

#ifdef ASSAY_ONCE_MORE
#include "narrow.c"
#endif
