/* One code, several arithmetics.
 *
 * A file that computes is written once, in terms of `real`, `X(name)` and the scalar verbs real_add,
 * real_multiply, ... It is compiled once per arithmetic with -DARITHMETIC_DOUBLE, -DARITHMETIC_MPFR,
 * -DARITHMETIC_DUAL, -DARITHMETIC_TANGENT, -DARITHMETIC_SERIES or -DARITHMETIC_LANES:
 *
 *   double   a double
 *   mpfr     an MPFR number at the bits of the run (one precision at a time in a process)
 *   dual     a double with 8 tangents: the matrices of Newton's method
 *   tangent  an MPFR number with 8 tangents: the exact Jacobian of a step
 *   series   a power series in h with balls as coefficients: the expansion of a step
 *   lanes    8 doubles side by side, one trajectory each
 *
 * X(name) is name_double, name_mpfr, name_dual, name_tangent, name_series or name_lanes.  Headers declare each function
 * for all arithmetics with EACH_ARITHMETIC, so that any file, also one that belongs to no arithmetic, may
 * call any of them; what a `real` is inside is known only to the files compiled for it.
 *
 * The scalar verbs take pointers, output first.  real_add_product and real_subtract_product round twice in
 * every arithmetic: no fused multiply-add, so that mpfr at 53 bits and double give the same bits.
 *
 * What is decided by comparing numbers is a `mask`, true or false in every lane; narrow.h has the verbs. */
#ifndef ASSAY_ARITHMETIC_H
#define ASSAY_ARITHMETIC_H

#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>

typedef double real_double;
typedef __mpfr_struct real_mpfr;
typedef struct dual real_dual, real_dual_v3, real_dual_v4;
typedef struct tangent real_tangent;
typedef struct series real_series;

#include "numerics/arithmetic/lanes_types.h"
#include "numerics/arithmetic/functions.h"
#include "numerics/arithmetic/narrow_types.h"

#define EACH_ARITHMETIC(DECLARE)                                                                             \
    DECLARE(double)                                                                                          \
    DECLARE(mpfr)                                                                                            \
    DECLARE(tangent)                                                                                         \
    DECLARE(series)                                                                                          \
    EACH_DUAL(DECLARE)                                                                                       \
    EACH_LANES(DECLARE)
/* The same with all builds of lanes and dual: for what belongs to no arithmetic. */
#define EACH_BUILD(DECLARE)                                                                                  \
    DECLARE(double)                                                                                          \
    DECLARE(mpfr)                                                                                            \
    DECLARE(tangent)                                                                                         \
    DECLARE(series)                                                                                          \
    EACH_DUAL_BUILD(DECLARE)                                                                                 \
    EACH_LANES_BUILD(DECLARE)
/* The arithmetics in which a method steps with one trajectory; with any number of them. */
#define EACH_STEPPING_ARITHMETIC(DECLARE) DECLARE(double) DECLARE(mpfr) DECLARE(tangent) DECLARE(series)
#define EACH_SOLVING_ARITHMETIC(DECLARE)                                                                     \
    EACH_STEPPING_ARITHMETIC(DECLARE)                                                                        \
    EACH_LANES(DECLARE)
/* The arithmetics that carry whole trajectories, one at a time. */
#define EACH_TRAJECTORY_ARITHMETIC(DECLARE) DECLARE(double) DECLARE(mpfr)

/* A verb of one expression that gives a value, and one that does something. */
#define VERB(type, name, parameters, value)                                                                  \
    static inline type name parameters                                                                       \
    {                                                                                                        \
        return value;                                                                                        \
    }
#define ACTION(name, parameters, statement)                                                                  \
    static inline void name parameters                                                                       \
    {                                                                                                        \
        statement;                                                                                           \
    }
#if defined ARITHMETIC_DOUBLE
#include "numerics/arithmetic/double.h"
#elif defined ARITHMETIC_MPFR
#include "numerics/arithmetic/mpfr.h"
#elif defined ARITHMETIC_DUAL
#include "numerics/arithmetic/dual.h"
#elif defined ARITHMETIC_TANGENT
#include "numerics/arithmetic/tangent.h"
#elif defined ARITHMETIC_SERIES
#include "numerics/arithmetic/series.h"
#elif defined ARITHMETIC_LANES
#include "numerics/arithmetic/lanes.h"
#endif
#if defined X && !defined ARITHMETIC_LANES
#include "numerics/arithmetic/narrow.h"
#endif
#undef VERB
#undef ACTION

#endif
