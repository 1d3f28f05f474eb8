/* Coefficients as functions of the number of steps, by sequences that are known: n^2 + 3 n beside parts that alternate, die out
 * or grow.  The linear part is 3, whatever stands beside it.  Control: a sequence that is none of these. */
#define ARITHMETIC_SERIES
#include "tests/fixtures/test.h"

#include "measures/expansion/expansion_work.h"
#include "numerics/arithmetic.h"

enum { STEPS = 12, BITS = 300 };

static int prepare(void **state)
{
    (void)state;
    mpfr_precision_set(BITS);
    mpfr_precision_set_terms(1);
    return 0;
}
TEST_GROUP(prepare, NULL)

static const struct {
    double square, line, constant, alternates, alternates_line, power, root;
    enum expansion_growth growth;
    int degree;
    double linear;
} sequences[] = {
    {0, 0, 0, 0, 0, 0, 0, EXPANSION_ZERO, 0, 0},
    {0, 0, 5, 0, 0, 0, 0, EXPANSION_POLYNOMIAL, 0, 0},
    {1, 3, 5, 0, 0, 0, 0, EXPANSION_POLYNOMIAL, 2, 3},
    {1, 3, 5, 7, 0, 0, 0, EXPANSION_ALTERNATES, 2, 3},
    {0, 3, 5, 7, 2, 0, 0, EXPANSION_ALTERNATES, 1, 3},
    {0, 0, 0, 7, 2, 0, 0, EXPANSION_ALTERNATES, 1, 0},
    {0, 0, 0, 7, 0, 0, 0, EXPANSION_ALTERNATES, 0, 0},
    {1, 3, 5, 0, 0, 1, 0.5, EXPANSION_DECAYS, 2, NAN},
    {0, 0, 0, 0, 0, 1, -0.25, EXPANSION_DECAYS, 0, NAN},
    {0, 3, 0, 0, 0, 1, -2, EXPANSION_EXPONENTIAL, 1, NAN},
    {0, 3, 0, 1, 0, 1, -2, EXPANSION_OTHER, 0, NAN},
};

TEST(test_growth)
{
    arb_struct s[2];
    const struct expansion_parasites parasites = {.degree = 1, .s = s, .on_circle = true};

    arb_init(s), arb_init(s + 1);
    arb_one(s), arb_one(s + 1);
    for (size_t k = 0; k < COUNT(sequences); k++) {
        struct expansion_quantity quantity = {.of = EXPANSION_OF_SOLUTION};
        real *value = real_array_create(STEPS);
        const real *values[STEPS];

        for (int n = 1; n <= STEPS; n++) {
            const double sign = n % 2 ? -1 : 1;

            real_set_double(value + n - 1,
                            sequences[k].square * n * n + sequences[k].line * n + sequences[k].constant +
                                sign * (sequences[k].alternates + sequences[k].alternates_line * n) +
                                sequences[k].power * pow(sequences[k].root, n));
            values[n - 1] = value + n - 1;
        }
        expansion_growth_describe(&quantity, values, STEPS, &parasites);
        if (quantity.coefficient->growth != sequences[k].growth ||
            quantity.coefficient->degree != sequences[k].degree)
            fail_msg("sequence %zu: kind %d of degree %d", k, quantity.coefficient->growth,
                     quantity.coefficient->degree);
        if (isnan(sequences[k].linear) ? !isnan(quantity.coefficient->linear)
                                       : fabs(quantity.coefficient->linear - sequences[k].linear) > 1e-14)
            fail_msg("sequence %zu: %g n", k, quantity.coefficient->linear);
        number_block_destroy(quantity.centre);
        real_array_destroy(value);
    }
    flint_cleanup();
}
