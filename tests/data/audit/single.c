/* Methods whose arithmetic is single precision throughout, as those of libraries for graphics cards and games are, and one
 * that loses the digits of a single component.  tests/single_test.sh */
#include "assay_method.h"

enum { MOST = 64, ITERATIONS = 30 };

/* k = f(t + share h, z + share h k), in single precision */
static void slope(const struct assay_call_double *call, const double *z, float share, float *k)
{
    const float h = share * (float)*call->h;
    const double t = *call->t + share * *call->h;
    double *x = call->work, *f = x + call->dimension;

    for (size_t i = 0; i < call->dimension; i++)
        x[i] = (float)z[i] + h * k[i];
    call->rhs(call, 1, &t, x, f);
    for (size_t i = 0; i < call->dimension; i++)
        k[i] = (float)f[i];
}

/* z += h sum w_j k_j / sum w_j of the classical method, or of Heun's where `middle` is 0 */
static int step(const struct assay_call_double *call, double *z, float middle)
{
    const float shares[] = {0, 0.5F, 0.5F, 1}, weights[] = {1, middle, middle, 1}, h = (float)*call->h;
    float k[MOST] = {0}, sum[MOST] = {0};

    for (int j = 0; j < 4; j++) {
        if (weights[j] == 0)
            continue;
        slope(call, z, shares[j], k);
        for (size_t i = 0; i < call->dimension; i++)
            sum[i] += weights[j] * k[i];
    }
    for (size_t i = 0; i < call->dimension; i++)
        z[i] = (float)z[i] + h * sum[i] / (2 + 2 * middle);
    return 0;
}

static int classical(const struct assay_call_double *call, double *z)
{
    return step(call, z, 2);
}

static int heun(const struct assay_call_double *call, double *z)
{
    return step(call, z, 0);
}

/* The classical method in double, its last component in single precision. */
static int last(const struct assay_call_double *call, double *z)
{
    const size_t d = call->dimension;
    const double h = *call->h, share[] = {0, h / 2, h / 2, h}, weight[] = {1, 2, 2, 1};
    double *x = call->work, *k = x + d, *sum = k + d;

    for (size_t i = 0; i < d; i++)
        k[i] = sum[i] = 0;
    for (int j = 0; j < 4; j++) {
        const double t = *call->t + share[j];

        for (size_t i = 0; i < d; i++)
            x[i] = z[i] + share[j] * k[i];
        call->rhs(call, 1, &t, x, k);
        for (size_t i = 0; i < d; i++)
            sum[i] += weight[j] * k[i];
    }
    for (size_t i = 0; i < d; i++)
        z[i] += h / 6 * sum[i];
    z[d - 1] = (float)z[d - 1];
    return 0;
}

/* The Stoermer-Verlet method on any H, as in examples/verlet.c. */
static int verlet(const struct assay_call_double *call, double *z)
{
    const size_t n = call->dimension / 2;
    const float half = (float)*call->h / 2;
    const double end = *call->t + *call->h;
    double *x = call->work, *gradient = x + 2 * n;

    for (size_t i = 0; i < 2 * n; i++)
        x[i] = z[i] = (float)z[i];
    for (int k = 0; k < ITERATIONS; k++) {
        call->evaluate(call, ASSAY_GRADIENT, 1, call->t, x, gradient);
        for (size_t i = 0; i < n; i++)
            x[n + i] = (float)z[n + i] - half * (float)gradient[i];
    }
    for (size_t i = 0; i < n; i++)
        z[i] = (float)z[i] + half * (float)gradient[n + i];
    for (int k = 0; k < ITERATIONS; k++) {
        call->evaluate(call, ASSAY_GRADIENT, 1, &end, x, gradient);
        for (size_t i = 0; i < n; i++)
            x[i] = (float)z[i] + half * (float)gradient[n + i];
    }
    for (size_t i = 0; i < n; i++) {
        z[i] = x[i];
        z[n + i] = (float)x[n + i] - half * (float)gradient[i];
    }
    return 0;
}

ASSAY_METHODS({"so-float-classical", classical, .vectors = 2, .order = 4},
              {"so-float-heun", heun, .vectors = 2, .order = 2}, {"so-last", last, .vectors = 3, .order = 4},
              {"so-float-verlet", verlet, .vectors = 4, .flags = ASSAY_HAMILTONIAN, .order = 2})
