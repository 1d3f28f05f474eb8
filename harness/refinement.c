/* What a study runs further: see refinement.h. */
#include "harness/refinement.h"

#include <string.h>

#include "harness/fits.h"
#include "harness/judge.h"

/* The curves of the witness with the same method and projection, asked for as many steps. */
static size_t wake_witnesses(struct grid *grid, const struct grid_curve *refuted)
{
    const struct model *model = grid->problem[refuted->problem].problem->model;
    size_t woken = 0;

    for (size_t i = 0; i < grid->curves; i++) {
        struct grid_curve *curve = grid->curve + i;
        const struct grid_problem *p = grid->problem + curve->problem;

        if (!p->witness || curve->steps >= refuted->steps ||
            strcmp(p->problem->model->name, model->name) != 0 ||
            strcmp(curve->method.name, refuted->method.name) != 0 || curve->projection != refuted->projection)
            continue;
        curve->steps = refuted->steps;
        woken++;
    }
    return woken;
}

size_t refinement_request(const struct results *results, struct grid *grid)
{
    size_t refined = 0;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;
        struct grid_curve *curve = grid->curve + fits_curve(results, i);
        size_t all = grid->problem[curve->problem].steps;
        bool unsettled = fit->status == FIT_NOT_ASYMPTOTIC || fit->status == FIT_TOO_FEW;

        if (judge_needs_witness(fit))
            refined += wake_witnesses(grid, curve);
        if (!unsettled || curve->steps == all || grid->precision[curve->precision].bits == CELL_DOUBLE)
            continue;
        curve->steps = curve->steps + 2 < all ? curve->steps + 2 : all;
        refined++;
    }
    return refined;
}
