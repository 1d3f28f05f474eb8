/* Values that were accepted: what is written is read back as the same, and every change beyond six digits is
 * found. */
#include "tests/fixtures/test.h"

#include <unistd.h>

#include "harness/judge/baseline.h"

enum { POINTS = 4, FITS = 3 };

static const char *const steps[POINTS] = {"1/10", "1/20", "1/40", "1/80"};
static bool used[POINTS] = {true, true, true, false};

/* The last error of each fit is hidden by its floor; the third fit is in double. */
struct made {
    double errors[FITS][POINTS];
    struct fit fit[FITS];
    struct study study;
    struct results results;
};

static void make(struct made *made)
{
    static const char *const ids[FITS] = {"m/d/gauss-1/none/128/energy_error",
                                          "m/d/\"x\"/none/128/energy_error",
                                          "m/d/gauss-1/none/double/energy_error"};

    *made = (struct made){.study = {.name = (char *)"a \"study\""}};
    for (int f = 0; f < FITS; f++) {
        for (int i = 0; i < POINTS; i++)
            made->errors[f][i] = i + 1 < POINTS ? (f ? -1 : 1) * 1.23456789e-3 * pow(0.25, i) : 3e-30;
        made->fit[f] = (struct fit){.id = ids[f],
                                    .order.status = FIT_MEASURED,
                                    .order.value = 2.00012,
                                    .points.count = POINTS,
                                    .points.step_sizes = steps,
                                    .points.errors = made->errors[f],
                                    .order.used = used,
                                    .floor.value = 1e-30,
                                    .curve.bits = f < 2 ? 128 : 0};
    }
    made->results = (struct results){.study = &made->study, .fits = FITS, .fit = made->fit};
}

static struct baseline *accept(const struct made *made)
{
    char path[] = "/tmp/assay-baseline-XXXXXX";
    const struct results *results = &made->results;
    FILE *file = fdopen(mkstemp(path), "w");
    struct baseline *baseline;

    assert_non_null(file);
    baseline_write(file, 1, &results);
    assert_int_equal(fclose(file), 0);
    baseline = baseline_create(path, &said);
    unlink(path);
    assert_done(baseline, said);
    return baseline;
}

static void assert_kind(const struct baseline *baseline, const struct made *made, int kind)
{
    assert_int_equal(baseline_compare(baseline, &made->results, made->fit).kind, kind);
}

TEST(test_values)
{
    struct made made;
    struct baseline *baseline;
    struct baseline_difference found;

    make(&made);
    baseline = accept(&made);
    for (int f = 0; f < FITS; f++)
        assert_int_equal(baseline_compare(baseline, &made.results, made.fit + f).kind, BASELINE_SAME);
    made.errors[0][1] *= 1 + 5e-7;
    assert_kind(baseline, &made, BASELINE_SAME);
    made.errors[0][1] *= 1 + 2e-6;
    found = baseline_compare(baseline, &made.results, made.fit);
    assert_int_equal(found.kind, BASELINE_ERROR);
    assert_string_equal(found.step, "1/20");
    assert_true(found.found == made.errors[0][1] && fabs(found.accepted / found.found - 1) < 4e-6);
    make(&made);
    made.errors[0][2] = -made.errors[0][2];
    assert_kind(baseline, &made, BASELINE_ERROR);
    made.errors[0][2] = NAN; /* the run broke down */
    assert_kind(baseline, &made, BASELINE_ERROR);
    make(&made);
    made.errors[0][3] *= 100; /* noise, and noise no longer */
    assert_kind(baseline, &made, BASELINE_SAME);
    made.errors[0][3] = 1e-20;
    assert_kind(baseline, &made, BASELINE_ERROR);
    make(&made);
    made.fit[0].order.value += 0.002;
    found = baseline_compare(baseline, &made.results, made.fit);
    assert_int_equal(found.kind, BASELINE_ORDER);
    assert_true(found.found > found.accepted);
    made.fit[0].order.status = FIT_TOO_FEW;
    assert_kind(baseline, &made, BASELINE_ORDER);
    make(&made);
    made.fit[0].points.count--;
    assert_kind(baseline, &made, BASELINE_POINTS);
    baseline_destroy(baseline);
}

/* Values in double may differ by 100 of their floors, those of 1e-14: the last bits of a sine, but no error that is 43 % larger.
 * A growth exponent has no floor and is not accepted, a count needs none; a file without values in double compares none. */
TEST(test_values_in_double)
{
    struct made made;
    struct baseline *baseline;

    make(&made);
    made.fit[2].floor.value = 1e-14;
    baseline = accept(&made);
    assert_int_equal(baseline_compare(baseline, &made.results, made.fit + 2).kind, BASELINE_SAME);
    made.errors[2][0] += 0.9e-12;
    assert_int_equal(baseline_compare(baseline, &made.results, made.fit + 2).kind, BASELINE_SAME);
    made.errors[2][0] += 0.2e-12;
    assert_int_equal(baseline_compare(baseline, &made.results, made.fit + 2).kind, BASELINE_ERROR);
    make(&made);
    made.fit[2].floor.value = 1e-14;
    made.errors[2][2] *= 1.43;
    assert_int_equal(baseline_compare(baseline, &made.results, made.fit + 2).kind, BASELINE_ERROR);
    assert_false(baseline_cannot_have(&made.results, made.fit + 2));
    made.fit[2].floor.value = 0;
    assert_true(baseline_cannot_have(&made.results, made.fit + 2));
    for (int i = 0; i < POINTS; i++)
        made.errors[2][i] = 100 * i;
    assert_false(baseline_cannot_have(&made.results, made.fit + 2));
    baseline_destroy(baseline);
    make(&made);
    made.fit[2].floor.value = 0;
    baseline = accept(&made);
    made.fit[2].floor.value = 1e-14;
    assert_int_equal(baseline_compare(baseline, &made.results, made.fit + 2).kind, BASELINE_SAME);
    baseline_destroy(baseline);
}

TEST(test_fits)
{
    struct made made;
    struct baseline *baseline;

    make(&made);
    baseline = accept(&made);
    assert_null(baseline_missing(baseline, &made.results, 0));
    made.results.fit++; /* the first is gone */
    made.results.fits--;
    assert_string_equal(baseline_missing(baseline, &made.results, 0), made.fit[0].id);
    assert_null(baseline_missing(baseline, &made.results, 1));
    made.fit[0].id = "m/d/gauss-2/none/128/energy_error";
    assert_kind(baseline, &made, BASELINE_NEW);
    baseline_destroy(baseline);
}

TEST(test_refused)
{
    static const char *const texts[] = {"", "{}", "{\"assay_baseline\":[]}", "[1,", "{\"assay_baseline\":{}"};

    for (size_t i = 0; i < COUNT(texts); i++) {
        char path[] = "/tmp/assay-baseline-XXXXXX";
        FILE *file = fdopen(mkstemp(path), "w");

        assert_non_null(file);
        fputs(texts[i], file);
        fclose(file);
        assert_null(baseline_create(path, &said));
        assert_says(said.text, path, "--accept");
        unlink(path);
    }
    assert_null(baseline_create("/none/such", &said));
}
