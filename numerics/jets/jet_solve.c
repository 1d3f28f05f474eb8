/* Linear systems in truncated Taylor series.
 *
 * Comparing coefficients of t^k in A(t) y(t) = b(t) gives
 *
 *   A_0 y_k = b_k - sum_{j=1}^{k} A_j y_{k-j},
 *
 * one right-hand side after the other against the same matrix, which is factorised once: P A_0 = L U with
 * partial pivoting.  Series of A that are constant contribute nothing to the sum.
 *
 * A_0 counts as singular when a pivot is no larger than the round-off of its own column, so that a scaling of
 * the columns (units of the unknowns) does not matter. */
#include "numerics/jets/jet_solve.h"

#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/number_block.h"

struct jet_solve {
    const struct program_system *system;
    mpfr_ptr block;
    mpfr_ptr factors; /* n x n: U, and L without its unit diagonal; rows in pivoted order */
    mpfr_ptr column;  /* n: round-off of each column of A_0 */
    mpfr_ptr right;   /* n */
    mpfr_ptr scratch;
    size_t *row; /* n: row of A that stands in row i of the factors */
};

struct jet_solve *jet_solve_create(const struct program_system *system, mpfr_prec_t precision)
{
    size_t n = system->n;
    struct jet_solve *solve = memory_create(1, sizeof *solve);
    mpfr_ptr block = number_block_create(n * n + 2 * n + 1, precision);

    *solve = (struct jet_solve){.system = system,
                                .block = block,
                                .factors = block,
                                .column = block + n * n,
                                .right = block + n * n + n,
                                .scratch = block + n * n + 2 * n,
                                .row = memory_create(n, sizeof *solve->row)};
    return solve;
}

void jet_solve_destroy(struct jet_solve *solve)
{
    if (!solve)
        return;
    number_block_destroy(solve->block);
    free(solve->row);
    free(solve);
}

static mpfr_ptr entry(struct jet_solve *solve, size_t i, size_t j)
{
    return solve->factors + i * solve->system->n + j;
}

/* Copies A_0 and measures the round-off of its columns: n 2^(2 - precision) max_i |a_ij|. */
static void load(struct jet_solve *solve, const struct jet_series *series)
{
    size_t n = solve->system->n;
    long precision = (long)mpfr_get_prec(solve->scratch);

    for (size_t j = 0; j < n; j++) {
        mpfr_ptr largest = solve->column + j;

        mpfr_set_zero(largest, 1);
        solve->row[j] = j;
        for (size_t i = 0; i < n; i++) {
            mpfr_set(entry(solve, i, j), series[solve->system->matrix[i * n + j]].coefficient, MPFR_RNDN);
            if (mpfr_cmpabs(entry(solve, i, j), largest) > 0)
                mpfr_abs(largest, entry(solve, i, j), MPFR_RNDN);
        }
        mpfr_mul_ui(largest, largest, (unsigned long)n, MPFR_RNDN);
        mpfr_mul_2si(largest, largest, 2 - precision, MPFR_RNDN);
    }
}

static void pivot(struct jet_solve *solve, size_t k)
{
    size_t n = solve->system->n, best = k;

    for (size_t i = k + 1; i < n; i++) {
        if (mpfr_cmpabs(entry(solve, i, k), entry(solve, best, k)) > 0)
            best = i;
    }
    if (best == k)
        return;
    for (size_t j = 0; j < n; j++) {
        mpfr_set(solve->scratch, entry(solve, k, j), MPFR_RNDN);
        mpfr_set(entry(solve, k, j), entry(solve, best, j), MPFR_RNDN);
        mpfr_set(entry(solve, best, j), solve->scratch, MPFR_RNDN);
    }
    size_t row = solve->row[k];

    solve->row[k] = solve->row[best];
    solve->row[best] = row;
}

static bool factorise(struct jet_solve *solve)
{
    size_t n = solve->system->n;

    for (size_t k = 0; k < n; k++) {
        pivot(solve, k);
        if (mpfr_cmpabs(entry(solve, k, k), solve->column + k) <= 0)
            return false;
        for (size_t i = k + 1; i < n; i++) {
            mpfr_ptr multiplier = entry(solve, i, k);

            mpfr_div(multiplier, multiplier, entry(solve, k, k), MPFR_RNDN);
            for (size_t j = k + 1; j < n; j++) {
                mpfr_mul(solve->scratch, multiplier, entry(solve, k, j), MPFR_RNDN);
                mpfr_sub(entry(solve, i, j), entry(solve, i, j), solve->scratch, MPFR_RNDN);
            }
        }
    }
    return true;
}

/* right = P (b_k - sum_{j=1}^{k} A_j y_{k-j}). */
static void load_right(struct jet_solve *solve, const struct jet_series *y, const struct jet_series *series,
                       size_t k, struct jet_scratch *scratch)
{
    const struct program_system *system = solve->system;
    mpfr_ptr sum = solve->scratch;

    for (size_t i = 0; i < system->n; i++) {
        const size_t *matrix_row = system->matrix + solve->row[i] * system->n;

        mpfr_set(solve->right + i, series[system->right[solve->row[i]]].coefficient + k, MPFR_RNDN);
        for (size_t j = 0; k > 0 && j < system->n; j++) {
            jet_series_convolve(sum, &series[matrix_row[j]], &y[j], k, 1, k, scratch);
            mpfr_sub(solve->right + i, solve->right + i, sum, MPFR_RNDN);
        }
    }
}

/* right -= sum over columns first .. last - 1 of factors(i, j) x_j. */
static void eliminate(struct jet_solve *solve, size_t i, size_t first, size_t last)
{
    for (size_t j = first; j < last; j++) {
        mpfr_mul(solve->scratch, entry(solve, i, j), solve->right + j, MPFR_RNDN);
        mpfr_sub(solve->right + i, solve->right + i, solve->scratch, MPFR_RNDN);
    }
}

bool jet_solve_extend(struct jet_solve *solve, struct jet_series *y, const struct jet_series *series,
                      size_t k, struct jet_scratch *scratch)
{
    size_t n = solve->system->n;
    bool finite = true;

    if (k == 0) {
        load(solve, series);
        if (!factorise(solve))
            return false;
    }
    load_right(solve, y, series, k, scratch);
    for (size_t i = 0; i < n; i++)
        eliminate(solve, i, 0, i);
    for (size_t i = n; i-- > 0;) {
        eliminate(solve, i, i + 1, n);
        mpfr_div(solve->right + i, solve->right + i, entry(solve, i, i), MPFR_RNDN);
    }
    for (size_t i = 0; i < n; i++) {
        mpfr_set(y[i].coefficient + k, solve->right + i, MPFR_RNDN);
        finite = jet_series_settle(&y[i], k, scratch) && finite;
    }
    return finite;
}
