/* LU factorisation in double and in MPFR at random precisions.
 *
 * Judged by its backward error (Higham 2002, theorems 9.3 and 9.4): |P A - L U| <= gamma_n |L||U| and
 * |b - A x| <= 3 gamma_n P^T |L||U||x|, elementwise, gamma_n = n u / (1 - n u), u = 2^-bits, evaluated in
 * 2048 bits. The seed is printed. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/cell_fixture.h"

#include "numerics/lu.h"
#include "numerics/vector.h"

enum { MOST = 12, ROUNDS = 200, WIDE = 2048 };

static void set_random(mpfr_ptr x, uint64_t *seed)
{
    mpfr_set_d(x, fixture_random_real(seed), MPFR_RNDN);
    mpfr_div_ui(x, x, 3, MPFR_RNDN); /* all digits */
    mpfr_mul_2si(x, x, (long)(fixture_random(seed) % 9) - 4, MPFR_RNDN);
}

struct system_of_equations {
    size_t n;
    mpfr_prec_t bits;
    mpfr_t *A, *b, *factors, *x;
    size_t pivot[MOST];
};

static struct system_of_equations equations_create(size_t n, mpfr_prec_t bits)
{
    return (struct system_of_equations){
        .n = n,
        .bits = bits,
        .A = kept_numbers(n * n, bits),
        .b = kept_numbers(n, bits),
        .factors = kept_numbers(n * n, bits),
        .x = kept_numbers(n, bits),
    };
}

static bool solve_in_double(struct system_of_equations *w)
{
    double matrix[MOST * MOST], x[MOST];

    vector_set_mpfr_double(matrix, w->A, w->n * w->n);
    vector_set_mpfr_double(x, w->b, w->n);
    if (!lu_factorise_double(matrix, w->n, w->pivot))
        return false;
    lu_solve_double(matrix, w->n, w->pivot, x);
    for (size_t i = 0; i < w->n * w->n; i++)
        mpfr_set_d(w->factors[i], matrix[i], MPFR_RNDN);
    for (size_t i = 0; i < w->n; i++)
        mpfr_set_d(w->x[i], x[i], MPFR_RNDN);
    return true;
}

static bool solve_in_mpfr(struct system_of_equations *w)
{
    real_mpfr *matrix, *x;
    bool regular;

    mpfr_precision_set(w->bits);
    matrix = kept_vector_mpfr(w->n * w->n);
    x = kept_vector_mpfr(w->n);
    vector_set_mpfr_mpfr(matrix, w->A, w->n * w->n);
    vector_set_mpfr_mpfr(x, w->b, w->n);
    regular = lu_factorise_mpfr(matrix, w->n, w->pivot);
    if (regular) {
        lu_solve_mpfr(matrix, w->n, w->pivot, x);
        for (size_t i = 0; i < w->n * w->n; i++)
            mpfr_set(w->factors[i], matrix + i, MPFR_RNDN);
        for (size_t i = 0; i < w->n; i++)
            mpfr_set(w->x[i], x + i, MPFR_RNDN);
    }
    return regular;
}

/* row[i]: which row of A is row i of P A */
static void find_rows(const struct system_of_equations *w, size_t *row)
{
    for (size_t i = 0; i < w->n; i++)
        row[i] = i;
    for (size_t k = 0; k < w->n; k++) {
        size_t swap = row[k];

        assert_true(w->pivot[k] >= k && w->pivot[k] < w->n);
        row[k] = row[w->pivot[k]];
        row[w->pivot[k]] = swap;
    }
}

/* (L U)_ij, or (|L||U|)_ij */
static void multiply_factors(mpfr_ptr sum, const struct system_of_equations *w, size_t i, size_t j,
                             bool absolute)
{
    mpfr_ptr term = kept_number(WIDE);

    mpfr_set_zero(sum, 1);
    for (size_t k = 0; k <= i && k <= j; k++) {
        if (k == i)
            mpfr_set(term, w->factors[k * w->n + j], MPFR_RNDN);
        else
            mpfr_mul(term, w->factors[i * w->n + k], w->factors[k * w->n + j], MPFR_RNDN);
        if (absolute)
            mpfr_abs(term, term, MPFR_RNDN);
        mpfr_add(sum, sum, term, MPFR_RNDN);
    }
}

/* The largest backward errors of the factors and of the solution, in units of their bounds. */
static void measure_backward_errors(const struct system_of_equations *w, double *of_factors,
                                    double *of_solution)
{
    double gamma = (double)w->n; /* in units of u */
    mpfr_t product, bound, residual, allowed;
    size_t row[MOST];

    find_rows(w, row);
    mpfr_inits2(WIDE, product, bound, residual, allowed, (mpfr_ptr)0);
    *of_factors = *of_solution = 0;
    for (size_t i = 0; i < w->n; i++) {
        mpfr_set(residual, w->b[row[i]], MPFR_RNDN);
        mpfr_set_zero(allowed, 1);
        for (size_t j = 0; j < w->n; j++) {
            mpfr_srcptr a = w->A[row[i] * w->n + j];

            multiply_factors(product, w, i, j, false);
            multiply_factors(bound, w, i, j, true);
            mpfr_sub(product, product, a, MPFR_RNDN);
            mpfr_div(product, product, bound, MPFR_RNDN);
            mpfr_mul_2si(product, product, w->bits, MPFR_RNDN);
            *of_factors = fmax(*of_factors, fabs(mpfr_get_d(product, MPFR_RNDN)) / gamma);
            mpfr_mul(product, a, w->x[j], MPFR_RNDN);
            mpfr_sub(residual, residual, product, MPFR_RNDN);
            mpfr_mul(product, bound, w->x[j], MPFR_RNDN);
            mpfr_abs(product, product, MPFR_RNDN);
            mpfr_add(allowed, allowed, product, MPFR_RNDN);
        }
        mpfr_div(residual, residual, allowed, MPFR_RNDN);
        mpfr_mul_2si(residual, residual, w->bits, MPFR_RNDN);
        *of_solution = fmax(*of_solution, fabs(mpfr_get_d(residual, MPFR_RNDN)) / (3 * gamma));
    }
    mpfr_clears(product, bound, residual, allowed, (mpfr_ptr)0);
}

TEST(test_lu)
{
    uint64_t seed = 1234567;
    double worst_factors = 0, worst_solution = 0, factors, solution;

    print_message("# seed %llu\n", (unsigned long long)seed);
    for (int round = 0; round < ROUNDS; round++) {
        bool in_double = round % 2;
        struct system_of_equations w =
            equations_create(1 + fixture_random(&seed) % MOST,
                             in_double ? 53 : 24 + (mpfr_prec_t)(fixture_random(&seed) % 500));

        for (size_t i = 0; i < w.n * w.n; i++)
            set_random(w.A[i], &seed);
        for (size_t i = 0; i < w.n; i++)
            set_random(w.b[i], &seed);
        assert_true((in_double ? solve_in_double : solve_in_mpfr)(&w));
        for (size_t i = 0; i < w.n * w.n; i++) /* partial pivoting */
            assert_true(i % w.n >= i / w.n || fabs(mpfr_get_d(w.factors[i], MPFR_RNDN)) <= 1);
        measure_backward_errors(&w, &factors, &solution);
        worst_factors = fmax(worst_factors, factors);
        worst_solution = fmax(worst_solution, solution);
        /* Control: a solution and a factor that are a little wrong. */
        mpfr_mul_d(w.x[0], w.x[0], 1 + 0x1p-15, MPFR_RNDN);
        mpfr_mul_d(w.factors[w.n * w.n - 1], w.factors[w.n * w.n - 1], 1 + 0x1p-10, MPFR_RNDN);
        measure_backward_errors(&w, &factors, &solution);
        assert_true(factors > 1);
        assert_true(solution > 1);
    }
    assert_true(worst_factors <= 1);
    assert_true(worst_solution <= 1);
}

TEST(test_lu_singular)
{
    static const double equal_rows[] = {0.1, 0.3, 0.7, 0.5, 0.25, 0.6, 0.1, 0.3, 0.7};
    static const double zero_column[] = {1, 0, 2, 3, 0, 4, 5, 0, 6};
    static const double *const matrices[] = {equal_rows, zero_column};

    for (size_t k = 0; k < 4; k++) {
        struct system_of_equations w = equations_create(3, 150);

        for (size_t i = 0; i < 9; i++)
            mpfr_set_d(w.A[i], matrices[k / 2][i], MPFR_RNDN);
        for (size_t i = 0; i < 3; i++)
            mpfr_set_ui(w.b[i], 1, MPFR_RNDN);
        assert_false((k % 2 ? solve_in_double : solve_in_mpfr)(&w));
        /* Control: regular after a change of one entry. */
        mpfr_add_d(w.A[1], w.A[1], 0.5, MPFR_RNDN);
        assert_true((k % 2 ? solve_in_double : solve_in_mpfr)(&w));
        mpfr_set_nan(w.A[8]);
        assert_false((k % 2 ? solve_in_double : solve_in_mpfr)(&w));
        mpfr_set_inf(w.A[8], -1);
        assert_false((k % 2 ? solve_in_double : solve_in_mpfr)(&w));
    }
}
