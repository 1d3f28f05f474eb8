/* Models of kind nonholonomic: what a model file may say and what it may not; exact solutions; the associated systems
 * of second order of the rolling disk. */
#include "tests/fixtures/test.h"

#include "measures/run/cell.h"
#include "models/kinds/nonholonomic_class.h"
#include "numerics/graph/graph_value.h"
#include "numerics/number_block.h"
#include "tests/fixtures/models/refusals_fixture.h"

enum { BITS = 200 };

TEST(test_model_files)
{
    refusals_check("nonholonomic", 11, 25);
}

static struct trajectory *run(const struct problem *problem, const char *method)
{
    struct cell_request request = {
        .problem = problem, .steps = 20, .bits = BITS, .step = kept_rational(1, 20)};
    struct error error = {""};

    assert_true(method_find(method, &request.method, &error));
    request.projection = projection_find("none");
    struct trajectory *trajectory = kept(cell_run(&request, &error));
    assert_non_null(trajectory);
    assert_int_equal(trajectory->status, TRAJECTORY_COMPLETED);
    return trajectory;
}

static struct problem *create(const char *model, const char *initial)
{
    struct error error = {""};
    struct problem *problem = kept(problem_create(model, NULL, initial, 0, NULL, &error));

    assert_non_null(problem);
    return problem;
}

static double distance(mpfr_t *a, mpfr_t *b, size_t n)
{
    mpfr_ptr difference = kept_number(BITS);
    double largest = 0;

    for (size_t i = 0; i < n; i++) {
        mpfr_sub(difference, a[i], b[i], MPFR_RNDN);
        largest = fmax(largest, fabs(mpfr_get_d(difference, MPFR_RNDN)));
    }
    return largest;
}

/* The exact solution after the time 1, against Gauss's method of order 32. */
static void check_exact(const char *model, const char *initial)
{
    const struct problem *problem = create(model, initial);
    const struct trajectory *flow = run(problem, "runge-kutta:gauss-16");
    const size_t d = flow->dimension;
    mpfr_t *start = problem_initial_values(problem, BITS), *exact = problem_initial_values(problem, BITS);
    mpfr_t *const input[] = {[MODEL_BLOCK_COORDINATES] = start,
                             [MODEL_BLOCK_TIME] = (mpfr_t *)kept_number(BITS),
                             [MODEL_BLOCK_PLACE] = NULL};

    mpfr_set_ui(*input[MODEL_BLOCK_TIME], 1, MPFR_RNDN);
    graph_value_all(exact, d, problem->model->exact, input);
    assert_true(distance(exact, flow->q, d) < 1e-50);
    number_block_destroy(start);
    number_block_destroy(exact);
}

TEST(test_exact_solutions)
{
    check_exact("vertical-disk", NULL);
    check_exact("vertical-disk", "slow-turn");
    check_exact("nonholonomic-particle", NULL);
    check_exact("nonholonomic-particle", "fast");
    check_exact("knife-edge", NULL);
}

/* Of the systems of type I and II those solutions that start on the constraints are the disk's. */
TEST(test_associated_systems)
{
    const struct trajectory *disk = run(create("vertical-disk", NULL), "runge-kutta:gauss-16");
    static const char *const associated[] = {"tests/data/models/vertical-disk-type-1.lua",
                                             "tests/data/models/vertical-disk-type-2.lua"};

    for (size_t i = 0; i < COUNT(associated); i++) {
        const struct trajectory *other = run(create(associated[i], NULL), "runge-kutta:gauss-16");

        assert_true(distance(disk->q, other->q, disk->dimension) < 1e-50);
    }
}

/* The theorem of Fernandez (2010): the Euler-Lagrange equations of both forms are the associated system of type II,
 * wherever the velocities point.  Control: the equations of the disk itself, which agree with these on the constraints
 * alone. */
TEST(test_theorem)
{
    const struct problem *problem = create("vertical-disk", NULL);
    const struct model *model = problem->model;
    struct error error = {""};
    struct model_trial w = {problem->model, problem->system, &error, .d = model->dimension};

    w.point = model_trial_create_numbers(w.d + 3);
    w.time = w.point + w.d;
    w.place = w.time + 1;
    const expressions associated = nonholonomic_class_accelerate(model);
    const expressions own = graph_rows(problem->system->field, model->positions, model->positions);

    for (int form = MODEL_HAMILTONIZED_FIRST; form < MODEL_LAGRANGIANS; form++) {
        assert_non_null(model->lagrangian[form]);
        assert_true(nonholonomic_is_hamiltonized(&w, problem->initial, form, associated, true));
        for (int anywhere = 0; anywhere < 2; anywhere++)
            assert_int_equal(nonholonomic_is_hamiltonized(&w, problem->initial, form, own, anywhere),
                             !anywhere);
    }
    number_block_destroy(w.point);
}
