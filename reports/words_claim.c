/* The words of a claim as a whole: see words.h. */
#include "reports/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/resolution.h"
#include "integrators/methods/method_file.h"
#include "models/reader/data_path.h"
#include "numerics/memory.h"
#include "reports/shell.h"

const char *words_value(const struct study_claim *claim, char *buffer, size_t size)
{
    const char *const other[] = {claim->relative.method, claim->relative.projection,
                                 claim->relative.precision};
    const char *before = ", relative to ";
    struct words_text text = {buffer, size, 0};

    words_append(&text, "%s %s", term_word(TERM_CLAIM, claim->kind), claim->formula);
    if (claim->step)
        words_append(&text, " at h = %s", claim->step);
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        if (!other[i])
            continue;
        words_append(&text, "%s%s", before, other[i]);
        before = "/";
    }
    return buffer;
}

/* What a claim without a text says: "orders of the energy error", "energy error: exact", "energy error: below 1e-11". */
static const char *describe_entry(const struct study_claim *entry, char *buffer, size_t size)
{
    char measure[128], value[300];

    words_measure(entry->measure, measure, sizeof measure);
    if (term_is_number(entry->kind))
        snprintf(buffer, size, "%s: %s", measure, words_value(entry, value, sizeof value));
    else if (term_is_exact(entry->kind))
        snprintf(buffer, size, "%s: %s", measure, term_word(TERM_CLAIM, entry->kind));
    else
        snprintf(buffer, size, "orders of the %s", measure);
    return buffer;
}

const char *words_tally(const struct claim_tally *tally, char *buffer, size_t size)
{
    const size_t *fits = tally->fits, vacuous = fits[VERDICT_VACUOUS];
    const size_t rounded = fits[VERDICT_HOLDS_TO_ROUND_OFF];
    const size_t all =
        fits[VERDICT_HOLDS] + rounded + fits[VERDICT_REFUTED] + fits[VERDICT_INCONCLUSIVE] + vacuous;
    struct words_text text = {buffer, size, 0};

    words_append(&text, "%zu of %zu hold", fits[VERDICT_HOLDS] + rounded, all);
    if (rounded)
        words_append(&text, ", %zu of them to round-off (at most %.0f ulp, %zu states, %zu steps)", rounded,
                     ceil(tally->round_off.ulps), tally->round_off.states, tally->round_off.steps);
    words_append(&text, ", %zu refuted, %zu inconclusive", fits[VERDICT_REFUTED], fits[VERDICT_INCONCLUSIVE]);
    if (vacuous)
        words_append(&text, ", %zu vacuous", vacuous);
    return buffer;
}

double words_decided_order(const struct fit *fit)
{
    const struct limit *limit = &fit->order.limit;

    return fit->outcome.ground != GROUND_ORDER_POWER && fit->outcome.ground != GROUND_ORDER_EXPANDED
               ? fit->order.value
           : limit->status == LIMIT_ZERO ? (double)limit->known - 1
                                         : limit->order;
}

const char *words_found(const struct fit *fit, char *buffer, size_t size)
{
    if (fit->outcome.subject == SUBJECT_NUMBER)
        return words_number(&fit->claim->number, buffer, size);
    const struct measure *row = fit->measure.measure;
    if (fit->outcome.subject == SUBJECT_PROPERTY &&
        (fit->order.status != FIT_MEASURED || (row && measure_is_relation(row))))
        snprintf(buffer, size, "%.1e", fit->exact.error);
    else
        snprintf(buffer, size, "%.3f", words_decided_order(fit));
    return buffer;
}

/* Whether the fit is the first that refutes the claim with its method and its projection, and on its model or on any. */
static bool is_first_refuted(const struct results *results, const char *id, const struct fit *fit,
                             bool of_model)
{
    const struct fit *other = results->fit;

    if (!fit->claim || fit->outcome.verdict != VERDICT_REFUTED || strcmp(fit->claim->id, id) != 0)
        return false;
    while (other < fit &&
           !(other->claim && strcmp(other->claim->id, id) == 0 && other->outcome.verdict == VERDICT_REFUTED &&
             other->curve.method == fit->curve.method && other->curve.projection == fit->curve.projection &&
             (!of_model || results_same_model(other->curve.problem, fit->curve.problem))))
        other++;
    return other == fit;
}

/* What is refuted on models of the time and on no other. */
static void list_autonomous(struct words_text *text, const struct results *results,
                            const struct claim_result *claim)
{
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;
        const char *before = "";
        size_t holds =
            is_first_refuted(results, claim->id, fit, false) ? results_holds_without_time(results, fit) : 0;

        if (!holds)
            continue;
        words_append(
            text,
            "%s%s/%s: true of autonomous systems alone; it holds in %zu fits on these, and is refuted on ",
            text->length ? "; " : "", fit->curve.method->name, fit->curve.projection->name, holds);
        for (const struct fit *other = fit; other < results->fit + results->fits; other++) {
            if (other->curve.method != fit->curve.method ||
                other->curve.projection != fit->curve.projection ||
                !is_first_refuted(results, claim->id, other, true))
                continue;
            words_append(text, "%s%s", before, other->curve.problem->model->name);
            before = ", ";
        }
        words_append(text, ", whose functions are of the time");
    }
}

/* The fits that refute the claim, the exceptions from what holds, or the control of the first one that is vacuous. */
static void list_evidence(struct words_text *text, const struct results *results,
                          const struct claim_result *claim)
{
    enum { MOST = 500 };
    const size_t start = text->length;
    const bool is_excepted = claim->of_runs == VERDICT_HOLDS;
    char measured[96], sentence[WORDS_SENTENCE];
    bool cut = false;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (!fit->claim || strcmp(fit->claim->id, claim->id) != 0)
            continue;
        if (claim->of_runs == VERDICT_VACUOUS && fit->outcome.verdict == VERDICT_VACUOUS) {
            words_append(
                text, "%s%s/%s/%s/%s: %s", text->length ? "; " : "", fit->curve.problem->model->name,
                fit->curve.problem->initial->name, fit->curve.method->name, fit->curve.projection->name,
                fit->context.control.kind ? words_control(fit, sentence, sizeof sentence) : "vacuous");
            return;
        }
        if ((fit->outcome.verdict != VERDICT_REFUTED &&
             !(is_excepted && fit->outcome.verdict == VERDICT_INCONCLUSIVE)) ||
            fit->context.aside || cut)
            continue;
        cut = text->length - start >= MOST;
        if (cut)
            words_append(text, " ...");
        else
            words_append(text, "%s%s/%s/%s/%s %s", text->length ? "; " : "", fit->curve.problem->model->name,
                         fit->curve.problem->initial->name, fit->curve.method->name,
                         fit->curve.projection->name, words_found(fit, measured, sizeof measured));
    }
}

/* Why what is claimed is measured nowhere; NULL where nobody says so. */
static const char *find_refusal(const struct results *results, const struct claim_result *claim)
{
    const char *refusal = NULL;

    for (size_t i = 0; i < results->fits && !refusal; i++) {
        if (strcmp(results->fit[i].measure_name, claim->entry->measure) == 0)
            refusal = results->fit[i].refusal;
    }
    return refusal;
}

/* The first fit that decides the claim, and what it says. */
static void name_first(struct words_text *text, const struct results *results,
                       const struct claim_result *claim)
{
    char sentence[WORDS_SENTENCE];
    size_t i = 0;

    while (i < results->fits && !results_decides(results->fit + i, claim))
        i++;
    if (i < results->fits) {
        const struct fit *fit = results->fit + i;

        words_append(text, "%s/%s/%s/%s: %s", fit->curve.problem->model->name,
                     fit->curve.problem->initial->name, fit->curve.method->name, fit->curve.projection->name,
                     words_reason(fit, sentence, sizeof sentence));
    }
}

/* What is known beside the runs of the claim.  Whether they came to another verdict: then they are no evidence. */
static bool list_findings(struct words_text *text, const struct results *results,
                          const struct claim_result *claim)
{
    for (size_t i = 0; i < results->study->findings; i++) {
        const struct study_finding *finding = results->study->finding + i;

        if (results_speaks(finding, claim) && (!finding->verdict || finding->verdict == claim->verdict))
            words_append(text, "%s%s", text->length ? "; " : "", finding->evidence);
    }
    return claim->verdict != claim->of_runs;
}

/* What it claims in the words of the study, or of its first entry. */
static const char *find_text(const struct results *results, const struct claim_result *claim,
                             struct words_statement *words)
{
    const struct study *study = results->study;
    size_t i = 0;

    if (claim->entry && claim->entry->text)
        return claim->entry->text;
    if (claim->entry)
        return describe_entry(claim->entry, words->said.entry, sizeof words->said.entry);
    while (i < study->findings && strcmp(study->finding[i].claim, claim->id) != 0)
        i++;
    return i < study->findings ? study->finding[i].text : "";
}

/* What an order that holds in double alone does not see. */
static void say_resolution(struct words_text *text, const struct results *results,
                           const struct claim_result *claim)
{
    const struct resolution found = resolution_find(results, claim);

    if (isfinite(found.error))
        words_append(
            text,
            "%sit holds in double, down to the error %.1e at the step %.2g: of a coefficient that is wrong "
            "by %.0e or less the part of order %d may not be seen; coefficients in a file, or a shared "
            "object with MPFR, show all digits",
            text->length ? "; " : "", found.error, found.step, found.part, found.order);
}

/* The conditions of the entries of the claim, each once. */
static void list_conditions(struct words_text *text, const struct study *study, const char *id)
{
    for (size_t i = 0; i < study->claims; i++) {
        const char *condition = study->claim[i].condition;
        size_t k = 0;

        if (!condition || strcmp(study->claim[i].id, id) != 0)
            continue;
        while (k < i && !(study->claim[k].condition && strcmp(study->claim[k].id, id) == 0 &&
                          strcmp(study->claim[k].condition, condition) == 0))
            k++;
        if (k == i)
            words_append(text, "%s%s", text->length ? "; " : "", condition);
    }
}

/* What came of measuring orders again; of what refutes the evidence speaks. */
static void append_confirmed(struct words_text *text, const struct claim_tally *confirmed)
{
    const size_t holds = confirmed->fits[VERDICT_HOLDS]; /* orders: none to round-off */
    const size_t all = holds + confirmed->fits[VERDICT_REFUTED] + confirmed->fits[VERDICT_INCONCLUSIVE];

    if (all)
        words_append(text, "; again with other steps and data: %zu of %zu hold", holds, all);
}

const struct words_statement *words_state(const struct results *results, const struct claim_result *claim,
                                          struct words_statement *words)
{
    char tally[120];
    struct words_text measured = {words->said.measured, sizeof words->said.measured, 0},
                      evidence = {words->said.evidence, sizeof words->said.evidence, 0},
                      conditions = {words->said.conditions, sizeof words->said.conditions, 0};

    *words = (struct words_statement){.id = claim->id,
                                      .source = claim->source,
                                      .measured = words->said.measured,
                                      .verdict = claim->verdict,
                                      .evidence = words->said.evidence,
                                      .expected = words_expected(results, claim->id)};
    words->text = find_text(results, claim, words);
    if (claim->entry)
        words_append(&measured, "%s",
                     claim->verdict == VERDICT_NOT_APPLICABLE && find_refusal(results, claim)
                         ? find_refusal(results, claim)
                         : words_tally(&claim->tally, tally, sizeof tally));
    append_confirmed(&measured, &claim->confirmed);
    if (claim->entry && claim->entry->exceptions > 0)
        words_append(&measured, "; up to %g %% may be exceptions", 100 * claim->entry->exceptions);
    if (!list_findings(&evidence, results, claim)) {
        list_autonomous(&evidence, results, claim);
        list_evidence(&evidence, results, claim);
    }
    words->brief = claim->entry && claim->verdict == claim->of_runs ? words->measured : words->evidence;
    if (!evidence.length)
        name_first(&evidence, results, claim);
    say_resolution(&evidence, results, claim);
    list_conditions(&conditions, results->study, claim->id);
    words->condition = conditions.length ? words->said.conditions : NULL;
    return words;
}

/* The name by which integrate finds the model, else its file; the caller frees it. */
static char *find_model_word(const struct model *model)
{
    struct error ignored;
    char *found = data_path_find(model->name, "models", NULL, &ignored), *again = NULL;

    if (!model->path || (found && strcmp(found, model->path) == 0))
        again = memory_copy_string(model->name);
    free(found);
    return again ? again : memory_copy_string(model->path);
}

void words_append_run(struct words_text *text, const struct fit *fit, const char *step, unsigned long steps,
                      const char *precision)
{
    const struct problem *problem = fit->curve.problem;
    char count[32], quoted[2048];
    char *model = find_model_word(problem->model);
    const struct {
        const char *option, *word;
    } parts[] = {
        {"assay integrate", model},
        {" --initial", problem->data},
        {" --method", fit->curve.method->file ? fit->curve.method->file->file.path : fit->curve.method->name},
        {" --projection",
         fit->curve.projection->path ? fit->curve.projection->path : fit->curve.projection->name},
        {" --step", step},
        {" --steps", count},
        {" --precision", precision}};

    snprintf(count, sizeof count, "%lu", steps);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        words_append(text, "%s %s", parts[i].option, shell_word(parts[i].word, quoted, sizeof quoted));
    for (size_t i = 0; i < problem->overrides; i++) {
        char word[500];

        snprintf(word, sizeof word, "%s=%s", problem->override[i].name, problem->override[i].value);
        words_append(text, " --param %s", shell_word(word, quoted, sizeof quoted));
    }
    free(model);
}
