/* The precision of the arithmetic `mpfr`: see mpfr_precision.h. */
#include "numerics/arithmetic/mpfr_precision.h"

#include <stdlib.h>

struct mpfr_precision mpfr_precision;

void mpfr_precision_set(mpfr_prec_t bits)
{
    if (mpfr_precision.bits == bits)
        return;
    mpfr_precision_clear();
    mpfr_precision.bits = bits;
    mpfr_init2(mpfr_precision.product, bits);
    mpfr_init2(mpfr_precision.correction, bits > 53 ? bits : 53);
}

void mpfr_precision_clear(void)
{
    if (mpfr_precision.bits) {
        mpfr_clear(mpfr_precision.product);
        mpfr_clear(mpfr_precision.correction);
        mpfr_precision.bits = 0;
    }
    mpfr_free_cache();
}

__mpfr_struct *mpfr_precision_array_create(size_t n)
{
    size_t digits = mpfr_custom_get_size(mpfr_precision.bits);
    __mpfr_struct *array = malloc((n ? n : 1) * (sizeof *array + digits));
    char *digit = (char *)(array + n);

    if (!array)
        return NULL;
    for (size_t i = 0; i < n; i++, digit += digits) {
        mpfr_custom_init(digit, mpfr_precision.bits);
        mpfr_custom_init_set(array + i, MPFR_ZERO_KIND, 0, mpfr_precision.bits, digit);
    }
    return array;
}

void mpfr_precision_array_destroy(__mpfr_struct *array)
{
    free(array);
}
