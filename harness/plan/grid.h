/* The grid of a study: its problems, methods, projections, precisions and steps, multiplied out. */
#ifndef ASSAY_GRID_H
#define ASSAY_GRID_H

#include <stdint.h>

#include "harness/plan/focus.h"
#include "harness/plan/grid_methods.h"
#include "harness/plan/grid_problem.h"
#include "measures/run/precision.h"

struct grid_precision {
    char text[PRECISION_TEXT]; /* "double" or bits, and how numbers are rounded: measures/run/precision.h */
    long bits;
    struct rounding rounding;
};

enum { GRID_REPEAT_BITS = 64, GRID_REPEAT_DOUBLE = 128 };

/* One curve: everything but the step. */
struct grid_curve {
    size_t problem, precision;
    const struct method *method;
    const struct projection *projection;
    bool applies;
    size_t steps;     /* how many of the problem's steps are run: first_steps, or more when refined */
    long bits;        /* they are run at: those of the precision, or more when refined */
    uint64_t repeats; /* bit k: step k is run again with GRID_REPEAT_BITS more (double: at 128) */
    bool perturbs;    /* but from data changed in their last bits: what is asked is how far round-off grows */
    bool compared;    /* run for comparisons alone, where a claim that holds asks for it: refinement.h */
    bool expanded;    /* an order is claimed of it: its first cell expands a run in powers of the step */
    uint64_t
        exact; /* bit k: measure k of the problem is claimed to be exact, and so asked everywhere (result.h) */
    bool exhausted;   /* the budget does not allow what it would need further */
    char reason[256]; /* why it does not */
};

/* One run: a step of a curve, or its repetition with more bits, rounded in the same way. */
struct grid_cell {
    size_t curve, step;
    bool repeat;
    bool perturbed; /* a repetition from data changed in their last bits: see grid_perturbs */
    long bits;
};

/* Pairs of a suite, which takes all there is, that do not apply for one reason. */
struct grid_refused {
    enum method_refusal by; /* the method or the projection refuses */
    char reason[256];       /* goes on from the name of what refuses */
    size_t pairs;           /* of a method and a projection on a model */
    char example[256];      /* model/method/projection */
};

struct grid {
    const struct study *study;
    const char *only;          /* the selection; NULL: everything */
    const struct focus *focus; /* the part; NULL: everything */
    const char *about;         /* an id: if it begins with a model, the others are left out */
    bool left_out;             /* models were: they are not selected */
    mpq_t until;               /* where it is the same for all problems; each problem has its own */
    size_t problems, precisions, curves, cells;
    struct grid_problem *problem;
    struct grid_methods methods; /* of the whole study */
    struct grid_precision *precision;
    struct grid_curve *curve; /* those selected, then those that these may be compared with */
    size_t *group,
        *next; /* of each curve: the first with its problem, method and projection, and the one after it; of the
                           * last `curves` */
    size_t refusals;
    struct grid_refused *refused; /* pairs that are no curves: of a suite those that do not apply */
    size_t *first_cell; /* of each curve; curves + 1 entries: cells follow by step, then the repeats */
};

/* Multiplies the study out, without references.  `only` (borrowed; NULL: everything) selects: globs for
 * consecutive parts of model/initial/method/projection/precision/measure, such as gauss-?/symmetric; `focus`
 * (borrowed; NULL: everything) what it wants.  The caller owns the result; NULL with a message, also when
 * nothing that applies is selected. */
struct grid *grid_create(const struct study *study, const char *only, const struct focus *focus,
                         struct error *error);
/* The same of the model with which the id begins, or of all: what it takes to say of an id what the whole study says. */
struct grid *grid_create_about(const struct study *study, const char *about, struct error *error);
/* Of grid_create: adds the curve if it is selected. */
void grid_add_curve(struct grid *grid, struct grid_curve curve);
/* grid_compared.c: adds the members of the comparison classes of all curves that are no curves yet.  They have no
 * steps until a claim that holds asks for them (harness/judge/refinement.h). */
void grid_compared_curves(struct grid *grid);
/* The digits asked of references: beyond the best that any precision of the study resolves. */
long grid_reference_digits(const struct grid *grid);
void grid_destroy(struct grid *grid);

/* Whether the fit of the measure on the curve is selected. */
bool grid_selects(const struct grid *grid, const struct grid_curve *curve, struct measure_id measure);
/* Why runs of the curve are not measured by it, as a sentence, which is static or the curve's own; NULL where
 * they are. */
const char *grid_refusal(const struct grid *grid, const struct grid_curve *curve, struct measure_id measure);
/* Whether the cell is among those to be run. */
bool grid_wants(const struct grid *grid, size_t cell);
/* What is asked of a run of the cell; the caller adds what is left.  The first step of a curve of which an order is
 * claimed is asked for the expansion of a run as well. */
struct result_request grid_request(const struct grid *grid, size_t cell);
/* Whether the repetitions of the curve start from data changed in their last bits, and have no more bits: its method has
 * none, or the runs are so long that round-off is not what each step leaves of it. */
bool grid_perturbs(const struct grid_curve *curve);
/* Whether a curve runs the steps between those of the other, and is the same in all else. */
bool grid_is_between(const struct grid *grid, size_t curve, size_t other);
/* What the number of a cell means, and the other way round. */
struct grid_cell grid_cell_of(const struct grid *grid, size_t cell);
size_t grid_cell_number(const struct grid *grid, size_t curve, size_t step, bool repeat);
/* model/initial/method/projection/precision; `size` of at least 400. */
void grid_curve_id(const struct grid *grid, const struct grid_curve *curve, char *id, size_t size);
/* The same with the bits of the cell, then its step. */
void grid_cell_id(const struct grid *grid, size_t cell, char *id, size_t size);

#endif
