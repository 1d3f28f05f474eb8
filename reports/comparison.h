/* Two versions of the same results: what a study says now, beside what it said before. */
#ifndef ASSAY_COMPARISON_H
#define ASSAY_COMPARISON_H

#include <jansson.h>
#include <stdbool.h>

/* {"same": fits that have nothing otherwise, "verdicts", "orders", "numbers", "missing", "new"}: lists of what has, each with
 * "study", "id", "kind" (fit or claim), "old" and "new".  Both arguments are lists of documents of studies (document.h) or
 * of values that were accepted, a document for each study with {"id", "order", "errors", "floors"} of its fits.
 *
 * A verdict is compared word for word.  An order is another one if each lies outside the interval of the other (without an
 * interval: by more than 1e-3).  A number is another one at the same step if it differs in double by more than
 * BASELINE_FLOORS of its larger floor, in MPFR by more than 1e-6 of it; what lies at a floor is not compared.  Steps that one
 * of them alone has are not compared.  The caller owns the result. */
json_t *comparison_create(const json_t *before, const json_t *after);

/* Whether nothing differs, and something was compared. */
bool comparison_is_same(const json_t *comparison);

#endif
