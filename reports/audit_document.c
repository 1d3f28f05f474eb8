/* An audit as one document: see audit_document.h. */
#include "reports/audit_document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/resolution.h"
#include "numerics/memory.h"
#include "reports/expansion_shown.h"
#include "reports/tables/columns.h"
#include "reports/words.h"

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void set_text(json_t *object, const char *key, const char *text)
{
    set(object, key, columns_text(text));
}

static json_t *number(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* ---- what the runs say of a claim ---- */

static bool is_of(const struct fit *fit, const struct claim_result *claim)
{
    return fit->outcome.verdict && !fit->context.aside && fit->claim &&
           strcmp(fit->claim->id, claim->id) == 0;
}

/* Of a model the verdict that counts: a refutation before what is open, and that before what holds. */
static enum verdict judge_model(const struct results *results, const struct claim_result *claim,
                                const struct problem *problem)
{
    static const enum verdict gravest[] = {VERDICT_REFUTED, VERDICT_INCONCLUSIVE, VERDICT_HOLDS_TO_ROUND_OFF,
                                           VERDICT_HOLDS, VERDICT_VACUOUS};
    bool found[VERDICTS_OF_FITS] = {false};

    for (size_t i = 0; i < results->fits; i++) {
        if (is_of(results->fit + i, claim) && results_same_model(results->fit[i].curve.problem, problem))
            found[results->fit[i].outcome.verdict] = true;
    }
    for (size_t k = 0; k < sizeof gravest / sizeof *gravest; k++) {
        if (found[gravest[k]])
            return gravest[k];
    }
    return VERDICT_NOT_APPLICABLE;
}

static bool is_first_of_model(const struct results *results, const struct claim_result *claim, size_t index)
{
    size_t k = 0;

    while (k < index &&
           !(is_of(results->fit + k, claim) &&
             results_same_model(results->fit[k].curve.problem, results->fit[index].curve.problem)))
        k++;
    return k == index;
}

/* The names of the models by verdict. */
static json_t *models_json(const struct results *results, const struct claim_result *claim)
{
    json_t *models = json_object();

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;
        const char *verdict;

        if (!is_of(fit, claim) || !is_first_of_model(results, claim, i))
            continue;
        verdict = term_word(TERM_VERDICT, judge_model(results, claim, fit->curve.problem));
        if (!json_object_get(models, verdict))
            set(models, verdict, json_array());
        json_array_append_new(json_object_get(models, verdict),
                              columns_text(fit->curve.problem->model->name));
    }
    return models;
}

/* The order on which the verdict rests; NaN where it rests on none. */
static double find_order(const struct fit *fit)
{
    return fit->outcome.ground == GROUND_ORDER_POWER || fit->outcome.ground == GROUND_ORDER_EXPANDED
               ? words_decided_order(fit)
           : fit->outcome.ground == GROUND_ORDER || fit->outcome.ground == GROUND_ORDER_ABOVE ||
                   fit->outcome.ground == GROUND_ORDER_APART
               ? fit->order.value
               : NAN;
}

/* From the least to the largest order of the fits that decide; null where there is none. */
static json_t *orders_json(const struct results *results, const struct claim_result *claim)
{
    double low = INFINITY, high = -INFINITY;

    for (size_t i = 0; i < results->fits; i++) {
        const double order = results_decides(results->fit + i, claim) ? find_order(results->fit + i) : NAN;

        low = fmin(low, order);
        high = fmax(high, order);
    }
    return low <= high ? json_pack("{s:f, s:f}", "low", low, "high", high) : json_null();
}

/* Two errors at steps one of which is half of the other, the last ones from which the order was taken; else one error. */
static json_t *points_json(const struct fit *fit)
{
    json_t *points = json_array();
    size_t last = fit->points.count;

    while (last > 0 && !fit->order.used[last - 1])
        last--;
    for (size_t i = last > 1 ? last - 2 : 0; i < last; i++) {
        if (isfinite(fit->points.errors[i]))
            json_array_append_new(points,
                                  json_pack("{s:o, s:f}", "step", columns_text(fit->points.step_sizes[i]),
                                            "error", fit->points.errors[i]));
    }
    return points;
}

/* Whether it is refuted on models of the time alone. */
static bool is_of_autonomous(const struct results *results, const struct claim_result *claim)
{
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (is_of(fit, claim) && fit->outcome.verdict == VERDICT_REFUTED)
            return results_holds_without_time(results, fit) > 0;
    }
    return false;
}

/* The fit that shows most: of a property the largest defect, of an order the first that decides. */
static const struct fit *find_shown(const struct results *results, const struct claim_result *claim)
{
    const struct fit *shown = NULL;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (!results_decides(fit, claim))
            continue;
        if (!shown || (isnan(find_order(fit)) && fit->exact.error > shown->exact.error))
            shown = fit;
    }
    return shown;
}

/* The command that may decide what is open; NULL where there is none. */
static const char *find_command(const struct results *results, const struct fit *fit, char *buffer,
                                size_t size)
{
    char explaining[WORDS_SENTENCE];

    return words_next_command(results, fit, buffer, size) &&
                   strcmp(buffer, words_command(results, fit->id, explaining, sizeof explaining)) != 0
               ? buffer
               : NULL;
}

static json_t *shown_json(const struct words *words, const struct results *results,
                          const struct claim_result *claim)
{
    const struct fit *fit = find_shown(results, claim);
    char text[WORDS_SENTENCE];
    json_t *shown, *said;

    if (!fit)
        return json_null();
    said = words_of_fit(words, results, fit, false);
    shown = json_object();
    set_text(shown, "id", fit->id);
    set_text(shown, "model", fit->curve.problem->model->name);
    set_text(shown, "initial", fit->curve.problem->initial->name);
    set_text(shown, "measure", words_measure(fit->measure_name, text, sizeof text));
    set(shown, "order", number(find_order(fit)));
    set(shown, "error", number(fit->exact.error));
    set(shown, "points", points_json(fit));
    set(shown, "reason", words_take(said, "reason"));
    set_text(shown, "remedy", term_word(TERM_NEXT, fit->outcome.next));
    set_text(shown, "command", find_command(results, fit, text, sizeof text));
    json_decref(said);
    return shown;
}

/* ---- what was known before ---- */

static const json_t *find_known(const json_t *claims, const struct claim_result *claim)
{
    size_t k;
    json_t *known;

    json_array_foreach(claims, k, known)
    {
        const char *id = json_string_value(json_object_get(known, "id"));

        if (id && strcmp(id, claim->id) == 0)
            return known;
    }
    return NULL;
}

/* Those of its findings that speak now: the study has them in the same order.  *contradiction: the runs refute what is
 * proved. */
static json_t *findings_json(const struct results *results, const struct claim_result *claim,
                             const json_t *known, const char **contradiction)
{
    const json_t *findings = json_object_get(known, "findings");
    json_t *list = json_array();
    bool decided = false;

    for (size_t i = 0, k = 0; i < results->study->findings; i++) {
        const struct study_finding *finding = results->study->finding + i;
        json_t *one;

        if (strcmp(finding->claim, claim->id) != 0)
            continue;
        one = json_array_get(findings, k++);
        if (!one || !results_speaks(finding, claim))
            continue;
        json_array_append(list, one);
        if (finding->verdict && !decided) {
            const char *kind = json_string_value(json_object_get(one, "kind"));

            decided = true;
            *contradiction = kind && strcmp(kind, "proof") == 0 ? finding->evidence : NULL;
        }
    }
    return list;
}

static json_t *copy(const json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);

    return value ? json_incref(value) : json_null();
}

static json_t *round_off_json(const struct claim_result *claim)
{
    const struct round_off *found = &claim->tally.round_off;

    return claim->verdict == VERDICT_HOLDS_TO_ROUND_OFF
               ? json_pack("{s:f, s:I, s:I}", "ulps", found->ulps, "states", (json_int_t)found->states,
                           "steps", (json_int_t)found->steps)
               : json_null();
}

static json_t *claim_json(const struct words *words, const struct results *results,
                          const struct claim_result *claim, const json_t *known)
{
    static const char *const kept[] = {"claim", "id", "method", "value"};
    const struct resolution resolution = resolution_find(results, claim);
    const char *contradiction = NULL;
    json_t *object = json_object(), *findings = findings_json(results, claim, known, &contradiction),
           *said = words_of_claim(words, results, claim);

    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        set(object, kept[i], copy(known, kept[i]));
    set_text(object, "id", claim->id);
    set_text(object, "source", claim->source);
    set(object, "text", words_take(said, "text"));
    set(object, "measured", claim->entry ? words_take(said, "measured") : json_null());
    set_text(object, "verdict", term_word(TERM_VERDICT, claim->verdict));
    set_text(object, "of_runs", claim->entry ? term_word(TERM_VERDICT, claim->of_runs) : NULL);
    set(object, "evidence", words_take(said, "evidence"));
    set_text(object, "contradiction", contradiction);
    set(object, "findings", findings);
    set(object, "models", models_json(results, claim));
    set(object, "orders", orders_json(results, claim));
    set(object, "autonomous", json_boolean(is_of_autonomous(results, claim)));
    set(object, "shown", shown_json(words, results, claim));
    set(object, "counterexample", term_holds(claim->of_runs) ? json_null() : copy(known, "counterexample"));
    set(object, "printed_digits", copy(known, "printed_digits"));
    set(object, "round_off", round_off_json(claim));
    set(object, "resolution", isfinite(resolution.error) ? json_real(resolution.part) : json_null());
    json_decref(said);
    return object;
}

/* ---- all of it ---- */

static size_t count_models(const struct results *results)
{
    size_t models = 0;

    for (size_t i = 0; i < results->cells; i++) {
        size_t k = 0;

        while (k < i && !results_same_model(results->cell[k].problem, results->cell[i].problem))
            k++;
        models += k == i;
    }
    return models;
}

static json_t *counts_json(const struct results *results)
{
    size_t broke_down = 0;

    for (size_t i = 0; i < results->cells; i++)
        broke_down += results->cell[i].status == CELL_BROKE_DOWN;
    return json_pack("{s:I, s:I, s:I, s:I}", "models", (json_int_t)count_models(results), "runs",
                     (json_int_t)results->cells, "broke_down", (json_int_t)broke_down, "fits",
                     (json_int_t)results->fits);
}

/* What the expansions say of the solution, and of other measures those that disagree with the runs. */
static json_t *expansions_json(const struct words *words, const struct results *results)
{
    json_t *list = json_array();

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;
        const bool solution = fit->measure.measure == measure_table + MEASURE_SOLUTION_ERROR;
        json_t *said, *expansion;

        if (solution ? fit->context.aside : !fit->order.limit.disagrees)
            continue;
        said = words_of_fit(words, results, fit, false);
        expansion = expansion_shown_fit(fit, said);
        if (json_is_object(expansion))
            json_array_append_new(list,
                                  json_pack("{s:s, s:s, s:s, s:O}", "model", fit->curve.problem->model->name,
                                            "method", fit->curve.method->name, "measure", fit->measure_name,
                                            "expansion", expansion));
        json_decref(expansion);
        json_decref(said);
    }
    return list;
}

json_t *audit_document(const struct results *results, const struct words *words)
{
    json_t *document = results->study->audit ? json_loads(results->study->audit, 0, NULL) : NULL, *claims;

    if (!document)
        return NULL;
    claims = json_array();
    for (size_t i = 0; i < results->claims; i++) {
        const struct claim_result *claim = results->claim + i;

        json_array_append_new(claims, claim_json(words, results, claim,
                                                 find_known(json_object_get(document, "claims"), claim)));
    }
    set(document, "claims", claims);
    set(document, "expansions", expansions_json(words, results));
    set(document, "counts", counts_json(results));
    return document;
}
