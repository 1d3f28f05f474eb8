/* The result of one cell as a line of text, between worker and parent. */
#ifndef ASSAY_ROW_H
#define ASSAY_ROW_H

#include "harness/plan/grid.h"

#define ROW_FLOW_DEFECT "symplectic_defect:flow" /* of the exact flow over the same step: a control */

struct row_measure {
    char name[96];
    double value; /* NaN: nothing was measured */
    char *text;   /* all digits, NULL where there is no value */
};

/* What a cell left behind; owns its texts. */
struct row {
    bool done; /* false: the cell was not run, or its worker crashed (then crashed) or too slow (late) */
    bool crashed, late;
    bool completed;
    unsigned long broke_down_at;
    char reason[128];
    size_t measures;
    struct row_measure *measure; /* owned */
    unsigned long residual_evaluations, newton_iterations;
    double worst_stall;
    double seconds;
};

/* What is asked of a run. */
struct row_request {
    const struct grid *grid;
    const struct reference *reference; /* of its problem */
    size_t cell;
    size_t processes;   /* over which its ensembles are spread */
    bool further;       /* only the measures that an earlier run of the cell did not take */
    const char *resume; /* the state to go on from; NULL: from the start */
    void (*checkpoint)(void *context, unsigned long step, const char *state);
    void *context;
};

/* Runs the cell and writes its row as one line that the caller frees. */
char *row_run(const struct row_request *request);
/* Reads the line into an empty row, or adds the measures of a further run to it; false when it is not such a
 * line. */
bool row_read(struct row *row, const char *line);
/* The line with the measures of a further run added, which the caller frees; NULL when one is not a line. */
char *row_join(const char *line, const char *further);
/* Empties the row. */
void row_clear(struct row *row);
/* Whether the study asks for a measure that the row, which is done, does not have. */
bool row_lacks(const struct row *row, const struct grid_problem *problem);
/* Whether that is one for which the trajectory has to be run again: the run had no reference. */
bool row_lacks_run(const struct row *row, const struct grid_problem *problem);
/* The measure of that name, or NULL. */
const struct row_measure *row_find(const struct row *row, const char *name);

#endif
