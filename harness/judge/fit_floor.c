/* The floors of a fit: see fit_floor.h.
 *
 * The floor at b bits is the difference from the same runs at b + 64 bits (in double: from any runs with 117
 * bits or more), taken at the two finest steps and scaled by sqrt N to the others (harness/judge/noise_floor.h).
 *
 * Round-off errors are proportional to the unit round-off.  A curve in mpfr whose curve in double was
 * measured therefore has the floor of that one times 2^(53 - b), near enough where the errors lie far above
 * it, and above what a stalled iteration leaves (2^12 units at most): only where an error comes within 2^32
 * of being hidden are its runs repeated.
 */
#include "harness/judge/fit_floor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrators/methods/rounding.h"
#include "harness/judge/noise_floor.h"
#include "harness/judge/order_fit.h"
#include "harness/judge/verdict.h"
#include "numerics/memory.h"

#define MARGIN                                                                                               \
    0x1p32 /* between the smallest error and what the floor hides, for a floor that was carried over */

static const struct result_value *value_of(const struct result *row, const char *measure)
{
    const struct result_value *found = row->done ? result_find(row, measure_find(NULL, measure)) : NULL;

    return found && found->text && isfinite(found->value) ? found : NULL;
}

static const struct result *row_at(const struct grid *grid, const struct result *rows, size_t curve,
                                   size_t step, bool repeat)
{
    return rows + grid_cell_number(grid, curve, step, repeat);
}

/* ---- which steps ---- */

static bool has_value(const struct grid *grid, const struct result *rows, size_t curve, size_t step,
                      const char *measure)
{
    return value_of(row_at(grid, rows, curve, step, false), measure) != NULL;
}

size_t fit_floor_coarsest(const struct grid *grid, const struct result *rows, size_t curve,
                          const char *measure, size_t points)
{
    size_t k = 0;

    while (k < points && !has_value(grid, rows, curve, k, measure))
        k++;
    return k;
}

bool fit_floor_finest(const struct grid *grid, const struct result *rows, size_t curve, const char *measure,
                      size_t points, size_t finest[2])
{
    size_t found = 0;

    for (size_t k = points; k-- > 0 && found < 2;) {
        if (has_value(grid, rows, curve, k, measure))
            finest[1 - found++] = k;
    }
    return found == 2;
}

/* ---- differences ---- */

/* Where the same runs with more bits are: the repeats of the curve, or another curve. */
struct repetition {
    size_t curve;
    bool repeat;
};

static double difference_at(const struct grid *grid, const struct result *rows, size_t curve,
                            struct repetition repetition, size_t step, const char *measure)
{
    const struct result_value *a = value_of(row_at(grid, rows, curve, step, false), measure);
    const struct result_value *b =
        value_of(row_at(grid, rows, repetition.curve, step, repetition.repeat), measure);
    struct error ignored;

    return a && b ? noise_floor_difference(a->text, b->text, &ignored) : NAN;
}

/* The floors by two differences at the finest steps where both runs have a value; false when there are not
 * two.
 */
static bool measure_floors(const struct grid *grid, const struct result *rows, size_t curve,
                           struct repetition repetition, const char *measure, size_t points, double *floors)
{
    const unsigned long *steps = grid->problem[grid->curve[curve].problem].count;
    unsigned long count[2];
    double difference[2], unit[2];
    size_t found = 0;

    for (size_t k = points; k-- > 0 && found < 2;) {
        double one = difference_at(grid, rows, curve, repetition, k, measure);

        if (!isfinite(one))
            continue;
        difference[1 - found] = one;
        count[1 - found] = steps[k];
        found++;
    }
    if (found < 2)
        return false;
    noise_floor_evaluate(2, count, difference, unit);
    for (size_t k = 0; k < points; k++)
        floors[k] = unit[1] * sqrt((double)steps[k] / (double)count[1]);
    return true;
}

/* ---- curves beside this one ---- */

static bool rounds_alike(const struct grid *grid, const struct grid_curve *a, const struct grid_curve *b)
{
    return rounding_equals(grid->precision[a->precision].rounding, grid->precision[b->precision].rounding);
}

/* Another curve that differs in its precision alone: that in double which rounds alike, or the finest in
 * mpfr, where how it rounds is far below what is measured; the number of curves when there is none. */
static size_t find_sibling(const struct grid *grid, size_t curve, bool in_double)
{
    const struct grid_curve *own = grid->curve + curve;
    size_t best = grid->curves;

    for (size_t i = 0; i < grid->curves; i++) {
        const struct grid_curve *other = grid->curve + i;
        bool fits = in_double ? other->bits == CELL_DOUBLE && rounds_alike(grid, other, own)
                              : other->bits >= CELL_LEAST_BITS + GRID_REPEAT_BITS;

        if (i != curve && fits && other->problem == own->problem && other->projection == own->projection &&
            other->method == own->method && (best == grid->curves || other->bits > grid->curve[best].bits))
            best = i;
    }
    return best;
}

static bool measure_double(const struct grid *grid, const struct result *rows, size_t curve,
                           const char *measure, size_t points, double *floors)
{
    size_t in_mpfr = find_sibling(grid, curve, false);

    if (in_mpfr < grid->curves &&
        measure_floors(grid, rows, curve, (struct repetition){in_mpfr, false}, measure, points, floors))
        return true;
    return measure_floors(grid, rows, curve, (struct repetition){curve, true}, measure, points, floors);
}

/* The floors in double carried over to the bits of the curve. */
static bool carry_over(const struct grid *grid, const struct result *rows, size_t curve, const char *measure,
                       size_t points, double *floors)
{
    size_t in_double = find_sibling(grid, curve, true);

    if (in_double == grid->curves || !measure_double(grid, rows, in_double, measure, points, floors))
        return false;
    for (size_t k = 0; k < points; k++)
        floors[k] = ldexp(floors[k], 53 - (int)grid->curve[curve].bits);
    return true;
}

/* Where nothing was measured: rounding each step once. */
static void assume_floors(const struct grid *grid, size_t curve, size_t points, double *floors)
{
    const struct grid_curve *c = grid->curve + curve;
    long bits = c->bits == CELL_DOUBLE ? CELL_LEAST_BITS : c->bits;

    for (size_t k = 0; k < points; k++)
        floors[k] = ldexp(sqrt((double)grid->problem[c->problem].count[k]), -(int)bits);
}

/* Whether every error that counts lies so far above the floor that its accuracy does not matter. */
static bool is_clear(const struct grid *grid, const struct result *rows, size_t curve, const char *measure,
                     size_t points, const double *floors)
{
    for (size_t k = 0; k < points; k++) {
        const struct result_value *found = value_of(row_at(grid, rows, curve, k, false), measure);

        if (found && !(found->value >= MARGIN * ORDER_FIT_FLOORS * floors[k]))
            return false;
    }
    return true;
}

/* ---- the reference ---- */

/* Two runs of the reference agree to so many digits of the largest coordinate; every coordinate is weighted.
 */
static double find_reference_error(const struct grid_problem *p, const char *measure)
{
    const struct reference *reference = p->reference;
    double largest = 0, sum = 0;

    if (!reference || strcmp(measure, "solution_error") != 0)
        return 0;
    for (size_t i = 0; i < reference->dimension; i++)
        largest = fmax(largest, fabs(mpfr_get_d(reference->state[i], MPFR_RNDN)));
    for (size_t i = 0; i < reference->dimension; i++)
        sum += largest / (reference->excursion[i] > 0 ? reference->excursion[i] : 1);
    return sum * pow(10, -(double)reference->agreed_digits);
}

/* ---- floors of their own ---- */

/* Measured in the same run, beside the measure; NaN where there is none. */
static void read_own_floors(const struct grid *grid, const struct result *rows, size_t curve,
                            const char *measure, size_t points, double *floors)
{
    char name[128];

    snprintf(name, sizeof name, "%s:floor", measure);
    for (size_t k = 0; k < points; k++) {
        const struct result *row = row_at(grid, rows, curve, k, false);
        const struct result_value *found = row->done ? result_find(row, measure_find(NULL, name)) : NULL;

        floors[k] = found ? found->value : NAN;
    }
}

struct fit_floor fit_floor_find(const struct grid *grid, const struct result *rows, size_t curve,
                                const char *measure, size_t points, double *floors)
{
    const struct grid_curve *c = grid->curve + curve;
    struct fit_floor floor = {.reference_error = find_reference_error(grid->problem + c->problem, measure)};

    if (verdict_has_own_floor(measure)) {
        read_own_floors(grid, rows, curve, measure, points, floors);
        floor.origin = "measured in the run itself, beside the measure";
    } else if (c->bits == CELL_DOUBLE && measure_double(grid, rows, curve, measure, points, floors)) {
        floor.origin = "difference from the same runs in mpfr at the two finest steps";
    } else if (c->bits != CELL_DOUBLE &&
               measure_floors(grid, rows, curve, (struct repetition){curve, true}, measure, points, floors)) {
        floor.origin = "difference from the same runs with 64 more bits at the two finest steps";
    } else if (c->bits != CELL_DOUBLE && carry_over(grid, rows, curve, measure, points, floors)) {
        floor.origin = "the floor measured in double, carried over to the bits of these runs";
        floor.needs_repeats = !is_clear(grid, rows, curve, measure, points, floors);
    } else {
        assume_floors(grid, curve, points, floors);
        floor.origin =
            "not measured, since no run was repeated with more bits: the unit round-off of every step";
        floor.needs_repeats = true;
    }
    for (size_t k = 0; k < points; k++)
        floors[k] += floor.reference_error;
    return floor;
}
