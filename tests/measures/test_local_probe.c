/* The local probe, against what is known of methods, and against terms with known coefficients.
 *
 *   orders       2s + 1 of Gauss, 2s of Radau IIA, 5 of the classical method, 2 of Euler's: the local error of a
 *                collocation method of order p is C h^(p+1) (Hairer, Norsett, Wanner 1993, section II.7)
 *   symmetry     exact for symmetric methods; p + 2 for other ones of even order p, else p + 1
 *   invariants   linear ones are exact for Runge-Kutta methods, quadratic ones for Gauss's
 *                of energy the leading term vanishes at the perihelion, where the first point is
 *   small terms  x' = x with a method that errs by c h^3 + h^5: 3 however small c is
 *   rules        below the floor, crossing it, not whole, not solved */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/step/local_probe.h"

/* The order of a quantity counted from the observables on, or of an observable where that is given. */
static struct local_order find(const struct problem *problem, const char *method, const char *projection,
                               int observable, enum local_quantity quantity)
{
    struct geometry_case cell = {problem, method, projection, CELL_DOUBLE, 10, 0};
    struct cell_request request = geometry_request(&cell);
    double *scale = kept_memory(problem_scales(problem));
    struct error error = {""};
    struct local_probe *probe = local_probe_create(&request, scale, &error);
    struct local_order found;
    size_t k = observable >= 0 ? (size_t)observable : problem->system->observables + quantity;

    assert_done(probe, error);
    found = local_probe_order(probe->error + k * LOCAL_PROBE_STEPS, probe->floor);
    local_probe_destroy(probe);
    return found;
}

static void check(const struct problem *problem, const char *method, enum local_quantity quantity,
                  double order)
{
    struct local_order found = find(problem, method, "none", -1, quantity);

    if (order > 0 ? !found.certain || found.exact || fabs(found.order - order) > 1e-3
                  : !found.exact || found.certain)
        fail_msg("%s, quantity %d: order %g (certain %d, exact %d), not %g", method, (int)quantity,
                 found.order, found.certain, found.exact, order);
}

TEST(test_known_orders)
{
    static const struct {
        const char *method;
        double local, symmetry; /* 0: exact */
    } rows[] = {{"runge-kutta:gauss-1", 3, 0},     {"runge-kutta:gauss-2", 5, 0},
                {"runge-kutta:gauss-3", 7, 0},     {"runge-kutta:gauss-4", 9, 0},
                {"runge-kutta:gauss-6", 13, 0},    {"runge-kutta:radau-iia-2", 4, 4},
                {"runge-kutta:radau-iia-3", 6, 6}, {"rk4", 5, 6},
                {"runge-kutta:euler", 2, 2}};
    struct problem *kepler = checkpoint_problem("kepler"), *vortices = checkpoint_problem("point-vortices");

    for (size_t i = 0; i < COUNT(rows); i++) {
        check(kepler, rows[i].method, LOCAL_PROBE_SOLUTION, rows[i].local);
        check(kepler, rows[i].method, LOCAL_PROBE_SYMMETRY, rows[i].symmetry);
        if (i < 4)
            check(vortices, rows[i].method + strlen("runge-kutta:"), LOCAL_PROBE_CONSTRAINT, (double)(i + 2));
    }
}

TEST(test_invariants)
{
    struct problem *kepler = checkpoint_problem("kepler");

    assert_true(find(kepler, "runge-kutta:gauss-2", "none", 1, 0).exact); /* the angular momentum */
    assert_true(find(kepler, "rk4", "none", 1, 0).order > 4.99);
    assert_true(fabs(find(kepler, "runge-kutta:gauss-2", "none", 0, 0).order - 5) < 1e-3);
    assert_true(
        find(checkpoint_problem("point-vortices"), "gauss-2", "symmetric", -1, LOCAL_PROBE_CONSTRAINT).exact);
}

/* -- a small term under a large one -- */

/* The classical method with c h^3 added to each step. */
struct off {
    struct stepper_mpfr stepper; /* first: it is one of these, with the numbers of the base */
    struct stepper_mpfr *base;
    mpfr_t term;
};

static double coefficient;

static enum newton_status step_off(struct stepper_mpfr *stepper)
{
    struct off *w = (struct off *)stepper;
    enum newton_status status = w->base->step(w->base);

    mpfr_add(stepper->q, stepper->q, w->term, MPFR_RNDN);
    return status;
}

static void forget_off(struct stepper_mpfr *stepper)
{
    (void)stepper; /* it remembers nothing */
}

static void destroy_off(struct stepper_mpfr *stepper)
{
    struct off *w = (struct off *)stepper;

    w->base->destroy(w->base);
    mpfr_clear(w->term);
    free(w);
}

static struct stepper_mpfr *create_off(const struct setup *setup)
{
    struct off *w = memory_create(1, sizeof *w);
    struct method rk4;
    struct error error;

    assert_true(method_find("rk4", &rk4, &error));
    w->base = rk4.family->create_mpfr(setup);
    w->stepper = *w->base;
    w->stepper.step = step_off;
    w->stepper.forget = forget_off;
    w->stepper.destroy = destroy_off;
    mpfr_init2(w->term, LOCAL_PROBE_BITS);
    mpfr_set_q(w->term, setup->step, MPFR_RNDN);
    mpfr_pow_ui(w->term, w->term, 3, MPFR_RNDN);
    mpfr_mul_d(w->term, w->term, coefficient, MPFR_RNDN);
    return &w->stepper;
}

TEST(test_small_term)
{
    static const double coefficients[] = {1, 1e-8, 0x1p-60, 0x1p-88, 0};
    struct problem *problem = geometry_problem_of_text(
        "return model { kind = 'ode', coordinates = { 'x' }, field = function (x) return { x.x } end,\n"
        "  initial = { default = { 1 } } }");
    struct geometry_case cell = {problem, "rk4", "none", CELL_DOUBLE, 10, 0};
    struct cell_request request = geometry_request(&cell);
    struct method_family off = *request.method.family;
    struct error error;

    off.create_mpfr = create_off;
    request.method.family = &off;
    for (size_t i = 0; i < COUNT(coefficients); i++) {
        struct local_probe *probe;
        struct local_order found;

        coefficient = coefficients[i];
        probe = local_probe_create(&request, (double[]){1}, &error);
        found = local_probe_order(probe->error + (problem->system->observables + LOCAL_PROBE_SOLUTION) *
                                                     LOCAL_PROBE_STEPS,
                                  probe->floor);
        assert_true(found.certain);
        assert_true(fabs(found.order - (coefficient > 0 ? 3 : 5)) < 1e-3);
        assert_true(coefficient > 1e-10 || fabs(found.exponent[0] - 5) < 0.01); /* what a run would see */
        local_probe_destroy(probe);
    }
}

/* -- rules -- */

TEST(test_rules)
{
    double error[LOCAL_PROBE_STEPS];
    struct local_order found;

    for (int k = 0; k < LOCAL_PROBE_STEPS;
         k++) /* 7 down to the floor, which it reaches at the seventh step */
        error[k] = fmax(-7 * (8 + 4 * k), -200);
    found = local_probe_order(error, -210);
    assert_true(found.certain && found.order == 7 && isnan(found.exponent[5]) && found.exponent[4] == 7);
    found = local_probe_order(error, -140); /* two exponents are too few */
    assert_true(!found.certain && !found.exact && found.order == 7);
    found = local_probe_order(error, -50);
    assert_true(found.exact && !found.certain && isnan(found.order));
    for (int k = 0; k < LOCAL_PROBE_STEPS; k++)
        error[k] = -2.5 * (8 + 4 * k);
    found = local_probe_order(error, -496);
    assert_true(!found.certain && found.order == 2.5);
    error[3] = NAN;
    found = local_probe_order(error, -10);
    assert_false(found.exact);
}
