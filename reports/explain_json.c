/* The evidence behind a fit as a document: see explain.h. */
#include "reports/explain.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reports/explain_point.h"
#include "reports/explain_sentence.h"
#include "harness/plan/provenance.h"
#include "harness/judge/verdict_value.h"
#include "reports/words.h"

/* A string, or null for NULL and for bytes that are not UTF-8. */
static json_t *text_json(const char *text)
{
    json_t *string = text && text[0] ? json_string(text) : NULL;

    return string ? string : json_null();
}

static json_t *number_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

static json_t *point_json(const struct results *results, const struct fit *fit, size_t i)
{
    static const char *const codes[] = {"used",      "no-value",    "value",
                                        "too-large", "below-floor", "outside-window"};
    const struct cell *cell = explain_point_cell(results, fit, i);
    const bool broke_down = cell && cell->status == CELL_BROKE_DOWN;

    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:o}", "step", fit->step_sizes[i],
                     "steps", cell ? json_integer((json_int_t)cell->steps) : json_null(), "error",
                     number_or_null(fit->errors[i]), "floor", number_or_null(explain_point_floor(fit, i)),
                     "slope", number_or_null(i > 0 ? fit->slopes[i - 1] : NAN), "extrapolated",
                     number_or_null(i > 1 ? fit->extrapolated[i - 2] : NAN), "status",
                     codes[explain_point_of(fit, i)], "cell",
                     text_json(cell ? term_word(TERM_CELL, cell->status) : NULL), "broke_down_at",
                     broke_down ? json_integer((json_int_t)cell->broke_down_at) : json_null(), "reason",
                     text_json(cell ? cell->reason : NULL));
}

/* As in the report (reports/tables/document.c). */
static void add_number(json_t *object, const struct claim_number *n)
{
    const bool known = n->status == NUMBER_MEASURED && n->least == n->most;

    json_object_set_new(object, "step", text_json(n->step));
    json_object_set_new(object, "measured", number_or_null(known ? n->least : NAN));
    json_object_set_new(object, "at_least", number_or_null(known ? NAN : n->least));
    json_object_set_new(object, "at_most", number_or_null(known ? NAN : n->most));
    json_object_set_new(object, "relative", text_json(n->relative));
}

static json_t *claims_json(const struct claim_on_fit *claim)
{
    char text[128];
    json_t *claims;

    if (!claim)
        return json_array();
    snprintf(text, sizeof text, "%s%s%s", term_word(TERM_CLAIM, claim->kind),
             verdict_is_exact(claim) ? "" : " ", verdict_is_exact(claim) ? "" : claim->formula);
    claims = json_pack("[{s:o, s:o, s:o, s:o}]", "id", text_json(claim->id), "claim", text_json(text),
                       "value", number_or_null(claim->value), "source", text_json(claim->source));
    if (verdict_is_number(claim))
        add_number(json_array_get(claims, 0), &claim->number);
    return claims;
}

static json_t *controls_json(const struct results *results, const struct fit *fit)
{
    json_t *controls = json_array();

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *other = results->fit + i;
        char text[EXPLAIN_SENTENCE_SIZE];

        if (explain_point_is_witness(fit, other))
            json_array_append_new(controls,
                                  json_pack("{s:o, s:o, s:o}", "witness", text_json(other->id), "verdict",
                                            text_json(term_word(TERM_VERDICT, other->verdict)), "evidence",
                                            text_json(explain_evidence(other, text, sizeof text))));
    }
    for (size_t i = 0; i < results->claims && fit->claim; i++) {
        const struct claim_result *claim = results->claim + i;

        if (strcmp(claim->id, fit->claim->id) == 0)
            json_array_append_new(
                controls, json_pack("{s:o, s:o, s:o, s:o}", "claim", text_json(claim->id), "verdict",
                                    text_json(term_word(TERM_VERDICT, claim->verdict)), "evidence",
                                    text_json(claim->evidence), "condition", text_json(claim->condition)));
    }
    return controls;
}

/* The two values of an exact property; null where the runs were not repeated. */
static json_t *exact_json(const struct fit *fit)
{
    const struct verdict_evidence evidence = verdict_evidence_of(fit);

    if (fit->exact_bits == 0)
        return json_null();
    return json_pack("{s:o, s:o, s:i, s:b}", "error", number_or_null(fit->exact_error), "repeated",
                     number_or_null(fit->exact_repeated), "bits", (int)fit->exact_bits, "falls",
                     verdict_falls(&evidence) ? 1 : 0);
}

static json_t *fit_json(const struct results *results, const struct fit *fit)
{
    char floor[EXPLAIN_SENTENCE_SIZE], rule[EXPLAIN_SENTENCE_SIZE], evidence[EXPLAIN_SENTENCE_SIZE],
        command[EXPLAIN_SENTENCE_SIZE], next[WORDS_SENTENCE];
    const bool measured = fit->status == FIT_MEASURED;
    json_t *points = json_array();

    for (size_t i = 0; i < fit->points; i++)
        json_array_append_new(points, point_json(results, fit, i));
    return json_pack(
        "{s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
        "s:o}",
        "id", text_json(fit->id), "status", words_status_name(fit->status), "points", points, "floor",
        number_or_null(fit->floor), "floor_origin",
        text_json(explain_sentence_floor(results, fit, floor, sizeof floor)), "reference_error",
        number_or_null(fit->reference_error), "exact", exact_json(fit), "order",
        number_or_null(measured ? fit->order : NAN), "low", number_or_null(measured ? fit->low : NAN), "high",
        number_or_null(measured ? fit->high : NAN), "rule",
        text_json(explain_sentence_rule(fit, rule, sizeof rule)), "claims", claims_json(fit->claim),
        "control", text_json(fit->control), "positive_control", text_json(fit->positive_control), "controls",
        controls_json(results, fit), "verdict", text_json(term_word(TERM_VERDICT, fit->verdict)),
        "reason_code", text_json(term_word(TERM_REASON, fit->reason)), "reason",
        text_json(explain_evidence(fit, evidence, sizeof evidence)), "next",
        text_json(words_next(results, fit, next, sizeof next)), "run",
        text_json(explain_sentence_command(results, fit, command, sizeof command)));
}

json_t *explain_json(const struct results *results, const char *id, struct error *error)
{
    size_t count;
    const struct fit **fit = explain_find(results, id, &count, error);
    json_t *fits;

    if (!fit)
        return NULL;
    fits = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(fits, fit_json(results, fit[i]));
    free(fit);
    return json_pack("{s:o, s:o, s:o}", "assay", provenance_json(&results->provenance), "study",
                     text_json(results->study), "fits", fits);
}
