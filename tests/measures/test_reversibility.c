/* The reversibility defect: round-off for reversible maps, a power of h for the others.
 *
 * Where the reversal is linear and theta is reversed with it, every method here does not see it, rho Phi_h
 * rho = Phi_-h, so that the reversibility defect is the symmetry defect, also where that is large: an
 * identity between two measures that share no step.  Where it is not linear the identity is lost at the error
 * of the step, h^(p+1), and a symmetric method is no longer reversible.
 *
 * Momenta: under a gauge that is reversed up to a gradient p must be taken back to p = theta(q).  A linear
 * gradient is no difference to abar = a, nor with a null vector, and is one to other abar != a. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"
#include "tests/fixtures/models/refusals_fixture.h"

#include "measures/step/step_measure.h"

enum { MORE_BITS = 264, MOST_DIMENSIONS = 4 };
static const double ROUND_OFF = 1e-55, VISIBLE = 1e-12;
static const double EXCURSION[MOST_DIMENSIONS] = {1.5, 0.25, 3, 0.01};

static bool reversibility(const struct cell_request *request, mpfr_t defect, struct error *error)
{
    struct cell_request weighed = *request;

    weighed.excursion = EXCURSION;
    return step_measure_reversibility(&weighed, defect, error);
}

static bool symmetry(const struct cell_request *request, mpfr_t defect, struct error *error)
{
    struct cell_request weighed = *request;

    weighed.excursion = EXCURSION;
    return step_measure_symmetry(&weighed, defect, error);
}

/* -- shipped models -- */

static const struct shipped {
    const char *path;
    unsigned long steps_per_unit;
} SHIPPED[] = {{"models/point-vortices.lua", 10},
               {"models/point-vortices-linear.lua", 10},
               {"models/massless-charged-particle.lua", 10},
               {"models/guiding-centre-symmetric.lua", 1},
               {"models/guiding-centre-tokamak.lua", 1}};
enum { SHIPPED_MODELS = COUNT(SHIPPED) };

TEST(test_reversible)
{
    static const char *const methods[] = {"gauss-1", "gauss-2",        "srk-3",
                                          "gauss-3", "lobatto-iiid-2", "lobatto-iiia-iiib-3"};
    static const char *const projections[] = {"none", "symmetric", "midpoint"};

    for (size_t m = 0; m < SHIPPED_MODELS; m++) {
        struct problem *problem = checkpoint_problem(SHIPPED[m].path);

        for (size_t i = 0; i < 3 * COUNT(methods); i++) {
            struct geometry_case cell = {
                problem, methods[i / 3], projections[i % 3], CHECKPOINT_BITS, SHIPPED[m].steps_per_unit, 0};
            double few = geometry_find(&cell, reversibility), many;

            cell.bits = MORE_BITS;
            many = geometry_find(&cell, reversibility);
            if (!(few <= ROUND_OFF) || !(many <= exp2(-0.8 * 64) * fmax(few, exp2(-CHECKPOINT_BITS))))
                fail_msg("%s %s %s: %.3g, with more bits %.3g", SHIPPED[m].path, cell.method, cell.projection,
                         few, many);
        }
    }
}

/* The same for maps that are not reversible: (q), (q, p) with p off the constraint, (q, e). */
TEST(test_identity)
{
    static const char *const maps[][2] = {{"gauss-1", "standard"},    {"gauss-2", "symplectic"},
                                          {"radau-iia-2", "none"},    {"rk4", "none"},
                                          {"lobatto-iiic-3", "none"}, {"lobatto-iiic-3", "symmetric"}};

    for (size_t m = 0; m < SHIPPED_MODELS - 1; m += 2) {
        struct problem *problem = checkpoint_problem(SHIPPED[m].path);
        size_t seen = 0;

        for (size_t i = 0; i < COUNT(maps); i++) {
            struct geometry_case cell = {
                problem, maps[i][0], maps[i][1], CHECKPOINT_BITS, SHIPPED[m].steps_per_unit, 0};
            double turned = geometry_find(&cell, reversibility), back = geometry_find(&cell, symmetry);

            if (!(fabs(turned - back) <= 1e-15 * back + ROUND_OFF))
                fail_msg("%s %s %s: %.17g, symmetry %.17g", SHIPPED[m].path, maps[i][0], maps[i][1], turned,
                         back);
            seen += turned > VISIBLE;
        }
        assert_true(seen >= 4);
    }
}

/* -- other coordinates, other gauges -- */

/* The massless particle with x = X + CURVE Y^2, theta + GAUGE, reversal REVERSAL. */
#define PARTICLE(curve, gauge, reversal)                                                                     \
    "local function x(q) return q.X + " curve "*q.Y^2 end\n"                                                 \
    "local function A(q) return (1 + x(q)^2 + q.Y^2)/2 end\n"                                                \
    "return model { kind = \"degenerate\", coordinates = { \"X\", \"Y\" },\n"                                \
    "  theta = function (q, c)\n"                                                                            \
    "    local g = " gauge "\n"                                                                              \
    "    return { -A(q)*q.Y + g[1], A(q)*x(q) - 2*" curve "*q.Y*A(q)*q.Y + g[2] } end,\n"                    \
    "  hamiltonian = function (q, c) return cos(x(q)) + sin(q.Y) end,\n"                                     \
    "  reversal = function (q, c) return { " reversal " } end,\n"                                            \
    "  initial = { default = { \"3/4\", \"1/2\" } } }\n"
#define NO_GAUGE "{ 0, 0 }"

static void check_sentence(const struct problem *problem, bool up_to_a_gradient)
{
    const char *sentence = problem->model->check[problem->model->checks - 1];

    assert_non_null(strstr(sentence, "theta is reversed with it"));
    assert_int_equal(strstr(sentence, "up to a gradient") != NULL, up_to_a_gradient);
}

static void check_slope(const struct problem *problem, const char *method, const char *projection,
                        double power)
{
    struct geometry_case cell = {problem, method, projection, CHECKPOINT_BITS, 10, 0};
    double slope;

    cell.steps_per_unit = 40;
    slope = geometry_slope(cell, reversibility);
    if (!(fabs(slope - power) < 0.1))
        fail_msg("%s %s: slope %.3f where %g is expected", method, projection, slope, power);
}

/* Symmetric methods in curved coordinates. */
TEST(test_curved)
{
    struct problem *problem = geometry_problem_of_text(PARTICLE("1", NO_GAUGE, "-q.X - 2*q.Y^2, q.Y"));
    static const char *const maps[][2] = {
        {"runge-kutta:gauss-1", "none"}, {"runge-kutta:gauss-2", "none"}, {"gauss-1", "symmetric"}};
    static const double powers[] = {3, 5, 3};

    check_sentence(problem, false);
    for (size_t i = 0; i < 3; i++) {
        struct geometry_case cell = {problem, maps[i][0], maps[i][1], CHECKPOINT_BITS, 10, 0};

        assert_true(geometry_find(&cell, symmetry) < ROUND_OFF);
        assert_true(geometry_find(&cell, reversibility) > VISIBLE);
        check_slope(problem, maps[i][0], maps[i][1], powers[i]);
    }
}

/* theta plus the gradient of (X^2 + Y^2)/2, which the reflection X -> -X gives the other sign. */
TEST(test_linear_gradient)
{
    struct problem *problem = geometry_problem_of_text(PARTICLE("0", "{ q.X, q.Y }", "-q.X, q.Y"));
    struct geometry_case cell = {problem, "gauss-2", "none", CHECKPOINT_BITS, 10, 0};
    double turned;

    check_sentence(problem, true);
    assert_true(geometry_find(&cell, reversibility) < ROUND_OFF);
    cell.projection = "symmetric";
    assert_true(geometry_find(&cell, reversibility) < ROUND_OFF);
    cell = (struct geometry_case){problem, "lobatto-iiia-iiib-4", "none", CHECKPOINT_BITS, 10, 0};
    assert_true(geometry_find(&cell, reversibility) < ROUND_OFF);
    cell = (struct geometry_case){problem, "lobatto-iiic-3", "none", CHECKPOINT_BITS, 10, 0};
    turned = geometry_find(&cell, reversibility);
    assert_true(fabs(turned - geometry_find(&cell, symmetry)) > 1e-3 * turned);
}

/* A gradient that is not linear: the unprojected method sees it. */
TEST(test_gradient)
{
    struct problem *problem =
        geometry_problem_of_text(PARTICLE("0", "{ q.X^3*q.Y^2, q.X^4*q.Y/2 }", "-q.X, q.Y"));
    struct geometry_case cell = {problem, "gauss-2", "none", CHECKPOINT_BITS, 10, 0};

    check_sentence(problem, true);
    assert_true(geometry_find(&cell, symmetry) < ROUND_OFF);
    assert_true(geometry_find(&cell, reversibility) > VISIBLE);
}

/* -- what is refused -- */

TEST(test_refused)
{
    struct problem *problem = checkpoint_problem("models/lotka-volterra.lua");
    struct geometry_case cell = {problem, "gauss-1", "none", CHECKPOINT_BITS, 10, 0};

    refusals_check("reversal", 0, 6);
    assert_string_equal(geometry_refusal(&cell, "reversibility_defect"), "the model file gives no reversal");
}

/* A step that is not solved has no defect. */
TEST(test_not_solved)
{
    struct problem *problem = checkpoint_problem("models/point-vortices.lua");
    struct geometry_case cell = {problem, "gauss-3", "symmetric", CELL_DOUBLE, 10, 7};

    assert_true(isnan(geometry_find(&cell, reversibility)));
    cell.whole_step = 0;
    assert_true(geometry_find(&cell, reversibility) < 1e-14);
}
