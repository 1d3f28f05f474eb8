/* Claims on two models of which one cannot tell, from end to end.
 *
 * An unprojected variational Gauss method with two stages leaves the constraint where the symplectic form
 * varies, and has order 2 instead of 4 (Kraus 2017, table 2: Lotka-Volterra).  Where the form is constant,
 * the method keeps the constraint by itself and has order 4: there the projected method, of order 4 too,
 * shows nothing.  Nobody set these verdicts by hand. */
#define _DEFAULT_SOURCE /* mkdtemp, realpath */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/store_run_fixture.h"

#include "harness/judge/fits.h"
#include "harness/judge/judge.h"
#include "harness/plan/grid_claim.h"
#include "numerics/memory.h"

#define FLAT                                                                                                 \
    "return model { title = \"Nonlinear oscillator\", kind = \"degenerate\",\n"                              \
    "  coordinates = { \"q1\", \"q2\" }, parameters = {},\n"                                                 \
    "  theta = function (q, c) return { q[2]/2, -q[1]/2 } end,\n"                                            \
    "  hamiltonian = function (q, c) return (q[1]*q[1] + q[2]*q[2])/2 + q[1]^4/4 end,\n"                     \
    "  initial = { default = { 1, \"0.5\" } }, step = \"0.1\" }\n"

#define CLAIM(id, more)                                                                                      \
    "{ id = \"" id "\", source = \"here\", methods = { \"gauss-2\", \"rk4\" },\n"                            \
    "  projection = \"symmetric\", measure = \"solution_error\", order = exactly \"2*s\", " more " },"

#define TWO(models, claims, more)                                                                            \
    "return study { title = \"Two models\", models = { " models " }, methods = { \"gauss-2\", \"rk4\" },\n"  \
    "  projections = { \"none\", \"symmetric\" }, steps = halving(\"0.1\", 5), untiltime = \"2\",\n"         \
    "  precisions = { \"double\", 128 }, measures = { \"solution_error\" }, " more "  claims = { " claims    \
    " } }"

#define BOTH "\"./first.lua\", \"./flat.lua\""
#define GATE "gate --store judge.sqlite --junit gate.xml "

static int create(void **state)
{
    if (fixture_create_studies(state) != 0)
        return 1;
    write_file(*state, "flat.lua", FLAT);
    write_file(*state, "both.lua", TWO(BOTH, CLAIM("whole", ""), ""));
    write_file(*state, "alone.lua", TWO("\"./flat.lua\"", CLAIM("whole", ""), ""));
    write_file(*state, "part.lua", TWO(BOTH, CLAIM("part", "model = \"flat\""), ""));
    write_file(*state, "known.lua",
               TWO(BOTH, CLAIM("part", "model = \"flat\""),
                   "expect = { { id = \"part\", verdict = \"vacuous\" },\n"
                   "  { id = \"flat/default/gauss-2/symmetric\", verdict = \"vacuous\" } },"));
    return 0;
}

TEST(test_a_vacuous_fit)
{
    const struct fixture *fixture = *state;

    assert_int_equal(run_program(fixture, GATE "./both.lua", "gate.txt"), 1);
    check_says(
        fixture, "gate.txt",
        "differs     flat/default/gauss-2/symmetric/128/solution_error: expected holds, found vacuous\n");
    check_says(
        fixture, "gate.txt",
        "cannot tell it from gauss-2/none: that is refuted on first (order 2.00) and passes here (order "
        "4.00)\n            next: a model that tells them apart; see assay explain ");
    check_says(fixture, "gate.txt", "\n2 as expected, 1 different, 0 incomplete\n"); /* the claim holds */
    check_says(fixture, "gate.xml", "<skipped type=\"vacuous\"");
    check_says(fixture, "gate.xml", "measured: 1 of 2 hold, 0 refuted, 0 inconclusive, 1 vacuous\n");
    check_says(fixture, "gate.xml",
               "controls: told apart from 1 member of its class that fails elsewhere: gauss-2/none");
    assert_int_equal(run_program(fixture, GATE "./both.lua --allow vacuous", "gate.txt"), 0);
    assert_int_equal(run_program(fixture, GATE "./both.lua --allow inconclusive", "gate.txt"), 1);
}

/* The same numbers have the same verdict without the other model: who fails elsewhere is known from the panel. */
TEST(test_a_model_alone)
{
    const struct fixture *fixture = *state;

    assert_int_equal(run_program(fixture, GATE "./alone.lua", "gate.txt"), 1);
    check_says(
        fixture, "gate.xml",
        "controls: cannot tell it from gauss-2/none: that is refuted on massless-charged-particle (order "
        "2.00) and passes here (order 4.00)\n");
}

TEST(test_a_vacuous_claim)
{
    const struct fixture *fixture = *state;

    assert_int_equal(run_program(fixture, GATE "./part.lua", "gate.txt"), 1);
    check_says(fixture, "gate.txt",
               "differs     part: expected holds, found vacuous\n            "
               "flat/gauss-2/symmetric/default: cannot tell it from gauss-2/none");
    assert_int_equal(run_program(fixture, GATE "./known.lua", "gate.txt"), 0);
    check_says(fixture, "gate.txt", "2 as expected, 0 different, 0 incomplete");
}

TEST(test_explained)
{
    const struct fixture *fixture = *state;

    assert_int_equal(run_program(fixture, GATE "./both.lua", "gate.txt"), 1);
    assert_int_equal(run_program(fixture,
                                 "explain ./both.lua flat/default/gauss-2/symmetric/128 --store "
                                 "judge.sqlite",
                                 "explain.txt"),
                     0);
    check_says(fixture, "explain.txt", "\ncontrols       cannot tell it from gauss-2/none: ");
    check_says(fixture, "explain.txt", "\ncontrols       claim whole as a whole: holds\n");
    check_says(fixture, "explain.txt", "\nverdict        vacuous: order 4.00");
}

/* Runs that nobody made are no breakdowns of the method. */
TEST(test_without_runs)
{
    const struct fixture *fixture = *state;

    assert_int_equal(
        run_program(fixture, "run ./both.lua --only first --store empty.sqlite --out some", "run.txt"), 0);
    assert_int_equal(run_program(fixture,
                                 "explain ./both.lua flat/default/gauss-2/symmetric/128 --store "
                                 "empty.sqlite",
                                 "empty.txt"),
                     3);
    check_says(fixture, "empty.txt", "\nverdict        inconclusive (too-few): ");
    check_says(fixture, "empty.txt", " runs have not come to their end");
    check_says(fixture, "empty.txt", "\nnext           the runs themselves: assay run ./both.lua\n");
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
    const struct fixture *fixture = *state;
    char home[PATH_SIZE];
    struct error error = {""};
    struct study *study;
    struct grid *grid;

    assert_non_null(getcwd(home, sizeof home));
    assert_int_equal(chdir(fixture->folder), 0); /* where its models are */
    study = study_create("./part.lua", false, &error);
    grid = study ? grid_create(study, NULL, NULL, &error) : NULL;
    assert_int_equal(chdir(home), 0);
    if (!grid)
        fail_msg("%s", error.text);
    assert_int_equal(grid->curves, 2 * 2 * 2 * 2);
    for (size_t i = 0; i < grid->curves; i++)
        check_claim_of(grid, grid->curve + i);
    grid_destroy(grid);
    study_destroy(study);
}

/* What is needed next decides what is run, whatever its words are. */
TEST(test_what_is_needed)
{
    struct fit fit = {.next = VERDICT_NEXT_NOTHING};

    assert_false(judge_needs_witness(&fit) || judge_needs_halvings(&fit));
    fit.next = VERDICT_NEXT_HALVINGS;
    assert_true(judge_needs_halvings(&fit) && !judge_needs_witness(&fit));
    fit.next = VERDICT_NEXT_WITNESS;
    assert_true(judge_needs_witness(&fit) && !judge_needs_halvings(&fit));
    fit.next = VERDICT_NEXT_MODEL;
    assert_false(judge_needs_witness(&fit) || judge_needs_halvings(&fit));
}

/* A run that broke down has no value, and no fit is exact from it, whatever its rows say: here a zero. */
TEST(test_broken_runs)
{
    const struct fixture *fixture = *state;
    const struct provenance nobody = {.version = ""};
    char home[PATH_SIZE];
    struct error error = {""};
    struct study *study;
    struct grid *grid;
    struct result *rows;

    write_file(fixture, "zero.lua",
               "return study { title = \"Zero\", models = { \"./flat.lua\" }, methods = { \"gauss-2\" },\n"
               "  projections = { \"symmetric\" }, steps = halving(\"0.1\", 5), untiltime = \"2\",\n"
               "  precisions = { \"double\", 128 }, measures = { \"energy_error\" },\n"
               "  claims = { { id = \"zero\", source = \"here\", methods = \"gauss-2\", projection = "
               "\"symmetric\",\n"
               "    measure = \"energy_error\", exact = true } } }");
    assert_non_null(getcwd(home, sizeof home));
    assert_int_equal(chdir(fixture->folder), 0);
    study = study_create("./zero.lua", false, &error);
    grid = study ? grid_create(study, NULL, NULL, &error) : NULL;
    assert_int_equal(chdir(home), 0);
    if (!grid)
        fail_msg("%s", error.text);
    rows = kept_memory(memory_create(grid->cells, sizeof *rows));
    for (int completed = 0; completed < 2; completed++) {
        struct results *results;
        size_t exact = 0;

        for (size_t i = 0; i < grid->cells; i++) {
            if (!completed)
                result_add_double(rows + i, measure_find(NULL, "energy_error"), 0);
            rows[i].done = true;
            rows[i].completed = completed;
        }
        results = fits_create(grid, rows, NULL, &nobody, &error);
        assert_non_null(results);
        for (size_t i = 0; i < results->fits; i++)
            exact += results->fit[i].status == FIT_EXACT;
        assert_true(completed ? exact > 0 : exact == 0); /* the former is the control */
        fits_destroy(results);
    }
    for (size_t i = 0; i < grid->cells; i++)
        result_clear(rows + i);
    grid_destroy(grid);
    study_destroy(study);
}

TEST_GROUP(create, fixture_destroy)
