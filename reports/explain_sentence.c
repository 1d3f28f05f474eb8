/* Sentences about a fit: see explain.h. */
#include "reports/explain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/methods/rounding.h"
#include "measures/run/precision.h"
#include "harness/judge/verdict_value.h"
#include "reports/page/parameters.h"
#include "reports/shell.h"
#include "reports/words.h"
#include "harness/judge/order_fit.h"
#include "harness/judge/verdict.h"

/* ---- Points ---- */

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

/* ---- order and claim ---- */

static size_t count_used(const struct fit *fit)
{
    size_t used = 0;

    for (size_t i = 0; i < fit->points; i++)
        used += fit->used[i];
    return used;
}

const char *explain_claim(const struct claim_on_fit *claim, char *buffer, size_t size)
{
    const char *source = claim->source ? claim->source : "without a source";
    const char *kind = term_word(TERM_CLAIM, claim->kind);
    char value[32];

    snprintf(value, sizeof value, "%g", claim->value);
    if (verdict_is_exact(claim))
        snprintf(buffer, size, "%s (%s)", kind, source);
    else if (verdict_is_number(claim))
        snprintf(buffer, size, "%s %s (%s)", kind, claim->formula, source);
    else if (strcmp(value, claim->formula) == 0)
        snprintf(buffer, size, "%s %s (%s)", kind, value, source);
    else
        snprintf(buffer, size, "%s %s = %s (%s)", kind, claim->formula, value, source);
    return buffer;
}

const char *explain_sentence_value(const struct fit *fit, char *buffer, size_t size)
{
    const struct claim_number *number = fit->claim ? &fit->claim->number : NULL;
    char text[96], relative[500];

    buffer[0] = '\0';
    if (verdict_is_number(fit->claim))
        snprintf(buffer, size, "%s%s%s%s%s", words_number(number, text, sizeof text),
                 number->step ? " at h = " : "", number->step ? number->step : "",
                 number->relative ? ", relative to " : "",
                 number->relative ? words_relative(fit, relative, sizeof relative) : "");
    return buffer;
}

const char *explain_sentence_order(const struct fit *fit, char *buffer, size_t size)
{
    static const char *const sentences[] = {"",
                                            "the error is at the floor at every step",
                                            "the slopes have not settled at the finest steps",
                                            "too few errors lie above the floor and below 0.1",
                                            "runs that broke down leave too few errors",
                                            "the measure does not apply"};

    if (verdict_is_number(fit->claim))
        explain_sentence_value(fit, buffer, size);
    else if (fit->status == FIT_MEASURED)
        snprintf(buffer, size, "order %.3f in [%.2f, %.2f] from %zu steps", fit->order, fit->low, fit->high,
                 count_used(fit));
    else
        snprintf(buffer, size, "%s", sentences[fit->status]);
    return buffer;
}

const char *explain_evidence(const struct fit *fit, char *buffer, size_t size)
{
    char order[128], claim[512];

    if (words_reason(fit, buffer, size))
        return buffer;
    if (fit->claim)
        snprintf(buffer, size, "%s; claimed: %s", explain_sentence_order(fit, order, sizeof order),
                 explain_claim(fit->claim, claim, sizeof claim));
    else
        explain_sentence_order(fit, buffer, size);
    return buffer;
}

const char *explain_line(const struct fit *fit, char *buffer, size_t size)
{
    const bool ordered = fit->status == FIT_MEASURED && !verdict_is_number(fit->claim);
    const size_t length =
        (size_t)snprintf(buffer, size, "%-14s %s  ",
                         fit->verdict ? term_word(TERM_VERDICT, fit->verdict) : "measured", fit->id);

    if (length >= size)
        return buffer;
    if (!ordered)
        explain_evidence(fit, buffer + length, size - length);
    else if (!fit->claim)
        snprintf(buffer + length, size - length, "order %.3f [%.3f, %.3f]", fit->order, fit->low, fit->high);
    else
        snprintf(buffer + length, size - length, "order %.3f [%.3f, %.3f], claimed %s%s%s", fit->order,
                 fit->low, fit->high, term_word(TERM_CLAIM, fit->claim->kind),
                 verdict_is_exact(fit->claim) ? "" : " ",
                 verdict_is_exact(fit->claim) ? "" : fit->claim->formula);
    return buffer;
}

const char *explain_sentence_rule(const struct fit *fit, char *buffer, size_t size)
{
    if (fit->status == FIT_MEASURED)
        snprintf(buffer, size,
                 "%.4f in [%.3f, %.3f] from %zu steps: the last extrapolated slope, in the hull of the last "
                 "slope and the last two extrapolated ones, widened by %g",
                 fit->order, fit->low, fit->high, count_used(fit), ORDER_FIT_WIDENED);
    else
        snprintf(buffer, size,
                 "none, %s: it takes %d consecutive errors used, an interval no wider than %g, and last two "
                 "slopes that differ by at most %g",
                 words_status_name(fit->status), ORDER_FIT_POINTS, ORDER_FIT_WIDEST,
                 ORDER_FIT_LARGEST_CHANGE);
    return buffer;
}

/* ---- exact properties ---- */

const char *explain_sentence_exact(const struct fit *fit, char *buffer, size_t size)
{
    const struct verdict_evidence evidence = verdict_evidence_of(fit);

    if (evidence.has_own_floor && isfinite(evidence.exact_error))
        snprintf(buffer, size, "%.2e at the largest usable step, its own floor %.2e: %s",
                 evidence.exact_error, evidence.own_floor,
                 !verdict_is_repeated(&evidence) ? "not enough to tell"
                 : verdict_falls(&evidence)      ? "within 10 floors"
                                                 : "above 10 floors");
    else if (fit->exact_bits > 0)
        snprintf(buffer, size, "%.2e at the largest usable step, %.2e with %u more bits: %s",
                 fit->exact_error, fit->exact_repeated, fit->exact_bits,
                 !verdict_is_repeated(&evidence) ? "not enough to tell"
                 : verdict_falls(&evidence)      ? "it falls as round-off does"
                                                 : "it does not fall as round-off does");
    else
        snprintf(buffer, size, "%s",
                 verdict_is_exact(fit->claim) && !evidence.has_own_floor
                     ? "not repeated with more bits, which alone tells"
                     : "");
    return buffer;
}

/* ---- floor ---- */

/* The same curve in double, or at the most bits; NULL when there is none. */
static const struct fit *find_sibling(const struct results *results, const struct fit *fit, bool in_double)
{
    const struct fit *best = NULL;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *other = results->fit + i;

        if ((other->precision->bits == PRECISION_DOUBLE) != in_double ||
            (in_double && !rounding_equals(other->precision->rounding, fit->precision->rounding)) ||
            other->points == 0 || other->problem != fit->problem || other->method != fit->method ||
            other->projection != fit->projection || strcmp(other->measure, fit->measure) != 0)
            continue;
        if (!best || other->precision->bits > best->precision->bits)
            best = other;
    }
    return best;
}

/* Where whoever measured the floor says how. */
static void print_origin(const struct fit *fit, char *buffer, size_t size)
{
    char reference[80] = "";

    if (fit->reference_error > 0)
        snprintf(reference, sizeof reference, "; the reference, known to %.1e, is part of it",
                 fit->reference_error);
    if (isfinite(fit->floor))
        snprintf(buffer, size, "%.2e at the finest step, %s%s", fit->floor, fit->floor_origin, reference);
    else
        snprintf(buffer, size, "not known, so that no error is used: %s%s", fit->floor_origin, reference);
}

const char *explain_sentence_floor(const struct results *results, const struct fit *fit, char *buffer,
                                   size_t size)
{
    const struct fit *in_mpfr = find_sibling(results, fit, false);
    const bool compared = in_mpfr && find_sibling(results, fit, true);

    if (fit->floor_origin)
        print_origin(fit, buffer, size);
    else if (!isfinite(fit->floor))
        snprintf(buffer, size, "not known, so that no error is used");
    else if (!compared && fit->floor == 0)
        snprintf(buffer, size,
                 "not measured, taken as 0: it takes the same runs in double and in another precision");
    else if (!compared)
        snprintf(buffer, size, "%.2e, measured in other runs than those of this report", fit->floor);
    else if (fit->precision->bits == PRECISION_DOUBLE)
        snprintf(buffer, size,
                 "%.2e, the largest difference from the errors at %s bits at the two finest steps",
                 fit->floor, in_mpfr->precision->text);
    else
        snprintf(buffer, size,
                 "%.2e, the largest difference between the errors in double and at %s bits at the two finest "
                 "steps, times 2^(53 - %s)",
                 fit->floor, in_mpfr->precision->text, fit->precision->text);
    return buffer;
}

/* ---- command ---- */

/* The step at which a number is judged; else the first point.  False where nothing is claimed of a number. */
static bool find_judged(const struct fit *fit, size_t *point)
{
    const char *step = verdict_is_number(fit->claim) ? fit->claim->number.step : NULL;

    for (*point = 0; step && *point < fit->points; ++*point) {
        if (strcmp(fit->step_sizes[*point], step) == 0)
            return true;
    }
    *point = 0;
    return false;
}

/* The point whose run is worth a look: that of a number that is claimed, the first without a value, else the
 * finest used, else the finest. */
static size_t choose_point(const struct fit *fit)
{
    size_t last = fit->points - 1, judged;

    if (find_judged(fit, &judged))
        return judged;
    for (size_t i = 0; i < fit->points; i++) {
        if (explain_point_of(fit, i) == EXPLAIN_POINT_NO_VALUE)
            return i;
    }
    while (last > 0 && !fit->used[last])
        last--;
    return fit->used[last] ? last : fit->points - 1;
}

const char *explain_sentence_command(const struct results *results, const struct fit *fit, char *buffer,
                                     size_t size)
{
    const struct cell *cell = fit->points > 0 ? explain_point_cell(results, fit, choose_point(fit)) : NULL;
    struct parameters_value parameter;

    buffer[0] = '\0';
    if (!cell)
        return buffer;
    snprintf(buffer, size,
             "assay integrate %s --initial %.*s --method %s --projection %s --step %s --steps %lu "
             "--precision %s",
             cell->problem->model->name, (int)parameters_base(cell->problem->initial->name),
             cell->problem->initial->name, cell->method->name, cell->projection->name, cell->step,
             cell->steps, cell->precision->text);
    for (size_t i = 0; parameters_get(cell->problem->initial->name, i, &parameter); i++) {
        char word[500], quoted[2048];
        size_t used = strlen(buffer);

        snprintf(word, sizeof word, "%s=%s", parameter.name, parameter.value);
        snprintf(buffer + used, size - used, " --param %s", shell_word(word, quoted, sizeof quoted));
    }
    return buffer;
}
