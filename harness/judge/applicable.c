/* Which measures apply to a curve: see applicable.h. */
#include "harness/judge/applicable.h"

#include <string.h>

#include "measures/step/cell_parasitic.h"
#include "measures/step/cell_post_projection.h"
#include "measures/measure_name.h"

static bool starts(const char *measure, const char *name)
{
    size_t length = strlen(name);

    return strncmp(measure, name, length) == 0 && (measure[length] == '\0' || measure[length] == ':');
}

static bool is_of_multiplier(const char *measure)
{
    enum poincare_form form = measure_name_form(measure);

    return form == POINCARE_CORRECTED || form == POINCARE_PRINTED;
}

static bool carries_multiplier(const struct projection *projection)
{
    return projection->perturb_at != PROJECTION_NOWHERE && projection->multiplier == PROJECTION_PREVIOUS;
}

const char *applicable_refusal(const struct grid *grid, const struct grid_curve *curve, const char *measure)
{
    const struct grid_problem *p = grid->problem + curve->problem;

    if (!curve->applies)
        return curve->reason;
    if (starts(measure, "reversibility_defect") && !p->problem->model->reversal)
        return "the model file gives no reversal";
    if (!grid_problem_knows(p, measure))
        return "the model has no such invariant";
    if (starts(measure, "parasitic") && !cell_parasitic_applies(&curve->method, curve->projection))
        return "parasitic multipliers are those of a variational method without projection, which steps on "
               "(q, p)";
    if (is_of_multiplier(measure) && !carries_multiplier(curve->projection))
        return "the corrected invariants are those of a projection that carries its multiplier from step to "
               "step";
    if (starts(measure, "post_projection_defect") &&
        !cell_post_projection_applies(&curve->method, curve->projection))
        return "the symplectic projection alone is compared with post-projection";
    return NULL;
}
