/* Bodies of the time, against what nobody here wrote.
 *
 *   exact       a symmetric body with a torque along its axis, A = alpha_1 = alpha_2, B = alpha_3:
 *
 *                   m12 = m12(0) + F(t)      F' = the torque
 *                   (m13, m23) turned by the angle k integral(m12),   k = 1/(A + B) - 1/(2 A)
 *
 *   orders      of the reduced methods, on a top whose weight is of the time
 *   kicks       a step of `reich` is that of the top with the weight at its start, one of `reich-adjoint` that of the top
 *               with the weight at its end
 *   extension   t as one more state: the same steps of Runge-Kutta methods on the equations by hand
 *   geometry    steps are Poisson maps, and keep Casimirs; a torque leaves neither bracket nor energy
 *   bits        double and MPFR at 53 bits
 *   refusals    files and methods that do not take the time */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/step/step_measure.h"
#include "reference/reference.h"

enum { BITS = 200 };

static const char SPUN[] = "models/forced/spun-body.lua", DRIVEN[] = "models/forced/driven-top.lua";

#define BODY(more, initial)                                                                                  \
    "return model { kind = 'body', alpha = { '0.44', '0.5', 1 },\n  " more                                   \
    "\n  initial = { default = { " initial " } } }"
#define TOP(c) BODY("c = " c ", chi = { '1/3', 0, '2/3' },", "'0.3', '0.2', '-0.9', '0.36', '0.48', '0.8'")
static const char HEAVIER[] = TOP("function (t, c) return 1 + t/(2 + t) end");
static const char AT_THE_START[] = TOP("1"), AT_THE_END[] = TOP("'18/17'"); /* of a step of 1/8 */
static const char ATTITUDE[] = BODY("torque = function (t, c) return { 1 + t, 0, -t } end, attitude = true,",
                                    "'0.3', '0.2', '-0.9', 1, 0, 0, 0, 1, 0, 0, 0, 1");
static const char LIFTED[] = BODY("c = function (t, c) return 1 + t end, chi = { 0, 0, 1 }, attitude = true,",
                                  "'0.3', '0.2', '-0.9', 1, 0, 0, 0, 1, 0, 0, 0, 1");
/* The equations of SPUN, t a coordinate. */
static const char EXTENDED[] =
    "return model { kind = 'ode', coordinates = { 'a', 'b', 'c', 's' }, secular = { 's' },\n"
    "  field = function (x, c) return { cos(2*x.s)*3/4, -x.a*x.c/3, x.a*x.b/3, 1 } end,\n"
    "  initial = { default = { '0.3', '0.2', '-0.9', 0 } } }";

static struct problem *problem_of(const char *model)
{
    if (model != SPUN && model != DRIVEN)
        return geometry_problem_of_text(model);
    struct problem *problem = kept(problem_create(model, NULL, NULL, 0, NULL, &said));

    assert_done(problem, said);
    return problem;
}

static mpfr_t *run_at(const char *model, const char *method, unsigned long steps_per_unit,
                      unsigned long steps, int bits)
{
    struct cell_request request = {.problem = problem_of(model),
                                   .projection = projection_find("none"),
                                   .step = kept_rational(1, steps_per_unit),
                                   .steps = steps,
                                   .bits = bits};

    assert_done(method_find(method, &request.method, &said), said);
    struct trajectory *trajectory = kept(cell_run(&request, &said));
    assert_done(trajectory, said);
    assert_int_equal(trajectory->status, TRAJECTORY_COMPLETED);
    return trajectory->q;
}

static mpfr_t *run(const char *model, const char *method, unsigned long steps_per_unit)
{
    return run_at(model, method, steps_per_unit, steps_per_unit, BITS);
}

static mpfr_t *reference_of(const char *model)
{
    struct problem *problem = problem_of(model);
    struct reference *reference =
        kept(reference_create(problem->system, problem->initial->values, kept_rational(1, 1), 50, &said));

    assert_done(reference, said);
    return reference->state;
}

/* ---- exact ---- */

/* SPUN at t = 1 */
static mpfr_t *exact_end(void)
{
    mpfr_t *w = kept_numbers(9, BITS), *sine = w + 3, *cosine = w + 4, *turn = w + 5, *spin = w + 6,
           *b = w + 7, *c = w + 8;

    assert_int_equal(mpfr_set_str(*spin, "0.3", 10, MPFR_RNDN) + mpfr_set_str(*b, "0.2", 10, MPFR_RNDN) +
                         mpfr_set_str(*c, "-0.9", 10, MPFR_RNDN),
                     0);
    mpfr_set_ui(*turn, 2, MPFR_RNDN);
    mpfr_sin_cos(*sine, *cosine, *turn, MPFR_RNDN);
    mpfr_mul_d(w[0], *sine, 0.375, MPFR_RNDN);
    mpfr_add(w[0], w[0], *spin, MPFR_RNDN); /* 0.3 + 3/8 sin 2 */
    mpfr_ui_sub(*turn, 1, *cosine, MPFR_RNDN);
    mpfr_mul_d(*turn, *turn, 0.1875, MPFR_RNDN);
    mpfr_add(*turn, *turn, *spin, MPFR_RNDN);
    mpfr_div_si(*turn, *turn, -3, MPFR_RNDN); /* k = 2/3 - 1 */
    mpfr_sin_cos(*sine, *cosine, *turn, MPFR_RNDN);
    mpfr_fmma(w[1], *b, *cosine, *c, *sine, MPFR_RNDN);
    mpfr_fmms(w[2], *c, *cosine, *b, *sine, MPFR_RNDN);
    return w;
}

TEST(test_the_reference_is_the_exact_solution)
{
    assert_true(fixture_distance(reference_of(SPUN), exact_end(), 3) < 1e-49);
    assert_true(fixture_distance(reference_of(SPUN), reference_of(EXTENDED), 4) < 1e-48);
}

TEST(test_orders)
{
    static const struct {
        const char *model, *method;
        int order;
    } row[] = {{DRIVEN, "reich", 1},
               {DRIVEN, "reich-adjoint", 1},
               {DRIVEN, "rattle", 2},
               {DRIVEN, "compose:reich:suzuki-4", 4},
               {DRIVEN, "runge-kutta:gauss-2", 4},
               {SPUN, "rk4", 4},
               {SPUN, "reich", 1},
               {SPUN, "rattle", 2},
               {ATTITUDE, "rattle", 2},
               {LIFTED, "reich", 1}};
    mpfr_t *exact = NULL;

    for (size_t i = 0; i < COUNT(row); i++) {
        exact = i && row[i].model == row[i - 1].model ? exact : reference_of(row[i].model);
        const double coarse = fixture_distance(run(row[i].model, row[i].method, 16), exact, 3),
                     fine = fixture_distance(run(row[i].model, row[i].method, 32), exact, 3);

        if (!(fabs(log2(coarse / fine) - row[i].order) < 0.2))
            fail_msg("%s: %.3f\n%s", row[i].method, log2(coarse / fine), row[i].model);
    }
}

/* ---- kicks ---- */

static double distance_of_step(const char *a, const char *b, const char *method)
{
    return fixture_distance(run_at(a, method, 8, 1, BITS), run_at(b, method, 8, 1, BITS), 6);
}

TEST(test_kicks)
{
    assert_true(distance_of_step(HEAVIER, AT_THE_START, "reich") < 1e-58);
    assert_true(distance_of_step(HEAVIER, AT_THE_END, "reich-adjoint") < 1e-58);
    assert_true(distance_of_step(HEAVIER, AT_THE_END, "reich") > 1e-4);
    assert_true(distance_of_step(HEAVIER, AT_THE_START, "reich-adjoint") > 1e-4);
    assert_true(distance_of_step(HEAVIER, AT_THE_START, "rattle") > 1e-4);
}

/* ---- extension ---- */

TEST(test_the_time_as_a_state)
{
    static const char *const names[] = {"rk4", "runge-kutta:gauss-2", "compose:rk4:suzuki-4"};

    for (size_t i = 0; i < COUNT(names); i++)
        assert_true(fixture_distance(run(SPUN, names[i], 8), run(EXTENDED, names[i], 8), 4) < 1e-57);
    assert_true(fixture_distance(run(SPUN, "rk4", 8), run(EXTENDED, "runge-kutta:gauss-2", 8), 4) > 1e-8);
}

/* ---- geometry ---- */

static double symplectic_defect(const char *method)
{
    const struct geometry_case cell = {problem_of(HEAVIER), method, "none", BITS, 10, 0};

    return geometry_find(&cell, step_measure_symplectic);
}

TEST(test_geometry)
{
    const struct problem *heavier = problem_of(HEAVIER), *spun = problem_of(SPUN);
    const struct geometry_case cell = {spun, "reich", "none", BITS, 10, 0};

    assert_true(symplectic_defect("reich") < 1e-50);
    assert_true(symplectic_defect("rattle") < 1e-50);
    assert_true(symplectic_defect("rk4") > 1e-9);
    assert_false(heavier->system->has_energy);
    assert_int_equal(heavier->model->invariants, 2);              /* m-v, v-v */
    assert_int_equal(problem_of(ATTITUDE)->model->invariants, 6); /* q q^T */
    assert_int_equal(problem_of(LIFTED)->model->invariants, 7);   /* and m-v */
    assert_false(spun->system->has_energy);
    assert_null(spun->system->poisson);
    assert_int_equal(spun->model->invariants, 2); /* those of the file */
    assert_string_equal(geometry_refusal(&cell, "energy_error"),
                        "the energy is not conserved: functions of the model depend on the time, or its "
                        "constraints do work");
    assert_string_equal(geometry_refusal(&cell, "symplectic_defect"),
                        "the model file gives neither a symplectic nor a Poisson matrix");
}

/* ---- bits ---- */

TEST(test_bits)
{
    static const char *const names[] = {"reich", "rattle", "compose:reich:triple-jump-4", "rk4"};

    for (size_t i = 0; i < COUNT(names); i++) {
        mpfr_t *in_double = run_at(HEAVIER, names[i], 8, 12, CELL_DOUBLE),
               *in_mpfr = run_at(HEAVIER, names[i], 8, 12, 53);

        for (size_t k = 0; k < 7; k++)
            assert_true(mpfr_equal_p(in_double[k], in_mpfr[k]));
        assert_true(fabs(mpfr_get_d(in_double[6], MPFR_RNDN) - 1.5) < 1e-15);
    }
}

/* ---- refusals ---- */

static void refuses(const char *text, const char *words)
{
    assert_null(kept(model_create_from_text("m.lua", text, NULL, &said)));
    assert_says(said.text, words);
}

TEST(test_refusals)
{
    struct method method;

    assert_done(method_find("moser-veselov", &method, &said), said);
    assert_int_equal(method_refuses_model(&method, projection_find("none"), problem_of(SPUN)->model, &said),
                     METHOD_REFUSES_KIND);
    refuses(BODY("torque = function (t, c) return { t, 0 } end,", "1, 0, 0"),
            "m.lua:2: torque has 2 components; write 3, those above the diagonal");
    refuses(
        BODY("torque = function (c) return { 1, 0, 0 } end,", "1, 0, 0"),
        "m.lua:2: torque is not a function of the time; write torque = function (t, c) return { ... } end");
    refuses(BODY("torque = function (x, t, c) return { 1, 0, 0 } end,", "1, 0, 0"),
            "m.lua:2: torque of kind body is a function of 3 arguments; write function (t, c)");
    refuses(BODY("torque = { 1, 0, 0 },", "1, 0, 0"),
            "m.lua:2: torque is not a function of (t, c) but a table");
    refuses(BODY("c = function (t, c) return t end,", "1, 0, 0"), "m.lua:2: a top has both c and chi");
    refuses(TOP("function (x, t, c) return t end"),
            "m.lua:2: c of kind body is a function of 3 arguments; write function (t, c)");
    refuses(BODY("torque = function (t, c) return { t, 0, 0 } end,\n"
                 "  invariants = { spin = function (x, c) return x.m12 end },",
                 "1, 0, 0"),
            "m.lua:3: spin is no invariant");
}
