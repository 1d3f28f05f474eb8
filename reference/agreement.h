/* How many decimal digits two computations of one state have in common. */
#ifndef ASSAY_AGREEMENT_H
#define ASSAY_AGREEMENT_H

#include <mpfr.h>
#include <stddef.h>

/* Digits in which the states of n > 0 components agree, relative to the largest component; at most the digits
 * that the lower of the two precisions holds, at least 0,
 * and 0 when a component is not finite. */
long agreement_digits(mpfr_t *first, mpfr_t *second, size_t n);

#endif
