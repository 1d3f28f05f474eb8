/* Loops and surfaces in model files: what is refused, and Poincare's integrals over those of the guiding
 * centre.
 *
 * The trapezoidal rule is exact for trigonometric polynomials, Simpson's rule for these and for cubic
 * polynomials, so that the integrals come out to round-off:
 *
 *     I1 = 0.16775 pi          I2 = r0^2 (1 + r0^2/6)
 *
 * Under the exact flow I1 stays. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/numerics/expression_fixture.h"
#include "tests/fixtures/models/refusals_fixture.h"

#include "models/reader/model.h"
#include "numerics/graph/graph_value.h"

enum { DIMENSION = 4, LOOP_POINTS = 512, INTERVALS = 16 };

static struct model *open_model(void)
{
    struct model *model = kept(model_create("models/guiding-centre-symmetric.lua", NULL, &said));

    assert_done(model, said);
    assert_int_equal(model->dimension, DIMENSION);
    return model;
}

/* What is needed at one place: expressions and their values, and the inputs that the expressions read. */
struct work {
    const struct model *model;
    mpfr_t *q, *time, *place; /* the inputs */
    mpfr_t *point, *tangent;  /* x, and x_a or x_s, x_t */
    mpfr_t *value, *matrix;   /* theta; Jacobian of the flow, or Om */
};

static struct work create_work(const struct model *model)
{
    return (struct work){
        .model = model,
        .q = create_numbers(DIMENSION),
        .time = create_numbers(1),
        .place = create_numbers(2),
        .point = create_numbers(DIMENSION),
        .tangent = create_numbers(2 * DIMENSION),
        .value = create_numbers(DIMENSION),
        .matrix = create_numbers(DIMENSION * DIMENSION),
    };
}

static void evaluate(struct work *w, mpfr_t *values, size_t count, const expression *f)
{
    mpfr_t *const inputs[] = {
        [MODEL_BLOCK_COORDINATES] = w->q, [MODEL_BLOCK_TIME] = w->time, [MODEL_BLOCK_PLACE] = w->place};

    graph_value_all(values, count, f, inputs);
}

/* df_k / d input (block, i) */
static void evaluate_derivatives(struct work *w, mpfr_t *values, const expression *f, size_t block, size_t i)
{
    expression derivative[DIMENSION];

    for (size_t k = 0; k < DIMENSION; k++)
        derivative[k] = graph_derivative(w->model->graph, f[k], block, i);
    evaluate(w, values, DIMENSION, derivative);
}

/* q <- the flow of q, tangent <- its derivative along the tangent */
static void advect(struct work *w)
{
    for (size_t i = 0; i < DIMENSION; i++)
        evaluate_derivatives(w, w->matrix + i * DIMENSION, w->model->exact, MODEL_BLOCK_COORDINATES, i);
    for (size_t k = 0; k < DIMENSION; k++) {
        mpfr_t *sum = &w->tangent[DIMENSION + k];

        mpfr_set_zero(*sum, 1);
        for (size_t i = 0; i < DIMENSION; i++)
            mpfr_fma(*sum, w->matrix[i * DIMENSION + k], w->tangent[i], *sum, MPFR_RNDN);
    }
    evaluate(w, w->point, DIMENSION, w->model->exact);
    for (size_t k = 0; k < DIMENSION; k++) {
        mpfr_set(w->q[k], w->point[k], MPFR_RNDN);
        mpfr_set(w->tangent[k], w->tangent[DIMENSION + k], MPFR_RNDN);
    }
}

static void move_to(struct work *w, const struct model_submanifold *submanifold, size_t places)
{
    evaluate(w, w->point, DIMENSION, submanifold->point);
    for (size_t p = 0; p < places; p++)
        evaluate_derivatives(w, w->tangent + p * DIMENSION, submanifold->point, MODEL_BLOCK_PLACE, p);
    for (size_t k = 0; k < DIMENSION; k++)
        mpfr_set(w->q[k], w->point[k], MPFR_RNDN);
}

/* The integral of theta . dq over the loop after `time`, divided by pi.  Points that are not symmetric about
 * a = 0: what the flow adds is odd, and would vanish for any number of them. */
static void integrate_loop(struct work *w, mpfr_t result, unsigned long time, unsigned long points)
{
    mpfr_set_ui(*w->time, time, MPFR_RNDN);
    mpfr_set_zero(result, 1);
    for (unsigned long n = 0; n < points; n++) {
        mpfr_const_pi(w->place[0], MPFR_RNDN);
        mpfr_mul_ui(w->place[0], w->place[0], 2 * (3 * n + 1), MPFR_RNDN);
        mpfr_div_ui(w->place[0], w->place[0], 3 * points, MPFR_RNDN);
        move_to(w, &w->model->loop[0], 1);
        advect(w);
        evaluate(w, w->value, DIMENSION, w->model->theta);
        for (size_t k = 0; k < DIMENSION; k++)
            mpfr_fma(result, w->value[k], w->tangent[k], result, MPFR_RNDN);
    }
    mpfr_mul_ui(result, result, 2, MPFR_RNDN);
    mpfr_div_ui(result, result, points, MPFR_RNDN);
}

TEST(test_loop)
{
    struct model *model = open_model();
    struct work w = create_work(model);
    mpfr_t *integral = create_numbers(1), *exact = create_numbers(1);

    assert_int_equal(model->loops, 1);
    mpfr_set_ui(*exact, 16775, MPFR_RNDN);
    mpfr_div_ui(*exact, *exact, 100000, MPFR_RNDN);
    integrate_loop(&w, *integral, 0, 32);
    assert_true(agree(*integral, *exact, 200));
    integrate_loop(&w, *integral, 400, LOOP_POINTS);
    assert_true(agree(*integral, *exact, 100));
    integrate_loop(&w, *integral, 400, 8); /* control: too few points */
    assert_false(agree(*integral, *exact, 100));
}

/* Om_ij x^i_s x^j_t = T_ji (x^i_s x^j_t - x^j_s x^i_t) with T_ji = d theta_j / d q_i */
static void evaluate_density(struct work *w, mpfr_t density)
{
    mpfr_t *product = create_numbers(1);

    mpfr_set_zero(density, 1);
    for (size_t i = 0; i < DIMENSION; i++) {
        evaluate_derivatives(w, w->matrix, w->model->theta, MODEL_BLOCK_COORDINATES, i);
        for (size_t j = 0; j < DIMENSION; j++) {
            mpfr_fmms(*product, w->tangent[i], w->tangent[DIMENSION + j], w->tangent[j],
                      w->tangent[DIMENSION + i], MPFR_RNDN);
            mpfr_fma(density, w->matrix[j], *product, density, MPFR_RNDN);
        }
    }
}

/* 1 4 2 4 ... 2 4 1 */
static unsigned long simpson_weight(unsigned long n)
{
    return n == 0 || n == INTERVALS ? 1 : n % 2 ? 4 : 2;
}

static void integrate_surface(struct work *w, const struct model_submanifold *surface, mpfr_t result)
{
    mpfr_t *density = create_numbers(1);

    mpfr_set_zero(result, 1);
    for (unsigned long m = 0; m <= INTERVALS; m++) {
        for (unsigned long n = 0; n <= INTERVALS; n++) {
            mpfr_set_ui(w->place[0], m, MPFR_RNDN);
            mpfr_set_ui(w->place[1], n, MPFR_RNDN);
            mpfr_div_ui(w->place[0], w->place[0], INTERVALS, MPFR_RNDN);
            mpfr_div_ui(w->place[1], w->place[1], INTERVALS, MPFR_RNDN);
            move_to(w, surface, 2);
            evaluate_density(w, *density);
            mpfr_mul_ui(*density, *density, simpson_weight(m) * simpson_weight(n), MPFR_RNDN);
            mpfr_add(result, result, *density, MPFR_RNDN);
        }
    }
    mpfr_div_ui(result, result, 9 * INTERVALS * INTERVALS, MPFR_RNDN);
}

static void check_surface(const struct model *model, size_t k, const char *name, unsigned long inverse_r0)
{
    struct work w = create_work(model);
    mpfr_t *integral = create_numbers(1), *exact = create_numbers(2);

    assert_string_equal(model->surface[k].name, name);
    mpfr_set_ui(exact[1], 1, MPFR_RNDN);
    mpfr_div_ui(exact[1], exact[1], inverse_r0 * inverse_r0, MPFR_RNDN);
    mpfr_div_ui(exact[0], exact[1], 6, MPFR_RNDN);
    mpfr_add_ui(exact[0], exact[0], 1, MPFR_RNDN);
    mpfr_mul(exact[0], exact[0], exact[1], MPFR_RNDN);
    integrate_surface(&w, &model->surface[k], *integral);
    assert_true(agree(*integral, exact[0], 200));
    assert_false(agree(*integral, exact[1], 20)); /* without the term in r0^4 */
}

TEST(test_surfaces)
{
    struct model *model = open_model();

    assert_int_equal(model->surfaces, 2);
    check_surface(model, 0, "default", 2);
    check_surface(model, 1, "printed", 10);
}

TEST(test_good_and_bad)
{
    static const char *const good[] = {
        "second = loops = { a = function (a, c) return { 2 + cos(a), 3 + c.a*sin(a) } end }",
        "second = loops = {}, surfaces = { a = function (s, t, c) return { 1 + s + t, 2 + s - c.a*t } end }",
        "second = surfaces = { a = function (s, t) return { 1 + s + t, 2 + s + 2*t } end,"
        " b = function (s, t) return { 1 + s, 1 + t*s } end }"};

    for (size_t i = 0; i < COUNT(good); i++) {
        struct model *model = refusals_model("loops", good[i], NULL);

        assert_int_equal(model->loops + model->surfaces, i == 2 ? 2 : 1);
    }
    refusals_check("loops", 0, 11);
}
