/* The order fit on errors whose order is known because they were made from a formula. */
#include "tests/fixtures/test.h"

#include "harness/judge/order_fit.h"
#include "tests/fixtures/judge/random_fixture.h"
#include "tests/fixtures/judge/verdict_fixture.h"

/* cmocka's assert_float_equal rounds to single precision. */
#define assert_close(value, expected, tolerance) assert_true(fabs((value) - (expected)) <= (tolerance))

/* |c h^p (1 + a h^k)| at `points` steps from h0. */
static struct data steps_from(double h0, size_t points, double c, double p, double a, double k)
{
    struct data data = {.points = points};

    for (size_t i = 0; i < points; i++) {
        data.h[i] = ldexp(h0, -(int)i);
        data.errors[i] = fabs(c * pow(data.h[i], p) * (1 + a * pow(data.h[i], k)));
    }
    return data;
}

static struct fit evaluate(struct data *data, double floor, bool symmetric)
{
    set_floor(data, floor);
    data->symmetric = symmetric;
    return evidence_of(data);
}

/* What the project does not use: the slope of the line of least squares through all points. */
static double least_squares(const struct data *data)
{
    double x = 0, y = 0, xx = 0, xy = 0, n = (double)data->points;

    for (size_t i = 0; i < data->points; i++) {
        double u = log2(data->h[i]), v = log2(data->errors[i]);

        x += u, y += v, xx += u * u, xy += u * v;
    }
    return (n * xy - x * y) / (n * xx - x * x);
}

TEST(pure_power)
{
    for (int p = 1; p <= 14; p++) {
        struct data data = two_terms(7, 0.3, p, 0, 1);
        struct fit fit = evaluate(&data, 0, true);

        assert_int_equal(fit.order.status, FIT_MEASURED);
        assert_int_equal(fit.order.window, 7);
        assert_close(fit.order.value, p, 1e-12);
        assert_close(fit.order.low, p - 0.05, 1e-12);
        assert_close(fit.order.high, p + 0.05, 1e-12);
    }
}

/* Errors far below the smallest double squared: quotients of errors must not be formed. */
TEST(extreme_magnitudes)
{
    struct data data = steps_from(0x1p-6, 6, 1, 14, 0, 1);
    struct fit fit;

    for (size_t i = 0; i < data.points; i++)
        data.errors[i] = ldexp(data.errors[i], -800);
    fit = evaluate(&data, 0, true);
    assert_int_equal(fit.order.status, FIT_MEASURED);
    assert_close(fit.order.value, 14, 1e-10);
}

/* Slopes by hand: 8, 2, 1 have local slopes 2 and 1, extrapolated 0 (k = 1) and 2/3 (k = 2). */
TEST(formulas_by_hand)
{
    struct data data = {.points = 3, .h = {4, 2, 1}, .errors = {0x1p-7, 0x1p-9, 0x1p-10}};

    assert_int_equal(evaluate(&data, 0, false).order.status, FIT_TOO_FEW);
    assert_true(data.slopes[0] == 2 && data.slopes[1] == 1);
    assert_true(data.extrapolated[0] == 0);
    evaluate(&data, 0, true);
    assert_close(data.extrapolated[0], 2. / 3, 1e-15);
}

/* The remainder after extrapolation is O(h^2k): with k = 2 it falls 16 times per halving, with k = 1 four
 * times.  The control: with the wrong k it falls only as fast as the slopes themselves do. */
TEST(extrapolation_gains_an_order)
{
    for (int symmetric = 0; symmetric <= 1; symmetric++) {
        double k = symmetric ? 2 : 1, remainder[2], control[2];

        for (int finer = 0; finer <= 1; finer++) {
            struct data data = steps_from(ldexp(0.25, -finer), 8, 0.1, 6, 0.7, k);

            remainder[finer] = fabs(evaluate(&data, 0, symmetric).order.value - 6);
            control[finer] = fabs(evaluate(&data, 0, !symmetric).order.value - 6);
        }
        assert_true(remainder[0] < 1e-4);
        assert_close(log2(remainder[0] / remainder[1]), 2 * k, 0.2);
        assert_close(log2(control[0] / control[1]), k, 0.2);
    }
}

/* Two powers of like size at the coarse steps: the order of the fine steps counts.  The least-squares line is
 * off. */
TEST(two_powers)
{
    struct data data = two_terms(10, 1e-3, 4, 400, 2);
    struct fit fit = evaluate(&data, 0, true);

    assert_int_equal(fit.order.status, FIT_MEASURED);
    assert_close(fit.order.value, 4, 0.01);
    assert_true(fit.order.low < 4 && 4 < fit.order.high);
    assert_true(fabs(least_squares(&data) - 4) > 0.3);
}

TEST(plateau)
{
    struct data data = two_terms(10, 0.2, 6, 0, 1);
    struct fit fit;

    for (size_t i = 0; i < data.points; i++)
        data.errors[i] += 1e-12 * (1 + 0.3 * sin(7. * (double)i));
    fit = evaluate(&data, 1e-12, true);
    assert_int_equal(fit.order.status, FIT_MEASURED);
    assert_close(fit.order.value, 6, 0.02);
    for (size_t i = 0; i < data.points; i++)
        assert_int_equal(data.used[i], data.errors[i] >= 1e-10);
    /* The control: without a floor the round-off is fitted too. */
    fit = evaluate(&data, 0, true);
    assert_true(fit.order.status != FIT_MEASURED || fit.order.value < 1);
    assert_true(fabs(least_squares(&data) - 6) > 0.5);
}

/* An error that passes through zero between two steps has no order there. */
TEST(sign_change)
{
    struct data data =
        two_terms(6, 1, 2, -300, 2); /* zero at h = 0.0577, steps 0.0625 and 0.03125 around it */
    struct fit fit = evaluate(&data, 0, true);

    assert_int_equal(fit.order.status, FIT_NOT_ASYMPTOTIC);
    assert_true(isnan(fit.order.value) && isnan(fit.order.low) && isnan(fit.order.high));
    /* The control: far below the zero the order is there. */
    data = two_terms(12, 1, 2, -300, 2);
    fit = evaluate(&data, 0, true);
    assert_int_equal(fit.order.status, FIT_MEASURED);
    assert_close(fit.order.value, 2, 0.01);
}

/* An order rests on the four finest points admitted: a zero, a kink or whatever else lies before them changes neither it nor
 * whether there is one. The control: one of the four does. */
TEST(coarser_points_change_nothing)
{
    uint64_t random = seed();
    int measured = 0, open = 0, changed = 0;

    for (int i = 0; i < 10000; i++) {
        const double p = ceil(uniform(&random, 0, 8)), a = uniform(&random, -90, 90);
        struct data data = steps_from(0.25, 9, 0.05, p, a, ceil(uniform(&random, 0, 3))), other = data;
        const struct fit fit = evaluate(&data, 0, i % 2);
        struct fit same;

        for (size_t k = 0; k < 5; k++)
            other.errors[k] *= exp2(uniform(&random, -10, 1));
        same = evaluate(&other, 0, i % 2);
        assert_true(same.order.status == fit.order.status);
        assert_true(fit.order.status != FIT_MEASURED ||
                    (same.order.value == fit.order.value && same.order.low == fit.order.low &&
                     same.order.high == fit.order.high));
        measured += fit.order.status == FIT_MEASURED;
        open += fit.order.status == FIT_NOT_ASYMPTOTIC;
        other.errors[5] *= 2;
        changed +=
            fit.order.status == FIT_MEASURED && evaluate(&other, 0, i % 2).order.status != FIT_MEASURED;
    }
    print_message("# %d measured, %d open, %d changed by one of the four\n", measured, open, changed);
    assert_true(measured > 1000 && open > 500 && changed == measured);
}

/* Errors whose last slopes and nothing else decide: 2, 2, then a last slope that differs by `change`. */
static enum fit_status with_last_slope(double change, bool symmetric)
{
    struct data data = {.points = 4, .h = {8, 4, 2, 1}};
    double exponent = -4;

    for (size_t i = 0; i < 4; i++) {
        data.errors[i] = exp2(exponent);
        exponent -= i == 2 ? 2 + change : 2;
    }
    return evaluate(&data, 0, symmetric).order.status;
}

/* The last x is s + change/(2^k - 1), so the interval is change (1 + 1/(2^k - 1)) + 0.1 wide. */
TEST(thresholds)
{
    assert_int_equal(with_last_slope(0.099, false), FIT_MEASURED);
    assert_int_equal(with_last_slope(-0.099, false), FIT_MEASURED);
    assert_int_equal(with_last_slope(0.101, false), FIT_NOT_ASYMPTOTIC);
    assert_int_equal(with_last_slope(-0.101, false), FIT_NOT_ASYMPTOTIC);
    assert_int_equal(with_last_slope(0.099, true), FIT_MEASURED);
    assert_int_equal(with_last_slope(0.101, true), FIT_NOT_ASYMPTOTIC);
}

/* Slopes 2, 2 + change, 2 + change: the last two agree, the extrapolated ones do not. */
static enum fit_status with_early_change(double change, bool symmetric)
{
    struct data data = {.points = 4, .h = {8, 4, 2, 1}};

    data.errors[0] = 0x1p-4;
    for (size_t i = 0; i < 3; i++)
        data.errors[i + 1] = data.errors[i] * exp2(-2 - (i > 0 ? change : 0));
    return evaluate(&data, 0, symmetric).order.status;
}

/* The hull is change/(2^k - 1) wide, the interval 0.1 more. */
TEST(width)
{
    assert_int_equal(with_early_change(0.19, false), FIT_MEASURED);
    assert_int_equal(with_early_change(0.21, false), FIT_NOT_ASYMPTOTIC);
    assert_int_equal(with_early_change(-0.19, false), FIT_MEASURED);
    assert_int_equal(with_early_change(-0.21, false), FIT_NOT_ASYMPTOTIC);
    assert_int_equal(with_early_change(0.59, true), FIT_MEASURED);
    assert_int_equal(with_early_change(0.61, true), FIT_NOT_ASYMPTOTIC);
}

TEST(missing_values)
{
    struct data data = two_terms(7, 0.1, 4, 0.1, 2);
    struct fit fit;

    data.errors[0] = data.errors[1] = NAN; /* the coarsest broke down: five are left */
    fit = evaluate(&data, 0, true);
    assert_int_equal(fit.order.status, FIT_MEASURED);
    assert_int_equal(fit.order.window, 5);
    assert_true(isnan(data.slopes[0]) && isnan(data.slopes[1]) && isfinite(data.slopes[2]));
    assert_true(isnan(data.extrapolated[1]) && isfinite(data.extrapolated[2]));

    data.errors[4] = INFINITY; /* a hole: two points beyond it */
    fit = evaluate(&data, 0, true);
    assert_int_equal(fit.order.status, FIT_BROKE_DOWN);
    assert_int_equal(fit.order.window, 2);
    assert_true(!data.used[2] && !data.used[3] && !data.used[4] && data.used[5] && data.used[6]);

    for (size_t i = 0; i < data.points; i++)
        data.errors[i] = NAN;
    assert_int_equal(evaluate(&data, 0, true).order.status, FIT_BROKE_DOWN);
}

/* One run broke down, but the floor leaves too few points whatever it had given. */
TEST(floor_is_to_blame)
{
    struct data data = two_terms(7, 0.1, 4, 0, 1);

    data.errors[0] = NAN;
    assert_int_equal(evaluate(&data, data.errors[2] / 100, true).order.status, FIT_TOO_FEW);
    assert_int_equal(evaluate(&data, data.errors[3] / 100, true).order.status, FIT_BROKE_DOWN);
}

TEST(errors_at_the_floor)
{
    struct data data = {.points = 6, .h = {32, 16, 8, 4, 2, 1}};

    assert_int_equal(evaluate(&data, 0, true).order.status, FIT_EXACT); /* zeros */
    for (size_t i = 0; i < data.points; i++)
        data.errors[i] = 1e-16 * (double)(i + 1);
    assert_int_equal(evaluate(&data, 1e-16, true).order.status, FIT_EXACT);
    data.errors[2] = 1e-13; /* one error above the floor: not exact, and no order */
    assert_int_equal(evaluate(&data, 1e-16, true).order.status, FIT_TOO_FEW);
    assert_int_equal(evaluate(&data, NAN, true).order.status, FIT_TOO_FEW);
    assert_int_equal(evaluate(&data, INFINITY, true).order.status, FIT_TOO_FEW);
}

TEST(large_errors_are_not_admitted)
{
    struct data data = steps_from(1, 7, 1, 1, 0, 1); /* 1, 1/2, 1/4, 1/8, 1/16, 1/32, 1/64 */

    assert_int_equal(evaluate(&data, 0, true).order.status, FIT_TOO_FEW);
    assert_true(!data.used[3] && data.used[4]);
    data = steps_from(1, 8, 1, 1, 0, 1);
    assert_int_equal(evaluate(&data, 0, true).order.status, FIT_MEASURED);
}

TEST(few_points)
{
    for (size_t points = 0; points < ORDER_FIT_POINTS; points++) {
        struct data data = two_terms(points, 0.1, 2, 0, 1);

        assert_int_equal(evaluate(&data, 0, true).order.status, FIT_TOO_FEW);
    }
}

/* For any order, constant and even or odd second term the interval contains the order, and neither the unit
 * of the error nor the unit of the step changes a bit of the fit (powers of two are exact). */
TEST(random_fits)
{
    uint64_t random = seed();

    print_message("seed %llu\n", (unsigned long long)random);
    for (int n = 0; n < 1000; n++) {
        bool symmetric = uniform(&random, 0, 1) < 0.5;
        double p = uniform(&random, 0.5, 14), c = uniform(&random, 1e-3, 0.1),
               a = uniform(&random, -0.5, 0.5);
        struct data data = two_terms(7, c, p, a, symmetric ? 2 : 1), scaled = data;
        struct fit fit, other;

        for (size_t i = 0; i < data.points; i++) /* noise of a few per mille */
            data.errors[i] *= 1 + uniform(&random, -1e-3, 1e-3);
        scaled = data;
        for (size_t i = 0; i < data.points; i++) {
            scaled.errors[i] = ldexp(data.errors[i], -60);
            scaled.h[i] = ldexp(data.h[i], 5);
        }
        fit = evaluate(&data, 0x1p-200, symmetric);
        other = evaluate(&scaled, 0x1p-260, symmetric);
        if (fit.order.status != FIT_MEASURED || !(fit.order.low < p && p < fit.order.high) ||
            fabs(fit.order.value - p) > 0.05)
            fail_msg("case %d: p = %.17g, a = %.17g, status %d, order %.17g", n, p, a, (int)fit.order.status,
                     fit.order.value);
        assert_int_equal(other.order.status, FIT_MEASURED);
        assert_close(fit.order.value, other.order.value, 1e-12);
        assert_memory_equal(data.used, scaled.used, sizeof data.used);
    }
}

/* Noise of twenty per cent hides the order: few such fits may be called measured. */
TEST(noise)
{
    uint64_t random = seed() + 1;
    int measured = 0;

    print_message("seed %llu\n", (unsigned long long)(random - 1));
    for (int n = 0; n < 1000; n++) {
        struct data data = two_terms(7, 0.1, 3, 0, 1);
        struct fit fit;

        for (size_t i = 0; i < data.points; i++)
            data.errors[i] *= 1 + uniform(&random, -0.2, 0.2);
        fit = evaluate(&data, 0, true);
        measured += fit.order.status == FIT_MEASURED;
    }
    assert_true(measured < 300);
}

/* A floor of a point is its own. */
TEST(floors_by_point)
{
    struct data data = two_terms(8, 0.1, 4, 3, 2);

    data.floors[7] = data.errors[7];
    assert_int_equal(evidence_of(&data).order.window, 7);
    assert_true(!data.used[7] && data.used[6]);
    data.floors[6] = NAN;
    assert_int_equal(evidence_of(&data).order.window, 6);
}
