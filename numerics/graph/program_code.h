/* Programs as machine code, in double: what an evaluator runs where it can (evaluator.h), with the same bits.
 *
 * The code keeps values in vector registers as long as they are used and there is room; what there is no room for goes to
 * the registers of the evaluator, register r at point k at r * points + k, where constants and prologue are. */
#ifndef ASSAY_PROGRAM_CODE_H
#define ASSAY_PROGRAM_CODE_H

#include "numerics/graph/program.h"

struct program_code;

/* Solves the system of an instruction at all points, from and to the registers. */
typedef void program_code_solve(void *context, size_t instruction);

/* The code of the body for so many points a call, which belongs to the program; NULL where the processor, the system or the
 * shape of the program does not allow any.  All calls for a program name the same `solve`. */
const struct program_code *program_code_of(const struct program *program, size_t points,
                                           program_code_solve *solve);
/* The registers of the evaluator, the blocks as evaluator_run has them, and what `solve` is given.  No output is written
 * before the last input is read. */
void program_code_run(const struct program_code *code, double *registers, const double *const *input,
                      double *const *output, void *context);
/* Of a program that ends, in program_destroy */
void program_code_destroy(struct program_code *first);

#endif
