/* The evaluator, in every arithmetic, against the values of the same random expressions by jets.
 *
 *     mpfr      the same bits at the same precision, where there is no linear system; else nearly all
 *     double    at 400 bits, to what the conditioning of tame expressions leaves
 *     dual      the values of double; its tangents are the symbolic derivatives, along random directions
 *
 * Many points in one call are as many calls, and it does not matter which arrays the call before had.  Every test prints its seed. */
#define ARITHMETIC_DUAL
#include "tests/fixtures/test.h"

#include "numerics/arithmetic.h"

#include "tests/fixtures/numerics/expression_fixture.h"

#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/evaluator.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

enum { OUTPUTS = 3, ROUNDS = 150, POINTS = 4, DEPTH = 4 };

static const struct program_block INPUT[] = {{FIXTURE_INPUTS, false}};

struct random_program {
    struct graph *graph;
    expression f[OUTPUTS];
    struct program *program;
    mpfr_t *point; /* POINTS x FIXTURE_INPUTS, doubles */
};

static struct random_program random_program_create(uint64_t seed, bool with_systems)
{
    struct random_program w = {.graph = kept(graph_create()),
                               .point = create_numbers(POINTS * FIXTURE_INPUTS)};

    for (size_t i = 0; i < OUTPUTS; i++) {
        w.f[i] = random_expression(&seed, w.graph, DEPTH, with_systems);
        assert_non_null(w.f[i]);
    }
    const struct program_output output = {.width = OUTPUTS, .expressions = w.f};
    w.program = kept(program_create(1, INPUT, 1, &output));
    set_random_point(&seed, w.point, POINTS * FIXTURE_INPUTS);
    for (size_t i = 0; i < POINTS * FIXTURE_INPUTS; i++)
        mpfr_set_d(w.point[i], mpfr_get_d(w.point[i], MPFR_RNDN), MPFR_RNDN);
    return w;
}

/* f_i at point k, every node rounded to the precision of `value`. */
static void evaluate_plainly(mpfr_ptr value, const struct random_program *w, expression f, size_t k)
{
    graph_value(value, f, (mpfr_t *const[]){w->point + k * FIXTURE_INPUTS});
}

/* |a - b| <= bound (1 + |b|); false for NaN, unless both are. */
static bool is_near(double a, double b, double bound)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && isnan(b);
    return fabs(a - b) <= bound * (1 + fabs(b));
}

/* -- mpfr -- */

struct tally {
    unsigned compared, told_apart; /* from the value at the next point */
};

static void compare_mpfr(const struct random_program *w, mpfr_prec_t bits, bool exactly, struct tally *tally)
{
    real_mpfr *x, *y;
    struct evaluator_mpfr *evaluator;

    mpfr_precision_set(bits);
    x = kept_vector_mpfr(POINTS * FIXTURE_INPUTS);
    y = kept_vector_mpfr(POINTS * OUTPUTS);
    evaluator = evaluator_create_mpfr(w->program, POINTS);
    vector_set_mpfr_mpfr(x, w->point, POINTS * FIXTURE_INPUTS);
    evaluator_run_mpfr(evaluator, POINTS, (const real_mpfr *const[]){x}, (real_mpfr *const[]){y});
    mpfr_ptr plain = kept_number(bits), next = kept_number(bits);
    for (size_t k = 0; k < POINTS; k++) {
        for (size_t i = 0; i < OUTPUTS; i++) {
            real_mpfr *value = y + k * OUTPUTS + i;

            evaluate_plainly(plain, w, w->f[i], k);
            assert_true(mpfr_number_p(plain));
            if (exactly) {
                assert_true(mpfr_equal_p(plain, value));
                tally->compared++;
                tally->told_apart += !mpfr_equal_p(plain, y + (k + 1) % POINTS * OUTPUTS + i);
            } else {
                mpfr_set(next, value, MPFR_RNDN);
                assert_true(agree(plain, next, (unsigned long)bits - 30));
            }
        }
    }
    evaluator_destroy_mpfr(evaluator);
}

TEST(test_mpfr)
{
    uint64_t seed = 1000;
    struct tally tally = {0, 0};

    print_message("# seeds from %llu\n", (unsigned long long)seed);
    for (int round = 0; round < ROUNDS; round++, seed++) {
        struct random_program plain = random_program_create(seed * 7919, false);
        struct random_program systems = random_program_create(seed * 104729, true);
        mpfr_prec_t bits = 53 + (mpfr_prec_t)(seed * 37 % 340);

        compare_mpfr(&plain, bits, true, &tally);
        compare_mpfr(&systems, bits, false, &tally);
    }
    assert_int_equal(tally.compared, ROUNDS * POINTS * OUTPUTS);
    assert_true(tally.told_apart > tally.compared / 2);
}

/* -- the arrays of the call before -- */

/* What is at `x` and `y` where they are of other precisions than the registers: the same bits each time, those of
 * arrays of the working precision. */
static void check_again(const struct random_program *w, mpfr_prec_t of_input, mpfr_prec_t of_output)
{
    const mpfr_prec_t bits = 128;
    mpfr_ptr x = number_block_create(FIXTURE_INPUTS, of_input), y = number_block_create(OUTPUTS, of_output);
    real_mpfr *from = kept_vector_mpfr(FIXTURE_INPUTS), *to = kept_vector_mpfr(OUTPUTS);
    struct evaluator_mpfr *again = evaluator_create_mpfr(w->program, 1),
                          *once = evaluator_create_mpfr(w->program, 1);

    for (size_t i = 0; i < FIXTURE_INPUTS; i++) {
        mpfr_add_d(x + i, w->point[i], 0x1p-140, MPFR_RNDN);
        mpfr_set(from + i, x + i, MPFR_RNDN);
    }
    assert_int_equal(mpfr_get_prec(from), bits);
    evaluator_run_mpfr(once, 1, (const real_mpfr *const[]){from}, (real_mpfr *const[]){to});
    for (int call = 0; call < 4; call++) {
        evaluator_run_mpfr(again, 1, (const real_mpfr *const[]){x}, (real_mpfr *const[]){y});
        for (size_t i = 0; i < OUTPUTS; i++)
            assert_true(mpfr_equal_p(y + i, to + i));
    }
    evaluator_destroy_mpfr(again);
    evaluator_destroy_mpfr(once);
    number_block_destroy(x);
    number_block_destroy(y);
}

TEST(test_again)
{
    uint64_t seed = 31;

    mpfr_precision_set(128);
    for (int round = 0; round < ROUNDS; round++, seed++) {
        const struct random_program w = random_program_create(seed * 7919, false);

        check_again(&w, 128, 128);
        check_again(&w, 128, 160);
        check_again(&w, 160, 128);
        check_again(&w, 160, 160);
    }
}

/* -- double -- */

static void evaluate_double(const struct random_program *w, size_t points, size_t first, double *y)
{
    struct evaluator_double *evaluator = evaluator_create_double(w->program, POINTS);
    double x[POINTS * FIXTURE_INPUTS];

    vector_set_mpfr_double(x, w->point, POINTS * FIXTURE_INPUTS);
    evaluator_run_double(evaluator, points, (const double *const[]){x + first * FIXTURE_INPUTS},
                         (double *const[]){y});
    evaluator_destroy_double(evaluator);
}

TEST(test_double)
{
    uint64_t seed = 2000;

    print_message("# seeds from %llu\n", (unsigned long long)seed);
    mpfr_ptr plain = kept_number(FIXTURE_PRECISION);
    for (int round = 0; round < ROUNDS; round++, seed++) {
        struct random_program w = random_program_create(seed * 7919, round % 2);
        double y[POINTS * OUTPUTS], alone[OUTPUTS];

        evaluate_double(&w, POINTS, 0, y);
        for (size_t k = 0; k < POINTS; k++) {
            evaluate_double(&w, 1, k, alone);
            assert_memory_equal(alone, y + k * OUTPUTS, sizeof alone);
            for (size_t i = 0; i < OUTPUTS; i++) {
                evaluate_plainly(plain, &w, w.f[i], k);
                if (!is_near(y[k * OUTPUTS + i], mpfr_get_d(plain, MPFR_RNDN), 1e-10))
                    fail_msg("seed %llu: %.17g for %.17g", (unsigned long long)seed, y[k * OUTPUTS + i],
                             mpfr_get_d(plain, MPFR_RNDN));
            }
        }
    }
}

/* -- dual -- */

/* The derivative of f at point k along direction `tangent` of x. */
static double derivative_along(const struct random_program *w, expression f, const real *x, size_t k,
                               int tangent)
{
    double derivative;
    mpfr_ptr sum = kept_number(FIXTURE_PRECISION), term = kept_number(FIXTURE_PRECISION);

    mpfr_set_zero(sum, 1);
    for (size_t j = 0; j < FIXTURE_INPUTS; j++) {
        evaluate_plainly(term, w, graph_derivative(w->graph, f, 0, j), k);
        mpfr_mul_d(term, term, x[k * FIXTURE_INPUTS + j].tangent[tangent], MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
    }
    derivative = mpfr_get_d(sum, MPFR_RNDN);
    return derivative;
}

TEST(test_dual)
{
    uint64_t seed = 3000;
    unsigned told_apart = 0, compared = 0;

    print_message("# seeds from %llu\n", (unsigned long long)seed);
    for (int round = 0; round < ROUNDS; round++, seed++) {
        struct random_program w = random_program_create(seed * 7919, round % 2);
        struct evaluator_dual *evaluator = evaluator_create_dual(w.program, POINTS);
        real x[POINTS * FIXTURE_INPUTS], y[POINTS * OUTPUTS];
        double plain[POINTS * OUTPUTS];
        uint64_t word = seed * 999983;

        vector_set_mpfr_dual(x, w.point, POINTS * FIXTURE_INPUTS);
        for (size_t i = 0; i < POINTS * FIXTURE_INPUTS * DUAL_TANGENTS; i++)
            x[i / DUAL_TANGENTS].tangent[i % DUAL_TANGENTS] = (double)random_below(&word, 2001) / 1000 - 1;
        evaluator_run_dual(evaluator, POINTS, (const real *const[]){x}, (real *const[]){y});
        evaluate_double(&w, POINTS, 0, plain);
        for (size_t i = 0; i < POINTS * OUTPUTS; i++) {
            double exact = derivative_along(&w, w.f[i % OUTPUTS], x, i / OUTPUTS, round % DUAL_TANGENTS);

            assert_true(y[i].value == plain[i]);
            if (!is_near(y[i].tangent[round % DUAL_TANGENTS], exact, 1e-9))
                fail_msg("seed %llu: tangent %.17g for %.17g", (unsigned long long)seed,
                         y[i].tangent[round % DUAL_TANGENTS], exact);
            compared++;
            told_apart += !is_near(y[i].tangent[(round + 1) % DUAL_TANGENTS], exact, 1e-9);
        }
        evaluator_destroy_dual(evaluator);
    }
    assert_true(told_apart > compared / 2);
}

/* -- singular systems -- */

/* What explodes ends: 2^(2^20), whose sine takes a million bits of pi, is infinite and has none; 2^(2^16) has one. */
TEST(test_explosion)
{
    mpfr_t x;

    mpfr_precision_set(128);
    mpfr_init2(x, 128);
    mpfr_set_ui(x, 2, MPFR_RNDN);
    for (int k = 0; k < 16; k++)
        mpfr_sqr(x, x, MPFR_RNDN);
    assert_true(mpfr_number_p(x));
    for (int k = 16; k < 20; k++)
        mpfr_sqr(x, x, MPFR_RNDN);
    assert_true(mpfr_inf_p(x));
    mpfr_sin(x, x, MPFR_RNDN);
    assert_true(mpfr_nan_p(x));
    mpfr_clear(x);
}

TEST(test_singular_system)
{
    struct graph *graph = kept(graph_create());
    expression q = graph_input(graph, 0, 0), one = graph_integer(graph, 1), solution[2];
    const expression matrix[] = {q, one, one, one}, right[] = {one, q};
    double x[FIXTURE_INPUTS] = {1, 0, 0}, y[2];
    struct evaluator_double *evaluator;
    struct program *program;

    assert_true(graph_solve(graph, 2, matrix, right, solution));
    const struct program_output output = {.width = 2, .expressions = solution};
    program = kept(program_create(1, INPUT, 1, &output));
    evaluator = evaluator_create_double(program, 1);
    evaluator_run_double(evaluator, 1, (const double *const[]){x}, (double *const[]){y});
    assert_true(isnan(y[0]) && isnan(y[1]));
    x[0] = 3; /* control: 3 u + v = 1, u + v = 3 */
    evaluator_run_double(evaluator, 1, (const double *const[]){x}, (double *const[]){y});
    assert_true(fabs(y[0] + 1) < 1e-15 && fabs(y[1] - 4) < 1e-14);
    evaluator_destroy_double(evaluator);
}
