/* What is said of a field: see suite.h. */
#include "reports/suite/suite.h"

#include <math.h>

#include "harness/judge/order_fit.h"
#include "harness/judge/verdict.h"
#include "measures/ensemble/growth.h"

static bool is_of(const struct fit *fit, enum measure_row row)
{
    return fit->measure.measure == measure_table + row;
}

static enum suite_arithmetic arithmetic_of(const struct fit *fit)
{
    return precision_is_double(fit->curve.precision->text) ? SUITE_DOUBLE : SUITE_MPFR;
}

/* Those of the study's own data: others speak about an entry, and are none. */
static bool counts(const struct fit *fit)
{
    return !fit->context.on_witness && !fit->context.confirms && !fit->context.aside;
}

enum suite_answer suite_field_answer(const struct fit *fit)
{
    switch (fit->exact.zero) {
    case GROUND_FALLS:
    case GROUND_WITHIN_FLOOR:
    case GROUND_RELATION:
    case GROUND_ROUND_OFF:
        return SUITE_YES;
    case GROUND_STAYS:
    case GROUND_ABOVE_FLOOR:
    case GROUND_NO_RELATION:
    case GROUND_NO_ROUND_OFF:
        return SUITE_NO;
    default: /* nothing is claimed, and it was not repeated with more bits: those of MPFR are enough */
        return fit->order.status == FIT_NOT_APPLICABLE                              ? SUITE_NOT_ASKED
               : fit->order.status == FIT_MEASURED                                  ? SUITE_NO
               : fit->order.status == FIT_EXACT && arithmetic_of(fit) == SUITE_MPFR ? SUITE_YES
                                                                                    : SUITE_OPEN;
    }
}

/* -- orders -- */

/* The lowest order; where no data have one, the first of what there is instead. */
static void choose_order(const struct fit **chosen, const struct fit *fit)
{
    const bool better =
        *chosen && fit->order.status == FIT_MEASURED &&
        ((*chosen)->order.status != FIT_MEASURED || fit->order.value < (*chosen)->order.value);

    if (fit->order.status != FIT_NOT_APPLICABLE && (!*chosen || better))
        *chosen = fit;
}

/* That of the solution, else that of the energy. */
static void find_orders(struct suite_field *field)
{
    static const enum measure_row rows[] = {MEASURE_SOLUTION_ERROR, MEASURE_ENERGY_ERROR};

    for (enum suite_arithmetic a = 0; a < SUITE_ARITHMETICS; a++) {
        for (size_t row = 0; row < sizeof rows / sizeof *rows && !field->order[a]; row++) {
            for (size_t i = 0; i < field->fits; i++) {
                const struct fit *fit = field->fit[i];

                if (counts(fit) && is_of(fit, rows[row]) && arithmetic_of(fit) == a)
                    choose_order(&field->order[a], fit);
            }
        }
    }
}

/* -- properties -- */

/* One that is not so refutes what others show, and one that is open says nothing. */
static enum suite_answer join(enum suite_answer a, enum suite_answer b)
{
    static const int ranks[] = {[SUITE_NOT_ASKED] = 0, [SUITE_OPEN] = 1, [SUITE_YES] = 2, [SUITE_NO] = 3};

    return ranks[a] > ranks[b] ? a : b;
}

/* Whether one of the forms is kept. */
static enum suite_answer join_forms(enum suite_answer a, enum suite_answer b)
{
    return a == SUITE_YES || b == SUITE_YES ? SUITE_YES : join(a, b);
}

static const struct {
    enum measure_row row;
    bool forms;
} defects[SUITE_PROPERTIES] = {
    [SUITE_SYMPLECTIC] = {MEASURE_SYMPLECTIC_DEFECT, false},
    [SUITE_SYMMETRIC] = {MEASURE_SYMMETRY_DEFECT, false},
    [SUITE_REVERSIBLE] = {MEASURE_REVERSIBILITY_DEFECT, false},
    [SUITE_BILINEAR] = {MEASURE_BILINEAR_DEFECT, false},
    [SUITE_POINCARE_1] = {MEASURE_POINCARE_1, true},
    [SUITE_POINCARE_2] = {MEASURE_POINCARE_2, true},
};

/* The same form in both precisions, and all data. */
static enum suite_answer answer_of_form(const struct suite_field *field, const struct fit *form)
{
    enum suite_answer answer = SUITE_NOT_ASKED;

    for (size_t i = 0; i < field->fits; i++) {
        const struct fit *fit = field->fit[i];

        if (counts(fit) && fit->measure.measure == form->measure.measure &&
            fit->measure.channel == form->measure.channel)
            answer = join(answer, suite_field_answer(fit));
    }
    return answer;
}

static void find_answers(struct suite_field *field)
{
    for (enum suite_property p = 0; p < SUITE_PROPERTIES; p++) {
        for (size_t i = 0; i < field->fits; i++) {
            const struct fit *fit = field->fit[i];

            if (counts(fit) && is_of(fit, defects[p].row))
                field->answer[p] = defects[p].forms ? join_forms(field->answer[p], answer_of_form(field, fit))
                                                    : join(field->answer[p], suite_field_answer(fit));
        }
    }
}

/* The largest exponent of the energy: of the largest step that has one. */
static void find_growth(struct suite_field *field)
{
    for (size_t i = 0; i < field->fits; i++) {
        const struct fit *fit = field->fit[i];
        size_t k = 0;

        if (!counts(fit) || !is_of(fit, MEASURE_GROWTH) || fit->measure.channel != 0)
            continue;
        while (k < fit->points.count && !isfinite(fit->points.errors[k]))
            k++;
        if (k < fit->points.count && !(field->growth && field->exponent >= fit->points.errors[k])) {
            field->growth = fit;
            field->exponent = fit->points.errors[k];
        }
    }
}

/* What lies at a floor is no evidence of a drift: whether that of the energy in double does so at its largest step, for all
 * data that have one. */
static void find_round_off(struct suite_field *field)
{
    bool above = false, below = false;

    for (size_t i = 0; i < field->fits; i++) {
        const struct fit *fit = field->fit[i];
        size_t k = 0;

        if (!counts(fit) || !is_of(fit, MEASURE_ENERGY_ERROR) || arithmetic_of(fit) != SUITE_DOUBLE)
            continue;
        while (k < fit->points.count && !isfinite(fit->points.errors[k]))
            k++;
        if (k < fit->points.count && fit->points.errors[k] >= ORDER_FIT_FLOORS * words_floor(fit, k))
            above = true;
        else if (k < fit->points.count)
            below = true;
    }
    field->round_off = below && !above;
}

/* -- conflicts -- */

/* Orders that differ by more than what refutes a claim. */
static bool differ(double a, double b)
{
    return fabs(a - b) > VERDICT_DISTANCE;
}

static void add_conflict(struct suite *suite, struct suite_field *field, struct suite_conflict conflict)
{
    struct suite_conflict *all =
        memory_keep(&suite->kept, field->conflicts + 1, sizeof(struct suite_conflict));

    for (size_t i = 0; i < field->conflicts; i++)
        all[i] = field->conflict[i];
    all[field->conflicts++] = conflict;
    field->conflict = all;
}

/* The three ways to an order: the runs, the expansion of a step, the trees of the coefficients. */
static void compare_ways(struct suite *suite, struct suite_field *field, const struct fit *fit)
{
    const struct fit_order *order = &fit->order;

    if (order->status != FIT_MEASURED)
        return;
    if (order->limit.disagrees)
        add_conflict(
            suite, field,
            (struct suite_conflict){SUITE_EXPANSION, fit, NULL, order->value, order->limit.at_data.order});
    if (isfinite(order->trees) && order->trees > 0 && differ(order->value, order->trees))
        add_conflict(suite, field,
                     (struct suite_conflict){SUITE_ALGEBRA, fit, NULL, order->value, order->trees});
    if (order->lower)
        add_conflict(
            suite, field,
            (struct suite_conflict){SUITE_LOWER, fit, order->lower, order->value, order->lower->order.value});
}

static bool is_defect(const struct fit *fit)
{
    for (enum suite_property p = 0; p < SUITE_PROPERTIES; p++) {
        if (is_of(fit, defects[p].row))
            return true;
    }
    return false;
}

static bool is_clear(enum suite_answer answer)
{
    return answer == SUITE_YES || answer == SUITE_NO;
}

/* The same in double and in MPFR. */
static void compare_arithmetics(struct suite *suite, struct suite_field *field, const struct fit *fit,
                                const struct fit *other)
{
    const enum suite_answer here = suite_field_answer(fit), there = suite_field_answer(other);

    if (arithmetic_of(fit) != SUITE_DOUBLE || arithmetic_of(other) != SUITE_MPFR ||
        fit->curve.problem != other->curve.problem || !measure_same(fit->measure, other->measure))
        return;
    if (is_defect(fit) ? is_clear(here) && is_clear(there) && here != there
                       : fit->order.status == FIT_MEASURED && other->order.status == FIT_MEASURED &&
                             differ(fit->order.value, other->order.value))
        add_conflict(suite, field,
                     (struct suite_conflict){SUITE_PRECISIONS, fit, other,
                                             is_defect(fit) ? NAN : fit->order.value,
                                             is_defect(fit) ? NAN : other->order.value});
}

static void find_conflicts(struct suite *suite, struct suite_field *field)
{
    for (size_t i = 0; i < field->fits; i++) {
        if (!counts(field->fit[i]))
            continue;
        compare_ways(suite, field, field->fit[i]);
        for (size_t k = 0; k < field->fits; k++) {
            if (counts(field->fit[k]))
                compare_arithmetics(suite, field, field->fit[i], field->fit[k]);
        }
    }
}

/* -- all -- */

bool suite_field_has_run(const struct fit *fit)
{
    size_t k = 0;

    while (k < fit->points.count && !isfinite(fit->points.errors[k]))
        k++;
    return k < fit->points.count || fit->points.broken_step;
}

void suite_field_conclude(struct suite *suite, struct suite_field *field)
{
    for (size_t i = 0; i < field->fits; i++) {
        tally_add(&field->tally, field->fit[i]);
        field->run |= suite_field_has_run(field->fit[i]);
    }
    field->mark = tally_worst(&field->tally);
    if (field->mark == WORDS_VACUOUS && field->tally.count[WORDS_HOLDS])
        field->mark = WORDS_HOLDS;
    find_orders(field);
    find_answers(field);
    find_growth(field);
    find_round_off(field);
    find_conflicts(suite, field);
}
