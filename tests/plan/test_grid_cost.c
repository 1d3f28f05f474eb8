/* What cells cost beforehand: the trajectories of ensembles, loops and surfaces count, and those that no machine can
 * hold are refused with the cell and what to write. */
#include "tests/fixtures/test.h"

#include "harness/plan/grid_cost.h"
#include "harness/plan/study_check.h"
#include "tests/fixtures/runs/study_fixture.h"

enum { STEPS = 2 }; /* of the cell */

/* The cost of the first cell of a study that takes the measures with these settings; NaN where it is refused. */
static double cost_of(const char *measures, const char *settings, struct error *error)
{
    char text[1000];
    struct study *study;
    struct grid *grid;
    double cost;

    snprintf(text, sizeof text,
             "return study { title = 't', models = 'guiding-centre-symmetric', methods = 'gauss-1', "
             "projections = 'none', steps = { '1' }, untiltime = 2, %s measures = { 'energy_error'%s }, %s }",
             strstr(settings, "precisions") ? "" : "precisions = { 'double', 128 },", measures, settings);
    study = read_text(text, error);
    if (!study)
        fail_msg("%s", error->text);
    grid = kept(grid_create(study, NULL, NULL, error));
    if (!grid)
        fail_msg("%s", error->text);
    cost = study_check(grid, error) ? grid_cost_of(grid, 0) : NAN;
    return cost;
}

TEST(test_trajectories)
{
    static const struct {
        const char *measures, *settings;
        double trajectories;
    } cases[] = {
        {"", "ensemble = 640, points = 100, side = 21", 1}, /* nobody takes them */
        {", 'growth:energy'", "ensemble = 640", 1 + 640 / GRID_COST_LANES},
        {", 'poincare_1:noncanonical'", "points = 100", 101},
        {", 'poincare_2:noncanonical'", "side = 21", 1 + 21 * 21},
        {", 'poincare_1:noncanonical', 'poincare_2:noncanonical'", "points = 8, side = 5", 1 + 8 + 25},
    };
    const double one = cost_of("", "", &said);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double cost = cost_of(cases[i].measures, cases[i].settings, &said);
        const double expected =
            (STEPS * cases[i].trajectories + GRID_COST_BESIDE) / (STEPS + GRID_COST_BESIDE);

        if (fabs(cost / one - expected) > 1e-9)
            fail_msg("%s, %s: %g runs instead of %g", cases[i].measures, cases[i].settings, cost / one,
                     expected);
    }
}

TEST(test_memory)
{
    static const char *const cases[][3] = {
        {", 'poincare_2:noncanonical'", "side = 99999",
         "the cell guiding-centre-symmetric/default/gauss-1/none/double/1 would take about "},
        {", 'poincare_2:noncanonical'", "side = 99999",
         " GB of memory with side = 99999; write a smaller side"},
        {", 'poincare_1:noncanonical'", "points = 100000, precisions = 8192", "write a smaller points"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(isnan(cost_of(cases[i][0], cases[i][1], &said)));
        if (!strstr(said.text, cases[i][2]))
            fail_msg("'%s' does not say '%s'", said.text, cases[i][2]);
    }
    assert_true(cost_of("", "side = 99999", &said) > 0);
    assert_true(cost_of(", 'poincare_1:noncanonical'", "points = 100000", &said) > 0);
}

/* Of a matrix the first steps of all pairs come before the second of any, and those in mpfr after those in double. */
TEST(test_turns)
{
    const struct study *study =
        read_text("return study { title = 't', models = { 'kepler', 'lotka-volterra' }, methods = { 'rk4', "
                  "'gauss-2' }, page = 'matrix', "
                  "projections = 'none', steps = halving('0.1', 3), untiltime = 1, precisions = { 'double', "
                  "128 }, measures = "
                  "'energy_error', "
                  "also = { { name = 'long', steps = 10000, measures = { 'drift:energy' } } } }",
                  &said);
    const struct grid *grid = study ? kept(grid_create(study, NULL, NULL, &said)) : NULL;

    assert_done(grid, said);
    for (size_t i = 0; i < grid->cells; i++) {
        for (size_t k = 0; k < grid->cells; k++) {
            const struct grid_cell a = grid_cell_of(grid, i), b = grid_cell_of(grid, k);
            const bool parts = grid->problem[grid->curve[a.curve].problem].part ||
                               grid->problem[grid->curve[b.curve].problem].part;
            const double x = grid_cost_turn(grid, i, grid_cost_of(grid, i)),
                         y = grid_cost_turn(grid, k, grid_cost_of(grid, k));

            if (parts || a.repeat || b.repeat)
                continue;
            if (a.bits == CELL_DOUBLE && b.bits != CELL_DOUBLE)
                assert_true(x < y);
            if (a.bits == b.bits && a.step < b.step)
                assert_true(x < y);
            if (a.bits == b.bits && a.step == b.step)
                assert_int_equal(x < y, grid_cost_of(grid, i) < grid_cost_of(grid, k));
        }
    }
}

TEST_GROUP(NULL, release_mpfr)
