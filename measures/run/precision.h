/* The precision of a run as text: its arithmetic, and behind it how numbers are rounded where that is said.
 *
 *     double, 113, double:split, 113:symplectic, double:split:uncompensated, double:accepted
 *
 * What is usual (rounded coefficients, compensated sums, stages as accepted) is not written. */
#ifndef ASSAY_PRECISION_H
#define ASSAY_PRECISION_H

#include "integrators/steps/setup.h"
#include "numerics/error.h"

enum { PRECISION_DOUBLE = 0, PRECISION_LEAST_BITS = 53, PRECISION_MOST_BITS = 8192, PRECISION_TEXT = 48 };

/* bits: PRECISION_DOUBLE or those of mpfr; false with a message. */
bool precision_read(const char *text, long *bits, struct rounding *rounding, struct error *error);
void precision_write(long bits, struct rounding rounding, char text[PRECISION_TEXT]);
/* What stands behind the arithmetic: "" or ":split:uncompensated"; a part of the text. */
const char *precision_rounding(const char *text);
/* Whether the arithmetic is double, however it is rounded. */
bool precision_is_double(const char *text);

#endif
