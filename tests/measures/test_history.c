/* The history of a run against what it was made from, kept whole.
 *
 * Random walks of random lengths are recorded; every interval must have the lowest, highest and mean value of
 * its steps, computed here from all of them. Slopes are those of lines that are known. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "measures/run/history.h"

enum { CHANNELS = 3, DIMENSION = 2, MOST_STEPS = 700 };

static double random_part(unsigned long *seed)
{
    *seed = *seed * 6364136223846793005UL + 1442695040888963407UL;
    return (double)(*seed >> 11) / 9007199254740992.0 - 0.5;
}

struct walk {
    unsigned long steps;
    double value[MOST_STEPS + 1][CHANNELS], q[MOST_STEPS + 1][DIMENSION];
};

static void make(struct walk *walk, unsigned long *seed)
{
    walk->steps = 1 + (unsigned long)((random_part(seed) + 0.5) * (MOST_STEPS - 1));
    for (unsigned long n = 0; n <= walk->steps; n++) {
        for (size_t c = 0; c < CHANNELS; c++)
            walk->value[n][c] = random_part(seed);
        for (size_t i = 0; i < DIMENSION; i++)
            walk->q[n][i] = random_part(seed);
    }
}

static struct history *start(const struct walk *walk, size_t intervals)
{
    return kept(history_create(walk->steps, intervals, CHANNELS, DIMENSION, 0.45, walk->q[0]));
}

static void record(struct history *history, const struct walk *walk, unsigned long from, unsigned long to)
{
    for (unsigned long n = from; n <= to; n++)
        history_record(history, n, walk->value[n], walk->q[n]);
}

static void check_interval(const struct walk *walk, const struct history *history, size_t c, size_t k)
{
    const struct history_entry *entry = history_entries(history, c) + k;
    unsigned long first = k * history->width + 1, last = (unsigned long)entry->n;
    double low = INFINITY, high = -INFINITY, sum = 0;

    assert_int_equal(last, (k + 1) * history->width < walk->steps ? (k + 1) * history->width : walk->steps);
    for (unsigned long n = first; n <= last; n++) {
        low = fmin(low, walk->value[n][c]);
        high = fmax(high, walk->value[n][c]);
        sum += walk->value[n][c];
    }
    assert_true(entry->low == low && entry->high == high);
    assert_true(fabs(entry->mean - sum / (double)(last - first + 1)) < 1e-13);
    assert_memory_equal(history->state + (k + 1) * DIMENSION, walk->q[last], sizeof walk->q[last]);
}

static void check_totals(const struct walk *walk, const struct history *history)
{
    unsigned long first = 0;
    double largest = 0;

    for (unsigned long n = walk->steps; n >= 1; n--) {
        largest = fmax(largest, fabs(walk->value[n][0]));
        if (fabs(walk->value[n][0]) > 0.45)
            first = n;
    }
    assert_true(history->largest[0] == largest);
    assert_int_equal(*history->first_beyond, first);
}

TEST(test_intervals)
{
    static struct walk walk;
    unsigned long seed = 20261121;

    for (int round = 0; round < 300; round++) {
        size_t intervals = 1 + (size_t)((random_part(&seed) + 0.5) * 50);
        struct history *history;

        make(&walk, &seed);
        history = start(&walk, intervals);
        record(history, &walk, 1, walk.steps);
        history_finish(history);
        assert_true(history->entries <= intervals && history->entries > 0);
        for (size_t c = 0; c < CHANNELS; c++) {
            for (size_t k = 0; k < history->entries; k++)
                check_interval(&walk, history, c, k);
        }
        check_totals(&walk, history);
    }
}

/* A line of slope 3e-9 a step under an oscillation of period 10, which the means remove. */
TEST(test_slope)
{
    struct history *history = kept(history_create(10000, 50, 1, 1, 1, (double[]){0}));

    assert_true(isnan(history_slope(history, 0)));
    for (unsigned long n = 1; n <= 10000; n++)
        history_record(history, n, (double[]){3e-9 * (double)n + 1e-3 * sin(0.2 * acos(-1) * (double)n)},
                       (double[]){0});
    history_finish(history);
    assert_true(fabs(history_slope(history, 0) / 3e-9 - 1) < 1e-6);
    assert_true(fabs(history_final_part(history, 0) - 1) < 0.05);
}

TEST(test_final_part)
{
    struct history *history = kept(history_create(1000, 100, 1, 1, 1, (double[]){0}));

    for (unsigned long n = 1; n <= 1000; n++)
        history_record(history, n, (double[]){-(double)n}, (double[]){0});
    history_finish(history);
    assert_true(history_final_part(history, 0) == 10);
}
