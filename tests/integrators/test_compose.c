/* Compositions of steps with their adjoints.
 *
 *     compose:runge-kutta:euler:symmetrised = runge-kutta:gauss-1      the implicit step h/2, then the explicit one
 *     compose:runge-kutta:gauss-S:symmetrised = runge-kutta:gauss-S    a symmetric step is composed with itself
 *
 * Orders 1, 2, 4, 6, 8 against the Taylor reference at steps so small that a coefficient wrong in its 20th digit
 * would show; coefficients against those printed by Yoshida (1990), order conditions at another printed solution;
 * symmetry; the exact Jacobian of a composed step; bits that are equal in double, MPFR and lanes:
 * test_bits_equal.c, test_lanes.c.  Controls: what is not symmetric or not symplectic by itself, other orders, and
 * names that mean nothing. */
#include "tests/fixtures/test.h"

#include "integrators/methods/composition.h"
#include "integrators/tableaux/flow_words.h"
#include "measures/step/step_measure.h"
#include "numerics/number_block.h"
#include "reference/reference.h"
#include "tests/fixtures/measures/geometry_fixture.h"

enum { BITS = 320, DIGITS = 70, STEPS = 8 };
static const double TOLERANCE = 1e-80;

static struct trajectory *run(const struct fixture_model *model, const char *method, const char *step,
                              unsigned long steps)
{
    return fixture_run(&CELL_OF(model, method, "none", .step = step, .steps = steps, .bits = BITS));
}

static double distance(const char *path, const char *first, const char *second)
{
    struct fixture_model model = fixture_model_read(path);
    struct trajectory *a = run(&model, first, "1/20", STEPS), *b = run(&model, second, "1/20", STEPS);

    return fixture_distance(a->q, b->q, a->dimension);
}

TEST(test_identities)
{
    static const char kepler[] = "models/kepler.lua";

    assert_true(distance(kepler, "compose:runge-kutta:euler:symmetrised", "runge-kutta:gauss-1") < TOLERANCE);
    assert_true(distance(kepler, "compose:runge-kutta:gauss-2:symmetrised", "runge-kutta:gauss-2") <
                TOLERANCE);
    assert_true(distance("models/point-vortices.lua", "compose:gauss-2:symmetrised", "gauss-2") < TOLERANCE);
    /* controls */
    assert_true(distance(kepler, "compose:rk4:symmetrised", "runge-kutta:gauss-1") > 1e-8);
    assert_true(distance(kepler, "compose:runge-kutta:euler:symmetrised", "runge-kutta:euler") > 1e-4);
}

/* The order between the steps 2^-12 and 2^-13, over the time 2^-9. */
static double find_order(const char *path, const char *method)
{
    struct fixture_model model = fixture_model_read(path);
    struct error error = {""};
    struct reference *reference = kept(reference_create(model.system, model.model->initial[0].values,
                                                        kept_rational(1, 512), DIGITS, &error));
    double size[2];

    assert_done(reference, error);
    for (unsigned i = 0; i < 2; i++) {
        struct trajectory *trajectory = run(&model, method, i ? "1/8192" : "1/4096", i ? 16 : 8);

        size[i] = fixture_distance(trajectory->q, reference->state, trajectory->dimension);
    }
    return log2(size[0] / size[1]);
}

TEST(test_orders)
{
    static const struct {
        const char *method;
        double order;
    } methods[] = {
        {"runge-kutta:euler", 1},
        {"compose:runge-kutta:euler:symmetrised", 2},
        {"compose:runge-kutta:euler:triple-jump-4", 4},
        {"compose:runge-kutta:gauss-1:suzuki-4", 4},
        {"compose:rk4:symmetrised", 4},
        {"compose:runge-kutta:radau-iia-2:symmetrised", 4},
        {"compose:rk4:triple-jump-6", 6},
        {"compose:runge-kutta:gauss-1:suzuki-6", 6},
        {"compose:runge-kutta:euler:yoshida-6a", 6},
        {"compose:runge-kutta:gauss-1:triple-jump-8", 8},
        {"compose:runge-kutta:gauss-1:yoshida-8", 8},
    };
    static const char *const models[] = {"models/kepler.lua", "models/henon-heiles.lua"};

    for (size_t i = 0; i < COUNT(methods); i++) {
        for (size_t k = 0; k < COUNT(models); k++) {
            double order = find_order(models[k], methods[i].method);

            if (!(fabs(order - methods[i].order) < 0.05))
                fail_msg("%s on %s: order %g, not %g", methods[i].method, models[k], order, methods[i].order);
        }
    }
}

/* Each coefficient against what is printed, from the middle to the end. */
static void check_coefficients(const char *scheme, const double *printed, size_t n)
{
    struct composition composition;
    struct error error = {""};
    mpfr_t *gamma;
    size_t count;

    assert_done(composition_read(scheme, &composition, &error), error);
    gamma = composition_create_coefficients(composition, 400, &count, &error);
    assert_done(gamma, error);
    assert_int_equal(count, 2 * n + 1);
    for (size_t i = 0; i < n; i++) {
        assert_true(fabs(mpfr_get_d(gamma[n + 1 + i], MPFR_RNDN) - printed[i]) < 1e-11);
        assert_true(mpfr_equal_p(gamma[n + 1 + i], gamma[n - 1 - i]));
    }
    number_block_destroy(gamma);
}

TEST(test_printed_coefficients)
{
    check_coefficients("yoshida-6a",
                       (const double[]){-1.17767998417887, 0.235573213359357, 0.784513610477560}, 3);
    check_coefficients("yoshida-8",
                       (const double[]){0.102799849391985, -1.96061023297549, 1.93813913762276,
                                        -0.158240635368243, -1.44485223686048, 0.253693336566229,
                                        0.914844246229740},
                       7);
}

/* By how much the words up to degree 8 miss those of order 8 at a solution that somebody else found, as it is printed to
 * 20 digits, from the middle to the end (Suzuki, Umeno 1993; Hairer, Lubich, Wanner 2006, eq. V.3.11), with one number
 * changed by `change`. */
static double find_residual(double change)
{
    static const char *const printed[] = {"0.31529309239676659663", "0.33462491824529818378",
                                          "0.29906418130365592384", "-0.57386247111608226666",
                                          "0.19075471029623837996", "-0.40910082580003159400",
                                          "0.74167036435061295345"};
    enum { SIDE = COUNT(printed), ALL = 2 * SIDE + 1 };
    bool second[ALL] = {false};
    struct flow_given given = {
        .form = FLOW_COMPOSITION, .count = ALL, .second = second, .base_order = 2, .base_symmetric = true};
    struct flow_words words;
    mpfr_ptr wanted = kept_number(BITS);
    mpfr_t *series;
    double largest = 0;

    given.x = number_block_create(ALL, BITS);
    mpfr_set_ui(given.x[SIDE], 1, MPFR_RNDN);
    for (size_t i = 0; i < SIDE; i++) {
        mpfr_ptr gamma = given.x[SIDE + 1 + i];

        mpfr_set_str(gamma, printed[i], 10, MPFR_RNDN);
        mpfr_add_d(gamma, gamma, i == 1 ? change : 0, MPFR_RNDN);
        mpfr_set(given.x[SIDE - 1 - i], gamma, MPFR_RNDN);
        mpfr_sub(given.x[SIDE], given.x[SIDE], gamma, MPFR_RNDN);
        mpfr_sub(given.x[SIDE], given.x[SIDE], gamma, MPFR_RNDN);
    }
    flow_words_create(&words, &given, 8);
    series = number_block_create(words.count, BITS);
    flow_words_find(&words, &given, series);
    for (size_t i = 0; i < words.count; i++) {
        flow_words_set_wanted(&words, i, wanted);
        mpfr_sub(wanted, wanted, series[i], MPFR_RNDN);
        largest = fmax(largest, fabs(mpfr_get_d(wanted, MPFR_RNDN)));
    }
    flow_words_destroy(&words);
    number_block_destroy(series);
    number_block_destroy(given.x);
    return largest;
}

TEST(test_conditions)
{
    assert_true(find_residual(0) < 1e-18);
    assert_true(find_residual(1e-16) > 1e-18);
}

/* |Phi_-h Phi_h(z) - z| at the initial data, coordinates of size one */
static double find_asymmetry(const struct geometry_case *cell)
{
    static const double excursion[] = {1, 1, 1, 1};
    struct cell_request request = geometry_request(cell);
    mpfr_ptr number = kept_number(64);
    struct error error = {""};

    request.excursion = excursion;
    assert_done(step_measure_symmetry(&request, number, &error), error);
    return mpfr_get_d(number, MPFR_RNDN);
}

TEST(test_symmetry_and_symplecticity)
{
    struct geometry_case cell = {checkpoint_problem("henon-heiles"), "", "none", 200, 10, 0};

    cell.method = "compose:rk4:suzuki-6";
    assert_true(find_asymmetry(&cell) < 1e-55);
    assert_true(geometry_find(&cell, step_measure_symplectic) > 1e-20);
    cell.method = "compose:runge-kutta:gauss-1:yoshida-8";
    assert_true(find_asymmetry(&cell) < 1e-55);
    assert_true(geometry_find(&cell, step_measure_symplectic) < 1e-55);
    cell.method = "rk4";
    assert_true(find_asymmetry(&cell) > 1e-20);
}

/* Projected steps are composed where method and projection are symmetric. */
TEST(test_projected)
{
    struct method method;
    struct error error = {""};
    struct geometry_case cell = {
        checkpoint_problem("point-vortices"), "compose:gauss-1:triple-jump-4", "symmetric", 200, 10, 0};

    assert_true(find_asymmetry(&cell) < 1e-55);
    assert_true(method_find(cell.method, &method, &error));
    assert_int_equal(method_refuses(&method, projection_find("standard"), MODEL_DEGENERATE, &error),
                     METHOD_REFUSES_PROJECTION);
    assert_int_equal(method_refuses(&method, projection_find("none"), MODEL_ODE, &error),
                     METHOD_REFUSES_KIND);
    assert_int_equal(method_refuses(&method, projection_find("none"), MODEL_DEGENERATE, &error),
                     METHOD_APPLIES);
}

TEST(test_names)
{
    static const char *const wrong[] = {"compose:rk4",
                                        "compose:rk4:triple-jump-5",
                                        "compose:rk4:suzuki-14",
                                        "compose:rk4:suzuki-",
                                        "compose:rk5:suzuki-4",
                                        "compose:rk4:yoshida-6ab",
                                        "compose:",
                                        "compose:compose:rk4:suzuki-4:suzuki-4"};
    struct method method;
    struct error error;

    for (size_t i = 0; i < COUNT(wrong); i++) {
        error.text[0] = '\0';
        if (method_find(wrong[i], &method, &error) ||
            !strstr(error.text, "write") == !strstr(error.text, "compose a"))
            fail_msg("%s: %s", wrong[i], error.text);
    }
    assert_true(method_find("compose:runge-kutta:lobatto-iiie-3:suzuki-10", &method, &error));
    assert_int_equal(method_claimed_order(&method), 10);
    assert_true(method_find("compose:gauss-3:triple-jump-4", &method, &error));
    assert_int_equal(method_claimed_order(&method), 6);
}
