/* Comparison classes: see comparison.h. */
#include "harness/plan/comparison.h"

#include <string.h>

#include "integrators/foreign/foreign_method.h"

/* Whether both solve the same equations, with their own coefficients; of a method that is not ours nobody knows which. */
static bool has_same_form(const struct method *a, const struct method *b)
{
    return a->family && b->family && a->base->steps == b->base->steps && !foreign_method_of(a);
}

/* Every projection is compared on these methods. */
static bool is_common(const struct method *method)
{
    return strcmp(method->name, "gauss-1") == 0 || strcmp(method->name, "gauss-2") == 0 ||
           strcmp(method->name, "srk-3") == 0;
}

const char *const comparison_linear[] = {"runge-kutta:linear-12", "runge-kutta:lobatto-iiia-iiib-2",
                                         "runge-kutta:gauss-1", "runge-kutta:uneven-midpoint", NULL};

const char *const comparison_always[] = {"rk4", "runge-kutta:lobatto-iiia-iiib-3", NULL};

static bool is_always(const struct method *method)
{
    size_t k = 0;

    while (comparison_always[k] && strcmp(comparison_always[k], method->name) != 0)
        k++;
    return comparison_always[k];
}

bool comparison_is_linear(const struct method *method)
{
    size_t k = 0;

    while (comparison_linear[k] && strcmp(comparison_linear[k], method->name) != 0)
        k++;
    return comparison_linear[k];
}

/* Its equations are those of a field, and nothing is projected. */
static bool is_of_field(const struct method *method, const struct projection *projection)
{
    return !projection_projects(projection) && method_kinds(method) & 1U << MODEL_ODE;
}

bool comparison_has(const struct method *method, const struct projection *projection,
                    const struct method *member, const struct projection *other)
{
    const bool same = strcmp(method->name, member->name) == 0;

    if (same && projection == other)
        return false;
    if (is_always(member) && !projection_projects(other))
        return true;
    if (comparison_is_linear(member) && is_of_field(method, projection) && !projection_projects(other))
        return true;
    if (!projection_projects(projection))
        return !projection_projects(other) && has_same_form(method, member);
    return same || is_common(member);
}
