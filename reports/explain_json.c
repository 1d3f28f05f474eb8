/* The evidence behind a fit as a document: see explain.h. */
#include "reports/explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/order_fit.h"
#include "harness/plan/provenance.h"
#include "harness/study/ledger.h"
#include "integrators/foreign/foreign_method.h"
#include "reports/tables/columns.h"
#include "reports/tables/document.h"
#include "reports/words.h"

/* Null also where there is nothing to say. */
static json_t *text_json(const char *text)
{
    return columns_text(text && *text ? text : NULL);
}

static json_t *point_json(const struct results *results, const struct fit *fit, size_t i)
{
    static const char *const codes[] = {"used",      "no-value",    "value",
                                        "too-large", "below-floor", "outside-window"};
    const struct cell *cell = explain_point_cell(results, fit, i);
    const bool broke_down = cell && cell->status == CELL_BROKE_DOWN;

    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:o}", "step", fit->points.step_sizes[i],
                     "steps", cell ? json_integer((json_int_t)cell->steps) : json_null(), "error",
                     columns_number(fit->points.errors[i]), "floor", columns_number(words_floor(fit, i)),
                     "slope", columns_number(i > 0 ? fit->order.slopes[i - 1] : NAN), "extrapolated",
                     columns_number(i > 1 ? fit->order.extrapolated[i - 2] : NAN), "status",
                     codes[explain_point_of(fit, i)], "cell",
                     text_json(cell ? term_word(TERM_CELL, cell->status) : NULL), "broke_down_at",
                     broke_down ? json_integer((json_int_t)cell->broke_down_at) : json_null(), "reason",
                     text_json(cell ? cell->reason : NULL));
}

static json_t *controls_json(const struct words *words, const struct results *results, const struct fit *fit)
{
    json_t *controls = json_array();

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *other = results->fit + i;
        json_t *said;

        if (!results_are_witnesses(fit, other))
            continue;
        said = words_of_fit(words, results, other, false);
        json_array_append_new(controls,
                              json_pack("{s:o, s:o, s:o, s:o}", "witness", text_json(other->id), "initial",
                                        text_json(other->curve.problem->initial->name), "verdict",
                                        text_json(term_word(TERM_VERDICT, other->outcome.verdict)),
                                        "evidence", text_json(words_text(said, "evidence"))));
        json_decref(said);
    }
    for (size_t i = 0; i < results->claims && fit->claim; i++) {
        const struct claim_result *claim = results->claim + i;
        json_t *said;

        if (strcmp(claim->id, fit->claim->id) != 0)
            continue;
        said = words_of_claim(words, results, claim);
        json_array_append_new(controls,
                              json_pack("{s:o, s:o, s:o, s:o}", "claim", text_json(claim->id), "verdict",
                                        text_json(term_word(TERM_VERDICT, claim->verdict)), "evidence",
                                        text_json(words_text(said, "evidence")), "condition",
                                        words_take(said, "condition")));
        json_decref(said);
    }
    return controls;
}

/* What the document of the study has of the fit, with all that explains it. */
static json_t *fit_json(const struct words *words, const struct results *results, const struct fit *fit)
{
    json_t *points = json_array(), *object = document_fit(words, results, fit),
           *said = words_of_fit(words, results, fit, true);
    char text[WORDS_SENTENCE];

    for (size_t i = 0; i < fit->points.count; i++)
        json_array_append_new(points, point_json(results, fit, i));
    json_object_set_new(object, "points", points);
    json_object_set_new(object, "floor_origin", words_take(said, "floor"));
    if (fit->exact.bits > 0)
        json_object_set_new(json_object_get(object, "exact"), "falls", json_boolean(words_is_zero(fit)));
    json_object_set_new(object, "rule", words_take(said, "rule"));
    json_object_set_new(object, "controls", controls_json(words, results, fit));
    json_object_set_new(object, "reason", text_json(words_text(said, "evidence")));
    json_object_set_new(object, "run", text_json(explain_command(results, fit, text, sizeof text)));
    json_object_set_new(object, "measured", text_json(words_text(said, "order")));
    json_object_set_new(object, "found", words_take(said, "found"));
    if (fit->outcome.next == VERDICT_NEXT_LENGTH) {
        const struct claim_number *number = &fit->claim->number;

        json_object_set_new(object, "longer",
                            json_pack("{s:I, s:I, s:f}", "length", (json_int_t)number->length, "steps",
                                      (json_int_t)number->steps, "seconds", number->seconds));
    }
    json_decref(said);
    return object;
}

static json_t *claims_json(const struct words *words, const struct results *results, const char *id)
{
    json_t *claims = json_array();

    for (size_t i = 0; i < results->claims; i++) {
        const struct claim_result *claim = results->claim + i;
        json_t *said;

        if (!ledger_is_part(claim->id, id))
            continue;
        said = words_of_claim(words, results, claim);
        json_array_append_new(
            claims, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "id", columns_text(claim->id),
                              "text", words_take(said, "text"), "source", columns_text(claim->source),
                              "measured", words_take(said, "measured"), "verdict",
                              columns_text(term_word(TERM_VERDICT, claim->verdict)), "evidence",
                              words_take(said, "evidence"), "condition", words_take(said, "condition"),
                              "brief", text_json(words_text(said, "brief"))));
        json_decref(said);
    }
    return claims;
}

/* Of the fits that rest on the run the one that comes first; NULL: none does. */
static const struct fit *find_first(const struct results *results, const struct cell *cell)
{
    const struct fit *first = NULL;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (results_uses(fit, cell) &&
            (!first || explain_rank(fit->outcome.verdict) < explain_rank(first->outcome.verdict)))
            first = fit;
    }
    return first;
}

/* The command that repeats the run. */
static json_t *again_json(const struct results *results, const struct fit *of, const struct cell *cell)
{
    char text[WORDS_SENTENCE];
    struct words_text command = {text, sizeof text, 0};

    if (foreign_method_of(of->curve.method))
        words_append_part(&command, results, of);
    else
        words_append_run(&command, of, cell->step, cell->steps, cell->precision->text);
    return columns_text(text);
}

/* The run, the names of its measures in their order, the command that repeats it. */
static void set_cell(json_t *object, const struct results *results, const struct cell *cell,
                     const struct fit *of)
{
    json_t *measures = json_array();

    for (size_t i = 0; i < cell->measures; i++)
        json_array_append_new(measures, columns_text(cell->measure[i].name));
    json_object_set_new(object, "cell", document_cell(cell));
    json_object_set_new(object, "measures", measures);
    json_object_set_new(object, "again", of ? again_json(results, of, cell) : json_null());
}

json_t *explain_json(const struct results *results, const char *id, struct error *error)
{
    const struct cell *cell = explain_find_cell(results, id);
    const struct fit **fit = NULL, *first = cell ? find_first(results, cell) : NULL;
    char command[WORDS_SENTENCE];
    size_t count = 0;
    struct words *words;
    json_t *fits, *object;

    if (!cell)
        fit = explain_find(results, id, &count, error);
    if (!cell && !fit)
        return NULL;
    words = words_open();
    first = fit ? fit[0] : first;
    fits = json_array();
    for (size_t i = 0; cell && i < results->fits; i++) {
        if (results_uses(results->fit + i, cell))
            json_array_append_new(fits, fit_json(words, results, results->fit + i));
    }
    for (size_t i = 0; i < count; i++)
        json_array_append_new(fits, fit_json(words, results, fit[i]));
    free(fit);
    object = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:{s:f, s:f}}", "assay", provenance_json(&results->provenance),
        "study", columns_text(results->study->name), "id", columns_text(id), "claims",
        claims_json(words, results, id), "fits", fits, "next",
        first ? columns_text(words_command(results, first->id, command, sizeof command)) : json_null(),
        "thresholds", "largest", ORDER_FIT_LARGEST, "floors", ORDER_FIT_FLOORS);
    if (cell)
        set_cell(object, results, cell, first);
    words_close(words);
    return object;
}
