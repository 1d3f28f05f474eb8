/* Functions in MPFR, rounded correctly to nearest: the bits of mpfr_log and its like, in a half to a fifteenth of the time.
 *
 * FLINT/Arb computes a ball that contains the value, with some bits more than are asked for. If all numbers of the ball
 * round to the same one, that is the result; else, and for all arguments that are unusual (zero, infinite, NaN, far from 1
 * in size), the function of MPFR is called. So nothing but the time depends on Arb. */
#ifndef ASSAY_ROUNDED_H
#define ASSAY_ROUNDED_H

#include <mpfr.h>

#include "numerics/arithmetic/functions.h"

/* y = f(x).  y may be x. */
#define DECLARE_ROUNDED(NAME, f) void rounded_##f(mpfr_ptr y, mpfr_srcptr x);
EACH_FUNCTION(DECLARE_ROUNDED)
DECLARE_ROUNDED(SEC, sec)
DECLARE_ROUNDED(SECH, sech)
#undef DECLARE_ROUNDED

/* s = sin(x), c = cos(x), and s = sinh(x), c = cosh(x); s and c of one precision.  s or c may be x. */
void rounded_sin_cos(mpfr_ptr s, mpfr_ptr c, mpfr_srcptr x);
void rounded_sinh_cosh(mpfr_ptr s, mpfr_ptr c, mpfr_srcptr x);

#endif
