/* Systems of equations r(x; data) = 0 as Newton's method sees them. */
#ifndef ASSAY_EQUATIONS_H
#define ASSAY_EQUATIONS_H

#include "numerics/arithmetic.h"

#define DECLARE_EQUATIONS(A)                                                                                                     \
    struct equations_##A {                                                                                                       \
        size_t unknowns;   /* length of x and r */                                                                               \
        size_t data;       /* length of data: what changes from step to step */                                                  \
        size_t operations; /* of one residual, in the working arithmetic: newton.h */                                            \
        double points;     /* at how many points of the step a residual takes the model */                                       \
        void (*residual)(void *context, const real_##A *data, const real_##A *x, real_##A *r);                                   \
        void (*destroy)(void *context);                                                                                          \
        void *context; /* owned */                                                                                               \
        /* Called before residuals at other data: what depends on them alone; NULL: nothing does. */                             \
        void (*prepare)(void *context, const real_##A *data);                                                                    \
        /* dr/dx at the x of the last residual; NULL: it is found from the same equations in dual. */                            \
        void (*matrix)(void *context, narrow_##A *matrix);                                                                       \
        /* Corrections are judged by the first so many unknowns, where the others are carried no further; 0: by all. */          \
        size_t judged;                                                                                                           \
        /* Where a way to r = B r is known that is cheap, B near enough to (dr/dx)^-1 for corrections that shrink tenfold,     \
         * it is tried first: what B needs is found by the first residual after `approximate`.  Both or none. */ \
        void (*approximate)(void *context);                                                                                      \
        void (*correct)(void *context, narrow_##A *r);                                                                           \
        /* Of a solution x is read, and nothing that the residual at it keeps. */                                                \
        bool x_alone;                                                                                                            \
    };
EACH_ARITHMETIC(DECLARE_EQUATIONS)

#endif
