/* In what order cells are run: see cell_order.h.  An array, the dearest first. */
#include "harness/run/cell_order.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

struct cell_order_entry {
    double cost;
    size_t cell;
};

static bool is_before(const struct cell_order_entry *a, const struct cell_order_entry *b)
{
    return a->cost != b->cost ? a->cost < b->cost : a->cell < b->cell;
}

void cell_order_add(struct cell_order *order, size_t cell, double cost)
{
    const struct cell_order_entry added = {cost, cell};
    size_t first = 0, last = order->count;

    if (order->count == order->capacity) {
        order->capacity = 2 * order->count + 16;
        order->entry = memory_resize(order->entry, order->capacity, sizeof *order->entry);
    }
    while (first < last) {
        const size_t middle = (first + last) / 2;

        if (is_before(order->entry + middle, &added))
            last = middle;
        else
            first = middle + 1;
    }
    memmove(order->entry + first + 1, order->entry + first, (order->count - first) * sizeof added);
    order->entry[first] = added;
    order->count++;
}

bool cell_order_take(struct cell_order *order, size_t *cell)
{
    if (!order->count)
        return false;
    *cell = order->entry[--order->count].cell;
    return true;
}

bool cell_order_take_dearest(struct cell_order *order, size_t *cell)
{
    if (!order->count)
        return false;
    *cell = order->entry[0].cell;
    memmove(order->entry, order->entry + 1, --order->count * sizeof *order->entry);
    return true;
}

void cell_order_clear(struct cell_order *order)
{
    free(order->entry);
    *order = (struct cell_order){.count = 0};
}
