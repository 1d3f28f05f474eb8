/* A method at work: a state that advances by one step at a time. */
#ifndef ASSAY_STEPPER_H
#define ASSAY_STEPPER_H

#include "integrators/setup.h"
#include "numerics/newton.h"

#define DECLARE_STEPPER(A)                                                                                   \
    struct stepper_##A {                                                                                     \
        size_t dimension;                                                                                    \
        /* The state after the last step.  p is theta(q) wherever the method keeps to the constraint. */     \
        real_##A *q, *p;                                                                                     \
        real_##A *multiplier; /* e = h lambda of the last step; NULL where there is none */                  \
        /* Advances by h.  Not NEWTON_CONVERGED: the step was not solved, the state is the one before it. */ \
        enum newton_status (*step)(struct stepper_##A * stepper);                                            \
        struct newton_counts (*counts)(const struct stepper_##A *stepper);                                   \
        /* Drops everything but the state (kept factors, extrapolated guesses). */                           \
        void (*forget)(struct stepper_##A * stepper);                                                        \
        void (*destroy)(struct stepper_##A * stepper);                                                       \
    };
EACH_STEPPING_ARITHMETIC(DECLARE_STEPPER)

#endif
