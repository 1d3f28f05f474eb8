/* What sentences on fits are made from: numbers, and the words of enums.  See words_tables.h. */
#include "reports/words_tables.h"

#include <limits.h>
#include <math.h>

#include "integrators/methods/rounding.h"
#include "measures/run/precision.h"
#include "measures/step/relation_control.h"
#include "reports/lua_json.h"
#include "reports/words.h"

static void set_pair(lua_State *lua, const char *key, double first, double second)
{
    lua_createtable(lua, 2, 0);
    lua_pushnumber(lua, first);
    lua_rawseti(lua, -2, 1);
    lua_pushnumber(lua, second);
    lua_rawseti(lua, -2, 2);
    lua_setfield(lua, -2, key);
}

/* Slope number i from 1; NaN: there is none. */
static double slope_at(const struct fit *fit, size_t i)
{
    return i > 0 && fit->order.slopes ? fit->order.slopes[i - 1] : NAN;
}

/* The last two slopes of the window: the ones that have not settled; and those that a table shows. */
static void set_slopes(lua_State *lua, const struct fit *fit)
{
    const size_t end = fit->order.end ? fit->order.end - 1 : 0;
    size_t last = fit->points.count; /* of the window */

    if (fit->order.status != FIT_NOT_ASYMPTOTIC)
        return;
    set_pair(lua, "slopes", slope_at(fit, end > 0 ? end - 1 : 0), slope_at(fit, end));
    while (last > 0 && !fit->order.used[last - 1])
        last--;
    if (last >= 3)
        set_pair(lua, "last_slopes", slope_at(fit, last - 2), slope_at(fit, last - 1));
}

static void set_order(lua_State *lua, const struct fit *fit)
{
    const struct fit_order *order = &fit->order;

    lua_json_set_text(lua, "status", term_word(TERM_FIT, order->status));
    lua_json_set_number(lua, "order", order->value);
    lua_json_set_number(lua, "low", order->low);
    lua_json_set_number(lua, "high", order->high);
    lua_json_set_number(lua, "decided", words_decided_order(fit));
    lua_json_set_number(lua, "trees", order->trees);
    lua_json_set_count(lua, "window", order->window);
    lua_json_set_count(lua, "finest", order->end - 1);
    lua_json_set_count(lua, "used", order->used ? words_used(fit) : 0);
    lua_json_set_count(lua, "points", fit->points.count);
    set_slopes(lua, fit);
    if (order->lower) {
        lua_newtable(lua);
        lua_json_set_text(lua, "measure", order->lower->measure_name);
        lua_json_set_number(lua, "order", order->lower->order.value);
        lua_setfield(lua, -2, "lower");
    }
}

static void set_term(lua_State *lua, const struct run_term *term)
{
    if (term->state < 0)
        return;
    lua_createtable(lua, 0, 5);
    lua_json_set_number(lua, "coefficient", term->coefficient);
    lua_json_set_count(lua, "power", (size_t)term->power);
    lua_json_set_count(lua, "degree", (size_t)term->degree);
    lua_json_set_flag(lua, "alternates", term->alternates);
    lua_json_set_flag(lua, "random", term->state >= RUN_STATE_RANDOM);
    lua_setfield(lua, -2, "term");
}

static void set_limit(lua_State *lua, const struct limit *limit)
{
    static const char *const statuses[] = {[LIMIT_NONE] = "none",
                                           [LIMIT_ORDER] = "order",
                                           [LIMIT_ZERO] = "zero",
                                           [LIMIT_MEASURED] = "measured",
                                           [LIMIT_UNCERTAIN] = "uncertain"};

    lua_createtable(lua, 0, 8);
    lua_json_set_text(lua, "status", statuses[limit->status]);
    lua_json_set_number(lua, "order", limit->order);
    lua_json_set_count(lua, "known", (size_t)limit->known);
    lua_json_set_count(lua, "states", limit->states);
    lua_json_set_flag(lua, "disagrees", limit->disagrees);
    if (limit->proved)
        lua_json_set_number(lua, "proved", limit->proved == INT_MAX ? (double)INFINITY : limit->proved);
    set_term(lua, &limit->term);
    lua_createtable(lua, 0, 3);
    lua_json_set_number(lua, "order", limit->at_data.order);
    lua_json_set_number(lua, "leads_below", limit->at_data.leads_below);
    set_term(lua, &limit->at_data.term);
    lua_setfield(lua, -2, "at_data");
    lua_setfield(lua, -2, "limit");
}

static void set_exactness(lua_State *lua, const struct fit *fit)
{
    const struct fit_exactness *exact = &fit->exact;

    lua_json_set_text(lua, "zero", words_ground_name(exact->zero));
    lua_json_set_flag(lua, "is_zero", words_is_zero(fit));
    lua_json_set_number(lua, "error", exact->error);
    lua_json_set_number(lua, "repeated", exact->repeated);
    lua_json_set_count(lua, "bits", exact->bits);
    lua_json_set_flag(lua, "own", exact->has_own_floor);
    lua_json_set_number(lua, "own_floor", exact->own_floor);
    lua_json_set_number(lua, "coarse_excess", exact->coarse_excess);
    lua_json_set_number(lua, "repeated_floor", exact->repeated_floor);
    lua_json_set_flag(lua, "by_data", fit->curve.alone && fit->floor.origin == FLOOR_BY_DATA);
}

/* What is said of another fit that is compared; one of the panel of known failures has no data, and a made-up one nothing. */
void words_push_member(lua_State *lua, const struct fit *fit)
{
    const struct fit_curve *curve = &fit->curve;

    lua_createtable(lua, 0, 16);
    lua_json_set_text(lua, "model", curve->problem ? curve->problem->model->name : NULL);
    lua_json_set_text(lua, "initial",
                      curve->problem && curve->problem->initial ? curve->problem->initial->name : NULL);
    lua_json_set_text(lua, "method", curve->method ? curve->method->name : NULL);
    lua_json_set_text(lua, "projection", curve->projection ? curve->projection->name : NULL);
    lua_json_set_text(lua, "status", term_word(TERM_FIT, fit->order.status));
    lua_json_set_number(lua, "order", fit->order.value);
    set_exactness(lua, fit);
}

static void set_member(lua_State *lua, const char *key, const struct fit *fit)
{
    words_push_member(lua, fit);
    lua_setfield(lua, -2, key);
}

static void set_controls(lua_State *lua, const struct fit *fit)
{
    static const char *const kinds[] = {
        [CONTROL_APART] = "apart",           [CONTROL_PASSES] = "passes",
        [CONTROL_UNDECIDED] = "undecided",   [CONTROL_NOBODY] = "nobody",
        [CONTROL_NO_MEASURE] = "no measure", [CONTROL_NO_MODEL] = "no model",
        [CONTROL_MODEL] = "model",           [CONTROL_MODELS_ALIKE] = "models alike",
        [CONTROL_RELATION] = "relation",     [CONTROL_ABSENT] = "absent",
        [CONTROL_DENIES] = "denies",         [CONTROL_NOT_APPLICABLE] = "not applicable"};
    static const char *const positives[] = {NULL, "defect", "digits", "invariant"};
    const struct control *control = &fit->context.control;

    lua_json_set_text(lua, "positive", positives[fit->context.positive]);
    lua_json_set_number(lua, "positive_value", fit->context.positive_value);
    if (!control->kind)
        return;
    lua_newtable(lua);
    lua_json_set_text(lua, "kind", kinds[control->kind]);
    lua_json_set_count(lua, "apart", control->apart);
    lua_json_set_number(lua, "kept", control->kept);
    if (control->kind == CONTROL_RELATION)
        lua_json_set_text(lua, "sentence", relation_control_sentence(fit->measure.measure));
    if (control->kind == CONTROL_PASSES || control->kind == CONTROL_UNDECIDED)
        set_member(lua, "here", control->here);
    if (control->kind == CONTROL_PASSES || control->kind == CONTROL_UNDECIDED ||
        control->kind == CONTROL_MODEL)
        set_member(lua, "elsewhere", control->elsewhere);
    lua_newtable(lua);
    for (size_t i = 0; control->kind == CONTROL_APART && i < control->apart && i < CONTROL_NAMED; i++) {
        words_push_member(lua, control->named[i]);
        lua_json_add(lua);
    }
    lua_setfield(lua, -2, "named");
    lua_setfield(lua, -2, "control");
}

static void set_claim_number(lua_State *lua, const struct fit *fit)
{
    static const char *const statuses[] = {"measured", "not run",    "broke down",
                                           "none",     "no divisor", "not applicable"};
    const struct claim_number *number = &fit->claim->number;
    char relative[500];

    lua_newtable(lua);
    lua_json_set_text(lua, "status", statuses[number->status]);
    lua_json_set_number(lua, "least", number->least);
    lua_json_set_number(lua, "most", number->most);
    lua_json_set_text(lua, "step", number->step);
    lua_json_set_text(lua, "relative", words_relative(fit, relative, sizeof relative));
    if (number->of_ensemble) {
        lua_json_set_number(lua, "slope", number->slope);
        lua_json_set_number(lua, "spread", number->spread);
    }
    if (fit->outcome.next == VERDICT_NEXT_LENGTH) {
        lua_json_set_count(lua, "steps", number->steps);
        lua_json_set_count(lua, "length", number->length);
    }
    lua_setfield(lua, -2, "number");
}

static void set_claim(lua_State *lua, const struct fit *fit)
{
    const struct claim_on_fit *claim = fit->claim;

    if (!claim)
        return;
    lua_newtable(lua);
    lua_json_set_text(lua, "kind", term_word(TERM_CLAIM, claim->kind));
    lua_json_set_text(lua, "formula", claim->formula ? claim->formula : "");
    lua_json_set_number(lua, "value", claim->value);
    lua_json_set_text(lua, "source", claim->source);
    lua_json_set_flag(lua, "exact", term_is_exact(claim->kind));
    if (term_is_number(claim->kind))
        set_claim_number(lua, fit);
    lua_setfield(lua, -2, "claim");
}

static void set_stall(lua_State *lua, const struct fit *fit)
{
    static const char *const kinds[] = {
        [STALL_STOPS] = "stops", [STALL_LEAVES] = "leaves", [STALL_GROWS] = "grows"};
    const struct verdict_outcome *outcome = &fit->outcome;
    const size_t k = outcome->grows;

    if (outcome->reason != VERDICT_REASON_STALLED)
        return;
    lua_newtable(lua);
    lua_json_set_text(lua, "kind", kinds[outcome->stall]);
    if (outcome->stall == STALL_GROWS) {
        lua_json_set_number(lua, "growth", fit->points.errors[k + 1] / fit->points.errors[k]);
        lua_json_set_text(lua, "from", fit->points.step_sizes[k]);
        lua_json_set_text(lua, "to", fit->points.step_sizes[k + 1]);
    }
    lua_setfield(lua, -2, "stall");
}

static const char *step_at(const struct fit *fit, size_t point)
{
    return point < fit->points.count && fit->points.step_sizes ? fit->points.step_sizes[point] : NULL;
}

static void set_outcome(lua_State *lua, const struct fit *fit)
{
    static const char *const subjects[] = {[SUBJECT_NONE] = NULL,
                                           [SUBJECT_ORDER] = "order",
                                           [SUBJECT_PROPERTY] = "property",
                                           [SUBJECT_NUMBER] = "number"},
                             *const says[] = {[GROUND_SAYS_NOTHING] = NULL,
                                              [GROUND_HOLDS] = "holds",
                                              [GROUND_REFUTES] = "refutes",
                                              [GROUND_OPEN] = "open"},
                             *const witnesses[] = {[VERDICT_WITNESS_NONE] = "none",
                                                   [VERDICT_WITNESS_REFUTES] = "refutes",
                                                   [VERDICT_WITNESS_AGREES] = "agrees",
                                                   [VERDICT_WITNESS_UNDECIDED] = "undecided"};
    const struct verdict_outcome *outcome = &fit->outcome;

    lua_json_set_text(lua, "verdict", term_word(TERM_VERDICT, outcome->verdict));
    lua_json_set_text(lua, "reason", term_word(TERM_REASON, outcome->reason));
    lua_json_set_text(lua, "subject", subjects[outcome->subject]);
    lua_json_set_text(lua, "ground", words_ground_name(outcome->ground));
    lua_json_set_text(lua, "says", says[outcome->says]);
    lua_json_set_text(lua, "witness", witnesses[fit->context.witness]);
    lua_json_set_text(lua, "mark", words_mark_name(words_shown_of(fit)));
    lua_json_set_number(lua, "ulps", outcome->round_off.ulps);
    lua_json_set_count(lua, "rounded_steps", outcome->round_off.steps);
    lua_json_set_text(lua, "from", step_at(fit, outcome->round_off.step));
    lua_json_set_text(lua, "h", step_at(fit, outcome->point));
    lua_json_set_number(lua, "left", outcome->left);
    lua_json_set_flag(lua, "elsewhere", outcome->elsewhere);
    lua_json_set_count(lua, "missing", fit->context.missing);
    set_stall(lua, fit);
}

/* Steps that are each for themselves, with their errors. */
static void set_values(lua_State *lua, const struct fit *fit)
{
    if (!fit->points.unordered || fit->claim)
        return;
    lua_newtable(lua);
    for (size_t k = 0; k < fit->points.count; k++) {
        lua_newtable(lua);
        lua_json_set_text(lua, "step", fit->points.step_sizes[k]);
        lua_json_set_number(lua, "error", fit->points.errors[k]);
        lua_json_add(lua);
    }
    lua_setfield(lua, -2, "values");
}

/* The first run that did not come to its end, where one is missing, and the first step without an error. */
static void set_missing(lua_State *lua, const struct results *results, const struct fit *fit)
{
    const struct cell *cell;
    size_t i = 0;

    if (fit->points.broken_step) {
        lua_newtable(lua);
        lua_json_set_text(lua, "step", fit->points.broken_step);
        lua_json_set_text(lua, "reason", fit->points.broken_reason ? fit->points.broken_reason : "");
        lua_json_set_count(lua, "at", fit->points.broken_at);
        lua_setfield(lua, -2, "broken");
    }
    while (i < fit->points.count && fit->points.errors && isfinite(fit->points.errors[i]))
        i++;
    lua_json_set_text(lua, "missing_at", step_at(fit, i));
    cell = results && (i < fit->points.count || fit->order.status == FIT_BROKE_DOWN)
               ? words_failed_cell(results, fit)
               : NULL;
    if (!cell)
        return;
    lua_newtable(lua);
    lua_json_set_text(lua, "status", term_word(TERM_CELL, cell->status));
    lua_json_set_text(lua, "step", cell->step);
    lua_json_set_count(lua, "at", cell->broke_down_at);
    lua_setfield(lua, -2, "failed");
}

/* The same curve in double, or at the most bits; NULL when there is none. */
static const struct fit *find_sibling(const struct results *results, const struct fit *fit, bool in_double)
{
    const struct fit *best = NULL;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *other = results->fit + i;

        if ((other->curve.precision->bits == PRECISION_DOUBLE) != in_double ||
            (in_double &&
             !rounding_equals(other->curve.precision->rounding, fit->curve.precision->rounding)) ||
            other->points.count == 0 || other->curve.problem != fit->curve.problem ||
            other->curve.method != fit->curve.method || other->curve.projection != fit->curve.projection ||
            !measure_same(other->measure, fit->measure))
            continue;
        if (!best || other->curve.precision->bits > best->curve.precision->bits)
            best = other;
    }
    return best;
}

static void set_full(lua_State *lua, const struct results *results, const struct fit *fit)
{
    const struct fit *sibling = find_sibling(results, fit, false);

    lua_json_set_flag(lua, "in_full", true);
    lua_json_set_number(lua, "floor", fit->floor.value);
    lua_json_set_text(lua, "floor_origin", term_word(TERM_FLOOR, fit->floor.origin));
    lua_json_set_text(lua, "sibling",
                      sibling && find_sibling(results, fit, true) ? sibling->curve.precision->text : NULL);
    lua_json_set_text(lua, "precision", fit->curve.precision->text);
    lua_json_set_flag(lua, "in_double", fit->curve.precision->bits == PRECISION_DOUBLE);
}

void words_push_fit(lua_State *lua, const struct results *results, const struct fit *fit, bool in_full)
{
    const struct measure *measure = fit->measure.measure;

    words_push_member(lua, fit);
    set_order(lua, fit);
    set_limit(lua, &fit->order.limit);
    set_controls(lua, fit);
    set_claim(lua, fit);
    set_outcome(lua, fit);
    set_values(lua, fit);
    set_missing(lua, results, fit);
    lua_json_set_text(lua, "refusal", fit->refusal);
    lua_json_set_number(lua, "reference_error", fit->floor.reference_error);
    lua_json_set_flag(lua, "between", fit->curve.between);
    if (fit->curve.width)
        lua_json_set_count(lua, "width", (size_t)fit->curve.width);
    if (measure) {
        lua_json_set_flag(lua, "of_step", measure->source == MEASURE_OF_STEP);
        lua_json_set_flag(lua, "of_drift", measure->source == MEASURE_OF_LONGER_RUN);
        lua_json_set_flag(lua, "rate", measure->source == MEASURE_OF_LONGER_RUN);
        lua_json_set_flag(lua, "relation", measure_is_relation(measure));
    }
    if (in_full)
        set_full(lua, results, fit);
}
