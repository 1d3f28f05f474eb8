/* One problem of a study's grid: a model with initial data, its steps, its measures and its reference. */
#ifndef ASSAY_GRID_PROBLEM_H
#define ASSAY_GRID_PROBLEM_H

#include "measures/result.h"
#include "harness/study/study.h"
#include "reference/reference.h"

struct grid_problem {
    struct problem *problem;
    mpq_t until;                 /* the final time */
    bool halved;                 /* each step is half of the one before: their errors give an order */
    mpq_t default_step;          /* h0; 0 where nothing of the study is automatic */
    bool witness;                /* run only where a claim would be refuted */
    struct reference *reference; /* NULL until something is run */
    double *scale;               /* of the observables */
    size_t steps, first_steps;   /* with and without the refinements */
    char **step_text;            /* exact */
    mpq_t *step;
    unsigned long *count; /* steps of each size to the final time */
    const struct result_settings *settings;
    size_t intervals; /* of the history of a run; 0: none is kept */
    size_t measures;
    struct measure_id *measure; /* those of the study, each once, also those that the model does not have;
                                   invariant_error became those of the model */
};

/* Fills `grid_problem`, which is all zero but for `witness`, without its reference, and takes `problem`;
 * false with a message.  `until` is not read where the study's time is automatic.  grid_problem_clear is due
 * in either case. */
bool grid_problem_fill(struct grid_problem *grid_problem, const struct study *study, mpq_srcptr until,
                       struct problem *problem, struct error *error);
void grid_problem_clear(struct grid_problem *problem);

/* Whether what it takes cannot be found without the reference solution. */
bool grid_problem_needs_reference(const struct grid_problem *problem);
/* What the study says of histories, ensembles, loops and surfaces, as far as this problem's runs depend on
 * it; empty where they do not.  Returns the buffer. */
const char *grid_problem_settings(const struct grid_problem *problem, char *buffer, size_t size);

#endif
