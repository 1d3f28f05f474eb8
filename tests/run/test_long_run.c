/* Measures of long runs, ensembles and loops through the program: against a loop of steps written here with
 * the energy of the model written out, against the library that is tested by itself, and after an
 * interruption. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h" /* first: mpfr_fprintf needs stdio.h before mpfr.h */
#include "tests/fixtures/runs/refinement_fixture.h"
#include "tests/fixtures/runs/store_sql.h"

#include "measures/ensemble/cell_growth.h"
#include "measures/poincare/cell_poincare.h"
#include "measures/result.h"

#define LONG(methods, projections, steps, measures, claims)                                                  \
    "return study { title = 'Long', models = { 'lotka-volterra' }, methods = { " methods " },"               \
    "  projections = { " projections " }, steps = each { '0.1' }, untilsteps = " steps ","                   \
    "  precisions = { 'double' }, history = 20, points = 16,"                                                \
    "  measures = { " measures " }, claims = { " claims " } }"
#define STABILITY                                                                                            \
    "'energy_error', 'stable_steps', 'first_energy_step', 'breakdown_step', 'largest:constraint'"

#define KEPT "SELECT count(*) FROM history WHERE course = 6"
_Static_assert(RESULT_LOOP == 6, "as in KEPT");

/* The measure of the one cell whose id starts so; NaN for null. */
static double measured(const json_t *report, const char *id, const char *measure)
{
    json_t *cell;
    size_t index;

    json_array_foreach(at(report, "cells"), index, cell)
    {
        json_t *value = json_object_get(at(cell, "measures"), measure);

        if (strncmp(text_at(cell, "id"), id, strlen(id)) == 0) {
            assert_non_null(value);
            return json_is_null(value) ? NAN : json_number_value(value);
        }
    }
    fail_msg("there is no cell %s", id);
    return NAN;
}

/* -- stability -- */

struct watch {
    double initial;
    unsigned long beyond; /* the first step with |dH| > 5 % of s_H = |H(1, 1)| = 2 */
};

/* Kraus (2017), eq. 136, with a = (1, 1), b = (1, 2) */
static double energy(const struct trajectory_point *point)
{
    double q1 = mpfr_get_d(point->q[0], MPFR_RNDN), q2 = mpfr_get_d(point->q[1], MPFR_RNDN);

    return q1 + q2 - log(q1) - 2 * log(q2);
}

static void watch_energy(void *context, const struct trajectory_point *point)
{
    struct watch *watch = context;

    if (point->n == 0)
        watch->initial = energy(point);
    if (!watch->beyond && fabs(energy(point) - watch->initial) > 0.05 * 2)
        watch->beyond = point->n;
}

static struct cell_request request_of(const struct problem *problem, const char *method,
                                      const char *projection, unsigned long steps)
{
    struct cell_request request = {.problem = problem,
                                   .projection = projection_find(projection),
                                   .step = kept_rational(1, 10),
                                   .steps = steps};

    assert_true(method_find(method, &request.method, &said));
    return request;
}

static struct problem *lotka_volterra(void)
{
    struct problem *problem = kept(problem_create("lotka-volterra", NULL, NULL, 0, NULL, &said));

    assert_done(problem, said);
    return problem;
}

static void check_stability(const json_t *report, const char *method, const struct problem *problem)
{
    struct watch watch = {0};
    struct cell_request request = request_of(problem, method, "none", 2000);
    struct trajectory *trajectory;
    char id[200];
    double first, broke;
    unsigned long stable;

    request.every = 1;
    request.observer = watch_energy;
    request.context = &watch;
    trajectory = kept(cell_run(&request, &said));
    snprintf(id, sizeof id, "lotka-volterra/default/%s/none/", method);
    first = measured(report, id, "first_energy_step");
    broke = measured(report, id, "breakdown_step");
    assert_true(watch.beyond ? first == (double)watch.beyond : isnan(first));
    assert_true(trajectory->broke_down_at ? broke == (double)trajectory->broke_down_at : isnan(broke));
    stable = watch.beyond                ? watch.beyond - 1
             : trajectory->broke_down_at ? trajectory->broke_down_at - 1
                                         : 2000;
    assert_true(measured(report, id, "stable_steps") == (double)stable);
    assert_true(measured(report, id, "largest:constraint") ==
                mpfr_get_d(trajectory->constraint_error[0], MPFR_RNDN));
    print_message("# %s: stable for %lu steps, beyond 5 %% at %lu, broke down at %lu\n", method, stable,
                  watch.beyond, trajectory->broke_down_at);
}

TEST(test_stability)
{
    static const char *const methods[] = {"gauss-1", "lobatto-iiia-iiib-2", "lobatto-iiic-3", "rk4"};
    struct problem *problem;
    json_t *report;

    write_file("long.lua", LONG("'gauss-1', 'lobatto-iiia-iiib-2', 'lobatto-iiic-3', 'rk4'", "'none'", "2000",
                                STABILITY, ""));
    report = run_study("long", "");
    problem = lotka_volterra();
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        check_stability(report, methods[i], problem);
    assert_true(measured(report, "lotka-volterra/default/gauss-1/none", "stable_steps") == 2000);
    assert_true(measured(report, "lotka-volterra/default/lobatto-iiia-iiib-2/none", "stable_steps") < 100);
}

/* -- ensembles and loops -- */

static void check_loop(const json_t *report, const struct cell_request *request, const char *id)
{
    struct cell_request wanted = *request;
    struct cell_poincare *result;

    wanted.every = (request->steps + 19) / 20;
    result = kept(cell_poincare_create(&wanted, 1, NULL, 16, &said));
    assert_non_null(result);
    assert_true(measured(report, id, "poincare_1:noncanonical") ==
                result->drift->form[POINCARE_NONCANONICAL].maximum);
    assert_true(measured(report, id, "poincare_1:noncanonical:initial") ==
                mpfr_get_d(result->drift->form[POINCARE_NONCANONICAL].initial, MPFR_RNDN));
    assert_true(measured(report, id, "poincare_1:noncanonical:floor") ==
                result->floor[POINCARE_NONCANONICAL]);
    if (result->multiplier)
        assert_true(measured(report, id, "poincare_1:corrected") ==
                    result->drift->form[POINCARE_CORRECTED].maximum);
    else
        assert_true(isnan(measured(report, id, "poincare_1:corrected")));
}

/* The row of the cell has the loop as the text of its history, and no other row has: that of the other cell
 * differs. */
static void check_snapshots(const char *store, const struct cell_request *request)
{
    struct cell_request wanted = *request;
    struct cell_poincare *result;
    const struct poincare_snapshots *snapshots;
    FILE *file = open_text();

    wanted.every = (request->steps + 19) / 20;
    result = kept(cell_poincare_create(&wanted, 1, NULL, 16, &said));
    snapshots = result->drift->snapshots;
    assert_int_equal(snapshots->taken, 8);
    assert_int_equal(snapshots->length, 17);
    fputs(KEPT " AND entries = 136 AND text = '", file);
    for (size_t k = 0; k < 8 * 17; k++)
        fprintf(file, "%s%.9g %.7g %.7g", k ? ";" : "",
                0.1 * (double)result->drift->step[snapshots->time[k / 17]], snapshots->q[2 * k],
                snapshots->q[2 * k + 1]);
    fputc('\'', file);
    assert_int_equal(ask(store, close_text(file)), 1);
}

static void check_growth(const json_t *report, const struct cell_request *request, const char *id)
{
    struct cell_growth growth;

    assert_int_equal(request->problem->system->observables, 1);
    assert_true(cell_growth(request, 64, &growth, &said));
    assert_true(isfinite(growth.exponent));
    assert_true(measured(report, id, "growth:energy") == growth.exponent);
    assert_true(measured(report, id, "slope:energy") == growth.slope);
    assert_true(measured(report, id, "slope:energy:spread") == growth.spread);
}

TEST(test_many)
{
    struct problem *problem;
    json_t *report;

    write_file("many.lua", LONG("'gauss-2'", "'standard', 'symplectic'", "1600",
                                "'growth:energy', 'poincare_1:noncanonical', 'poincare_1:corrected'",
                                "{ id = 'grows', source = 'nobody', methods = '*', projection = '*', measure "
                                "= 'growth:energy', grows = 'bounded' }"));
    report = run_study("many", "");
    problem = lotka_volterra();
    for (int i = 0; i < 2; i++) {
        const char *projection = i ? "symplectic" : "standard";
        struct cell_request request = request_of(problem, "gauss-2", projection, 1600);
        char id[200];

        snprintf(id, sizeof id, "lotka-volterra/default/gauss-2/%s/double", projection);
        check_growth(report, &request, id);
        check_loop(report, &request, id);
    }
    /* Nothing is computed again, though one projection has no corrected form. */
    check_shell(0, "run ./many.lua --dry-run --store many.sqlite > plan.txt");
    check_says("plan.txt", "0 cells to compute, 2 in the store");
    check_shell(
        0, "explain ./many.lua gauss-2/standard/double/growth:energy --store many.sqlite > explained.txt");
    check_says("explained.txt", "  measured once; no order is fitted\n");
}

/* A study that keeps histories keeps loops, and one that keeps none does not. */
TEST(test_kept)
{
    char text[] = LONG("'gauss-1', 'gauss-2'", "'symmetric'", "1600", "'poincare_1:noncanonical'", "");
    const char *id = "lotka-volterra/default/gauss-2/symmetric/double";
    struct problem *problem;
    json_t *second;

    write_file("kept.lua", text);
    run_study("kept", "");
    memset(strstr(text, "history = 20,"), ' ', strlen("history = 20,"));
    write_file("bare.lua", text);
    second = run_study("bare", "");
    problem = lotka_volterra();
    for (int stages = 1; stages <= 2; stages++) {
        struct cell_request request =
            request_of(problem, stages == 1 ? "gauss-1" : "gauss-2", "symmetric", 1600);

        check_snapshots("kept.sqlite", &request);
    }
    assert_int_equal(ask("kept.sqlite", KEPT), 2);
    assert_int_equal(ask("bare.sqlite", KEPT), 0);
    assert_true(isfinite(measured(second, id, "poincare_1:noncanonical")));
}

/* The constraint error of five stages grows fifteenfold in double, by round-off: with 113 bits it is 5.9e-9 after 10^3,
 * 10^4, 10^5 and 10^6 steps.  That of four stages grows by itself. */
TEST(test_grown_round_off)
{
    const char *prefix = "lotka-volterra/default/", *suffix = "/none/double/final_part:constraint";
    json_t *report;
    char id[200];

    write_file("grown.lua",
               LONG("'gauss-4', 'gauss-5'", "'none'", "300000", "'final_part:constraint'",
                    "{ id = 'bounded', source = 'nobody', methods = '*', projection = '*', measure = "
                    "'final_part:constraint', value = below '3' }"));
    report = run_study("grown", "");
    snprintf(id, sizeof id, "%sgauss-5%s", prefix, suffix);
    check_verdict(report, id, "inconclusive");
    snprintf(id, sizeof id, "%sgauss-4%s", prefix, suffix);
    check_verdict(report, id, "refuted");
}

/* -- interruptions -- */

/* All measures and histories with all their digits. */
static char *all_measures(const char *store)
{
    return store_sql_ask(store,
                         "SELECT group_concat(name || ' ' || coalesce(text, 'none'), '\n') FROM"
                         " (SELECT cell, name, text FROM measure UNION ALL"
                         "  SELECT cell, course || '-' || channel, text FROM history ORDER BY cell, name)");
}

/* A run that was killed behind a checkpoint goes on from it, and its histories are those of one that was not.
 */
TEST(test_interrupted)
{
    const char *lines = "SELECT count(*) FROM history";
    pid_t process;
    json_t *first, *second;

    write_file("cut.lua", LONG("'gauss-2'", "'symmetric'", "400000", STABILITY ", 'drift:energy'", ""));
    process = start("run cut.lua --store cut.sqlite > /dev/null 2>&1");
    while (ask("cut.sqlite", CHECKPOINTS) <= 0 && !has_ended(process))
        sleep_briefly();
    assert_false(has_ended(process));
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
    assert_int_equal(ask("cut.sqlite", CHECKPOINTS), 1);
    first = run_study_in("cut", "cut.sqlite", "", 0);
    second = run_study_in("cut", "whole.sqlite", "", 0);
    assert_true(json_equal(at(first, "cells"), at(second, "cells")));
    assert_int_equal(ask("cut.sqlite", lines), 6); /* two of them of the multiplier's components */
    assert_string_equal(all_measures("cut.sqlite"), all_measures("whole.sqlite"));
}

TEST_GROUP(fixture_create, fixture_destroy)
