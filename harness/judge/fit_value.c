/* The number that a claim on a value or a growth is about: see fit_value.h. */
#include "harness/judge/fit_value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/judge/verdict_value.h"
#include "numerics/exact.h"

bool fit_value_has_step(const struct grid_problem *p, const char *step, size_t *index)
{
    struct error ignored;
    mpq_t wanted;
    bool found;

    *index = 0;
    if (!step)
        return p->first_steps > 0;
    mpq_init(wanted);
    found = exact_parse(wanted, step, &ignored);
    while (found && *index < p->first_steps && !mpq_equal(p->step[*index], wanted))
        ++*index;
    mpq_clear(wanted);
    return found && *index < p->first_steps;
}

bool fit_value_is_relative(const struct study_claim *claim)
{
    return claim->relative.method || claim->relative.projection || claim->relative.precision;
}

const char *fit_value_describe(const struct study_claim *claim, char *buffer, size_t size)
{
    const char *const other[] = {claim->relative.method, claim->relative.projection,
                                 claim->relative.precision};
    const char *before = ", relative to ";

    snprintf(buffer, size, "%s %.100s%s%.40s", term_word(TERM_CLAIM, claim->kind), claim->formula,
             claim->step ? " at h = " : "", claim->step ? claim->step : "");
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        size_t used = strlen(buffer);

        if (!other[i])
            continue;
        snprintf(buffer + used, size - used, "%s%s", before, other[i]);
        before = "/";
    }
    return buffer;
}

static const char *either(const char *first, const char *second)
{
    return first ? first : second;
}

void fit_value_name(const struct grid *grid, size_t curve, const struct study_claim *claim,
                    const char *measure, char *id, size_t size)
{
    const struct study_relative *relative = &claim->relative;
    const struct grid_curve *own = grid->curve + curve;
    const struct problem *problem = grid->problem[own->problem].problem;

    snprintf(id, size, "%s/%s/%s/%s/%s/%s", problem->model->name, problem->initial->name,
             either(relative->method, own->method.name), either(relative->projection, own->projection->name),
             either(relative->precision, grid->precision[own->precision].text), measure);
}

static bool is_same(const char *named, const char *name)
{
    return !named || strcmp(named, name) == 0;
}

bool fit_value_is_other(const struct grid *grid, const struct grid_curve *curve,
                        const struct study_claim *claim)
{
    const struct study_relative *relative = &claim->relative;

    return is_same(relative->method, curve->method.name) &&
           is_same(relative->projection, curve->projection->name) &&
           is_same(relative->precision, grid->precision[curve->precision].text);
}

/* The curve of the same data that is as the claim names it, and else as its own; the number of curves where
 * there is none. */
static size_t find_other(const struct grid *grid, size_t curve, const struct study_claim *claim)
{
    const struct grid_curve *own = grid->curve + curve;
    const struct study_relative *relative = &claim->relative;

    for (size_t i = 0; i < grid->curves; i++) {
        const struct grid_curve *other = grid->curve + i;

        if (other->problem == own->problem && fit_value_is_other(grid, other, claim) &&
            (relative->method || strcmp(other->method.name, own->method.name) == 0) &&
            (relative->projection || other->projection == own->projection) &&
            (relative->precision || other->precision == own->precision))
            return i;
    }
    return grid->curves;
}

/* The floor that the run measured beside the measure; 0 where there is none to measure. */
static double own_floor(const struct result *row, const char *measure)
{
    const struct result_value *found;
    char name[128];

    if (!verdict_has_own_floor(measure))
        return 0;
    snprintf(name, sizeof name, "%s:floor", measure);
    found = result_find(row, measure_find(NULL, name));
    return found ? found->value : NAN;
}

static struct claim_number read_curve(const struct grid *grid, const struct result *rows, size_t curve,
                                      size_t step, const char *measure)
{
    const struct grid_curve *c = grid->curve + curve;
    const struct grid_problem *p = grid->problem + c->problem;
    struct claim_number number = {.status = NUMBER_NOT_RUN, .least = NAN, .most = NAN};
    const struct result_value *found;
    const struct result *row;

    if (!c->applies || measure_refusal(measure_find(p->problem, measure), p->problem, NULL, NULL)) {
        number.status = NUMBER_NOT_APPLICABLE;
        return number;
    }
    row = rows + grid_cell_number(grid, curve, step, false);
    found = row->done ? result_find(row, measure_find(NULL, measure)) : NULL;
    if (row->done)
        number = verdict_value_read(measure, p->count[step], row->completed, found ? found->value : NAN);
    number.floor = own_floor(row, measure);
    number.step = p->step_text[step];
    return number;
}

void fit_value_find(const struct grid *grid, const struct result *rows, size_t curve, const char *measure,
                    const struct study_claim *from, struct claim_on_fit *claim)
{
    const struct grid_problem *p = grid->problem + grid->curve[curve].problem;
    struct claim_number divisor = {.status = NUMBER_NOT_RUN, .least = NAN, .most = NAN};
    size_t step, other;

    claim->value = claim->kind == CLAIM_BELOW ? claim->high : claim->kind == CLAIM_ABOVE ? claim->low : NAN;
    if (!fit_value_has_step(p, from->step, &step))
        step = 0; /* claims without their step are not made of the curve */
    claim->number = read_curve(grid, rows, curve, step, measure);
    if (!fit_value_is_relative(from))
        return;
    other = find_other(grid, curve, from);
    if (other < grid->curves)
        divisor = read_curve(grid, rows, other, step, measure);
    claim->number = verdict_value_divide(claim->number, divisor);
}
