/* The root condition: see multistep_stability.h.
 *
 * All roots at once, by the iteration of Weierstrass (Durand 1960, Kerner 1966) in numbers of 64 bits,
 *
 *     z_i <- z_i - rho(z_i) / (alpha_k prod_(j != i) (z_i - z_j)).
 *
 * Rounding splits a root of multiplicity m into m that lie 2^(-64/m) apart; what is this near counts as one. */
#include "integrators/multistep/multistep_stability.h"

#include <complex.h>
#include <math.h>
#include <stdio.h>

enum { ITERATIONS = 2000 };
#define NEAR 0x1p-12 /* what rounding may split: of multiplicity 5 */

static void find_roots(long double complex *root, const long double *rho, size_t degree)
{
    for (size_t i = 0; i < degree; i++)
        root[i] = cpowl(0.4L + 0.9L * I, (long double)i);
    for (int n = 0; n < ITERATIONS; n++) {
        for (size_t i = 0; i < degree; i++) {
            long double complex value = rho[degree], others = rho[degree];

            for (size_t j = degree; j-- > 0;)
                value = value * root[i] + rho[j];
            for (size_t j = 0; j < degree; j++)
                others *= j == i ? 1 : root[i] - root[j];
            if (cabsl(others) > 0)
                root[i] -= value / others;
        }
    }
}

/* Whether another root lies where this one does. */
static bool is_multiple(const long double complex *root, size_t degree, size_t i)
{
    size_t near = 0;

    for (size_t j = 0; j < degree; j++)
        near += cabsl(root[j] - root[i]) <= NEAR;
    return near > 1;
}

void multistep_stability_find(struct multistep_stability *found, mpfr_t *alpha, size_t count)
{
    const size_t degree = count - 1;
    long double rho[MULTISTEP_STABILITY_ROOTS];
    long double complex root[MULTISTEP_STABILITY_ROOTS];

    for (size_t j = 0; j < count; j++)
        rho[j] = mpfr_get_ld(alpha[j], MPFR_RNDN);
    find_roots(root, rho, degree);
    *found = (struct multistep_stability){.stable = true};
    for (size_t i = 0; i < degree; i++) {
        const double modulus = (double)cabsl(root[i]);
        const bool multiple = fabs(modulus - 1) <= NEAR && is_multiple(root, degree, i);

        if (modulus > 1 + NEAR || multiple)
            found->stable = false;
        if (modulus > found->modulus || (multiple && !found->multiple && modulus > found->modulus - NEAR))
            *found = (struct multistep_stability){found->stable, (double)creall(root[i]),
                                                  (double)cimagl(root[i]), modulus, multiple};
    }
}

double multistep_stability_inconsistency(mpfr_t *alpha, size_t count)
{
    const mpfr_t *beta = (const mpfr_t *)alpha + count;
    double constants = 0, lines = 0;

    for (size_t j = 0; j < count; j++) {
        const double a = mpfr_get_d(alpha[j], MPFR_RNDN);

        constants += a;
        lines += (double)j * a - mpfr_get_d(beta[j], MPFR_RNDN);
    }
    return fmax(fabs(constants), fabs(lines));
}

const char *multistep_stability_sentence(const struct multistep_stability *found,
                                         char sentence[MULTISTEP_STABILITY_SENTENCE])
{
    char root[64];

    if (fabs(found->im) <= NEAR)
        snprintf(root, sizeof root, "%.6g", found->re);
    else
        snprintf(root, sizeof root, "%.6g %c %.6g i", found->re, found->im < 0 ? '-' : '+', fabs(found->im));
    if (found->multiple)
        snprintf(sentence, MULTISTEP_STABILITY_SENTENCE,
                 "the method is not zero-stable: sum_j alpha_j z^j has the multiple root %s on the unit "
                 "circle, and "
                 "errors add up without bound as the step falls",
                 root);
    else
        snprintf(sentence, MULTISTEP_STABILITY_SENTENCE,
                 "the method is not zero-stable: sum_j alpha_j z^j has the root %s of modulus %.6g, by which "
                 "errors "
                 "grow with every step, however small it is",
                 root, found->modulus);
    return sentence;
}
