/* The verdict on a claimed order: see verdict.h.
 *
 * Every comparison is written so that a NaN neither holds nor refutes.
 *
 * Exact: an error at the floor at every step has no order.  If it falls with the precision as round-off does,
 * it is zero, and any `at least p` holds; `exactly p` stays inconclusive, because an error that vanishes on
 * these data may have the order p on others.  If it is not known to fall, it may as well be an error of any
 * order with a small constant, and more bits must tell.
 *
 * Sign change: with two terms the error is c h^p |1 - (h/h')^k|.  The local slopes rise towards the zero h'
 * and drop below p behind it; two terms of one sign give slopes that fall from p + k to p.  A peak or a
 * trough of the slopes, or a rise at the finest step, therefore betrays the zero; slopes that turn more often
 * are noise. */
#include "measures/verdict.h"

#include <math.h>
#include <string.h>

#define TURN 0.25 /* smallest rise or fall from slope to slope that is neither noise nor curvature */

static struct verdict_outcome conclude(enum verdict verdict, enum verdict_reason reason)
{
    return (struct verdict_outcome){verdict, reason, VERDICT_NEXT_NOTHING};
}

static struct verdict_outcome inconclusive(enum verdict_reason reason, enum verdict_next next)
{
    return (struct verdict_outcome){VERDICT_INCONCLUSIVE, reason, next};
}

static bool is_at_least(const struct claim_on_fit *claim)
{
    return strcmp(claim->kind, "at least") == 0;
}

/* One behind the finest admitted point; 0 where none is. */
static size_t find_end(const struct verdict_evidence *e)
{
    size_t end = e->points;

    while (end > 0 && !e->used[end - 1])
        end--;
    return end;
}

size_t verdict_halvings(const struct verdict_evidence *e)
{
    size_t end = find_end(e);

    return end > 0 ? end - 1 : 0;
}

/* ---- what limits the evidence ---- */

static bool is_floored(const struct verdict_evidence *e, size_t i)
{
    return !e->used[i] && isfinite(e->errors[i]) && e->errors[i] <= ORDER_FIT_LARGEST;
}

/* The first point beyond the finest admitted one that the floor hides; `points` where there is none. */
static size_t find_floored(const struct verdict_evidence *e)
{
    size_t i = find_end(e);

    while (i < e->points && !is_floored(e, i))
        i++;
    return i;
}

static bool is_reference_to_blame(const struct verdict_evidence *e, size_t point)
{
    return e->reference_error > 0 && (!e->floors || e->reference_error >= e->floors[point] / 2);
}

/* Refine where that helps: finer steps whose errors the floor hides say nothing. */
static struct verdict_outcome refine(const struct verdict_evidence *e, enum verdict_reason reason)
{
    size_t floored = find_floored(e);

    if (floored < e->points && is_reference_to_blame(e, floored))
        return inconclusive(reason, VERDICT_NEXT_REFERENCE);
    if (!e->refinable)
        return inconclusive(VERDICT_REASON_BUDGET, VERDICT_NEXT_BUDGET);
    return inconclusive(reason, floored < e->points ? VERDICT_NEXT_BITS : VERDICT_NEXT_HALVINGS);
}

/* ---- the verdict by the status of the fit ---- */

/* Falls of at least TURN count as -1, rises as +1, anything else as 0. */
static int turn_of(double change)
{
    return change >= TURN ? 1 : change <= -TURN ? -1 : 0;
}

static bool changes_sign(const struct verdict_evidence *e)
{
    const size_t end = find_end(e), begin = end - e->fit.used;
    int turns = 0, direction = 0;
    bool rises = false;

    for (size_t i = begin; i + 2 < end; i++) {
        int turn = turn_of(e->slopes[i + 1] - e->slopes[i]);

        turns += turn != 0 && turn == -direction;
        direction = turn != 0 ? turn : direction;
        rises |= turn > 0;
    }
    return rises && turns <= 2;
}

static struct verdict_outcome decide_few(const struct verdict_evidence *e)
{
    size_t floored = find_floored(e);

    if (floored == e->points)
        return refine(e, VERDICT_REASON_TOO_FEW);
    return refine(e, is_reference_to_blame(e, floored) ? VERDICT_REASON_REFERENCE_LIMITED
                                                       : VERDICT_REASON_FLOOR);
}

static struct verdict_outcome decide_exact(const struct verdict_evidence *e, const struct claim_on_fit *claim)
{
    if (!e->falls)
        return decide_few(e);
    return is_at_least(claim) ? conclude(VERDICT_HOLDS, VERDICT_REASON_SUPERCONVERGENT)
                              : inconclusive(VERDICT_REASON_SUPERCONVERGENT, VERDICT_NEXT_WITNESS);
}

/* The order lies outside the tolerance of the claim, and not above `at least p`. */
static struct verdict_outcome decide_apart(const struct verdict_evidence *e, const struct claim_on_fit *claim)
{
    const bool above = e->fit.order > claim->value;
    const enum verdict_reason reason = above ? VERDICT_REASON_SUPERCONVERGENT : VERDICT_REASON_PRE_ASYMPTOTIC;

    if (!verdict_refutes(e, claim))
        return refine(e, reason);
    if (e->witness == VERDICT_WITNESS_REFUTES)
        return conclude(VERDICT_REFUTED, VERDICT_REASON_NONE);
    if (e->witness == VERDICT_WITNESS_NONE)
        return inconclusive(above ? reason : VERDICT_REASON_TOO_FEW, VERDICT_NEXT_WITNESS);
    return inconclusive(reason, VERDICT_NEXT_WITNESS);
}

static struct verdict_outcome decide_measured(const struct verdict_evidence *e,
                                              const struct claim_on_fit *claim)
{
    const double difference = e->fit.order - claim->value;
    const double tolerance = VERDICT_TOLERANCE + (e->fit.high - e->fit.low) / 2;

    if (fabs(difference) <= tolerance)
        return conclude(VERDICT_HOLDS, VERDICT_REASON_NONE);
    if (difference > tolerance && is_at_least(claim))
        return conclude(VERDICT_HOLDS, VERDICT_REASON_SUPERCONVERGENT);
    return decide_apart(e, claim);
}

bool verdict_refutes(const struct verdict_evidence *e, const struct claim_on_fit *claim)
{
    if (!claim || e->fit.status != FIT_MEASURED)
        return false;
    if (e->fit.high < claim->value - VERDICT_DISTANCE)
        return true;
    return !is_at_least(claim) && e->fit.low > claim->value + VERDICT_DISTANCE &&
           verdict_halvings(e) >= VERDICT_HALVINGS;
}

struct verdict_outcome verdict_decide(const struct verdict_evidence *e, const struct claim_on_fit *claim)
{
    if (!claim)
        return conclude(VERDICT_NONE, VERDICT_REASON_NONE);
    switch (e->fit.status) {
    case FIT_MEASURED:
        return decide_measured(e, claim);
    case FIT_EXACT:
        return decide_exact(e, claim);
    case FIT_NOT_ASYMPTOTIC:
        return refine(e, changes_sign(e) ? VERDICT_REASON_SIGN_CHANGE : VERDICT_REASON_PRE_ASYMPTOTIC);
    case FIT_TOO_FEW:
        return decide_few(e);
    case FIT_BROKE_DOWN:
        return refine(e, VERDICT_REASON_BROKE_DOWN);
    case FIT_NOT_APPLICABLE:
        break;
    }
    return conclude(VERDICT_NOT_APPLICABLE, VERDICT_REASON_NONE);
}
