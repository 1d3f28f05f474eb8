/* The arithmetic `tangent`: every operation's value and eight tangents.
 *
 * Values must be those of `mpfr` to the last bit.  Tangents are held against central differences of the same
 * operation in `mpfr` with 700 bits and offset 2^-200, which are exact to far more digits than the tangents
 * have.  Controls: another direction's derivative, and values at one bit more.  Operations in place give the
 * bits they give elsewhere, and a product is accumulated as it is made.
 *
 * The arithmetic `dual`: its values must be those of double to the last bit, its tangents those of `tangent`. */
#define ARITHMETIC_TANGENT
#include "tests/fixtures/test.h"

#include "numerics/arithmetic.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "numerics/evaluator.h"
#include "numerics/vector.h"

enum { BITS = 113, EXACT_BITS = 700, OFFSET = 200, POINTS = 40, ARGUMENTS = 2, SYSTEM = 3 };
static const double TOLERANCE = 0x1p-108; /* of the largest derivative at the point */
static const double TOLERANCE_OF_DUAL = 0x1p-48;

/* f(a, b) with a in [low, high], b in [1/2, 2] */
struct function {
    const char *name;
    enum operation operation;
    double low, high;
};

static const struct function FUNCTIONS[] = {
    {"add", OPERATION_ADD, -2, 2},           {"subtract", OPERATION_SUBTRACT, -2, 2},
    {"multiply", OPERATION_MULTIPLY, -2, 2}, {"divide", OPERATION_DIVIDE, -2, 2},
    {"negate", OPERATION_NEGATE, -2, 2},     {"sqrt", OPERATION_SQRT, 0.1, 4},
    {"exp", OPERATION_EXP, -3, 3},           {"log", OPERATION_LOG, 0.1, 5},
    {"sin", OPERATION_SIN, -4, 4},           {"cos", OPERATION_COS, -4, 4},
    {"tan", OPERATION_TAN, -1.3, 1.3},       {"asin", OPERATION_ASIN, -0.8, 0.8},
    {"acos", OPERATION_ACOS, -0.8, 0.8},     {"atan", OPERATION_ATAN, -3, 3},
    {"sinh", OPERATION_SINH, -3, 3},         {"cosh", OPERATION_COSH, -3, 3},
    {"tanh", OPERATION_TANH, -1, 1},         {"asinh", OPERATION_ASINH, -3, 3},
    {"solve", OPERATION_SOLVE, -1, 1},
};

/* Arguments and their directions, in double so that all precisions share them. */
struct points {
    double value[POINTS * ARGUMENTS], direction[POINTS * ARGUMENTS][TANGENT_COUNT];
};

static struct points *points_create(const struct function *f, uint64_t *seed)
{
    struct points *points = kept_memory(memory_create(1, sizeof *points));

    for (size_t i = 0; i < POINTS * ARGUMENTS; i++) {
        double low = i % ARGUMENTS ? 0.5 : f->low, high = i % ARGUMENTS ? 2 : f->high;

        points->value[i] = low + (high - low) * (fixture_random_real(seed) + 1) / 2;
        for (int k = 0; k < TANGENT_COUNT; k++)
            points->direction[i][k] = fixture_random_real(seed);
    }
    return points;
}

/* The first component of A y = (1, 2, 3), A_ij = 4 [i = j] + a^i b^j: pivots, exchanges, substitution. */
static expression solve_expression(struct graph *graph, expression a, expression b)
{
    expression matrix[SYSTEM * SYSTEM], right[SYSTEM], solution[SYSTEM], row = graph_integer(graph, 1);

    for (size_t i = 0; i < SYSTEM; i++) {
        expression term = row;

        for (size_t j = 0; j < SYSTEM; j++) {
            matrix[i * SYSTEM + j] =
                graph_binary(graph, OPERATION_ADD, term, graph_integer(graph, (i + 1) % SYSTEM == j ? 4 : 0));
            term = graph_binary(graph, OPERATION_MULTIPLY, term, b);
        }
        row = graph_binary(graph, OPERATION_MULTIPLY, row, a);
        right[i] = graph_integer(graph, (long)i + 1);
    }
    assert_true(graph_solve(graph, SYSTEM, matrix, right, solution));
    return solution[0];
}

static struct program *program_of(const struct function *f)
{
    struct graph *graph = kept(graph_create());
    expression a = graph_input(graph, 0, 0), b = graph_input(graph, 0, 1), value;
    struct program *program;

    if (f->operation == OPERATION_SOLVE)
        value = solve_expression(graph, a, b);
    else if (f->operation <= OPERATION_DIVIDE)
        value = graph_binary(graph, f->operation, a, b);
    else
        value = graph_unary(graph, f->operation, a);
    assert_non_null(value);
    program = kept(
        program_create(1, &(struct program_block){ARGUMENTS, false}, 1, &(struct program_output){1, &value}));
    return program;
}

/* f at all points displaced by sign 2^-OFFSET along direction k (sign 0: at the points), at `bits` bits */
static mpfr_t *evaluate_plain(const struct program *program, const struct points *points, long bits, int k,
                              int sign)
{
    mpfr_t *values = kept_numbers(POINTS, bits), step;
    struct evaluator_mpfr *evaluator;
    real_mpfr *x, *y;

    mpfr_precision_set(bits);
    evaluator = evaluator_create_mpfr(program, POINTS);
    x = kept_vector_mpfr(POINTS * ARGUMENTS);
    y = kept_vector_mpfr(POINTS);
    mpfr_init2(step, bits);
    vector_import_mpfr(x, points->value, POINTS * ARGUMENTS);
    for (size_t i = 0; i < POINTS * ARGUMENTS; i++) {
        mpfr_set_d(step, sign * points->direction[i][k], MPFR_RNDN);
        mpfr_div_2ui(step, step, OFFSET, MPFR_RNDN);
        mpfr_add(x + i, x + i, step, MPFR_RNDN);
    }
    evaluator_run_mpfr(evaluator, POINTS, (const real_mpfr *const[]){x}, (real_mpfr *const[]){y});
    for (size_t i = 0; i < POINTS; i++)
        mpfr_set(values[i], y + i, MPFR_RNDN);
    mpfr_clear(step);
    evaluator_destroy_mpfr(evaluator);
    return values;
}

/* REAL_PARTS numbers for every point: the value, then the tangents */
static mpfr_t *evaluate_tangents(const struct program *program, const struct points *points)
{
    mpfr_t *values = kept_numbers(POINTS * REAL_PARTS, BITS);
    struct evaluator_tangent *evaluator;
    real *x, *y;

    mpfr_precision_set(BITS);
    evaluator = evaluator_create_tangent(program, POINTS);
    x = kept_vector_tangent(POINTS * ARGUMENTS);
    y = kept_vector_tangent(POINTS);
    vector_import_tangent(x, points->value, POINTS * ARGUMENTS);
    for (size_t i = 0; i < POINTS * ARGUMENTS; i++) {
        for (int k = 0; k < TANGENT_COUNT; k++)
            real_set_tangent(x + i, k, points->direction[i][k]);
    }
    evaluator_run_tangent(evaluator, POINTS, (const real *const[]){x}, (real *const[]){y});
    for (size_t i = 0; i < POINTS; i++) {
        for (size_t k = 0; k < REAL_PARTS; k++)
            mpfr_set(values[i * REAL_PARTS + k], y[i].part + k, MPFR_RNDN);
    }
    evaluator_destroy_tangent(evaluator);
    return values;
}

/* The derivative at every point along direction k. */
static mpfr_t *difference(const struct program *program, const struct points *points, int k)
{
    mpfr_t *high = evaluate_plain(program, points, EXACT_BITS, k, 1),
           *low = evaluate_plain(program, points, EXACT_BITS, k, -1);

    for (size_t i = 0; i < POINTS; i++) {
        mpfr_sub(high[i], high[i], low[i], MPFR_RNDN);
        mpfr_mul_2ui(high[i], high[i], OFFSET - 1, MPFR_RNDN);
    }
    return high;
}

static double distance(mpfr_srcptr a, mpfr_srcptr b)
{
    mpfr_ptr difference_of_both = kept_number(EXACT_BITS);

    mpfr_sub(difference_of_both, a, b, MPFR_RNDN);
    return fabs(mpfr_get_d(difference_of_both, MPFR_RNDN));
}

/* How many values are the same numbers. */
static unsigned count_equal(mpfr_t *plain, mpfr_t *values)
{
    unsigned equal = 0;

    for (size_t i = 0; i < POINTS; i++)
        equal += mpfr_equal_p(plain[i], values[i * REAL_PARTS]) != 0;
    return equal;
}

static void check_values(const struct function *f, const struct program *program, const struct points *points,
                         mpfr_t *values)
{
    mpfr_t *plain = evaluate_plain(program, points, BITS, 0, 0),
           *finer = evaluate_plain(program, points, BITS + 1, 0, 0);

    if (count_equal(plain, values) != POINTS)
        fail_msg("%s: a value is not that of mpfr", f->name);
    if (f->operation != OPERATION_NEGATE && f->operation != OPERATION_ADD &&
        f->operation != OPERATION_SUBTRACT && f->operation != OPERATION_MULTIPLY) /* exact: nothing rounds */
        assert_true(count_equal(finer, values) < POINTS);
}

static double check_tangents(const struct function *f, const struct program *program,
                             const struct points *points, mpfr_t *values)
{
    double worst = 0;

    for (int k = 0; k < TANGENT_COUNT; k++) {
        mpfr_t *exact = difference(program, points, k);

        for (size_t i = 0; i < POINTS; i++) {
            mpfr_t *tangents = values + i * REAL_PARTS + 1;
            double scale = 0, error = distance(tangents[k], exact[i]);

            for (int j = 0; j < TANGENT_COUNT; j++)
                scale = fmax(scale, fabs(mpfr_get_d(tangents[j], MPFR_RNDN)));
            worst = fmax(worst, error / scale);
            if (!(error <= TOLERANCE * scale))
                fail_msg("%s at %.17g: tangent %d wrong by %.2g", f->name, points->value[i * ARGUMENTS], k,
                         error / scale);
            assert_true(distance(tangents[(k + 1) % TANGENT_COUNT], exact[i]) > TOLERANCE * scale);
        }
    }
    return worst;
}

/* In double and in dual; tangents against those in mpfr, each relative to the largest at the point. */
static void check_dual(const struct function *f, const struct program *program, const struct points *points,
                       mpfr_t *values)
{
    struct evaluator_dual *evaluator = evaluator_create_dual(program, POINTS);
    struct evaluator_double *plain = evaluator_create_double(program, POINTS);
    struct dual_number {
        double value, tangent[TANGENT_COUNT];
    } x[POINTS * ARGUMENTS], y[POINTS];
    double alone[POINTS];

    for (size_t i = 0; i < POINTS * ARGUMENTS; i++) {
        x[i].value = points->value[i];
        memcpy(x[i].tangent, points->direction[i], sizeof x[i].tangent);
    }
    evaluator_run_dual(evaluator, POINTS, (const real_dual *const[]){(const real_dual *)x},
                       (real_dual *const[]){(real_dual *)y});
    evaluator_run_double(plain, POINTS, (const double *const[]){points->value}, (double *const[]){alone});
    for (size_t i = 0; i < POINTS; i++) {
        double exact[TANGENT_COUNT], scale = 0;

        assert_true(y[i].value == alone[i]);
        for (int k = 0; k < TANGENT_COUNT; k++) {
            exact[k] = mpfr_get_d(values[i * REAL_PARTS + 1 + (size_t)k], MPFR_RNDN);
            scale = fmax(scale, fabs(exact[k]));
        }
        for (int k = 0; k < TANGENT_COUNT; k++) {
            if (!(fabs(y[i].tangent[k] - exact[k]) <= TOLERANCE_OF_DUAL * scale))
                fail_msg("%s at %.17g: tangent %d of dual", f->name, points->value[i * ARGUMENTS], k);
            assert_true(fabs(y[i].tangent[k] - exact[(k + 1) % TANGENT_COUNT]) > TOLERANCE_OF_DUAL * scale);
        }
    }
    evaluator_destroy_dual(evaluator);
    evaluator_destroy_double(plain);
}

TEST(test_functions)
{
    uint64_t seed = 57721566;
    double worst = 0;

    print_message("# seed %llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < COUNT(FUNCTIONS); i++) {
        struct points *points = points_create(FUNCTIONS + i, &seed);
        struct program *program = program_of(FUNCTIONS + i);
        mpfr_t *values = evaluate_tangents(program, points);

        worst = fmax(worst, check_tangents(FUNCTIONS + i, program, points, values));
        check_values(FUNCTIONS + i, program, points, values);
        check_dual(FUNCTIONS + i, program, points, values);
    }
}

/* -- verbs in place -- */

static void randomise(real *x, uint64_t *seed)
{
    for (int i = 0; i < REAL_PARTS; i++) {
        mpfr_set_d(x->part + i, 0.5 + fixture_random_real(seed) / 3, MPFR_RNDN);
        mpfr_sin(x->part + i, x->part + i, MPFR_RNDN); /* all bits in use */
    }
}

static bool is_equal(const real *a, const real *b)
{
    bool equal = true;

    for (int i = 0; i < REAL_PARTS; i++)
        equal &= mpfr_equal_p(a->part + i, b->part + i) != 0;
    return equal;
}

TEST(test_binary_in_place)
{
    static void (*const verbs[])(real *, const real *, const real *) = {real_add, real_subtract,
                                                                        real_multiply, real_divide};
    uint64_t seed = 14142;
    real *x;

    mpfr_precision_set(BITS);
    x = kept_vector_tangent(4);
    for (size_t i = 0; i < COUNT(verbs); i++) {
        randomise(x, &seed);
        randomise(x + 1, &seed);
        verbs[i](x + 2, x, x + 1);
        vector_copy_tangent(x + 3, x, 1);
        verbs[i](x + 3, x + 3, x + 1); /* over the first argument */
        assert_true(is_equal(x + 2, x + 3));
        vector_copy_tangent(x + 3, x + 1, 1);
        verbs[i](x + 3, x, x + 3); /* over the second */
        assert_true(is_equal(x + 2, x + 3));
        verbs[i](x + 3, x + 1, x + 1);
        assert_false(is_equal(x + 2, x + 3));
        verbs[i](x + 1, x + 1, x + 1); /* over both */
        assert_true(is_equal(x + 1, x + 3));
    }
}

TEST(test_unary_in_place)
{
    static void (*const verbs[])(real *, const real *) = {
        real_negate, real_absolute, real_sqrt, real_exp,  real_log,  real_sin,  real_cos,  real_tan,
        real_asin,   real_acos,     real_atan, real_sinh, real_cosh, real_tanh, real_asinh};
    uint64_t seed = 17320;
    real *x;

    mpfr_precision_set(BITS);
    x = kept_vector_tangent(3);
    for (size_t i = 0; i < COUNT(verbs); i++) {
        randomise(x, &seed);
        verbs[i](x + 1, x);
        vector_copy_tangent(x + 2, x, 1);
        assert_true(is_equal(x + 2, x + 1) == (verbs[i] == real_absolute)); /* of a positive number */
        verbs[i](x + 2, x + 2);
        assert_true(is_equal(x + 2, x + 1));
    }
    real_negate(x + 1, x);
    real_absolute(x + 1, x + 1);
    assert_true(is_equal(x + 1, x));
}

/* x +- a b is made as the product and the sum are, part by part. */
TEST(test_products)
{
    uint64_t seed = 22360;
    real *x;

    mpfr_precision_set(BITS);
    x = kept_vector_tangent(5); /* x, a, b, a b, x +- a b */
    for (int sign = -1; sign <= 1; sign += 2) {
        for (int k = 0; k < 3; k++)
            randomise(x + k, &seed);
        real_multiply(x + 3, x + 1, x + 2);
        (sign > 0 ? real_add : real_subtract)(x + 4, x, x + 3);
        assert_false(is_equal(x, x + 4));
        (sign > 0 ? real_add_product : real_subtract_product)(x, x + 1, x + 2);
        assert_true(is_equal(x, x + 4));
    }
}
