/* The solution of a step's equations that is connected with the trivial one.
 *
 * For a large step the equations may have several solutions.  The one meant grows out of x = 0, the solution
 * for data from which nothing moves (h = 0, p = theta(q)): where Newton's method does not reach it from its
 * usual start, it is followed from there while the data turn into those of the step. */
#ifndef ASSAY_BRANCH_H
#define ASSAY_BRANCH_H

#include "numerics/newton.h"

#define DECLARE_BRANCH(A)                                                                                      \
    struct branch_##A;                                                                                         \
    /* For equations in n unknowns with m data; `newton` is borrowed. */                                       \
    struct branch_##A *branch_create_##A(struct newton_##A *newton, size_t n, size_t m);                       \
    void branch_destroy_##A(struct branch_##A *branch);                                                        \
    /* Solves the equations at `data` (m), following the solution from x = 0 at `origin` (m); start (n): the \
     * unknowns guessed for `data`.  In the lanes of `where`; the others keep x, and `data`. */ \
    newton_status_##A branch_follow_##A(struct branch_##A *branch, mask_##A where, const real_##A *origin,     \
                                        const real_##A *data, narrow_##A scale, const narrow_##A *start,       \
                                        real_##A *x);
EACH_SOLVING_ARITHMETIC(DECLARE_BRANCH)

#endif
