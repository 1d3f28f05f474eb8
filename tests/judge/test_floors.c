/* Floors of fits, computed again from the cells of the report: the difference of the same runs at two
 * precisions, at the two finest steps, each divided by the root of its number of steps; the larger one, times
 * the root of N, is the floor after N steps, and no floor lies below the last bit. */
#define _DEFAULT_SOURCE /* mkdtemp, realpath */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/refinement_fixture.h"

#include <math.h>
#include <mpfr.h>

#include "harness/judge/fit_floor.h"

#define ENERGY_CLAIM(order)                                                                                  \
    "claims = { { id = \"order\", source = \"Kraus (2017), table 2\", method = \"gauss-*\", projection = "   \
    "\"symmetric\", measure = \"energy_error\", order = exactly \"" order "\" } },"
#define CURVE(method, bits) "first/default/" method "/symmetric/" bits

enum { BITS = 1000 };

/* -- floors from cells -- */

/* A number (double) or a text with all digits (mpfr). */
static void set_measure(mpfr_t value, const json_t *cell, const char *measure)
{
    const json_t *entry = json_object_get(json_object_get(cell, "measures"), measure);

    assert_non_null(entry);
    if (json_is_string(entry))
        assert_int_equal(mpfr_set_str(value, json_string_value(entry), 10, MPFR_RNDN), 0);
    else
        mpfr_set_d(value, json_number_value(entry), MPFR_RNDN);
}

/* |difference| of the cells of two curves at the step, divided by the root of the number of steps. */
static double find_unit(const json_t *report, const char *first, const char *second, const char *step,
                        const char *measure)
{
    char id[2][PATH_SIZE];
    const json_t *cell[2];
    double difference, steps;
    mpfr_t a, b;

    snprintf(id[0], PATH_SIZE, "%s/%s", first, step);
    snprintf(id[1], PATH_SIZE, "%s/%s", second, step);
    for (int i = 0; i < 2; i++)
        cell[i] = get_entry(report, "cells", id[i]);
    mpfr_inits2(BITS, a, b, (mpfr_ptr)0);
    set_measure(a, cell[0], measure);
    set_measure(b, cell[1], measure);
    mpfr_sub(a, a, b, MPFR_RNDN);
    difference = fabs(mpfr_get_d(a, MPFR_RNDN));
    mpfr_clears(a, b, (mpfr_ptr)0);
    steps = json_number_value(json_object_get(cell[0], "steps"));
    assert_true(steps > 1);
    return difference / sqrt(steps);
}

/* The floors of the fit are `factor` times those of the two curves. */
static void check_floors(const json_t *report, const char *fit_id, const char *first, const char *second,
                         double factor)
{
    const json_t *fit = get_entry(report, "fits", fit_id), *floors = json_object_get(fit, "floors"),
                 *sizes = json_object_get(fit, "step_sizes");
    const char *measure = text_of(fit, "measure");
    const int bits = (int)json_integer_value(json_object_get(fit, "bits"));
    size_t points = json_array_size(floors);
    double unit = 0;

    assert_int_equal(points, 5);
    for (size_t k = points - 2; k < points; k++)
        unit = fmax(unit,
                    find_unit(report, first, second, json_string_value(json_array_get(sizes, k)), measure));
    assert_true(unit > 0);
    for (size_t k = 0; k < points; k++) {
        double found = json_number_value(json_array_get(floors, k));
        double steps = 2 / strtod(json_string_value(json_array_get(sizes, k)), NULL);
        double expected = fmax(factor * unit * sqrt(round(steps)), ldexp(1, bits ? -bits : -53));

        if (!(fabs(found - expected) <= 1e-6 * expected))
            fail_msg("the floor of %s at step %zu is %.17g and not %.17g", fit_id, k, found, expected);
    }
    assert_true(number_of(report, fit_id, "floor") == json_number_value(json_array_get(floors, points - 1)));
}

/* The sentence of `explain --json` says where the floor comes from. */
static void check_origin(const struct fixture *fixture, const char *study, const char *fit, const char *words)
{
    char arguments[PATH_SIZE];
    const char *origin;
    json_t *json;

    snprintf(arguments, sizeof arguments, "explain ./%s.lua %s --store %s.sqlite --json", study, fit, study);
    assert_int_equal(run_program(fixture, arguments, "explain.json"), 0);
    json = load(fixture, "explain.json");
    origin = text_of(get_entry(json, "fits", fit), "floor_origin");
    if (!strstr(origin, words))
        fail_msg("the floor of %s: %s", fit, origin);
    json_decref(json);
}

static json_t *run_gauss(const struct fixture *fixture, const char *name, const char *method,
                         const char *precisions, const char *more)
{
    write_study(fixture, &(struct parts){name, method, "\"symmetric\"", "\"0.1\", 5", "2", precisions,
                                         "\"energy_error\"", more});
    return run_study(fixture, name, "");
}

/* -- where floors come from -- */

/* Beside each other: double against mpfr; mpfr far above its floor, which is that of double carried over. */
TEST(test_beside)
{
    const struct fixture *fixture = *state;
    json_t *report = run_gauss(fixture, "beside", "\"gauss-2\"", "\"double\", 128", ENERGY_CLAIM("2*s"));
    const char *in_double = CURVE("gauss-2", "double"), *in_mpfr = CURVE("gauss-2", "128");

    assert_int_equal(json_array_size(json_object_get(report, "cells")), 10);
    check_floors(report, CURVE("gauss-2", "double/energy_error"), in_double, in_mpfr, 1);
    check_floors(report, CURVE("gauss-2", "128/energy_error"), in_double, in_mpfr, ldexp(1, 53 - 128));
    check_origin(fixture, "beside", CURVE("gauss-2", "double/energy_error"),
                 "difference from the same runs in mpfr at the two finest steps");
    check_origin(fixture, "beside", CURVE("gauss-2", "128/energy_error"),
                 "the floor measured in double, carried over to the bits of these runs");
    json_decref(report);
}

/* In mpfr alone: the two finest runs again with 64 more bits, and no others. */
TEST(test_repeated)
{
    const struct fixture *fixture = *state;
    json_t *report = run_gauss(fixture, "alone", "\"gauss-2\"", "128", ENERGY_CLAIM("2*s"));

    assert_int_equal(count_cells(report, CURVE("gauss-2", "128/")), 5);
    assert_int_equal(count_cells(report, CURVE("gauss-2", "192/")), 2);
    assert_int_equal(json_array_size(json_object_get(report, "cells")), 7);
    check_floors(report, CURVE("gauss-2", "128/energy_error"), CURVE("gauss-2", "128"),
                 CURVE("gauss-2", "192"), 1);
    check_origin(fixture, "alone", CURVE("gauss-2", "128/energy_error"),
                 "difference from the same runs with 64 more bits at the two finest steps");
    json_decref(report);
}

/* In double alone: at 128 bits. */
TEST(test_double_alone)
{
    const struct fixture *fixture = *state;
    json_t *report = run_gauss(fixture, "single", "\"gauss-2\"", "\"double\"", ENERGY_CLAIM("2*s"));

    assert_int_equal(count_cells(report, CURVE("gauss-2", "128/")), 2);
    assert_int_equal(json_array_size(json_object_get(report, "cells")), 7);
    check_floors(report, CURVE("gauss-2", "double/energy_error"), CURVE("gauss-2", "double"),
                 CURVE("gauss-2", "128"), 1);
    json_decref(report);
}

/* Near the floor what was carried over does not do: errors of order 8 at 80 bits come within 2^32 of it. */
TEST(test_near)
{
    const struct fixture *fixture = *state;
    json_t *report = run_gauss(fixture, "near", "\"gauss-4\"", "\"double\", 80, 128", ENERGY_CLAIM("2*s"));

    assert_int_equal(count_cells(report, CURVE("gauss-4", "144/")), 2);
    assert_int_equal(json_array_size(json_object_get(report, "cells")), 17);
    check_floors(report, CURVE("gauss-4", "double/energy_error"), CURVE("gauss-4", "double"),
                 CURVE("gauss-4", "128"), 1);
    check_floors(report, CURVE("gauss-4", "80/energy_error"), CURVE("gauss-4", "80"), CURVE("gauss-4", "144"),
                 1);
    check_floors(report, CURVE("gauss-4", "128/energy_error"), CURVE("gauss-4", "double"),
                 CURVE("gauss-4", "128"), ldexp(1, 53 - 128));
    check_origin(fixture, "near", CURVE("gauss-4", "80/energy_error"),
                 "difference from the same runs with 64 more bits at the two finest steps");
    json_decref(report);
}

/* A floor is carried over from runs in double that round alike; in double any run with more bits tells. */
TEST(test_rounded_otherwise)
{
    const struct fixture *fixture = *state;
    json_t *report = run_gauss(fixture, "otherwise", "\"gauss-2\"",
                               "\"double:uncompensated\", \"double\", 128", ENERGY_CLAIM("2*s"));
    const char *other = CURVE("gauss-2", "double:uncompensated"), *in_double = CURVE("gauss-2", "double"),
               *in_mpfr = CURVE("gauss-2", "128");

    assert_int_equal(json_array_size(json_object_get(report, "cells")), 15);
    check_floors(report, CURVE("gauss-2", "double:uncompensated/energy_error"), other, in_mpfr, 1);
    check_floors(report, CURVE("gauss-2", "double/energy_error"), in_double, in_mpfr, 1);
    check_floors(report, CURVE("gauss-2", "128/energy_error"), in_double, in_mpfr, ldexp(1, 53 - 128));
    json_decref(report);
}

/* What a single step keeps to the last digit: measured at 128 bits for double, too, so that its floor is not that of
 * double for the bits of the others, and never below the last of these.  Noise has no order: it is exact. */
TEST(test_noise)
{
    static const struct {
        const char *precisions, *fit, *verdict;
        int bits;
    } cases[] = {{"\"double\", 200", "first/default/gauss-1/none/200/symplectic_defect", "holds", 200},
                 {"200", "first/default/gauss-1/none/200/symplectic_defect", "holds", 200},
                 {"\"double\"", "first/default/gauss-1/none/double/symplectic_defect", "inconclusive", 128}};
    const struct fixture *fixture = *state;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *report, *fit;

        write_study(fixture, &(struct parts){
                                 "noise", "\"gauss-1\"", "\"none\"", "\"0.1\", 7", "2", cases[i].precisions,
                                 "\"symplectic_defect\"",
                                 "claims = { { id = \"noise\", source = \"here\", method = \"gauss-1\", "
                                 "projection = \"none\", measure = \"symplectic_defect\", order = at_least "
                                 "\"0.1\" } },"});
        report = run_study(fixture, "noise", "--fresh");
        fit = get_entry(report, "fits", cases[i].fit);
        assert_string_equal(text_of(fit, "status"), "exact");
        assert_string_equal(text_of(fit, "verdict"), cases[i].verdict);
        for (size_t k = 0; k < 7; k++) {
            const double floor = json_number_value(json_array_get(json_object_get(fit, "floors"), k));

            assert_true(floor >= ldexp(1, -cases[i].bits) && floor < ldexp(1, 20 - cases[i].bits));
        }
        json_decref(report);
    }
}

/* Where nothing is claimed nothing is repeated: the unit round-off of every step. */
TEST(test_assumed)
{
    const struct fixture *fixture = *state;
    json_t *report = run_gauss(fixture, "assumed", "\"gauss-2\"", "100", "");
    const char *fit = CURVE("gauss-2", "100/energy_error");

    assert_int_equal(json_array_size(json_object_get(report, "cells")), 5);
    assert_true(fabs(number_of(report, fit, "floor") / (ldexp(1, -100) * sqrt(320)) - 1) < 1e-12);
    check_origin(fixture, "assumed", fit, "not measured, since no run was repeated with more bits");
    json_decref(report);
}

/* The error of the reference is part of the floor of the solution error, of every point alike: here of one
 * that agrees to three digits alone.  Coordinates 3 and 1 with excursions 2 and 1/2: 3e-3 (1/2 + 2). */
TEST(test_reference_error)
{
    const struct fixture *fixture = *state;
    double excursion[] = {2, 0.5}, floors[5], errors[5] = {0};
    struct fit fit = {.measure = "solution_error", .bits = 53, .points = 5, .errors = errors};
    struct reference reference = {.dimension = 2, .agreed_digits = 3, .excursion = excursion};
    struct error error;
    struct study *study;
    struct grid *grid;
    struct result *rows;

    write_study(fixture, &(struct parts){"reference", "\"gauss-2\"", "\"symmetric\"", "\"0.1\", 5", "2", "53",
                                         "\"solution_error\", \"energy_error\"", ""});
    assert_int_equal(chdir(fixture->folder), 0);
    study = study_create("./reference.lua", false, &error);
    assert_non_null(study);
    grid = grid_create(study, NULL, NULL, &error);
    assert_non_null(grid);
    rows = calloc(grid->cells, sizeof *rows);
    assert_non_null(rows);
    reference.state = calloc(2, sizeof *reference.state);
    assert_non_null(reference.state);
    mpfr_init_set_d(reference.state[0], -3, MPFR_RNDN);
    mpfr_init_set_d(reference.state[1], 1, MPFR_RNDN);
    grid->problem[0].reference = &reference;
    fit_floor_find(grid, rows, &fit, floors);
    assert_true(fabs(fit.reference_error / 7.5e-3 - 1) < 1e-12);
    for (size_t k = 0; k < 5; k++)
        assert_true(fabs(floors[k] / 7.5e-3 - 1) < 1e-12);
    /* That of an invariant needs no reference. */
    fit.measure = "energy_error";
    fit_floor_find(grid, rows, &fit, floors);
    assert_true(fit.reference_error == 0 && floors[4] < 1e-14);
    grid->problem[0].reference = NULL;
    mpfr_clear(reference.state[0]);
    mpfr_clear(reference.state[1]);
    free(reference.state);
    free(rows);
    grid_destroy(grid);
    study_destroy(study);
}

TEST_GROUP(fixture_create_models, fixture_destroy)
