/* The outcome of a gate as JUnit XML, which CI systems read. */
#ifndef ASSAY_JUNIT_H
#define ASSAY_JUNIT_H

#include <stdbool.h>

#include "harness/judge/gate.h"

/* Writes the file; false with a message.  One test suite per study and model, and one for the claims as a
 * whole.  What is as expected passes, vacuous and not applicable are skipped, as is what was expected or
 * allowed to be inconclusive; what is incomplete is an error, everything else a failure.  No times: two runs
 * with the same results write the same bytes. */
bool junit_write(const struct gate_outcome *outcome, const char *path, struct error *error);

#endif
