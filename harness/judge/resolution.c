/* What an order that holds does not see: see resolution.h.
 *
 * A part r h^q of the error is surely seen only where it is as large as the error itself at the finest step: one of a share
 * of it moves the slopes by less than orders are known to.  A coefficient that is wrong by r leaves such a part, of q = 2
 * where symmetry or the sums of coefficients, which are seen at once, keep that; of an order of 2 one less. */
#include "harness/judge/resolution.h"

#include <math.h>
#include <string.h>

#include "harness/judge/verdict.h"

/* Whether the claim on the fit is one of an order of the solution, which was seen to hold in double alone. */
static bool holds_alone(const struct fit *fit, const struct claim_result *claim)
{
    return fit->curve.alone && fit->outcome.verdict == VERDICT_HOLDS &&
           strcmp(fit->claim->id, claim->id) == 0 && !verdict_is_exact(fit->claim) &&
           !verdict_is_number(fit->claim) && measure_is_of_solution(fit->measure.measure);
}

struct resolution resolution_find(const struct results *results, const struct claim_result *claim)
{
    struct resolution found = {.error = NAN, .part = INFINITY};

    for (size_t i = 0; claim->verdict == VERDICT_HOLDS && i < results->fits; i++) {
        const struct fit *fit = results->fit + i;
        const int p = (int)round(fit->order.value), q = p > 2 ? 2 : p - 1;

        if (!fit->claim || p < 2 || !holds_alone(fit, claim))
            continue;
        for (size_t k = 0; k < fit->points.count; k++) {
            const double h = fit->points.step_values[k], part = fit->points.errors[k] / pow(h, q);

            if (fit->order.used[k] && part < found.part)
                found = (struct resolution){fit->points.errors[k], h, q, part};
        }
    }
    return found;
}
