/* Two independent ways to the same solution, and the constraint that projections restore.
 *
 * The Taylor reference against Gauss methods of order 32 (16 stages), as a Runge-Kutta method on the explicit
 * equations and as a projected variational one: two algorithms that share the model's formulas and nothing
 * else.  Control: a parameter changed in its 25th digit is seen.
 *
 * After a projection p = theta(q) to round-off, without it not. */
#include "tests/fixtures/test.h"

#include "measures/run/cell.h"
#include "numerics/exact.h"
#include "reference/reference.h"

enum { BITS = 200, DIGITS = 50 };

static struct problem *open_problem(const char *name, size_t overrides, const struct model_override *override)
{
    struct problem *problem = kept(problem_create(name, NULL, NULL, overrides, override, &said));

    assert_done(problem, said);
    return problem;
}

static struct trajectory *run(const struct problem *problem, const char *method, const char *projection,
                              const char *step, unsigned long steps)
{
    struct cell_request request = {.problem = problem, .steps = steps, .bits = BITS};
    struct trajectory *trajectory;
    mpq_ptr h = kept_rational(0, 1);

    assert_true(cell_parse_step(step, h, &said));
    assert_true(method_find(method, &request.method, &said));
    request.step = h;
    request.projection = projection_find(projection);
    trajectory = kept(cell_run(&request, &said));
    assert_non_null(trajectory);
    assert_int_equal(trajectory->status, TRAJECTORY_COMPLETED);
    return trajectory;
}

/* max_i |q_i - z_i(1)| of 40 steps of 1/40 */
static double distance(const struct problem *problem, const struct reference *reference, const char *method,
                       const char *projection)
{
    struct trajectory *trajectory = run(problem, method, projection, "1/40", 40);
    double largest = 0;
    mpfr_ptr difference = kept_number(BITS);

    for (size_t i = 0; i < trajectory->dimension; i++) {
        mpfr_sub(difference, trajectory->q[i], reference->state[i], MPFR_RNDN);
        largest = fmax(largest, fabs(mpfr_get_d(difference, MPFR_RNDN)));
        assert_false(mpfr_nan_p(difference));
    }
    return largest;
}

static struct reference *reference_at_one(const struct problem *problem)
{
    struct reference *reference;
    mpq_ptr one = kept_rational(1, 1);

    reference = kept(reference_create(problem->system, problem->initial->values, one, DIGITS, &said));
    assert_done(reference, said);
    return reference;
}

TEST(test_taylor_against_gauss)
{
    static const char *const models[] = {"lotka-volterra", "massless-charged-particle", "point-vortices"};

    for (size_t i = 0; i < COUNT(models); i++) {
        struct problem *problem = open_problem(models[i], 0, NULL);
        struct reference *reference = reference_at_one(problem);
        double plain = distance(problem, reference, "runge-kutta:gauss-16", "none");
        double variational = distance(problem, reference, "gauss-16", "symmetric");
        double low = distance(problem, reference, "gauss-6", "symmetric");

        assert_true(plain < 1e-30);
        assert_true(variational < 1e-30);
        assert_true(low > 1e-25 || low > 1e3 * variational); /* the order shows */
    }
}

TEST(test_control)
{
    const struct model_override changed = {"b2", "2.0000000000000000000000001"};
    struct problem *problem = open_problem("lotka-volterra", 0, NULL);
    struct problem *other = open_problem("lotka-volterra", 1, &changed);
    struct reference *reference = reference_at_one(problem);

    assert_true(distance(problem, reference, "runge-kutta:gauss-16", "none") < 1e-30);
    assert_true(distance(other, reference, "runge-kutta:gauss-16", "none") > 1e-27);
}

static double constraint_error(const struct problem *problem, const char *method, const char *projection)
{
    struct trajectory *trajectory = run(problem, method, projection, "1/50", 5);

    return mpfr_get_d(trajectory->constraint_error[0], MPFR_RNDN);
}

TEST(test_constraint_after_projection)
{
    struct problem *problem = open_problem("massless-charged-particle", 0, NULL);
    struct method method;

    for (size_t k = 0; method_listed(k, &method); k++) {
        if (method.family->no_projections)
            continue;
        for (const struct projection *row = projection_table; row->name; row++) {
            double error = constraint_error(problem, method.name, row->name);

            if (projection_projects(row) ? !(error < 1e-55) : !(error > 1e-20))
                fail_msg("%s %s: |p - theta(q)| = %.2g", method.name, row->name, error);
        }
    }
}
