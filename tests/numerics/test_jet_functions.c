/* Taylor recurrences of the elementary functions against the functions of MPFR at a point. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/numerics/jet_fixture.h"

typedef int mpfr_function(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);

static const struct {
    enum operation operation;
    mpfr_function *function;
} functions[] = {
    {OPERATION_NEGATE, mpfr_neg}, {OPERATION_SQRT, mpfr_sqrt},   {OPERATION_EXP, mpfr_exp},
    {OPERATION_LOG, mpfr_log},    {OPERATION_SIN, mpfr_sin},     {OPERATION_COS, mpfr_cos},
    {OPERATION_TAN, mpfr_tan},    {OPERATION_ASIN, mpfr_asin},   {OPERATION_ACOS, mpfr_acos},
    {OPERATION_ATAN, mpfr_atan},  {OPERATION_SINH, mpfr_sinh},   {OPERATION_COSH, mpfr_cosh},
    {OPERATION_TANH, mpfr_tanh},  {OPERATION_ASINH, mpfr_asinh},
};
enum { FUNCTIONS = COUNT(functions) };

/* sum = sum_k c_k t^k. */
static void evaluate_series(mpfr_ptr sum, const struct fixture *f, bool input, size_t i, double t)
{
    mpfr_set_zero(sum, 1);
    for (size_t k = ORDER + 1; k-- > 0;) {
        mpfr_mul_d(sum, sum, t, MPFR_RNDN);
        mpfr_add(sum, sum, input ? jet_input(f->jet, 0, i, k) : jet_output(f->jet, 0, i, k), MPFR_RNDN);
    }
}

/* log2 |f(input_of(t)) - y(t)| in units of round-off, for y expanded as operation `i` and f MPFR's function `j`. */
static double error_of_sum(size_t i, size_t j, mpfr_prec_t precision, double taper)
{
    const double t = -0x1p-10; /* t^40 = 2^-400 */
    struct fixture f = {.graph = kept(graph_create())};
    expression y = unary_of(&f, functions[i].operation, input_of(&f, 3));

    compile(&f, &y, 1, precision);
    mpfr_ptr value = kept_number(precision + 64), sum = kept_number(precision + 64);
    jet_taper(f.jet, taper);
    set_random(&f, 3);
    assert_true(extend_to(f.jet, ORDER));
    evaluate_series(value, &f, true, 3, t);
    functions[j].function(value, value, MPFR_RNDN);
    evaluate_series(sum, &f, false, 0, t);
    mpfr_sub(value, value, sum, MPFR_RNDN);

    return mpfr_zero_p(value) ? -64 : (double)mpfr_get_exp(value) + (double)precision;
}

TEST(test_sums)
{
    for (size_t repetition = 0; repetition < 20; repetition++) {
        unsigned long at = jet_seed;
        mpfr_prec_t precision = 60 + (mpfr_prec_t)(300 * uniform_of());

        for (size_t i = 0; i < FUNCTIONS; i++) {
            double full = error_of_sum(i, i, precision, INFINITY),
                   tapered = error_of_sum(i, i, precision, 0x1p-9);

            if (full > 6 || tapered > 6)
                fail_msg("seed %lu: function %zu, %ld bits: 2^%g, tapered 2^%g", at, i, (long)precision, full,
                         tapered);
            assert_true(error_of_sum(i, (i + 1) % FUNCTIONS, precision, INFINITY) > 20);
        }
    }
}

TEST_GROUP(announce_seed, NULL)
