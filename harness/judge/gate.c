/* What was measured against what the studies expect: see gate.h.
 *
 * A verdict that is not as expected differs.  Where runs crashed or did not end, a verdict says less than it
 * could: unless it holds or is refuted against what is expected, the check is incomplete instead. */
#include "harness/judge/gate.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

struct allowed {
    bool verdict[VERDICT_NOT_APPLICABLE + 1];
};

/* Whether the evidence decided. */
static bool is_decided(enum verdict verdict)
{
    return term_holds(verdict) || verdict == VERDICT_REFUTED;
}

/* What holds to round-off is what can be expected of a method in double. */
static bool is_met(enum verdict expected, enum verdict verdict)
{
    return verdict == expected || (expected == VERDICT_HOLDS && verdict == VERDICT_HOLDS_TO_ROUND_OFF);
}

static bool read_allowed(struct allowed *allowed, const char *list, struct error *error)
{
    char *words = memory_copy_string(list ? list : ""), *rest = words;

    *allowed = (struct allowed){{false}};
    for (const char *word; (word = strtok_r(rest, ",", &rest));) {
        enum verdict verdict = term_verdict(word);

        if (verdict <= VERDICT_REFUTED) {
            error_set(error,
                      "--allow %.100s: write inconclusive, vacuous or not-applicable; for a refuted claim "
                      "write in the study: expect = { { id = ..., verdict = \"refuted\" } }",
                      word);
            free(words);
            return false;
        }
        allowed->verdict[verdict] = true;
    }
    free(words);
    return true;
}

bool gate_accepts(const char *allowed, struct error *error)
{
    struct allowed words;

    return read_allowed(&words, allowed, error);
}

/* ---- expectations ---- */

/* The last expectation that names the fit, or NULL. */
static const struct study_expectation *find_for_fit(const struct results *results, const struct fit *fit)
{
    for (size_t i = results->expectations; i-- > 0;) {
        if (results_names(fit, results->expectation[i].id))
            return results->expectation + i;
    }
    return NULL;
}

/* The last expectation of the claim, or NULL. */
static const struct study_expectation *find_for_claim(const struct results *results,
                                                      const struct claim_result *claim)
{
    for (size_t i = results->expectations; i-- > 0;) {
        if (strcmp(results->expectation[i].id, claim->id) == 0)
            return results->expectation + i;
    }
    return NULL;
}

static bool check_expectations(const struct results *results, struct error *error)
{
    for (size_t i = 0; i < results->expectations; i++) {
        const struct study_expectation *e = results->expectation + i;

        if (!results_have(results, e->id))
            return error_set(
                error,
                "study %.100s: expect: %.200s: neither a claim nor an order with a verdict has this "
                "id; write the id of a claim or parts of an order's id, or drop the line",
                results->study->name, e->id);
    }
    return true;
}

/* ---- checks ---- */

static bool is_broken(const struct cell *cell)
{
    return cell->status == CELL_CRASHED || cell->status == CELL_INCOMPLETE;
}

static void add_check(struct gate_outcome *outcome, struct gate_check check)
{
    if ((outcome->checks & (outcome->checks + 1)) == 0) /* one less than a power of two: full */
        outcome->check = memory_resize(outcome->check, 2 * (outcome->checks + 1), sizeof *outcome->check);
    outcome->check[outcome->checks++] = check;
    outcome->as_expected += check.state == GATE_AS_EXPECTED;
    outcome->different += check.state == GATE_DIFFERENT;
    outcome->incomplete += check.state == GATE_INCOMPLETE;
}

/* The state of a verdict that is as expected or not, where runs are missing or not. */
static enum gate_state conclude(bool as_expected, bool broken, enum verdict verdict)
{
    if (broken && (as_expected || !is_decided(verdict)))
        return GATE_INCOMPLETE;
    return as_expected ? GATE_AS_EXPECTED : GATE_DIFFERENT;
}

/* How many of the fit's runs are broken, and one of them. */
static size_t count_broken(const struct results *results, const struct fit *fit, const struct cell **broken)
{
    size_t count = 0;

    for (size_t i = 0; i < results->cells; i++) {
        const struct cell *cell = results->cell + i;

        if (is_broken(cell) && results_uses(fit, cell)) {
            *broken = count ? *broken : cell;
            count++;
        }
    }
    return count;
}

static void check_fit(struct gate_outcome *outcome, const struct results *results, const struct fit *fit,
                      const struct allowed *allowed)
{
    const struct study_expectation *expectation = fit->outcome.verdict ? find_for_fit(results, fit) : NULL;
    const struct cell *cell = NULL;
    const size_t broken = count_broken(results, fit, &cell);
    const enum verdict expected = expectation ? expectation->verdict : VERDICT_HOLDS;
    bool of_claim, by_default, met, let;

    if ((!fit->outcome.verdict || (fit->claim && fit->claim->whole)) && broken == 0)
        return;
    of_claim = expectation && results_find_claim(results, expectation->id);
    met = is_met(expected, fit->outcome.verdict);
    let = allowed->verdict[fit->outcome.verdict];
    by_default = !fit->outcome.verdict || (fit->claim && fit->claim->whole) ||
                 (of_claim && term_holds(fit->outcome.verdict)) ||
                 (expected == VERDICT_HOLDS && fit->outcome.verdict == VERDICT_NOT_APPLICABLE);
    add_check(outcome, (struct gate_check){
                           .results = results,
                           .fit = fit,
                           .id = fit->id,
                           .issue = expectation ? expectation->issue : NULL,
                           .expected = fit->outcome.verdict ? expected : VERDICT_NONE,
                           .verdict = fit->outcome.verdict,
                           .broken = broken,
                           .broken_cell = cell,
                           .state = conclude(met || let || by_default, broken > 0, fit->outcome.verdict),
                           .foreseen = met || let});
}

/* Runs that broke and that no fit uses. */
static void check_cell(struct gate_outcome *outcome, const struct results *results, const struct cell *cell)
{
    if (!is_broken(cell))
        return;
    for (size_t i = 0; i < results->fits; i++) {
        if (results_uses(results->fit + i, cell))
            return;
    }
    add_check(outcome, (struct gate_check){
                           .results = results, .cell = cell, .id = cell->id, .state = GATE_INCOMPLETE});
}

/* Of the claim's fits, which were checked before: whether one has this verdict and was expected to have it, and whether
 * runs behind one are missing. */
static void look_at_fits(const struct gate_outcome *outcome, const struct claim_result *claim,
                         const struct results *results, enum verdict verdict, bool *follows, bool *broken)
{
    *follows = *broken = false;
    for (size_t i = 0; i < outcome->checks; i++) {
        const struct gate_check *check = outcome->check + i;

        if (check->results != results || !check->fit || !check->fit->claim ||
            strcmp(check->fit->claim->id, claim->id) != 0)
            continue;
        *follows |= check->foreseen && check->verdict == verdict;
        *broken |= check->state == GATE_INCOMPLETE;
    }
}

static void check_claim(struct gate_outcome *outcome, const struct results *results,
                        const struct claim_result *claim, const struct allowed *allowed)
{
    const struct study_expectation *expectation = find_for_claim(results, claim);
    const enum verdict verdict = claim->verdict ? claim->verdict : VERDICT_INCONCLUSIVE;
    const bool let = allowed->verdict[verdict];
    enum verdict expected = expectation ? expectation->verdict : VERDICT_HOLDS;
    bool follows, broken;

    look_at_fits(outcome, claim, results, verdict, &follows, &broken);
    if (!expectation && follows)
        expected = verdict;
    add_check(outcome,
              (struct gate_check){.results = results,
                                  .claim = claim,
                                  .id = claim->id,
                                  .issue = expectation ? expectation->issue : NULL,
                                  .expected = expected,
                                  .verdict = verdict,
                                  .state = conclude(is_met(expected, verdict) || let, broken, verdict),
                                  .foreseen = is_met(expected, verdict) || let});
}

static void check_study(struct gate_outcome *outcome, const struct results *results,
                        const struct allowed *allowed)
{
    for (size_t i = 0; i < results->fits; i++)
        check_fit(outcome, results, results->fit + i, allowed);
    for (size_t i = 0; i < results->cells; i++)
        check_cell(outcome, results, results->cell + i);
    for (size_t i = 0; i < results->claims; i++)
        check_claim(outcome, results, results->claim + i, allowed);
}

/* Where nothing else differs: a claim that lost a projection, or a method, would not be missed. */
static bool check_number(const struct results *results, struct error *error)
{
    size_t given = 0;

    for (size_t i = 0; i < results->fits; i++)
        given += results->fit[i].outcome.verdict && !results->fit[i].context.on_witness;
    return !results->verdicts || given == results->verdicts ||
           error_set(error,
                     "study %.100s: it gives %zu verdicts, and %zu are expected; see what its claims are "
                     "about, or write "
                     "verdicts = %zu",
                     results->study->name, given, results->verdicts, given);
}

struct gate_outcome *gate_create(size_t studies, const struct results *const *results, const char *allowed,
                                 struct error *error)
{
    struct gate_outcome *outcome;
    struct allowed words;

    if (!read_allowed(&words, allowed, error))
        return NULL;
    outcome = memory_create(1, sizeof *outcome);
    for (size_t i = 0; i < studies; i++) {
        const size_t before = outcome->checks;
        bool usable = check_expectations(results[i], error);

        if (usable)
            check_study(outcome, results[i], &words);
        if (usable && outcome->checks == before)
            usable =
                error_set(error,
                          "study %.100s: no claim, so that nothing can be compared; write claims = { ... } "
                          "or use assay run",
                          results[i]->study->name);
        if (!usable) {
            gate_destroy(outcome);
            return NULL;
        }
    }
    for (size_t i = 0; i < studies && gate_whole(outcome) == GATE_AS_EXPECTED; i++) {
        if (!check_number(results[i], error)) {
            gate_destroy(outcome);
            return NULL;
        }
    }
    return outcome;
}

/* ---- values ---- */

static void check_values(struct gate_outcome *outcome, const struct results *results, const struct fit *fit,
                         struct baseline_difference difference)
{
    size_t i = 0;

    while (i < outcome->checks && outcome->check[i].fit != fit)
        i++;
    if (i == outcome->checks) {
        add_check(outcome, (struct gate_check){.results = results,
                                               .fit = fit,
                                               .id = fit->id,
                                               .difference = difference,
                                               .state = GATE_DIFFERENT});
    } else if (outcome->check[i].state == GATE_AS_EXPECTED) {
        outcome->check[i].difference = difference;
        outcome->check[i].state = GATE_DIFFERENT;
        outcome->as_expected--;
        outcome->different++;
    }
}

void gate_compare(struct gate_outcome *outcome, const struct results *results,
                  const struct baseline *baseline, bool whole)
{
    const char *id;

    for (size_t i = 0; i < results->fits; i++) {
        struct baseline_difference difference = baseline_compare(baseline, results, results->fit + i);

        if (difference.kind)
            check_values(outcome, results, results->fit + i, difference);
    }
    for (size_t k = 0; whole && (id = baseline_missing(baseline, results, k)); k++)
        add_check(outcome, (struct gate_check){.results = results,
                                               .id = id,
                                               .difference = {.kind = BASELINE_MISSING},
                                               .state = GATE_DIFFERENT});
}

void gate_destroy(struct gate_outcome *outcome)
{
    if (!outcome)
        return;
    free(outcome->check);
    free(outcome);
}

enum gate_state gate_whole(const struct gate_outcome *outcome)
{
    return outcome->different > 0    ? GATE_DIFFERENT
           : outcome->incomplete > 0 ? GATE_INCOMPLETE
                                     : GATE_AS_EXPECTED;
}
