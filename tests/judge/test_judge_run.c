/* Claims on two models of which one cannot tell, from end to end.
 *
 * An unprojected variational Gauss method with two stages leaves the constraint where the symplectic form
 * varies, and has order 2 instead of 4 (Kraus 2017, table 2: Lotka-Volterra).  Where the form is constant,
 * the method keeps the constraint by itself and has order 4: there the projected method, of order 4 too,
 * shows nothing.  Nobody set these verdicts by hand. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/grid_fixture.h"
#include "tests/fixtures/runs/store_run_fixture.h"

#include "harness/judge/judge.h"
#include "harness/plan/grid_claim.h"

#define PART "id = \"part\", model = \"flat\""
#define GATE "gate -v --store judge.sqlite --junit gate.xml "

static int create(void **state)
{
    if (fixture_create_studies(state) != 0)
        return 1;
    write_variant("flat.lua", "flat.lua", NULL);
    write_variant("both.lua", "both.lua", NULL);
    write_variant("alone.lua", "both.lua", "\"./first.lua\", ", "", NULL);
    write_variant("part.lua", "both.lua", "id = \"whole\"", PART, NULL);
    write_variant("known.lua", "both.lua", "id = \"whole\"", PART, "claims =",
                  "expect = { { id = 'part', verdict = 'vacuous' },\n"
                  "  { id = 'flat/default/gauss-2/symmetric', verdict = 'vacuous' } }, claims =",
                  NULL);
    return 0;
}

TEST(test_a_vacuous_fit)
{
    check_run(1, "gate.txt", GATE "./both.lua");
    check_says(
        "gate.txt",
        "differs     flat/default/gauss-2/symmetric/128/solution_error: expected holds, found vacuous\n",
        "cannot tell it from gauss-2/none: that is refuted on first (order 2.00) and passes here "
        "(order 4.00)\n            next: a model that tells them apart; see assay explain ",
        "\n2 as expected, 1 different, 0 incomplete\n"); /* the claim holds */
    check_says("gate.xml", "<skipped type=\"vacuous\"",
               "measured: 1 of 2 hold, 0 refuted, 0 inconclusive, 1 vacuous\n",
               "controls: told apart from 1 member of its class that fails elsewhere: gauss-2/none");
    check_run(0, "gate.txt", GATE "./both.lua --allow vacuous");
    check_run(1, "gate.txt", GATE "./both.lua --allow inconclusive");
}

/* The same numbers have the same verdict without the other model: who fails elsewhere is known from the panel. */
TEST(test_a_model_alone)
{
    check_run(1, "gate.txt", GATE "./alone.lua");
    check_says("gate.xml", "controls: cannot tell it from gauss-2/none: that is refuted on "
                           "massless-charged-particle (order 2.00) and passes here (order 4.00)\n");
}

TEST(test_a_vacuous_claim)
{
    check_run(1, "gate.txt", GATE "./part.lua");
    check_says("gate.txt", "differs     part: expected holds, found vacuous\n            "
                           "flat/default/gauss-2/symmetric: cannot tell it from gauss-2/none");
    check_run(0, "gate.txt", GATE "./known.lua");
    check_says("gate.txt", "2 as expected, 0 different, 0 incomplete");
}

TEST(test_explained)
{
    check_run(1, "gate.txt", GATE "./both.lua");
    check_run(0, "explain.txt", "explain ./both.lua flat/default/gauss-2/symmetric/128 --store judge.sqlite");
    check_says("explain.txt", "\ncontrols       cannot tell it from gauss-2/none: ",
               "\ncontrols       claim whole as a whole: holds\n", "\nverdict        vacuous: order 4.00");
}

/* A relation says nothing where its control keeps it too: of the gauge where theta is linear. */
TEST(test_a_relation)
{
    write_file(
        "gauge.lua",
        "return study { title = 'gauge', source = '', projections = { 'none' }, methods = { 'gauss-2' },\n"
        "models = { 'point-vortices-linear', 'point-vortices' }, measures = { 'relation:gauge' },\n"
        "steps = halving('0.1', 4), untiltime = '1', precisions = { 128 }, claims = {\n"
        "{ id = 'gauge', method = '*', projection = 'none', measure = 'relation:gauge', exact = true,\n"
        "source = 'test' } } }\n");
    check_run(0, "run.txt", "run ./gauge.lua -v --store gauge.sqlite --out gauge");
    check_says(
        "run.txt", "claim gauge holds: 1 of 2 hold, 0 refuted, 0 inconclusive, 1 vacuous",
        "vacuous      point-vortices-linear/default/gauss-2/none/128/relation:gauge",
        "claimed: exact; lobatto-iiic-2, whose a and abar differ, keeps it on the model as well, but for ");
}

/* Runs that nobody made are no breakdowns of the method. */
TEST(test_without_runs)
{
    check_run(0, "run.txt", "run ./both.lua --only first --store empty.sqlite --out some");
    check_run(3, "empty.txt", "explain ./both.lua flat/default/gauss-2/symmetric/128 --store empty.sqlite");
    check_says("empty.txt", "\nverdict        inconclusive (too-few): ", " runs have not come to their end",
               "\nnext           the runs themselves: assay run ./both.lua --store empty.sqlite\n");
}

/* ---- which orders have a claim ---- */

static void check_claim_of(const struct grid *grid, const struct grid_curve *curve)
{
    const bool claimed = strcmp(curve->method->name, "gauss-2") == 0 &&
                         strcmp(curve->projection->name, "symmetric") == 0 &&
                         strcmp(grid->problem[curve->problem].problem->model->name, "flat") == 0 &&
                         strcmp(grid->precision[curve->precision].text, "128") == 0;
    const struct study_claim *claim = grid_claim_find(grid, curve, "solution_error");

    assert_int_equal(claim != NULL, claimed);
    assert_null(grid_claim_find(grid, curve, "energy_error"));
    assert_null(grid_claim_find(grid, curve, "spin"));
}

TEST(test_claims_of_orders)
{
    const struct grid *grid = grid_of("./part.lua");
    size_t own = 0;

    for (size_t i = 0; i < grid->curves; i++) {
        own += !grid->curve[i].compared;
        if (!grid->curve[i].compared)
            check_claim_of(grid, grid->curve + i);
        else
            assert_true(!grid_claim_find(grid, grid->curve + i, "solution_error") && !grid->curve[i].steps);
    }
    assert_int_equal(own, 2 * 2 * 2 * 2);
}

/* What is needed next decides what is run, whatever its words are. */
TEST(test_what_is_needed)
{
    struct fit fit = {.outcome.next = VERDICT_NEXT_NOTHING};

    assert_false(judge_needs_witness(&fit) || judge_needs_halvings(&fit));
    fit.outcome.next = VERDICT_NEXT_HALVINGS;
    assert_true(judge_needs_halvings(&fit) && !judge_needs_witness(&fit));
    fit.outcome.next = VERDICT_NEXT_WITNESS;
    assert_true(judge_needs_witness(&fit) && !judge_needs_halvings(&fit));
    fit.outcome.next = VERDICT_NEXT_MODEL;
    assert_false(judge_needs_witness(&fit) || judge_needs_halvings(&fit));
}

/* A run that broke down has no value, and no fit is exact from it, whatever its rows say: here a zero. */
TEST(test_broken_runs)
{
    struct grid *grid;
    struct result *rows;

    write_variant("zero.lua", "zero.lua", NULL);
    grid = grid_of("./zero.lua");
    rows = rows_of(grid);
    for (int completed = 0; completed < 2; completed++) {
        const struct results *results;
        size_t exact = 0;

        for (size_t i = 0; i < grid->cells; i++) {
            if (!completed)
                result_add_double(rows + i, measure_find(NULL, "energy_error"), 0);
            rows[i].done = true;
            rows[i].completed = completed;
        }
        results = fits_of(grid, rows);
        for (size_t i = 0; i < results->fits; i++)
            exact += results->fit[i].order.status == FIT_EXACT;
        assert_true(completed ? exact > 0 : exact == 0); /* the former is the control */
    }
}

TEST_GROUP(create, fixture_destroy)
