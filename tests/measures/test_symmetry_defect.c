/* The symmetry defect: round-off for symmetric maps, a power of h for the others.
 *
 * At 200 bits the unprojected, symmetric and midpoint projected forms of symmetric methods return to z_0
 * within round-off, which falls with the precision (Kraus 2017, sections 4.2, 4.3: the symmetric projection
 * gives a symmetric map, the standard one does not).  The others miss it by a power of h that does not fall:
 * for a method of order p, Phi_{-h} Phi_h - 1 = 2 C h^(p+1) + ... if p is odd, and O(h^(p+2)) if p is even
 * (Hairer, Lubich, Wanner 2006, section II.3): h^(2s) for Radau IIA, h^6 for the classical method of order 4.
 *
 * The norm is computed again by hand, from a run of one step, whose checkpoint is given to a run with -h. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/geometry_fixture.h"

#include "measures/run/step_starts.h"
#include "measures/step/step_measure.h"
#include "numerics/number_block.h"

enum { MORE_BITS = 264, HALVINGS = 3, MOST_DIMENSIONS = 4 };
static const double ROUND_OFF = 1e-55, VISIBLE = 1e-30, SLOPE_TOLERANCE = 0.1;

static const char VORTICES[] = "models/point-vortices.lua",
                  PARTICLE[] = "models/massless-charged-particle.lua";
/* Neither the smallest nor the largest of initial value and excursion everywhere. */
static const double EXCURSION[MOST_DIMENSIONS] = {1.5, 0.25, 3, 0.01};

/* -- defects -- */

static bool weighed(const struct cell_request *request, mpfr_t defect, struct error *error)
{
    struct cell_request own = *request;

    own.excursion = EXCURSION;
    return step_measure_symmetry(&own, defect, error);
}

static double find_defect(const struct problem *problem, const char *method, const char *projection,
                          long bits, unsigned long steps_per_unit)
{
    return geometry_find(&(struct geometry_case){problem, method, projection, bits, steps_per_unit, 0},
                         weighed);
}

/* A defect may be exactly zero: it is then below one unit of the precision. */
static bool falls_with_precision(const struct problem *problem, const char *method, const char *projection)
{
    double few = find_defect(problem, method, projection, CHECKPOINT_BITS, 10);
    double many = find_defect(problem, method, projection, MORE_BITS, 10);

    return many <= exp2(-0.8 * (MORE_BITS - CHECKPOINT_BITS)) * fmax(few, exp2(-CHECKPOINT_BITS));
}

static void check_symmetric(const char *path)
{
    static const char *const methods[] = {"gauss-1",        "gauss-2",        "gauss-3",
                                          "gauss-4",        "srk-3",          "lobatto-iiid-2",
                                          "lobatto-iiid-3", "lobatto-iiid-4", "lobatto-iiie-2",
                                          "lobatto-iiie-3", "lobatto-iiie-4", "lobatto-iiia-iiib-3"};
    static const char *const projections[] = {"none", "symmetric", "midpoint"};
    struct problem *problem = checkpoint_problem(path);

    for (size_t i = 0; i < COUNT(methods); i++) {
        for (size_t k = 0; k < COUNT(projections); k++) {
            double defect = find_defect(problem, methods[i], projections[k], CHECKPOINT_BITS, 10);

            if (!(defect <= ROUND_OFF))
                fail_msg("%s %s: defect %.3g", methods[i], projections[k], defect);
            if (!falls_with_precision(problem, methods[i], projections[k]))
                fail_msg("%s %s: the defect does not fall with the precision", methods[i], projections[k]);
        }
    }
}

TEST(test_symmetric)
{
    check_symmetric(VORTICES);
    check_symmetric(PARTICLE);
}

/* -- maps that are not symmetric -- */

struct asymmetric {
    const char *method, *projection;
    double power; /* of h */
};

/* The standard projection of a symmetric method: even orders, 2s with gauss-s. */
static const struct asymmetric ASYMMETRIC[] = {
    {"gauss-1", "standard", 4},        {"gauss-2", "standard", 6},        {"gauss-3", "standard", 8},
    {"srk-3", "standard", 4},          {"lobatto-iiid-2", "standard", 6}, {"lobatto-iiid-3", "standard", 8},
    {"lobatto-iiie-2", "standard", 6}, {"lobatto-iiie-3", "standard", 4}, {"gauss-2", "symplectic", 3},
    {"radau-iia-2", "none", 4},        {"radau-iia-3", "none", 6},        {"rk4", "none", 6},
};

/* The slope between the two finest of the steps 1/10, ..., 1/80, and how it is approached. */
static void check_power(const struct problem *problem, const struct asymmetric *map)
{
    double defect[HALVINGS + 1], slope[HALVINGS];

    for (int k = 0; k <= HALVINGS; k++)
        defect[k] = find_defect(problem, map->method, map->projection, CHECKPOINT_BITS, 10UL << k);
    for (int k = 0; k < HALVINGS; k++)
        slope[k] = log2(defect[k] / defect[k + 1]);
    if (!(defect[HALVINGS] > VISIBLE) || !(fabs(slope[HALVINGS - 1] - map->power) < SLOPE_TOLERANCE) ||
        !(fabs(slope[HALVINGS - 1] - map->power) <= fabs(slope[0] - map->power) + 1e-3))
        fail_msg("%s %s: slopes %.3f %.3f %.3f to a defect of %.3g where h^%g is expected", map->method,
                 map->projection, slope[0], slope[1], slope[2], defect[HALVINGS], map->power);
    if (falls_with_precision(problem, map->method, map->projection))
        fail_msg("%s %s: the defect falls with the precision", map->method, map->projection);
}

static void check_asymmetric(const char *path)
{
    struct problem *problem = checkpoint_problem(path);

    for (size_t i = 0; i < COUNT(ASYMMETRIC); i++)
        check_power(problem, ASYMMETRIC + i);
}

TEST(test_not_symmetric)
{
    check_asymmetric(VORTICES);
    check_asymmetric(PARTICLE);
}

/* -- the norm, by hand -- */

/* One step of the cell, or (resume) the second of two. */
static struct trajectory *run_steps(struct cell_request request, unsigned long steps, const char *resume,
                                    struct checkpoint_states *states)
{
    struct trajectory *result;

    request.steps = steps;
    request.checkpoint_every = 1;
    request.resume = resume;
    request.checkpoint = states ? checkpoint_keep : NULL;
    request.checkpoint_context = states;
    result = kept(cell_run(&request, &said));
    assert_done(result, said);
    assert_int_equal(result->status, TRAJECTORY_COMPLETED);
    return result;
}

/* The state after the first step in the name of a run with the opposite step; the caller frees it. */
static char *turn_round(const char *line)
{
    const char *comma = strchr(line, ',') + 1;
    struct trajectory_state state = {.numbers = checkpoint_count_numbers(line)};
    char *name = checkpoint_copy_run(line, state.numbers), *opposite, *text;

    comma = strchr(comma, ',') + 1; /* the step is the third word */
    opposite = kept_memory(memory_create(strlen(name) + 2, 1));
    sprintf(opposite, "%.*s-%s", (int)(comma - line), name, name + (comma - line));
    state.number = kept_block(number_block_create(state.numbers, CHECKPOINT_BITS));
    assert_done(trajectory_state_read(&state, line, name, 1, 1, &said), said);
    text = kept(trajectory_state_write(&state, opposite));
    return text;
}

static double difference(mpfr_srcptr x, mpfr_srcptr y)
{
    mpfr_ptr value = kept_number(64);

    mpfr_sub(value, x, y, MPFR_RNDN);
    return mpfr_get_d(value, MPFR_RNDN);
}

static double weigh(const struct trajectory *start, const struct trajectory *end, const char *parts, double h)
{
    double sum = 0, largest = 0;

    for (size_t i = 0; i < start->dimension; i++)
        largest = fmax(largest, fabs(mpfr_get_d(start->p[i], MPFR_RNDN)));
    for (size_t i = 0; i < start->dimension; i++) {
        double weight = 1 / fmax(fabs(mpfr_get_d(start->q[i], MPFR_RNDN)), EXCURSION[i]);

        sum += pow(weight * difference(end->q[i], start->q[i]), 2);
        if (strchr(parts, 'p'))
            sum += pow(difference(end->p[i], start->p[i]) / (largest > 0 ? largest : 1), 2);
        if (strchr(parts, 'e'))
            sum += pow(weight * h * mpfr_get_d(end->multiplier[i], MPFR_RNDN), 2);
    }
    return sqrt(sum);
}

static void check_norm(const struct problem *problem, const char *method, const char *projection,
                       const char *parts)
{
    struct cell_request request;
    struct checkpoint_states states = {0};
    struct trajectory *start, *end;
    double expected, found;
    char *state;
    mpq_ptr step = kept_rational(1, 10);

    request = checkpoint_request(problem, method, projection, CHECKPOINT_BITS, step);
    start = run_steps(request, 0, NULL, NULL);
    run_steps(request, 2, NULL, &states);
    state = turn_round(states.text[0]);
    mpq_neg(step, step);
    end = run_steps(request, 2, state, NULL);
    expected = weigh(start, end, parts, 0.1);
    found = find_defect(problem, method, projection, CHECKPOINT_BITS, 10);
    if (!(fabs(found - expected) <= 1e-9 * expected) || !(expected > VISIBLE))
        fail_msg("%s %s: %.15g, by hand %.15g", method, projection, found, expected);
}

static void check_norms(const char *path, size_t secular)
{
    struct problem *problem = checkpoint_problem(path);

    if (secular < problem->model->dimension)
        problem->model->secular[secular] = true;
    check_norm(problem, "gauss-1", "standard", "q");
    check_norm(problem, "lobatto-iiic-3", "symmetric", "q");
    check_norm(problem, "rk4", "none", "q");
    check_norm(problem, "radau-iia-2", "none", "qp");
    check_norm(problem, "lobatto-iiic-3", "none", "qp");
    check_norm(problem, "gauss-2", "symplectic", "qe");
}

/* Momenta of equal size and of unequal size; secular coordinates, which are weighed like others. */
TEST(test_norm)
{
    check_norms("tests/data/rational.lua", MOST_DIMENSIONS);
    check_norms(VORTICES, MOST_DIMENSIONS);
    check_norms(PARTICLE, MOST_DIMENSIONS);
    check_norms(VORTICES, 2);
    check_norms(PARTICLE, 0);
}

/* theta_2 = 0: q1 and p1 are a canonical pair and q2 follows from them, so that the projection, which moves
 * q2 alone, keeps the symmetry.  p_0 = 0: momenta have weight 1. */
TEST(test_momenta_zero)
{
    struct problem *problem = checkpoint_problem("models/lotka-volterra-singular.lua");

    assert_true(find_defect(problem, "gauss-1", "standard", CHECKPOINT_BITS, 10) <= ROUND_OFF);
    check_norm(problem, "radau-iia-2", "none", "qp");
}

/* -- what else comes out -- */

TEST(test_double)
{
    struct problem *problem = checkpoint_problem(VORTICES);
    double rough = find_defect(problem, "gauss-2", "standard", CELL_DOUBLE, 10);
    double fine = find_defect(problem, "gauss-2", "standard", CHECKPOINT_BITS, 10);

    assert_true(find_defect(problem, "gauss-2", "symmetric", CELL_DOUBLE, 10) < 1e-14);
    assert_true(fabs(rough - fine) < 1e-14 && rough > 1e-10);
}

/* A step that is not solved, there or back, has no defect. */
static void check_not_solved(const char *path, const char *method, const char *projection,
                             const char *step_text, bool arrives)
{
    struct problem *problem = checkpoint_problem(path);
    struct cell_request request;
    struct trajectory *run;
    mpfr_ptr defect = kept_number(64);

    mpq_ptr step = kept_rational_of(step_text);
    request = checkpoint_request(problem, method, projection, CELL_DOUBLE, step);
    request.steps = 1;
    run = kept(cell_run(&request, &said));
    assert_int_equal(run->status == TRAJECTORY_COMPLETED, arrives);
    request.excursion = EXCURSION;
    assert_true(step_measure_symmetry(&request, defect, &said));
    assert_true(mpfr_nan_p(defect));
}

TEST(test_not_solved)
{
    check_not_solved(VORTICES, "gauss-3", "symmetric", "7", false);
    check_not_solved("models/lotka-volterra.lua", "gauss-1", "standard", "3", false); /* but solved with -h */
    check_not_solved("tests/data/rational.lua", "gauss-2", "none", "15/2", true);
}

/* -- at other states than the initial data -- */

enum { STEPS = 7 };

/* RATTLE keeps the constraints g = |q|^2 - l^2 and psi = q.p of a pendulum from a state on which they hold to the last bit,
 * and is symmetric at all of them; the states are those on which they hold, and no two of them are the same. */
static struct cell_request pendulum(const char *method, long bits)
{
    struct problem *problem = checkpoint_problem("models/pendulum.lua");
    struct cell_request request =
        geometry_request(&(struct geometry_case){problem, method, "none", bits, 10, 0});

    request.steps = STEPS;
    return request;
}

/* |x^2 + y^2 - x0^2 - y0^2| and |x p_x + y p_y| */
static double off_the_manifold(mpfr_t *z, double length2)
{
    double q[4];

    for (int i = 0; i < 4; i++)
        q[i] = mpfr_get_d(z[i], MPFR_RNDN);
    return fmax(fabs(q[0] * q[0] + q[1] * q[1] - length2), fabs(q[0] * q[2] + q[1] * q[3]));
}

TEST(states_lie_on_the_manifold_and_differ)
{
    struct cell_request request = pendulum("rattle", CELL_DOUBLE);
    struct step_starts *starts = step_starts_create(&request);
    mpfr_t *initial = problem_initial_values(request.problem, 53);
    double x = mpfr_get_d(initial[0], MPFR_RNDN), y = mpfr_get_d(initial[1], MPFR_RNDN);

    assert_true(starts->along >= STEPS && starts->along <= STEP_STARTS_ALONG);
    assert_true(starts->count > starts->along + STEP_STARTS_RANDOM / 2);
    for (size_t k = 0; k < starts->count; k++) {
        assert_true(off_the_manifold(starts->start[k].state, x * x + y * y) < 1e-13);
        for (size_t i = 0; i < k; i++)
            assert_false(mpfr_equal_p(starts->start[k].state[0], starts->start[i].state[0]) &&
                         mpfr_equal_p(starts->start[k].state[2], starts->start[i].state[2]));
    }
    number_block_destroy(initial);
    step_starts_destroy(starts);
    problem_destroy((struct problem *)request.problem);
}

/* In mpfr each is on the manifold to the last bit: else the step would be as far from symmetric as the state is off. */
static double take(const char *method, long bits, step_measure *measure, bool finer)
{
    struct cell_request request = pendulum(method, bits);
    static const double excursion[] = {1, 1, 1, 1};
    struct step_starts *starts = step_starts_create(&request);
    mpfr_ptr value = kept_number(CHECKPOINT_BITS);

    request.excursion = excursion;
    step_starts_take(value, starts, &request, measure, finer);
    step_starts_destroy(starts);
    problem_destroy((struct problem *)request.problem);
    return mpfr_get_d(value, MPFR_RNDN);
}

TEST(rattle_is_exact_at_all_of_them)
{
    assert_true(take("rattle", CELL_DOUBLE, step_measure_symmetry, false) < 1e-13);
    assert_true(take("rattle", CHECKPOINT_BITS, step_measure_symmetry, false) < 1e-55);
    assert_true(take("rattle", CELL_DOUBLE, step_measure_symplectic, true) < 1e-33);
    assert_true(take("rattle", CHECKPOINT_BITS, step_measure_symplectic, true) < 1e-55);
}
