/* MPFR at 53 bits and double give the same bits, on models of rational operations alone.
 *
 * Final q, p and multiplier, all measures, the step and the reason of a breakdown, and Newton's counts.  + -
 * * / and sqrt are correctly rounded in both arithmetics; log, sin, ... of the C library are not, so that
 * models with them are not required to agree (nor to disagree).  Control: 54 bits differ from 53. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

enum { STEPS = 30 };

static const char PLANE[] = "tests/data/rational.lua";

/* Four dimensions, nonlinear theta, H without poles. */
static const char SPACE[] =
    "return model {\n"
    "  title = 'rational, four dimensions', source = 'test', kind = 'degenerate',\n"
    "  coordinates = { 'q1', 'q2', 'q3', 'q4' },\n"
    "  theta = function (q, c)\n"
    "    return { q[2] + q[1]*q[2]^2/4, q[1]^2*q[3]/3 - q[1], q[4] + q[2]*q[3]^2/5, q[1]*q[4]^2/6 - q[3] }\n"
    "  end,\n"
    "  hamiltonian = function (q, c)\n"
    "    return (q[1]^2 + q[2]^2 + q[3]^2 + q[4]^2)/2 + q[1]*q[3]/4 + 1/(2 + q[1]^2 + q[4]^2)\n"
    "  end,\n"
    "  invariants = {},\n"
    "  initial = { default = { '1/2', '1/3', '-1/4', '1/5' } },\n"
    "  step = '1/10',\n"
    "}\n";

static bool same_number(mpfr_srcptr a, mpfr_srcptr b)
{
    if (mpfr_nan_p(a) || mpfr_nan_p(b))
        return mpfr_nan_p(a) && mpfr_nan_p(b);
    return mpfr_equal_p(a, b) && mpfr_signbit(a) == mpfr_signbit(b);
}

static bool same_numbers(mpfr_t *a, mpfr_t *b, size_t n)
{
    if (!a || !b)
        return !a && !b;
    for (size_t i = 0; i < n; i++) {
        if (!same_number(a[i], b[i]))
            return false;
    }
    return true;
}

static bool same_counts(const struct newton_counts *a, const struct newton_counts *b)
{
    return a->residual_evaluations == b->residual_evaluations && a->iterations == b->iterations &&
           a->matrix_evaluations == b->matrix_evaluations && a->worst_stall == b->worst_stall;
}

/* The first thing that differs; NULL when nothing does. */
static const char *find_difference(const struct trajectory *a, const struct trajectory *b)
{
    size_t d = a->dimension, n = a->observables;

    if (a->status != b->status || a->broke_down_at != b->broke_down_at || a->newton != b->newton)
        return "status";
    if (!same_numbers(a->q, b->q, d))
        return "q";
    if (!same_numbers(a->p, b->p, d))
        return "p";
    if (a->multipliers != b->multipliers || !same_numbers(a->multiplier, b->multiplier, a->multipliers))
        return "multiplier";
    if (!same_numbers(a->observable_initial, b->observable_initial, n))
        return "initial observables";
    if (!same_numbers(a->observable_error, b->observable_error, n))
        return "observable errors";
    if (!same_numbers(a->constraint_error, b->constraint_error, 1))
        return "constraint error";
    return same_counts(&a->counts, &b->counts) ? NULL : "counts";
}

static const char *compare_precisions(const struct fixture_cell *cell, long bits, bool *completed)
{
    struct fixture_cell in_double = *cell, in_mpfr = *cell;
    struct trajectory *a, *b;
    const char *difference;

    in_double.bits = FIXTURE_DOUBLE;
    in_mpfr.bits = bits;
    a = fixture_try(&in_double);
    b = fixture_try(&in_mpfr);
    difference = find_difference(a, b);
    *completed = a->status == TRAJECTORY_COMPLETED;
    return difference;
}

struct tally {
    unsigned runs, broke_down, different;
};

static void compare_cell(const struct fixture_cell *cell, struct tally *tally)
{
    bool completed;
    const char *difference = compare_precisions(cell, 53, &completed);

    tally->runs++;
    tally->broke_down += !completed;
    tally->different += difference != NULL;
    if (difference)
        print_error("%s %s, coefficients %d: %s differ\n", cell->method, cell->projection,
                    (int)cell->coefficients, difference);
}

static void compare_all(const struct fixture_model *model, struct rounding rounding)
{
    static const char *const unlisted[] = {"gauss-8",
                                           "lobatto-iiid-6",
                                           "runge-kutta:gauss-2",
                                           "runge-kutta:lobatto-iiie-3",
                                           "hamilton-pontryagin:gauss-2",
                                           "hamilton-pontryagin:lobatto-iiia-iiib-3",
                                           "augmented:srk-3",
                                           "augmented:lobatto-iiib-iiia-2",
                                           "compose:rk4:suzuki-4",
                                           "compose:gauss-1:yoshida-6a"};
    struct tally tally = {0, 0, 0};
    struct method method;
    struct error error;

    for (size_t k = 0;; k++) {
        size_t listed = k;

        if (!method_listed(k, &method)) {
            for (listed = 0; method_listed(listed, &method); listed++)
                ;
            if (k - listed >= COUNT(unlisted))
                break;
            assert_true(method_find(unlisted[k - listed], &method, &error));
        }
        for (const struct projection *row = projection_table; row->name; row++) {
            if (!method_refuses(&method, row, MODEL_DEGENERATE, &error))
                compare_cell(
                    &CELL_OF(model, method.name, row->name, .step = "1/10", .steps = STEPS,
                             .coefficients = fixture_coefficients(method.name, rounding.coefficients),
                             .uncompensated = rounding.uncompensated, .accepted = rounding.accepted),
                    &tally);
        }
    }
    assert_int_equal(tally.different, 0);
    assert_true(tally.runs > 100);
    assert_true(tally.broke_down < tally.runs / 4);
}

TEST(test_plane)
{
    struct fixture_model model = fixture_model_read(PLANE);

    compare_all(&model, (struct rounding){.coefficients = COEFFICIENTS_ROUNDED});
    compare_all(&model, (struct rounding){.coefficients = COEFFICIENTS_SPLIT, .uncompensated = true});
    compare_all(&model, (struct rounding){.coefficients = COEFFICIENTS_SYMPLECTIC});
    compare_all(&model, (struct rounding){.accepted = true});
}

TEST(test_space)
{
    struct fixture_model model = fixture_model_write(SPACE);

    compare_all(&model, (struct rounding){.coefficients = COEFFICIENTS_ROUNDED});
    compare_all(&model, (struct rounding){.coefficients = COEFFICIENTS_SPLIT, .uncompensated = true});
}

/* 3/8 is far outside what Newton's method of some cells can do: breakdowns and retries agree as well. */
TEST(test_large_steps)
{
    static const char *const methods[] = {"gauss-2", "lobatto-iiia-iiib-3", "lobatto-iiic-2",
                                          "lobatto-iiie-2"};
    struct fixture_model model = fixture_model_read(PLANE);
    struct tally tally = {0, 0, 0};

    for (size_t i = 0; i < COUNT(methods); i++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            struct fixture_cell cell = {.model = &model, .method = methods[i], .projection = row->name};

            cell.steps = STEPS;
            cell.step = "9/8";
            compare_cell(&cell, &tally);
            cell.step = "-9/4";
            compare_cell(&cell, &tally);
        }
    }
    assert_int_equal(tally.different, 0);
    assert_true(tally.broke_down > 0);
}

/* From their first step on, which is taken from a flow of Gauss's method. */
TEST(test_discrete_lagrangians)
{
    static const char *const methods[] = {"dla:0", "dla:1/3", "variational:1/2:first",
                                          "variational-constrained:1:post",
                                          "variational-constrained:1/3:inside"};
    struct fixture_model model = fixture_model_read("tests/data/nonholonomic.lua");
    struct tally tally = {0, 0, 0};

    for (size_t i = 0; i < COUNT(methods); i++) {
        compare_cell(&CELL_OF(&model, methods[i], "none", .step = "1/10", .steps = STEPS), &tally);
        compare_cell(
            &CELL_OF(&model, methods[i], "none", .step = "1/4", .steps = STEPS, .uncompensated = true),
            &tally);
    }
    assert_int_equal(tally.different, 0);
    assert_int_equal(tally.broke_down, 0);
}

/* The comparison sees one bit: 54 bits instead of 53, and each way to round against the others. */
TEST(test_control)
{
    struct fixture_model model = fixture_model_read(PLANE);
    struct fixture_cell cell = {.model = &model, .step = "1/10", .steps = STEPS};
    struct method method;
    struct error error;
    bool completed;

    for (size_t k = 0; method_listed(k, &method); k++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            if (method_refuses(&method, row, MODEL_DEGENERATE, &error))
                continue;
            cell.method = method.name;
            cell.projection = row->name;
            assert_non_null(compare_precisions(&cell, 54, &completed));
        }
    }
    static const struct rounding ways[] = {{.coefficients = COEFFICIENTS_ROUNDED},
                                           {.coefficients = COEFFICIENTS_SPLIT},
                                           {.coefficients = COEFFICIENTS_SYMPLECTIC},
                                           {.uncompensated = true},
                                           {.accepted = true}};
    struct trajectory *run[COUNT(ways)];

    for (size_t i = 0; i < COUNT(ways); i++) {
        run[i] = fixture_run(&CELL_OF(&model, "gauss-3", "symmetric", .step = "1/10", .steps = STEPS,
                                      .coefficients = ways[i].coefficients,
                                      .uncompensated = ways[i].uncompensated, .accepted = ways[i].accepted));
        for (size_t k = 0; k < i; k++)
            assert_non_null(find_difference(run[k], run[i]));
    }
    assert_false(same_numbers(run[0]->q, run[COUNT(ways) - 1]->q, run[0]->dimension));
}
