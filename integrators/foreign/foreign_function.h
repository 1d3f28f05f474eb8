/* What a foreign method may ask of the model: its functions, at any number of points, each with its time.
 *
 *     rhs                   f(t, z)                             d numbers
 *     hamiltonian           H(z)                                1, where the flow keeps it
 *     theta                 p = theta(q)                        d, of degenerate Lagrangians
 *     force                 dL/dq = theta'(q)^T v - grad H      d, of the same, at points (q, v)
 *     gradient              H_q, H_p                            d, of Hamiltonians, with or without constraints
 *     constraint            g(q), then H_p . grad g             of Hamiltonians; none without constraints
 *     constraint_jacobian   their derivatives, row by row       times d */
#ifndef ASSAY_FOREIGN_FUNCTION_H
#define ASSAY_FOREIGN_FUNCTION_H

#include "integrators/foreign/foreign_model.h"
#include "numerics/evaluator.h"

#define DECLARE_FUNCTION(A)                                                                                  \
    struct foreign_functions_##A;                                                                            \
    /* Those of the model, which outlives them. */                                                           \
    struct foreign_functions_##A *foreign_function_create_##A(const struct foreign_model *model);            \
    void foreign_function_destroy_##A(struct foreign_functions_##A *functions);                              \
    /* Whether the model has it. */                                                                          \
    bool foreign_function_has_##A(const struct foreign_functions_##A *functions, enum foreign_function k);   \
    /* That of the first `length` letters of the name; FOREIGN_FUNCTIONS: the model has none. */             \
    enum foreign_function foreign_function_find_##A(const struct foreign_functions_##A *functions,           \
                                                    const char *name, size_t length);                        \
    /* Numbers of a point beside its time; of what is given for it. */                                       \
    size_t foreign_function_reads_##A(const struct foreign_functions_##A *functions,                         \
                                      enum foreign_function k);                                              \
    size_t foreign_function_width_##A(const struct foreign_functions_##A *functions,                         \
                                      enum foreign_function k);                                              \
    /* value (points x width) at t (points) and z (points x reads), which it may not overlap. */             \
    void foreign_function_run_##A(struct foreign_functions_##A *functions, enum foreign_function k,          \
                                  size_t points, const real_##A *t, const real_##A *z, real_##A *value);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_FUNCTION)
#undef DECLARE_FUNCTION

#endif
