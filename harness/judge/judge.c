/* Verdicts on the fits of a study: see judge.h.
 *
 * A refutation takes two witnesses: the fits of the same method, projection, precision and measure on other
 * initial data of the same model.  A claim that holds is then compared with the methods that are known to
 * fail: see controls.h.  Claims on a number are about the data that they name: they need neither. */
#include "harness/judge/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/controls.h"
#include "harness/judge/fits.h"
#include "measures/measure.h"
#include "models/kinds/system.h"
#include "numerics/memory.h"

/* Whether there are other data of the model, on which the measure is taken. */
static bool may_have_witness(const struct grid *grid, const struct fit *fit)
{
    bool may = false;

    for (size_t i = 0; i < grid->problems && !may; i++) {
        const struct grid_problem *p = grid->problem + i;

        for (size_t k = 0; k < p->measures && !may; k++)
            may = p->problem != fit->curve.problem && measure_same(p->measure[k], fit->measure) &&
                  results_same_model(p->problem, fit->curve.problem);
    }
    return may;
}

/* What the other initial data say of the claim on the fit: one that refutes it counts before one that agrees.
 */
static enum verdict_witness find_witness(const struct results *results, const struct fit *fit)
{
    enum verdict_witness found = VERDICT_WITNESS_NONE;

    for (size_t k = 0; k < results->fits; k++) {
        if (!results_are_witnesses(fit, results->fit + k))
            continue;
        if (verdict_refutes(results->fit + k, fit->claim))
            return VERDICT_WITNESS_REFUTES;
        if (verdict_agrees(results->fit + k, fit->claim))
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

        count += (cell->status == CELL_INCOMPLETE || cell->status == CELL_CRASHED) && results_uses(fit, cell);
    }
    return count;
}

static void judge(const struct results *results, struct fit *fit)
{
    if (fit->order.status == FIT_BROKE_DOWN)
        fit->context.missing = count_missing(results, fit);
    fit->outcome = verdict_decide(fit, fit->claim);
}

bool judge_needs_witness(const struct fit *fit)
{
    return fit->outcome.next == VERDICT_NEXT_WITNESS && !verdict_is_number(fit->claim);
}

bool judge_needs_halvings(const struct fit *fit)
{
    return fit->outcome.next == VERDICT_NEXT_HALVINGS && !verdict_is_number(fit->claim);
}

/* ---- entries ----
 *
 * An entry of a claim is one method with one projection, one precision and one measure on data that the study names.  It
 * is counted once.  Other data say something about it, as a witness or where its order is measured again; their fits are
 * set aside.  An order measured again that does not hold takes the place of the entry that held. */

static bool is_same_entry(const struct fit *a, const struct fit *b)
{
    return a->curve.method == b->curve.method && a->curve.projection == b->curve.projection &&
           a->curve.precision == b->curve.precision && a->curve.combination == b->curve.combination &&
           measure_same(a->measure, b->measure) && results_same_model(a->curve.problem, b->curve.problem);
}

/* The fit on data of the study that the other one says something about and that is counted; NULL: there is none. */
static struct fit *find_entry(struct fit *fit, size_t count, const struct fit *other)
{
    struct fit *found = NULL;

    for (size_t i = 0; i < count; i++) {
        if (fit[i].claim && !fit[i].context.on_witness && is_same_entry(fit + i, other) &&
            (!found || found->context.aside))
            found = fit + i;
    }
    return found;
}

/* Whether the order, measured again, is not as claimed, for certain or as far as one set of data tells. */
static bool contradicts(const struct fit *fit, bool certainly)
{
    return fit->outcome.verdict == VERDICT_REFUTED ||
           (!certainly && fit->outcome.verdict == VERDICT_INCONCLUSIVE && verdict_refutes(fit, fit->claim));
}

/* The certain refutations first, so that they are what counts. */
static void take_places(struct fit *fit, size_t count, bool certainly)
{
    for (size_t i = 0; i < count; i++) {
        struct fit *entry =
            fit[i].claim && fit[i].context.aside && fit[i].context.confirms && contradicts(fit + i, certainly)
                ? find_entry(fit, count, fit + i)
                : NULL;

        if (!entry || entry->context.aside || entry->outcome.verdict == VERDICT_REFUTED)
            continue;
        entry->context.aside = true;
        fit[i].context.aside = false;
    }
}

static void count_once(struct fit *fit, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fit[i].context.aside = fit[i].claim && fit[i].context.on_witness && find_entry(fit, count, fit + i);
    take_places(fit, count, true);
    take_places(fit, count, false);
}

/* ---- claims as a whole ---- */

/* What holds to round-off of both. */
static void widen_round_off(struct round_off *all, const struct round_off *one)
{
    all->ulps = fmax(all->ulps, one->ulps);
    all->steps += one->steps;
    all->states += one->states;
}

/* The fits with a verdict, and the claims that they are about. */
struct judged {
    size_t fits;
    struct {
        const char *claim;
        const struct fit *fit;
    } * entry;
};

/* The caller frees the entries. */
static struct judged list_judged(const struct results *results)
{
    struct judged judged = {.entry = memory_create(results->fits + 1, sizeof *judged.entry)};

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (!fit->outcome.verdict)
            continue;
        judged.entry[judged.fits].claim = fit->claim->id;
        judged.entry[judged.fits++].fit = fit;
    }
    return judged;
}

/* Those that measure an order again, or all that count. */
static struct claim_tally count_fits(const struct judged *judged, const char *claim, bool confirming)
{
    struct claim_tally tally = {.fits = {0}};

    for (size_t i = 0; i < judged->fits; i++) {
        const struct fit *fit = judged->entry[i].fit;

        if (strcmp(judged->entry[i].claim, claim) != 0 ||
            !(confirming ? fit->context.confirms : !fit->context.aside))
            continue;
        tally.fits[fit->outcome.verdict]++;
        tally.uncompared += fit->outcome.reason == VERDICT_REASON_COMPARISON;
        if (fit->outcome.ground == GROUND_ROUND_OFF)
            widen_round_off(&tally.round_off, &fit->outcome.round_off);
    }
    return tally;
}

struct claim_tally judge_count(const struct results *results, const char *claim)
{
    const struct judged judged = list_judged(results);
    const struct claim_tally tally = count_fits(&judged, claim, false);

    free(judged.entry);
    return tally;
}

enum verdict judge_whole(const struct claim_tally *tally, double exceptions)
{
    const size_t *fits = tally->fits, refuted = fits[VERDICT_REFUTED],
                 held = fits[VERDICT_HOLDS] + fits[VERDICT_HOLDS_TO_ROUND_OFF];
    const size_t open =
        fits[VERDICT_INCONCLUSIVE] - tally->uncompared; /* the others say as little as a vacuous one */
    const double granted = exceptions * (double)(held + refuted + open);

    if ((double)refuted > granted)
        return VERDICT_REFUTED;
    if ((double)(refuted + open) > granted)
        return VERDICT_INCONCLUSIVE;
    return fits[VERDICT_HOLDS_TO_ROUND_OFF] ? VERDICT_HOLDS_TO_ROUND_OFF
           : held                           ? VERDICT_HOLDS
           : tally->uncompared              ? VERDICT_INCONCLUSIVE
           : fits[VERDICT_VACUOUS]          ? VERDICT_VACUOUS
                                            : VERDICT_NOT_APPLICABLE;
}

/* The verdict of the runs, or that of the first finding which speaks of the claim and has one. */
static enum verdict apply_findings(const struct study *study, const struct claim_result *claim)
{
    for (size_t i = 0; i < study->findings; i++) {
        const struct study_finding *finding = study->finding + i;

        if (finding->verdict && results_speaks(finding, claim))
            return finding->verdict;
    }
    return claim->of_runs;
}

/* The claims of the study; where only a part of it is selected, those that speak of that part. */
static void add_claims(struct results *results, const struct study *study, bool all)
{
    struct claim_result *claims = fits_take(results, study->claims + study->findings, sizeof *claims);
    const struct judged judged = list_judged(results);

    results->claim = claims;
    for (size_t i = 0; i < study->claims; i++) {
        const struct study_claim *entry = study->claim + i;
        const struct claim_tally tally = count_fits(&judged, entry->id, false);
        bool speaks = all;

        for (size_t verdict = VERDICT_HOLDS; verdict < VERDICTS_OF_FITS; verdict++)
            speaks |= tally.fits[verdict] > 0;
        if (speaks && !results_find_claim(results, entry->id))
            claims[results->claims++] =
                (struct claim_result){.id = entry->id,
                                      .source = entry->source,
                                      .entry = entry,
                                      .of_runs = judge_whole(&tally, entry->exceptions),
                                      .tally = tally,
                                      .confirmed = count_fits(&judged, entry->id, true)};
    }
    free(judged.entry);
    for (size_t i = 0; all && i < study->findings; i++) {
        const struct study_finding *finding = study->finding + i;

        if (!results_find_claim(results, finding->claim))
            claims[results->claims++] = (struct claim_result){
                .id = finding->claim, .source = finding->source, .of_runs = VERDICT_NOT_APPLICABLE};
    }
    for (size_t i = 0; i < results->claims; i++)
        claims[i].verdict = apply_findings(study, claims + i);
}

/* What the study expects; of what is not selected nothing is expected. */
static void add_expectations(struct results *results, const struct grid *grid)
{
    const struct study *study = grid->study;
    struct study_expectation *expectations = fits_take(results, study->expectations, sizeof *expectations);

    results->expectation = expectations;
    results->verdicts = grid->only || grid->focus ? 0 : study->verdicts;
    for (size_t i = 0; i < study->expectations; i++) {
        const struct study_expectation *from = study->expectation + i;

        if ((!grid->only && !grid->focus) || results_have(results, from->id))
            expectations[results->expectations++] = *from;
    }
}

/* Whether the study has other initial data of the model, be it as a witness. */
static bool has_other_data(const struct grid *grid, size_t problem)
{
    const struct grid_problem *own = grid->problem + problem;

    for (size_t i = 0; i < grid->problems; i++) {
        const struct grid_problem *other = grid->problem + i;

        if (i != problem && !other->confirms && !other->between && other->combination == own->combination &&
            results_same_model(other->problem, own->problem))
            return true;
    }
    return false;
}

bool judge_lacks_order(const struct fit *fit)
{
    return method_has_fixed_floor(fit->curve.method) && !fit->curve.between && !fit->context.confirms &&
           fit->claim && !term_is_exact(fit->claim->kind) && !verdict_is_number(fit->claim) &&
           (fit->order.status == FIT_NOT_ASYMPTOTIC || fit->order.status == FIT_TOO_FEW);
}

/* The same on steps between those of the fit, if these give an order; else NULL. */
static const struct fit *find_between(const struct results *results, const struct fit *fit,
                                      const struct grid *grid)
{
    for (size_t i = results->fits; i < results->fits + results->compared; i++) {
        const struct fit *other = results->fit + i;

        if (other->curve.between && other->order.status == FIT_MEASURED &&
            grid_is_between(grid, other->curve.index, fit->curve.index) &&
            measure_same(other->measure, fit->measure))
            return other;
    }
    return NULL;
}

/* Puts the steps between those of the fit in their place: the runs change, and what is asked of them does not. */
static void take_between(struct fit *fit, const struct fit *between)
{
    const struct fit own = *fit;

    *fit = *between;
    fit->id = own.id;
    fit->curve.index = own.curve.index;
    fit->curve.problem = own.curve.problem;
    fit->context.on_witness = own.context.on_witness;
    fit->claim = own.claim;
    fit->order.limit = own.order.limit;
}

/* ---- orders that contradict each other ---- */

/* Whether the measure is one of the whole state, whose error is at least as small as that of the state. */
static bool is_of_state(const struct fit *fit)
{
    const enum measure_row row = (enum measure_row)(fit->measure.measure - measure_table);
    const struct system *system = fit->curve.problem->system;

    return row == MEASURE_ENERGY_ERROR || row == MEASURE_INVARIANT_ERROR ||
           (row == MEASURE_CONSTRAINT_ERROR && !system->momentum); /* p is no part of q */
}

/* The lowest order in the runs of the fit, if it is certainly lower; distances that leave out a part of the state say nothing. */
static const struct fit *find_lower(const struct results *results, const struct fit *fit)
{
    const struct measure *row = fit->measure.measure;
    const struct fit *lower = NULL, *first = fit;

    if (row != measure_table + MEASURE_SOLUTION_ERROR || fit->order.status != FIT_MEASURED ||
        fit->curve.problem->system->positions != fit->curve.problem->model->moved)
        return NULL;
    while (first > results->fit && first[-1].curve.index == fit->curve.index)
        first--; /* those of a curve follow each other */
    for (const struct fit *other = first;
         other < results->fit + results->fits && other->curve.index == fit->curve.index; other++) {
        if (other->order.status == FIT_MEASURED && is_of_state(other) &&
            other->order.high < fit->order.low - VERDICT_DISTANCE && !verdict_explains(fit, other) &&
            (!lower || other->order.high < lower->order.high))
            lower = other;
    }
    return lower;
}

/* The order by rooted trees that the study knows of its method; NaN: none. */
static double find_trees(const struct study *study, const struct fit *fit)
{
    for (size_t i = 0; i < study->findings; i++) {
        const struct study_finding *finding = study->finding + i;

        if (finding->trees && strcmp(finding->claim, fit->claim->id) == 0 &&
            strcmp(finding->method, fit->curve.method->name) == 0)
            return (double)finding->trees;
    }
    return NAN;
}

/* A claim that holds where its class cannot fail says nothing; where a member of it is not decided, and none is told apart,
 * nobody knows whether it can fail. */
static void apply_control(struct fit *fit, struct control control)
{
    fit->context.control = control;
    if (controls_are_blind(&control)) {
        fit->outcome.verdict = VERDICT_VACUOUS;
        fit->outcome.next = VERDICT_NEXT_MODEL;
    } else if (control.kind == CONTROL_UNDECIDED) {
        fit->outcome.verdict = VERDICT_INCONCLUSIVE;
        fit->outcome.reason = VERDICT_REASON_COMPARISON;
        fit->outcome.next = fit->context.fixed ? VERDICT_NEXT_MODEL : VERDICT_NEXT_COMPARISON;
    }
}

void judge_fits(struct results *results, struct fit *fit, const struct grid *grid, const struct panel *panel,
                bool all)
{
    struct controls *controls;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *between = judge_lacks_order(fit + i) ? find_between(results, fit + i, grid) : NULL;

        if (between)
            take_between(fit + i, between);
    }
    for (size_t i = 0; i < results->fits; i++)
        fit[i].order.lower = find_lower(results, fit + i);
    for (size_t i = 0; i < results->fits; i++) {
        const struct grid_curve *curve = grid->curve + fit[i].curve.index;

        if (!fit[i].claim)
            continue;
        fit[i].context.refinable = !curve->exhausted && curve->steps < grid->problem[curve->problem].steps;
        fit[i].context.fixed = curve->bits == CELL_DOUBLE;
        fit[i].context.decides_alone = fit[i].exact.has_own_floor && !has_other_data(grid, curve->problem);
        fit[i].order.trees = find_trees(grid->study, fit + i);
        fit[i].context.witness =
            may_have_witness(grid, fit + i) ? find_witness(results, fit + i) : VERDICT_WITNESS_NONE;
        judge(results, fit + i);
    }
    controls = controls_create(results, panel);
    for (size_t i = 0; i < results->fits; i++) {
        if (term_holds(fit[i].outcome.verdict) && !verdict_is_number(fit[i].claim) &&
            !fit[i].context.confirms)
            apply_control(fit + i, controls_compare(controls, fit + i));
    }
    controls_destroy(controls);
    count_once(fit, results->fits);
    if (!all)
        return;
    add_claims(results, grid->study, !grid->only && !grid->focus);
    add_expectations(results, grid);
}
