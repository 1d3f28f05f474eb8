/* Curves for comparisons alone: the members of comparison classes that a study does not run.  See grid.h. */
#include "harness/plan/comparison.h"
#include "harness/plan/grid.h"

static bool has_curve(const struct grid *grid, const struct grid_curve *wanted)
{
    for (size_t i = 0; i < grid->curves; i++) {
        const struct grid_curve *curve = grid->curve + i;

        if (curve->problem == wanted->problem && curve->precision == wanted->precision &&
            curve->method == wanted->method && curve->projection == wanted->projection)
            return true;
    }
    return false;
}

/* The members of the comparison class of the curve that the study does not run. */
static void add_compared(struct grid *grid, size_t number)
{
    const struct model *model = grid->problem[grid->curve[number].problem].problem->model;

    for (size_t i = 0; i < grid->methods.all; i++) {
        for (const struct projection *row = projection_table; row->name; row++) {
            const struct grid_curve own = grid->curve[number];
            const struct grid_curve member = {.problem = own.problem,
                                              .precision = own.precision,
                                              .method = grid->methods.method + i,
                                              .projection = row,
                                              .compared = true};
            struct error ignored;

            if (comparison_is_linear(member.method) && !partition_is_linear(model))
                continue;
            if (comparison_has(own.method, own.projection, member.method, row) &&
                !method_refuses_model(member.method, row, model, &ignored) && !has_curve(grid, &member))
                grid_add_curve(grid, member);
        }
    }
}

void grid_compared_curves(struct grid *grid)
{
    const size_t own = grid->curves;

    for (size_t i = 0; i < own; i++) {
        const struct grid_problem *p = grid->problem + grid->curve[i].problem;

        if (p->compared && !p->witness)
            add_compared(grid, i);
    }
}
