/* The words of the reports: see words.h. */
#include "reports/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/order_fit.h"
#include "harness/judge/verdict_in_double.h"
#include "integrators/methods/rounding.h"
#include "measures/run/precision.h"
#include "numerics/memory.h"
#include "reports/lua_json.h"
#include "reports/template.h"
#include "reports/words_tables.h"

/* ---- marks ---- */

/* A number against its bounds; kinds of growth have no order. */
static enum words_mark compare_number(const struct claim_on_fit *claim)
{
    const struct claim_number *number = &claim->number;

    if (number->status != NUMBER_MEASURED)
        return WORDS_NONE;
    if (claim->kind == CLAIM_GROWTH)
        return growth_classify(number->least) == claim->growth ? WORDS_AGREES : WORDS_NONE;
    if (number->least >= claim->low && number->most <= claim->high)
        return WORDS_AGREES;
    return number->least > claim->high ? WORDS_ABOVE : number->most < claim->low ? WORDS_BELOW : WORDS_NONE;
}

enum words_mark words_mark_of(const struct fit *fit)
{
    double difference, tolerance;

    if (fit && fit->outcome.subject == SUBJECT_NUMBER)
        return compare_number(fit->claim);
    if (fit && fit->outcome.subject == SUBJECT_PROPERTY && fit->order.status == FIT_EXACT)
        return WORDS_AGREES;
    if (!fit || !fit->claim || fit->order.status != FIT_MEASURED)
        return WORDS_NONE;
    if (fit->outcome.subject == SUBJECT_PROPERTY)
        return WORDS_BELOW;
    difference = fit->order.value - fit->claim->value;
    tolerance = 0.1 + (fit->order.high - fit->order.low) / 2;
    if (fabs(difference) <= tolerance || (difference > 0 && fit->claim->kind == CLAIM_AT_LEAST))
        return WORDS_AGREES;
    return difference > 0 ? WORDS_ABOVE : WORDS_BELOW;
}

const char *words_mark_name(enum words_mark mark)
{
    static const char *const comparisons[] = {"-", "agrees", "above", "below"};

    return mark < WORDS_HOLDS ? comparisons[mark]
                              : term_word(TERM_VERDICT, mark - WORDS_HOLDS + VERDICT_HOLDS);
}

enum words_mark words_verdict(enum verdict verdict)
{
    const bool decides = verdict >= VERDICT_HOLDS && verdict <= VERDICT_NOT_APPLICABLE;

    if (verdict == VERDICT_EXCEPTIONS || verdict == VERDICT_ERRATUM)
        return WORDS_HOLDS;
    return decides ? (enum words_mark)(verdict - VERDICT_HOLDS + WORDS_HOLDS) : WORDS_NONE;
}

enum words_mark words_shown_of(const struct fit *fit)
{
    enum words_mark verdict = fit && fit->claim ? words_verdict(fit->outcome.verdict) : WORDS_NONE;

    return verdict != WORDS_NONE ? verdict : words_mark_of(fit);
}

const char *words_ground_name(enum verdict_ground ground)
{
    static const char *const names[GROUNDS] = {
        [GROUND_NOT_APPLICABLE] = "not-applicable",
        [GROUND_NO_REFERENCE] = "no-reference",
        [GROUND_NOT_RUN] = "not-run",
        [GROUND_NUMBER] = "number",
        [GROUND_ORDER] = "order",
        [GROUND_ORDER_ABOVE] = "order-above",
        [GROUND_ORDER_ZERO] = "order-of-zero",
        [GROUND_ORDER_BY_TREES] = "order-by-trees",
        [GROUND_ORDER_APART] = "order-apart",
        [GROUND_ORDER_EXPANDED] = "order-expanded",
        [GROUND_ORDER_POWER] = "order-power",
        [GROUND_ORDER_OF_ZERO] = "no-order-of-zero",
        [GROUND_ORDER_OTHER_LIMIT] = "other-limit",
        [GROUND_ORDER_NO_LIMIT] = "no-limit",
        [GROUND_ORDER_RISES] = "slopes-rise",
        [GROUND_ORDER_FEW_HALVINGS] = "few-halvings",
        [GROUND_ORDER_BETWEEN] = "order-between",
        [GROUND_ORDER_LOWER] = "lower-elsewhere",
        [GROUND_FLOORED] = "floored",
        [GROUND_UNSETTLED] = "unsettled",
        [GROUND_SIGN_CHANGE] = "sign-change",
        [GROUND_TOO_FEW] = "too-few",
        [GROUND_BROKE_DOWN] = "broke-down",
        [GROUND_FALLS] = "falls",
        [GROUND_STAYS] = "stays",
        [GROUND_WITHIN_FLOOR] = "within-floor",
        [GROUND_ABOVE_FLOOR] = "above-floor",
        [GROUND_RELATION] = "relation",
        [GROUND_NO_RELATION] = "no-relation",
        [GROUND_ROUND_OFF] = "round-off",
        [GROUND_NO_ROUND_OFF] = "no-round-off",
        [GROUND_OWN_UNDECIDED] = "own-undecided",
        [GROUND_STALLED] = "stalled",
        [GROUND_NO_MORE_BITS] = "no-more-bits",
        [GROUND_UNREPEATED] = "unrepeated",
        [GROUND_FALLS_IN_PART] = "falls-in-part",
        [GROUND_NARROW] = "narrow",
        [GROUND_POWER] = "power",
        [GROUND_OTHER_POWER] = "other-power",
    };

    return names[ground];
}

/* ---- what sentences are about ---- */

const struct cell *words_failed_cell(const struct results *results, const struct fit *fit)
{
    for (size_t i = 0; i < results->cells; i++) {
        const struct cell *cell = &results->cell[i];

        if (cell->status != CELL_COMPLETED && cell->problem == fit->curve.problem &&
            cell->method == fit->curve.method && cell->projection == fit->curve.projection &&
            cell->precision == fit->curve.precision)
            return cell;
    }
    return NULL;
}

double words_floor(const struct fit *fit, size_t point)
{
    return fit->floor.of_points ? fit->floor.of_points[point] : fit->floor.value;
}

size_t words_used(const struct fit *fit)
{
    size_t used = 0;

    for (size_t i = 0; i < fit->points.count; i++)
        used += fit->order.used[i];
    return used;
}

double words_decided_order(const struct fit *fit)
{
    const struct limit *limit = &fit->order.limit;

    return fit->outcome.ground != GROUND_ORDER_POWER && fit->outcome.ground != GROUND_ORDER_EXPANDED
               ? fit->order.value
           : limit->status == LIMIT_ZERO ? (double)limit->known - 1
                                         : limit->order;
}

bool words_is_zero(const struct fit *fit)
{
    return fit->exact.zero == GROUND_FALLS || fit->exact.zero == GROUND_OTHER_POWER ||
           fit->exact.zero == GROUND_RELATION || fit->exact.zero == GROUND_WITHIN_FLOOR;
}

/* Of several expectations of a claim the last counts. */
const char *words_expected(const struct results *results, const char *id)
{
    for (size_t i = results->expectations; i-- > 0;) {
        const struct study_expectation *expectation = &results->expectation[i];

        if (strcmp(expectation->id, id) == 0)
            return expectation->verdict == VERDICT_HOLDS ? NULL
                                                         : term_word(TERM_VERDICT, expectation->verdict);
    }
    return NULL;
}

/* ---- names ---- */

const char *words_measure(const char *measure, char *buffer, size_t size)
{
    const char *colon = strchr(measure, ':');

    if (!colon)
        snprintf(buffer, size, "%s", measure);
    else if (strncmp(measure, "invariant_error:", 16) == 0)
        snprintf(buffer, size, "%s error", colon + 1);
    else if (strncmp(measure, "largest:", 8) == 0)
        snprintf(buffer, size, "largest %s", colon + 1);
    else
        snprintf(buffer, size, "%.*s, %s", (int)(colon - measure), measure, colon + 1);
    for (char *c = buffer; *c; c++) {
        if (*c == '_' || *c == '-')
            *c = ' ';
    }
    return buffer;
}

const char *words_precision(const char *precision, char *buffer, size_t size)
{
    const int arithmetic = (int)(precision_rounding(precision) - precision);
    struct words_text text = {buffer, size, 0};
    struct rounding rounding = {.uncompensated = false};
    struct error ignored;
    long bits;

    words_append(&text, "%.*s %s", arithmetic, precision,
                 precision_is_double(precision) ? "precision" : "bits");
    if (!precision_read(precision, &bits, &rounding, &ignored))
        return buffer;
    if (rounding.coefficients != COEFFICIENTS_ROUNDED)
        words_append(&text, ", %s coefficients", rounding_coefficients_name(rounding.coefficients));
    words_append(&text, "%s%s", rounding.uncompensated ? ", uncompensated sums" : "",
                 rounding.accepted ? ", stages as accepted" : "");
    return buffer;
}

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

/* The part of an id that the claim names, else that of the fit. */
static const char *either(const char *named, const char *own)
{
    return named ? named : own;
}

const char *words_relative(const struct fit *fit, char *buffer, size_t size)
{
    const struct study_relative *other = fit->claim ? fit->claim->number.relative : NULL;

    if (!other)
        return NULL;
    snprintf(buffer, size, "%s/%s/%s/%s/%s/%s", fit->curve.problem->model->name,
             fit->curve.problem->initial->name, either(other->method, fit->curve.method->name),
             either(other->projection, fit->curve.projection->name),
             either(other->precision, fit->curve.precision->text), fit->measure_name);
    return buffer;
}

/* ---- sentences ---- */

struct words {
    struct template_document *code;
};

static json_t *ask(const struct words *words, const struct template_call *call)
{
    json_t *made = NULL;
    struct error error;

    if (template_call(words->code, call, &made, &error))
        return made;
    fprintf(stderr, "%s\n", error.text);
    exit(2);
}

/* The numbers by which the judge decides. */
static void push_bounds(lua_State *lua, const void *argument)
{
    static const struct {
        const char *name;
        double value;
    } bounds[] = {{"ORDER_FIT_FLOORS", ORDER_FIT_FLOORS},
                  {"ORDER_FIT_LARGEST", ORDER_FIT_LARGEST},
                  {"ORDER_FIT_WIDENED", ORDER_FIT_WIDENED},
                  {"ORDER_FIT_WIDEST", ORDER_FIT_WIDEST},
                  {"ORDER_FIT_LARGEST_CHANGE", ORDER_FIT_LARGEST_CHANGE},
                  {"ORDER_FIT_POINTS", ORDER_FIT_POINTS},
                  {"GRID_REPEAT_BITS", GRID_REPEAT_BITS},
                  {"VERDICT_DISTANCE", VERDICT_DISTANCE},
                  {"VERDICT_POINTS", VERDICT_POINTS},
                  {"VERDICT_HALVINGS", VERDICT_HALVINGS},
                  {"VERDICT_OWN_FLOORS", VERDICT_OWN_FLOORS},
                  {"VERDICT_OWN_LARGEST", VERDICT_OWN_LARGEST},
                  {"VERDICT_ALONE_FLOORS", VERDICT_ALONE_FLOORS},
                  {"VERDICT_RELATION_FLOORS", VERDICT_RELATION_FLOORS}};

    (void)argument;
    lua_newtable(lua);
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        lua_json_set_number(lua, bounds[i].name, bounds[i].value);
}

struct words *words_open(void)
{
    struct words *words = memory_create(1, sizeof *words);
    struct error error;

    words->code = template_open(NULL, &(struct template_look){.width = 80}, &error);
    if (!words->code) {
        fprintf(stderr, "%s\n", error.text);
        exit(2);
    }
    json_decref(ask(words, &(struct template_call){"words", "open", push_bounds, NULL}));
    return words;
}

void words_close(struct words *words)
{
    template_close(words->code);
    free(words);
}

struct said {
    const struct results *results;
    const struct fit *fit;
    const struct claim_result *claim;
    bool in_full;
};

static void push_fit(lua_State *lua, const void *argument)
{
    const struct said *said = argument;

    words_push_fit(lua, said->results, said->fit, said->in_full);
}

static void push_claim(lua_State *lua, const void *argument)
{
    const struct said *said = argument;

    words_push_claim(lua, said->results, said->claim);
}

json_t *words_of_fit(const struct words *words, const struct results *results, const struct fit *fit,
                     bool in_full)
{
    const struct said said = {.results = results, .fit = fit, .in_full = in_full};

    return ask(words, &(struct template_call){"words", "fit", push_fit, &said});
}

json_t *words_of_claim(const struct words *words, const struct results *results,
                       const struct claim_result *claim)
{
    const struct said said = {.results = results, .claim = claim};

    return ask(words, &(struct template_call){"words", "claim", push_claim, &said});
}

json_t *words_take(const json_t *said, const char *key)
{
    json_t *value = json_object_get(said, key);

    return value ? json_incref(value) : json_null();
}

const char *words_text(const json_t *said, const char *key)
{
    const char *text = json_string_value(json_object_get(said, key));

    return text ? text : "";
}
