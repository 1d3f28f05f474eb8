/* Sentences about a fit: see explain.h. */
#include "reports/explain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrators/foreign/foreign_method.h"
#include "integrators/methods/rounding.h"
#include "measures/run/precision.h"
#include "reports/words.h"
#include "harness/judge/order_fit.h"
#include "harness/judge/verdict.h"

/* ---- Points ---- */

static bool is_finer_used(const struct fit *fit, size_t i)
{
    while (++i < fit->points.count) {
        if (fit->order.used[i])
            return true;
    }
    return false;
}

/* Of several points those finer than the window with an error that is not too large
 * were not admitted, which the floor alone can do. */
enum explain_point explain_point_of(const struct fit *fit, size_t i)
{
    const double error = fit->points.errors[i];

    if (fit->order.used[i])
        return EXPLAIN_POINT_USED;
    if (!isfinite(error))
        return EXPLAIN_POINT_NO_VALUE;
    if (error < 0 || fit->outcome.subject == SUBJECT_NUMBER)
        return EXPLAIN_POINT_VALUE;
    if (error > ORDER_FIT_LARGEST)
        return EXPLAIN_POINT_TOO_LARGE;
    if (error == 0 || !(error >= ORDER_FIT_FLOORS * words_floor(fit, i)))
        return EXPLAIN_POINT_BELOW_FLOOR;
    if (fit->points.count == 1)
        return EXPLAIN_POINT_VALUE;
    if (!is_finer_used(fit, i))
        return EXPLAIN_POINT_BELOW_FLOOR;
    return EXPLAIN_POINT_OUTSIDE;
}

const struct cell *explain_point_cell(const struct results *results, const struct fit *fit, size_t point)
{
    for (size_t i = 0; i < results->cells; i++) {
        const struct cell *cell = results->cell + i;

        if (strcmp(cell->step, fit->points.step_sizes[point]) == 0 && results_uses(fit, cell))
            return cell;
    }
    return NULL;
}

/* ---- order and claim ---- */

const char *explain_claim(const struct claim_on_fit *claim, char *buffer, size_t size)
{
    char words[500];

    snprintf(buffer, size, "%s (%s)", words_claim(claim, words, sizeof words),
             claim->source ? claim->source : "without a source");
    return buffer;
}

const char *explain_evidence(const struct fit *fit, char *buffer, size_t size)
{
    return words_reason(fit, buffer, size) ? buffer : words_order(fit, buffer, size);
}

const char *explain_line(const struct fit *fit, char *buffer, size_t size)
{
    char evidence[WORDS_SENTENCE];

    snprintf(buffer, size, "%-14s %s  %s",
             fit->outcome.verdict ? term_word(TERM_VERDICT, fit->outcome.verdict) : "measured", fit->id,
             explain_evidence(fit, evidence, sizeof evidence));
    return buffer;
}

const char *explain_sentence_rule(const struct fit *fit, char *buffer, size_t size)
{
    if (fit->order.status == FIT_MEASURED)
        snprintf(buffer, size,
                 "%.4f in [%.3f, %.3f] from %zu steps: the last extrapolated slope, in the hull of the last "
                 "slope and the last two extrapolated ones, widened by %g",
                 fit->order.value, fit->order.low, fit->order.high, words_used(fit), ORDER_FIT_WIDENED);
    else
        snprintf(buffer, size,
                 "none, %s: it takes %d consecutive errors used, an interval no wider than %g, and last two "
                 "slopes that differ by at most %g",
                 term_word(TERM_FIT, fit->order.status), ORDER_FIT_POINTS, ORDER_FIT_WIDEST,
                 ORDER_FIT_LARGEST_CHANGE);
    return buffer;
}

/* ---- floor ---- */

/* The same curve in double, or at the most bits; NULL when there is none. */
static const struct fit *find_sibling(const struct results *results, const struct fit *fit, bool in_double)
{
    const struct fit *best = NULL;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *other = results->fit + i;

        if ((other->curve.precision->bits == PRECISION_DOUBLE) != in_double ||
            (in_double &&
             !rounding_equals(other->curve.precision->rounding, fit->curve.precision->rounding)) ||
            other->points.count == 0 || other->curve.problem != fit->curve.problem ||
            other->curve.method != fit->curve.method || other->curve.projection != fit->curve.projection ||
            !measure_same(other->measure, fit->measure))
            continue;
        if (!best || other->curve.precision->bits > best->curve.precision->bits)
            best = other;
    }
    return best;
}

const char *explain_sentence_floor(const struct results *results, const struct fit *fit, char *buffer,
                                   size_t size)
{
    const struct fit *in_mpfr = find_sibling(results, fit, false);
    const bool compared = in_mpfr && find_sibling(results, fit, true);
    struct words_text text = {buffer, size, 0};

    if (!isfinite(fit->floor.value))
        words_append(&text, "not known, so that no error is used");
    else if (!fit->floor.origin && !compared && fit->floor.value == 0)
        words_append(&text,
                     "not measured, taken as 0: it takes the same runs in double and in another precision");
    else
        words_append(&text, "%.2e", fit->floor.value);
    if (fit->floor.origin) { /* whoever measured it says how */
        words_append(&text, "%s%s", isfinite(fit->floor.value) ? " at the finest step, " : ": ",
                     term_word(TERM_FLOOR, fit->floor.origin));
        if (fit->floor.reference_error > 0)
            words_append(&text, "; the reference, known to %.1e, is part of it", fit->floor.reference_error);
    } else if (isfinite(fit->floor.value) && compared && fit->curve.precision->bits == PRECISION_DOUBLE) {
        words_append(&text, ", the largest difference from the errors at %s bits at the two finest steps",
                     in_mpfr->curve.precision->text);
    } else if (isfinite(fit->floor.value) && compared) {
        words_append(&text,
                     ", the largest difference between the errors in double and at %s bits at the two finest "
                     "steps, times 2^(53 - %s)",
                     in_mpfr->curve.precision->text, fit->curve.precision->text);
    } else if (fit->floor.value > 0 && isfinite(fit->floor.value)) {
        words_append(&text, ", measured in other runs than those of this report");
    }
    return buffer;
}

/* ---- command ---- */

/* The point whose run is worth a look: that of a number that is claimed, the first without a value, else the
 * finest used, else the finest. */
static size_t choose_point(const struct fit *fit)
{
    const char *step = fit->outcome.subject == SUBJECT_NUMBER ? fit->claim->number.step : NULL;
    size_t last = fit->points.count - 1;

    for (size_t i = 0; step && i < fit->points.count; i++) {
        if (strcmp(fit->points.step_sizes[i], step) == 0)
            return i;
    }
    for (size_t i = 0; i < fit->points.count; i++) {
        if (explain_point_of(fit, i) == EXPLAIN_POINT_NO_VALUE)
            return i;
    }
    while (last > 0 && !fit->order.used[last])
        last--;
    return fit->order.used[last] ? last : fit->points.count - 1;
}

const char *explain_sentence_command(const struct results *results, const struct fit *fit, char *buffer,
                                     size_t size)
{
    const struct cell *cell =
        fit->points.count > 0 ? explain_point_cell(results, fit, choose_point(fit)) : NULL;
    struct words_text text = {buffer, size, 0};

    buffer[0] = '\0';
    if (!cell)
        return buffer;
    if (foreign_method_of(fit->curve.method))
        words_append_part(&text, results, fit);
    else
        words_append_run(&text, fit, cell->step, cell->steps, cell->precision->text);
    return buffer;
}
