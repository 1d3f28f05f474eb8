/* An ensemble spread over processes: what ensemble_run does where it is asked for more than one. */
#ifndef ASSAY_ENSEMBLE_SHARES_H
#define ASSAY_ENSEMBLE_SHARES_H

#include "measures/ensemble/ensemble.h"

/* The result of ensemble_run, bit for bit; the observer sees its points when all processes have ended.  NULL
 * with a message in request->error when one of them was lost. */
struct ensemble *ensemble_shares_run(const struct setup *setup, const struct method_family *family,
                                     const struct ensemble_request *request);

#endif
