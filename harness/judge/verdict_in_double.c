/* What is no round-off in double: see verdict_in_double.h. */
#include "harness/judge/verdict_in_double.h"

#include <math.h>

#include "harness/judge/fit_floor.h"
#include "harness/judge/order_fit.h"
#include "harness/judge/verdict.h"
#include "measures/measure.h"

bool verdict_in_double_is_relation(const struct fit *e)
{
    const struct measure *row = e->measure.measure;

    return row && measure_is_relation(row) && e->curve.bits == CELL_DOUBLE;
}

static bool is_by_data(const struct fit *e)
{
    return e->curve.alone && e->floor.origin == FLOOR_BY_DATA;
}

/* At the largest step from the initial data, in floors of a method in double alone, in roundings of a relation in double;
 * else NaN. */
static double find_left(const struct fit *e)
{
    const size_t k = fit_floor_coarsest(e);

    if (k == e->points.count || (!is_by_data(e) && !verdict_in_double_is_relation(e)))
        return NAN;
    return e->points.errors[k] / (is_by_data(e) ? e->floor.of_points[k] : 0x1p-53);
}

/* At two halvings at least, and at every one from errors that are small enough on. */
static bool falls_with_step(const struct fit *e)
{
    size_t falls = 0;

    for (size_t k = 0; k + 1 < e->points.count; k++) {
        if (!(e->points.errors[k] <= ORDER_FIT_LARGEST &&
              e->points.errors[k] > ORDER_FIT_FLOORS * e->floor.of_points[k]))
            continue;
        if (!(e->points.errors[k + 1] <= VERDICT_ALONE_FALL * e->points.errors[k]))
            return false;
        falls++;
    }
    return falls > 1;
}

/* By how much, with the logarithm of the step, that of the error falls from the point to the other. */
static double slope_between(const struct fit *e, size_t first, size_t last)
{
    return log(e->points.errors[first] / e->points.errors[last]) /
           log(e->points.step_values[first] / e->points.step_values[last]);
}

/* As a power of the step over the finest halvings above ten floors: by slopes that agree, from an error that is no
 * round-off on. Before them it falls at every halving from h0 on, and rises at none of larger steps. */
static bool falls_as_a_power(const struct fit *e)
{
    size_t end = e->points.count, halvings = 0;
    double slope, before = NAN;

    while (end > 0 && !(e->points.errors[end - 1] > VERDICT_OWN_FLOORS * e->floor.of_points[end - 1]))
        end--;
    for (size_t k = 0; k + 1 < end; k++) {
        if (!(e->points.errors[k] <= ORDER_FIT_LARGEST))
            continue;
        if (!(e->points.errors[k + 1] <=
              (k < e->points.coarser ? 1 : VERDICT_ALONE_FALL) * e->points.errors[k]))
            return false;
        slope = slope_between(e, k, k + 1);
        halvings = fabs(slope - before) <= VERDICT_ALONE_TURN ? halvings + 1 : 1;
        before = slope;
    }
    return halvings >= VERDICT_ALONE_HALVINGS &&
           e->points.errors[end - 1 - halvings] >
               VERDICT_ALONE_FLOORS * e->floor.of_points[end - 1 - halvings];
}

bool verdict_in_double_has_trees(const struct fit *e, const struct claim_on_fit *claim)
{
    const size_t end = e->order.end;

    return (e->order.status == FIT_NOT_ASYMPTOTIC || e->order.status == FIT_TOO_FEW) &&
           e->order.trees >= claim->value && e->order.window >= VERDICT_TREES_POINTS && e->curve.alone &&
           slope_between(e, end - e->order.window, end - 1) > claim->value - VERDICT_TREES_DISTANCE &&
           e->order.slopes[end - 2] > claim->value - VERDICT_TREES_DISTANCE;
}

bool verdict_in_double_holds(const struct fit *e)
{
    return verdict_in_double_is_relation(e) && find_left(e) <= VERDICT_RELATION_FLOORS;
}

/* The most that is left at the initial data, in steps of at most h0. */
static double find_most(const struct fit *e)
{
    double most = 0;

    for (size_t k = e->points.coarser; k < e->points.count; k++)
        most = fmax(most, e->points.errors[k]);
    return most;
}

/* From another state than the initial data, at all halvings that were made there, each time above round-off, and by slopes
 * that agree. A tolerance, too, leaves what falls so while as many sweeps do, but no less at the initial data. */
static bool falls_elsewhere(const struct fit *e)
{
    double before = NAN, slope;

    if (!is_by_data(e) || e->curve.width || !(e->exact.told[0] > VERDICT_ROUND_OFF_MOST * 0x1p-53) ||
        !(e->exact.told[0] > VERDICT_ALONE_FLOORS * fmax(e->exact.told_floor, find_most(e))))
        return false;
    for (int k = 0; k < VERDICT_TOLD_HALVINGS; k++) {
        slope = log2(e->exact.told[k] / e->exact.told[k + 1]);
        if (!(e->exact.told[k] > ORDER_FIT_FLOORS * fmax(e->exact.told_floor, 0x1p-53)) ||
            !(e->exact.told[k + 1] <= VERDICT_ALONE_FALL * e->exact.told[k]) ||
            fabs(slope - before) > VERDICT_ALONE_TURN)
            return false;
        before = slope;
    }
    return true;
}

/* From another state than the initial data, more than a tolerance leaves, and none that is at the initial data. */
static bool is_large_elsewhere(const struct fit *e)
{
    return is_by_data(e) && e->exact.elsewhere.left > VERDICT_ALONE_LARGE * e->exact.elsewhere.floor &&
           e->exact.elsewhere.left > VERDICT_ALONE_FLOORS * find_most(e);
}

/* At ORDER_FIT_POINTS steps or more, and no smaller at any: of the size of what is to be kept. */
static bool is_large_at_all(const struct fit *e)
{
    size_t steps = 0;

    for (size_t k = 0; k < e->points.count; k++) {
        if (!isfinite(e->points.errors[k]))
            continue;
        if (!(e->points.errors[k] > ORDER_FIT_LARGEST &&
              e->points.errors[k] > VERDICT_ALONE_FLOORS * e->floor.of_points[k]))
            return false;
        steps++;
    }
    return is_by_data(e) && steps >= ORDER_FIT_POINTS;
}

bool verdict_in_double_is_seen(const struct fit *e)
{
    const double left = find_left(e);

    if (verdict_in_double_is_relation(e))
        return left > VERDICT_RELATION_FLOORS;
    return left > VERDICT_ALONE_LARGE || is_large_at_all(e) ||
           (left > VERDICT_ALONE_FLOORS && (falls_with_step(e) || falls_as_a_power(e))) ||
           is_large_elsewhere(e) || falls_elsewhere(e);
}

/* What round-off may leave above such a floor. */
static double limit_of(double floor)
{
    return fmax(VERDICT_OWN_FLOORS * floor, VERDICT_ROUND_OFF_ULPS * 0x1p-53);
}

/* Whether the error falls so from the step to one three quarters as long: what is left there is no less than the floor. */
static bool breaks_off_at_once(const struct fit *e, size_t k, size_t next)
{
    return e->points.shorter &&
           e->points.errors[k] > fmax(e->points.shorter[k], e->floor.of_points[next]) *
                                     pow(VERDICT_SHORTER, -VERDICT_SHORTER_STEEP) &&
           e->points.shorter[k] <= limit_of(e->floor.of_points[next]);
}

/* Whether the error falls from the step to the next by more than any power of the step does, and did not so before: an
 * iteration that does not converge at that step. */
static bool breaks_off(const struct fit *e, size_t k, size_t next)
{
    const double *h = e->points.step_values,
                 least = fmax(e->points.errors[next], 0x1p-53) * pow(h[k] / h[next], VERDICT_STEEPEST);

    return (e->points.errors[k] > least || breaks_off_at_once(e, k, next)) &&
           !(k > 0 && e->points.errors[k - 1] > e->points.errors[k] * pow(h[k - 1] / h[k], VERDICT_STEEP));
}

/* Whether the floor at a step larger than h0 is so high that more than VERDICT_ROUND_OFF_MOST would be within it: there
 * nothing is seen. */
static bool is_hidden(const struct fit *e, size_t k)
{
    return k < e->points.coarser && e->points.errors[k] > VERDICT_ROUND_OFF_MOST * 0x1p-53 &&
           e->points.errors[k] <= limit_of(e->floor.of_points[k]);
}

bool verdict_in_double_is_round_off(const struct fit *e, struct round_off *found)
{
    size_t first = e->points.count, last = e->points.count; /* at which it is round-off; before these */
    bool hidden = false;                                    /* at a larger step than h0 */

    *found = (struct round_off){.states = 1 + e->exact.elsewhere.states};
    if (!is_by_data(e) || e->curve.width || e->exact.elsewhere.left > limit_of(e->exact.elsewhere.floor))
        return false;
    found->ulps = e->exact.elsewhere.left >= 0 ? e->exact.elsewhere.left / 0x1p-53 : 0;
    for (size_t k = e->points.count; k-- > 0 && last == e->points.count;) {
        if (is_hidden(e, k)) {
            hidden = true;
        } else if (e->points.errors[k] <= limit_of(e->floor.of_points[k])) {
            found->ulps = fmax(found->ulps, e->points.errors[k] / 0x1p-53);
            found->step = first = k;
            found->steps++;
        } else if (isfinite(e->points.errors[k])) {
            last = k;
        }
    }
    return found->steps >= ORDER_FIT_POINTS && first <= e->points.coarser + 1 &&
           !(hidden && first >= e->points.coarser) && found->ulps <= VERDICT_ROUND_OFF_MOST &&
           (last == e->points.count || breaks_off(e, last, first));
}

bool verdict_in_double_is_left(const struct fit *e)
{
    return find_left(e) > VERDICT_ALONE_FLOORS;
}

double verdict_in_double_left_elsewhere(const struct fit *e)
{
    if (e->exact.elsewhere.left > VERDICT_ALONE_FLOORS * e->exact.elsewhere.floor)
        return e->exact.elsewhere.left;
    return falls_elsewhere(e) ? e->exact.told[0] : NAN;
}

bool verdict_in_double_is_stalled(const struct fit *e)
{
    return is_by_data(e) && (verdict_in_double_is_left(e) || !isnan(verdict_in_double_left_elsewhere(e))) &&
           !verdict_in_double_is_seen(e);
}
