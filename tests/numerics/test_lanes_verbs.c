/* The verbs of the arithmetic `lanes`, lane by lane against double; LU with another pivot in every lane.
 *
 * Arguments are random and special (zeros of both signs, infinities, NaN, subnormal numbers); results are
 * compared as bits, NaN with NaN. */
#define ARITHMETIC_LANES
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "measures/ensemble/ensemble.h"
#include "numerics/arithmetic.h"
#include "numerics/lu.h"
#include "numerics/vector.h"

enum { ROUNDS = 2000, SIZE = 6 };

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static double draw(uint64_t *seed)
{
    static const double special[] = {0,         -0.0, 1,         -1,         INFINITY,
                                     -INFINITY, NAN,  0x1p-1060, -0x1p-1074, 0x1.fffffffffffffp+1023};
    uint64_t word = fixture_random(seed);

    if (word % 8 == 0)
        return special[(word >> 8) % COUNT(special)];
    return ldexp(fixture_random_real(seed), (int)(word % 21) - 10);
}

static real draw_lanes(uint64_t *seed)
{
    real x = narrow_all(0);

    for (int i = 0; i < LANES; i++)
        x[i] = draw(seed);
    return x;
}

#define CHECK_UNARY(verb, expected)                                                                          \
    do {                                                                                                     \
        real result = narrow_all(5);                                                                         \
        verb(&result, &a);                                                                                   \
        for (int i = 0; i < LANES; i++) {                                                                    \
            const double u = a[i];                                                                           \
            assert_true(same_bits(result[i], expected));                                                     \
        }                                                                                                    \
    } while (0)
#define CHECK_BINARY(verb, expected)                                                                         \
    do {                                                                                                     \
        real result = c;                                                                                     \
        verb(&result, &a, &b);                                                                               \
        for (int i = 0; i < LANES; i++) {                                                                    \
            const double u = a[i], v = b[i], x = c[i];                                                       \
            (void)x;                                                                                         \
            assert_true(same_bits(result[i], expected));                                                     \
        }                                                                                                    \
    } while (0)
#define CHECK_FUNCTION(name) CHECK_UNARY(real_##name, name(u))

TEST(test_numbers)
{
    uint64_t seed = 31415;

    for (int round = 0; round < ROUNDS; round++) {
        real a = draw_lanes(&seed), b = draw_lanes(&seed), c = draw_lanes(&seed);

        CHECK_BINARY(real_add, u + v);
        CHECK_BINARY(real_subtract, u - v);
        CHECK_BINARY(real_multiply, u * v);
        CHECK_BINARY(real_divide, u / v);
        CHECK_BINARY(real_add_product, x + u * v);
        CHECK_BINARY(real_subtract_product, x - u * v);
        CHECK_UNARY(real_set, u);
        CHECK_UNARY(real_negate, -u);
        CHECK_UNARY(real_absolute, fabs(u));
        CHECK_FUNCTION(sqrt);
        CHECK_FUNCTION(exp);
        CHECK_FUNCTION(log);
        CHECK_FUNCTION(sin);
        CHECK_FUNCTION(cos);
        CHECK_FUNCTION(tan);
        CHECK_FUNCTION(asin);
        CHECK_FUNCTION(acos);
        CHECK_FUNCTION(atan);
        CHECK_FUNCTION(sinh);
        CHECK_FUNCTION(cosh);
        CHECK_FUNCTION(tanh);
        CHECK_FUNCTION(asinh);
    }
}

#define CHECK_LANES(result, expected)                                                                        \
    for (int i = 0; i < LANES; i++) {                                                                        \
        const double u = a[i], v = b[i];                                                                     \
        (void)u;                                                                                             \
        (void)v;                                                                                             \
        assert_true(same_bits((double)(result)[i], (double)(expected)));                                     \
    }

TEST(test_decisions)
{
    uint64_t seed = 27182;

    for (int round = 0; round < ROUNDS; round++) {
        real a = draw_lanes(&seed), b = draw_lanes(&seed), swapped = a, other = b;
        mask less = narrow_less(a, b);
        real_count count = {0};
        bool any = false;

        CHECK_LANES(less, u < v ? -1 : 0);
        CHECK_LANES(narrow_at_most(a, b), u <= v ? -1 : 0);
        CHECK_LANES(narrow_is(a, 1), u == 1 ? -1 : 0);
        CHECK_LANES(narrow_is_finite(a), isfinite(u) ? -1 : 0);
        CHECK_LANES(narrow_select(less, a, b), u < v ? u : v);
        CHECK_LANES(narrow_maximum(a, b), v > u ? v : u);
        CHECK_LANES(narrow_absolute(a), fabs(u));
        for (size_t i = 0; i < LANES; i++)
            any |= mask_lane(less, i);
        assert_int_equal(mask_any(less), any);
        real_exchange_where(less, &swapped, &other);
        CHECK_LANES(swapped, u < v ? v : u);
        CHECK_LANES(other, u < v ? u : v);
        real_count_add(&count, less);
        real_count_add(&count, mask_all());
        CHECK_LANES(count, u < v ? 2 : 1);
    }
    assert_false(mask_any(mask_not(mask_all())));
    for (size_t i = 0; i < LANES; i++) {
        mask one = mask_not(mask_all());

        mask_set_lane(&one, i, true);
        assert_true(mask_any(one));
    }
}

TEST(test_sums)
{
    uint64_t seed = 16180;

    for (int round = 0; round < ROUNDS; round++) {
        real x[SIZE], y[SIZE], dot = draw_lanes(&seed), first = dot;
        narrow distance = narrow_all(0), largest = narrow_all(0);

        for (int i = 0; i < SIZE; i++) {
            x[i] = draw_lanes(&seed);
            y[i] = draw_lanes(&seed);
        }
        real_subtract_products(&dot, x, y, SIZE);
        narrow_add_distance(&distance, x, y, SIZE);
        narrow_raise(&largest, x, SIZE);
        for (int lane = 0; lane < LANES; lane++) {
            double sum = first[lane], far = 0, most = 0;

            for (int i = 0; i < SIZE; i++) {
                sum -= x[i][lane] * y[i][lane];
                far += fabs(x[i][lane] - y[i][lane]);
                most = fmax(most, fabs(x[i][lane]));
            }
            assert_true(same_bits(dot[lane], sum));
            assert_true(same_bits(distance[lane], far));
            assert_true(same_bits(largest[lane], most));
        }
    }
}

typedef void product(real *C, const real *A, const real *B, size_t n, size_t m, size_t k);
#define DECLARE_PRODUCTS(A) product matrix_add_product_##A, matrix_subtract_product_##A;
EACH_LANES_BUILD(DECLARE_PRODUCTS)
#define PRODUCTS(A) {matrix_add_product_##A, matrix_subtract_product_##A},
static product *const products[][2] = {EACH_LANES_BUILD(PRODUCTS)};

enum { LONGEST = 9 };

static void check_product(product *lanes, bool adds, uint64_t seed)
{
    const size_t n = 1 + seed % 4, m = seed % 5, k = 1 + seed % LONGEST;
    real A[LONGEST * LONGEST], B[LONGEST * LONGEST], C[LONGEST * LONGEST], sum[LONGEST * LONGEST];

    for (size_t i = 0; i < LONGEST * LONGEST; i++) {
        A[i] = draw_lanes(&seed);
        B[i] = draw_lanes(&seed);
        C[i] = sum[i] = draw_lanes(&seed);
    }
    lanes(sum, A, B, n, m, k);
    for (int lane = 0; lane < LANES; lane++) {
        double a[LONGEST * LONGEST], b[LONGEST * LONGEST], c[LONGEST * LONGEST];

        for (size_t i = 0; i < LONGEST * LONGEST; i++) {
            a[i] = A[i][lane];
            b[i] = B[i][lane];
            c[i] = C[i][lane];
        }
        (adds ? matrix_add_product_double : matrix_subtract_product_double)(c, a, b, n, m, k);
        for (size_t i = 0; i < LONGEST * LONGEST; i++)
            assert_true(same_bits(sum[i][lane], c[i]));
    }
}

/* Of all shapes, in every build that runs here. */
TEST(test_products)
{
    for (size_t build = 0; ensemble_build(build); build++) {
        for (uint64_t seed = 0; seed < 4 * 5 * LONGEST; seed++) {
            check_product(products[build][0], true, seed);
            check_product(products[build][1], false, seed);
        }
    }
}

/* Lane 2 is singular (a column of zeros), lanes 5 and 6 not finite in some rounds: the others go on. */
TEST(test_lu)
{
    uint64_t seed = 14142;
    unsigned pivots_apart = 0;

    for (int round = 0; round < 200; round++) {
        real matrix[SIZE * SIZE], x[SIZE];
        double alone[LANES][SIZE * SIZE], right[LANES][SIZE];
        size_t order[SIZE];
        pivot_row pivot[SIZE];
        mask regular;

        for (int lane = 0; lane < LANES; lane++) {
            for (int i = 0; i < SIZE * SIZE; i++)
                alone[lane][i] = lane == 2 && round % 2 && i % SIZE == 3 ? 0 : fixture_random_real(&seed);
            for (int i = 0; i < SIZE; i++)
                right[lane][i] = x[i][lane] = fixture_random_real(&seed);
        }
        if (round % 3 == 0)
            alone[5][7] = NAN;
        if (round % 5 == 0)
            alone[6][0] = INFINITY;
        for (int i = 0; i < SIZE * SIZE; i++) {
            for (int lane = 0; lane < LANES; lane++)
                matrix[i][lane] = alone[lane][i];
        }
        regular = lu_factorise_lanes(matrix, SIZE, pivot);
        lu_solve_lanes(matrix, SIZE, pivot, x);
        for (int lane = 0; lane < LANES; lane++) {
            bool expected = lu_factorise_double(alone[lane], SIZE, order);

            assert_int_equal(mask_lane(regular, (size_t)lane), expected);
            assert_int_equal(expected, !((lane == 2 && round % 2) || (lane == 5 && round % 3 == 0) ||
                                         (lane == 6 && round % 5 == 0)));
            if (!expected)
                continue;
            lu_solve_double(alone[lane], SIZE, order, right[lane]);
            for (int i = 0; i < SIZE; i++) {
                assert_true(same_bits(x[i][lane], right[lane][i]));
                assert_int_equal(pivot[i][lane], order[i]);
                pivots_apart += pivot[i][lane] != pivot[i][0];
            }
        }
    }
    assert_true(pivots_apart > 1000);
}
