/* Models of kind index-one whose functions are of the time, against the equations of motion by hand with t as one more
 * state of an autonomous system:
 *
 *     M = diag(m, 1, 2), m = 1 + t^2/4      g = (-y, k x, 1), k = 1 + t/5      V = x cos t + y^2/2
 *     l = -(g . M^-1 p)/(g . M^-1 g)      v = M^-1 (p + l g)      p' = -V_q - l (k v_y, -v_x, 0)
 *
 * and what takes no time. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "measures/measure.h"

enum { BITS = 200 };

#define DATA "initial = { default = { q = { 1, '1/3', 0 }, p = { '1/2', '-1/4', '1/5' } } } }"

static const char PARTS[] =
    "return model { kind = 'index-one', coordinates = { 'x', 'y', 'z' },\n"
    "  mass = function (q, t, c) return { { 1 + t^2/4, 0, 0 }, { 0, 1, 0 }, { 0, 0, 2 } } end,\n"
    "  velocity_constraints = function (q, t, c) return { { -q.y, (1 + t/5)*q.x, 1 } } end,\n"
    "  potential = function (q, t, c) return q.x*cos(t) + q.y^2/2 end,\n  " DATA;
static const char WHOLE[] =
    "return model { kind = 'index-one', coordinates = { 'x', 'y', 'z' }, multipliers = 1,\n"
    "  hamiltonian = function (q, p, l, t, c)\n"
    "    return ((p.x - l[1]*q.y)^2/(1 + t^2/4) + (p.y + l[1]*(1 + t/5)*q.x)^2 + (p.z + l[1])^2/2)/2\n"
    "      + q.x*cos(t) + q.y^2/2\n"
    "  end,\n  " DATA;
static const char BY_HAND[] =
    "return model { kind = 'ode', coordinates = { 'x', 'y', 'z', 'a', 'b', 'd', 's' }, secular = { 's' },\n"
    "  field = function (w, c)\n"
    "    local m, k = 1 + w.s^2/4, 1 + w.s/5\n"
    "    local gx, gy = -w.y, k*w.x\n"
    "    local l = -(gx*w.a/m + gy*w.b + w.d/2)/(gx^2/m + gy^2 + '1/2')\n"
    "    local vx, vy = (w.a + l*gx)/m, w.b + l*gy\n"
    "    return { vx, vy, (w.d + l)/2, -cos(w.s) - l*k*vy, -w.y + l*vx, 0, 1 }\n"
    "  end,\n"
    "  initial = { default = { 1, '1/3', 0, '1/2', '-1/4', '1/5', 0 } } }";

static mpfr_t *run(const char *text, const char *method)
{
    struct fixture_model model = fixture_model_write(text);

    return fixture_run(&CELL_OF(&model, method, "none", .step = "1/8", .steps = 12, .bits = BITS))->q;
}

TEST(test_by_hand)
{
    mpfr_t *explicit = run(BY_HAND, "rk4"), *gauss = run(BY_HAND, "runge-kutta:gauss-2");

    assert_true(fixture_distance(run(PARTS, "rk4"), explicit, 7) < 1e-57);
    assert_true(fixture_distance(run(WHOLE, "rk4"), explicit, 7) < 1e-57);
    assert_true(fixture_distance(run(PARTS, "runge-kutta:gauss-2"), gauss, 7) < 1e-57);
    assert_true(fixture_distance(run(PARTS, "index-one:gauss-2"), gauss, 7) < 1e-57);
    assert_true(fixture_distance(run(WHOLE, "index-one:gauss-2"), gauss, 7) < 1e-57);
    assert_true(fixture_distance(explicit, gauss, 7) > 1e-9);
}

/* In double the same to round-off, and its energy is not kept. */
TEST(test_in_double)
{
    struct fixture_model model = fixture_model_write(PARTS);
    struct trajectory *in_double =
        fixture_run(&CELL_OF(&model, "index-one:gauss-2", "none", .step = "1/8", .steps = 12));

    assert_true(fixture_distance(in_double->q, run(BY_HAND, "runge-kutta:gauss-2"), 7) < 1e-13);
    assert_false(model.system->has_energy);
    assert_int_equal(model.system->positions, 6);
}

static void refuses(const char *line, const char *beginning)
{
    struct error error = {""};
    char text[600];

    snprintf(text, sizeof text,
             "return model { kind = 'index-one', coordinates = { 'x', 'y', 'z' },\n  %s,\n  " DATA, line);
    assert_null(model_create_from_text("m.lua", text, NULL, &error));
    if (strncmp(error.text, beginning, strlen(beginning)) != 0)
        fail_msg("%s: %s", line, error.text);
}

TEST(test_refusals)
{
    struct fixture_model model = fixture_model_write(PARTS);
    struct method method;
    struct error error;

    assert_true(method_find("rattle-midpoint", &method, &error));
    assert_int_equal(method_refuses_model(&method, projection_find("none"), model.model, &error),
                     METHOD_REFUSES_KIND);
    refuses("velocity_constraints = function (q) return { { 0, q.x, 1 } } end, potential = function (q, p, "
            "t, c) return "
            "t end",
            "m.lua:2: potential of kind index-one is a function of 4 arguments; write function (q, c)");
    refuses("velocity_constraints = function (q) return { { 0, q.x, 1 } } end,\n"
            "  constraints = function (q, t, c) return { q.y - t } end",
            "m.lua:3: constraints of kind index-one is a function of 3 arguments; write function (q, c)");
}
