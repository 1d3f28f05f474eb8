/* Convolutions of truncated Taylor series.
 *
 * Nearly all the time of a jet goes into sums of products.  Rounding, normalising and allotting every product
 * as a number of its own costs several times the multiplication, so the products are added as integers: the
 * sum is a fixed-point number in two's complement whose unit is 2^e, e the largest exponent of a product,
 *
 *   sum = 2^e (s_F . s_{F-1} ... s_0),   F = limbs of a significand + 1,
 *
 * and every product is shifted into place and cut at the last limb.  The error is below one unit of s_0 per
 * product, that is 2^-64 of the rounding error of the largest product.  The result is rounded once.
 *
 * Coefficients that count less need fewer limbs: when the series are to be summed at |t| <= h, the product of
 * a and b needs its coefficient k to an absolute error of 2^-precision max_i |a_i| h^i max_j |b_j| h^j / h^k.
 * At the step sizes of a Taylor method (h a seventh of the radius of convergence) this saves half of the
 * work.
 *
 * Significands are read through MPFR's custom interface: all series live in number blocks of one precision.
 */
#include "numerics/jets/jet_series.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/number_block.h"

#define NO_EXPONENT LONG_MIN /* below the sum of any two exponents of MPFR */

enum { BITS_TO_SPARE = 12 };

struct jet_scratch *jet_series_scratch_create(mpfr_prec_t precision)
{
    struct jet_scratch *scratch = memory_create(1, sizeof *scratch);

    scratch->step_exponent = INFINITY;
    scratch->precision = precision;
    scratch->limbs = mpfr_custom_get_size(precision) / sizeof(mp_limb_t);
    scratch->sum = memory_create(scratch->limbs + 2, sizeof(mp_limb_t));
    scratch->product = memory_create(2 * scratch->limbs, sizeof(mp_limb_t));
    scratch->number = number_block_create(1, precision);
    return scratch;
}

void jet_series_scratch_destroy(struct jet_scratch *scratch)
{
    if (!scratch)
        return;
    free(scratch->sum);
    free(scratch->product);
    number_block_destroy(scratch->number);
    free(scratch);
}

bool jet_series_settle(struct jet_series *x, size_t k, const struct jet_scratch *scratch)
{
    mpfr_srcptr coefficient = x->coefficient + k;

    if (k == 0) {
        x->degree = 0;
        x->size = -INFINITY;
    }
    if (mpfr_regular_p(coefficient)) {
        x->degree = k;
        x->size = fmax(x->size,
                       (double)mpfr_get_exp(coefficient) + (k > 0 ? (double)k * scratch->step_exponent : 0));
    }
    return mpfr_number_p(coefficient) != 0;
}

/* The largest exponent of a product a_j b_j; NO_EXPONENT when all products vanish. */
static mpfr_exp_t largest_exponent(mpfr_srcptr a, mpfr_srcptr b, size_t count)
{
    mpfr_exp_t largest = NO_EXPONENT;

    for (size_t j = 0; j < count; j++, a++, b--) {
        if (mpfr_zero_p(a) || mpfr_zero_p(b))
            continue;
        mpfr_exp_t each = mpfr_get_exp(a) + mpfr_get_exp(b);

        if (each > largest)
            largest = each;
    }
    return largest;
}

/* Limbs of the factors that matter to a coefficient k with products up to 2^exponent: beside the sizes of its
 * factors at |t| = step the errors shall be those of the precision. */
static size_t limbs_needed(const struct jet_series *a, const struct jet_series *b, size_t k,
                           mpfr_exp_t exponent, const struct jet_scratch *scratch)
{
    if (isinf(scratch->step_exponent))
        return scratch->limbs;
    double bits = (double)scratch->precision + (double)exponent + (double)k * scratch->step_exponent -
                  a->size - b->size;
    double limbs = ceil((bits + BITS_TO_SPARE) / GMP_NUMB_BITS);

    return limbs <= 1 ? 1 : limbs >= (double)scratch->limbs ? scratch->limbs : (size_t)limbs;
}

/* sum += a b / 2^exponent, with the upper n limbs of the factors. */
static void add_product(struct jet_scratch *scratch, size_t n, mpfr_srcptr a, mpfr_srcptr b,
                        mpfr_exp_t exponent)
{
    const mp_limb_t *a_limbs = mpfr_custom_get_significand(a), *b_limbs = mpfr_custom_get_significand(b);
    size_t fraction = n + 1, skipped = scratch->limbs - n;
    size_t shift = (size_t)(exponent - mpfr_get_exp(a) - mpfr_get_exp(b));
    size_t whole = shift / GMP_NUMB_BITS;
    unsigned bits = (unsigned)(shift % GMP_NUMB_BITS);

    if (whole >= fraction)
        return;
    mpn_mul_n(scratch->product, a_limbs + skipped, b_limbs + skipped, (mp_size_t)n);
    size_t kept = fraction - whole < 2 * n ? fraction - whole : 2 * n;
    mp_limb_t *top = scratch->product + 2 * n - kept;
    mp_limb_t *place = scratch->sum + fraction - whole - kept;
    mp_limb_t *above = scratch->sum + fraction - whole;

    if (bits > 0)
        mpn_rshift(top, top, (mp_size_t)kept, bits);
    if (mpfr_signbit(a) == mpfr_signbit(b))
        mpn_add_1(above, above, (mp_size_t)whole + 1, mpn_add_n(place, place, top, (mp_size_t)kept));
    else
        mpn_sub_1(above, above, (mp_size_t)whole + 1, mpn_sub_n(place, place, top, (mp_size_t)kept));
}

/* number = 2^exponent sum, rounded. */
static void read_sum(mpfr_ptr number, struct jet_scratch *scratch, size_t n, mpfr_exp_t exponent)
{
    mp_size_t size = (mp_size_t)n + 2;
    bool negative = scratch->sum[size - 1] >> (GMP_NUMB_BITS - 1);
    mpz_t integer;

    if (negative)
        mpn_neg(scratch->sum, scratch->sum, size);
    mpfr_set_z_2exp(number, mpz_roinit_n(integer, scratch->sum, negative ? -size : size),
                    exponent - (size - 1) * GMP_NUMB_BITS, MPFR_RNDN);
}

void jet_series_convolve(mpfr_ptr sum, const struct jet_series *a, const struct jet_series *b, size_t k,
                         size_t first, size_t last, struct jet_scratch *scratch)
{
    if (k > b->degree && first < k - b->degree)
        first = k - b->degree;
    if (last > a->degree)
        last = a->degree;
    if (first > last) {
        mpfr_set_zero(sum, 1);
        return;
    }
    if (first == last) {
        mpfr_mul(sum, a->coefficient + first, b->coefficient + (k - first), MPFR_RNDN);
        return;
    }
    mpfr_exp_t exponent =
        largest_exponent(a->coefficient + first, b->coefficient + (k - first), last - first + 1);

    if (exponent == NO_EXPONENT) {
        mpfr_set_zero(sum, 1);
        return;
    }
    size_t n = limbs_needed(a, b, k, exponent, scratch);

    mpn_zero(scratch->sum, (mp_size_t)n + 2);
    for (size_t j = first; j <= last; j++) {
        mpfr_srcptr a_j = a->coefficient + j, b_j = b->coefficient + (k - j);

        if (!mpfr_zero_p(a_j) && !mpfr_zero_p(b_j))
            add_product(scratch, n, a_j, b_j, exponent);
    }
    read_sum(sum, scratch, n, exponent);
}

void jet_series_convolve_self(mpfr_ptr sum, const struct jet_series *a, size_t k, size_t first,
                              struct jet_scratch *scratch)
{
    mpfr_set_zero(sum, 1);
    if (2 * first < k) {
        jet_series_convolve(sum, a, a, k, first, (k - 1) / 2, scratch);
        mpfr_mul_2ui(sum, sum, 1, MPFR_RNDN);
    }
    if (2 * first <= k && k % 2 == 0) {
        mpfr_sqr(scratch->number, a->coefficient + k / 2, MPFR_RNDN);
        mpfr_add(sum, sum, scratch->number, MPFR_RNDN);
    }
}
