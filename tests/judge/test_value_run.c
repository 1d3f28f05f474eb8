/* Claims on numbers from end to end: one that holds, one that is refuted, one in the margin, quotients; what
 * is run for them, and what every report says.
 *
 * The energy errors of Lotka-Volterra that the claims are about lie far from their bounds but for the margin:
 * gauss-1 has about 1e-4 at h = 0.1, and a quarter of it at 0.05, gauss-2 about 1e-7. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/grid_fixture.h"
#include "tests/fixtures/runs/refinement_fixture.h"

#include "harness/judge/fit_floor.h"
#include "harness/judge/judge.h"
#include "harness/plan/grid_claim.h"
#include "harness/judge/verdict_value.h"

#define CLAIM(id, method, projection, says)                                                                  \
    "{ id = '" id "', source = 'here', method = '" method "', projection = '" projection                     \
    "', measure = 'energy_error', " says " },"

#define K(says) CLAIM("K", "gauss-1", "none", says)
#define SMALL   CLAIM("small", "gauss-2", "symmetric", "value = below '1e-5'")
#define TINY    CLAIM("tiny", "gauss-1", "symmetric", "value = below('1e-9'), precision = 'double'")
#define QUARTER                                                                                              \
    CLAIM("quarter", "gauss-1", "symmetric", "value = above '1e-9', precision = 128, step = '1/20'")
#define WORSE                                                                                                \
    CLAIM("worse", "gauss-*", "none",                                                                        \
          "value = between('1e-3', '1e9'), relative = { projection = 'symmetric' },"                         \
          "condition = 'the form varies'")

static struct parts parts_of(const char *claims, char *more, size_t size)
{
    snprintf(more, size, "refine = 2, claims = { %s },", claims);
    return (struct parts){.name = "values",
                          .methods = "'gauss-1', 'gauss-2'",
                          .projections = "'none', 'symmetric'",
                          .steps = "'0.1', 2",
                          .until = "2",
                          .precisions = "'double', 128",
                          .measures = "'energy_error'",
                          .more = more};
}

static void write_claims(const char *claims)
{
    char more[2000];
    struct parts parts = parts_of(claims, more, sizeof more);

    write_study(&parts);
}

/* The one claim on the fit; NULL where there is none. */
static json_t *claim_on(const json_t *report, const char *fit)
{
    return at(get_entry(report, "fits", fit), "claims/0");
}

static double error_of(const json_t *report, const char *cell)
{
    return number_at(get_entry(report, "cells", cell), "measures/energy_error");
}

#define SYMMETRIC_1 "first/default/gauss-1/symmetric/"
#define NONE_1      "first/default/gauss-1/none/"

/* ---- verdicts ---- */

TEST(test_verdicts)
{
    const json_t *report, *claim;
    double coarse, fine;

    write_claims(SMALL TINY QUARTER WORSE);
    report = run_study("values", "");
    check_verdict(report, "first/default/gauss-2/symmetric/double/energy_error", "holds");
    check_verdict(report, "first/default/gauss-2/symmetric/128/energy_error", "holds");
    check_verdict(report, SYMMETRIC_1 "double/energy_error", "refuted");
    check_verdict(report, SYMMETRIC_1 "128/energy_error", "holds");
    check_verdict(report, NONE_1 "double/energy_error", "holds");
    /* The numbers are those of the runs, at the largest step or at that of the claim. */
    coarse = error_of(report, SYMMETRIC_1 "double/0.1");
    fine = error_of(report, SYMMETRIC_1 "128/0.05");
    assert_true(coarse > 2e-5 && coarse < 1e-3 && fine > coarse / 5 && fine < coarse / 3);
    claim = claim_on(report, SYMMETRIC_1 "128/energy_error");
    assert_true(number_at(claim_on(report, SYMMETRIC_1 "double/energy_error"), "measured") == coarse);
    assert_true(number_at(claim, "measured") == fine);
    assert_string_equal(text_at(claim, "step"), "0.05");
}

/* The evaluations of a point are those of its own run, of which every residual takes one for each stage, and the
 * symmetric projection one more. */
TEST(test_evaluations)
{
    json_t *report;
    size_t checked = 0;

    write_claims(SMALL);
    report = run_study("values", "");
    for (size_t i = 0; i < size_at(report, "fits"); i++) {
        const json_t *fit = at(report, "fits/%zu", i);
        const long points = (strcmp(text_at(fit, "method"), "gauss-2") == 0 ? 2 : 1) +
                            (strcmp(text_at(fit, "projection"), "symmetric") == 0 ? 1 : 0);

        for (size_t k = 0; k < size_at(fit, "evaluations"); k++) {
            char cell[200];

            snprintf(cell, sizeof cell, "first/default/%s/%s/%s/%s", text_at(fit, "method"),
                     text_at(fit, "projection"), text_at(fit, "precision"),
                     text_at(fit, "step_sizes/%zu", k));
            assert_true(
                number_at(fit, "evaluations/%zu", k) ==
                (double)(points * integer_at(get_entry(report, "cells", cell), "cost/residual_evaluations")));
            checked++;
        }
        assert_true(number_at(fit, "evaluations/0") < number_at(fit, "evaluations/1"));
    }
    assert_true(checked >= 16);
}

TEST(test_quotient)
{
    const json_t *claim;
    json_t *report;
    double quotient;

    write_claims(WORSE);
    report = run_study("values", "");
    claim = claim_on(report, NONE_1 "double/energy_error");
    quotient = error_of(report, NONE_1 "double/0.1") / error_of(report, SYMMETRIC_1 "double/0.1");
    assert_true(fabs(number_at(claim, "measured") / quotient - 1) < 1e-15);
    assert_string_equal(text_at(claim, "relative"), SYMMETRIC_1 "double/energy_error");
    assert_null(claim_on(report, SYMMETRIC_1 "double/energy_error"));
    /* Without the other curve there is nothing to divide by. */
    report = run_study_in("values", "part.sqlite", "--only gauss-1/none/double", 0);
    check_reason(report, NONE_1 "double/energy_error", "inconclusive", "too-few");
    assert_string_equal(word_of(report, NONE_1 "double/energy_error", "next"),
                        "the runs themselves: assay run ./values.lua --store part.sqlite");
}

/* One curve of two steps at 128 bits, whose floor no other precision tells. */
static json_t *run_alone(const char *claim)
{
    char more[2000];
    struct parts parts = parts_of(claim, more, sizeof more);

    parts.methods = "'gauss-1'";
    parts.projections = "'symmetric'";
    parts.precisions = "128";
    write_study(&parts);
    return run_study("values", "");
}

/* A bound from the number itself: 1.5 times as large is in the margin, 2.5 times is not.  Nothing is repeated
 * and no step halved, though the study allows that and an order would ask for it. */
TEST(test_margin)
{
    static const struct {
        double factor;
        const char *verdict, *reason;
    } cases[] = {{1.5, "inconclusive", "margin"}, {2.5, "refuted", ""}, {0.9, "holds", ""}};
    json_t *report = run_alone(CLAIM("order", "gauss-1", "symmetric", "order = exactly '2'"));
    const double error = error_of(report, SYMMETRIC_1 "128/0.1");

    assert_true(size_at(report, "cells") > 2);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char claim[500];

        snprintf(claim, sizeof claim, CLAIM("near", "gauss-1", "symmetric", "value = above '%.6e'"),
                 cases[i].factor * error);
        report = run_alone(claim);
        check_reason(report, SYMMETRIC_1 "128/energy_error", cases[i].verdict, cases[i].reason);
        assert_int_equal(size_at(report, "cells"), 2);
    }
}

/* ---- words ---- */

TEST(test_words)
{
    write_claims(SMALL TINY WORSE);
    run_study("values", "-v");
    check_says("out.txt", "double/energy_error: claimed: below 1e-9; measured ", " hold, 1 refuted");
    check_run(1, "gate.txt", "gate ./values.lua -v --junit gate.xml");
    check_says("gate.txt", "expected holds, found refuted\n            claimed: below 1e-9; measured ",
               "energy_error: expected holds, found refuted");
    check_says("gate.xml", "claim: below 1e-9 (here)\n", "condition: the form varies\n");
    check_says("same/index.html", "measured ", "; claimed: below 1e-9");
    check_says("same/data/fits.csv", ",tiny,below,1e-9,here,above,refuted,,");
    check_says("same/data/claims.csv", "tiny,energy error: below 1e-9,here,", "default/gauss-1/symmetric ");
    check_run(0, "explain.txt", "explain ./values.lua tiny --store values.sqlite");
    check_says("explain.txt", "\nvalue          ", " at h = 0.1\nclaim          tiny, below 1e-9 (here)\n",
               "\nverdict        refuted: claimed: below 1e-9; measured ",
               " --step 0.1 --steps 20 --precision double\n");
}

/* The condition is shown, whether or not the claim holds. */
TEST(test_condition)
{
    const json_t *report;

    write_claims(WORSE);
    report = run_study("values", "");
    assert_string_equal(text_at(report, "claims/0/condition"), "the form varies");
    check_says("same/index.html", "condition: the form varies");
    write_claims(CLAIM("tiny", "gauss-1", "symmetric", "value = below '1e-9', condition = 'h is small'"));
    run_study("values", "");
    check_says("same/index.html", "Condition: h is small");
}

/* ---- a part of a paper ---- */

/* What is listed says what is claimed; the part runs the curve that is divided by, and nothing in other
 * precisions than the claim's. */
TEST(test_paper)
{
    const json_t *claim, *part;

    make_paper("tiny2020");
    write_file(
        "shelf/tiny2020/values.lua",
        "return study { title = 'V', models = { 'lotka-volterra' }, methods = { 'gauss-1', 'gauss-2' },\n"
        "  projections = { 'none', 'symmetric', 'midpoint' }, steps = { '0.1' }, untiltime = '2',\n"
        "  precisions = { 'double', 128 }, measures = { 'energy_error' }, claims = {\n" CLAIM(
            "V1", "gauss-1", "none",
            "value = above '1e-9', precision = 'double', step = '0.1',\n"
            "  relative = { projection = 'symmetric' }") "} }");
    check_run(0, "list.json", "list claims --json");
    check_run(0, "part.json", "reproduce tiny2020:V1 --json --store paper.sqlite");
    unsetenv("ASSAY_PATH");
    claim = entry_with(at(load("list.json"), "claims"), "name", "V1");
    assert_string_equal(text_at(claim, "text"), "energy_error above 1e-9 at h = 0.1, relative to symmetric");
    assert_string_equal(text_at(claim, "claimed"), text_at(claim, "text"));
    part = load("part.json");
    assert_int_equal(size_at(part, "cells"), 2);
    check_verdict(part, "lotka-volterra/default/gauss-1/none/double/energy_error", "holds");
}

/* ---- mistakes ---- */

static const char *const mistakes[][2] = {
    {K("value = below '1', step = '0.3'"),
     "claim K asks for the step '0.3', which the study does not have; write one of 0.1, 0.05"},
    {K("value = below '1', precision = 200"),
     "claim K asks for the precision '200', which the study does not have; write one of double, 128"},
    {K("value = below '1', relative = { projection = 'midpoint' }"),
     "claim K, in what it is relative to, asks for the projection 'midpoint', which"},
    {K("value = below '1', relative = { method = 'rk4' }"),
     "claim K, in what it is relative to, asks for the method 'rk4', which"},
    {K("value = below '1', relative = { precision = 96 }"),
     "claim K, in what it is relative to, asks for the precision '96', which"},
    {K("value = below '1', relative = { projection = 'none' }"),
     "claim K is relative to itself; write another"},
    {SMALL CLAIM("K", "gauss-2", "*", "value = above '1', precision = 'double'"),
     "claim small and a later claim K are both about"},
    {K("value = below '1', length = '5.5'"),
     "claim K: the length '5.5' is not a number of steps; write length = \"1000000\""},
    {K("order = exactly '2', length = '10'"),
     "claim K is about all steps, not about the length of a run; leave out length"},
};

TEST(test_mistakes)
{
    for (size_t i = 0; i < COUNT(mistakes); i++) {
        write_claims(mistakes[i][0]);
        check_shell(2, "run ./values.lua > wrong.txt 2>&1");
        check_says("wrong.txt", mistakes[i][1]);
    }
    /* The control: precisions keep them apart. */
    write_claims(TINY QUARTER);
    run_study("values", "");
}

/* ---- inside ---- */

static void add_measure(struct result *row, const char *name, double value)
{
    result_add_double(row, measure_find(NULL, name), value);
    row->done = row->completed = true;
}

/* The floors of an integral invariant are those of its runs. */
TEST(test_own_floors)
{
    double floors[2], errors[2] = {0};
    struct result *rows;
    struct grid *grid;
    struct fit fit = {.measure = measure_find(NULL, "poincare_1:canonical"),
                      .curve.bits = 128,
                      .points.count = 2,
                      .points.errors = errors};

    write_claims(TINY);
    grid = grid_of("./values.lua");
    rows = rows_of(grid);
    add_measure(rows + grid_cell_number(grid, 0, 0, false), "poincare_1:canonical:floor", 3e-15);
    fit_floor_find(grid, rows, &fit, floors);
    assert_true(floors[0] == 3e-15 && isnan(floors[1]));
    assert_false(fit.floor.needs_repeats);
    assert_int_equal(fit.floor.origin, FLOOR_OWN);
    fit.measure = measure_find(NULL, "energy_error"); /* the control */
    fit_floor_find(grid, rows, &fit, floors);
    assert_true(floors[0] > 0 && floors[0] != 3e-15 && floors[1] > floors[0]);
}

/* A slope lies within its spread; a growth has the slope of its ensemble beside it, that of a history none. */
TEST(test_slopes)
{
    char more[100];
    struct parts parts = parts_of("", more, sizeof more);
    struct study_claim slope = {.kind = CLAIM_ABOVE}, growth = {.kind = CLAIM_GROWTH};
    struct claim_on_fit claim = {.kind = CLAIM_ABOVE, .low = 0, .high = INFINITY};
    const struct grid *grid;
    struct result *rows, *row;

    parts.measures = "'slope:energy', 'growth:energy'";
    write_study(&parts);
    grid = grid_of("./values.lua");
    rows = rows_of(grid);
    row = rows + grid_cell_number(grid, 0, 0, false);
    add_measure(row, "growth:energy", 1.0);
    verdict_value_find(grid, rows, 0, measure_find(grid->problem->problem, "growth:energy"), &growth, &claim);
    assert_false(claim.number.of_ensemble);
    add_measure(row, "slope:energy", 3e-18);
    add_measure(row, "slope:energy:spread", 2e-18);
    verdict_value_find(grid, rows, 0, measure_find(grid->problem->problem, "growth:energy"), &growth, &claim);
    assert_true(claim.number.of_ensemble && claim.number.slope == 3e-18 && claim.number.spread == 2e-18);
    assert_true(claim.number.least == 1 && claim.number.most == 1);
    verdict_value_find(grid, rows, 0, measure_find(grid->problem->problem, "slope:energy"), &slope, &claim);
    assert_true(claim.number.least == 3e-18 - 2e-18 && claim.number.most == 3e-18 + 2e-18);
    assert_int_equal(verdict_value_decide(&claim).verdict, VERDICT_HOLDS);
    claim.low = 2e-18; /* the slope lies above it, its range does not */
    verdict_value_find(grid, rows, 0, measure_find(grid->problem->problem, "slope:energy"), &slope, &claim);
    assert_int_equal(verdict_value_decide(&claim).reason, VERDICT_REASON_TOO_SHORT);
}

/* The means of an oscillation have a slope that is no drift: whether there is one is not known. */
TEST(test_slope_of_an_oscillation)
{
    static const double exponents[] = {-1.1, -0.9}; /* the control is none */
    char more[100];
    struct parts parts = parts_of("", more, sizeof more);
    const struct study_claim slope = {.kind = CLAIM_BETWEEN};
    struct claim_on_fit claim = {.kind = CLAIM_BETWEEN, .low = -1e-18, .high = 1e-18};
    const struct grid *grid;

    parts.measures = "'slope:energy', 'growth:energy'";
    write_study(&parts);
    grid = grid_of("./values.lua");
    for (size_t i = 0; i < 2; i++) {
        struct result *rows = rows_of(grid), *row = rows + grid_cell_number(grid, 0, 0, false);

        add_measure(row, "growth:energy", exponents[i]);
        add_measure(row, "slope:energy", -5e-18);
        add_measure(row, "slope:energy:spread", 1e-20);
        verdict_value_find(grid, rows, 0, measure_find(grid->problem->problem, "slope:energy"), &slope,
                           &claim);
        assert_true(claim.number.most == (i ? -5e-18 + 1e-20 : 0) && claim.number.least == -5e-18 - 1e-20);
        assert_int_equal(verdict_value_decide(&claim).verdict, i ? VERDICT_REFUTED : VERDICT_INCONCLUSIVE);
    }
}

/* Every precision is judged unless the claim names some; a witness, and the curve that others are relative
 * to, are not. */
TEST(test_which_curves)
{
    struct grid *grid;
    size_t found = 0;

    write_claims(TINY CLAIM("worse", "*", "*", "value = above '1', relative = { projection = 'symmetric' }"));
    grid = grid_of("./values.lua");
    for (size_t i = 0; i < grid->curves; i++) {
        const struct grid_curve *curve = grid->curve + i;
        const struct study_claim *claim = grid_claim_find(grid, curve, "energy_error");
        const bool none = strcmp(curve->projection->name, "none") == 0,
                   tiny = !none && strcmp(curve->method->name, "gauss-1") == 0 && curve->bits == CELL_DOUBLE;

        assert_true(none || tiny ? claim && strcmp(claim->id, none ? "worse" : "tiny") == 0 : !claim);
        found += claim != NULL;
        grid->problem[curve->problem].witness = true;
        assert_null(grid_claim_find(grid, curve, "energy_error"));
        grid->problem[curve->problem].witness = false;
    }
    assert_int_equal(found, 2 * 2 + 1);
}

/* A claim on a number asks for neither. */
TEST(test_nothing_is_needed)
{
    const struct claim_on_fit value = {.kind = CLAIM_ABOVE}, order = {.kind = CLAIM_EXACTLY};
    struct fit fit = {.claim = &order, .outcome.next = VERDICT_NEXT_WITNESS};

    assert_true(judge_needs_witness(&fit));
    fit.claim = &value;
    assert_false(judge_needs_witness(&fit) || judge_needs_halvings(&fit));
}

TEST_GROUP(fixture_create_models, fixture_destroy)
