/* Comparison classes: see comparison.h. */
#include "harness/plan/comparison.h"

#include <string.h>

/* Whether both solve the same equations, with their own coefficients. */
static bool has_same_form(const struct method *a, const struct method *b)
{
    return a->family && b->family && a->base->steps == b->base->steps;
}

/* Every projection is compared on these methods. */
static bool is_common(const struct method *method)
{
    return strcmp(method->name, "gauss-1") == 0 || strcmp(method->name, "gauss-2") == 0 ||
           strcmp(method->name, "srk-3") == 0;
}

bool comparison_has(const struct method *method, const struct projection *projection,
                    const struct method *member, const struct projection *other)
{
    const bool same = strcmp(method->name, member->name) == 0;

    if (same && projection == other)
        return false;
    if (strcmp(member->name, "rk4") == 0 && !projection_projects(other))
        return true;
    if (!projection_projects(projection))
        return !projection_projects(other) && has_same_form(method, member);
    return same || is_common(member);
}
