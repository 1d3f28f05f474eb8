/* A loop or a surface as it is carried along: see poincare_snapshots.h. */
#include "measures/poincare/poincare_snapshots.h"

#include <stdlib.h>

#include "numerics/memory.h"

enum { MOST_OF_A_LOOP = 512, LINES = 5 };

static void add_time(struct poincare_snapshots *snapshots, size_t k)
{
    if (snapshots->wanted == 0 || k > snapshots->time[snapshots->wanted - 1])
        snapshots->time[snapshots->wanted++] = k;
}

static void choose_times(struct poincare_snapshots *snapshots, size_t times)
{
    const size_t parts = POINCARE_SNAPSHOTS_PARTS;

    for (size_t i = 0; i <= parts; i++)
        add_time(snapshots, i * (times - 1) / (10 * parts));
    for (size_t i = 1; i <= parts; i++)
        add_time(snapshots, i * (times - 1) / parts);
}

static void add_point(struct poincare_snapshots *snapshots, size_t member)
{
    snapshots->member[snapshots->length++] = member;
}

static void follow_loop(struct poincare_snapshots *snapshots, size_t n)
{
    size_t stride = (n + MOST_OF_A_LOOP - 1) / MOST_OF_A_LOOP;

    snapshots->member = memory_create(n + 1, sizeof *snapshots->member);
    for (size_t k = 0; k < n; k += stride)
        add_point(snapshots, k);
    add_point(snapshots, 0);
}

/* A point of a line of constant s, which is the one `across`; turned, of constant t, counted from the end. */
static void add_grid_point(struct poincare_snapshots *snapshots, size_t n, bool turned, size_t along,
                           size_t across)
{
    add_point(snapshots, turned ? along * n + (n - 1 - across) : across * n + along);
}

/* LINES is odd: the lines of constant s end at the corner opposite to the first, and those of constant t,
 * which are followed from there in the reversed order, at the first. */
static void follow_surface(struct poincare_snapshots *snapshots, size_t n)
{
    const size_t last = n - 1;

    snapshots->member = memory_create(2 * (LINES + 1) * n, sizeof *snapshots->member);
    for (int turned = 0; turned < 2; turned++) {
        size_t across = 0;

        for (size_t line = 0; line < LINES; line++) {
            const size_t next = line * last / (LINES - 1);
            const bool back = line % 2 != (size_t)turned;

            while (across + 1 < next)
                add_grid_point(snapshots, n, turned, back ? last : 0, ++across);
            across = next;
            for (size_t k = 0; k < n; k++)
                add_grid_point(snapshots, n, turned, back ? last - k : k, across);
        }
    }
}

struct poincare_snapshots *poincare_snapshots_create(int order, size_t n, size_t dimension, size_t times)
{
    struct poincare_snapshots *snapshots = memory_create(1, sizeof *snapshots);

    snapshots->dimension = dimension;
    choose_times(snapshots, times);
    if (order == 1)
        follow_loop(snapshots, n);
    else
        follow_surface(snapshots, n);
    snapshots->q = memory_create(snapshots->wanted * snapshots->length * dimension, sizeof *snapshots->q);
    return snapshots;
}

void poincare_snapshots_destroy(struct poincare_snapshots *snapshots)
{
    if (!snapshots)
        return;
    free(snapshots->member);
    free(snapshots->q);
    free(snapshots);
}

double *poincare_snapshots_take(struct poincare_snapshots *snapshots, size_t k)
{
    if (snapshots->taken == snapshots->wanted || snapshots->time[snapshots->taken] != k)
        return NULL;
    return snapshots->q + snapshots->taken++ * snapshots->length * snapshots->dimension;
}
