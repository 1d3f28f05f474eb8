/* The words of a verdict: see words.h.
 *
 * A sentence has up to three parts: what was measured; what is claimed; what follows, or why nothing does. Of
 * an exact property the first part is how the error changes with the precision. */
#include "reports/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/judge/fit_floor.h"
#include "harness/judge/unsettled.h"
#include "harness/judge/verdict_in_double.h"

#define GROWN 10.0 /* times as large after a halving: no noise of an error that does not fall */

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
    snprintf(buffer, size, "%s/%s/%s/%s/%s/%s", fit->problem->model->name, fit->problem->initial->name,
             either(other->method, fit->method->name), either(other->projection, fit->projection->name),
             either(other->precision, fit->precision->text), fit->measure);
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

static void append_value(struct words_text *text, const struct fit *fit, struct verdict_outcome outcome)
{
    const struct claim_on_fit *claim = fit->claim;
    const bool measured = claim->number.status == NUMBER_MEASURED;

    words_append(text, "claimed: %s %s; %s%s", term_word(TERM_CLAIM, claim->kind), claim->formula,
                 measured ? "measured " : "", measured && claim->kind == CLAIM_GROWTH ? "the exponent " : "");
    append_number(text, fit, &claim->number, measured ? NULL : why_missing(claim->number.status));
    if (claim->number.of_ensemble)
        words_append(text, ", with the slope %.2g +- %.1g", claim->number.slope, claim->number.spread);
    if (outcome.verdict == VERDICT_INCONCLUSIVE && measured)
        words_append(text, "%s", why_undecided(claim, outcome.reason));
    if (outcome.next == VERDICT_NEXT_LENGTH)
        words_append(text, ": %lu of the %lu steps that the claim is about", claim->number.steps,
                     claim->number.length);
}

/* ---- orders and exact properties ---- */

/* The last two slopes of the window: the ones that have not settled. */
static void append_slopes(struct words_text *text, const struct fit *e)
{
    size_t end = verdict_halvings(e);

    words_append(text, "the last two slopes are %.2f and %.2f", end > 1 ? e->slopes[end - 2] : NAN,
                 end > 0 ? e->slopes[end - 1] : NAN);
}

/* "; the first breaks down at h = 1/4, in step 3: ..." */
static void append_breakdown(struct words_text *text, const struct fit *e)
{
    if (e->broken_step)
        words_append(text, "; the first breaks down at h = %s, in step %lu: %s", e->broken_step, e->broken_at,
                     e->broken_reason);
}

static void append_measured(struct words_text *text, const struct fit *e)
{
    switch (e->status) {
    case FIT_MEASURED:
        words_append(text, "order %.2f in [%.2f, %.2f] from %zu steps %sdown to %zu halvings", e->order,
                     e->low, e->high, e->window, e->between ? "between those of the study, " : "",
                     verdict_halvings(e));
        break;
    case FIT_EXACT:
        words_append(text, "the error is at the floor at each of %zu steps", e->points);
        break;
    case FIT_NOT_ASYMPTOTIC:
        words_append(text, "no order from %zu steps: ", e->window);
        append_slopes(text, e);
        break;
    case FIT_TOO_FEW:
        words_append(text,
                     "%zu of %zu steps have an error above %g floors and below %g, and an order takes %d",
                     e->window, e->points, ORDER_FIT_FLOORS, ORDER_FIT_LARGEST, ORDER_FIT_POINTS);
        break;
    case FIT_BROKE_DOWN:
        words_append(text, "runs that broke down leave %zu of %zu steps, and an order takes %d", e->window,
                     e->points, ORDER_FIT_POINTS);
        append_breakdown(text, e);
        break;
    case FIT_NOT_APPLICABLE:
        words_append(text, "%s", e->refusal ? e->refusal : "the measure does not apply");
        break;
    }
}

const char *words_order(const struct fit *fit, char *buffer, size_t size)
{
    if (verdict_is_number(fit->claim))
        return words_measured(fit, buffer, size);
    append_measured(&(struct words_text){buffer, size, 0}, fit);
    return buffer;
}

/* "1.0 times as large with 64 more bits" */
static void append_change(struct words_text *text, const struct fit *e)
{
    if (e->exact_error == 0)
        words_append(text, "zero at the largest usable step, but %.1e with %u more bits", e->exact_repeated,
                     e->exact_bits);
    else
        words_append(text, "%#.2g times as large with %u more bits", e->exact_repeated / e->exact_error,
                     e->exact_bits);
}

/* "exact: 3.1e-14 at the largest usable step, within 10 of its floors of 1.2e-14, and with more bits ..." */
static void append_own_floor(struct words_text *text, const struct fit *e)
{
    static const char *const words[GROUNDS] = {[GROUND_WITHIN_FLOOR] = "exact",
                                               [GROUND_ABOVE_FLOOR] = "not exact",
                                               [GROUND_OWN_UNDECIDED] = "not known to be exact"};
    const bool rate = measure_find(NULL, e->measure).measure->source == MEASURE_OF_LONGER_RUN;

    if (isnan(e->own_floor) || isnan(e->exact_error)) {
        words_append(text, "no run has a value with a floor");
        return;
    }
    if (e->outcome.ground == GROUND_UNREPEATED) {
        words_append(text, "%.1e at the largest usable step; its floor, %.1e, is above %g", e->exact_error,
                     e->own_floor, VERDICT_OWN_LARGEST);
        return;
    }
    words_append(
        text, "%s: %.1e at the largest usable step, %s %g of its floors of %.1e, and with %s %.1e, of %.1e",
        words[e->outcome.ground], e->exact_error,
        e->exact_error <= VERDICT_OWN_FLOORS * e->own_floor ? "within" : "above", VERDICT_OWN_FLOORS,
        e->own_floor, rate ? "half the step" : "more bits", e->exact_repeated, e->repeated_floor);
    if (rate && isnan(e->coarse_excess))
        words_append(text, "; the observable itself changes by no more than round-off, and shows nothing");
    else if (!(e->coarse_excess <= VERDICT_OWN_FLOORS))
        words_append(text, "; over %s above them", rate ? "less of the time" : "half of the points");
}

/* "at most 12 ulp at each of 7 steps from h = 0.1 on" */
static void append_round_off(struct words_text *text, const struct fit *e)
{
    words_append(
        text, "exact as far as double shows it: at most %.0f ulp (%.1e) at each of %zu steps from h = %s on",
        ceil(e->outcome.round_off.ulps), e->outcome.round_off.ulps * 0x1p-53, e->outcome.round_off.steps,
        e->step_sizes[e->outcome.round_off.step]);
}

/* Whether it is seen at another state, and not at the initial data. */
static bool is_left_elsewhere(const struct fit *e)
{
    return e->elsewhere == e->exact_error && !(e->errors[fit_floor_coarsest(e)] >= e->elsewhere / 2);
}

/* How the error at the largest usable step changes with the precision, beside what the fit says of it. */
static void append_exact(struct words_text *text, const struct fit *e)
{
    const size_t k = fit_floor_coarsest(e);

    if (e->has_own_floor) {
        append_own_floor(text, e);
        return;
    }
    switch (e->outcome.ground) {
    case GROUND_RELATION:
    case GROUND_NO_RELATION:
        words_append(text, "%sexact: at the largest usable step %s %g %s",
                     e->outcome.ground == GROUND_RELATION ? "" : "not ",
                     e->outcome.ground == GROUND_RELATION ? "at most" : "more than", VERDICT_RELATION_FLOORS,
                     e->alone && e->floor_origin == FLOOR_BY_DATA ? "times its floor in double"
                                                                  : "roundings of double");
        break;
    case GROUND_ROUND_OFF:
        append_round_off(text, e);
        break;
    case GROUND_NO_ROUND_OFF:
        words_append(text, "not exact: %s%.1e at h = %s, more than %g times its floor in double",
                     is_left_elsewhere(e) ? "at another state than the initial data " : "",
                     is_left_elsewhere(e) ? e->elsewhere : e->errors[k], e->step_sizes[k],
                     VERDICT_ALONE_FLOORS);
        if (e->status == FIT_MEASURED && !is_left_elsewhere(e))
            words_append(text, ", of order %.2f in h", e->order);
        break;
    case GROUND_STALLED:
        words_append(text, "%.1e at the largest usable step, more than %g times its floor in double",
                     e->errors[k], VERDICT_ALONE_FLOORS);
        break;
    case GROUND_FALLS:
    case GROUND_PROBED:
        if (e->exact_error == 0 && e->exact_repeated == 0)
            words_append(text, "%szero at the largest usable step, and zero with %u more bits",
                         e->outcome.ground == GROUND_FALLS ? "exact: " : "", e->exact_bits);
        else
            words_append(text, "%s%.1e at the largest usable step falls to %.1e with %u more bits",
                         e->outcome.ground == GROUND_FALLS ? "exact: " : "", e->exact_error,
                         e->exact_repeated, e->exact_bits);
        break;
    case GROUND_STAYS:
        words_append(text, "not exact: ");
        if (is_left_elsewhere(e))
            words_append(text, "at another state than the initial data %.1e at the largest usable step, ",
                         e->elsewhere);
        else if (e->status == FIT_MEASURED)
            words_append(text, "of order %.2f in h, and ", e->order);
        append_change(text, e);
        break;
    case GROUND_FALLS_IN_PART:
    case GROUND_NARROW:
        append_change(text, e);
        words_append(text, "; ");
        append_measured(text, e);
        break;
    default:
        append_measured(text, e);
    }
}

/* An error that grows at a halving by far is none that a tolerance leaves. */
static void append_stalled(struct words_text *text, const struct fit *e)
{
    for (size_t k = 0; k + 1 < e->points; k++) {
        if (!e->used[k] || !e->used[k + 1] || !(e->errors[k + 1] > GROWN * e->errors[k]))
            continue;
        words_append(text,
                     "; it grows %.1e-fold from h = %s to h = %s: the method is another one for small steps, "
                     "or for many",
                     e->errors[k + 1] / e->errors[k], e->step_sizes[k], e->step_sizes[k + 1]);
        return;
    }
    words_append(text, "; it %s, far above round-off: a tolerance, single precision or a wrong coefficient",
                 unsettled_leaves_order(e) ? "leaves its order at once" : "stops falling");
}

/* What a ground says that refutes, confirmed or not. */
static void append_witnessed(struct words_text *text, const struct fit *e, enum verdict verdict)
{
    if (verdict == VERDICT_REFUTED)
        words_append(text, e->witness == VERDICT_WITNESS_REFUTES
                               ? "; refuted on two sets of initial data or final times"
                           : e->decides_alone ? "; refuted: there are no other initial data"
                                              : "; refuted: what is exact is so at every state");
    else if (e->witness == VERDICT_WITNESS_NONE)
        words_append(text,
                     "; refuted with these initial data and this final time only: a refutation takes two");
    else
        words_append(text, "; refuted here, but not with the other initial data or final time");
}

/* What follows of a claim from what was measured, where the ground alone says it. */
static const char *const consequences[GROUNDS] = {
    [GROUND_ORDER_ABOVE] = "; superconvergent",
    [GROUND_ORDER_ZERO] = "; it falls with the precision: zero",
    [GROUND_ORDER_OF_ZERO] = "; it falls with the precision, and may have any order on other data",
    [GROUND_ORDER_NO_LIMIT] = "; the local probe finds no certain order as the step goes to zero",
    [GROUND_FLOORED] = "; it is not known to fall with the precision",
    [GROUND_SIGN_CHANGE] = "; the error passes through zero",
    [GROUND_NO_MORE_BITS] = "; the method has no more bits to tell round-off from an error",
    [GROUND_FALLS_IN_PART] = "; it does not fall as round-off does",
    [GROUND_NARROW] = "; too few to tell round-off from an error",
};

/* Of a claim that something is not zero: it may lie below what hides it. */
static void append_hidden(struct words_text *text, const struct fit *e)
{
    if (e->outcome.ground == GROUND_WITHIN_FLOOR || e->outcome.ground == GROUND_ROUND_OFF)
        words_append(text, "; what is claimed may lie below its floor");
}

static void append_open(struct words_text *text, const struct fit *e, const struct claim_on_fit *claim,
                        struct verdict_outcome outcome)
{
    switch (e->outcome.ground) {
    case GROUND_ORDER_OTHER_LIMIT:
    case GROUND_PROBED:
        words_append(text, "; order %.0f as the step goes to zero", e->probe.order);
        break;
    case GROUND_ORDER_RISES:
        words_append(text, "; the slopes rise as before a zero of the error, or are fewer than %d",
                     VERDICT_POINTS - 1);
        break;
    case GROUND_ORDER_FEW_HALVINGS:
        words_append(text, "; an order above it refutes after %d halvings only", VERDICT_HALVINGS);
        break;
    case GROUND_ORDER_BETWEEN:
        words_append(text, "; neither within the tolerance nor more than %g away", VERDICT_DISTANCE);
        break;
    case GROUND_ORDER_LOWER:
        words_append(text, "; the order of %s in the same runs is %.2f", e->lower->measure, e->lower->order);
        break;
    case GROUND_UNREPEATED:
        if (!e->has_own_floor)
            words_append(text, "; not yet repeated with %d more bits", GRID_REPEAT_BITS);
        break;
    default:
        append_hidden(text, e);
    }
    if (e->outcome.ground == GROUND_TOO_FEW && outcome.reason == VERDICT_REASON_FLOOR)
        words_append(text, "; round-off hides the finest");
    if (!verdict_is_exact(claim) && outcome.reason == VERDICT_REASON_REFERENCE_LIMITED &&
        e->outcome.ground != GROUND_NO_REFERENCE)
        words_append(text, "; the reference, certified to %.1e, hides the finest", e->reference_error);
    if (outcome.reason == VERDICT_REASON_BUDGET)
        words_append(text, "; the study allows no further refinement");
    else if (outcome.reason == VERDICT_REASON_STALLED)
        append_stalled(text, e);
}

static void append_consequence(struct words_text *text, const struct fit *e, const struct claim_on_fit *claim,
                               struct verdict_outcome outcome)
{
    const enum ground_says says = e->outcome.says;

    if (consequences[e->outcome.ground])
        words_append(text, "%s", consequences[e->outcome.ground]);
    if (e->outcome.ground == GROUND_ORDER_BY_TREES)
        words_append(text,
                     "; a step meets the conditions of all rooted trees to order %g, and errors fall with it",
                     e->trees);
    if (says == GROUND_REFUTES)
        append_witnessed(text, e, outcome.verdict);
    else if (says == GROUND_OPEN)
        append_open(text, e, claim, outcome);
}

static void append_sentence(struct words_text *text, const struct fit *evidence,
                            struct verdict_outcome outcome)
{
    const struct claim_on_fit *claim = evidence->claim;

    if (verdict_is_exact(claim) && evidence->status != FIT_NOT_APPLICABLE &&
        evidence->outcome.ground != GROUND_BROKE_DOWN)
        append_exact(text, evidence);
    else
        append_measured(text, evidence);
    if (evidence->width)
        words_append(text, "; its states are numbers of %d bits", evidence->width);
    if (evidence->outcome.ground == GROUND_ORDER_PROBED)
        words_append(text, "; order %.0f as the step goes to zero", evidence->probe.order);
    if (!claim || outcome.verdict == VERDICT_NOT_APPLICABLE)
        return;
    words_append(text, "; claimed: %s", term_word(TERM_CLAIM, claim->kind));
    if (!verdict_is_exact(claim))
        words_append(text, " %g", claim->value);
    append_consequence(text, evidence, claim, outcome);
}

/* ---- a fit ---- */

/* "1.2e-3 at h = 0.1, none at h = 0.05": of steps that are each for themselves. */
static void list_values(struct words_text *text, const struct fit *fit)
{
    for (size_t k = 0; k < fit->points; k++) {
        words_append(text, k ? ", " : "");
        if (isfinite(fit->errors[k]))
            words_append(text, "%.4g at h = %s", fit->errors[k], fit->step_sizes[k]);
        else
            words_append(text, "none at h = %s", fit->step_sizes[k]);
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

    if (fit->status == FIT_NOT_APPLICABLE)
        words_append(text, "%s", fit->refusal ? fit->refusal : "");
    else if (fit->unordered)
        list_values(text, fit);
    else
        words_append(text, "%s", sentences[fit->status]);
    if (fit->status == FIT_BROKE_DOWN)
        append_breakdown(text, fit);
}

const char *words_reason(const struct fit *fit, char *buffer, size_t size)
{
    const bool held_alone =
        fit->outcome.verdict == VERDICT_VACUOUS || fit->outcome.reason == VERDICT_REASON_COMPARISON;
    const enum verdict held = held_alone ? VERDICT_HOLDS : fit->outcome.verdict;
    const struct verdict_outcome outcome = {
        .verdict = held, .reason = fit->outcome.reason, .next = fit->outcome.next};
    struct words_text text = {buffer, size, 0};
    char control[WORDS_SENTENCE];

    *buffer = '\0';
    if (!fit->outcome.verdict) {
        explain_status(&text, fit);
    } else if (fit->outcome.ground == GROUND_NOT_RUN) {
        words_append(&text, "%zu of %zu runs have not come to their end, and an order takes %d", fit->missing,
                     fit->points > fit->missing ? fit->points : fit->missing, ORDER_FIT_POINTS);
    } else if (verdict_is_number(fit->claim)) {
        append_value(&text, fit, outcome);
    } else {
        append_sentence(&text, fit, outcome);
    }
    if (held_alone && fit->control.kind)
        words_append(&text, "; %s", words_control(fit, control, sizeof control));
    return *buffer ? buffer : NULL;
}
