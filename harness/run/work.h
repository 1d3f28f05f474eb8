/* How far a command is with the cells of its studies, and the line that says so on standard error: rewritten on a
 * terminal, and a new one every 30 seconds elsewhere.
 *
 * The time left follows from predicted costs (grid_cost.h).  What a unit of cost takes differs by some hundred between
 * kinds of cells and between studies; it is measured for each kind on the cells of the study that are done, before that
 * on those of other studies, and guessed from the other kinds where there are none. */
#ifndef ASSAY_WORK_H
#define ASSAY_WORK_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/plan/grid.h"

/* In double or in mpfr; expanded: with the expansion of a run. */
enum work_kind { WORK_DOUBLE, WORK_DOUBLE_EXPANDED, WORK_MPFR, WORK_MPFR_EXPANDED, WORK_KINDS };

/* Costs in units of grid_cost_of; seconds of workers. */
struct work_part {
    double wanted, done, seconds; /* of the study at work */
    double later;                 /* of those after it */
    double all_done, all_seconds; /* of this study and those before it */
};

struct work {
    bool terminal;
    size_t studies, study; /* how many, and which is at work, from 1 on; 0: none yet */
    struct work_part part[WORK_KINDS];
    size_t wanted, done, broke_down; /* cells of the study at work */
    /* In seconds of pool_seconds: */
    double start, shown; /* of the command; when the line was shown last */
    double since, ran;   /* since when cells are at work, 0: none are; how long they were before */
    double end;          /* when the last cell is expected to be done; 0: nothing is known */
    double share;        /* that was shown last */
};

enum { WORK_LINE = 120 };

/* `now` is pool_seconds(), here and below. */
struct work work_begin(size_t studies, bool terminal, double now);

enum work_kind work_kind_of(const struct grid *grid, size_t cell);
/* The seconds that it usually takes a processor. */
double work_usual(enum work_kind kind, double cost);
/* A later study has a cell of that kind and cost. */
void work_expect(struct work *work, enum work_kind kind, double cost);
/* The next study is at work, of which those costs were expected. */
void work_next_study(struct work *work, const double expected[WORK_KINDS]);
/* A cell of it is to be computed. */
void work_want(struct work *work, enum work_kind kind, double cost);
/* It is done, and took a worker so many seconds. */
void work_do(struct work *work, enum work_kind kind, double cost, double seconds, double now);
/* It is not computed, after all. */
void work_drop(struct work *work, enum work_kind kind, double cost);
/* Done is a cell of a later study, which a worker did that had nothing else to do. */
void work_do_ahead(struct work *work, enum work_kind kind, double cost, double seconds);
/* Workers begin and end with cells. */
void work_start(struct work *work, double now);
void work_stop(struct work *work, double now);

/* Seconds until everything is done; negative: nothing is known. */
double work_left(const struct work *work, double now);
/* "study 2 of 9: 47 %, 3 min left, 213 of 450 runs, 2 broke down": as much of it as fits into so many columns. */
void work_say(struct work *work, double now, int columns, char line[WORK_LINE]);

/* Shows the line, unless it was shown a moment ago; takes it away on a terminal. */
void work_show(struct work *work, double now);
void work_hide(const struct work *work);

#endif
