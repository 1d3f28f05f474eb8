/* The points of a fit: see explain_point.h. */
#include "reports/explain_point.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/explain.h"
#include "harness/judge/order_fit.h"
#include "measures/run/precision.h"
#include "harness/judge/verdict_value.h"

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
    if (error < 0 || (verdict_is_number(fit->claim)))
        return EXPLAIN_POINT_VALUE;
    if (error > ORDER_FIT_LARGEST)
        return EXPLAIN_POINT_TOO_LARGE;
    if (error == 0 || !(error >= ORDER_FIT_FLOORS * explain_point_floor(fit, i)) || !is_finer_used(fit, i))
        return EXPLAIN_POINT_BELOW_FLOOR;
    return EXPLAIN_POINT_OUTSIDE;
}

/* Runs of a curve that was given more bits have these in their ids, and the fit keeps those of the study. */
static bool has_precision(const struct fit *fit, const char *precision)
{
    if (fit->bits == PRECISION_DOUBLE)
        return strcmp(precision, fit->precision) == 0;
    return strtol(precision, NULL, 10) == fit->bits && precision_rounds_alike(precision, fit->precision);
}

bool explain_uses(const struct fit *fit, const struct cell *cell)
{
    return strcmp(cell->method, fit->method) == 0 && strcmp(cell->projection, fit->projection) == 0 &&
           strcmp(cell->model, fit->model) == 0 && strcmp(cell->initial, fit->initial) == 0 &&
           has_precision(fit, cell->precision);
}

const struct cell *explain_point_cell(const struct results *results, const struct fit *fit, size_t point)
{
    for (size_t i = 0; i < results->cells; i++) {
        const struct cell *cell = results->cell + i;

        if (strcmp(cell->step, fit->step_sizes[point]) == 0 && explain_uses(fit, cell))
            return cell;
    }
    return NULL;
}

bool explain_point_is_witness(const struct fit *fit, const struct fit *other)
{
    return strcmp(other->initial, fit->initial) != 0 && strcmp(other->method, fit->method) == 0 &&
           strcmp(other->projection, fit->projection) == 0 && strcmp(other->measure, fit->measure) == 0 &&
           strcmp(other->precision, fit->precision) == 0 && strcmp(other->model, fit->model) == 0;
}
