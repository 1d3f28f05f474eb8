/* Comparisons and what follows from them, for the arithmetics that carry one trajectory: see arithmetic.h.
 *
 * `lanes` (narrow_lanes.h) carries eight, each of which decides for itself.  Code that serves all of them
 * writes its decisions with these verbs, which here are the plain operations of C:
 *
 *   mask     the result of a comparison; combined with & and |, negated by mask_not
 *   narrow   a double: guesses, scales, corrections; computed with by the operators of C
 *   choice   the value of an enumeration
 *   pivot    a row of a matrix
 *   count    what is counted in each lane
 *   size     of a correction: over MPFR a long double, which holds 2^-16000
 *
 * NARROW(name) is the name in the arithmetic of `narrow`: a guess for a trajectory in mpfr is made in double.
 */
#ifndef ASSAY_ARITHMETIC_NARROW_H
#define ASSAY_ARITHMETIC_NARROW_H

#include <math.h>

#define NARROW(name) name##_double

enum { REAL_LANES = 1 };

typedef double narrow;
typedef bool mask;
typedef unsigned choice;
typedef size_t pivot_row;
typedef unsigned long real_count;

VERB(mask, mask_all, (void), true)
VERB(mask, mask_not, (mask m), !m)
VERB(bool, mask_any, (mask m), m)
VERB(bool, mask_lane, (mask m, size_t lane), ((void)lane, m))

/* x = a where m */
static inline void real_set_where(real *x, mask m, const real *a)
{
    if (m)
        real_set(x, a);
}

ACTION(real_set_narrow, (real * x, const narrow *value), real_set_double(x, *value))

static inline void real_set_narrow_where(real *x, mask m, const narrow *value)
{
    if (m)
        real_set_double(x, *value);
}

VERB(narrow, real_to_narrow, (const real *x), real_to_double(x))

/* Whether all of n numbers are finite */
static inline mask real_are_finite(const real *x, size_t n)
{
    mask finite = true;

    for (size_t i = 0; i < n; i++)
        finite &= real_is_finite(x + i);
    return finite;
}

/* x, y = y, x: numbers are moved, not computed with */
static inline void real_exchange(real *x, real *y)
{
    real swap = *x;

    *x = *y;
    *y = swap;
}

static inline void real_exchange_where(mask m, real *x, real *y)
{
    if (m)
        real_exchange(x, y);
}

/* x -= sum_j a_j b_j, one product after the other */
#if defined ARITHMETIC_DOUBLE
/* The b_j may have been written a moment ago, one by one; a load of two of them would wait until both have left the
 * processor. */
static inline void real_subtract_products(real *x, const real *a, const volatile real *b, size_t n)
{
    real sum = *x; /* moved out of the array and back */

    for (size_t j = 0; j < n; j++)
        sum -= a[j] * b[j];
    *x = sum;
}
#else
static inline void real_subtract_products(real *x, const real *a, const real *b, size_t n)
{
    real sum = *x; /* moved out of the array and back */

    for (size_t j = 0; j < n; j++)
        real_subtract_product(&sum, a + j, b + j);
    *x = sum;
}
#endif

VERB(narrow, narrow_all, (double value), value)
/* a where m, else b */
VERB(narrow, narrow_select, (mask m, narrow a, narrow b), m ? a : b)
VERB(mask, narrow_less, (narrow a, narrow b), a < b)
VERB(mask, narrow_at_most, (narrow a, narrow b), a <= b)
VERB(mask, narrow_is, (narrow a, double value), a == value)
VERB(narrow, narrow_absolute, (narrow a), fabs(a))
VERB(narrow, narrow_root, (narrow a), sqrt(a))
/* The larger one; a where b is not a number. */
VERB(narrow, narrow_maximum, (narrow a, narrow b), b > a ? b : a)

/* sum += sum_i |a_i - b_i|; without b: |a_i| */
static inline void narrow_add_distance(narrow *sum, const narrow *a, const narrow *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        *sum += fabs(b ? a[i] - b[i] : a[i]);
}

/* largest = max(largest, max_i |a_i|) */
static inline void narrow_raise(narrow *largest, const narrow *a, size_t n)
{
    for (size_t i = 0; i < n; i++)
        *largest = narrow_maximum(*largest, fabs(a[i]));
}

/* x = 0 where not m */
static inline void narrow_keep_where(mask m, narrow *x, size_t n)
{
    for (size_t i = 0; i < n && !m; i++)
        x[i] = 0;
}

VERB(mask, narrow_is_finite, (narrow a), isfinite(a))
VERB(double, narrow_lane, (const narrow *a, size_t lane), ((void)lane, *a))
ACTION(narrow_set_lane, (narrow * a, size_t lane, double value), ((void)lane, *a = value))
/* a 2^exponent */
VERB(narrow, narrow_scale, (narrow a, long exponent),
     exponent == 0      ? a
     : exponent < -2000 ? 0
                        : ldexp(a, (int)exponent))
VERB(choice, choice_all, (unsigned value), value)
VERB(mask, choice_is, (choice a, unsigned value), a == value)
/* `value` where m, else `otherwise` */
VERB(choice, choice_where, (mask m, choice value, choice otherwise), m ? value : otherwise)
ACTION(choice_set_lane, (choice * a, size_t lane, unsigned value), ((void)lane, *a = value))
VERB(pivot_row, pivot_all, (size_t row), row)
VERB(pivot_row, pivot_where, (mask m, size_t row, pivot_row otherwise), m ? row : otherwise)

/* Whether all lanes have the same row, which is then in `row`. */
static inline bool pivot_is_common(pivot_row a, size_t *row)
{
    *row = a;
    return true;
}

VERB(mask, pivot_is, (pivot_row a, size_t row), a == row)
ACTION(pivot_set_lane, (pivot_row * a, size_t lane, size_t row), ((void)lane, *a = row))
/* a where m, else b */
VERB(pivot_row, pivot_select, (mask m, pivot_row a, pivot_row b), m ? a : b)
/* a += 1 where m */
ACTION(real_count_add, (real_count * a, mask m), *a += m)
VERB(unsigned long, real_count_lane, (const real_count *a, size_t lane), ((void)lane, *a))

/* -- sizes: the same decisions in double, in mpfr at 53 bits and in every lane -- */

#if defined ARITHMETIC_MPFR || defined ARITHMETIC_TANGENT
typedef long double real_size;

VERB(real_size, size_of, (narrow value, long exponent), exponent ? ldexpl(value, (int)exponent) : value)

/* a/b rounded once, as a division in double would be: a and b have 53 bits. */
static inline narrow size_ratio(real_size a, real_size b)
{
    int exponent_a, exponent_b;
    double mantissa_a = (double)frexpl(a, &exponent_a), mantissa_b = (double)frexpl(b, &exponent_b);

    return ldexp(mantissa_a / mantissa_b, exponent_a - exponent_b);
}
#else
typedef double real_size;

VERB(real_size, size_of, (narrow value, long exponent), narrow_scale(value, exponent))
VERB(narrow, size_ratio, (real_size a, real_size b), a / b)
#endif

VERB(narrow, narrow_of_size, (real_size a), (double)a)
VERB(mask, size_less, (real_size a, real_size b), a < b)
VERB(mask, size_at_most, (real_size a, real_size b), a <= b)
VERB(mask, size_is_finite, (real_size a), isfinite(a))
VERB(real_size, size_select, (mask m, real_size a, real_size b), m ? a : b)

#endif
