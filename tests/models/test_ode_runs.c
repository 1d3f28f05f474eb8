/* Runge-Kutta methods on models of kind ode, against what nobody here wrote.
 *
 *   oscillator   the flow of the harmonic oscillator, cos t and sin t of MPFR
 *   kepler       the orbit by Kepler's equation E - e sin E = t:
 *                q = (cos E - e, sqrt(1 - e^2) sin E), p = q' = (-sin E, sqrt(1 - e^2) cos E)/(1 - e cos E)
 *   orders       explicit Euler 1, rk4 4, Gauss 2s, Radau IIA 2s - 1, Lobatto IIIA 2s - 2
 *   bits         one step after the other in double, in each lane and in MPFR at 53 bits, bit for bit
 *   kinds        a degenerate Lagrangian and the equations of motion that follow from it, written down
 *   matrices     the same system with a symplectic and with a Poisson matrix; a bracket with a Casimir function
 *   refusals     what needs momenta, an energy or a matrix; methods of another kind */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/ensemble/ensemble.h"
#include "measures/step/step_measure.h"
#include "numerics/evaluator.h"
#include "reference/reference.h"

enum { BITS = 200, MOST = 4 };

static const char RATIONAL[] =
    "return model { kind = 'ode', coordinates = { 'a', 'b', 'c' },\n"
    "  field = function (x) return { x.b*x.c/3 - x.a^2/7, x.a/(2 + x.c^2) - x.b, x.a*x.b/5 - x.c/3 } end,\n"
    "  initial = { default = { '1/2', '1/3', '-1/5' } } }";

/* ---- solutions ---- */

/* max |x_i - y_i| after steps of size 1/steps to t = 1 */
static double error_at_one(const struct fixture_model *model, const char *method, unsigned long steps,
                           mpfr_t *y)
{
    char step[30];
    struct trajectory *run;
    double error;

    snprintf(step, sizeof step, "1/%lu", steps);
    run = fixture_run(&(struct fixture_cell){
        .model = model, .method = method, .projection = "none", .step = step, .steps = steps, .bits = BITS});
    error = fixture_distance(run->q, y, model->model->dimension);
    return error;
}

static void check_order(const struct fixture_model *model, const char *method, mpfr_t *y, double order)
{
    const double coarse = error_at_one(model, method, 128, y), fine = error_at_one(model, method, 256, y);
    const double found = log2(coarse / fine);

    if (fabs(found - order) > 0.1)
        fail_msg("%s on %s: order %.3f instead of %.0f (errors %.2e, %.2e)", method, model->model->name,
                 found, order, coarse, fine);
}

/* q(1) = cos 1 + sin 1 / 2, p(1) = cos 1 / 2 - sin 1 */
static mpfr_t *oscillator_at_one(void)
{
    mpfr_t *y = kept_numbers(2, 2 * BITS), *half = kept_numbers(2, 2 * BITS);

    mpfr_set_ui(half[0], 1, MPFR_RNDN);
    mpfr_sin_cos(y[1], y[0], half[0], MPFR_RNDN);
    mpfr_div_2ui(half[0], y[0], 1, MPFR_RNDN);
    mpfr_div_2ui(half[1], y[1], 1, MPFR_RNDN);
    mpfr_add(y[0], y[0], half[1], MPFR_RNDN);
    mpfr_sub(y[1], half[0], y[1], MPFR_RNDN);
    return y;
}

/* The orbit of eccentricity 3/5 at t = 1, E by Newton's method; sqrt(1 - e^2) = 4/5. */
static mpfr_t *kepler_at_one(void)
{
    mpfr_t *y = kept_numbers(4, 2 * BITS), *w = kept_numbers(5, 2 * BITS);
    mpfr_ptr E = w[0], s = w[1], c = w[2], r = w[3], term = w[4];

    mpfr_set_d(E, 1.5, MPFR_RNDN);
    for (int k = 0; k < 20; k++) {
        mpfr_sin_cos(s, c, E, MPFR_RNDN);
        mpfr_mul_ui(r, c, 3, MPFR_RNDN);
        mpfr_div_ui(r, r, 5, MPFR_RNDN);
        mpfr_ui_sub(r, 1, r, MPFR_RNDN); /* r = 1 - e cos E */
        mpfr_mul_ui(term, s, 3, MPFR_RNDN);
        mpfr_div_ui(term, term, 5, MPFR_RNDN);
        mpfr_sub(term, E, term, MPFR_RNDN);
        mpfr_sub_ui(term, term, 1, MPFR_RNDN); /* E - e sin E - t */
        mpfr_div(term, term, r, MPFR_RNDN);
        mpfr_sub(E, E, term, MPFR_RNDN);
    }
    mpfr_mul_ui(term, s, 4, MPFR_RNDN);
    mpfr_div_ui(y[1], term, 5, MPFR_RNDN);
    mpfr_mul_ui(term, c, 4, MPFR_RNDN);
    mpfr_div_ui(term, term, 5, MPFR_RNDN);
    mpfr_div(y[3], term, r, MPFR_RNDN);
    mpfr_div(y[2], s, r, MPFR_RNDN);
    mpfr_neg(y[2], y[2], MPFR_RNDN);
    mpfr_mul_ui(term, c, 5, MPFR_RNDN);
    mpfr_sub_ui(term, term, 3, MPFR_RNDN);
    mpfr_div_ui(y[0], term, 5, MPFR_RNDN);
    return y;
}

static void check_reference(const struct fixture_model *model, mpfr_t *y)
{
    const struct model_initial *initial = model_find_initial(model->model, NULL);
    struct error error = {""};
    struct reference *reference;
    mpq_t one;

    mpq_init(one);
    mpq_set_ui(one, 1, 1);
    reference = reference_create(model->system, initial->values, one, 50, &error);
    assert_non_null(reference);
    assert_true(fixture_distance(reference->state, y, model->model->dimension) < 1e-50);
    reference_destroy(reference);
    mpq_clear(one);
}

static void check_orders(const char *path, mpfr_t *y)
{
    static const struct {
        const char *method;
        double order;
    } rows[] = {{"runge-kutta:euler", 1},       {"rk4", 4},
                {"runge-kutta:rk4", 4},         {"runge-kutta:gauss-1", 2},
                {"runge-kutta:gauss-2", 4},     {"runge-kutta:gauss-3", 6},
                {"runge-kutta:radau-iia-2", 3}, {"runge-kutta:lobatto-iiia-iiib-3", 4}};
    struct fixture_model model = fixture_model_read(path);

    check_reference(&model, y);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_order(&model, rows[i].method, y, rows[i].order);
}

TEST(test_oscillator)
{
    check_orders("models/harmonic-oscillator.lua", oscillator_at_one());
}

TEST(test_kepler)
{
    check_orders("models/kepler.lua", kepler_at_one());
}

/* ---- bits ---- */

TEST(test_bits)
{
    static const char *const methods[] = {"rk4", "runge-kutta:gauss-2", "runge-kutta:lobatto-iiie-3",
                                          "runge-kutta:radau-iia-2"};
    struct fixture_model model = fixture_model_write(RATIONAL);

    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        struct fixture_cell cell = {
            .model = &model, .method = methods[m], .projection = "none", .step = "1/10", .steps = 50};
        struct fixture_setup *own = fixture_setup_create(&cell);
        double start[11 * 3];
        struct trajectory *in_double = fixture_run(&cell), *in_mpfr;
        struct ensemble *lanes;

        cell.bits = 53;
        in_mpfr = fixture_run(&cell);
        for (size_t i = 0; i < 11 * 3; i++) /* the last member is that of the model */
            start[i] = mpfr_get_d(own->initial[i % 3], MPFR_RNDN) + (i < 30 ? (double)i / 64 : 0);
        lanes = ensemble_run(&own->setup, own->method.family,
                             &(struct ensemble_request){.members = 11, .initial = start, .steps = 50});
        for (size_t i = 0; i < 3; i++) {
            assert_true(mpfr_equal_p(in_double->q[i], in_mpfr->q[i]));
            assert_true(mpfr_get_d(in_double->q[i], MPFR_RNDN) == lanes->q[30 + i]);
            assert_true(lanes->q[i + 3] != lanes->q[30 + i]); /* control: others differ */
        }
        assert_int_equal(in_double->counts.residual_evaluations, in_mpfr->counts.residual_evaluations);
        ensemble_destroy(lanes);
    }
}

/* ---- kinds ---- */

/* theta = (q2/2, -q1/2), H = q1^2/2 + q2^4/4: Om = [[0, -1], [1, 0]], q1' = q2^3, q2' = -q1 */
static const char LAGRANGIAN[] = "return model { kind = 'degenerate', coordinates = { 'q1', 'q2' },\n"
                                 "  theta = function (q) return { q.q2/2, -q.q1/2 } end,\n"
                                 "  hamiltonian = function (q) return q.q1^2/2 + q.q2^4/4 end,\n"
                                 "  initial = { default = { '1/2', '1/3' } } }";
static const char EQUATIONS[] = "return model { kind = 'ode', coordinates = { 'q1', 'q2' },\n"
                                "  field = function (x) return { x.q2^3, -x.q1 } end,\n"
                                "  hamiltonian = function (x) return x.q1^2/2 + x.q2^4/4 end, %s\n"
                                "  initial = { default = { '1/2', '1/3' } } }";

static struct fixture_model write_equations(const char *matrix)
{
    char text[1000];

    snprintf(text, sizeof text, EQUATIONS, matrix);
    return fixture_model_write(text);
}

/* The two programs divide and multiply in different ways: to round-off. */
TEST(test_kinds)
{
    static const char *const methods[] = {"rk4", "runge-kutta:gauss-2"};
    struct fixture_model lagrangian = fixture_model_write(LAGRANGIAN), equations = write_equations("");

    for (size_t m = 0; m < 2; m++) {
        struct fixture_cell cell = {.model = &lagrangian,
                                    .method = methods[m],
                                    .projection = "none",
                                    .step = "1/10",
                                    .steps = 100,
                                    .bits = 100};
        struct trajectory *a = fixture_run(&cell), *b;

        cell.model = &equations;
        b = fixture_run(&cell);
        assert_true(fixture_distance(a->q, b->q, 2) < ldexp(1, -90));
        assert_true(fixture_distance(a->observable_initial, b->observable_initial, 1) < ldexp(1, -98));
        assert_int_equal(a->counts.residual_evaluations, b->counts.residual_evaluations);
    }
}

/* ---- matrices ---- */

static double symplectic_defect_of(const char *text, const char *method)
{
    struct geometry_case cell = {geometry_problem_of_text(text), method, "none", BITS, 10, 0};

    assert_true(geometry_find(&cell, step_measure_flow) < 1e-50); /* the control: the flow preserves it */
    return geometry_find(&cell, step_measure_symplectic);
}

static double defect_with(const char *matrix, const char *method)
{
    char text[1000];

    snprintf(text, sizeof text, EQUATIONS, matrix);
    return symplectic_defect_of(text, method);
}

/* |M^T Om M - Om|/|Om| and |M Pi M^T - Pi|/|Pi|, which for two coordinates are both |det M - 1|. */
TEST(test_symplectic_and_poisson)
{
    static const char OM[] = "symplectic = { { 0, -1 }, { 1, 0 } },",
                      PI[] = "poisson = { { 0, 1 }, { -1, 0 } },";
    double symplectic = defect_with(OM, "rk4");

    assert_true(symplectic > 1e-9);
    assert_true(fabs(defect_with(PI, "rk4") / symplectic - 1) < 1e-6);
    assert_true(defect_with(OM, "runge-kutta:gauss-2") < 1e-50);
    assert_true(defect_with(PI, "runge-kutta:gauss-2") < 1e-50);
}

/* Two conjugate coordinates and one that is kept, whose bracket with everything vanishes: Gauss's methods
 * preserve a constant bracket.  Of a rigid body's, which is linear in the state, they miss the third order. */
TEST(test_degenerate_brackets)
{
    static const char CONSTANT[] =
        "return model { kind = 'ode', coordinates = { 'q', 'p', 'c' },\n"
        "  field = function (x) return { x.p, -x.q^3 - x.c*x.q, 0 } end,\n"
        "  hamiltonian = function (x) return x.p^2/2 + x.q^4/4 + x.c*x.q^2/2 end,\n"
        "  poisson = { { 0, 1, 0 }, { -1, 0, 0 }, { 0, 0, 0 } },\n"
        "  invariants = { casimir = function (x) return x.c end },\n"
        "  initial = { default = { 1, '1/2', '1/3' } } }";
    static const char BODY[] =
        "return model { kind = 'ode', coordinates = { 'a', 'b', 'c' },\n"
        "  field = function (x) return { -x.b*x.c/6, x.c*x.a*2/3, -x.a*x.b/2 } end,\n"
        "  hamiltonian = function (x) return x.a^2/2 + x.b^2/4 + x.c^2/6 end,\n"
        "  poisson = function (x) return { { 0, -x.c, x.b }, { x.c, 0, -x.a }, { -x.b, x.a, 0 } } end,\n"
        "  initial = { default = { 1, '1/2', '1/3' } } }";

    assert_true(symplectic_defect_of(CONSTANT, "runge-kutta:gauss-2") < 1e-50);
    assert_true(symplectic_defect_of(CONSTANT, "rk4") > 1e-9);
    assert_true(symplectic_defect_of(BODY, "runge-kutta:gauss-1") > 1e-9);
}

/* ---- refusals ---- */

static const char *refusal(const char *model, const char *text)
{
    struct error error = {""};
    struct problem *problem = kept(problem_create(model, NULL, NULL, 0, NULL, &error));

    return measure_refusal(measure_find(problem, text), problem, NULL, NULL);
}

TEST(test_measures_that_do_not_apply)
{
    static const char *const lorenz[] = {"energy_error",      "constraint_error:phi", "symplectic_defect",
                                         "bilinear_defect",   "reversibility_defect", "drift:energy",
                                         "growth:constraint", "largest:multiplier",   "poincare_1:canonical",
                                         "first_energy_step"};
    static const char *const kepler[] = {
        "energy_error",    "symplectic_defect",    "invariant_error:angular-momentum",
        "bilinear_defect", "reversibility_defect", "growth:energy",
        "solution_error",  "symmetry_defect",      "cost"};

    for (size_t i = 0; i < sizeof lorenz / sizeof *lorenz; i++) {
        if (!refusal("lorenz", lorenz[i]))
            fail_msg("%s applies to lorenz", lorenz[i]);
    }
    assert_null(refusal("lorenz", "solution_error"));
    assert_null(refusal("lorenz", "symmetry_defect"));
    for (size_t i = 0; i < sizeof kepler / sizeof *kepler; i++) {
        if (refusal("kepler", kepler[i]))
            fail_msg("%s: %s", kepler[i], refusal("kepler", kepler[i]));
    }
    assert_non_null(refusal("kepler", "constraint_error:phi"));
}

TEST(test_methods_of_another_kind)
{
    const struct projection *none = projection_find("none"), *standard = projection_find("standard");
    struct error error = {""};
    struct method method;

    for (size_t k = 0; method_listed(k, &method); k++) {
        enum method_refusal expected = strcmp(method.name, "rk4") == 0 ? METHOD_APPLIES : METHOD_REFUSES_KIND;

        if (!(method_kinds(&method) & 1U << MODEL_DEGENERATE))
            continue;
        assert_int_equal(method_refuses(&method, none, MODEL_DEGENERATE, &error), METHOD_APPLIES);
        assert_int_equal(method_refuses(&method, none, MODEL_ODE, &error), expected);
    }
    assert_true(method_find("runge-kutta:gauss-5", &method, &error));
    assert_int_equal(method_refuses(&method, none, MODEL_ODE, &error), METHOD_APPLIES);
    assert_int_equal(method_refuses(&method, standard, MODEL_ODE, &error), METHOD_REFUSES_PROJECTION);
}
