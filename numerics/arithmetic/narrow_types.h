/* What goes with a `real` where numbers are compared and Newton's matrix is solved: see narrow.h.
 *
 *   narrow_A   a double, or one in each lane: guesses, scales, corrections
 *   mask_A     true or false, or so in each lane
 *   pivot_A    a row of a matrix, or one in each lane
 *   choice_A   the value of an enumeration, or one in each lane
 *   tally_A    how often something was done, or so in each lane */
#ifndef ASSAY_ARITHMETIC_NARROW_TYPES_H
#define ASSAY_ARITHMETIC_NARROW_TYPES_H

#include <stdbool.h>
#include <stddef.h>

#include "numerics/arithmetic/lanes_types.h"

#define NARROW_TYPES(A, NARROW_TYPE, MASK, PIVOT, CHOICE, COUNT)                                             \
    typedef NARROW_TYPE narrow_##A;                                                                          \
    typedef MASK mask_##A;                                                                                   \
    typedef PIVOT pivot_##A;                                                                                 \
    typedef CHOICE choice_##A;                                                                               \
    typedef COUNT tally_##A;
#define SCALAR_TYPES(A) NARROW_TYPES(A, double, bool, size_t, unsigned, unsigned long)
#define LANES_TYPES(A)                                                                                       \
    NARROW_TYPES(A, lanes_vector, lanes_integers, lanes_integers, lanes_integers, lanes_integers)
SCALAR_TYPES(double)
SCALAR_TYPES(mpfr)
SCALAR_TYPES(tangent)
SCALAR_TYPES(series)
SCALAR_TYPES(dual)
SCALAR_TYPES(dual_v3)
SCALAR_TYPES(dual_v4)
EACH_LANES_BUILD(LANES_TYPES)
#undef SCALAR_TYPES
#undef LANES_TYPES
#undef NARROW_TYPES

#endif
