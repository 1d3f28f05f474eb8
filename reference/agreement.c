/* Agreement of two states z and z':
 *
 *   digits = floor(-log10(max_i |z_i - z'_i| / max_i |z'_i|)),
 *
 * every rounding in the direction that gives fewer digits. */
#include "reference/agreement.h"

#include <math.h>
#include <stdbool.h>

/* largest = max_i |z_i - z'_i|, size = max_i |z'_i|.  False when a component is not a finite number. */
static bool measure(mpfr_ptr largest, mpfr_ptr size, mpfr_t *first, mpfr_t *second, size_t n)
{
    bool finite = true;
    mpfr_t each;

    mpfr_init2(each, mpfr_get_prec(largest));
    mpfr_set_zero(largest, 1);
    mpfr_set_zero(size, 1);
    for (size_t i = 0; i < n; i++) {
        mpfr_sub(each, first[i], second[i], MPFR_RNDA);
        mpfr_abs(each, each, MPFR_RNDA);
        finite = finite && mpfr_number_p(each); /* a maximum would lose it */
        mpfr_max(largest, largest, each, MPFR_RNDU);
        mpfr_abs(each, second[i], MPFR_RNDZ);
        mpfr_max(size, size, each, MPFR_RNDD);
    }
    mpfr_clear(each);
    return finite;
}

long agreement_digits(mpfr_t *first, mpfr_t *second, size_t n)
{
    mpfr_prec_t precision = mpfr_get_prec(first[0]);
    mpfr_t largest, size;

    if (precision > mpfr_get_prec(second[0]))
        precision = mpfr_get_prec(second[0]);
    long agreed = (long)floor((double)precision * log10(2.0));

    mpfr_inits2(precision, largest, size, (mpfr_ptr)0);
    if (!measure(largest, size, first, second, n)) {
        agreed = 0;
    } else if (!mpfr_zero_p(largest)) {
        mpfr_div(largest, largest, size, MPFR_RNDU);
        mpfr_log10(largest, largest, MPFR_RNDU);
        mpfr_neg(largest, largest, MPFR_RNDD);
        if (mpfr_cmp_si(largest, agreed) < 0)
            agreed = mpfr_get_si(largest, MPFR_RNDD);
    }
    mpfr_clears(largest, size, (mpfr_ptr)0);
    return agreed < 0 ? 0 : agreed;
}
