/* The panel of known failures: see panel.h. */
#include "harness/judge/panel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/judge/verdict.h"
#include "models/reader/data_path.h"
#include "numerics/memory.h"

/* A line of the file, and the fit that it is. */
struct row {
    struct fit fit;
    struct problem problem;
    struct model model;
    char name[64], method[64], projection[64], measure[64];
};

struct panel {
    size_t rows;
    struct row *row;
};

/* model method projection measure status order low high error repeated bits floor repeated_floor coarse_excess */
static bool read_row(struct row *row, const char *line)
{
    struct fit *fit = &row->fit;
    char status[32];
    int found;

    *row = (struct row){.fit = {.claim = NULL}};
    found = sscanf(line, "%63s %63s %63s %63s %31s %lf %lf %lf %lf %lf %u %lf %lf %lf", row->name,
                   row->method, row->projection, row->measure, status, &fit->order.value, &fit->order.low,
                   &fit->order.high, &fit->exact.error, &fit->exact.repeated, &fit->exact.bits,
                   &fit->exact.own_floor, &fit->exact.repeated_floor, &fit->exact.coarse_excess);
    if (found < 14 || term_find(TERM_FIT, status) < 0)
        return false;
    fit->order.status = (enum fit_status)term_find(TERM_FIT, status);
    return true;
}

struct panel *panel_create(void)
{
    char *path = data_path_in_studies("panel.results"), *line = NULL;
    FILE *file = path ? fopen(path, "r") : NULL;
    struct panel *panel = memory_create(1, sizeof *panel);
    size_t size = 0;

    while (file && getline(&line, &size, file) > 0) {
        panel->row = memory_resize(panel->row, panel->rows + 1, sizeof *panel->row);
        panel->rows += read_row(panel->row + panel->rows, line);
    }
    for (size_t i = 0; i < panel->rows; i++) { /* now that they stay where they are */
        struct row *row = panel->row + i;

        row->model.name = row->name;
        row->problem.model = &row->model;
        row->fit.curve.problem = &row->problem;
        row->fit.measure = measure_find(NULL, row->measure);
        row->fit.exact.has_own_floor = verdict_has_own_floor(row->fit.measure);
        row->fit.exact.zero = verdict_find_zero(&row->fit);
    }
    if (file)
        fclose(file);
    free(line);
    free(path);
    return panel;
}

void panel_destroy(struct panel *panel)
{
    if (!panel)
        return;
    free(panel->row);
    free(panel);
}

const struct fit *panel_find_refuted(const struct panel *panel, const struct fit *member,
                                     const struct problem *here, const struct claim_on_fit *claim)
{
    for (size_t i = 0; i < panel->rows; i++) {
        const struct row *row = panel->row + i;

        if (measure_same(row->fit.measure, member->measure) &&
            strcmp(row->method, member->curve.method->name) == 0 &&
            strcmp(row->projection, member->curve.projection->name) == 0 &&
            strcmp(row->name, here->model->name) != 0 && verdict_refutes(&row->fit, claim))
            return &row->fit;
    }
    return NULL;
}
