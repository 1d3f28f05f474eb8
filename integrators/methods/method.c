/* Methods by name: see method.h. */
#include "integrators/methods/method.h"

#include <stdio.h>
#include <string.h>

enum { MOST_STAGES = 32 };

static bool match_family(const char *name, const struct method_family *family, struct method *method)
{
    size_t length = strlen(family->name), stages;
    const char *tableau = family->names_tableau ? name + length + 1 : name;
    struct error ignored;

    if (strlen(name) >= sizeof method->name || strncmp(name, family->name, length) != 0 ||
        name[length] != (family->names_tableau ? ':'
                         : family->has_stages  ? '-'
                                               : '\0'))
        return false;
    stages = tableau_stages(tableau, &ignored);
    if (stages < 1 || stages < family->fewest || stages > MOST_STAGES)
        return false;
    *method = (struct method){.stages = name[length] ? stages : 0, .family = family};
    snprintf(method->name, sizeof method->name, "%s", name);
    snprintf(method->tableau, sizeof method->tableau, "%s", tableau);
    return true;
}

struct tableau *method_create_tableau(const struct method *method, mpfr_prec_t precision, struct error *error)
{
    struct tableau *tableau = tableau_create(method->tableau, precision, error), *plain;

    if (!tableau || !method->family->a_alone)
        return tableau;
    plain = tableau_create_from(
        &(struct tableau){.stages = tableau->stages, .a = tableau->a, .b = tableau->b}, precision, error);
    tableau_destroy(tableau);
    return plain;
}

/* The names of a family's members: gauss-S (S from 1), rk4, runge-kutta:TABLEAU. */
static void describe_members(const struct method_family *family, char *text, size_t size)
{
    if (family->has_stages)
        snprintf(text, size, "%s-S (S from %zu)", family->name, family->fewest);
    else
        snprintf(text, size, "%s%s", family->name, family->names_tableau ? ":TABLEAU" : "");
}

bool method_find(const char *name, struct method *method, struct error *error)
{
    char known[700] = "";

    for (const struct method_family *family = method_families; family->name; family++) {
        size_t used = strlen(known);
        char members[80];

        if (match_family(name, family, method))
            return true;
        describe_members(family, members, sizeof members);
        snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "", members);
    }
    return error_set(error, "there is no method '%.60s'; write one of %s, with S up to %d", name, known,
                     MOST_STAGES);
}

bool method_listed(size_t k, struct method *method)
{
    for (const struct method_family *family = method_families; family->name; family++) {
        size_t members =
            family->has_stages ? family->most_listed - family->fewest + 1 : !family->names_tableau;
        char name[64];

        if (k >= members) {
            k -= members;
            continue;
        }
        if (family->has_stages)
            snprintf(name, sizeof name, "%s-%zu", family->name, family->fewest + k);
        else
            snprintf(name, sizeof name, "%s", family->name);
        return match_family(name, family, method);
    }
    return false;
}

enum method_refusal method_refuses(const struct method *method, const struct projection *projection,
                                   enum model_kind kind, struct error *reason)
{
    const struct method_family *family = method->family;

    if (!(family->kinds & projection->kinds & 1U << kind)) {
        error_set(reason, "it does not step on %s models", model_kind_name(kind));
        return family->kinds & 1U << kind ? METHOD_REFUSES_PROJECTION : METHOD_REFUSES_KIND;
    }
    if (!projection_projects(projection) || !family->no_projections)
        return METHOD_APPLIES;
    error_set(reason, "%s", family->no_projections);
    return METHOD_REFUSES_PROJECTION;
}

enum step_space method_space(const struct method *method, const struct projection *projection)
{
    return projection_projects(projection) ? projection_space(projection) : method->family->space;
}

int method_claimed_order(const struct method *method)
{
    return method->family->order_factor * (int)method->stages + method->family->order_offset;
}

int method_expected_order(const struct method *method)
{
    int order = method_claimed_order(method);
    struct error ignored;
    struct tableau *tableau = order ? NULL : tableau_create(method->tableau, 64, &ignored);

    if (tableau)
        order = tableau->claimed_order ? tableau->claimed_order : 2 * (int)tableau->stages;
    tableau_destroy(tableau);
    return order;
}

bool method_r_infinity(const struct method *method, int *r_infinity, struct error *error)
{
    struct tableau *tableau = tableau_create(method->tableau, 64, error);

    if (!tableau)
        return false;
    *r_infinity = tableau->r_infinity;
    tableau_destroy(tableau);
    return true;
}
