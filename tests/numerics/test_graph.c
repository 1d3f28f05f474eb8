/* Expression graphs against things that know nothing of graphs: central differences, exact rational
 * arithmetic, a product rule written as a loop. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/numerics/expression_fixture.h"

#include "numerics/exact.h"
#include "numerics/graph/graph_store.h"

/* -- derivatives -- */

enum { DIFFERENCE_BITS = 120, AGREEMENT_BITS = 150 };

/* (f(q + h e_i) - f(q - h e_i)) / 2h: its error is of the order of h^2 = 2^-240. */
static void central_difference(mpfr_t result, expression f, mpfr_t *point, size_t index)
{
    mpfr_t *const inputs[] = {point};
    mpfr_t *work = create_numbers(3);

    mpfr_set_ui_2exp(work[2], 1, -DIFFERENCE_BITS, MPFR_RNDN);
    mpfr_add(point[index], point[index], work[2], MPFR_RNDN);
    graph_value(work[0], f, inputs);
    mpfr_mul_2ui(work[2], work[2], 1, MPFR_RNDN);
    mpfr_sub(point[index], point[index], work[2], MPFR_RNDN);
    graph_value(work[1], f, inputs);
    mpfr_sub(result, work[0], work[1], MPFR_RNDN);
    mpfr_div(result, result, work[2], MPFR_RNDN);
    mpfr_div_2ui(work[2], work[2], 1, MPFR_RNDN);
    mpfr_add(point[index], point[index], work[2], MPFR_RNDN);
}

static bool derivative_agrees(struct graph *graph, expression f, expression derivative, mpfr_t *point,
                              size_t index)
{
    mpfr_t *const inputs[] = {point};
    mpfr_t *value = create_numbers(2);

    (void)graph;
    central_difference(value[0], f, point, index);
    graph_value(value[1], derivative, inputs);
    return agree(value[0], value[1], AGREEMENT_BITS);
}

/* The derivative off by 1e-30: this must be seen. */
static expression spoil(struct graph *graph, expression derivative)
{
    return graph_binary(graph, OPERATION_ADD, derivative, graph_parse(graph, "1e-30", &said));
}

static void check_derivatives_of(uint64_t seed, int depth)
{
    uint64_t state = seed;
    struct graph *graph = kept(graph_create());
    mpfr_t *point = create_numbers(FIXTURE_INPUTS);
    expression f = random_expression(&state, graph, depth, true);

    set_random_point(&state, point, FIXTURE_INPUTS);
    for (size_t index = 0; index < FIXTURE_INPUTS; index++) {
        expression derivative = graph_derivative(graph, f, 0, index);
        assert_non_null(derivative);
        if (!derivative_agrees(graph, f, derivative, point, index))
            fail_msg("seed %llu, depth %d, input %zu", (unsigned long long)seed, depth, index);
        if (derivative_agrees(graph, f, spoil(graph, derivative), point, index))
            fail_msg("a wrong derivative passed: seed %llu, depth %d", (unsigned long long)seed, depth);
        assert_ptr_equal(derivative, graph_derivative(graph, f, 0, index));
    }
}

TEST(test_derivatives)
{
    for (uint64_t seed = 1; seed <= 300; seed++)
        check_derivatives_of(seed * 7919, 1 + (int)(seed % 5));
}

/* Each function on its own, so that none can hide behind the luck of the draw. */
TEST(test_derivative_of_each_function)
{
    struct graph *graph = kept(graph_create());
    mpfr_t *point = create_numbers(FIXTURE_INPUTS);
    uint64_t seed = 17;

    for (int operation = OPERATION_NEGATE; operation < OPERATION_SOLVE; operation++) {
        expression half =
            graph_binary(graph, OPERATION_DIVIDE, graph_input(graph, 0, 1), graph_integer(graph, 2));
        expression f = graph_unary(graph, (enum operation)operation, half);
        set_random_point(&seed, point, FIXTURE_INPUTS);
        if (!derivative_agrees(graph, f, graph_derivative(graph, f, 0, 1), point, 1))
            fail_msg("operation %d", operation);
        assert_ptr_equal(graph_derivative(graph, f, 0, 0), graph_integer(graph, 0));
        assert_ptr_equal(graph_derivative(graph, f, 1, 1), graph_integer(graph, 0));
    }
}

/* sin(sin(... x)), 20000 deep: value and derivative by a loop. */
TEST(test_deep_chain)
{
    enum { DEPTH = 20000 };
    struct graph *graph = kept(graph_create());
    mpfr_t *point = create_numbers(1), *loop = create_numbers(3), *value = create_numbers(2);
    mpfr_t *const inputs[] = {point};
    expression f = graph_input(graph, 0, 0);

    mpfr_set_ui_2exp(point[0], 3, -2, MPFR_RNDN);
    mpfr_set(loop[0], point[0], MPFR_RNDN);
    mpfr_set_ui(loop[1], 1, MPFR_RNDN);
    for (int i = 0; i < DEPTH; i++) {
        f = graph_unary(graph, OPERATION_SIN, f);
        mpfr_cos(loop[2], loop[0], MPFR_RNDN);
        mpfr_mul(loop[1], loop[1], loop[2], MPFR_RNDN);
        mpfr_sin(loop[0], loop[0], MPFR_RNDN);
    }
    const expression both[] = {f, graph_derivative(graph, f, 0, 0)};
    assert_non_null(both[1]);
    graph_value_all(value, 2, both, inputs);
    assert_true(agree(loop[0], value[0], 350));
    mpfr_div(loop[2], value[1], loop[1], MPFR_RNDN);
    mpfr_set_ui(loop[0], 1, MPFR_RNDN);
    assert_true(agree(loop[0], loop[2], 350));
}

/* -- simplification -- */

/* A random rational expression, built as a graph and evaluated beside it in exact arithmetic; `value` is
 * undefined (and *defined false) once something was divided by zero.  Small constants make every rule fire.
 */
static expression build_rational(uint64_t *seed, struct graph *graph, mpq_t *inputs, mpq_t value,
                                 bool *defined, int depth)
{
    expression left, right;

    if (depth == 0) {
        size_t kind = random_below(seed, 8);
        if (kind < FIXTURE_INPUTS) {
            mpq_set(value, inputs[kind]);
            return graph_input(graph, 0, kind);
        }
        mpq_set_si(value, (long)random_below(seed, 5) - 2, 1 + random_below(seed, 3));
        mpq_canonicalize(value);
        return graph_constant(graph, value);
    }
    left = build_rational(seed, graph, inputs, value, defined, depth - 1);
    size_t kind = random_below(seed, 6);
    if (kind == 0) {
        mpq_neg(value, value);
        return graph_unary(graph, OPERATION_NEGATE, left);
    }
    if (kind == 1) { /* the same operand twice */
        enum operation operation = (enum operation)(OPERATION_ADD + random_below(seed, 3));
        (operation == OPERATION_ADD        ? mpq_add
         : operation == OPERATION_SUBTRACT ? mpq_sub
                                           : mpq_mul)(value, value, value);
        return graph_binary(graph, operation, left, left);
    }
    mpq_ptr other = kept_rational(0, 1);
    right = build_rational(seed, graph, inputs, other, defined,
                           depth - 1 - (int)random_below(seed, (size_t)depth));
    enum operation operation = (enum operation)(OPERATION_ADD + (kind - 2));
    if (operation == OPERATION_DIVIDE && mpq_sgn(other) == 0) {
        *defined = false;
        mpq_set_ui(other, 1, 1);
    }
    if (operation == OPERATION_ADD)
        mpq_add(value, value, other);
    else if (operation == OPERATION_SUBTRACT)
        mpq_sub(value, value, other);
    else if (operation == OPERATION_MULTIPLY)
        mpq_mul(value, value, other);
    else
        mpq_div(value, value, other);
    return graph_binary(graph, operation, left, right);
}

static bool matches_exactly(expression f, mpfr_t *point, mpq_t value)
{
    mpfr_t *const inputs[] = {point};
    mpfr_t *both = create_numbers(2);

    graph_value(both[0], f, inputs);
    mpfr_set_q(both[1], value, MPFR_RNDN);
    return agree(both[1], both[0], 300);
}

static void check_simplification(uint64_t seed, mpq_t *inputs, mpfr_t *point, size_t *checked)
{
    uint64_t state = seed * 104729;
    struct graph *graph = kept(graph_create());
    bool defined = true;
    mpq_ptr value = kept_rational(0, 1);

    expression f = build_rational(&state, graph, inputs, value, &defined, 1 + (int)(seed % 6));
    if (defined) {
        ++*checked;
        assert_non_null(f);
        if (!matches_exactly(f, point, value))
            fail_msg("seed %llu", (unsigned long long)seed);
        mpq_add(value, value, inputs[0]); /* the control: a wrong value is seen */
        assert_false(matches_exactly(f, point, value));
    }
}

TEST(test_simplification_is_exact)
{
    mpfr_t *point = create_numbers(FIXTURE_INPUTS);
    mpq_t *inputs = kept_rationals(FIXTURE_INPUTS);
    size_t checked = 0;

    for (size_t i = 0; i < FIXTURE_INPUTS; i++) { /* dyadic: exact in MPFR as well */
        mpq_set_ui(inputs[i], 37 + 10 * i, 64);
        mpq_canonicalize(inputs[i]);
        mpfr_set_q(point[i], inputs[i], MPFR_RNDN);
    }
    for (uint64_t seed = 1; seed <= 3000; seed++)
        check_simplification(seed, inputs, point, &checked);
    assert_true(checked > 1500);
}

TEST(test_rules)
{
    struct graph *graph = kept(graph_create());
    expression x = graph_input(graph, 0, 0), y = graph_input(graph, 0, 1);
    expression zero = graph_integer(graph, 0), one = graph_integer(graph, 1), two = graph_integer(graph, 2);
    expression minus_y = graph_unary(graph, OPERATION_NEGATE, y);

    assert_ptr_equal(graph_binary(graph, OPERATION_ADD, x, zero), x);
    assert_ptr_equal(graph_binary(graph, OPERATION_MULTIPLY, one, x), x);
    assert_ptr_equal(graph_binary(graph, OPERATION_MULTIPLY, x, zero), zero);
    assert_ptr_equal(graph_binary(graph, OPERATION_SUBTRACT, x, x), zero);
    assert_ptr_equal(graph_unary(graph, OPERATION_NEGATE, minus_y), y);
    assert_ptr_equal(graph_binary(graph, OPERATION_ADD, x, minus_y),
                     graph_binary(graph, OPERATION_SUBTRACT, x, y));
    assert_ptr_equal(graph_unary(graph, OPERATION_NEGATE, graph_binary(graph, OPERATION_SUBTRACT, x, y)),
                     graph_binary(graph, OPERATION_SUBTRACT, y, x));
    assert_ptr_equal(graph_unary(graph, OPERATION_SQRT, graph_integer(graph, 4)), two);
    assert_int_equal(graph_unary(graph, OPERATION_SQRT, two)->operation, OPERATION_SQRT);
    /* What is not an identity everywhere stays as it is. */
    assert_ptr_not_equal(graph_unary(graph, OPERATION_EXP, graph_unary(graph, OPERATION_LOG, x)), x);
    assert_ptr_not_equal(graph_binary(graph, OPERATION_SUBTRACT, x, y),
                         graph_binary(graph, OPERATION_SUBTRACT, y, x));
}

/* -- sharing -- */

TEST(test_equal_expressions_are_one)
{
    for (uint64_t seed = 1; seed <= 200; seed++) {
        uint64_t first = seed * 15485863, second = first, different = first + 1;
        struct graph *graph = kept(graph_create());
        expression f = random_expression(&first, graph, 5, true);
        size_t size = graph->size;
        assert_ptr_equal(f, random_expression(&second, graph, 5, true));
        assert_int_equal(size, graph->size);
        expression x = graph_input(graph, 0, 0);
        expression g = random_expression(&different, graph, 5, true);
        assert_ptr_equal(graph_binary(graph, OPERATION_ADD, f, g), graph_binary(graph, OPERATION_ADD, g, f));
        assert_ptr_equal(graph_binary(graph, OPERATION_MULTIPLY, f, x),
                         graph_binary(graph, OPERATION_MULTIPLY, x, f));
    }
}

/* -- powers and bounds -- */

static void power_of(struct graph *graph, mpfr_t result, mpfr_t *point, long numerator,
                     unsigned long denominator)
{
    mpfr_t *const inputs[] = {point};
    mpq_ptr exponent = kept_rational(numerator, denominator);

    graph_value(result, graph_power(graph, graph_input(graph, 0, 0), exponent), inputs);
}

TEST(test_powers)
{
    struct graph *graph = kept(graph_create());
    mpfr_t *point = create_numbers(1), *value = create_numbers(3);

    mpfr_set_d(point[0], 1.40625, MPFR_RNDN);
    for (long numerator = -64; numerator <= 64; numerator++) {
        for (unsigned long denominator = 1; denominator <= 3; denominator++) {
            power_of(graph, value[0], point, numerator, denominator);
            mpfr_set_si(value[1], numerator, MPFR_RNDN);
            mpfr_div_ui(value[1], value[1], denominator, MPFR_RNDN);
            mpfr_pow(value[2], point[0], value[1], MPFR_RNDN);
            assert_true(agree(value[2], value[0], 380));
        }
    }
}

TEST(test_integer_powers_are_products)
{
    struct graph *graph = kept(graph_create());
    expression x = graph_input(graph, 0, 0);
    mpq_ptr exponent = kept_rational(0, 1);

    graph_integer(graph, 1);
    size_t before = graph->size;
    mpq_set_si(exponent, 64, 1);
    graph_power(graph, x, exponent);
    assert_int_equal(graph->size - before, 6);
    mpq_set_si(exponent, 65, 1);
    assert_null(graph_power(graph, x, exponent));
    assert_non_null(strstr(graph_error(graph), "64"));
}

TEST(test_bounds)
{
    struct graph *graph = kept(graph_create());
    expression x = graph_input(graph, 0, 0), f = x;
    expression large = graph_integer(graph, 1L << 40);

    for (int i = 0; i < 200 && large; i++)
        large = graph_binary(graph, OPERATION_MULTIPLY, large, graph_integer(graph, 1L << 40));
    assert_null(large);
    assert_non_null(strstr(graph_error(graph), "4096 bits"));
    graph_clear_error(graph);
    assert_null(graph_binary(graph, OPERATION_DIVIDE, x, graph_integer(graph, 0)));
    assert_non_null(strstr(graph_error(graph), "division by zero"));
    graph_clear_error(graph);
    for (long i = 0; f; i++)
        f = graph_binary(graph, OPERATION_ADD, graph_unary(graph, OPERATION_SIN, f), x);
    assert_int_equal(graph->size, GRAPH_MAXIMAL_NODES);
    assert_non_null(strstr(graph_error(graph), "100000 nodes"));
    assert_null(graph_derivative(graph, NULL, 0, 0));
}

/* -- strings -- */

static void check_exact(const char *text, const char *expected)
{
    mpq_ptr value = kept_rational(0, 1);

    bool valid = exact_parse(value, text, &said);
    if (!expected) {
        assert_false(valid);
        assert_true(strlen(said.text) > 0);
    } else {
        assert_true(valid);
        char *written = kept(mpq_get_str(NULL, 10, value));
        assert_string_equal(written, expected);
    }
}

TEST(test_exact_numbers)
{
    static const char *const CASES[][2] = {
        {"2", "2"},        {"-3", "-3"},
        {"0.1", "1/10"},   {"1e-3", "1/1000"},
        {"2.5E+2", "250"}, {"1/3", "1/3"},
        {"6/-4", "-3/2"},  {"0.5/0.25", "2"},
        {".5", "1/2"},     {"5.", "5"},
        {" 7 ", "7"},      {"1 / 3", "1/3"},
        {"-0", "0"},       {"", NULL},
        {"x", NULL},       {"1/0", NULL},
        {"1/2/3", NULL},   {"0x10", NULL},
        {"1e", NULL},      {"1e1001", NULL},
        {"nan", NULL},     {"inf", NULL},
        {".", NULL},       {"1..2", NULL},
        {"--1", NULL},     {"1e99999999999999999999", NULL},
        {"1,5", NULL},     {"1e1000/1e-1000", NULL},
    };

    for (size_t i = 0; i < COUNT(CASES); i++)
        check_exact(CASES[i][0], CASES[i][1]);

    char *million = kept_memory(memory_create(1000001, 1));
    memset(million, '7', 1000000);
    check_exact(million, NULL);
}

/* Pairs of strings that must mean the same number; NULL: the first is refused. */
TEST(test_expressions_from_strings)
{
    static const char *const CASES[][2] = {
        {"1/4 - sqrt(3)/6", "(3 - 2*sqrt(3))/12"},
        {"-2^2", "-4"},
        {"2^-1", "0.5"},
        {"2^3^2", "512"},
        {"(1 + sqrt(5))/2", "2*cos(pi/5)"},
        {"asinh(1)", "log(1 + sqrt(2))"},
        {"8^(1/3)", "2"},
        {"1 - 2 - 3", "-4"},
        {"12/3/2", "2"},
        {"tan(pi/4)", "1"},
        {"4*atan(1)", "pi"},
        {"exp(1)*exp(-1)", "cosh(2)^2 - sinh(2)^2"},
        {"acos(-1/2)", "2*pi/3"},
        {"2*asin(1/2)", "pi/3"},
        {"", NULL},
        {"1 +", NULL},
        {"(1", NULL},
        {"1)", NULL},
        {"x", NULL},
        {"sqrt 2", NULL},
        {"sqrt(-1)", NULL},
        {"1/0", NULL},
        {"2^pi", NULL},
        {"2^65", NULL},
        {"1 2", NULL},
        {"1 // 2", NULL},
        {"1e1000*1e1000", NULL},
    };
    struct graph *graph = kept(graph_create());
    mpfr_t *value = create_numbers(3);

    for (size_t i = 0; i < COUNT(CASES); i++) {
        expression f = graph_parse(graph, CASES[i][0], &said);
        if (!CASES[i][1]) {
            assert_null(f);
            assert_true(strlen(said.text) > 0);
            continue;
        }
        assert_non_null(f);
        graph_value(value[0], f, NULL);
        graph_value(value[1], graph_parse(graph, CASES[i][1], &said), NULL);
        assert_true(agree(value[0], value[1], 390));
        mpfr_add_d(value[1], value[1], 1e-30, MPFR_RNDN);
        assert_false(agree(value[0], value[1], 390));
    }
}

TEST(test_deep_strings)
{
    struct graph *graph = kept(graph_create());
    char text[19001];

    memset(text, '(', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    assert_null(graph_parse(graph, text, &said));
    assert_non_null(strstr(said.text, "nested"));
    memset(text, '-', sizeof text - 1);
    assert_null(graph_parse(graph, text, &said));
    assert_non_null(strstr(said.text, "nested"));
}
