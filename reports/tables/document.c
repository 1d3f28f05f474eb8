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

/* What is integrated: the model with its parameters, and from where. */
static void set_problem(json_t *object, const struct columns_row *row, const struct problem *problem)
{
    columns_set_json(object, "model,initial", row);
    json_object_set_new(object, "parameters", parameters_object(problem));
    json_object_set_new(object, "data", document_data(problem->model, problem->initial));
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
    const struct columns_row row = {.cell = cell};
    json_t *spectrum = spectrum_array(cell), *object = json_object(), *cost = json_object();

    columns_set_json(object, "id", &row);
    set_problem(object, &row, cell->problem);
    columns_set_json(object, "method,formulation,projection,step,steps,precision,status,broke_down_at", &row);
    json_object_set_new(object, "reason", cell_reason(cell));
    json_object_set_new(object, "measures", measures_object(cell));
    columns_set_json(cost, "residual_evaluations,newton_iterations", &row);
    json_object_set_new(object, "cost", cost);
    if (spectrum)
        json_object_set_new(object, "parasitic_spectrum", spectrum);
    return object;
}

/* The column of all points from `first` on. */
static json_t *points_array(const struct fit *fit, const char *name, size_t first)
{
    json_t *array = json_array(), *object = json_object();

    for (size_t i = first; i < fit->points.count; i++) {
        columns_set_json(object, name, &(struct columns_row){.fit = fit, .point = &i});
        json_array_append(array, json_object_get(object, name));
    }
    json_decref(object);
    return array;
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

/* The reason given; else, where a number is missing, what stands in the table for it. */
static json_t *fit_reason(const struct results *results, const struct fit *fit)
{
    struct words_entry entry = words_entry_of(results, fit);
    const struct cell *cell = words_failed_cell(results, fit);
    char reason[WORDS_SENTENCE];

    if (words_reason(fit, reason, sizeof reason))
        return columns_text(reason);
    if (fit->order.status != FIT_MEASURED) {
        snprintf(reason, sizeof reason, "%s%s%s", entry.measured, entry.detail[0] ? " " : "", entry.detail);
        return columns_text(reason);
    }
    for (size_t i = 0; i < fit->points.count; i++) {
        if (isfinite(fit->points.errors[i]))
            continue;
        snprintf(reason, sizeof reason, "no error at h = %s: %s", fit->points.step_sizes[i],
                 cell ? term_word(TERM_CELL, cell->status) : "no value");
        return columns_text(reason);
    }
    return json_null();
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
static json_t *shown_object(const struct results *results, const struct fit *fit)
{
    const struct words_entry entry = words_entry_of(results, fit);

    return json_pack("{s:o, s:o, s:o, s:o, s:s}", "claimed", columns_text(entry.claimed), "measured",
                     columns_text(entry.measured), "detail", columns_text(entry.detail), "word",
                     columns_text(entry.word), "mark", words_mark_name(entry.mark));
}

static json_t *fit_object(const struct results *results, const struct fit *fit, bool brief)
{
    static const char *const subjects[] = {[SUBJECT_NONE] = NULL,
                                           [SUBJECT_ORDER] = "order",
                                           [SUBJECT_PROPERTY] = "property",
                                           [SUBJECT_NUMBER] = "number"};
    const size_t none = fit->points.count;
    char command[WORDS_SENTENCE];
    const struct columns_row row = {.results = results, .fit = fit};
    json_t *object = json_object();

    columns_set_json(object, "id", &row);
    set_problem(object, &row, fit->curve.problem);
    columns_set_json(object, "method,formulation,projection,precision,measure,status,order,low,high,points",
                     &row);
    json_object_set_new(object, "step_sizes", points_array(fit, "step", brief ? none : 0));
    json_object_set_new(object, "step_values", points_array(fit, "step_value", brief ? none : 0));
    json_object_set_new(object, "steps", brief ? json_array() : steps_array(results, fit));
    json_object_set_new(object, "errors", points_array(fit, "error", brief ? none : 0));
    json_object_set_new(object, "evaluations",
                        fit->points.evaluations ? points_array(fit, "evaluations", brief ? none : 0)
                                                : json_null());
    json_object_set_new(object, "used", points_array(fit, "used", brief ? none : 0));
    json_object_set_new(object, "slopes", points_array(fit, "slope", brief ? none : 1));
    json_object_set_new(object, "extrapolated", points_array(fit, "extrapolated", brief ? none : 2));
    columns_set_json(object, "floor", &row);
    json_object_set_new(object, "floors",
                        fit->floor.of_points ? points_array(fit, "floor", brief ? none : 0) : json_null());
    columns_set_json(object, "reference_error,floor_origin,bits", &row);
    json_object_set_new(object, "exact", exact_object(fit));
    json_object_set_new(object, "expansion", expansion_shown_fit(fit));
    json_object_set_new(object, "claims", columns_claims(fit));
    columns_set_json(object, "mark,verdict,reason_code", &row);
    json_object_set_new(object, "ground", columns_text(words_ground_name(fit->outcome.ground)));
    json_object_set_new(object, "reason", fit_reason(results, fit));
    columns_set_json(object, "next,control,positive_control,contradicted_by", &row);
    json_object_set_new(object, "remedy", columns_text(term_word(TERM_NEXT, fit->outcome.next)));
    json_object_set_new(object, "command",
                        columns_text(words_next_command(results, fit, command, sizeof command)));
    json_object_set_new(object, "subject", columns_text(subjects[fit->outcome.subject]));
    json_object_set_new(object, "aside", json_boolean(fit->context.aside));
    json_object_set_new(object, "shown", shown_object(results, fit));
    return object;
}

json_t *document_fit(const struct results *results, const struct fit *fit)
{
    return fit_object(results, fit, false);
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

static json_t *claim_object(const struct results *results, const struct claim_result *claim)
{
    struct words_statement words;
    const struct columns_row row = {.claim = words_state(results, claim, &words)};
    json_t *object = json_object();

    columns_set_json(object, "id,text,source,measured,verdict,evidence,expected,condition", &row);
    json_object_set_new(object, "of_runs", columns_text(term_word(TERM_VERDICT, claim->of_runs)));
    json_object_set_new(object, "brief", columns_text(words.brief));
    json_object_set_new(object, "entries", entries_object(&claim->tally));
    json_object_set_new(object, "own", json_boolean(claim->entry && claim->entry->own));
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

static json_t *create(const struct results *results, bool brief)
{
    json_t *cells = json_array(), *fits = json_array(), *claims = json_array(), *document;

    for (size_t i = 0; i < results->cells && !brief; i++)
        json_array_append_new(cells, document_cell(&results->cell[i]));
    for (size_t i = 0; i < results->fits; i++) {
        if (!brief || document_keeps(results, results->fit + i))
            json_array_append_new(fits, fit_object(results, &results->fit[i], brief));
    }
    for (size_t i = 0; i < results->claims; i++)
        json_array_append_new(claims, claim_object(results, &results->claim[i]));
    document = json_pack("{s:o, s:o, s:o, s:o, s:b}", "assay", provenance_json(&results->provenance), "study",
                         columns_text(results->study->name), "title", columns_text(results->study->title),
                         "source", columns_text(results->study->source), "full", results->study->in_full);
    document_set_study(document, results);
    json_object_set_new(document, "runs", runs_object(results));
    json_object_set_new(document, "cells", cells);
    json_object_set_new(document, "fits", fits);
    json_object_set_new(document, "claims", claims);
    json_object_set_new(document, "refused", refused_array(results));
    return document;
}

json_t *document_create(const struct results *results)
{
    return create(results, false);
}

json_t *document_create_kept(const struct results *results)
{
    return create(results, results->study->matrix);
}
