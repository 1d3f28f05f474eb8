/* Many MPFR numbers of one precision in one piece of memory.
 *
 * Thousands of coefficients that are read in sequence should lie in sequence; one allocation also makes
 * ownership simple.  The numbers are used as any other, except that they must not be cleared, swapped or
 * given another precision. */
#ifndef ASSAY_NUMBER_BLOCK_H
#define ASSAY_NUMBER_BLOCK_H

#include <mpfr.h>
#include <stddef.h>

/* `count` numbers, all +0, as an array of mpfr_t or behind an mpfr_ptr, of which the i-th is at result + i.  The caller
 * owns the block, and frees it with number_block_destroy, which takes NULL too. */
void *number_block_create(size_t count, mpfr_prec_t precision);
void number_block_destroy(void *block);
/* target = source, each of `count` numbers rounded to its own precision. */
void number_block_set(mpfr_ptr target, mpfr_srcptr source, size_t count);

#endif
