/* Steps in charts of the manifold of holonomic constraints.
 *
 *   independent   the pendulum, 40 steps through all four charts, against PARI/GP (independent/charts.gp), to 50
 *                 digits
 *   standard      the solution is that of the standard formulation, to all digits, and the orders are those of the
 *                 methods
 *   geometry      symplectic on the manifold, and symmetric, with a method that is neither; no space around it
 *   bits          double, lanes and MPFR at 53 bits, lanes in all of the charts
 *   refusals      what steps not in charts; charts that are none */
#include "tests/fixtures/test.h"

#include "tests/fixtures/independent.h"
#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/ensemble/ensemble.h"

enum { BITS = 200 };

static struct fixture_model read_as(const char *path, const char *formulation)
{
    const struct model_override override = {"formulation", formulation};
    struct error error = {""};
    struct fixture_model own;

    own.model =
        kept(model_create(path, &(struct model_choice){.overrides = 1, .override = &override}, &error));
    assert_done(own.model, error);
    own.system = kept(system_create(own.model));
    assert_non_null(own.system);
    return own;
}

static const char PENDULUM[] = "models/pendulum.lua", DOUBLE[] = "models/double-spherical-pendulum.lua";

/* ---- independent ---- */

TEST(test_independent)
{
    FILE *pipe = independent_open("charts", "");
    struct fixture_model model = read_as(PENDULUM, "charts");
    mpfr_ptr theirs = kept_number(2 * BITS);
    char method[60], value[100];
    unsigned steps, component, lines = 0;

    while (fscanf(pipe, "%59s %u %u %99s", method, &steps, &component, value) == 4) {
        struct trajectory *run =
            fixture_run(&CELL_OF(&model, method, "none", .step = "1/10", .steps = steps, .bits = BITS));

        assert_int_equal(mpfr_set_str(theirs, value, 10, MPFR_RNDN), 0);
        mpfr_sub(theirs, theirs, run->q[component], MPFR_RNDN);
        if (!(fabs(mpfr_get_d(theirs, MPFR_RNDN)) < 1e-50))
            fail_msg("%s, %u steps, component %u: gp finds %s", method, steps, component, value);
        lines++;
    }
    assert_int_equal(fclose(pipe), 0);
    assert_int_equal(lines, 3 * 3 * 4);
}

/* ---- the standard formulation ---- */

static mpfr_t *run_to_one(const struct fixture_model *model, const char *method, unsigned long steps)
{
    char step[30];

    snprintf(step, sizeof step, "1/%lu", steps);
    return fixture_run(&CELL_OF(model, method, "none", .step = step, .steps = steps, .bits = BITS))->q;
}

TEST(test_standard)
{
    static const struct {
        const char *path;
        size_t d;
        unsigned long steps;
    } rows[] = {{PENDULUM, 4, 64}, {DOUBLE, 12, 16}};
    static const char *const methods[] = {"rk4", "runge-kutta:gauss-1"};

    for (size_t k = 0; k < COUNT(rows); k++) {
        const size_t d = rows[k].d;
        const unsigned long steps = rows[k].steps;
        struct fixture_model standard = read_as(rows[k].path, "standard"),
                             charts = read_as(rows[k].path, "charts");
        mpfr_t *exact = run_to_one(&standard, "runge-kutta:gauss-12", 2 * steps);

        assert_true(fixture_distance(run_to_one(&charts, "runge-kutta:gauss-12", 2 * steps), exact, d) <
                    1e-50);
        for (size_t m = 0; m < COUNT(methods); m++) {
            const double coarse = fixture_distance(run_to_one(&charts, methods[m], steps), exact, d),
                         fine = fixture_distance(run_to_one(&charts, methods[m], 2 * steps), exact, d),
                         order = m == 0 ? 4 : 2;

            if (fabs(log2(coarse / fine) - order) > 0.25)
                fail_msg("%s, %s: order %.3f", rows[k].path, methods[m], log2(coarse / fine));
        }
    }
}

/* ---- geometry ---- */

static double defect(struct problem *problem, const char *method, geometry_measure *measure)
{
    struct cell_request request =
        geometry_request(&(struct geometry_case){problem, method, "none", BITS, 10, 0});
    const double excursion[12] = {0};
    mpfr_ptr value = kept_number(BITS);
    struct error error = {""};

    request.excursion = excursion;
    assert_done(measure(&request, value, &error), error);
    return mpfr_get_d(value, MPFR_RNDN);
}

TEST(test_geometry)
{
    static const char *const methods[] = {"runge-kutta:gauss-1", "runge-kutta:gauss-2", "rk4"};
    static const char *const models[] = {"pendulum", "double-spherical-pendulum"};
    const struct model_override override = {"formulation", "charts"};

    for (size_t k = 0; k < COUNT(models); k++) {
        struct error error = {""};
        struct problem *problem = kept(problem_create(models[k], NULL, NULL, 1, &override, &error));
        const struct geometry_case around = {problem, methods[0], "none", BITS, 10, 0};

        for (size_t m = 0; m < COUNT(methods); m++) {
            assert_true((defect(problem, methods[m], step_measure_symplectic) < 1e-55) == (m < 2));
            assert_true((defect(problem, methods[m], step_measure_symmetry) < 1e-55) == (m < 2));
        }
        assert_null(geometry_refusal(&around, "symplectic_defect"));
        assert_non_null(strstr(geometry_refusal(&around, "symplectic_defect:ambient"), "in charts"));
    }
}

/* ---- bits ---- */

TEST(test_bits)
{
    static const char *const methods[] = {"rk4", "runge-kutta:gauss-2"};
    enum { D = 4, MEMBERS = 19, STEPS = 30 };
    struct fixture_model model = read_as(PENDULUM, "charts");

    for (size_t m = 0; m < COUNT(methods); m++) {
        struct fixture_cell cell = CELL_OF(&model, methods[m], "none", .step = "1/10", .steps = STEPS);
        struct fixture_setup *own = fixture_setup_create(&cell);
        double start[MEMBERS * D];

        for (size_t k = 0; k < MEMBERS; k++) { /* a turn and more, on the manifold but for round-off */
            const double angle = 0.375 * (double)k;

            start[D * k] = cos(angle);
            start[D * k + 1] = sin(angle);
            start[D * k + 2] = 2 * sin(angle);
            start[D * k + 3] = -2 * cos(angle);
        }
        struct ensemble *lanes =
            ensemble_run(&own->setup, own->method.family,
                         &(struct ensemble_request){.members = MEMBERS, .initial = start, .steps = STEPS});
        for (size_t k = 0; k < MEMBERS; k++) {
            for (size_t i = 0; i < D; i++)
                mpfr_set_d(own->initial[i], start[D * k + i], MPFR_RNDN);
            struct stepper_double *alone = own->method.family->create_double(&own->setup);
            for (int n = 0; n < STEPS; n++)
                assert_int_equal(alone->step(alone), NEWTON_CONVERGED);
            assert_memory_equal(alone->q, lanes->q + D * k, D * sizeof(double));
            alone->destroy(alone);
        }
        ensemble_destroy(lanes);
        struct trajectory *in_double = fixture_run(&cell);
        cell.bits = 53;
        struct trajectory *in_mpfr = fixture_run(&cell);
        for (size_t i = 0; i < D; i++)
            assert_true(mpfr_equal_p(in_double->q[i], in_mpfr->q[i]));
    }
}

/* ---- refusals ---- */

TEST(test_refused_methods)
{
    static const struct {
        const char *method, *projection;
        enum method_refusal expected;
    } rows[] = {{"rk4", "none", METHOD_APPLIES},
                {"compose:rk4:triple-jump-4", "none", METHOD_APPLIES},
                {"rattle", "none", METHOD_APPLIES},
                {"rk4", "symmetric", METHOD_REFUSES_PROJECTION}};
    struct fixture_model model = read_as(PENDULUM, "charts");

    for (size_t k = 0; k < COUNT(rows); k++) {
        struct method method;
        struct error error = {""};

        assert_true(method_find(rows[k].method, &method, &error));
        assert_int_equal(
            method_refuses_model(&method, projection_find(rows[k].projection), model.model, &error),
            rows[k].expected);
    }
}
