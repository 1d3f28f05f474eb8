/* The order of the instructions of a program: see program.h.
 *
 * An instruction is ready when all its arguments have been written.  Of the ready ones those of one operation are taken
 * until there are no more, with those that become ready by it; then those of the operation that has most. */
#include "numerics/graph/program.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

enum { NOBODY = -1 };

/* Uses of values: a list for each instruction. */
struct use {
    size_t user;
    long next; /* of the same value */
};

/* The ready instructions of one operation, first come, first served. */
struct queue {
    long first, last;
    size_t length;
};

struct order {
    const struct program *program;
    const struct program_instruction *instruction; /* of the section */
    size_t instructions;
    long *writer;    /* of each register: an instruction of the section */
    long *first_use; /* of each instruction */
    size_t uses;
    struct use *use;
    size_t *missing; /* arguments that have not been written, of each instruction */
    long *next;      /* in its queue */
    struct queue queue[OPERATION_COUNT];
};

static const struct program_system *system_of(const struct order *order,
                                              const struct program_instruction *instruction)
{
    return instruction->operation == OPERATION_SOLVE ? order->program->system + instruction->left : NULL;
}

static size_t width_of(const struct program *program, const struct program_instruction *instruction)
{
    return instruction->operation == OPERATION_SOLVE ? program->system[instruction->left].n : 1;
}

static void add_use(struct order *order, size_t user, size_t argument)
{
    long writer = order->writer[argument];

    if (writer == NOBODY)
        return;
    order->use[order->uses] = (struct use){user, order->first_use[writer]};
    order->first_use[writer] = (long)order->uses++;
    order->missing[user]++;
}

static void add_uses(struct order *order, size_t user)
{
    const struct program_instruction *instruction = order->instruction + user;
    const struct program_system *system = system_of(order, instruction);

    if (!system) {
        add_use(order, user, instruction->left);
        add_use(order, user, instruction->right);
        return;
    }
    for (size_t i = 0; i < system->n * system->n; i++)
        add_use(order, user, system->matrix[i]);
    for (size_t i = 0; i < system->n; i++)
        add_use(order, user, system->right[i]);
}

static void append(struct order *order, size_t number)
{
    struct queue *queue = order->queue + order->instruction[number].operation;

    order->next[number] = NOBODY;
    if (queue->length++)
        order->next[queue->last] = (long)number;
    else
        queue->first = (long)number;
    queue->last = (long)number;
}

static void write_one(struct order *order, struct queue *queue, struct program_instruction *to)
{
    const size_t number = (size_t)queue->first;

    *to = order->instruction[number];
    queue->first = order->next[number];
    queue->length--;
    for (long u = order->first_use[number]; u != NOBODY; u = order->use[u].next) {
        if (--order->missing[order->use[u].user] == 0)
            append(order, order->use[u].user);
    }
}

static struct queue *find_longest(struct order *order)
{
    struct queue *longest = order->queue;

    for (size_t i = 1; i < OPERATION_COUNT; i++) {
        if (order->queue[i].length > longest->length)
            longest = order->queue + i;
    }
    return longest;
}

static size_t count_arguments(const struct order *order)
{
    size_t sum = 0;

    for (size_t i = 0; i < order->instructions; i++) {
        const struct program_system *system = system_of(order, order->instruction + i);

        sum += system ? system->n * (system->n + 1) : 2;
    }
    return sum;
}

static void find_uses(struct order *order)
{
    order->use = memory_create(count_arguments(order), sizeof *order->use);
    for (size_t r = 0; r < order->program->registers; r++)
        order->writer[r] = NOBODY;
    for (size_t i = 0; i < order->instructions; i++) {
        order->first_use[i] = NOBODY;
        for (size_t k = 0; k < width_of(order->program, order->instruction + i); k++)
            order->writer[order->instruction[i].target + k] = (long)i;
    }
    for (size_t i = 0; i < order->instructions; i++)
        add_uses(order, i);
    for (size_t i = 0; i < order->instructions; i++) {
        if (order->missing[i] == 0)
            append(order, i);
    }
}

static void order_section(const struct program *program, struct program_instruction *section, size_t length)
{
    struct program_instruction *copy = memory_create(length, sizeof *copy);
    struct order order = {.program = program,
                          .instruction = copy,
                          .instructions = length,
                          .writer = memory_create(program->registers + length, sizeof *order.writer),
                          .first_use = memory_create(2 * length, sizeof *order.first_use),
                          .missing = memory_create(length, sizeof *order.missing)};

    memcpy(copy, section, length * sizeof *copy);
    order.next = order.first_use + length;
    find_uses(&order);
    for (size_t written = 0; written < length;) {
        struct queue *queue = find_longest(&order);

        while (queue->length)
            write_one(&order, queue, section + written++);
    }
    free(copy);
    free(order.writer);
    free(order.first_use);
    free(order.use);
    free(order.missing);
}

/* Registers are written in the order of the instructions, from `next` on; says what became of each. */
static void renumber(const struct program *program, size_t first, size_t last, size_t next, size_t *now)
{
    for (size_t i = first; i < last; i++) {
        struct program_instruction *instruction = program->instruction + i;
        size_t width = width_of(program, instruction);

        for (size_t k = 0; k < width; k++)
            now[instruction->target + k] = next + k;
        instruction->target = next;
        next += width;
    }
}

static void replace(size_t *registers, size_t n, const size_t *now)
{
    for (size_t i = 0; i < n; i++)
        registers[i] = now[registers[i]];
}

static void replace_all(struct program *program, const size_t *now)
{
    for (size_t i = 0; i < program->instructions; i++) {
        struct program_instruction *instruction = program->instruction + i;

        if (instruction->operation == OPERATION_SOLVE)
            continue;
        replace(&instruction->left, 1, now);
        replace(&instruction->right, 1, now);
    }
    for (size_t k = 0; k < program->systems; k++) {
        replace(program->system[k].matrix, program->system[k].n * program->system[k].n, now);
        replace(program->system[k].right, program->system[k].n, now);
    }
    for (size_t b = 0; b < program->output_blocks; b++)
        replace(program->output_register[b], program->output_width[b], now);
}

void program_order(struct program *program)
{
    size_t *now = memory_create(program->registers, sizeof *now), body = program->constants;

    for (size_t r = 0; r < program->registers; r++)
        now[r] = r;
    for (size_t i = 0; i < program->prologue; i++)
        body += width_of(program, program->instruction + i);
    for (size_t b = 0; b < program->input_blocks; b++)
        body += program->input[b].width;
    order_section(program, program->instruction, program->prologue);
    order_section(program, program->instruction + program->prologue,
                  program->instructions - program->prologue);
    renumber(program, 0, program->prologue, program->constants, now);
    renumber(program, program->prologue, program->instructions, body, now);
    replace_all(program, now);
    free(now);
}
