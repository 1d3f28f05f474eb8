/* Taylor recurrences of the elementary functions against series known in closed form, and against the
 * functions of MPFR at a point. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/numerics/jet_fixture.h"

/* --- Closed forms
 * --------------------------------------------------------------------------------------------- */

/* Zigzag numbers E_n (Seidel's triangle, integers only): sec t + tan t = sum E_n t^n / n!. */
static void zigzag(mpz_t *numbers, size_t count)
{
    mpz_t row[ORDER + 2];

    for (size_t i = 0; i < count + 1; i++)
        mpz_init_set_ui(row[i], i == 0);
    mpz_set_ui(numbers[0], 1);
    for (size_t n = 1; n < count; n++) {
        /* The next row is the running sum of this one from its far end, which lies at alternating sides. */
        if (n % 2 == 1) {
            for (size_t i = n; i > 0; i--)
                mpz_set(row[i], row[i - 1]);
            mpz_set_ui(row[0], 0);
            for (size_t i = 1; i <= n; i++)
                mpz_add(row[i], row[i], row[i - 1]);
            mpz_set(numbers[n], row[n]);
        } else {
            mpz_set_ui(row[n], 0);
            for (size_t i = n; i-- > 0;)
                mpz_add(row[i], row[i], row[i + 1]);
            mpz_set(numbers[n], row[0]);
        }
    }
    for (size_t i = 0; i < count + 1; i++)
        mpz_clear(row[i]);
}

static void one_over_factorial(mpq_ptr c, size_t k)
{
    mpq_set_ui(c, 1, 1);
    mpz_fac_ui(mpq_denref(c), k);
}

static void exp_coefficient(mpq_ptr c, size_t k)
{
    one_over_factorial(c, k);
}

static void geometric_coefficient(mpq_ptr c, size_t k)
{
    (void)k;
    mpq_set_ui(c, 1, 1);
}

static void log_coefficient(mpq_ptr c, size_t k)
{
    mpq_set_si(c, k == 0 ? 0 : k % 2 ? 1 : -1, k == 0 ? 1 : k);
}

static void sinh_coefficient(mpq_ptr c, size_t k)
{
    one_over_factorial(c, k);
    if (k % 2 == 0)
        mpq_set_ui(c, 0, 1);
}

static void cosh_coefficient(mpq_ptr c, size_t k)
{
    one_over_factorial(c, k);
    if (k % 2 == 1)
        mpq_set_ui(c, 0, 1);
}

/* Signs of f(i t): + + - - for orders 0, 1, 2, 3. */
static void alternate(mpq_ptr c, size_t k)
{
    if (k % 4 >= 2)
        mpq_neg(c, c);
}

static void sin_coefficient(mpq_ptr c, size_t k)
{
    sinh_coefficient(c, k);
    alternate(c, k);
}

static void cos_coefficient(mpq_ptr c, size_t k)
{
    cosh_coefficient(c, k);
    alternate(c, k);
}

static void tan_coefficient(mpq_ptr c, size_t k)
{
    mpz_t numbers[ORDER + 1];

    for (size_t i = 0; i <= ORDER; i++)
        mpz_init(numbers[i]);
    zigzag(numbers, ORDER + 1);
    one_over_factorial(c, k);
    mpz_mul_ui(mpq_numref(c), numbers[k], k % 2);
    mpq_canonicalize(c);
    for (size_t i = 0; i <= ORDER; i++)
        mpz_clear(numbers[i]);
}

static void tanh_coefficient(mpq_ptr c, size_t k)
{
    tan_coefficient(c, k);
    alternate(c, k);
}

static void atan_coefficient(mpq_ptr c, size_t k)
{
    mpq_set_ui(c, k % 2, k == 0 ? 1 : k);
    alternate(c, k);
}

/* binomial(2m, m) / (4^m (2m + 1)), k = 2m + 1. */
static void asin_coefficient(mpq_ptr c, size_t k)
{
    mpq_set_ui(c, 0, 1);
    if (k % 2 == 0)
        return;
    mpz_bin_uiui(mpq_numref(c), k - 1, (k - 1) / 2);
    mpz_set_ui(mpq_denref(c), k);
    mpz_mul_2exp(mpq_denref(c), mpq_denref(c), k - 1);
    mpq_canonicalize(c);
}

static void acos_coefficient(mpq_ptr c, size_t k)
{
    asin_coefficient(c, k);
    mpq_neg(c, c);
}

static void asinh_coefficient(mpq_ptr c, size_t k)
{
    asin_coefficient(c, k);
    alternate(c, k);
}

/* binomial(1/2, k) = (-1)^(k+1) binomial(2k, k) / (4^k (2k - 1)). */
static void sqrt_coefficient(mpq_ptr c, size_t k)
{
    mpz_bin_uiui(mpq_numref(c), 2 * k, k);
    mpz_set_si(mpq_denref(c), 2 * (long)k - 1);
    mpz_mul_2exp(mpq_denref(c), mpq_denref(c), 2 * k);
    if (k % 2 == 0)
        mpz_neg(mpq_numref(c), mpq_numref(c));
    mpq_canonicalize(c);
}

/* Not a series of anything here: the binomial series with one coefficient off in its tenth digit. */
static void spoilt_sqrt_coefficient(mpq_ptr c, size_t k)
{
    sqrt_coefficient(c, k);
    if (k == 17) {
        mpq_ptr factor = kept_rational(10000000001UL, 10000000000UL);

        mpq_mul(c, c, factor);
    }
}

struct closed_form {
    const char *name;
    enum operation operation; /* OPERATION_DIVIDE stands for 1 / x */
    double base;              /* x = base + t */
    void (*coefficient)(mpq_ptr c, size_t k);
};

static const struct closed_form closed_forms[] = {
    {"exp", OPERATION_EXP, 0, exp_coefficient},       {"1 / (1 + t)", OPERATION_DIVIDE, 1, NULL},
    {"log", OPERATION_LOG, 1, log_coefficient},       {"sin", OPERATION_SIN, 0, sin_coefficient},
    {"cos", OPERATION_COS, 0, cos_coefficient},       {"tan", OPERATION_TAN, 0, tan_coefficient},
    {"asin", OPERATION_ASIN, 0, asin_coefficient},    {"acos", OPERATION_ACOS, 0, acos_coefficient},
    {"atan", OPERATION_ATAN, 0, atan_coefficient},    {"sinh", OPERATION_SINH, 0, sinh_coefficient},
    {"cosh", OPERATION_COSH, 0, cosh_coefficient},    {"tanh", OPERATION_TANH, 0, tanh_coefficient},
    {"asinh", OPERATION_ASINH, 0, asinh_coefficient}, {"sqrt", OPERATION_SQRT, 1, sqrt_coefficient},
};
enum { CLOSED_FORMS = COUNT(closed_forms) };

static void exact_coefficient(mpfr_ptr value, const struct closed_form *form, size_t k)
{
    mpq_ptr c = kept_rational(0, 1);

    if (form->coefficient)
        form->coefficient(c, k);
    else
        mpq_set_si(c, k % 2 ? -1 : 1, 1);
    mpfr_set_q(value, c, MPFR_RNDN);
    if (form->operation == OPERATION_ACOS && k == 0) {
        mpfr_const_pi(value, MPFR_RNDN);
        mpfr_div_2ui(value, value, 1, MPFR_RNDN);
    }
}

/* Whether all coefficients are those of the closed form, to a relative error of 2^10 units of round-off. */
static bool matches(const struct closed_form *form)
{
    struct fixture f = {.graph = kept(graph_create())};
    expression y = form->operation == OPERATION_DIVIDE
                       ? binary(&f, OPERATION_DIVIDE, graph_integer(f.graph, 1), input_of(&f, 0))
                       : unary_of(&f, form->operation, input_of(&f, 0));
    bool match = true;

    compile(&f, &y, 1, 200);
    mpfr_ptr exact = kept_number(264), error = kept_number(264);
    set_line(&f, form->base);
    assert_true(extend_to(f.jet, ORDER));
    for (size_t k = 0; k <= ORDER; k++) {
        exact_coefficient(exact, form, k);
        mpfr_sub(error, jet_output(f.jet, 0, 0, k), exact, MPFR_RNDN);
        mpfr_mul_2ui(error, error, 190, MPFR_RNDN);
        match = match && mpfr_cmpabs(error, exact) <= 0;
    }
    return match;
}

TEST(test_closed_forms)
{
    for (size_t i = 0; i < CLOSED_FORMS; i++) {
        if (!matches(&closed_forms[i]))
            fail_msg("%s", closed_forms[i].name);
    }
}

TEST(test_closed_forms_can_fail)
{
    static const struct closed_form spoilt = {"sqrt", OPERATION_SQRT, 1, spoilt_sqrt_coefficient};
    static const struct closed_form other = {"1 / (1 + t)", OPERATION_DIVIDE, 1, geometric_coefficient};

    assert_false(matches(&spoilt));
    assert_false(matches(&other));
}

/* --- Sums against MPFR's functions
 * ----------------------------------------------------------------------------- */

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
