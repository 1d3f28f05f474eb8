/* What cells cost beforehand: the trajectories of ensembles, loops and surfaces count, and those that no machine can
 * hold are refused with the cell and what to write. */
#include "tests/fixtures/test.h"

#include "harness/plan/grid_cost.h"
#include "harness/plan/study_check.h"
#include "tests/fixtures/runs/study_fixture.h"

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
        {", 'growth:energy'", "ensemble = 640", 641},
        {", 'poincare_1:noncanonical'", "points = 100", 101},
        {", 'poincare_2:noncanonical'", "side = 21", 1 + 21 * 21},
        {", 'poincare_1:noncanonical', 'poincare_2:noncanonical'", "points = 8, side = 5", 1 + 8 + 25},
    };
    const double one = cost_of("", "", &said);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double cost = cost_of(cases[i].measures, cases[i].settings, &said);

        if (fabs(cost / one - cases[i].trajectories) > 1e-9)
            fail_msg("%s, %s: %g runs instead of %g", cases[i].measures, cases[i].settings, cost / one,
                     cases[i].trajectories);
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

TEST_GROUP(NULL, release_mpfr)
