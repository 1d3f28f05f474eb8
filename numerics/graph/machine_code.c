/* Machine code: see machine_code.h.
 *
 * An instruction on vectors is a prefix (F2 for one double, 66 for a pair), REX where a register is one of the upper eight,
 * 0F, the operation, and ModRM with what follows it. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "numerics/graph/machine_code.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "numerics/memory.h"

enum { FIRST_ROOM = 1024 };
enum { PREFIX_ONE = 0xF2, PREFIX_PAIR = 0x66, REX = 0x40, REX_LONG = 0x48, ESCAPE = 0x0F };
enum { MODE_DISTANCE = 0x80, MODE_REGISTERS = 0xC0, SIB_FOLLOWS = 4 };

struct machine_code {
    unsigned char *byte;
    size_t bytes, room;
    void *memory; /* in which it runs; NULL before */
};

struct machine_code *machine_code_create(void)
{
    struct machine_code *code = memory_create(1, sizeof *code);

    code->room = FIRST_ROOM;
    code->byte = memory_create(code->room, 1);
    return code;
}

void machine_code_destroy(struct machine_code *code)
{
    if (!code)
        return;
    if (code->memory)
        munmap(code->memory, code->bytes);
    free(code->byte);
    free(code);
}

/* -- encoding -- */

static void write_byte(struct machine_code *code, unsigned value)
{
    if (code->bytes == code->room)
        code->byte = memory_resize(code->byte, code->room *= 2, 1);
    code->byte[code->bytes++] = (unsigned char)value;
}

/* The lowest byte first */
static void write_number(struct machine_code *code, unsigned long value, size_t bytes)
{
    for (size_t k = 0; k < bytes; k++)
        write_byte(code, (unsigned)(value >> 8 * k & 0xFF));
}

/* REX, where it says anything, for the registers of ModRM */
static void write_rex(struct machine_code *code, unsigned rex, unsigned x, unsigned y)
{
    rex |= (x >> 3) << 2 | y >> 3;
    if (rex != REX)
        write_byte(code, rex);
}

static void write_registers(struct machine_code *code, unsigned x, unsigned y)
{
    write_byte(code, MODE_REGISTERS | (x & 7) << 3 | (y & 7));
}

/* With SIB for RSP and R12, whose numbers say that there is one */
static void write_place(struct machine_code *code, unsigned x, enum machine_register address, size_t offset)
{
    write_byte(code, MODE_DISTANCE | (x & 7) << 3 | ((unsigned)address & 7));
    if (((unsigned)address & 7) == SIB_FOLLOWS)
        write_byte(code, SIB_FOLLOWS << 3 | SIB_FOLLOWS);
    write_number(code, offset, 4);
}

static void begin_vector(struct machine_code *code, bool pair, unsigned operation, unsigned x, unsigned y)
{
    write_byte(code, pair ? PREFIX_PAIR : PREFIX_ONE);
    write_rex(code, REX, x, y);
    write_byte(code, ESCAPE);
    write_byte(code, operation);
}

void machine_code_vector(struct machine_code *code, bool pair, enum machine_vector operation, unsigned x,
                         unsigned y)
{
    begin_vector(code, pair, operation, x, y);
    write_registers(code, x, y);
}

void machine_code_memory(struct machine_code *code, bool pair, enum machine_vector operation, unsigned x,
                         enum machine_register address, size_t offset)
{
    begin_vector(code, pair, operation, x, address);
    write_place(code, x, address, offset);
}

/* PCMPEQD x, x; PSLLQ x, 63 */
void machine_code_signs(struct machine_code *code, unsigned x)
{
    begin_vector(code, true, 0x76, x, x);
    write_registers(code, x, x);
    begin_vector(code, true, 0x73, 6, x);
    write_registers(code, 6, x);
    write_byte(code, 63);
}

void machine_code_copy(struct machine_code *code, enum machine_register to, enum machine_register from)
{
    write_rex(code, REX_LONG, from, to);
    write_byte(code, 0x89);
    write_registers(code, from, to);
}

void machine_code_load(struct machine_code *code, enum machine_register to, enum machine_register address,
                       size_t offset)
{
    write_rex(code, REX_LONG, to, address);
    write_byte(code, 0x8B);
    write_place(code, to, address, offset);
}

void machine_code_set(struct machine_code *code, enum machine_register to, unsigned long value)
{
    write_rex(code, REX_LONG, 0, to);
    write_byte(code, 0xB8 | ((unsigned)to & 7));
    write_number(code, value, 8);
}

/* -- calls -- */

/* Seven with the address of return: the stack is a multiple of 16 bytes, as calls want it. */
static const enum machine_register preserved[] = {MACHINE_RBX, MACHINE_RBP, MACHINE_R12, MACHINE_R13,
                                                  MACHINE_R14, MACHINE_R15, MACHINE_RDX};
enum { PRESERVED = sizeof preserved / sizeof *preserved };

void machine_code_enter(struct machine_code *code)
{
    for (size_t k = 0; k < PRESERVED; k++) {
        write_rex(code, REX, 0, preserved[k]);
        write_byte(code, 0x50 | (preserved[k] & 7));
    }
}

void machine_code_call(struct machine_code *code)
{
    write_byte(code, 0xFF);
    write_registers(code, 2, MACHINE_RAX);
}

void machine_code_return(struct machine_code *code)
{
    for (size_t k = PRESERVED; k-- > 0;) {
        write_rex(code, REX, 0, preserved[k]);
        write_byte(code, 0x58 | (preserved[k] & 7));
    }
    write_byte(code, 0xC3);
}

/* Memory is written first and runs afterwards, never both. */
const void *machine_code_finish(struct machine_code *code)
{
#if defined __x86_64__ && defined __LP64__
    void *memory = mmap(NULL, code->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (memory == MAP_FAILED)
        return NULL;
    code->memory = memory;
    memcpy(memory, code->byte, code->bytes);
    if (mprotect(memory, code->bytes, PROT_READ | PROT_EXEC) == 0)
        return memory;
#endif
    return NULL;
}
