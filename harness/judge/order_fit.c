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

/* One floor for every point, or (stride 0) the same for all. */
struct floors {
    const double *floor;
    size_t stride;
};

static double floor_at(struct floors floors, size_t point)
{
    return floors.floor[point * floors.stride];
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

static void evaluate_slopes(size_t points, const double *h, const double *errors, bool symmetric,
                            double *slopes, double *extrapolated)
{
    const double gain = symmetric ? 3 : 1; /* 2^k - 1 */

    for (size_t i = 0; i + 1 < points; i++) {
        bool defined = has_value(errors[i]) && has_value(errors[i + 1]) && errors[i] > 0 && errors[i + 1] > 0;

        /* The difference of logarithms, because the quotient of two errors may leave the range of double. */
        slopes[i] = defined ? (log2(errors[i]) - log2(errors[i + 1])) / log2(h[i] / h[i + 1]) : NAN;
    }
    for (size_t i = 0; i + 2 < points; i++)
        extrapolated[i] = slopes[i + 1] + (slopes[i + 1] - slopes[i]) / gain;
}

/* The longest run of consecutive points that `belongs` accepts and that ends at the finest one accepted:
 * [*begin, *end), empty where there is none. */
static void find_window(size_t points, const bool *belongs, size_t *begin, size_t *end)
{
    *end = points;
    while (*end > 0 && !belongs[*end - 1])
        --*end;
    *begin = *end;
    while (*begin > 0 && belongs[*begin - 1])
        --*begin;
}

/* Why the window is too small.  Runs without a value are to blame only if, had they given one, the window
 * would have been large enough. */
static enum fit_status classify_small_window(size_t points, const double *errors, struct floors floors)
{
    size_t at_floor = 0, missing = 0, run = 0, longest = 0;

    for (size_t i = 0; i < points; i++) {
        bool possible = !has_value(errors[i]) || is_admitted(errors[i], floor_at(floors, i));

        missing += !has_value(errors[i]);
        at_floor += is_at_floor(errors[i], floor_at(floors, i));
        run = possible ? run + 1 : 0;
        longest = run > longest ? run : longest;
    }
    if (at_floor + missing == points && at_floor >= ORDER_FIT_POINTS)
        return FIT_EXACT;
    return missing > 0 && longest >= ORDER_FIT_POINTS ? FIT_BROKE_DOWN : FIT_TOO_FEW;
}

/* The order and its interval from the slopes that end at point `last`. */
static struct order_fit measure(size_t last, const double *slopes, const double *extrapolated)
{
    const double s = slopes[last - 1], change = s - slopes[last - 2];
    const double x = extrapolated[last - 2], before = extrapolated[last - 3];
    const double low = fmin(s, fmin(x, before)) - ORDER_FIT_WIDENED;
    const double high = fmax(s, fmax(x, before)) + ORDER_FIT_WIDENED;

    /* Written so that a NaN anywhere is not asymptotic; fmin and fmax would drop it. */
    if (!(high - low <= ORDER_FIT_WIDEST && fabs(change) <= ORDER_FIT_LARGEST_CHANGE && isfinite(x + before)))
        return (struct order_fit){FIT_NOT_ASYMPTOTIC, NAN, NAN, NAN, 0};
    return (struct order_fit){FIT_MEASURED, x, low, high, 0};
}

static struct order_fit evaluate(size_t points, const double *step_values, const double *errors,
                                 struct floors floors, bool symmetric, bool *used, double *slopes,
                                 double *extrapolated)
{
    struct order_fit fit = {FIT_TOO_FEW, NAN, NAN, NAN, 0};
    size_t begin, end;

    evaluate_slopes(points, step_values, errors, symmetric, slopes, extrapolated);
    for (size_t i = 0; i < points; i++)
        used[i] = is_admitted(errors[i], floor_at(floors, i));
    find_window(points, used, &begin, &end);
    for (size_t i = 0; i < begin; i++)
        used[i] = false;

    if (end - begin >= ORDER_FIT_POINTS)
        fit = measure(end - 1, slopes, extrapolated);
    else
        fit.status = classify_small_window(points, errors, floors);
    fit.used = end - begin;
    return fit;
}

struct order_fit order_fit_evaluate(size_t points, const double *step_values, const double *errors,
                                    double floor, bool symmetric, bool *used, double *slopes,
                                    double *extrapolated)
{
    const struct floors floors = {&floor, 0};

    return evaluate(points, step_values, errors, floors, symmetric, used, slopes, extrapolated);
}

struct order_fit order_fit_evaluate_floors(size_t points, const double *step_values, const double *errors,
                                           const double *floors, bool symmetric, bool *used, double *slopes,
                                           double *extrapolated)
{
    return evaluate(points, step_values, errors, (struct floors){floors, 1}, symmetric, used, slopes,
                    extrapolated);
}
