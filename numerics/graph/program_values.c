/* Where the values of a program are: see program_values.h. */
#include "numerics/graph/program_values.h"

#include <stdlib.h>

#include "numerics/memory.h"

enum { VECTORS = PROGRAM_VALUES_VECTORS, SCRATCH = PROGRAM_VALUES_SCRATCH };

const struct program_values_addresses program_values_at = {
    .home = MACHINE_RBX,
    .context = MACHINE_RBP,
    .input = {MACHINE_R12, MACHINE_R13, MACHINE_R14, MACHINE_R15},
};

size_t program_values_of(const struct program_values *w, size_t program_register, size_t part)
{
    return program_register * w->parts + part;
}

bool program_values_is_pair(const struct program_values *w, size_t value)
{
    return value % w->parts * 2 + 1 < w->points;
}

size_t program_values_home(const struct program_values *w, size_t value)
{
    return (value / w->parts * w->points + value % w->parts * 2) * sizeof(double);
}

/* -- uses -- */

static void count_uses(struct program_values *w, const size_t *registers, size_t n)
{
    for (size_t i = 0; i < n * w->parts; i++)
        w->uses[program_values_of(w, registers[i / w->parts], i % w->parts)]++;
}

static void count_all_uses(struct program_values *w)
{
    const struct program *program = w->program;

    for (size_t i = program->prologue; i < program->instructions; i++) {
        const struct program_instruction *instruction = program->instruction + i;

        if (instruction->operation == OPERATION_SOLVE) {
            const struct program_system *system = program->system + instruction->left;

            count_uses(w, system->matrix, system->n * system->n);
            count_uses(w, system->right, system->n);
            continue;
        }
        count_uses(w, &instruction->left, 1);
        if (instruction->operation < OPERATION_NEGATE)
            count_uses(w, &instruction->right, 1);
    }
    for (size_t k = 0; k < program->output_blocks; k++)
        count_uses(w, program->output_register[k], program->output_width[k]);
}

/* -- inputs -- */

/* The block of an input; the number of blocks where the register is none */
static size_t find_block(const struct program *program, size_t program_register)
{
    size_t block = 0;

    while (block < program->input_blocks &&
           (program_register < program->input_register[block] ||
            program_register >= program->input_register[block] + program->input[block].width))
        block++;
    return block;
}

bool program_values_is_input(const struct program_values *w, size_t value)
{
    return find_block(w->program, value / w->parts) < w->program->input_blocks;
}

/* From where the caller has it: row by row, or one row for all points */
static void load_input(const struct program_values *w, unsigned x, size_t value)
{
    const size_t number = find_block(w->program, value / w->parts);
    const struct program_block *block = w->program->input + number;
    const size_t component = value / w->parts - w->program->input_register[number],
                 stride = block->uniform ? 0 : block->width, point = value % w->parts * 2;
    const enum machine_register address = program_values_at.input[number];

    machine_code_memory(w->code, false, MACHINE_LOAD, x, address,
                        (component + point * stride) * sizeof(double));
    if (program_values_is_pair(w, value))
        machine_code_memory(w->code, true, MACHINE_LOAD_SECOND, x, address,
                            (component + (point + 1) * stride) * sizeof(double));
}

/* -- places -- */

/* x = a value that is in no vector register */
static void load(const struct program_values *w, unsigned x, size_t value)
{
    if (w->stored[value])
        machine_code_memory(w->code, program_values_is_pair(w, value), MACHINE_LOAD, x,
                            program_values_at.home, program_values_home(w, value));
    else
        load_input(w, x, value);
}

/* A value that is in a vector register */
static void store(struct program_values *w, size_t value)
{
    if (!w->stored[value])
        machine_code_memory(w->code, program_values_is_pair(w, value), MACHINE_STORE,
                            (unsigned)w->place[value], program_values_at.home, program_values_home(w, value));
    w->stored[value] = true;
}

unsigned program_values_read(const struct program_values *w, size_t value)
{
    if (w->place[value] != NOWHERE)
        return (unsigned)w->place[value];
    load(w, SCRATCH, value);
    return SCRATCH;
}

static bool is_free(const struct program_values *w, unsigned vector)
{
    return w->held[vector] == NOWHERE || w->uses[w->held[vector]] == 0;
}

static void place(struct program_values *w, size_t value, unsigned vector)
{
    if (w->held[vector] != NOWHERE)
        w->place[w->held[vector]] = NOWHERE;
    w->held[vector] = (long)value;
    w->place[value] = (int)vector;
}

unsigned program_values_claim(struct program_values *w, size_t x, int other)
{
    unsigned vector = 0;

    while (vector < VECTORS && ((int)vector == other || !is_free(w, vector)))
        vector++;
    if (vector == VECTORS) {
        w->next = (w->next + 1) % VECTORS;
        if ((int)w->next == other)
            w->next = (w->next + 1) % VECTORS;
        vector = w->next;
        store(w, (size_t)w->held[vector]);
    }
    place(w, x, vector);
    return vector;
}

unsigned program_values_claim_with(struct program_values *w, size_t x, size_t a, int other)
{
    const int from = w->place[a];

    if (from != NOWHERE && w->uses[a] == 0) {
        place(w, x, (unsigned)from);
        return (unsigned)from;
    }
    const unsigned vector = program_values_claim(w, x, other);

    if (from == NOWHERE)
        load(w, vector, a);
    else if ((unsigned)from != vector)
        machine_code_vector(w->code, true, MACHINE_MOVE, vector, (unsigned)from);
    return vector;
}

void program_values_settle(struct program_values *w, size_t value)
{
    if (w->place[value] == NOWHERE && !w->stored[value])
        load(w, program_values_claim(w, value, NOWHERE), value);
    store(w, value);
}

void program_values_settle_all(struct program_values *w)
{
    for (size_t k = 0; k < VECTORS; k++) {
        if (!is_free(w, (unsigned)k))
            store(w, (size_t)w->held[k]);
        if (w->held[k] != NOWHERE)
            w->place[w->held[k]] = NOWHERE;
        w->held[k] = NOWHERE;
    }
}

/* A pair in memory is an operand only where it lies on a multiple of 16 bytes. */
void program_values_operate(struct program_values *w, enum machine_vector operation, unsigned x, size_t y)
{
    const bool pair = program_values_is_pair(w, y);

    if (w->place[y] == NOWHERE && w->stored[y] && (!pair || w->points % 2 == 0))
        machine_code_memory(w->code, pair, operation, x, program_values_at.home, program_values_home(w, y));
    else
        machine_code_vector(w->code, pair, operation, x, program_values_read(w, y));
}

/* -- life -- */

struct program_values program_values_create(const struct program *program, size_t points,
                                            struct machine_code *code)
{
    struct program_values w = {.program = program, .points = points, .parts = (points + 1) / 2, .code = code};
    const size_t values = program->registers * w.parts, body = program->instructions - program->prologue;
    size_t before = program->input_blocks ? program->input_register[0] : program->registers - body;

    w.place = memory_create(values, sizeof *w.place);
    w.stored = memory_create(values, sizeof *w.stored);
    w.uses = memory_create(values, sizeof *w.uses);
    for (size_t value = 0; value < values; value++) {
        w.place[value] = NOWHERE;
        w.stored[value] = value / w.parts < before;
    }
    for (size_t k = 0; k < VECTORS; k++)
        w.held[k] = NOWHERE;
    count_all_uses(&w);
    return w;
}

void program_values_destroy(struct program_values *w)
{
    free(w->place);
    free(w->stored);
    free(w->uses);
}
