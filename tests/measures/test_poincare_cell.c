/* Poincare's integral invariants of cells: what each projection does to them.
 *
 * Point vortices, which tell projections apart.  A variational method preserves the canonical invariants
 * exactly; the symplectic projection the corrected ones, by the derivation of its form; of the two-forms the
 * one printed in the paper (122) is not preserved.  Trajectories of the ensemble have the same bits as runs
 * of their own. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/poincare_fixture.h"

#include "measures/poincare/poincare_ensemble.h"

/* A cell with step 1/`inverse`, observed at its end. */
static struct cell_request cell_of(const struct problem *problem, const char *method, const char *projection,
                                   unsigned long inverse, unsigned long steps)
{
    struct cell_request request =
        checkpoint_request(problem, method, projection, CELL_DOUBLE, kept_rational(1, inverse));

    request.steps = request.every = steps;
    return request;
}

/* -- the projections on point vortices -- */

struct drifts {
    double noncanonical, canonical, corrected, printed, floor;
};

static struct drifts find_drifts(const struct problem *problem, const char *method, const char *projection,
                                 int order, size_t points, long bits)
{
    struct cell_request request = cell_of(problem, method, projection, 10, bits ? 20 : order == 1 ? 60 : 30);
    struct cell_poincare *result;
    struct drifts drifts;

    request.bits = bits;
    request.every = bits ? 20 : order == 1 ? 1 : 10;
    result = fixture_measure(&request, order, points);
    assert_int_equal(result->drift->broke_down_at, 0);
    assert_int_equal(result->drift->times, 1 + request.steps / request.every);
    drifts = (struct drifts){
        result->drift->form[POINCARE_NONCANONICAL].maximum,
        result->drift->form[POINCARE_CANONICAL].maximum,
        result->drift->form[POINCARE_CORRECTED].maximum,
        result->drift->form[POINCARE_PRINTED].maximum,
        result->floor[POINCARE_NONCANONICAL],
    };
    return drifts;
}

struct bounds {
    size_t points;
    double floor;   /* of quadrature and round-off */
    double exact;   /* what is preserved stays below it, */
    double visible; /* and what is not above it */
};

static void check_projections(const struct problem *problem, const char *method, int order,
                              const struct bounds *bounds)
{
    size_t n = bounds->points;
    struct drifts none = find_drifts(problem, method, "none", order, n, CELL_DOUBLE),
                  standard = find_drifts(problem, method, "standard", order, n, CELL_DOUBLE),
                  symmetric = find_drifts(problem, method, "symmetric", order, n, CELL_DOUBLE),
                  symplectic = find_drifts(problem, method, "symplectic", order, n, CELL_DOUBLE),
                  midpoint = find_drifts(problem, method, "midpoint", order, n, CELL_DOUBLE);

    assert_true(none.canonical < bounds->exact && none.floor < bounds->floor);
    assert_true(none.noncanonical > 1e-4);
    assert_true(standard.noncanonical > 10 * bounds->visible);
    assert_true(symmetric.noncanonical < standard.noncanonical / 100);
    assert_true(symplectic.noncanonical > bounds->visible && symplectic.noncanonical < standard.noncanonical);
    assert_true(midpoint.noncanonical > 10 * bounds->visible);
    assert_true(symplectic.corrected < bounds->exact && symplectic.floor < bounds->floor);
    if (order == 1)
        assert_true(symplectic.printed < bounds->exact); /* the same on a loop */
    else
        assert_true(symplectic.printed > symplectic.noncanonical / 100 &&
                    symplectic.printed > 20 * bounds->exact);
    assert_true(isnan(none.corrected) && isnan(symmetric.corrected) && isnan(midpoint.printed));
}

TEST(test_projections)
{
    static const char *const methods[] = {"gauss-1", "gauss-2", "srk-3"};
    static const struct bounds loop = {64, 2e-9, 1e-12, 3e-9}, surface = {25, 1e-9, 1e-12, 1e-9};
    struct problem *problem = checkpoint_problem("models/point-vortices.lua");

    for (size_t i = 0; i < COUNT(methods); i++) {
        check_projections(problem, methods[i], 1, &loop);
        if (i < 2)
            check_projections(problem, methods[i], 2, &surface);
    }
}

/* What the points leave out is known from fewer of them: what the paper calls exact is seen to drift, and what is
 * preserved is not, whether there are few points or many. */
TEST(test_floor)
{
    struct problem *problem = checkpoint_problem("models/point-vortices.lua");
    struct drifts few = find_drifts(problem, "gauss-2", "symmetric", 1, 64, CELL_DOUBLE),
                  many = find_drifts(problem, "gauss-2", "symmetric", 1, 128, CELL_DOUBLE);

    assert_true(few.noncanonical > 10 * few.floor && many.noncanonical > 10 * many.floor);
    assert_true(fabs(few.noncanonical - many.noncanonical) < 1e-12);
    for (size_t side = 25; side <= 33; side += 8) {
        struct drifts surface = find_drifts(problem, "gauss-1", "symplectic", 2, side, CELL_DOUBLE);

        assert_true(surface.floor < 2e-13 && surface.corrected < 10 * surface.floor);
        assert_true(surface.printed > 1e5 * surface.floor);
    }
}

/* The floor is the larger of its parts, and each is the larger one somewhere. */
TEST(test_parts_of_the_floor)
{
    struct problem *problem = checkpoint_problem("models/point-vortices.lua");
    size_t by_points = 0, by_control = 0;

    for (size_t points = 16; points <= 224; points += 16) {
        struct cell_request projected = cell_of(problem, "gauss-1", "standard", 10, 20),
                            unprojected = cell_of(problem, "gauss-1", "none", 10, 20);
        struct cell_poincare *result = fixture_measure(&projected, 1, points),
                             *control = fixture_measure(&unprojected, 1, points);
        double of_points = result->drift->form[POINCARE_NONCANONICAL].points_floor;

        assert_true(result->control_floor == control->drift->form[POINCARE_CANONICAL].maximum);
        assert_true(control->control_floor == result->control_floor);
        assert_true(result->floor[POINCARE_NONCANONICAL] ==
                    fmax(ldexp((double)points, -51) * sqrt(21), fmax(of_points, result->control_floor)));
        by_points += of_points > result->control_floor;
        by_control += of_points < result->control_floor;
        assert_false(cell_poincare_is_seen(control, POINCARE_CANONICAL));
        assert_true(cell_poincare_is_seen(result, POINCARE_NONCANONICAL) == (points > 16));
    }
    assert_true(by_points > 0 && by_control > 0);
}

/* Where hardly anything happens both parts are small by chance: round-off alone. */
TEST(test_round_off)
{
    struct problem *problem = checkpoint_problem("models/guiding-centre-symmetric.lua");
    struct cell_request request = cell_of(problem, "gauss-2", "symmetric", 10, 1);
    struct cell_poincare *result = fixture_measure(&request, 1, 512);

    assert_true(result->floor[POINCARE_NONCANONICAL] == 512 * 0x1p-51 * sqrt(2));
    assert_false(cell_poincare_is_seen(result, POINCARE_NONCANONICAL));
}

/* What is preserved falls with the precision; the rest does not. */
TEST(test_precision)
{
    struct problem *problem = checkpoint_problem("models/point-vortices.lua");
    struct drifts loop = find_drifts(problem, "gauss-1", "symplectic", 1, 96, 128),
                  surface = find_drifts(problem, "gauss-1", "symplectic", 2, 17, 128),
                  in_double = find_drifts(problem, "gauss-1", "symplectic", 2, 17, CELL_DOUBLE);

    assert_true(loop.corrected < 1e-24 && loop.printed < 1e-24 && loop.noncanonical > 1e-8);
    assert_true(surface.corrected < surface.floor && surface.printed > 1e-8);
    assert_true(in_double.printed > 1e-8);
}

/* -- the ensemble -- */

static void compare_member(const struct cell_request *request, const struct setup *setup, mpfr_srcptr start,
                           const double *row)
{
    size_t d = setup->system->dimension;
    mpfr_t *initial = kept_numbers(d, mpfr_get_prec(start));
    struct setup own = *setup;
    struct trajectory_request wanted = {.steps = request->steps, .checkpoint_every = request->every};
    struct trajectory *trajectory;

    for (size_t i = 0; i < d; i++)
        mpfr_set(initial[i], start + i, MPFR_RNDN);
    own.initial = initial;
    trajectory = kept(trajectory_run_double(&own, request->method.family->create_double(&own), &wanted));
    assert_int_equal(trajectory->status, TRAJECTORY_COMPLETED);
    for (size_t i = 0; i < d; i++) {
        assert_true(mpfr_cmp_d(trajectory->q[i], row[i]) == 0);
        assert_true(mpfr_cmp_d(trajectory->p[i], row[d + i]) == 0);
        if (trajectory->multiplier) /* lambda = e/h, rounded */
            assert_true(fabs(mpfr_get_d(trajectory->multiplier[i], MPFR_RNDN) * 0.125 - row[2 * d + i]) <=
                        1e-300);
        else
            assert_true(row[2 * d + i] == 0);
    }
}

static void check_ensemble(const char *method, const char *projection)
{
    enum { MEMBERS = 8, EVERY = 10, RUNS = 3 };
    struct fixture_forms own = fixture_forms_create("models/point-vortices.lua", 1);
    struct fixture_model model = {own.problem->model, own.problem->system};
    struct fixture_cell cell = CELL_OF(&model, method, projection, .step = "1/8", .steps = RUNS * EVERY);
    struct fixture_setup *setup = fixture_setup_create(&cell);
    struct cell_request request = {.method = setup->method, .steps = RUNS * EVERY, .every = EVERY};
    mpfr_ptr start = fixture_start(&own, NULL, MEMBERS, 200);
    struct poincare_ensemble_double *ensemble = poincare_ensemble_create_double(
        &ensemble_group_double, ensemble_group_double.create(&setup->setup, setup->method.family), own.d,
        MEMBERS, start, 1);
    double *states = kept_memory(memory_create(MEMBERS * 3 * own.d, sizeof *states));
    unsigned long failed;
    enum newton_status status;

    for (unsigned long k = 0; k < RUNS; k++) {
        assert_true(poincare_ensemble_advance_double(ensemble, EVERY, &status, &failed, &said));
        if (status != NEWTON_CONVERGED)
            fail_msg("%s %s: broke down at step %lu", method, projection, k * EVERY + failed);
    }
    poincare_ensemble_states_double(ensemble, states);
    for (size_t k = 0; k < MEMBERS; k++)
        compare_member(&request, &setup->setup, start + k * own.d, states + k * 3 * own.d);
    assert_true(states[0] != states[3 * own.d]); /* control: they differ */
    poincare_ensemble_destroy_double(ensemble);
}

TEST(test_ensemble)
{
    for (const struct projection *row = projection_table; row->name; row++) {
        check_ensemble("gauss-1", row->name);
        check_ensemble("gauss-2", row->name);
        check_ensemble("lobatto-iiid-3", row->name);
    }
    check_ensemble("radau-iia-2", "none");
    check_ensemble("runge-kutta:gauss-2", "none");
}

/* -- breakdown -- */

/* The earliest step at which one of the trajectories fails on its own; the last of them fails later. */
static unsigned long earliest(const struct problem *problem, const struct fixture_cell *cell, size_t members,
                              unsigned long every)
{
    mpfr_ptr start = kept_block(cell_poincare_points(problem, 1, NULL, members, 200, &said));
    size_t d = problem->model->dimension;
    unsigned long first = 0;

    for (size_t k = 0; k < members; k++) {
        struct fixture_setup *setup = fixture_setup_create(cell);
        struct trajectory_request wanted = {.steps = cell->steps, .checkpoint_every = every};
        struct trajectory *trajectory;

        for (size_t i = 0; i < d; i++)
            mpfr_set(setup->initial[i], start + k * d + i, MPFR_RNDN);
        trajectory = kept(trajectory_run_double(&setup->setup,
                                                setup->method.family->create_double(&setup->setup), &wanted));
        if (trajectory->broke_down_at && (!first || trajectory->broke_down_at < first))
            first = trajectory->broke_down_at;
        else if (k + 1 == members)
            assert_true(trajectory->broke_down_at > first);
    }
    return first;
}

TEST(test_breakdown)
{
    enum { STEPS = 100, MEMBERS = 16 };
    static const unsigned long every[] = {1, 7, 100};
    struct problem *problem = checkpoint_problem("models/lotka-volterra.lua");
    struct fixture_model model = {problem->model, problem->system};
    struct fixture_cell cell = CELL_OF(&model, "lobatto-iiib-iiia-3", "none", .step = "1/2", .steps = STEPS);

    for (size_t i = 0; i < COUNT(every); i++) {
        struct cell_request request = cell_of(problem, cell.method, cell.projection, 2, STEPS);
        struct cell_poincare *result;
        const struct poincare_form_drift *form;

        request.every = every[i];
        result = fixture_measure(&request, 1, MEMBERS);
        form = &result->drift->form[POINCARE_CANONICAL];
        assert_true(result->drift->broke_down_at > 1);
        assert_int_equal(result->drift->broke_down_at, earliest(problem, &cell, MEMBERS, every[i]));
        for (size_t k = 0; k < result->drift->times; k++)
            assert_true(isnan(form->drift[k]) == (result->drift->step[k] >= result->drift->broke_down_at));
        assert_true(isnan(form->maximum) && isnan(result->control_floor));
        assert_false(cell_poincare_is_seen(result, POINCARE_CANONICAL));
    }
}

/* -- what is not variational; times; requests that are refused -- */

TEST(test_other_methods)
{
    struct problem *problem = checkpoint_problem("models/point-vortices.lua");
    struct cell_request request = cell_of(problem, "radau-iia-2", "none", 10, 25);
    struct cell_poincare *result;

    request.every = 10;
    result = fixture_measure(&request, 1, 64);
    assert_true(isnan(result->control_floor));
    assert_true(result->floor[0] == fmax(64 * 0x1p-51 * sqrt(26), result->drift->form[0].points_floor));
    assert_true(cell_poincare_is_seen(result, POINCARE_NONCANONICAL)); /* it dissipates */
    assert_int_equal(result->drift->times, 4);
    assert_int_equal(result->drift->step[2], 20);
    assert_int_equal(result->drift->step[3], 25);
    assert_true(result->drift->form[0].drift[0] == 0 && fabs(result->drift->form[0].drift[3]) > 0);
}

static void check_refused(const struct cell_request *request, int order, const char *name, size_t points,
                          const char *text)
{
    assert_null(cell_poincare_create(request, order, name, points, &said));
    assert_says(said.text, text);
}

TEST(test_refused)
{
    struct problem *vortices = checkpoint_problem("models/point-vortices.lua"),
                   *centre = checkpoint_problem("models/guiding-centre-symmetric.lua");
    struct cell_request request = cell_of(vortices, "radau-iia-2", "standard", 10, 2),
                        other = cell_of(centre, "gauss-1", "standard", 10, 2);

    check_refused(&request, 1, NULL, 64, "radau-iia-2");
    check_refused(&request, 1, "default", 64, "point-vortices has no loop called 'default'; write no name");
    check_refused(&other, 1, NULL, 63, "a loop of 63 points; write an even number");
    check_refused(&other, 1, NULL, 6, "at least 8");
    check_refused(&other, 2, NULL, 100, "a surface of 100 x 100 points; write an odd number");
    check_refused(&other, 2, "round", 9, "no surface called 'round'; write default, printed");
    check_refused(&other, 1, "printed", 8, "no loop called 'printed'; write default");
}
