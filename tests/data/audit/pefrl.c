/* Splittings with the printed decimals of Omelyan, Mryglod and Folk (2002), "position extended Forest-Ruth-like", order 4, in
 * double alone.  LAMBDA is one of its three numbers: another one is wrong.  SHARES are those of another splitting. */
#include "assay_method.h"

#ifndef LAMBDA
#define LAMBDA -0.2123418310626054
#endif

#ifndef SHARES
#define SHARES xi, 0.5 - lambda, chi, lambda, 1 - 2 * (chi + xi), lambda, chi, 0.5 - lambda, xi
#endif

static void move(const struct assay_call_double *call, double share, double *z, int drifts)
{
    const size_t n = call->dimension / 2;
    double *gradient = call->work;

    call->evaluate(call, ASSAY_GRADIENT, 1, call->t, z, gradient);
    for (size_t i = 0; i < n; i++) {
        if (drifts)
            z[i] += share * *call->h * gradient[n + i];
        else
            z[n + i] -= share * *call->h * gradient[i];
    }
}

static int pefrl(const struct assay_call_double *call, double *z)
{
    static const double xi = 0.1786178958448091, lambda = LAMBDA, chi = -0.06626458266981849;
    const double share[] = {SHARES};

    for (size_t i = 0; i < sizeof share / sizeof *share; i++)
        move(call, share[i], z, i % 2 == 0);
    return 0;
}

ASSAY_METHODS({"pefrl", pefrl, .vectors = 1, .flags = ASSAY_HAMILTONIAN, .order = 4})
