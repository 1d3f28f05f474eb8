/* Splittings as tableaux: drifts q' = f(p) and kicks p' = g(q), one after the other.
 *
 * Drift i and kick i make stage i, drift first:
 *
 *     a_ij = d_j for j <= i,    abar_ij = k_j for j < i,    b = d,    bbar = k
 *
 * A splitting that begins with a kick has d_1 = 0.  The tableau of the adjoint has the kick first in each stage: a is
 * strictly lower triangular, abar has the diagonal.  Source: Hairer, Lubich, Wanner (2006), II.5 and VI.3. */
#ifndef ASSAY_TABLEAU_SPLITTING_H
#define ASSAY_TABLEAU_SPLITTING_H

#include "integrators/tableaux/tableau.h"

/* The tableau of `drifts` drifts and `kicks` kicks that alternate, of which one kind may be one more than the other;
 * `kick_first`: which begins.  The caller owns the result; NULL with a message where a number is not finite. */
struct tableau *tableau_splitting_create(mpfr_t *drift, size_t drifts, mpfr_t *kick, size_t kicks,
                                         bool kick_first, mpfr_prec_t precision, struct error *error);
/* The Nystroem method that the splitting is on q'' = g(q), with drifts q' = v: of stage i the time is sum_j a_ij, and the
 * kick of stage j has moved its position by h^2 sum_k a_ik abar_kj.  The caller owns the result. */
struct tableau *tableau_splitting_nystroem(const struct tableau *splitting);
/* The largest difference of a coefficient from that at its place in the splitting read backwards, flows of length 0
 * left out and neighbours of one kind joined; infinite where drifts and kicks do not correspond. */
void tableau_splitting_asymmetry(mpfr_t difference, const struct tableau *tableau);

#endif
