/* Poincare's integrals of given states: exact values, and the exact flow.
 *
 * Guiding centre in a field with rotational symmetry: I1 = 0.16775 pi, I2 = r0^2 (1 + r0^2/6), and both stay
 * under its exact flow, which is known in closed form. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/poincare_fixture.h"

enum { BITS = 200 };
static const char GUIDING_CENTRE[] = "models/guiding-centre-symmetric.lua";

/* -- exact values -- */

static double exact_value(int order, const char *name)
{
    double r0 = strcmp(name, "printed") == 0 ? 0.1 : 0.5;

    return order == 1 ? 0.16775 * acos(-1) : r0 * r0 * (1 + r0 * r0 / 6);
}

/* The same at 200 bits. */
static void set_exact(mpfr_ptr exact, int order, const char *name)
{
    unsigned long inverse = strcmp(name, "printed") == 0 ? 10 : 2; /* 1/r0 */

    if (order == 1) {
        mpfr_const_pi(exact, MPFR_RNDN);
        mpfr_mul_ui(exact, exact, 16775, MPFR_RNDN);
        mpfr_div_ui(exact, exact, 100000, MPFR_RNDN);
    } else { /* (6/r0^2 + 1) r0^4/6 */
        mpfr_set_ui(exact, 6 * inverse * inverse + 1, MPFR_RNDN);
        mpfr_div_ui(exact, exact, 6 * inverse * inverse * inverse * inverse, MPFR_RNDN);
    }
}

static double initial_error(int order, const char *name, size_t n, enum poincare_form form)
{
    struct fixture_forms own = fixture_forms_create(GUIDING_CENTRE, order);
    mpfr_ptr start = fixture_start(&own, name, n, 2 * BITS);
    double *states = fixture_states(&own, start, fixture_points(order, n)), values[POINCARE_FORMS];

    fixture_integrate(&own, states, n, values);
    return fabs(values[form] / exact_value(order, name) - 1);
}

TEST(test_initial_values)
{
    for (enum poincare_form form = 0; form < POINCARE_FORMS; form++) {
        assert_true(initial_error(1, "default", 2000, form) < 1e-14);
        assert_true(initial_error(1, "default", 16, form) < 1e-14);
        assert_true(initial_error(2, "default", 101, form) < 1e-13);
        assert_true(initial_error(2, "printed", 101, form) < 1e-12);
        assert_true(initial_error(2, "default", 33, form) < 1e-13);
    }
    assert_true(initial_error(1, "default", 2, POINCARE_NONCANONICAL) > 0.5); /* control: two points */
    assert_true(exact_value(2, "printed") / 0.01 - 1 > 1e-3); /* control: r0^2 alone is seen */
}

/* Relative error at 200 bits. */
static double precise_error(int order, const char *name, size_t n)
{
    struct fixture_forms own = fixture_forms_create(GUIDING_CENTRE, order);
    size_t points = fixture_points(order, n), d = own.d;
    mpfr_ptr start = fixture_start(&own, name, n, 2 * BITS), exact = kept_block(number_block_create(1, BITS));
    real_mpfr *states = kept_vector_mpfr(points * 3 * d), *values = kept_vector_mpfr(POINCARE_FORMS);
    struct evaluator_mpfr *momentum = evaluator_create_mpfr(own.problem->system->momentum, 1);
    struct quadrature_mpfr *rule = quadrature_create_mpfr(fixture_kind(order), n);
    struct poincare_integral_mpfr *integral = poincare_integral_create_mpfr(&own.forms, rule, 1);
    double worst = 0;

    for (size_t k = 0; k < points; k++) {
        real_mpfr *row = states + k * 3 * d;

        for (size_t i = 0; i < d; i++)
            mpfr_set(row + i, start + k * d + i, MPFR_RNDN);
        evaluator_run_mpfr(momentum, 1, (const real_mpfr *const[]){row}, (real_mpfr *const[]){row + d});
    }
    poincare_integral_evaluate_mpfr(integral, states, values);
    set_exact(exact, order, name);
    for (int f = 0; f < POINCARE_FORMS; f++) {
        mpfr_div(values + f, values + f, exact, MPFR_RNDN);
        mpfr_sub_ui(values + f, values + f, 1, MPFR_RNDN);
        worst = fmax(worst, fabs(mpfr_get_d(values + f, MPFR_RNDN)));
    }
    poincare_integral_destroy_mpfr(integral);
    rule->destroy(rule);
    evaluator_destroy_mpfr(momentum);
    return worst;
}

TEST(test_precise_values)
{
    mpfr_precision_set(BITS);
    assert_true(precise_error(1, "default", 32) < 0x1p-180);
    assert_true(precise_error(2, "default", 65) < 0x1p-180);
    assert_true(precise_error(2, "printed", 65) < 0x1p-180);
    mpfr_precision_set(100); /* control: with fewer bits */
    assert_true(precise_error(1, "default", 32) > 0x1p-120);
    assert_true(precise_error(2, "default", 65) > 0x1p-120);
}

/* -- the exact flow -- */

/* q = the flow of q over the time */
static void flow(const struct model *model, mpfr_ptr q, unsigned long time)
{
    size_t d = model->dimension;
    mpfr_prec_t precision = mpfr_get_prec(q);
    mpfr_ptr from = kept_block(number_block_create(d + 1, precision));
    mpfr_t *to = kept_numbers(d, precision);
    mpfr_t *const inputs[] = {
        [MODEL_BLOCK_COORDINATES] = (mpfr_t *)from, [MODEL_BLOCK_TIME] = (mpfr_t *)(from + d)};

    for (size_t i = 0; i < d; i++)
        mpfr_set(from + i, q + i, MPFR_RNDN);
    mpfr_set_ui(from + d, time, MPFR_RNDN);
    graph_value_all(to, d, model->exact, inputs);
    for (size_t i = 0; i < d; i++)
        mpfr_set(q + i, to[i], MPFR_RNDN);
}

/* States in double after the exact flow over the time. */
static double *flow_states(const struct fixture_forms *own, size_t n, unsigned long time)
{
    size_t points = fixture_points(own->forms.order, n);
    mpfr_ptr q = fixture_start(own, "default", n, 2 * BITS);

    for (size_t k = 0; k < points; k++)
        flow(own->problem->model, q + k * own->d, time);
    return fixture_states(own, q, points);
}

static double flow_drift(int order, size_t n, unsigned long time)
{
    struct fixture_forms own = fixture_forms_create(GUIDING_CENTRE, order);
    double *states = flow_states(&own, n, time), values[POINCARE_FORMS];

    fixture_integrate(&own, states, n, values);
    assert_true(values[POINCARE_CORRECTED] == values[POINCARE_PRINTED]); /* without a multiplier */
    return fmax(fabs(values[POINCARE_NONCANONICAL] / exact_value(order, "default") - 1),
                fabs(values[POINCARE_CANONICAL] / exact_value(order, "default") - 1));
}

TEST(test_exact_flow)
{
    assert_true(flow_drift(1, 512, 100) < 2e-14);
    assert_true(flow_drift(1, 512, 1000) < 5e-13);
    assert_true(flow_drift(2, 33, 100) < 2e-14);
    assert_true(flow_drift(2, 49, 1000) < 2e-14);
    /* controls: what shears needs its points */
    assert_true(flow_drift(1, 16, 1000) > 1e-4);
    assert_true(flow_drift(2, 9, 1000) > 1e-6);
}

/* Far along z all of z but its last digits is common to the points: the same loop there and here.  p_z is
 * random, so that every harmonic of z counts. */
TEST(test_mean)
{
    enum { POINTS = 500, Z = 2 };
    struct fixture_forms own = fixture_forms_create(GUIDING_CENTRE, 1);
    struct quadrature_double *rule = quadrature_create_double(QUADRATURE_FOURIER, POINTS);
    double *states = flow_states(&own, POINTS, 0), here[POINTS], there[POINTS], slope[2][POINTS];
    double values[2][POINCARE_FORMS], shifted = 0;
    size_t width = 3 * own.d;
    uint64_t seed = UINT64_C(20170507);

    for (size_t k = 0; k < POINTS; k++) {
        there[k] = states[k * width + Z] + 0x1p30; /* cut to 22 bits behind the point, */
        here[k] = there[k] - 0x1p30;               /* the same in both */
        states[k * width + own.d + Z] = fixture_random_real(&seed);
    }
    for (int place = 0; place < 2; place++) {
        rule->differentiate(rule, slope[place], place ? there : here, 1);
        for (size_t k = 0; k < POINTS; k++)
            states[k * width + Z] = place ? there[k] : here[k];
        fixture_integrate(&own, states, POINTS, values[place]);
    }
    assert_true(fabs(values[1][POINCARE_CANONICAL] - values[0][POINCARE_CANONICAL]) < 1e-14);
    for (size_t k = 0; k < POINTS; k++) /* control: differentiated as it stands */
        shifted += rule->weight[k] * states[k * width + own.d + Z] * (slope[1][k] - slope[0][k]);
    assert_true(fabs(shifted) > 1e-9);
    rule->destroy(rule);
}

/* -- which points -- */

/* Every second point of twice as many is the same as those points alone. */
TEST(test_spread)
{
    for (int order = 1; order <= 2; order++) {
        struct fixture_forms own = fixture_forms_create("models/point-vortices.lua", order);
        size_t n = order == 1 ? 32 : 17, half = order == 1 ? 16 : 9;
        mpfr_ptr many = fixture_start(&own, NULL, n, BITS), few = fixture_start(&own, NULL, half, BITS);
        double *states = fixture_states(&own, many, fixture_points(order, n)), spread[POINCARE_FORMS];
        double *fewer = fixture_states(&own, few, fixture_points(order, half)), alone[POINCARE_FORMS];
        struct quadrature_double *rule = quadrature_create_double(fixture_kind(order), half);
        struct poincare_integral_double *integral = poincare_integral_create_double(&own.forms, rule, 2);

        poincare_integral_evaluate_double(integral, states, spread);
        fixture_integrate(&own, fewer, half, alone);
        for (int f = 0; f < POINCARE_FORMS; f++)
            assert_true(fabs(spread[f] - alone[f]) < 1e-16 && alone[f] > 1e-6);
        poincare_integral_destroy_double(integral);
        rule->destroy(rule);
    }
}

/* Of a model without a loop: z0 + 5e-3 (cos a, sin a, sin a, cos 2a), and the surface over the square. */
TEST(test_default)
{
    struct fixture_forms loop = fixture_forms_create("models/point-vortices.lua", 1),
                         surface = fixture_forms_create("models/point-vortices.lua", 2);
    mpfr_ptr around = fixture_start(&loop, NULL, 12, BITS), across = fixture_start(&surface, NULL, 3, BITS);
    const double z0[] = {1, 0.1, 1, -0.1}, a = 2 * acos(-1) * 7 / 12;
    const double on_loop[] = {cos(a), sin(a), sin(a), cos(2 * a)}, in_corner[] = {1, -1, -1, 0},
                 on_side[] = {1, 0, 0, 1}; /* (s, t) = (1, 0), (1, 1/2) */

    for (size_t i = 0; i < 4; i++) {
        assert_true(fabs(mpfr_get_d(around + 7 * 4 + i, MPFR_RNDN) - z0[i] - 0.005 * on_loop[i]) < 1e-15);
        assert_true(fabs(mpfr_get_d(across + 6 * 4 + i, MPFR_RNDN) - z0[i] - 0.005 * in_corner[i]) < 1e-15);
        assert_true(fabs(mpfr_get_d(across + 7 * 4 + i, MPFR_RNDN) - z0[i] - 0.005 * on_side[i]) < 1e-15);
    }
}
