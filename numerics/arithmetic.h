/* One code, several arithmetics.
 *
 * A file that computes is written once, in terms of `real`, `X(name)` and the scalar verbs real_add,
 * real_multiply, ... It is compiled once per arithmetic with -DARITHMETIC_DOUBLE, -DARITHMETIC_MPFR,
 * -DARITHMETIC_DUAL or -DARITHMETIC_TANGENT:
 *
 *   double   a double
 *   mpfr     an MPFR number at the bits of the run (one precision at a time in a process)
 *   dual     a double with 8 tangents: the matrices of Newton's method
 *   tangent  an MPFR number with 8 tangents: the exact Jacobian of a step
 *
 * X(name) is name_double, name_mpfr, name_dual or name_tangent.  Headers declare each function for all
 * arithmetics with EACH_ARITHMETIC, so that any file, also one that belongs to no arithmetic, may call any of
 * them; what a `real` is inside is known only to the files compiled for it.
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
typedef struct tangent real_tangent;

#define EACH_ARITHMETIC(DECLARE) DECLARE(double) DECLARE(mpfr) DECLARE(dual) DECLARE(tangent)
/* The arithmetics in which a method steps. */
#define EACH_STEPPING_ARITHMETIC(DECLARE) DECLARE(double) DECLARE(mpfr) DECLARE(tangent)
/* The arithmetics that carry whole trajectories. */
#define EACH_TRAJECTORY_ARITHMETIC(DECLARE) DECLARE(double) DECLARE(mpfr)

#if defined ARITHMETIC_DOUBLE
#include "numerics/arithmetic/double.h"
#elif defined ARITHMETIC_MPFR
#include "numerics/arithmetic/mpfr.h"
#elif defined ARITHMETIC_DUAL
#include "numerics/arithmetic/dual.h"
#elif defined ARITHMETIC_TANGENT
#include "numerics/arithmetic/tangent.h"
#endif

#endif
