/* Compilation of expressions to programs: see program.h.
 *
 * Arguments have smaller ids than their users, so that one pass down the ids finds all that the outputs need
 * and passes up the ids lay out registers and write instructions; the order depends on the expressions alone, and
 * is then changed so that equal operations stand together (program_order.c).
 * A node is *fixed* when no input is below it: fixed operations form the prologue. */
#include "numerics/graph/program.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/graph/program_code.h"
#include "numerics/memory.h"

struct compiler {
    struct program *program;
    size_t size;         /* 1 + the largest id */
    expression *node;    /* by id; NULL where not needed */
    bool *fixed;         /* by id */
    size_t *register_of; /* by id */
    size_t next_register, next_instruction, next_system;
};

/* A system is known by the id of its component 0: graph_solve creates the components one after the other. */
static size_t system_id(expression component)
{
    return component->id - component->index;
}

static bool is_leaf(expression node)
{
    return node->operation == OPERATION_CONSTANT || node->operation == OPERATION_PI ||
           node->operation == OPERATION_INPUT;
}

static void collect(struct compiler *compiler, size_t output_blocks, const struct program_output *output)
{
    for (size_t b = 0; b < output_blocks; b++) {
        for (size_t i = 0; i < output[b].width; i++)
            compiler->size = output[b].expressions[i]->id >= compiler->size ? output[b].expressions[i]->id + 1
                                                                            : compiler->size;
    }
    compiler->node = memory_create(compiler->size, sizeof *compiler->node);
    compiler->fixed = memory_create(compiler->size, sizeof *compiler->fixed);
    compiler->register_of = memory_create(compiler->size, sizeof *compiler->register_of);
    for (size_t b = 0; b < output_blocks; b++) {
        for (size_t i = 0; i < output[b].width; i++)
            compiler->node[output[b].expressions[i]->id] = output[b].expressions[i];
    }
    for (size_t id = compiler->size; id-- > 0;) {
        expression argument;

        for (size_t k = 0; compiler->node[id] && (argument = graph_argument(compiler->node[id], k)); k++)
            compiler->node[argument->id] = argument;
    }
}

static void find_fixed(struct compiler *compiler)
{
    for (size_t id = 0; id < compiler->size; id++) {
        expression node = compiler->node[id], argument;

        compiler->fixed[id] = node && node->operation != OPERATION_INPUT;
        for (size_t k = 0; compiler->fixed[id] && (argument = graph_argument(node, k)); k++)
            compiler->fixed[id] = compiler->fixed[argument->id];
    }
}

static void place_constants(struct compiler *compiler)
{
    struct program *program = compiler->program;

    program->constant_values = memory_keep(&program->kept, compiler->size, sizeof *program->constant_values);
    program->constant_is_pi = memory_keep(&program->kept, compiler->size, sizeof *program->constant_is_pi);
    for (size_t id = 0; id < compiler->size; id++) {
        expression node = compiler->node[id];
        if (!node || !is_leaf(node) || node->operation == OPERATION_INPUT)
            continue;
        size_t target = compiler->next_register++;
        compiler->register_of[id] = target;
        program->constants++;
        mpq_init(program->constant_values[target]);
        program->constant_is_pi[target] = node->operation == OPERATION_PI;
        if (node->operation == OPERATION_CONSTANT)
            mpq_set(program->constant_values[target], node->value);
    }
}

/* The blocks of inputs as far as they are needed. */
static void find_inputs(struct compiler *compiler)
{
    struct program *program = compiler->program;

    for (size_t id = 0; id < compiler->size; id++) {
        expression node = compiler->node[id];
        if (!node || node->operation != OPERATION_INPUT)
            continue;
        for (; program->input_blocks <= node->block; program->input_blocks++) {
            program->input = memory_resize(program->input, node->block + 1, sizeof *program->input);
            program->input[program->input_blocks] = (struct program_block){0};
        }
        if (program->input[node->block].width <= node->index)
            program->input[node->block].width = node->index + 1;
    }
}

static void place_inputs(struct compiler *compiler, size_t input_blocks, const struct program_block *input)
{
    struct program *program = compiler->program;

    if (input) {
        program->input_blocks = input_blocks;
        program->input = memory_create(input_blocks, sizeof *program->input);
        memcpy(program->input, input, input_blocks * sizeof *input);
    } else {
        find_inputs(compiler);
    }
    program->input_register =
        memory_keep(&program->kept, program->input_blocks, sizeof *program->input_register);
    for (size_t b = 0; b < program->input_blocks; b++) {
        program->input_register[b] = compiler->next_register;
        compiler->next_register += program->input[b].width;
    }
    for (size_t id = 0; id < compiler->size; id++) {
        expression node = compiler->node[id];
        if (node && node->operation == OPERATION_INPUT)
            compiler->register_of[id] = program->input_register[node->block] + node->index;
    }
}

static size_t copy_system(struct compiler *compiler, const struct linear_system *system)
{
    struct program *program = compiler->program;
    size_t number = compiler->next_system++;
    size_t n = system->n;

    program->system = memory_resize(program->system, number + 1, sizeof *program->system);
    struct program_system *copy = &program->system[number];
    copy->n = n;
    copy->matrix = memory_keep(&program->kept, n * n, sizeof *copy->matrix);
    copy->right = memory_keep(&program->kept, n, sizeof *copy->right);
    for (size_t i = 0; i < n * n; i++)
        copy->matrix[i] = compiler->register_of[system->matrix[i]->id];
    for (size_t i = 0; i < n; i++)
        copy->right[i] = compiler->register_of[system->right[i]->id];
    if (n > program->largest_system)
        program->largest_system = n;
    program->systems = compiler->next_system;
    return number;
}

/* Writes the instruction of a system where the first of its needed components stands; the others find their
 * registers ready. */
static void write_solve(struct compiler *compiler, expression node, bool *written)
{
    size_t first = system_id(node);

    if (!written[first]) {
        written[first] = true;
        compiler->program->instruction[compiler->next_instruction++] = (struct program_instruction){
            .operation = OPERATION_SOLVE,
            .target = compiler->next_register,
            .left = copy_system(compiler, node->system),
        };
        for (size_t i = 0; i < node->system->n && first + i < compiler->size; i++)
            compiler->register_of[first + i] = compiler->next_register + i;
        compiler->next_register += node->system->n;
    }
}

static void write_operation(struct compiler *compiler, expression node)
{
    size_t left = compiler->register_of[node->left->id];

    compiler->program->instruction[compiler->next_instruction++] = (struct program_instruction){
        .operation = node->operation,
        .target = compiler->next_register,
        .left = left,
        .right = node->right ? compiler->register_of[node->right->id] : left,
    };
    compiler->register_of[node->id] = compiler->next_register++;
}

static void write_instructions(struct compiler *compiler, bool fixed)
{
    bool *written = memory_create(compiler->size, sizeof *written);

    for (size_t id = 0; id < compiler->size; id++) {
        expression node = compiler->node[id];
        if (!node || is_leaf(node) || compiler->fixed[id] != fixed)
            continue;
        if (node->system)
            write_solve(compiler, node, written);
        else
            write_operation(compiler, node);
    }
    free(written);
}

static void write_outputs(struct compiler *compiler, size_t output_blocks,
                          const struct program_output *output)
{
    struct program *program = compiler->program;

    program->output_blocks = output_blocks;
    program->output_width = memory_keep(&program->kept, output_blocks, sizeof *program->output_width);
    program->output_register = memory_keep(&program->kept, output_blocks, sizeof *program->output_register);
    for (size_t b = 0; b < output_blocks; b++) {
        program->output_width[b] = output[b].width;
        program->output_register[b] =
            memory_keep(&program->kept, output[b].width, sizeof **program->output_register);
        for (size_t i = 0; i < output[b].width; i++)
            program->output_register[b][i] = compiler->register_of[output[b].expressions[i]->id];
    }
}

static bool is_complete(size_t output_blocks, const struct program_output *output)
{
    bool complete = true;

    for (size_t b = 0; b < output_blocks; b++) {
        for (size_t i = 0; i < output[b].width; i++)
            complete = complete && output[b].expressions[i];
    }
    return complete;
}

struct program *program_create(size_t input_blocks, const struct program_block *input, size_t output_blocks,
                               const struct program_output *output)
{
    if (!is_complete(output_blocks, output))
        return NULL;
    struct program *program = memory_create(1, sizeof *program);
    struct compiler compiler = {.program = program};

    collect(&compiler, output_blocks, output);
    find_fixed(&compiler);
    program->instruction = memory_keep(&program->kept, compiler.size, sizeof *program->instruction);
    place_constants(&compiler);
    write_instructions(&compiler, true);
    program->prologue = compiler.next_instruction;
    place_inputs(&compiler, input_blocks, input);
    write_instructions(&compiler, false);
    program->instructions = compiler.next_instruction;
    program->registers = compiler.next_register;
    write_outputs(&compiler, output_blocks, output);
    program_order(program);
    program->code = memory_keep(&program->kept, 1, sizeof *program->code);
    free(compiler.node);
    free(compiler.fixed);
    free(compiler.register_of);
    return program;
}

void program_destroy(struct program *program)
{
    if (!program)
        return;
    for (size_t i = 0; i < program->constants; i++)
        mpq_clear(program->constant_values[i]);
    program_code_destroy(*program->code);
    free(program->system);
    free(program->input);
    memory_release(program->kept);
    free(program);
}

size_t program_operations(const struct program *program)
{
    size_t sum = 0;

    for (size_t i = program->prologue; i < program->instructions; i++) {
        const struct program_instruction *at = program->instruction + i;
        size_t n = at->operation == OPERATION_SOLVE ? program->system[at->left].n : 0;

        sum += n ? 2 * n * n * n / 3 + 2 * n * n : 1;
    }
    return sum;
}
