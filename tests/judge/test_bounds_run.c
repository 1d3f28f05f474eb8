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

/* ---- the expansion ---- */

/* A row with the error 1e-8 h^2 + h^4, and of the first the order of an expansion with 8 powers: less than 0, nothing; NaN:
 * zero. */
static void fill_row(struct result *row, const struct grid *grid, size_t step, double run)
{
    const struct problem *problem = grid->problem[0].problem;
    const double h = exact_to_double(grid->problem[0].step[step]);

    row->done = row->completed = true;
    result_add_double(row, measure_of(problem, MEASURE_ENERGY_ERROR, 0), 1e-8 * h * h + h * h * h * h);
    if (step == 0 && !(run < 0)) {
        struct measure_id id = measure_of(problem, MEASURE_LOCAL_ORDER, 0);

        result_add_double(row, id, isnan(run) ? 0 : run + 1);
        id.aspect = MEASURE_RUN;
        result_add_double(row, id, run);
        id.aspect = MEASURE_KNOWN;
        result_add_double(row, id, 8);
    }
}

static void write_expanded(void)
{
    write_study(&(struct parts){"expanded", "'gauss-2'", "'symmetric'", "'0.1', 6", "8", "64",
                                "'energy_error'",
                                "claims = { { id = 'K', source = 'here', method = 'gauss-2', projection = "
                                "'symmetric', measure = 'energy_error', order = exactly '4' } },"});
}

/* What six steps say of the order of that; its verdict. */
static enum verdict judge_expanded(const struct grid *grid, double run, enum limit_status expected)
{
    struct result *rows = rows_of(grid);
    const struct fit *fit;

    for (size_t k = 0; k < 6; k++)
        fill_row(rows + grid_cell_number(grid, 0, k, false), grid, k, run);
    fit = fits_of(grid, rows)->fit;
    assert_int_equal(fit->order.limit.status, expected);
    assert_true(expected != LIMIT_ORDER || fit->order.limit.order == run);
    return fit->outcome.verdict;
}

/* The same six errors: order 4 unless the expansion, which is asked of the first step of a curve alone, has another one. */
TEST(test_expansion)
{
    const struct grid *grid;

    write_expanded();
    grid = grid_of("./expanded.lua");
    assert_int_equal(grid_request(grid, grid_cell_number(grid, 0, 0, false)).measures, 2);
    assert_int_equal(grid_request(grid, grid_cell_number(grid, 0, 1, false)).measures, 1);
    assert_int_equal(grid_request(grid, grid_cell_number(grid, 0, 0, true)).measures, 1);
    assert_int_equal(judge_expanded(grid, -1, LIMIT_NONE), VERDICT_HOLDS);
    assert_int_equal(judge_expanded(grid, 4, LIMIT_ORDER), VERDICT_HOLDS);
    assert_int_equal(judge_expanded(grid, 3, LIMIT_ORDER), VERDICT_REFUTED);
    assert_int_equal(judge_expanded(grid, 2, LIMIT_ORDER), VERDICT_REFUTED);
    assert_int_equal(judge_expanded(grid, 5, LIMIT_ORDER), VERDICT_REFUTED);
    assert_int_equal(judge_expanded(grid, NAN, LIMIT_ZERO), VERDICT_INCONCLUSIVE);
}

/* The run is expanded by itself, and says what was found. */
TEST(test_expanded_run)
{
    const json_t *report;

    write_expanded();
    report = run_study("expanded", "");

    assert_non_null(at(get_entry(report, "cells", "first/default/gauss-2/symmetric/64/0.1"),
                       "measures/local_order:energy"));
    assert_null(at(get_entry(report, "cells", "first/default/gauss-2/symmetric/64/0.05"),
                   "measures/local_order:energy"));
}

TEST_GROUP(fixture_create_models, fixture_destroy)
