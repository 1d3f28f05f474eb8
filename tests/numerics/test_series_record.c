/* Evaluations with a record: the same numbers as without, by FLINT's own functions, for one power more each time. */
#define ARITHMETIC_SERIES
#include "tests/fixtures/test.h"

#include "numerics/arithmetic.h"
#include "numerics/lu.h"

enum { TERMS = 12, BITS = 300, TANGENTS = 2, RESULTS = 32, SYSTEM = 3 };

static int prepare(void **state)
{
    (void)state;
    mpfr_precision_set(BITS);
    mpfr_precision_set_terms(TERMS);
    mpfr_precision_set_tangents(TANGENTS);
    return 0;
}

static int end(void **state)
{
    (void)state;
    mpfr_precision_set_tangents(0);
    flint_cleanup();
    return 0;
}
TEST_GROUP(prepare, end)

static void set_coefficient(real *x, long k, double value)
{
    arb_t ball;

    arb_init(ball);
    arb_set_d(ball, value);
    series_end_with(x, k, ball);
    arb_clear(ball);
}

/* Two numbers that do not change, and two unknowns of k terms, with tangents; the first unknown begins with h. */
struct numbers {
    real *constant, *unknown, *step; /* 2, 2, 1 */
};

static struct numbers create_numbers(long terms)
{
    real *x = real_array_create(5);

    for (int i = 0; i < 4; i++) {
        for (long k = 0; k < (i < 2 ? TERMS : terms); k++) {
            const bool first = i == 2 && k == 0;

            set_coefficient(x + i, k, first ? 0 : 1.0 / (double)(3 + i) + (double)((k * (7 + i)) % 5) / 8);
        }
        for (int t = 0; t < mpfr_precision.tangents; t++) {
            series_set_tangent(x + i, t, 0);
            for (long k = i == 2; k < (i < 2 ? TERMS : terms); k++)
                set_coefficient(x[i].tangent + t, k, (double)((k + i + 3 * t) % 4) / 16);
        }
    }
    for (int i = 0; i < 4; i++)
        series_set_same(x + i, SERIES_CONSTANT, SERIES_CONSTANT);
    real_set_double(x + 4, 1);
    series_raise(x + 4);
    return (struct numbers){x, x + 2, x + 4};
}

/* Sums, products, quotients and functions of all of them; the sign of the velocity u/h, and the pivot of a system that it
 * is an entry of, are decided by the first power of u. */
static void evaluate(const struct numbers *of, real *y)
{
    const real *a = of->constant, *b = a + 1, *u = of->unknown, *v = u + 1;
    real *matrix = real_array_create(SYSTEM * SYSTEM);
    pivot_row pivot[SYSTEM];

    real_add(y, a, v);
    real_subtract(y + 1, y, u);
    real_negate(y + 2, y + 1);
    real_multiply(y + 3, y + 2, v);
    real_multiply(y + 4, v, v);
    real_divide(y + 5, y + 4, y);
    real_divide(y + 6, u, of->step);
    real_set(y + 7, y + 6);
    real_add_product(y + 7, b, v);
    real_subtract_product(y + 7, y + 6, y + 6);
    real_absolute(y + 8, y + 6);
    real_multiply(y + 9, y + 8, of->step);
    real_sqrt(y + 10, v);
    real_exp(y + 11, u);
    real_log(y + 12, y);
    real_sin(y + 13, y + 11);
    real_cos(y + 14, v);
    real_tan(y + 15, v);
    real_asin(y + 16, u);
    real_acos(y + 17, u);
    real_atan(y + 18, y + 3);
    real_sinh(y + 19, v);
    real_cosh(y + 20, u);
    real_tanh(y + 21, v);
    real_asinh(y + 22, y);
    real_set_double(y + 23, 0);
    real_add_product(y + 23, a, b);
    real_set(matrix, y + 6);
    real_set_double(matrix + 1, 0.25);
    real_set(matrix + 3, a);
    real_set(matrix + 4, v);
    real_set(matrix + 6, b);
    real_set(matrix + 8, a);
    for (int i = 0; i < SYSTEM; i++)
        real_set(y + 24 + i, y + 3 + i);
    X(lu_factorise)(matrix, SYSTEM, pivot);
    X(lu_solve)(matrix, SYSTEM, pivot, y + 24);
    real_multiply(y + 27, y + 14, of->step);
    real_divide(y + 28, y + 27, of->step);
    real_array_destroy(matrix);
}

static bool overlap(const real *x, const real *y)
{
    bool same = x->known == y->known;

    for (long k = 0; k < x->known; k++)
        same &= arb_overlaps(series_coefficient(x, k), series_coefficient(y, k)) &&
                mag_cmp_2exp_si(arb_radref(series_coefficient(x, k)), 60 - BITS) < 0;
    for (int t = 0; t < TANGENTS && x->tangent && y->tangent; t++)
        same &= overlap(x->tangent + t, y->tangent + t);
    return same && (x->tangent != NULL) == (y->tangent != NULL);
}

/* With the record and without. */
static void assert_same(struct series_record *record, enum series_record_use use, const struct numbers *of,
                        real *y)
{
    real *plain = real_array_create(RESULTS);

    evaluate(of, plain);
    series_record_begin(record, use);
    evaluate(of, y);
    series_record_end();
    for (int i = 0; i < RESULTS; i++) {
        if (!overlap(y + i, plain + i))
            fail_msg("result %d of an evaluation with the use %d", i, (int)use);
    }
    real_array_destroy(plain);
}

/* The unknowns with k terms, which differ from those before from the last one on. */
static struct numbers create_next(long terms)
{
    struct numbers next = create_numbers(terms);

    series_set_same(next.unknown, terms - 1, terms - 1);
    series_set_same(next.unknown + 1, terms - 1, terms - 1);
    return next;
}

TEST(test_powers)
{
    struct series_record *record = series_record_create();
    real *y = real_array_create(RESULTS);

    for (long terms = 2; terms <= TERMS; terms++) {
        const struct numbers of = create_next(terms);

        assert_same(record, terms < TERMS ? SERIES_RECORD_UPDATE : SERIES_RECORD_TAKE, &of, y);
        real_array_destroy(of.constant);
    }
    series_record_destroy(record);
    assert_true(y[5].coefficient.length == TERMS); /* a number of its own */
    real_array_destroy(y);
}

/* The velocity is 0 in the first evaluation, and the largest of its column in the second. */
TEST(test_decisions)
{
    struct series_record *record = series_record_create();
    real *y = real_array_create(RESULTS);

    for (int k = 0; k < 4; k++) {
        const struct numbers of = create_numbers(TERMS);

        set_coefficient(of.unknown, 1, k % 2 ? 5 : 0.01);
        series_set_same(of.unknown, 1, SERIES_CONSTANT);
        assert_same(record, SERIES_RECORD_UPDATE, &of, y);
        real_array_destroy(of.constant);
    }
    series_record_destroy(record);
    real_array_destroy(y);
}

/* Beside a reference, which stays: h^3 in the place of what the second unknown had. */
TEST(test_beside)
{
    struct series_record *record = series_record_create();
    real *y = real_array_create(RESULTS);

    for (int k = 0; k < 4; k++) {
        const struct numbers of = create_numbers(3);

        if (k > 0)
            set_coefficient(of.unknown + (k == 2 ? 0 : 1), 3, k); /* `same` up to there */
        assert_same(record, k == 0 ? SERIES_RECORD_UPDATE : SERIES_RECORD_COMPARE, &of, y);
        real_array_destroy(of.constant);
    }
    series_record_destroy(record);
    real_array_destroy(y);
}

/* A factor is 7, then 0, then 2 h, whose first coefficient is that of the one before. */
TEST(test_zeros)
{
    static const long expected[][2] = {{21, 0}, {0, 0}, {0, 6}};
    struct series_record *record = series_record_create();
    real *x = real_array_create(3), *y = x + 1, *product = x + 2;

    mpfr_precision_set_tangents(0);
    for (int k = 0; k < 3; k++) {
        real_set_double(x, 3);
        real_set_double(y, k == 0 ? 7 : 0);
        if (k == 2)
            set_coefficient(y, 1, 2);
        series_set_same(y, k / 2, 0);
        series_record_begin(record, SERIES_RECORD_UPDATE);
        real_multiply(product, x, y);
        series_record_end();
        for (long i = 0; i < 2; i++)
            assert_true(arb_equal_si(series_coefficient(product, i), expected[k][i]));
    }
    mpfr_precision_set_tangents(TANGENTS);
    series_record_destroy(record);
    real_array_destroy(x);
}

/* Whether x is a part of y, and as much of it as was needed. */
static bool is_part(const real *x, const real *y, long needed)
{
    bool same = x->known >= needed && x->known <= y->known;

    for (long k = 0; k < x->known; k++)
        same &= arb_overlaps(series_coefficient(x, k), series_coefficient(y, k)) != 0;
    return same;
}

/* Of a result, or of its tangents where there are some. */
static bool has_needed(const real *x, const real *y, long needed)
{
    bool same = is_part(x, y, mpfr_precision.tangents ? 1 : needed);

    for (int t = 0; t < mpfr_precision.tangents && y->tangent; t++)
        same &= is_part(x->tangent + t, y->tangent + t, needed);
    return same;
}

/* Of a product with the step, a part of the solution of a system, a function and a quotient by the step: one power less than
 * is known. */
static void trim(int tangents)
{
    enum { FEW = 5, FIRST = 9, SECOND = 25, THIRD = 18, FOURTH = 28, UNUSED = 16 };
    struct series_record *record = series_record_create();
    real *y = real_array_create(RESULTS), *plain = real_array_create(RESULTS);
    long needed[RESULTS] = {0};

    mpfr_precision_set_tangents(tangents);
    for (long terms = FEW; terms < TERMS; terms++) {
        const struct numbers of = create_next(terms);

        for (int i = 2; i < 4; i++) /* what is behind the terms is not known */
            series_set_known(of.constant + i, terms);
        evaluate(&of, plain);
        series_record_set_ahead(record, terms - FEW);
        series_record_begin(record, SERIES_RECORD_UPDATE);
        evaluate(&of, y);
        series_record_end();
        for (int i = 0; i < RESULTS; i++)
            assert_true(has_needed(y + i, plain + i, needed[i] ? needed[i] + terms - FEW : 1));
        if (terms == FEW) {
            needed[FIRST] = plain[FIRST].known - 1;
            needed[SECOND] = plain[SECOND].known - 1;
            needed[THIRD] = plain[THIRD].known - 1;
            needed[FOURTH] = plain[FOURTH].known - 1;
            series_record_trim(record, y, needed, RESULTS);
        } else {
            assert_int_equal(tangents ? y[UNUSED].tangent->known : y[UNUSED].known, 1 + terms - FEW);
        }
        real_array_destroy(of.constant);
    }
    assert_true(series_record_untrim(record));
    assert_false(series_record_untrim(record));
    series_record_destroy(record);
    real_array_destroy(y);
    real_array_destroy(plain);
    mpfr_precision_set_tangents(TANGENTS);
}

TEST(test_trimmed)
{
    trim(0);
    trim(TANGENTS);
}

/* Of u = h + O(h^2) nothing is known of u/h at first; then it is 1, so is its 1024th power, and h u/h is h, not h times what was
 * no number. */
TEST(test_lost)
{
    struct series_record *record = series_record_create();
    real *u = real_array_create(4), *h = u + 1, *quotient = u + 2, *product = u + 3;

    mpfr_precision_set_tangents(0);
    real_set_double(h, 1);
    series_raise(h);
    for (long known = 1; known < 4; known++) {
        real_set(u, h);
        series_set_known(u, known);
        series_set_same(u, known > 1 ? SERIES_CONSTANT : 0, 0);
        series_record_begin(record, SERIES_RECORD_UPDATE);
        real_divide(quotient, u, h);
        real_multiply(product, quotient, h);
        for (int k = 0; k < 10; k++)
            real_multiply(quotient, quotient, quotient);
        series_record_end();
        assert_true(real_is_finite(quotient) == (known > 1));
        assert_true(real_is_finite(product) == (known > 1));
        assert_true(known == 1 || (arb_is_zero(series_coefficient(product, 0)) &&
                                   arb_is_one(series_coefficient(product, 1))));
    }
    series_record_destroy(record);
    real_array_destroy(u);
    mpfr_precision_set_tangents(TANGENTS);
}

/* More powers may be known of what is evaluated than are kept. */
TEST(test_beyond_terms)
{
    struct series_record *record = series_record_create();
    real *u = real_array_create(2), *sum = u + 1;

    mpfr_precision_set_tangents(0);
    real_set_double(u, 1);
    for (long known = TERMS; known < 4 * TERMS; known += TERMS) {
        series_set_known(u, known);
        set_coefficient(u, known - 1, 1);
        series_set_same(u, known - TERMS, 0);
        series_record_begin(record, SERIES_RECORD_UPDATE);
        real_subtract(sum, u, u);
        real_add(sum, u, u);
        series_record_end();
        assert_int_equal(sum->known, known);
        assert_true(arb_equal_si(series_coefficient(sum, known - 1), 2));
    }
    series_record_destroy(record);
    real_array_destroy(u);
    mpfr_precision_set_tangents(TANGENTS);
}
