/* A method at work: a state that advances by one step at a time.
 *
 * All that a step leaves to the next one lies in one array, `carried`: q, p, the multiplier and what belongs
 * to them (the low parts of compensated sums).  What else a stepper remembers is history: it makes the next
 * step cheaper, may change its round-off, and can be forgotten.  So a stepper whose `carried` is copied from
 * another of the same method, and which then forgets, goes on as that one would after forgetting, bit for
 * bit.
 *
 * In `lanes` a stepper carries eight trajectories.  A lane whose step is not solved keeps the state before
 * it, and steps no more unless the stepper starts again. */
#ifndef ASSAY_STEPPER_H
#define ASSAY_STEPPER_H

#include "integrators/steps/setup.h"
#include "numerics/newton.h"

/* Whether the numbers of the states have fewer bits than the arithmetic has room for. */
struct stepper_width {
    int bits;          /* of all of them; 0: they have as many, or one coordinate alone has fewer, */
    size_t coordinate; /* counted from 1; 0: none */
};

/* What will be asked after the next step, unless that fails: steps that a stepper may take before they are asked for, where to
 * ask for each of them costs more than the step. */
struct stepper_ahead {
    unsigned long steps;
    unsigned long
        cycle; /* after so many steps they begin again from where the first began, which the caller copies into
                            `carried`; 0: each goes on from the one before */
};

#define DECLARE_STEPPER(A)                                                                                      \
    struct stepper_##A {                                                                                        \
        size_t dimension;                                                                                       \
        /* The state after the last step.  p is theta(q) wherever the method keeps to the constraint; NULL    \
         * where the system has none. */ \
        real_##A *q, *p;                                                                                        \
        /* Where observables and constraints are taken of it, as many numbers; NULL: of what is output. */      \
        real_##A *observed;                                                                                     \
        /* The state that the method outputs where it is not q, which the next step starts from; else NULL. */  \
        real_##A *output;                                                                                       \
        real_##A *multiplier; /* e = h lambda of the last step; NULL where there is none */                     \
        /* What the step maps beside q: p where it is not theta(q), e where the next step starts from it. */    \
        bool maps_momentum, maps_multiplier;                                                                    \
        /* The whole state, `carries` numbers; q, p and multiplier lie in it. */                                \
        real_##A *carried;                                                                                      \
        size_t carries;                                                                                         \
        /* Advances by h.  Not NEWTON_CONVERGED: the step was not solved, the state is the one before it. */    \
        newton_status_##A (*step)(struct stepper_##A * stepper);                                                \
        struct stepper_ahead ahead; /* of the next step alone; zero where the caller does not say */            \
        mask_##A active;            /* lanes that step */                                                       \
        /* Of all lanes together. */                                                                            \
        struct newton_counts (*counts)(const struct stepper_##A *stepper);                                      \
        /* Of the steps so far; or NULL. */                                                                     \
        struct stepper_width (*width)(const struct stepper_##A *stepper);                                       \
        /* Drops everything but what is carried (kept factors, extrapolated guesses). */                        \
        void (*forget)(struct stepper_##A * stepper);                                                           \
        /* Makes the state of a first step from q, in every lane: for another trajectory. */                    \
        void (*start)(struct stepper_##A * stepper);                                                            \
        /* The same, but from the multiplier where there is one, and from p where the projection leaves it   \
         * free: the caller may have set them. */  \
        void (*restart)(struct stepper_##A * stepper);                                                          \
        void (*destroy)(struct stepper_##A * stepper);                                                          \
    };                                                                                                          \
    static inline const real_##A *stepper_output_##A(const struct stepper_##A *stepper)                         \
    {                                                                                                           \
        return stepper->output ? stepper->output : stepper->q;                                                  \
    }                                                                                                           \
    static inline const real_##A *stepper_observed_##A(const struct stepper_##A *stepper)                       \
    {                                                                                                           \
        return stepper->observed ? stepper->observed : stepper_output_##A(stepper);                             \
    }
EACH_SOLVING_ARITHMETIC(DECLARE_STEPPER)

/* What creates a stepper of eight trajectories, one for each build of `lanes`. */
#define DECLARE_CREATE(A)                                                                                    \
    struct stepper_##A;                                                                                      \
    typedef struct stepper_##A *stepper_create_##A(const struct setup *setup);
EACH_LANES_BUILD(DECLARE_CREATE)
#undef DECLARE_CREATE

struct stepper_lanes_builds {
#define CREATE_MEMBER(A) stepper_create_##A *create_##A;
    EACH_LANES_BUILD(CREATE_MEMBER)
#undef CREATE_MEMBER
};

/* A stepper of the setup's method, whose family this is, in the arithmetic of the file; NULL: it does not serve that. */
#if defined ARITHMETIC_LANES
#define STEPPER_CREATE(family, setup) ((family)->lanes ? (family)->lanes->X(create)(setup) : NULL)
#else
#define STEPPER_CREATE(family, setup) ((family)->X(create) ? (family)->X(create)(setup) : NULL)
#endif

#endif
