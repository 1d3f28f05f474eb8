/* From the rows of all cells to the results of a study: cells, fits, claims, tables, figures. */
#ifndef ASSAY_FITS_H
#define ASSAY_FITS_H

#include "harness/row.h"
#include "measures/results.h"

/* The results with everything they point to; `grid` and `rows` (one per cell) are borrowed and must outlive
 * it.  The caller owns the result.  NULL with a message when a claim's formula is no order. */
struct results *fits_create(const struct grid *grid, const struct row *rows,
                            const struct provenance *provenance, struct error *error);
void fits_destroy(struct results *results);

/* Asks for all steps of the curves in mpfr whose slopes have not settled; how many curves that adds cells to.
 */
size_t fits_refine(const struct results *results, struct grid *grid);

#endif
