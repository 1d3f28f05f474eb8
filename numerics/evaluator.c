/* Evaluation of programs: see evaluator.h.
 *
 * Register r at point k lies at r * capacity + k: each instruction runs over all points before the next one
 * starts.  Instructions of the same operation that follow each other are a run: what to do is decided once for all of
 * them. */
#include "numerics/evaluator.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "numerics/lu.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

enum { FEW_POINTS = 4 };

struct place {
    real *x; /* x = a operation b, at the first point */
    const real *a, *b;
};

struct run {
    enum operation operation;
    size_t first, last; /* instructions first .. last - 1 */
};

struct X(evaluator) {
    const struct program *program;
    size_t capacity;       /* points */
    struct place *place;   /* of every instruction */
    size_t runs, prologue; /* the first `prologue` runs are those of the prologue */
    struct run *run;
    real *registers;
    real *matrix, *right; /* of one linear system */
    real *not_a_number;   /* 1 */
    pivot_row *pivot;
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

/* Runs first .. last - 1 at `points` points.  Inlined into evaluator_run, where the number of points is a
 * constant, so that the loops over points unroll. */
static inline __attribute__((always_inline)) void run_instructions(struct X(evaluator) *evaluator,
                                                                   size_t first, size_t last, size_t points)
{
    for (size_t i = first; i < last; i++) {
        const struct run *run = evaluator->run + i;
        const struct place *at = evaluator->place + run->first, *end = evaluator->place + run->last;

        switch (run->operation) {
            BINARY(OPERATION_ADD, real_add)
            BINARY(OPERATION_SUBTRACT, real_subtract)
            BINARY(OPERATION_MULTIPLY, real_multiply)
            BINARY(OPERATION_DIVIDE, real_divide)
            UNARY(OPERATION_NEGATE, real_negate)
            EACH_FUNCTION(FUNCTION)
        case OPERATION_SOLVE:
            for (size_t j = run->first; j < run->last; j++)
                solve_systems(evaluator, evaluator->program->instruction + j, points);
            break;
        case OPERATION_CONSTANT:
        case OPERATION_PI:
        case OPERATION_INPUT:
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
    run_instructions(evaluator, 0, evaluator->prologue, evaluator->capacity);
}

/* The runs of instructions first .. last - 1. */
static void add_runs(struct X(evaluator) *evaluator, size_t first, size_t last)
{
    const struct program_instruction *instruction = evaluator->program->instruction;

    for (size_t i = first; i < last; i++) {
        if (i == first || instruction[i].operation != instruction[i - 1].operation)
            evaluator->run[evaluator->runs++] = (struct run){instruction[i].operation, i, i};
        evaluator->run[evaluator->runs - 1].last++;
    }
}

static void place_instructions(struct X(evaluator) *evaluator)
{
    const struct program *program = evaluator->program;
    const size_t capacity = evaluator->capacity;

    evaluator->place = memory_create(program->instructions, sizeof *evaluator->place);
    evaluator->run = memory_create(program->instructions, sizeof *evaluator->run);
    for (size_t i = 0; i < program->instructions; i++) {
        const struct program_instruction *instruction = program->instruction + i;

        evaluator->place[i] = (struct place){evaluator->registers + instruction->target * capacity,
                                             evaluator->registers + instruction->left * capacity,
                                             evaluator->registers + instruction->right * capacity};
    }
    add_runs(evaluator, 0, program->prologue);
    evaluator->prologue = evaluator->runs;
    add_runs(evaluator, program->prologue, program->instructions);
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
    place_instructions(evaluator);
    set_constants(evaluator);
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
    free(evaluator->place);
    free(evaluator->run);
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
    run_instructions(evaluator, evaluator->prologue, evaluator->runs, points);
    store_outputs(evaluator, points, output);
}

void X(evaluator_run)(struct X(evaluator) *evaluator, size_t points, const real *const *input,
                      real *const *output)
{
    assert(points <= evaluator->capacity);
    switch (points) {
    case 1:
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
