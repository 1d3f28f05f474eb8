/* Evaluation of programs at many points, in any arithmetic. */
#ifndef ASSAY_EVALUATOR_H
#define ASSAY_EVALUATOR_H

#include "numerics/arithmetic.h"
#include "numerics/graph/program.h"

/* The blocks that a run reads and writes. */
#define READS(...)  ((const real *const[]){__VA_ARGS__})
#define WRITES(...) ((real *const[]){__VA_ARGS__})

#define DECLARE_EVALUATE(A)                                                                                    \
    struct evaluator_##A;                                                                                      \
    /* An evaluator of `program` (which must outlive it) for up to `points` points a call.  Constants are    \
     * rounded here, once. */ \
    struct evaluator_##A *evaluator_create_##A(const struct program *program, size_t points);                  \
    void evaluator_destroy_##A(struct evaluator_##A *evaluator);                                               \
    /* input[k]: points x width of input block k, row-major (1 x width when the block is uniform);           \
     * output[k]: points x width of output block k, written.  A singular linear system gives NaN. */ \
    void evaluator_run_##A(struct evaluator_##A *evaluator, size_t points, const real_##A *const *input,       \
                           real_##A *const *output);
EACH_ARITHMETIC(DECLARE_EVALUATE)

#endif
