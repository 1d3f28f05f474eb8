/* What breaks each relation between steps (relation.h): a method that is wrong in one way on purpose, and that is asked of
 * the same problem with the same step.  Where it keeps the relation as well, nobody could be seen to break it. */
#ifndef ASSAY_RELATION_CONTROL_H
#define ASSAY_RELATION_CONTROL_H

#include "measures/measure.h"

enum { RELATION_CONTROL_BITS = 192, RELATION_CONTROL_MORE_BITS = 320 };

/* Whether what is left of the relation in MPFR, `value`, is too much for round-off: it is not small, and does not fall with
 * the bits.  NaN and false where a step is not made. */
bool relation_control_differs(const struct measure *measure, const struct cell_request *request,
                              double *value);
/* Whether the control of the relation makes its steps on the problem of the request and keeps it; `value`: what is left.
 * The method, the projection and the bits of the request are not read. */
bool relation_control_keeps(const struct measure *measure, const struct cell_request *request, double *value);
/* That it does, with what the control is. */
const char *relation_control_sentence(const struct measure *measure);

#endif
