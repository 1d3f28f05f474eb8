/* Which claim of a study is about which curve: see grid_claim.h. */
#include "harness/plan/grid_claim.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

#include "harness/study/selection.h"
#include "numerics/exact.h"

bool grid_claim_has_step(const struct grid_problem *p, const char *step, size_t *index)
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

bool grid_claim_is_relative(const struct study_claim *claim)
{
    return claim->relative.method || claim->relative.projection || claim->relative.precision;
}

static bool is_same(const char *named, const char *name)
{
    return !named || strcmp(named, name) == 0;
}

bool grid_claim_is_other(const struct grid *grid, const struct grid_curve *curve,
                         const struct study_claim *claim)
{
    const struct study_relative *relative = &claim->relative;

    return !curve->compared && is_same(relative->method, curve->method->name) &&
           is_same(relative->projection, curve->projection->name) &&
           is_same(relative->precision, grid->precision[curve->precision].text);
}

/* Whether the form of the model is constant, as that of (q, p) is, and nothing binds the state. */
static bool has_constant_form(const struct model *model)
{
    bool constant = !model->constraints &&
                    (model->kind == MODEL_HAMILTONIAN || model->kind == MODEL_INDEX_ONE || model->symplectic);

    for (size_t i = 0; model->symplectic && i < model->moved * model->moved; i++) {
        for (size_t k = 0; constant && k < model->moved; k++)
            constant = graph_derivative(model->graph, model->symplectic[i], MODEL_BLOCK_COORDINATES, k) ==
                       graph_integer(model->graph, 0);
    }
    return constant;
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
           (!p->witness && grid_claim_has_step(p, claim->step, &step) &&
            !(grid_claim_is_relative(claim) && grid_claim_is_other(grid, curve, claim)));
}

bool grid_claim_takes_data(const struct study_claim *claim, const struct grid_problem *p)
{
    const char *name = p->problem->initial->name;

    return !claim->initials.count || p->witness || p->confirms || study_says(&claim->initials, name) ||
           study_matches(&claim->initials, name);
}

const struct study_claim *grid_claim_next(const struct grid *grid, const struct grid_curve *curve,
                                          const char *measure, const struct study_claim *after)
{
    const struct grid_problem *p = grid->problem + curve->problem;
    const struct study *study = grid->study;

    /* A claim that takes a reference is not forgotten where there is none. */
    if (!curve->applies || curve->compared ||
        measure_refusal(measure_find(p->problem, measure), p->problem, curve->method, curve->projection))
        return NULL;
    for (size_t i = after ? (size_t)(after - study->claim) + 1 : 0; i < study->claims; i++) {
        const struct study_claim *claim = study->claim + i;

        if (claim->measure[0] == measure[0] &&
            (!claim->model || strcmp(claim->model, p->problem->model->name) == 0) &&
            grid_claim_takes_data(claim, p) && strcmp(claim->measure, measure) == 0 &&
            fnmatch(claim->projection, curve->projection->name, 0) == 0 &&
            study_matches(&claim->methods, curve->method->name) && is_judged_in(grid, curve, claim) &&
            is_judged_on(grid, curve, claim) &&
            (!claim->constant_form || has_constant_form(p->problem->model)))
            return claim;
    }
    return NULL;
}

const struct study_claim *grid_claim_find(const struct grid *grid, const struct grid_curve *curve,
                                          const char *measure)
{
    return grid_claim_next(grid, curve, measure, NULL);
}

/* Whether `id` names the order of the measure on the curve. */
static bool names_order(const struct grid *grid, const char *id, const struct grid_curve *curve,
                        const char *measure)
{
    const struct problem *problem = grid->problem[curve->problem].problem;
    const char *const part[] = {problem->model->name,
                                problem->initial->name,
                                curve->method->name,
                                curve->projection->name,
                                grid->precision[curve->precision].text,
                                measure};

    return selection_matches(id, sizeof part / sizeof *part, part);
}

/* Whether `id` names a claim or an order; where only a part of the study is selected, nobody can tell. */
bool grid_claim_is_named(const struct grid *grid, const char *id)
{
    for (size_t i = 0; i < grid->study->claims; i++) {
        if (strcmp(grid->study->claim[i].id, id) == 0)
            return true;
    }
    for (size_t i = 0; i < grid->curves; i++) {
        const struct grid_problem *p = grid->problem + grid->curve[i].problem;

        for (size_t k = 0; k < p->measures; k++) {
            char text[MEASURE_TEXT];

            measure_write(p->measure[k], text);
            if (grid_claim_find(grid, grid->curve + i, text) && names_order(grid, id, grid->curve + i, text))
                return true;
        }
    }
    return grid->only || grid->focus;
}
