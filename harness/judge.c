/* Verdicts on the fits of a study: see judge.h.
 *
 * A refutation takes two witnesses: the fits of the same method, projection, precision and measure on other
 * initial data of the same model. */
#include "harness/judge.h"

#include <stdio.h>
#include <string.h>

#include "harness/explain.h"
#include "harness/fits.h"
#include "measures/verdict_text.h"
#include "reports/words.h"

static const char *const WITNESS = "other initial data";

static struct verdict_evidence evidence_of(const struct fit *fit, const struct grid_curve *curve,
                                           const struct grid *grid)
{
    struct verdict_evidence evidence = {
        .fit = {.status = fit->status, .order = fit->order, .low = fit->low, .high = fit->high},
        .points = fit->points,
        .errors = fit->errors,
        .slopes = fit->slopes,
        .used = fit->used,
        .refinable = curve->steps < grid->problem[curve->problem].steps,
    };

    for (size_t i = 0; i < fit->points; i++)
        evidence.fit.used += fit->used[i];
    return evidence;
}

static bool is_witness(const struct fit *a, const struct fit *b)
{
    return strcmp(a->model, b->model) == 0 && strcmp(a->initial, b->initial) != 0 &&
           strcmp(a->method, b->method) == 0 && strcmp(a->projection, b->projection) == 0 &&
           strcmp(a->precision, b->precision) == 0 && strcmp(a->measure, b->measure) == 0;
}

/* What the other initial data say of the claim on fit i. */
static enum verdict_witness find_witness(const struct results *results, size_t i, const size_t *curve_of_fit,
                                         const struct grid *grid)
{
    enum verdict_witness found = VERDICT_WITNESS_NONE;

    for (size_t k = 0; k < results->fits; k++) {
        const struct fit *other = results->fit + k;
        struct verdict_evidence evidence;

        if (!is_witness(results->fit + i, other))
            continue;
        evidence = evidence_of(other, grid->curve + curve_of_fit[k], grid);
        if (verdict_refutes(&evidence, results->fit[i].claim))
            return VERDICT_WITNESS_REFUTES;
        found = VERDICT_WITNESS_DOES_NOT_REFUTE;
    }
    return found;
}

/* What to do next, with the command that shows where things stand. */
static const char *next_step(struct results *results, const struct fit *fit, const struct study *study,
                             enum verdict_next next)
{
    const char *what = verdict_text_next(next);

    return what ? fits_print(results, "%s; see assay explain %s '%s'", what, study->path, fit->id) : NULL;
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
}

bool judge_needs_witness(const struct fit *fit)
{
    return fit->next && strstr(fit->next, WITNESS) != NULL;
}

struct judge_tally {
    size_t all, hold, refuted, inconclusive;
    char evidence[700];
};

static void add_evidence(struct judge_tally *tally, const struct fit *fit)
{
    size_t used = strlen(tally->evidence);

    if (used < 500)
        snprintf(tally->evidence + used, sizeof tally->evidence - used, "%s%s/%s/%s %.3f", used ? "; " : "",
                 fit->method, fit->projection, fit->initial, fit->order);
    else if (!strstr(tally->evidence, " ..."))
        snprintf(tally->evidence + used, sizeof tally->evidence - used, " ...");
}

static struct judge_tally count_verdicts(const struct results *results, const char *id)
{
    struct judge_tally tally = {.evidence = ""};

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (!fit->claim || !fit->verdict || strcmp(fit->claim->id, id) != 0)
            continue;
        tally.all++;
        if (strcmp(fit->verdict, verdict_text(VERDICT_HOLDS)) == 0) {
            tally.hold++;
        } else if (strcmp(fit->verdict, verdict_text(VERDICT_REFUTED)) == 0) {
            tally.refuted++;
            add_evidence(&tally, fit);
        } else {
            tally.inconclusive++;
        }
    }
    return tally;
}

/* A claim is refuted by one of its fits, and holds when all of them hold. */
static void add_claim(struct results *results, struct claim_result *to, const struct study_claim *claim)
{
    struct judge_tally tally = count_verdicts(results, claim->id);
    char measure[128];
    enum verdict verdict = tally.refuted             ? VERDICT_REFUTED
                           : !tally.all              ? VERDICT_NOT_APPLICABLE
                           : tally.hold == tally.all ? VERDICT_HOLDS
                                                     : VERDICT_INCONCLUSIVE;

    *to = (struct claim_result){
        .id = claim->id,
        .text = claim->text ? claim->text
                            : fits_print(results, "orders of the %s",
                                         words_measure(claim->measure, measure, sizeof measure)),
        .source = claim->source,
        .measured = fits_print(results, "%zu of %zu hold, %zu refuted, %zu inconclusive", tally.hold,
                               tally.all, tally.refuted, tally.inconclusive),
        .verdict = verdict_text(verdict),
        .evidence = fits_print(results, "%s", tally.evidence),
    };
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
        if (!seen && (all || count_verdicts(results, study->claim[i].id).all > 0))
            add_claim(results, claims + results->claims++, study->claim + i);
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

        if (!grid->only || names_verdict(results, from->id))
            expectations[results->expectations++] = (struct expectation){from->id, from->verdict};
    }
}

void judge_fits(struct results *results, struct fit *fit, const size_t *curve_of_fit, const struct grid *grid)
{
    for (size_t i = 0; i < results->fits; i++) {
        struct verdict_evidence evidence;

        if (!fit[i].claim)
            continue;
        evidence = evidence_of(fit + i, grid->curve + curve_of_fit[i], grid);
        evidence.witness = find_witness(results, i, curve_of_fit, grid);
        judge(results, fit + i, grid->study, evidence);
    }
    add_claims(results, grid->study, grid->only == NULL);
    add_expectations(results, grid);
}
