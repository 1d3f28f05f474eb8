/* Runge-Kutta steps with projections onto holonomic constraints; against PARI/GP they are in test_holonomic.c.
 *
 *   bits        double, every lane and MPFR at 53 bits, bit for bit
 *   orders      those of the base methods
 *   symmetry    of symmetric and midpoint alone
 *   forms       the symplectic projection is the base method with a projected output: in all of R^2n it preserves the
 *               canonical form where that does; the others do not
 *   refusals    where there is nothing to project onto
 */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/ensemble/ensemble.h"

enum { BITS = 200 };
static const char *const projections[] = {"standard", "symmetric", "symplectic", "midpoint"};

/* ---- bits ---- */

TEST(test_bits)
{
    struct fixture_model model = fixture_model_read("models/double-spherical-pendulum.lua");
    enum { D = 12, MEMBERS = 9, OWN = MEMBERS - 1, STEPS = 10 };

    for (size_t k = 0; k < COUNT(projections); k++) {
        struct fixture_cell cell = {.model = &model,
                                    .method = "runge-kutta:gauss-2",
                                    .projection = projections[k],
                                    .step = "1/20",
                                    .steps = STEPS};
        struct fixture_setup *own = fixture_setup_create(&cell);
        double start[MEMBERS * D];
        struct trajectory *in_double = fixture_run(&cell), *in_mpfr;
        struct ensemble *lanes;
        const double *q;

        cell.bits = 53;
        in_mpfr = fixture_run(&cell);
        for (size_t i = 0; i < MEMBERS * D; i++) /* the last member is that of the model */
            start[i] = mpfr_get_d(own->initial[i % D], MPFR_RNDN) + (i < OWN * D ? (double)i / 1024 : 0);
        lanes =
            ensemble_run(&own->setup, own->method.family,
                         &(struct ensemble_request){.members = MEMBERS, .initial = start, .steps = STEPS});
        q = lanes->q + OWN * D;
        for (size_t i = 0; i < D; i++) {
            assert_true(mpfr_equal_p(in_double->q[i], in_mpfr->q[i]));
            assert_true(mpfr_get_d(in_double->q[i], MPFR_RNDN) == q[i]);
            assert_true(lanes->q[i + D] != q[i]); /* control: others differ */
        }
        ensemble_destroy(lanes);
    }
}

/* ---- orders ---- */

static mpfr_t *run_to_one(const struct fixture_model *model, const char *method, const char *projection,
                          unsigned long steps)
{
    char step[30];

    snprintf(step, sizeof step, "1/%lu", steps);
    return fixture_run(&(struct fixture_cell){.model = model,
                                              .method = method,
                                              .projection = projection,
                                              .step = step,
                                              .steps = steps,
                                              .bits = BITS})
        ->q;
}

TEST(test_orders)
{
    static const struct {
        const char *method;
        double order;
    } rows[] = {
        {"runge-kutta:gauss-1", 2}, {"runge-kutta:gauss-2", 4}, {"runge-kutta:radau-iia-2", 3}, {"rk4", 4}};
    struct fixture_model model = fixture_model_read("models/pendulum.lua");
    mpfr_t *exact = run_to_one(&model, "runge-kutta:gauss-12", "none", 64);

    for (size_t k = 0; k < COUNT(rows) * COUNT(projections); k++) {
        const char *method = rows[k / 4].method, *projection = projections[k % 4];
        const double coarse = fixture_distance(run_to_one(&model, method, projection, 64), exact, 4),
                     fine = fixture_distance(run_to_one(&model, method, projection, 128), exact, 4),
                     found = log2(coarse / fine);

        if (fabs(found - rows[k / 4].order) > 0.15)
            fail_msg("%s %s: order %.3f instead of %.0f", method, projection, found, rows[k / 4].order);
    }
}

/* ---- geometry ---- */

static double defect(const char *formulation, const char *projection, geometry_measure *measure)
{
    const struct model_override override = {"formulation", formulation};
    struct error error = {""};
    struct problem *problem = kept(problem_create("pendulum", NULL, NULL, 1, &override, &error));
    struct cell_request request =
        geometry_request(&(struct geometry_case){problem, "runge-kutta:gauss-2", projection, BITS, 10, 0});
    const double excursion[4] = {0};
    mpfr_ptr value = kept_number(BITS);

    request.excursion = excursion;
    assert_done(measure(&request, value, &error), error);
    return mpfr_get_d(value, MPFR_RNDN);
}

TEST(test_symmetry)
{
    for (size_t k = 0; k < COUNT(projections); k++) {
        const bool symmetric =
            projection_find(projections[k])->symmetric || k == 2; /* k == 2: the base method */

        assert_true((defect("standard", projections[k], step_measure_symmetry) < 1e-55) == symmetric);
        assert_true((defect("standard", projections[k], step_measure_reversibility) < 1e-55) == symmetric);
    }
}

TEST(test_forms)
{
    for (size_t k = 0; k < COUNT(projections); k++) {
        const double in_all = defect("dirac", projections[k], step_measure_symplectic_ambient),
                     on_tangents = defect("dirac", projections[k], step_measure_symplectic),
                     of_standard = defect("standard", projections[k], step_measure_symplectic_ambient);

        assert_true((in_all < 1e-55) == (k == 2));
        assert_true((on_tangents < 1e-55) == (k == 2));
        assert_true(of_standard > 1e-6);
    }
}

/* ---- the output ---- */

/* The symplectic projection goes on from the state beside the manifold: n steps are n steps of the base method and one
 * projection; the standard one, which goes on from its output, is something else from the second step on. */
TEST(test_output)
{
    struct fixture_model model = fixture_model_read("models/pendulum.lua");
    struct fixture_cell cell = {.model = &model, .method = "rk4", .step = "1/10", .bits = BITS};
    mpfr_t *base, *continued, *standard;

    for (cell.steps = 1; cell.steps <= 2; cell.steps++) {
        cell.projection = "symplectic";
        continued = fixture_run(&cell)->q;
        cell.projection = "standard";
        standard = fixture_run(&cell)->q;
        assert_true((fixture_distance(continued, standard, 4) < 1e-57) == (cell.steps == 1));
        cell.projection = "none";
        base = fixture_run(&cell)->q;
        assert_true(fixture_distance(continued, base, 4) > 1e-8);
    }
}

/* ---- refusals ---- */

static const char *refusal(const char *model, const char *method, const char *projection)
{
    static struct error reason;
    struct problem *problem = kept(problem_create(model, NULL, NULL, 0, NULL, &said));
    struct method found;

    assert_non_null(problem);
    assert_true(method_find(method, &found, &said));
    return method_refuses_model(&found, projection_find(projection), problem->model, &reason) ? reason.text
                                                                                              : NULL;
}

TEST(test_refusals)
{
    static const char gauss[] = "runge-kutta:gauss-1";

    for (size_t k = 0; k < COUNT(projections); k++) {
        assert_null(refusal("pendulum", gauss, projections[k]));
        assert_null(refusal("hopf-sphere", "rk4", projections[k]));
        assert_non_null(strstr(refusal("bicycle", gauss, projections[k]), "no holonomic constraints"));
        assert_non_null(strstr(refusal("point-vortices", gauss, projections[k]), "p = theta(q)"));
        assert_non_null(strstr(refusal("rigid-body", gauss, projections[k]), "does not step on body models"));
        assert_non_null(strstr(refusal("pendulum", "rattle", projections[k]), "in its equations"));
    }
}
