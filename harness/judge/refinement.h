/* What a study runs further once its first results are there. */
#ifndef ASSAY_REFINEMENT_H
#define ASSAY_REFINEMENT_H

#include "harness/plan/grid.h"
#include "harness/judge/results.h"

enum { REFINEMENT_HALVINGS = 2, REFINEMENT_BITS = 64, REFINEMENT_MOST_BITS = 256 };

struct refinement {
    struct grid *grid;
    const struct result *rows;
    unsigned long long budget; /* residual evaluations for halvings, bits and witnesses; 0: any number */
    unsigned long long spent;  /* as predicted from the runs that are there */
};

/* Asks for two halvings more of the curves in mpfr whose slopes have not settled, or whose runs broke
 * down at large steps, as far as the study's `refine` goes, or for more bits where the floor hides their
 * finest errors; for the witnesses of claims that would be refuted; and for the repeated runs that floors and
 * exact properties are judged by, which the budget does not count.  How many curves were given cells: 0 when
 * nothing is left to do. */
size_t refinement_request(struct refinement *refinement, const struct results *results);

/* Whether the fit, which is of these results, would be given cells if the budget allows. */
bool refinement_is_due(const struct refinement *refinement, const struct results *results, size_t fit);

#endif
