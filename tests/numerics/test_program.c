/* Programs: their structure.  Values: test_graph.c, test_evaluator.c. */
#include "tests/fixtures/test.h"

#include "numerics/evaluator.h"
#include "numerics/graph/program_stream.h"
#include "tests/fixtures/numerics/expression_fixture.h"

enum { OUTPUTS = 4 };

static const struct program_block INPUT[] = {{FIXTURE_INPUTS, false}};

static struct program *compile(const expression *f, size_t count)
{
    const struct program_output output = {.width = count, .expressions = f};

    return kept(program_create(1, INPUT, 1, &output));
}

static void build_outputs(uint64_t seed, struct graph *graph, expression *f, bool with_systems)
{
    for (size_t i = 0; i < OUTPUTS; i++)
        f[i] = random_expression(&seed, graph, 1 + (int)(seed % 6), with_systems);
    f[OUTPUTS - 1] = graph_derivative(graph, f[0], 0, 0);
}

/* -- structure -- */

static size_t width_of(const struct program *program, const struct program_instruction *at)
{
    return at->operation == OPERATION_SOLVE ? program->system[at->left].n : 1;
}

static bool is_unary(enum operation operation)
{
    return operation >= OPERATION_NEGATE && operation < OPERATION_SOLVE;
}

/* Marks the operands of the instruction as used; each must lie below `limit`. */
static void visit_operands(const struct program *program, const struct program_instruction *at, size_t limit,
                           bool *used)
{
    if (at->operation == OPERATION_SOLVE) {
        const struct program_system *system = &program->system[at->left];
        for (size_t i = 0; i < system->n * system->n; i++) {
            assert_true(system->matrix[i] < limit);
            used[system->matrix[i]] = true;
        }
        for (size_t i = 0; i < system->n; i++) {
            assert_true(system->right[i] < limit);
            used[system->right[i]] = true;
        }
        return;
    }
    assert_true(at->left < limit && at->right < limit);
    assert_true(!is_unary(at->operation) || at->left == at->right);
    used[at->left] = used[at->right] = true;
}

/* Registers are filled in order, each once, from registers filled before. */
static size_t check_instructions(const struct program *program, size_t from, size_t to, size_t next,
                                 bool *used)
{
    for (size_t i = from; i < to; i++) {
        const struct program_instruction *at = &program->instruction[i];
        assert_int_equal(at->target, next);
        visit_operands(program, at, next, used);
        next += width_of(program, at);
    }
    return next;
}

static void check_all_used(const struct program *program, bool *used)
{
    for (size_t b = 0; b < program->output_blocks; b++) {
        for (size_t i = 0; i < program->output_width[b]; i++)
            used[program->output_register[b][i]] = true;
    }
    for (size_t i = 0; i < program->constants; i++)
        assert_true(used[i]);
    for (size_t i = 0; i < program->instructions; i++) {
        const struct program_instruction *at = &program->instruction[i];
        bool needed = false;
        for (size_t k = 0; k < width_of(program, at); k++)
            needed = needed || used[at->target + k];
        assert_true(needed);
    }
}

static bool is_below_inputs(const struct program *program, size_t reg)
{
    return reg < program->input_register[0];
}

/* An instruction of the body reads at least one register that is not fixed. */
static void check_body_is_not_fixed(const struct program *program)
{
    for (size_t i = program->prologue; i < program->instructions; i++) {
        const struct program_instruction *at = &program->instruction[i];
        if (at->operation != OPERATION_SOLVE)
            assert_false(is_below_inputs(program, at->left) && is_below_inputs(program, at->right));
    }
}

static void check_no_instruction_twice(const struct program *program)
{
    for (size_t i = 0; i < program->instructions; i++) {
        for (size_t j = 0; j < i; j++) {
            const struct program_instruction *a = &program->instruction[i], *b = &program->instruction[j];
            assert_false(a->operation == b->operation && a->left == b->left && a->right == b->right);
        }
    }
}

static void check_structure(const struct program *program)
{
    bool *used = kept_memory(memory_create(program->registers, sizeof *used));

    size_t next = check_instructions(program, 0, program->prologue, program->constants, used);
    for (size_t b = 0; b < program->input_blocks; b++) {
        assert_int_equal(program->input_register[b], next);
        next += program->input[b].width;
    }
    next = check_instructions(program, program->prologue, program->instructions, next, used);
    assert_int_equal(next, program->registers);
    check_all_used(program, used);
    check_body_is_not_fixed(program);
    check_no_instruction_twice(program);
}

TEST(test_structure)
{
    size_t with_prologue = 0, with_systems = 0;

    for (uint64_t seed = 1; seed <= 200; seed++) {
        struct graph *graph = graph_create();
        expression f[OUTPUTS];
        build_outputs(seed * 611953, graph, f, true);
        struct program *program = compile(f, OUTPUTS);
        graph_destroy(graph); /* the program must not need it */
        check_structure(program);
        with_prologue += program->prologue > 0;
        with_systems += program->systems > 0;
    }
    assert_true(with_prologue > 20);
    assert_true(with_systems > 20);
}

static size_t count_runs(const struct program *program)
{
    size_t runs = 0;

    for (size_t i = 0; i < program->instructions; i++)
        runs += i == 0 || program->instruction[i].operation != program->instruction[i - 1].operation;
    return runs;
}

/* x0 y0 + x1 y1 + ...: written product by product, and all products stand before all sums. */
TEST(test_equal_operations_stand_together)
{
    enum { PRODUCTS = 5 };
    struct graph *graph = kept(graph_create());
    expression sum = graph_integer(graph, 0);
    struct program_output output = {.width = 1, .expressions = &sum};
    const struct program *program;

    for (size_t i = 0; i < PRODUCTS; i++)
        sum = graph_binary(graph, OPERATION_ADD, sum,
                           graph_binary(graph, OPERATION_MULTIPLY, graph_input(graph, 0, 2 * i),
                                        graph_input(graph, 0, 2 * i + 1)));
    program = kept(program_create(0, NULL, 1, &output));
    assert_int_equal(program->instructions, 2 * PRODUCTS - 1);
    assert_int_equal(count_runs(program), 2);
}

/* -- corner cases -- */

TEST(test_constants_and_inputs_as_outputs)
{
    struct graph *graph = kept(graph_create());
    mpfr_t *point = create_numbers(FIXTURE_INPUTS), *outputs = create_numbers(OUTPUTS);
    mpfr_t *const inputs[] = {point};
    uint64_t seed = 5;
    const expression f[OUTPUTS] = {
        graph_integer(graph, 3),
        graph_pi(graph),
        graph_input(graph, 0, 2),
        graph_parse(graph, "sqrt(3)/pi", &said),
    };

    set_random_point(&seed, point, FIXTURE_INPUTS);
    struct program *program = compile(f, OUTPUTS);
    check_structure(program);
    assert_int_equal(program->constants, 2);
    assert_int_equal(program->prologue, 2);
    assert_int_equal(program->instructions, 2);
    run_compiled(outputs, program, inputs);
    assert_int_equal(mpfr_cmp_ui(outputs[0], 3), 0);
    assert_true(mpfr_equal_p(outputs[2], point[2]));
    mpfr_const_pi(point[0], MPFR_RNDN);
    assert_true(mpfr_equal_p(outputs[1], point[0]));
    mpfr_mul(point[0], point[0], outputs[3], MPFR_RNDN);
    mpfr_sqr(point[0], point[0], MPFR_RNDN);
    assert_true(agree(point[0], outputs[0], 395));
}

/* Two right-hand sides are two systems; components of one solution are one. */
TEST(test_systems_are_shared)
{
    struct graph *graph = kept(graph_create());
    expression x = graph_input(graph, 0, 0), y = graph_input(graph, 0, 1), one = graph_integer(graph, 1);
    const expression matrix[] = {one, x, graph_unary(graph, OPERATION_NEGATE, y), one};
    const expression first[] = {x, one}, second[] = {one, y};
    expression f[OUTPUTS];

    assert_true(graph_solve(graph, 2, matrix, first, f));
    assert_true(graph_solve(graph, 2, matrix, second, f + 2));
    struct program *program = compile(f, OUTPUTS);
    check_structure(program);
    assert_int_equal(program->systems, 2);
    assert_int_equal(program->largest_system, 2);
    program = compile(f + 1, 1);
    check_structure(program);
    assert_int_equal(program->systems, 1);
    assert_int_equal(program->output_register[0][0], program->registers - 1);
}

static bool same_instructions(const struct program *a, const struct program *b)
{
    if (a->instructions != b->instructions || a->registers != b->registers)
        return false;
    for (size_t i = 0; i < a->instructions; i++) {
        const struct program_instruction *p = &a->instruction[i], *q = &b->instruction[i];
        if (p->operation != q->operation || p->target != q->target || p->left != q->left ||
            p->right != q->right)
            return false;
    }
    return true;
}

TEST(test_compilation_is_deterministic)
{
    struct program *program[3];

    for (uint64_t i = 0; i < 3; i++) {
        struct graph *graph = kept(graph_create());
        expression f[OUTPUTS];
        build_outputs(i < 2 ? 99991 : 99992, graph, f, true);
        program[i] = compile(f, OUTPUTS);
    }
    assert_true(same_instructions(program[0], program[1]));
    assert_false(same_instructions(program[0], program[2]));
}

/* What comes out of a file computes what went in, bit for bit, and so do the constants in it. */
TEST(test_stream)
{
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct graph *graph = kept(graph_create());
        expression f[OUTPUTS];
        struct program *program, *read;
        double x[FIXTURE_INPUTS], y[OUTPUTS], z[OUTPUTS] = {0};
        struct evaluator_double *evaluator[2];
        FILE *file = tmpfile();

        build_outputs(seed, graph, f, true);
        program = compile(f, OUTPUTS);
        program_stream_write(file, program);
        program_stream_write(file, program);
        rewind(file);
        program_destroy(program_stream_read(file));
        read = kept(program_stream_read(file)); /* the second begins where the first ends */
        assert_int_equal(fgetc(file), EOF);
        fclose(file);
        check_structure(read);
        assert_true(same_instructions(program, read));
        for (size_t i = 0; i < program->constants; i++)
            assert_true(mpq_equal(program->constant_values[i], read->constant_values[i]) &&
                        program->constant_is_pi[i] == read->constant_is_pi[i]);
        for (size_t i = 0; i < FIXTURE_INPUTS; i++)
            x[i] = 0.5 + 0.37 * (double)i;
        evaluator[0] = evaluator_create_double(program, 1);
        evaluator[1] = evaluator_create_double(read, 1);
        evaluator_run_double(evaluator[0], 1, (const double *const[]){x}, (double *const[]){y});
        evaluator_run_double(evaluator[1], 1, (const double *const[]){x}, (double *const[]){z});
        assert_memory_equal(y, z, sizeof y);
        evaluator_destroy_double(evaluator[0]);
        evaluator_destroy_double(evaluator[1]);
    }
}
