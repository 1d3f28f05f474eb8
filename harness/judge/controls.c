/* Comparison classes: see controls.h.
 *
 * A member is a method with a projection, under the measure and the precision of the claim.  What is claimed
 * of it is what is claimed of the fit: the same value where the method is the same, or where the class is
 * that of the form.  For another method under a projection it is the value of the same formula for its own
 * number of stages, as far as the results tell: some fit of the method carries it, or the formula does not
 * depend on s, or the stages are as many.  A member of which no value is known is left out.
 *
 * On the model itself a member counts as told apart if it is refuted or its interval lies apart from
 * `exactly p` (that an order above it refutes after 12 halvings only is a caution against the claim, not
 * against the comparison), and if it broke down, which is a difference too.  It does not if it passes, and
 * neither if it could not be decided: the model may be unable to tell.
 *
 * The fits are sorted by measure, precision, method, projection and model, so that members and the groups
 * they are compared in are ranges. */
#include "harness/judge/controls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/methods/method.h"
#include "harness/judge/verdict.h"
#include "numerics/memory.h"

enum { NAMED = 3 }; /* members that a sentence names */

struct member {
    size_t begin, end; /* its fits */
    const struct method *method;
    bool common;  /* every projection is compared on the method */
    bool control; /* everything is compared with it */
};

struct group {
    size_t begin, end; /* its members */
};

struct controls {
    size_t fits, members, groups;
    const struct fit **fit; /* sorted, those that do not apply left out */
    struct member *member;
    struct group *group;
};

/* ---- the index ---- */

static int compare_group(const struct fit *a, const struct fit *b)
{
    const int measure = strcmp(a->measure, b->measure);

    return measure ? measure : strcmp(a->precision->text, b->precision->text);
}

static int compare_member(const struct fit *a, const struct fit *b)
{
    const int group = compare_group(a, b), method = strcmp(a->method->name, b->method->name);

    return group ? group : method ? method : strcmp(a->projection->name, b->projection->name);
}

static int compare_fits(const void *left, const void *right)
{
    const struct fit *a = *(const struct fit *const *)left, *b = *(const struct fit *const *)right;
    const int member = compare_member(a, b), model = strcmp(a->problem->model->name, b->problem->model->name);

    return member ? member : model ? model : strcmp(a->problem->initial->name, b->problem->initial->name);
}

static void add_member(struct controls *c, size_t begin, size_t end)
{
    static const struct {
        const char *name;
        bool common, control;
    } known[] = {
        {"gauss-1", true, false}, {"gauss-2", true, false}, {"srk-3", true, false}, {"rk4", false, true}};
    struct member *member = c->member + c->members++;

    *member = (struct member){.begin = begin, .end = end, .method = c->fit[begin]->method};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(member->method->name, known[i].name) == 0) {
            member->common = known[i].common;
            member->control = known[i].control;
        }
    }
}

static void add_groups(struct controls *c)
{
    for (size_t begin = 0, end; begin < c->fits; begin = end) {
        bool opens = begin == 0 || compare_group(c->fit[begin - 1], c->fit[begin]) != 0;

        for (end = begin + 1; end < c->fits && compare_member(c->fit[begin], c->fit[end]) == 0;)
            end++;
        if (opens)
            c->group[c->groups++].begin = c->members;
        add_member(c, begin, end);
        c->group[c->groups - 1].end = c->members;
    }
}

struct controls *controls_create(const struct results *results)
{
    struct controls *c = memory_create(1, sizeof *c);

    c->fit = memory_create(results->fits + 1, sizeof *c->fit);
    c->member = memory_create(results->fits + 1, sizeof *c->member);
    c->group = memory_create(results->fits + 1, sizeof *c->group);
    for (size_t i = 0; i < results->fits; i++) {
        if (results->fit[i].status != FIT_NOT_APPLICABLE)
            c->fit[c->fits++] = results->fit + i;
    }
    qsort(c->fit, c->fits, sizeof *c->fit, compare_fits);
    add_groups(c);
    return c;
}

void controls_destroy(struct controls *controls)
{
    if (!controls)
        return;
    free(controls->fit);
    free(controls->member);
    free(controls->group);
    free(controls);
}

/* The members with the measure and the precision of the fit. */
static struct group find_group(const struct controls *c, const struct fit *fit)
{
    for (size_t i = 0; i < c->groups; i++) {
        if (compare_group(c->fit[c->member[c->group[i].begin].begin], fit) == 0)
            return c->group[i];
    }
    return (struct group){0, 0};
}

/* ---- the class ---- */

static const struct fit *first_of(const struct controls *c, const struct member *member)
{
    return c->fit[member->begin];
}

/* Whether both solve the same equations, with their own coefficients. */
static bool has_same_form(const struct method *a, const struct method *b)
{
    return a->family && b->family && a->family->steps == b->family->steps;
}

/* Whether a fit of the method carries this formula; then its value. */
static bool find_value(const struct controls *c, struct group group, const struct method *method,
                       const struct claim_on_fit *claim, double *value)
{
    const size_t end = c->member[group.end - 1].end;

    for (size_t i = c->member[group.begin].begin; i < end; i++) {
        const struct fit *fit = c->fit[i];

        if (fit->claim && fit->method == method && fit->claim->kind == claim->kind &&
            strcmp(fit->claim->formula, claim->formula) == 0) {
            *value = fit->claim->value;
            return true;
        }
    }
    return false;
}

/* The claim on a member of the class; false where the member is none or its value is not known. */
static bool claim_member(const struct controls *c, struct group group, const struct member *own,
                         const struct member *member, struct claim_on_fit *claim)
{
    const bool projected = projection_projects(first_of(c, own)->projection);

    if (member == own)
        return false;
    if (member->control)
        return true;
    if (!projected)
        return !projection_projects(first_of(c, member)->projection) &&
               has_same_form(own->method, member->method);
    if (member->method == own->method)
        return true;
    return member->common &&
           (!strchr(claim->formula, 's') || find_value(c, group, member->method, claim, &claim->value) ||
            (member->method->stages > 0 && member->method->stages == own->method->stages));
}

/* ---- one member ---- */

enum standing { ABSENT, APART, BROKE_DOWN, PASSES, UNDECIDED };

static enum standing stand(const struct fit *fit, const struct claim_on_fit *claim)
{
    const struct verdict_evidence evidence = verdict_evidence_of(fit);
    const bool above = claim->kind == CLAIM_EXACTLY && fit->status == FIT_MEASURED &&
                       fit->low > claim->value + VERDICT_DISTANCE;

    if (above || verdict_refutes(&evidence, claim))
        return APART;
    if (verdict_agrees(&evidence, claim))
        return PASSES;
    return fit->status == FIT_BROKE_DOWN ? BROKE_DOWN : UNDECIDED;
}

/* A fit of the member on another model that refutes; NULL where there is none. */
static const struct fit *find_refuted(const struct controls *c, const struct member *member,
                                      const struct problem *here, const struct claim_on_fit *claim)
{
    for (size_t i = member->begin; i < member->end; i++) {
        const struct verdict_evidence evidence = verdict_evidence_of(c->fit[i]);

        if (!results_same_model(c->fit[i]->problem, here) && verdict_refutes(&evidence, claim))
            return c->fit[i];
    }
    return NULL;
}

/* The fit of the member on the same model: with the same initial data, or else with any. */
static const struct fit *find_here(const struct controls *c, const struct member *member,
                                   const struct fit *fit)
{
    const struct fit *here = NULL;

    for (size_t i = member->begin; i < member->end; i++) {
        const struct problem *problem = c->fit[i]->problem;

        if (results_same_model(problem, fit->problem) && (problem == fit->problem || !here))
            here = c->fit[i];
    }
    return here;
}

/* ---- the sentence ---- */

/* "order 2.00", "falls with the precision", "broke down", ... */
static const char *describe(const struct fit *fit, const struct claim_on_fit *claim, char *buffer,
                            size_t size)
{
    static const char *const words[] = {"",           "at the floor",  "not asymptotic", "too few points",
                                        "broke down", "not applicable"};
    const struct verdict_evidence evidence = verdict_evidence_of(fit);

    if (verdict_is_exact(claim) && verdict_falls(&evidence))
        snprintf(buffer, size, "%s",
                 evidence.has_own_floor ? "within its floor" : "falls with the precision");
    else if (fit->status == FIT_MEASURED)
        snprintf(buffer, size, "order %.2f", fit->order);
    else if (verdict_is_exact(claim) && verdict_is_repeated(&evidence))
        snprintf(buffer, size, "%s",
                 evidence.has_own_floor ? "above its floor" : "does not fall with the precision");
    else
        snprintf(buffer, size, "%s", words[fit->status]);
    return buffer;
}

struct tally {
    enum standing worst;
    size_t apart;
    char names[400], blind[CONTROLS_TEXT_SIZE]; /* told apart; the member it is taken for */
};

static void add_apart(struct tally *tally, const struct fit *here, enum standing standing)
{
    size_t used = strlen(tally->names);
    char value[32] = "broke down";

    if (standing == APART && here->status == FIT_MEASURED)
        snprintf(value, sizeof value, "%.2f", here->order);
    else if (standing == APART)
        snprintf(value, sizeof value, "not exact");
    if (tally->apart < NAMED)
        snprintf(tally->names + used, sizeof tally->names - used, "%s%s/%s (%s here)", used ? ", " : "",
                 here->method->name, here->projection->name, value);
    else if (tally->apart == NAMED)
        snprintf(tally->names + used, sizeof tally->names - used, ", ...");
    tally->apart++;
}

static void add_blind(struct tally *tally, const struct fit *here, const struct fit *refuted,
                      enum standing standing, const struct claim_on_fit *claim)
{
    char there[64], value[64];

    if (tally->worst == PASSES || tally->worst == standing)
        return;
    tally->worst = standing;
    snprintf(tally->blind, sizeof tally->blind,
             "cannot tell it from %s/%s: that is refuted on %s (%s) and %s here (%s)", here->method->name,
             here->projection->name, refuted->problem->model->name,
             describe(refuted, claim, there, sizeof there), standing == PASSES ? "passes" : "not decided",
             describe(here, claim, value, sizeof value));
}

static void compare(const struct controls *c, const struct member *member, const struct fit *fit,
                    const struct claim_on_fit *claim, struct tally *tally)
{
    const struct fit *refuted = find_refuted(c, member, fit->problem, claim);
    const struct fit *here = refuted ? find_here(c, member, fit) : NULL;
    const enum standing standing = here ? stand(here, claim) : ABSENT;

    if (standing == APART || standing == BROKE_DOWN)
        add_apart(tally, here, standing);
    else if (standing != ABSENT)
        add_blind(tally, here, refuted, standing, claim);
}

/* Whether fits [begin, end) have another model. */
static bool has_other_model(const struct controls *c, size_t begin, size_t end, const struct problem *here)
{
    for (size_t i = begin; i < end; i++) {
        if (!results_same_model(c->fit[i]->problem, here))
            return true;
    }
    return false;
}

/* Where no member fails elsewhere. */
static const char *explain_nothing(const struct controls *c, struct group group, const struct fit *fit)
{
    if (!has_other_model(c, 0, c->fits, fit->problem))
        return "no other model in this study: not compared";
    if (!has_other_model(c, c->member[group.begin].begin, c->member[group.end - 1].end, fit->problem))
        return "no other model with this measure in this study: not compared";
    return "no member of its class fails on another model: nothing to tell it from";
}

/* A claim about the model: the method itself fails on another one, or the check cannot fail. */
static bool tell_models_apart(const struct controls *c, const struct member *own, const struct fit *fit,
                              char *buffer, size_t size)
{
    const struct fit *refuted = find_refuted(c, own, fit->problem, fit->claim);
    char there[64];

    if (refuted)
        snprintf(buffer, size, "the same method fails on %s (%s)", refuted->problem->model->name,
                 describe(refuted, fit->claim, there, sizeof there));
    else if (has_other_model(c, own->begin, own->end, fit->problem))
        snprintf(buffer, size,
                 "cannot tell the model from the others: the same method fails on none of them");
    else
        snprintf(buffer, size, "no other model in this study: not compared");
    return refuted || !has_other_model(c, own->begin, own->end, fit->problem);
}

bool controls_tell_apart(const struct controls *c, const struct fit *fit, char *buffer, size_t size)
{
    const struct group group = find_group(c, fit);
    const struct member *own = NULL;
    struct tally tally = {.worst = ABSENT};

    for (size_t i = group.begin; i < group.end; i++) {
        if (compare_member(first_of(c, c->member + i), fit) == 0)
            own = c->member + i;
    }
    if (verdict_denies(fit->claim)) {
        snprintf(buffer, size,
                 "it says that something fails, and needs no comparison: the exact flow passes");
        return true;
    }
    if (own && fit->claim->of_model)
        return tell_models_apart(c, own, fit, buffer, size);
    for (size_t i = group.begin; own && i < group.end; i++) {
        struct claim_on_fit claim = *fit->claim;

        if (claim_member(c, group, own, c->member + i, &claim))
            compare(c, c->member + i, fit, &claim, &tally);
    }
    if (tally.worst != ABSENT)
        snprintf(buffer, size, "%s", tally.blind);
    else if (tally.apart > 0)
        snprintf(buffer, size, "told apart from %zu member%s of its class that fail%s elsewhere: %s",
                 tally.apart, tally.apart > 1 ? "s" : "", tally.apart > 1 ? "" : "s", tally.names);
    else
        snprintf(buffer, size, "%s",
                 own ? explain_nothing(c, group, fit) : "the measure does not apply: not compared");
    return tally.worst == ABSENT;
}
