/* The results of a study as one JSON document.
 *
 * Numbers that were computed in MPFR are strings with all their digits, numbers in double are JSON numbers.
 * What is not a number is null, and a "reason" beside it says why.  Keys keep the order in which they are
 * written here. */
#include "reports/tables/document.h"

#include "measures/run/precision.h"
#include "reports/page/parameters.h"
#include "reports/words.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A string, or null for NULL.  Bytes that are not UTF-8 become question marks. */
static json_t *text(const char *value)
{
    json_t *string;
    char copy[4096];

    if (!value)
        return json_null();
    string = json_string(value);
    if (string)
        return string;
    snprintf(copy, sizeof copy, "%s", value);
    for (char *c = copy; *c; c++) {
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    }
    return json_string(copy);
}

static json_t *text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

static json_t *text_of(const char *format, ...)
{
    va_list arguments;
    char line[1024];

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    return text(line);
}

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *integer(unsigned long value)
{
    return json_integer((json_int_t)value);
}

static json_t *provenance_object(const struct provenance *p)
{
    return json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "schema", 1, "version",
                     text(p->version), "commit", text(p->commit), "numerics_version",
                     text(p->numerics_version), "compiler", text(p->compiler), "mpfr", text(p->mpfr),
                     "processor", text(p->processor), "study_hash", text(p->study_hash), "command",
                     text(p->command));
}

static json_t *measures_object(const struct cell *cell)
{
    json_t *measures = json_object();
    const bool in_double = precision_is_double(cell->precision);

    for (size_t i = 0; i < cell->measures; i++) {
        const struct measured *m = &cell->measure[i];
        bool digits = isfinite(m->value) && !in_double && m->text;

        json_object_set_new(measures, m->name, digits ? text(m->text) : number(m->value));
    }
    return measures;
}

/* The reason given, or one for the first measure without a value. */
static json_t *cell_reason(const struct cell *cell)
{
    for (size_t i = 0; !cell->reason && i < cell->measures; i++) {
        if (!isfinite(cell->measure[i].value))
            return text_of("%s has no value", cell->measure[i].name);
    }
    return text(cell->reason);
}

/* Those that differ from the model's. */
static json_t *parameters_object(const char *initial)
{
    json_t *object = json_object();
    struct parameters_value parameter;

    for (size_t i = 0; parameters_get(initial, i, &parameter); i++)
        json_object_set_new(object, parameter.name, text(parameter.value));
    return object;
}

/* The parasitic multipliers [re, im] of a step; NULL where they were not taken. */
static json_t *spectrum_array(const struct cell *cell)
{
    json_t *array = NULL;

    for (size_t i = 0; i < cell->histories; i++) {
        const struct cell_history *history = cell->history + i;

        if (strcmp(history->channel, "parasitic") != 0)
            continue;
        array = json_array();
        for (size_t k = 0; k < history->entries; k++)
            json_array_append_new(
                array, json_pack("[o, o]", number(history->value[2 * k]), number(history->value[2 * k + 1])));
    }
    return array;
}

static json_t *cell_object(const struct cell *cell)
{
    const bool broke_down = cell->status == CELL_BROKE_DOWN;
    json_t *spectrum = spectrum_array(cell), *object;

    object = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:n, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:{s:o, s:o}}", "id",
        text(cell->id), "model", text(cell->model), "initial", text(cell->initial), "parameters",
        parameters_object(cell->initial), "method", text(cell->method), "formulation", "projection",
        text(cell->projection), "step", text(cell->step), "steps", integer(cell->steps), "precision",
        text(cell->precision), "status", text(term_word(TERM_CELL, cell->status)), "broke_down_at",
        broke_down ? integer(cell->broke_down_at) : json_null(), "reason", cell_reason(cell), "measures",
        measures_object(cell), "cost", "residual_evaluations", integer(cell->residual_evaluations),
        "newton_iterations", integer(cell->newton_iterations));
    if (spectrum)
        json_object_set_new(object, "parasitic_spectrum", spectrum);
    return object;
}

static json_t *numbers(size_t count, const double *values)
{
    json_t *array = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, number(values[i]));
    return array;
}

static json_t *step_sizes(const struct fit *fit)
{
    json_t *array = json_array();

    for (size_t i = 0; i < fit->points; i++)
        json_array_append_new(array, text(fit->step_sizes[i]));
    return array;
}

static json_t *used_points(const struct fit *fit)
{
    json_t *array = json_array();

    for (size_t i = 0; i < fit->points; i++)
        json_array_append_new(array, json_boolean(fit->used[i]));
    return array;
}

/* Where a claim on a number is judged, and the number; a bound where the run was too short to know it. */
static void add_number(json_t *object, const struct claim_on_fit *claim)
{
    const struct claim_number *n = &claim->number;
    const bool known = n->status == NUMBER_MEASURED && n->least == n->most;

    json_object_set_new(object, "step", text(n->step));
    json_object_set_new(object, "measured", number(known ? n->least : NAN));
    json_object_set_new(object, "at_least", number(known ? NAN : n->least));
    json_object_set_new(object, "at_most", number(known ? NAN : n->most));
    json_object_set_new(object, "relative", text(n->relative));
}

static json_t *claims_array(const struct claim_on_fit *claim)
{
    json_t *array = json_array();

    if (claim)
        json_array_append_new(
            array, json_pack("{s:o, s:o, s:o, s:o, s:o}", "id", text(claim->id), "claim",
                             verdict_is_exact(claim)
                                 ? text(term_word(TERM_CLAIM, claim->kind))
                                 : text_of("%s %s", term_word(TERM_CLAIM, claim->kind), claim->formula),
                             "formula", text(claim->formula), "value", number(claim->value), "source",
                             text(claim->source)));
    if (verdict_is_number(claim))
        add_number(json_array_get(array, 0), claim);
    return array;
}

/* The reason given; else, where a number is missing, what stands in the table for it. */
static json_t *fit_reason(const struct results *results, const struct fit *fit)
{
    struct words_entry entry = words_entry_of(results, fit);
    const struct cell *cell = words_failed_cell(results, fit);
    char reason[WORDS_SENTENCE];

    if (words_reason(fit, reason, sizeof reason))
        return text(reason);
    if (fit->status != FIT_MEASURED)
        return text_of("%s%s%s", entry.measured, entry.detail[0] ? " " : "", entry.detail);
    for (size_t i = 0; i < fit->points; i++) {
        if (!isfinite(fit->errors[i]))
            return text_of("no error at h = %s: %s", fit->step_sizes[i],
                           cell ? term_word(TERM_CELL, cell->status) : "no value");
    }
    return json_null();
}

/* The measure of an exact property and the same with more bits; null where it was not repeated. */
static json_t *exact_object(const struct fit *fit)
{
    if (fit->exact_bits == 0)
        return json_null();
    return json_pack("{s:o, s:o, s:o}", "error", number(fit->exact_error), "repeated",
                     number(fit->exact_repeated), "bits", integer(fit->exact_bits));
}

static json_t *fit_object(const struct results *results, const struct fit *fit)
{
    const bool measured = fit->status == FIT_MEASURED;
    char next[WORDS_SENTENCE];
    json_t *object =
        json_pack("{s:o, s:o, s:o, s:o, s:n, s:o, s:o, s:o, s:s}", "id", text(fit->id), "model",
                  text(fit->model), "initial", text(fit->initial), "method", text(fit->method), "formulation",
                  "projection", text(fit->projection), "precision", text(fit->precision), "measure",
                  text(fit->measure), "status", words_status_name(fit->status));
    const struct {
        const char *key;
        json_t *value;
    } rest[] = {
        {"order", number(measured ? fit->order : NAN)},
        {"low", number(measured ? fit->low : NAN)},
        {"high", number(measured ? fit->high : NAN)},
        {"points", integer(fit->points)},
        {"step_sizes", step_sizes(fit)},
        {"errors", numbers(fit->points, fit->errors)},
        {"used", used_points(fit)},
        {"slopes", numbers(fit->points > 1 ? fit->points - 1 : 0, fit->slopes)},
        {"extrapolated", numbers(fit->points > 2 ? fit->points - 2 : 0, fit->extrapolated)},
        {"floor", number(fit->floor)},
        {"floors", fit->floors ? numbers(fit->points, fit->floors) : json_null()},
        {"reference_error", number(fit->reference_error)},
        {"floor_origin", text(fit->floor_origin)},
        {"bits", json_integer(fit->bits)},
        {"exact", exact_object(fit)},
        {"claims", claims_array(fit->claim)},
        {"mark", text(words_mark_name(words_mark_of(fit)))},
        {"verdict", text(term_word(TERM_VERDICT, fit->verdict))},
        {"reason_code", text(term_word(TERM_REASON, fit->reason))},
        {"reason", fit_reason(results, fit)},
        {"next", text(words_next(results, fit, next, sizeof next))},
        {"control", text(fit->control)},
        {"positive_control", text(fit->positive_control)},
    };

    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++)
        json_object_set_new(object, rest[i].key, rest[i].value);
    return object;
}

static json_t *claim_object(const struct results *results, const struct claim_result *claim)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id", text(claim->id), "text",
                     text(claim->text), "source", text(claim->source), "measured", text(claim->measured),
                     "verdict", text(term_word(TERM_VERDICT, claim->verdict)), "evidence",
                     text(claim->evidence), "expected", text(words_expected(results, claim->id)), "condition",
                     text(claim->condition));
}

json_t *document_create(const struct results *results)
{
    json_t *cells = json_array(), *fits = json_array(), *claims = json_array();

    for (size_t i = 0; i < results->cells; i++)
        json_array_append_new(cells, cell_object(&results->cell[i]));
    for (size_t i = 0; i < results->fits; i++)
        json_array_append_new(fits, fit_object(results, &results->fit[i]));
    for (size_t i = 0; i < results->claims; i++)
        json_array_append_new(claims, claim_object(results, &results->claim[i]));
    return json_pack("{s:o, s:o, s:o, s:o, s:b, s:o, s:o, s:o}", "assay",
                     provenance_object(&results->provenance), "study", text(results->study), "title",
                     text(results->title), "source", text(results->source), "full", results->full, "cells",
                     cells, "fits", fits, "claims", claims);
}
