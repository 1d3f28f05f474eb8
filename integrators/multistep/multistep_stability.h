/* What a linear multistep method needs to converge at all: consistency, sum_j alpha_j = 0 and sum_j j alpha_j = sum_j beta_j,
 * without which it solves another equation; and the root condition: a method converges only where all roots of rho(z) = sum_j alpha_j z^j
 * lie in the closed unit disc, and those on the circle are simple (Dahlquist 1956).  Else errors grow from step to step
 * by the modulus of the largest root, however small the steps are, and the method has no order. */
#ifndef ASSAY_MULTISTEP_STABILITY_H
#define ASSAY_MULTISTEP_STABILITY_H

#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>

struct multistep_stability {
    bool stable;            /* the root condition holds, but for what rounding explains */
    double re, im, modulus; /* of the largest root, of those that violate it where any does */
    double beyond;          /* modulus - 1 */
    bool multiple;          /* it lies on the circle, and is no simple one */
};

enum { MULTISTEP_STABILITY_ROOTS = 32, MULTISTEP_STABILITY_SENTENCE = 256 };

/* Of alpha_0 .. alpha_k, count = k + 1 up to MULTISTEP_STABILITY_ROOTS; alpha_k is not 0.  unit: by how much each of them may
 * be off (multistep_file.h): where that moves a root across the circle, it lies on it; where it joins two, they are one. */
void multistep_stability_find(struct multistep_stability *found, mpfr_t *alpha, mpfr_t *unit, size_t count);
/* By how much the method is not consistent, of alpha_0 .. alpha_k, beta_0 .. beta_k: the larger of |sum_j alpha_j| and
 * |sum_j j alpha_j - sum_j beta_j|. */
double multistep_stability_inconsistency(mpfr_t *alpha, size_t count);
/* That it is not stable, and why; returns the buffer. */
const char *multistep_stability_sentence(const struct multistep_stability *found,
                                         char sentence[MULTISTEP_STABILITY_SENTENCE]);

#endif
