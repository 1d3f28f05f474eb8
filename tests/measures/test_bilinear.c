/* The bilinear defect: whether runs preserve the two-form of their space, from differences of runs.
 *
 * Where a step is symplectic (measured elsewhere from its exact Jacobian) the defect of many steps is the
 * accuracy of central differences, about 2^(-2p/3), and falls with the precision p as that does; where it is
 * not the defect is that of the Jacobians multiplied, whatever the precision: for one step in two dimensions,
 * where u^T Om v has one value but for its scale, it is the symplectic defect itself.  One-sided differences
 * of 1e-8 stop at 1e-8, more or less. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/step/step_measure.h"

enum { BITS = 240 };
static const char VORTICES[] = "models/point-vortices.lua",
                  PARTICLE[] = "models/massless-charged-particle.lua";

static bool central(const struct cell_request *request, mpfr_t defect, struct error *error)
{
    return step_measure_bilinear(request, defect, error);
}

static bool one_sided(const struct cell_request *request, mpfr_t defect, struct error *error)
{
    return step_measure_bilinear_of_paper(request, defect, error);
}

/* -- maps that preserve their form -- */

/* On (q, p), on q, on (q, e) with R(infinity) = -1 and +1. */
static const char *const SYMPLECTIC[][2] = {
    {"gauss-1", "none"},       {"gauss-2", "none"},       {"lobatto-iiia-iiib-2", "none"},

    {"gauss-1", "symplectic"}, {"gauss-2", "symplectic"}, {"lobatto-iiie-3", "symplectic"}};

static void check_symplectic(const char *path)
{
    struct problem *problem = checkpoint_problem(path);

    for (size_t i = 0; i < COUNT(SYMPLECTIC); i++) {
        struct geometry_case cell = {problem, SYMPLECTIC[i][0], SYMPLECTIC[i][1], BITS, 10, 0};
        double few = geometry_find(&cell, central), many;

        cell.bits = BITS + 60;
        many = geometry_find(&cell, central);
        /* Between 2^-160 and a million times that; 2^40 less with 60 bits more. */
        if (!(few <= 1e6 * exp2(-2.0 * BITS / 3)) || !(many <= 64 * exp2(-40) * few))
            fail_msg("%s %s: %.3g, with more bits %.3g", cell.method, cell.projection, few, many);
    }
}

TEST(test_symplectic)
{
    check_symplectic(VORTICES);
    check_symplectic(PARTICLE);
}

/* A repetition differs by most of what the differences leave: by three quarters, of which a quarter is left itself. */
static bool again_by_half(const struct cell_request *request, mpfr_t defect, struct error *error)
{
    struct cell_request again = *request;

    again.perturbed = CELL_LEAST_BITS;
    return step_measure_bilinear(&again, defect, error);
}

/* Third derivatives of hundreds leave a million times the round-off, of which no share is known. */
TEST(test_repeated)
{
    struct problem *problem = geometry_problem_of_text(
        "return model { title = 'o', kind = 'degenerate', coordinates = { 'q', 'p' },\n"
        "  theta = function (z) return { z.p, 0 } end,\n"
        "  hamiltonian = function (z) return z.q^2/2 + z.p^4/4 - cos(8*z.q*z.p) end,\n"
        "  initial = { default = { '1/2', '1/3' } }, step = '0.01' }\n");

    for (mpfr_prec_t bits = BITS; bits < BITS + 3; bits++) {
        struct geometry_case cell = {problem, "gauss-2", "none", bits, 10, 0};
        const double left = geometry_find(&cell, central), less = geometry_find(&cell, again_by_half);

        if (!(fabs(less / left - 0.25) < 0.01))
            fail_msg("%.3g of %.3g with %ld bits", less, left, (long)bits);
    }
}

/* -- maps that do not -- */

TEST(test_not_symplectic)
{
    static const char *const maps[][2] = {
        {"gauss-1", "standard"}, {"gauss-2", "symmetric"}, {"radau-iia-2", "none"}, {"rk4", "none"}};
    struct problem *problem = checkpoint_problem(VORTICES);

    for (size_t i = 0; i < COUNT(maps); i++) {
        struct geometry_case cell = {problem, maps[i][0], maps[i][1], BITS, 10, 0};
        double few = geometry_find(&cell, central), many;

        cell.bits = BITS + 60;
        many = geometry_find(&cell, central);
        if (!(few > 1e-13) || !(fabs(many - few) < 1e-12 * few))
            fail_msg("%s %s: %.15g, with more bits %.15g", maps[i][0], maps[i][1], few, many);
    }
}

/* Of the same motion in units a of q and b of p. */
static double find_in_units(const char *a, const char *b, const char *method, const char *projection)
{
    char text[700];

    snprintf(text, sizeof text,
             "return model { title = 'o', kind = 'degenerate', coordinates = { 'q', 'p' },\n"
             "  parameters = { a = '%s', b = '%s' },\n"
             "  theta = function (z, c) return { z.p, 0 } end,\n"
             "  hamiltonian = function (z, c)\n"
             "    local q, p = z.q/c.a, z.p/c.b\n"
             "    return c.a*c.b*(q^2/2 + p^4/4 - cos(q*p))\n"
             "  end,\n"
             "  initial = { default = { '%s/2', '%s/3' } }, step = '0.1' }\n",
             a, b, a, b);
    return geometry_find(
        &(struct geometry_case){geometry_problem_of_text(text), method, projection, BITS, 10, 0}, central);
}

TEST(test_units)
{
    static const char *const units[][2] = {{"1e-30", "1e-30"}, {"1e20", "1e20"}, {"6e6", "1e-9"}};
    const double not = find_in_units("1", "1", "rk4", "none");

    for (size_t i = 0; i < COUNT(units); i++) {
        const double kept_form = find_in_units(units[i][0], units[i][1], "gauss-2", "none"),
                     lost_form = find_in_units(units[i][0], units[i][1], "rk4", "none");

        if (!(kept_form <= 1e6 * exp2(-2.0 * BITS / 3)) || !(not > 1e-9) ||
            !(fabs(lost_form - not ) <= 1e-9 * not ))
            fail_msg("in units of %s, %s: %.3g; %.12g instead of %.12g", units[i][0], units[i][1], kept_form,
                     lost_form, not );
    }
}

/* One step, in two dimensions: M^T Om1 M = f Om0, and both defects are |f - 1|. */
TEST(test_one_step)
{
    static const char *const maps[][2] = {{"gauss-1", "standard"},
                                          {"lobatto-iiic-3", "symmetric"},
                                          {"rk4", "none"},
                                          {"runge-kutta:gauss-1", "none"}};
    struct problem *problem = checkpoint_problem(PARTICLE);

    for (size_t i = 0; i < COUNT(maps); i++) {
        struct geometry_case cell = {problem, maps[i][0], maps[i][1], BITS, 10, 0};
        double step = geometry_find(&cell, step_measure_bilinear_of_step);
        double exact = geometry_find(&cell, step_measure_symplectic);

        if (!(fabs(step - exact) < 1e-12 * exact) || !(exact > 1e-15))
            fail_msg("%s %s: %.15g, from the Jacobian %.15g", maps[i][0], maps[i][1], step, exact);
    }
}

/* -- the differences -- */

TEST(test_accuracy)
{
    struct problem *problem = checkpoint_problem(VORTICES);
    struct geometry_case cell = {problem, "gauss-2", "none", CELL_DOUBLE, 10, 0};
    double in_double = geometry_find(&cell, central), printed = geometry_find(&cell, one_sided), exact;

    cell.bits = BITS;
    exact = geometry_find(&cell, one_sided);
    assert_true(in_double < 1e-6 && in_double > 0);
    assert_true(printed < 1e-5 && printed > in_double);
    assert_true(exact < 1e-4 && exact > 1e-10);
}

/* A run of more than a thousand steps ends there; without steps nothing has changed. */
TEST(test_steps)
{
    struct problem *problem = checkpoint_problem(PARTICLE);
    static const unsigned long steps[] = {0, 999, 1000, 1001};
    mpfr_t defect[4];
    mpq_ptr step = kept_rational(1, 10);

    for (size_t i = 0; i < 4; i++) {
        struct cell_request request = checkpoint_request(problem, "rk4", "none", CELL_DOUBLE, step);

        mpfr_init2(defect[i], 64);
        request.steps = steps[i];
        assert_true(central(&request, defect[i], &said));
    }
    assert_true(mpfr_zero_p(defect[0]));
    assert_false(mpfr_equal_p(defect[1], defect[2]));
    assert_true(mpfr_equal_p(defect[2], defect[3]));
    for (size_t i = 0; i < 4; i++)
        mpfr_clear(defect[i]);
}

TEST(test_not_solved)
{
    struct problem *problem = checkpoint_problem("models/lotka-volterra.lua");
    struct geometry_case cell = {problem, "gauss-3", "none", CELL_DOUBLE, 0, 40};

    assert_true(isnan(geometry_find(&cell, central)));
}
