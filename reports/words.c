/* The words of the reports: see words.h. */
#include "reports/words.h"

#include <stdarg.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrators/methods/rounding.h"
#include "measures/run/precision.h"
#include "reports/shell.h"

static bool is_at_least(const struct claim_on_fit *claim)
{
    return claim->kind == CLAIM_AT_LEAST;
}

/* A number against its bounds; kinds of growth have no order. */
static enum words_mark compare_number(const struct claim_on_fit *claim)
{
    const struct claim_number *number = &claim->number;

    if (number->status != NUMBER_MEASURED)
        return WORDS_NONE;
    if (claim->kind == CLAIM_GROWTH)
        return growth_classify(number->least) == claim->growth ? WORDS_AGREES : WORDS_NONE;
    if (number->least >= claim->low && number->most <= claim->high)
        return WORDS_AGREES;
    return number->least > claim->high ? WORDS_ABOVE : number->most < claim->low ? WORDS_BELOW : WORDS_NONE;
}

enum words_mark words_mark_of(const struct fit *fit)
{
    double difference, tolerance;

    if (fit && fit->outcome.subject == SUBJECT_NUMBER)
        return compare_number(fit->claim);
    if (fit && fit->outcome.subject == SUBJECT_PROPERTY && fit->order.status == FIT_EXACT)
        return WORDS_AGREES;
    if (!fit || !fit->claim || fit->order.status != FIT_MEASURED)
        return WORDS_NONE;
    if (fit->outcome.subject == SUBJECT_PROPERTY)
        return WORDS_BELOW;
    difference = fit->order.value - fit->claim->value;
    tolerance = 0.1 + (fit->order.high - fit->order.low) / 2;
    if (fabs(difference) <= tolerance || (difference > 0 && is_at_least(fit->claim)))
        return WORDS_AGREES;
    return difference > 0 ? WORDS_ABOVE : WORDS_BELOW;
}

const char *words_mark_name(enum words_mark mark)
{
    static const char *const comparisons[] = {"-", "agrees", "above", "below"};

    return mark < WORDS_HOLDS ? comparisons[mark]
                              : term_word(TERM_VERDICT, mark - WORDS_HOLDS + VERDICT_HOLDS);
}

enum words_mark words_verdict(enum verdict verdict)
{
    const bool decides = verdict >= VERDICT_HOLDS && verdict <= VERDICT_NOT_APPLICABLE;

    if (verdict == VERDICT_EXCEPTIONS || verdict == VERDICT_ERRATUM)
        return WORDS_HOLDS;
    return decides ? (enum words_mark)(verdict - VERDICT_HOLDS + WORDS_HOLDS) : WORDS_NONE;
}

enum words_mark words_shown_of(const struct fit *fit)
{
    enum words_mark verdict = fit && fit->claim ? words_verdict(fit->outcome.verdict) : WORDS_NONE;

    return verdict != WORDS_NONE ? verdict : words_mark_of(fit);
}

bool words_differ(enum words_mark mark)
{
    return mark == WORDS_ABOVE || mark == WORDS_BELOW || mark == WORDS_REFUTED;
}

bool words_agree(enum words_mark mark)
{
    return mark == WORDS_AGREES || mark == WORDS_HOLDS || mark == WORDS_HOLDS_TO_ROUND_OFF;
}

const struct cell *words_failed_cell(const struct results *results, const struct fit *fit)
{
    for (size_t i = 0; i < results->cells; i++) {
        const struct cell *cell = &results->cell[i];

        if (cell->status != CELL_COMPLETED && cell->problem == fit->curve.problem &&
            cell->method == fit->curve.method && cell->projection == fit->curve.projection &&
            cell->precision == fit->curve.precision)
            return cell;
    }
    return NULL;
}

static void describe_number(struct words_entry *entry, const struct fit *fit)
{
    if (fit->outcome.subject == SUBJECT_PROPERTY)
        snprintf(entry->measured, sizeof entry->measured, "order %.2f", fit->order.value);
    else
        snprintf(entry->measured, sizeof entry->measured, "%.3f", fit->order.value);
    snprintf(entry->detail, sizeof entry->detail, "[%.2f, %.2f]", fit->order.low, fit->order.high);
}

static void describe_slopes(struct words_entry *entry, const struct fit *fit)
{
    size_t last = fit->points.count; /* of the window */

    while (last > 0 && !fit->order.used[last - 1])
        last--;
    if (last >= 3)
        snprintf(entry->detail, sizeof entry->detail, "(slopes %.2f, %.2f)", fit->order.slopes[last - 3],
                 fit->order.slopes[last - 2]);
}

static void describe_breakdown(struct words_entry *entry, const struct cell *cell)
{
    if (!cell)
        return;
    if (cell->status == CELL_BROKE_DOWN)
        snprintf(entry->detail, sizeof entry->detail, "at step %lu, h = %.40s", cell->broke_down_at,
                 cell->step);
    else
        snprintf(entry->measured, sizeof entry->measured, "%s", term_word(TERM_CELL, cell->status));
}

/* The reason of an inconclusive verdict says why there is no order: it is not said twice. */
static void describe_mark(struct words_entry *entry, const struct fit *fit)
{
    bool because = entry->mark == WORDS_INCONCLUSIVE && fit->outcome.reason;

    if (because && fit->order.status != FIT_MEASURED && fit->order.status != FIT_EXACT)
        snprintf(entry->measured, sizeof entry->measured, "–");

    if (entry->mark != WORDS_NONE)
        snprintf(entry->word, sizeof entry->word, "%s%s%.40s", words_mark_name(entry->mark),
                 because ? ": " : "", because ? term_word(TERM_REASON, fit->outcome.reason) : "");
}

/* "3.1e-12", "at h = 0.1" */
static void describe_value(struct words_entry *entry, const struct fit *fit)
{
    const struct claim_number *number = &fit->claim->number;

    words_number(number, entry->measured, sizeof entry->measured);
    if (number->step)
        snprintf(entry->detail, sizeof entry->detail, "at h = %.60s%s", number->step,
                 number->relative ? ", a quotient" : "");
    else if (number->relative)
        snprintf(entry->detail, sizeof entry->detail, ", a quotient");
}

/* What is claimed, without its source. */
static void describe_claim(struct words_entry *entry, const struct claim_on_fit *claim)
{
    char text[128];

    if (term_is_exact(claim->kind))
        snprintf(entry->claimed, sizeof entry->claimed, "%s", term_word(TERM_CLAIM, claim->kind));
    else if (term_is_number(claim->kind))
        snprintf(entry->claimed, sizeof entry->claimed, "%.31s", words_claim(claim, text, sizeof text));
    else
        snprintf(entry->claimed, sizeof entry->claimed, "%s%g", is_at_least(claim) ? "≥ " : "", claim->value);
}

/* An error with a floor of its own, which alone tells whether it is exact. */
static void describe_own_floor(struct words_entry *entry, const struct fit *fit)
{
    if (!isfinite(fit->exact.error))
        return;
    snprintf(entry->measured, sizeof entry->measured, "%.1e", fit->exact.error);
    snprintf(entry->detail, sizeof entry->detail, "floor %.1e", fit->exact.own_floor);
}

static void describe_status(struct words_entry *entry, const struct results *results, const struct fit *fit)
{
    static const char *const words[] = {"",           "exact",         "not asymptotic", "too few points",
                                        "broke down", "not applicable"};

    snprintf(entry->measured, sizeof entry->measured, "%s", words[fit->order.status]);
    if (fit->order.status == FIT_MEASURED)
        describe_number(entry, fit);
    else if (fit->order.status == FIT_NOT_ASYMPTOTIC)
        describe_slopes(entry, fit);
    else if (fit->order.status == FIT_TOO_FEW)
        snprintf(entry->detail, sizeof entry->detail, "(%zu of %zu usable)", words_used(fit),
                 fit->points.count);
    else if (fit->order.status == FIT_BROKE_DOWN)
        describe_breakdown(entry, words_failed_cell(results, fit));
    else if (fit->order.status == FIT_EXACT)
        words_repeated(fit, entry->detail, sizeof entry->detail);
    describe_mark(entry, fit);
}

struct words_entry words_entry_of(const struct results *results, const struct fit *fit)
{
    struct words_entry entry = {.mark = words_shown_of(fit)};

    if (!fit) {
        snprintf(entry.measured, sizeof entry.measured, "not run");
        return entry;
    }
    if (fit->claim)
        describe_claim(&entry, fit->claim);
    describe_status(&entry, results, fit);
    if (fit->outcome.subject == SUBJECT_NUMBER)
        describe_value(&entry, fit);
    else if (fit->outcome.subject == SUBJECT_PROPERTY && fit->exact.has_own_floor)
        describe_own_floor(&entry, fit);
    return entry;
}

const char *words_measure(const char *measure, char *buffer, size_t size)
{
    const char *colon = strchr(measure, ':');

    if (!colon)
        snprintf(buffer, size, "%s", measure);
    else if (strncmp(measure, "invariant_error:", 16) == 0)
        snprintf(buffer, size, "%s error", colon + 1);
    else if (strncmp(measure, "largest:", 8) == 0)
        snprintf(buffer, size, "largest %s", colon + 1);
    else
        snprintf(buffer, size, "%.*s, %s", (int)(colon - measure), measure, colon + 1);
    for (char *c = buffer; *c; c++) {
        if (*c == '_' || *c == '-')
            *c = ' ';
    }
    return buffer;
}

const char *words_claim(const struct claim_on_fit *claim, char *buffer, size_t size)
{
    const char *kind = term_word(TERM_CLAIM, claim->kind);
    char formula[64], value[32];

    words_formula(claim->formula, formula, sizeof formula);
    snprintf(value, sizeof value, "%g", claim->value);
    if (term_is_exact(claim->kind))
        snprintf(buffer, size, "%s", kind);
    else if (term_is_number(claim->kind))
        snprintf(buffer, size, "%s %s", kind, claim->formula);
    else if (strcmp(formula, value) == 0)
        snprintf(buffer, size, "%s %s", kind, value);
    else
        snprintf(buffer, size, "%s %s = %s", kind, formula, value);
    return buffer;
}

const char *words_repeated(const struct fit *fit, char *buffer, size_t size)
{
    buffer[0] = '\0';
    if (fit->exact.bits == 0 || !isfinite(fit->exact.error))
        return buffer;
    if (isfinite(fit->exact.repeated))
        snprintf(buffer, size, "%.1e; with %u more bits %.1e", fit->exact.error, fit->exact.bits,
                 fit->exact.repeated);
    else
        snprintf(buffer, size, "%.1e; no value with %u more bits", fit->exact.error, fit->exact.bits);
    return buffer;
}

const char *words_precision(const char *precision, char *buffer, size_t size)
{
    const int arithmetic = (int)(precision_rounding(precision) - precision);
    struct words_text text = {buffer, size, 0};
    struct rounding rounding = {.uncompensated = false};
    struct error ignored;
    long bits;

    words_append(&text, "%.*s %s", arithmetic, precision,
                 precision_is_double(precision) ? "precision" : "bits");
    if (!precision_read(precision, &bits, &rounding, &ignored))
        return buffer;
    if (rounding.coefficients != COEFFICIENTS_ROUNDED)
        words_append(&text, ", %s coefficients", rounding_coefficients_name(rounding.coefficients));
    words_append(&text, "%s%s", rounding.uncompensated ? ", uncompensated sums" : "",
                 rounding.accepted ? ", stages as accepted" : "");
    return buffer;
}

const char *words_study(const struct results *results)
{
    return results->study->path ? results->study->path : results->study->name;
}

void words_append_store(struct words_text *text, const struct results *results)
{
    char option[4110];

    words_append(text, "%s", shell_store(results->provenance.store, option, sizeof option));
}

void words_append_again(struct words_text *text, const struct results *results)
{
    char path[4099];

    words_append(text, "assay run %s%s", shell_word(words_study(results), path, sizeof path),
                 results->study->in_full ? " --full" : "");
    words_append_store(text, results);
}

void words_append_part(struct words_text *text, const struct results *results, const struct fit *fit)
{
    char path[4099], word[1024];

    words_append(text, "assay run %s%s --only %s", shell_word(words_study(results), path, sizeof path),
                 results->study->in_full ? " --full" : "", shell_quote(fit->id, word, sizeof word));
    words_append_store(text, results);
}

void words_append_asked(struct words_text *text, const struct results *results)
{
    char word[4099];

    if (results->provenance.only)
        words_append(text, " --only %s", shell_word(results->provenance.only, word, sizeof word));
    words_append(text, "%s", results->provenance.refine ? " --refine" : "");
    words_append_store(text, results);
}

const char *words_command(const struct results *results, const char *id, char *buffer, size_t size)
{
    struct words_text text = {buffer, size, 0};
    char path[1024], word[1024];

    words_append(&text, "assay explain %s%s %s", shell_word(words_study(results), path, sizeof path),
                 results->study->in_full ? " --full" : "", shell_quote(id, word, sizeof word));
    words_append_asked(&text, results);
    return buffer;
}

double words_floor(const struct fit *fit, size_t point)
{
    return fit->floor.of_points ? fit->floor.of_points[point] : fit->floor.value;
}

size_t words_used(const struct fit *fit)
{
    size_t used = 0;

    for (size_t i = 0; i < fit->points.count; i++)
        used += fit->order.used[i];
    return used;
}

/* Of several expectations of a claim the last counts. */
const char *words_expected(const struct results *results, const char *id)
{
    for (size_t i = results->expectations; i-- > 0;) {
        const struct study_expectation *expectation = &results->expectation[i];

        if (strcmp(expectation->id, id) == 0)
            return expectation->verdict == VERDICT_HOLDS ? NULL
                                                         : term_word(TERM_VERDICT, expectation->verdict);
    }
    return NULL;
}

const char *words_formula(const char *formula, char *buffer, size_t size)
{
    size_t n = 0;

    for (const char *c = formula; *c && n + 1 < size; c++) {
        bool product =
            *c == '*' && c > formula && isdigit((unsigned char)c[-1]) && isalpha((unsigned char)c[1]);

        if (!product)
            buffer[n++] = *c;
    }
    buffer[n] = '\0';
    return buffer;
}

/* ---- sentences in pieces ---- */

void words_append(struct words_text *text, const char *format, ...)
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
