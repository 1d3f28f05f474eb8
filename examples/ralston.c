/* Ralston's method of order 3 (Ralston 1962, Runge-Kutta methods with minimum error bounds) as a shared object, in double
 * and in MPFR.
 *
 * cc -shared -fPIC -Iclients/c examples/ralston.c -lmpfr -o ralston.so && assay audit ./ralston.so */
#include "assay_method.h"

/* x = z + (n / d) h k */
static void X(move)(const struct X(assay_call) *call, real *x, const real *z, long n, long d, const real *k,
                    real *factor)
{
    real_ratio(factor, n, d);
    real_multiply(factor, factor, call->h);
    for (size_t i = 0; i < call->dimension; i++) {
        real_set(x + i, z + i);
        real_add_product(x + i, factor, k + i);
    }
}

static int X(ralston)(const struct X(assay_call) *call, real *z)
{
    const size_t d = call->dimension;
    real *k1 = call->work, *k2 = k1 + d, *k3 = k2 + d, *x = k3 + d, *factor = x + d, *t = factor + d;

    call->rhs(call, 1, call->t, z, k1);
    X(move)(call, x, z, 1, 2, k1, factor);
    real_add(t, call->t, factor); /* t + h/2 */
    call->rhs(call, 1, t, x, k2);
    X(move)(call, x, z, 3, 4, k2, factor);
    real_add(t, call->t, factor);
    call->rhs(call, 1, t, x, k3);
    X(move)(call, z, z, 2, 9, k1, factor);
    X(move)(call, z, z, 1, 3, k2, factor);
    X(move)(call, z, z, 4, 9, k3, factor);
    return 0;
}

ASSAY_METHODS({"so-ralston", X(ralston), .vectors = 6, .order = 3})

#ifdef ASSAY_ONCE_MORE
#include "ralston.c"
#endif
