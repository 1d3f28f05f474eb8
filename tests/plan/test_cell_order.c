/* The order in which cells are run, against sorting: whatever is taken from either end is the smallest or
 * largest of what is there. */
#include "tests/fixtures/test.h"

#include "harness/run/cell_order.h"

enum { CELLS = 200, ROUNDS = 50 };

static uint64_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return *seed >> 33;
}

/* The waiting cell with the smallest (or largest) cost, and of equal ones the smallest (largest) number. */
static size_t find(const bool *waiting, const double *cost, bool dearest)
{
    size_t found = CELLS;

    for (size_t i = 0; i < CELLS; i++) {
        if (waiting[i] && (found == CELLS || (dearest ? cost[i] >= cost[found] : cost[i] < cost[found])))
            found = i;
    }
    return found;
}

TEST(test_both_ends)
{
    uint64_t seed = 20261121;

    for (int round = 0; round < ROUNDS; round++) {
        struct cell_order order = {.count = 0};
        bool waiting[CELLS] = {false};
        double cost[CELLS];
        size_t cell;

        for (size_t i = 0; i < CELLS; i++)
            cost[i] = (double)(next(&seed) % 40);
        for (size_t step = 0; step < 4 * CELLS; step++) {
            size_t i = next(&seed) % CELLS;
            bool dearest = next(&seed) % 2;

            if (!waiting[i]) {
                cell_order_add(&order, i, cost[i]);
                waiting[i] = true;
                continue;
            }
            assert_true(dearest ? cell_order_take_dearest(&order, &cell) : cell_order_take(&order, &cell));
            assert_int_equal(cell, find(waiting, cost, dearest));
            waiting[cell] = false;
        }
        while (cell_order_take(&order, &cell)) {
            assert_int_equal(cell, find(waiting, cost, false));
            waiting[cell] = false;
        }
        assert_int_equal(find(waiting, cost, false), CELLS);
        assert_false(cell_order_take_dearest(&order, &cell));
        cell_order_clear(&order);
    }
}
