/* In what order cells are run: the cheapest first, and of the last few the dearest, so that no worker is left
 * with a long one while the others are idle. */
#ifndef ASSAY_CELL_ORDER_H
#define ASSAY_CELL_ORDER_H

#include <stdbool.h>
#include <stddef.h>

/* Cells that wait, each once or more; all zero: none. */
struct cell_order {
    size_t count, capacity;
    struct cell_order_entry *entry;
};

void cell_order_add(struct cell_order *order, size_t cell, double cost);
/* Takes the cheapest out, and of equal ones the one with the smallest number; false when there is none. */
bool cell_order_take(struct cell_order *order, size_t *cell);
/* The same with the dearest. */
bool cell_order_take_dearest(struct cell_order *order, size_t *cell);
void cell_order_clear(struct cell_order *order);

#endif
