/* One foreign method at work, however it is called: the seam between a stepper (foreign_step.c) and a program
 * (foreign_lines.c), or a process that has loaded a shared object (foreign_server.c) and calls it (foreign_call.c). */
#ifndef ASSAY_FOREIGN_CALLER_H
#define ASSAY_FOREIGN_CALLER_H

#include "integrators/foreign/foreign_method.h"
#include "integrators/foreign/foreign_model.h"
#include "integrators/steps/stepper.h"
#include "numerics/newton.h"

#define DECLARE_CALLER(A)                                                                                         \
    struct foreign_caller_##A {                                                                                   \
        /* z = the state after n steps of h from z at t, in one call.  Not NEWTON_CONVERGED: z is nothing. */     \
        enum newton_status (*advance)(struct foreign_caller_##A * caller, unsigned long n,                        \
                                      const real_##A *t, const real_##A *h, real_##A *z);                         \
        /* f = the right-hand side of the model that the method brings with it; NULL where it cannot be asked. */ \
        enum newton_status (*rhs)(struct foreign_caller_##A * caller, const real_##A *t, const real_##A *z,       \
                                  real_##A *f);                                                                   \
        /* Another trajectory begins. */                                                                          \
        void (*reset)(struct foreign_caller_##A * caller);                                                        \
        void (*destroy)(struct foreign_caller_##A * caller);                                                      \
        unsigned long evaluations;  /* of functions of the model, at a point each */                              \
        bool in_one_call;           /* a single step, too, is asked for as several in one call are */             \
        struct stepper_ahead ahead; /* of the next call; a caller may pass over it */                             \
    };                                                                                                            \
    struct foreign_caller_##A *foreign_lines_create_##A(const struct setup *setup);                               \
    struct foreign_caller_##A *foreign_server_create_##A(const struct setup *setup);                              \
    /* In this process, which the shared object may do with as it likes. */                                       \
    struct foreign_caller_##A *foreign_call_create_##A(const struct foreign_method *method,                       \
                                                       const struct foreign_model *model);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_CALLER)
#undef DECLARE_CALLER

/* The state as a method has it that brings its own variables, from (q, p) and back (foreign_state.c):
 *
 *     velocities   (q, v), v = H_p(q, p)
 *     offset a     momenta, or the velocities that belong to them, at the time t + a h: p + a h p'(q)
 *
 * Where H_p is linear in p (a kinetic energy p^T M(q)^-1 p / 2) the way back is exact but for round-off. */
#define DECLARE_STATE(A)                                                                                     \
    struct foreign_state_##A;                                                                                \
    /* NULL where the method takes the state as it is, and the model is ours. */                             \
    struct foreign_state_##A *foreign_state_create_##A(const struct setup *setup);                           \
    void foreign_state_destroy_##A(struct foreign_state_##A *state); /* NULL is allowed */                   \
    /* z becomes what the method has at that time, for steps of h; and back, false where it does not. */     \
    void foreign_state_enter_##A(struct foreign_state_##A *state, const real_##A *t, const real_##A *h,      \
                                 real_##A *z);                                                               \
    bool foreign_state_leave_##A(struct foreign_state_##A *state, const real_##A *t, const real_##A *h,      \
                                 real_##A *z);                                                               \
    /* The right-hand side in the variables of the method, without an offset, at the state z of ours. */     \
    void foreign_state_rhs_##A(struct foreign_state_##A *state, const real_##A *t, const real_##A *z,        \
                               real_##A *f);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_STATE)
#undef DECLARE_STATE

/* Of how many bits the numbers are that a method answers with: one that computes in single precision answers with numbers of
 * 24 bits, of which half need all of them (foreign_width.c). */
struct foreign_width {
    size_t d;         /* coordinates */
    size_t undecided; /* how many of them have had no number of more than 24 bits */
    struct foreign_width_answered *answered;
};

struct foreign_width foreign_width_create(size_t d);
void foreign_width_destroy(struct foreign_width *width);
/* Takes note of a number that a step has ended with, in the coordinate i. */
void foreign_width_note(struct foreign_width *width, size_t i, double number);
/* What follows from those so far. */
struct stepper_width foreign_width_find(const struct foreign_width *width);

#endif
