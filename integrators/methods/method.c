/* Methods by name: see method.h. */
#include "integrators/methods/method.h"

#include <stdio.h>
#include <string.h>

#include "integrators/formulas/formula_file.h"
#include "integrators/methods/composition_file.h"
#include "integrators/methods/tableau_file.h"
#include "integrators/tableaux/tableau_audit.h"
#include "numerics/text.h"

enum { MOST_STAGES = 32, AUDIT_BITS = 128 };

/* name:ALPHA... */
static bool match_discretization(const char *name, const struct method_family *family, struct method *method)
{
    const size_t length = strlen(family->name);

    if (strlen(name) >= sizeof method->name || strncmp(name, family->name, length) != 0)
        return false;
    *method = (struct method){.family = family, .base = family};
    snprintf(method->name, sizeof method->name, "%s", name);
    return discretization_read(name + length, family->discretization, &method->discretization);
}

static bool match_family(const char *name, const struct method_family *family, struct method *method)
{
    size_t length = strlen(family->name), stages;
    const char *tableau = family->no_tableau ? "" : family->names_tableau ? name + length + 1 : name;
    char other[sizeof method->tableau];
    struct error ignored;

    if (family->discretization)
        return match_discretization(name, family, method);
    if (family->composes || strlen(name) >= sizeof method->tableau ||
        strncmp(name, family->name, length) != 0 ||
        name[length] != (family->names_tableau ? ':'
                         : family->has_stages  ? '-'
                                               : '\0'))
        return false;
    if (family->tableau) {
        snprintf(other, sizeof other, "%s%s", family->tableau, name + length);
        tableau = other;
    }
    stages = family->no_tableau ? 1 : tableau_stages(tableau, &ignored);
    if (stages < 1 || stages < family->fewest || stages > MOST_STAGES)
        return false;
    *method = (struct method){.stages = name[length] ? stages : 0, .family = family, .base = family};
    snprintf(method->name, sizeof method->name, "%s", name);
    snprintf(method->tableau, sizeof method->tableau, "%s", tableau);
    return true;
}

/* name:METHOD:SCHEME, where METHOD may have a ':' of its own; `parts` follows the name of the family. */
static bool find_composition(const char *name, const char *parts, const struct method_family *family,
                             struct method *method, struct error *error)
{
    const char *scheme = strrchr(parts, ':');
    char base[sizeof method->tableau];

    if (!scheme || strlen(name) >= sizeof method->name || (size_t)(scheme - parts) >= sizeof base)
        return error_set(error,
                         "'%.100s' is not a composition of steps; write %s:METHOD:SCHEME, for example "
                         "%s:rk4:triple-jump-6",
                         name, family->name, family->name);
    snprintf(base, sizeof base, "%.*s", (int)(scheme - parts), parts);
    if (!method_find(base, method, error) || !composition_read(scheme + 1, &method->composition, error))
        return false;
    if (method->family->composes)
        return error_set(error, "%.60s is composed already; compose a method that is not", base);
    if (method->family->no_tableau && !method->family->symmetric && !method->family->adjoint)
        return error_set(error, "the adjoint of %.60s is not known; compose a method that has one", base);
    method->family = family;
    snprintf(method->name, sizeof method->name, "%s", name);
    return true;
}

struct tableau *method_create_coefficients(const struct method *method, mpfr_prec_t precision,
                                           struct error *error)
{
    if (method->file && method->family->no_tableau) {
        error_set(error, "%s has no tableau", method->name);
        return NULL;
    }
    if (method->file && method->file->form == METHOD_FORM_COMPOSITION)
        return method_create_coefficients(&method->file->inner, precision, error);
    return method->file ? tableau_file_evaluate(method->file, precision, error)
                        : tableau_create(method->tableau, precision, error);
}

mpfr_t *method_create_lengths(const struct method *method, mpfr_prec_t precision, size_t *count,
                              const bool **adjoint, struct error *error)
{
    *adjoint = NULL;
    if (method->family->composes && method->file) {
        *adjoint = method->file->composition.adjoint;
        return composition_file_evaluate(method->file, precision, count);
    }
    if (method->composition.scheme)
        return composition_create_coefficients(method->composition, precision, count, error);
    error_set(error, "%s composes nothing", method->name);
    return NULL;
}

struct tableau *method_create_tableau(const struct method *method, mpfr_prec_t precision, struct error *error)
{
    struct tableau *tableau, *plain;

    if (!*method->tableau || method->family->composes) {
        error_set(error, "%s has no tableau; write a method that has one, such as gauss-2", method->name);
        return NULL;
    }
    tableau = method_create_coefficients(method, precision, error);
    if (!tableau || !method->family->a_alone)
        return tableau;
    plain = tableau_create_from(
        &(struct tableau){.stages = tableau->stages, .a = tableau->a, .b = tableau->b, .c = tableau->c},
        precision, error);
    tableau_destroy(tableau);
    return plain;
}

/* The names of a family's members: gauss-S (S from 1), rk4, runge-kutta:TABLEAU. */
static void describe_members(const struct method_family *family, char *text, size_t size)
{
    if (family->has_stages)
        snprintf(text, size, "%s-S (S from %zu)", family->name, family->fewest);
    else
        snprintf(text, size, "%s%s", family->name,
                 family->names_tableau ? ":TABLEAU"
                 : family->composes    ? ":METHOD:SCHEME"
                                       : discretization_pattern(family->discretization));
}

/* A tableau that has abar beside a */
static bool refuse_pair(const struct method *method, struct error *error)
{
    struct tableau *tableau = method_create_coefficients(method, AUDIT_BITS, error);
    const bool single = tableau && !tableau->partitioned;

    if (tableau && !single)
        error_set(error,
                  "%.60s: the tableau is a pair, and %s takes a single tableau; write for example %s:gauss-2",
                  method->name, method->family->name, method->family->name);
    tableau_destroy(tableau);
    return single;
}

bool method_find(const char *name, struct method *method, struct error *error)
{
    struct text_near near = {.wanted = name};
    char known[700] = "", alike[300];

    for (const struct method_family *family = method_families; family->name; family++) {
        size_t used = strlen(known), length = strlen(family->name);
        char members[80];

        if (match_family(name, family, method))
            return !family->no_pairs || refuse_pair(method, error);
        if (family->composes && strncmp(name, family->name, length) == 0 && name[length] == ':')
            return find_composition(name, name + length + 1, family, method, error);
        describe_members(family, members, sizeof members);
        text_near_add(&near, members);
        snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", members);
    }
    if (*text_near_list(&near, true, alike, sizeof alike))
        return error_set(
            error, "there is no method '%.60s'; near: %s, with S up to %d; write one of 'assay list methods'",
            name, alike, MOST_STAGES);
    return error_set(error, "there is no method '%.60s'; write one of %s, with S up to %d", name, known,
                     MOST_STAGES);
}

/* How many members with up to `most` stages, or of one name, a list has. */
static size_t count_members(const struct method_family *family, size_t most)
{
    return family->has_stages ? most - family->fewest + 1
                              : !family->names_tableau && !family->composes && !family->discretization;
}

static bool find_member(const struct method_family *family, size_t k, struct method *method)
{
    char name[64];

    if (family->has_stages)
        snprintf(name, sizeof name, "%s-%zu", family->name, family->fewest + k);
    else
        snprintf(name, sizeof name, "%s", family->name);
    return match_family(name, family, method);
}

bool method_listed(size_t k, struct method *method)
{
    for (const struct method_family *family = method_families; family->name; family++) {
        const size_t members = count_members(family, family->most_listed);

        if (k < members)
            return find_member(family, k, method);
        k -= members;
    }
    return false;
}

bool method_taken(size_t k, struct method *method)
{
    struct error ignored; /* the names are those of the table */

    for (const struct method_family *family = method_families; family->name; family++) {
        const size_t members =
            count_members(family, family->most_taken ? family->most_taken : family->most_listed);
        size_t named = 0;

        if (k < members)
            return find_member(family, k, method);
        k -= members;
        while (family->taken && family->taken[named] && named < k)
            named++;
        if (family->taken && family->taken[named])
            return method_find(family->taken[named], method, &ignored);
        k -= named;
    }
    return false;
}

unsigned method_kinds(const struct method *method)
{
    return method->base->kinds;
}

bool method_serves(const struct method *method, long bits)
{
    return bits ? method->family->create_mpfr != NULL : method->family->create_double != NULL;
}

bool method_has_fixed_floor(const struct method *method)
{
    return !method->family->create_mpfr || (method->file && method->file->printed);
}

bool method_is_symmetric(const struct method *method)
{
    return method->family->symmetric || (method->file && method->file->symmetric);
}

static bool has_symmetric_tableau(const struct method *method)
{
    struct error ignored;
    struct tableau *tableau = method_create_coefficients(method, AUDIT_BITS, &ignored);
    struct tableau_audit audit = {.symmetric = false};

    if (tableau)
        tableau_audit_with_trees(tableau, 1, &audit);
    tableau_destroy(tableau);
    return audit.symmetric;
}

const struct method_family *method_adjoint(const struct method *method)
{
    const struct method_family *base = method->base, *family = method_families;

    if (base->adjoint_steps || base->claims_symmetry)
        return base->adjoint_steps;
    if (base->symmetric || (!base->adjoint && has_symmetric_tableau(method)))
        return NULL;
    while (base->adjoint && strcmp(family->name, base->adjoint) != 0)
        family++;
    return base->adjoint ? family : base;
}

bool method_projects(const struct method_family *family)
{
    return !family->no_projections || family->projected_kinds;
}

static void explain_kind(unsigned kinds, enum model_kind kind, struct error *reason)
{
    char list[100] = "";

    for (unsigned each = 0; kinds >> each; each++) {
        if (kinds >> each & 1U)
            error_list(list, sizeof list, model_kind_name((enum model_kind)each));
    }
    error_set(reason, "it does not step on %s models, but on those of the kind %s", model_kind_name(kind),
              list);
}

enum method_refusal method_refuses(const struct method *method, const struct projection *projection,
                                   enum model_kind kind, struct error *reason)
{
    const unsigned kinds = method_kinds(method);

    if (!(kinds & 1U << kind)) {
        explain_kind(kinds, kind, reason);
        return METHOD_REFUSES_KIND;
    }
    if (!(projection->kinds & 1U << kind)) {
        explain_kind(projection->kinds, kind, reason);
        return METHOD_REFUSES_PROJECTION;
    }
    if (!projection_projects(projection))
        return METHOD_APPLIES;
    if (method->base->no_projections && !(method->base->projected_kinds & 1U << kind))
        error_set(reason, "%s", method->base->no_projections);
    else if (method->family->composes && !(method->base->symmetric && projection->symmetric))
        error_set(reason, "the adjoint of its projected steps is not known; compose symmetric steps");
    else
        return METHOD_APPLIES;
    return METHOD_REFUSES_PROJECTION;
}

/* Of a model whose steps are made in charts: what is made of equations of motion and steps from one state to the next. */
static enum method_refusal refuses_charts(const struct method *method, const struct projection *projection,
                                          const struct model *model, struct error *reason)
{
    if (model->formulation != MODEL_CHARTS || !(method_kinds(method) & 1U << MODEL_ODE))
        return METHOD_APPLIES;
    if (projection_projects(projection)) {
        error_set(reason, "steps in charts end on the constraints, and leave nothing to project");
        return METHOD_REFUSES_PROJECTION;
    }
    if (method->base->steps && !method->base->remembers && !method->base->steps->file)
        return METHOD_APPLIES;
    error_set(reason, "it does not step in charts; write the formulation standard");
    return METHOD_REFUSES_KIND;
}

enum method_refusal method_refuses_model(const struct method *method, const struct projection *projection,
                                         const struct model *model, struct error *reason)
{
    enum method_refusal refusal = method_refuses(method, projection, model->kind, reason);

    if (!refusal)
        refusal = refuses_charts(method, projection, model, reason);
    if (!refusal && model->time_dependent && !method->base->takes_time) {
        error_set(reason, "it does not step on models whose functions depend on the time");
        return METHOD_REFUSES_KIND;
    }
    if (!refusal && model->time_dependent && model->constraints && projection_projects(projection)) {
        error_set(reason, "it does not project where functions of the model depend on the time");
        return METHOD_REFUSES_PROJECTION;
    }
    if (!refusal && method->base->free_bodies && (model->body.gravity || model->body.torque)) {
        error_set(reason, "it steps only on bodies without gravity");
        return METHOD_REFUSES_KIND;
    }
    if (!refusal && projection_projects(projection) && model->kind != MODEL_DEGENERATE &&
        !model->constraints) {
        error_set(reason, "the model has no holonomic constraints onto which it would project");
        return METHOD_REFUSES_PROJECTION;
    }
    if (!refusal && method->file && method->file->form == METHOD_FORM_MULTISTEP &&
        method_refuses_model(&method->file->inner, projection, model, reason))
        return METHOD_REFUSES_KIND;
    if (!refusal && method->base->steps && method->base->steps->file)
        refusal = formula_file_refuses(method->base->steps->file, model, reason);
    if (!refusal && !partition_serves(method->base->partition, model, reason))
        return METHOD_REFUSES_KIND;
    if (refusal || !method->family->discretization || model->lagrangian[method->discretization.lagrangian])
        return refusal;
    error_set(reason, "the model has no Hamiltonized Lagrangian of that form");
    return METHOD_REFUSES_KIND;
}

enum step_space method_space(const struct method *method, const struct projection *projection)
{
    return projection_projects(projection) && !method->base->projected_kinds ? projection_space(projection)
                                                                             : method->base->space;
}

/* That of its family alone */
static int base_order(const struct method *method)
{
    return method->base->order_factor * (int)method->stages + method->base->order_offset;
}

/* Of a composition the order of the scheme, or that of its symmetric parts, which is even, where it is higher. */
int method_claimed_order(const struct method *method)
{
    int order = base_order(method), even = order + order % 2;

    if (method->file)
        return method->family->order_offset;
    if (method->base->discretization)
        return discretization_order(&method->discretization);
    return even > method->composition.order && method->family->composes ? even
           : method->family->composes                                   ? method->composition.order
                                                                        : order;
}

int method_expected_order(const struct method *method)
{
    int order = method_claimed_order(method);
    struct error ignored;
    struct tableau *tableau = order ? NULL : method_create_coefficients(method, 64, &ignored);

    if (tableau)
        order = tableau->claimed_order ? tableau->claimed_order : 2 * (int)tableau->stages;
    tableau_destroy(tableau);
    return order;
}

bool method_r_infinity(const struct method *method, int *r_infinity, struct error *error)
{
    struct tableau *tableau = method_create_coefficients(method, 64, error);

    if (!tableau)
        return false;
    *r_infinity = tableau->r_infinity;
    tableau_destroy(tableau);
    return true;
}
