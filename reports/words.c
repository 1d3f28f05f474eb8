/* The words of the reports: see words.h. */
#include "reports/words.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "integrators/methods/rounding.h"
#include "measures/run/precision.h"
#include "harness/judge/verdict_value.h"
#include "reports/verdict_value_text.h"
#include "reports/shell.h"

static bool is_at_least(const struct claim_on_fit *claim)
{
    return strcmp(claim->kind, "at least") == 0;
}

bool words_is_exact(const struct claim_on_fit *claim)
{
    return claim && (strcmp(claim->kind, "exact") == 0 || strcmp(claim->kind, "not exact") == 0);
}

bool words_is_number(const struct claim_on_fit *claim)
{
    return claim && verdict_value_has(claim->kind);
}

/* A number against its bounds; kinds of growth have no order. */
static enum words_mark compare_number(const struct claim_on_fit *claim)
{
    const struct claim_number *number = &claim->number;
    const char *growth = verdict_value_growth(number->least);

    if (number->status != NUMBER_MEASURED)
        return WORDS_NONE;
    if (strcmp(claim->kind, "growth") == 0)
        return growth && strcmp(growth, claim->formula) == 0 ? WORDS_AGREES : WORDS_NONE;
    if (number->least >= claim->low && number->most <= claim->high)
        return WORDS_AGREES;
    return number->least > claim->high ? WORDS_ABOVE : number->most < claim->low ? WORDS_BELOW : WORDS_NONE;
}

enum words_mark words_mark_of(const struct fit *fit)
{
    double difference, tolerance;

    if (fit && words_is_number(fit->claim))
        return compare_number(fit->claim);
    if (fit && words_is_exact(fit->claim) && fit->status == FIT_EXACT)
        return WORDS_AGREES;
    if (!fit || !fit->claim || fit->status != FIT_MEASURED)
        return WORDS_NONE;
    if (words_is_exact(fit->claim))
        return WORDS_BELOW;
    difference = fit->order - fit->claim->value;
    tolerance = 0.1 + (fit->high - fit->low) / 2;
    if (fabs(difference) <= tolerance || (difference > 0 && is_at_least(fit->claim)))
        return WORDS_AGREES;
    return difference > 0 ? WORDS_ABOVE : WORDS_BELOW;
}

const char *words_mark_name(enum words_mark mark)
{
    static const char *const names[WORDS_MARKS] = {
        "-", "agrees", "above", "below", "holds", "refuted", "inconclusive", "vacuous", "not applicable"};

    return names[mark];
}

enum words_mark words_verdict(const char *word)
{
    for (enum words_mark mark = WORDS_HOLDS; word && mark < WORDS_MARKS; mark++) {
        if (strcmp(word, words_mark_name(mark)) == 0)
            return mark;
    }
    return WORDS_NONE;
}

enum words_mark words_shown_of(const struct fit *fit)
{
    enum words_mark verdict = fit && fit->claim ? words_verdict(fit->verdict) : WORDS_NONE;

    return verdict != WORDS_NONE ? verdict : words_mark_of(fit);
}

bool words_differ(enum words_mark mark)
{
    return mark == WORDS_ABOVE || mark == WORDS_BELOW || mark == WORDS_REFUTED;
}

const char *words_status_name(enum fit_status status)
{
    static const char *const names[] = {"measured", "exact",      "not-asymptotic",
                                        "too-few",  "broke-down", "not-applicable"};

    return names[status];
}

const struct cell *words_failed_cell(const struct results *results, const struct fit *fit)
{
    for (size_t i = 0; i < results->cells; i++) {
        const struct cell *cell = &results->cell[i];

        if (strcmp(cell->status, "completed") != 0 && strcmp(cell->method, fit->method) == 0 &&
            strcmp(cell->projection, fit->projection) == 0 && strcmp(cell->model, fit->model) == 0 &&
            strcmp(cell->initial, fit->initial) == 0 && strcmp(cell->precision, fit->precision) == 0)
            return cell;
    }
    return NULL;
}

static void describe_number(struct words_entry *entry, const struct fit *fit)
{
    if (words_is_exact(fit->claim))
        snprintf(entry->measured, sizeof entry->measured, "order %.2f", fit->order);
    else
        snprintf(entry->measured, sizeof entry->measured, "%.3f", fit->order);
    snprintf(entry->detail, sizeof entry->detail, "[%.2f, %.2f]", fit->low, fit->high);
}

static void describe_slopes(struct words_entry *entry, const struct fit *fit)
{
    size_t last = fit->points; /* of the window */

    while (last > 0 && !fit->used[last - 1])
        last--;
    if (last >= 3)
        snprintf(entry->detail, sizeof entry->detail, "(slopes %.2f, %.2f)", fit->slopes[last - 3],
                 fit->slopes[last - 2]);
}

static void describe_few(struct words_entry *entry, const struct fit *fit)
{
    snprintf(entry->detail, sizeof entry->detail, "(%zu of %zu usable)", words_used(fit), fit->points);
}

static void describe_breakdown(struct words_entry *entry, const struct cell *cell)
{
    if (!cell)
        return;
    if (strcmp(cell->status, "broke-down") == 0)
        snprintf(entry->detail, sizeof entry->detail, "at step %lu, h = %.40s", cell->broke_down_at,
                 cell->step);
    else
        snprintf(entry->measured, sizeof entry->measured, "%.40s", cell->status);
}

/* The reason of an inconclusive verdict says why there is no order: it is not said twice. */
static void describe_mark(struct words_entry *entry, const struct fit *fit)
{
    bool because = entry->mark == WORDS_INCONCLUSIVE && fit->reason_code;

    if (because && fit->status != FIT_MEASURED && fit->status != FIT_EXACT)
        snprintf(entry->measured, sizeof entry->measured, "–");

    if (entry->mark != WORDS_NONE)
        snprintf(entry->word, sizeof entry->word, "%s%s%.40s", words_mark_name(entry->mark),
                 because ? ": " : "", because ? fit->reason_code : "");
}

/* "3.1e-12", "at h = 0.1" */
static void describe_value(struct words_entry *entry, const struct fit *fit)
{
    const struct claim_number *number = &fit->claim->number;

    verdict_value_text_number(number, entry->measured, sizeof entry->measured);
    if (number->step)
        snprintf(entry->detail, sizeof entry->detail, "at h = %.60s", number->step);
    if (number->relative)
        snprintf(entry->detail + strlen(entry->detail), sizeof entry->detail - strlen(entry->detail),
                 ", a quotient");
}

/* What is claimed, without its source. */
static void describe_claim(struct words_entry *entry, const struct claim_on_fit *claim)
{
    char text[128];

    if (words_is_exact(claim))
        snprintf(entry->claimed, sizeof entry->claimed, "%s", claim->kind);
    else if (words_is_number(claim))
        snprintf(entry->claimed, sizeof entry->claimed, "%.31s", words_claim(claim, text, sizeof text));
    else
        snprintf(entry->claimed, sizeof entry->claimed, "%s%g", is_at_least(claim) ? "≥ " : "", claim->value);
}

/* An error with a floor of its own, which alone tells whether it is exact. */
static void describe_own_floor(struct words_entry *entry, const struct fit *fit)
{
    const struct verdict_evidence evidence = verdict_evidence_of(fit);

    if (!isfinite(evidence.exact_error))
        return;
    snprintf(entry->measured, sizeof entry->measured, "%.1e", evidence.exact_error);
    snprintf(entry->detail, sizeof entry->detail, "floor %.1e", evidence.own_floor);
}

static void describe_status(struct words_entry *entry, const struct results *results, const struct fit *fit)
{
    static const char *const words[] = {"",           "exact",         "not asymptotic", "too few points",
                                        "broke down", "not applicable"};

    snprintf(entry->measured, sizeof entry->measured, "%s", words[fit->status]);
    if (fit->status == FIT_MEASURED)
        describe_number(entry, fit);
    else if (fit->status == FIT_NOT_ASYMPTOTIC)
        describe_slopes(entry, fit);
    else if (fit->status == FIT_TOO_FEW)
        describe_few(entry, fit);
    else if (fit->status == FIT_BROKE_DOWN)
        describe_breakdown(entry, words_failed_cell(results, fit));
    else if (fit->status == FIT_EXACT)
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
    if (words_is_number(fit->claim))
        describe_value(&entry, fit);
    else if (words_is_exact(fit->claim) && verdict_has_own_floor(fit->measure))
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
    char formula[64], value[32];

    words_formula(claim->formula, formula, sizeof formula);
    snprintf(value, sizeof value, "%g", claim->value);
    if (words_is_exact(claim))
        snprintf(buffer, size, "%s", claim->kind);
    else if (words_is_number(claim))
        snprintf(buffer, size, "%s %s", claim->kind, claim->formula);
    else if (strcmp(formula, value) == 0)
        snprintf(buffer, size, "%s %s", claim->kind, value);
    else
        snprintf(buffer, size, "%s %s = %s", claim->kind, formula, value);
    return buffer;
}

const char *words_repeated(const struct fit *fit, char *buffer, size_t size)
{
    buffer[0] = '\0';
    if (fit->exact_bits == 0 || !isfinite(fit->exact_error))
        return buffer;
    if (isfinite(fit->exact_repeated))
        snprintf(buffer, size, "%.1e; with %u more bits %.1e", fit->exact_error, fit->exact_bits,
                 fit->exact_repeated);
    else
        snprintf(buffer, size, "%.1e; no value with %u more bits", fit->exact_error, fit->exact_bits);
    return buffer;
}

const char *words_precision(const char *precision, char *buffer, size_t size)
{
    const int arithmetic = (int)(precision_rounding(precision) - precision);
    struct rounding rounding = {.uncompensated = false};
    struct error ignored;
    size_t used;
    long bits;

    snprintf(buffer, size, "%.*s %s", arithmetic, precision,
             precision_is_double(precision) ? "precision" : "bits");
    if (!precision_read(precision, &bits, &rounding, &ignored))
        return buffer;
    used = strlen(buffer);
    if (rounding.coefficients != COEFFICIENTS_ROUNDED)
        snprintf(buffer + used, size - used, ", %s coefficients",
                 rounding_coefficients_name(rounding.coefficients));
    used = strlen(buffer);
    if (rounding.uncompensated)
        snprintf(buffer + used, size - used, ", uncompensated sums");
    used = strlen(buffer);
    if (rounding.corrected)
        snprintf(buffer + used, size - used, ", corrected stages");
    return buffer;
}

const char *words_command(const struct results *results, const struct fit *fit, char *buffer, size_t size)
{
    const char *study = results->study_path ? results->study_path : results->study;
    char path[1024];

    snprintf(buffer, size, "assay explain %s%s '%s'", shell_word(study, path, sizeof path),
             results->full ? " --full" : "", fit->id);
    return buffer;
}

double words_floor(const struct fit *fit, size_t point)
{
    return fit->floors ? fit->floors[point] : fit->floor;
}

size_t words_used(const struct fit *fit)
{
    size_t used = 0;

    for (size_t i = 0; i < fit->points; i++)
        used += fit->used[i];
    return used;
}

/* Of several expectations of a claim the last counts. */
const char *words_expected(const struct results *results, const char *id)
{
    for (size_t i = results->expectations; i-- > 0;) {
        const struct expectation *expectation = &results->expectation[i];

        if (strcmp(expectation->id, id) == 0)
            return strcmp(expectation->verdict, words_mark_name(WORDS_HOLDS)) == 0 ? NULL
                                                                                   : expectation->verdict;
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
