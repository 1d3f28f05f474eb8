/* Programs as bytes: see program_stream.h. */
#include "numerics/graph/program_stream.h"

#include <stdlib.h>

#include "numerics/memory.h"

static void write_sizes(FILE *to, const size_t *sizes, size_t count)
{
    fwrite(sizes, sizeof *sizes, count, to);
}

/* Fewer bytes than were written do not come; zeros stand for them. */
static size_t *read_sizes(FILE *from, struct memory_kept **kept, size_t count)
{
    size_t *sizes = memory_keep(kept, count, sizeof *sizes), read = fread(sizes, sizeof *sizes, count, from);

    (void)read;
    return sizes;
}

static void write_constants(FILE *to, const struct program *program)
{
    for (size_t i = 0; i < program->constants; i++) {
        fputc(program->constant_is_pi[i], to);
        mpz_out_raw(to, mpq_numref(program->constant_values[i]));
        mpz_out_raw(to, mpq_denref(program->constant_values[i]));
    }
}

static void read_constants(FILE *from, struct program *program)
{
    program->constant_values =
        memory_keep(&program->kept, program->constants, sizeof *program->constant_values);
    program->constant_is_pi =
        memory_keep(&program->kept, program->constants, sizeof *program->constant_is_pi);
    for (size_t i = 0; i < program->constants; i++) {
        program->constant_is_pi[i] = fgetc(from) == 1;
        mpq_init(program->constant_values[i]);
        mpz_inp_raw(mpq_numref(program->constant_values[i]), from);
        mpz_inp_raw(mpq_denref(program->constant_values[i]), from);
    }
}

enum {
    CONSTANTS,
    PROLOGUE,
    INSTRUCTIONS,
    SYSTEMS,
    LARGEST_SYSTEM,
    INPUT_BLOCKS,
    OUTPUT_BLOCKS,
    REGISTERS,
    COUNTS
};

void program_stream_write(FILE *to, const struct program *program)
{
    write_sizes(to,
                (const size_t[COUNTS]){[CONSTANTS] = program->constants,
                                       [PROLOGUE] = program->prologue,
                                       [INSTRUCTIONS] = program->instructions,
                                       [SYSTEMS] = program->systems,
                                       [LARGEST_SYSTEM] = program->largest_system,
                                       [INPUT_BLOCKS] = program->input_blocks,
                                       [OUTPUT_BLOCKS] = program->output_blocks,
                                       [REGISTERS] = program->registers},
                COUNTS);
    write_constants(to, program);
    fwrite(program->instruction, sizeof *program->instruction, program->instructions, to);
    for (size_t i = 0; i < program->systems; i++) {
        const struct program_system *system = program->system + i;

        write_sizes(to, &system->n, 1);
        write_sizes(to, system->matrix, system->n * system->n);
        write_sizes(to, system->right, system->n);
    }
    fwrite(program->input, sizeof *program->input, program->input_blocks, to);
    write_sizes(to, program->input_register, program->input_blocks);
    write_sizes(to, program->output_width, program->output_blocks);
    for (size_t i = 0; i < program->output_blocks; i++)
        write_sizes(to, program->output_register[i], program->output_width[i]);
}

struct program *program_stream_read(FILE *from)
{
    struct program *program = memory_create(1, sizeof *program);
    const size_t *count = read_sizes(from, &program->kept, COUNTS);
    size_t read = 0;

    program->constants = count[CONSTANTS];
    program->prologue = count[PROLOGUE];
    program->instructions = count[INSTRUCTIONS];
    program->systems = count[SYSTEMS];
    program->largest_system = count[LARGEST_SYSTEM];
    program->input_blocks = count[INPUT_BLOCKS];
    program->output_blocks = count[OUTPUT_BLOCKS];
    program->registers = count[REGISTERS];
    read_constants(from, program);
    program->instruction = memory_keep(&program->kept, program->instructions, sizeof *program->instruction);
    read += fread(program->instruction, sizeof *program->instruction, program->instructions, from);
    program->system = memory_create(program->systems, sizeof *program->system);
    for (size_t i = 0; i < program->systems; i++) {
        struct program_system *system = program->system + i;

        system->n = *read_sizes(from, &program->kept, 1);
        system->matrix = read_sizes(from, &program->kept, system->n * system->n);
        system->right = read_sizes(from, &program->kept, system->n);
    }
    program->input = memory_create(program->input_blocks, sizeof *program->input);
    read += fread(program->input, sizeof *program->input, program->input_blocks, from);
    program->input_register = read_sizes(from, &program->kept, program->input_blocks);
    program->output_width = read_sizes(from, &program->kept, program->output_blocks);
    program->output_register =
        memory_keep(&program->kept, program->output_blocks, sizeof *program->output_register);
    for (size_t i = 0; i < program->output_blocks; i++)
        program->output_register[i] = read_sizes(from, &program->kept, program->output_width[i]);
    program->code = memory_keep(&program->kept, 1, sizeof *program->code);
    (void)read;
    return program;
}
