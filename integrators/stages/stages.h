/* Which stages a method has, and which of them are each other's mirror images.
 *
 * The conditions of symplecticity and symmetry are sufficient for every tableau, necessary for irreducible ones alone,
 * and those of symmetry say nothing of the order in which stages are listed: Hairer, Lubich, Wanner (2006), theorems
 * V.2.3, VI.4.3 and VI.7.10; Hairer, Wanner (1996), IV.12.  Coefficients that differ by at most 2^(16 - precision)
 * count as equal, as in tableau_audit.h. */
#ifndef ASSAY_STAGES_H
#define ASSAY_STAGES_H

#include "integrators/tableaux/tableau.h"

/* The same method without the stages that no weight takes, be it by others, and with those merged that are equal on every
 * system (DJ- and S-reducibility): classes of stages whose nodes are equal, and whose rows have equal sums over each
 * class.  Splittings are what they are.  The caller's. */
struct tableau *stages_reduce(const struct tableau *tableau);

/* order[i] of the tableau's stages: the stage of its adjoint (tableau_create_adjoint) that stage i is compared with.
 * They are as they come, i with i, unless in another order the coefficients are nearer by far. */
void stages_match(const struct tableau *tableau, const struct tableau *adjoint, size_t *order);

/* Stage i becomes what stage order[i] was. */
void stages_permute(struct tableau *tableau, const size_t *order);

/* Puts the stages into an order in which a is strictly lower triangular, where there is one other than theirs.  Nothing is
 * done where abar differs from a. */
void stages_sort(struct tableau *tableau);

#endif
