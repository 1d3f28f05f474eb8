/* Evaluation of programs: see evaluator.h.
 *
 * Register r at point k lies at r * capacity + k: each instruction runs over all points before the next one
 * starts.  Instructions of the same operation that follow each other are a run: what to do is decided once for all of
 * them.
 *
 * A caller who comes again with the arrays of its first call, one point at a time, is bound to them: instructions
 * then read and write these arrays in place. */
#include "numerics/evaluator.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/graph/program_code.h"
#include "numerics/lu.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

enum { FEW_POINTS = 4 };

struct place {
    real *x; /* x = a operation b, at the first point */
    const real *a, *b;
};

struct run {
    enum operation operation; /* INPUT: x = a */
    const struct place *at, *end;
};

/* All instructions with their places, and behind them those of moves to the outputs; the first `prologue` runs are those
 * of the prologue. */
struct sequence {
    struct place *place;
    size_t runs, prologue;
    struct run *run;
};

struct X(evaluator) {
    const struct program *program;
    size_t capacity;       /* points */
    struct sequence own;   /* in the registers */
    struct sequence bound; /* in the arrays of a caller who came twice; empty before */
    const real **known;    /* these arrays, inputs and outputs, or those of the last call */
    const real **from;     /* where each register is read, */
    real **to;             /* and written */
    real *registers;
    real *matrix, *right; /* of one linear system */
    real *not_a_number;   /* 1 */
    pivot_row *pivot;
    const struct program_code *code; /* for as many points as there is room for; NULL: none */
};

static void solve_systems(struct X(evaluator) *evaluator, const struct program_instruction *instruction,
                          size_t points)
{
    const struct program_system *system = evaluator->program->system + instruction->left;
    size_t n = system->n, capacity = evaluator->capacity;

    for (size_t k = 0; k < points; k++) {
        for (size_t i = 0; i < n * n; i++)
            real_set(evaluator->matrix + i, evaluator->registers + system->matrix[i] * capacity + k);
        for (size_t i = 0; i < n; i++)
            real_set(evaluator->right + i, evaluator->registers + system->right[i] * capacity + k);
        mask regular = X(lu_factorise)(evaluator->matrix, n, evaluator->pivot);

        if (mask_any(regular))
            X(lu_solve)(evaluator->matrix, n, evaluator->pivot, evaluator->right);
        for (size_t i = 0; i < n && mask_any(mask_not(regular)); i++)
            real_set_where(evaluator->right + i, mask_not(regular), evaluator->not_a_number);
        for (size_t i = 0; i < n; i++)
            real_set(evaluator->registers + (instruction->target + i) * capacity + k, evaluator->right + i);
    }
}

#if defined ARITHMETIC_DOUBLE
static void solve_instruction(void *context, size_t number)
{
    struct X(evaluator) *evaluator = context;

    solve_systems(evaluator, evaluator->program->instruction + number, evaluator->capacity);
}
#endif

/* One row per operation: `verb` applied at all points of all instructions of the run. */
#define BINARY(OPERATION, verb)                                                                              \
    case OPERATION:                                                                                          \
        for (; at < end; at++)                                                                               \
            verb##_at(at->x, at->a, at->b, points);                                                          \
        break;
#define UNARY(OPERATION, verb)                                                                               \
    case OPERATION:                                                                                          \
        for (; at < end; at++) {                                                                             \
            for (size_t k = 0; k < points; k++)                                                              \
                verb(at->x + k, at->a + k);                                                                  \
        }                                                                                                    \
        break;

#define FUNCTION(NAME, name) UNARY(OPERATION_##NAME, real_##name)

/* Of few doubles all are read before one is written, so that the compiler may take them for a vector. */
#if defined ARITHMETIC_DOUBLE
#define AT_ALL_POINTS(verb)                                                                                  \
    static inline                                                                                            \
        __attribute__((always_inline)) void verb##_at(real *x, const real *a, const real *b, size_t points)  \
    {                                                                                                        \
        real value[FEW_POINTS];                                                                              \
        const size_t few = points <= FEW_POINTS ? points : 0;                                                \
                                                                                                             \
        for (size_t k = 0; k < few; k++)                                                                     \
            verb(value + k, a + k, b + k);                                                                   \
        for (size_t k = 0; k < few; k++)                                                                     \
            x[k] = value[k];                                                                                 \
        for (size_t k = few; k < points; k++)                                                                \
            verb(x + k, a + k, b + k);                                                                       \
    }
#else
#define AT_ALL_POINTS(verb)                                                                                  \
    static inline                                                                                            \
        __attribute__((always_inline)) void verb##_at(real *x, const real *a, const real *b, size_t points)  \
    {                                                                                                        \
        for (size_t k = 0; k < points; k++)                                                                  \
            verb(x + k, a + k, b + k);                                                                       \
    }
#endif

AT_ALL_POINTS(real_add)
AT_ALL_POINTS(real_subtract)
AT_ALL_POINTS(real_multiply)
AT_ALL_POINTS(real_divide)

/* Runs first .. last - 1 of a sequence at `points` points.  Inlined into evaluator_run, where the number of points is a
 * constant, so that the loops over points unroll. */
static inline __attribute__((always_inline)) void run_instructions(struct X(evaluator) *evaluator,
                                                                   const struct sequence *sequence,
                                                                   size_t first, size_t last, size_t points)
{
    for (const struct run *run = sequence->run + first, *last_run = sequence->run + last; run < last_run;
         run++) {
        const struct place *at = run->at, *end = run->end;

        switch (run->operation) {
            BINARY(OPERATION_ADD, real_add)
            BINARY(OPERATION_SUBTRACT, real_subtract)
            BINARY(OPERATION_MULTIPLY, real_multiply)
            BINARY(OPERATION_DIVIDE, real_divide)
            UNARY(OPERATION_NEGATE, real_negate)
            EACH_FUNCTION(FUNCTION)
        case OPERATION_SOLVE:
            for (; at < end; at++)
                solve_systems(evaluator, evaluator->program->instruction + (at - sequence->place), points);
            break;
            UNARY(OPERATION_INPUT, real_set)
        case OPERATION_CONSTANT:
        case OPERATION_PI:
        case OPERATION_COUNT:
            assert(false && "a value is not an instruction");
        }
    }
}

/* Rounds the constants to the working precision, once each, and runs what depends on them alone; every point
 * has its own copy, so that instructions need not know which of their arguments are constant. */
static void set_constants(struct X(evaluator) *evaluator)
{
    const struct program *program = evaluator->program;
    mpfr_t value;

    mpfr_init2(value, real_precision());
    for (size_t r = 0; r < program->constants; r++) {
        if (program->constant_is_pi[r])
            mpfr_const_pi(value, MPFR_RNDN);
        else
            mpfr_set_q(value, program->constant_values[r], MPFR_RNDN);
        for (size_t k = 0; k < evaluator->capacity; k++)
            real_set_mpfr(evaluator->registers + r * evaluator->capacity + k, value);
    }
    mpfr_clear(value);
    run_instructions(evaluator, &evaluator->own, 0, evaluator->own.prologue, evaluator->capacity);
}

/* The runs of instructions first .. last - 1. */
static void add_runs(struct sequence *sequence, const struct program *program, size_t first, size_t last)
{
    const struct program_instruction *instruction = program->instruction;

    for (size_t i = first; i < last; i++) {
        if (i == first || instruction[i].operation != instruction[i - 1].operation)
            sequence->run[sequence->runs++] =
                (struct run){instruction[i].operation, sequence->place + i, NULL};
        sequence->run[sequence->runs - 1].end = sequence->place + i + 1;
    }
}

/* All registers are read and written in those of the evaluator. */
static void place_registers(struct X(evaluator) *evaluator)
{
    for (size_t r = 0; r < evaluator->program->registers; r++)
        evaluator->from[r] = evaluator->to[r] = evaluator->registers + r * evaluator->capacity;
}

static void create_sequence(struct sequence *sequence, const struct program *program, size_t moves)
{
    sequence->place = memory_create(program->instructions + moves, sizeof *sequence->place);
    sequence->run = memory_create(program->instructions + 1, sizeof *sequence->run);
}

/* With the registers where they are placed. */
static void place_instructions(struct X(evaluator) *evaluator, struct sequence *sequence)
{
    const struct program *program = evaluator->program;

    for (size_t i = 0; i < program->instructions; i++) {
        const struct program_instruction *instruction = program->instruction + i;

        sequence->place[i] =
            (struct place){evaluator->to[instruction->target], evaluator->from[instruction->left],
                           evaluator->from[instruction->right]};
    }
    add_runs(sequence, program, 0, program->prologue);
    sequence->prologue = sequence->runs;
    add_runs(sequence, program, program->prologue, program->instructions);
}

static size_t count_outputs(const struct program *program)
{
    size_t outputs = 0;

    for (size_t k = 0; k < program->output_blocks; k++)
        outputs += program->output_width[k];
    return outputs;
}

struct X(evaluator) *X(evaluator_create)(const struct program *program, size_t points)
{
    struct X(evaluator) *evaluator = memory_create(1, sizeof *evaluator);
    size_t n = program->largest_system;

    evaluator->program = program;
    evaluator->capacity = points;
    evaluator->registers = X(vector_create)(program->registers * points);
    evaluator->matrix = X(vector_create)(n * n);
    evaluator->right = X(vector_create)(n);
    evaluator->pivot = memory_create(n, sizeof *evaluator->pivot);
    evaluator->not_a_number = X(vector_create)(1);
    real_set_double(evaluator->not_a_number, NAN);
    evaluator->known =
        memory_create(program->input_blocks + program->output_blocks, sizeof *evaluator->known);
    evaluator->from = memory_create(program->registers, sizeof *evaluator->from);
    evaluator->to = memory_create(program->registers, sizeof *evaluator->to);
    create_sequence(&evaluator->own, program, 0);
    if (points == 1)
        create_sequence(&evaluator->bound, program, count_outputs(program));
    place_registers(evaluator);
    place_instructions(evaluator, &evaluator->own);
    set_constants(evaluator);
#if defined ARITHMETIC_DOUBLE
    evaluator->code = program_code_of(program, points, solve_instruction);
#endif
    return evaluator;
}

void X(evaluator_destroy)(struct X(evaluator) *evaluator)
{
    if (!evaluator)
        return;
    X(vector_destroy)(evaluator->registers);
    X(vector_destroy)(evaluator->matrix);
    X(vector_destroy)(evaluator->right);
    X(vector_destroy)(evaluator->not_a_number);
    free(evaluator->pivot);
    free(evaluator->own.place);
    free(evaluator->own.run);
    free(evaluator->bound.place);
    free(evaluator->bound.run);
    free(evaluator->known);
    free(evaluator->from);
    free(evaluator->to);
    free(evaluator);
}

static inline __attribute__((always_inline)) void load_inputs(struct X(evaluator) *evaluator, size_t points,
                                                              const real *const *input)
{
    const struct program *program = evaluator->program;

    for (size_t block = 0; block < program->input_blocks; block++) {
        size_t width = program->input[block].width;
        size_t stride = program->input[block].uniform ? 0 : width;

        for (size_t j = 0; j < width; j++) {
            real *x = evaluator->registers + (program->input_register[block] + j) * evaluator->capacity;

            for (size_t k = 0; k < points; k++)
                real_set(x + k, input[block] + k * stride + j);
        }
    }
}

static inline __attribute__((always_inline)) void store_outputs(const struct X(evaluator) *evaluator,
                                                                size_t points, real *const *output)
{
    const struct program *program = evaluator->program;

    for (size_t block = 0; block < program->output_blocks; block++) {
        size_t width = program->output_width[block];

        for (size_t j = 0; j < width; j++) {
            const real *x = evaluator->registers + program->output_register[block][j] * evaluator->capacity;

            for (size_t k = 0; k < points; k++)
                real_set(output[block] + k * width + j, x + k);
        }
    }
}

static inline __attribute__((always_inline)) void run_at(struct X(evaluator) *evaluator, size_t points,
                                                         const real *const *input, real *const *output)
{
    load_inputs(evaluator, points, input);
    run_instructions(evaluator, &evaluator->own, evaluator->own.prologue, evaluator->own.runs, points);
    store_outputs(evaluator, points, output);
}

/* -- in place -- */

/* Whether no output lies on an input or on another output. */
static bool are_apart(const struct program *program, const real *const *input, real *const *output)
{
    for (size_t k = 0; k < program->output_blocks; k++) {
        const real *first = output[k], *end = first + program->output_width[k];

        for (size_t i = 0; i < program->input_blocks; i++) {
            if (first < input[i] + program->input[i].width && input[i] < end)
                return false;
        }
        for (size_t i = 0; i < k; i++) {
            if (first < output[i] + program->output_width[i] && output[i] < end)
                return false;
        }
    }
    return true;
}

/* The outputs get the values of their registers: in place where an instruction writes them, once; elsewhere by moves,
 * of which there are so many. */
static size_t bind_outputs(struct X(evaluator) *evaluator, real *const *output, struct place *move)
{
    const struct program *program = evaluator->program;
    const size_t body = program->registers - (program->instructions - program->prologue);
    const real **from = evaluator->from;
    real **to = evaluator->to;
    size_t moves = 0;

    for (size_t block = 0; block < program->output_blocks; block++) {
        for (size_t j = 0; j < program->output_width[block]; j++) {
            const size_t r = program->output_register[block][j];

            if (r >= body && to[r] == evaluator->registers + r)
                from[r] = to[r] = output[block] + j;
            else
                move[moves++] = (struct place){output[block] + j, from[r], NULL};
        }
    }
    return moves;
}

static void bind(struct X(evaluator) *evaluator, const real *const *input, real *const *output)
{
    const struct program *program = evaluator->program;
    struct sequence *bound = &evaluator->bound;
    struct place *move = bound->place + program->instructions;
    size_t moves;

    place_registers(evaluator);
    for (size_t k = 0; k < program->input_blocks; k++) {
        for (size_t j = 0; j < program->input[k].width; j++)
            evaluator->from[program->input_register[k] + j] = input[k] + j;
    }
    moves = bind_outputs(evaluator, output, move);
    place_instructions(evaluator, bound);
    bound->run[bound->runs++] = (struct run){OPERATION_INPUT, move, move + moves};
}

/* Whether it is bound to these arrays, now if not before: never to numbers of another precision, which would hold other
 * bits than a register does.  Whether an array lies where another did is chance. */
static inline bool is_bound(struct X(evaluator) *evaluator, const real *const *input, real *const *output)
{
    const struct program *program = evaluator->program;
    const size_t inputs = program->input_blocks, outputs = program->output_blocks;
    const real **known = evaluator->known;
    bool same = true;

    for (size_t k = 0; k < inputs; k++)
        same &= known[k] == input[k] && real_have_precision(input[k], program->input[k].width);
    for (size_t k = 0; k < outputs; k++)
        same &= known[inputs + k] == output[k] && real_have_precision(output[k], program->output_width[k]);
    if (evaluator->bound.runs > 0)
        return same;
    memcpy(known, input, inputs * sizeof *known);
    memcpy(known + inputs, output, outputs * sizeof *known);
    if (!same || program->systems || evaluator->capacity > 1 || !are_apart(program, input, output))
        return false;
    bind(evaluator, input, output);
    return true;
}

/* Not inlined: what it keeps in registers would be saved before each run of machine code. */
static __attribute__((noinline)) void interpret(struct X(evaluator) *evaluator, size_t points,
                                                const real *const *input, real *const *output)
{
    switch (points) {
    case 1:
        if (is_bound(evaluator, input, output))
            run_instructions(evaluator, &evaluator->bound, evaluator->bound.prologue, evaluator->bound.runs,
                             1);
        else
            run_at(evaluator, 1, input, output);
        break;
    case 2:
        run_at(evaluator, 2, input, output);
        break;
    case 3:
        run_at(evaluator, 3, input, output);
        break;
    case 4:
        run_at(evaluator, 4, input, output);
        break;
    default:
        run_at(evaluator, points, input, output);
    }
}

void X(evaluator_run)(struct X(evaluator) *evaluator, size_t points, const real *const *input,
                      real *const *output)
{
    assert(points <= evaluator->capacity);
#if defined ARITHMETIC_DOUBLE
    if (evaluator->code && points == evaluator->capacity) {
        evaluator->code->run(evaluator->registers, input, output, evaluator);
        return;
    }
#endif
    interpret(evaluator, points, input, output);
}
