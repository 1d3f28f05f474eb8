/* A method at work: a state that advances by one step at a time.
 *
 * All that a step leaves to the next one lies in one array, `carried`: q, p, the multiplier and what belongs
 * to them (the low parts of compensated sums).  What else a stepper remembers is history: it makes the next
 * step cheaper, may change its round-off, and can be forgotten.  So a stepper whose `carried` is copied from
 * another of the same method, and which then forgets, goes on as that one would after forgetting, bit for
 * bit. */
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
        /* What the step maps beside q: p where it is not theta(q), e where the next step starts from it. */ \
        bool maps_momentum, maps_multiplier;                                                                 \
        /* The whole state, `carries` numbers; q, p and multiplier lie in it. */                             \
        real_##A *carried;                                                                                   \
        size_t carries;                                                                                      \
        /* Advances by h.  Not NEWTON_CONVERGED: the step was not solved, the state is the one before it. */ \
        enum newton_status (*step)(struct stepper_##A * stepper);                                            \
        struct newton_counts (*counts)(const struct stepper_##A *stepper);                                   \
        /* Drops everything but what is carried (kept factors, extrapolated guesses). */                     \
        void (*forget)(struct stepper_##A * stepper);                                                        \
        /* Starts anew from q, the multiplier where there is one, and p where the projection leaves it free: \
         * the caller may have set them. */                                                                  \
        void (*restart)(struct stepper_##A * stepper);                                                       \
        void (*destroy)(struct stepper_##A * stepper);                                                       \
    };
EACH_STEPPING_ARITHMETIC(DECLARE_STEPPER)

#endif
