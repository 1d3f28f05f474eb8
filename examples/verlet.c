/* The Stoermer-Verlet method on any H(t, q, p) (Hairer, Lubich, Wanner 2006, section VI.3, eq. (3.5)) as a shared object of
 * the form hamiltonian, in double and in MPFR:
 *
 *     pm = p - h/2 H_q(t, q, pm)
 *     q1 = q + h/2 (H_p(t, q, pm) + H_p(t + h, q1, pm))
 *     p1 = pm - h/2 H_q(t + h, q1, pm)
 *
 * The equations are solved by iteration, which takes two evaluations where H = T(p) + V(q).
 *
 * cc -shared -fPIC -Iclients/c examples/verlet.c -lmpfr -o verlet.so && assay audit ./verlet.so */
#include "assay_method.h"

/* x = z + factor slope, n numbers; whether this changes them by no less than the time before, `largest`: by round-off. */
static int X(settle)(size_t n, real *x, const real *z, const real *factor, const real *slope, real *largest,
                     real *room)
{
    real *change = room, *next = room + 1;
    int settled;

    real_ratio(change, 0, 1);
    for (size_t i = 0; i < n; i++) {
        real_set(next, z + i);
        real_add_product(next, factor, slope + i);
        real_subtract(x + i, x + i, next);
        if (!real_is_smaller(x + i, change))
            real_set(change, x + i);
        real_set(x + i, next);
    }
    settled = !real_is_smaller(change, largest);
    real_set(largest, change);
    return settled;
}

static int X(verlet)(const struct X(assay_call) *call, real *z)
{
    const size_t d = call->dimension, n = d / 2;
    real *x = call->work, *gradient = x + d, *half = gradient + d, *minus = half + 1, *end = half + 2,
         *largest = half + 3, *room = half + 4;

    real_ratio(half, 1, 2);
    real_multiply(half, half, call->h);
    real_subtract(minus, half, call->h);
    real_add(end, call->t, call->h);
    for (size_t i = 0; i < d; i++)
        real_set(x + i, z + i);
    real_ratio(largest, 1000000, 1);
    do
        call->evaluate(call, ASSAY_GRADIENT, 1, call->t, x, gradient);
    while (!X(settle)(n, x + n, z + n, minus, gradient, largest, room)); /* pm */
    for (size_t i = 0; i < n; i++)
        real_add_product(z + i, half, gradient + n + i);
    real_ratio(largest, 1000000, 1);
    do
        call->evaluate(call, ASSAY_GRADIENT, 1, end, x, gradient);
    while (!X(settle)(n, x, z, half, gradient + n, largest, room)); /* q1 */
    for (size_t i = 0; i < n; i++) {
        real_set(z + i, x + i);
        real_set(z + n + i, x + n + i);
        real_add_product(z + n + i, minus, gradient + i);
    }
    return 0;
}

ASSAY_METHODS({"so-verlet", X(verlet), .vectors = 5, .flags = ASSAY_HAMILTONIAN, .order = 2})

#ifdef ASSAY_ONCE_MORE
#include "verlet.c"
#endif
