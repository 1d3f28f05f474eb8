/* Claims of families: see family_claims.h.
 *
 * A family says what it claims of its members (method.h), a projection what it keeps (projection.h), and a method that is
 * the name of a tableau is claimed to have what the coefficients prove.  What follows for a method with a projection:
 *
 *     order         solution and energy.  On degenerate Lagrangians with those projections that the family names; on
 *                   holonomic constraints with those that keep the order of a method on equations of motion
 *     symplectic    the defect of a step is zero without a projection, and with one that keeps the form
 *     symmetric     so is that of a step forwards and one back, and that of reversibility, with symmetric projections
 *     constraint    so is the distance from every constraint, with whatever projects
 *
 * A Runge-Kutta method on equations of motion keeps forms that are constant: its claim is one on such models. */
#include "harness/plan/claims/family_claims.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/grid_methods.h"
#include "integrators/tableaux/tableau_audit.h"
#include "numerics/memory.h"

enum { AUDIT_BITS = 128 };

/* What is claimed of a method; NULL: nothing. */
struct claimed {
    char order[40];                                                 /* a formula; "" where none is */
    const char *order_source, *symplectic, *symmetric, *constraint; /* the sources */
    enum method_claim_about about;                                  /* the order */
};

struct work {
    struct study *study;
    size_t room; /* of its claims; 0: not known */
    struct grid_methods methods;
    struct error *error;
};

/* ---- what a method says of itself ---- */

static void take_claims(struct claimed *claimed, const struct method *method,
                        const struct method_claim *claim)
{
    for (; claim->property; claim++) {
        const bool formula = method->stages && strchr(claim->value, 's');

        if (strcmp(claim->property, "order") == 0 && method_claimed_order(method) > 0 &&
            !strchr(claim->value, ',')) {
            snprintf(claimed->order, sizeof claimed->order, "%d", method_claimed_order(method));
            if (formula && !method->family->composes)
                snprintf(claimed->order, sizeof claimed->order, "%s", claim->value);
            claimed->order_source = claim->source;
            claimed->about = claim->about;
        }
        if (strcmp(claim->property, "symplectic") == 0)
            claimed->symplectic = claim->source;
        if (strcmp(claim->property, "symmetric") == 0)
            claimed->symmetric = claim->source;
        if (strcmp(claim->property, "constraint") == 0)
            claimed->constraint = claim->source;
    }
}

/* Of a method that uses a and b of a tableau alone. */
static void take_coefficients(struct claimed *claimed, const struct method *method)
{
    static const char source[] = "its coefficients: assay show METHOD";
    struct tableau_audit audit;
    struct error ignored;
    struct tableau *tableau = method_create_tableau(method, AUDIT_BITS, &ignored);

    if (!tableau)
        return;
    tableau_audit(tableau, &audit);
    tableau_destroy(tableau);
    snprintf(claimed->order, sizeof claimed->order, "%d", audit.order);
    claimed->order_source = source;
    claimed->symplectic = audit.symplectic ? source : NULL;
    claimed->symmetric = audit.symmetric ? source : NULL;
}

static struct claimed find_claimed(const struct method *method)
{
    struct claimed claimed = {""}, inner = {""};

    take_claims(&claimed, method, method->family->claim);
    if (!method->file && !method->family->composes && method->base->names_tableau && method->base->a_alone)
        take_coefficients(&claimed, method);
    if (method->family->composes && !method->file) { /* what is composed is kept, and tells with what */
        struct method base = *method;

        base.family = method->base;
        take_claims(&inner, &base, base.family->claim);
        if (base.family->a_alone)
            take_coefficients(&inner, &base);
        claimed.symplectic = inner.symplectic;
        claimed.about = inner.about;
    }
    return claimed;
}

/* ---- as claims of the study ---- */

/* What all claims on a property have in common. */
struct statement {
    const char *property, *text, *source;
    enum claim_kind kind;
    const char *formula;
    bool constant_form;
};

static struct study_claim *add_claim(struct work *w, const struct statement *said, const char *id,
                                     const char *measure, const char *projection)
{
    struct study *study = w->study;
    struct study_claim *claim;

    if (study->claims >= w->room) { /* what is kept is not freed before the study: few copies, therefore */
        struct study_claim *all = memory_keep(&study->kept, w->room = 2 * study->claims + 8, sizeof *all);

        if (study->claims)
            memcpy(all, study->claim, study->claims * sizeof *all);
        study->claim = all;
    }
    claim = study->claim + study->claims++;
    *claim = (struct study_claim){.id = memory_keep_string(&study->kept, id),
                                  .text = memory_keep_string(&study->kept, said->text),
                                  .source = memory_keep_string(&study->kept, said->source),
                                  .projection = memory_keep_string(&study->kept, projection),
                                  .measure = memory_keep_string(&study->kept, measure),
                                  .kind = said->kind,
                                  .formula = memory_keep_string(&study->kept, said->formula),
                                  .of_family = true,
                                  .constant_form = said->constant_form};
    claim->methods.text = memory_keep(&study->kept, w->methods.methods, sizeof(char *));
    return claim;
}

static bool is_claim(const struct study_claim *claim, const struct statement *said, const char *id,
                     const char *measure, const char *projection)
{
    return claim->of_family && strcmp(claim->id, id) == 0 && strcmp(claim->measure, measure) == 0 &&
           strcmp(claim->projection, projection) == 0 && strcmp(claim->formula, said->formula) == 0 &&
           strcmp(claim->source, said->source) == 0 && claim->constant_form == said->constant_form;
}

/* FAMILY-PROPERTY: members of which the same is said share a claim. */
static void say(struct work *w, const struct method *method, const struct statement *said,
                const char *measure, const char *projection)
{
    struct study *study = w->study;
    size_t k = 0;
    char id[STUDY_MOST_NAME];

    snprintf(id, sizeof id, "%s-%s", method->file ? method->name : method->family->name, said->property);
    while (k < study->claims && !is_claim(study->claim + k, said, id, measure, projection))
        k++;
    if (k == study->claims)
        add_claim(w, said, id, measure, projection);
    study->claim[k].methods.text[study->claim[k].methods.count++] =
        memory_keep_string(&study->kept, method->name);
}

static void say_zero(struct work *w, const struct method *method, struct statement said, const char *measure,
                     const char *projection)
{
    said.kind = CLAIM_EXACT;
    said.formula = "0";
    say(w, method, &said, measure, projection);
}

static bool acts_on_motion(const struct method *method)
{
    return method_kinds(method) >> MODEL_ODE & 1;
}

static void say_order(struct work *w, const struct method *method, const struct projection *projection,
                      const struct claimed *claimed)
{
    const bool projects = projection_projects(projection);
    const struct statement said = {"order",
                                   "The order of the solution and of the energy",
                                   claimed->order_source,
                                   CLAIM_AT_LEAST,
                                   claimed->order,
                                   false};

    if (!*claimed->order || (!projects && claimed->about != CLAIM_OF_ALL) ||
        (claimed->about == CLAIM_OF_PROJECTED_AT_ENDS && projection->project_at == PROJECTION_MIDPOINT) ||
        (projects && acts_on_motion(method) && !projection->keeps_order))
        return;
    say(w, method, &said, "solution_error", projection->name);
    say(w, method, &said, "energy_error", projection->name);
}

static void say_properties(struct work *w, const struct method *method, const struct projection *projection,
                           const struct claimed *claimed)
{
    static const char *const constraints[] = {"constraint_error:phi", "constraint_error:g",
                                              "constraint_error:psi", "constraint_error:omega"};
    const bool projects = projection_projects(projection);
    const char *const constraint = projects ? projection->source : claimed->constraint;

    if (claimed->symplectic && (!projects || (projection->keeps_form && !acts_on_motion(method))))
        say_zero(w, method,
                 (struct statement){.property = "symplectic",
                                    .text = "A step preserves the form of its space",
                                    .source = projects ? projection->keeps_form : claimed->symplectic,
                                    .constant_form = acts_on_motion(method)},
                 "symplectic_defect", projection->name);
    if (claimed->symmetric && projection->symmetric) {
        const struct statement said = {.property = "symmetric",
                                       .text = "A step backwards undoes one forwards",
                                       .source = projects ? projection->source : claimed->symmetric};
        const struct statement reversible = {.property = "reversible",
                                             .text = "A step is reversible where the model is",
                                             .source = "Hairer, Lubich, Wanner (2006), theorem V.1.5"};

        say_zero(w, method, said, "symmetry_defect", projection->name);
        say_zero(w, method, reversible, "reversibility_defect", projection->name);
    }
    for (size_t i = 0; constraint && i < sizeof constraints / sizeof *constraints; i++)
        say_zero(w, method,
                 (struct statement){.property = "constraint",
                                    .text = "The constraints are satisfied after each step",
                                    .source = constraint},
                 constraints[i], projection->name);
}

/* Whether there are models on which they step together. */
static bool applies(const struct method *method, const struct projection *projection)
{
    struct error ignored;

    for (int kind = 0; kind < MODEL_KINDS; kind++) {
        if (!method_refuses(method, projection, (enum model_kind)kind, &ignored))
            return true;
    }
    return false;
}

bool family_claims_add(struct study *study, struct error *error)
{
    struct work w = {.study = study, .error = error};
    bool good = !study->family_claims || grid_methods_read(&w.methods, study, error);

    for (size_t i = 0; good && i < w.methods.methods; i++) {
        const struct method *method = w.methods.method + i;
        const struct claimed claimed = find_claimed(method);

        for (size_t k = 0; k < w.methods.projections; k++) {
            const struct projection *projection = w.methods.projection[k];

            if (!applies(method, projection))
                continue;
            say_order(&w, method, projection, &claimed);
            say_properties(&w, method, projection, &claimed);
        }
    }
    grid_methods_clear(&w.methods);
    return good;
}
