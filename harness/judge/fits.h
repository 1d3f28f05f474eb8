/* From the rows of all cells to the results of a study: cells, fits, claims, tables, figures. */
#ifndef ASSAY_FITS_H
#define ASSAY_FITS_H

#include "harness/plan/grid.h"
#include "harness/judge/panel.h"
#include "harness/judge/results.h"

/* The results with everything they point to; `grid`, `rows` (one per cell) and `panel` are borrowed and must outlive
 * it.  Where `selected` (one per curve) is not NULL: the fits of these curves alone, without cells.  The
 * caller owns the result.  NULL with a message when a claim's formula is no order. */
struct results *fits_create(const struct grid *grid, const struct result *rows, const struct panel *panel,
                            const bool *selected, const struct provenance *provenance, struct error *error);
/* The results keep nothing of the rows, which may go: cells lose what they measured and their histories. */
void fits_forget_rows(struct results *results);
void fits_destroy(struct results *results);

/* Memory that lives as long as the results. */
void *fits_take(struct results *results, size_t count, size_t size);

#endif
