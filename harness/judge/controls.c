/* Comparison classes: see controls.h.
 *
 * A member is a method with a projection, under the measure and the precision of the claim.  What is claimed
 * of it is what is claimed of the fit: the same value where the method is the same, or where the class is
 * that of the form.  For another method under a projection it is the value of the same formula for its own
 * number of stages, as far as the results tell: some fit of the method carries it, or the formula does not
 * depend on s, or the stages are as many.  A member of which no value is known is left out.
 *
 * What a member does where the states lie on a manifold, of holonomic constraints, says nothing on models without
 * one: there it has less to keep.  index-one:gauss-1 is symplectic on the bicycle and not on a sphere, where its stages
 * lie beside it; that is no wrong method which the bicycle failed to tell apart.
 *
 * On the model itself a member counts as told apart if it is refuted or its interval lies apart from
 * `exactly p` (that an order above it refutes after 12 halvings only is a caution against the claim, not
 * against the comparison), and if it broke down, which is a difference too.  It does not if it passes, and
 * neither if it could not be decided: the model may be unable to tell.
 *
 * The fits are sorted by measure, precision, method, projection and model, so that members are ranges. */
#include "harness/judge/controls.h"

#include <stdlib.h>
#include <string.h>

#include "harness/judge/fit_floor.h"
#include "harness/judge/panel.h"
#include "harness/judge/verdict.h"
#include "harness/plan/comparison.h"
#include "measures/step/relation_control.h"
#include "numerics/exact.h"
#include "numerics/memory.h"

/* Fits [begin, end) of the same method and projection. */
struct member {
    size_t begin, end;
};

struct controls {
    size_t fits, members;
    const struct fit **fit; /* sorted, those that do not apply left out */
    struct member *member;  /* in the same order */
    const struct panel *panel;
};

/* ---- the index ---- */

static int compare_group(const struct fit *a, const struct fit *b)
{
    const int measure = strcmp(a->measure_name, b->measure_name);

    return measure ? measure : strcmp(a->curve.precision->text, b->curve.precision->text);
}

static int compare_member(const struct fit *a, const struct fit *b)
{
    const int group = compare_group(a, b), method = strcmp(a->curve.method->name, b->curve.method->name);

    return group ? group : method ? method : strcmp(a->curve.projection->name, b->curve.projection->name);
}

static int compare_fits(const void *left, const void *right)
{
    const struct fit *a = *(const struct fit *const *)left, *b = *(const struct fit *const *)right;
    const int member = compare_member(a, b),
              model = strcmp(a->curve.problem->model->name, b->curve.problem->model->name);

    return member  ? member
           : model ? model
                   : strcmp(a->curve.problem->initial->name, b->curve.problem->initial->name);
}

/* The member whose fits begin there. */
static struct member member_at(const struct controls *c, size_t begin)
{
    struct member member = {begin, begin + 1};

    while (member.end < c->fits && compare_member(c->fit[begin], c->fit[member.end]) == 0)
        member.end++;
    return member;
}

struct controls *controls_create(const struct results *results, const struct panel *panel)
{
    struct controls *c = memory_create(1, sizeof *c);

    c->panel = panel;
    c->fit = memory_create(results->fits + results->compared + 1, sizeof *c->fit);
    for (size_t i = 0; i < results->fits + results->compared; i++) {
        if (results->fit[i].order.status != FIT_NOT_APPLICABLE && !results->fit[i].context.confirms &&
            (i < results->fits || !results->fit[i].curve.between))
            c->fit[c->fits++] = results->fit + i;
    }
    qsort(c->fit, c->fits, sizeof *c->fit, compare_fits);
    c->member = memory_create(c->fits + 1, sizeof *c->member);
    for (size_t begin = 0; begin < c->fits; begin = c->member[c->members++].end)
        c->member[c->members] = member_at(c, begin);
    return c;
}

void controls_destroy(struct controls *controls)
{
    if (!controls)
        return;
    free(controls->fit);
    free(controls->member);
    free(controls);
}

/* ---- the class ---- */

/* The members, from begin to end, whose fits have the measure and the precision of the fit. */
static struct member group_of(const struct controls *c, const struct fit *fit)
{
    size_t low = 0, high = c->members;
    struct member group;

    while (low < high) {
        const size_t middle = (low + high) / 2;

        if (compare_group(c->fit[c->member[middle].begin], fit) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    group = (struct member){low, low};
    while (group.end < c->members && compare_group(c->fit[c->member[group.end].begin], fit) == 0)
        group.end++;
    return group;
}

/* Whether a fit of the method carries this formula; then its value. */
static bool find_value(const struct controls *c, const struct fit *member, const struct claim_on_fit *claim,
                       double *value)
{
    const struct member group = group_of(c, member);

    for (size_t k = group.begin; k < group.end; k++) {
        if (c->fit[c->member[k].begin]->curve.method != member->curve.method)
            continue;
        for (size_t i = c->member[k].begin; i < c->member[k].end; i++) {
            const struct fit *fit = c->fit[i];

            if (fit->claim && fit->claim->kind == claim->kind &&
                strcmp(fit->claim->formula, claim->formula) == 0) {
                *value = fit->claim->value;
                return true;
            }
        }
    }
    return false;
}

/* The claim on a member of the class, of which a fit is given; false where it is none or its value is not known. */
static bool claim_member(const struct controls *c, const struct fit *own, const struct fit *member,
                         struct claim_on_fit *claim)
{
    if (compare_group(own, member) != 0 || !comparison_has(own->curve.method, own->curve.projection,
                                                           member->curve.method, member->curve.projection))
        return false;
    return !projection_projects(own->curve.projection) || member->curve.method == own->curve.method ||
           strcmp(member->curve.method->name, "rk4") == 0 || !strchr(claim->formula, 's') ||
           find_value(c, member, claim, &claim->value) ||
           (member->curve.method->stages > 0 && member->curve.method->stages == own->curve.method->stages);
}

/* ---- one member ---- */

enum standing { ABSENT, APART, PASSES, UNDECIDED };

static enum standing stand(const struct fit *fit, const struct claim_on_fit *claim)
{
    const bool above = claim->kind == CLAIM_EXACTLY && fit->order.status == FIT_MEASURED &&
                       fit->order.low > claim->value + VERDICT_DISTANCE;

    if (above || verdict_refutes(fit, claim))
        return APART;
    if (verdict_agrees(fit, claim))
        return PASSES;
    return fit->order.status == FIT_BROKE_DOWN ? APART : UNDECIDED;
}

static bool has_manifold(const struct problem *problem)
{
    return problem->system && problem->system->constraints > 0;
}

/* Whether what fails there has to fail here too: on another model, without a manifold unless this one has it. */
static bool is_elsewhere(const struct problem *there, const struct problem *here)
{
    return !results_same_model(there, here) && (has_manifold(here) || !has_manifold(there));
}

/* A fit of the member on another model, of the study or of the panel, that refutes; NULL where there is none.
 * Models of the panel have no manifold. */
static const struct fit *find_refuted(const struct controls *c, struct member member,
                                      const struct problem *here, const struct claim_on_fit *claim)
{
    for (size_t i = member.begin; i < member.end; i++) {
        if (is_elsewhere(c->fit[i]->curve.problem, here) && verdict_refutes(c->fit[i], claim))
            return c->fit[i];
    }
    return c->panel ? panel_find_refuted(c->panel, c->fit[member.begin], here, claim) : NULL;
}

/* The fit of the member on the same model: with the same initial data, or else with any. */
static const struct fit *find_here(const struct controls *c, struct member member, const struct problem *own)
{
    const struct fit *here = NULL;

    for (size_t i = member.begin; i < member.end; i++) {
        const struct problem *problem = c->fit[i]->curve.problem;

        if (results_same_model(problem, own) && (problem == own || !here))
            here = c->fit[i];
    }
    return here;
}

static void compare(const struct controls *c, struct member member, const struct fit *fit,
                    const struct claim_on_fit *claim, struct control *control)
{
    const struct fit *refuted = find_refuted(c, member, fit->curve.problem, claim);
    const struct fit *here = refuted ? find_here(c, member, fit->curve.problem) : NULL;
    const enum standing standing = here ? stand(here, claim) : ABSENT;

    if (standing == APART) {
        if (control->apart < CONTROL_NAMED)
            control->named[control->apart] = here;
        control->apart++;
    } else if (standing == PASSES || (standing == UNDECIDED && !control->here)) {
        if (control->kind == CONTROL_PASSES)
            return;
        control->kind = standing == PASSES ? CONTROL_PASSES : CONTROL_UNDECIDED;
        control->here = here;
        control->elsewhere = refuted;
    }
}

/* ---- where nobody fails elsewhere ---- */

/* Whether there is another model; with the measure and the precision of the fit, and with its method, too. */
static enum control_kind find_other_model(const struct controls *c, const struct fit *own)
{
    const struct member group = group_of(c, own);

    for (size_t k = group.begin; k < group.end; k++) {
        for (size_t i = c->member[k].begin; i < c->member[k].end; i++) {
            if (!results_same_model(c->fit[i]->curve.problem, own->curve.problem))
                return CONTROL_NOBODY;
        }
    }
    for (size_t i = 0; i < c->fits; i++) {
        if (!results_same_model(c->fit[i]->curve.problem, own->curve.problem))
            return CONTROL_NO_MEASURE;
    }
    return CONTROL_NO_MODEL;
}

/* A claim about the model: the method itself fails on another one, or the check cannot fail. */
static struct control compare_models(const struct controls *c, struct member own, const struct fit *fit)
{
    const struct fit *refuted = find_refuted(c, own, fit->curve.problem, fit->claim);
    bool others = false;

    for (size_t i = own.begin; i < own.end; i++)
        others |= !results_same_model(c->fit[i]->curve.problem, fit->curve.problem);
    return (struct control){.kind = refuted  ? CONTROL_MODEL
                                    : others ? CONTROL_MODELS_ALIKE
                                             : CONTROL_NO_MODEL,
                            .elsewhere = refuted};
}

/* A relation that its own control keeps at the largest usable step. */
static bool is_kept(const struct fit *fit, double *kept)
{
    const struct measure *measure = fit->measure.measure;
    const size_t k = fit_floor_coarsest(fit);
    struct cell_request request = {.problem = fit->curve.problem};
    struct error ignored;
    mpq_t step;
    bool keeps;

    if (!measure || !measure_is_relation(measure) || k == fit->points.count)
        return false;
    mpq_init(step);
    request.step = step;
    keeps = exact_parse(step, fit->points.step_sizes[k], &ignored) &&
            relation_control_keeps(measure, &request, kept);
    mpq_clear(step);
    return keeps;
}

struct control controls_compare(const struct controls *c, const struct fit *fit)
{
    const struct member group = group_of(c, fit);
    struct control control = {.kind = CONTROL_NONE};

    if (verdict_denies(fit->claim))
        return (struct control){.kind = CONTROL_DENIES};
    if (fit->order.status == FIT_NOT_APPLICABLE)
        return (struct control){.kind = CONTROL_NOT_APPLICABLE};
    if (is_kept(fit, &control.kept))
        return (struct control){.kind = CONTROL_RELATION, .kept = control.kept};
    if (fit->order.status == FIT_EXACT && measure_power(fit->measure.measure))
        return (struct control){.kind = CONTROL_ABSENT};
    for (size_t k = group.begin; k < group.end; k++) {
        const struct member member = c->member[k];
        struct claim_on_fit claim = *fit->claim;

        if (claim.of_model && compare_member(c->fit[member.begin], fit) == 0)
            return compare_models(c, member, fit);
        if (!claim.of_model && claim_member(c, fit, c->fit[member.begin], &claim))
            compare(c, member, fit, &claim, &control);
    }
    if (control.kind == CONTROL_NONE && !control.apart && fit->order.status == FIT_EXACT &&
        fit->measure.measure == measure_table + MEASURE_SOLUTION_ERROR)
        control.kind = CONTROL_ABSENT;
    if (control.kind == CONTROL_UNDECIDED && control.apart)
        control.kind = CONTROL_APART; /* the model tells some apart */
    if (control.kind == CONTROL_NONE)
        control.kind = control.apart ? CONTROL_APART : find_other_model(c, fit);
    return control;
}

bool controls_miss(const struct controls *c, const struct fit *fit, const struct fit *member)
{
    struct claim_on_fit claim = *fit->claim;

    return !claim.of_model && !verdict_denies(&claim) && claim_member(c, fit, member, &claim) && c->panel &&
           panel_find_refuted(c->panel, member, fit->curve.problem, &claim);
}

bool controls_are_blind(const struct control *control)
{
    return control->kind == CONTROL_PASSES || control->kind == CONTROL_RELATION ||
           control->kind == CONTROL_ABSENT || control->kind == CONTROL_MODELS_ALIKE;
}
