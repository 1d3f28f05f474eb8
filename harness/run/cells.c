/* The cells of a study: see cells.h. */
#include "harness/run/cells.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "harness/plan/grid_key.h"
#include "harness/plan/result_text.h"
#include "harness/run/job.h"
#include "numerics/memory.h"

struct cells *cells_create(const struct grid *grid, struct store *store, bool fresh)
{
    struct cells *cells = memory_create(1, sizeof *cells);

    *cells = (struct cells){.grid = grid, .store = store, .fresh = fresh};
    cells->row = memory_create(grid->cells, sizeof *cells->row);
    cells->state = memory_create(grid->cells, sizeof *cells->state);
    return cells;
}

void cells_destroy(struct cells *cells)
{
    if (!cells)
        return;
    for (size_t i = 0; i < cells->grid->cells; i++)
        result_clear(cells->row + i);
    free(cells->row);
    free(cells->state);
    free(cells);
}

static const struct grid_problem *problem_of(const struct cells *cells, size_t cell)
{
    return cells->grid->problem + cells->grid->curve[grid_cell_of(cells->grid, cell).curve].problem;
}

/* Whether the study asks for a measure that the run, which is done, does not have. */
static bool lacks_any(const struct cells *cells, size_t cell)
{
    const struct result_request request = grid_request(cells->grid, cell);

    for (size_t i = 0; i < request.measures; i++) {
        if (!measure_refusal(request.measure[i], request.cell.problem, NULL, NULL) &&
            !result_find(cells->row + cell, request.measure[i]))
            return true;
        if (result_lacks_elsewhere(cells->row + cell, &request, i))
            return true;
    }
    return false;
}

/* Whether that is one for which the trajectory has to be run again: the run had no reference. */
static bool lacks_run(const struct cells *cells, size_t cell)
{
    const struct grid_problem *p = problem_of(cells, cell);

    for (enum measure_row row = 0; row < MEASURE_ROWS; row++) {
        if (measure_is_of_solution(measure_table + row) && measure_taken(row, p->measures, p->measure) &&
            !result_find(cells->row + cell, measure_of(p->problem, row, 0)))
            return true;
    }
    return false;
}

static void count(struct cells *cells, size_t cell)
{
    cells->broke_down += !cells->row[cell].completed;
}

/* A curve that was given more bits is another one. */
static void forget_other_bits(struct cells *cells, size_t cell)
{
    long bits = grid_cell_of(cells->grid, cell).bits;

    if (cells->state[cell].bits == bits)
        return;
    if (cells->row[cell].done && !cells->row[cell].completed)
        cells->broke_down--;
    result_clear(cells->row + cell);
    cells->state[cell].asked = cells->state[cell].computed = false;
    cells->state[cell].bits = bits;
}

void cells_forget_values(struct cells *cells)
{
    for (size_t i = 0; i < cells->grid->cells; i++) {
        struct result *row = cells->row + i, ended = *row;

        ended.values = ended.histories = 0;
        ended.value = NULL;
        ended.history = NULL;
        result_clear(row);
        *row = ended;
    }
#ifdef __GLIBC__
    malloc_trim(0); /* a million small blocks, whose pages nobody else would take */
#endif
}

bool cells_look_up_one(struct cells *cells, size_t cell, struct error *error)
{
    const bool done = cells->row[cell].done;
    char key[CELL_KEY_TEXT], *line;

    grid_key_create(cells->grid, cell, key);
    if (!store_find(cells->store, STORE_CELL, key, &line, error))
        return false;
    if (line && result_text_read(cells->row + cell, problem_of(cells, cell)->problem, line) &&
        lacks_run(cells, cell))
        result_clear(cells->row + cell);
    if (cells->row[cell].done && !done) {
        cells->stored++;
        count(cells, cell);
    }
    free(line);
    return true;
}

static bool look_up(struct cells *cells, size_t begin, size_t end, struct error *error)
{
    for (size_t i = begin; i < end; i++) {
        forget_other_bits(cells, i);
        if (!grid_wants(cells->grid, i))
            continue;
        if (cells->row[i].done || cells->state[i].asked || cells->fresh)
            continue;
        cells->state[i].asked = true;
        if (!cells_look_up_one(cells, i, error))
            return false;
    }
    return true;
}

bool cells_look_up(struct cells *cells, struct error *error)
{
    return look_up(cells, 0, cells->grid->cells, error);
}

bool cells_look_up_curve(struct cells *cells, size_t curve, struct error *error)
{
    return look_up(cells, cells->grid->first_cell[curve], cells->grid->first_cell[curve + 1], error);
}

void cells_forget_asked(struct cells *cells)
{
    for (size_t i = 0; i < cells->grid->cells; i++)
        cells->state[i].asked = false;
}

bool cells_need(const struct cells *cells, size_t cell)
{
    const struct result *row = cells->row + cell;

    return grid_wants(cells->grid, cell) && !row->crashed && !row->late && !cells->state[cell].computed &&
           (!row->done || lacks_any(cells, cell));
}

size_t cells_missing(const struct cells *cells)
{
    size_t missing = 0;

    for (size_t i = 0; i < cells->grid->cells; i++) {
        const struct result *row = cells->row + i;

        missing += grid_wants(cells->grid, i) && (!row->done || row->crashed || row->late);
    }
    return missing;
}

/* The state that an earlier run left behind; NULL: there is none, or it cannot be read, which costs time. */
static char *find_state(struct cells *cells, const char *key)
{
    struct error ignored;
    char *state;

    return !cells->fresh && store_find(cells->store, STORE_CHECKPOINT, key, &state, &ignored) ? state : NULL;
}

char *cells_request(struct cells *cells, size_t cell, size_t processes)
{
    struct job job = {
        .kind = JOB_CELL,
        .number = cell,
        .bits = cells->grid->curve[grid_cell_of(cells->grid, cell).curve].bits,
        .perturbs = cells->grid->curve[grid_cell_of(cells->grid, cell).curve].perturbs,
        .processes = processes,
        .further = cells->row[cell].done,
    };
    char key[CELL_KEY_TEXT], *line;

    grid_key_create(cells->grid, cell, key);
    job.text = job.further ? NULL : find_state(cells, key);
    line = job_write(&job);
    free(job.text);
    return line;
}

/* A transaction costs as much as many small cells. */
static bool put(struct cells *cells, enum store_kind kind, const char *key, const char *label,
                const char *text, struct error *error)
{
    store_put_later(cells->store, kind, key, label, text);
    return store_flush(cells->store, STORE_DELAY, error);
}

/* Further measures join the line that is there. */
static bool put_further(struct cells *cells, const char *key, const char *id, const char *answer,
                        struct error *error)
{
    char *line, *joined;
    bool good;

    if (!store_find(cells->store, STORE_CELL, key, &line, error))
        return false;
    joined = line ? result_text_join(line, answer) : NULL;
    good = !joined || put(cells, STORE_CELL, key, id, joined, error);
    free(joined);
    free(line);
    return good;
}

bool cells_take(struct cells *cells, size_t cell, const char *answer, struct error *error)
{
    struct result *row = cells->row + cell;
    bool further = row->done;
    char key[CELL_KEY_TEXT], id[512];

    if (job_is_refused(answer, error))
        return false;
    if (!result_text_read(row, problem_of(cells, cell)->problem, answer)) {
        cells_lose(cells, cell, false);
        return true;
    }
    cells->state[cell].computed = true;
    grid_key_create(cells->grid, cell, key);
    grid_cell_id(cells->grid, cell, id, sizeof id);
    if (further)
        return put_further(cells, key, id, answer, error);
    count(cells, cell);
    return put(cells, STORE_CELL, key, id, answer, error);
}

void cells_lose(struct cells *cells, size_t cell, bool late)
{
    cells->row[cell].crashed = !late;
    cells->row[cell].late = late;
    cells->crashed += !late;
    cells->late += late;
}

bool cells_save(struct cells *cells, size_t cell, const char *note, struct error *error)
{
    const char *state = strchr(note, ' ');
    char key[CELL_KEY_TEXT], step[32];

    if (!state)
        return true;
    grid_key_create(cells->grid, cell, key);
    snprintf(step, sizeof step, "%.*s", (int)(state - note), note);
    return put(cells, STORE_CHECKPOINT, key, step, state + 1, error);
}
