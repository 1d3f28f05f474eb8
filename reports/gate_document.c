/* The outcome of a gate as one document: see gate_document.h. */
#include "reports/gate_document.h"

#include <string.h>

#include "measures/run/precision.h"
#include "reports/tables/columns.h"
#include "reports/words.h"

static const char *next_of(const struct gate_check *check, char *buffer, size_t size)
{
    return check->fit ? words_next(check->results, check->fit, buffer, size) : NULL;
}

/* A value that is not as accepted. */
static void append_difference(struct words_text *text, const struct baseline_difference *difference)
{
    if (difference->kind == BASELINE_NEW)
        words_append(text, "no values of it were accepted; accept them with --accept");
    else if (difference->kind == BASELINE_MISSING)
        words_append(text, "its values were accepted and it was not measured");
    else
        words_append(text, "%s%.7g%s%s, accepted %.7g", difference->kind == BASELINE_ORDER ? "order " : "",
                     difference->found,
                     difference->kind == BASELINE_POINTS ? " steps"
                     : difference->step                  ? " at h = "
                                                         : "",
                     difference->step ? difference->step : "", difference->accepted);
}

/* What the check rests on, in one sentence; `said` is what is said of its fit or its claim.  Returns `buffer`. */
static const char *find_evidence(const struct gate_check *check, const json_t *said, char *buffer,
                                 size_t size)
{
    const struct cell *cell = check->cell;
    struct words_text text = {buffer, size, 0};

    if (check->difference.kind) {
        append_difference(&text, &check->difference);
        return buffer;
    }
    if (cell) {
        words_append(&text, "%s", cell->reason ? cell->reason : term_word(TERM_CELL, cell->status));
        return buffer;
    }
    if (check->issue && term_holds(check->verdict))
        words_append(&text, "it no longer fails: close %.300s and drop the expectation; ", check->issue);
    if (check->broken > 0 && !check->claim)
        words_append(&text, "%zu of %zu runs without an end, one of them %s at h = %.200s; ", check->broken,
                     check->fit->points.count > check->broken ? check->fit->points.count : check->broken,
                     term_word(TERM_CELL, check->broken_cell->status), check->broken_cell->step);
    words_append(&text, "%s",
                 words_text(said, check->claim && !*words_text(said, "evidence") ? "measured" : "evidence"));
    return buffer;
}

/* "200 bits", "double", "200 bits:split" */
static json_t *name_precision(const char *precision)
{
    const char *rounding = precision_rounding(precision);
    char text[80];

    snprintf(text, sizeof text, "%.*s%s%s", (int)(rounding - precision), precision,
             precision_is_double(precision) ? "" : " bits", rounding);
    return columns_text(text);
}

static void set(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, columns_text(text));
}

static void set_pair(json_t *object, const struct problem *problem, const struct method *method,
                     const struct projection *projection, const char *precision)
{
    set(object, "model", problem->model->name);
    set(object, "initial", problem->initial->name);
    set(object, "method", method->name);
    set(object, "projection", projection->name);
    json_object_set_new(object, "precision", name_precision(precision));
}

static void set_fit(json_t *object, const struct gate_check *check, const json_t *said)
{
    const struct fit *fit = check->fit;

    set_pair(object, fit->curve.problem, fit->curve.method, fit->curve.projection,
             fit->curve.precision->text);
    set(object, "measure", fit->measure_name);
    set(object, "claim", fit->claim ? fit->claim->id : NULL);
    json_object_set_new(object, "claimed", words_take(said, "claim"));
    json_object_set_new(object, "control", words_take(said, "control"));
    json_object_set_new(object, "positive_control", words_take(said, "positive"));
}

static void set_claim(json_t *object, const struct gate_check *check, const json_t *said)
{
    set(object, "claim", check->claim->id);
    json_object_set_new(object, "claimed", words_take(said, "text"));
    set(object, "source", check->claim->source);
    json_object_set_new(object, "measured", words_take(said, "measured"));
    json_object_set_new(object, "condition", words_take(said, "condition"));
}

static void set_cell(json_t *object, const struct cell *cell)
{
    set_pair(object, cell->problem, cell->method, cell->projection, cell->precision->text);
    set(object, "step", cell->step);
}

static json_t *check_json(const struct words *words, const struct gate_check *check)
{
    static const char *const states[] = {
        [GATE_AS_EXPECTED] = "as expected", [GATE_DIFFERENT] = "different", [GATE_INCOMPLETE] = "incomplete"};
    char text[2 * WORDS_SENTENCE];
    json_t *object = json_object(),
           *said = check->fit     ? words_of_fit(words, check->results, check->fit, false)
                   : check->claim ? words_of_claim(words, check->results, check->claim)
                                  : NULL;

    set(object, "study", check->results->study->name);
    set(object, "id", check->id);
    set(object, "kind", check->fit ? "fit" : check->claim ? "claim" : check->cell ? "run" : "value");
    set(object, "state", states[check->state]);
    set(object, "issue", check->issue);
    set(object, "expected", term_word(TERM_VERDICT, check->expected));
    set(object, "verdict", term_word(TERM_VERDICT, check->verdict));
    json_object_set_new(object, "of_value", json_boolean(check->difference.kind));
    set(object, "evidence", find_evidence(check, said, text, sizeof text));
    set(object, "next", next_of(check, text, sizeof text));
    set(object, "command", check->cell ? NULL : words_command(check->results, check->id, text, sizeof text));
    if (check->fit)
        set_fit(object, check, said);
    else if (check->claim)
        set_claim(object, check, said);
    else if (check->cell)
        set_cell(object, check->cell);
    json_decref(said);
    return object;
}

/* The checks in one state. */
static json_t *select(const json_t *checks, const struct gate_outcome *outcome, enum gate_state state)
{
    json_t *selected = json_array();

    for (size_t i = 0; i < outcome->checks; i++) {
        if (outcome->check[i].state == state)
            json_array_append(selected, json_array_get(checks, i));
    }
    return selected;
}

static json_t *study_json(const struct results *results)
{
    json_t *parts = json_array();

    for (size_t i = 0; i < PROVENANCE_PARTS; i++) {
        const struct provenance_part part = provenance_part(&results->provenance, i);

        json_array_append_new(parts,
                              json_pack("{s:s, s:o}", "name", part.name, "value", columns_text(part.value)));
    }
    return json_pack("{s:o, s:o, s:o}", "name", columns_text(results->study->name), "path",
                     columns_text(results->study->path), "provenance", parts);
}

/* Each once: checks come study by study. */
static json_t *studies_json(const struct gate_outcome *outcome)
{
    json_t *studies = json_array();

    for (size_t i = 0; i < outcome->checks; i++) {
        if (i == 0 || outcome->check[i].results != outcome->check[i - 1].results)
            json_array_append_new(studies, study_json(outcome->check[i].results));
    }
    return studies;
}

/* Fits whose runs contradict their expansions. */
static void add_disagreements(json_t *list, const struct words *words, const struct results *results)
{
    for (size_t i = 0; i < results->fits; i++) {
        json_t *said;

        if (!results->fit[i].order.limit.disagrees)
            continue;
        said = words_of_fit(words, results, results->fit + i, false);
        json_array_append_new(list,
                              json_pack("{s:o, s:s, s:o}", "study", columns_text(results->study->name), "id",
                                        results->fit[i].id, "text", words_take(said, "disagreement")));
        json_decref(said);
    }
}

static json_t *disagreements_json(const struct words *words, const struct gate_outcome *outcome)
{
    json_t *list = json_array();

    for (size_t i = 0; i < outcome->checks; i++) {
        if (i == 0 || outcome->check[i].results != outcome->check[i - 1].results)
            add_disagreements(list, words, outcome->check[i].results);
    }
    return list;
}

json_t *gate_document(const struct gate_outcome *outcome, const struct provenance *provenance)
{
    struct words *words = words_open();
    json_t *checks = json_array(), *document;

    for (size_t i = 0; i < outcome->checks; i++)
        json_array_append_new(checks, check_json(words, outcome->check + i));
    document = json_pack(
        "{s:o, s:o, s:I, s:I, s:I, s:o, s:o, s:o, s:o}", "assay", provenance_json(provenance),
        "disagreements", disagreements_json(words, outcome), "as_expected", (json_int_t)outcome->as_expected,
        "different", (json_int_t)outcome->different, "incomplete", (json_int_t)outcome->incomplete, "studies",
        studies_json(outcome), "differences", select(checks, outcome, GATE_DIFFERENT), "unfinished",
        select(checks, outcome, GATE_INCOMPLETE), "checks", checks);
    words_close(words);
    return document;
}
