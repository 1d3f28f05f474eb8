/* Models whose functions are of the time, against what nobody here wrote.
 *
 *     x'' = -x + a cos(w t)      x = (x0 - A) cos t + v0 sin t + A cos(w t),   A = a/(1 - w^2)
 *
 *   exact       the reference, and the orders of methods, against this solution; of a degenerate Lagrangian against
 *               its equations of motion by hand
 *   extension   t as one more state: the same steps where c_i is the sum of row i of a, other ones where it is not
 *   bits        double, each lane and MPFR at 53 bits
 *   geometry    the form at one time, the step back from t + h, the reversal with t -> -t
 *   refusals    files and methods that do not take the time */
#include "tests/fixtures/test.h"

#include "tests/fixtures/audit/method_file_fixture.h"
#include "tests/fixtures/measures/geometry_fixture.h"

#include "integrators/methods/tableau_file.h"
#include "measures/ensemble/ensemble.h"
#include "measures/step/step_measure.h"
#include "reference/reference.h"

enum { BITS = 200 };

#define PARAMETERS "parameters = { a = '3/4', w = 2 },"

static const char FORCED[] = "return model { kind = 'ode', coordinates = { 'x', 'v' }, " PARAMETERS
                             "  field = function (x, t, c) return { x.v, -x.x + c.a*cos(c.w*t) } end,\n"
                             "  initial = { default = { 1, '1/2' } } }";
static const char EXTENDED[] =
    "return model { kind = 'ode', coordinates = { 'x', 'v', 's' }, secular = { 's' }, " PARAMETERS
    "  field = function (x, c) return { x.v, -x.x + c.a*cos(c.w*x.s), 1 } end,\n"
    "  initial = { default = { 1, '1/2', 0 } } }";
/* Neither linear nor forced by a sum. */
#define MODULATED_FIELD(t) "{ x.v, -(1 + " t "/(2 + " t "^2))*x.x/(1 + x.x^2) - " t "*x.v/8 }"
static const char MODULATED[] =
    "return model { kind = 'ode', coordinates = { 'x', 'v' },\n"
    "  field = function (x, t, c) return " MODULATED_FIELD("t") " end,\n"
                                                                "  initial = { default = { 1, '1/2' } } }";
/* H(q, p, t), not separable; reversed by p -> -p, t -> -t. */
static const char CANONICAL[] =
    "return model { kind = 'hamiltonian', coordinates = { 'x', 'y' },\n"
    "  hamiltonian = function (q, p, t, c)\n"
    "    return (p.x^2*(1 + q.y^2/4) + p.y^2)/2 + (1 + t^2/(1 + t^2))*(q.x^2 + q.x*q.y^2 + q.y^4)/2\n"
    "  end,\n"
    "  reversal = function (q, p) return { q.x, q.y, -p.x, -p.y } end,\n"
    "  initial = { default = { q = { '1/2', '1/3' }, p = { '3/4', '-1/5' } } } }";

/* Where the force is of q and t alone, and the steps of rattle are explicit. */
static const char SEPARABLE[] =
    "return model { kind = 'hamiltonian', coordinates = { 'x' },\n"
    "  hamiltonian = function (q, p, t, c) return p.x^2*(1 + t^2/5)/2 + p.x*sin(t) + q.x^4/(3 + t) end,\n"
    "  initial = { default = { q = { '1/2' }, p = { '3/4' } } } }";
/* A pendulum whose mass and weight are of the time, pushed. */
static const char CONSTRAINED[] = "return model { kind = 'hamiltonian', coordinates = { 'x', 'y' },\n"
                                  "  hamiltonian = function (q, p, t, c)\n"
                                  "    return (p.x^2 + p.y^2)/(2 - t/4) + q.y*(1 + t^2/3) + p.x*(t - 1)/3\n"
                                  "  end,\n"
                                  "  constraints = function (q, c) return { (q.x^2 + q.y^2 - 1)/2 } end,\n"
                                  "  initial = { default = { q = { 1, 0 }, p = { '1/3', -2 } } } }";

/* L(q, v, t) = theta(q, t) . v - H(q, t), and its equations of motion by hand. */
static const char DRIVEN[] =
    "return model { kind = 'degenerate', coordinates = { 'x', 'y' },\n"
    "  theta = function (q, t, c) return { -(2 + t^2/(4 + t^2))*q.y - q.x*q.y^2/10, t*q.x/4 + q.x^2/9 } "
    "end,\n"
    "  hamiltonian = function (q, t, c) return q.x^2/2 + q.y^2*(1 + t/3) + q.x*q.y*t/2 + q.x^4/8 end,\n"
    "  initial = { default = { '1/2', '3/4' } } }";
static const char BY_HAND[] = "return model { kind = 'ode', coordinates = { 'x', 'y' },\n"
                              "  field = function (x, t, c)\n"
                              "    local om = t/4 + 2*x.x/9 + 2 + t^2/(4 + t^2) + x.x*x.y/5\n"
                              "    return { -(2*x.y*(1 + t/3) + x.x*t/2 + x.x/4)/om,\n"
                              "             (x.x + x.y*t/2 + x.x^3/2 - 8*t/(4 + t^2)^2*x.y)/om }\n"
                              "  end,\n"
                              "  initial = { default = { '1/2', '3/4' } } }";

static struct problem *problem_of(const char *text)
{
    return geometry_problem_of_text(text);
}

static struct trajectory *run_projected(const char *text, const struct method *method, const char *projection,
                                        unsigned long steps_per_unit)
{
    struct cell_request request = {.problem = problem_of(text),
                                   .method = *method,
                                   .projection = projection_find(projection),
                                   .step = kept_rational(1, steps_per_unit),
                                   .steps = 2 * steps_per_unit,
                                   .bits = BITS};
    struct trajectory *trajectory = kept(cell_run(&request, &said));

    assert_done(trajectory, said);
    assert_int_equal(trajectory->status, TRAJECTORY_COMPLETED);
    return trajectory;
}

static struct trajectory *run(const char *text, const struct method *method, unsigned long steps_per_unit)
{
    return run_projected(text, method, "none", steps_per_unit);
}

static struct method method_of(const char *name)
{
    struct method method;

    assert_done(method_find(name, &method, &said), said);
    return method;
}

/* ---- exact ---- */

/* x and x' of FORCED at t = 2 */
static mpfr_t *exact_end(void)
{
    mpfr_t *w = kept_numbers(8, BITS), *x = w, *v = w + 1, *t = w + 2, *sine = w + 3, *cosine = w + 4,
           *sine2 = w + 5, *cosine2 = w + 6;
    const double A = -0.25, x0 = 1, v0 = 0.5, frequency = 2;

    mpfr_set_ui(*t, 2, MPFR_RNDN);
    mpfr_sin_cos(*sine, *cosine, *t, MPFR_RNDN);
    mpfr_set_ui(*t, 4, MPFR_RNDN);
    mpfr_sin_cos(*sine2, *cosine2, *t, MPFR_RNDN);
    mpfr_mul_d(*x, *cosine, x0 - A, MPFR_RNDN);
    mpfr_mul_d(*v, *sine, v0, MPFR_RNDN);
    mpfr_add(*x, *x, *v, MPFR_RNDN);
    mpfr_mul_d(*t, *cosine2, A, MPFR_RNDN);
    mpfr_add(*x, *x, *t, MPFR_RNDN);
    mpfr_mul_d(*v, *sine, A - x0, MPFR_RNDN);
    mpfr_mul_d(*t, *cosine, v0, MPFR_RNDN);
    mpfr_add(*v, *v, *t, MPFR_RNDN);
    mpfr_mul_d(*t, *sine2, -frequency * A, MPFR_RNDN);
    mpfr_add(*v, *v, *t, MPFR_RNDN);
    return w;
}

static struct reference *reference_of(const char *text)
{
    struct problem *problem = problem_of(text);
    struct reference *reference =
        kept(reference_create(problem->system, problem->initial->values, kept_rational(2, 1), 50, &said));

    assert_done(reference, said);
    return reference;
}

TEST(test_the_reference_is_the_exact_solution)
{
    struct reference *reference = reference_of(FORCED);

    assert_true(fixture_distance(reference->state, exact_end(), 2) < 1e-50);
    assert_true(mpfr_cmp_ui(reference->state[2], 2) == 0);
}

/* The slope of the error at t = 2 from 32 steps on. */
static double order_of(const char *text, const struct method *method)
{
    struct reference *exact = reference_of(text);
    double coarse = fixture_distance(run(text, method, 16)->q, exact->state, exact->dimension),
           fine = fixture_distance(run(text, method, 32)->q, exact->state, exact->dimension);

    return log2(coarse / fine);
}

TEST(test_orders)
{
    static const struct {
        const char *model, *method;
        int order;
    } row[] = {{FORCED, "rk4", 4},
               {FORCED, "runge-kutta:euler", 1},
               {FORCED, "runge-kutta:gauss-3", 6},
               {FORCED, "runge-kutta:radau-iia-2", 3},
               {FORCED, "compose:runge-kutta:gauss-1:triple-jump-4", 4},
               {SEPARABLE, "rattle", 2},
               {CANONICAL, "rattle", 2},
               {CANONICAL, "reich", 1},
               {CANONICAL, "reich-adjoint", 1},
               {CANONICAL, "compose:reich:suzuki-4", 4},
               {CONSTRAINED, "rk4", 4},
               {CONSTRAINED, "rattle", 2},
               {CONSTRAINED, "compose:rattle:suzuki-4", 4}};

    for (size_t i = 0; i < COUNT(row); i++) {
        struct method method = method_of(row[i].method);
        double order = order_of(row[i].model, &method);

        if (!(fabs(order - row[i].order) < 0.2))
            fail_msg("%s: %.3f\n%s", row[i].method, order, row[i].model);
    }
}

TEST(test_projected_orders)
{
    static const struct {
        const char *method, *projection;
        int order;
    } row[] = {{"gauss-1", "none", 2},
               {"lobatto-iiid-3", "none", 4},
               {"radau-iia-2", "none", 3},
               {"gauss-2", "symmetric", 4},
               {"gauss-2", "symplectic", 4},
               {"gauss-2", "standard", 4},
               {"lobatto-iiia-iiib-3", "midpoint", 4}};
    mpfr_t *exact = reference_of(BY_HAND)->state;

    assert_true(fixture_distance(reference_of(DRIVEN)->state, exact, 3) < 1e-48);
    for (size_t i = 0; i < COUNT(row); i++) {
        struct method method = method_of(row[i].method);
        double coarse = fixture_distance(run_projected(DRIVEN, &method, row[i].projection, 16)->q, exact, 3),
               fine = fixture_distance(run_projected(DRIVEN, &method, row[i].projection, 32)->q, exact, 3);

        if (!(fabs(log2(coarse / fine) - row[i].order) < 0.2))
            fail_msg("%s with %s: %.3f", row[i].method, row[i].projection, log2(coarse / fine));
    }
}

/* ---- extension ---- */

/* Of the ends of FORCED and of EXTENDED. */
static double distance_of_extension(const struct method *method)
{
    return fixture_distance(run(FORCED, method, 8)->q, run(EXTENDED, method, 8)->q, 3);
}

TEST(test_the_time_as_a_state)
{
    static const char *const names[] = {"rk4", "runge-kutta:lobatto-iiie-3", "runge-kutta:gauss-2",
                                        "compose:rk4:suzuki-4"};

    for (size_t i = 0; i < COUNT(names); i++) {
        struct method method = method_of(names[i]);

        if (!(distance_of_extension(&method) < 1e-57))
            fail_msg("%s: %g", names[i], distance_of_extension(&method));
    }
}

/* Midpoint rules, explicit, implicit and variational, with stages at the wrong time: of order 1, where they are of
 * order 2 on the extension, which does not see it. */
TEST(test_stages_at_the_wrong_time)
{
    static const struct {
        const char *text, *model;
    } wrong[] = {
        {"return tableau { name = 'explicit', a = { { 0, 0 }, { '1/2', 0 } }, b = { 0, 1 }, c = { 0, '1/4' } "
         "}",
         FORCED},
        {"return tableau { name = 'implicit', a = { { '1/2' } }, b = { 1 }, c = { '1/4' } }", FORCED},
        {"return tableau { name = 'variational', a = { { '1/2' } }, b = { 1 }, c = { '1/4' }, form = "
         "'variational' }",
         DRIVEN}};

    for (size_t i = 0; i < COUNT(wrong); i++) {
        struct method_file *file = method_file_of_text(wrong[i].text);
        struct method method = method_file_method(file);

        if (!(fabs(order_of(wrong[i].model, &method) - 1) < 0.15))
            fail_msg("%s: %.3f", method.name, order_of(wrong[i].model, &method));
        if (wrong[i].model == FORCED) {
            assert_true(distance_of_extension(&method) > 1e-3);
            assert_true(fabs(order_of(EXTENDED, &method) - 2) < 0.15);
        }
        method_file_destroy(file);
    }
}

/* ---- bits ---- */

static void check_bits(const char *text, const char *method, const char *projection)
{
    struct fixture_model model = fixture_model_write(text);
    struct fixture_cell cell = CELL_OF(&model, method, projection, .step = "1/10", .steps = 12);
    struct fixture_setup *own = fixture_setup_create(&cell);
    struct trajectory *in_double = fixture_run(&cell), *in_mpfr;
    const size_t d = own->dimension, last = 8 * d;
    double start[5 * 9];
    struct ensemble *lanes;

    cell.bits = 53;
    in_mpfr = fixture_run(&cell);
    for (size_t i = 0; i < 9 * d; i++) /* the last is that of the model; the others are later */
        start[i] = mpfr_get_d(own->initial[i % d], MPFR_RNDN) +
                   (i % d == d - 1 && i < last ? 1 / (3. + (double)i) : 0);
    lanes = ensemble_run(&own->setup, own->method.family,
                         &(struct ensemble_request){.members = 9, .initial = start, .steps = 12});
    for (size_t i = 0; i < d; i++) {
        if (!mpfr_equal_p(in_double->q[i], in_mpfr->q[i]) ||
            mpfr_get_d(in_double->q[i], MPFR_RNDN) != lanes->q[last + i])
            fail_msg("%s: component %zu", method, i);
        assert_true(lanes->q[d + i] != lanes->q[2 * d + i]);
    }
    ensemble_destroy(lanes);
}

TEST(test_bits)
{
    check_bits(MODULATED, "rk4", "none");
    check_bits(MODULATED, "runge-kutta:gauss-2", "none");
    check_bits(MODULATED, "compose:rk4:triple-jump-4", "none");
    check_bits(CANONICAL, "rattle", "none");
    check_bits(CANONICAL, "compose:reich:triple-jump-4", "none");
    check_bits(DRIVEN, "gauss-2", "none");
    check_bits(DRIVEN, "lobatto-iiia-iiib-2", "none");
    check_bits(DRIVEN, "gauss-2", "symmetric");
    check_bits(DRIVEN, "gauss-1", "symplectic");
}

/* ---- geometry ---- */

static double measured_projected(const char *text, const char *method, const char *projection,
                                 geometry_measure *measure)
{
    const struct geometry_case cell = {problem_of(text), method, projection, BITS, 10, 0};
    struct cell_request request = geometry_request(&cell);
    const double excursion[5] = {0};
    mpfr_ptr value = kept_number(BITS);

    request.excursion = excursion;
    assert_done(measure(&request, value, &said), said);
    return mpfr_get_d(value, MPFR_RNDN);
}

static double measured(const char *text, const char *method, geometry_measure *measure)
{
    return measured_projected(text, method, "none", measure);
}

TEST(test_geometry_of_degenerate_lagrangians)
{
    assert_true(measured(DRIVEN, "rk4", step_measure_flow) < 1e-45);
    assert_true(measured(DRIVEN, "gauss-2", step_measure_symplectic) < 1e-50);
    assert_true(measured(DRIVEN, "radau-iia-2", step_measure_symplectic) > 1e-9);
    assert_true(measured(DRIVEN, "lobatto-iiia-iiib-3", step_measure_symplectic) < 1e-50);
    assert_true(measured(DRIVEN, "gauss-2", step_measure_symmetry) < 1e-55);
    assert_true(measured(DRIVEN, "gauss-2", step_measure_bilinear) < 1e-30);
    assert_true(measured_projected(DRIVEN, "gauss-1", "symplectic", step_measure_symplectic) < 1e-50);
    assert_true(measured_projected(DRIVEN, "gauss-1", "symplectic", step_measure_bilinear) < 1e-30);
    assert_true(measured_projected(DRIVEN, "gauss-1", "symmetric", step_measure_symplectic) > 1e-15);
    assert_true(measured_projected(DRIVEN, "gauss-1", "symmetric", step_measure_symmetry) < 1e-55);
    assert_true(measured_projected(DRIVEN, "gauss-1", "standard", step_measure_symmetry) > 1e-9);
}

TEST(test_geometry)
{
    assert_true(measured(CANONICAL, "rk4", step_measure_flow) < 1e-45); /* the flow preserves it */
    assert_true(measured(CANONICAL, "runge-kutta:gauss-2", step_measure_symplectic) < 1e-50);
    assert_true(measured(CANONICAL, "rk4", step_measure_symplectic) > 1e-9);
    assert_true(measured(CANONICAL, "runge-kutta:gauss-2", step_measure_bilinear) < 1e-30);
    assert_true(measured(CANONICAL, "rk4", step_measure_bilinear) > 1e-9);
    assert_true(measured(CANONICAL, "runge-kutta:gauss-2", step_measure_symmetry) < 1e-55);
    assert_true(measured(CANONICAL, "rk4", step_measure_symmetry) > 1e-9);
    assert_true(measured(CANONICAL, "runge-kutta:gauss-2", step_measure_reversibility) < 1e-55);
    assert_true(measured(CANONICAL, "rk4", step_measure_reversibility) > 1e-9);
    assert_true(measured(CANONICAL, "rattle", step_measure_symplectic) < 1e-50);
    assert_true(measured(CANONICAL, "rattle", step_measure_symmetry) < 1e-55);
    assert_true(measured(CANONICAL, "reich", step_measure_symplectic) < 1e-50);
    assert_true(measured(CANONICAL, "reich", step_measure_symmetry) > 1e-9);
    assert_true(measured(CONSTRAINED, "rk4", step_measure_flow) < 1e-45);
    assert_true(measured(CONSTRAINED, "rattle", step_measure_symplectic) < 1e-50);
    assert_true(measured(CONSTRAINED, "rattle", step_measure_symmetry) < 1e-55);
    assert_true(measured(CONSTRAINED, "rk4", step_measure_symplectic) > 1e-9);
}

/* ---- refusals ---- */

static void assert_refused(const char *text, const char *words)
{
    struct model *model = kept(model_create_from_text("m.lua", text, NULL, &said));

    assert_null(model);
    assert_says(said.text, words);
}

TEST(test_what_does_not_take_the_time)
{
    const struct geometry_case cell = {problem_of(CANONICAL), "rk4", "none", BITS, 10, 0};
    struct method other = method_of("bdf-2"), rk4 = method_of("rk4");

    assert_string_equal(geometry_refusal(&cell, "energy_error"),
                        "the energy is not conserved: functions of the model depend on the time, or its "
                        "constraints do work");
    assert_string_equal(
        geometry_refusal(&(struct geometry_case){problem_of(DRIVEN), "gauss-1", "none", BITS, 10, 0},
                         "parasitic"),
        "it is about models whose functions do not depend on the time");
    assert_refused("return model { kind = 'degenerate', coordinates = { 'x', 'y' },\n"
                   "  theta = function (q, t, c) return { q.y*(1 + t^2), 0 } end,\n"
                   "  hamiltonian = function (q, c) return q.x^2 + q.y^2 end,\n"
                   "  loops = { small = function (a, c) return { cos(a), sin(a) } end },\n"
                   "  initial = { default = { 1, 1 } } }",
                   "m.lua:4: loops and surfaces do not take the time");
    assert_int_equal(method_refuses_model(&other, projection_find("none"), cell.problem->model, &said),
                     METHOD_REFUSES_KIND);
    assert_says(said.text, "models whose functions depend on the time");
    assert_refused("return model { kind = 'ode', coordinates = { 't' },\n"
                   "  field = function (x, t, c) return { t } end, initial = { default = { 1 } } }",
                   "m.lua:1: a coordinate is called t, as is the time");
    assert_refused("return model { kind = 'ode', coordinates = { 'x' },\n"
                   "  field = function (x, t, c, more) return { t } end, initial = { default = { 1 } } }",
                   "m.lua:2: field of kind ode is a function of 4 arguments; write function (x, t, c)");
    assert_refused(
        "return model { kind = 'nonholonomic', coordinates = { 'x', 'y' },\n"
        "  lagrangian = function (q, v, t, c, more) return v.x^2 + v.y^2 end,\n"
        "  constraints = function (q, v, c) return { v.x + q.x*v.y } end,\n"
        "  initial = { default = { q = { 1, 1 }, v = { 1, -1 } } } }",
        "m.lua:2: lagrangian of kind nonholonomic is a function of 5 arguments; write function (q, v, t, c)");
    assert_int_equal(
        method_refuses_model(&rk4, projection_find("standard"), problem_of(CONSTRAINED)->model, &said),
        METHOD_REFUSES_PROJECTION);
    assert_says(said.text, "does not project where functions of the model depend on the time");
    assert_null(model_create_from_text(
        "m.lua", CONSTRAINED,
        &(struct model_choice){.overrides = 1, .override = &(struct model_override){"formulation", "dirac"}},
        &said));
    assert_says(
        said.text,
        "m.lua:2: if the hamiltonian depends on the time, constraints have the formulation standard only");
}

TEST(test_what_is_claimed_of_the_time)
{
    assert_refused("return model { kind = 'ode', coordinates = { 'x' },\n"
                   "  field = function (x, t, c) return { x[1]*cos(t) } end,\n"
                   "  exact = function (x0, c, t) return { x0[1]*exp(t) } end,\n"
                   "  initial = { default = { 1 } } }",
                   "m.lua:3: the exact solution does not solve the equations");
    assert_refused("return model { kind = 'ode', coordinates = { 'x' },\n"
                   "  field = function (x, t, c) return { x[1]*cos(t) } end,\n"
                   "  invariants = { scaled = function (x, t, c) return x[1]*exp(sin(2*t)) end },\n"
                   "  initial = { default = { 1 } } }",
                   "m.lua:3: scaled is no invariant");
    assert_non_null(
        problem_of("return model { kind = 'ode', coordinates = { 'x' },\n"
                   "  field = function (x, t, c) return { x[1]*cos(t) } end,\n"
                   "  exact = function (x0, c, t) return { x0[1]*exp(sin(t)) } end,\n"
                   "  invariants = { scaled = function (x, t, c) return x[1]*exp(-sin(t)) end },\n"
                   "  initial = { default = { 1 } } }"));
}
