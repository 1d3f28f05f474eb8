/* The solution of a step's equations that is connected with the trivial one.
 *
 * For a large step the equations may have several solutions.  The one meant grows out of x = 0, the solution
 * for data from which nothing moves (h = 0, p = theta(q)): where Newton's method does not reach it from its
 * usual start, it is followed from there while the data turn into those of the step. */
#ifndef ASSAY_BRANCH_H
#define ASSAY_BRANCH_H

#include "numerics/newton.h"

#define DECLARE_BRANCH(A)                                                                                    \
    struct branch_##A;                                                                                       \
    /* For equations in n unknowns with m data; `newton` is borrowed. */                                     \
    struct branch_##A *branch_create_##A(struct newton_##A *newton, size_t n, size_t m);                     \
    void branch_destroy_##A(struct branch_##A *branch);                                                      \
    /* Solves the equations at `data` (m), following the solution from x = 0 at `origin` (m); start (n): the \
     * unknowns guessed for `data`. */                                                                       \
    enum newton_status branch_follow_##A(struct branch_##A *branch, const real_##A *origin,                  \
                                         const real_##A *data, double scale, const double *start,            \
                                         real_##A *x);
EACH_STEPPING_ARITHMETIC(DECLARE_BRANCH)

#endif
