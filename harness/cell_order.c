/* What cells cost: see cell_order.h. */
#include "harness/cell_order.h"

#include <stdlib.h>

#include "numerics/memory.h"

double cell_order_cost(const struct grid *grid, size_t cell)
{
    struct grid_cell found = grid_cell_of(grid, cell);
    const struct grid_curve *curve = grid->curve + found.curve;
    const struct grid_problem *p = grid->problem + curve->problem;
    double stages = curve->method.stages ? (double)curve->method.stages : 3;
    double d = (double)p->problem->model->dimension;
    bool in_mpfr = found.bits != CELL_DOUBLE;

    /* stages times (products of all stages, expressions), an order of magnitude more in mpfr */
    return (double)p->count[found.step] * (stages + 2) * d * (10 + stages + d) * (in_mpfr ? 12 : 1);
}

struct ordered {
    double cost;
    size_t cell;
};

static int compare(const void *a, const void *b)
{
    const struct ordered *first = a, *second = b;

    if (first->cost != second->cost)
        return first->cost < second->cost ? -1 : 1;
    return (first->cell > second->cell) - (first->cell < second->cell);
}

void cell_order_sort(size_t *cells, size_t count, const double *cost)
{
    struct ordered *ordered = memory_create(count, sizeof *ordered);

    for (size_t i = 0; i < count; i++)
        ordered[i] = (struct ordered){cost[cells[i]], cells[i]};
    qsort(ordered, count, sizeof *ordered, compare);
    for (size_t i = 0; i < count; i++)
        cells[i] = ordered[i].cell;
    free(ordered);
}
