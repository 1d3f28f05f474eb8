/* Models of kind index-one: what a model file may say and what it may not, and the system that comes of it, beside
 * formulas written down.  With velocity constraints (-y, x, 1) and mass 1 (Heisenberg's problem)
 *
 *     l = -(g . p)/(g . g)      q' = v = p + l g      p' = -l (v_2, -v_1, 0)                    */
#include "tests/fixtures/test.h"

#include "models/kinds/system.h"
#include "models/reader/model.h"
#include "numerics/evaluator.h"
#include "tests/fixtures/models/refusals_fixture.h"

TEST(test_model_files)
{
    refusals_check("index-one", 9, 31);
}

static struct model *read_shipped(const char *path)
{
    struct error error = {""};
    struct model *model = model_create(path, NULL, &error);

    if (!model)
        fail_msg("%s", error.text);
    return model;
}

/* The values at (x, l), of the blocks that the program has. */
static void evaluate(const struct program *program, const double *x, const double *l, double *first,
                     double *second)
{
    struct evaluator_double *evaluator = evaluator_create_double(program, 1);

    evaluator_run_double(evaluator, 1, (const double *const[]){x, l}, (double *const[]){first, second});
    evaluator_destroy_double(evaluator);
}

static void check_close(const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!(fabs(a[i] - b[i]) < 1e-14))
            fail_msg("component %zu: %.17g instead of %.17g", i, a[i], b[i]);
    }
}

TEST(test_heisenberg)
{
    struct model *model = read_shipped("models/heisenberg.lua");
    struct system *system = system_create(model);
    const double x[6] = {0.5, -0.25, 2, 0.75, -1.5, 0.125}, g[3] = {0.25, 0.5, 1};
    const double l = -(g[0] * x[3] + g[1] * x[4] + g[2] * x[5]) / (g[0] * g[0] + g[1] * g[1] + 1);
    const double other = 0.7; /* a multiplier that is not that of x */
    double v[3], field[6], value[6], left;

    for (int k = 0; k < 2; k++) {
        const double at = k ? other : l;

        for (int i = 0; i < 3; i++)
            v[i] = x[3 + i] + at * g[i];
        memcpy(field, (double[6]){v[0], v[1], v[2], -at * v[1], at * v[0], 0}, sizeof field);
        evaluate(system->generalized, x, &at, value, &left);
        check_close(value, field, 6);
        check_close(&left, &(double){g[0] * v[0] + g[1] * v[1] + g[2] * v[2]}, 1);
        if (k == 0) {
            evaluate(system->velocity, x, NULL, value, NULL);
            check_close(value, field, 6);
        }
    }
    evaluate(system->multiplier, x, NULL, &left, NULL);
    check_close(&left, &l, 1);
    assert_int_equal(model->multipliers, 1);
    assert_string_equal(model->coordinates[5], "p_z");
    system_destroy(system);
    model_destroy(model);
}

/* At the data of the circle l = (0, -L), and the field is that of x = L cos t, y = L sin t, theta = t. */
TEST(test_circle)
{
    struct model *model = read_shipped("models/bicycle.lua");
    struct system *system = system_create(model);
    const double x[8] = {0.3, 0, 0, acos(0), 0, 0, 1.09, 1};
    double l[2], field[8];

    evaluate(system->multiplier, x, NULL, l, NULL);
    check_close(l, (double[2]){0, -0.3}, 2);
    evaluate(system->velocity, x, NULL, field, NULL);
    check_close(field, (double[8]){0, 0.3, 1, 1, 0, 0, 0, 0}, 8);
    system_destroy(system);
    model_destroy(model);
}

/* The series of cos r in r^2 against the function of the C library, on and beyond the ring where r = pi. */
TEST(test_height)
{
    struct model *model = read_shipped("models/bicycle-surface.lua");
    struct system *system = system_create(model);

    for (int k = 0; k < 40; k++) {
        const double r = 0.39 * k, x[8] = {0.15 + r, 0, 0, acos(0), 0, 0, 0, 0};
        double energy[2];

        evaluate(system->observe, x, NULL, energy, NULL);
        assert_true(fabs(energy[0] + cos(r)) < 1e-13);
    }
    system_destroy(system);
    model_destroy(model);
}
