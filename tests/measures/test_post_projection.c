/* Post-projection (K29): where R(infinity) = -1 the symplectic projection of n steps is the projection of n
 * steps without (Kraus 2017, eq. 125), to the last digits; where it is +1 it is not.
 *
 * The steps as they are written down must also be those of the program, which with R(infinity) = -1 takes the
 * short way. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/step/step_measure.h"

enum { MOST_DIMENSIONS = 4, MORE_BITS = 264 };
static const double EXCURSION[MOST_DIMENSIONS] = {1.5, 0.25, 3, 0.01};
static const double ROUND_OFF = 1e-55, VISIBLE = 1e-40;

static const char *const MODELS[] = {"models/point-vortices.lua", "models/massless-charged-particle.lua"};

static bool defect_of(const struct cell_request *request, mpfr_t defect, struct error *error)
{
    struct cell_request weighed = *request;

    weighed.excursion = EXCURSION;
    return step_measure_post_projection(&weighed, defect, error);
}

TEST(test_post_projection)
{
    static const struct {
        const char *method;
        bool post;
    } cases[] = {{"gauss-1", true},
                 {"gauss-3", true},
                 {"srk-3", true},
                 {"lobatto-iiid-3", true},
                 {"lobatto-iiie-3", true},
                 {"lobatto-iiib-iiia-2", true},
                 {"gauss-2", false},
                 {"gauss-4", false},
                 {"lobatto-iiid-2", false},
                 {"lobatto-iiie-2", false},
                 {"lobatto-iiib-iiia-3", false}};

    for (size_t m = 0; m < COUNT(MODELS); m++) {
        struct problem *problem = checkpoint_problem(MODELS[m]);

        for (size_t i = 0; i < COUNT(cases); i++) {
            struct geometry_case cell = {problem, cases[i].method, "symplectic", CHECKPOINT_BITS, 10, 0};
            double few = geometry_find(&cell, defect_of), many;

            cell.bits = MORE_BITS;
            many = geometry_find(&cell, defect_of);
            if (cases[i].post ? !(few < ROUND_OFF) || !(many < exp2(-0.8 * 64) * fmax(few, 1e-60))
                              : !(few > VISIBLE) || !(fabs(many - few) < 1e-12 * few))
                fail_msg("%s %s: %.17g, with more bits %.17g", MODELS[m], cases[i].method, few, many);
            if (i == 0 || i == 6)
                print_message("# %s %s: %.2g\n", MODELS[m], cases[i].method, few);
        }
    }
}

/* The model that cannot tell: theta_2 of Lotka-Volterra is linear, and both are the same whatever R(infinity)
 * is. */
TEST(test_vacuous)
{
    struct problem *problem = checkpoint_problem("models/lotka-volterra.lua");
    struct geometry_case cell = {problem, "gauss-1", "symplectic", CHECKPOINT_BITS, 10, 0};

    assert_true(geometry_find(&cell, defect_of) < ROUND_OFF);
    cell.method = "gauss-2";
    assert_true(geometry_find(&cell, defect_of) < ROUND_OFF);
}

TEST(test_refused)
{
    static const char *const maps[][2] = {{"gauss-1", "none"}, {"gauss-1", "symmetric"}, {"rk4", "none"}};
    struct problem *problem = checkpoint_problem(MODELS[0]);

    for (size_t i = 0; i < COUNT(maps); i++) {
        struct geometry_case cell = {problem, maps[i][0], maps[i][1], CELL_DOUBLE, 10, 0};

        assert_non_null(geometry_refusal(&cell, "post_projection_defect"));
    }
}

/* In double; and a step that is not solved. */
TEST(test_double)
{
    struct problem *problem = checkpoint_problem(MODELS[0]);
    struct geometry_case cell = {problem, "gauss-3", "symplectic", CELL_DOUBLE, 10, 0};

    assert_true(geometry_find(&cell, defect_of) < 1e-13);
    cell.whole_step = 40;
    assert_true(isnan(geometry_find(&cell, defect_of)));
    cell = (struct geometry_case){problem, "gauss-2", "symplectic", CELL_DOUBLE, 10, 0};
    assert_true(geometry_find(&cell, defect_of) > 1e-9);
}
