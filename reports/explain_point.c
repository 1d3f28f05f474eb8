/* The points of a fit: see explain_point.h. */
#include "reports/explain_point.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/order_fit.h"
#include "harness/judge/verdict.h"

static bool is_finer_used(const struct fit *fit, size_t i)
{
    while (++i < fit->points) {
        if (fit->used[i])
            return true;
    }
    return false;
}

double explain_point_floor(const struct fit *fit, size_t point)
{
    return fit->floors ? fit->floors[point] : fit->floor;
}

/* Points finer than the window with an error that is not too large
 * were not admitted, which the floor alone can do. */
enum explain_point explain_point_of(const struct fit *fit, size_t i)
{
    const double error = fit->errors[i];

    if (fit->used[i])
        return EXPLAIN_POINT_USED;
    if (!isfinite(error))
        return EXPLAIN_POINT_NO_VALUE;
    if (error < 0 || verdict_is_number(fit->claim))
        return EXPLAIN_POINT_VALUE;
    if (error > ORDER_FIT_LARGEST)
        return EXPLAIN_POINT_TOO_LARGE;
    if (error == 0 || !(error >= ORDER_FIT_FLOORS * explain_point_floor(fit, i)) || !is_finer_used(fit, i))
        return EXPLAIN_POINT_BELOW_FLOOR;
    return EXPLAIN_POINT_OUTSIDE;
}

const struct cell *explain_point_cell(const struct results *results, const struct fit *fit, size_t point)
{
    for (size_t i = 0; i < results->cells; i++) {
        const struct cell *cell = results->cell + i;

        if (strcmp(cell->step, fit->step_sizes[point]) == 0 && results_uses(fit, cell))
            return cell;
    }
    return NULL;
}
