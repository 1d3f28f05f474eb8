/* In what order cells are run: see cell_order.h.  A binary heap. */
#include "harness/run/cell_order.h"

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

struct cell_order_entry {
    double cost;
    size_t cell;
};

static bool is_before(const struct cell_order_entry *a, const struct cell_order_entry *b)
{
    return a->cost != b->cost ? a->cost < b->cost : a->cell < b->cell;
}

static void swap(struct cell_order_entry *a, struct cell_order_entry *b)
{
    struct cell_order_entry kept = *a;

    *a = *b;
    *b = kept;
}

void cell_order_add(struct cell_order *order, size_t cell, double cost)
{
    size_t i = order->count++;

    if (order->count > order->capacity) {
        order->capacity = 2 * order->count;
        order->entry = memory_resize(order->entry, order->capacity, sizeof *order->entry);
    }
    order->entry[i] = (struct cell_order_entry){cost, cell};
    for (; i > 0 && is_before(order->entry + i, order->entry + (i - 1) / 2); i = (i - 1) / 2)
        swap(order->entry + i, order->entry + (i - 1) / 2);
}

/* Moves the entry at i down to where it belongs. */
static void sift_down(struct cell_order *order, size_t i)
{
    for (;;) {
        size_t least = i;

        for (size_t child = 2 * i + 1; child <= 2 * i + 2 && child < order->count; child++)
            least = is_before(order->entry + child, order->entry + least) ? child : least;
        if (least == i)
            return;
        swap(order->entry + i, order->entry + least);
        i = least;
    }
}

bool cell_order_take(struct cell_order *order, size_t *cell)
{
    if (!order->count)
        return false;
    *cell = order->entry[0].cell;
    order->entry[0] = order->entry[--order->count];
    sift_down(order, 0);
    return true;
}

bool cell_order_take_dearest(struct cell_order *order, size_t *cell)
{
    size_t dearest = 0;

    if (!order->count)
        return false;
    for (size_t i = 1; i < order->count; i++)
        dearest = is_before(order->entry + dearest, order->entry + i) ? i : dearest;
    *cell = order->entry[dearest].cell;
    /* A leaf: its place is taken by the last one, which may have to rise. */
    order->entry[dearest] = order->entry[--order->count];
    for (size_t i = dearest;
         i > 0 && i < order->count && is_before(order->entry + i, order->entry + (i - 1) / 2);
         i = (i - 1) / 2)
        swap(order->entry + i, order->entry + (i - 1) / 2);
    return true;
}

void cell_order_clear(struct cell_order *order)
{
    free(order->entry);
    *order = (struct cell_order){.count = 0};
}
