/* One sentence for each ground of a verdict: see words.h.
 *
 * The table says what was measured, and what follows of the claim. Names in braces stand for numbers of the fit and of the
 * outcome, and for the few words that depend on them: the second table says which. Nothing here decides. */
#include "reports/words.h"

#include <math.h>
#include <string.h>

#include "harness/judge/order_fit.h"
#include "harness/judge/verdict_in_double.h"

/* ---- the sentences ---- */

struct ground_words {
    const char *name;    /* in documents */
    const char *found;   /* what was measured, where that is not only what the fit shows */
    const char *follows; /* of the claim; the words of witnesses are those of all that refutes */
    const char *member;  /* of another fit that is compared, in short; NULL: its order, or why it has none */
};

static const struct ground_words table[GROUNDS] = {
    [GROUND_NONE] = {NULL, NULL, NULL, NULL},
    [GROUND_NOT_APPLICABLE] = {"not-applicable", NULL, NULL, NULL},
    [GROUND_NO_REFERENCE] = {"no-reference", NULL, NULL, NULL},
    [GROUND_NOT_RUN] = {"not-run", NULL, NULL, NULL},
    [GROUND_NUMBER] = {"number", NULL, NULL, NULL},
    [GROUND_ORDER] = {"order", NULL, NULL, NULL},
    [GROUND_ORDER_ABOVE] = {"order-above", NULL, "; superconvergent", NULL},
    [GROUND_ORDER_ZERO] = {"order-of-zero", NULL, "; it falls with the precision: zero", NULL},
    [GROUND_ORDER_BY_TREES] =
        {"order-by-trees", NULL,
         "; a step meets the conditions of all rooted trees to order {trees}, and errors "
         "fall with it",
         NULL},
    [GROUND_ORDER_APART] = {"order-apart", NULL, NULL, NULL},
    [GROUND_ORDER_EXPANDED] = {"order-expanded", NULL,
                               "; order {limit} as the step goes to zero: {zeros}{leads}", NULL},
    [GROUND_ORDER_POWER] = {"order-power",
                            "{fit}{width}; order {limit} as the step goes to zero{term}{leads}", NULL, NULL},
    [GROUND_ORDER_OF_ZERO] = {"no-order-of-zero", NULL,
                              "; it falls with the precision, and may have any order on other data", NULL},
    [GROUND_ORDER_OTHER_LIMIT] = {"other-limit", NULL,
                                  "; order {limit} as the step goes to zero{term}{should lead}", NULL},
    [GROUND_ORDER_NO_LIMIT] = {"no-limit", NULL, "; no certain order as the step goes to zero", NULL},
    [GROUND_ORDER_RISES] = {"slopes-rise", NULL,
                            "; the slopes rise as before a zero of the error, or are fewer than {slopes}",
                            NULL},
    [GROUND_ORDER_FEW_HALVINGS] = {"few-halvings", NULL,
                                   "; an order above it refutes after {halvings} halvings only", NULL},
    [GROUND_ORDER_BETWEEN] = {"order-between", NULL,
                              "; neither within the tolerance nor more than {distance} away", NULL},
    [GROUND_ORDER_LOWER] = {"lower-elsewhere", NULL,
                            "; the order of {lower measure} in the same runs is {lower order}", NULL},
    [GROUND_FLOORED] = {"floored", NULL, "; it is not known to fall with the precision", NULL},
    [GROUND_UNSETTLED] = {"unsettled", NULL, NULL, NULL},
    [GROUND_SIGN_CHANGE] = {"sign-change", NULL, "; the error passes through zero", NULL},
    [GROUND_TOO_FEW] = {"too-few", NULL, NULL, NULL},
    [GROUND_BROKE_DOWN] = {"broke-down", NULL, NULL, NULL},
    [GROUND_FALLS] = {"falls", "exact: {fall}{width}{powers}", NULL, "falls with the precision"},
    [GROUND_STAYS] = {"stays", "not exact: {stays}{change}{width}", NULL, "does not fall with the precision"},
    [GROUND_WITHIN_FLOOR] = {"within-floor", "exact: {own floors}{width}", "{hidden}", "within its floor"},
    [GROUND_ABOVE_FLOOR] = {"above-floor", "not exact: {own floors}{width}", NULL, "above its floor"},
    [GROUND_RELATION] =
        {"relation", "exact: at the largest usable step at most {relation floors} {floor in double}{width}",
         NULL, "at most {relation floors} {floor in double}"},
    [GROUND_NO_RELATION] = {"no-relation",
                            "not exact: at the largest usable step more than {relation floors} {floor in "
                            "double}{width}",
                            NULL, "more than {relation floors} {floor in double}"},
    [GROUND_ROUND_OFF] = {"round-off",
                          "exact as far as double shows it: at most {ulps} ulp ({round-off}) at each of "
                          "{steps} steps from h = {from} on{width}",
                          "{hidden}", NULL},
    [GROUND_NO_ROUND_OFF] = {"no-round-off",
                             "not exact: {elsewhere}{left} at h = {h}, more than {floors} times its floor in "
                             "double{of order}{width}",
                             NULL, NULL},
    [GROUND_OWN_UNDECIDED] = {"own-undecided", "not known to be exact: {own floors}{width}", NULL,
                              "not known to be within its floor"},
    [GROUND_STALLED] = {"stalled",
                        "{elsewhere}{left} at the largest usable step, more than {floors} times its floor in "
                        "double{width}",
                        NULL, NULL},
    [GROUND_NO_MORE_BITS] = {"no-more-bits", NULL,
                             "; the method has no more bits to tell round-off from an error", NULL},
    [GROUND_UNREPEATED] = {"unrepeated", "{unrepeated}{width}", "{repeat}", NULL},
    [GROUND_FALLS_IN_PART] = {"falls-in-part", "{change}; {fit}{width}",
                              "; it does not fall as round-off does", "does not fall as round-off does"},
    [GROUND_NARROW] = {"narrow", "{change}; {fit}{width}", "; too few to tell round-off from an error",
                       "does not fall with the precision"},
    [GROUND_POWER] = {"power", "not exact: {measured}{width}{term}", NULL, "not zero in powers of h"},
    [GROUND_OTHER_POWER] = {"other-power", "{fall}{width}", "; order {limit} as the step goes to zero{term}",
                            "falls with the precision"},
};

/* ---- what the names stand for ---- */

static void say_fit(struct words_text *text, const struct fit *e)
{
    words_append_status(text, e);
}

static void say_width(struct words_text *text, const struct fit *e)
{
    if (e->curve.width)
        words_append(text, "; its states are numbers of %d bits", e->curve.width);
}

static void say_limit(struct words_text *text, const struct fit *e)
{
    if (e->order.limit.status == LIMIT_ZERO)
        words_append(text, "%ld or more", e->order.limit.known - 1);
    else
        words_append(text, "%.0f", e->order.limit.order);
}

/* t is the time of the run; what does not add up has no t. */
void words_append_term(struct words_text *text, const struct run_term *term)
{
    static const char *const times[] = {"", "t ", "t^2 ", "t^3 "};
    const int degree = term->degree < 3 ? term->degree : 3;

    words_append(text, "%.4g %s%sh", term->coefficient, times[degree],
                 term->alternates && !degree ? "(-1)^n " : "");
    if (term->power - term->degree != 1)
        words_append(text, "^%d", term->power - term->degree);
}

/* Where the term is not that of runs from the data, which are special. */
static void say_data(struct words_text *text, const struct fit *e)
{
    const struct limit *limit = &e->order.limit;

    if (limit->term.state < RUN_STATE_RANDOM)
        return;
    words_append(text, " at a random state");
    if (e->measure.measure && e->measure.measure->source == MEASURE_OF_STEP)
        return;
    if (isnan(limit->at_data.order)) {
        words_append(text, ", and nothing up to h^%ld at the data", limit->known - 1);
        return;
    }
    words_append(text, ", and ");
    words_append_term(text, &limit->at_data.term);
    words_append(text, " at the data");
}

static void say_term(struct words_text *text, const struct fit *e)
{
    if (e->order.limit.status != LIMIT_ORDER)
        return;
    words_append(text, "; the %s contains ",
                 e->measure.measure && e->measure.measure->source == MEASURE_OF_STEP ? "defect of a step"
                                                                                     : "error of a run");
    words_append_term(text, &e->order.limit.term);
    say_data(text, e);
}

/* "; zero in all powers up to h^8 at 3 states" */
static void say_powers(struct words_text *text, const struct fit *e)
{
    if (e->order.limit.status != LIMIT_ZERO)
        return;
    words_append(text, "; zero in all powers up to h^%ld", e->order.limit.known - 1);
    if (e->measure.measure && e->measure.measure->source != MEASURE_OF_STEP)
        words_append(text, " at %zu states", e->order.limit.states);
}

static void say_zeros(struct words_text *text, const struct fit *e)
{
    if (e->order.limit.status == LIMIT_ZERO) {
        words_append(text, "its expansion is zero in all powers up to h^%ld", e->order.limit.known - 1);
        return;
    }
    words_append(text, "its expansion begins with ");
    words_append_term(text, &e->order.limit.term);
    say_data(text, e);
}

/* Where the slopes are another order than that of the leading term at the data. */
static void say_leads(struct words_text *text, const struct fit *e)
{
    const struct limit_at_data *here = &e->order.limit.at_data;

    if (e->order.limit.status == LIMIT_ORDER && here->leads_below > 0 &&
        !(e->order.status == FIT_MEASURED && fabs(e->order.value - here->order) <= VERDICT_DISTANCE))
        words_append(text, ", which leads below h = %.2g", here->leads_below);
}

static void say_should_lead(struct words_text *text, const struct fit *e)
{
    if (e->order.limit.at_data.leads_below > 0)
        words_append(text, ", and should lead below h = %.2g", e->order.limit.at_data.leads_below);
}

static void say_trees(struct words_text *text, const struct fit *e)
{
    words_append(text, "%g", e->order.trees);
}

static void say_lower_measure(struct words_text *text, const struct fit *e)
{
    words_append(text, "%s", e->order.lower->measure_name);
}

static void say_lower_order(struct words_text *text, const struct fit *e)
{
    words_append(text, "%.2f", e->order.lower->order.value);
}

/* "1.0 times as large with 64 more bits" */
static void say_change(struct words_text *text, const struct fit *e)
{
    if (e->exact.error == 0)
        words_append(text, "zero at the largest usable step, but %.1e with %u more bits", e->exact.repeated,
                     e->exact.bits);
    else
        words_append(text, "%#.2g times as large with %u more bits", e->exact.repeated / e->exact.error,
                     e->exact.bits);
}

static void say_fall(struct words_text *text, const struct fit *e)
{
    if (e->exact.error == 0 && e->exact.repeated == 0)
        words_append(text, "zero at the largest usable step, and zero with %u more bits", e->exact.bits);
    else
        words_append(text, "%.1e at the largest usable step falls to %.1e with %u more bits", e->exact.error,
                     e->exact.repeated, e->exact.bits);
}

/* What runs have of a property that a coefficient refutes. */
static void say_measured(struct words_text *text, const struct fit *e)
{
    if (e->order.status == FIT_MEASURED)
        words_append(text, "of order %.2f in h", e->order.value);
    else if (e->exact.bits)
        say_fall(text, e);
    else
        words_append(text, "%.1e at the largest usable step", e->exact.error);
}

static void say_stays(struct words_text *text, const struct fit *e)
{
    if (e->outcome.elsewhere)
        words_append(text, "at another state than the initial data %.1e at the largest usable step, ",
                     e->outcome.left);
    else if (e->order.status == FIT_MEASURED)
        words_append(text, "of order %.2f in h, and ", e->order.value);
}

static bool is_rate(const struct fit *e)
{
    return e->measure.measure->source == MEASURE_OF_LONGER_RUN;
}

/* "3.1e-14 at the largest usable step, within 10 of its floors of 1.2e-14, and with more bits ..." */
static void say_own_floors(struct words_text *text, const struct fit *e)
{
    const bool rate = is_rate(e);

    words_append(
        text, "%.1e at the largest usable step, %s %g of its floors of %.1e, and with %s %.1e, of %.1e",
        e->exact.error, e->exact.error <= VERDICT_OWN_FLOORS * e->exact.own_floor ? "within" : "above",
        VERDICT_OWN_FLOORS, e->exact.own_floor, rate ? "half the step" : "more bits", e->exact.repeated,
        e->exact.repeated_floor);
    if (rate && isnan(e->exact.coarse_excess))
        words_append(text, "; the observable itself changes by no more than round-off, and shows nothing");
    else if (!(e->exact.coarse_excess <= VERDICT_OWN_FLOORS))
        words_append(text, "; over %s above them", rate ? "less of the time" : "half of the points");
}

static void say_unrepeated(struct words_text *text, const struct fit *e)
{
    if (!e->exact.has_own_floor)
        words_append_status(text, e);
    else if (isnan(e->exact.own_floor) || isnan(e->exact.error))
        words_append(text, "no run has a value with a floor");
    else
        words_append(text, "%.1e at the largest usable step; its floor, %.1e, is above %g", e->exact.error,
                     e->exact.own_floor, VERDICT_OWN_LARGEST);
}

static void say_repeat(struct words_text *text, const struct fit *e)
{
    if (!e->exact.has_own_floor)
        words_append(text, "; not yet repeated with %d more bits", GRID_REPEAT_BITS);
}

/* Of a claim that something is not zero: it may lie below what hides it. */
static void say_hidden(struct words_text *text, const struct fit *e)
{
    if (e->outcome.says == GROUND_OPEN)
        words_append(text, "; what is claimed may lie below its floor");
}

static void say_floor_in_double(struct words_text *text, const struct fit *e)
{
    words_append(text, "%s",
                 e->curve.alone && e->floor.origin == FLOOR_BY_DATA ? "times its floor in double"
                                                                    : "roundings of double");
}

static void say_ulps(struct words_text *text, const struct fit *e)
{
    words_append(text, "%.0f", ceil(e->outcome.round_off.ulps));
}

static void say_round_off(struct words_text *text, const struct fit *e)
{
    words_append(text, "%.1e", e->outcome.round_off.ulps * 0x1p-53);
}

static void say_steps(struct words_text *text, const struct fit *e)
{
    words_append(text, "%zu", e->outcome.round_off.steps);
}

static void say_from(struct words_text *text, const struct fit *e)
{
    words_append(text, "%s", e->points.step_sizes[e->outcome.round_off.step]);
}

static void say_elsewhere(struct words_text *text, const struct fit *e)
{
    words_append(text, "%s", e->outcome.elsewhere ? "at another state than the initial data " : "");
}

static void say_left(struct words_text *text, const struct fit *e)
{
    words_append(text, "%.1e", e->outcome.left);
}

static void say_h(struct words_text *text, const struct fit *e)
{
    words_append(text, "%s", e->points.step_sizes[e->outcome.point]);
}

static void say_of_order(struct words_text *text, const struct fit *e)
{
    if (e->order.status == FIT_MEASURED && !e->outcome.elsewhere)
        words_append(text, ", of order %.2f in h", e->order.value);
}

static void say_floors(struct words_text *text, const struct fit *e)
{
    (void)e;
    words_append(text, "%g", VERDICT_ALONE_FLOORS);
}

static void say_relation_floors(struct words_text *text, const struct fit *e)
{
    (void)e;
    words_append(text, "%g", VERDICT_RELATION_FLOORS);
}

static void say_slopes(struct words_text *text, const struct fit *e)
{
    (void)e;
    words_append(text, "%d", VERDICT_POINTS - 1);
}

static void say_halvings(struct words_text *text, const struct fit *e)
{
    (void)e;
    words_append(text, "%d", VERDICT_HALVINGS);
}

static void say_distance(struct words_text *text, const struct fit *e)
{
    (void)e;
    words_append(text, "%g", VERDICT_DISTANCE);
}

static const struct {
    const char *name;
    void (*say)(struct words_text *text, const struct fit *fit);
} names[] = {{"fit", say_fit},
             {"width", say_width},
             {"limit", say_limit},
             {"term", say_term},
             {"zeros", say_zeros},
             {"powers", say_powers},
             {"measured", say_measured},
             {"leads", say_leads},
             {"should lead", say_should_lead},
             {"trees", say_trees},
             {"lower measure", say_lower_measure},
             {"lower order", say_lower_order},
             {"change", say_change},
             {"fall", say_fall},
             {"stays", say_stays},
             {"own floors", say_own_floors},
             {"unrepeated", say_unrepeated},
             {"repeat", say_repeat},
             {"hidden", say_hidden},
             {"floor in double", say_floor_in_double},
             {"ulps", say_ulps},
             {"round-off", say_round_off},
             {"steps", say_steps},
             {"from", say_from},
             {"elsewhere", say_elsewhere},
             {"left", say_left},
             {"h", say_h},
             {"of order", say_of_order},
             {"floors", say_floors},
             {"relation floors", say_relation_floors},
             {"slopes", say_slopes},
             {"halvings", say_halvings},
             {"distance", say_distance}};

enum { COUNT = sizeof names / sizeof *names };

/* The pattern with what its names stand for. */
static void append_pattern(struct words_text *text, const char *pattern, const struct fit *fit)
{
    while (pattern && *pattern) {
        const size_t plain = strcspn(pattern, "{"), length = strcspn(pattern + plain, "}");
        size_t i;

        words_append(text, "%.*s", (int)plain, pattern);
        pattern += plain;
        if (!*pattern)
            return;
        for (i = 0; i < COUNT; i++) {
            if (strlen(names[i].name) == length - 1 && strncmp(names[i].name, pattern + 1, length - 1) == 0)
                break;
        }
        if (i < COUNT)
            names[i].say(text, fit);
        else
            words_append(text, "%.*s", (int)length + 1, pattern);
        pattern += length + 1;
    }
}

const char *words_ground_name(enum verdict_ground ground)
{
    return table[ground].name;
}

void words_append_found(struct words_text *text, const struct fit *fit)
{
    const char *found = table[fit->outcome.ground].found;

    append_pattern(text, found ? found : "{fit}{width}", fit);
}

void words_append_follows(struct words_text *text, const struct fit *fit)
{
    append_pattern(text, table[fit->outcome.ground].follows, fit);
}

void words_append_disagreement(struct words_text *text, const struct fit *fit)
{
    const struct limit *limit = &fit->order.limit;
    const bool has_slopes = fit->order.status == FIT_MEASURED || (fit->order.status == FIT_NOT_ASYMPTOTIC &&
                                                                  fit->exact.zero != GROUND_OTHER_POWER);

    if (fit->order.status == FIT_MEASURED)
        words_append(text, "the slopes show order %.2f", fit->order.value);
    else if (has_slopes)
        words_append(text, "the last two slopes are %.2f and %.2f", fit->order.slopes[fit->order.end - 3],
                     fit->order.slopes[fit->order.end - 2]);
    else
        words_append(text, "no more than %.1e is left at the largest usable step", fit->exact.error);
    if (limit->status == LIMIT_ZERO || (isnan(limit->at_data.order) && has_slopes)) {
        words_append(text, ", and its expansion is zero in all powers up to h^%ld", limit->known - 1);
        return;
    }
    if (!has_slopes || limit->at_data.term.state < 0) {
        words_append(text, ", and its expansion has order %.0f by the term ", limit->order);
        words_append_term(text, &limit->term);
        return;
    }
    words_append(text, ", and its expansion has order %.0f by the term ", limit->at_data.order);
    words_append_term(text, &limit->at_data.term);
    if (limit->at_data.leads_below > 0)
        words_append(text, ", which should lead below h = %.2g", limit->at_data.leads_below);
}

bool words_append_member(struct words_text *text, const struct fit *fit)
{
    append_pattern(text, table[fit->exact.zero].member, fit);
    return table[fit->exact.zero].member;
}

bool words_is_zero(const struct fit *fit)
{
    return fit->exact.zero == GROUND_FALLS || fit->exact.zero == GROUND_OTHER_POWER ||
           fit->exact.zero == GROUND_RELATION || fit->exact.zero == GROUND_WITHIN_FLOOR;
}
