/* Loops and surfaces of a study: see study_loop_check.h. */
#include "harness/plan/study_loop_check.h"

#include "measures/poincare/cell_poincare.h"

static bool check(const struct grid *grid, const struct problem *problem, int order, const char *name,
                  struct error *error)
{
    struct error reason;

    return !name || cell_poincare_has(problem, order, name, &reason) ||
           error_set(error, "%s: %s", grid->study->path, reason.text);
}

bool study_loop_check(const struct grid *grid, struct error *error)
{
    const struct result_settings *settings = &grid->study->settings;

    for (size_t i = 0; i < grid->problems; i++) {
        const struct problem *problem = grid->problem[i].problem;

        if (!check(grid, problem, 1, settings->loop, error) ||
            !check(grid, problem, 2, settings->surface, error))
            return false;
    }
    return true;
}
