/* What a study runs further: see refinement.h. */
#include "harness/judge/refinement.h"

#include <math.h>
#include <string.h>

#include "harness/judge/controls.h"
#include "harness/judge/fit_floor.h"
#include "harness/judge/fits.h"
#include "harness/judge/judge.h"
#include "harness/judge/order_fit.h"
#include "harness/judge/verdict.h"

static const struct grid_problem *problem_of(const struct refinement *r, size_t curve)
{
    return r->grid->problem + r->grid->curve[curve].problem;
}

/* ---- the budget ---- */

static unsigned long long evaluations(const struct refinement *r, size_t curve, size_t step)
{
    return r->rows[grid_cell_number(r->grid, curve, step, false)].residual_evaluations;
}

/* What all runs of the curve cost. */
static unsigned long long cost_of_all(const struct refinement *r, size_t curve)
{
    unsigned long long sum = 0;

    for (size_t k = 0; k < r->grid->curve[curve].steps; k++)
        sum += evaluations(r, curve, k);
    return sum;
}

/* Every halving doubles the finest run. */
static unsigned long long cost_of_halvings(const struct refinement *r, size_t curve, size_t halvings)
{
    size_t steps = r->grid->curve[curve].steps;

    return steps ? evaluations(r, curve, steps - 1) * ((2ULL << halvings) - 2) : 0;
}

/* Takes the cost from the budget; a curve for which there is not enough left stays as it is. */
static bool spend(struct refinement *r, size_t curve, unsigned long long cost)
{
    if (r->budget && r->spent + cost > r->budget) {
        r->grid->curve[curve].exhausted = true;
        return false;
    }
    r->spent += cost;
    return true;
}

/* ---- repeated runs ---- */

static uint64_t bit(size_t step)
{
    return (uint64_t)1 << step;
}

/* Whether exactness is claimed of the measure: then it is asked of all methods, since comparison classes need
 * to know who fails; in double of those that are run for that alone. */
static bool is_compared(const struct refinement *r, const struct fit *fit)
{
    const struct study *study = r->grid->study;

    for (size_t i = 0; i < study->claims; i++) {
        if (term_is_exact(study->claim[i].kind) && strcmp(study->claim[i].measure, fit->measure_name) == 0)
            return fit->curve.bits != CELL_DOUBLE || r->grid->curve[fit->curve.index].compared;
    }
    return false;
}

/* The claim is about parts of the run of which the last is the larger, and may be that by round-off alone: the run whose
 * number decides is repeated. */
static uint64_t find_part(const struct fit *fit)
{
    const struct claim_number *number = verdict_is_number(fit->claim) ? &fit->claim->number : NULL;
    size_t step = 0;

    if (!number || number->status != NUMBER_MEASURED || number->reach != NUMBER_REACHES ||
        !(number->least > 1) || fit->measure.measure != measure_table + MEASURE_FINAL_PART)
        return 0;
    while (step < fit->points.count && strcmp(fit->points.step_sizes[step], number->step) != 0)
        step++;
    return step < fit->points.count ? bit(step) : 0;
}

/* Whether anything but such parts is asked of the curve, for which its repetitions need more bits. */
static bool needs_bits(const struct results *results, size_t curve)
{
    bool needs = false;

    for (size_t i = 0; i < results->fits + results->compared; i++) {
        const struct fit *fit = results->fit + i;

        needs |= fit->curve.index == curve && fit->claim && !verdict_is_number(fit->claim) &&
                 !verdict_has_own_floor(fit->measure);
    }
    return needs;
}

/* The steps at which the fit has a value. */
static uint64_t find_measured(const struct fit *fit)
{
    uint64_t measured = 0;

    for (size_t k = 0; k < fit->points.count; k++)
        measured |= isfinite(fit->points.errors[k]) ? bit(k) : 0;
    return measured;
}

/* The steps that the fit needs repeated. */
static uint64_t find_repeats(const struct refinement *r, const struct results *results, size_t i)
{
    const struct fit *fit = results->fit + i;
    size_t curve = results->fit[i].curve.index, coarsest, finest[2];
    bool ordered = fit->claim && !term_is_exact(fit->claim->kind);
    uint64_t repeats = 0;

    if (find_part(fit))
        return find_part(fit) & ~r->grid->curve[curve].repeats;
    if (!fit->points.count || !(fit->claim || is_compared(r, fit)) || verdict_is_number(fit->claim) ||
        verdict_has_own_floor(fit->measure))
        return 0;
    coarsest = fit_floor_coarsest(fit);
    if ((!ordered || fit->order.status == FIT_EXACT) && coarsest < fit->points.count)
        repeats |= bit(coarsest);
    if ((ordered || fit->curve.alone) && fit->floor.needs_repeats && fit_floor_finest(fit, finest))
        repeats |=
            grid_perturbs(r->grid->curve + curve) ? find_measured(fit) : bit(finest[0]) | bit(finest[1]);
    return repeats & ~r->grid->curve[curve].repeats;
}

/* ---- halvings and bits ---- */

static bool is_exact(const struct fit *fit)
{
    return fit->claim && term_is_exact(fit->claim->kind);
}

/* What is not exact is to be reported with its order. */
static bool lacks_order(const struct fit *fit)
{
    return is_exact(fit) && fit->order.status == FIT_NOT_ASYMPTOTIC && !verdict_falls(fit);
}

/* Runs with large steps broke down, but not that with the finest: smaller steps may do. */
static bool breaks_down_above(const struct fit *fit)
{
    return fit->order.status == FIT_BROKE_DOWN && fit->claim && fit->points.count &&
           isfinite(fit->points.errors[fit->points.count - 1]);
}

static bool is_settled(const struct fit *fit)
{
    if ((is_exact(fit) && !fit->exact.bits) || verdict_is_number(fit->claim))
        return true;
    if (term_holds(fit->outcome.verdict) || fit->outcome.verdict == VERDICT_VACUOUS ||
        fit->outcome.verdict == VERDICT_REFUTED)
        return !lacks_order(fit); /* whatever other methods say */
    if (fit->claim && judge_needs_halvings(fit))
        return false;
    return fit->order.status != FIT_NOT_ASYMPTOTIC && fit->order.status != FIT_TOO_FEW &&
           !breaks_down_above(fit);
}

/* The floor hides the error at the finest step. */
static bool is_hidden(const struct fit *fit)
{
    size_t last = fit->points.count - 1;

    return !fit->order.used[last] && isfinite(fit->points.errors[last]) &&
           fit->points.errors[last] <= ORDER_FIT_LARGEST;
}

/* Of a method whose floor more bits do not lower: the finest errors lie above it, and some halvings make an order of them.
 * The errors before are too large, or on data that are to confirm a refutation their slopes have not settled. */
static bool ends_early(const struct fit *fit)
{
    return fit->claim && !is_exact(fit) && !fit->context.confirms && !fit->curve.between &&
           fit->points.count && method_has_fixed_floor(fit->curve.method) &&
           fit->order.used[fit->points.count - 1] &&
           ((fit->order.status == FIT_TOO_FEW &&
             fit->order.window + REFINEMENT_HALVINGS >= ORDER_FIT_POINTS) ||
            (fit->order.status == FIT_NOT_ASYMPTOTIC && fit->context.on_witness));
}

static long next_bits(const struct refinement *r, const struct results *results, size_t i)
{
    const struct grid_curve *curve = r->grid->curve + results->fit[i].curve.index;
    long most = r->grid->precision[curve->precision].bits + REFINEMENT_MOST_BITS;

    if (curve->bits == CELL_DOUBLE || is_settled(results->fit + i) || !results->fit[i].claim ||
        !results->fit[i].points.count || !is_hidden(results->fit + i) || curve->bits + REFINEMENT_BITS > most)
        return curve->bits;
    return curve->bits + REFINEMENT_BITS;
}

static size_t next_steps(const struct refinement *r, const struct results *results, size_t i)
{
    size_t number = results->fit[i].curve.index, all = problem_of(r, number)->steps;
    const struct grid_curve *curve = r->grid->curve + number;

    if ((curve->bits == CELL_DOUBLE && !ends_early(results->fit + i)) || is_settled(results->fit + i) ||
        !curve->steps || (results->fit[i].points.count && is_hidden(results->fit + i)))
        return curve->steps;
    return curve->steps + REFINEMENT_HALVINGS < all ? curve->steps + REFINEMENT_HALVINGS : all;
}

/* ---- witnesses ---- */

/* Whether the curve is that of a witness with the same method and projection, and has fewer steps. */
static bool is_dormant_witness(const struct grid *grid, const struct grid_curve *refuted,
                               const struct grid_curve *curve)
{
    const struct grid_problem *p = grid->problem + curve->problem;

    bool in_double = curve->bits == CELL_DOUBLE;

    return p->witness && !p->confirms &&
           (curve->steps < refuted->steps || (!in_double && curve->bits < refuted->bits)) &&
           p->combination == grid->problem[refuted->problem].combination &&
           results_same_model(p->problem, grid->problem[refuted->problem].problem) &&
           curve->method == refuted->method && curve->projection == refuted->projection &&
           curve->precision == refuted->precision;
}

static size_t count_witnesses(const struct grid *grid, const struct grid_curve *refuted)
{
    size_t count = 0;

    for (size_t i = 0; i < grid->curves; i++)
        count += is_dormant_witness(grid, refuted, grid->curve + i);
    return count;
}

/* The witness in the same precision, and in double for its floor. */
static size_t wake_witnesses(struct refinement *r, size_t number)
{
    struct grid *grid = r->grid;
    const struct grid_curve *refuted = grid->curve + number;
    size_t woken = 0;

    for (size_t i = 0; i < grid->curves; i++) {
        struct grid_curve *curve = grid->curve + i;

        if (!is_dormant_witness(grid, refuted, curve) || !spend(r, number, cost_of_all(r, number)))
            continue;
        /* Never back: a witness serves every fit that asked for it. */
        if (curve->steps < refuted->steps)
            curve->steps = refuted->steps;
        if (curve->bits != CELL_DOUBLE && curve->bits < refuted->bits)
            curve->bits = refuted->bits;
        woken++;
    }
    return woken;
}

/* ---- orders measured again ---- */

static bool is_open(const struct results *results, size_t curve)
{
    for (size_t i = 0; i < results->fits; i++) {
        if (results->fit[i].curve.index == curve && results->fit[i].outcome.verdict == VERDICT_INCONCLUSIVE)
            return true;
    }
    return false;
}

/* With the bits and the steps of the fit, an order that holds; without the finest, which costs as much as all others,
 * unless these leave it open. */
static size_t wake_confirmations(struct refinement *r, const struct results *results, const struct fit *fit)
{
    struct grid *grid = r->grid;
    const struct grid_curve *own = grid->curve + fit->curve.index;
    size_t woken = 0;

    for (size_t i = 0; i < grid->curves; i++) {
        struct grid_curve *curve = grid->curve + i;
        const struct grid_problem *p = grid->problem + curve->problem;
        const bool fewer = own->steps > VERDICT_POINTS && !is_open(results, i);
        const size_t steps = fewer ? own->steps - 1 : own->steps;

        if (!p->confirms || p->combination != fit->curve.combination || curve->method != own->method ||
            !results_same_model(p->problem, fit->curve.problem) || curve->projection != own->projection ||
            curve->precision != own->precision || (curve->steps >= steps && curve->bits >= own->bits) ||
            !spend(r, fit->curve.index, cost_of_all(r, fit->curve.index)))
            continue;
        curve->steps = steps > curve->steps ? steps : curve->steps;
        curve->bits = own->bits > curve->bits ? own->bits : curve->bits;
        woken++;
    }
    return woken;
}

/* ---- steps between others ---- */

/* Those between the steps of a fit which give no order. */
static size_t wake_between(struct refinement *r, size_t number)
{
    struct grid *grid = r->grid;
    size_t woken = 0;

    for (size_t i = 0; i < grid->curves; i++) {
        struct grid_curve *curve = grid->curve + i;

        if (!grid_is_between(grid, i, number) || curve->steps || !spend(r, number, cost_of_all(r, number)))
            continue;
        curve->steps = problem_of(r, i)->first_steps;
        woken++;
    }
    return woken;
}

/* ---- comparisons ---- */

/* Whether the curve may be compared with that of the fit, and has fewer steps or bits. */
static bool is_dormant_member(const struct grid *grid, const struct grid_curve *own,
                              const struct grid_curve *curve, const struct fit *fit)
{
    return curve->compared && curve->problem == own->problem && curve->precision == own->precision &&
           (curve->steps < own->steps || curve->bits < own->bits) && !grid_refusal(grid, curve, fit->measure);
}

/* The members of its comparison class which the panel refutes and the study does not run. */
static size_t wake_members(struct refinement *r, const struct controls *controls, const struct fit *fit)
{
    struct grid *grid = r->grid;
    const struct grid_curve *own = grid->curve + fit->curve.index;
    size_t woken = 0;

    for (size_t i = r->first_compared; i < grid->curves; i++) {
        struct grid_curve *curve = grid->curve + i;
        struct fit member;

        if (!is_dormant_member(grid, own, curve, fit))
            continue;
        member = (struct fit){.curve.problem = fit->curve.problem,
                              .curve.method = curve->method,
                              .curve.projection = curve->projection,
                              .curve.precision = fit->curve.precision,
                              .measure = fit->measure,
                              .measure_name = fit->measure_name};
        if (!controls_miss(controls, fit, &member) ||
            !spend(r, fit->curve.index, cost_of_all(r, fit->curve.index)))
            continue;
        curve->steps = own->steps > curve->steps ? own->steps : curve->steps;
        curve->bits = own->bits > curve->bits ? own->bits : curve->bits;
        woken++;
    }
    return woken;
}

/* ---- all of it ---- */

/* Whether all that was asked of the curve has been run: a fit with holes asks for nothing.  Where a run took
 * too long, those with smaller steps or more bits would too; `late` ones count where others ask. */
static bool is_complete(const struct refinement *r, size_t number, bool late)
{
    const struct grid_curve *curve = r->grid->curve + number;

    for (size_t k = 0; curve->applies && k < 2 * problem_of(r, number)->steps; k++) {
        const size_t cell = r->grid->first_cell[number] + k;
        const struct result *row = r->rows + cell;

        if (grid_wants(r->grid, cell) && !row->done && !row->crashed && !(late && row->late))
            return false;
    }
    return true;
}

bool refinement_is_due(const struct refinement *r, const struct results *results, size_t i)
{
    const struct grid_curve *curve = r->grid->curve + results->fit[i].curve.index;

    if (find_repeats(r, results, i) ||
        (judge_needs_witness(results->fit + i) && count_witnesses(r->grid, curve) > 0))
        return true;
    return !curve->exhausted &&
           (next_bits(r, results, i) != curve->bits || next_steps(r, results, i) != curve->steps);
}

static bool raise_bits(struct refinement *r, const struct results *results, size_t i)
{
    size_t number = results->fit[i].curve.index;
    struct grid_curve *curve = r->grid->curve + number;
    long bits = next_bits(r, results, i);

    if (bits == curve->bits || !spend(r, number, cost_of_all(r, number)))
        return false;
    curve->bits = bits;
    curve->repeats = 0;
    return true;
}

static bool halve_steps(struct refinement *r, const struct results *results, size_t i)
{
    size_t number = results->fit[i].curve.index, steps = next_steps(r, results, i);
    struct grid_curve *curve = r->grid->curve + number;

    if (steps == curve->steps || !spend(r, number, cost_of_halvings(r, number, steps - curve->steps)))
        return false;
    curve->steps = steps;
    return true;
}

size_t refinement_request(struct refinement *r, const struct results *results)
{
    const size_t fits = results->fits + results->compared;
    size_t refined = 0;

    for (size_t i = 0; i < fits; i++) {
        if (!is_complete(r, results->fit[i].curve.index, true))
            return 0;
    }
    for (size_t i = 0; i < fits; i++) {
        struct grid_curve *curve = r->grid->curve + results->fit[i].curve.index;
        uint64_t repeats = find_repeats(r, results, i);

        /* A curve has several fits: what one of them asked for in this round is enough for now. */
        if (curve->steps != results->fit[i].points.count || curve->bits != results->fit[i].curve.bits ||
            !is_complete(r, results->fit[i].curve.index, false))
            continue;
        curve->perturbs |= repeats && find_part(results->fit + i) && curve->bits == CELL_DOUBLE &&
                           !needs_bits(results, results->fit[i].curve.index);
        curve->repeats |= repeats;
        refined += repeats != 0;
        if (!curve->exhausted)
            refined += raise_bits(r, results, i) || halve_steps(r, results, i);
    }
    return refined;
}

/* Whether the claim holds; if not all methods are there to compare with, whether it may hold beside all of them. */
static bool may_hold(const struct refinement *r, const struct fit *fit)
{
    return term_holds(fit->outcome.verdict) ||
           (r->partial &&
            (controls_are_blind(&fit->context.control) || fit->context.control.kind == CONTROL_UNDECIDED));
}

size_t refinement_wake(struct refinement *r, const struct results *results)
{
    struct controls *controls = controls_create(results, r->panel);
    size_t woken = 0;

    r->first_compared = 0;
    while (r->first_compared < r->grid->curves && !r->grid->curve[r->first_compared].compared)
        r->first_compared++;
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (!is_complete(r, fit->curve.index, false))
            continue;
        if (judge_lacks_order(fit))
            woken += wake_between(r, fit->curve.index);
        if (judge_needs_witness(fit))
            woken += wake_witnesses(r, fit->curve.index);
        if (may_hold(r, fit) && !verdict_is_number(fit->claim) && !fit->context.confirms) {
            woken += wake_members(r, controls, fit);
            woken += verdict_is_exact(fit->claim) || !r->grid->study->confirmations
                         ? 0
                         : wake_confirmations(r, results, fit);
        }
    }
    controls_destroy(controls);
    return woken;
}
