/* The part of the error of a step that has a power of a small parameter, as the step goes to zero: perturbed_error.c. */
#ifndef ASSAY_PERTURBED_ERROR_H
#define ASSAY_PERTURBED_ERROR_H

#include "measures/result.h"

/* Bits of the steps by which the order is found. */
enum { PERTURBED_BITS = 512 };

/* The order of that part over h: the exponent of three steps in turn of h = 2^-12 ... 2^-60 that are clear of round-off.
 * NaN where they are not one whole number; infinity where nothing is left at any. */
double perturbed_error_order(const struct cell_request *request, int power);
/* log2 of that part of the error of one step of 2^exponent, with so many bits of it; NaN where the step is not made. */
double perturbed_error_size(const struct cell_request *request, int power, int exponent, long bits);
/* Of the parts that are asked for adds their orders under the aspect MEASURE_RUN: NaN where it is not certain, nothing of
 * those that are zero. */
void perturbed_error_add_orders(struct result *result, const struct result_request *request);

#endif
