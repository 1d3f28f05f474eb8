/* The verdict on a claim: see verdict.h.
 *
 * Every comparison is written so that a NaN neither holds nor refutes.
 *
 * Exact: an error at the floor at every step has no order.  If it falls with the precision as round-off does,
 * it is zero, and any `at least p` holds; `exactly p` stays inconclusive, because an error that vanishes on
 * these data may have the order p on others.  If it is not known to fall, it may as well be an error of any
 * order with a small constant, and more bits must tell.
 *
 * Superconvergence: where the zero lies between the two finest steps, r = (h_n/h')^k and K = 2^k, the last
 * two slopes are p + log2((Kr - 1)/(1 - r)) and p + log2((K^2 r - 1)/(Kr - 1)).  They agree by accident at
 * one r, about an order of p + k + 1/2, and the rule of the window takes that for measured.  The slope before
 * them, p + log2((K^3 r - 1)/(K^2 r - 1)), is smaller by log2((1 - 2/K^2)/(1 - 2/K)) or so: 0.4 for k = 2,
 * 0.2 for k = 4.  Slopes that rise to their limit from below do so ever more slowly; these rise faster and
 * then stop.  An order above `at least p` is therefore taken from one fit only if its last three slopes do
 * not rise, or ever more slowly, which takes four slopes to see. */
#include "harness/judge/verdict.h"

#include <math.h>
#include <string.h>

#include "harness/judge/fit_floor.h"
#include "harness/judge/order_fit.h"
#include "harness/judge/unsettled.h"
#include "harness/judge/verdict_in_double.h"
#include "harness/judge/verdict_value.h"
#include "measures/measure.h"

enum { STALLED = 5 }; /* points */

static struct verdict_outcome conclude(enum verdict verdict, enum verdict_reason reason,
                                       enum verdict_ground ground)
{
    return (struct verdict_outcome){.verdict = verdict, .reason = reason, .ground = ground};
}

static struct verdict_outcome inconclusive(enum verdict_reason reason, enum verdict_next next,
                                           enum verdict_ground ground)
{
    return (struct verdict_outcome){
        .verdict = VERDICT_INCONCLUSIVE, .reason = reason, .next = next, .ground = ground};
}

enum verdict_subject verdict_subject_of(const struct claim_on_fit *claim)
{
    return !claim                        ? SUBJECT_NONE
           : term_is_number(claim->kind) ? SUBJECT_NUMBER
           : term_is_exact(claim->kind)  ? SUBJECT_PROPERTY
                                         : SUBJECT_ORDER;
}

/* What the ground says of a claim, which may be NULL: one that it is zero holds of what is, one that it is not is refuted. */
static enum ground_says ground_says(enum verdict_ground ground, const struct claim_on_fit *claim)
{
    switch (ground) {
    case GROUND_NONE:
    case GROUND_NOT_APPLICABLE:
    case GROUND_NUMBER:
        return GROUND_SAYS_NOTHING;
    case GROUND_ORDER:
    case GROUND_ORDER_ABOVE:
    case GROUND_ORDER_ZERO:
    case GROUND_ORDER_BY_TREES:
    case GROUND_ORDER_EXPANDED:
        return GROUND_HOLDS;
    case GROUND_ORDER_APART:
    case GROUND_ORDER_POWER:
        return GROUND_REFUTES;
    case GROUND_FALLS:
    case GROUND_RELATION:
        return verdict_denies(claim) ? GROUND_REFUTES : GROUND_HOLDS;
    case GROUND_WITHIN_FLOOR: /* what is denied may lie below what hides it */
    case GROUND_ROUND_OFF:
        return verdict_denies(claim) ? GROUND_OPEN : GROUND_HOLDS;
    case GROUND_STAYS:
    case GROUND_POWER:
    case GROUND_ABOVE_FLOOR:
    case GROUND_NO_RELATION:
    case GROUND_NO_ROUND_OFF:
        return verdict_denies(claim) ? GROUND_HOLDS : GROUND_REFUTES;
    default:
        return GROUND_OPEN;
    }
}

bool verdict_has_own_floor(struct measure_id id)
{
    return id.measure && id.measure->own_floor;
}

bool verdict_is_number(const struct claim_on_fit *claim)
{
    return claim && term_is_number(claim->kind);
}

bool verdict_is_exact(const struct claim_on_fit *claim)
{
    return claim && term_is_exact(claim->kind);
}

bool verdict_denies(const struct claim_on_fit *claim)
{
    return claim && claim->kind == CLAIM_NOT_EXACT;
}

bool verdict_is_repeated(const struct fit *e)
{
    if (e->exact.has_own_floor)
        return e->exact.error >= 0 && e->exact.own_floor >= 0 && e->exact.own_floor <= VERDICT_OWN_LARGEST;
    return e->exact.bits >= GRID_REPEAT_BITS && e->exact.error >= 0 && isfinite(e->exact.error) &&
           e->exact.repeated >= 0 && isfinite(e->exact.repeated);
}

bool verdict_falls(const struct fit *e)
{
    const struct measure *row = e->measure.measure;
    const double gained = (double)(row ? measure_bits(row, e->exact.bits) : e->exact.bits);

    if (verdict_in_double_is_relation(e))
        return verdict_in_double_holds(e);
    if (e->exact.has_own_floor)
        return verdict_is_repeated(e) && e->exact.error <= VERDICT_OWN_FLOORS * e->exact.own_floor &&
               e->exact.coarse_excess <= VERDICT_OWN_FLOORS &&
               e->exact.repeated <= VERDICT_OWN_FLOORS * e->exact.repeated_floor;
    return verdict_is_repeated(e) && e->exact.repeated <= exp2(-VERDICT_FALL * gained) * e->exact.error;
}

static bool is_at_least(const struct claim_on_fit *claim)
{
    return claim->kind == CLAIM_AT_LEAST;
}

size_t verdict_halvings(const struct fit *e)
{
    return e->order.end > 0 ? e->order.end - 1 : 0;
}

static double tolerance_of(const struct fit *e)
{
    return VERDICT_TOLERANCE + (e->order.high - e->order.low) / 2;
}

/* ---- the order as the step goes to zero ---- */

/* The finest step of which an error was used; NaN where there is none. */
static double finest_step(const struct fit *e)
{
    return e->order.end && e->order.end <= e->points.count ? e->points.step_values[e->order.end - 1] : NAN;
}

/* Whether two slopes of the window, one after the other, are the order: its term has led at these steps. */
static bool has_reached(const struct fit *e, double order)
{
    const size_t end = e->order.end, begin = end - e->order.window;

    for (size_t i = begin; i + 2 < end; i++) {
        if (fabs(e->order.slopes[i] - order) <= VERDICT_TOLERANCE &&
            fabs(e->order.slopes[i + 1] - order) <= VERDICT_TOLERANCE)
            return true;
    }
    return false;
}

/* Whether slopes from `low` to `high` are another order than the expansion at the data gives, and not for one of these reasons: the
 * leading term does not lead yet at these steps; it comes and goes with the number of steps, and an even number has none of it; or
 * the measure is that of steps from other states as well, which have more. */
static bool is_unexplained(const struct fit *e, double low, double high)
{
    const struct limit_at_data *here = &e->order.limit.at_data;
    const bool of_step = e->measure.measure && e->measure.measure->source == MEASURE_OF_STEP,
               leads = finest_step(e) < here->leads_below;
    const double least = of_step && e->order.limit.status == LIMIT_ORDER ? e->order.limit.order : here->order;

    if (isnan(here->order))
        return (!of_step || e->order.limit.status == LIMIT_ZERO) &&
               high < (double)e->order.limit.known - 1 - VERDICT_DISTANCE;
    return (leads && low > here->order + VERDICT_DISTANCE && !here->term.alternates) ||
           ((leads || has_reached(e, here->order)) && high < least - VERDICT_DISTANCE);
}

static bool is_expanded(const struct fit *e)
{
    return e->order.limit.status == LIMIT_ORDER || e->order.limit.status == LIMIT_ZERO;
}

/* The order that the runs reach at most: the upper end of the interval, or of slopes that have not settled the last one. */
static double find_reached(const struct fit *e)
{
    return e->order.status == FIT_NOT_ASYMPTOTIC ? e->order.slopes[e->order.end - 2] : e->order.high;
}

bool verdict_is_contradicted(const struct fit *e)
{
    const struct limit *limit = &e->order.limit;
    const double tolerance = tolerance_of(e);

    if (limit->proved)
        return true;
    /* Slopes that fall far below: so does an error that is not the method's, as of an iteration that ends too early. */
    if (e->order.status == FIT_NOT_ASYMPTOTIC && is_expanded(e))
        return is_unexplained(e, -INFINITY, find_reached(e) + VERDICT_UNSETTLED) &&
               (unsettled_leaves_order(e) || unsettled_only_falls(e));
    if (e->order.status != FIT_MEASURED)
        return false;
    switch (limit->status) {
    case LIMIT_UNCERTAIN:
        return true;
    case LIMIT_MEASURED:
        return fabs(e->order.value - limit->order) > tolerance;
    case LIMIT_ORDER:
    case LIMIT_ZERO:
        return is_unexplained(e, e->order.low, e->order.high);
    default:
        return false;
    }
}

bool verdict_explains(const struct fit *solution, const struct fit *lower)
{
    return is_expanded(solution) &&
           (is_expanded(lower) || solution->order.limit.at_data.order < lower->order.high + VERDICT_DISTANCE);
}

/* Whether slopes at very small steps have an order that lies certainly below `at least p`.  `claim` may be NULL. */
static bool is_measured_below(const struct fit *e, const struct claim_on_fit *claim)
{
    return claim && is_at_least(claim) && e->order.limit.status == LIMIT_MEASURED &&
           e->order.limit.order < claim->value - VERDICT_DISTANCE;
}

static bool has_errors(const struct fit *e)
{
    size_t k = 0;

    while (k < e->points.count && !isfinite(e->points.errors[k]))
        k++;
    return k < e->points.count;
}

/* The run passes a place where small steps cannot be made, of which no expansion from the data knows. */
static bool is_broken_where_finest(const struct fit *e)
{
    return e->points.broken_step && !isfinite(e->points.errors[e->points.count - 1]);
}

/* What the expansion of a run decides, whatever the slopes; else VERDICT_NONE.  A coefficient below the claimed power is proved not
 * to be zero, and refutes.  Zeros below it make an order hold, but not where runs break down at the finest step.  Neither decides
 * where the slopes are another order and nothing explains it, unless these say the same of the claim. */
static enum verdict decide_by_powers(const struct fit *e, const struct claim_on_fit *claim)
{
    const struct limit *limit = &e->order.limit;
    const bool at_least = claim && is_at_least(claim), contradicted = verdict_is_contradicted(e);
    const double order = limit->status == LIMIT_ZERO ? (double)limit->known - 1 : limit->order;

    if (!claim || term_is_exact(claim->kind) || term_is_number(claim->kind) || !is_expanded(e) ||
        !has_errors(e) || (limit->proved && e->order.status != FIT_MEASURED))
        return VERDICT_NONE;
    if (limit->status == LIMIT_ZERO && (!at_least || order < claim->value || e->order.status == FIT_EXACT))
        return VERDICT_NONE; /* it may have any order beyond */
    if (order < claim->value - VERDICT_TOLERANCE)
        return contradicted && find_reached(e) > claim->value - VERDICT_DISTANCE ? VERDICT_NONE
                                                                                 : VERDICT_REFUTED;
    if (e->order.status == FIT_BROKE_DOWN || is_broken_where_finest(e) ||
        (contradicted && (!at_least || find_reached(e) < claim->value - VERDICT_DISTANCE)))
        return VERDICT_NONE;
    return at_least || order <= claim->value + VERDICT_TOLERANCE ? VERDICT_HOLDS : VERDICT_REFUTED;
}

/* ---- what limits the evidence ---- */

static bool is_floored(const struct fit *e, size_t i)
{
    return !e->order.used[i] && isfinite(e->points.errors[i]) && e->points.errors[i] <= ORDER_FIT_LARGEST;
}

/* The first point beyond the finest admitted one that the floor hides; `points` where there is none. */
static size_t find_floored(const struct fit *e)
{
    size_t i = e->order.end;

    while (i < e->points.count && !is_floored(e, i))
        i++;
    return i;
}

static bool is_reference_to_blame(const struct fit *e, size_t point)
{
    return e->floor.reference_error > 0 &&
           (!e->floor.of_points || e->floor.reference_error >= e->floor.of_points[point] / 2);
}

/* Over four halvings the error does not fall by half, and all that while it lies above its floor: it is none of round-off
 * in this arithmetic, and no smaller step takes it away. */
static bool is_stalled(const struct fit *e)
{
    double largest = 0;

    for (size_t k = e->points.count - (e->points.count < STALLED ? e->points.count : STALLED);
         k < e->points.count; k++)
        largest = e->order.used[k] ? fmax(largest, e->points.errors[k]) : INFINITY;
    return e->points.count >= STALLED && e->points.errors[e->points.count - 1] >= largest / 2;
}

/* Refine where that helps: finer steps whose errors the floor hides say nothing. */
static struct verdict_outcome refine(const struct fit *e, enum verdict_reason reason,
                                     enum verdict_ground ground)
{
    size_t floored = find_floored(e);

    if (floored < e->points.count && is_reference_to_blame(e, floored))
        return inconclusive(reason, VERDICT_NEXT_REFERENCE, ground);
    if ((e->context.fixed || !e->context.refinable) && (is_stalled(e) || unsettled_leaves_order(e)))
        return inconclusive(VERDICT_REASON_STALLED, VERDICT_NEXT_NOTHING, ground);
    if (e->context.fixed)
        return inconclusive(reason, VERDICT_NEXT_STEPS, ground);
    if (!e->context.refinable)
        return inconclusive(VERDICT_REASON_BUDGET, VERDICT_NEXT_BUDGET, ground);
    return inconclusive(reason, floored < e->points.count ? VERDICT_NEXT_BITS : VERDICT_NEXT_HALVINGS,
                        ground);
}

/* ---- the verdict by the status of the fit ---- */

static struct verdict_outcome decide_few(const struct fit *e)
{
    const enum verdict_ground ground = e->order.status == FIT_EXACT ? GROUND_FLOORED : GROUND_TOO_FEW;
    size_t floored = find_floored(e);

    if (floored == e->points.count)
        return refine(e, VERDICT_REASON_TOO_FEW, ground);
    return refine(e,
                  is_reference_to_blame(e, floored) ? VERDICT_REASON_REFERENCE_LIMITED : VERDICT_REASON_FLOOR,
                  ground);
}

/* The error is at the floor at every step. */
static struct verdict_outcome decide_floored(const struct fit *e, const struct claim_on_fit *claim)
{
    if (!verdict_falls(e) || (is_at_least(claim) && !verdict_agrees(e, claim)))
        return decide_few(e);
    return is_at_least(claim)
               ? conclude(VERDICT_HOLDS, VERDICT_REASON_SUPERCONVERGENT, GROUND_ORDER_ZERO)
               : inconclusive(VERDICT_REASON_SUPERCONVERGENT, VERDICT_NEXT_WITNESS, GROUND_ORDER_OF_ZERO);
}

/* The ground refutes; `reason` is why a single fit does not. */
static struct verdict_outcome decide_witnessed(const struct fit *e, enum verdict_ground ground,
                                               enum verdict_reason alone, enum verdict_reason reason)
{
    if (e->context.witness == VERDICT_WITNESS_REFUTES || e->context.decides_alone)
        return conclude(VERDICT_REFUTED, VERDICT_REASON_NONE, ground);
    return inconclusive(e->context.witness == VERDICT_WITNESS_NONE ? alone : reason, VERDICT_NEXT_WITNESS,
                        ground);
}

/* The order lies outside the tolerance of the claim, and not above `at least p`. */
static struct verdict_outcome decide_apart(const struct fit *e, const struct claim_on_fit *claim)
{
    const bool above = e->order.value > claim->value;
    const enum verdict_reason reason = above ? VERDICT_REASON_SUPERCONVERGENT : VERDICT_REASON_PRE_ASYMPTOTIC;

    if (verdict_refutes(e, claim))
        return decide_witnessed(e, GROUND_ORDER_APART, above ? reason : VERDICT_REASON_TOO_FEW, reason);
    return refine(e, reason,
                  e->order.low > claim->value + VERDICT_DISTANCE ? GROUND_ORDER_FEW_HALVINGS
                                                                 : GROUND_ORDER_BETWEEN);
}

/* Whether the last three slopes do not rise, or ever more slowly than the one before. */
static bool is_settled(const struct fit *e)
{
    const size_t end = e->order.end;
    const double *last = e->order.slopes + end - 2; /* of the finest pair admitted */
    double change, before, first;

    if (e->order.window < VERDICT_POINTS || end < VERDICT_POINTS)
        return false;
    change = last[0] - last[-1];
    before = last[-1] - last[-2];
    first = last[-2] - last[-3];
    return (change < VERDICT_RISE && before < VERDICT_RISE) || (first > before && before > change);
}

/* An order above `at least p`: halving the step once more tells, and so do other initial data. */
static struct verdict_outcome decide_above(const struct fit *e)
{
    const struct verdict_outcome further = refine(e, VERDICT_REASON_SUPERCONVERGENT, GROUND_ORDER_RISES);

    if (e->context.witness == VERDICT_WITNESS_AGREES || e->order.limit.status == LIMIT_MEASURED ||
        is_settled(e))
        return conclude(VERDICT_HOLDS, VERDICT_REASON_SUPERCONVERGENT, GROUND_ORDER_ABOVE);
    return e->context.witness == VERDICT_WITNESS_NONE &&
                   (further.next == VERDICT_NEXT_BUDGET || further.next == VERDICT_NEXT_STEPS)
               ? inconclusive(VERDICT_REASON_SUPERCONVERGENT, VERDICT_NEXT_WITNESS, GROUND_ORDER_RISES)
               : further;
}

/* The solution is measured at the last outputs of a run, a function of the state at all: it says what the others are. */
static bool is_lower_elsewhere(const struct fit *e, const struct claim_on_fit *claim)
{
    return e->order.lower && e->order.value > claim->value - VERDICT_DISTANCE &&
           e->order.lower->order.high < claim->value - VERDICT_DISTANCE;
}

static struct verdict_outcome decide_measured(const struct fit *e, const struct claim_on_fit *claim)
{
    const double difference = e->order.value - claim->value;
    const double tolerance = tolerance_of(e);

    if (verdict_is_contradicted(e))
        return inconclusive(
            VERDICT_REASON_PRE_ASYMPTOTIC, refine(e, VERDICT_REASON_PRE_ASYMPTOTIC, GROUND_NONE).next,
            e->order.limit.status == LIMIT_UNCERTAIN ? GROUND_ORDER_NO_LIMIT : GROUND_ORDER_OTHER_LIMIT);
    if (is_lower_elsewhere(e, claim))
        return inconclusive(VERDICT_REASON_PRE_ASYMPTOTIC, VERDICT_NEXT_STEPS, GROUND_ORDER_LOWER);
    if (fabs(difference) <= tolerance)
        return conclude(VERDICT_HOLDS, VERDICT_REASON_NONE, GROUND_ORDER);
    if (difference > tolerance && is_at_least(claim))
        return decide_above(e);
    return decide_apart(e, claim);
}

/* The slopes are named where they say the same. */
static struct verdict_outcome conclude_by_powers(const struct fit *e, const struct claim_on_fit *claim)
{
    const bool measured = e->order.status == FIT_MEASURED && e->order.limit.status == LIMIT_ORDER;

    if (decide_by_powers(e, claim) == VERDICT_REFUTED)
        return conclude(VERDICT_REFUTED, VERDICT_REASON_NONE, GROUND_ORDER_POWER);
    if (measured && fabs(e->order.value - claim->value) <= tolerance_of(e))
        return conclude(VERDICT_HOLDS, VERDICT_REASON_NONE, GROUND_ORDER);
    if (measured && e->order.value > claim->value && e->order.limit.order > claim->value)
        return conclude(VERDICT_HOLDS, VERDICT_REASON_SUPERCONVERGENT, GROUND_ORDER_ABOVE);
    return conclude(VERDICT_HOLDS, VERDICT_REASON_NONE, GROUND_ORDER_EXPANDED);
}

/* Runs that end before their time: more halvings help where the smallest steps come to the end of theirs. */
static struct verdict_outcome decide_broken(const struct fit *e)
{
    const enum verdict_next next = refine(e, VERDICT_REASON_BROKE_DOWN, GROUND_BROKE_DOWN).next;
    const bool more = next == VERDICT_NEXT_BUDGET || next == VERDICT_NEXT_STEPS;

    return inconclusive(VERDICT_REASON_BROKE_DOWN,
                        more && !isfinite(e->points.errors[e->points.count - 1]) ? VERDICT_NEXT_ENDING : next,
                        GROUND_BROKE_DOWN);
}

/* The measure does not apply, or the method does not take the model; where it has a claim and another refusal, what is
 * missing is the reference alone (grid_claim_next). */
static struct verdict_outcome decide_inapplicable(const struct fit *e)
{
    return e->refusal && !e->unsupported
               ? inconclusive(VERDICT_REASON_REFERENCE_LIMITED, VERDICT_NEXT_NOTHING, GROUND_NO_REFERENCE)
               : conclude(VERDICT_NOT_APPLICABLE, VERDICT_REASON_NONE, GROUND_NOT_APPLICABLE);
}

/* What leaves the fit without an order. */
static struct verdict_outcome decide_unmeasured(const struct fit *e)
{
    if (e->order.status == FIT_BROKE_DOWN)
        return decide_broken(e);
    if (e->order.status != FIT_NOT_ASYMPTOTIC)
        return decide_few(e);
    if (verdict_is_contradicted(e))
        return refine(e, VERDICT_REASON_PRE_ASYMPTOTIC, GROUND_ORDER_OTHER_LIMIT);
    return unsettled_changes_sign(e) ? refine(e, VERDICT_REASON_SIGN_CHANGE, GROUND_SIGN_CHANGE)
                                     : refine(e, VERDICT_REASON_PRE_ASYMPTOTIC, GROUND_UNSETTLED);
}

/* ---- exact properties ---- */

/* At least half as large with more bits: an error of the method, of whatever order. */
static bool stays(const struct fit *e)
{
    return e->exact.error > 0 && e->exact.repeated >= 0.5 * e->exact.error;
}

/* Of a measure that has floors of its own, in the same run over fewer points and with more bits as well. */
static enum verdict_ground find_ground_by_floor(const struct fit *e)
{
    if (!verdict_is_repeated(e))
        return GROUND_UNREPEATED;
    if (verdict_falls(e))
        return GROUND_WITHIN_FLOOR;
    return e->exact.repeated > VERDICT_OWN_FLOORS * e->exact.repeated_floor ? GROUND_ABOVE_FLOOR
                                                                            : GROUND_OWN_UNDECIDED;
}

/* Of one that has no floor of its own, of which more bits tell. */
static enum verdict_ground find_ground_by_bits(const struct fit *e)
{
    if (verdict_falls(e))
        return e->order.limit.status == LIMIT_MEASURED ? GROUND_OTHER_POWER : GROUND_FALLS;
    if (e->curve.width)
        return GROUND_NARROW;
    return e->order.status == FIT_MEASURED || stays(e) ? GROUND_STAYS : GROUND_FALLS_IN_PART;
}

/* What is exact is so at every state: in mpfr one at which as much is left with more bits refutes it, and so does a
 * coefficient. */
static bool is_clear(const struct fit *e, enum verdict_ground ground)
{
    return ground == GROUND_POWER || (ground == GROUND_STAYS && !e->curve.alone && stays(e));
}

/* By runs at finite steps alone. */
static enum verdict_ground find_measured_zero(const struct fit *e)
{
    struct round_off ignored;

    if (verdict_in_double_is_relation(e) && (verdict_in_double_holds(e) || verdict_in_double_is_seen(e)))
        return verdict_in_double_holds(e) ? GROUND_RELATION : GROUND_NO_RELATION;
    if (e->exact.has_own_floor)
        return find_ground_by_floor(e);
    if (verdict_in_double_is_seen(e))
        return GROUND_NO_ROUND_OFF;
    if (verdict_in_double_is_round_off(e, &ignored))
        return GROUND_ROUND_OFF;
    if (verdict_in_double_is_stalled(e))
        return GROUND_STALLED;
    if (verdict_is_repeated(e))
        return find_ground_by_bits(e);
    return e->curve.alone ? GROUND_NO_MORE_BITS : GROUND_UNREPEATED;
}

/* What the term of the expansion leaves at the largest usable step, in units of the measure. */
static double term_size(const struct fit *e)
{
    const struct limit *limit = &e->order.limit;
    const size_t k = fit_floor_coarsest(e);

    return k < e->points.count ? fabs(limit->term.coefficient) / limit->scale *
                                     pow(e->points.step_values[k], limit->term.power)
                               : NAN;
}

/* A coefficient that is not zero at one state decides; but not where steps from the same state, or from any other, have far
 * less of it, down to zero. */
enum verdict_ground verdict_find_zero(const struct fit *e)
{
    const enum verdict_ground measured = find_measured_zero(e);
    const bool zero = ground_says(measured, NULL) == GROUND_HOLDS,
               comparable =
                   zero && (e->order.limit.term.state == RUN_STATE_INITIAL || e->exact.elsewhere.left >= 0);

    if (e->order.limit.status != LIMIT_ORDER)
        return measured;
    return (zero && e->order.limit.proved) ||
                   (comparable && term_size(e) > VERDICT_ALONE_FLOORS * e->exact.error)
               ? GROUND_OTHER_POWER
               : GROUND_POWER;
}

bool verdict_disagrees(const struct fit *e)
{
    return is_expanded(e) && e->order.status != FIT_NOT_APPLICABLE &&
           (verdict_is_contradicted(e) || e->exact.zero == GROUND_OTHER_POWER);
}

/* What leaves open whether the measure is zero, or leaves it open against a claim that it is not. */
static struct verdict_outcome decide_open(const struct fit *e, enum verdict_ground ground)
{
    struct verdict_outcome outcome;
    const enum verdict_reason floored =
        find_floored(e) < e->points.count ? VERDICT_REASON_FLOOR : VERDICT_REASON_TOO_FEW;

    if (e->exact.has_own_floor)
        return inconclusive(ground == GROUND_UNREPEATED && !(e->exact.own_floor > VERDICT_OWN_LARGEST)
                                ? VERDICT_REASON_TOO_FEW
                                : VERDICT_REASON_FLOOR,
                            fit_floor_next(e), ground);
    switch (ground) {
    case GROUND_STALLED:
        return inconclusive(VERDICT_REASON_STALLED, VERDICT_NEXT_NOTHING, ground);
    case GROUND_FALLS_IN_PART: /* an order would tell */
        outcome = decide_unmeasured(e);
        outcome.ground = ground;
        return outcome;
    case GROUND_OTHER_POWER: /* more bits than these may show it */
        return inconclusive(VERDICT_REASON_FLOOR, VERDICT_NEXT_BITS, ground);
    default:
        return inconclusive(
            floored, e->curve.alone || e->curve.width ? VERDICT_NEXT_NOTHING : VERDICT_NEXT_BITS, ground);
    }
}

/* The claim that the measure is zero but for round-off, or that it is not. */
static struct verdict_outcome decide_property(const struct fit *e, const struct claim_on_fit *claim)
{
    const enum verdict_ground ground = verdict_find_zero(e);

    switch (ground_says(ground, claim)) {
    case GROUND_HOLDS:
        return conclude(ground == GROUND_ROUND_OFF ? VERDICT_HOLDS_TO_ROUND_OFF : VERDICT_HOLDS,
                        VERDICT_REASON_NONE, ground);
    case GROUND_REFUTES:
        return is_clear(e, ground)
                   ? conclude(VERDICT_REFUTED, VERDICT_REASON_NONE, ground)
                   : decide_witnessed(e, ground, VERDICT_REASON_TOO_FEW, VERDICT_REASON_TOO_FEW);
    default:
        return e->order.status == FIT_BROKE_DOWN && !verdict_is_repeated(e) ? decide_broken(e)
                                                                            : decide_open(e, ground);
    }
}

bool verdict_agrees(const struct fit *e, const struct claim_on_fit *claim)
{
    if (!claim || term_is_number(claim->kind) || e->order.status == FIT_NOT_APPLICABLE)
        return false;
    if (verdict_is_exact(claim))
        return ground_says(verdict_find_zero(e), claim) == GROUND_HOLDS;
    if (decide_by_powers(e, claim))
        return decide_by_powers(e, claim) == VERDICT_HOLDS;
    if (e->order.status == FIT_EXACT && is_at_least(claim))
        return verdict_falls(e) && !(e->order.limit.status == LIMIT_MEASURED &&
                                     e->order.limit.order < claim->value - VERDICT_TOLERANCE);
    return e->order.status == FIT_MEASURED && !verdict_is_contradicted(e) &&
           (fabs(e->order.value - claim->value) <= tolerance_of(e) ||
            (is_at_least(claim) && e->order.value > claim->value));
}

bool verdict_refutes(const struct fit *e, const struct claim_on_fit *claim)
{
    if (!claim || term_is_number(claim->kind) || e->order.status == FIT_NOT_APPLICABLE)
        return false;
    if (verdict_is_exact(claim))
        return ground_says(verdict_find_zero(e), claim) == GROUND_REFUTES;
    if (decide_by_powers(e, claim))
        return decide_by_powers(e, claim) == VERDICT_REFUTED;
    if (is_measured_below(e, claim))
        return true;
    if (e->order.status != FIT_MEASURED || verdict_is_contradicted(e))
        return false;
    if (e->order.high < claim->value - VERDICT_DISTANCE)
        return true;
    return !is_at_least(claim) && e->order.low > claim->value + VERDICT_DISTANCE &&
           (e->order.limit.status == LIMIT_MEASURED || verdict_halvings(e) >= VERDICT_HALVINGS);
}

/* What is left at the largest usable step, of which the ground speaks: at the initial data, or at another state, where that
 * alone decides, or most of it is. */
static void find_left(const struct fit *e, struct verdict_outcome *outcome)
{
    const size_t k = fit_floor_coarsest(e);
    const double left = k < e->points.count ? e->points.errors[k] : NAN;
    const bool stayed = outcome->ground == GROUND_STAYS || outcome->ground == GROUND_POWER;
    const double elsewhere = !stayed    ? verdict_in_double_left_elsewhere(e)
                             : stays(e) ? e->exact.elsewhere.left
                                        : NAN;
    const bool most = e->exact.elsewhere.left == e->exact.error && !(left >= e->exact.elsewhere.left / 2);

    outcome->point = k;
    outcome->elsewhere = !isnan(elsewhere) && ((most && outcome->ground != GROUND_STALLED) ||
                                               (!stayed && !verdict_in_double_is_left(e)));
    outcome->left = outcome->elsewhere ? elsewhere : left;
}

static struct verdict_outcome decide(const struct fit *e, const struct claim_on_fit *claim)
{
    if (!claim)
        return conclude(VERDICT_NONE, VERDICT_REASON_NONE, GROUND_NONE);
    if (term_is_number(claim->kind))
        return verdict_value_decide(claim);
    if (e->order.status == FIT_NOT_APPLICABLE)
        return decide_inapplicable(e);
    if (verdict_is_exact(claim))
        return decide_property(e, claim);
    if (decide_by_powers(e, claim))
        return conclude_by_powers(e, claim);
    if (is_measured_below(e, claim))
        return decide_witnessed(e, GROUND_ORDER_POWER,
                                e->order.status == FIT_EXACT ? VERDICT_REASON_FLOOR : VERDICT_REASON_TOO_FEW,
                                VERDICT_REASON_PRE_ASYMPTOTIC);
    if (e->order.status == FIT_MEASURED)
        return decide_measured(e, claim);
    if (e->order.status == FIT_EXACT)
        return decide_floored(e, claim);
    if (is_at_least(claim) && verdict_in_double_has_trees(e, claim))
        return conclude(VERDICT_HOLDS, VERDICT_REASON_NONE, GROUND_ORDER_BY_TREES);
    return decide_unmeasured(e);
}

struct verdict_outcome verdict_decide(const struct fit *e, const struct claim_on_fit *claim)
{
    struct verdict_outcome outcome = decide(e, claim);

    if (outcome.verdict == VERDICT_INCONCLUSIVE && outcome.ground != GROUND_NUMBER &&
        e->order.status == FIT_BROKE_DOWN &&
        e->context.missing) /* what broke down says nothing of the method */
        outcome = inconclusive(VERDICT_REASON_TOO_FEW, VERDICT_NEXT_RUNS, GROUND_NOT_RUN);
    outcome.subject = verdict_subject_of(claim);
    outcome.says = ground_says(outcome.ground, claim);
    if (outcome.subject == SUBJECT_PROPERTY)
        find_left(e, &outcome);
    if (outcome.ground == GROUND_ROUND_OFF)
        verdict_in_double_is_round_off(e, &outcome.round_off);
    if (outcome.reason == VERDICT_REASON_STALLED)
        outcome.stall = unsettled_find_stall(e, &outcome.grows);
    return outcome;
}
