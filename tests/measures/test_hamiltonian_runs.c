/* Runs on models of kind hamiltonian, against what does not know their constraints.
 *
 *   angle      the pendulum's reference against that of th'' = -gamma cos th, q = (cos th, sin th)
 *   kinds      Kepler's problem as hamiltonian without constraints and as ode: the same run
 *   bits       one step after the other in double, in each lane and in MPFR at 53 bits, bit for bit
 *   tangents   the underlying flow preserves the form on the manifold, not around it; RK4 neither
 *   channels   constraint_error:g and constraint_error:psi */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/ensemble/ensemble.h"
#include "measures/step/step_measure.h"
#include "measures/step/tangent_space.h"
#include "numerics/number_block.h"
#include "reference/reference.h"

enum { BITS = 200, DIGITS = 50 };

static const char ANGLE[] = "return model { kind = 'ode', coordinates = { 'th', 'w' },\n"
                            "  field = function (x) return { x.w, -cos(x.th) } end,\n"
                            "  initial = { default = { 0, -2 } } }";

static struct reference *refer(const struct fixture_model *model)
{
    struct error error = {""};
    struct reference *reference;
    mpq_t until;

    mpq_init(until);
    mpq_set_ui(until, 3, 1);
    reference = reference_create(model->system, model_find_initial(model->model, NULL)->values, until, DIGITS,
                                 &error);
    assert_done(reference, error);
    mpq_clear(until);
    return reference;
}

TEST(test_angle)
{
    struct fixture_model pendulum = fixture_model_read("models/pendulum.lua"),
                         angle = fixture_model_write(ANGLE);
    struct reference *found = refer(&pendulum), *known = refer(&angle);
    mpfr_t *x = kept_numbers(4, 2 * BITS);

    mpfr_sin_cos(x[1], x[0], known->state[0], MPFR_RNDN);
    mpfr_mul(x[2], x[1], known->state[1], MPFR_RNDN);
    mpfr_neg(x[2], x[2], MPFR_RNDN);
    mpfr_mul(x[3], x[0], known->state[1], MPFR_RNDN);
    assert_true(fixture_distance(found->state, x, 4) < 1e-50);
    reference_destroy(found);
    reference_destroy(known);
}

/* ---- kinds ---- */

static const char KEPLER[] = "return model { kind = 'hamiltonian', coordinates = { 'q1', 'q2' },\n"
                             "  hamiltonian = function (q, p)\n"
                             "    return (p.q1^2 + p.q2^2)/2 - 1/sqrt(q.q1^2 + q.q2^2) end,\n"
                             "  initial = { default = { q = { '0.4', 0 }, p = { 0, 2 } } } }";

TEST(test_kinds)
{
    static const char *const methods[] = {"rk4", "runge-kutta:gauss-2"};
    struct fixture_model one = fixture_model_write(KEPLER), other = fixture_model_read("models/kepler.lua");

    for (size_t m = 0; m < 2; m++) {
        struct fixture_cell cell = {.model = &one,
                                    .method = methods[m],
                                    .projection = "none",
                                    .step = "1/20",
                                    .steps = 20,
                                    .bits = BITS};
        struct trajectory *a = fixture_run(&cell), *b;

        cell.model = &other;
        b = fixture_run(&cell);
        assert_true(fixture_distance(a->q, b->q, 4) < ldexp(1, 10 - BITS));
        assert_int_equal(a->counts.residual_evaluations, b->counts.residual_evaluations);
    }
}

/* ---- bits ---- */

TEST(test_bits)
{
    static const char *const methods[] = {"rk4", "runge-kutta:gauss-2"};
    struct fixture_model model = fixture_model_read("models/double-spherical-pendulum.lua");
    enum { D = 12, MEMBERS = 9, OWN = MEMBERS - 1 };

    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        struct fixture_cell cell = {
            .model = &model, .method = methods[m], .projection = "none", .step = "1/10", .steps = 20};
        struct fixture_setup *own = fixture_setup_create(&cell);
        double start[MEMBERS * D];
        struct trajectory *in_double = fixture_run(&cell), *in_mpfr;
        struct ensemble *lanes;

        cell.bits = 53;
        in_mpfr = fixture_run(&cell);
        for (size_t i = 0; i < MEMBERS * D; i++) /* the last member is that of the model */
            start[i] = mpfr_get_d(own->initial[i % D], MPFR_RNDN) + (i < OWN * D ? (double)i / 1024 : 0);
        lanes = ensemble_run(&own->setup, own->method.family,
                             &(struct ensemble_request){.members = MEMBERS, .initial = start, .steps = 20});
        for (size_t i = 0; i < D; i++) {
            assert_true(mpfr_equal_p(in_double->q[i], in_mpfr->q[i]));
            assert_true(mpfr_get_d(in_double->q[i], MPFR_RNDN) == lanes->q[OWN * D + i]);
            assert_true(lanes->q[i + D] != lanes->q[OWN * D + i]); /* control: others differ */
        }
        ensemble_destroy(lanes);
    }
}

/* ---- tangents ---- */

static struct problem *find_problem(const char *name)
{
    struct error error = {""};
    struct problem *problem = kept(problem_create(name, NULL, NULL, 0, NULL, &error));

    assert_done(problem, error);
    return problem;
}

TEST(test_tangent_space)
{
    struct problem *problem = find_problem("double-spherical-pendulum");
    const size_t n = 12, m = 4;
    mpfr_t *z, *rows, *sum = kept_numbers(2, BITS);

    mpfr_precision_set(BITS);
    z = problem_initial_values(problem, BITS);
    rows = tangent_space_create(problem->system, z);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < n; k++) {
            mpfr_set_si(sum[0], i == k ? -1 : 0, MPFR_RNDN);
            for (size_t j = 0; j < n; j++) {
                mpfr_mul(sum[1], rows[i * n + j], rows[k * n + j], MPFR_RNDN);
                mpfr_add(sum[0], sum[0], sum[1], MPFR_RNDN);
            }
            assert_true(fabs(mpfr_get_d(sum[0], MPFR_RNDN)) < 1e-58);
        }
    }
    /* The gradient of the first constraint lies in the first rows. */
    for (size_t i = m; i < n; i++) {
        mpfr_set_zero(sum[0], 1);
        for (size_t j = 0; j < 3; j++) {
            mpfr_mul(sum[1], rows[i * n + j], z[j], MPFR_RNDN);
            mpfr_add(sum[0], sum[0], sum[1], MPFR_RNDN);
        }
        assert_true(fabs(mpfr_get_d(sum[0], MPFR_RNDN)) < 1e-58);
    }
    number_block_destroy(rows);
    number_block_destroy(z);
}

TEST(test_symplectic_defect)
{
    static const char *const names[] = {"pendulum", "double-spherical-pendulum"};

    for (size_t k = 0; k < 2; k++) {
        struct geometry_case cell = {find_problem(names[k]), "rk4", "none", BITS, 10, 0};

        assert_true(geometry_find(&cell, step_measure_flow) < 1e-55);
        assert_true(geometry_find(&cell, step_measure_symplectic) > 1e-7);
        cell.method = "runge-kutta:gauss-6"; /* nearly the flow, order 12 */
        assert_true(geometry_find(&cell, step_measure_symplectic) < 1e-13);
        assert_true(geometry_find(&cell, step_measure_symplectic_ambient) > 1e-2);
    }
}

/* The bilinear form in the same space: its control is the nearly exact flow, too. */
TEST(test_bilinear_defect)
{
    struct geometry_case cell = {find_problem("pendulum"), "runge-kutta:gauss-6", "none", BITS, 10, 0};

    assert_true(geometry_find(&cell, step_measure_bilinear) < 1e-12);
    cell.method = "rk4";
    assert_true(geometry_find(&cell, step_measure_bilinear) > 1e-7);
}

/* ---- channels ---- */

TEST(test_channels)
{
    struct problem *pendulum = find_problem("pendulum"), *kepler = find_problem("kepler");
    struct geometry_case cell = {pendulum, "rk4", "none", BITS, 10, 0};

    assert_null(geometry_refusal(&cell, "constraint_error:g"));
    assert_null(geometry_refusal(&cell, "constraint_error:psi"));
    assert_null(geometry_refusal(&cell, "symplectic_defect:ambient"));
    assert_non_null(geometry_refusal(&cell, "constraint_error:phi"));
    assert_int_equal(measure_find(pendulum, "constraint_error:psi").channel, 1);
    cell.problem = kepler;
    assert_non_null(geometry_refusal(&cell, "symplectic_defect:ambient"));
    assert_non_null(geometry_refusal(&cell, "constraint_error:g"));
}
