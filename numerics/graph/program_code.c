/* Programs as machine code: see program_code.h.
 *
 * Instructions are written one after the other, each for all points (program_values.h).  Functions of the C library and
 * linear systems are called, and find what they read at home. */
#include "numerics/graph/program_code.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/graph/machine_code.h"
#include "numerics/graph/program_values.h"
#include "numerics/memory.h"

/* Code of more values does not fit where processors keep instructions. */
enum { MOST_VALUES = 4000 };

struct writer {
    struct program_values values;
    program_code_solve *solve;
};

/* -- operations -- */

/* One register may be the last use of the other, where they are the same. */
static void write_binary(struct program_values *w, enum machine_vector operation, size_t x, size_t a,
                         size_t b)
{
    w->uses[a]--;
    w->uses[b]--;
    const unsigned vector = program_values_claim_with(w, x, a, w->place[b]);

    if (a == b)
        machine_code_vector(w->code, program_values_is_pair(w, x), operation, vector, vector);
    else
        program_values_operate(w, operation, vector, b);
}

static void write_negation(struct program_values *w, size_t x, size_t a)
{
    w->uses[a]--;
    const unsigned vector = program_values_claim_with(w, x, a, NOWHERE);

    machine_code_signs(w->code, PROGRAM_VALUES_SCRATCH);
    machine_code_vector(w->code, true, MACHINE_EXCLUSIVE_OR, vector, PROGRAM_VALUES_SCRATCH);
}

static void write_root(struct program_values *w, size_t x, size_t a)
{
    w->uses[a]--;
    program_values_operate(w, MACHINE_SQRT, program_values_claim(w, x, w->place[a]), a);
}

static void write_call(struct machine_code *code, const void *function)
{
    machine_code_set(code, MACHINE_RAX, (unsigned long)function);
    machine_code_call(code);
}

static void write_function(struct program_values *w, double (*function)(double), size_t x, size_t a)
{
    const void *address;

    memcpy(&address, &function, sizeof address);
    program_values_settle(w, a);
    w->uses[a]--;
    program_values_settle_all(w);
    for (size_t k = 0; k <= program_values_is_pair(w, x); k++) {
        machine_code_memory(w->code, false, MACHINE_LOAD, 0, program_values_at.home,
                            program_values_home(w, a) + k * sizeof(double));
        write_call(w->code, address);
        machine_code_memory(w->code, false, MACHINE_STORE, 0, program_values_at.home,
                            program_values_home(w, x) + k * sizeof(double));
    }
    w->stored[x] = true;
}

static void write_operation(struct program_values *w, enum operation operation, size_t x, size_t a, size_t b)
{
    static const enum machine_vector binary[OPERATION_COUNT] = {
        [OPERATION_ADD] = MACHINE_ADD,
        [OPERATION_SUBTRACT] = MACHINE_SUBTRACT,
        [OPERATION_MULTIPLY] = MACHINE_MULTIPLY,
        [OPERATION_DIVIDE] = MACHINE_DIVIDE,
    };
    static double (*const function[OPERATION_COUNT])(double) = {
#define ENTRY(NAME, name) [OPERATION_##NAME] = name,
        EACH_FUNCTION(ENTRY)
#undef ENTRY
    };

    if (binary[operation])
        write_binary(w, binary[operation], x, a, b);
    else if (operation == OPERATION_NEGATE)
        write_negation(w, x, a);
    else if (operation == OPERATION_SQRT)
        write_root(w, x, a);
    else
        write_function(w, function[operation], x, a);
}

/* -- linear systems -- */

static void settle(struct program_values *w, const size_t *registers, size_t n)
{
    for (size_t i = 0; i < n * w->parts; i++) {
        const size_t value = program_values_of(w, registers[i / w->parts], i % w->parts);

        program_values_settle(w, value);
        w->uses[value]--;
    }
}

static void write_system(struct writer *writer, size_t number)
{
    struct program_values *w = &writer->values;
    const struct program_instruction *instruction = w->program->instruction + number;
    const struct program_system *system = w->program->system + instruction->left;
    const void *address;

    memcpy(&address, &writer->solve, sizeof address);
    settle(w, system->matrix, system->n * system->n);
    settle(w, system->right, system->n);
    program_values_settle_all(w);
    machine_code_copy(w->code, MACHINE_RDI, program_values_at.context);
    machine_code_set(w->code, MACHINE_RSI, number);
    write_call(w->code, address);
    for (size_t k = 0; k < system->n * w->parts; k++)
        w->stored[program_values_of(w, instruction->target, k)] = true;
}

/* -- the body -- */

static void write_start(const struct program_values *w)
{
    machine_code_enter(w->code);
    machine_code_copy(w->code, program_values_at.home, MACHINE_RDI);
    machine_code_copy(w->code, program_values_at.context, MACHINE_RCX);
    for (size_t block = 0; block < w->program->input_blocks; block++)
        machine_code_load(w->code, program_values_at.input[block], MACHINE_RSI, block * sizeof(double *));
}

static void write_instructions(struct writer *writer)
{
    struct program_values *w = &writer->values;

    for (size_t i = w->program->prologue; i < w->program->instructions; i++) {
        const struct program_instruction *at = w->program->instruction + i;

        if (at->operation == OPERATION_SOLVE) {
            write_system(writer, i);
            continue;
        }
        for (size_t part = 0; part < w->parts; part++)
            write_operation(w, at->operation, program_values_of(w, at->target, part),
                            program_values_of(w, at->left, part), program_values_of(w, at->right, part));
    }
}

/* Inputs that are outputs are read before any of these is written, which may lie on them. */
static void settle_inputs(struct program_values *w, const size_t *registers, size_t n)
{
    for (size_t i = 0; i < n * w->parts; i++) {
        const size_t value = program_values_of(w, registers[i / w->parts], i % w->parts);

        if (program_values_is_input(w, value))
            program_values_settle(w, value);
    }
}

static void write_output(const struct program_values *w, size_t block)
{
    const size_t width = w->program->output_width[block];

    machine_code_load(w->code, MACHINE_RAX, MACHINE_RSP, 0);
    machine_code_load(w->code, MACHINE_RAX, MACHINE_RAX, block * sizeof(double *));
    for (size_t i = 0; i < width * w->parts; i++) {
        const size_t component = i / w->parts, part = i % w->parts;
        const size_t value = program_values_of(w, w->program->output_register[block][component], part);
        const size_t offset = (component + 2 * part * width) * sizeof(double);
        const unsigned vector = program_values_read(w, value);

        machine_code_memory(w->code, false, MACHINE_STORE, vector, MACHINE_RAX, offset);
        if (program_values_is_pair(w, value))
            machine_code_memory(w->code, true, MACHINE_STORE_SECOND, vector, MACHINE_RAX,
                                offset + width * sizeof(double));
    }
}

static void write_body(struct writer *writer)
{
    struct program_values *w = &writer->values;
    const struct program *program = w->program;

    write_start(w);
    write_instructions(writer);
    for (size_t k = 0; k < program->output_blocks; k++)
        settle_inputs(w, program->output_register[k], program->output_width[k]);
    for (size_t k = 0; k < program->output_blocks; k++)
        write_output(w, k);
    machine_code_return(w->code);
}

static void write_code(struct program_code *code, const struct program *program, program_code_solve *solve)
{
    struct writer writer = {.solve = solve};
    const void *start;

    code->code = machine_code_create();
    writer.values = program_values_create(program, code->points, code->code);
    write_body(&writer);
    program_values_destroy(&writer.values);
    start = machine_code_finish(code->code);
    memcpy(&code->run, &start, sizeof code->run);
}

const struct program_code *program_code_of(const struct program *program, size_t points,
                                           program_code_solve *solve)
{
    struct program_code *code = *program->code;

    while (code && code->points != points)
        code = code->next;
    if (!code) {
        code = memory_create(1, sizeof *code);
        *code = (struct program_code){.points = points, .next = *program->code};
        *program->code = code;
        if (program->input_blocks <= PROGRAM_VALUES_BLOCKS && points > 0 &&
            program->registers * points <= MOST_VALUES)
            write_code(code, program, solve);
    }
    return code->run ? code : NULL;
}

void program_code_destroy(struct program_code *first)
{
    while (first) {
        struct program_code *next = first->next;

        machine_code_destroy(first->code);
        free(first);
        first = next;
    }
}
