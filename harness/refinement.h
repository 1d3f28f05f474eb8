/* What a study runs further once its first results are there. */
#ifndef ASSAY_REFINEMENT_H
#define ASSAY_REFINEMENT_H

#include "harness/grid.h"
#include "measures/results.h"

/* Asks for two halvings more of the curves in mpfr whose slopes have not settled, as far as the study's
 * `refine` goes, and for the witnesses of claims that would be refuted; how many curves that adds cells to.
 */
size_t refinement_request(const struct results *results, struct grid *grid);

#endif
