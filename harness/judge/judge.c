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
#include "reports/words.h"

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

/* Runs of the fit that nobody has made yet, that were stopped or whose worker died: no breakdowns. */
static size_t count_missing(const struct results *results, const struct fit *fit)
{
    size_t count = 0;

    for (size_t i = 0; i < results->cells; i++) {
        const struct cell *cell = results->cell + i;

        count += (cell->status == CELL_INCOMPLETE || cell->status == CELL_CRASHED) && explain_uses(fit, cell);
    }
    return count;
}

static void judge(const struct results *results, struct fit *fit, struct verdict_evidence evidence)
{
    struct verdict_outcome outcome = verdict_decide(&evidence, fit->claim);

    fit->verdict = outcome.verdict;
    fit->reason = outcome.reason;
    fit->next = outcome.next;
    if (outcome.verdict == VERDICT_INCONCLUSIVE && fit->status == FIT_BROKE_DOWN &&
        !verdict_is_number(fit->claim))
        fit->missing = count_missing(results, fit);
    if (fit->missing) { /* they say nothing of the method */
        fit->reason = VERDICT_REASON_TOO_FEW;
        fit->next = VERDICT_NEXT_RUNS;
    }
}

/* A claim that holds where its class cannot fail says nothing. */
static void control(struct results *results, struct fit *fit, const struct controls *controls)
{
    char sentence[CONTROLS_TEXT_SIZE];
    bool apart = controls_tell_apart(controls, fit, sentence, sizeof sentence);

    fit->control = fits_print(results, "%s", sentence);
    if (apart)
        return;
    fit->verdict = VERDICT_VACUOUS;
    fit->next = VERDICT_NEXT_MODEL;
}

bool judge_needs_witness(const struct fit *fit)
{
    return fit->next == VERDICT_NEXT_WITNESS && !verdict_is_number(fit->claim);
}

bool judge_needs_halvings(const struct fit *fit)
{
    return fit->next == VERDICT_NEXT_HALVINGS && !verdict_is_number(fit->claim);
}

/* Whether the claim is judged in the precision of the curve. */
static bool is_judged_in(const struct grid *grid, const struct grid_curve *curve,
                         const struct study_claim *claim)
{
    bool in_mpfr = false;

    if (claim->precision)
        return fnmatch(claim->precision, grid->precision[curve->precision].text, 0) == 0;
    if (term_is_number(claim->kind))
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

    return !term_is_number(claim->kind) ||
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

/* The order, or the number that the claim is about; of what has neither, the error itself. */
static const char *print_measured(const struct fit *fit, char *buffer, size_t size)
{
    const struct verdict_evidence evidence = verdict_evidence_of(fit);

    if (verdict_is_number(fit->claim))
        return words_number(&fit->claim->number, buffer, size);
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
    tally->hold += fit->verdict == VERDICT_HOLDS;
    tally->inconclusive += fit->verdict == VERDICT_INCONCLUSIVE;
    tally->vacuous += fit->verdict == VERDICT_VACUOUS;
    tally->not_applicable += fit->verdict == VERDICT_NOT_APPLICABLE;
    if (fit->verdict != VERDICT_REFUTED)
        return;
    tally->refuted++;
    add_evidence(tally, fit);
}

/* The control of the first fit that is vacuous. */
static void add_control(struct judge_tally *tally, const struct results *results, const char *claim)
{
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (!fit->claim || fit->verdict != VERDICT_VACUOUS || strcmp(fit->claim->id, claim) != 0)
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
    if (term_is_number(claim->kind))
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
        .verdict = judge_whole(&tally),
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
        evidence.witness = fit[i].witness = find_witness(results, fit + i);
        judge(results, fit + i, evidence);
    }
    controls = controls_create(results);
    for (size_t i = 0; i < results->fits; i++) {
        if (fit[i].verdict == VERDICT_HOLDS && !verdict_is_number(fit[i].claim))
            control(results, fit + i, controls);
    }
    controls_destroy(controls);
    add_claims(results, grid->study, !grid->only && !grid->focus);
    add_expectations(results, grid);
}
