/* What runs leave open, from end to end: those that are shorter than the claim, and numbers near their floors. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/grid_fixture.h"
#include "tests/fixtures/runs/refinement_fixture.h"

#include "numerics/exact.h"

/* A run of 20 steps says of 2000 what cannot change: the largest error is at least as large, and what happens happens
 * later.  The control: of its own length it decides all. */
TEST(test_length)
{
    static const struct {
        const char *measure, *value, *verdict, *alone;
    } cases[] = {{"energy_error", "below '1e-9'", "refuted", "refuted"},
                 {"energy_error", "above '1e-9'", "holds", "holds"},
                 {"energy_error", "below '1'", "inconclusive", "holds"},
                 {"final_part:energy", "below '1e9'", "inconclusive", "holds"},
                 {"final_part:energy", "above '1e9'", "inconclusive", "refuted"},
                 {"stable_steps", "above '20'", "holds", "holds"},
                 {"stable_steps", "above '1000'", "inconclusive", "inconclusive"},
                 {"cost", "below '1e9'", "holds", "holds"}};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        const bool alone = i % 2;
        const char *measure = cases[i / 2].measure;
        char id[PATH_SIZE], measures[64], more[500];
        const json_t *report;

        snprintf(measures, sizeof measures, "'%s'", measure);
        snprintf(more, sizeof more,
                 "claims = { { id = 'K', source = 'here', method = 'gauss-1', projection = 'symmetric', "
                 "measure = %s, value = %s, length = '%s' } },",
                 measures, cases[i / 2].value, alone ? "20" : "2000");
        write_study(&(struct parts){"values", "'gauss-1'", "'symmetric'", "'0.1', 1", "2", "'double'",
                                    measures, more});
        report = run_study("values", "");
        snprintf(id, sizeof id, "first/default/gauss-1/symmetric/double/%s", measure);
        if (strcmp(word_of(report, id, "verdict"), alone ? cases[i / 2].alone : cases[i / 2].verdict) != 0)
            fail_msg("%s %s: %s", measure, cases[i / 2].value, word_of(report, id, "reason"));
        if (!alone && strcmp(cases[i / 2].verdict, "inconclusive") == 0) {
            assert_string_equal(word_of(report, id, "reason_code"), "too-short");
            assert_says(word_of(report, id, "next"), "a run of the length claimed: assay integrate ",
                        " --steps 2000 ");
        }
    }
}

/* Errors of order 12 are round-off in double: no claim on their quotient is judged, and none on that of parts of a run.
 * The control: at 200 bits they are there. */
TEST(test_quotients_of_round_off)
{
    static const struct {
        const char *precision, *verdict, *reason;
    } cases[] = {{"double", "inconclusive", "floor"}, {"200", "refuted", ""}};
    for (size_t i = 0; i < 2; i++) {
        char id[PATH_SIZE], precision[16];
        json_t *report;

        snprintf(precision, sizeof precision, "'%s'", cases[i].precision);
        write_study(&(struct parts){
            "values", "'gauss-6'", "'none', 'symmetric'", "'0.1', 2", "4", precision,
            "'energy_error', 'final_part:energy'",
            "claims = { { id = 'worse', source = 'here', method = 'gauss-6', projection = 'none', measure = "
            "'energy_error', value = above '1e9', relative = { projection = 'symmetric' } }, { id = 'part', "
            "source = 'here', method = 'gauss-6', projection = 'symmetric', measure = 'final_part:energy', "
            "value = above '1e9' } },"});
        report = run_study("values", "");
        snprintf(id, sizeof id, "first/default/gauss-6/none/%s/energy_error", cases[i].precision);
        check_reason(report, id, cases[i].verdict, cases[i].reason);
        snprintf(id, sizeof id, "first/default/gauss-6/symmetric/%s/final_part:energy", cases[i].precision);
        check_verdict(report, id, cases[i].verdict);
    }
}

/* ---- the local probe ---- */

/* A row with the error 1e-8 h^2 + h^4, and what the probe says of the first: nothing, of one step (0: exact), of a run. */
static void fill_row(struct result *row, const struct grid *grid, size_t step, double local, double run)
{
    const struct problem *problem = grid->problem[0].problem;
    const double h = exact_to_double(grid->problem[0].step[step]);

    row->done = row->completed = true;
    result_add_double(row, measure_of(problem, MEASURE_ENERGY_ERROR, 0), 1e-8 * h * h + h * h * h * h);
    if (step == 0 && local >= 0) {
        struct measure_id id = measure_of(problem, MEASURE_LOCAL_ORDER, 0);

        result_add_double(row, id, local);
        id.aspect = MEASURE_RUN;
        result_add_double(row, id, run);
    }
}

static void write_probed(void)
{
    write_study(&(struct parts){"probed", "'gauss-2'", "'symmetric'", "'0.1', 6", "8", "64", "'energy_error'",
                                "claims = { { id = 'K', source = 'here', method = 'gauss-2', projection = "
                                "'symmetric', measure = 'energy_error', order = exactly '4' } },"});
}

/* What six steps say of the order of that; its verdict. */
static enum verdict judge_probed(const struct grid *grid, double local, double run, struct probe expected)
{
    struct result *rows = rows_of(grid);
    const struct fit *fit;

    for (size_t k = 0; k < 6; k++)
        fill_row(rows + grid_cell_number(grid, 0, k, false), grid, k, local, run);
    fit = fits_of(grid, rows)->fit;
    assert_int_equal(fit->order.probe.status, expected.status);
    if (expected.status == PROBE_ORDER)
        assert_true(fit->order.probe.order == expected.order);
    return fit->outcome.verdict;
}

/* The same six errors: order 4 unless single steps show a term of order 2, which are asked of the first step of a curve
 * alone.  What is certain of a step alone decides nothing. */
TEST(test_probe)
{
    const struct grid *grid;

    write_probed();
    grid = grid_of("./probed.lua");
    assert_int_equal(grid_request(grid, grid_cell_number(grid, 0, 0, false)).measures, 2);
    assert_int_equal(grid_request(grid, grid_cell_number(grid, 0, 1, false)).measures, 1);
    assert_int_equal(grid_request(grid, grid_cell_number(grid, 0, 0, true)).measures, 1);
    assert_int_equal(judge_probed(grid, -1, NAN, (struct probe){PROBE_NONE, 0}), VERDICT_HOLDS);
    assert_int_equal(judge_probed(grid, 5, 4, (struct probe){PROBE_ORDER, 4}), VERDICT_HOLDS);
    assert_int_equal(judge_probed(grid, 4, 4, (struct probe){PROBE_ORDER, 4}), VERDICT_HOLDS);
    assert_int_equal(judge_probed(grid, 4, 3, (struct probe){PROBE_ORDER, 3}), VERDICT_INCONCLUSIVE);
    assert_int_equal(judge_probed(grid, 3, 2, (struct probe){PROBE_ORDER, 2}), VERDICT_INCONCLUSIVE);
    assert_int_equal(judge_probed(grid, 5, NAN, (struct probe){PROBE_UNCERTAIN, 0}), VERDICT_INCONCLUSIVE);
    assert_int_equal(judge_probed(grid, 0, NAN, (struct probe){PROBE_ZERO, 0}), VERDICT_INCONCLUSIVE);
}

/* The run takes the probe by itself, and says what it found. */
TEST(test_probed_run)
{
    const json_t *report;

    write_probed();
    report = run_study("probed", "");

    assert_non_null(at(get_entry(report, "cells", "first/default/gauss-2/symmetric/64/0.1"),
                       "measures/local_order:energy"));
    assert_null(at(get_entry(report, "cells", "first/default/gauss-2/symmetric/64/0.05"),
                   "measures/local_order:energy"));
}

TEST_GROUP(fixture_create_models, fixture_destroy)
