/* Methods on models of kind index-one, against what nobody here wrote.
 *
 *   independent   one and ten steps at 200 bits, in another language (independent/index_one.gp, PARI/GP), to 50
 *                 digits, and the multipliers that belong to them
 *   elimination   the method on (q, p, l) is the method on the eliminated Hamiltonian, to all digits
 *   circle        the bicycle's circle, x = L cos t, y = L sin t, theta = t: orders 2s of Gauss
 *   sphere        exact solution of the model: orders under a holonomic constraint
 *   bits          double, each lane and MPFR at 53 bits, bit for bit, on models of + - * / sqrt
 *   approximation where it leads to a solution no matrix is evaluated
 *   symplectic    the canonical form, and on the constraint manifold its restriction
 *
 * Controls: another tableau, another step; rk4 for the forms. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/independent.h"
#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/ensemble/ensemble.h"
#include "measures/step/step_measure.h"
#include "numerics/number_block.h"

enum { BITS = 200 };

static struct problem *problem_of(const char *model, const char *initial)
{
    struct error error = {""};
    struct problem *problem = kept(problem_create(model, NULL, initial, 0, NULL, &error));

    if (!problem)
        fail_msg("%s", error.text);
    return problem;
}

static struct trajectory *run(const struct problem *problem, const char *method, const char *step,
                              unsigned long steps)
{
    struct cell_request request = {.problem = problem, .steps = steps, .bits = BITS};
    struct error error = {""};
    mpq_ptr h = kept_rational(0, 1);
    struct trajectory *trajectory;

    assert_done(cell_parse_step(step, h, &error), error);
    request.step = h;
    assert_done(method_find(method, &request.method, &error), error);
    request.projection = projection_find("none");
    trajectory = kept(cell_run(&request, &error));
    assert_done(trajectory, error);
    if (trajectory->status != TRAJECTORY_COMPLETED)
        fail_msg("%s with %s: step %lu", problem->model->name, method, trajectory->broke_down_at);
    return trajectory;
}

/* ---- independent ---- */

/* The multipliers at x. */
static mpfr_t *multipliers_at(const struct problem *problem, mpfr_t *x)
{
    mpfr_t *l = kept_numbers(problem->system->multipliers, BITS), *const inputs[] = {x};

    graph_value_all(l, problem->system->multipliers, problem->model->multiplier, inputs);
    return l;
}

/* model initial method steps x... l...: whether the line is what comes out here with the method and the step. */
static bool agrees(char *line, const char *method, const char *step)
{
    char *name = strtok(line, "\t"), *initial = strtok(NULL, "\t"), *theirs = strtok(NULL, "\t");
    unsigned long steps = strtoul(strtok(NULL, "\t"), NULL, 10);
    char prefixed[60];
    const struct problem *problem = problem_of(name, initial);
    const bool tableau = strcmp(theirs, "rattle-midpoint") != 0;

    snprintf(prefixed, sizeof prefixed, "%s%s", tableau ? "runge-kutta:" : "", theirs);
    struct trajectory *ours =
        run(problem, method ? method : prefixed, step ? step : problem->model->step, steps);
    size_t d = problem->system->dimension, k = problem->system->multipliers;
    mpfr_t *l = multipliers_at(problem, ours->q), *both = kept_numbers(d + k, BITS),
           *read = kept_numbers(d + k, 2 * BITS);

    for (size_t i = 0; i < d + k; i++) {
        mpfr_set(both[i], i < d ? ours->q[i] : l[i - d], MPFR_RNDN);
        assert_int_equal(mpfr_set_str(read[i], strtok(NULL, "\t\n"), 10, MPFR_RNDN), 0);
    }
    assert_null(strtok(NULL, "\t\n"));
    return fixture_distance(both, read, d + k) < 1e-50;
}

TEST(test_independent)
{
    FILE *theirs = independent_open("index_one", "run_index_one_test()");
    char line[4096], copy[4096];
    unsigned lines = 0;

    for (; fgets(line, sizeof line, theirs); lines++) {
        memcpy(copy, line, sizeof line);
        if (!agrees(copy, NULL, NULL))
            fail_msg("another result: %s", line);
        if (lines == 10) { /* a step of heisenberg */
            memcpy(copy, line, sizeof line);
            assert_false(agrees(copy, "runge-kutta:gauss-1", NULL));
            memcpy(copy, line, sizeof line);
            assert_false(agrees(copy, NULL, "0.1000000000000000000000000000000000000000000000001"));
        }
    }
    assert_int_equal(fclose(theirs), 0);
    assert_int_equal(lines, 96);
}

/* ---- elimination ---- */

TEST(test_elimination)
{
    static const struct {
        const char *model, *initial, *step;
    } cases[] = {{"bicycle", "reversal", "0.1"},
                 {"bicycle-surface", "hill", "0.01"},
                 {"heisenberg", NULL, "0.1"},
                 {"isokinetic", NULL, "0.1"},
                 {"cone", NULL, "0.1"},
                 {"studies/mclachlan2013/models/ellipsoid.lua", "other", "0.1"},
                 {"studies/mclachlan2013/models/auxiliary.lua", "other", "0.1"},
                 {"hopf-sphere", NULL, "0.1"},
                 {"unicycle-on-surface", NULL, "0.1"}};
    static const char *const tableaux[] = {"gauss-1",     "gauss-3", "radau-iia-3", "lobatto-iiie-3",
                                           "radau-iia-2", "rk4",     "euler"};

    for (size_t i = 0; i < COUNT(cases); i++) {
        const struct problem *problem = problem_of(cases[i].model, cases[i].initial);

        for (size_t k = 0; k < COUNT(tableaux); k++) {
            char direct[60], eliminated[60];
            double distance;

            snprintf(direct, sizeof direct, "index-one:%s", tableaux[k]);
            snprintf(eliminated, sizeof eliminated, "runge-kutta:%s", tableaux[k]);
            struct trajectory *a = run(problem, direct, cases[i].step, 10),
                              *b = run(problem, eliminated, cases[i].step, 10);
            distance = fixture_distance(a->q, b->q, problem->system->dimension);
            if (!(distance < ldexp(1, 8 - BITS)))
                fail_msg("%s with %s: %.2g", cases[i].model, tableaux[k], distance);
            if (k)
                assert_true(fixture_distance(a->q, run(problem, "runge-kutta:gauss-2", cases[i].step, 10)->q,
                                             problem->system->dimension) > 1e-20);
        }
    }
}

/* ---- orders ---- */

static double error_at_one(const struct problem *problem, const char *method, unsigned long steps,
                           mpfr_t *exact)
{
    char step[30];

    snprintf(step, sizeof step, "1/%lu", steps);
    return fixture_distance(run(problem, method, step, steps)->q, exact, problem->system->dimension);
}

static void check_orders(const struct problem *problem, mpfr_t *exact, const char *family, const char *rattle)
{
    for (int s = 0; s <= 4; s++) {
        char method[60];
        double found;

        if (s)
            snprintf(method, sizeof method, "%s:gauss-%d", family, s);
        else
            snprintf(method, sizeof method, "%s", rattle);
        found = log2(error_at_one(problem, method, 32, exact) / error_at_one(problem, method, 64, exact));
        if (!(fabs(found - (s ? 2 * s : 2)) < 0.05))
            fail_msg("%s on %s has order %.3f", method, problem->model->name, found);
    }
}

/* (L cos 1, L sin 1, 1, 1 + pi/2; 0, 0, 1 + L^2, 1) */
TEST(test_circle)
{
    mpfr_t *x = kept_numbers(8, 2 * BITS);

    for (int i = 0; i < 8; i++)
        mpfr_set_ui(x[i], i == 2 || i == 7, MPFR_RNDN);
    mpfr_sin_cos(x[1], x[0], x[2], MPFR_RNDN);
    for (int i = 0; i < 2; i++) {
        mpfr_mul_ui(x[i], x[i], 3, MPFR_RNDN);
        mpfr_div_ui(x[i], x[i], 10, MPFR_RNDN);
    }
    mpfr_const_pi(x[3], MPFR_RNDN);
    mpfr_div_2ui(x[3], x[3], 1, MPFR_RNDN);
    mpfr_add_ui(x[3], x[3], 1, MPFR_RNDN);
    assert_int_equal(mpfr_set_str(x[6], "1.09", 10, MPFR_RNDN), 0);
    check_orders(problem_of("bicycle", "circle"), x, "index-one", "rattle-midpoint");
}

TEST(test_sphere)
{
    const struct problem *problem = problem_of("hopf-sphere", NULL);
    mpfr_t *x = kept_numbers(8, 2 * BITS), *t = kept_numbers(1, 2 * BITS);
    mpfr_t *const inputs[] = {
        [MODEL_BLOCK_COORDINATES] = problem_initial_values(problem, 2 * BITS), [MODEL_BLOCK_TIME] = t};

    mpfr_set_ui(t[0], 1, MPFR_RNDN);
    graph_value_all(x, 8, problem->model->exact, inputs);
    number_block_destroy(inputs[0]);
    check_orders(problem, x, "runge-kutta", "rattle-midpoint");
}

/* ---- bits ---- */

/* H = |p|^2/(2 (1 - l)) - l/2 + x^2/(8 + y^2), 1 - l = |p| */
static const char ROOT[] = "return model { kind = 'index-one', coordinates = { 'x', 'y' }, multipliers = 1,\n"
                           "  hamiltonian = function (q, p, l)\n"
                           "    return (p.x^2 + p.y^2)/(2*(1 - l[1])) - l[1]/2 + q.x^2/(8 + q.y^2)\n"
                           "  end,\n"
                           "  multiplier = function (q, p) return { 1 - sqrt(p.x^2 + p.y^2) } end,\n"
                           "  initial = { default = { q = { '1/2', '1/3' }, p = { '3/4', '-1/5' } } } }";
/* Two velocity constraints and a mass matrix: linear systems. */
static const char SYSTEM[] =
    "return model { kind = 'index-one', coordinates = { 'x', 'y', 'z' },\n"
    "  mass = function () return { { 2, 1, 0 }, { 1, 3, '1/2' }, { 0, '1/2', 1 } } end,\n"
    "  velocity_constraints = function (q) return { { -q.y, q.x, 1 }, { 1, q.z^2/3, -q.x } } end,\n"
    "  potential = function (q) return q.x*q.z + q.y^4/5 end,\n"
    "  initial = { default = { q = { '1/2', '1/3', '-1/5' }, p = { '3/4', '-1/5', 1 } } } }";
static const char SPHERE[] =
    "return model { kind = 'index-one', coordinates = { 'x', 'y', 'z' },\n"
    "  velocity_constraints = function (q) return { { -q.y, q.x, '1/2' } } end,\n"
    "  constraints = function (q) return { (q.x^2 + q.y^2 + q.z^2 - 1)/2 } end,\n"
    "  initial = { default = { q = { '3/5', '4/5', 0 }, p = { '4/5', '-3/5', '1/7' } } } }";

static void check_bits(const char *text, const char *method)
{
    struct fixture_model model = fixture_model_write(text);
    struct fixture_cell cell = {
        .model = &model, .method = method, .projection = "none", .step = "1/10", .steps = 12};
    struct fixture_setup *own = fixture_setup_create(&cell);
    struct trajectory *in_double = fixture_run(&cell), *in_mpfr;
    size_t d = own->dimension;
    double start[9 * 8];
    struct ensemble *lanes;

    cell.bits = 53;
    in_mpfr = fixture_run(&cell);
    for (size_t i = 0; i < 9 * d;
         i++) /* the last member is that of the model; others differ in the first component of p */
        start[i] =
            mpfr_get_d(own->initial[i % d], MPFR_RNDN) + (i % d == d / 2 && i < 8 * d ? (double)i / 4096 : 0);
    lanes = ensemble_run(&own->setup, own->method.family,
                         &(struct ensemble_request){.members = 9, .initial = start, .steps = 12});
    for (size_t i = 0; i < d; i++) {
        if (!mpfr_equal_p(in_double->q[i], in_mpfr->q[i]) ||
            mpfr_get_d(in_double->q[i], MPFR_RNDN) != lanes->q[8 * d + i])
            fail_msg("%s: component %zu of\n%s", method, i, text);
        assert_true(lanes->q[d + i] != lanes->q[2 * d + i]); /* control: others differ */
    }
    assert_int_equal(in_double->counts.residual_evaluations, in_mpfr->counts.residual_evaluations);
    ensemble_destroy(lanes);
}

TEST(test_bits)
{
    static const char *const methods[] = {"rk4", "runge-kutta:gauss-2", "index-one:gauss-2",
                                          "index-one:radau-iia-2", "rattle-midpoint"};

    for (size_t m = 0; m < COUNT(methods); m++) {
        check_bits(ROOT, methods[m]);
        check_bits(SYSTEM, methods[m]);
    }
    check_bits(SPHERE, "rattle-midpoint");
    check_bits(SPHERE, "index-one:gauss-2");
}

/* ---- approximation ---- */

static struct newton_counts count(const char *step)
{
    struct fixture_model model = fixture_model_write(SYSTEM);
    const struct fixture_cell cell = {
        .model = &model, .method = "index-one:gauss-2", .projection = "none", .step = step, .steps = 40};

    return fixture_run(&cell)->counts;
}

/* A short step is solved without a matrix, in few evaluations; a long one has to have matrices. */
TEST(test_approximation)
{
    const struct newton_counts of_short = count("1/50"), of_long = count("1/2");

    assert_int_equal(of_short.matrix_evaluations, 0);
    assert_true(of_short.residual_evaluations < 6 * 40);
    assert_true(of_long.matrix_evaluations > 0);
}

/* ---- small steps ---- */

/* Steps of the size of a rounding in double, in which the matrices are: each is solved all the same. */
TEST(test_small_steps)
{
    static const char *const steps[] = {"1/281474976710656", "1/9007199254740992", "1/1152921504606846976"};

    for (size_t i = 0; i < COUNT(steps); i++)
        assert_int_equal(
            run(problem_of("hopf-sphere-potential", NULL), "rattle-midpoint", steps[i], 40)->steps, 40);
}

/* ---- symplectic ---- */

static double defect(const char *model, const char *method)
{
    struct geometry_case cell = {problem_of(model, NULL), method, "none", BITS, 10, 0};

    assert_true(geometry_find(&cell, step_measure_flow) < 1e-45); /* the control: the flow preserves it */
    return geometry_find(&cell, step_measure_symplectic);
}

TEST(test_symplectic)
{
    static const char *const models[] = {"bicycle-surface", "isokinetic", "cone"},
                             *const constrained[] = {"hopf-sphere-potential", "unicycle-on-surface"};

    for (size_t i = 0; i < COUNT(models); i++) {
        assert_true(defect(models[i], "index-one:gauss-2") < 1e-50);
        assert_true(defect(models[i], "runge-kutta:gauss-2") < 1e-50);
        assert_true(defect(models[i], "rk4") > 1e-9);
        assert_true(defect(models[i], "index-one:radau-iia-2") > 1e-9);
    }
    for (size_t i = 0; i < COUNT(constrained); i++) {
        assert_true(defect(constrained[i], "rattle-midpoint") < 1e-50);
        assert_true(defect(constrained[i], "rk4") > 1e-9);
    }
}
