/* The arithmetic `dual`: every function's value and eight tangents, against central differences in MPFR.
 *
 * f(a + t a', b + t b') is differenced at t = +-2^-120 with 500 bits, which leaves more than 70 exact digits.
 * Values must be those of double to the last bit.  LU over dual numbers: the tangent of A^-1 b is A^-1 (b' -
 * A' x). */
#define ARITHMETIC_DUAL
#include "tests/fixtures/test.h"

#include "numerics/arithmetic.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "numerics/lu.h"
#include "numerics/vector.h"

enum { BITS = 500, OFFSET = 120, ROUNDS = 300, SIZE = 5 };
static const double TOLERANCE = 8 * 0x1p-53; /* of the sum of the absolute terms of the derivative */

typedef void unary(real *x, const real *a);
typedef void binary(real *x, const real *a, const real *b);
typedef int mpfr_unary(mpfr_ptr x, mpfr_srcptr a, mpfr_rnd_t round);
typedef int mpfr_binary(mpfr_ptr x, mpfr_srcptr a, mpfr_srcptr b, mpfr_rnd_t round);

struct function {
    const char *name;
    unary *dual;
    mpfr_unary *exact;
    double (*plain)(double);
    double low, high; /* its arguments */
};

static double negate(double a)
{
    return -a;
}

static const struct function FUNCTIONS[] = {
    {"negate", real_negate, mpfr_neg, negate, -2, 2},
    {"absolute", real_absolute, mpfr_abs, fabs, -2, -0.1},
    {"absolute", real_absolute, mpfr_abs, fabs, 0.1, 2},
    {"sqrt", real_sqrt, mpfr_sqrt, sqrt, 0.1, 4},
    {"exp", real_exp, mpfr_exp, exp, -3, 3},
    {"log", real_log, mpfr_log, log, 0.1, 5},
    {"sin", real_sin, mpfr_sin, sin, -4, 4},
    {"cos", real_cos, mpfr_cos, cos, -4, 4},
    {"tan", real_tan, mpfr_tan, tan, -1.3, 1.3},
    {"asin", real_asin, mpfr_asin, asin, -0.8, 0.8},
    {"acos", real_acos, mpfr_acos, acos, -0.8, 0.8},
    {"atan", real_atan, mpfr_atan, atan, -3, 3},
    {"sinh", real_sinh, mpfr_sinh, sinh, -3, 3},
    {"cosh", real_cosh, mpfr_cosh, cosh, -3, 3},
    {"tanh", real_tanh, mpfr_tanh, tanh, -1, 1},
    {"asinh", real_asinh, mpfr_asinh, asinh, -3, 3},
};

static real random_dual(uint64_t *seed, double low, double high)
{
    real x = {.value = low + (high - low) * (fixture_random_real(seed) + 1) / 2};

    for (int k = 0; k < DUAL_TANGENTS; k++)
        x.tangent[k] = fixture_random_real(seed);
    return x;
}

/* x = a + sign 2^-OFFSET a'_k */
static void displace(mpfr_ptr x, const real *a, int k, int sign)
{
    mpfr_set_d(x, sign * a->tangent[k], MPFR_RNDN);
    mpfr_div_2ui(x, x, OFFSET, MPFR_RNDN);
    mpfr_add_d(x, x, a->value, MPFR_RNDN);
}

/* (high - low) / 2^(1 - OFFSET) */
static double difference_quotient(mpfr_ptr high, mpfr_srcptr low)
{
    mpfr_sub(high, high, low, MPFR_RNDN);
    mpfr_mul_2ui(high, high, OFFSET - 1, MPFR_RNDN);
    return mpfr_get_d(high, MPFR_RNDN);
}

static double unary_derivative(const struct function *f, const real *a, int k)
{
    mpfr_ptr high = kept_number(BITS), low = kept_number(BITS);

    displace(high, a, k, 1);
    displace(low, a, k, -1);
    f->exact(high, high, MPFR_RNDN);
    f->exact(low, low, MPFR_RNDN);
    return difference_quotient(high, low);
}

TEST(test_functions)
{
    uint64_t seed = 31337;

    print_message("# seed %llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < COUNT(FUNCTIONS); i++) {
        const struct function *f = FUNCTIONS + i;

        for (int round = 0; round < ROUNDS; round++) {
            real a = random_dual(&seed, f->low, f->high), x;

            f->dual(&x, &a);
            assert_true(x.value == f->plain(a.value));
            for (int k = 0; k < DUAL_TANGENTS; k++) {
                double exact = unary_derivative(f, &a, k), error = fabs(x.tangent[k] - exact) / fabs(exact);

                if (!(error <= TOLERANCE))
                    fail_msg("%s at %.17g: tangent wrong by %.2g", f->name, a.value, error);
                /* Control: another direction has another derivative. */
                assert_true(fabs(x.tangent[k] - unary_derivative(f, &a, (k + 1) % DUAL_TANGENTS)) >
                            fabs(exact) * TOLERANCE);
            }
            f->dual(&a, &a); /* in place */
            assert_memory_equal(&a, &x, sizeof x);
        }
    }
}

/* -- two arguments -- */

struct operation_in_x {
    const char *name;
    binary *dual;
    mpfr_binary *exact;
    int accumulate; /* x += sign f(a, b) */
};

static const struct operation_in_x OPERATIONS[] = {
    {"add", real_add, mpfr_add, 0},
    {"subtract", real_subtract, mpfr_sub, 0},
    {"multiply", real_multiply, mpfr_mul, 0},
    {"divide", real_divide, mpfr_div, 0},
    {"add_product", real_add_product, mpfr_mul, 1},
    {"subtract_product", real_subtract_product, mpfr_mul, -1},
};

static double binary_derivative(const struct operation_in_x *f, const real *x, const real *a, const real *b,
                                int k)
{
    mpfr_t end[2], argument[2];
    double derivative;

    mpfr_inits2(BITS, end[0], end[1], argument[0], argument[1], (mpfr_ptr)0);
    for (int side = 0; side < 2; side++) {
        displace(argument[0], a, k, side ? -1 : 1);
        displace(argument[1], b, k, side ? -1 : 1);
        f->exact(end[side], argument[0], argument[1], MPFR_RNDN);
        displace(argument[0], x, k, side ? -1 : 1);
        if (f->accumulate)
            (f->accumulate > 0 ? mpfr_add : mpfr_sub)(end[side], argument[0], end[side], MPFR_RNDN);
    }
    derivative = difference_quotient(end[0], end[1]);
    mpfr_clears(end[0], end[1], argument[0], argument[1], (mpfr_ptr)0);
    return derivative;
}

TEST(test_operations)
{
    uint64_t seed = 271828;

    print_message("# seed %llu\n", (unsigned long long)seed);
    for (size_t i = 0; i < COUNT(OPERATIONS); i++) {
        const struct operation_in_x *f = OPERATIONS + i;

        for (int round = 0; round < ROUNDS; round++) {
            real a = random_dual(&seed, -2, 2), b = random_dual(&seed, 0.5, 2), x = random_dual(&seed, -2, 2);
            real before = x, in_place = a;

            f->dual(&x, &a, &b);
            for (int k = 0; k < DUAL_TANGENTS; k++) {
                double exact = binary_derivative(f, &before, &a, &b, k);

                /* the terms are below 10 */
                if (!(fabs(x.tangent[k] - exact) <= 10 * TOLERANCE))
                    fail_msg("%s: tangent %.17g for %.17g", f->name, x.tangent[k], exact);
                assert_true(fabs(x.tangent[k] - binary_derivative(f, &before, &a, &b,
                                                                  (k + 1) % DUAL_TANGENTS)) > 10 * TOLERANCE);
            }
            if (!f->accumulate) {
                f->dual(&in_place, &in_place, &b);
                assert_memory_equal(&in_place, &x, sizeof x);
            }
        }
    }
}

/* -- linear systems -- */

struct dual_system {
    real A[SIZE * SIZE], b[SIZE], x[SIZE];
};

static struct dual_system random_system(uint64_t *seed)
{
    struct dual_system w;

    for (size_t i = 0; i < SIZE * SIZE; i++)
        w.A[i] = random_dual(seed, i % (SIZE + 1) ? -1 : 2, i % (SIZE + 1) ? 1 : 4);
    for (size_t i = 0; i < SIZE; i++)
        w.x[i] = w.b[i] = random_dual(seed, -1, 1);
    return w;
}

/* max |A x' - (b' - A' x)| over the tangents */
static double tangent_residual(const struct dual_system *w)
{
    double worst = 0;

    for (size_t i = 0; i < SIZE; i++) {
        for (int k = 0; k < DUAL_TANGENTS; k++) {
            long double sum = -w->b[i].tangent[k];

            for (size_t j = 0; j < SIZE; j++)
                sum += (long double)w->A[i * SIZE + j].value * w->x[j].tangent[k] +
                       (long double)w->A[i * SIZE + j].tangent[k] * w->x[j].value;
            worst = fmax(worst, (double)fabsl(sum));
        }
    }
    return worst;
}

TEST(test_lu)
{
    uint64_t seed = 1618;
    double worst = 0;

    print_message("# seed %llu\n", (unsigned long long)seed);
    for (int round = 0; round < ROUNDS; round++) {
        struct dual_system w = random_system(&seed);
        real factors[SIZE * SIZE];
        double matrix[SIZE * SIZE], x[SIZE];
        size_t pivot[SIZE];

        memcpy(factors, w.A, sizeof factors);
        for (size_t i = 0; i < SIZE * SIZE; i++)
            matrix[i] = w.A[i].value;
        for (size_t i = 0; i < SIZE; i++)
            x[i] = w.b[i].value;
        assert_true(lu_factorise_dual(factors, SIZE, pivot));
        lu_solve_dual(factors, SIZE, pivot, w.x);
        assert_true(lu_factorise_double(matrix, SIZE, pivot));
        lu_solve_double(matrix, SIZE, pivot, x);
        for (size_t i = 0; i < SIZE; i++)
            assert_true(w.x[i].value == x[i]);
        worst = fmax(worst, tangent_residual(&w));
        w.A[1].tangent[3] += 1e-6; /* control */
        assert_true(tangent_residual(&w) > 1e-12);
    }
    assert_true(worst < 1e-13);
}
