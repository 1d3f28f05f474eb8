/* The entries of a claim: see survey.h.
 *
 * An entry is a fit, one for each model, method, projection and measure that the claim is about.  Entries that say the same
 * of several models or data are one row: same part, method, projection, measure and claimed value.  A row names the first
 * of them. */
#include "reports/page/survey.h"

#include <string.h>

#include "reports/tables/columns.h"

enum {
    MOST_LINKS = 3,    /* fits that are named for a part of a claim */
    MOST_SENTENCES = 3 /* rows that a sentence names */
};

static const struct results *results_of(const struct survey *survey, const struct survey_part *part)
{
    return survey->study[part->study].results;
}

static bool is_of(const struct fit *fit, const struct survey_part *part)
{
    return fit->claim && fit->outcome.verdict && !fit->context.aside &&
           strcmp(fit->claim->id, part->claim->id) == 0;
}

/* What does not hold; the worse kind is named first. */
static const enum verdict kinds[] = {VERDICT_REFUTED, VERDICT_INCONCLUSIVE};

/* -- counts -- */

static json_t *entries_json(const struct claim_tally *tally)
{
    const size_t *fits = tally->fits;
    const size_t hold = fits[VERDICT_HOLDS] + fits[VERDICT_HOLDS_TO_ROUND_OFF],
                 open = fits[VERDICT_REFUTED] + fits[VERDICT_INCONCLUSIVE] + fits[VERDICT_VACUOUS];

    return json_pack("{s:I, s:I, s:I, s:I, s:I}", "of", (json_int_t)(hold + open), "hold", (json_int_t)hold,
                     "refuted", (json_int_t)fits[VERDICT_REFUTED], "inconclusive",
                     (json_int_t)fits[VERDICT_INCONCLUSIVE], "vacuous", (json_int_t)fits[VERDICT_VACUOUS]);
}

/* Of all parts that decide the claim. */
static struct claim_tally sum_parts(const struct survey_claim *claim)
{
    struct claim_tally sum = {{0}};

    for (size_t i = 0; i < claim->parts; i++) {
        for (size_t k = 0; survey_part_verdict(claim->part[i].claim) && k < VERDICTS_OF_FITS; k++)
            sum.fits[k] += claim->part[i].claim->tally.fits[k];
    }
    return sum;
}

/* -- one entry: the claimed value beside the measured one -- */

static bool is_order(const struct fit *fit)
{
    return fit->claim && !term_is_number(fit->claim->kind) && !term_is_exact(fit->claim->kind);
}

static json_t *entry_json(const struct survey *survey, const struct survey_part *part, const struct fit *fit)
{
    const struct words_entry entry = words_entry_of(results_of(survey, part), fit);
    char measure[128];

    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b}", "part",
                     columns_text(part->row.id), "study", columns_text(part->row.studies), "fit",
                     columns_text(fit->id), "model", columns_text(fit->curve.problem->model->name), "initial",
                     columns_text(fit->curve.problem->initial->name), "method",
                     columns_text(fit->curve.method->name), "projection",
                     columns_text(fit->curve.projection->name), "measure",
                     columns_text(words_measure(fit->measure_name, measure, sizeof measure)), "claimed",
                     columns_text(entry.claimed), "measured", columns_text(entry.measured), "detail",
                     columns_text(entry.detail), "verdict",
                     columns_text(entry.word[0] ? entry.word : term_word(TERM_VERDICT, fit->outcome.verdict)),
                     "of_order", is_order(fit));
}

/* The first fit that decides the part; NULL where there is none. */
static const struct fit *find_decisive(const struct survey *survey, const struct survey_part *part)
{
    const struct results *results = results_of(survey, part);

    for (size_t i = 0; i < results->fits; i++) {
        if (results_decides(results->fit + i, part->claim))
            return results->fit + i;
    }
    return NULL;
}

/* Links to the first fits that decide the part, on the page of its study: their places there, from 1. */
static json_t *links_json(const struct survey *survey, const struct survey_part *part)
{
    const struct results *results = results_of(survey, part);
    json_t *list = json_array();

    for (size_t i = 0; i < results->fits && json_array_size(list) < MOST_LINKS; i++) {
        if (results_decides(results->fit + i, part->claim))
            json_array_append_new(list, json_pack("{s:o, s:I}", "id", columns_text(results->fit[i].id),
                                                  "number", (json_int_t)i + 1));
    }
    return list;
}

/* -- what does not hold -- */

static bool is_same(const json_t *a, const json_t *b)
{
    static const char *const keys[] = {"part",    "study",   "method", "projection",
                                       "measure", "claimed", "verdict"};

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (!json_equal(json_object_get(a, keys[i]), json_object_get(b, keys[i])))
            return false;
    }
    return true;
}

/* Appends the entry, or adds its model to the row that says the same. */
static void add_exception(json_t *list, json_t *entry)
{
    const json_t *model = json_object_get(entry, "model");
    size_t index;
    json_t *row;

    json_array_foreach(list, index, row)
    {
        json_t *models = json_object_get(row, "models");

        if (!is_same(row, entry))
            continue;
        for (size_t i = 0; i <= json_array_size(models); i++) {
            if (i == json_array_size(models))
                json_array_append(models, (json_t *)model);
            if (json_equal(json_array_get(models, i), model))
                break;
        }
        json_object_set_new(row, "entries",
                            json_integer(json_integer_value(json_object_get(row, "entries")) + 1));
        json_decref(entry);
        return;
    }
    json_object_set_new(entry, "models", json_pack("[O]", model));
    json_object_set_new(entry, "entries", json_integer(1));
    json_array_append_new(list, entry);
}

static void add_exceptions(json_t *list, const struct survey *survey, const struct survey_part *part,
                           enum verdict verdict)
{
    const struct results *results = results_of(survey, part);

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (is_of(fit, part) && fit->outcome.verdict == verdict)
            add_exception(list, entry_json(survey, part, fit));
    }
}

/* -- the sentence -- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

/* "gauss-2 with the symmetric projection on pendulum: energy error of order 3.00, claimed 4." */
static void say_entry(struct words_text *text, const json_t *entry, bool open)
{
    const char *projection = text_of(entry, "projection");
    const size_t models = json_array_size(json_object_get(entry, "models"));

    words_append(text, " %s", text_of(entry, "method"));
    if (strcmp(projection, "none") != 0)
        words_append(text, " with the %s projection", projection);
    words_append(text, " on %s", text_of(entry, "model"));
    if (models > 1)
        words_append(text, " and %zu more", models - 1);
    words_append(text, ": %s%s %s, claimed %s%s%s%s.", text_of(entry, "measure"),
                 json_is_true(json_object_get(entry, "of_order")) ? " of order" : "",
                 text_of(entry, "measured"), text_of(entry, "claimed"), open ? " (" : "",
                 open ? text_of(entry, "verdict") : "", open ? ")" : "");
}

static void say_counts(struct words_text *text, const struct claim_tally *tally)
{
    const size_t *fits = tally->fits, vacuous = fits[VERDICT_VACUOUS],
                 hold = fits[VERDICT_HOLDS] + fits[VERDICT_HOLDS_TO_ROUND_OFF],
                 all = hold + fits[VERDICT_REFUTED] + fits[VERDICT_INCONCLUSIVE] + vacuous;

    if (hold == all)
        words_append(text,
                     all == 1   ? "The one entry holds."
                     : all == 2 ? "Both entries hold."
                                : "All %zu entries hold.",
                     all);
    else if (all == 1)
        words_append(text, "The one entry %s.",
                     fits[VERDICT_REFUTED] ? "is refuted"
                     : vacuous             ? "is vacuous"
                                           : "is inconclusive");
    else
        words_append(text, "%zu of %zu entries hold%s.", hold, all, hold == 1 ? "s" : "");
    if (vacuous && all > 1)
        words_append(text, " The model of %zu cannot tell the method from one that fails.", vacuous);
}

/* How many entries hold, then those that do not, else the one that stands for all. */
static void say(struct words_text *text, const struct claim_tally *tally, const json_t *value,
                const json_t *exceptions)
{
    const char *const refuted = term_word(TERM_VERDICT, VERDICT_REFUTED);
    const size_t count = json_array_size(exceptions);

    say_counts(text, tally);
    if (!count && json_is_object(value))
        say_entry(text, value, false);
    for (size_t i = 0; i < count && i < MOST_SENTENCES; i++) {
        const json_t *entry = json_array_get(exceptions, i);

        say_entry(text, entry, strcmp(text_of(entry, "verdict"), refuted) != 0);
    }
    if (count > MOST_SENTENCES)
        words_append(text, " And %zu more.", count - MOST_SENTENCES);
}

/* -- of parts and claims -- */

void survey_entries_set_part(json_t *object, const struct survey *survey, const struct survey_part *part)
{
    const struct fit *fit = find_decisive(survey, part);

    json_object_set_new(object, "entries", entries_json(&part->claim->tally));
    json_object_set_new(object, "value", fit ? entry_json(survey, part, fit) : json_null());
    json_object_set_new(object, "fits", links_json(survey, part));
}

/* Those that decide the claim, beside each other: assay's own are left out. */
static json_t *collect_exceptions(const struct survey *survey, const struct survey_claim *claim)
{
    json_t *list = json_array();

    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        for (size_t i = 0; i < claim->parts; i++) {
            if (survey_part_verdict(claim->part[i].claim))
                add_exceptions(list, survey, claim->part + i, kinds[k]);
        }
    }
    return list;
}

void survey_entries_set_claim(json_t *object, const struct survey *survey, const struct survey_claim *claim)
{
    const struct survey_part *worst = survey_worst_part(claim);
    const struct fit *fit = worst ? find_decisive(survey, worst) : NULL;
    const struct claim_tally sum = sum_parts(claim);
    json_t *value = fit ? entry_json(survey, worst, fit) : json_null(),
           *exceptions = collect_exceptions(survey, claim);
    char sentence[WORDS_SENTENCE] = "";
    struct words_text text = {sentence, sizeof sentence, 0};

    if (fit)
        say(&text, &sum, value, exceptions);
    else if (worst)
        words_append(&text, "%s", worst->row.evidence);
    json_object_set_new(object, "entries", worst ? entries_json(&sum) : json_null());
    json_object_set_new(object, "value", value);
    json_object_set_new(object, "exceptions", exceptions);
    json_object_set_new(object, "sentence", columns_text(text.length ? sentence : NULL));
}
