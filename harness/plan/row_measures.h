/* Measures and histories of a row as JSON: what row.c reads back.
 *
 * A measure is [name, value, text], or [name] where nothing was measured; a history is the measure
 * "history:CHANNEL" whose value is the number of its entries and whose text holds them, entries separated by
 * ';' and their columns by blanks. */
#ifndef ASSAY_ROW_MEASURES_H
#define ASSAY_ROW_MEASURES_H

#include <jansson.h>
#include <mpfr.h>

#include "measures/run/cell_history.h"
#include "harness/plan/grid_problem.h"

#define ROW_HISTORY "history:" /* CHANNEL */
#define ROW_FLOOR   ":floor"   /* behind the name of a measure: its own floor, */
#define ROW_INITIAL ":initial" /* and the integral at the start */

void row_measures_add(json_t *measures, const char *name, mpfr_srcptr value, long bits);
/* All digits of a double; not finite: nothing was measured. */
void row_measures_add_double(json_t *measures, const char *name, double value);
void row_measures_add_history(json_t *measures, const char *channel, size_t entries, const char *text);

/* Complex numbers, as a history of that name. */
void row_measures_add_spectrum(json_t *measures, const char *name, size_t count, const double *re,
                               const double *im);

/* growth:energy and growth:INVARIANT of an ensemble, where the cell is in double and the problem takes them.
 */
void row_measures_add_growth(json_t *measures, const struct grid_problem *p, const struct cell_request *cell);

/* What the history of a run says: stable_steps, drift:CHANNEL, ..., where `kept` the history itself, and
 * where `of_observables` also their growth, which else is that of an ensemble. */
void row_measures_add_run(json_t *measures, struct cell_history *own, const struct trajectory *trajectory,
                          double step, bool kept, bool of_observables);
#endif
