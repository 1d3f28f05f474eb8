/* Convergence orders from errors at halved steps.
 *
 * With e(h) = c h^p (1 + a h^k + ...) the local slope s_i = log(e_i / e_{i+1}) / log(h_i / h_{i+1}) is p +
 * O(h_i^k), and its error shrinks by 2^k from one slope to the next.  One Richardson step therefore gives x_i
 * = s_{i+1} + (s_{i+1} - s_i) / (2^k - 1), whose error is of the next order.  The error expansion of a
 * symmetric map proceeds in even powers, k = 2; otherwise k = 1.
 *
 * A line of least squares is not used: it averages the coarse steps, where the expansion does not hold yet,
 * and the finest, where round-off takes over, into an order that no step has. */
#include "harness/judge/order_fit.h"

#include <math.h>

static double floor_at(const struct fit *fit, size_t point)
{
    return fit->floor.of_points ? fit->floor.of_points[point] : fit->floor.value;
}

static bool has_value(double error)
{
    return isfinite(error) && error >= 0;
}

static bool is_at_floor(double error, double floor)
{
    return has_value(error) && isfinite(floor) && (error == 0 || error < ORDER_FIT_FLOORS * floor);
}

/* A floor that is not a number admits nothing. */
static bool is_admitted(double error, double floor)
{
    return has_value(error) && error > 0 && error >= ORDER_FIT_FLOORS * floor && error <= ORDER_FIT_LARGEST;
}

static void evaluate_slopes(struct fit *fit, bool symmetric)
{
    const double gain = symmetric ? 3 : 1; /* 2^k - 1 */
    const double *e = fit->points.errors, *h = fit->points.step_values;

    for (size_t i = 0; i + 1 < fit->points.count; i++) {
        bool defined = has_value(e[i]) && has_value(e[i + 1]) && e[i] > 0 && e[i + 1] > 0;

        /* The difference of logarithms, because the quotient of two errors may leave the range of double. */
        fit->order.slopes[i] = defined ? (log2(e[i]) - log2(e[i + 1])) / log2(h[i] / h[i + 1]) : NAN;
    }
    for (size_t i = 0; i + 2 < fit->points.count; i++)
        fit->order.extrapolated[i] =
            fit->order.slopes[i + 1] + (fit->order.slopes[i + 1] - fit->order.slopes[i]) / gain;
}

/* The longest run of consecutive points admitted that ends at the finest one. */
static void find_window(struct fit *fit)
{
    size_t end = fit->points.count, begin;

    for (size_t i = 0; i < fit->points.count; i++)
        fit->order.used[i] = is_admitted(fit->points.errors[i], floor_at(fit, i));
    while (end > 0 && !fit->order.used[end - 1])
        end--;
    for (begin = end; begin > 0 && fit->order.used[begin - 1];)
        begin--;
    for (size_t i = 0; i < begin; i++)
        fit->order.used[i] = false;
    fit->order.window = end - begin;
    fit->order.end = end;
}

/* Why the window is too small.  Runs without a value are to blame only if, had they given one, the window
 * would have been large enough. */
static enum fit_status classify_small_window(const struct fit *fit)
{
    size_t at_floor = 0, missing = 0, run = 0, longest = 0;

    for (size_t i = 0; i < fit->points.count; i++) {
        const double error = fit->points.errors[i], floor = floor_at(fit, i);

        missing += !has_value(error);
        at_floor += is_at_floor(error, floor);
        run = !has_value(error) || is_admitted(error, floor) ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    if (at_floor + missing == fit->points.count && at_floor >= ORDER_FIT_POINTS)
        return FIT_EXACT;
    return missing > 0 && longest >= ORDER_FIT_POINTS ? FIT_BROKE_DOWN : FIT_TOO_FEW;
}

/* The order and its interval from the slopes that end at point `last`. */
static void measure(struct fit *fit, size_t last)
{
    const double s = fit->order.slopes[last - 1], change = s - fit->order.slopes[last - 2];
    const double x = fit->order.extrapolated[last - 2], before = fit->order.extrapolated[last - 3];
    const double low = fmin(s, fmin(x, before)) - ORDER_FIT_WIDENED;
    const double high = fmax(s, fmax(x, before)) + ORDER_FIT_WIDENED;

    fit->order.status = FIT_NOT_ASYMPTOTIC;
    /* Written so that a NaN anywhere is not asymptotic; fmin and fmax would drop it. */
    if (!(high - low <= ORDER_FIT_WIDEST && fabs(change) <= ORDER_FIT_LARGEST_CHANGE && isfinite(x + before)))
        return;
    fit->order.status = FIT_MEASURED;
    fit->order.value = x;
    fit->order.low = low;
    fit->order.high = high;
}

void order_fit_evaluate(struct fit *fit, bool symmetric)
{
    evaluate_slopes(fit, symmetric);
    find_window(fit);
    fit->order.value = fit->order.low = fit->order.high = NAN;
    if (fit->order.window >= ORDER_FIT_POINTS)
        measure(fit, fit->order.end - 1);
    else
        fit->order.status = classify_small_window(fit);
}
