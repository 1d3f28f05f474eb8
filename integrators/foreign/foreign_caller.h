/* One foreign method at work, however it is called: the seam between a stepper (foreign_step.c) and a program
 * (foreign_lines.c) or a shared object (foreign_call.c). */
#ifndef ASSAY_FOREIGN_CALLER_H
#define ASSAY_FOREIGN_CALLER_H

#include "integrators/foreign/foreign_method.h"
#include "numerics/newton.h"

#define DECLARE_CALLER(A)                                                                                     \
    struct foreign_caller_##A {                                                                               \
        /* z = the state after n steps of h from z at t, in one call.  Not NEWTON_CONVERGED: z is nothing. */ \
        enum newton_status (*advance)(struct foreign_caller_##A * caller, unsigned long n,                    \
                                      const real_##A *t, const real_##A *h, real_##A *z);                     \
        /* Another trajectory begins. */                                                                      \
        void (*reset)(struct foreign_caller_##A * caller);                                                    \
        void (*destroy)(struct foreign_caller_##A * caller);                                                  \
        unsigned long evaluations; /* of functions of the model, at a point each */                           \
    };                                                                                                        \
    struct foreign_caller_##A *foreign_lines_create_##A(const struct setup *setup);                           \
    struct foreign_caller_##A *foreign_call_create_##A(const struct setup *setup);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_CALLER)
#undef DECLARE_CALLER

#endif
