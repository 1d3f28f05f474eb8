/* Power series in h whose coefficients are balls: the numbers of the arithmetic `series`.
 *
 *     x = x_0 + x_1 h + ... + x_(known - 1) h^(known - 1) + O(h^known)
 *
 * Each coefficient is a ball of FLINT/Arb, which contains the exact one: a coefficient whose ball excludes zero is proved
 * not to be zero.  A product or a quotient is known as far as its operands tell, at most to series_precision.terms powers; a
 * division by h costs one.  What has no expansion (the logarithm of 0, a quotient whose divisor may vanish) has
 * coefficients that are indeterminate, and so has all that follows from it.
 *
 * Beside its value a number may carry derivatives, as many as mpfr_precision has tangents: every operation takes them along
 * by the rules of differentiation, so that a step brings the expansion of its Jacobian.
 *
 * The balls have the bits of mpfr_precision.  Numbers that are handed over in MPFR are exact if they have half as many bits
 * as they could; else they are taken to be rounded, off by at most one unit of the last bit. */
#ifndef ASSAY_SERIES_NUMBER_H
#define ASSAY_SERIES_NUMBER_H

#include <limits.h>
#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>

/* FLINT 3 has Arb inside; before, it stands apart. */
#if __has_include(<arb_poly.h>)
#include <arb_poly.h>
#else
#include <flint/arb_poly.h>
#endif

#include "numerics/arithmetic/functions.h"

struct series {
    arb_poly_struct coefficient; /* of at most `known` terms */
    long known;                  /* powers 0 .. known - 1 */
    struct series *tangent;      /* mpfr_precision.tangents of them, which have none; NULL: all are zero */
    long same;     /* so many coefficients are those of the evaluation before: series_record.h */
    bool is_view;  /* the coefficients are those of a record */
    size_t origin; /* the number of its operation in the record, from 1 on; 0: none */
};
/* `same` of what does not change from one evaluation to the next: of all that is made outside of them. */
#define SERIES_CONSTANT (LONG_MAX / 4)
/* Of what is no number, or was none: a product with h does not have a first coefficient of before, either. */
#define SERIES_NOTHING (-SERIES_CONSTANT)

/* x = a + b, a - b, a b, a / b; x += a b, x -= a b.  x may be a or b. */
void series_add(struct series *x, const struct series *a, const struct series *b);
void series_subtract(struct series *x, const struct series *a, const struct series *b);
void series_multiply(struct series *x, const struct series *a, const struct series *b);
void series_divide(struct series *x, const struct series *a, const struct series *b);
void series_add_product(struct series *x, const struct series *a, const struct series *b);
void series_subtract_product(struct series *x, const struct series *a, const struct series *b);
void series_set(struct series *x, const struct series *a);
void series_negate(struct series *x, const struct series *a);
/* |a|, by the sign of its value at h = 0; indeterminate where that may be zero. */
void series_absolute(struct series *x, const struct series *a);
#define DECLARE_SERIES_FUNCTION(NAME, f) void series_##f(struct series *x, const struct series *a);
EACH_FUNCTION(DECLARE_SERIES_FUNCTION)
#undef DECLARE_SERIES_FUNCTION

/* x = value, known to all powers. */
void series_set_double(struct series *x, double value);
void series_set_mpfr(struct series *x, mpfr_srcptr value);
/* x = x h */
void series_raise(struct series *x);
/* x = start + the integral of x from 0 to h, of a start at h = 0. */
void series_integrate(struct series *x, const struct series *start);
/* Tangent k of x is this number. */
void series_set_tangent(struct series *x, int k, double value);
/* Borrowed. */
const struct series *series_tangent(const struct series *a, int k);
/* The centre of the ball of a at h = 0. */
double series_to_double(const struct series *a);
void series_get_mpfr(mpfr_ptr value, const struct series *a);
bool series_is_finite(const struct series *a);

/* Coefficient k of a: a borrowed ball; zero beyond the last. */
arb_srcptr series_coefficient(const struct series *a, long k);
/* x has this coefficient at h^k, and no terms from h^(k + 1) on. */
void series_end_with(struct series *x, long k, arb_srcptr coefficient);
/* x known to fewer powers: at most so many. */
void series_truncate(struct series *x, long known);

/* x with so many powers known: more than it has are taken as zero. */
void series_set_known(struct series *x, long known);

/* `same` of x, and of its tangents. */
void series_set_same(struct series *x, long same, long same_of_tangents);
/* x may be written: it is no view.  Where it is a or b, it stays as it is. */
void series_prepare(struct series *x, const struct series *a, const struct series *b);

/* n series, all zero; the caller owns the array.  series_array_destroy takes NULL. */
struct series *series_array_create(size_t n);
void series_array_destroy(struct series *array);

#endif
