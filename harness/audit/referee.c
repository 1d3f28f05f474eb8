/* Two sentences for a referee: see referee.h. */
#include "harness/audit/referee.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "harness/audit/audit.h"
#include "reports/output.h"
#include "reports/words.h"

enum { MOST_NAMED = 3 }; /* measurements that a sentence names */

/* ---- numbers and formulas ---- */

/* How many characters at `text` are a number with an exponent, 3.1e-12, of which *mantissa stand before the 'e'; else 0. */
static size_t number_length(const char *text, size_t *mantissa)
{
    size_t sign, digits;

    *mantissa = strspn(text, "0123456789.");
    if (!isdigit((unsigned char)*text) || text[*mantissa] != 'e')
        return 0;
    sign = strspn(text + *mantissa + 1, "+-");
    digits = strspn(text + *mantissa + 1 + sign, "0123456789");
    return digits ? *mantissa + 1 + sign + digits : 0;
}

/* Escaped, with numbers as 3.1 . 10^-12. */
static void write_text(FILE *file, const char *text)
{
    for (size_t mantissa, length; *text; text += length) {
        char piece[5] = {*text};

        length = number_length(text, &mantissa);
        if (length) {
            fprintf(file, "$%.*s\\cdot10^{%ld}$", (int)mantissa, text, strtol(text + mantissa + 1, NULL, 10));
            continue;
        }
        for (length = 1; (text[length] & 0xc0) == 0x80 && length < sizeof piece - 1; length++)
            piece[length] = text[length];
        output_latex(file, piece);
    }
}

static void write_code(FILE *file, const char *text)
{
    fputs("\\texttt{", file);
    output_latex(file, text);
    fputc('}', file);
}

void referee_write_formula(FILE *file, const char *formula)
{
    fputc('$', file);
    for (const char *c = formula; *c;) {
        const size_t letters = strspn(c, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        const size_t digits = strspn(c + letters, "0123456789");

        if (letters > 1)
            fprintf(file, strncmp(c, "theta", letters) == 0 ? "\\var%.*s" : "\\%.*s", (int)letters, c);
        else if (letters)
            fputc(*c, file);
        if (digits)
            fprintf(file, letters || (c > formula && c[-1] == '^') ? "%s{%.*s}" : "%s%.*s",
                    letters ? "_" : "", (int)digits, c + letters);
        c += letters + digits;
        if (letters + digits == 0) {
            fputs(*c == '*' ? "\\," : (char[]){*c, '\0'}, file);
            c++;
        }
    }
    fputc('$', file);
}

/* ---- the first sentence ---- */

/* What a method is claimed to do; an order is a number behind it. */
static const char *const phrases[AUDIT_RELATION] = {
    [AUDIT_ORDER] = "be of order ",
    [AUDIT_SYMPLECTIC] = "be symplectic",
    [AUDIT_SYMMETRIC] = "be symmetric",
    [AUDIT_REVERSIBLE] = "be reversible",
    [AUDIT_ENERGY] = "preserve the energy",
    [AUDIT_CONSTRAINT] = "preserve the constraint",
    [AUDIT_CONJUGATE] = "be conjugate symplectic",
    [AUDIT_CONJUGATE_ORDER] = "be conjugate symplectic to order ",
};

static enum audit_property property_of(const json_t *stated)
{
    const char *name = json_string_value(json_object_get(stated, "claim"));
    int k = 0;

    while (k + 1 < AUDIT_PROPERTIES && strcmp(audit_property_name((enum audit_property)k), name) != 0)
        k++;
    return (enum audit_property)k;
}

static bool is_about(const struct fit *fit, const struct claim_result *claim)
{
    return fit->claim && !fit->context.aside && strcmp(fit->claim->id, claim->id) == 0;
}

/* "order 3.98", "a defect of 3.1e-16" */
static void write_value(FILE *file, const struct words *words, const struct fit *fit)
{
    char text[200];

    if (fit->outcome.subject != SUBJECT_PROPERTY) {
        json_t *said = words_of_fit(words, NULL, fit, false);

        write_text(file, words_text(said, "order"));
        json_decref(said);
        if (fit->outcome.ground == GROUND_ORDER_POWER || fit->outcome.ground == GROUND_ORDER_EXPANDED)
            fprintf(file, ", and %.2g as the step goes to zero,", words_decided_order(fit));
        return;
    }
    snprintf(text, sizeof text, "a defect of %.2g", fit->exact.error);
    write_text(file, text);
    if (fit->exact.bits) {
        snprintf(text, sizeof text, ", with %u more bits of %.2g,", fit->exact.bits, fit->exact.repeated);
        write_text(file, text);
    }
}

/* On which model, with which method where that is not the one, which data, precision and steps. */
static void write_measurement(FILE *file, const struct words *words, const struct fit *fit,
                              const char *method)
{
    char precision[80];

    write_value(file, words, fit);
    fputs(" on ", file);
    write_code(file, fit->curve.problem->model->name);
    fputs(" (", file);
    if (strcmp(fit->curve.method->name, method) != 0) {
        write_code(file, fit->curve.method->name);
        fputs(", ", file);
    }
    write_text(file, fit->curve.problem->initial->name);
    fprintf(file, ", %s", words_precision(fit->curve.precision->text, precision, sizeof precision));
    if (fit->points.count)
        fprintf(file, ", $h = %.3g, \\ldots, %.3g$", fit->points.step_values[0],
                fit->points.step_values[fit->points.count - 1]);
    fputc(')', file);
}

/* Whether an earlier fit with the verdict of the claim is on the same model. */
static bool is_named(const struct results *results, const struct claim_result *claim, const struct fit *fit)
{
    for (const struct fit *other = results->fit; other < fit; other++) {
        if (is_about(other, claim) && other->outcome.verdict == fit->outcome.verdict &&
            results_same_model(other->curve.problem, fit->curve.problem))
            return true;
    }
    return false;
}

/* What it is claimed to do; returns the buffer. */
static const char *write_phrase(char *phrase, size_t size, const json_t *stated)
{
    const enum audit_property property = property_of(stated);
    const char *value = json_string_value(json_object_get(stated, "value"));

    if (property > AUDIT_POWER)
        snprintf(phrase, size, "be of order %s in the power %d of the small parameter", value,
                 property - AUDIT_POWER);
    else if (property == AUDIT_POWER)
        snprintf(phrase, size, "solve the system without its perturbation");
    else if (property >= AUDIT_RELATION)
        snprintf(phrase, size, "satisfy the relation %s", strchr(audit_property_name(property), ':') + 1);
    else
        snprintf(phrase, size, "%s%s", phrases[property], audit_property_has_order(property) ? value : "");
    return phrase;
}

/* The method of which it is claimed. */
static const char *method_of(const json_t *stated)
{
    return json_string_value(json_object_get(stated, "method"));
}

static void write_first(FILE *file, const struct words *words, const struct results *results,
                        const struct claim_result *claim, const json_t *stated)
{
    char phrase[160];
    const size_t *fits = claim->tally.fits, held = fits[VERDICT_HOLDS] + fits[VERDICT_HOLDS_TO_ROUND_OFF];
    const size_t all = held + fits[VERDICT_REFUTED] + fits[VERDICT_INCONCLUSIVE] + fits[VERDICT_VACUOUS];
    size_t named = 0;

    fputs("The method ", file);
    write_code(file, method_of(stated));
    fprintf(file, " is claimed to %s (", write_phrase(phrase, sizeof phrase, stated));
    write_text(file, claim->source);
    fprintf(file, "); audited with assay %s, this claim %s\\emph{%s}", results->provenance.version,
            term_holds(claim->verdict) ? "" : "is ", term_word(TERM_VERDICT, claim->verdict));
    if (!claim->entry || claim->verdict != claim->of_runs) {
        fputs(", since ", file);
        write_text(file, json_string_value(json_object_get(stated, "evidence")));
    }
    if (claim->entry)
        fprintf(file,
                claim->verdict != claim->of_runs && held
                    ? ", although %zu of %zu measurements are in its favour"
                    : ", with %zu of %zu measurements in its favour",
                held, all);
    for (size_t i = 0; i < results->fits && named < MOST_NAMED; i++) {
        const struct fit *fit = results->fit + i;

        if (!is_about(fit, claim) || fit->outcome.verdict != claim->of_runs || is_named(results, claim, fit))
            continue;
        fputs(named++ ? "; " : ": ", file);
        write_measurement(file, words, fit, method_of(stated));
    }
    fputs(".\n", file);
}

/* ---- the second sentence ---- */

/* How far it lies from what is claimed, below an order and above a defect; NaN: nothing was measured. */
static double distance_of(const struct fit *fit)
{
    return fit->outcome.subject == SUBJECT_PROPERTY ? fit->exact.error : fit->claim->value - fit->order.value;
}

static const struct fit *find_furthest(const struct results *results, const struct claim_result *claim)
{
    const struct fit *furthest = NULL;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (is_about(fit, claim) && isfinite(distance_of(fit)) &&
            (!furthest || distance_of(fit) > distance_of(furthest)))
            furthest = fit;
    }
    return furthest;
}

static size_t count_about(const struct results *results, const struct claim_result *claim)
{
    size_t count = 0;

    for (size_t i = 0; i < results->fits; i++)
        count += is_about(results->fit + i, claim);
    return count;
}

static void write_counterexample(FILE *file, const json_t *counterexample)
{
    const char *formula = json_string_value(json_object_get(counterexample, "formula"));
    const char *sentence = json_string_value(json_object_get(counterexample, "sentence"));
    const json_t *initial = json_object_get(counterexample, "initial");
    size_t i;
    json_t *value;

    fputs("A counterexample is ", file);
    referee_write_formula(file, formula);
    fputs(" from $(", file);
    json_array_foreach(initial, i, value) fprintf(file, "%s%s", i ? ", " : "", json_string_value(value));
    fputs(")$", file);
    write_text(file, sentence + strlen(formula));
    fputs(", as ", file);
    write_code(file, json_string_value(json_object_get(counterexample, "command")));
    fputs(" shows.\n", file);
}

static void write_second(FILE *file, const struct words *words, const struct results *results,
                         const struct claim_result *claim, const char *study, const json_t *stated)
{
    const json_t *counterexample = json_object_get(stated, "counterexample");
    const struct fit *furthest = find_furthest(results, claim);

    if (json_is_object(counterexample)) {
        write_counterexample(file, counterexample);
        return;
    }
    if (furthest && count_about(results, claim) > 1) {
        fputs("Furthest from the claim lies ", file);
        write_measurement(file, words, furthest, method_of(stated));
        fputs("; all of it is repeated by ", file);
    } else {
        fputs("All of it is repeated by ", file);
    }
    fputs("\\texttt{assay run ", file);
    output_latex(file, study);
    fputs("}.\n", file);
}

void referee_write(FILE *file, const struct results *results, const char *study, const json_t *claims)
{
    struct words *words = words_open();

    for (size_t i = 0; i < results->claims && i < json_array_size(claims); i++) {
        const json_t *stated = json_array_get(claims, i);

        fputs(i ? "\n" : "", file);
        write_first(file, words, results, results->claim + i, stated);
        write_second(file, words, results, results->claim + i, study, stated);
    }
    words_close(words);
}
