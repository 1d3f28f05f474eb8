/* Many MPFR numbers of one precision in one piece of memory.
 *
 * Thousands of coefficients that are read in sequence should lie in sequence; one allocation also makes
 * ownership simple.  The numbers are used as any other, except that they must not be cleared, swapped or
 * given another precision. */
#ifndef ASSAY_NUMBER_BLOCK_H
#define ASSAY_NUMBER_BLOCK_H

#include <mpfr.h>
#include <stddef.h>

/* `count` numbers, all +0; the i-th is at result + i.  The caller owns the block. */
mpfr_ptr number_block_create(size_t count, mpfr_prec_t precision);
void number_block_destroy(mpfr_ptr block);
/* The same as an array of mpfr_t; NULL is allowed. */
mpfr_t *number_block_create_array(size_t count, mpfr_prec_t precision);
void number_block_destroy_array(mpfr_t *array);
/* target = source, each of `count` numbers rounded to its own precision. */
void number_block_set(mpfr_ptr target, mpfr_srcptr source, size_t count);

#endif
