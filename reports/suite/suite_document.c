/* The matrix as documents, from which templates make its pages, tables and figures: see suite.h. */
#include "reports/suite/suite.h"

#include <math.h>
#include <string.h>

#include "measures/ensemble/growth.h"
#include "measures/run/precision.h"
#include "reports/shell.h"
#include "reports/tables/columns.h"

static const char *const arithmetics[SUITE_ARITHMETICS] = {"double", "mpfr"};
static const char *const properties[SUITE_PROPERTIES] = {"symplectic", "symmetric",  "reversible",
                                                         "bilinear",   "poincare_1", "poincare_2"};
static const char *const conflicts[SUITE_CONFLICTS] = {"expansion", "algebra", "lower", "precisions"};

static void set(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, columns_text(text));
}

/* -- names -- */

/* A name as a part of a path and of a link. */
static json_t *slug(const char *first, const char *second)
{
    char text[300];

    snprintf(text, sizeof text, "%s%s%s", first, second ? "--" : "", second ? second : "");
    for (char *c = text; *c; c++) {
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.", *c))
            *c = '_';
    }
    return columns_text(text);
}

static json_t *pair_json(const struct suite_pair *pair)
{
    char family[100];

    return json_pack("{s:o, s:o, s:o, s:o}", "method", columns_text(pair->method->name), "projection",
                     columns_text(pair->projection->name), "family",
                     columns_text(suite_family(pair->method, family, sizeof family)), "slug",
                     slug(pair->method->name, pair->projection->name));
}

static json_t *model_json(const struct model *model)
{
    return json_pack("{s:o, s:o, s:o, s:o}", "name", columns_text(model->name), "title",
                     columns_text(model->title), "source", columns_text(model->source), "slug",
                     slug(model->name, NULL));
}

/* -- what stands in a field -- */

static json_t *answer_json(enum suite_answer answer)
{
    static const char *const words[] = {NULL, "yes", "no", "open"};

    return columns_text(words[answer]);
}

static json_t *order_json(const struct fit *fit)
{
    const bool measured = fit && fit->order.status == FIT_MEASURED,
               is_missing = fit && fit->order.status == FIT_BROKE_DOWN && !suite_field_has_run(fit);
    json_t *object;

    if (!fit)
        return json_null();
    object = json_pack("{s:o, s:o, s:o}", "status",
                       columns_text(is_missing ? "not-run" : term_word(TERM_FIT, fit->order.status)), "order",
                       columns_number(measured ? fit->order.value : NAN), "measure",
                       columns_text(fit->measure_name));
    return object;
}

static json_t *orders_json(const struct suite_field *field)
{
    json_t *object = json_object();

    for (enum suite_arithmetic a = 0; a < SUITE_ARITHMETICS; a++)
        json_object_set_new(object, arithmetics[a], order_json(field->order[a]));
    return object;
}

static json_t *growth_json(const struct suite_field *field)
{
    if (!field->growth)
        return json_null();
    return json_pack("{s:o, s:o, s:o}", "kind",
                     columns_text(field->round_off
                                      ? "round-off"
                                      : term_word(TERM_GROWTH, growth_classify(field->exponent))),
                     "exponent", columns_number(field->exponent), "id", columns_text(field->growth->id));
}

static json_t *conflicts_json(const struct suite_field *field)
{
    json_t *list = json_array();

    for (size_t i = 0; i < field->conflicts; i++) {
        const struct suite_conflict *conflict = field->conflict + i;

        json_array_append_new(
            list,
            json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "kind", conflicts[conflict->kind], "id",
                      columns_text(conflict->fit->id), "measure", columns_text(conflict->fit->measure_name),
                      "other", columns_text(conflict->other ? conflict->other->measure_name : NULL), "here",
                      columns_number(conflict->here), "there", columns_number(conflict->there), "precision",
                      columns_text(conflict->fit->curve.precision->text)));
    }
    return list;
}

/* How many claims have which verdict: those alone that there are. */
static json_t *claims_json(const struct tally *tally)
{
    json_t *object = json_object();

    for (enum words_mark mark = WORDS_NONE; mark < WORDS_MARKS; mark++) {
        if (tally->count[mark])
            json_object_set_new(object, mark == WORDS_NONE ? "none" : words_mark_name(mark),
                                json_integer((json_int_t)tally->count[mark]));
    }
    return object;
}

/* "refuted"; "no claim", "not run" */
static const char *verdict_of(const struct suite_field *field)
{
    return !field->run                 ? "not run"
           : !field->tally.claimed     ? "no claim"
           : field->mark == WORDS_NONE ? "no verdict"
                                       : words_mark_name(field->mark);
}

/* The first fit whose verdict is that of the field; NULL where none is. */
static const struct fit *gravest_of(const struct suite_field *field)
{
    for (size_t i = 0; i < field->fits; i++) {
        const struct fit *fit = field->fit[i];

        if (fit->claim && !fit->context.aside && words_shown_of(fit) == field->mark)
            return fit;
    }
    return NULL;
}

/* Why the field is inconclusive: "broke-down". */
static json_t *reason_json(const struct suite_field *field)
{
    const struct fit *fit = field->mark == WORDS_INCONCLUSIVE ? gravest_of(field) : NULL;

    return fit ? columns_text(term_word(TERM_REASON, fit->outcome.reason)) : json_null();
}

/* What decided where the field is refuted or inconclusive. */
static json_t *decided_json(const struct suite *suite, const struct suite_field *field)
{
    const struct fit *fit =
        field->mark == WORDS_INCONCLUSIVE || field->mark == WORDS_REFUTED ? gravest_of(field) : NULL;
    json_t *said, *decided;

    if (!fit)
        return json_null();
    said = words_of_fit(suite->words, suite->results, fit, false);
    decided = json_pack("{s:o, s:o, s:o, s:o}", "measure", columns_text(fit->measure_name), "order",
                        columns_number(fit->order.status == FIT_MEASURED ? fit->order.value : NAN), "reason",
                        words_take(said, "reason"), "claimed", words_take(said, "claim"));
    json_decref(said);
    return decided;
}

static json_t *field_json(const struct suite *suite, const struct suite_field *field)
{
    json_t *object =
        json_pack("{s:I, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "pair", (json_int_t)field->pair + 1, "verdict",
                  verdict_of(field), "reason", reason_json(field), "decided", decided_json(suite, field),
                  "orders", orders_json(field), "claims", claims_json(&field->tally), "growth",
                  growth_json(field), "conflicts", conflicts_json(field));

    for (enum suite_property p = 0; p < SUITE_PROPERTIES; p++)
        json_object_set_new(object, properties[p], answer_json(field->answer[p]));
    return object;
}

/* -- what is below a field -- */

static json_t *points_json(const struct fit *fit)
{
    json_t *list = json_array();

    for (size_t i = 0; i < fit->points.count; i++)
        json_array_append_new(
            list, json_pack("{s:s, s:f, s:o, s:o, s:b}", "step", fit->points.step_sizes[i], "h",
                            fit->points.step_values[i], "error", columns_number(fit->points.errors[i]),
                            "floor", columns_number(words_floor(fit, i)), "used", fit->order.used[i]));
    return list;
}

static json_t *probe_json(const struct fit *fit)
{
    return fit->order.limit.status == LIMIT_ORDER || fit->order.limit.status == LIMIT_MEASURED
               ? json_real(fit->order.limit.order)
           : fit->order.limit.status == LIMIT_ZERO ? json_string("zero")
                                                   : json_null();
}

static json_t *fit_json(const struct suite *suite, const struct fit *fit)
{
    const bool measured = fit->order.status == FIT_MEASURED;
    json_t *object = json_object(), *said = words_of_fit(suite->words, suite->results, fit, false);

    set(object, "id", fit->id);
    set(object, "initial", fit->curve.problem->initial->name);
    set(object, "precision", fit->curve.precision->text);
    set(object, "measure", fit->measure_name);
    set(object, "status", term_word(TERM_FIT, fit->order.status));
    json_object_set_new(object, "order", columns_number(measured ? fit->order.value : NAN));
    json_object_set_new(object, "low", columns_number(measured ? fit->order.low : NAN));
    json_object_set_new(object, "high", columns_number(measured ? fit->order.high : NAN));
    set(object, "verdict", term_word(TERM_VERDICT, fit->outcome.verdict));
    json_object_set_new(object, "answer", answer_json(suite_field_answer(fit)));
    json_object_set_new(object, "expansion", probe_json(fit));
    json_object_set_new(object, "trees", columns_number(fit->order.trees > 0 ? fit->order.trees : NAN));
    json_object_set_new(object, "claimed", words_take(said, "claim"));
    set(object, "source", fit->claim ? fit->claim->source : NULL);
    json_object_set_new(object, "reason", words_take(said, "reason"));
    json_decref(said);
    json_object_set_new(object, "aside",
                        json_boolean(fit->context.aside || fit->context.on_witness || fit->context.confirms));
    json_object_set_new(object, "points", points_json(fit));
    return object;
}

/* What computes the part again: "assay run studies/suite.lua --only gauss-3/none". */
static json_t *command_json(const struct suite *suite, const char *command, const char *only)
{
    char line[WORDS_SENTENCE], path[4099], word[1024];
    struct words_text text = {line, sizeof line, 0};

    words_append(&text, "assay %s %s%s --only %s", command,
                 shell_word(words_study(suite->results), path, sizeof path),
                 suite->results->study->in_full ? " --full" : "", shell_quote(only, word, sizeof word));
    words_append_store(&text, suite->results);
    return columns_text(line);
}

static json_t *field_in_full(const struct suite *suite, const struct suite_block *block,
                             const struct suite_field *field)
{
    const struct suite_pair *pair = block->pair + field->pair;
    json_t *object = field_json(suite, field), *fits = json_array();
    char only[300];

    snprintf(only, sizeof only, "%s/*/%s/%s", block->model[field->model]->name, pair->method->name,
             pair->projection->name);
    for (size_t i = 0; i < field->fits; i++) {
        if (field->fit[i]->order.status != FIT_NOT_APPLICABLE)
            json_array_append_new(fits, fit_json(suite, field->fit[i]));
    }
    json_object_set_new(object, "fits", fits);
    json_object_set_new(object, "command", command_json(suite, "run", only));
    return object;
}

/* -- documents -- */

static json_t *pairs_json(const struct suite_block *block)
{
    json_t *list = json_array();

    for (size_t i = 0; i < block->pairs; i++)
        json_array_append_new(list, pair_json(block->pair + i));
    return list;
}

static json_t *refusals_json(const struct suite_block *block)
{
    json_t *list = json_array();

    for (size_t i = 0; i < block->refusals; i++) {
        const struct suite_refusal *refusal = block->refusal + i;

        json_array_append_new(
            list, json_pack("{s:o, s:I, s:I, s:I, s:o}", "reason", columns_text(refusal->reason), "pairs",
                            (json_int_t)refusal->pairs, "models", (json_int_t)refusal->models, "fields",
                            (json_int_t)refusal->fields, "pair", pair_json(&refusal->pair)));
    }
    return list;
}

/* The fields of a model, null where a pair does not apply. */
static json_t *row_json(const struct suite *suite, const struct suite_block *block, size_t model)
{
    json_t *object = model_json(block->model[model]), *fields = json_array();

    for (size_t i = 0; i < block->pairs; i++) {
        const struct suite_field *field = block->field[model * block->pairs + i];

        json_array_append_new(fields, field ? field_json(suite, field) : json_null());
    }
    json_object_set_new(object, "fields", fields);
    return object;
}

static json_t *block_head(const struct suite_block *block)
{
    return json_pack("{s:s, s:b, s:I}", "kind", block->kind, "constrained", block->constrained, "fields",
                     (json_int_t)block->fields);
}

static json_t *block_json(const struct suite *suite, const struct suite_block *block)
{
    json_t *object = block_head(block), *models = json_array();

    for (size_t i = 0; i < block->models; i++)
        json_array_append_new(models, row_json(suite, block, i));
    json_object_set_new(object, "pairs", pairs_json(block));
    json_object_set_new(object, "models", models);
    json_object_set_new(object, "refusals", refusals_json(block));
    return object;
}

static json_t *head_json(const struct suite *suite)
{
    const struct results *results = suite->results;

    return json_pack("{s:o, s:o, s:o, s:o, s:b, s:I, s:I}", "assay", provenance_json(&results->provenance),
                     "study", columns_text(results->study->name), "title",
                     columns_text(results->study->title), "source", columns_text(results->study->source),
                     "full", results->study->in_full, "runs", (json_int_t)results->cells, "curves",
                     (json_int_t)results->fits);
}

/* Pairs that the study itself left out, since they apply to no model of a kind. */
static json_t *refused_json(const struct results *results)
{
    json_t *list = json_array();

    for (size_t i = 0; i < results->refusals; i++) {
        const struct grid_refused *refused = results->refused + i;

        json_array_append_new(list, json_pack("{s:o, s:I, s:o}", "reason", columns_text(refused->reason),
                                              "pairs", (json_int_t)refused->pairs, "example",
                                              columns_text(refused->example)));
    }
    return list;
}

static json_t *provenance_parts(const struct provenance *provenance)
{
    json_t *parts = json_array();

    for (size_t i = 0; i < PROVENANCE_PARTS; i++) {
        const struct provenance_part part = provenance_part(provenance, i);

        json_array_append_new(parts, json_pack("{s:o, s:o}", "label", columns_text(part.label), "value",
                                               columns_text(part.value)));
    }
    return parts;
}

json_t *suite_document(const struct suite *suite)
{
    json_t *object = head_json(suite), *blocks = json_array();

    for (size_t i = 0; i < suite->blocks; i++)
        json_array_append_new(blocks, block_json(suite, suite->block + i));
    json_object_set_new(object, "blocks", blocks);
    json_object_set_new(object, "refused", refused_json(suite->results));
    json_object_set_new(object, "provenance", provenance_parts(&suite->results->provenance));
    return object;
}

json_t *suite_document_of_model(const struct suite *suite, size_t number, size_t model)
{
    const struct suite_block *block = suite->block + number;
    json_t *object = head_json(suite), *fields = json_array(), *about = model_json(block->model[model]);
    char only[200];

    snprintf(only, sizeof only, "%s", block->model[model]->name);
    for (size_t i = 0; i < block->pairs; i++) {
        const struct suite_field *field = block->field[model * block->pairs + i];

        if (field)
            json_array_append_new(fields, field_in_full(suite, block, field));
    }
    json_object_set_new(object, "block", block_head(block));
    json_object_set_new(object, "model", about);
    json_object_set_new(object, "pairs", pairs_json(block));
    json_object_set_new(object, "fields", fields);
    json_object_set_new(object, "command", command_json(suite, "run", only));
    return object;
}

static const struct suite_field *field_of_pair(const struct suite_block *block, size_t model,
                                               const struct suite_pair *pair)
{
    for (size_t i = 0; i < block->pairs; i++) {
        if (strcmp(block->pair[i].method->name, pair->method->name) == 0 &&
            strcmp(block->pair[i].projection->name, pair->projection->name) == 0)
            return block->field[model * block->pairs + i];
    }
    return NULL;
}

json_t *suite_document_of_pair(const struct suite *suite, const struct suite_pair *pair)
{
    json_t *object = head_json(suite), *models = json_array();
    char only[200];

    snprintf(only, sizeof only, "%s/%s", pair->method->name, pair->projection->name);
    for (size_t i = 0; i < suite->blocks; i++) {
        const struct suite_block *block = suite->block + i;

        for (size_t k = 0; k < block->models; k++) {
            const struct suite_field *field = field_of_pair(block, k, pair);
            json_t *row = field ? model_json(block->model[k]) : NULL;

            if (!row)
                continue;
            json_object_set_new(row, "field", field_json(suite, field));
            json_object_set_new(row, "block", block_head(block));
            json_array_append_new(models, row);
        }
    }
    json_object_set_new(object, "pair", pair_json(pair));
    json_object_set_new(object, "models", models);
    json_object_set_new(object, "command", command_json(suite, "run", only));
    return object;
}
