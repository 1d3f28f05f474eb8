/* Two approaches that start from a discrete action: Kraus (2017), sections 3.6 and 3.7 (K24).
 *
 * The discrete Hamilton-Pontryagin equations have unknowns of their own, and no abar: for every symplectic
 * tableau their steps are those of the method without projection to the last digits.  For Radau IIA they are
 * not, since its abar is not the one of the action; what the action gives is symplectic.
 *
 * The augmented method against its definition, by hand: theta(q1) = pb1 and p1 = pb1 + T(q1)^T (q1 - qb1),
 * (qb1, pb1) being the end of the step without projection from the same (q, p).
 *
 * What both were meant to mend is as it was or worse: where the method without projection breaks down, so do
 * they; the augmented method breaks down everywhere. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/step/step_measure.h"
#include "measures/run/cell.h"
#include "integrators/tableaux/tableau_audit.h"

enum { STEPS = 10, MORE_BITS = 264 };
static const char PREDATORS[] = "models/lotka-volterra.lua", VORTICES[] = "models/point-vortices.lua",
                  PARTICLE[] = "models/massless-charged-particle.lua";

static struct trajectory *run(const struct geometry_case *cell, unsigned long steps)
{
    struct cell_request request;
    struct trajectory *result;
    mpq_ptr step = kept_rational(1, cell->steps_per_unit);

    request = checkpoint_request(cell->problem, cell->method, cell->projection, cell->bits, step);
    request.steps = steps;
    result = kept(cell_run(&request, &said));
    if (!result)
        fail_msg("%s: %s", cell->method, said.text);
    return result;
}

/* -- Hamilton-Pontryagin -- */

/* The largest difference of (q, p) after the steps. */
static double find_difference(const struct problem *problem, const char *first, const char *second, long bits)
{
    struct geometry_case cell = {problem, first, "none", bits, 10, 0};
    struct trajectory *a = run(&cell, STEPS), *b;
    double largest = 0;

    cell.method = second;
    b = run(&cell, STEPS);
    assert_int_equal(a->status, TRAJECTORY_COMPLETED);
    assert_int_equal(b->status, TRAJECTORY_COMPLETED);
    mpfr_ptr difference = kept_number(64);
    for (size_t i = 0; i < a->dimension; i++) {
        mpfr_sub(difference, a->q[i], b->q[i], MPFR_RNDN);
        largest = fmax(largest, fabs(mpfr_get_d(difference, MPFR_RNDN)));
        mpfr_sub(difference, a->p[i], b->p[i], MPFR_RNDN);
        largest = fmax(largest, fabs(mpfr_get_d(difference, MPFR_RNDN)));
    }
    return largest;
}

static void check_identity(const char *path, bool (*takes)(const char *method))
{
    struct problem *problem = checkpoint_problem(path);
    struct method method;
    size_t count = 0;

    for (size_t k = 0; method_listed(k, &method); k++) {
        char name[96];
        double few, many;

        if (method.family->no_projections || !takes(method.name))
            continue;
        snprintf(name, sizeof name, "hamilton-pontryagin:%s", method.name);
        few = find_difference(problem, method.name, name, CHECKPOINT_BITS);
        many = find_difference(problem, method.name, name, MORE_BITS);
        if (!(few < 1e-54) || !(many < 1e-73))
            fail_msg("%s %s: %.3g, with more bits %.3g", path, method.name, few, many);
        count++;
    }
    assert_true(count >= 15);
}

static bool takes_all(const char *method)
{
    (void)method;
    return true;
}

/* Lobatto IIIC breaks down before. */
static bool takes_stable(const char *method)
{
    return strncmp(method, "lobatto-iiic-", 13) != 0;
}

TEST(test_identity)
{
    check_identity(VORTICES, takes_all);
    check_identity(PREDATORS, takes_stable);
    check_identity(PARTICLE, takes_stable);
}

TEST(test_not_identical)
{
    struct problem *problem = checkpoint_problem(VORTICES);
    struct geometry_case radau = {problem, "hamilton-pontryagin:radau-iia-2", "none", CHECKPOINT_BITS, 10, 0};

    assert_true(find_difference(problem, "gauss-3", "hamilton-pontryagin:gauss-2", CHECKPOINT_BITS) > 1e-9);
    assert_true(find_difference(problem, "radau-iia-2", "hamilton-pontryagin:radau-iia-2", CHECKPOINT_BITS) >
                1e-9);
    assert_true(geometry_find(&radau, step_measure_symplectic) < 1e-50);
    radau.method = "radau-iia-2";
    assert_true(geometry_find(&radau, step_measure_symplectic) > 1e-12);
}

/* The Jacobian of the step, too: same form, same multipliers. */
TEST(test_jacobian)
{
    static const char *const tableaux[] = {"gauss-2", "lobatto-iiia-iiib-2", "lobatto-iiic-3"};
    struct problem *problem = checkpoint_problem(VORTICES);

    for (size_t i = 0; i < COUNT(tableaux); i++) {
        char name[80];
        struct geometry_case plain = {problem, tableaux[i], "none", CHECKPOINT_BITS, 10, 0}, other = plain;

        snprintf(name, sizeof name, "hamilton-pontryagin:%s", tableaux[i]);
        other.method = name;
        assert_true(geometry_find(&other, step_measure_symplectic) < 1e-50);
        assert_true(fabs(geometry_find(&other, step_measure_parasitic) -
                         geometry_find(&plain, step_measure_parasitic)) < 1e-10);
    }
}

/* -- the augmented method -- */

/* theta = (log(y)/x + y, x); T = (-log(y)/x^2, 1/(x y) + 1; 1, 0) */
static void check_end(const double *base, const double *end)
{
    double x = end[0], y = end[1], l[] = {x - base[0], y - base[1]};
    double p1 = base[2] - log(y) / (x * x) * l[0] + l[1], p2 = base[3] + (1 / (x * y) + 1) * l[0];

    assert_true(fabs(log(y) / x + y - base[2]) < 1e-14);
    assert_true(fabs(x - base[3]) < 1e-14);
    assert_true(fabs(end[2] - p1) < 1e-14);
    assert_true(fabs(end[3] - p2) < 1e-14);
}

static void read_state(const struct stepper_double *stepper, double *state)
{
    memcpy(state, stepper->q, 2 * sizeof *state);
    memcpy(state + 2, stepper->p, 2 * sizeof *state);
}

/* Five steps, each beside a step without projection from the same state. */
static void check_definition(const struct problem *problem, const char *tableau)
{
    struct cell_request request;
    struct cell_setup *own, *plain;
    struct stepper_double *stepper, *base;
    double moved = 0;
    char name[80];
    mpq_ptr step = kept_rational(1, 10);

    snprintf(name, sizeof name, "augmented:%s", tableau);
    request = checkpoint_request(problem, name, "none", CELL_DOUBLE, step);
    own = kept(cell_setup_create(&request, &said));
    stepper = request.method.family->create_double(&own->setup);
    request = checkpoint_request(problem, tableau, "none", CELL_DOUBLE, step);
    plain = kept(cell_setup_create(&request, &said));
    base = request.method.family->create_double(&plain->setup);
    for (int n = 0; n < 5; n++) {
        double middle[4], end[4];

        memcpy(base->q, stepper->q, 2 * sizeof(double));
        memcpy(base->p, stepper->p, 2 * sizeof(double));
        base->restart(base);
        assert_int_equal(base->step(base), NEWTON_CONVERGED);
        assert_int_equal(stepper->step(stepper), NEWTON_CONVERGED);
        read_state(base, middle);
        read_state(stepper, end);
        check_end(middle, end);
        moved = fmax(moved, fabs(end[1] - middle[1]));
    }
    assert_true(moved > 1e-9); /* it is not the step without projection */
    stepper->destroy(stepper);
    base->destroy(base);
}

TEST(test_augmented)
{
    struct problem *problem = checkpoint_problem(PREDATORS);

    check_definition(problem, "gauss-1");
    check_definition(problem, "gauss-2");
    check_definition(problem, "lobatto-iiib-iiia-3");
}

/* The exact Jacobian against central differences of steps in mpfr. */
TEST(test_augmented_jacobian)
{
    struct problem *problem = checkpoint_problem(PARTICLE);
    struct cell_request request;
    struct step_measure_map *map;
    struct cell_setup *own;
    struct stepper_mpfr *stepper;
    mpfr_t offset, forward[4], difference;
    mpq_ptr step = kept_rational(1, 10);

    request = checkpoint_request(problem, "augmented:gauss-2", "none", CHECKPOINT_BITS, step);
    map = kept(step_measure_create_map(&request, &said));
    assert_true(map->solved && map->n == 4);
    own = kept(cell_setup_create(&request, &said));
    stepper = request.method.family->create_mpfr(&own->setup);
    mpfr_inits2(CHECKPOINT_BITS, offset, forward[0], forward[1], forward[2], forward[3], difference,
                (mpfr_ptr)0);
    mpfr_set_ui_2exp(offset, 1, -60, MPFR_RNDN);
    for (size_t j = 0; j < 4; j++) {
        for (int side = 0; side < 2; side++) {
            for (size_t i = 0; i < 4; i++)
                mpfr_set(stepper->carried + i, map->z0[i], MPFR_RNDN);
            (side ? mpfr_sub : mpfr_add)(stepper->carried + j, stepper->carried + j, offset, MPFR_RNDN);
            stepper->restart(stepper);
            assert_int_equal(stepper->step(stepper), NEWTON_CONVERGED);
            for (size_t i = 0; i < 4 && !side; i++)
                mpfr_set(forward[i], stepper->carried + i, MPFR_RNDN);
        }
        for (size_t i = 0; i < 4; i++) {
            mpfr_sub(difference, forward[i], stepper->carried + i, MPFR_RNDN);
            mpfr_div(difference, difference, offset, MPFR_RNDN);
            mpfr_div_ui(difference, difference, 2, MPFR_RNDN);
            mpfr_sub(difference, difference, map->M[i * 4 + j], MPFR_RNDN);
            assert_true(fabs(mpfr_get_d(difference, MPFR_RNDN)) < 1e-30);
        }
    }
    mpfr_clears(offset, forward[0], forward[1], forward[2], forward[3], difference, (mpfr_ptr)0);
    stepper->destroy(stepper);
}

/* -- instability (K24) -- */

/* The step in which it broke down; 0 when it did not. */
static unsigned long find_breakdown(const struct problem *problem, const char *prefix, const char *tableau,
                                    unsigned long steps)
{
    char name[80];
    struct geometry_case cell = {problem, name, "none", CELL_DOUBLE, 10, 0};
    struct trajectory *result;

    snprintf(name, sizeof name, "%s%s", prefix, tableau);
    result = run(&cell, steps);
    return result->status == TRAJECTORY_COMPLETED ? 0 : result->broke_down_at;
}

TEST(test_instability)
{
    static const struct {
        const char *tableau;
        bool breaks_down; /* without projection, within the steps */
    } cases[] = {{"gauss-1", false},        {"gauss-2", false},        {"gauss-3", false},
                 {"lobatto-iiid-2", false}, {"lobatto-iiie-3", false}, {"lobatto-iiia-iiib-2", true},
                 {"lobatto-iiic-2", true},  {"lobatto-iiic-3", true}};
    struct problem *problem = checkpoint_problem(PREDATORS);

    for (size_t i = 0; i < COUNT(cases); i++) {
        unsigned long none = find_breakdown(problem, "", cases[i].tableau, 1000);
        unsigned long pontryagin = find_breakdown(problem, "hamilton-pontryagin:", cases[i].tableau, 1000);
        unsigned long augmented = find_breakdown(problem, "augmented:", cases[i].tableau, 1000);

        assert_int_equal(none > 0, cases[i].breaks_down);
        assert_int_equal(pontryagin > 0, cases[i].breaks_down);
        assert_true(augmented > 0 && augmented < 100);
        assert_true(!none || augmented <= none);
    }
}

/* Without its null vector the pair IIIB-IIIA crashes as Kraus (2017), section 5.1, reports ("after about 25 steps"); with
 * it the pair is the midpoint rule.  (K7) */
TEST(test_without_null_vector)
{
    struct problem *problem = checkpoint_problem(PREDATORS);

    assert_int_equal(find_breakdown(problem, "without-null-vector:", "lobatto-iiib-iiia-2", 1000), 20);
    assert_int_equal(find_breakdown(problem, "", "lobatto-iiib-iiia-2", 1000), 0);
}

/* -- what is refused -- */

TEST(test_refused)
{
    struct problem *problem = checkpoint_problem("models/lotka-volterra-singular.lua");
    struct geometry_case cell = {problem, "augmented:gauss-2", "none", CELL_DOUBLE, 10, 0};
    struct trajectory *result = run(&cell, 5);
    struct method method;

    assert_int_equal(result->broke_down_at, 1);
    assert_int_equal(result->newton, NEWTON_SINGULAR);
    cell.method = "hamilton-pontryagin:gauss-2";
    result = run(&cell, 5);
    assert_int_equal(result->status, TRAJECTORY_COMPLETED);
    assert_true(method_find("augmented:gauss-2", &method, &said));
    assert_int_equal(method_refuses(&method, projection_find("standard"), MODEL_DEGENERATE, &said),
                     METHOD_REFUSES_PROJECTION);
    assert_non_null(strstr(said.text, "it has a projection of its own"));
    assert_false(method_find("augmented:none", &method, &said));
}
