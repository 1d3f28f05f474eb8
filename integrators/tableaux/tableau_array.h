/* Arrays of MPFR numbers, for the setup of tableaux and their audit. */
#ifndef ASSAY_TABLEAU_ARRAY_H
#define ASSAY_TABLEAU_ARRAY_H

#include <mpfr.h>
#include <stddef.h>

/* `count` zeros of `precision` bits; the caller owns them.  Ends the program when memory runs out, as GMP
 * does. */
mpfr_t *tableau_array_create(size_t count, mpfr_prec_t precision);

/* NULL is allowed. */
void tableau_array_destroy(mpfr_t *array, size_t count);

/* Rounds every number of source to the precision of the one in target. */
void tableau_array_round(mpfr_t *target, mpfr_t *source, size_t count);

#endif
