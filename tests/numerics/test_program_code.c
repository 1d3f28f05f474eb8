/* Programs as machine code against the interpreter of the evaluator, bit by bit, which runs where not all points are asked
 * for.
 *
 * Random expressions of two blocks of inputs, one of them the same for all points; the outputs are many, so that values do
 * not all fit into vector registers, inputs are among them, and they may lie on the inputs.  Every test prints its seed. */
#define ARITHMETIC_DOUBLE
#include "numerics/arithmetic.h"

#include "tests/fixtures/numerics/expression_fixture.h"

#include "numerics/evaluator.h"
#include "numerics/graph/graph_algebra.h"
#include "numerics/graph/program_code.h"
#include "numerics/graph/program_values.h"

enum { EXPRESSIONS = 20, WIDTH = EXPRESSIONS + FIXTURE_INPUTS, ROUNDS = 60, MOST_POINTS = 5, DEPTH = 4 };

static struct program *create_program(uint64_t *seed, bool with_systems)
{
    struct graph *graph = kept(graph_create());
    expression f[WIDTH], shared[FIXTURE_INPUTS], sum = graph_integer(graph, 1);
    const struct program_block input[] = {{FIXTURE_INPUTS, false}, {FIXTURE_INPUTS, true}};
    const struct program_output output[] = {{WIDTH, f}, {1, &sum}};

    for (size_t i = 0; i < FIXTURE_INPUTS; i++)
        shared[i] = graph_input(graph, 1, i);
    for (size_t i = 0; i < EXPRESSIONS; i++) {
        expression x = random_expression(seed, graph, DEPTH, with_systems && i % 7 == 0),
                   y = shared[random_below(seed, FIXTURE_INPUTS)];

        f[i] = graph_subtract(graph, i % 2 ? x : y, i % 2 ? graph_multiply(graph, y, x) : x);
        sum = graph_add(graph, graph_multiply(graph, sum, y), f[i]);
    }
    for (size_t i = 0; i < FIXTURE_INPUTS; i++)
        f[EXPRESSIONS + i] = i == 1 ? shared[i] : graph_input(graph, 0, (i + 1) % FIXTURE_INPUTS);
    return kept(program_create(2, input, 2, output));
}

static void set_random_doubles(uint64_t *seed, double *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        x[i] = 0.25 + (double)random_below(seed, 1000003) / 1000003;
}

/* The outputs of `points` points, in a room for `capacity`; x is as large as they, since they may lie on it. */
static void run(const struct program *program, size_t points, size_t capacity, double *x,
                const double *shared, double *y, double *sum)
{
    struct evaluator_double *evaluator = evaluator_create_double(program, capacity);

    evaluator_run_double(evaluator, points, READS(x, shared), WRITES(y, sum));
    evaluator_destroy_double(evaluator);
}

static void compare(uint64_t seed, size_t points, bool with_systems, bool in_place)
{
    const uint64_t first = seed;
    const struct program *program = create_program(&seed, with_systems);
    double x[MOST_POINTS * WIDTH], shared[FIXTURE_INPUTS], y[2][MOST_POINTS * WIDTH], sum[2][MOST_POINTS];

    set_random_doubles(&seed, x, points * FIXTURE_INPUTS);
    set_random_doubles(&seed, shared, FIXTURE_INPUTS);
    run(program, points, points + 1, x, shared, y[0], sum[0]);
    run(program, points, points, x, shared, in_place ? x : y[1], sum[1]);
    if (memcmp(y[0], in_place ? x : y[1], points * WIDTH * sizeof *x) ||
        memcmp(sum[0], sum[1], points * sizeof *sum[0]))
        fail_msg("seed %llu, %zu points: other bits", (unsigned long long)first, points);
}

TEST(test_bits)
{
    const uint64_t first = 4000;

    print_message("# seeds from %llu\n", (unsigned long long)first);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        for (size_t points = 1; points <= MOST_POINTS; points++)
            compare((first + round) * 7919 + points, points, round % 3 == 0, round % 2 == 0);
    }
}

static void solve_nothing(void *context, size_t instruction)
{
    (void)context;
    (void)instruction;
}

/* Each vector register and its value know of each other, and what was written and will be read is somewhere. */
static void check_places(const struct program_values *w, const bool *written, size_t values)
{
    for (size_t value = 0; value < values; value++) {
        if (w->place[value] != NOWHERE)
            assert_int_equal(w->held[w->place[value]], value);
        else if (written[value] && w->uses[value])
            assert_true(w->stored[value]);
    }
    for (int vector = 0; vector < PROGRAM_VALUES_VECTORS; vector++) {
        if (w->held[vector] != NOWHERE)
            assert_int_equal(w->place[w->held[vector]], vector);
    }
}

TEST(test_places)
{
    uint64_t seed = 4321;
    const struct program *program = create_program(&seed, false);
    struct machine_code *code = machine_code_create();
    struct program_values w = program_values_create(program, MOST_POINTS, code);
    const size_t values = program->registers * w.parts;
    bool *written = kept_memory(memory_create(values, sizeof *written));
    size_t claimed = 0;

    for (size_t i = program->prologue; i < program->instructions; i++) {
        for (size_t part = 0; part < w.parts; part++, claimed++) {
            const size_t x = program_values_of(&w, program->instruction[i].target, part);
            const int other = (int)random_below(&seed, PROGRAM_VALUES_VECTORS);

            assert_int_not_equal(program_values_claim(&w, x, other), other);
            written[x] = true;
            check_places(&w, written, values);
        }
    }
    assert_true(claimed > 10 * PROGRAM_VALUES_VECTORS);
    program_values_destroy(&w);
    machine_code_destroy(code);
}

/* Control: there is code to be compared where the processor has one that is known. */
TEST(test_code_exists)
{
    uint64_t seed = 1;
    const struct program_code *code = program_code_of(create_program(&seed, true), 1, solve_nothing);

#if defined __x86_64__ && defined __LP64__
    assert_non_null(code);
#else
    assert_null(code);
#endif
}
