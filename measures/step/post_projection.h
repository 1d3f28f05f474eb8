/* Whether the symplectic projection is post-projection: |q of n steps with the symplectic projection - q of n
 * steps without projection and one projection|, P^-1 Psi_h^n P against (P^-1 Psi_h P)^n.
 *
 * With R(infinity) = -1 the perturbation of a step undoes the projection of the one before (Kraus 2017, eq.
 * 125), and the defect is round-off; with R(infinity) = +1 it adds to it, and the two differ at the size of
 * the multiplier.  The projected steps are made as they are written down, from the method without projection
 * alone, so that nothing is taken for granted that a stepper knows of R(infinity) = -1:
 *
 *     qb = q_n + e_n,    pb = th(q_n) + T(q_n)^T e_n,    e_0 = 0
 *     (qb1, pb1) = Psi_h(qb, pb)
 *     q_{n+1} = qb1 + R e_{n+1},    th(q_{n+1}) = pb1 + R T(q_{n+1})^T e_{n+1}
 *
 * The norm is that of the solution error (scale.h). */
#ifndef ASSAY_POST_PROJECTION_H
#define ASSAY_POST_PROJECTION_H

#include "integrators/steps/stepper.h"

enum { POST_PROJECTION_MOST_STEPS = 10 };

/* Writes the defect after min(steps, POST_PROJECTION_MOST_STEPS) steps, NaN where a step or a projection is
 * not solved; q (d numbers, NULL: not asked for) is the end of the projected steps.  `setup` says which
 * projection; `base` is a stepper of the same method without projection at the initial data, which this
 * destroys.  excursion_i = max_t |q_i(t) - q_i(0)|. */
#define DECLARE_POST_PROJECTION(A)                                                                           \
    void post_projection_defect_##A(mpfr_ptr defect, mpfr_t *q, const struct setup *setup,                   \
                                    struct stepper_##A *base, unsigned long steps, const double *excursion);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_POST_PROJECTION)

#endif
