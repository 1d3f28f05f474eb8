/* Methods for rigid bodies and tops in reduced variables.
 *
 * One and ten steps at 200 bits against the general methods on full matrices q, p in another language
 * (independent/bodies.gp, PARI/GP), to 50 digits; reich = moser-veselov on the free body, two algorithms, in three
 * and four dimensions, to all digits; what is preserved: energy, Casimirs and momenta of free bodies, m12 of
 * Lagrange's top, the Poisson tensor, exactly, and momenta over 10^6 steps in double; double and MPFR at 53 bits
 * and lanes, bit for bit; adjoints; orders; the factor of the iteration, which is O(t).  Controls: other steps,
 * other methods, rk4. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/independent.h"

#include "measures/ensemble/ensemble.h"
#include "measures/step/step_measure.h"
#include "numerics/newton.h"
#include "tests/fixtures/measures/geometry_fixture.h"

enum { BITS = 200 };
static const double TOLERANCE = 1e-50;
static const char *const bodies[] = {"rigid-body", "rigid-body-4", "heavy-top", "lagrange-top"};

static struct fixture_model read_body(const char *name)
{
    char path[80];

    snprintf(path, sizeof path, "models/%s.lua", name);
    return fixture_model_read(path);
}

static struct trajectory *run(const char *name, const char *method, const char *step, unsigned long steps,
                              long bits)
{
    struct fixture_model model = read_body(name);

    return fixture_run(&CELL_OF(&model, method, "none", .step = step, .steps = steps, .bits = bits));
}

/* -- another computation -- */

/* max |ours - theirs| of the line MODEL METHOD STEPS x_1 .. x_d, relative to the largest number */
static double find_difference(const struct trajectory *ours, char *line)
{
    mpfr_t *theirs = kept_numbers(ours->dimension, 400);
    size_t field = 0;

    for (char *text = strtok(line, "\t\n"); text; text = strtok(NULL, "\t\n"), field++) {
        if (field >= 3 && field < 3 + ours->dimension)
            assert_int_equal(mpfr_set_str(theirs[field - 3], text, 10, MPFR_RNDN), 0);
    }
    assert_int_equal(field, 3 + ours->dimension);
    return fixture_distance(ours->q, theirs, ours->dimension);
}

/* The larger difference after 1 and 10 steps of `step`. */
static double compare(const char *name, const char *method, const char *theirs, const char *step)
{
    char call[200], line[8192];
    double largest = 0;
    FILE *pipe;

    snprintf(call, sizeof call, "run(\"%s\", \"%s\")", name, theirs);
    pipe = independent_open("bodies", call);
    for (int i = 0; i < 2; i++) {
        assert_non_null(fgets(line, sizeof line, pipe));
        largest = fmax(largest, find_difference(run(name, method, step, i ? 10 : 1, BITS), line));
    }
    assert_int_equal(fclose(pipe), 0);
    return largest;
}

TEST(test_independent_computation)
{
    static const char *const methods[] = {"reich", "reich-adjoint", "rattle", "compose:reich:suzuki-4"};

    for (size_t i = 0; i < COUNT(bodies); i++) {
        const char *step = i < 2 ? "1/10" : "1/20";

        for (size_t k = 0; k < COUNT(methods); k++) {
            double difference = compare(bodies[i], methods[k], methods[k], step);

            if (!(difference < TOLERANCE))
                fail_msg("%s %s: difference %.2g", bodies[i], methods[k], difference);
        }
    }
    assert_true(compare("rigid-body", "moser-veselov", "reich", "1/10") < TOLERANCE);
    assert_true(compare("rigid-body-4", "moser-veselov", "reich", "1/10") < TOLERANCE);
    /* controls */
    assert_true(compare("heavy-top", "reich", "reich-adjoint", "1/20") > 1e-4);
    assert_true(compare("heavy-top", "rattle", "rattle",
                        "5000000000000000000000000000001/100000000000000000000000000000000") > 1e-33);
}

/* -- identities -- */

static double distance(const char *name, const char *first, const char *second)
{
    struct trajectory *a = run(name, first, "1/10", 50, BITS), *b = run(name, second, "1/10", 50, BITS);

    return fixture_distance(a->q, b->q, a->dimension);
}

TEST(test_moser_veselov)
{
    assert_true(distance("rigid-body", "reich", "moser-veselov") < 1e-57);
    assert_true(distance("rigid-body-4", "reich", "moser-veselov") < 1e-57);
    assert_true(distance("rigid-body", "reich", "rattle") == 0); /* no gravity: one map */
    assert_true(distance("rigid-body", "reich", "runge-kutta:gauss-1") > 1e-6);
    assert_true(distance("heavy-top", "reich", "moser-veselov") > 1e-4); /* which knows no gravity */
}

/* The largest error of any observable from the k-th on. */
static double find_largest(const struct trajectory *trajectory, size_t first)
{
    double largest = 0;

    for (size_t k = first; k < trajectory->observables; k++)
        largest = fmax(largest, fabs(mpfr_get_d(trajectory->observable_error[k], MPFR_RNDN)));
    return largest;
}

TEST(test_what_is_preserved)
{
    assert_true(find_largest(run("rigid-body", "reich", "1/10", 100, BITS), 0) < 1e-57);
    assert_true(find_largest(run("rigid-body-4", "reich", "1/10", 100, BITS), 0) < 1e-57);
    assert_true(find_largest(run("heavy-top", "rattle", "1/20", 100, BITS), 1) < 1e-57);
    assert_true(find_largest(run("heavy-top", "rattle", "1/20", 100, BITS), 0) > 1e-6); /* not the energy */
    assert_true(find_largest(run("lagrange-top", "compose:reich:yoshida-6a", "1/20", 50, BITS), 1) < 1e-57);
    assert_true(find_largest(run("rigid-body-4", "rk4", "1/10", 100, BITS), 0) > 1e-9); /* control */
}

TEST(test_million_steps)
{
    assert_true(find_largest(run("rigid-body", "reich", "1/10", 1000000, FIXTURE_DOUBLE), 0) < 1e-13);
}

static struct geometry_case case_of(const char *name, const char *method)
{
    return (struct geometry_case){checkpoint_problem(name), method, "none", BITS, 10, 0};
}

TEST(test_poisson_maps)
{
    static const char *const methods[] = {"reich", "reich-adjoint", "rattle", "compose:reich:triple-jump-4"};

    for (size_t k = 0; k < COUNT(methods); k++) {
        struct geometry_case top = case_of("heavy-top", methods[k]), body = case_of("rigid-body", methods[k]);

        assert_true(geometry_find(&top, step_measure_symplectic) < 1e-55);
        assert_true(geometry_find(&body, step_measure_symplectic) < 1e-55);
    }
    struct geometry_case body = case_of("rigid-body-4", "moser-veselov"), rk4 = case_of("rigid-body", "rk4");

    assert_true(geometry_find(&body, step_measure_symplectic) < 1e-55);
    assert_true(geometry_find(&rk4, step_measure_symplectic) > 1e-12);
}

/* A step of h and one of -h by the other method lead back. */
TEST(test_adjoint)
{
    struct fixture_model model = read_body("heavy-top");
    struct trajectory *there =
        fixture_run(&CELL_OF(&model, "reich", "none", .step = "1/20", .steps = 1, .bits = BITS));
    struct trajectory *back = fixture_run(&CELL_OF(&model, "reich-adjoint", "none", .step = "-1/20",
                                                   .steps = 1, .bits = BITS, .initial = there->q));
    struct trajectory *same = fixture_run(
        &CELL_OF(&model, "reich", "none", .step = "-1/20", .steps = 1, .bits = BITS, .initial = there->q));
    mpfr_t *start = kept_numbers(there->dimension, 400);

    for (size_t i = 0; i < there->dimension; i++)
        graph_value(start[i], model.model->initial[0].values[i], NULL);
    assert_true(fixture_distance(back->q, start, there->dimension) < 1e-57);
    assert_true(fixture_distance(same->q, start, there->dimension) > 1e-6);
}

/* -- arithmetics -- */

TEST(test_double_and_mpfr)
{
    static const char *const methods[] = {"reich", "rattle", "moser-veselov", "compose:reich:suzuki-4"};

    for (size_t i = 0; i < 2 * COUNT(methods); i++) {
        const char *name = i % 2 ? "rigid-body-4" : "rigid-body", *method = methods[i / 2];
        struct trajectory *a = run(name, method, "1/10", 200, FIXTURE_DOUBLE),
                          *b = run(name, method, "1/10", 200, 53);

        for (size_t k = 0; k < a->dimension; k++)
            assert_true(mpfr_equal_p(a->q[k], b->q[k]));
        assert_int_equal(a->counts.residual_evaluations, b->counts.residual_evaluations);
    }
}

/* Eight trajectories around the initial data, in every build of lanes, against each alone. */
static void check_lanes(const char *name, const char *method, const char *step)
{
    enum { STEPS = 40, MOST = 32 };
    struct fixture_model model = read_body(name);
    struct fixture_setup *own = fixture_setup_create(&CELL_OF(&model, method, "none", .step = step));
    size_t d = own->dimension;
    double initial[LANES * MOST], q[LANES * MOST], p[LANES * MOST], e[LANES * MOST];
    uint64_t seed = 1994;

    for (size_t i = 0; i < LANES * d; i++)
        initial[i] = mpfr_get_d(own->initial[i % d], MPFR_RNDN) + 0.2 * fixture_random_real(&seed);
    for (size_t k = 0; ensemble_build(k); k++) {
        const struct ensemble_build_double *build = ensemble_build(k);
        void *group = build->create(&own->setup, own->method.family);
        struct ensemble_member member[LANES] = {{0, 0, NEWTON_CONVERGED}};

        build->start(group, initial, LANES);
        build->advance(group, STEPS, member);
        build->get(group, LANES, q, p, e);
        for (size_t lane = 0; lane < LANES; lane++) {
            struct stepper_double *alone;

            for (size_t i = 0; i < d; i++)
                mpfr_set_d(own->initial[i], initial[lane * d + i], MPFR_RNDN);
            alone = own->method.family->create_double(&own->setup);
            for (unsigned long n = 1; n <= STEPS; n++) {
                enum newton_status status = alone->step(alone);

                if (status != NEWTON_CONVERGED) {
                    assert_int_equal(member[lane].broke_down_at, n);
                    break;
                }
            }
            if (memcmp(alone->q, q + lane * d, d * sizeof *q) != 0)
                fail_msg("%s: %s %s, lane %zu differs", build->name, name, method, lane);
            alone->destroy(alone);
        }
        build->destroy(group);
    }
}

TEST(test_lanes_of_bodies)
{
    check_lanes("heavy-top", "reich", "1/20");
    check_lanes("heavy-top", "rattle", "3/2"); /* some lanes break down */
    check_lanes("rigid-body-4", "moser-veselov", "1/10");
    check_lanes("lagrange-top", "compose:reich:triple-jump-4", "1/10");
}

/* -- the iteration -- */

/* The factor by which the changes of the iteration shrink, at steps of 1/n. */
static double find_factor(const char *name, unsigned long n)
{
    struct geometry_case cell = {checkpoint_problem(name), "reich", "none", BITS, n, 0};

    return geometry_find(&cell, step_measure_contraction);
}

TEST(test_factor_of_the_iteration)
{
    for (size_t i = 0; i < COUNT(bodies); i++) {
        double coarse = find_factor(bodies[i], 64), fine = find_factor(bodies[i], 128),
               finest = find_factor(bodies[i], 256);

        assert_true(coarse > 1e-4 && coarse < 0.1);
        assert_true(fabs(log2(coarse / fine) - 1) < 0.1);
        assert_true(fabs(log2(fine / finest) - 1) < 0.1);
    }
}

/* A step so long that the iteration does not converge is none. */
TEST(test_breakdown)
{
    struct fixture_model model = read_body("heavy-top");
    struct trajectory *trajectory =
        fixture_try(&CELL_OF(&model, "reich", "none", .step = "20", .steps = 3, .bits = FIXTURE_DOUBLE));

    assert_int_not_equal(trajectory->status, TRAJECTORY_COMPLETED);
    assert_int_equal(trajectory->broke_down_at, 1);
}
