/* How numbers are rounded, from the precisions of a study to its cells: names and keys, repeats with more
 * bits, curves that do not apply, and results that are those of a single run rounded so. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/grid_fixture.h"
#include "tests/fixtures/runs/refinement_fixture.h"

#include "harness/plan/grid_key.h"

#define PRECISIONS                                                                                           \
    "'double', 'double:rounded', 'double:uncompensated:split', 'double:split:uncompensated', "               \
    "'double:split', '100', '100:symplectic', 'double:accepted:split'"

static const char *const names[] = {"double",         "double:split:uncompensated", "double:split", "100",
                                    "100:symplectic", "double:split:accepted"};
static const char *const repeated[] = {"128", "128:split:uncompensated", "128:split",
                                       "164", "164:symplectic",          "128:split:accepted"};
enum { NAMES = sizeof names / sizeof *names, STEPS = 3, MOST_CELLS = 100 };

/* Each once, by the name that all ways to write it share; keys tell all cells apart. */
TEST(test_grid)
{
    char key[MOST_CELLS][CELL_KEY_TEXT], id[512], expected[512];
    const struct grid *grid;

    write_study(
        &(struct parts){"grid", "'gauss-3'", "'none'", "'0.1', 3", "2", PRECISIONS, "'energy_error'", ""});
    grid = grid_of("./grid.lua");
    assert_int_equal(grid->precisions, NAMES);
    assert_int_equal(grid->curves, NAMES);
    assert_int_equal(grid->cells, NAMES * 2 * STEPS);
    for (size_t i = 0; i < grid->cells; i++) {
        struct grid_cell cell = grid_cell_of(grid, i);

        snprintf(expected, sizeof expected, "first/default/gauss-3/none/%s/%s",
                 (cell.repeat ? repeated : names)[cell.curve], grid->problem[0].step_text[cell.step]);
        grid_cell_id(grid, i, id, sizeof id);
        assert_string_equal(id, expected);
        grid_key_create(grid, i, key[i]);
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(key[k], key[i]);
    }
    grid_curve_id(grid, grid->curve + 2, id, sizeof id);
    assert_string_equal(id, "first/default/gauss-3/none/double:split");
}

/* Methods that cannot have symplectic coefficients; the others of the study can. */
TEST(test_not_applicable)
{
    const struct grid *grid;

    write_study(&(struct parts){"applies", "'gauss-2', 'rk4'", "'none'", "'0.1', 3", "2",
                                "'double:symplectic', 'double:split'", "'energy_error'", ""});
    grid = grid_of("./applies.lua");
    assert_int_equal(grid->curves, 4);
    for (size_t i = 0; i < grid->curves; i++) {
        const struct grid_curve *curve = grid->curve + i;
        bool applies = curve->precision == 1 || strcmp(curve->method->name, "rk4") != 0;

        assert_int_equal(curve->applies, applies);
        assert_int_equal(strstr(curve->reason, "the coefficients of rk4 cannot be symplectic") != NULL,
                         !applies);
    }
}

/* What one run alone has for its energy error. */
static double integrate(const char *precision)
{
    const json_t *json;

    check_shell(0,
                "integrate ./first.lua --method gauss-3 --projection symmetric --step 0.025 --steps 120 "
                "--precision %s --json > one.json",
                precision);
    json = load("one.json");
    assert_int_equal(json_is_false(at(json, "corrected")), strstr(precision, "accepted") != NULL);
    assert_int_equal(json_is_false(at(json, "compensated")), strstr(precision, "uncompensated") != NULL);
    return number_at(json, "measures/energy_error");
}

TEST(test_cells)
{
    static const char *const precisions[] = {"double",
                                             "double:split",
                                             "double:symplectic",
                                             "double:uncompensated",
                                             "double:symplectic:uncompensated",
                                             "double:accepted"};
    enum { COUNT = sizeof precisions / sizeof *precisions };
    double value[COUNT];
    char id[PATH_SIZE];
    json_t *report;

    write_study(&(struct parts){"cells", "'gauss-3'", "'symmetric'", "'0.1', 3", "3",
                                "'double', 'double:split', 'double:symplectic', 'double:uncompensated', "
                                "'double:symplectic:uncompensated', 'double:accepted'",
                                "'energy_error'", ""});
    report = run_study("cells", "");
    for (size_t i = 0; i < COUNT; i++) {
        const json_t *cell;

        snprintf(id, sizeof id, "first/default/gauss-3/symmetric/%s/0.025", precisions[i]);
        cell = get_entry(report, "cells", id);
        assert_string_equal(text_at(cell, "precision"), precisions[i]);
        value[i] = number_at(cell, "measures/energy_error");
        assert_true(value[i] > 0 && value[i] == integrate(precisions[i]));
        for (size_t k = 0; k < i; k++)
            assert_true(value[k] != value[i]); /* control: each is another run */
    }
}

/* The run that a fit stands on is one of its own rounding. */
TEST(test_explained)
{
    write_study(&(struct parts){"explained", "'gauss-2'", "'symmetric'", "'0.1', 5", "2",
                                "'double', '100', '100:split'", "'energy_error'", ""});
    run_study("explained", "");
    check_run(0, "explain.txt",
              "explain ./explained.lua first/default/gauss-2/symmetric/100:split/energy_error --store "
              "explained.sqlite");
    check_says("explain.txt", "--precision 100:split");
}

TEST_GROUP(fixture_create_models, fixture_destroy)
