/* The precision of the arithmetics `mpfr` and `tangent`: see mpfr_precision.h. */
#include "numerics/arithmetic/mpfr_precision.h"

struct mpfr_precision mpfr_precision;

void mpfr_precision_set(mpfr_prec_t bits)
{
    if (mpfr_precision.bits == bits)
        return;
    mpfr_precision_clear();
    mpfr_precision.bits = bits;
    mpfr_set_emax(MPFR_LARGEST_EXPONENT);
    mpfr_init2(mpfr_precision.product, bits);
    mpfr_init2(mpfr_precision.correction, bits > 53 ? bits : 53);
    mpfr_inits2(bits, mpfr_precision.value, mpfr_precision.left, mpfr_precision.right, mpfr_precision.term,
                (mpfr_ptr)0);
}

void mpfr_precision_set_terms(long terms)
{
    mpfr_precision.terms = terms;
}

void mpfr_precision_set_tangents(int tangents)
{
    mpfr_precision.tangents = tangents;
}

void mpfr_precision_set_record(struct series_record *record)
{
    mpfr_precision.record = record;
}

void mpfr_precision_clear(void)
{
    if (mpfr_precision.bits) {
        mpfr_clears(mpfr_precision.product, mpfr_precision.correction, mpfr_precision.value,
                    mpfr_precision.left, mpfr_precision.right, mpfr_precision.term, (mpfr_ptr)0);
        mpfr_precision.bits = 0;
    }
    mpfr_free_cache();
}

double mpfr_precision_to_double_scaled(mpfr_srcptr x, long *exponent)
{
    *exponent = 0;
    return mpfr_regular_p(x) ? mpfr_get_d_2exp(exponent, x, MPFR_RNDN) : mpfr_get_d(x, MPFR_RNDN);
}

void mpfr_precision_subtract_scaled(mpfr_ptr x, double value, long exponent)
{
    mpfr_set_d(mpfr_precision.correction, value, MPFR_RNDN);
    mpfr_mul_2si(mpfr_precision.correction, mpfr_precision.correction, exponent, MPFR_RNDN);
    mpfr_sub(x, x, mpfr_precision.correction, MPFR_RNDN);
}
