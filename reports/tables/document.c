/* The results of a study as one JSON document.
 *
 * Numbers that were computed in MPFR are strings with all their digits, numbers in double are JSON numbers.
 * What is not a number is null, and a "reason" beside it says why.  Keys keep the order in which they are
 * written here. */
#include "reports/tables/document.h"

#include "measures/run/precision.h"
#include "reports/expansion_shown.h"
#include "reports/tables/columns.h"
#include "reports/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static json_t *measures_object(const struct cell *cell)
{
    json_t *measures = json_object();
    const bool in_double = precision_is_double(cell->precision->text);

    for (size_t i = 0; i < cell->measures; i++) {
        const struct measured *m = &cell->measure[i];
        bool digits = isfinite(m->value) && !in_double && m->text;

        json_object_set_new(measures, m->name, digits ? columns_text(m->text) : columns_number(m->value));
    }
    return measures;
}

/* The reason given, or one for the first measure without a value. */
static json_t *cell_reason(const struct cell *cell)
{
    char text[1024];

    for (size_t i = 0; !cell->reason && i < cell->measures; i++) {
        if (isfinite(cell->measure[i].value))
            continue;
        snprintf(text, sizeof text, "%s has no value", cell->measure[i].name);
        return columns_text(text);
    }
    return columns_text(cell->reason);
}

/* Those that differ from the model's. */
static json_t *parameters_object(const struct problem *problem)
{
    json_t *object = json_object();

    for (size_t i = 0; i < problem->overrides; i++)
        json_object_set_new(object, problem->override[i].name, columns_text(problem->override[i].value));
    return object;
}

json_t *document_parameters(const struct model_parameter *parameter, size_t count)
{
    json_t *object = json_object();

    for (size_t i = 0; i < count; i++)
        json_object_set_new(object, parameter[i].name, columns_text(parameter[i].text));
    return object;
}

json_t *document_data(const struct model *model, const struct model_initial *initial)
{
    json_t *values = json_object();

    for (size_t i = 0; i < model->moved; i++)
        json_object_set_new(values, model->coordinates[i], columns_text(initial->text[i]));
    return json_pack("{s:o, s:s?, s:o, s:s?}", "values", values, "time",
                     model->time_dependent ? initial->text[model->moved] : NULL, "parameters",
                     document_parameters(initial->parameter, initial->parameters), "step", initial->step);
}

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void set_text(json_t *object, const char *key, const char *text)
{
    set(object, key, columns_text(text));
}

static void set_count(json_t *object, const char *key, size_t count)
{
    set(object, key, json_integer((json_int_t)count));
}

/* What is integrated, the model with its parameters and from where, and by what. */
static void set_curve(json_t *object, const struct problem *problem, const struct method *method,
                      const struct projection *projection)
{
    set_text(object, "model", problem->model->name);
    set_text(object, "initial", problem->initial->name);
    set(object, "parameters", parameters_object(problem));
    set(object, "data", document_data(problem->model, problem->initial));
    set_text(object, "method", method->name);
    set_text(object, "formulation", model_formulation_name(problem->model));
    set_text(object, "projection", projection->name);
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
            json_array_append_new(array, json_pack("[o, o]", columns_number(history->value[2 * k]),
                                                   columns_number(history->value[2 * k + 1])));
    }
    return array;
}

json_t *document_cell(const struct cell *cell)
{
    json_t *spectrum = spectrum_array(cell), *object = json_object();

    set_text(object, "id", cell->id);
    set_curve(object, cell->problem, cell->method, cell->projection);
    set_text(object, "step", cell->step);
    set_count(object, "steps", cell->steps);
    set_text(object, "precision", cell->precision->text);
    set_text(object, "status", term_word(TERM_CELL, cell->status));
    set(object, "broke_down_at",
        cell->status == CELL_BROKE_DOWN ? json_integer((json_int_t)cell->broke_down_at) : json_null());
    set(object, "reason", cell_reason(cell));
    set(object, "measures", measures_object(cell));
    set(object, "cost",
        json_pack("{s:I, s:I}", "residual_evaluations", (json_int_t)cell->residual_evaluations,
                  "newton_iterations", (json_int_t)cell->newton_iterations));
    if (spectrum)
        set(object, "parasitic_spectrum", spectrum);
    return object;
}

static json_t *numbers_array(const double *number, size_t count)
{
    json_t *array = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, columns_number(number[i]));
    return array;
}

static json_t *steps_given(const struct fit *fit, size_t count)
{
    json_t *array = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, columns_text(fit->points.step_sizes[i]));
    return array;
}

static json_t *used_array(const struct fit *fit, size_t count)
{
    json_t *array = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, json_boolean(fit->order.used[i]));
    return array;
}

static size_t less(size_t count, size_t by)
{
    return count > by ? count - by : 0;
}

/* How many steps of each size were made; null where none of its runs is there. */
static json_t *steps_array(const struct results *results, const struct fit *fit)
{
    json_t *array = json_array();

    for (size_t i = 0; i < fit->points.count; i++)
        json_array_append_new(array, json_null());
    for (size_t k = 0; k < results->cells; k++) {
        const struct cell *cell = results->cell + k;

        for (size_t i = 0; i < fit->points.count && results_uses(fit, cell); i++) {
            if (strcmp(cell->step, fit->points.step_sizes[i]) == 0)
                json_array_set_new(array, i, json_integer((json_int_t)cell->steps));
        }
    }
    return array;
}

/* The measure of an exact property and the same with more bits, or with the floors that it has of its own; null where it
 * was not repeated. */
static json_t *exact_object(const struct fit *fit)
{
    if (fit->exact.has_own_floor && fit->exact.zero != GROUND_UNREPEATED)
        return json_pack("{s:o, s:o, s:i, s:o, s:o, s:o}", "error", columns_number(fit->exact.error),
                         "repeated", columns_number(fit->exact.repeated), "bits", (int)fit->exact.bits,
                         "floor", columns_number(fit->exact.own_floor), "repeated_floor",
                         columns_number(fit->exact.repeated_floor), "coarse_excess",
                         columns_number(fit->exact.coarse_excess));
    if (fit->exact.bits == 0)
        return json_null();
    return json_pack("{s:o, s:o, s:o}", "error", columns_number(fit->exact.error), "repeated",
                     columns_number(fit->exact.repeated), "bits", json_integer(fit->exact.bits));
}

/* What stands in a table for the fit. */
static json_t *shown_object(const struct fit *fit, const json_t *said)
{
    const json_t *shown = json_object_get(said, "shown");

    return json_pack("{s:o, s:o, s:o, s:o, s:s}", "claimed", words_take(shown, "claimed"), "measured",
                     words_take(shown, "measured"), "detail", words_take(shown, "detail"), "word",
                     words_take(shown, "word"), "mark", words_mark_name(words_shown_of(fit)));
}

static void set_points(json_t *object, const struct results *results, const struct fit *fit, bool brief)
{
    const struct fit_points *points = &fit->points;
    const size_t count = brief ? 0 : points->count;

    set_count(object, "points", points->count);
    set(object, "step_sizes", steps_given(fit, count));
    set(object, "step_values", numbers_array(points->step_values, count));
    set(object, "steps", brief ? json_array() : steps_array(results, fit));
    set(object, "errors", numbers_array(points->errors, count));
    set(object, "evaluations", points->evaluations ? numbers_array(points->evaluations, count) : json_null());
    set(object, "used", used_array(fit, count));
    set(object, "slopes", numbers_array(fit->order.slopes, less(count, 1)));
    set(object, "extrapolated", numbers_array(fit->order.extrapolated, less(count, 2)));
    set(object, "floor", columns_number(fit->floor.value));
    set(object, "floors", fit->floor.of_points ? numbers_array(fit->floor.of_points, count) : json_null());
}

static json_t *fit_object(const struct words *words, const struct results *results, const struct fit *fit,
                          bool brief)
{
    static const char *const subjects[] = {[SUBJECT_NONE] = NULL,
                                           [SUBJECT_ORDER] = "order",
                                           [SUBJECT_PROPERTY] = "property",
                                           [SUBJECT_NUMBER] = "number"};
    const bool measured = fit->order.status == FIT_MEASURED;
    char command[WORDS_SENTENCE];
    json_t *object = json_object(), *said = words_of_fit(words, results, fit, false);

    set_text(object, "id", fit->id);
    set_curve(object, fit->curve.problem, fit->curve.method, fit->curve.projection);
    set_text(object, "precision", fit->curve.precision->text);
    set_text(object, "measure", fit->measure_name);
    set_text(object, "status", term_word(TERM_FIT, fit->order.status));
    set(object, "order", columns_number(measured ? fit->order.value : NAN));
    set(object, "low", columns_number(measured ? fit->order.low : NAN));
    set(object, "high", columns_number(measured ? fit->order.high : NAN));
    set_points(object, results, fit, brief);
    set(object, "reference_error", columns_number(fit->floor.reference_error));
    set_text(object, "floor_origin", term_word(TERM_FLOOR, fit->floor.origin));
    set(object, "bits", json_integer(fit->curve.bits));
    set(object, "exact", exact_object(fit));
    set(object, "expansion", expansion_shown_fit(fit, said));
    set(object, "claims", columns_claims(fit, said));
    set_text(object, "mark", words_mark_name(words_mark_of(fit)));
    set_text(object, "verdict", term_word(TERM_VERDICT, fit->outcome.verdict));
    set_text(object, "reason_code", term_word(TERM_REASON, fit->outcome.reason));
    set_text(object, "ground", words_ground_name(fit->outcome.ground));
    set(object, "reason", words_take(said, "why"));
    set_text(object, "next", words_next(results, fit, command, sizeof command));
    set(object, "control", words_take(said, "control"));
    set(object, "positive_control", words_take(said, "positive"));
    set_text(object, "contradicted_by", fit->order.lower ? fit->order.lower->id : NULL);
    set_text(object, "remedy", term_word(TERM_NEXT, fit->outcome.next));
    set_text(object, "command", words_next_command(results, fit, command, sizeof command));
    set_text(object, "subject", subjects[fit->outcome.subject]);
    set(object, "aside", json_boolean(fit->context.aside));
    set(object, "shown", shown_object(fit, said));
    json_decref(said);
    return object;
}

json_t *document_fit(const struct words *words, const struct results *results, const struct fit *fit)
{
    return fit_object(words, results, fit, false);
}

/* How many of its fits have which verdict, of those that apply. */
static json_t *entries_object(const struct claim_tally *tally)
{
    const json_int_t rounded = (json_int_t)tally->fits[VERDICT_HOLDS_TO_ROUND_OFF],
                     hold = (json_int_t)tally->fits[VERDICT_HOLDS] + rounded,
                     refuted = (json_int_t)tally->fits[VERDICT_REFUTED],
                     open = (json_int_t)tally->fits[VERDICT_INCONCLUSIVE],
                     vacuous = (json_int_t)tally->fits[VERDICT_VACUOUS];

    return json_pack("{s:I, s:I, s:I, s:I, s:I, s:I}", "of", hold + refuted + open + vacuous, "hold", hold,
                     "to_round_off", rounded, "refuted", refuted, "inconclusive", open, "vacuous", vacuous);
}

static json_t *claim_object(const struct words *words, const struct results *results,
                            const struct claim_result *claim)
{
    json_t *object = json_object(), *said = words_of_claim(words, results, claim);

    set_text(object, "id", claim->id);
    set(object, "text", words_take(said, "text"));
    set_text(object, "source", claim->source);
    set(object, "measured", words_take(said, "measured"));
    set_text(object, "verdict", term_word(TERM_VERDICT, claim->verdict));
    set(object, "evidence", words_take(said, "evidence"));
    set_text(object, "expected", words_expected(results, claim->id));
    set(object, "condition", words_take(said, "condition"));
    set_text(object, "of_runs", term_word(TERM_VERDICT, claim->of_runs));
    set(object, "brief", words_take(said, "brief"));
    set(object, "entries", entries_object(&claim->tally));
    set(object, "own", json_boolean(claim->entry && claim->entry->own));
    json_decref(said);
    return object;
}

/* Of a suite the pairs that do not apply, by their reason. */
static json_t *refused_array(const struct results *results)
{
    json_t *array = json_array();

    for (size_t i = 0; i < results->refusals; i++) {
        const struct grid_refused *refused = results->refused + i;

        json_array_append_new(array,
                              json_pack("{s:s, s:o, s:I, s:s}", "of",
                                        refused->by == METHOD_REFUSES_PROJECTION ? "projection" : "method",
                                        "reason", columns_text(refused->reason), "pairs",
                                        (json_int_t)refused->pairs, "example", refused->example));
    }
    return array;
}

bool document_keeps(const struct results *results, const struct fit *fit)
{
    return !results->study->matrix || fit->outcome.verdict;
}

static json_t *runs_object(const struct results *results)
{
    json_int_t broke_down = 0;

    for (size_t i = 0; i < results->cells; i++)
        broke_down += results->cell[i].status == CELL_BROKE_DOWN;
    return json_pack("{s:I, s:I}", "all", (json_int_t)results->cells, "broke_down", broke_down);
}

/* All but the runs and the fits. */
static json_t *create_head(const struct words *words, const struct results *results)
{
    json_t *claims = json_array(), *document;

    for (size_t i = 0; i < results->claims; i++)
        json_array_append_new(claims, claim_object(words, results, &results->claim[i]));
    document = json_pack("{s:o, s:o, s:o, s:o, s:b}", "assay", provenance_json(&results->provenance), "study",
                         columns_text(results->study->name), "title", columns_text(results->study->title),
                         "source", columns_text(results->study->source), "full", results->study->in_full);
    document_set_study(document, results, words);
    json_object_set_new(document, "runs", runs_object(results));
    json_object_set_new(document, "cells", json_array());
    json_object_set_new(document, "fits", json_array());
    json_object_set_new(document, "claims", claims);
    json_object_set_new(document, "refused", refused_array(results));
    return document;
}

static void add_cells(json_t *document, const struct results *results)
{
    json_t *cells = json_object_get(document, "cells");

    for (size_t i = 0; i < results->cells; i++)
        json_array_append_new(cells, document_cell(&results->cell[i]));
}

json_t *document_create(const struct results *results)
{
    struct words *words = words_open();
    json_t *document = create_head(words, results), *fits = json_object_get(document, "fits");

    add_cells(document, results);
    for (size_t i = 0; i < results->fits; i++)
        json_array_append_new(fits, fit_object(words, results, &results->fit[i], false));
    words_close(words);
    return document;
}

json_t *document_create_part(const struct results *results, size_t first, size_t end)
{
    struct words *words = words_open();
    json_t *document = create_head(words, results), *fits = json_object_get(document, "fits");

    for (size_t i = first; i < end; i++) {
        if (document_keeps(results, results->fit + i))
            json_array_append_new(fits, fit_object(words, results, results->fit + i, true));
    }
    words_close(words);
    return document;
}

json_t *document_create_kept(const struct results *results)
{
    return results->study->matrix ? document_create_part(results, 0, results->fits)
                                  : document_create(results);
}

json_t *document_create_told(const struct results *results)
{
    struct words *words;
    json_t *document, *fits;

    if (!results->study->matrix)
        return document_create(results);
    words = words_open();
    document = create_head(words, results);
    fits = json_object_get(document, "fits");
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (document_keeps(results, fit) && (fit->order.limit.disagrees || fit->order.lower))
            json_array_append_new(fits, fit_object(words, results, fit, true));
    }
    words_close(words);
    return document;
}

/* A fit as it stands in the list, where all lines begin with two blanks. */
static void write_fit(const struct words *words, const struct results *results, size_t number, FILE *to,
                      size_t flags)
{
    json_t *fit = fit_object(words, results, results->fit + number, results->study->matrix);
    char *text = json_dumps(fit, flags);
    const bool lines = JSON_INDENT(1) & flags;

    fputs(lines ? "\n  " : "", to);
    for (const char *c = text; c && *c; c++) { /* a line of a text is no line of the file */
        fputc(*c, to);
        fputs(lines && *c == '\n' ? "  " : "", to);
    }
    free(text);
    json_decref(fit);
}

void document_write_kept(const struct results *results, FILE *to, size_t flags)
{
    static const char mark[] = "\001fits", written[] = "\"\\u0001fits\"";
    struct words *words = words_open();
    json_t *head = create_head(words, results);
    char *text, *place;
    bool any = false;

    if (!results->study->matrix)
        add_cells(head, results);
    json_object_set_new(head, "fits", json_string(mark));
    text = json_dumps(head, flags);
    json_decref(head);
    place = strstr(text, written);
    fwrite(text, 1, (size_t)(place - text), to);
    fputc('[', to);
    for (size_t i = 0; i < results->fits; i++) {
        if (!document_keeps(results, results->fit + i))
            continue;
        fputs(any ? "," : "", to);
        write_fit(words, results, i, to, flags);
        any = true;
    }
    fputs(any && (JSON_INDENT(1) & flags) ? "\n ]" : "]", to);
    fputs(place + sizeof written - 1, to);
    free(text);
    words_close(words);
}
