/* The floors of a fit: see fit_floor.h.
 *
 * A run at b bits has an error e + r, e that of the method, r of the arithmetic.  The same run at b + 64 bits (in
 * double: any with 117 bits or more) has e + r 2^-64, so that the difference of the two is r, whatever the method
 * does.  Round-off errors of N steps are a random walk (Henrici 1962, Brouwer 1937): r grows like sqrt N.  It is
 * taken at the two finest steps, because one difference alone may be small by accident; the larger of the two, each
 * divided by its sqrt N, counts.
 *
 * Round-off errors are proportional to the unit round-off.  A curve in mpfr whose curve in double was
 * measured therefore has the floor of that one times 2^(53 - b), near enough where the errors lie far above
 * it, and above what a stalled iteration leaves (2^12 units at most): only where an error comes within 2^32
 * of being hidden are its runs repeated.
 *
 * A method of a program that has no more bits is repeated from initial values that differ by a unit in the last place.
 * What that changes, r_1, is what one rounding error at the start comes to: those of N steps are a random walk of
 * r_1 sqrt N.  A step makes several of them, of which four are allowed for.  Of the two-form of neighbouring runs r_1 is
 * what all N steps of these leave: it is scaled with the root of N from the finest steps, and not taken sqrt N times.
 *
 * That is a bound before anything is known of the runs.  Of the error of the solution more is known, from repetitions at
 * all steps, since two may both differ by little by chance: r_1 is the largest of all, of runs whose errors are small
 * enough for an order.  (One that is unstable at a large step makes of its data what it likes.)  The two runs round
 * differently at each step, so that what they differ by is a sample of what is random in r at this step size; the largest
 * so far and that of the next smaller step, four times, stand for it.  What is systematic (rounded coefficients, steps and
 * times) is the same in both and grows like N; but the error of the finest run has all of it, and twice that error, times
 * N over the N of that run, is allowed for.  The sum counts where it is smaller than the bound: nothing is gained of runs
 * that do not come near to round-off.  Of states with fewer bits than the arithmetic the bound is by two differences and what follows.
 *
 * Where the states of a run are numbers of fewer bits than the arithmetic has (struct result, width), as those of a
 * method in single precision are, the last of these is changed, and what rounding to them leaves is no less than a random
 * walk of rounding errors of N steps.  A measure that loses bits of double (measure_bits) loses as many of these.
 *
 * No floor lies below the unit round-off of what made the number (measure_bits): a difference may vanish by chance, or
 * because both runs were measured in the same arithmetic, as those are that take the Jacobian of a step (of a run in
 * double at 128 bits: measures/step/step_measure.h).  The two-form of neighbouring runs is repeated with half their
 * distance, which shows what their differences leave besides.  Nor does one lie below a unit of the last decimal of the
 * coefficients, where a file prints them and has its order to these decimals.
 */
#include "harness/judge/fit_floor.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrators/methods/method_file.h"
#include "integrators/methods/rounding.h"
#include "harness/judge/order_fit.h"
#include "measures/step/step_defect.h"
#include "numerics/exact.h"

/* Between the smallest error and what the floor hides, for a floor that was carried over. */
#define MARGIN 0x1p32

enum { PERTURBATIONS = 4 /* rounding errors of a step */, SYSTEMATIC = 2 /* errors of the finest run */ };

size_t fit_floor_coarsest(const struct fit *fit)
{
    size_t k = fit->points.coarser;

    while (k < fit->points.count && !isfinite(fit->points.errors[k]))
        k++;
    return k;
}

enum verdict_next fit_floor_next(const struct fit *fit)
{
    return fit->measure.measure->source == MEASURE_OF_LONGER_RUN ? VERDICT_NEXT_STEPS : VERDICT_NEXT_POINTS;
}

bool fit_floor_finest(const struct fit *fit, size_t finest[2])
{
    size_t found = 0;

    for (size_t k = fit->points.count; k-- > 0 && found < 2;) {
        if (isfinite(fit->points.errors[k]))
            finest[1 - found++] = k;
    }
    return found == 2;
}

/* ---- differences ---- */

/* Runs of the measure of a fit: those of a curve, or their repetitions. */
struct runs {
    const struct grid *grid;
    const struct result *rows;
    struct measure_id measure;
    size_t curve;
    bool repeat;
};

static const char *digits_at(struct runs runs, size_t step)
{
    const struct result *row = runs.rows + grid_cell_number(runs.grid, runs.curve, step, runs.repeat);
    const struct result_value *found = row->done ? result_find(row, runs.measure) : NULL;

    return found && isfinite(found->value) ? found->text : NULL;
}

/* |a - b| of the numbers with all their digits: in double their difference would be lost.  NaN where one has none. */
static double difference_at(struct runs a, struct runs b, size_t step)
{
    const char *first = digits_at(a, step), *second = digits_at(b, step);
    double difference = NAN;
    struct error ignored;
    mpq_t x, y;

    mpq_inits(x, y, NULL);
    if (first && second && exact_parse(x, first, &ignored) && exact_parse(y, second, &ignored)) {
        mpq_sub(x, x, y);
        difference = fabs(exact_to_double(x));
    }
    mpq_clears(x, y, NULL);
    return difference;
}

/* Over how many steps round-off adds up. */
static double count_at(struct runs runs, size_t step)
{
    const bool once = runs.measure.measure->source == MEASURE_OF_STEP;

    return once ? 1 : (double)runs.grid->problem[runs.grid->curve[runs.curve].problem].count[step];
}

/* Over how many steps the two-form of neighbouring runs is carried, 1 of all else: so many leave what perturbed data
 * change of it. */
static double count_carried(struct runs runs, size_t step)
{
    const unsigned long count = runs.grid->problem[runs.grid->curve[runs.curve].problem].count[step];

    if (runs.measure.measure != measure_table + MEASURE_BILINEAR_DEFECT)
        return 1;
    return (double)(count < BILINEAR_MOST_STEPS ? count : BILINEAR_MOST_STEPS);
}

/* The floors by two differences at the finest steps where both runs have a value; false when there are not
 * two.
 */
static bool measure_floors(struct runs runs, struct runs again, size_t points, double *floors)
{
    const bool perturbed = again.repeat && grid_perturbs(runs.grid->curve + runs.curve);
    double unit = 0, finest = 0, carried = 1;
    size_t found = 0;

    for (size_t k = points; k-- > 0 && found < 2;) {
        const double difference = difference_at(runs, again, k),
                     one = perturbed ? PERTURBATIONS * difference : difference / sqrt(count_at(runs, k));

        if (isfinite(one)) {
            unit = one > unit ? one : unit;
            carried = found ? carried : count_carried(runs, k);
            finest = found++ ? finest : count_at(runs, k);
        }
    }
    for (size_t k = 0; k < points && found == 2; k++)
        floors[k] = unit * sqrt(finest) * sqrt(count_at(runs, k) / finest) *
                    (perturbed ? sqrt(count_carried(runs, k) / carried) : 1);
    for (size_t k = 0; k < points && found == 2 && perturbed;
         k++) /* differences leave more of larger steps */
        floors[k] = fmax(floors[k], PERTURBATIONS * difference_at(runs, again, k));
    return found == 2;
}

/* What perturbed data change at the step; 0 of a run that does not follow the solution, and where there is none. */
static double followed_difference(struct runs runs, const struct fit *fit, size_t step)
{
    struct runs perturbed = runs;

    perturbed.repeat = true;
    return fit->points.errors[step] <= ORDER_FIT_LARGEST ? fmax(0, difference_at(runs, perturbed, step)) : 0;
}

/* The floors of the error of the solution in double alone, by the differences from perturbed data and by the error of the
 * finest run: see the head of the file. */
static void bound_by_runs(struct runs runs, const struct fit *fit, double *floors)
{
    double of_all = 0, so_far = 0;
    size_t last = fit->points.count;

    while (last > 0 && !isfinite(fit->points.errors[last - 1]))
        last--;
    for (size_t k = 0; k < last; k++)
        of_all = fmax(of_all, followed_difference(runs, fit, k));
    for (size_t k = 0; k < last; k++) {
        const double share = count_at(runs, k) / count_at(runs, last - 1),
                     systematic = SYSTEMATIC * fit->points.errors[last - 1] * share;

        so_far = fmax(so_far, fmax(followed_difference(runs, fit, k),
                                   k + 1 < last ? followed_difference(runs, fit, k + 1) : 0));
        floors[k] =
            fmin(PERTURBATIONS * of_all * sqrt(count_at(runs, k)), PERTURBATIONS * so_far + systematic);
    }
}

double fit_floor_of_difference(double value, double perturbed)
{
    return PERTURBATIONS * fabs(value - perturbed);
}

double fit_floor_of_repeat(const struct grid *grid, const struct result *rows, size_t curve, size_t step,
                           struct measure_id measure)
{
    const struct runs runs = {grid, rows, measure, curve, false}, again = {grid, rows, measure, curve, true};

    if (!(grid->curve[curve].repeats >> step & 1))
        return NAN;
    return difference_at(runs, again, step) * (grid_perturbs(grid->curve + curve) ? PERTURBATIONS : 1);
}

static bool measure_by_repeats(struct runs runs, size_t points, double *floors)
{
    struct runs again = runs;

    again.repeat = true;
    return measure_floors(runs, again, points, floors);
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

    for (size_t i = grid->group[curve]; i < grid->curves; i = grid->next[i]) {
        const struct grid_curve *other = grid->curve + i;
        bool fits = in_double ? other->bits == CELL_DOUBLE && rounds_alike(grid, other, own)
                              : other->bits >= CELL_LEAST_BITS + GRID_REPEAT_BITS;

        if (i != curve && other->applies && fits &&
            (best == grid->curves || other->bits > grid->curve[best].bits))
            best = i;
    }
    return best;
}

static bool measure_double(struct runs runs, size_t points, double *floors)
{
    struct runs in_mpfr = runs;

    in_mpfr.curve = find_sibling(runs.grid, runs.curve, false);
    return (in_mpfr.curve < runs.grid->curves && measure_floors(runs, in_mpfr, points, floors)) ||
           measure_by_repeats(runs, points, floors);
}

/* The floors in double carried over to the bits of the curve. */
static bool carry_over(struct runs runs, size_t points, double *floors)
{
    const struct measure *measure = runs.measure.measure;
    const long finer =
        measure_bits(measure, runs.grid->curve[runs.curve].bits) - measure_bits(measure, CELL_DOUBLE);

    runs.curve = find_sibling(runs.grid, runs.curve, true);
    if (runs.curve == runs.grid->curves || !measure_double(runs, points, floors))
        return false;
    for (size_t k = 0; k < points; k++)
        floors[k] = ldexp(floors[k], -(int)finer);
    return true;
}

/* Where nothing was measured: rounding each step once. */
static void assume_floors(struct runs runs, size_t points, double unit, double *floors)
{
    for (size_t k = 0; k < points; k++)
        floors[k] = unit * sqrt(count_at(runs, k));
}

/* Whether every error that counts lies so far above the floor that its accuracy does not matter. */
static bool is_clear(const struct fit *fit, const double *floors)
{
    for (size_t k = 0; k < fit->points.count; k++) {
        if (isfinite(fit->points.errors[k]) &&
            !(fit->points.errors[k] >= MARGIN * ORDER_FIT_FLOORS * floors[k]))
            return false;
    }
    return true;
}

/* ---- the reference ---- */

/* Two runs of the reference agree to so many digits of the largest coordinate; every coordinate is weighted.
 */
static double find_reference_error(const struct grid_problem *p, const struct measure *measure)
{
    const struct reference *reference = p->reference;
    double largest = 0, sum = 0;

    if (!reference || !measure_is_of_solution(measure))
        return 0;
    for (size_t i = 0; i < reference->dimension; i++)
        largest = fmax(largest, fabs(mpfr_get_d(reference->state[i], MPFR_RNDN)));
    for (size_t i = 0; i < reference->dimension; i++)
        sum += largest / (reference->excursion[i] > 0 ? reference->excursion[i] : 1);
    return sum * pow(10, -(double)reference->agreed_digits);
}

/* ---- floors of their own ---- */

/* Measured in the same run, beside the measure; NaN where there is none. */
static void read_own_floors(struct runs runs, struct fit *fit, double *floors)
{
    runs.measure.aspect = MEASURE_FLOOR;
    for (size_t k = 0; k < fit->points.count; k++) {
        const struct result *row = runs.rows + grid_cell_number(runs.grid, runs.curve, k, false);
        const struct result_value *found = row->done ? result_find(row, runs.measure) : NULL;

        floors[k] = found ? found->value : NAN;
    }
}

/* The narrowest numbers of its runs, in bits; 0: none is narrower than the arithmetic. */
static int find_width(struct runs runs, size_t points)
{
    int width = 0;

    for (size_t k = 0; k < points; k++) {
        const struct result *row = runs.rows + grid_cell_number(runs.grid, runs.curve, k, false);

        if (row->done && row->width && (!width || row->width < width))
            width = row->width;
    }
    return width;
}

static enum floor_origin find_round_off(struct runs runs, const struct fit *fit, double unit, double *floors)
{
    const bool in_double = fit->curve.bits == CELL_DOUBLE;

    if (in_double && measure_double(runs, fit->points.count, floors)) {
        if (fit->curve.alone && measure_is_of_solution(runs.measure.measure) &&
            !find_width(runs, fit->points.count))
            bound_by_runs(runs, fit, floors);
        return fit->curve.alone ? FLOOR_BY_DATA : FLOOR_BY_MPFR;
    }
    if (!in_double && measure_by_repeats(runs, fit->points.count, floors))
        return FLOOR_BY_BITS;
    if (!in_double && carry_over(runs, fit->points.count, floors))
        return FLOOR_CARRIED;
    assume_floors(runs, fit->points.count, unit, floors);
    return FLOOR_ASSUMED;
}

/* What rounding all steps to so many bits leaves. */
static double floor_of_width(struct runs runs, int width, size_t step)
{
    const int lost = CELL_LEAST_BITS - (int)measure_bits(runs.measure.measure, CELL_DOUBLE);

    return PERTURBATIONS * ldexp(1, (lost > 0 ? lost : 0) - width) * sqrt(count_at(runs, step));
}

/* A unit of the last place: of the arithmetic, or of the numbers that a file prints, if that is larger. */
static double find_unit(const struct runs runs, const struct fit *fit)
{
    const struct grid_curve *curve = runs.grid->curve + runs.curve;
    const struct model *model = runs.grid->problem[curve->problem].problem->model;
    const struct method_file *file = curve->method->file;
    const int printed = file ? method_file_printed(file, model->time_dependent) : 0;
    const double unit = ldexp(1, -(int)measure_bits(runs.measure.measure, fit->curve.bits));

    return printed ? fmax(unit, pow(10, -printed)) : unit;
}

void fit_floor_find(const struct grid *grid, const struct result *rows, struct fit *fit, double *floors)
{
    const struct runs runs = {grid, rows, fit->measure, fit->curve.index, false};
    const double unit = find_unit(runs, fit);

    fit->floor.of_points = floors;
    fit->floor.reference_error =
        find_reference_error(grid->problem + grid->curve[fit->curve.index].problem, fit->measure.measure);
    fit->floor.origin = FLOOR_OWN;
    if (runs.measure.measure->own_floor)
        read_own_floors(runs, fit, floors);
    else
        fit->floor.origin = find_round_off(runs, fit, unit, floors);
    fit->floor.needs_repeats =
        fit->floor.origin == FLOOR_ASSUMED || (fit->floor.origin == FLOOR_CARRIED && !is_clear(fit, floors));
    fit->curve.width = find_width(runs, fit->points.count);
    for (size_t k = 0; k < fit->points.count && fit->curve.width; k++) {
        const double least = floor_of_width(runs, fit->curve.width, k);

        floors[k] = floors[k] < least ? least : floors[k]; /* NaN stays */
    }
    for (size_t k = 0; k < fit->points.count; k++)
        floors[k] = (runs.measure.measure->own_floor || floors[k] > unit ? floors[k] : unit) +
                    fit->floor.reference_error;
    fit->floor.value = fit->points.count ? floors[fit->points.count - 1] : 0;
}
