/* The verdict on a claim about a number: see verdict_value.h.
 *
 * Every comparison is written so that a NaN neither holds nor refutes. */
#include "harness/judge/verdict_value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/judge/fit_floor.h"
#include "harness/plan/grid_claim.h"
#include "measures/measure.h"

/* ---- the number ---- */

static struct claim_number missing(enum number_status status)
{
    return (struct claim_number){.status = status, .least = NAN, .most = NAN};
}

struct claim_number verdict_value_read(const struct measure *known, unsigned long steps, bool completed,
                                       double value)
{
    static const struct measure none = {.name = ""};
    const struct measure *measure = known ? known : &none;
    const bool ends = measure->bound == MEASURE_LIFETIME && value >= (double)steps;

    if (!completed && !(measure->survives && isfinite(value)))
        return missing(NUMBER_BROKE_DOWN);
    if (completed && !isfinite(value) && measure->bound == MEASURE_EVENT)
        return (struct claim_number){.least = (double)steps, .most = INFINITY};
    if (!isfinite(value))
        return missing(NUMBER_NONE);
    return (struct claim_number){.least = value, .most = ends ? INFINITY : value};
}

static bool is_hidden(const struct claim_number *number)
{
    return number->floor != 0 && !(fabs(number->least) >= VERDICT_OWN_FLOORS * number->floor);
}

/* Zero is not among what it may be. */
static bool is_divisor(const struct claim_number *number)
{
    return !is_hidden(number) && (number->least > 0 || number->most < 0);
}

/* All that [a] / [b] may be; quotients of two infinite ends are none. */
static void divide_ranges(struct claim_number *a, const struct claim_number *b)
{
    const double x = a->least / b->least, y = a->least / b->most, z = a->most / b->least,
                 w = a->most / b->most;

    a->least = fmin(fmin(x, y), fmin(z, w));
    a->most = fmax(fmax(x, y), fmax(z, w));
}

struct claim_number verdict_value_divide(struct claim_number a, struct claim_number b)
{
    if (a.status != NUMBER_MEASURED)
        return a;
    if (b.status == NUMBER_MEASURED && is_hidden(&b) && b.floor > 0 && !is_hidden(&a) && a.least > 0 &&
        !a.reach && !b.reach) { /* that lies anywhere below ten of its floors */
        a.least /= VERDICT_OWN_FLOORS * b.floor;
        a.most = INFINITY;
        a.floor = 0;
        a.reach = NUMBER_EXCEEDS;
        return a;
    }
    if (b.status != NUMBER_MEASURED || !is_divisor(&b)) {
        a.status = b.status != NUMBER_MEASURED ? b.status : NUMBER_NO_DIVISOR;
        a.least = a.most = NAN;
        return a;
    }
    a.floor /= fabs(b.least);
    divide_ranges(&a, &b);
    if (a.reach || b.reach)
        a.reach = NUMBER_ENDS;
    a.seconds += b.seconds;
    return a;
}

/* ---- the number of a claim ---- */

/* The curve of the same data that is as the claim names it, and else as its own; the number of curves where
 * there is none. */
static size_t find_other(const struct grid *grid, size_t curve, const struct study_claim *claim)
{
    const struct grid_curve *own = grid->curve + curve;
    const struct study_relative *relative = &claim->relative;

    for (size_t i = 0; i < grid->curves; i++) {
        const struct grid_curve *other = grid->curve + i;

        if (other->problem == own->problem && grid_claim_is_other(grid, other, claim) &&
            (relative->method || other->method == own->method) &&
            (relative->projection || other->projection == own->projection) &&
            (relative->precision || other->precision == own->precision))
            return i;
    }
    return grid->curves;
}

/* That of the same measure at the steps of the curve, as of a fit; 0 where the measure is no error. */
static double find_floor(const struct grid *grid, const struct result *rows, size_t curve, size_t step,
                         struct measure_id measure)
{
    double errors[GRID_MOST_STEPS], floors[GRID_MOST_STEPS];
    struct fit fit = {.curve.index = curve,
                      .measure = measure,
                      .curve.bits = grid->curve[curve].bits,
                      .points.count = grid->curve[curve].steps,
                      .points.errors = errors};

    if ((!measure.measure->own_floor && measure.measure - measure_table >= MEASURE_COST) ||
        step >= fit.points.count)
        return 0;
    for (size_t k = 0; k < fit.points.count; k++) {
        const struct result_value *found =
            result_find(rows + grid_cell_number(grid, curve, k, false), measure);

        errors[k] = found ? found->value : NAN;
    }
    fit_floor_find(grid, rows, &fit, floors);
    return floors[step];
}

/* A quotient of two parts of the run: hidden where the error whose parts they are is.  What round-off has made of it in
 * the end, a repetition of the run tells. */
static double find_floor_of_part(const struct grid *grid, const struct result *rows, size_t curve,
                                 size_t step, struct measure_id part)
{
    const struct problem *problem = grid->problem[grid->curve[curve].problem].problem;
    const enum measure_row row = part.channel ? MEASURE_INVARIANT_ERROR : MEASURE_ENERGY_ERROR;
    const struct measure_id error = measure_of(problem, row, part.channel);
    const struct measure_id largest = measure_of(problem, MEASURE_LARGEST, part.channel);
    const struct result *run = rows + grid_cell_number(grid, curve, step, false);
    const struct result_value *found = result_find(run, error), *whole = result_find(run, largest);
    const double grown = fit_floor_of_repeat(grid, rows, curve, step, largest);

    if (whole && whole->value < VERDICT_OWN_FLOORS * grown)
        return NAN;
    return found && !(found->value >= VERDICT_OWN_FLOORS * find_floor(grid, rows, curve, step, error)) ? NAN
                                                                                                       : 0;
}

/* Of a slope: where the errors fall as those of an oscillation do, it is that of their means, and no more is known of a
 * drift than that it is smaller. */
static void widen_slope(struct claim_number *number, const struct result_value *growth)
{
    number->least -= number->spread;
    number->most += number->spread;
    if (growth && growth->value < GROWTH_FALLS_BELOW) {
        number->least = fmin(number->least, 0);
        number->most = fmax(number->most, 0);
    }
}

/* The slope of the ensemble beside a growth; of a slope its spread. */
static void add_slope(struct claim_number *number, const struct result *row, const struct problem *problem,
                      struct measure_id id)
{
    const bool grows = id.measure == measure_table + MEASURE_GROWTH;
    struct measure_id of_slope = measure_of(problem, MEASURE_SLOPE, id.channel);
    const struct result_value *slope = result_find(row, of_slope), *spread;

    of_slope.aspect = MEASURE_SPREAD;
    spread = result_find(row, of_slope);
    if (number->status != NUMBER_MEASURED || (!grows && id.measure != measure_table + MEASURE_SLOPE) ||
        !slope || !spread)
        return;
    number->slope = slope->value;
    number->spread = spread->value;
    number->of_ensemble = grows;
    if (!grows)
        widen_slope(number, result_find(row, measure_of(problem, MEASURE_GROWTH, id.channel)));
}

/* Of a run that ended too early. */
static enum number_reach find_reach(const struct measure *measure)
{
    return measure->bound == MEASURE_LARGEST_YET ? NUMBER_RISES
           : measure->bound != MEASURE_NO_BOUND || measure->source == MEASURE_OF_STEP ||
                   measure == measure_table + MEASURE_COST
               ? NUMBER_REACHES
               : NUMBER_ENDS;
}

static struct claim_number read_curve(const struct grid *grid, const struct result *rows, size_t curve,
                                      size_t step, struct measure_id id, unsigned long length)
{
    const struct grid_curve *c = grid->curve + curve;
    const struct grid_problem *p = grid->problem + c->problem;
    struct claim_number number = {.status = NUMBER_NOT_RUN, .least = NAN, .most = NAN};
    const struct result_value *found;
    const struct result *row;

    if (!c->applies || measure_refusal(id, p->problem, NULL, NULL)) {
        number.status = NUMBER_NOT_APPLICABLE;
        return number;
    }
    number.step = p->step_text[step];
    row = rows + grid_cell_number(grid, curve, step, false);
    if (!row->done)
        return number;
    found = result_find(row, id);
    number = verdict_value_read(id.measure, p->count[step], row->completed, found ? found->value : NAN);
    number.step = p->step_text[step];
    number.steps = p->count[step];
    number.length = length;
    number.seconds = row->seconds;
    number.reach = number.steps < length ? find_reach(id.measure) : NUMBER_REACHES;
    number.floor = id.measure == measure_table + MEASURE_FINAL_PART
                       ? find_floor_of_part(grid, rows, curve, step, id)
                       : find_floor(grid, rows, curve, step, id);
    add_slope(&number, row, p->problem, id);
    return number;
}

void verdict_value_find(const struct grid *grid, const struct result *rows, size_t curve,
                        struct measure_id measure, const struct study_claim *from, struct claim_on_fit *claim)
{
    const struct grid_problem *p = grid->problem + grid->curve[curve].problem;
    struct claim_number divisor = {.status = NUMBER_NOT_RUN, .least = NAN, .most = NAN};
    size_t step, other;

    claim->sharp = from->sharp;
    claim->value = claim->kind == CLAIM_BELOW ? claim->high : claim->kind == CLAIM_ABOVE ? claim->low : NAN;
    if (!grid_claim_has_step(p, from->step, &step))
        step = 0; /* claims without their step are not made of the curve */
    claim->number = read_curve(grid, rows, curve, step, measure, from->length);
    if (!grid_claim_is_relative(from))
        return;
    other = find_other(grid, curve, from);
    if (other < grid->curves)
        divisor = read_curve(grid, rows, other, step, measure, from->length);
    claim->number = verdict_value_divide(claim->number, divisor);
    claim->number.relative = &from->relative;
}

/* ---- the verdict ---- */

static struct verdict_outcome conclude(enum verdict verdict, enum verdict_reason reason,
                                       enum verdict_next next)
{
    return (struct verdict_outcome){
        .verdict = verdict, .reason = reason, .next = next, .ground = GROUND_NUMBER};
}

static struct verdict_outcome decide(bool holds)
{
    return conclude(holds ? VERDICT_HOLDS : VERDICT_REFUTED, VERDICT_REASON_NONE, VERDICT_NEXT_NOTHING);
}

static struct verdict_outcome inconclusive(enum verdict_reason reason, enum verdict_next next)
{
    return conclude(VERDICT_INCONCLUSIVE, reason, next);
}

static double raise_by(double bound, double factor)
{
    return bound >= 0 ? bound * factor : bound / factor;
}

/* What is known of the number that the claim is about: within ten of its floors no more than that, and from a run that
 * was too short no more than what a longer one cannot change. */
static struct claim_number bound(struct claim_number number)
{
    const double reach = VERDICT_OWN_FLOORS * number.floor;

    if (is_hidden(&number)) {
        number.least = number.least < 0 ? -reach : 0;
        number.most = isnan(reach) ? INFINITY : fmax(number.most, reach);
    }
    if (number.reach != NUMBER_REACHES)
        number.most = INFINITY;
    if (number.reach == NUMBER_ENDS)
        number.least = -INFINITY;
    return number;
}

static struct verdict_outcome too_short(const struct claim_on_fit *claim)
{
    return inconclusive(VERDICT_REASON_TOO_SHORT,
                        claim->number.steps < claim->number.length ? VERDICT_NEXT_LENGTH : VERDICT_NEXT_FULL);
}

/* Of a drift the slope differs from zero by its spread, of a walk it does not, nor of a bounded error that does not fall:
 * there a drift may be hidden that will outgrow it. */
static bool agrees_with_slope(const struct claim_number *number, enum growth growth)
{
    const bool drifts = fabs(number->slope) > number->spread;

    return !number->of_ensemble || number->least < GROWTH_FALLS_BELOW || drifts == (growth == GROWTH_SECULAR);
}

static struct verdict_outcome decide_growth(const struct claim_on_fit *claim)
{
    const enum growth growth = growth_classify(claim->number.least);

    if (claim->number.reach != NUMBER_REACHES)
        return too_short(claim);
    if (growth == GROWTH_INCONCLUSIVE || !agrees_with_slope(&claim->number, growth))
        return inconclusive(VERDICT_REASON_MARGIN, VERDICT_NEXT_FULL);
    if (claim->number.least == 0 && claim->growth != GROWTH_BOUNDED) /* nothing was seen to change */
        return inconclusive(VERDICT_REASON_FLOOR, VERDICT_NEXT_FULL);
    return decide(growth == claim->growth);
}

static struct verdict_outcome decide_value(const struct claim_on_fit *claim)
{
    const struct claim_number known = bound(claim->number);
    const double margin = claim->sharp ? 1 : VERDICT_VALUE_MARGIN;
    const bool inside = known.least >= claim->low && known.most <= claim->high,
               apart = known.least > raise_by(claim->high, margin) ||
                       known.most < raise_by(claim->low, 1 / margin);

    if (inside || apart)
        return decide(inside);
    if (is_hidden(&claim->number) || claim->number.reach == NUMBER_EXCEEDS)
        return inconclusive(VERDICT_REASON_FLOOR, VERDICT_NEXT_POINTS);
    return known.least < known.most ? too_short(claim)
                                    : inconclusive(VERDICT_REASON_MARGIN, VERDICT_NEXT_BOUND);
}

struct verdict_outcome verdict_value_decide(const struct claim_on_fit *claim)
{
    switch (claim->number.status) {
    case NUMBER_MEASURED:
        if (!(claim->number.least <= claim->number.most))
            break;
        return claim->kind == CLAIM_GROWTH ? decide_growth(claim) : decide_value(claim);
    case NUMBER_NOT_RUN:
        return inconclusive(VERDICT_REASON_TOO_FEW, VERDICT_NEXT_RUNS);
    case NUMBER_BROKE_DOWN:
        return inconclusive(VERDICT_REASON_BROKE_DOWN, VERDICT_NEXT_NOTHING);
    case NUMBER_NO_DIVISOR:
        return inconclusive(VERDICT_REASON_FLOOR, VERDICT_NEXT_NOTHING);
    case NUMBER_NOT_APPLICABLE:
        return conclude(VERDICT_NOT_APPLICABLE, VERDICT_REASON_NONE, VERDICT_NEXT_NOTHING);
    case NUMBER_NONE:
        break;
    }
    return inconclusive(VERDICT_REASON_TOO_FEW, VERDICT_NEXT_NOTHING);
}
