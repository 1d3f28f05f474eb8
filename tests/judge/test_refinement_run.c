/* What a study runs further: halvings, bits, witnesses, each only where it decides something and the budget
 * allows it.  Orders are those of table 2 of Kraus (2017): 2 s with the symmetric projection, s + 1 or s
 * without one; those of the largest energy error in equal parts of a run, of which no expansion decides. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/grid_fixture.h"
#include "tests/fixtures/runs/refinement_fixture.h"

#include "harness/judge/refinement.h"
#include "harness/plan/result_text.h"
#include "numerics/exact.h"

#define ORDER_OF(id, measure, projection, order)                                                             \
    "{ id = '" id "', source = 'Kraus (2017), table 2', method = 'gauss-*', projection = '" projection       \
    "', measure = '" measure "', order = exactly '" order "' },"
#define ORDER(id, projection, order) ORDER_OF(id, "largest:energy", projection, order)
#define TRUE_ORDER                   ORDER("true", "symmetric", "2*s")
#define FALSE_ORDER                  ORDER("false", "none", "5")
#define CONSTRAINT_OF_ORDER_1        ORDER_OF("low", "largest:constraint", "none", "1")
#define CLAIMS(claims)               "claims = { " claims " },"
#define DEFAULT                      "first/default/gauss-2/"
#define OTHER                        "first/other/gauss-2/"
#define FIT                          "128/largest:energy"

/* Slopes that have not settled after three halvings, and have after five. */
static void write_coarse(const char *steps, const char *more)
{
    write_study(&(struct parts){"coarse", "'gauss-2'", "'none', 'symmetric'", steps, "8", "128",
                                "'largest:energy'", more});
}

static json_t *run_new(const char *study, const char *options)
{
    char name[64];

    snprintf(name, sizeof name, "%s.sqlite", study);
    unlink(name);
    return run_study(study, options);
}

static void check_fit(const json_t *report, const char *fit, size_t points, const char *verdict,
                      const char *reason)
{
    check_reason(report, fit, verdict, reason);
    assert_int_equal(number_of(report, fit, "points"), points);
}

/* -- halvings -- */

TEST(test_halvings)
{
    /* Five would do, but two come at a time where the study allows them. */
    static const char *const refine[] = {"", "refine = 1,", "refine = 6,", ""};
    static const size_t points[] = {4, 5, 6, 6};
    for (size_t i = 0; i < 4; i++) {
        char more[PATH_SIZE];
        bool settled = points[i] > 4;
        json_t *report;

        snprintf(more, sizeof more, "%s %s", refine[i], CLAIMS(TRUE_ORDER));
        write_coarse("'0.5', 4", more);
        report = run_new("coarse", i == 3 ? "--refine" : "");
        check_fit(report, DEFAULT "symmetric/" FIT, points[i], settled ? "holds" : "inconclusive",
                  settled ? "" : "budget");
        /* What nobody claims anything of has settled with the steps that it was given. */
        assert_int_equal(number_of(report, DEFAULT "none/" FIT, "points"), 4);
        assert_int_equal(count_cells(report, DEFAULT "symmetric/128/"), points[i]);
        assert_int_equal(count_cells(report, DEFAULT "none/"), 4);
    }
}

/* With the largest step the runs break down, and three errors are no order; smaller steps are. */
TEST(test_breakdown)
{
    json_t *report;

    write_study(&(struct parts){"coarse", "'gauss-2'", "'none', 'symmetric'", "'1', 4", "8", "128",
                                "'energy_error'",
                                CLAIMS(ORDER_OF("true", "energy_error", "symmetric", "2*s"))});
    report = run_new("coarse", "");
    check_fit(report, DEFAULT "symmetric/128/energy_error", 4, "inconclusive", "broke-down");
    report = run_new("coarse", "--refine");
    assert_string_equal(text_at(get_entry(report, "cells", DEFAULT "symmetric/128/1"), "status"),
                        "broke-down");
    check_fit(report, DEFAULT "symmetric/128/energy_error", 6, "holds", "");
    /* No claim, no need. */
    assert_int_equal(number_of(report, DEFAULT "none/128/energy_error", "points"), 4);
}

/* An order above `exactly p` is refuted by 12 halvings; fewer are made where these are not to be had, since
 * they may bring the order down.  Where the expansion has that order none are needed. */
TEST(test_superconvergence)
{
    static const char expanded[] = "first/default/gauss-1/none/128/energy_error",
                      fit[] = "first/default/gauss-1/none/128/largest:constraint";
    const json_t *report;

    for (size_t i = 0; i < 3; i++) {
        write_study(&(struct parts){"above", "'gauss-1'", "'none'", "'0.5', 5", "1", "128",
                                    "'largest:constraint'",
                                    i == 0   ? WITNESS "refine = 7," CLAIMS(CONSTRAINT_OF_ORDER_1)
                                    : i == 1 ? WITNESS "refine = 8," CLAIMS(CONSTRAINT_OF_ORDER_1)
                                             : WITNESS CLAIMS(CONSTRAINT_OF_ORDER_1)});
        report = run_new("above", i == 2 ? "--refine" : "");
        check_fit(report, fit, i ? 13 : 12, i ? "refuted" : "inconclusive", i ? "" : "budget");
        assert_int_equal(count_cells(report, "first/other/gauss-1/none/128/"), i ? 13 : 0);
        assert_true(fabs(number_of(report, fit, "order") - 2) < 0.1);
    }
    write_study(&(struct parts){"expanded", "'gauss-1'", "'none'", "'0.125', 5", "1", "128", "'energy_error'",
                                WITNESS CLAIMS(ORDER_OF("low", "energy_error", "none", "1"))});
    check_fit(run_new("expanded", ""), expanded, 5, "refuted", "");
}

/* -- bits -- */

/* Errors of order 8 go below the floor of 64 bits: the curve is computed again with 128. */
TEST(test_bits)
{
    const char *fit = "first/default/gauss-4/symmetric/64/largest:energy";
    const json_t *report, *point;

    write_study(&(struct parts){"hidden", "'gauss-4'", "'symmetric'", "'0.1', 5", "2", "64",
                                "'largest:energy'", CLAIMS(TRUE_ORDER)});
    report = run_new("hidden", "");
    check_fit(report, fit, 5, "holds", "");
    assert_true(fabs(number_of(report, fit, "order") - 8) < 0.1);
    assert_int_equal(number_of(report, fit, "bits"), 128);
    assert_int_equal(count_cells(report, "first/default/gauss-4/symmetric/128/"), 5);
    assert_int_equal(count_cells(report, "first/default/gauss-4/symmetric/192/"), 2);
    assert_int_equal(size_at(report, "cells"), 7);
    /* The points of the fit are those runs. */
    check_run(0, "explain.json", "explain ./hidden.lua 64/largest:energy --store hidden.sqlite --json");
    point = at(get_entry(load("explain.json"), "fits", fit), "points/4");
    assert_string_equal(text_at(point, "cell"), "completed");
    assert_int_equal(integer_at(point, "steps"), 320);
}

/* -- witnesses -- */

TEST(test_witnesses)
{
    json_t *report;

    write_coarse("'0.5', 4", "refine = 2," WITNESS CLAIMS(TRUE_ORDER FALSE_ORDER));
    report = run_new("coarse", "");
    check_fit(report, DEFAULT "none/" FIT, 4, "refuted", "");
    check_fit(report, OTHER "none/" FIT, 6, "refuted", "");
    check_fit(report, DEFAULT "symmetric/" FIT, 6, "holds", "");
    assert_int_equal(count_cells(report, OTHER "none/128/"), 6);
    assert_int_equal(count_cells(report, OTHER "symmetric/"), 0);
    assert_string_equal(text_at(entry_with(at(report, "claims"), "id", "false"), "measured"),
                        "0 of 1 hold, 1 refuted, 0 inconclusive"); /* two sets of data, one entry */
    /* Nothing is refuted, nobody is asked. */
    write_coarse("'0.5', 4", "refine = 2," WITNESS CLAIMS(TRUE_ORDER));
    report = run_new("coarse", "");
    assert_int_equal(count_cells(report, "first/other/"), 0);
    assert_null(entry_with(at(report, "fits"), "id", OTHER "none/" FIT));
}

/* A row with the error h^2. */
static void fill_row(struct result *row, const struct grid *grid, size_t curve, size_t step)
{
    const double h = exact_to_double(grid->problem[grid->curve[curve].problem].step[step]);
    char line[PATH_SIZE];

    snprintf(line, sizeof line,
             "{\"done\":true,\"completed\":true,\"broke_down_at\":0,\"residual_evaluations\":1,"
             "\"newton_iterations\":1,\"worst_stall\":0.0,\"seconds\":0.0,"
             "\"measures\":[[\"largest:energy\",%.17e,\"%.17e\"]],\"histories\":[]}",
             h * h, h * h);
    assert_true(result_text_read(row, grid->problem[grid->curve[curve].problem].problem, line));
}

/* The refuted curve is the first one, its witness the second; both have steps and bits already. */
static void check_woken(struct grid *grid, size_t steps, long bits, size_t witness_steps, long witness_bits)
{
    struct result *rows = rows_of(grid);
    struct refinement refinement = {.grid = grid, .rows = rows, .panel = kept(panel_create())};
    struct grid_curve *refuted = grid->curve, *witness = grid->curve + 1;

    assert_true(grid->curves >= 2 && grid->problem[witness->problem].witness);
    refuted->steps = steps;
    refuted->bits = bits;
    refuted->repeats = witness->repeats = 0;
    witness->steps = witness_steps;
    witness->bits = witness_bits;
    for (size_t k = 0; k < steps; k++)
        fill_row(rows + grid_cell_number(grid, 0, k, false), grid, 0, k);
    refinement_wake(&refinement, fits_of(grid, rows));
    assert_int_equal(witness->steps, witness_steps > steps ? witness_steps : steps);
    assert_int_equal(witness->bits, witness_bits > bits ? witness_bits : bits);
    assert_int_equal(refuted->steps, steps);
}

/* Three runs are too few, and ask for two more; not when the last took too long, as finer ones would too. */
static void check_late(struct grid *grid, bool late)
{
    struct result *rows = rows_of(grid);
    struct refinement refinement = {.grid = grid, .rows = rows};

    grid->curve[0].steps = 3;
    grid->curve[0].bits = 64;
    for (size_t k = 0; k < (late ? 2 : 3); k++)
        fill_row(rows + grid_cell_number(grid, 0, k, false), grid, 0, k);
    rows[grid_cell_number(grid, 0, 2, false)].late = late;
    refinement_request(&refinement, fits_of(grid, rows));
    assert_int_equal(grid->curve[0].steps, late ? 3 : 5);
}

/* A witness that was refined, or serves several fits, is given more and never less: else what it ends with
 * would depend on who asked last.  Runs that took too long ask for no longer ones. */
TEST(test_requests)
{
    struct grid *grid;

    write_study(&(struct parts){"woken", "'gauss-2'", "'none'", "'0.1', 4", "8", "64", "'largest:energy'",
                                "refine = 4," WITNESS CLAIMS(FALSE_ORDER)});
    grid = grid_of("./woken.lua");
    check_woken(grid, 4, 64, 0, 64);
    check_woken(grid, 4, 128, 6, 64);
    check_woken(grid, 6, 64, 4, 128);
    grid = grid_of("./woken.lua");
    check_late(grid, true);
    check_late(grid, false);
}

/* -- the budget -- */

/* What was computed beyond the steps of the study, repeated runs apart. */
static json_int_t count_spent(const json_t *report)
{
    static const char *const first[] = {"0.5", "0.25", "0.125", "0.0625"};
    json_int_t spent = count_evaluations(report, DEFAULT "none/128/") +
                       count_evaluations(report, DEFAULT "symmetric/128/") +
                       count_evaluations(report, OTHER "none/128/");

    for (size_t i = 0; i < 8; i++) {
        char id[PATH_SIZE];

        /* No other step begins like one of these. */
        snprintf(id, sizeof id, DEFAULT "%s/128/%s", i % 2 ? "none" : "symmetric", first[i / 2]);
        spent -= count_evaluations(report, id);
    }
    return spent;
}

static void check_budget(json_int_t budget, bool in_study, bool decided, json_int_t *spent)
{
    char more[2 * PATH_SIZE], options[64] = "";
    json_t *report;

    snprintf(more, sizeof more, "refine = 6, %s %s", WITNESS, CLAIMS(TRUE_ORDER FALSE_ORDER));
    if (in_study)
        snprintf(more, sizeof more, "refine = 6, budget = %lld, %s %s", (long long)budget, WITNESS,
                 CLAIMS(TRUE_ORDER FALSE_ORDER));
    else if (budget)
        snprintf(options, sizeof options, "--budget %lld", (long long)budget);
    write_coarse("'0.5', 4", more);
    report = run_new("coarse", options);
    *spent = count_spent(report);
    check_verdict(report, DEFAULT "none/" FIT, decided ? "refuted" : "inconclusive");
    if (decided)
        check_fit(report, DEFAULT "symmetric/" FIT, 6, "holds", "");
    else if (!entry_with(at(report, "fits"), "id", OTHER "none/" FIT))
        check_fit(report, DEFAULT "symmetric/" FIT, 4, "inconclusive", "budget");
}

/* Counts double with every halving, so that the prediction is near: nothing beyond the budget is run. */
TEST(test_budget)
{
    json_int_t all, spent;

    check_budget(0, false, true, &all);
    assert_true(all > 3000);
    for (int k = 0; k < 2; k++) {
        check_budget(all * 11 / 10, k, true, &spent);
        assert_int_equal(spent, all);
        check_budget(all * 9 / 10, k, false, &spent);
        assert_in_range(spent, 1, all * 9 / 10);
        check_budget(all / 3, k, false, &spent);
        assert_in_range(spent, 1, all / 3);
        check_budget(1, k, false, &spent);
        assert_int_equal(spent, 0);
    }
}

/* -- orders measured again -- */

#define CONFIRM                                                                                              \
    "confirm = { { model = 'first', factor = '33/32' }, { model = 'first', initial = 'other', factor = "     \
    "'0.97' } },"

/* With the steps times the factor, one halving less, where the order holds and nowhere else; they are no part of the
 * count of what holds. */
TEST(test_orders_measured_again)
{
    static const char again[] = "first/default[steps=33:32]/gauss-2/symmetric/128/",
                      also[] = "first/other[steps=0.97]/gauss-2/symmetric/128/";
    const json_t *report, *claim;

    write_coarse("'0.25', 6", CONFIRM CLAIMS(TRUE_ORDER FALSE_ORDER));
    report = run_new("coarse", "");
    check_fit(report, DEFAULT "symmetric/" FIT, 6, "holds", "");
    check_fit(report, "first/default[steps=33:32]/gauss-2/symmetric/" FIT, 5, "holds", "");
    check_fit(report, "first/other[steps=0.97]/gauss-2/symmetric/" FIT, 5, "holds", "");
    assert_int_equal(count_cells(report, again), 5);
    assert_int_equal(count_cells(report, also), 5);
    assert_non_null(
        entry_with(at(report, "cells"), "id", "first/default[steps=33:32]/gauss-2/symmetric/128/0.2578125"));
    assert_int_equal(count_cells(report, "first/default[steps=33:32]/gauss-2/none/"), 0);
    claim = entry_with(at(report, "claims"), "id", "true");
    assert_string_equal(
        text_at(claim, "measured"),
        "1 of 1 hold, 0 refuted, 0 inconclusive; again with other steps and data: 2 of 2 hold");
}

TEST_GROUP(fixture_create_models, fixture_destroy)
