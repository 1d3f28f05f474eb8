/* The local probe, against what is known of methods, and against terms with known coefficients.
 *
 *   orders       2s + 1 of Gauss, 2s of Radau IIA, 5 of the classical method, 2 of Euler's: the local error of a
 *                collocation method of order p is C h^(p+1) (Hairer, Norsett, Wanner 1993, section II.7)
 *   symmetry     exact for symmetric methods; p + 2 for other ones of even order p, else p + 1
 *   invariants   linear ones are exact for Runge-Kutta methods, quadratic ones for Gauss's
 *                of energy the leading term vanishes at the perihelion, where the first point is
 *   small terms  x' = x with a method that errs by c h^3 + h^5: 3 however small c is
 *   runs         the published orders of errors whose leading terms add up or cancel from step to step
 *                a term that cancels beside one that adds up, however small that is
 *   nonholonomic the orders of discrete Lagrangians, 2 for alpha = 1/2 and else 1
 *   units        the same errors where the time has another unit
 *   rules        below the floor, crossing it, not whole, not solved; bounded, in proportion to n, n^2, and else */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/step/local_probe.h"

/* Of a quantity counted from the observables on, or of an observable where that is given: the order of one step, and
 * of a run where that is asked for. */
static struct local_order find_both(const struct problem *problem, const char *method, const char *projection,
                                    int observable, enum local_quantity quantity, double *run)
{
    struct geometry_case cell = {problem, method, projection, CELL_DOUBLE, 10, 0};
    struct cell_request request = geometry_request(&cell);
    double *scale = kept_memory(problem_scales(problem));
    struct error error = {""};
    struct local_probe *probe = local_probe_create(&request, scale, &error);
    struct local_order found;
    size_t k = observable >= 0 ? (size_t)observable : problem->system->observables + quantity,
           first = k * LOCAL_PROBE_STEPS;

    assert_done(probe, error);
    found = local_probe_order(probe->error + first, probe->floor);
    if (run)
        *run = local_probe_run_order(probe->error + first, probe->early + first, probe->late + first,
                                     probe->floor);
    local_probe_destroy(probe);
    return found;
}

static struct local_order find(const struct problem *problem, const char *method, const char *projection,
                               int observable, enum local_quantity quantity)
{
    return find_both(problem, method, projection, observable, quantity, NULL);
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

/* Without a projection the momenta of a variational method oscillate with a factor -1 where R(infinity) is, and the
 * errors of neighbouring steps cancel: orders of Kraus (2017), table 2.  Lobatto IIIC grows exponentially. */
TEST(test_orders_of_runs)
{
    static const struct {
        const char *method, *projection;
        double local, run; /* NaN: none */
    } rows[] = {{"gauss-1", "none", 2, 2},
                {"gauss-2", "none", 3, 2},
                {"gauss-3", "none", 4, 4},
                {"srk-3", "none", 2, 2},
                {"lobatto-iiia-iiib-3", "none", 3, 2},
                {"lobatto-iiic-2", "none", 2, NAN},
                {"srk-3", "symplectic", 4, 4},
                {"gauss-2", "symmetric", 5, 4},
                {"radau-iia-2", "none", 4, 3}};
    struct problem *vortices = checkpoint_problem("point-vortices");

    for (size_t i = 0; i < COUNT(rows); i++) {
        for (int observable = -1; observable < (i < 2); observable++) /* energy, too */ {
            double run = -1, local;

            local = find_both(vortices, rows[i].method, rows[i].projection, observable, LOCAL_PROBE_SOLUTION,
                              &run)
                        .order;
            if (!(fabs(local - rows[i].local) < 1e-3 &&
                  (isnan(rows[i].run) ? isnan(run) : fabs(run - rows[i].run) < 1e-3)))
                fail_msg("%s, %s: %g of a step, %g of a run", rows[i].method, rows[i].projection, local, run);
        }
    }
}

/* -- a small term under a large one -- */

/* The classical method with c h^3 added to each step. */
struct off {
    struct stepper_mpfr stepper; /* first: it is one of these, with the numbers of the base */
    struct stepper_mpfr *base;
    mpfr_t term, other;
};

static double coefficient, alternating; /* of the latter the sign changes from step to step */

static enum newton_status step_off(struct stepper_mpfr *stepper)
{
    struct off *w = (struct off *)stepper;
    enum newton_status status = w->base->step(w->base);

    mpfr_add(stepper->q, stepper->q, w->term, MPFR_RNDN);
    mpfr_add(stepper->q, stepper->q, w->other, MPFR_RNDN);
    mpfr_neg(w->other, w->other, MPFR_RNDN);
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
    mpfr_clears(w->term, w->other, NULL);
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
    mpfr_inits2(LOCAL_PROBE_BITS, w->term, w->other, NULL);
    mpfr_set_q(w->term, setup->step, MPFR_RNDN);
    mpfr_pow_ui(w->term, w->term, 3, MPFR_RNDN);
    mpfr_mul_d(w->other, w->term, alternating, MPFR_RNDN);
    mpfr_mul_d(w->term, w->term, coefficient, MPFR_RNDN);
    return &w->stepper;
}

/* What the probe says of x' = x and that method. */
static struct local_order find_off(double of_sum, double of_difference, double *run)
{
    struct problem *problem = geometry_problem_of_text(
        "return model { kind = 'ode', coordinates = { 'x' }, field = function (x) return { x.x } end,\n"
        "  initial = { default = { 1 } } }");
    struct geometry_case cell = {problem, "rk4", "none", CELL_DOUBLE, 10, 0};
    struct cell_request request = geometry_request(&cell);
    struct method_family off = *request.method.family;
    const size_t first = (problem->system->observables + LOCAL_PROBE_SOLUTION) * LOCAL_PROBE_STEPS;
    struct local_probe *probe;
    struct local_order found;
    struct error error;

    off.create_mpfr = create_off;
    request.method.family = &off;
    coefficient = of_sum;
    alternating = of_difference;
    probe = local_probe_create(&request, (double[]){1}, &error);
    found = local_probe_order(probe->error + first, probe->floor);
    *run =
        local_probe_run_order(probe->error + first, probe->early + first, probe->late + first, probe->floor);
    local_probe_destroy(probe);
    return found;
}

TEST(test_small_term)
{
    static const double coefficients[] = {1, 1e-8, 0x1p-60, 0x1p-88, 0};

    for (size_t i = 0; i < COUNT(coefficients); i++) {
        double run;
        const struct local_order found = find_off(coefficients[i], 0, &run);

        assert_true(found.certain);
        assert_true(fabs(found.order - (coefficients[i] > 0 ? 3 : 5)) < 1e-3);
        assert_true(fabs(found.order - 1 - run) < 1e-3);
    }
}

/* h^3 and -h^3 in turn leave h^3 and what these add up to, h^4 of each step; 1e-8 h^3 of each is seen beside it. */
TEST(test_cancelling_term)
{
    double run;

    assert_true(find_off(0, 1, &run).order > 2.99 && fabs(run - 3) < 1e-3);
    assert_true(find_off(1e-8, 1, &run).order < 3.01 && fabs(run - 2) < 1e-3);
    assert_true(find_off(0, 0x1p-88, &run).order < 3.01 && fabs(run - 3) < 1e-3);
}

/* Steps of discrete Lagrangians converge at every step of the probe: the reaction of the constraint is solved for in the
 * size of the increments. */
TEST(test_discrete_lagrangians)
{
    static const struct {
        const char *method;
        double order;
    } rows[] = {{"dla:0", 1}, {"dla:1/2", 2}};
    struct problem *problem = checkpoint_problem("nonholonomic-particle");

    for (size_t i = 0; i < COUNT(rows); i++) {
        double run;
        const struct local_order found =
            find_both(problem, rows[i].method, "none", -1, LOCAL_PROBE_SOLUTION, &run);

        if (!found.certain || fabs(found.order - rows[i].order - 1) > 1e-3 ||
            fabs(run - rows[i].order) > 1e-3)
            fail_msg("%s: order %g (certain %d), of a run %g", rows[i].method, found.order, found.certain,
                     run);
    }
}

/* -- rules -- */

/* The pendulum where `rate` units of time are one, and the errors of the classical method's steps. */
static struct local_probe *probe_in_units(const char *rate, unsigned long steps_per_unit)
{
    char text[400];
    struct geometry_case cell = {.method = "rk4", .projection = "none", .bits = CELL_DOUBLE};
    struct cell_request request;
    struct error error = {""};
    struct local_probe *probe;

    snprintf(text, sizeof text,
             "return model { title = 't', source = 's', kind = 'ode', coordinates = { 'q', 'p' },\n"
             "  field = function (x) return { %s*x.p, -%s*sin(x.q) } end,\n"
             "  initial = { default = { 1, 0 } }, step = '1/%lu' }\n",
             rate, rate, steps_per_unit);
    cell.problem = geometry_problem_of_text(text);
    cell.steps_per_unit = steps_per_unit;
    request = geometry_request(&cell);
    probe = local_probe_create(&request, kept_memory(problem_scales(cell.problem)), &error);
    assert_done(probe, error);
    return probe;
}

TEST(test_unit_of_time)
{
    struct local_probe *one = probe_in_units("1", 8), *other = probe_in_units("256", 8 * 256);
    const size_t solution = one->quantities - LOCAL_PROBE_OTHERS + LOCAL_PROBE_SOLUTION,
                 first = solution * LOCAL_PROBE_STEPS;
    const struct local_order found = local_probe_order(other->error + first, other->floor);

    assert_true(found.certain && fabs(found.order - 5) < 1e-3);
    for (size_t k = first; k < first + LOCAL_PROBE_STEPS; k++) {
        assert_int_equal(isnan(one->error[k]), isnan(other->error[k])); /* not asked for */
        assert_true(isnan(one->error[k]) || fabs(one->error[k] - other->error[k]) <= 1e-6);
    }
    local_probe_destroy(one);
    local_probe_destroy(other);
}

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
    error[3] = INFINITY; /* not solved */
    found = local_probe_order(error, -10);
    assert_false(found.exact);
    for (int k = 0; k < LOCAL_PROBE_STEPS; k++) /* h^5 beside h^4, which takes over */
        error[k] = log2(exp2(-5 * (8 + 4 * k)) + exp2(-4 * (8 + 4 * k) - 46));
    assert_false(local_probe_order(error, -200).certain);
}

/* Of errors that fall as h^5 as long as they are clear of the floor: how many are asked for until they are decided, and
 * whether what is said then is what all say. */
static void check_turns(double first, double floor, int expected)
{
    double all[LOCAL_PROBE_STEPS], asked[LOCAL_PROBE_STEPS];
    struct local_order found = {.decided = false}, of_all;
    int turns = 0;

    for (int k = 0; k < LOCAL_PROBE_STEPS; k++) {
        all[k] = fmax(first - 20 * k, floor);
        asked[k] = NAN;
    }
    for (; turns < LOCAL_PROBE_STEPS && !found.decided; turns++) {
        asked[local_probe_turn(turns)] = all[local_probe_turn(turns)];
        found = local_probe_order(asked, floor);
    }
    of_all = local_probe_order(all, floor);
    assert_true(of_all.decided);
    assert_int_equal(turns, expected);
    assert_int_equal(found.exact, of_all.exact);
    assert_int_equal(found.certain, of_all.certain);
    assert_true(found.order == of_all.order || (isnan(found.order) && isnan(of_all.order)));
}

TEST(test_turns)
{
    bool seen[LOCAL_PROBE_STEPS] = {false};

    for (int n = 0; n < LOCAL_PROBE_STEPS; n++)
        seen[local_probe_turn(n)] = true;
    for (int k = 0; k < LOCAL_PROBE_STEPS; k++)
        assert_true(seen[k]);
    check_turns(-60, -496, 5);  /* the finest, the coarsest, and three more */
    check_turns(-60, -280, 7);  /* clear from the third of the finest on */
    check_turns(-60, -100, 13); /* clear at the two coarsest alone */
    check_turns(-60, -50, 2);   /* nothing is */
}

/* Errors of 5 h^4, of which n^growth h^5 is added up. */
TEST(test_rules_of_runs)
{
    /* the third of n (n - 1): (56 - 12)/(12 - 2) */
    static const double growths[] = {1, 2, 2.1375035237, 2.12, 2.16, 0, 1.5, 3},
                        orders[] = {4, 3, 3, NAN, NAN, NAN, NAN, NAN};
    double error[LOCAL_PROBE_STEPS], early[LOCAL_PROBE_STEPS], late[LOCAL_PROBE_STEPS], run;

    for (size_t i = 0; i < COUNT(growths); i++) {
        for (int k = 0; k < LOCAL_PROBE_STEPS; k++) {
            error[k] = log2(5) - 4 * (8 + 4 * k);
            early[k] = -5 * (8 + 4 * k);
            late[k] = early[k] + growths[i];
        }
        run = local_probe_run_order(error, early, late, -496);
        assert_true(isnan(orders[i]) ? isnan(run) : run == orders[i]);
        run = local_probe_run_order(error, early, late, -1); /* all below the floor */
        assert_true(isnan(run));
    }
    for (int k = 0; k < LOCAL_PROBE_STEPS; k++)
        early[k] = late[k] = -INFINITY;
    assert_true(local_probe_run_order(error, early, late, -496) == 4);
}
