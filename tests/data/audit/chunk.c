/* The classical method of order 4, and the same as a session whose twentieth output of every hundred is a step of Euler's
 * method: tests/hidden_test.sh */
#include "assay_method.h"

#include <string.h>

/* end = z after a step. */
static void classical(const struct assay_call_double *call, const double *z, double *end)
{
    static const double at[] = {0, 0.5, 0.5, 1}, weight[] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
    const size_t d = call->dimension;
    const double h = *call->h;
    double *k = call->work + 2 * d, *x = k + d, time;

    memcpy(end, z, d * sizeof *z);
    memset(k, 0, d * sizeof *k);
    for (int stage = 0; stage < 4; stage++) {
        for (size_t i = 0; i < d; i++)
            x[i] = z[i] + at[stage] * h * k[i];
        time = *call->t + at[stage] * h;
        call->rhs(call, 1, &time, x, k);
        for (size_t i = 0; i < d; i++)
            end[i] += weight[stage] * h * k[i];
    }
}

static int whole(const struct assay_call_double *call, double *z)
{
    double *end = call->work + call->dimension;

    classical(call, z, end);
    memcpy(z, end, call->dimension * sizeof *z);
    return 0;
}

static int chunk(const struct assay_call_double *call, double *z)
{
    const size_t d = call->dimension;
    double *own = call->work, *end = own + d, *k = own + 2 * d;

    if (call->taken == 0)
        memcpy(own, z, d * sizeof *z);
    classical(call, own, end);
    memcpy(z, end, d * sizeof *z);
    if (call->taken % 100 == 19) {
        call->rhs(call, 1, call->t, own, k);
        for (size_t i = 0; i < d; i++)
            z[i] = own[i] + *call->h * k[i];
    }
    memcpy(own, end, d * sizeof *own);
    return 0;
}

ASSAY_METHODS({"so-chunk", chunk, .vectors = 4, .flags = ASSAY_SESSION, .order = 4},
              {"so-whole", whole, .vectors = 4, .order = 4})
