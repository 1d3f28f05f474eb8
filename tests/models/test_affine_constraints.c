/* Nonholonomic constraints A(q) v + b(q) = 0, with b that is not 0.
 *
 *   exact     the ball on a turntable goes round a circle, with 2/7 of the angular velocity of the table; where the
 *             circle is about its axis, the ball precesses regularly: its Euler angles are linear in the time
 *   orders    of methods, against this circle
 *   moving    a system with constraints A(q) v = 0 seen from a frame that moves with the velocity u, x = x' + u t, has
 *             b = A u, of the time: every method makes the same steps in both
 *   energy    forces of such constraints do work
 *   bits      double and MPFR at 53 bits
 *   time      the time as one more coordinate, with the constraint t' = 1: the same steps */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/step/step_measure.h"
#include "numerics/exact.h"
#include "numerics/graph/graph_value.h"
#include "numerics/number_block.h"
#include "reference/reference.h"

enum { BITS = 200 };

static const char BALL[] = "models/forced/ball-on-turntable.lua";

#define NONHOLONOMIC(L, A, Lt, data)                                                                         \
    "return model { kind = 'nonholonomic', coordinates = { 'x', 'y', 'z' },\n"                               \
    "  parameters = { u = '1/4', w = '1/3' },\n"                                                             \
    "  lagrangian = function (q, v, t, c) return " L " end,\n"                                               \
    "  constraints = function (q, v, t, c) return { " A " } end,\n"                                          \
    "  hamiltonized = function (q, v, t, c) return { " Lt " } end,\n"                                        \
    "  initial = { default = { q = { '1/2', 0, 0 }, v = { " data " } } } }"
/* The particle z' = -x y', at rest and seen from a frame of the velocity (1/4, 0, 1/3) */
static const char AT_REST[] =
    NONHOLONOMIC("(v.x^2 + v.y^2 + v.z^2)/2", "v.z + q.x*v.y",
                 "v.x^2/2 + sqrt(1 + q.x^2)/(2*v.x)*(v.y^2 + v.z^2/q.x)", "1, 1, '-1/2'");
#define X "(q.x + t/4)"
#define U "(v.x + c.u)"
#define W "(v.z + c.w)"
static const char MOVING[] =
    NONHOLONOMIC("(" U "^2 + v.y^2 + " W "^2)/2", W " + " X "*v.y",
                 U "^2/2 + sqrt(1 + " X "^2)/(2*" U ")*(v.y^2 + " W "^2/" X ")", "'3/4', 1, '-5/6'");
/* Of + - * / alone; the data are on the constraint. */
static const char RATIONAL[] =
    "return model { kind = 'nonholonomic', coordinates = { 'x', 'y' },\n"
    "  lagrangian = function (q, v, c) return (v.x^2*(1 + q.y^2/4) + v.y^2)/2 - q.x^2/3 end,\n"
    "  constraints = function (q, v, c) return { v.y - q.x*v.x - 1 + q.y/3 } end,\n"
    "  initial = { default = { q = { 0, 0 }, v = { 1, 1 } } } }";

static struct problem *problem_of(const char *model)
{
    if (model != BALL)
        return geometry_problem_of_text(model);
    struct problem *problem = kept(problem_create(model, NULL, NULL, 0, NULL, &said));

    assert_done(problem, said);
    return problem;
}

static const struct model_initial *initial_of(const struct problem *problem, const char *name)
{
    for (size_t i = 0; i < problem->model->initials; i++) {
        if (strcmp(problem->model->initial[i].name, name) == 0)
            return problem->model->initial + i;
    }
    fail_msg("no initial data %s", name);
    return NULL;
}

static mpfr_t *solve(const struct problem *problem, const char *data)
{
    struct reference *reference = kept(
        reference_create(problem->system, initial_of(problem, data)->values, kept_rational(1, 1), 50, &said));

    assert_done(reference, said);
    return reference->state;
}

static struct trajectory *run_at(const char *model, const char *method, unsigned long steps_per_unit,
                                 int bits)
{
    return geometry_run_to_one(problem_of(model), method, steps_per_unit, bits);
}

static mpfr_t *run(const char *model, const char *method, unsigned long steps_per_unit)
{
    return run_at(model, method, steps_per_unit, BITS)->q;
}

/* ---- exact ---- */

/* (x, y) after the time 1 from the data, with `seventh` sevenths of the angular velocity of the table, 1. */
static mpfr_t *circle(const char *data, unsigned long seventh)
{
    const struct problem *problem = problem_of(BALL);
    mpfr_t *w = kept_numbers(14, BITS), *z = w, *sine = w + 10, *cosine = w + 11, *end = w + 12;

    graph_value_all(z, 10, initial_of(problem, data)->values, NULL);
    mpfr_set_ui(*sine, seventh, MPFR_RNDN);
    mpfr_div_ui(*sine, *sine, 7, MPFR_RNDN);
    for (int i = 5; i < 7; i++) /* v/(2/7): from the centre, turned by a right angle */
        mpfr_div(z[i], z[i], *sine, MPFR_RNDN);
    mpfr_sin_cos(*sine, *cosine, *sine, MPFR_RNDN);
    mpfr_ui_sub(*cosine, 1, *cosine, MPFR_RNDN);
    mpfr_fmms(end[0], *sine, z[5], *cosine, z[6], MPFR_RNDN);
    mpfr_fmma(end[1], *cosine, z[5], *sine, z[6], MPFR_RNDN);
    for (int i = 0; i < 2; i++)
        mpfr_add(end[i], end[i], z[i], MPFR_RNDN);
    return end;
}

TEST(test_circle)
{
    mpfr_t *end = solve(problem_of(BALL), "default");

    assert_true(fixture_distance(end, circle("default", 2), 2) < 1e-48);
    assert_true(fixture_distance(end, circle("default", 3), 2) > 1e-2); /* of a hollow ball 2/5 */
    assert_true(fixture_distance(solve(problem_of(BALL), "regular"), circle("regular", 2), 2) < 1e-48);
}

/* The angles go with 2/7, 0 and 5/7. */
TEST(test_regular_precession)
{
    mpfr_t *end = solve(problem_of(BALL), "regular"), *angle = kept_numbers(3, BITS);

    for (int i = 0; i < 3; i++) {
        mpfr_set_si(angle[i], i == 0 ? 2 : i == 2 ? 5 : 0, MPFR_RNDN);
        mpfr_div_ui(angle[i], angle[i], 7, MPFR_RNDN);
    }
    assert_true(fixture_distance(end + 7, angle, 3) < 1e-48);
    for (int i = 0; i < 2; i++) {
        mpfr_ptr right = kept_number(BITS);

        mpfr_const_pi(right, MPFR_RNDN);
        mpfr_div_2ui(right, right, 1, MPFR_RNDN);
        mpfr_add(angle[i], angle[i], right, MPFR_RNDN);
    }
    assert_true(fixture_distance(end + 2, angle, 3) < 1e-48);
}

/* ---- orders ---- */

TEST(test_orders)
{
    static const struct {
        const char *method;
        int order;
    } row[] = {{"dla:1/2", 2}, {"dla:1/3", 1}, {"dla:0", 1}, {"rk4", 4}, {"runge-kutta:gauss-2", 4}};

    for (size_t i = 0; i < COUNT(row); i++) {
        mpfr_t *exact = circle("default", 2);
        const double coarse = fixture_distance(run(BALL, row[i].method, 16), exact, 2),
                     fine = fixture_distance(run(BALL, row[i].method, 32), exact, 2);

        if (!(fabs(log2(coarse / fine) - row[i].order) < 0.2))
            fail_msg("%s: %.3f", row[i].method, log2(coarse / fine));
    }
}

/* ---- moving ---- */

/* The state of the frame at rest at t = 1, of one that moves with the velocity u. */
static mpfr_t *at_rest(mpfr_t *moving, const char *const u[3])
{
    mpfr_t *state = kept_numbers(6, BITS);

    for (size_t i = 0; i < 6; i++) {
        mpq_ptr velocity = kept_rational(0, 1);

        assert_true(exact_parse(velocity, u[i % 3], &said));
        mpfr_add_q(state[i], moving[i], velocity, MPFR_RNDN);
    }
    return state;
}

TEST(test_moving_frame)
{
    static const char *const methods[] = {"dla:1/2",
                                          "dla:1/4",
                                          "dla:0",
                                          "variational:1/2:first",
                                          "variational-constrained:1/4:post",
                                          "variational-constrained:1/2:inside",
                                          "rk4",
                                          "runge-kutta:gauss-2"};

    for (size_t i = 0; i < COUNT(methods); i++) {
        const double distance = fixture_distance(
            run(AT_REST, methods[i], 8),
            at_rest(run(MOVING, methods[i], 8), (const char *const[]){"1/4", "0", "1/3"}), 6);

        if (!(distance < 1e-50))
            fail_msg("%s: %g", methods[i], distance);
    }
    assert_true(fixture_distance(run(AT_REST, "dla:1/2", 8),
                                 at_rest(run(MOVING, "dla:1/2", 8), (const char *const[]){"1/4", "0", "1/4"}),
                                 6) > 1e-2);
}

/* ---- energy, bits ---- */

TEST(test_energy)
{
    assert_false(problem_of(BALL)->system->has_energy);
    assert_true(problem_of(AT_REST)->system->has_energy);
    assert_false(problem_of(RATIONAL)->system->has_energy);
}

TEST(test_bits)
{
    static const char *const names[] = {"dla:1/2", "dla:1", "rk4", "runge-kutta:gauss-2"};

    for (size_t i = 0; i < COUNT(names); i++) {
        struct trajectory *in_double = run_at(RATIONAL, names[i], 8, CELL_DOUBLE),
                          *in_mpfr = run_at(RATIONAL, names[i], 8, 53);

        for (size_t k = 0; k < 4; k++)
            assert_true(mpfr_equal_p(in_double->q[k], in_mpfr->q[k]));
    }
}
