/* Many MPFR numbers in one piece of memory: see number_block.h.
 *
 * The block holds first the number headers, then their significands (MPFR's "custom interface", which leaves
 * the allocation of significands to the user). */
#include "numerics/number_block.h"

#include <stdlib.h>

#include "numerics/memory.h"

void *number_block_create(size_t count, mpfr_prec_t precision)
{
    size_t significand = mpfr_custom_get_size(precision);
    mpfr_ptr block = memory_create(count, sizeof *block + significand);
    unsigned char *significands = (unsigned char *)(block + count);

    for (size_t i = 0; i < count; i++) {
        void *limbs = significands + i * significand;

        mpfr_custom_init(limbs, precision);
        mpfr_custom_init_set(block + i, MPFR_ZERO_KIND, 0, precision, limbs);
    }
    return block;
}

void number_block_destroy(void *block)
{
    free(block);
}

void number_block_set(mpfr_ptr target, mpfr_srcptr source, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mpfr_set(target + i, source + i, MPFR_RNDN);
}
