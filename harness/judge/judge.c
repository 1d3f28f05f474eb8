/* Verdicts on the fits of a study: see judge.h.
 *
 * A refutation takes two witnesses: the fits of the same method, projection, precision and measure on other
 * initial data of the same model.  A claim that holds is then compared with the methods that are known to
 * fail: see controls.h.  Claims on a number are about the data that they name: they need neither. */
#include "harness/judge/judge.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "harness/judge/controls.h"
#include "reports/explain.h"
#include "harness/judge/fit_value.h"
#include "harness/judge/fits.h"
#include "harness/study/study_full.h"
#include "reports/verdict_text.h"
#include "harness/judge/verdict_value.h"
#include "reports/verdict_value_text.h"
#include "reports/shell.h"
#include "reports/words.h"

static const char *const WITNESS = "other initial data", *const HALVINGS = "two more halvings";

static bool is_witness(const struct fit *a, const struct fit *b)
{
    return strcmp(a->model, b->model) == 0 && strcmp(a->initial, b->initial) != 0 &&
           strcmp(a->method, b->method) == 0 && strcmp(a->projection, b->projection) == 0 &&
           strcmp(a->precision, b->precision) == 0 && strcmp(a->measure, b->measure) == 0;
}

/* What the other initial data say of the claim on the fit: one that refutes it counts before one that agrees.
 */
static enum verdict_witness find_witness(const struct results *results, const struct fit *fit)
{
    enum verdict_witness found = VERDICT_WITNESS_NONE;

    for (size_t k = 0; k < results->fits; k++) {
        struct verdict_evidence evidence;

        if (!is_witness(fit, results->fit + k))
            continue;
        evidence = verdict_evidence_of(results->fit + k);
        if (verdict_refutes(&evidence, fit->claim))
            return VERDICT_WITNESS_REFUTES;
        if (verdict_agrees(&evidence, fit->claim))
            found = VERDICT_WITNESS_AGREES;
        else if (found == VERDICT_WITNESS_NONE)
            found = VERDICT_WITNESS_UNDECIDED;
    }
    return found;
}

/* The command that halves steps and adds bits as far as a verdict takes, with all initial data, since a
 * refutation takes two; in a folder of its own, so that the page that shows the command stays. */
static const char *refining(struct results *results, const struct fit *fit, const struct study *study,
                            const char *path)
{
    const char *budget = study->budget ? fits_print(results, " --budget %llu", 10 * study->budget) : "";

    return fits_print(results, "assay run %s --only '%s/*/%s/%s/%s/%s' --refine%s --out out/refined", path,
                      fit->model, fit->method, fit->projection, fit->precision, fit->measure, budget);
}

static bool is_number(const struct fit *fit)
{
    return fit->claim && verdict_value_has(fit->claim->kind);
}

/* The command for the study at its full length.  What a quotient takes stands beside the fit: of the parts in
 * which the two differ all are selected. */
static const char *in_full(struct results *results, const struct fit *fit, const struct study *study)
{
    const char *const own[] = {fit->method, fit->projection, fit->precision};
    const char *relative = fit->claim->number.relative;
    const char *part[3];
    char path[1024];

    shell_word(study->path, path, sizeof path);
    for (size_t i = 0; i < 3; i++) {
        const char *within = fits_print(results, "/%s/", own[i]);

        part[i] = !relative || strstr(relative, within) ? own[i] : "*";
    }
    return fits_print(results, "assay run %s --full --only '%s/%s/%s/%s/%s/%s'", path, fit->model,
                      fit->initial, part[0], part[1], part[2], fit->measure);
}

/* What to do next, with the command that does it, or that shows where things stand. */
static const char *next_step(struct results *results, const struct fit *fit, const struct study *study,
                             enum verdict_next next)
{
    const char *what = verdict_text_next(next);
    char path[1024];

    if (!what)
        return NULL;
    study_full_words(study, path, sizeof path);
    if (next == VERDICT_NEXT_RUNS)
        return fits_print(results, "%s: assay run %s", what, path);
    if (next == VERDICT_NEXT_FULL)
        return fits_print(results, "%s: %s", what, in_full(results, fit, study));
    if ((study->refine < STUDY_MOST_REFINEMENT || study->budget) &&
        (next == VERDICT_NEXT_HALVINGS || next == VERDICT_NEXT_BITS || next == VERDICT_NEXT_BUDGET))
        return fits_print(results, "%s: %s", what, refining(results, fit, study, path));
    return fits_print(results, "%s; see assay explain %s '%s'", what, path, fit->id);
}

/* Runs of the fit that nobody has made yet, that were stopped or whose worker died: no breakdowns. */
static size_t count_missing(const struct results *results, const struct fit *fit)
{
    size_t count = 0;

    for (size_t i = 0; i < results->cells; i++) {
        const struct cell *cell = results->cell + i;

        count += (strcmp(cell->status, "incomplete") == 0 || strcmp(cell->status, "crashed") == 0) &&
                 explain_uses(fit, cell);
    }
    return count;
}

/* Where runs are missing they say nothing of the method. */
static void excuse_missing(struct results *results, struct fit *fit, const struct study *study)
{
    const size_t missing = fit->status == FIT_BROKE_DOWN && !is_number(fit) ? count_missing(results, fit) : 0;

    if (!missing)
        return;
    fit->reason_code = verdict_text_reason(VERDICT_REASON_TOO_FEW);
    fit->reason = fits_print(results, "%zu of %zu runs have not come to their end, and an order takes %d",
                             missing, fit->points > missing ? fit->points : missing, ORDER_FIT_POINTS);
    fit->next = next_step(results, fit, study, VERDICT_NEXT_RUNS);
}

static void judge(struct results *results, struct fit *fit, const struct study *study,
                  struct verdict_evidence evidence)
{
    struct verdict_outcome outcome = verdict_decide(&evidence, fit->claim);
    char sentence[VERDICT_TEXT_SIZE];

    fit->verdict = verdict_text(outcome.verdict);
    fit->reason_code = verdict_text_reason(outcome.reason);
    fit->reason = fits_print(
        results, "%s", verdict_text_sentence(sentence, sizeof sentence, &evidence, fit->claim, outcome));
    fit->next = next_step(results, fit, study, outcome.next);
    if (outcome.verdict == VERDICT_INCONCLUSIVE)
        excuse_missing(results, fit, study);
}

/* A claim that holds where its class cannot fail says nothing. */
static void control(struct results *results, struct fit *fit, const struct study *study,
                    const struct controls *controls)
{
    char sentence[CONTROLS_TEXT_SIZE], path[1024];
    bool apart = controls_tell_apart(controls, fit, sentence, sizeof sentence);

    fit->control = fits_print(results, "%s", sentence);
    if (apart)
        return;
    fit->verdict = verdict_text(VERDICT_VACUOUS);
    fit->reason_code = NULL;
    fit->reason = fits_print(results, "%s; %s", fit->reason, sentence);
    fit->next = fits_print(results, "a model that tells them apart; see assay explain %s '%s'",
                           study_full_words(study, path, sizeof path), fit->id);
}

bool judge_needs_witness(const struct fit *fit)
{
    return fit->next && !is_number(fit) && strstr(fit->next, WITNESS) != NULL;
}

bool judge_needs_halvings(const struct fit *fit)
{
    return fit->next && !is_number(fit) && strstr(fit->next, HALVINGS) != NULL;
}

/* Whether the claim is judged in the precision of the curve. */
static bool is_judged_in(const struct grid *grid, const struct grid_curve *curve,
                         const struct study_claim *claim)
{
    bool in_mpfr = false;

    if (claim->precision)
        return fnmatch(claim->precision, grid->precision[curve->precision].text, 0) == 0;
    if (verdict_value_has(claim->kind))
        return true;
    for (size_t i = 0; i < grid->precisions; i++)
        in_mpfr |= grid->precision[i].bits != CELL_DOUBLE;
    return !in_mpfr || grid->precision[curve->precision].bits != CELL_DOUBLE;
}

/* A number is judged at a step that is there, not on the initial data of a witness, and not relative to
 * itself. */
static bool is_judged_on(const struct grid *grid, const struct grid_curve *curve,
                         const struct study_claim *claim)
{
    const struct grid_problem *p = grid->problem + curve->problem;
    size_t step;

    return !verdict_value_has(claim->kind) ||
           (!p->witness && fit_value_has_step(p, claim->step, &step) &&
            !(fit_value_is_relative(claim) && fit_value_is_other(grid, curve, claim)));
}

const struct study_claim *judge_next_claim(const struct grid *grid, const struct grid_curve *curve,
                                           const char *measure, const struct study_claim *after)
{
    const struct grid_problem *p = grid->problem + curve->problem;
    const struct study *study = grid->study;

    if (grid_refusal(grid, curve, measure_find(grid->problem[curve->problem].problem, measure)))
        return NULL;
    for (size_t i = after ? (size_t)(after - study->claim) + 1 : 0; i < study->claims; i++) {
        const struct study_claim *claim = study->claim + i;

        if ((!claim->model || strcmp(claim->model, p->problem->model->name) == 0) &&
            strcmp(claim->measure, measure) == 0 &&
            fnmatch(claim->projection, curve->projection->name, 0) == 0 &&
            study_matches(&claim->methods, curve->method.name) && is_judged_in(grid, curve, claim) &&
            is_judged_on(grid, curve, claim))
            return claim;
    }
    return NULL;
}

const struct study_claim *judge_find_claim(const struct grid *grid, const struct grid_curve *curve,
                                           const char *measure)
{
    return judge_next_claim(grid, curve, measure, NULL);
}

/* ---- claims as a whole ---- */

static bool is_verdict(const struct fit *fit, enum verdict verdict)
{
    return strcmp(fit->verdict, verdict_text(verdict)) == 0;
}

/* The order, or the number that the claim is about; of what has neither, the error itself. */
static const char *print_measured(const struct fit *fit, char *buffer, size_t size)
{
    const struct verdict_evidence evidence = verdict_evidence_of(fit);

    if (is_number(fit))
        return verdict_value_text_number(&fit->claim->number, buffer, size);
    if (verdict_is_exact(fit->claim) && fit->status != FIT_MEASURED)
        snprintf(buffer, size, "%.1e", evidence.exact_error);
    else
        snprintf(buffer, size, "%.3f", fit->order);
    return buffer;
}

static void add_evidence(struct judge_tally *tally, const struct fit *fit)
{
    size_t used = strlen(tally->evidence);
    char measured[96];

    if (used < 500)
        snprintf(tally->evidence + used, sizeof tally->evidence - used, "%s%s/%s/%s %s", used ? "; " : "",
                 fit->method, fit->projection, fit->initial, print_measured(fit, measured, sizeof measured));
    else if (!strstr(tally->evidence, " ..."))
        snprintf(tally->evidence + used, sizeof tally->evidence - used, " ...");
}

static void count_fit(struct judge_tally *tally, const struct fit *fit)
{
    tally->hold += is_verdict(fit, VERDICT_HOLDS);
    tally->inconclusive += is_verdict(fit, VERDICT_INCONCLUSIVE);
    tally->vacuous += is_verdict(fit, VERDICT_VACUOUS);
    tally->not_applicable += is_verdict(fit, VERDICT_NOT_APPLICABLE);
    if (!is_verdict(fit, VERDICT_REFUTED))
        return;
    tally->refuted++;
    add_evidence(tally, fit);
}

/* The control of the first fit that is vacuous. */
static void add_control(struct judge_tally *tally, const struct results *results, const char *claim)
{
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (!fit->claim || !fit->verdict || strcmp(fit->claim->id, claim) != 0 ||
            !is_verdict(fit, VERDICT_VACUOUS))
            continue;
        snprintf(tally->evidence, sizeof tally->evidence, "%s/%s/%s/%s: %s", fit->model, fit->method,
                 fit->projection, fit->initial, fit->control ? fit->control : "vacuous");
        return;
    }
}

struct judge_tally judge_count(const struct results *results, const char *claim)
{
    struct judge_tally tally = {.evidence = ""};

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (fit->claim && fit->verdict && strcmp(fit->claim->id, claim) == 0)
            count_fit(&tally, fit);
    }
    if (judge_whole(&tally) == VERDICT_VACUOUS)
        add_control(&tally, results, claim);
    return tally;
}

enum verdict judge_whole(const struct judge_tally *tally)
{
    return tally->refuted        ? VERDICT_REFUTED
           : tally->inconclusive ? VERDICT_INCONCLUSIVE
           : tally->hold         ? VERDICT_HOLDS
           : tally->vacuous      ? VERDICT_VACUOUS
                                 : VERDICT_NOT_APPLICABLE;
}

/* "57 of 65 hold, 4 refuted, 4 inconclusive", of those that apply. */
static const char *print_tally(struct results *results, const struct judge_tally *tally)
{
    const size_t all = tally->hold + tally->refuted + tally->inconclusive + tally->vacuous;
    const char *text = fits_print(results, "%zu of %zu hold, %zu refuted, %zu inconclusive", tally->hold, all,
                                  tally->refuted, tally->inconclusive);

    return tally->vacuous ? fits_print(results, "%s, %zu vacuous", text, tally->vacuous) : text;
}

/* What a claim without a text says: "orders of the energy error", "energy error: below 1e-11". */
static const char *print_text(struct results *results, const struct study_claim *claim)
{
    char measure[128], text[300];

    words_measure(claim->measure, measure, sizeof measure);
    if (claim->text)
        return claim->text;
    if (verdict_value_has(claim->kind))
        return fits_print(results, "%s: %s", measure, fit_value_describe(claim, text, sizeof text));
    return fits_print(results, "orders of the %s", measure);
}

/* The conditions of the entries of the claim, each once; NULL where there is none. */
static const char *print_condition(struct results *results, const struct study *study, const char *id)
{
    const char *all = NULL;

    for (size_t i = 0; i < study->claims; i++) {
        const char *condition = study->claim[i].condition;

        if (condition && strcmp(study->claim[i].id, id) == 0 && !(all && strstr(all, condition)))
            all = all ? fits_print(results, "%s; %s", all, condition) : condition;
    }
    return all;
}

static void add_claim(struct results *results, struct claim_result *to, const struct study *study,
                      const struct study_claim *claim)
{
    const struct judge_tally tally = judge_count(results, claim->id);

    *to = (struct claim_result){
        .id = claim->id,
        .text = print_text(results, claim),
        .source = claim->source,
        .measured = print_tally(results, &tally),
        .verdict = verdict_text(judge_whole(&tally)),
        .evidence = fits_print(results, "%s", tally.evidence),
        .condition = print_condition(results, study, claim->id),
    };
}

static bool speaks(const struct results *results, const char *claim)
{
    const struct judge_tally tally = judge_count(results, claim);

    return tally.hold + tally.refuted + tally.inconclusive + tally.vacuous + tally.not_applicable > 0;
}

/* The claims of the study; where only a part of it is selected, those that speak of that part. */
static void add_claims(struct results *results, const struct study *study, bool all)
{
    struct claim_result *claims = fits_take(results, study->claims, sizeof *claims);

    results->claim = claims;
    for (size_t i = 0; i < study->claims; i++) {
        bool seen = false;

        for (size_t k = 0; k < results->claims; k++)
            seen |= strcmp(claims[k].id, study->claim[i].id) == 0;
        if (!seen && (all || speaks(results, study->claim[i].id)))
            add_claim(results, claims + results->claims++, study, study->claim + i);
    }
}

static bool names_verdict(const struct results *results, const char *id)
{
    for (size_t i = 0; i < results->claims; i++) {
        if (strcmp(results->claim[i].id, id) == 0)
            return true;
    }
    for (size_t i = 0; i < results->fits; i++) {
        if (results->fit[i].verdict && explain_names(results->fit + i, id))
            return true;
    }
    return false;
}

/* What the study expects; of what is not selected nothing is expected. */
static void add_expectations(struct results *results, const struct grid *grid)
{
    const struct study *study = grid->study;
    struct expectation *expectations = fits_take(results, study->expectations, sizeof *expectations);

    results->expectation = expectations;
    for (size_t i = 0; i < study->expectations; i++) {
        const struct study_expectation *from = study->expectation + i;

        if ((!grid->only && !grid->focus) || names_verdict(results, from->id))
            expectations[results->expectations++] = (struct expectation){from->id, from->verdict};
    }
}

/* Whether the study has other initial data of the model, be it as a witness. */
static bool has_other_data(const struct grid *grid, size_t problem)
{
    const char *own = grid->problem[problem].problem->model->name;

    for (size_t i = 0; i < grid->problems; i++) {
        if (i != problem && strcmp(grid->problem[i].problem->model->name, own) == 0)
            return true;
    }
    return false;
}

void judge_fits(struct results *results, struct fit *fit, const size_t *curve_of_fit, const struct grid *grid)
{
    struct controls *controls;

    for (size_t i = 0; i < results->fits; i++) {
        const struct grid_curve *curve = grid->curve + curve_of_fit[i];
        struct verdict_evidence evidence = verdict_evidence_of(fit + i);

        if (!fit[i].claim)
            continue;
        evidence.refinable = !curve->exhausted && curve->steps < grid->problem[curve->problem].steps;
        evidence.decides_alone = evidence.has_own_floor && !has_other_data(grid, curve->problem);
        evidence.witness = find_witness(results, fit + i);
        judge(results, fit + i, grid->study, evidence);
    }
    controls = controls_create(results);
    for (size_t i = 0; i < results->fits; i++) {
        if (fit[i].claim && !is_number(fit + i) && is_verdict(fit + i, VERDICT_HOLDS))
            control(results, fit + i, grid->study, controls);
    }
    controls_destroy(controls);
    add_claims(results, grid->study, !grid->only && !grid->focus);
    add_expectations(results, grid);
}
