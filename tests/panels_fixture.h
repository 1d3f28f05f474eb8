/* Runs with histories made from formulas, and panels that show them. */
#ifndef ASSAY_PANELS_FIXTURE_H
#define ASSAY_PANELS_FIXTURE_H

#include "harness/judge/results.h"

#include <math.h>
#include <string.h>

enum { ENTRIES = 20, CELLS_WITH_HISTORY = 7, BROKEN_ENTRIES = 5, PANELS_MADE = 7 };

static const char *const band_columns[] = {"time", "low", "high", "mean"};
static const char *const state_columns[] = {"time", "x", "y"};
static const char *const value_columns[] = {"time", "value"};

/* The cells: gauss-1 and gauss-2, which breaks down and leaves, without projection; gauss-2 symmetric without
 * any error; srk-3, which was not run; gauss-1 with another step, with other data, with other precision. */
struct histories {
    struct results results;
    struct cell cell[CELLS_WITH_HISTORY];
    struct cell_history history[CELLS_WITH_HISTORY][3];
    double energy[CELLS_WITH_HISTORY][ENTRIES * 4], state[CELLS_WITH_HISTORY][ENTRIES * 3],
        value[CELLS_WITH_HISTORY][ENTRIES * 2];
    struct results_panel panel[PANELS_MADE];
    struct results_figure figure[1];
};

/* In the i-th interval, from 0, energy lies between -(i+1) e-6 and 3(i+1) e-6; that of the run that breaks
 * down is 10 times as large in each interval as in the one before. */
static inline void make_entries(struct histories *made, size_t c, size_t i, size_t entries)
{
    const double time = (double)(i + 1), angle = 0.3 * time;
    const double size = c == 2 ? 0 : c == 1 ? pow(10, (double)i - 2) : 1e-6 * time;
    const double energy[] = {time, -size, 3 * size, size};
    const double state[] = {time, 3 + 2 * cos(angle) * (c == 1 ? pow(10, (double)i) : 1),
                            1 + sin(angle) * (c == 1 ? 0.5 : 1)};
    const double value[] = {time, (i % 2 ? -1e-14 : 1e-14) * time};

    memcpy(made->energy[c] + 4 * i, energy, sizeof energy);
    memcpy(made->state[c] + 3 * i, state, sizeof state);
    memcpy(made->value[c] + 2 * i, value, sizeof value);
    made->history[c][0] = (struct cell_history){"energy", 4, entries, band_columns, made->energy[c]};
    made->history[c][1] = (struct cell_history){"state", 3, entries, state_columns, made->state[c]};
    made->history[c][2] =
        (struct cell_history){"poincare_1:noncanonical", 2, entries, value_columns, made->value[c]};
}

static inline void make_histories(struct histories *made)
{
    static const struct cell cells[CELLS_WITH_HISTORY] = {
        {.id = "m/default/gauss-1/none/double/0.1", .method = "gauss-1", .projection = "none"},
        {.id = "m/default/gauss-2/none/double/0.1",
         .method = "gauss-2",
         .projection = "none",
         .status = "broke-down",
         .broke_down_at = 57},
        {.id = "m/default/gauss-2/symmetric/double/0.1", .method = "gauss-2", .projection = "symmetric"},
        {.id = "m/default/srk-3/none/double/0.1",
         .method = "srk-3",
         .projection = "none",
         .status = "not-applicable"},
        {.id = "m/default/gauss-1/none/double/0.05",
         .method = "gauss-1",
         .projection = "none",
         .step = "0.05",
         .step_value = 0.05,
         .steps = 400},
        {.id = "m/half/gauss-1/none/double/0.1",
         .method = "gauss-1",
         .projection = "none",
         .initial = "half"},
        {.id = "m/default/gauss-1/none/113/0.1",
         .method = "gauss-1",
         .projection = "none",
         .precision = "113"},
    };

    for (size_t c = 0; c < CELLS_WITH_HISTORY; c++) {
        struct cell *cell = made->cell + c;
        size_t entries = c == 1 ? BROKEN_ENTRIES : ENTRIES;

        *cell = cells[c];
        cell->model = "m";
        cell->initial = cell->initial ? cell->initial : "default";
        cell->precision = cell->precision ? cell->precision : "double";
        cell->status = cell->status ? cell->status : "completed";
        if (!cell->step) {
            cell->step = "0.1";
            cell->step_value = 0.1;
            cell->steps = 200;
        }
        for (size_t i = 0; i < entries; i++)
            make_entries(made, c, i, entries);
        cell->histories = c == 3 ? 0 : 3;
        cell->history = made->history[c];
    }
}

/* Seven panels: magnitudes of two kinds of runs, signed, means, maxima, an orbit, an integral invariant. */
static inline void make_panels(struct histories *made)
{
    static const char *const all[] = {"*"}, *const gauss[] = {"gauss-*"}, *const axes[] = {"x", "y"};
    const struct results_panel panels[PANELS_MADE] = {
        {.title = "it's _all_", .kind = "history", .draw = "magnitude", .method = all},
        {.title = "symmetric", .kind = "history", .draw = "magnitude", .method = gauss},
        {.title = "signed", .kind = "history", .draw = "signed", .method = gauss},
        {.title = "means", .kind = "history", .draw = "means", .method = gauss},
        {.title = "maxima", .kind = "maxima", .method = gauss},
        {.title = "orbit",
         .kind = "orbit",
         .draw = "points",
         .method = gauss,
         .channel = "state",
         .axes = 2,
         .axis = axes,
         .equal = true},
        {.title = "loop",
         .kind = "history",
         .draw = "signed",
         .method = gauss,
         .channel = "poincare_1:noncanonical"},
    };

    for (size_t i = 0; i < PANELS_MADE; i++) {
        struct results_panel *panel = made->panel + i;

        *panel = panels[i];
        panel->model = "m";
        panel->methods = 1;
        panel->channel = panel->channel ? panel->channel : "energy";
        panel->projection = i == 1 ? "symmetric" : "none";
        panel->precision = "double";
    }
}

enum { LOOP_TIMES = 7, LOOP_POINTS = 5 };

/* Instead of the orbit: gauss-1 keeps a loop of five points at the times 0, 1, 2, 5, 10, 15 and 20 of its run
 * of 20, a square of half side 1 + time about (3, 1); `numbers` are those of the loop. */
static inline void make_loop(struct histories *made, double *numbers, const char *kind)
{
    static const double times[LOOP_TIMES] = {0, 1, 2, 5, 10, 15, 20},
                        corners[LOOP_POINTS][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}, {1, 1}};

    for (size_t k = 0; k < LOOP_TIMES * LOOP_POINTS; k++) {
        const double time = times[k / LOOP_POINTS], *corner = corners[k % LOOP_POINTS];

        numbers[3 * k] = time;
        numbers[3 * k + 1] = 3 + (1 + time) * corner[0];
        numbers[3 * k + 2] = 1 + (1 + time) * corner[1];
    }
    made->history[0][1] = (struct cell_history){kind, 3, LOOP_TIMES * LOOP_POINTS, state_columns, numbers};
    made->panel[5].title = kind;
    made->panel[5].kind = made->panel[5].channel = kind;
    made->panel[5].draw = "run";
}

/* The whole, of which nothing has to be freed. */
static inline void make_history_results(struct histories *made)
{
    memset(made, 0, sizeof *made);
    make_histories(made);
    make_panels(made);
    made->figure[0] = (struct results_figure){.name = "fig9",
                                              .title = "Histories <1>",
                                              .source = "Kraus (2017), figure 9",
                                              .panels = PANELS_MADE,
                                              .panel = made->panel};
    made->results = (struct results){.study = "longtime",
                                     .study_path = "/data/studies/kraus2017/longtime.lua",
                                     .title = "Long runs",
                                     .source = "Kraus (2017)",
                                     .cells = CELLS_WITH_HISTORY,
                                     .cell = made->cell,
                                     .figures = 1,
                                     .figure = made->figure};
}

#endif
