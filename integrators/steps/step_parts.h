/* What equations that a family writes itself are made of, and own: the scheme of the method's tableau, evaluators and
 * room for numbers.  The context of the equations is a struct that begins with them. */
#ifndef ASSAY_STEP_PARTS_H
#define ASSAY_STEP_PARTS_H

#include "integrators/steps/scheme.h"
#include "numerics/evaluator.h"

enum { STEP_PARTS_MOST = 8 };

#define DECLARE_STEP_PARTS(A)                                                                                \
    struct step_parts_##A {                                                                                  \
        struct scheme_##A *scheme;                                                                           \
        struct evaluator_##A *evaluator[STEP_PARTS_MOST];                                                    \
        real_##A *room[STEP_PARTS_MOST];                                                                     \
        size_t evaluators, rooms;                                                                            \
    };                                                                                                       \
    /* `size` bytes that begin with parts, all zero but the scheme of the setup. */                          \
    void *step_parts_create_##A(size_t size, const struct setup *setup);                                     \
    /* All of them, and the context: for equations.destroy. */                                               \
    void step_parts_destroy_##A(void *context);                                                              \
    /* An evaluator for up to `points` points; NULL where there is no program. */                            \
    struct evaluator_##A *step_parts_evaluator_##A(struct step_parts_##A *parts,                             \
                                                   const struct program *program, size_t points);            \
    /* Points each of `count` arrays at n numbers, all 0. */                                                 \
    void step_parts_share_##A(struct step_parts_##A *parts, real_##A **const *arrays, size_t count, size_t n);
EACH_ARITHMETIC(DECLARE_STEP_PARTS)

/* STEP_PARTS_ROOM(parts, n, &x, &y, ...): n numbers for each */
#define STEP_PARTS_ROOM(parts, n, ...)                                                                       \
    X(step_parts_share)(parts, (real * *const[]){__VA_ARGS__},                                               \
                        sizeof((real **const[]){__VA_ARGS__}) / sizeof(real **), n)

#endif
