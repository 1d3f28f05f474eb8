/* What was measured against what the studies expect. */
#ifndef ASSAY_GATE_H
#define ASSAY_GATE_H

#include <stdbool.h>

#include "harness/judge/baseline.h"
#include "harness/judge/results.h"
#include "numerics/error.h"

enum gate_state {
    GATE_AS_EXPECTED,
    GATE_DIFFERENT,
    GATE_INCOMPLETE /* runs that crashed or did not end leave nothing to compare */
};

/* One comparison: of a fit, of a claim as a whole, or of a run that no fit uses; the other two are NULL, and all
 * of them for values that were accepted and are not there. */
struct gate_check {
    const struct results *results;
    const struct fit *fit;
    const struct claim_result *claim;
    const struct cell *cell;
    const char *id;
    const char *issue; /* where the failure that is expected is reported; NULL */
    enum verdict expected, verdict;
    size_t broken;                         /* runs of the fit that crashed or did not end, */
    const struct cell *broken_cell;        /* and one of them */
    struct baseline_difference difference; /* from the values that were accepted */
    enum gate_state state;
    bool foreseen; /* the verdict is the one expected or an allowed one, not merely let pass */
};

struct gate_outcome {
    size_t as_expected, different, incomplete; /* together: checks */
    size_t checks;
    struct gate_check *check;
};

/* Whether `allowed` is such a list as gate_create takes; false with a message.  To be asked before hours of
 * computing. */
bool gate_accepts(const char *allowed, struct error *error);

/* Compares the verdicts of the studies, which are borrowed and must outlive the outcome.  `allowed` (NULL:
 * nothing) lists verdicts that never differ, separated by commas: inconclusive, vacuous, not-applicable.
 *
 * Without an expectation a verdict is expected to hold, and a fit may be not applicable.  The id of an
 * expectation is a claim's or names fits as fits_name does; the last one that names a fit counts.  The
 * expectation of a claim lets single fits of it hold: a claim is refuted by one of them.  A claim without an
 * expectation of its own follows the fits whose verdict was expected.  A claim that counts as a whole is one
 * check, unless runs of it are missing.
 *
 * NULL with a message when an expectation names nothing, nothing can be compared, or all is as expected but the
 * number of verdicts. */
struct gate_outcome *gate_create(size_t studies, const struct results *const *results, const char *allowed,
                                 struct error *error);
/* Compares the values of one of these studies with those that were accepted.  Where it is `whole`, what was
 * accepted and is not there differs, too. */
void gate_compare(struct gate_outcome *outcome, const struct results *results,
                  const struct baseline *baseline, bool whole);
void gate_destroy(struct gate_outcome *outcome);

/* Of all checks together: different before incomplete before as expected. */
enum gate_state gate_whole(const struct gate_outcome *outcome);

#endif
