/* One problem of a study's grid: a model with initial data, its steps, its measures and its reference. */
#ifndef ASSAY_GRID_PROBLEM_H
#define ASSAY_GRID_PROBLEM_H

#include "measures/result.h"
#include "integrators/methods/method.h"
#include "harness/plan/grid_methods.h"
#include "harness/study/study.h"
#include "reference/reference.h"

enum { GRID_MOST_STEPS = 64 }; /* of one problem: they are the bits of a number in grid.h */

struct grid_problem {
    struct problem *problem;
    mpq_t until;                   /* the final time */
    bool halved;                   /* each step is half of the one before: their errors give an order */
    mpq_t default_step;            /* h0; 0 where nothing of the study is automatic */
    double rate;                   /* that it follows from (default_steps.h); 0: not found yet */
    size_t combination;            /* of the study's parameters, by its number; 0 where there are none */
    bool witness;                  /* run only where a claim would be refuted, or: */
    bool confirms;                 /* where an order holds, to measure it again */
    const struct study_part *part; /* a further run in double; NULL: it is none */
    bool between; /* where the steps of the problem `like` give no order to a method whose floor is fixed: */
    size_t like;  /* it runs steps between these, and has the same `problem`, which `like` owns */
    struct reference *reference; /* NULL until something is run */
    char *no_reference;          /* why there is none; NULL where there may be */
    double *scale;               /* of the observables */
    size_t steps, first_steps;   /* with and without the refinements */
    size_t coarser;   /* the first of them that are larger than h0: orders alone are taken from these */
    char **step_text; /* exact */
    mpq_t *step;
    unsigned long *count; /* steps of each size to the final time */
    const struct result_settings *settings;
    size_t intervals; /* of the history of a run; 0: none is kept */
    size_t
        compared; /* of the measures: those of which orders are claimed, or that they are exact, or that a figure
                         shows of methods beside those of the study */
    struct measure_id *to_compare;
    size_t measures;
    struct measure_id *measure; /* those of the study, each once, also those that the model does not have;
                                   invariant_error became those of the model; behind them: */
    size_t
        expansions; /* measures of expansions: that of a run, and those of the defects that the study claims */
};

/* Fills `grid_problem`, of which nothing is set but what it is for (`combination` to `like`), without its reference, and
 * takes `problem`, unless it is `between`; false with a message.  `until` is not read where the study's time is automatic.  grid_problem_clear is due
 * in either case. */
bool grid_problem_fill(struct grid_problem *grid_problem, const struct study *study, mpq_srcptr until,
                       struct problem *problem, struct error *error);
void grid_problem_clear(struct grid_problem *problem);
/* What runs for comparisons measure, too. */
void grid_problem_compare(struct grid_problem *problem, struct measure_id measure);
/* Multiplies all steps and the time of a problem that was filled by the factor, exact and positive, and leaves it the
 * measures of which the study claims an order. */
void grid_problem_stretch(struct grid_problem *problem, const struct study *study, const char *factor);

/* Puts in the place of the steps of a problem that was filled others that lie between them: halvings as well, to the same
 * time, of a first one that is smaller by the root of 2, as near as a whole number of steps comes to that; and leaves it the
 * measures of which the study claims an order. */
void grid_problem_interleave(struct grid_problem *problem, const struct study *study);

/* Whether the problem is run in so many bits. */
bool grid_problem_takes(const struct grid_problem *problem, long bits);
/* Whether what it takes cannot be found without the reference solution. */
bool grid_problem_needs_reference(const struct grid_problem *problem);
/* What the study says of histories, ensembles, loops and surfaces, as far as this problem's runs depend on
 * it; empty where they do not.  Returns the buffer. */
const char *grid_problem_settings(const struct grid_problem *problem, char *buffer, size_t size);

/* Which models are read: those of which `only` may select something, and the one with which the id `about` begins (none:
 * all).  NULL: all. */
struct grid_scope {
    const char *only, *about;
    const struct grid_methods *methods;
    bool *left_out; /* some were not */
};

/* ---- grid_problems.c: models, globs of models, initial data and parameters, multiplied out ---- */

/* Every model that the study names (globs match the models found, in alphabetical order, each once) with each
 * of its initial data and each combination of parameters, then the same of the
 * witnesses, as far as they are not among these; `interleaved`: then all of these on steps between theirs.
 * `until` is the final time of the study, not read where that is automatic.  The array and the problems
 * (grid_problem_clear) are the caller's, also where the result is false, with a message. */
bool grid_problems_create(const struct study *study, mpq_srcptr until, bool interleaved,
                          const struct grid_scope *scope, struct grid_problem **problems, size_t *count,
                          struct error *error);

/* The bits that "automatic" means among the precisions: those that the highest order claimed of the methods
 * needs at the smallest steps of all problems; refinements bring the bits for theirs with them. */
long grid_problems_bits(const struct grid_problem *problem, size_t problems, const struct method *method,
                        size_t methods);

#endif
