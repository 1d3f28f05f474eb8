/* Methods that remember: right ones, and with -DUNSTABLE the explicit method of two steps and order 3, whose errors grow
 * by 5 with every step.  tests/sessions_test.sh */
#include "assay_method.h"

/* One step of the classical method from z, k at its start. */
static void start(const struct assay_call_double *call, double *z, const double *k)
{
    const size_t d = call->dimension;
    const double h = *call->h, share[] = {0, h / 2, h / 2, h}, weight[] = {1, 2, 2, 1};
    double *x = call->work + 4 * d, *slope = x + d, *sum = slope + d;

    for (size_t i = 0; i < d; i++)
        slope[i] = sum[i] = k[i];
    for (int j = 1; j < 4; j++) {
        const double t = *call->t + share[j];

        for (size_t i = 0; i < d; i++)
            x[i] = z[i] + share[j] * slope[i];
        call->rhs(call, 1, &t, x, slope);
        for (size_t i = 0; i < d; i++)
            sum[i] += weight[j] * slope[i];
    }
    for (size_t i = 0; i < d; i++)
        z[i] += h / 6 * sum[i];
}

/* z_n+1 = (1 - a) z_n + a z_n-1 + h (b f_n + c f_n-1) */
static int two_steps(const struct assay_call_double *call, double *z, double a, double b, double c)
{
    const size_t d = call->dimension;
    double *before = call->work, *f_before = before + d, *f = f_before + d, *here = f + d;

    call->rhs(call, 1, call->t, z, f);
    for (size_t i = 0; i < d; i++)
        here[i] = z[i];
    if (call->taken == 0)
        start(call, z, f);
    for (size_t i = 0; i < d; i++) {
        if (call->taken)
            z[i] = (1 - a) * z[i] + a * before[i] + *call->h * (b * f[i] + c * f_before[i]);
        before[i] = here[i];
        f_before[i] = f[i];
    }
    return 0;
}

#ifdef UNSTABLE
static int unstable(const struct assay_call_double *call, double *z)
{
    return two_steps(call, z, 5, 4, 2);
}

ASSAY_METHODS({"so-unstable", unstable, .vectors = 7, .flags = ASSAY_SESSION, .order = 3})
#else
static int leapfrog(const struct assay_call_double *call, double *z)
{
    return two_steps(call, z, 1, 2, 0);
}

static int adams(const struct assay_call_double *call, double *z)
{
    return two_steps(call, z, 0, 1.5, -0.5);
}

/* 3 z_n+1 = 4 z_n - z_n-1 + 2 h f_n+1, by iteration */
static int bdf(const struct assay_call_double *call, double *z)
{
    enum { ITERATIONS = 60 };
    const size_t d = call->dimension;
    const double end = *call->t + *call->h;
    double *before = call->work, *f = before + 2 * d, *here = f + d;

    for (size_t i = 0; i < d; i++)
        here[i] = z[i];
    if (call->taken == 0) {
        call->rhs(call, 1, call->t, z, f);
        start(call, z, f);
    }
    for (int k = 0; k < ITERATIONS && call->taken; k++) {
        call->rhs(call, 1, &end, z, f);
        for (size_t i = 0; i < d; i++)
            z[i] = (4 * here[i] - before[i] + 2 * *call->h * f[i]) / 3;
    }
    for (size_t i = 0; i < d; i++)
        before[i] = here[i];
    return 0;
}

ASSAY_METHODS({"so-leapfrog", leapfrog, .vectors = 7, .flags = ASSAY_SESSION, .order = 2},
              {"so-adams", adams, .vectors = 7, .flags = ASSAY_SESSION, .order = 2},
              {"so-bdf", bdf, .vectors = 7, .flags = ASSAY_SESSION, .order = 2})
#endif
