/* Identities between methods, and what a method keeps exactly; at 200 bits to 55 digits.
 *
 *     lobatto-iiib-iiia-2 = gauss-1                       the null vector (1, -1) makes both velocities equal
 *     lobatto-iiic-s = lobatto-iiia-iiib-s                with the standard projection
 *     symplectic projection, R(infinity) = -1             the unprojected method, projected for output alone:
 *                                                         q = qb - e, theta(q) + T(q)^T e = pb
 *     symplectic projection, first step                   the standard projection (e_0 = 0)
 *     theta linear, abar = a or IIIB-IIIA                 p = theta(q) without projection, which is then inert;
 *                                                         the Runge-Kutta method on the equations of motion
 *     radau-iia-s                                         stiffly accurate: p = theta(q)
 *     symplectic methods without projection               p . A q for the rotations exp(t A) of the vortices
 *     a cyclic coordinate q_k                             p_k = theta_k under every projection */
#include "tests/fixtures/test.h"

#include "tests/fixtures/models/model_writer.h"

enum { BITS = 200, STEPS = 8 };
static const double TOLERANCE = 1e-55, VISIBLE = 1e-20;

static const struct model_writer VORTICES = {MODEL_WRITER_VORTICES};
static const struct model_writer LINEAR = {MODEL_WRITER_LINEAR};
static const struct model_writer PARTICLE = {MODEL_WRITER_PARTICLE};
/* Nothing depends on x3. */
static const struct model_writer CYCLIC = {
    .d = 4,
    .theta = "x[2]*(1 + x[1]^2/3), x[1]*x[4]/2, x[4] + x[2]^2/5, 0",
    .hamiltonian = "x[1]^2/2 + x[2]^2/2 + x[4]^2/2 + x[1]*x[4]/3 + x[2]^3/10",
    .initial = {"1/2", "1/3", "1", "1/4"},
};

static struct trajectory *run(const struct fixture_model *model, const char *method, const char *projection,
                              unsigned long steps)
{
    return fixture_run(&CELL_OF(model, method, projection, .step = "1/10", .steps = steps, .bits = BITS));
}

/* The larger of the distances of q and p of two runs. */
static double run_distance(const struct fixture_model *model, const char *const *first,
                           const char *const *second, unsigned long steps)
{
    struct trajectory *a = run(model, first[0], first[1], steps),
                      *b = run(model, second[0], second[1], steps);
    double distance =
        fmax(fixture_distance(a->q, b->q, a->dimension), fixture_distance(a->p, b->p, a->dimension));

    return distance;
}

static void check_same(const struct fixture_model *model, const char *const *first, const char *const *second,
                       unsigned long steps)
{
    double distance = run_distance(model, first, second, steps);

    if (!(distance <= TOLERANCE))
        fail_msg("%s %s and %s %s: distance %.2g", first[0], first[1], second[0], second[1], distance);
}

static void check_different(const struct fixture_model *model, const char *const *first,
                            const char *const *second, unsigned long steps)
{
    double distance = run_distance(model, first, second, steps);

    if (!(distance >= VISIBLE))
        fail_msg("%s %s and %s %s: distance %.2g", first[0], first[1], second[0], second[1], distance);
}

#define RUN(method, projection)                                                                              \
    (const char *const[])                                                                                    \
    {                                                                                                        \
        method, projection                                                                                   \
    }

TEST(test_midpoint_rule)
{
    static const struct model_writer *const writers[] = {&VORTICES, &PARTICLE};

    for (size_t i = 0; i < 2; i++) {
        struct fixture_model model = model_writer_write(writers[i]);

        for (const struct projection *row = projection_table; row->name; row++)
            check_same(&model, RUN("lobatto-iiib-iiia-2", row->name), RUN("gauss-1", row->name), STEPS);
        check_different(&model, RUN("lobatto-iiib-iiia-2", "standard"), RUN("gauss-1", "symmetric"), STEPS);
        check_different(&model, RUN("lobatto-iiia-iiib-2", "standard"), RUN("gauss-1", "standard"), STEPS);
        check_different(&model, RUN("lobatto-iiib-iiia-3", "standard"), RUN("gauss-2", "standard"), STEPS);
    }
}

TEST(test_lobatto_iiic)
{
    static const struct model_writer *const writers[] = {&VORTICES, &PARTICLE};

    for (size_t i = 0; i < 2; i++) {
        struct fixture_model model = model_writer_write(writers[i]);

        check_same(&model, RUN("lobatto-iiic-2", "standard"), RUN("lobatto-iiia-iiib-2", "standard"), STEPS);
        check_same(&model, RUN("lobatto-iiic-3", "standard"), RUN("lobatto-iiia-iiib-3", "standard"), STEPS);
        check_same(&model, RUN("lobatto-iiic-4", "standard"), RUN("lobatto-iiia-iiib-4", "standard"), STEPS);
        check_different(&model, RUN("lobatto-iiic-3", "symmetric"), RUN("lobatto-iiia-iiib-3", "symmetric"),
                        STEPS);
        check_different(&model, RUN("lobatto-iiic-3", "standard"), RUN("lobatto-iiib-iiia-3", "standard"),
                        STEPS);
    }
}

/* -- the symplectic projection with R(infinity) = -1 -- */

/* value = sum_k d theta_k / d q_i e_k */
static void push(mpfr_ptr value, const struct fixture_model *model, mpfr_t *q, mpfr_t *e, size_t i)
{
    mpfr_ptr term = kept_number(mpfr_get_prec(value));

    mpfr_set_zero(value, 1);
    for (size_t k = 0; k < model->model->dimension; k++) {
        expression T =
            graph_derivative(model->model->graph, model->model->theta[k], MODEL_BLOCK_COORDINATES, i);

        graph_value(term, T, (mpfr_t *const[]){q});
        mpfr_fma(value, term, e[k], value, MPFR_RNDN);
    }
}

/* max_i |theta_i(q) + sign (T(q)^T e)_i - pb_i|, e = qb - q */
static double post_projection_residual(const struct fixture_model *model, struct trajectory *base,
                                       struct trajectory *projected, int sign)
{
    size_t d = base->dimension;
    mpfr_t *e = kept_numbers(d, FIXTURE_DISTANCE_BITS), value, theta;
    double worst = 0;

    mpfr_inits2(FIXTURE_DISTANCE_BITS, value, theta, (mpfr_ptr)0);
    for (size_t i = 0; i < d; i++)
        mpfr_sub(e[i], base->q[i], projected->q[i], MPFR_RNDN);
    for (size_t i = 0; i < d; i++) {
        push(value, model, projected->q, e, i);
        graph_value(theta, model->model->theta[i], (mpfr_t *const[]){projected->q});
        mpfr_sub(theta, theta, base->p[i], MPFR_RNDN);
        (sign > 0 ? mpfr_add : mpfr_sub)(theta, theta, value, MPFR_RNDN);
        worst = fmax(worst, fabs(mpfr_get_d(theta, MPFR_RNDN)));
    }
    mpfr_clears(value, theta, (mpfr_ptr)0);
    return worst;
}

TEST(test_post_projection)
{
    static const char *const methods[] = {"gauss-1",        "gauss-3",        "srk-3", "lobatto-iiia-iiib-2",
                                          "lobatto-iiid-3", "lobatto-iiie-3", NULL};
    static const struct model_writer *const writers[] = {&VORTICES, &PARTICLE};

    for (size_t i = 0; i < 2; i++) {
        struct fixture_model model = model_writer_write(writers[i]);

        for (const char *const *method = methods; *method; method++) {
            struct trajectory *base = run(&model, *method, "none", STEPS);
            struct trajectory *projected = run(&model, *method, "symplectic", STEPS);
            struct trajectory *symmetric = run(&model, *method, "symmetric", STEPS);

            assert_true(post_projection_residual(&model, base, projected, 1) < TOLERANCE);
            assert_true(post_projection_residual(&model, base, projected, -1) > VISIBLE);
            assert_true(post_projection_residual(&model, base, symmetric, 1) > VISIBLE);
        }
    }
}

/* lambda = (qb - q)/h of the projection for output alone, in double and in mpfr: what a run ends with. */
TEST(test_multiplier)
{
    struct fixture_model model = model_writer_write(&VORTICES);

    for (int in_double = 0; in_double < 2; in_double++) {
        struct fixture_cell cell = CELL_OF(&model, "gauss-1", "none", .step = "1/10", .steps = STEPS,
                                           .bits = in_double ? FIXTURE_DOUBLE : BITS);
        struct trajectory *base = fixture_run(&cell), *projected;
        double error, size;

        cell.projection = "symplectic";
        projected = fixture_run(&cell);
        for (size_t i = 0; i < base->dimension; i++) {
            mpfr_sub(base->q[i], base->q[i], projected->q[i], MPFR_RNDN);
            mpfr_mul_ui(base->q[i], base->q[i], 10, MPFR_RNDN);
            mpfr_set_zero(base->p[i], 1);
        }
        error = fixture_distance(projected->multiplier, base->q, base->dimension);
        size = fixture_distance(base->p, base->q, base->dimension);
        if (!(size > VISIBLE && error <= (in_double ? 1e-9 : 100 * TOLERANCE)))
            fail_msg("in double %d: %.2g of %.2g", in_double, error, size);
    }
}

TEST(test_first_step)
{
    static const char *const methods[] = {"gauss-1", "gauss-2",        "srk-3", "lobatto-iiia-iiib-3",
                                          "gauss-4", "lobatto-iiic-3", NULL};
    struct fixture_model model = model_writer_write(&VORTICES);

    for (const char *const *method = methods; *method; method++) {
        check_same(&model, RUN(*method, "symplectic"), RUN(*method, "standard"), 1);
        check_different(&model, RUN(*method, "symplectic"), RUN(*method, "standard"), 2);
        check_different(&model, RUN(*method, "symmetric"), RUN(*method, "standard"), 1);
    }
}

/* -- theta linear -- */

static const char *const STAY[] = {
    "gauss-1",        "gauss-2",        "gauss-3",        "gauss-6",        "srk-3",
    "lobatto-iiid-2", "lobatto-iiid-3", "lobatto-iiie-2", "lobatto-iiie-3", NULL};

static double constraint_error(const struct fixture_model *model, const char *method)
{
    struct trajectory *run_ = run(model, method, "none", STEPS);

    return mpfr_get_d(run_->constraint_error[0], MPFR_RNDN);
}

static void check_inert(const struct fixture_model *model, const char *method)
{
    for (const struct projection *row = projection_table; row->name; row++) {
        if (fixture_accepts(method, row))
            check_same(model, RUN(method, row->name), RUN(method, "none"), STEPS);
    }
}

TEST(test_linear_theta)
{
    static const char *const paired[] = {"lobatto-iiib-iiia-2", "lobatto-iiib-iiia-3", "lobatto-iiib-iiia-4",
                                         "radau-iia-2", NULL};
    struct fixture_model model = model_writer_write(&LINEAR), nonlinear = model_writer_write(&VORTICES);

    for (const char *const *method = STAY; *method; method++) {
        char runge_kutta[64];

        assert_true(constraint_error(&model, *method) < TOLERANCE);
        check_inert(&model, *method);
        snprintf(runge_kutta, sizeof runge_kutta, "runge-kutta:%s", *method);
        check_same(&model, RUN(*method, "none"), RUN(runge_kutta, "none"), STEPS);
        /* Controls: none of it where theta is not linear. */
        assert_true(constraint_error(&nonlinear, *method) > VISIBLE);
        check_different(&nonlinear, RUN(*method, "symmetric"), RUN(*method, "none"), STEPS);
        check_different(&nonlinear, RUN(*method, "none"), RUN(runge_kutta, "none"), STEPS);
    }
    for (const char *const *method = paired; *method; method++) {
        assert_true(constraint_error(&model, *method) < TOLERANCE);
        check_inert(&model, *method);
    }
    /* Controls: pairs that leave the constraint even so. */
    assert_true(constraint_error(&model, "lobatto-iiia-iiib-2") > VISIBLE);
    assert_true(constraint_error(&model, "lobatto-iiia-iiib-3") > VISIBLE);
    check_different(&model, RUN("lobatto-iiia-iiib-3", "standard"), RUN("lobatto-iiia-iiib-3", "none"),
                    STEPS);
}

TEST(test_radau)
{
    struct fixture_model model = model_writer_write(&VORTICES);

    for (int s = 2; s <= 5; s++) {
        char method[32];

        snprintf(method, sizeof method, "radau-iia-%d", s);
        assert_true(constraint_error(&model, method) < TOLERANCE);
        snprintf(method, sizeof method, "gauss-%d", s);
        assert_true(constraint_error(&model, method) > VISIBLE);
    }
}

/* -- momentum maps -- */

/* p . A q = sum_k (y_k p_x - x_k p_y) over the vortices, at the start (where p = theta) and at the end */
static double rotation_defect(const struct fixture_model *model, const char *method, const char *projection,
                              unsigned long steps)
{
    mpfr_ptr end = kept_number(FIXTURE_DISTANCE_BITS), start = kept_number(FIXTURE_DISTANCE_BITS);

    for (int which = 0; which < 2; which++) {
        struct trajectory *at = run(model, method, projection, which ? steps : 0);
        mpfr_ptr sum = which ? end : start;

        mpfr_set_zero(sum, 1);
        for (size_t k = 0; k < at->dimension; k += 2) {
            mpfr_fma(sum, at->q[k + 1], at->p[k], sum, MPFR_RNDN);
            mpfr_neg(sum, sum, MPFR_RNDN);
            mpfr_fma(sum, at->q[k], at->p[k + 1], sum, MPFR_RNDN);
            mpfr_neg(sum, sum, MPFR_RNDN);
        }
    }
    assert_false(mpfr_zero_p(start));
    mpfr_sub(end, end, start, MPFR_RNDN);
    mpfr_div(end, end, start, MPFR_RNDN);
    return fabs(mpfr_get_d(end, MPFR_RNDN));
}

TEST(test_rotation)
{
    struct fixture_model vortices = model_writer_write(&VORTICES), linear = model_writer_write(&LINEAR);
    struct method method;
    double worst = 0;

    for (size_t k = 0; method_listed(k, &method); k++) {
        if (method.family->no_projections)
            continue;
        worst = fmax(worst, rotation_defect(&vortices, method.name, "none", STEPS));
        worst = fmax(worst, rotation_defect(&linear, method.name, "none", STEPS));
    }
    assert_true(worst <= TOLERANCE);
    assert_true(rotation_defect(&vortices, "radau-iia-2", "none", STEPS) > VISIBLE);
    assert_true(rotation_defect(&linear, "radau-iia-3", "none", STEPS) > VISIBLE);
    assert_true(rotation_defect(&vortices, "rk4", "none", STEPS) > VISIBLE);
}

TEST(test_cyclic_coordinate)
{
    static const char *const methods[] = {"gauss-1",        "gauss-3",     "srk-3", "lobatto-iiid-3",
                                          "lobatto-iiie-3", "radau-iia-2", NULL};
    struct fixture_model model = model_writer_write(&CYCLIC);
    struct trajectory *start = run(&model, "gauss-1", "none", 0), *end;

    for (const char *const *method = methods; *method; method++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            if (!fixture_accepts(*method, row))
                continue;
            end = run(&model, *method, row->name, STEPS);
            assert_true(fixture_distance(end->p + 2, start->p + 2, 1) <= TOLERANCE);
            assert_true(fixture_distance(end->p, start->p, 1) > 1e-3);
        }
    }
    end = run(&model, "rk4", "none", STEPS);
    assert_true(fixture_distance(end->p + 2, start->p + 2, 1) > VISIBLE);
}
