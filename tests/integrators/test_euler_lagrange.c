/* The equations of Hamiltonized Lagrangians and how far these are from singular, against what is known by hand.
 *
 * Of the disk's second form, L = (u^2 + w^2 + x'^2/(u cos phi) + y'^2/(u sin phi))/2, the Hessian in (u, w, x', y') has
 * the determinant 1/(u^2 sin phi cos phi), whatever x' and y' are.  The Lagrangian with the constraints alone, |v|^2/2,
 * has the equations v' = 0: on the associated system, where x'' and y'' are not zero, nothing of them holds.
 */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

enum { STEPS_PER_UNIT = 10 };

static double measure(const char *model, const char *method, geometry_measure *of)
{
    const struct geometry_case cell = {checkpoint_problem(model), method, "none", 128, STEPS_PER_UNIT, 0};

    return geometry_find(&cell, of);
}

TEST(test_equations)
{
    static const char *const others[] = {"nonholonomic-particle", "knife-edge", "modulated-disk"};

    assert_true(measure("vertical-disk", "variational:1/3:first", euler_lagrange_defect) < 1e-36);
    assert_true(measure("vertical-disk", "variational:1/3:second", euler_lagrange_defect) < 1e-36);
    assert_true(measure("vertical-disk", "variational-constrained:0:inside:second", euler_lagrange_defect) <
                1e-36);
    for (size_t i = 0; i < COUNT(others); i++)
        assert_true(measure(others[i], "variational:1/2:first", euler_lagrange_defect) < 1e-36);
    assert_true(fabs(measure("vertical-disk", "dla:1/3", euler_lagrange_defect) - 1) < 1e-15);
}

/* |det H| / product of the norms of its rows at the angle phi, with u = w = 1 and (x', y') = (cos, sin)(phi0). */
static double regularity_of(double phi, double phi0)
{
    const double c = cos(phi), s = sin(phi), x = cos(phi0), y = sin(phi0);
    const double first = sqrt(pow(1 + x * x / c + y * y / s, 2) + pow(x / c, 2) + pow(y / s, 2));

    return 1 / (s * c) / (first * hypot(x / c, 1 / c) * hypot(y / s, 1 / s));
}

/* With alpha = 0 the quotient (x', y') of a step is that of the angle where it starts; ten steps, which keep the
 * momenta of x and y: x'/cos(phi) and y'/sin(phi) stay, up to what phi' errs. */
TEST(test_regularity)
{
    const double found = measure("vertical-disk", "variational:0:second", euler_lagrange_regularity);
    double least = regularity_of(0.3, 0.3);

    for (int k = 1; k <= STEPS_PER_UNIT; k++)
        least = fmin(least, regularity_of(0.3 + 0.1 * k, 0.3 + 0.1 * (k - 1)));
    assert_true(found > 0.8 * least && found < 1.2 * least);
    assert_true(measure("vertical-disk", "dla:0", euler_lagrange_regularity) == 1); /* L_vv = 1 */
    assert_true(measure("vertical-disk", "variational:0:first", euler_lagrange_regularity) > 1e-3);
}

TEST(test_refusals)
{
    const struct problem *disk = checkpoint_problem("vertical-disk"),
                         *sleigh = checkpoint_problem("chaplygin-sleigh");

    assert_null(geometry_refusal(&(struct geometry_case){disk, "dla:0", "none", 128, 10, 0}, "regularity"));
    assert_non_null(geometry_refusal(&(struct geometry_case){disk, "rk4", "none", 128, 10, 0}, "regularity"));
    assert_non_null(geometry_refusal(&(struct geometry_case){sleigh, "dla:0", "none", 128, 10, 0},
                                     "euler_lagrange_defect"));
}
