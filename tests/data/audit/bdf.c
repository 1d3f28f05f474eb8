/* The formulas of backward differences of six and of seven steps, by iteration: with seven they are not zero-stable, and their
 * errors grow by a root of modulus 1.0222.  tests/audit/test_relations.c */
#include "assay_method.h"

/* 16 steps of the midpoint rule of Runge in the place of one: steps are tiny where zero-stability is looked for */
static void start(const struct assay_call_double *call, double *z)
{
    enum { SHORT = 16 };
    const size_t d = call->dimension;
    const double h = *call->h / SHORT;
    double *middle = call->work + 7 * d, *f = middle + d;

    for (int k = 0; k < SHORT; k++) {
        const double t = *call->t + k * h, later = t + h / 2;

        call->rhs(call, 1, &t, z, f);
        for (size_t i = 0; i < d; i++)
            middle[i] = z[i] + h / 2 * f[i];
        call->rhs(call, 1, &later, middle, f);
        for (size_t i = 0; i < d; i++)
            z[i] += h * f[i];
    }
}

/* alpha_0 z_n+1 = sum_j alpha_j z_n+1-j + h f_n+1 */
static int differences(const struct assay_call_double *call, double *z, size_t steps, const double *alpha)
{
    enum { ITERATIONS = 30 };
    const size_t d = call->dimension;
    const double end = *call->t + *call->h;
    double *before = call->work, *f = before + 7 * d, *known = f + d;

    for (size_t i = steps * d; i-- > d;)
        before[i] = before[i - d];
    for (size_t i = 0; i < d; i++)
        before[i] = z[i];
    if (call->taken + 1 < steps) {
        start(call, z);
        return 0;
    }
    for (size_t i = 0; i < d; i++) {
        known[i] = 0;
        for (size_t j = 0; j < steps; j++)
            known[i] += alpha[j + 1] * before[j * d + i];
    }
    for (int k = 0; k < ITERATIONS; k++) {
        call->rhs(call, 1, &end, z, f);
        for (size_t i = 0; i < d; i++)
            z[i] = (known[i] + *call->h * f[i]) / alpha[0];
    }
    return 0;
}

static int six(const struct assay_call_double *call, double *z)
{
    static const double alpha[] = {147. / 60, 6, -15. / 2, 20. / 3, -15. / 4, 6. / 5, -1. / 6};

    return differences(call, z, 6, alpha);
}

static int seven(const struct assay_call_double *call, double *z)
{
    static const double alpha[] = {363. / 140, 7, -21. / 2, 35. / 3, -35. / 4, 21. / 5, -7. / 6, 1. / 7};

    return differences(call, z, 7, alpha);
}

ASSAY_METHODS({"so-bdf-7", seven, .vectors = 9, .flags = ASSAY_SESSION, .order = 7},
              {"so-bdf-6", six, .vectors = 9, .flags = ASSAY_SESSION, .order = 6})
