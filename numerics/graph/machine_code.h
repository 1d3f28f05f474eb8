/* Machine code that is written and run in this process: the few instructions that programs need (program_code.c).
 *
 * Intel, AMD: x86-64 with SSE2, called as the System V ABI says.  A vector register holds one double or a pair of them;
 * general registers hold addresses.  Elsewhere there is no such code.
 *
 * Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, sections 2.1, 2.2.1 and the pages of the
 * instructions. */
#ifndef ASSAY_MACHINE_CODE_H
#define ASSAY_MACHINE_CODE_H

#include <stdbool.h>
#include <stddef.h>

/* General registers by their numbers; vector registers are 0 .. 15. */
enum machine_register {
    MACHINE_RAX = 0,
    MACHINE_RCX = 1,
    MACHINE_RDX = 2,
    MACHINE_RBX = 3,
    MACHINE_RSP = 4,
    MACHINE_RBP = 5,
    MACHINE_RSI = 6,
    MACHINE_RDI = 7,
    MACHINE_R12 = 12,
    MACHINE_R13 = 13,
    MACHINE_R14 = 14,
    MACHINE_R15 = 15
};

/* What is done to all doubles of a vector register */
enum machine_vector {
    MACHINE_LOAD = 0x10,
    MACHINE_STORE = 0x11,
    MACHINE_SQRT = 0x51,
    MACHINE_ADD = 0x58,
    MACHINE_MULTIPLY = 0x59,
    MACHINE_SUBTRACT = 0x5C,
    MACHINE_DIVIDE = 0x5E,
    /* of pairs alone */
    MACHINE_LOAD_SECOND = 0x16,
    MACHINE_STORE_SECOND = 0x17,
    MACHINE_MOVE = 0x28,
    MACHINE_EXCLUSIVE_OR = 0x57
};

struct machine_code;

struct machine_code *machine_code_create(void);
void machine_code_destroy(struct machine_code *code);
/* x = x operation y, or operation y, for a pair or for the first double alone */
void machine_code_vector(struct machine_code *code, bool pair, enum machine_vector operation, unsigned x,
                         unsigned y);
/* The same where y lies in memory, so many bytes behind an address: a pair that is an operand there by 16 bytes. */
void machine_code_memory(struct machine_code *code, bool pair, enum machine_vector operation, unsigned x,
                         enum machine_register address, size_t offset);
/* x = (-0.0, -0.0) */
void machine_code_signs(struct machine_code *code, unsigned x);
/* to = from; to = the 8 bytes there; to = a number */
void machine_code_copy(struct machine_code *code, enum machine_register to, enum machine_register from);
void machine_code_load(struct machine_code *code, enum machine_register to, enum machine_register address,
                       size_t offset);
void machine_code_set(struct machine_code *code, enum machine_register to, unsigned long value);
/* The start of a function: the registers that it has to preserve are kept on the stack, with RDX above them, where RSP
 * is from then on. */
void machine_code_enter(struct machine_code *code);
/* Calls what stands at the address in RAX. */
void machine_code_call(struct machine_code *code);
/* The end of the function */
void machine_code_return(struct machine_code *code);

/* The code, to be called from now on and not written any more; NULL where the system does not let memory run. */
const void *machine_code_finish(struct machine_code *code);

#endif
