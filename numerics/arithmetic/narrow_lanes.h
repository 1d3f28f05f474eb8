/* Comparisons and what follows from them in the arithmetic `lanes`: the verbs of narrow.h, for eight lanes.
 *
 * A mask has all bits of a lane or none, so that selecting is done by & and |.  Numbers are computed with and
 * compared in parts as long as the vectors of the machine: compilers cut longer ones badly. */
#ifndef ASSAY_ARITHMETIC_NARROW_LANES_H
#define ASSAY_ARITHMETIC_NARROW_LANES_H

#include <math.h>
#if defined __AVX__
#include <immintrin.h>
#endif

enum { REAL_LANES = LANES };

typedef lanes_vector narrow;
typedef lanes_vector real_size;
typedef lanes_integers mask;
typedef lanes_integers choice;
typedef lanes_integers pivot_row;
typedef lanes_integers real_count;

enum { LANES_PARTS = sizeof(lanes_vector) / VECTOR_BYTES };
typedef double lanes_part __attribute__((vector_size(VECTOR_BYTES), aligned(16), may_alias));
typedef long long lanes_integer_part __attribute__((vector_size(VECTOR_BYTES), aligned(16), may_alias));

union lanes_cut {
    lanes_vector vector;
    lanes_integers integers;
    lanes_part part[LANES_PARTS];
    lanes_integer_part integer_part[LANES_PARTS];
};

/* -- masks -- */

static inline mask mask_all(void)
{
    return ~(mask){0};
}

VERB(mask, mask_not, (mask m), ~m)

/* The one verb for which the vector extensions have no word. */
static inline bool mask_any(mask m)
{
#if defined __AVX512F__
    return _mm512_test_epi64_mask((__m512i)m, (__m512i)m) != 0;
#elif defined __AVX__
    const union lanes_cut cut = {.integers = m};
    const __m256i any = (__m256i)(cut.integer_part[0] | cut.integer_part[1]);

    return !_mm256_testz_si256(any, any);
#else
    const union lanes_cut cut = {.integers = m};
    lanes_integer_part any = cut.integer_part[0];

    for (int k = 1; k < LANES_PARTS; k++)
        any |= cut.integer_part[k];
    return (any[0] | any[1]) != 0;
#endif
}

VERB(bool, mask_lane, (mask m, size_t lane), m[lane] != 0)
ACTION(mask_set_lane, (mask * m, size_t lane, bool value), (*m)[lane] = value ? -1 : 0)

/* -- narrow: the same vectors -- */

static inline narrow narrow_all(double value)
{
    return (narrow){value, value, value, value, value, value, value, value};
}

VERB(narrow, narrow_select, (mask m, narrow a, narrow b), (narrow)(((mask)a & m) | ((mask)b & ~m)))

#define NARROW_COMPARISON(name, operation)                                                                   \
    static inline mask name(narrow a, narrow b)                                                              \
    {                                                                                                        \
        const union lanes_cut u = {.vector = a}, v = {.vector = b};                                          \
        union lanes_cut result;                                                                              \
                                                                                                             \
        for (int k = 0; k < LANES_PARTS; k++)                                                                \
            result.integer_part[k] = u.part[k] operation v.part[k];                                          \
        return result.integers;                                                                              \
    }
NARROW_COMPARISON(narrow_less, <)
NARROW_COMPARISON(narrow_at_most, <=)
NARROW_COMPARISON(narrow_equal, ==)
#undef NARROW_COMPARISON

VERB(mask, narrow_is, (narrow a, double value), narrow_equal(a, narrow_all(value)))
VERB(narrow, narrow_absolute, (narrow a), (narrow)((mask)a & 0x7fffffffffffffff))
VERB(narrow, narrow_maximum, (narrow a, narrow b), narrow_select(narrow_less(a, b), b, a))

static inline narrow narrow_root(narrow a)
{
    for (int i = 0; i < LANES; i++)
        a[i] = sqrt(a[i]);
    return a;
}

VERB(lanes_part, lanes_magnitude, (lanes_part a), (lanes_part)((lanes_integer_part)a & 0x7fffffffffffffff))

static inline void narrow_add_distance(narrow *sum, const narrow *a, const narrow *b, size_t n)
{
    for (int k = 0; k < LANES_PARTS; k++) {
        lanes_part total = ((const lanes_part *)sum)[k];

        for (size_t i = 0; i < n; i++) {
            lanes_part u = ((const lanes_part *)(a + i))[k];

            if (b)
                u -= ((const lanes_part *)(b + i))[k];
            total += lanes_magnitude(u);
        }
        ((lanes_part *)sum)[k] = total;
    }
}

static inline void narrow_raise(narrow *largest, const narrow *a, size_t n)
{
    for (int k = 0; k < LANES_PARTS; k++) {
        lanes_part most = ((const lanes_part *)largest)[k];

        for (size_t i = 0; i < n; i++) {
            const lanes_part u = lanes_magnitude(((const lanes_part *)(a + i))[k]);
            const lanes_integer_part more = u > most;

            most = (lanes_part)(((lanes_integer_part)u & more) | ((lanes_integer_part)most & ~more));
        }
        ((lanes_part *)largest)[k] = most;
    }
}

static inline void narrow_keep_where(mask m, narrow *x, size_t n)
{
    const union lanes_cut where = {.integers = m};

    for (int k = 0; k < LANES_PARTS; k++) {
        for (size_t i = 0; i < n; i++)
            ((lanes_integer_part *)(x + i))[k] &= where.integer_part[k];
    }
}

VERB(mask, narrow_is_finite, (narrow a),
     narrow_at_most(narrow_absolute(a), narrow_all(0x1.fffffffffffffp+1023)))
VERB(double, narrow_lane, (const narrow *a, size_t lane), (*a)[lane])
ACTION(narrow_set_lane, (narrow * a, size_t lane, double value), (*a)[lane] = value)
VERB(narrow, narrow_scale, (narrow a, long exponent),
     exponent == 0 ? a : a * narrow_all(ldexp(1, (int)exponent)))

/* -- choices, rows, counts, sizes -- */

static inline choice choice_all(unsigned value)
{
    return (choice){0} + (long long)value;
}

static inline mask choice_is(choice a, unsigned value)
{
    const union lanes_cut u = {.integers = a};
    union lanes_cut result;

    for (int k = 0; k < LANES_PARTS; k++)
        result.integer_part[k] = u.integer_part[k] == (long long)value;
    return result.integers;
}

VERB(choice, choice_where, (mask m, choice value, choice otherwise), (value & m) | (otherwise & ~m))
ACTION(choice_set_lane, (choice * a, size_t lane, unsigned value), (*a)[lane] = value)

static inline pivot_row pivot_all(size_t row)
{
    return (pivot_row){0} + (long long)row;
}

VERB(pivot_row, pivot_where, (mask m, size_t row, pivot_row otherwise),
     choice_where(m, pivot_all(row), otherwise))

static inline bool pivot_is_common(pivot_row a, size_t *row)
{
    *row = (size_t)a[0];
    return !mask_any(a ^ a[0]);
}

VERB(mask, pivot_is, (pivot_row a, size_t row), choice_is(a, (unsigned)row))
ACTION(pivot_set_lane, (pivot_row * a, size_t lane, size_t row), (*a)[lane] = (long long)row)
VERB(pivot_row, pivot_select, (mask m, pivot_row a, pivot_row b), choice_where(m, a, b))

static inline void real_count_add(real_count *a, mask m)
{
    *a -= m; /* a lane of a mask is -1 or 0 */
}

VERB(unsigned long, real_count_lane, (const real_count *a, size_t lane), (unsigned long)(*a)[lane])
VERB(real_size, size_of, (narrow value, long exponent), narrow_scale(value, exponent))
VERB(narrow, size_ratio, (real_size a, real_size b), a / b)
VERB(narrow, narrow_of_size, (real_size a), a)
VERB(mask, size_less, (real_size a, real_size b), narrow_less(a, b))
VERB(mask, size_at_most, (real_size a, real_size b), narrow_at_most(a, b))
VERB(mask, size_is_finite, (real_size a), narrow_is_finite(a))
VERB(real_size, size_select, (mask m, real_size a, real_size b), narrow_select(m, a, b))

#endif
