/* Symplectic defects of cells: which methods are symplectic, on which space, and how far the others are from
 * it.  (The forms, and what faults do: test_symplectic_form.c.)
 *
 *   flow       the exact flow preserves Om to round-off, at every precision: the machinery says "symplectic"
 *              where that is true.  Control: a method that approximates it does not
 *   exact      unprojected methods (canonically) and the symplectic projection (in (q, e)) at round-off; the
 *              defect falls with the precision
 *   orders     standard, symmetric and midpoint projection, Radau IIA and explicit methods: a power of h
 *   vacuous    Lotka-Volterra and linear vortices cannot tell the projections of methods with abar = a apart
 */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "measures/step/step_measure.h"
#include "measures/step/step_jacobian.h"

enum { BITS = 200, STEPS = 4 };
static const double ROUND_OFF = 0x1p-188; /* 2^12 units in the last place */
static const char *const STEP[STEPS] = {"1/10", "1/20", "1/40", "1/80"};

static struct problem *problem_named(const char *name)
{
    char path[100];
    struct problem *problem;

    snprintf(path, sizeof path, "models/%s.lua", name);
    problem = kept(problem_create(path, NULL, NULL, 0, NULL, &said));
    assert_done(problem, said);
    return problem;
}

static struct cell_request request_of(const struct problem *problem, const char *method,
                                      const char *projection, const char *size, long bits)
{
    struct cell_request request = {.problem = problem, .step = kept_rational_of(size), .bits = bits};

    assert_done(method_find(method, &request.method, &said), said);
    request.projection = projection_find(projection);
    assert_non_null(request.projection);
    return request;
}

static double defect_of(const struct problem *problem, const char *method, const char *projection,
                        const char *size, long bits)
{
    struct cell_request request = request_of(problem, method, projection, size, bits);
    mpfr_ptr defect = kept_number(53);

    assert_done(step_measure_symplectic(&request, defect, &said), said);
    return mpfr_get_d(defect, MPFR_RNDN);
}

static double flow_defect_of(const struct problem *problem, const char *size, long bits)
{
    struct cell_request request = request_of(problem, "gauss-1", "none", size, bits);
    mpfr_ptr defect = kept_number(53);

    assert_done(step_measure_flow(&request, defect, &said), said);
    return mpfr_get_d(defect, MPFR_RNDN);
}

/* -- what is symplectic -- */

TEST(test_flow)
{
    static const char *const models[] = {"point-vortices", "massless-charged-particle", "lotka-volterra",
                                         "lotka-volterra-singular", "point-vortices-linear"};
    static const long bits[] = {CELL_DOUBLE, 128, 200, 400};

    for (size_t i = 0; i < COUNT(models); i++) {
        struct problem *problem = problem_named(models[i]);

        for (size_t j = 0; j < COUNT(bits); j++) {
            long used = bits[j] == CELL_DOUBLE ? STEP_MEASURE_BITS_OF_DOUBLE : bits[j];
            double defect = flow_defect_of(problem, "1/2", bits[j]);

            if (!(defect < ldexp(1, 12 - (int)used)))
                fail_msg("%s at %ld bits: the flow's defect is %.3g", models[i], bits[j], defect);
            if (strcmp(models[i], "point-vortices-linear") != 0) /* control, on the same space */
                assert_true(defect_of(problem, "rk4", "none", "1/2", bits[j]) > 1e-8);
        }
    }
}

/* A problem keeps the numbers of its flow: those of other steps and bits are others, and all are those of a problem that
 * keeps nothing yet. */
TEST(test_flow_is_kept)
{
    static const char *const steps[] = {"1/2", "1/4"};
    static const long bits[] = {CELL_DOUBLE, 200, 256};
    struct problem *problem = problem_named("massless-charged-particle");

    for (size_t round = 0; round < 2; round++) {
        for (size_t k = 0; k < COUNT(steps) * COUNT(bits); k++) {
            const char *step = steps[k % COUNT(steps)];
            const long used = bits[k / COUNT(steps)];

            assert_true(flow_defect_of(problem, step, used) ==
                        flow_defect_of(problem_named("massless-charged-particle"), step, used));
        }
    }
    assert_true(flow_defect_of(problem, steps[0], bits[1]) != flow_defect_of(problem, steps[1], bits[1]));
}

/* Every method that claims to be symplectic without projection is so on (q, p), and stays so in the (q, e) of
 * the symplectic projection. */
TEST(test_exact)
{
    static const char *const models[] = {"point-vortices", "massless-charged-particle"};
    struct method method;

    for (size_t i = 0; i < COUNT(models); i++) {
        struct problem *problem = problem_named(models[i]);

        for (size_t k = 0; method_listed(k, &method); k++) {
            if (method.family->no_projections)
                continue;
            for (int n = 0; n < STEPS; n += 3) {
                double none = defect_of(problem, method.name, "none", STEP[n], BITS),
                       symplectic = defect_of(problem, method.name, "symplectic", STEP[n], BITS);

                if (!(none < ROUND_OFF && symplectic < ROUND_OFF))
                    fail_msg("%s on %s, h = %s: %.3g without projection, %.3g with the symplectic one",
                             method.name, models[i], STEP[n], none, symplectic);
            }
        }
    }
}

/* The rule of exact properties: defect(p2) / defect(p1) <= 2^(-0.8 (p2 - p1)). */
static bool falls(const struct problem *problem, const char *method, const char *projection)
{
    double coarse = defect_of(problem, method, projection, "1/10", 128),
           fine = defect_of(problem, method, projection, "1/10", 256);

    return fine <= coarse * exp2(-0.8 * 128);
}

TEST(test_falls_with_the_precision)
{
    static const char *const methods[] = {"gauss-1", "gauss-2", "gauss-3", "srk-3", "lobatto-iiia-iiib-3"};
    struct problem *problem = problem_named("point-vortices");

    for (size_t i = 0; i < COUNT(methods); i++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            bool expected = strcmp(row->name, "none") == 0 || strcmp(row->name, "symplectic") == 0;

            if (falls(problem, methods[i], row->name) != expected)
                fail_msg("%s %s: the defect %s with the precision", methods[i], row->name,
                         expected ? "does not fall" : "falls");
        }
    }
    assert_false(falls(problem, "radau-iia-2", "none"));
    assert_false(falls(problem, "rk4", "none"));
}

/* -- orders in h -- */

/* The order of the defect of one step as h -> 0, on every model where it is not zero.  Standard: 2s + 2 for
 * Gauss.  Symmetric: one order more, "pseudo-symplectic".  Midpoint: odd orders, for s = 1 and srk-3 as well:
 * it is not symplectic. */
struct expected_order {
    const char *method, *projection;
    int order;
};

static const struct expected_order ORDERS[] = {
    {"gauss-1", "standard", 4}, {"gauss-1", "symmetric", 5}, {"gauss-1", "midpoint", 3},
    {"gauss-2", "standard", 6}, {"gauss-2", "symmetric", 7}, {"gauss-2", "midpoint", 5},
    {"gauss-3", "standard", 8}, {"gauss-3", "midpoint", 5},  {"gauss-3", "symmetric", 9},
    {"srk-3", "standard", 4},   {"srk-3", "symmetric", 5},   {"srk-3", "midpoint", 3},
    {"radau-iia-2", "none", 4}, {"rk4", "none", 5},          {"runge-kutta:gauss-2", "none", 5},
};

static void check_order(const struct problem *problem, const struct expected_order *row)
{
    static const char *const halved[] = {"1/160", "1/320", "1/640"};
    double defect[3];

    for (int n = 0; n < 3; n++)
        defect[n] = defect_of(problem, row->method, row->projection, halved[n], BITS);
    for (int n = 0; n < 2; n++) {
        double slope = log2(defect[n] / defect[n + 1]);

        if (!(fabs(slope - row->order) < 0.3) || (n == 1 && !(fabs(slope - row->order) < 0.15)))
            fail_msg("%s %s on %s: slope %.3f instead of %d", row->method, row->projection,
                     problem->model->name, slope, row->order);
    }
    assert_true(defect[2] > 1e4 * ROUND_OFF);
}

TEST(test_orders)
{
    struct problem *vortices = problem_named("point-vortices"),
                   *charge = problem_named("massless-charged-particle");

    for (size_t i = 0; i < COUNT(ORDERS); i++) {
        check_order(vortices, ORDERS + i);
        check_order(charge, ORDERS + i);
    }
}

/* The table of what was measured; the symmetric projection lies far below the standard one at every step. */
static void show_row(const struct problem *problem, const char *method, const char *projection,
                     double defect[STEPS])
{
    char line[200];
    int length = snprintf(line, sizeof line, "%-26s %-8s %-10s", problem->model->name, method, projection);

    for (int n = 0; n < STEPS; n++) {
        defect[n] = defect_of(problem, method, projection, STEP[n], BITS);
        length += snprintf(line + length, sizeof line - (size_t)length, " %9.2e", defect[n]);
    }
}

TEST(test_table)
{
    static const char *const models[] = {"point-vortices", "massless-charged-particle", "lotka-volterra",
                                         "point-vortices-linear"};
    static const char *const methods[] = {"gauss-1", "gauss-2", "gauss-3", "srk-3"};

    for (size_t i = 0; i < COUNT(models); i++) {
        struct problem *problem = problem_named(models[i]);

        for (size_t j = 0; j < COUNT(methods); j++) {
            double none[STEPS], standard[STEPS], symmetric[STEPS], symplectic[STEPS], midpoint[STEPS];

            show_row(problem, methods[j], "none", none);
            show_row(problem, methods[j], "standard", standard);
            show_row(problem, methods[j], "symmetric", symmetric);
            show_row(problem, methods[j], "symplectic", symplectic);
            show_row(problem, methods[j], "midpoint", midpoint);
            for (int n = 0; n < STEPS; n++) {
                assert_true(none[n] < ROUND_OFF && symplectic[n] < ROUND_OFF);
                /* theta_2 of Lotka-Volterra is linear, as is all of theta of the linear vortices: every
                 * projection preserves Om there. */
                if (i >= 2)
                    assert_true(standard[n] < ROUND_OFF && symmetric[n] < ROUND_OFF &&
                                midpoint[n] < ROUND_OFF);
                else
                    assert_true(symmetric[n] < standard[n] / 100 && midpoint[n] > 1e3 * symmetric[n]);
            }
        }
    }
}

/* Where abar differs from a, Lotka-Volterra does tell the projections apart. */
TEST(test_unequal_coefficients)
{
    struct problem *problem = problem_named("lotka-volterra");

    assert_true(defect_of(problem, "lobatto-iiia-iiib-3", "none", "1/10", BITS) < ROUND_OFF);
    assert_true(defect_of(problem, "lobatto-iiia-iiib-3", "symplectic", "1/10", BITS) < ROUND_OFF);
    assert_true(defect_of(problem, "lobatto-iiia-iiib-3", "standard", "1/10", BITS) > 1e-9);
    assert_true(defect_of(problem, "lobatto-iiia-iiib-3", "symmetric", "1/10", BITS) > 1e-11);
    assert_true(defect_of(problem, "lobatto-iiia-iiib-3", "midpoint", "1/10", BITS) > 1e-8);
}

/* Kraus (2017), eq. 127d as printed, with weight +1 where R(infinity) = -1: with a stage at the midpoint the
 * step has no solution, at whatever step. */
TEST(test_midpoint_as_printed)
{
    static const char *const methods[] = {"gauss-1", "srk-3"};
    struct fixture_model model = fixture_model_read("models/massless-charged-particle.lua");

    for (int k = 0; k < 4; k++) {
        struct fixture_cell cell = CELL_OF(&model, methods[k % 2], "midpoint", .step = "1/80", .bits = BITS,
                                           .r_infinity = k < 2 ? 1 : -1);
        struct fixture_setup *own = fixture_setup_create(&cell);
        size_t d = own->dimension;
        mpfr_t *z = kept_numbers(d, BITS), *M = kept_numbers(d * d, BITS);
        bool solved;

        mpfr_precision_set(BITS);
        solved = step_jacobian_evaluate(&own->setup, &own->method, own->initial, z, M) == NEWTON_CONVERGED;
        assert_int_equal(solved, k >= 2);
        assert_int_equal(mpfr_nan_p(M[0]) != 0, k < 2);
    }
}

/* A step that is not solved has no defect; a projection that does not apply is refused. */
TEST(test_refusals)
{
    struct problem *problem = problem_named("point-vortices");
    struct cell_request request;

    assert_true(isnan(defect_of(problem, "gauss-2", "symmetric", "1000", BITS)));
    assert_true(isnan(defect_of(problem, "gauss-2", "symplectic", "1000", BITS)));
    assert_true(defect_of(problem, "gauss-2", "symmetric", "1/10", CELL_DOUBLE) < 1e-6);
    request = request_of(problem, "radau-iia-2", "standard", "1/10", BITS);
    mpfr_ptr defect = kept_number(53);
    assert_false(step_measure_symplectic(&request, defect, &said));
    assert_non_null(strstr(said.text, "radau-iia-2"));
    assert_true(mpfr_nan_p(defect));
}
