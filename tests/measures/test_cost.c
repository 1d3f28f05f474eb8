/* What steps cost, in arithmetic operations: what is known to be dearer comes out dearer, and a step without linear
 * systems costs what its functions and its coefficients do. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

static double cost_of(const char *path, const char *method, const char *projection)
{
    struct fixture_model model = fixture_model_read(path);
    struct trajectory *trajectory =
        fixture_run(&CELL_OF(&model, method, projection, .step = "1/10", .steps = 100));

    return (double)trajectory->counts.operations / (double)trajectory->steps;
}

static const char VORTICES[] = "models/point-vortices.lua";

TEST(test_dearer)
{
    static const struct {
        const char *cheaper[2], *dearer[2];
    } cases[] = {
        {{"gauss-1", "none"}, {"gauss-2", "none"}},
        {{"gauss-2", "none"}, {"gauss-4", "none"}},
        {{"gauss-4", "none"}, {"gauss-6", "none"}},
        {{"rk4", "none"}, {"gauss-2", "none"}},
        {{"runge-kutta:gauss-2", "none"}, {"runge-kutta:gauss-3", "none"}},
        {{"gauss-2", "none"}, {"gauss-2", "standard"}},
        {{"gauss-2", "standard"}, {"gauss-2", "symmetric"}},
        {{"gauss-2", "symplectic"}, {"gauss-2", "symmetric"}},
        {{"lobatto-iiid-3", "none"}, {"lobatto-iiia-iiib-3", "none"}},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        double cheaper = cost_of(VORTICES, cases[i].cheaper[0], cases[i].cheaper[1]),
               dearer = cost_of(VORTICES, cases[i].dearer[0], cases[i].dearer[1]);

        if (!(cheaper < dearer))
            fail_msg("%s %s: %g, %s %s: %g", cases[i].cheaper[0], cases[i].cheaper[1], cheaper,
                     cases[i].dearer[0], cases[i].dearer[1], dearer);
    }
}

/* theta = (q2, 0), H = q2: the velocity is a constant, so that rk4 makes nothing but products. */
TEST(test_products)
{
    struct fixture_model model = fixture_model_write(
        "return model { title = 'Uniform motion', source = 'the test', kind = 'degenerate',\n"
        "  coordinates = { 'q1', 'q2' }, theta = function (q) return { q[2], 0 } end,\n"
        "  hamiltonian = function (q) return q[2] end, initial = { default = { 0, 1 } } }\n");
    struct trajectory *trajectory = fixture_run(&CELL_OF(&model, "rk4", "none", .step = "1/10", .steps = 10));

    assert_int_equal(trajectory->counts.operations, 10 * 2 * (4 + 1) * 4 * 2);
}
