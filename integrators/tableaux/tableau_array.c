/* Arrays of MPFR numbers: see tableau_array.h. */
#include "integrators/tableaux/tableau_array.h"

#include <stdio.h>
#include <stdlib.h>

mpfr_t *tableau_array_create(size_t count, mpfr_prec_t precision)
{
    mpfr_t *array = calloc(count ? count : 1, sizeof *array);

    if (!array) {
        fprintf(stderr, "assay: out of memory\n");
        abort();
    }
    for (size_t i = 0; i < count; i++) {
        mpfr_init2(array[i], precision);
        mpfr_set_zero(array[i], 1);
    }
    return array;
}

void tableau_array_destroy(mpfr_t *array, size_t count)
{
    if (!array)
        return;
    for (size_t i = 0; i < count; i++)
        mpfr_clear(array[i]);
    free(array);
}

void tableau_array_round(mpfr_t *target, mpfr_t *source, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mpfr_set(target[i], source[i], MPFR_RNDN);
}
