/* The shipped gates claim of as many orders and numbers as they say: `verdicts` of the study.  And what is run beside
 * them, for comparison: on linear equations, and there alone, the methods that look there like what they are not. */
#include "tests/fixtures/test.h"

#include <mpfr.h>

#include "harness/plan/comparison.h"
#include "harness/plan/grid_claim.h"

static size_t count_claimed(const struct grid *grid)
{
    size_t count = 0;

    for (size_t i = 0; i < grid->curves; i++) {
        const struct grid_problem *p = grid->problem + grid->curve[i].problem;

        for (size_t k = 0; k < p->measures && !p->witness; k++) {
            char text[MEASURE_TEXT];

            count += grid_claim_find(grid, grid->curve + i, measure_write(p->measure[k], text)) != NULL;
        }
    }
    return count;
}

TEST(test_gates)
{
    static const char *const gates[] = {"ci",      "ci-alone", "ci-geometry", "ci-growth",
                                        "ci-long", "ci-ode",   "ci-steps"};

    for (size_t i = 0; i < sizeof gates / sizeof *gates; i++) {
        struct study *study = kept(study_create(gates[i], false, &said));
        struct grid *grid = study ? grid_create(study, NULL, NULL, &said) : NULL;

        assert_done(grid, said);
        if (count_claimed(grid) != study->verdicts)
            fail_msg("%s gives %zu verdicts instead of %zu", gates[i], count_claimed(grid), study->verdicts);
        grid_destroy(grid);
    }
    mpfr_free_cache();
}

TEST(test_compared_on_linear_equations)
{
    struct study *study = kept(study_create("ci-ode", false, &said));
    struct grid *grid = study ? kept(grid_create(study, NULL, NULL, &said)) : NULL;
    size_t linear = 0;

    assert_done(grid, said);
    for (size_t i = 0; i < grid->curves; i++) {
        const struct grid_curve *curve = grid->curve + i;

        if (!curve->compared || !comparison_is_linear(curve->method))
            continue;
        assert_string_equal(grid->problem[curve->problem].problem->model->name, "harmonic-oscillator");
        linear++;
    }
    assert_int_equal(linear, 3); /* the fourth is a method of the study itself */
}
