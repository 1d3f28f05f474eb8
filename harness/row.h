/* The result of one cell as a line of text, between worker and parent. */
#ifndef ASSAY_ROW_H
#define ASSAY_ROW_H

#include "harness/grid.h"

enum { ROW_MOST_MEASURES = 16 };

struct row_measure {
    char name[96];
    double value; /* NaN: nothing was measured */
    char *text;   /* all digits, NULL where there is no value */
};

/* What a cell left behind; owns its texts. */
struct row {
    bool done; /* false: the cell was not run, or its worker crashed (then crashed) */
    bool crashed;
    bool completed;
    unsigned long broke_down_at;
    char reason[128];
    size_t measures;
    struct row_measure measure[ROW_MOST_MEASURES];
    unsigned long residual_evaluations, newton_iterations;
    double worst_stall;
    double seconds;
};

/* Runs the cell and writes its row as one line that the caller frees. */
char *row_run(const struct grid *grid, size_t cell);
/* Reads the line into an empty row; false when it is not such a line. */
bool row_read(struct row *row, const char *line);
void row_clear(struct row *row);
/* The measure of that name, or NULL. */
const struct row_measure *row_find(const struct row *row, const char *name);

#endif
