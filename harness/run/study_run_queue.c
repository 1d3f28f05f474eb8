/* The studies of a command: see study_run.h. */
#include <stdlib.h>
#include <unistd.h>

#include "harness/plan/grid_cost.h"
#include "harness/run/study_run_parts.h"
#include "numerics/memory.h"

/* Adds what the study is predicted to compute to `work`, and gives the seconds that this usually takes. */
static bool join(struct study_run *run, struct work *work, double *seconds, struct error *error)
{
    *seconds = 0;
    run->work = work;
    if (!cells_look_up(run->cells, error))
        return false;
    for (size_t i = 0; i < run->grid->cells; i++) {
        const enum work_kind kind = work_kind_of(run->grid, i);
        const double cost = grid_cost_of(run->grid, i);

        if (!cells_need(run->cells, i) || !run->own[grid_cell_of(run->grid, i).curve])
            continue;
        run->predicted[kind] += cost;
        work_expect(work, kind, cost);
        *seconds += work_usual(kind, cost);
    }
    cells_forget_asked(run->cells); /* a study before it may compute some of them */
    return true;
}

struct study_run_queue *study_run_queue_create(struct study_run *const *runs, size_t count,
                                               struct error *error)
{
    struct study_run_queue *queue = memory_create(1, sizeof *queue);
    double *seconds = memory_create(count + 1, sizeof *seconds);
    bool good = true;

    *queue = (struct study_run_queue){.run = runs,
                                      .count = count,
                                      .order = memory_create(count + 1, sizeof *queue->order),
                                      .work = work_begin(count, isatty(STDERR_FILENO), pool_seconds()),
                                      .pool = pool_create(count ? runs[0]->jobs : 1),
                                      .keys = count > 1 ? json_object() : NULL};
    for (size_t i = 0; i < count && good; i++) {
        size_t k = i;

        runs[i]->queue = queue;
        good = join(runs[i], &queue->work, seconds + i, error);
        for (; k > 0 && seconds[queue->order[k - 1]] > seconds[i]; k--)
            queue->order[k] = queue->order[k - 1];
        queue->order[k] = i;
    }
    free(seconds);
    if (good)
        return queue;
    study_run_queue_destroy(queue);
    return NULL;
}

size_t study_run_queue_at(const struct study_run_queue *queue, size_t place)
{
    return queue->order[place];
}

void study_run_queue_destroy(struct study_run_queue *queue)
{
    if (!queue)
        return;
    pool_destroy(queue->pool);
    json_decref(queue->keys);
    free(queue->order);
    free(queue);
}
