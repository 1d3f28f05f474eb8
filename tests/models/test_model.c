/* Shipped models against the formulas they stand for, and the programs derived from them against difference
 * quotients of theta and H. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/numerics/expression_fixture.h"

#include "models/kinds/system.h"

enum { LARGEST_DIMENSION = 4, POINTS = 20 };

/* The equation of motion v(q), written down by hand. */
typedef void equation(double *v, const double *q);

static void lotka_volterra(double *v, const double *q)
{
    v[0] = q[0] * (q[1] - 2.0);
    v[1] = q[1] * (1.0 - q[0]);
}

/* Om_xy = A0 (1 + 2 r^2): x' = -H_y / Om_xy, y' = H_x / Om_xy */
static void massless_charged_particle(double *v, const double *q)
{
    double field = 1.0 + 2.0 * (q[0] * q[0] + q[1] * q[1]);

    v[0] = -cos(q[1]) / field;
    v[1] = -sin(q[0]) / field;
}

static void rational(double *v, const double *q)
{
    double om = q[0] * q[1] / 6.0 - 2.0;

    v[0] = -(q[1] - 2.0 * q[0] * q[1] / 5.0) / om;
    v[1] = (q[0] + q[0] * q[0] / 2.0 - q[1] * q[1] / 5.0) / om;
}

/* g = 1/10 for both: vortex 1 at (q0, q1), vortex 2 at (q2, q3); Helmholtz-Kirchhoff equations. */
static void point_vortices_linear(double *v, const double *q)
{
    double x = q[0] - q[2], y = q[1] - q[3], factor = 0.1 / (acos(-1.0) * (x * x + y * y));

    v[0] = -factor * y;
    v[1] = factor * x;
    v[2] = factor * y;
    v[3] = -factor * x;
}

/* Om_xy = g (1 + 2 r^2) for each vortex; H = g^2 / (2 pi) S1 S2 log D. */
static void vortices_of_strength(double *v, const double *q, double g)
{
    double x = q[0] - q[2], y = q[1] - q[3], D = x * x + y * y, factor = g / (2.0 * acos(-1.0));
    double r1 = q[0] * q[0] + q[1] * q[1], r2 = q[2] * q[2] + q[3] * q[3];
    double S1 = 1.0 + r1, S2 = 1.0 + r2;

    v[0] = -factor * S2 * (2.0 * q[1] * log(D) + S1 * 2.0 * y / D) / (1.0 + 2.0 * r1);
    v[1] = factor * S2 * (2.0 * q[0] * log(D) + S1 * 2.0 * x / D) / (1.0 + 2.0 * r1);
    v[2] = -factor * S1 * (2.0 * q[3] * log(D) - S2 * 2.0 * y / D) / (1.0 + 2.0 * r2);
    v[3] = factor * S1 * (2.0 * q[2] * log(D) - S2 * 2.0 * x / D) / (1.0 + 2.0 * r2);
}

static void point_vortices(double *v, const double *q)
{
    vortices_of_strength(v, q, 0.1);
}

static void point_vortices_half(double *v, const double *q)
{
    vortices_of_strength(v, q, 0.5);
}

/* B* = curl(A + u b), b . B* and grad H at q = (R, Z, phi, u), all derivatives by hand: with X = R - 2,
 * S^2 = X^2 + Z^2 + 16, b = (-Z, X, -4 R)/S and |B| = 5 S/(2 R),
 *
 *     x' = (u B* + b x grad H)/(b . B*)      u' = -(B* . grad H)/(b . B*)      Kraus (2017), eq. 152 */
static void guiding_centre_tokamak(double *v, const double *q)
{
    double R = q[0], Z = q[1], u = q[3], X = R - 2.0, S = sqrt(X * X + Z * Z + 16.0), S3 = S * S * S;
    double b[3] = {-Z / S, X / S, -4.0 * R / S};
    double g[3] = {0.025 * (X / (S * R) - S / (R * R)), 0.025 * Z / (S * R), 0.0};
    double B[3] = {-2.5 * Z + 4.0 * u * R * Z / S3, 2.5 * X + 4.0 * u * (1.0 / S - R * X / S3),
                   -10.0 / R + u * (1.0 / S + 16.0 / S3)};
    double parallel = b[0] * B[0] + b[1] * B[1] + b[2] * B[2];

    for (size_t i = 0; i < 3; i++) {
        size_t j = (i + 1) % 3, k = (i + 2) % 3;
        v[i] = (u * B[i] + b[j] * g[k] - b[k] * g[j]) / parallel;
    }
    v[3] = -(B[0] * g[0] + B[1] * g[1] + B[2] * g[2]) / parallel;
}

/* A helix: the drift along the circles of the field is 2 mu r/(1 + r^2). */
static void guiding_centre_symmetric(double *v, const double *q)
{
    double rate = 0.02 / (1.0 + q[0] * q[0] + q[1] * q[1]);

    v[0] = -rate * q[1];
    v[1] = rate * q[0];
    v[2] = q[3];
    v[3] = 0.0;
}

struct shipped {
    const char *path, *initial;
    size_t dimension, invariants;
    const char *data[LARGEST_DIMENSION];
    const char *step;
    equation *velocity;
};

#define TOKAMAK "models/guiding-centre-tokamak.lua"

static const struct shipped SHIPPED[] = {
    {"models/lotka-volterra.lua", NULL, 2, 0, {"1", "1"}, "0.1", lotka_volterra},
    {"models/lotka-volterra-singular.lua", NULL, 2, 0, {"1", "1"}, "0.1", lotka_volterra},
    {"models/point-vortices.lua", NULL, 4, 1, {"1", "0.1", "1", "-0.1"}, "0.1", point_vortices},
    {"models/point-vortices.lua", "half", 4, 1, {"0.5", "0.1", "0.5", "-0.1"}, "0.1", point_vortices_half},
    {"models/point-vortices-linear.lua", NULL, 4, 1, {"1", "0.1", "1", "-0.1"}, "0.1", point_vortices_linear},
    {"models/massless-charged-particle.lua", NULL, 2, 0, {"1", "1"}, "0.1", massless_charged_particle},
    {"tests/data/rational.lua", NULL, 2, 0, {"1/2", "1/3"}, "1/10", rational},
    {TOKAMAK, NULL, 4, 1, {"2.5", "0", "0", "0.1"}, "5", guiding_centre_tokamak},
    {TOKAMAK, "deeply-trapped", 4, 1, {"2.5", "0", "0", "0.1"}, "5", guiding_centre_tokamak},
    {TOKAMAK, "barely-trapped", 4, 1, {"2.5", "0", "0", "0.3375"}, "3", guiding_centre_tokamak},
    {TOKAMAK, "barely-passing", 4, 1, {"2.5", "0", "0", "0.3425"}, "2.5", guiding_centre_tokamak},
    {TOKAMAK, "deeply-passing", 4, 1, {"2.5", "0", "0", "0.5"}, "2.5", guiding_centre_tokamak},
    {"models/guiding-centre-symmetric.lua",
     NULL,
     4,
     2,
     {"0.5", "0", "0.1", "0.5"},
     "10",
     guiding_centre_symmetric},
};

enum { MODELS = COUNT(SHIPPED) };

struct loaded {
    struct model *model;
    struct system *system;
    size_t d;
    mpfr_t *q, *w, *h; /* a point, a vector, a step */
};

static struct loaded load(const struct shipped *shipped)
{
    struct loaded loaded = {.model = kept(model_create(
                                shipped->path, &(struct model_choice){.initial = shipped->initial}, &said))};

    assert_done(loaded.model, said);
    loaded.system = kept(system_create(loaded.model));
    assert_non_null(loaded.system);
    loaded.d = loaded.model->dimension;
    loaded.q = create_numbers(loaded.d);
    loaded.w = create_numbers(loaded.d);
    loaded.h = create_numbers(1);
    return loaded;
}

static void run(mpfr_t *outputs, const struct program *program, const struct loaded *loaded)
{
    mpfr_t *const inputs[] = {loaded->q, loaded->w, loaded->h};

    run_compiled(outputs, program, inputs);
}

/* -- the models -- */

TEST(test_data)
{
    for (size_t m = 0; m < MODELS; m++) {
        const struct shipped *shipped = &SHIPPED[m];
        struct loaded loaded = load(shipped);
        const struct model_initial *initial = model_find_initial(loaded.model, shipped->initial);
        assert_int_equal(loaded.d, shipped->dimension);
        assert_int_equal(loaded.model->invariants, shipped->invariants);
        assert_string_equal(loaded.model->step, shipped->step);
        assert_true(loaded.model->checks >= 1 + shipped->invariants);
        for (size_t i = 0; i < loaded.d; i++) {
            assert_string_equal(initial->text[i], shipped->data[i]);
            assert_int_equal(initial->values[i]->operation, OPERATION_CONSTANT);
        }
    }
}

/* The largest relative difference between the program and the formula at the point. */
static double velocity_difference(const struct loaded *loaded, equation *velocity)
{
    double q[LARGEST_DIMENSION], v[LARGEST_DIMENSION], largest = 0.0;
    mpfr_t *outputs = create_numbers(loaded->d);

    for (size_t i = 0; i < loaded->d; i++)
        q[i] = mpfr_get_d(loaded->q[i], MPFR_RNDN);
    for (size_t i = 0; i < loaded->d; i++)
        mpfr_set_d(loaded->q[i], q[i], MPFR_RNDN);
    velocity(v, q);
    run(outputs, loaded->system->velocity, loaded);
    for (size_t i = 0; i < loaded->d; i++)
        largest = fmax(largest, fabs(mpfr_get_d(outputs[i], MPFR_RNDN) - v[i]) / (1.0 + fabs(v[i])));
    return largest;
}

TEST(test_equations_of_motion)
{
    uint64_t seed = 20170501;

    for (size_t m = 0; m < MODELS; m++) {
        struct loaded loaded = load(&SHIPPED[m]);
        for (int i = 0; i < POINTS; i++) {
            set_random_point(&seed, loaded.q, loaded.d);
            double difference = velocity_difference(&loaded, SHIPPED[m].velocity);
            if (!(difference < 1e-11))
                fail_msg("%s, point %d: %g", SHIPPED[m].path, i, difference);
        }
    }
}

/* The controls: formulas of other models. */
TEST(test_wrong_equations_are_seen)
{
    static const size_t OTHER[][2] = {{0, 6}, {5, 0}, {2, 3}, {3, 2}, {2, 4}, {7, 12}, {12, 7}};
    uint64_t seed = 4;

    for (size_t i = 0; i < COUNT(OTHER); i++) {
        struct loaded loaded = load(&SHIPPED[OTHER[i][0]]);
        set_random_point(&seed, loaded.q, loaded.d);
        assert_true(velocity_difference(&loaded, SHIPPED[OTHER[i][1]].velocity) > 1e-3);
    }
}

/* -- the programs -- */

/* L = theta(q) . w - h H(q), from the programs for theta and H. */
static void lagrangian(mpfr_t result, const struct loaded *loaded)
{
    mpfr_t *theta = create_numbers(loaded->d), *observables = create_numbers(loaded->system->observables);

    run(theta, loaded->system->momentum, loaded);
    run(observables, loaded->system->observe, loaded);
    mpfr_mul(result, observables[0], loaded->h[0], MPFR_RNDN);
    mpfr_neg(result, result, MPFR_RNDN);
    for (size_t k = 0; k < loaded->d; k++) {
        mpfr_mul(theta[k], theta[k], loaded->w[k], MPFR_RNDN);
        mpfr_add(result, result, theta[k], MPFR_RNDN);
    }
}

/* dL/dq_i by a central difference with offset 2^-120. */
static void force_by_difference(mpfr_t result, const struct loaded *loaded, size_t i)
{
    mpfr_t *work = create_numbers(3);

    mpfr_set(work[2], loaded->q[i], MPFR_RNDN);
    mpfr_set_ui_2exp(result, 1, -120, MPFR_RNDN);
    mpfr_add(loaded->q[i], work[2], result, MPFR_RNDN);
    lagrangian(work[0], loaded);
    mpfr_sub(loaded->q[i], work[2], result, MPFR_RNDN);
    lagrangian(work[1], loaded);
    mpfr_set(loaded->q[i], work[2], MPFR_RNDN);
    mpfr_sub(result, work[0], work[1], MPFR_RNDN);
    mpfr_mul_2ui(result, result, 119, MPFR_RNDN);
}

static void check_force(const struct loaded *loaded, const struct program *program, size_t offset)
{
    mpfr_t *outputs = create_numbers(2 * loaded->d), *expected = create_numbers(1),
           *theta = create_numbers(loaded->d);

    run(outputs, program, loaded);
    run(theta, loaded->system->momentum, loaded);
    for (size_t i = 0; i < loaded->d; i++) {
        force_by_difference(expected[0], loaded, i);
        assert_true(agree(expected[0], outputs[offset + i], 200));
        mpfr_add_d(expected[0], expected[0], 1e-20, MPFR_RNDN);
        assert_false(agree(expected[0], outputs[offset + i], 200));
        if (offset)
            assert_true(mpfr_equal_p(outputs[i], theta[i]));
    }
}

/* momentum_force with a step; push and momentum_push are the same without one. */
TEST(test_forces)
{
    uint64_t seed = 11;

    for (size_t m = 0; m < MODELS; m++) {
        struct loaded loaded = load(&SHIPPED[m]);
        set_random_point(&seed, loaded.q, loaded.d);
        set_random_point(&seed, loaded.w, loaded.d);
        set_random_point(&seed, loaded.h, 1);
        check_force(&loaded, loaded.system->momentum_force, loaded.d);
        mpfr_set_zero(loaded.h[0], 1);
        check_force(&loaded, loaded.system->push, 0);
        check_force(&loaded, loaded.system->momentum_push, loaded.d);
    }
}

/* Om v = grad H with the programs for Om and v, and grad H by difference; Om + Om^T = 0. */
TEST(test_symplectic_matrix)
{
    uint64_t seed = 12;

    for (size_t m = 0; m < MODELS; m++) {
        struct loaded loaded = load(&SHIPPED[m]);
        size_t d = loaded.d;
        bool sign = false; /* the wrong one is seen, where H depends on the coordinate */
        mpfr_t *om = create_numbers(d * d), *v = create_numbers(d), *sum = create_numbers(3);
        set_random_point(&seed, loaded.q, d);
        run(om, loaded.system->symplectic, &loaded);
        run(v, loaded.system->velocity, &loaded);
        for (size_t i = 0; i < d; i++)
            mpfr_set_zero(loaded.w[i], 1);
        mpfr_set_si(loaded.h[0], -1, MPFR_RNDN);
        for (size_t i = 0; i < d; i++) {
            mpfr_set_zero(sum[0], 1);
            for (size_t j = 0; j < d; j++) {
                mpfr_mul(sum[1], om[i * d + j], v[j], MPFR_RNDN);
                mpfr_add(sum[0], sum[0], sum[1], MPFR_RNDN);
                mpfr_neg(sum[2], om[j * d + i], MPFR_RNDN);
                assert_true(mpfr_equal_p(om[i * d + j], sum[2]));
            }
            force_by_difference(sum[1], &loaded, i);
            assert_true(agree(sum[1], sum[0], 200));
            mpfr_neg(sum[0], sum[0], MPFR_RNDN);
            sign = sign || !agree(sum[1], sum[0], 200);
        }
        assert_true(sign);
    }
}

/* -- parameters -- */

/* An override wins over the parameters of the data, and these over the model's. */
TEST(test_precedence_of_parameters)
{
    const struct model_override override[] = {{"g1", "1/3"}};
    const char *path = "models/point-vortices.lua";
    struct model *plain = kept(model_create(path, NULL, &said));
    struct model *half = kept(model_create(path, &(struct model_choice){.initial = "half"}, &said));
    struct model *both = kept(model_create(
        path, &(struct model_choice){.initial = "half", .overrides = 1, .override = override}, &said));

    assert_true(plain && half && both);
    assert_string_equal(plain->parameter[0].text, "0.1");
    assert_string_equal(half->parameter[0].text, "0.5");
    assert_string_equal(both->parameter[0].text, "1/3");
    assert_string_equal(both->parameter[1].text, "0.5");
    assert_int_equal(mpq_cmp_ui(both->parameter[0].value->value, 1, 3), 0);
    assert_string_equal(half->initial[half->selected].name, "half");
    assert_string_equal(plain->initial[plain->selected].name, "default");
    assert_string_equal(plain->name, "point-vortices");
}

TEST(test_unknown_names)
{
    const struct model_override unknown[] = {{"g3", "1"}}, wrong[] = {{"g1", "one"}};
    const char *path = "models/point-vortices.lua";

    assert_null(model_create(path, &(struct model_choice){.overrides = 1, .override = unknown}, &said));
    assert_string_equal(said.text, "models/point-vortices.lua: no parameter 'g3'; the parameters are g1, g2");
    assert_null(model_create(path, &(struct model_choice){.overrides = 1, .override = wrong}, &said));
    assert_says(said.text, "parameter g1: \"one\"");
    assert_null(model_create(path, &(struct model_choice){.initial = "third"}, &said));
    assert_says(said.text, "no initial data 'third'; the initial data are default, half");
}

/* The name of a model is that of its file, and stands in ids, commands and names of files. */
TEST(test_names_of_files)
{
    static const char TEXT[] =
        "return model { kind = 'ode', coordinates = { 'a' }, initial = { default = { 1 } }, "
        "field = function (x) return { x.a } end }";
    static const struct {
        const char *name, *words;
    } cases[] = {{"-v.lua", "the name '-v' of a model begins with a hyphen"},
                 {"...lua", "the name '..' of a model is a path"},
                 {"a\033[31m.lua", "has a control character"},
                 {"a\xff.lua", "is not UTF-8"},
                 {"a\xed\xa0\x80.lua", "is not UTF-8"}};
    char longest[206] = "", longer[206] = "";

    memset(longest, 'a', 200);
    memset(longer, 'a', 201);
    assert_non_null(kept(model_create_from_text(longest, TEXT, NULL, &said)));
    assert_non_null(kept(model_create_from_text("\xc3\xa9-1.lua", TEXT, NULL, &said)));
    assert_null(model_create_from_text(longer, TEXT, NULL, &said));
    assert_says(said.text, "longer than 200 bytes");
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_null(model_create_from_text(cases[i].name, TEXT, NULL, &said));
        assert_done(strstr(said.text, cases[i].words), said);
    }
}
