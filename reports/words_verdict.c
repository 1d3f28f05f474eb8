/* The words of a verdict: see words.h.
 *
 * A sentence has up to three parts: what was measured; what is claimed; what follows, or why nothing does. Of
 * an exact property the first part is how the error changes with the precision. */
#include "reports/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/judge/order_fit.h"

/* ---- numbers ---- */

/* Counts in full, anything else to three digits. */
static const char *print_double(double value, char *buffer, size_t size)
{
    if (value == floor(value) && fabs(value) < 1e15)
        snprintf(buffer, size, "%.0f", value);
    else
        snprintf(buffer, size, "%.3g", value);
    return buffer;
}

const char *words_number(const struct claim_number *number, char *buffer, size_t size)
{
    static const char *const words[] = {"",         "not run",    "broke down",
                                        "no value", "no divisor", "not applicable"};
    char least[32], most[32];

    print_double(number->least, least, sizeof least);
    print_double(number->most, most, sizeof most);
    if (number->status != NUMBER_MEASURED)
        snprintf(buffer, size, "%s", words[number->status]);
    else if (number->least == number->most || strcmp(least, most) == 0)
        snprintf(buffer, size, "%s", least);
    else if (number->most == INFINITY)
        snprintf(buffer, size, "at least %s", least);
    else if (number->least == 0)
        snprintf(buffer, size, "at most %s", most);
    else
        snprintf(buffer, size, "between %s and %s", least, most);
    return buffer;
}

/* What there is instead of a number. */
static const char *why_missing(enum number_status status)
{
    static const char *const reasons[] = {"",
                                          "a run that it takes has not come to its end",
                                          "the run broke down and leaves no value",
                                          "the run leaves no value",
                                          "the other value is zero, or hidden by its floor",
                                          "the measure, or what it is compared with, does not apply"};

    return reasons[status];
}

static const char *why_undecided(const struct claim_on_fit *claim, enum verdict_reason reason)
{
    if (reason == VERDICT_REASON_TOO_SHORT)
        return "; the run is too short to tell";
    if (reason == VERDICT_REASON_FLOOR)
        return "; its floor hides it";
    if (reason == VERDICT_REASON_MARGIN)
        return claim->kind == CLAIM_GROWTH ? "; between two kinds of growth"
                                           : "; outside, but not by a factor 2";
    return "";
}

/* The part of an id that the claim names, else that of the fit. */
static const char *either(const char *named, const char *own)
{
    return named ? named : own;
}

const char *words_relative(const struct fit *fit, char *buffer, size_t size)
{
    const struct study_relative *other = fit->claim ? fit->claim->number.relative : NULL;

    if (!other)
        return NULL;
    snprintf(buffer, size, "%s/%s/%s/%s/%s/%s", fit->curve.problem->model->name,
             fit->curve.problem->initial->name, either(other->method, fit->curve.method->name),
             either(other->projection, fit->curve.projection->name),
             either(other->precision, fit->curve.precision->text), fit->measure_name);
    return buffer;
}

/* "3.1e-12 at h = 0.1, relative to ...". */
static void append_number(struct words_text *text, const struct fit *fit, const struct claim_number *number,
                          const char *instead)
{
    char buffer[500];

    words_append(text, "%s", instead ? instead : words_number(number, buffer, sizeof buffer));
    if (number->step)
        words_append(text, " at h = %s", number->step);
    if (number->relative)
        words_append(text, ", relative to %s", words_relative(fit, buffer, sizeof buffer));
}

const char *words_measured(const struct fit *fit, char *buffer, size_t size)
{
    append_number(&(struct words_text){buffer, size, 0}, fit, &fit->claim->number, NULL);
    return buffer;
}

static void append_value(struct words_text *text, const struct fit *fit, enum verdict verdict)
{
    const struct claim_on_fit *claim = fit->claim;
    const bool measured = claim->number.status == NUMBER_MEASURED;

    words_append(text, "claimed: %s %s; %s%s", term_word(TERM_CLAIM, claim->kind), claim->formula,
                 measured ? "measured " : "", measured && claim->kind == CLAIM_GROWTH ? "the exponent " : "");
    append_number(text, fit, &claim->number, measured ? NULL : why_missing(claim->number.status));
    if (claim->number.of_ensemble)
        words_append(text, ", with the slope %.2g +- %.1g", claim->number.slope, claim->number.spread);
    if (verdict == VERDICT_INCONCLUSIVE && measured)
        words_append(text, "%s", why_undecided(claim, fit->outcome.reason));
    if (fit->outcome.next == VERDICT_NEXT_LENGTH)
        words_append(text, ": %lu of the %lu steps that the claim is about", claim->number.steps,
                     claim->number.length);
}

/* ---- orders and exact properties ---- */

/* The last two slopes of the window: the ones that have not settled. */
static void append_slopes(struct words_text *text, const struct fit *e)
{
    const size_t end = e->order.end ? e->order.end - 1 : 0;

    words_append(text, "the last two slopes are %.2f and %.2f", end > 1 ? e->order.slopes[end - 2] : NAN,
                 end > 0 ? e->order.slopes[end - 1] : NAN);
}

/* "; the first breaks down at h = 1/4, in step 3: ..." */
static void append_breakdown(struct words_text *text, const struct fit *e)
{
    if (e->points.broken_step)
        words_append(text, "; the first breaks down at h = %s, in step %lu: %s", e->points.broken_step,
                     e->points.broken_at, e->points.broken_reason);
}

void words_append_status(struct words_text *text, const struct fit *e)
{
    switch (e->order.status) {
    case FIT_MEASURED:
        words_append(text, "order %.2f in [%.2f, %.2f] from %zu steps %sdown to %zu halvings", e->order.value,
                     e->order.low, e->order.high, e->order.window,
                     e->curve.between ? "between those of the study, " : "", e->order.end - 1);
        break;
    case FIT_EXACT:
        words_append(text, "the error is at the floor at each of %zu steps", e->points.count);
        break;
    case FIT_NOT_ASYMPTOTIC:
        words_append(text, "no order from %zu steps: ", e->order.window);
        append_slopes(text, e);
        break;
    case FIT_TOO_FEW:
        words_append(text,
                     "%zu of %zu steps have an error above %g floors and below %g, and an order takes %d",
                     e->order.window, e->points.count, ORDER_FIT_FLOORS, ORDER_FIT_LARGEST, ORDER_FIT_POINTS);
        break;
    case FIT_BROKE_DOWN:
        words_append(text, "runs that broke down leave %zu of %zu steps, and an order takes %d",
                     e->order.window, e->points.count, ORDER_FIT_POINTS);
        append_breakdown(text, e);
        break;
    case FIT_NOT_APPLICABLE:
        words_append(text, "%s", e->refusal ? e->refusal : "the measure does not apply");
        break;
    }
}

const char *words_order(const struct fit *fit, char *buffer, size_t size)
{
    if (fit->claim && fit->outcome.subject == SUBJECT_NUMBER)
        return words_measured(fit, buffer, size);
    words_append_status(&(struct words_text){buffer, size, 0}, fit);
    return buffer;
}

static void append_stalled(struct words_text *text, const struct fit *e)
{
    const size_t k = e->outcome.grows;

    if (e->outcome.stall == STALL_GROWS)
        words_append(text,
                     "; it grows %.1e-fold from h = %s to h = %s: the method is another one for small steps, "
                     "or for many",
                     e->points.errors[k + 1] / e->points.errors[k], e->points.step_sizes[k],
                     e->points.step_sizes[k + 1]);
    else
        words_append(text,
                     "; it %s, far above round-off: a tolerance, single precision or a wrong coefficient",
                     e->outcome.stall == STALL_LEAVES ? "leaves its order at once" : "stops falling");
}

/* Whether the expansion of a run refutes, which takes no other data. */
static bool is_by_power(const struct fit *e)
{
    return e->order.limit.status == LIMIT_ORDER &&
           (e->outcome.ground == GROUND_POWER || e->outcome.ground == GROUND_ORDER_POWER);
}

/* What a ground says that refutes, confirmed or not. */
static void append_witnessed(struct words_text *text, const struct fit *e, enum verdict verdict)
{
    if (verdict == VERDICT_REFUTED && is_by_power(e))
        words_append(text, e->outcome.subject == SUBJECT_ORDER && e->order.limit.order > e->claim->value
                               ? "; refuted: all lower powers vanish"
                               : "; refuted: this coefficient is proved not to be zero");
    else if (verdict == VERDICT_REFUTED)
        words_append(text, e->context.witness == VERDICT_WITNESS_REFUTES
                               ? "; refuted on two sets of initial data or final times"
                           : e->outcome.subject == SUBJECT_ORDER
                               ? "; refuted: there are no other initial data"
                               : "; refuted: what is exact is so at every state");
    else if (e->context.witness == VERDICT_WITNESS_NONE)
        words_append(text,
                     "; refuted with these initial data and this final time only: a refutation takes two");
    else
        words_append(text, "; refuted here, but not with the other initial data or final time");
}

/* What the reason adds where the ground leaves a claim open. */
static void append_open(struct words_text *text, const struct fit *e)
{
    const enum verdict_reason reason = e->outcome.reason;

    if (e->outcome.ground == GROUND_TOO_FEW && reason == VERDICT_REASON_FLOOR)
        words_append(text, "; round-off hides the finest");
    if (e->outcome.subject == SUBJECT_ORDER && reason == VERDICT_REASON_REFERENCE_LIMITED &&
        e->outcome.ground != GROUND_NO_REFERENCE)
        words_append(text, "; the reference, certified to %.1e, hides the finest", e->floor.reference_error);
    if (reason == VERDICT_REASON_BUDGET)
        words_append(text, "; the study allows no further refinement");
    else if (reason == VERDICT_REASON_STALLED)
        append_stalled(text, e);
}

static void append_sentence(struct words_text *text, const struct fit *fit, enum verdict verdict)
{
    words_append_found(text, fit);
    if (verdict == VERDICT_NOT_APPLICABLE)
        return;
    words_append(text, "; claimed: %s", term_word(TERM_CLAIM, fit->claim->kind));
    if (fit->outcome.subject == SUBJECT_ORDER)
        words_append(text, " %g", fit->claim->value);
    words_append_follows(text, fit);
    if (fit->outcome.says == GROUND_REFUTES)
        append_witnessed(text, fit, verdict);
    else if (fit->outcome.says == GROUND_OPEN)
        append_open(text, fit);
}

/* ---- a fit ---- */

/* "1.2e-3 at h = 0.1, none at h = 0.05": of steps that are each for themselves. */
static void list_values(struct words_text *text, const struct fit *fit)
{
    for (size_t k = 0; k < fit->points.count; k++) {
        words_append(text, k ? ", " : "");
        if (isfinite(fit->points.errors[k]))
            words_append(text, "%.4g at h = %s", fit->points.errors[k], fit->points.step_sizes[k]);
        else
            words_append(text, "none at h = %s", fit->points.step_sizes[k]);
    }
}

/* Why there is no order, where nothing is claimed of it. */
static void explain_status(struct words_text *text, const struct fit *fit)
{
    static const char *const sentences[] = {
        [FIT_MEASURED] = "",
        [FIT_EXACT] = "",
        [FIT_NOT_ASYMPTOTIC] = "the slopes have not settled at the finest steps",
        [FIT_TOO_FEW] = "fewer than four errors lie above the round-off floor and below 0.1",
        [FIT_BROKE_DOWN] = "runs that broke down leave fewer than four errors"};

    if (fit->order.status == FIT_NOT_APPLICABLE)
        words_append(text, "%s", fit->refusal ? fit->refusal : "");
    else if (fit->points.unordered)
        list_values(text, fit);
    else
        words_append(text, "%s", sentences[fit->order.status]);
    if (fit->order.status == FIT_BROKE_DOWN)
        append_breakdown(text, fit);
}

const char *words_reason(const struct fit *fit, char *buffer, size_t size)
{
    const bool held_alone =
        fit->outcome.verdict == VERDICT_VACUOUS || fit->outcome.reason == VERDICT_REASON_COMPARISON;
    const enum verdict held = held_alone ? VERDICT_HOLDS : fit->outcome.verdict;
    struct words_text text = {buffer, size, 0};
    char control[WORDS_SENTENCE];

    *buffer = '\0';
    if (!fit->outcome.verdict) {
        explain_status(&text, fit);
    } else if (fit->outcome.ground == GROUND_NOT_RUN) {
        words_append(&text, "%zu of %zu runs have not come to their end, and an order takes %d",
                     fit->context.missing,
                     fit->points.count > fit->context.missing ? fit->points.count : fit->context.missing,
                     ORDER_FIT_POINTS);
    } else if (fit->outcome.subject == SUBJECT_NUMBER) {
        append_value(&text, fit, held);
    } else {
        append_sentence(&text, fit, held);
    }
    if (held_alone && fit->context.control.kind)
        words_append(&text, "; %s", words_control(fit, control, sizeof control));
    return *buffer ? buffer : NULL;
}
