/* Programs as machine code, in double: what an evaluator runs where it can (evaluator.h), with the same bits.
 *
 * The code keeps values in vector registers as long as they are used and there is room; what there is no room for goes to
 * the registers of the evaluator, register r at point k at r * points + k, where constants and prologue are. */
#ifndef ASSAY_PROGRAM_CODE_H
#define ASSAY_PROGRAM_CODE_H

#include "numerics/graph/program.h"

/* Solves the system of an instruction at all points, from and to the registers. */
typedef void program_code_solve(void *context, size_t instruction);

/* Runs on the registers of the evaluator and the blocks as evaluator_run has them; `solve` is given the context.  No output is
 * written before the last input is read. */
typedef void program_code_body(double *registers, const double *const *input, double *const *output,
                               void *context);

struct program_code {
    program_code_body *run; /* NULL: there is none */
    size_t points;
    struct machine_code *code;
    struct program_code *next;
};

/* The code of the body for so many points a call, which belongs to the program; NULL where the processor, the system or the
 * shape of the program does not allow any.  All calls for a program name the same `solve`. */
const struct program_code *program_code_of(const struct program *program, size_t points,
                                           program_code_solve *solve);
/* Of a program that ends, in program_destroy */
void program_code_destroy(struct program_code *first);

#endif
