/* Where the values of a program are while its code is written (program_code.c).
 *
 * A *value* is a register of the program at one point, or at two that follow each other: of n points it has n/2 pairs, and
 * one point alone where n is odd.  A value is in a vector register (`place`), in the registers of the evaluator, its home
 * (`stored`), or in both; an input that is in neither is still where the caller has it.  `uses` says how often a value will
 * be read: after that it need not be anywhere. */
#ifndef ASSAY_PROGRAM_VALUES_H
#define ASSAY_PROGRAM_VALUES_H

#include "numerics/graph/machine_code.h"
#include "numerics/graph/program.h"

enum { PROGRAM_VALUES_VECTORS = 15, PROGRAM_VALUES_SCRATCH = 15, PROGRAM_VALUES_BLOCKS = 4 };
enum { NOWHERE = -1 };

struct program_values {
    const struct program *program;
    size_t points, parts;      /* values of a register */
    struct machine_code *code; /* borrowed */
    int *place;                /* of each value: a vector register, or NOWHERE */
    bool *stored;
    size_t *uses;
    long held[PROGRAM_VALUES_VECTORS]; /* the value in each vector register, or NOWHERE */
    unsigned next;                     /* of them: the one that makes room */
};

/* The general registers with the addresses of the homes and of the blocks of inputs, and with what calls are given */
extern const struct program_values_addresses {
    enum machine_register home, context, input[PROGRAM_VALUES_BLOCKS];
} program_values_at;

/* Constants and prologue at home, inputs where the caller has them; the uses are those of the body. */
struct program_values program_values_create(const struct program *program, size_t points,
                                            struct machine_code *code);
void program_values_destroy(struct program_values *w);
size_t program_values_of(const struct program_values *w, size_t program_register, size_t part);
bool program_values_is_pair(const struct program_values *w, size_t value);
bool program_values_is_input(const struct program_values *w, size_t value);
/* Bytes from the address of the homes */
size_t program_values_home(const struct program_values *w, size_t value);

/* The vector register of a value, or SCRATCH, into which it is loaded */
unsigned program_values_read(const struct program_values *w, size_t value);
/* Puts a value at home. */
void program_values_settle(struct program_values *w, size_t value);
/* Puts all that will be read at home, and nothing into vector registers. */
void program_values_settle_all(struct program_values *w);
/* A vector register for x, of which nothing is known but that it is not `other`; or that it holds a. */
unsigned program_values_claim(struct program_values *w, size_t x, int other);
unsigned program_values_claim_with(struct program_values *w, size_t x, size_t a, int other);
/* x = x operation y, y a value */
void program_values_operate(struct program_values *w, enum machine_vector operation, unsigned x, size_t y);

#endif
