/* The words of a verdict: see verdict_text.h.
 *
 * A sentence has up to three parts: what was measured; what is claimed; what follows, or why nothing does. Of
 * an exact property the first part is how the error changes with the precision. */
#include "reports/verdict_text.h"

#include <stdarg.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/judge/noise_floor.h"
#include "harness/judge/verdict_value.h"
#include "reports/verdict_value_text.h"

const char *verdict_text(enum verdict verdict)
{
    static const char *const words[] = {NULL,           "holds",   "refuted",
                                        "inconclusive", "vacuous", "not applicable"};

    return words[verdict];
}

const char *verdict_text_reason(enum verdict_reason reason)
{
    static const char *const words[] = {NULL,          "floor",      "pre-asymptotic", "superconvergent",
                                        "sign-change", "broke-down", "too-few",        "reference-limited",
                                        "budget",      "margin",     "too-short"};

    return words[reason];
}

const char *verdict_text_next(enum verdict_next next)
{
    static const char *const words[] = {NULL,
                                        "two more halvings of the step, and the bits for them",
                                        "more bits, with the same steps",
                                        "a reference with more digits",
                                        "other initial data or another final time",
                                        "a larger budget",
                                        "a bound that is known more closely",
                                        "the study at its full length",
                                        "the runs themselves",
                                        "more points of the loop or surface, or more bits"};

    return words[next];
}

struct text {
    char *buffer;
    size_t size, length;
};

static void append(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append(struct text *text, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text->buffer + text->length, text->size - text->length, format, arguments);
    va_end(arguments);
    text->length += length < 0 ? 0 : (size_t)length;
    if (text->length >= text->size)
        text->length = text->size - 1;
}

/* The last two slopes of the window: the ones that have not settled. */
static void append_slopes(struct text *text, const struct verdict_evidence *e)
{
    size_t end = verdict_halvings(e);

    append(text, "the last two slopes are %.2f and %.2f", end > 1 ? e->slopes[end - 2] : NAN,
           end > 0 ? e->slopes[end - 1] : NAN);
}

static void append_measured(struct text *text, const struct verdict_evidence *e)
{
    switch (e->fit.status) {
    case FIT_MEASURED:
        append(text, "order %.2f in [%.2f, %.2f] from %zu steps down to %zu halvings", e->fit.order,
               e->fit.low, e->fit.high, e->fit.used, verdict_halvings(e));
        break;
    case FIT_EXACT:
        append(text, "the error is at the floor at each of %zu steps", e->points);
        break;
    case FIT_NOT_ASYMPTOTIC:
        append(text, "no order from %zu steps: ", e->fit.used);
        append_slopes(text, e);
        break;
    case FIT_TOO_FEW:
        append(text, "%zu of %zu steps have an error above %g floors and below %g, and an order takes %d",
               e->fit.used, e->points, ORDER_FIT_FLOORS, ORDER_FIT_LARGEST, ORDER_FIT_POINTS);
        break;
    case FIT_BROKE_DOWN:
        append(text, "runs that broke down leave %zu of %zu steps, and an order takes %d", e->fit.used,
               e->points, ORDER_FIT_POINTS);
        break;
    case FIT_NOT_APPLICABLE:
        append(text, "the measure does not apply");
        break;
    }
}

/* "1.0 times as large with 64 more bits" */
static void append_change(struct text *text, const struct verdict_evidence *e)
{
    if (e->exact_error == 0)
        append(text, "zero at the largest usable step, but %.1e with %u more bits", e->exact_repeated,
               e->exact_bits);
    else
        append(text, "%#.2g times as large with %u more bits", e->exact_repeated / e->exact_error,
               e->exact_bits);
}

/* "3.1e-14 at the largest usable step, within 10 of its floors of 1.2e-14" */
static void append_own_floor(struct text *text, const struct verdict_evidence *e)
{
    if (isnan(e->own_floor) || isnan(e->exact_error))
        append(text, "no run has a value with a floor");
    else if (!verdict_is_repeated(e))
        append(text, "%.1e at the largest usable step; its floor, %.1e, is above %g", e->exact_error,
               e->own_floor, VERDICT_OWN_LARGEST);
    else
        append(text, "%s: %.1e at the largest usable step, %s %g of its floors of %.1e",
               verdict_falls(e) ? "exact" : "not exact", e->exact_error,
               verdict_falls(e) ? "within" : "above", VERDICT_OWN_FLOORS, e->own_floor);
}

/* How the error at the largest usable step changes with the precision, beside what the fit says of it. */
static void append_exact(struct text *text, const struct verdict_evidence *e)
{
    if (e->has_own_floor) {
        append_own_floor(text, e);
    } else if (!verdict_is_repeated(e)) {
        append_measured(text, e);
        append(text, "; not yet repeated with %d more bits", NOISE_FLOOR_BITS);
    } else if (e->exact_error == 0 && e->exact_repeated == 0) {
        append(text, "exact: zero at the largest usable step, and zero with %u more bits", e->exact_bits);
    } else if (verdict_falls(e)) {
        append(text, "exact: %.1e at the largest usable step falls to %.1e with %u more bits", e->exact_error,
               e->exact_repeated, e->exact_bits);
    } else if (e->fit.status == FIT_MEASURED) {
        append(text, "not exact: of order %.2f in h, and ", e->fit.order);
        append_change(text, e);
    } else {
        append(text, e->exact_error > 0 && e->exact_repeated >= e->exact_error / 2 ? "not exact: " : "");
        append_change(text, e);
        append(text, "; ");
        append_measured(text, e);
    }
}

/* Why an order that was measured does not decide. */
static void append_undecided(struct text *text, const struct verdict_evidence *e,
                             const struct claim_on_fit *claim)
{
    if (!verdict_refutes(e, claim) && strcmp(claim->kind, "at least") == 0 && e->fit.order > claim->value)
        append(text, "; the slopes rise as before a zero of the error, or are fewer than %d",
               VERDICT_POINTS - 1);
    else if (!verdict_refutes(e, claim) && e->fit.low > claim->value + VERDICT_DISTANCE)
        append(text, "; an order above it refutes after %d halvings only", VERDICT_HALVINGS);
    else if (!verdict_refutes(e, claim))
        append(text, "; neither within the tolerance nor more than %g away", VERDICT_DISTANCE);
    else if (e->witness == VERDICT_WITNESS_NONE)
        append(text, "; refuted with these initial data and this final time only: a refutation takes two");
    else
        append(text, "; refuted here, but not with the other initial data or final time");
}

static void append_consequence(struct text *text, const struct verdict_evidence *e,
                               const struct claim_on_fit *claim, struct verdict_outcome outcome)
{
    if (verdict_is_exact(claim) && (outcome.verdict == VERDICT_HOLDS || !verdict_is_repeated(e)))
        return;
    if (e->fit.status == FIT_EXACT && !verdict_is_exact(claim))
        append(text, verdict_falls(e) ? "; it falls with the precision: zero"
                                      : "; it is not known to fall with the precision");
    else if (outcome.verdict == VERDICT_REFUTED && e->witness != VERDICT_WITNESS_REFUTES)
        append(text, "; refuted: there are no other initial data");
    else if (outcome.verdict == VERDICT_REFUTED)
        append(text, "; refuted on two sets of initial data or final times");
    else if (outcome.verdict == VERDICT_HOLDS && outcome.reason == VERDICT_REASON_SUPERCONVERGENT)
        append(text, "; superconvergent");
    else if (outcome.verdict == VERDICT_INCONCLUSIVE && e->fit.status == FIT_MEASURED)
        append_undecided(text, e, claim);
    else if (outcome.reason == VERDICT_REASON_SIGN_CHANGE)
        append(text, "; the error passes through zero");
    else if (outcome.reason == VERDICT_REASON_FLOOR)
        append(text, "; round-off hides the finest");
    else if (outcome.reason == VERDICT_REASON_REFERENCE_LIMITED)
        append(text, "; the reference, certified to %.1e, hides the finest", e->reference_error);
    if (outcome.reason == VERDICT_REASON_BUDGET)
        append(text, "; the budget allows no refinement");
}

const char *verdict_text_sentence(char *buffer, size_t size, const struct verdict_evidence *evidence,
                                  const struct claim_on_fit *claim, struct verdict_outcome outcome)
{
    struct text text = {buffer, size, 0};

    if (claim && verdict_value_has(claim->kind))
        return verdict_value_text_sentence(buffer, size, claim, outcome);
    if (verdict_is_exact(claim) && outcome.verdict != VERDICT_NOT_APPLICABLE)
        append_exact(&text, evidence);
    else
        append_measured(&text, evidence);
    if (!claim || outcome.verdict == VERDICT_NOT_APPLICABLE)
        return buffer;
    if (verdict_is_exact(claim))
        append(&text, "; claimed: %s", claim->kind);
    else
        append(&text, "; claimed: %s %g", claim->kind, claim->value);
    append_consequence(&text, evidence, claim, outcome);
    return buffer;
}
