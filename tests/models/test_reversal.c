/* Symmetry of projected methods, and the sign of R(infinity).
 *
 * Symmetry: a map is symmetric when Phi_{-h} Phi_h is the identity.  The symmetric and the midpoint
 * projection make the step a map of q alone, symmetric where the base method is: ten steps and ten steps back
 * end where they began. The standard projection is not symmetric, nor is the pair IIIC-IIIC*, whose adjoint
 * is IIIC*-IIIC, nor Radau IIA.
 *
 * Sign: with the other sign of R(infinity) the equations of the symmetric and of the midpoint projection lose
 * the solution that is connected with h = 0, at once or after some steps, or the multiplier is much larger;
 * the symplectic projection runs on with a larger multiplier, and with methods whose unprojected momenta
 * oscillate with a larger energy error.  Where R(infinity) = 1 the wrong sign makes it the unprojected method
 * projected for output, so that many stages hide it.  (Reversal does not tell the sign: R^2 = 1 is all that
 * it needs.) */
#include "tests/fixtures/test.h"

#include "tests/fixtures/models/model_writer.h"

enum { BITS = 200, STEPS = 10, SIGN_STEPS = 50, MOST_TELLING_STAGES = 3 };
static const double RETURNED = 1e-52, VISIBLE = 1e-20;

static const struct model_writer VORTICES = {MODEL_WRITER_VORTICES};
static const struct model_writer PARTICLE = {MODEL_WRITER_PARTICLE};

/* -- symmetry -- */

/* |q_0 after STEPS steps and STEPS steps back - q_0| */
static double return_distance(const struct fixture_model *model, const char *method, const char *projection)
{
    struct fixture_cell cell =
        CELL_OF(model, method, projection, .step = "1/10", .steps = STEPS, .bits = BITS);
    struct trajectory *there = fixture_run(&cell), *back;
    mpfr_t *start = kept_numbers(there->dimension, BITS);

    for (size_t i = 0; i < there->dimension; i++)
        graph_value(start[i], model->model->initial[0].values[i], NULL);
    cell.initial = there->q;
    cell.step = "-1/10";
    back = fixture_run(&cell);
    /* Control: it has been somewhere else. */
    assert_true(fixture_distance(there->q, start, there->dimension) > 1e-3);
    return fixture_distance(back->q, start, there->dimension);
}

static void check_symmetric_methods(const struct model_writer *writer)
{
    struct fixture_model model = model_writer_write(writer);
    struct method method;
    unsigned runs = 0, wrong = 0;

    for (size_t k = 0; method_listed(k, &method); k++) {
        for (const struct projection *row = projection_table; row->name && !method.family->no_projections;
             row++) {
            double distance;

            if (!row->symmetric || !projection_projects(row) || !method.family->symmetric)
                continue;
            distance = return_distance(&model, method.name, row->name);
            runs++;
            if (distance <= RETURNED)
                continue;
            wrong++;
            print_error("%s %s: returns to a distance of %.2g\n", method.name, row->name, distance);
        }
    }
    assert_int_equal(wrong, 0);
    assert_true(runs >= 30);
}

TEST(test_symmetric)
{
    check_symmetric_methods(&VORTICES);
    check_symmetric_methods(&PARTICLE);
}

/* Controls: maps that are not symmetric. */
TEST(test_not_symmetric)
{
    static const char *const maps[][2] = {
        {"gauss-1", "standard"},         {"gauss-2", "standard"},        {"gauss-3", "standard"},
        {"srk-3", "standard"},           {"lobatto-iiid-3", "standard"}, {"lobatto-iiia-iiib-3", "standard"},
        {"lobatto-iiic-3", "symmetric"}, {"lobatto-iiic-3", "midpoint"}, {"lobatto-iiic-2", "symmetric"},
        {"lobatto-iiic-3", "standard"},  {"radau-iia-2", "none"},        {"rk4", "none"},
    };
    struct fixture_model model = model_writer_write(&VORTICES);

    for (size_t i = 0; i < COUNT(maps); i++) {
        double distance = return_distance(&model, maps[i][0], maps[i][1]);

        if (!(distance > VISIBLE))
            fail_msg("%s %s returns to a distance of %.2g", maps[i][0], maps[i][1], distance);
    }
}

/* -- the sign of R(infinity) -- */

struct sizes {
    bool completed;
    unsigned long broke_down_at;
    double energy, multiplier;
};

static struct sizes measure(const struct fixture_cell *cell)
{
    struct trajectory *run = fixture_try(cell);
    struct sizes result = {run->status == TRAJECTORY_COMPLETED, run->broke_down_at,
                           fabs(mpfr_get_d(run->observable_error[0], MPFR_RNDN)), 0};

    for (size_t i = 0; i < run->dimension; i++)
        result.multiplier = fmax(result.multiplier, fabs(mpfr_get_d(run->multiplier[i], MPFR_RNDN)));
    return result;
}

struct signs {
    struct sizes right, wrong;
};

static struct signs compare_signs(const struct fixture_model *model, const char *method,
                                  const char *projection)
{
    struct fixture_cell cell =
        CELL_OF(model, method, projection, .step = "1/10", .steps = SIGN_STEPS, .bits = BITS);
    struct fixture_setup *setup = fixture_setup_create(&cell);
    int r = setup->tableau->r_infinity;
    struct signs result;

    result.right = measure(&cell);
    cell.r_infinity = -r;
    result.wrong = measure(&cell);
    return result;
}

static size_t method_stages(const struct method *method)
{
    return method->stages ? method->stages : 3; /* srk-3 */
}

/* How many times larger the wrong sign makes the multiplier; infinity when it breaks down. */
static double check_coupled(const struct fixture_model *model, const char *method, const char *projection)
{
    struct signs s = compare_signs(model, method, projection);
    double ratio = s.wrong.completed ? s.wrong.multiplier / s.right.multiplier : INFINITY;

    assert_true(s.right.completed);
    if (!(ratio > 30))
        fail_msg("%s: the %s projection does not tell the sign", method, projection);
    return ratio;
}

static void check_signs(const struct model_writer *writer)
{
    struct fixture_model model = model_writer_write(writer);
    double coupled = INFINITY, symplectic = INFINITY;
    struct method method;
    unsigned methods = 0;

    for (size_t k = 0; method_listed(k, &method); k++) {
        struct signs s;

        if (method.family->no_projections || !method.family->symmetric)
            continue;
        methods++;
        coupled = fmin(coupled, check_coupled(&model, method.name, "symmetric"));
        coupled = fmin(coupled, check_coupled(&model, method.name, "midpoint"));
        s = compare_signs(&model, method.name, "symplectic");
        assert_true(s.right.completed && s.wrong.completed);
        if (method_stages(&method) > MOST_TELLING_STAGES)
            continue;
        symplectic = fmin(symplectic, s.wrong.multiplier / s.right.multiplier);
        if (!(s.wrong.multiplier > 2 * s.right.multiplier))
            fail_msg("%s: the symplectic projection does not tell the sign (%.3g, %.3g)", method.name,
                     s.right.multiplier, s.wrong.multiplier);
    }
    assert_true(methods >= 15);
}

TEST(test_sign)
{
    check_signs(&VORTICES);
    check_signs(&PARTICLE);
}

/* Energy errors 30 times larger. */
TEST(test_sign_energy)
{
    static const char *const on_vortices[] = {"lobatto-iiia-iiib-2", "lobatto-iiia-iiib-3"};
    static const char *const on_particle[] = {"srk-3", "lobatto-iiie-3"};
    struct fixture_model vortices = model_writer_write(&VORTICES), particle = model_writer_write(&PARTICLE);

    for (size_t i = 0; i < 4; i++) {
        const char *method = i < 2 ? on_vortices[i] : on_particle[i - 2];
        struct signs s = compare_signs(i < 2 ? &vortices : &particle, method, "symplectic");

        assert_true(s.right.completed && s.wrong.completed);
        assert_true(s.wrong.energy > 30 * s.right.energy);
    }
}
