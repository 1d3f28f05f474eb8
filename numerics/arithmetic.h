/* One code, several arithmetics.
 *
 * A file that computes is written once, in terms of `real`, `X(name)` and the scalar verbs real_add,
 * real_multiply, ... It is compiled once per arithmetic with -DARITHMETIC_DOUBLE, -DARITHMETIC_MPFR or
 * -DARITHMETIC_DUAL:
 *
 *   double   a double
 *   mpfr     an MPFR number at the bits of the run (one precision at a time in a process)
 *   dual     a double with 8 tangents, for derivatives
 *
 * X(name) is name_double, name_mpfr or name_dual.  Headers declare each function for all arithmetics with
 * EACH_ARITHMETIC, so that any file, also one that belongs to no arithmetic, may call any of them; what a
 * `real` is inside is known only to the files compiled for it.
 *
 * The scalar verbs take pointers, output first.  real_add_product and real_subtract_product round twice in
 * every arithmetic: no fused multiply-add, so that mpfr at 53 bits and double give the same bits. */
#ifndef ASSAY_ARITHMETIC_H
#define ASSAY_ARITHMETIC_H

#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>

typedef double real_double;
typedef __mpfr_struct real_mpfr;
typedef struct dual real_dual;

#define EACH_ARITHMETIC(DECLARE) DECLARE(double) DECLARE(mpfr) DECLARE(dual)
/* The arithmetics that carry trajectories. */
#define EACH_STEPPING_ARITHMETIC(DECLARE) DECLARE(double) DECLARE(mpfr)

#if defined ARITHMETIC_DOUBLE
#include "numerics/arithmetic/double.h"
#elif defined ARITHMETIC_MPFR
#include "numerics/arithmetic/mpfr.h"
#elif defined ARITHMETIC_DUAL
#include "numerics/arithmetic/dual.h"
#endif

#endif
