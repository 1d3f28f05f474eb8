/* Programs: expressions compiled to a straight line of three-address instructions.
 *
 * A program reads blocks of inputs and writes blocks of outputs; it is evaluated at many points in one call,
 * all with the same instructions (evaluator.h does it in any arithmetic, jet.h in truncated Taylor series).
 * Every instruction has its own register, so that the register file is a record of all intermediate values.
 *
 * Registers: first the constants (exact; rounded once to the working precision), then the prologue (what
 * depends on constants alone, evaluated once when the precision is known), then the inputs block by block,
 * then the body. */
#ifndef ASSAY_PROGRAM_H
#define ASSAY_PROGRAM_H

#include "numerics/graph/graph.h"

struct program_block {
    size_t width;
    bool uniform; /* the same value at every point: given once, not once per point */
};

struct program_instruction {
    enum operation operation;
    size_t target;      /* register; for OPERATION_SOLVE the first of n consecutive registers */
    size_t left, right; /* registers; for OPERATION_SOLVE left is the number of the system */
};

struct program_system {
    size_t n;
    size_t *matrix; /* n x n registers */
    size_t *right;  /* n registers */
};

struct program {
    size_t constants; /* number of constant registers: 0 .. constants - 1 */
    mpq_t *constant_values;
    bool *constant_is_pi; /* then the value is pi, not the rational */
    size_t prologue;      /* the first `prologue` instructions depend on constants alone */
    size_t instructions;
    struct program_instruction *instruction;
    size_t systems;
    struct program_system *system;
    size_t largest_system; /* largest n over the systems; 0 when there are none */
    size_t input_blocks;
    struct program_block *input;
    size_t *input_register; /* first register of each input block; its components are consecutive */
    size_t output_blocks;
    size_t *output_width;
    size_t **output_register; /* register of each component of each output block */
    size_t registers;
    struct program_code **code; /* of its body, as far as it was asked for: program_code.h */
    struct memory_kept *kept;   /* all but `system` and `input` */
};

struct program_output {
    size_t width;
    const expression *expressions;
};

/* Compiles the outputs (and all that they need, nothing else).  The program owns copies of what it uses and
 * may outlive the graph.  Without `input` the blocks of inputs are as many and as wide as the outputs need.  NULL
 * where the graph has refused one of the expressions, which is then NULL. */
struct program *program_create(size_t input_blocks, const struct program_block *input, size_t output_blocks,
                               const struct program_output *output);
void program_destroy(struct program *program);

/* A part of program_create, in program_order.c: puts the instructions of the prologue, and those of the body, into an
 * order in which equal operations follow each other as far as their arguments allow, so that an evaluator decides what to
 * do once for many of them.  Every instruction writes registers of its own: the values do not depend on the order. */
void program_order(struct program *program);

/* Arithmetic operations of one evaluation at one point: an instruction is one, a linear system of n equations
 * 2 n^3/3 + 2 n^2. */
size_t program_operations(const struct program *program);

#endif
