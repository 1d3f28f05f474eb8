/* The Adams-Bashforth method of order 2, which remembers f at the point before: z_n+1 = z_n + h (3 f_n - f_n-1) / 2.  It
 * starts with a step of the midpoint rule, which is part of what is claimed; started with Euler's it has order 2 as well.
 *
 * cc -shared -fPIC -Iclients/c examples/adams_bashforth.c -o adams_bashforth.so && assay audit ./adams_bashforth.so */
#include "assay_method.h"

static int adams_bashforth(const struct assay_call_double *call, double *z)
{
    const size_t d = call->dimension;
    const double h = *call->h, middle = *call->t + h / 2;
    double *before = call->work, *f = before + d, *x = f + d, *k = x + d;

    call->rhs(call, 1, call->t, z, f);
    for (size_t i = 0; i < d; i++)
        x[i] = z[i] + h / 2 * f[i];
    if (call->taken == 0)
        call->rhs(call, 1, &middle, x, k);
    for (size_t i = 0; i < d; i++) {
        z[i] += call->taken ? h / 2 * (3 * f[i] - before[i]) : h * k[i];
        before[i] = f[i];
    }
    return 0;
}

ASSAY_METHODS({"so-adams-bashforth-2", adams_bashforth, .vectors = 4, .flags = ASSAY_SESSION, .order = 2})
