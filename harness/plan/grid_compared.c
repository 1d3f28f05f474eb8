/* Curves for comparisons alone: the members of comparison classes that a study does not run.  See grid.h. */
#include <stdlib.h>
#include <string.h>

#include "harness/plan/comparison.h"
#include "harness/plan/grid.h"
#include "numerics/memory.h"

/* Whether there is a curve with a projection of the table: of each problem, precision, method and row. */
struct known {
    const struct grid *grid;
    size_t rows;
    bool *is_there;
};

static struct known create_known(const struct grid *grid)
{
    struct known known = {.grid = grid};

    while (projection_table[known.rows].name)
        known.rows++;
    known.is_there =
        memory_create(grid->problems * grid->precisions * grid->methods.all * known.rows, sizeof(bool));
    return known;
}

static bool *find_known(const struct known *known, const struct grid_curve *curve, size_t row)
{
    const struct grid *grid = known->grid;
    const size_t method = (size_t)(curve->method - grid->methods.method),
                 number = (curve->problem * grid->precisions + curve->precision) * grid->methods.all + method;

    return known->is_there + number * known->rows + row;
}

static void note(const struct known *known, const struct grid_curve *curve)
{
    for (size_t row = 0; row < known->rows; row++) {
        if (curve->projection == projection_table + row)
            *find_known(known, curve, row) = true;
    }
}

/* NULL where there is none. */
static struct grid_curve *find_curve(const struct grid *grid, const struct grid_curve *wanted)
{
    for (size_t i = 0; i < grid->curves; i++) {
        struct grid_curve *curve = grid->curve + i;

        if (curve->problem == wanted->problem && curve->precision == wanted->precision &&
            curve->method == wanted->method && curve->projection == wanted->projection)
            return curve;
    }
    return NULL;
}

/* The members of the comparison class of the curve that the study does not run. */
static void add_compared(struct grid *grid, size_t number, const struct known *known)
{
    const struct model *model = grid->problem[grid->curve[number].problem].problem->model;

    for (size_t i = 0; i < grid->methods.all; i++) {
        for (size_t k = 0; k < known->rows; k++) {
            const struct projection *row = projection_table + k;
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
                !*find_known(known, &member, k) &&
                !method_refuses_model(member.method, row, model, &ignored)) {
                note(known, &member);
                grid_add_curve(grid, member);
            }
        }
    }
}

/* A method that stands in a figure beside those of the study: it runs as they do. */
static void add_beside(struct grid *grid, const struct study_figure *figure, const struct grid_curve *own,
                       const char *name, const struct known *known)
{
    struct grid_problem *p = grid->problem + own->problem;
    struct grid_curve member = {.problem = own->problem,
                                .precision = own->precision,
                                .projection = own->projection,
                                .compared = true};
    struct grid_curve *curve;
    struct error ignored;

    for (size_t i = 0; i < grid->methods.all && !member.method; i++)
        member.method = strcmp(grid->methods.method[i].name, name) == 0 ? grid->methods.method + i : NULL;
    if (!member.method || strcmp(p->problem->model->name, figure->model) != 0 || p->witness ||
        strcmp(grid->precision[own->precision].text, figure->precision) != 0 ||
        method_refuses_model(member.method, member.projection, p->problem->model, &ignored))
        return;
    for (size_t i = 0; i < figure->measures.count; i++)
        grid_problem_compare(p, measure_find(p->problem, figure->measures.text[i]));
    if (!find_curve(grid, &member)) {
        note(known, &member);
        grid_add_curve(grid, member);
    }
    curve = find_curve(grid, &member);
    if (curve && curve->compared)
        curve->steps = p->first_steps;
}

/* Of each figure with the problems, projections and precisions of the curve. */
static void add_all_beside(struct grid *grid, size_t number, const struct known *known)
{
    for (size_t i = 0; i < grid->study->figures; i++) {
        const struct study_figure *figure = grid->study->figure + i;

        for (size_t k = 0; k < figure->beside.count; k++) {
            const struct grid_curve own = grid->curve[number];

            add_beside(grid, figure, &own, figure->beside.text[k], known);
        }
    }
}

void grid_compared_curves(struct grid *grid)
{
    const size_t own = grid->curves;
    const struct known known = create_known(grid);

    for (size_t i = 0; i < own; i++)
        note(&known, grid->curve + i);
    for (size_t i = 0; i < own; i++) {
        const struct grid_problem *p = grid->problem + grid->curve[i].problem;

        if (p->between)
            continue;
        if (p->compared && !p->witness)
            add_compared(grid, i, &known);
        add_all_beside(grid, i, &known);
    }
    free(known.is_there);
}
