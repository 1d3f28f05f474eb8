/* The values of power series, without their tangents: the parts of series_number.h that its operations are made of. */
#ifndef ASSAY_ARITHMETIC_SERIES_PLAIN_H
#define ASSAY_ARITHMETIC_SERIES_PLAIN_H

#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/arithmetic/series_number.h"

static inline slong bits(void)
{
    return mpfr_precision.bits;
}

static inline long smaller(long a, long b)
{
    return a < b ? a : b;
}

/* x is a number of its own, and no view; or it is empty if it was a view. */
void series_plain_own(struct series *x);
void series_plain_forget(struct series *x);
/* x is no number any more. */
void series_plain_release(struct series *x);
void series_plain_truncate(struct series *x, long known);
/* x has no expansion: its first coefficient is indeterminate. */
void series_plain_lose(struct series *x);

/* As those of series_number.h. */
void series_plain_set(struct series *x, const struct series *a);
void series_plain_negate(struct series *x, const struct series *a);
void series_plain_add(struct series *x, const struct series *a, const struct series *b);
void series_plain_subtract(struct series *x, const struct series *a, const struct series *b);
void series_plain_multiply(struct series *x, const struct series *a, const struct series *b);
void series_plain_divide(struct series *x, const struct series *a, const struct series *b);
#define DECLARE_PLAIN_FUNCTION(NAME, f) void series_plain_##f(struct series *x, const struct series *a);
EACH_FUNCTION(DECLARE_PLAIN_FUNCTION)
#undef DECLARE_PLAIN_FUNCTION

#endif
