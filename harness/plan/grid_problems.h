/* The problems of a study: models, globs of models, initial data and parameters, multiplied out. */
#ifndef ASSAY_GRID_PROBLEMS_H
#define ASSAY_GRID_PROBLEMS_H

#include "harness/plan/grid_problem.h"
#include "integrators/methods/method.h"

/* Every model that the study names (globs match the models found, in alphabetical order, each once) with each
 * of its initial data and each combination of parameters, then the witnesses that are not among these.
 * `until` is the final time of the study, not read where that is automatic.  The array and the problems
 * (grid_problem_clear) are the caller's, also where the result is false, with a message. */
bool grid_problems_create(const struct study *study, mpq_srcptr until, struct grid_problem **problems,
                          size_t *count, struct error *error);

/* The bits that "automatic" means among the precisions: those that the highest order claimed of the methods
 * needs at the smallest steps of all problems; refinements bring the bits for theirs with them. */
long grid_problems_bits(const struct grid_problem *problem, size_t problems, const struct method *method,
                        size_t methods);

#endif
