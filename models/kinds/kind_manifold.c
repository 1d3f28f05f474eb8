/* Checks of constraints and of initial data: see kind_manifold.h. */
#include <stdio.h> /* before mpfr.h, which then declares mpfr_snprintf */

#include "models/kinds/kind_manifold.h"

#include "models/kinds/kind.h"
#include "numerics/number_block.h"

enum { OFFERED_DIGITS = 40 };

/* The point in a form that a model file takes. */
static void write_point(const struct model_trial *w, char *text, size_t size)
{
    const size_t n = w->model->positions;
    const char between[] = {' ', '}', ',', ' ', kind_table[w->model->kind]->second, ' ', '=',
                            ' ', '{', ' ', 0};
    size_t used = (size_t)snprintf(text, size, "write { q = { ");

    for (size_t k = 0; k < 2 * n && used < size; k++)
        used += (size_t)mpfr_snprintf(text + used, size - used, "\"%.*Rg\"%s", OFFERED_DIGITS, w->point[k],
                                      k + 1 == n      ? between
                                      : k + 1 < 2 * n ? ", "
                                                      : " } }");
}

/* The group to which constraint k belongs. */
static size_t find_group(const struct system *system, size_t k)
{
    size_t group = 0;

    while (k >= system->constraint_group[group].count)
        k -= system->constraint_group[group++].count;
    return group;
}

static bool check_data(struct model_trial *w, const struct model_initial *initial, const char *const *names)
{
    double residual, left;
    const char *name =
        names[find_group(w->system, model_trial_find_worst(w, w->system->constraint, &residual))];
    char point[1000];

    if (initial->off_manifold) {
        model_trial_pass(w->model, "%s: the data lie beside the constraints, as they say (residual %.0e)",
                         initial->name, residual);
        return true;
    }
    if (model_trial_is_zero(residual)) {
        model_trial_pass(w->model, "%s: the data satisfy the constraints (residual %.0e)", initial->name,
                         residual);
        return true;
    }
    model_trial_project(w);
    model_trial_find_worst(w, w->system->constraint, &left);
    if (model_trial_is_zero(left))
        write_point(w, point, sizeof point);
    return model_trial_fail(
        w, "initial", initial->name, "the initial data '%s' are off the constraint manifold: %s = %.3g; %s",
        initial->name, name, residual,
        model_trial_is_zero(left)
            ? point
            : "no point of it is found from them; write data nearer to it, or other constraints");
}

bool kind_manifold_check(struct model_trial *w, const struct model_initial *initial,
                         const struct kind_manifold *manifold)
{
    const size_t m = manifold->gram.rows;

    if (!model_trial_is_regular(w, initial, "constraints", manifold->gram, manifold->dependent,
                                "; leave out what follows from the others") ||
        !model_trial_is_regular(w, initial, manifold->key, manifold->matrix, manifold->singular,
                                manifold->remedy))
        return false;
    model_trial_pass(w->model, "%s: the %zu constraint%s independent and %s", initial->name, m,
                     m == 1 ? " is" : "s are", manifold->determined);
    return check_data(w, initial, manifold->names);
}
