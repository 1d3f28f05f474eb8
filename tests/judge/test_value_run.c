/* Claims on numbers from end to end: one that holds, one that is refuted, one in the margin, quotients; what
 * is run for them, and what every report says.
 *
 * The energy errors of Lotka-Volterra that the claims are about lie far from their bounds but for the margin:
 * gauss-1 has about 1e-4 at h = 0.1, and a quarter of it at 0.05, gauss-2 about 1e-7. */
#define _DEFAULT_SOURCE /* mkdtemp, realpath */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/refinement_fixture.h"

#include <math.h>

#include "harness/judge/fit_floor.h"
#include "harness/judge/judge.h"
#include "harness/judge/verdict_value.h"
#include "harness/plan/grid_claim.h"
#include "numerics/memory.h"

#define CLAIM(id, method, projection, says)                                                                  \
    "{ id = \"" id "\", source = \"here\", method = \"" method "\", projection = \"" projection              \
    "\", measure = \"energy_error\", " says " },"

#define SMALL CLAIM("small", "gauss-2", "symmetric", "value = below \"1e-5\"")
#define TINY  CLAIM("tiny", "gauss-1", "symmetric", "value = below(\"1e-9\"), precision = \"double\"")
#define QUARTER                                                                                              \
    CLAIM("quarter", "gauss-1", "symmetric", "value = above \"1e-9\", precision = 128, step = \"1/20\"")
#define WORSE                                                                                                \
    CLAIM("worse", "gauss-*", "none",                                                                        \
          "value = between(\"1e-3\", \"1e9\"), relative = { projection = \"symmetric\" },"                   \
          "condition = \"the form varies\"")

static struct parts parts_of(const char *claims, char *more, size_t size)
{
    snprintf(more, size, "refine = 2, claims = { %s },", claims);
    return (struct parts){.name = "values",
                          .methods = "\"gauss-1\", \"gauss-2\"",
                          .projections = "\"none\", \"symmetric\"",
                          .steps = "\"0.1\", 2",
                          .until = "2",
                          .precisions = "\"double\", 128",
                          .measures = "\"energy_error\"",
                          .more = more};
}

static void write_claims(const struct fixture *fixture, const char *claims)
{
    char more[2000];
    struct parts parts = parts_of(claims, more, sizeof more);

    write_study(fixture, &parts);
}

/* The one claim on the fit. */
static json_t *claim_on(const json_t *report, const char *fit)
{
    return json_array_get(json_object_get(get_entry(report, "fits", fit), "claims"), 0);
}

/* The energy error of a run, out of its digits. */
static double error_of(const json_t *report, const char *cell)
{
    const json_t *measures = json_object_get(get_entry(report, "cells", cell), "measures");
    const json_t *value = json_object_get(measures, "energy_error");

    return json_is_string(value) ? atof(json_string_value(value)) : json_number_value(value);
}

#define SYMMETRIC_1 "first/default/gauss-1/symmetric/"
#define NONE_1      "first/default/gauss-1/none/"

/* ---- verdicts ---- */

TEST(test_verdicts)
{
    const struct fixture *fixture = *state;
    json_t *report;
    double coarse, fine;

    write_claims(fixture, SMALL TINY QUARTER WORSE);
    report = run_study(fixture, "values", "");
    assert_string_equal(word_of(report, "first/default/gauss-2/symmetric/double/energy_error", "verdict"),
                        "holds");
    assert_string_equal(word_of(report, "first/default/gauss-2/symmetric/128/energy_error", "verdict"),
                        "holds");
    assert_string_equal(word_of(report, SYMMETRIC_1 "double/energy_error", "verdict"), "refuted");
    assert_string_equal(word_of(report, SYMMETRIC_1 "128/energy_error", "verdict"), "holds");
    assert_string_equal(word_of(report, NONE_1 "double/energy_error", "verdict"), "holds");
    /* The numbers are those of the runs, at the largest step or at that of the claim. */
    coarse = error_of(report, SYMMETRIC_1 "double/0.1");
    fine = error_of(report, SYMMETRIC_1 "128/0.05");
    assert_true(coarse > 2e-5 && coarse < 1e-3 && fine > coarse / 5 && fine < coarse / 3);
    assert_true(json_number_value(json_object_get(claim_on(report, SYMMETRIC_1 "double/energy_error"),
                                                  "measured")) == coarse);
    assert_true(json_number_value(
                    json_object_get(claim_on(report, SYMMETRIC_1 "128/energy_error"), "measured")) == fine);
    assert_string_equal(text_of(claim_on(report, SYMMETRIC_1 "128/energy_error"), "step"), "0.05");
    json_decref(report);
}

TEST(test_quotient)
{
    const struct fixture *fixture = *state;
    const json_t *claim;
    json_t *report;
    double quotient;

    write_claims(fixture, WORSE);
    report = run_study(fixture, "values", "");
    claim = claim_on(report, NONE_1 "double/energy_error");
    quotient = error_of(report, NONE_1 "double/0.1") / error_of(report, SYMMETRIC_1 "double/0.1");
    assert_true(fabs(json_number_value(json_object_get(claim, "measured")) / quotient - 1) < 1e-15);
    assert_string_equal(text_of(claim, "relative"), SYMMETRIC_1 "double/energy_error");
    assert_null(claim_on(report, SYMMETRIC_1 "double/energy_error"));
    json_decref(report);
    /* Without the other curve there is nothing to divide by. */
    report = run_study_in(fixture, "values", "part.sqlite", "--only gauss-1/none/double", 0);
    assert_string_equal(word_of(report, NONE_1 "double/energy_error", "verdict"), "inconclusive");
    assert_string_equal(word_of(report, NONE_1 "double/energy_error", "reason_code"), "too-few");
    assert_string_equal(word_of(report, NONE_1 "double/energy_error", "next"),
                        "the runs themselves: assay run ./values.lua");
    json_decref(report);
}

/* One curve of two steps at 128 bits, whose floor no other precision tells. */
static json_t *run_alone(const struct fixture *fixture, const char *claim)
{
    char more[2000];
    struct parts parts = parts_of(claim, more, sizeof more);

    parts.methods = "\"gauss-1\"";
    parts.projections = "\"symmetric\"";
    parts.precisions = "128";
    write_study(fixture, &parts);
    return run_study(fixture, "values", "");
}

/* A bound from the number itself: 1.5 times as large is in the margin, 2.5 times is not.  Nothing is repeated
 * and no step halved, though the study allows that and an order would ask for it. */
TEST(test_margin)
{
    const struct fixture *fixture = *state;
    static const struct {
        double factor;
        const char *verdict, *reason;
    } cases[] = {{1.5, "inconclusive", "margin"}, {2.5, "refuted", ""}, {0.9, "holds", ""}};
    json_t *report = run_alone(fixture, CLAIM("order", "gauss-1", "symmetric", "order = exactly \"2\""));
    const double error = error_of(report, SYMMETRIC_1 "128/0.1");

    assert_true(json_array_size(json_object_get(report, "cells")) > 2);
    json_decref(report);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char claim[500];

        snprintf(claim, sizeof claim, CLAIM("near", "gauss-1", "symmetric", "value = above \"%.6e\""),
                 cases[i].factor * error);
        report = run_alone(fixture, claim);
        assert_string_equal(word_of(report, SYMMETRIC_1 "128/energy_error", "verdict"), cases[i].verdict);
        assert_string_equal(word_of(report, SYMMETRIC_1 "128/energy_error", "reason_code"), cases[i].reason);
        assert_int_equal(json_array_size(json_object_get(report, "cells")), 2);
        json_decref(report);
    }
}

/* ---- words ---- */

TEST(test_words)
{
    const struct fixture *fixture = *state;
    json_t *report;

    write_claims(fixture, SMALL TINY WORSE);
    report = run_study(fixture, "values", "");
    json_decref(report);
    check_says(fixture, "out.txt", "double/energy_error: claimed: below 1e-9; measured ");
    check_says(fixture, "out.txt", " claims hold, 1 refuted");
    assert_int_equal(run_program(fixture, "gate ./values.lua --junit gate.xml", "gate.txt"), 1);
    check_says(fixture, "gate.txt",
               "expected holds, found refuted\n            claimed: below 1e-9; measured ");
    check_says(fixture, "gate.txt", "energy_error: expected holds, found refuted");
    check_says(fixture, "gate.xml", "claim: below 1e-9 (here)\n");
    check_says(fixture, "gate.xml", "condition: the form varies\n");
    check_says(fixture, "same/index.html", "measured ");
    check_says(fixture, "same/index.html", "; claimed: below 1e-9");
    check_says(fixture, "same/data/fits.csv", ",tiny,below,1e-9,here,above,refuted,,");
    check_says(fixture, "same/data/claims.csv", "tiny,energy error: below 1e-9,here,");
    check_says(fixture, "same/data/claims.csv", "gauss-1/symmetric/default ");
    assert_int_equal(run_program(fixture, "explain ./values.lua tiny --store values.sqlite", "explain.txt"),
                     0);
    check_says(fixture, "explain.txt", "\nvalue          ");
    check_says(fixture, "explain.txt", " at h = 0.1\nclaim          tiny, below 1e-9 (here)\n");
    check_says(fixture, "explain.txt", "\nverdict        refuted: claimed: below 1e-9; measured ");
    check_says(fixture, "explain.txt", " --step 0.1 --steps 20 --precision double\n");
}

/* The condition is shown where the claim does not simply hold. */
TEST(test_condition)
{
    const struct fixture *fixture = *state;
    json_t *report;
    char *page;

    write_claims(fixture, WORSE);
    report = run_study(fixture, "values", "");
    assert_string_equal(text_of(json_array_get(json_object_get(report, "claims"), 0), "condition"),
                        "the form varies");
    page = read_output(fixture, "same/index.html");
    assert_null(strstr(page, "the form varies"));
    free(page);
    json_decref(report);
    write_claims(fixture,
                 CLAIM("tiny", "gauss-1", "symmetric", "value = below \"1e-9\", condition = \"h is small\""));
    json_decref(run_study(fixture, "values", ""));
    check_says(fixture, "same/index.html", "Condition: h is small");
}

/* ---- a part of a paper ---- */

static json_t *find_claim(const json_t *list, const char *name)
{
    json_t *row;
    size_t index;

    json_array_foreach(json_object_get(list, "claims"), index, row)
    {
        if (strcmp(text_of(row, "name"), name) == 0)
            return row;
    }
    fail_msg("there is no claim %s", name);
    return NULL;
}

/* What is listed says what is claimed; the part runs the curve that is divided by, and nothing in other
 * precisions than the claim's. */
TEST(test_paper)
{
    const struct fixture *fixture = *state;
    char path[PATH_SIZE], paper[PATH_SIZE];
    json_t *json;

    mkdir(path_in(path, fixture->folder, "shelf"), 0777);
    mkdir(path_in(paper, path, "tiny2020"), 0777);
    write_file(fixture, "shelf/tiny2020/values.lua",
               "return study { title = \"V\", models = { \"lotka-volterra\" }, methods = { \"gauss-1\", "
               "\"gauss-2\" }, projections = { \"none\", \"symmetric\", \"midpoint\" }, steps = { \"0.1\" }, "
               "untiltime = \"2\", precisions = { \"double\", 128 }, measures = { \"energy_error\" }, claims "
               "= { " CLAIM("V1", "gauss-1", "none",
                            "value = above \"1e-9\", precision = \"double\", step = \"0.1\", "
                            "relative = { projection = \"symmetric\" }") "} }");
    setenv("ASSAY_PATH", path, 1);
    assert_int_equal(run_program(fixture, "list claims --json", "list.json"), 0);
    assert_int_equal(run_program(fixture, "reproduce tiny2020:V1 --json --store paper.sqlite", "part.json"),
                     0);
    unsetenv("ASSAY_PATH");
    json = load(fixture, "list.json");
    assert_string_equal(text_of(find_claim(json, "V1"), "text"),
                        "energy_error above 1e-9 at h = 0.1, relative to symmetric");
    assert_string_equal(text_of(find_claim(json, "V1"), "claimed"), text_of(find_claim(json, "V1"), "text"));
    json_decref(json);
    json = load(fixture, "part.json");
    assert_int_equal(json_array_size(json_object_get(json, "cells")), 2);
    assert_string_equal(word_of(json, "lotka-volterra/default/gauss-1/none/double/energy_error", "verdict"),
                        "holds");
    json_decref(json);
}

/* ---- mistakes ---- */

static void refuse(const struct fixture *fixture, const char *claims, const char *message)
{
    write_claims(fixture, claims);
    assert_int_equal(run_shell(fixture, "run ./values.lua > wrong.txt 2>&1"), 2);
    check_says(fixture, "wrong.txt", message);
}

TEST(test_mistakes)
{
    const struct fixture *fixture = *state;

    refuse(fixture, CLAIM("K", "gauss-1", "none", "value = below \"1\", step = \"0.3\""),
           "claim K asks for the step '0.3', which the study does not have; write one of 0.1, 0.05");
    refuse(fixture, CLAIM("K", "gauss-1", "none", "value = below \"1\", precision = 200"),
           "claim K asks for the precision '200', which the study does not have; write one of double, 128");
    refuse(fixture,
           CLAIM("K", "gauss-1", "none", "value = below \"1\", relative = { projection = \"midpoint\" }"),
           "claim K, in what it is relative to, asks for the projection 'midpoint', which");
    refuse(fixture, CLAIM("K", "gauss-1", "none", "value = below \"1\", relative = { method = \"rk4\" }"),
           "claim K, in what it is relative to, asks for the method 'rk4', which");
    refuse(fixture, CLAIM("K", "gauss-1", "none", "value = below \"1\", relative = { precision = 96 }"),
           "claim K, in what it is relative to, asks for the precision '96', which");
    refuse(fixture,
           CLAIM("K", "gauss-1", "none", "value = below \"1\", relative = { projection = \"none\" }"),
           "claim K is relative to itself; write another");
    refuse(fixture, SMALL CLAIM("K", "gauss-2", "*", "value = above \"1\", precision = \"double\""),
           "claim small and a later claim K are both about");
    refuse(fixture, CLAIM("K", "gauss-1", "none", "value = below \"1\", length = \"5.5\""),
           "claim K: the length '5.5' is not a number of steps; write length = \"1000000\"");
    refuse(fixture, CLAIM("K", "gauss-1", "none", "order = exactly \"2\", length = \"10\""),
           "claim K is about all steps, not about the length of a run; leave out length");
    /* The control: precisions keep them apart. */
    write_claims(fixture, TINY QUARTER);
    json_decref(run_study(fixture, "values", ""));
}

/* ---- inside ---- */

struct inside {
    struct study *study;
    struct grid *grid;
    struct result *rows;
};

static struct inside open_inside(const struct fixture *fixture)
{
    struct inside inside = {NULL, NULL, NULL};
    char home[PATH_SIZE];
    struct error error = {""};

    assert_non_null(getcwd(home, sizeof home));
    assert_int_equal(chdir(fixture->folder), 0); /* where its models are */
    inside.study = study_create("./values.lua", false, &error);
    inside.grid = inside.study ? grid_create(inside.study, NULL, NULL, &error) : NULL;
    assert_int_equal(chdir(home), 0);
    if (!inside.grid)
        fail_msg("%s", error.text);
    inside.rows = memory_create(inside.grid->cells, sizeof *inside.rows);
    return inside;
}

static void close_inside(struct inside *inside)
{
    for (size_t i = 0; i < inside->grid->cells; i++)
        result_clear(inside->rows + i);
    free(inside->rows);
    grid_destroy(inside->grid);
    study_destroy(inside->study);
}

static void add_measure(struct result *row, const char *name, double value)
{
    result_add_double(row, measure_find(NULL, name), value);
    row->done = row->completed = true;
}

/* The floors of an integral invariant are those of its runs. */
TEST(test_own_floors)
{
    struct inside inside;
    double floors[2], errors[2] = {0};
    struct fit fit = {.measure = "poincare_1:canonical", .bits = 128, .points = 2, .errors = errors};

    write_claims(*state, TINY);
    inside = open_inside(*state);
    add_measure(inside.rows + grid_cell_number(inside.grid, 0, 0, false), "poincare_1:canonical:floor",
                3e-15);
    fit_floor_find(inside.grid, inside.rows, &fit, floors);
    assert_true(floors[0] == 3e-15 && isnan(floors[1]));
    assert_false(fit.needs_repeats);
    assert_int_equal(fit.floor_origin, FLOOR_OWN);
    fit.measure = "energy_error"; /* the control */
    fit_floor_find(inside.grid, inside.rows, &fit, floors);
    assert_true(floors[0] > 0 && floors[0] != 3e-15 && floors[1] > floors[0]);
    close_inside(&inside);
}

/* A slope lies within its spread; a growth has the slope of its ensemble beside it, that of a history none. */
TEST(test_slopes)
{
    char more[100];
    struct parts parts = parts_of("", more, sizeof more);
    struct study_claim slope = {.kind = CLAIM_ABOVE}, growth = {.kind = CLAIM_GROWTH};
    struct claim_on_fit claim = {.kind = CLAIM_ABOVE, .low = 0, .high = INFINITY};
    struct inside inside;
    struct result *row;

    parts.measures = "\"slope:energy\", \"growth:energy\"";
    write_study(*state, &parts);
    inside = open_inside(*state);
    row = inside.rows + grid_cell_number(inside.grid, 0, 0, false);
    add_measure(row, "growth:energy", 1.0);
    verdict_value_find(inside.grid, inside.rows, 0, "growth:energy", &growth, &claim);
    assert_false(claim.number.of_ensemble);
    add_measure(row, "slope:energy", 3e-18);
    add_measure(row, "slope:energy:spread", 2e-18);
    verdict_value_find(inside.grid, inside.rows, 0, "growth:energy", &growth, &claim);
    assert_true(claim.number.of_ensemble && claim.number.slope == 3e-18 && claim.number.spread == 2e-18);
    assert_true(claim.number.least == 1 && claim.number.most == 1);
    verdict_value_find(inside.grid, inside.rows, 0, "slope:energy", &slope, &claim);
    assert_true(claim.number.least == 3e-18 - 2e-18 && claim.number.most == 3e-18 + 2e-18);
    assert_int_equal(verdict_value_decide(&claim).verdict, VERDICT_HOLDS);
    claim.low = 2e-18; /* the slope lies above it, its range does not */
    verdict_value_find(inside.grid, inside.rows, 0, "slope:energy", &slope, &claim);
    assert_int_equal(verdict_value_decide(&claim).reason, VERDICT_REASON_TOO_SHORT);
    close_inside(&inside);
}

/* Every precision is judged unless the claim names some; a witness, and the curve that others are relative
 * to, are not. */
TEST(test_which_curves)
{
    struct inside inside;
    size_t found = 0;

    write_claims(*state, TINY CLAIM("worse", "*", "*",
                                    "value = above \"1\", relative = { projection = \"symmetric\" }"));
    inside = open_inside(*state);
    for (size_t i = 0; i < inside.grid->curves; i++) {
        const struct grid_curve *curve = inside.grid->curve + i;
        const struct study_claim *claim = grid_claim_find(inside.grid, curve, "energy_error");
        const bool none = strcmp(curve->projection->name, "none") == 0,
                   tiny = !none && strcmp(curve->method->name, "gauss-1") == 0 && curve->bits == CELL_DOUBLE;

        assert_true(none || tiny ? claim && strcmp(claim->id, none ? "worse" : "tiny") == 0 : !claim);
        found += claim != NULL;
        inside.grid->problem[curve->problem].witness = true;
        assert_null(grid_claim_find(inside.grid, curve, "energy_error"));
        inside.grid->problem[curve->problem].witness = false;
    }
    assert_int_equal(found, 2 * 2 + 1);
    close_inside(&inside);
}

/* A claim on a number asks for neither. */
TEST(test_nothing_is_needed)
{
    const struct claim_on_fit value = {.kind = CLAIM_ABOVE}, order = {.kind = CLAIM_EXACTLY};
    struct fit fit = {.claim = &order, .next = VERDICT_NEXT_WITNESS};

    assert_true(judge_needs_witness(&fit));
    fit.claim = &value;
    assert_false(judge_needs_witness(&fit) || judge_needs_halvings(&fit));
}

TEST_GROUP(fixture_create_models, fixture_destroy)
