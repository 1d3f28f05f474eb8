/* Methods of one step that are wrong where few models look: behind blocks of four coordinates, at the clock of more than
 * one step, and at one that begins elsewhere than at 0.  And a right one that remembers no more than an iteration
 * leaves.  tests/hidden_test.sh */
#include "assay_method.h"

/* Ralston's method of order 2, whose last sum is that of the first `d` coordinates. */
static void ralston(const struct assay_call_double *call, double t, double *z, size_t d)
{
    double *k = call->work, *x = k + call->dimension, middle = t + 2 * *call->h / 3;

    call->rhs(call, 1, &t, z, k);
    for (size_t i = 0; i < call->dimension; i++) {
        x[i] = z[i] + 2 * *call->h / 3 * k[i];
        if (i < d)
            z[i] += *call->h / 4 * k[i];
    }
    call->rhs(call, 1, &middle, x, k);
    for (size_t i = 0; i < d; i++)
        z[i] += 3 * *call->h / 4 * k[i];
}

static int blocks(const struct assay_call_double *call, double *z)
{
    ralston(call, *call->t, z, call->dimension < 4 ? call->dimension : call->dimension / 4 * 4);
    return 0;
}

static int clock_of_its_own(const struct assay_call_double *call, double *z)
{
    ralston(call, (double)call->taken * *call->h, z, call->dimension);
    return 0;
}

/* The gradient of H, with the time that has gone on for every degree of freedom. */
static int loop(const struct assay_call_double *call, double *z)
{
    const size_t d = call->dimension, n = d / 2;
    double *gradient = call->work, t = *call->t;

    call->evaluate(call, ASSAY_GRADIENT, 1, &t, z, gradient);
    for (size_t i = 0; i < n; i++)
        z[n + i] -= *call->h / 2 * gradient[i];
    t += *call->h / 2 * (double)n;
    call->evaluate(call, ASSAY_GRADIENT, 1, &t, z, gradient);
    for (size_t i = 0; i < n; i++)
        z[i] += *call->h * gradient[n + i];
    t += *call->h / 2 * (double)n;
    call->evaluate(call, ASSAY_GRADIENT, 1, &t, z, gradient);
    for (size_t i = 0; i < n; i++)
        z[n + i] -= *call->h / 2 * gradient[i];
    return 0;
}

/* The implicit midpoint rule by an iteration that begins with the last slope, to 10 digits. */
static int warm(const struct assay_call_double *call, double *z)
{
    enum { MOST = 64 };
    static double slope[MOST];
    double *x = call->work, *k = x + call->dimension, change = 1, middle = *call->t + *call->h / 2;

    for (int i = 0; i < 200 && change > 1e-10; i++) {
        for (size_t j = 0; j < call->dimension; j++)
            x[j] = z[j] + *call->h / 2 * slope[j];
        call->rhs(call, 1, &middle, x, k);
        change = 0;
        for (size_t j = 0; j < call->dimension; j++) {
            const double one = *call->h * (k[j] - slope[j]);

            change = one > change ? one : -one > change ? -one : change;
            slope[j] = k[j];
        }
    }
    for (size_t j = 0; j < call->dimension; j++)
        z[j] += *call->h * slope[j];
    return 0;
}

ASSAY_METHODS({"so-blocks", blocks, .vectors = 2, .order = 2},
              {"so-clock", clock_of_its_own, .vectors = 2, .flags = ASSAY_SESSION, .order = 2},
              {"so-loop", loop, .vectors = 1, .flags = ASSAY_HAMILTONIAN, .order = 2},
              {"so-warm", warm, .vectors = 2, .order = 2})
