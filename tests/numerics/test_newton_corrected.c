/* Solutions that take the correction by which they were accepted, of equations and of steps.
 *
 * Roots are sought to few digits, so that the last correction shows: what takes it is nearer to the root, at
 * one evaluation and one correction more, and the residual that is kept is that of the solution.  In steps
 * large coordinates that rest do the same: round-off at their scale is much for the others, whose stages,
 * over many steps, are left with smaller residuals; so is the constraint, which a step leaves at p -
 * theta(q). Controls: the same without that correction. */
#define ARITHMETIC_TANGENT
#include "tests/fixtures/test.h"
#include "numerics/arithmetic.h"

#include "tests/fixtures/numerics/newton_fixture.h"

#include "integrators/steps/step_families.h"

enum { SOLVES = 20, BITS = 200, STEPS = 200 };
static const double FEW_DIGITS = 0x1p20, FEW_OF_MANY_DIGITS = 0x1p60; /* scales */

/* What many solves of x^2 = 2 + k/10^4 with the factors of the first have come to. */
struct work {
    double farthest; /* from the root */
    bool residual_of_solution;
    struct newton_counts counts;
    mpfr_t last; /* the last solution */
};

static double distance_from_root(mpfr_srcptr x, double square)
{
    mpfr_ptr root = kept_number(FIXTURE_DISTANCE_BITS);

    mpfr_set_d(root, square, MPFR_RNDN);
    mpfr_sqrt(root, root, MPFR_RNDN);
    mpfr_sub(root, root, x, MPFR_RNDN);
    return fabs(mpfr_get_d(root, MPFR_RNDN));
}

static double square_of(int k)
{
    return 2 + k * 1e-4;
}

static struct work work_in_double(const struct problem_in_x *problem, bool takes_last)
{
    struct newton_double *newton =
        newton_create_double(equations_double(problem), equations_dual(problem), NULL);
    struct work work = {.residual_of_solution = true};

    mpfr_init2(work.last, BITS);
    newton_take_last_double(newton, takes_last);
    for (int k = 0; k < SOLVES; k++) {
        double parameter = square_of(k), guess = 1.41, x;

        assert_int_equal(newton_solve_double(newton, true, &parameter, FEW_DIGITS, &guess, &x),
                         NEWTON_CONVERGED);
        mpfr_set_d(work.last, x, MPFR_RNDN);
        work.farthest = fmax(work.farthest, distance_from_root(work.last, parameter));
        work.residual_of_solution &= newton_residual_double(newton)[0] == x * x - parameter;
    }
    work.counts = newton_counts_double(newton, 0);
    newton_destroy_double(newton);
    return work;
}

static struct work work_in_mpfr(const struct problem_in_x *problem, double scale, bool takes_last)
{
    struct newton_mpfr *newton;
    struct work work = {.residual_of_solution = true};
    real_mpfr *x; /* and the parameter, and the residual */

    mpfr_precision_set(BITS);
    newton =
        newton_create_mpfr(equations_mpfr(problem), equations_dual(problem),
                           newton_create_double(equations_double(problem), equations_dual(problem), NULL));
    x = kept_vector_mpfr(3);
    mpfr_init2(work.last, BITS);
    newton_take_last_mpfr(newton, takes_last);
    for (int k = 0; k < SOLVES; k++) {
        double guess = 1.41;

        mpfr_set_d(x + 1, square_of(k), MPFR_RNDN);
        assert_int_equal(newton_solve_mpfr(newton, true, x + 1, scale, &guess, x), NEWTON_CONVERGED);
        mpfr_set(work.last, x, MPFR_RNDN);
        work.farthest = fmax(work.farthest, distance_from_root(x, square_of(k)));
        mpfr_sqr(x + 2, x, MPFR_RNDN);
        mpfr_sub(x + 2, x + 2, x + 1, MPFR_RNDN);
        work.residual_of_solution &= mpfr_equal_p(x + 2, newton_residual_mpfr(newton)) != 0;
    }
    work.counts = newton_counts_mpfr(newton, 0);
    newton_destroy_mpfr(newton);
    return work;
}

static void compare(struct work accepted, struct work corrected)
{
    assert_true(accepted.residual_of_solution && corrected.residual_of_solution);
    assert_true(corrected.farthest < accepted.farthest / 10);
    assert_int_equal(corrected.counts.residual_evaluations, accepted.counts.residual_evaluations + SOLVES);
    assert_int_equal(corrected.counts.iterations, accepted.counts.iterations + SOLVES);
    assert_int_equal(corrected.counts.matrix_evaluations, accepted.counts.matrix_evaluations);
    mpfr_clear(accepted.last);
    mpfr_clear(corrected.last);
}

TEST(test_root)
{
    struct problem_in_x problem = square();

    compare(work_in_double(&problem, false), work_in_double(&problem, true));
    compare(work_in_mpfr(&problem, FEW_OF_MANY_DIGITS, false),
            work_in_mpfr(&problem, FEW_OF_MANY_DIGITS, true));
}

/* Where the contraction says that the solution has all digits that are asked for, and six more, there is nothing to take:
 * the iteration gains 53 bits at a time, and 212 are 32 more than 180. */
TEST(test_negligible)
{
    struct problem_in_x problem = square();
    struct work accepted = work_in_mpfr(&problem, 0x1p20, false),
                corrected = work_in_mpfr(&problem, 0x1p20, true);

    assert_true(accepted.residual_of_solution && corrected.residual_of_solution);
    assert_true(corrected.farthest < 0x1p-199);
    assert_true(mpfr_equal_p(accepted.last, corrected.last));
    assert_int_equal(corrected.counts.residual_evaluations, accepted.counts.residual_evaluations);
    mpfr_clears(accepted.last, corrected.last, (mpfr_ptr)0);
}

/* The root with its derivatives: the value is that of mpfr, bit for bit, and x' = a' / (2 x). */
TEST(test_tangents)
{
    struct problem_in_x problem = square();
    struct work plain = work_in_mpfr(&problem, FEW_OF_MANY_DIGITS, true);
    struct newton_tangent *newton = newton_create_tangent(
        equations_tangent(&problem), equations_dual(&problem),
        newton_create_double(equations_double(&problem), equations_dual(&problem), NULL));
    real *x = kept_vector_tangent(2);
    double guess = 1.41, residual;
    mpfr_t expected;

    mpfr_init2(expected, BITS);
    newton_take_last_tangent(newton, true);
    real_set_double(x + 1, square_of(SOLVES - 1));
    for (int k = 0; k < TANGENT_COUNT; k++)
        real_set_tangent(x + 1, k, k - 2);
    assert_int_equal(newton_solve_tangent(newton, true, x + 1, FEW_OF_MANY_DIGITS, &guess, x),
                     NEWTON_CONVERGED);
    assert_true(mpfr_equal_p(x->part, plain.last));
    for (int k = 0; k < TANGENT_COUNT; k++) {
        mpfr_mul_ui(expected, x->part, 2, MPFR_RNDN);
        mpfr_si_div(expected, k - 2, expected, MPFR_RNDN);
        mpfr_sub(expected, expected, x->part + 1 + k, MPFR_RNDN);
        assert_true(fabs(mpfr_get_d(expected, MPFR_RNDN)) <= 16 * ldexp(1, -BITS));
        residual = mpfr_get_d(newton_residual_tangent(newton)->part + 1 + k, MPFR_RNDN);
        assert_true(fabs(residual) <= 64 * ldexp(1, -BITS));
    }
    mpfr_clears(expected, plain.last, (mpfr_ptr)0);
    newton_destroy_tangent(newton);
}

/* -- steps -- */

/* A nonlinear motion in the first two coordinates; the others rest, exactly, and are so large that round-off
 * at their scale is much in the first two. */
#define BESIDE_LARGE_NUMBERS                                                                                 \
    "return model { title = 'Beside large numbers', source = 'the test', kind = 'degenerate',\n"             \
    "  coordinates = { 'q1', 'q2', 'q3', 'q4' },\n"                                                          \
    "  theta = function (q) return { q[2] + q[1]*q[2]^2/4, 0, q[4], 0 } end,\n"                              \
    "  hamiltonian = function (q) return (q[1]^2 + q[2]^2)/2 + 1/(2 + q[1]^2) end,\n"                        \
    "  initial = { default = { '1/2', '1/3', 1048576, 1048576 } } }\n"

static double largest(const double *r, size_t n)
{
    double result = 0;

    for (size_t i = 0; i < n; i++)
        result = fmax(result, fabs(r[i]));
    return result;
}

/* The largest component of theta(q) - p. */
static double constraint_of(const struct system *system, const struct stepper_double *stepper)
{
    struct evaluator_double *momentum = evaluator_create_double(system->momentum, 1);
    double defect[MOST];

    evaluator_run_double(momentum, 1, (const double *const[]){stepper->q}, (double *const[]){defect});
    for (size_t i = 0; i < stepper->dimension; i++)
        defect[i] -= stepper->p[i];
    evaluator_destroy_double(momentum);
    return largest(defect, stepper->dimension);
}

struct residuals {
    double stages, constraint; /* means over the steps */
};

/* Steps; at each state the stages of the next one are solved once more, with factors and guesses that are
 * kept, to see their residuals. */
static struct residuals residuals_of_steps(const struct fixture_cell *cell)
{
    struct fixture_setup *own = fixture_setup_create(cell);
    struct stepper_double *stepper = own->method.family->create_double(&own->setup);
    struct equations_double equations = vprk_equations_double(&own->setup).equations;
    struct newton_double *newton =
        newton_create_double(equations, vprk_equations_dual(&own->setup).equations, NULL);
    size_t d = own->dimension, n = equations.unknowns;
    double *data = kept_memory(memory_create(2 * d + 1, sizeof *data)),
           *x = kept_memory(memory_create(2 * n, sizeof *x));
    struct residuals mean = {0, 0};

    newton_take_last_double(newton, !cell->accepted);
    data[2 * d] = mpq_get_d(own->step);
    for (unsigned long k = 0; k < cell->steps; k++) {
        memcpy(data, stepper->q, d * sizeof *data);
        memcpy(data + d, stepper->p, d * sizeof *data);
        memcpy(x + n, x, n * sizeof *x);
        assert_int_equal(newton_solve_double(newton, true, data, largest(data, d), x + n, x),
                         NEWTON_CONVERGED);
        mean.stages += largest(newton_residual_double(newton), n) / (double)cell->steps;
        assert_int_equal(stepper->step(stepper), NEWTON_CONVERGED);
        mean.constraint += constraint_of(own->setup.system, stepper) / (double)cell->steps;
    }
    newton_destroy_double(newton);
    stepper->destroy(stepper);
    return mean;
}

TEST(test_steps)
{
    static const char *const projections[] = {"symmetric", "standard"};
    struct fixture_model model = fixture_model_write(BESIDE_LARGE_NUMBERS);

    for (size_t i = 0; i < COUNT(projections); i++) {
        struct fixture_cell cell =
            CELL_OF(&model, "gauss-3", projections[i], .step = "1/4", .steps = STEPS, .accepted = true);
        struct residuals accepted = residuals_of_steps(&cell), corrected;

        cell.accepted = false;
        corrected = residuals_of_steps(&cell);
        assert_true(corrected.stages < accepted.stages / 10);
        assert_true(corrected.constraint < accepted.constraint / 5);
    }
}

/* Every kind of step: its energy error beside large numbers. */
TEST(test_kinds)
{
    static const char *const methods[] = {"runge-kutta:gauss-4", "hamilton-pontryagin:gauss-4", "gauss-4"};
    struct fixture_model model = fixture_model_write(BESIDE_LARGE_NUMBERS);

    for (size_t i = 0; i < COUNT(methods); i++) {
        struct fixture_cell cell =
            CELL_OF(&model, methods[i], "none", .step = "1/100", .steps = STEPS, .accepted = true);
        struct trajectory *accepted = fixture_run(&cell), *corrected;
        double before, after;

        cell.accepted = false;
        corrected = fixture_run(&cell);
        before = mpfr_get_d(accepted->observable_error[0], MPFR_RNDN);
        after = mpfr_get_d(corrected->observable_error[0], MPFR_RNDN);
        assert_true(after < before / 3);
    }
}

/* What the last correction is for: left out, it makes a drift of the energy of what is else a random walk. */
TEST(test_drift)
{
    static const char *const models[] = {"models/lotka-volterra.lua", "models/point-vortices.lua"};

    for (size_t i = 0; i < COUNT(models); i++) {
        struct fixture_model model = fixture_model_read(models[i]);
        struct fixture_cell cell = CELL_OF(&model, "gauss-6", "symmetric", .step = "1/10", .steps = 40000);
        double ordinary = mpfr_get_d(fixture_run(&cell)->observable_error[0], MPFR_RNDN), accepted;

        cell.accepted = true;
        accepted = mpfr_get_d(fixture_run(&cell)->observable_error[0], MPFR_RNDN);
        if (!(ordinary < accepted / 4))
            fail_msg("%s: %.3g, as accepted %.3g", models[i], ordinary, accepted);
    }
}
