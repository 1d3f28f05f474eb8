/* Floors of fits, computed again from the cells of the report: the difference of the same runs at two
 * precisions, at the two finest steps, each divided by the root of its number of steps; the larger one, times
 * the root of N, is the floor after N steps, and no floor lies below the last bit. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/grid_fixture.h"
#include "tests/fixtures/runs/refinement_fixture.h"

#include <mpfr.h>
#include <string.h>

#include "harness/judge/fit_floor.h"

#define ENERGY_CLAIM                                                                                         \
    "claims = { { id = 'order', source = 'Kraus (2017), table 2', method = 'gauss-*',\n"                     \
    "  projection = 'symmetric', measure = 'energy_error', order = exactly '2*s' } },"
#define CURVE(method, bits) "first/default/" method "/symmetric/" bits

enum { BITS = 1000 };

/* -- floors from cells -- */

/* A number (double) or a text with all digits (mpfr). */
static void set_measure(mpfr_t value, const json_t *entry)
{
    if (json_is_string(entry))
        assert_int_equal(mpfr_set_str(value, json_string_value(entry), 10, MPFR_RNDN), 0);
    else
        mpfr_set_d(value, json_number_value(entry), MPFR_RNDN);
}

/* |difference| of the cells of two curves at the step, divided by the root of the number of steps. */
static double find_unit(const json_t *report, const char *first, const char *second, const char *step)
{
    const char *const curves[] = {first, second};
    mpfr_t *value = kept_numbers(2, BITS);
    double steps = 0;

    for (int i = 0; i < 2; i++) {
        char id[PATH_SIZE];
        const json_t *cell;

        snprintf(id, sizeof id, "%s/%s", curves[i], step);
        cell = get_entry(report, "cells", id);
        set_measure(value[i], at(cell, "measures/energy_error"));
        steps = number_at(cell, "steps");
    }
    mpfr_sub(value[0], value[0], value[1], MPFR_RNDN);
    assert_true(steps > 1);
    return fabs(mpfr_get_d(value[0], MPFR_RNDN)) / sqrt(steps);
}

/* The floors of the curve's energy error are the differences from the other, times 2^shift. */
static void check_floors(const json_t *report, const char *curve, const char *other, int shift)
{
    char id[PATH_SIZE];
    const json_t *fit;
    int bits;
    double unit = 0, found = NAN;

    snprintf(id, sizeof id, "%s/energy_error", curve);
    fit = get_entry(report, "fits", id);
    bits = (int)integer_at(fit, "bits");
    assert_int_equal(size_at(fit, "floors"), 5);
    for (size_t k = 3; k < 5; k++)
        unit = fmax(unit, find_unit(report, curve, other, text_at(fit, "step_sizes/%zu", k)));
    assert_true(unit > 0);
    for (size_t k = 0; k < 5; k++) {
        double steps = 2 / number_at(fit, "step_sizes/%zu", k);
        double expected = fmax(ldexp(unit, shift) * sqrt(round(steps)), ldexp(1, bits ? -bits : -53));

        found = number_at(fit, "floors/%zu", k);
        if (!(fabs(found - expected) <= 1e-6 * expected))
            fail_msg("the floor of %s at step %zu is %.17g and not %.17g", id, k, found, expected);
    }
    assert_true(number_at(fit, "floor") == found);
}

/* The sentence of `explain --json` says where the floor comes from. */
static void check_origin(const char *study, const char *fit, const char *words)
{
    const char *origin;

    check_run(0, "explain.json", "explain ./%s.lua %s --store %s.sqlite --json", study, fit, study);
    origin = text_at(get_entry(load("explain.json"), "fits", fit), "floor_origin");
    assert_says(origin, words);
}

/* The study of this method, with a claim on its order, and how many cells it has. */
static json_t *run_gauss(const char *name, const char *method, const char *precisions, size_t cells)
{
    char methods[32];
    json_t *report;

    snprintf(methods, sizeof methods, "'%s'", method);
    write_study(&(struct parts){name, methods, "'symmetric'", "'0.1', 5", "2", precisions, "'energy_error'",
                                ENERGY_CLAIM});
    report = run_study(name, "");
    assert_int_equal(size_at(report, "cells"), cells);
    return report;
}

/* -- where floors come from -- */

#define TWICE "difference from the same runs with 64 more bits at the two finest steps"

/* Beside each other: double against mpfr; mpfr far above its floor, which is that of double carried over. */
TEST(test_beside)
{
    const json_t *report = run_gauss("beside", "gauss-2", "'double', 128", 10);

    check_floors(report, CURVE("gauss-2", "double"), CURVE("gauss-2", "128"), 0);
    check_floors(report, CURVE("gauss-2", "128"), CURVE("gauss-2", "double"), 53 - 128);
    check_origin("beside", CURVE("gauss-2", "double/energy_error"),
                 "difference from the same runs in mpfr at the two finest steps");
    check_origin("beside", CURVE("gauss-2", "128/energy_error"),
                 "the floor measured in double, carried over to the bits of these runs");
}

/* In mpfr alone: the two finest runs again with 64 more bits, and no others. */
TEST(test_repeated)
{
    const json_t *report = run_gauss("alone", "gauss-2", "128", 7);

    assert_int_equal(count_cells(report, CURVE("gauss-2", "128/")), 5);
    assert_int_equal(count_cells(report, CURVE("gauss-2", "192/")), 2);
    check_floors(report, CURVE("gauss-2", "128"), CURVE("gauss-2", "192"), 0);
    check_origin("alone", CURVE("gauss-2", "128/energy_error"), TWICE);
}

/* In double alone: at 128 bits. */
TEST(test_double_alone)
{
    const json_t *report = run_gauss("single", "gauss-2", "'double'", 7);

    assert_int_equal(count_cells(report, CURVE("gauss-2", "128/")), 2);
    check_floors(report, CURVE("gauss-2", "double"), CURVE("gauss-2", "128"), 0);
}

/* Near the floor what was carried over does not do: errors of order 8 at 80 bits come within 2^32 of it. */
TEST(test_near)
{
    const json_t *report = run_gauss("near", "gauss-4", "'double', 80, 128", 17);

    assert_int_equal(count_cells(report, CURVE("gauss-4", "144/")), 2);
    check_floors(report, CURVE("gauss-4", "double"), CURVE("gauss-4", "128"), 0);
    check_floors(report, CURVE("gauss-4", "80"), CURVE("gauss-4", "144"), 0);
    check_floors(report, CURVE("gauss-4", "128"), CURVE("gauss-4", "double"), 53 - 128);
    check_origin("near", CURVE("gauss-4", "80/energy_error"), TWICE);
}

/* A floor is carried over from runs in double that round alike; in double any run with more bits tells. */
TEST(test_rounded_otherwise)
{
    const json_t *report = run_gauss("otherwise", "gauss-2", "'double:uncompensated', 'double', 128", 15);

    check_floors(report, CURVE("gauss-2", "double:uncompensated"), CURVE("gauss-2", "128"), 0);
    check_floors(report, CURVE("gauss-2", "double"), CURVE("gauss-2", "128"), 0);
    check_floors(report, CURVE("gauss-2", "128"), CURVE("gauss-2", "double"), 53 - 128);
}

/* What a single step keeps to the last digit: measured at 128 bits for double, too, so that its floor is not that of
 * double for the bits of the others, and never below the last of these.  Noise has no order: it is exact. */
TEST(test_noise)
{
    static const struct {
        const char *precisions, *fit, *verdict;
        int bits;
    } cases[] = {{"'double', 200", "first/default/gauss-1/none/200/symplectic_defect", "holds", 200},
                 {"200", "first/default/gauss-1/none/200/symplectic_defect", "holds", 200},
                 {"'double'", "first/default/gauss-1/none/double/symplectic_defect", "inconclusive", 128}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *report, *fit;

        write_study(&(struct parts){
            "noise", "'gauss-1'", "'none'", "'0.1', 7", "2", cases[i].precisions, "'symplectic_defect'",
            "claims = { { id = 'noise', source = 'here', method = 'gauss-1', projection = 'none', measure = "
            "'symplectic_defect', order = at_least '0.1' } },"});
        report = run_study("noise", "--fresh");
        fit = get_entry(report, "fits", cases[i].fit);
        assert_string_equal(text_at(fit, "status"), "exact");
        assert_string_equal(text_at(fit, "verdict"), cases[i].verdict);
        for (size_t k = 0; k < 7; k++) {
            const double floor = number_at(fit, "floors/%zu", k);

            assert_true(floor >= ldexp(1, -cases[i].bits) && floor < ldexp(1, 20 - cases[i].bits));
        }
    }
}

/* No floor lies below what the number is known to: of a step in double 53 bits, unless it takes the Jacobian of the step,
 * which is that of 128; of differences of neighbouring runs two thirds, of those 1e-8 apart 26. */
TEST(test_known)
{
    static const struct {
        const char *fit;
        int bits;
    } cases[] = {{"double/symmetry_defect", 53},       {"200/symmetry_defect", 200},
                 {"double/bilinear_defect", 36},       {"200/bilinear_defect", 134},
                 {"double/bilinear_defect:paper", 26}, {"200/bilinear_defect:paper", 26},
                 {"double/symplectic_defect", 128},    {"200/symplectic_defect", 200}};
    const json_t *report;

    write_study(&(struct parts){
        "known", "'gauss-1'", "'none'", "'0.1', 5", "2", "'double', 200",
        "'symmetry_defect', 'bilinear_defect', 'bilinear_defect:paper', 'symplectic_defect'", ""});
    report = run_study("known", "");
    for (size_t i = 0; i < COUNT(cases); i++) {
        char id[PATH_SIZE];
        double floor;

        snprintf(id, sizeof id, "first/default/gauss-1/none/%s", cases[i].fit);
        floor = number_of(report, id, "floor");
        if (!(floor >= ldexp(1, -cases[i].bits) && floor < ldexp(1, 24 - cases[i].bits)))
            fail_msg("%s: a floor of %.3g", id, floor);
    }
}

/* Where nothing is claimed nothing is repeated: the unit round-off of every step. */
TEST(test_assumed)
{
    const char *fit = CURVE("gauss-2", "100/energy_error");
    const json_t *report;

    write_study(
        &(struct parts){"assumed", "'gauss-2'", "'symmetric'", "'0.1', 5", "2", "100", "'energy_error'", ""});
    report = run_study("assumed", "");
    assert_int_equal(size_at(report, "cells"), 5);
    assert_true(fabs(number_of(report, fit, "floor") / (ldexp(1, -100) * sqrt(320)) - 1) < 1e-12);
    check_origin("assumed", fit, "not measured, since no run was repeated with more bits");
}

/* The error of the reference is part of the floor of the solution error, of every point alike: here of one
 * that agrees to three digits alone.  Coordinates 3 and 1 with excursions 2 and 1/2: 3e-3 (1/2 + 2). */
TEST(test_reference_error)
{
    double excursion[] = {2, 0.5}, floors[5], errors[5] = {0};
    struct fit fit = {.measure = measure_find(NULL, "solution_error"),
                      .curve.bits = 53,
                      .points.count = 5,
                      .points.errors = errors};
    mpfr_t *exact = kept_numbers(2, BITS);
    struct reference reference = {.dimension = 2, .agreed_digits = 3, .excursion = excursion, .state = exact};
    struct grid *grid;
    struct result *rows;

    write_study(&(struct parts){"reference", "'gauss-2'", "'symmetric'", "'0.1', 5", "2", "53",
                                "'solution_error', 'energy_error'", ""});
    grid = grid_of("./reference.lua");
    rows = rows_of(grid);
    mpfr_set_si(exact[0], -3, MPFR_RNDN);
    mpfr_set_si(exact[1], 1, MPFR_RNDN);
    grid->problem[0].reference = &reference;
    fit_floor_find(grid, rows, &fit, floors);
    assert_true(fabs(fit.floor.reference_error / 7.5e-3 - 1) < 1e-12);
    for (size_t k = 0; k < 5; k++)
        assert_true(fabs(floors[k] / 7.5e-3 - 1) < 1e-12);
    /* That of an invariant needs no reference. */
    fit.measure = measure_find(NULL, "energy_error");
    fit_floor_find(grid, rows, &fit, floors);
    assert_true(fit.floor.reference_error == 0 && floors[4] < 1e-14);
    grid->problem[0].reference = NULL;
}

/* -- a method in double alone -- */

enum { HALVED = 5 };

static const double falling[HALVED] = {1e-4, 1e-6, 1e-8, 1e-12,
                                       3.2e-13}; /* errors after 20, 40, .. 320 steps */

/* The runs of a curve and of their repetitions, which differ by so much. */
static void set_errors(const struct grid *grid, struct result *rows, size_t curve, const char *measure,
                       const double *differences)
{
    const struct measure_id id = measure_find(NULL, measure);

    for (size_t k = 0; k < HALVED; k++) {
        for (int again = 0; again < 2; again++) {
            struct result *row = rows + grid_cell_number(grid, curve, k, again != 0);

            row->done = true;
            result_add_double(row, id, falling[k] + (again ? differences[k] : 0));
        }
    }
}

/* A method in double alone with the falling errors of that measure. */
struct alone {
    double errors[HALVED], floors[HALVED];
    struct fit fit;
    struct grid *grid;
    struct result *rows;
};

static void set_alone(struct alone *alone, const char *name, const char *measure, const char *step,
                      const char *precisions)
{
    char steps[32], measures[64], file[64];

    *alone = (struct alone){.fit = {.measure = measure_find(NULL, measure),
                                    .measure_name = measure,
                                    .curve.bits = CELL_DOUBLE,
                                    .points.count = HALVED,
                                    .curve.alone = true}};
    alone->fit.points.errors = memcpy(alone->errors, falling, sizeof falling);
    snprintf(steps, sizeof steps, "'%s', %d", step, HALVED);
    snprintf(measures, sizeof measures, "'%s'", measure);
    snprintf(file, sizeof file, "./%s.lua", name);
    write_study(&(struct parts){name, "'gauss-2'", "'symmetric'", steps, "2", precisions, measures, ""});
    alone->grid = grid_of(file);
    alone->rows = rows_of(alone->grid);
}

/* Its floors, where its repetitions differ by so much. */
static void find_floors(struct alone *alone, const double *differences)
{
    alone->grid->curve[0].perturbs = true;
    set_errors(alone->grid, alone->rows, 0, alone->fit.measure_name, differences);
    fit_floor_find(alone->grid, alone->rows, &alone->fit, alone->floors);
}

/* Of two differences the finest may be nothing by chance: r_1 is the largest of all.  A floor is 4 r_1 sqrt N or, where that
 * is smaller, 4 times the differences so far and twice the error after 320 steps, in proportion to the steps. */
TEST(test_double_of_data)
{
    static const double differences[HALVED] = {1e-15, 4e-15, 2e-15, 0, 0};
    struct alone w;

    set_alone(&w, "data", "solution_error", "0.1", "'double'");
    find_floors(&w, differences);
    assert_true(w.fit.floor.origin == FLOOR_BY_DATA);
    for (size_t k = 0; k < HALVED; k++) {
        const double steps = ldexp(20, (int)k), bound = 16e-15 * sqrt(steps),
                     shown = 16e-15 + 2 * 3.2e-13 * steps / 320, expected = fmin(bound, shown);

        assert_int_equal(shown < bound, k < 2);
        if (!(fabs(w.floors[k] / expected - 1) < 1e-4))
            fail_msg("the floor at step %zu is %.6g and not %.6g", k, w.floors[k], expected);
    }
}

/* What perturbed data change of a run that does not follow the solution, as one that is unstable at a large step, says
 * nothing of the others. */
TEST(test_double_astray)
{
    static const double differences[HALVED] = {1e-3, 1e-15, 1e-15, 1e-15, 1e-15};
    struct alone w;

    set_alone(&w, "astray", "solution_error", "0.1", "'double'");
    w.errors[0] = 0.2;
    find_floors(&w, differences);
    for (size_t k = 0; k < HALVED; k++)
        assert_true(w.floors[k] > 1e-15 && w.floors[k] <= 4.1e-15 * sqrt(ldexp(20, (int)k)));
    w.errors[0] = 0.1; /* it follows */
    fit_floor_find(w.grid, w.rows, &w.fit, w.floors);
    for (size_t k = 0; k < HALVED; k++)
        assert_true(w.floors[k] > 1e-3);
}

/* The two-form of neighbouring runs is carried over all steps, 1000 at most: what perturbed data change of it is that of so
 * many, and grows with their root. Where a larger step changes more, that is its floor. */
TEST(test_double_carried)
{
    static const double differences[HALVED] = {1e-12, 0, 5e-9, 1e-10, 1e-10},
                        counts[HALVED] = {200, 400, 800, 1000, 1000};
    struct alone w;

    set_alone(&w, "carried", "bilinear_defect", "0.01", "'double'");
    find_floors(&w, differences);
    assert_true(w.fit.floor.origin == FLOOR_BY_DATA);
    for (size_t k = 0; k < HALVED; k++) {
        const double expected = k == 2 ? 2e-8 : 4e-10 * sqrt(counts[k] / 1000);

        if (!(fabs(w.floors[k] / expected - 1) < 1e-4))
            fail_msg("the floor at step %zu is %.6g and not %.6g", k, w.floors[k], expected);
    }
}

/* Runs in mpfr that do not apply have no cells: what stands in their place is that of another curve. */
TEST(test_without_cells)
{
    static const double differences[HALVED] = {1e-15, 1e-15, 1e-15, 1e-15, 1e-15}, none[HALVED] = {0};
    struct alone w;

    set_alone(&w, "without", "energy_error", "0.1", "'double', 200");
    assert_int_equal(w.grid->curves, 2);
    for (size_t i = 0; i < 2; i++) {
        const bool own = w.grid->curve[i].bits == CELL_DOUBLE;

        w.grid->curve[i].perturbs = own;
        w.grid->curve[i].applies = own;
        w.fit.curve.index = own ? i : w.fit.curve.index;
        set_errors(w.grid, w.rows, i, w.fit.measure_name, own ? differences : none);
    }
    fit_floor_find(w.grid, w.rows, &w.fit, w.floors);
    for (size_t k = 0; k < HALVED; k++)
        assert_true(fabs(w.floors[k] / (4e-15 * sqrt(ldexp(20, (int)k))) - 1) < 1e-3);
}

TEST_GROUP(fixture_create_models, fixture_destroy)
