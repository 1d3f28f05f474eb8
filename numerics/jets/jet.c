/* Programs evaluated in truncated Taylor series over MPFR.
 *
 * Every register x of the program holds x_0 .. x_order; jet_extend(k) runs the program once and computes x_k
 * of every register from the orders below and from order k of the registers before it:
 *
 *   (a b)_k = sum_{j=0}^{k} a_j b_{k-j}          (a / b)_k = (a_k - sum_{j=1}^{k} b_j (a/b)_{k-j}) / b_0
 *
 * (jet_functions.c has the elementary functions).  Auxiliary series, such as
 * the cosine beside the sine, are further registers behind those of the program.  Constants and the prologue
 * are evaluated when the jet is created: their series have order 0 only.
 *
 * Source: Jorba and Zou, A software package for the numerical integration of ODEs by means of high-order
 * Taylor methods, Experimental Mathematics 14 (2005). */
#include "numerics/jets/jet.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/jets/jet_series.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

/* -- linear systems --
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

struct solve {
    const struct program_system *system;
    mpfr_ptr
        factors; /* n x n: U, and L without its unit diagonal; rows in pivoted order.  It owns the others */
    mpfr_ptr column; /* n: round-off of each column of A_0 */
    mpfr_ptr right;  /* n */
    mpfr_ptr scratch;
    size_t *row; /* n: row of A that stands in row i of the factors */
};

static struct solve create_solve(const struct program_system *system, mpfr_prec_t precision)
{
    size_t n = system->n;
    mpfr_ptr block = number_block_create(n * n + 2 * n + 1, precision);

    return (struct solve){.system = system,
                          .factors = block,
                          .column = block + n * n,
                          .right = block + n * n + n,
                          .scratch = block + n * n + 2 * n,
                          .row = memory_create(n, sizeof(size_t))};
}

static mpfr_ptr entry(struct solve *solve, size_t i, size_t j)
{
    return solve->factors + i * solve->system->n + j;
}

/* Copies A_0 and measures the round-off of its columns: n 2^(2 - precision) max_i |a_ij|. */
static void load(struct solve *solve, const struct jet_series *series)
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

static void pivot(struct solve *solve, size_t k)
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

static bool factorise(struct solve *solve)
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
static void load_right(struct solve *solve, const struct jet_series *y, const struct jet_series *series,
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
static void eliminate(struct solve *solve, size_t i, size_t first, size_t last)
{
    for (size_t j = first; j < last; j++) {
        mpfr_mul(solve->scratch, entry(solve, i, j), solve->right + j, MPFR_RNDN);
        mpfr_sub(solve->right + i, solve->right + i, solve->scratch, MPFR_RNDN);
    }
}

/* Coefficient k of the solution y (n series), from coefficients 0 .. k of A and b in the register file
 * `series`; k = 0 factorises A_0.  False when A_0 is singular to the working precision, or a coefficient is
 * not finite. */
static bool extend_solve(struct solve *solve, struct jet_series *y, const struct jet_series *series, size_t k,
                         struct jet_scratch *scratch)
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

/* -- programs -- */

struct jet {
    const struct program *program;
    struct jet_series *series; /* one per register, then the auxiliary ones */
    size_t *auxiliary;         /* first auxiliary series of each instruction */
    struct solve *solve;       /* one per linear system */
    mpfr_ptr block;
    struct jet_scratch *scratch;
    bool prologue_finite;
};

static bool extend_quotient(struct jet_series *y, const struct jet_series *a, const struct jet_series *b,
                            size_t k, struct jet_scratch *scratch)
{
    mpfr_ptr y_k = y->coefficient + k;

    if (k == 0) {
        mpfr_div(y_k, a->coefficient, b->coefficient, MPFR_RNDN);
    } else {
        jet_series_convolve(y_k, b, y, k, 1, k, scratch);
        mpfr_sub(y_k, a->coefficient + k, y_k, MPFR_RNDN);
        mpfr_div(y_k, y_k, b->coefficient, MPFR_RNDN);
    }
    return jet_series_settle(y, k, scratch);
}

/* Coefficient k of the registers that one instruction writes. */
static bool extend_instruction(struct jet *jet, size_t number, size_t k)
{
    const struct program_instruction *instruction = &jet->program->instruction[number];
    struct jet_series *y = &jet->series[instruction->target];
    mpfr_ptr y_k = y->coefficient + k;

    if (instruction->operation == OPERATION_SOLVE)
        return extend_solve(jet->solve + instruction->left, y, jet->series, k, jet->scratch);
    const struct jet_series *a = &jet->series[instruction->left];

    if (jet_functions_has(instruction->operation))
        return jet_functions_extend(instruction->operation, y, a, jet->series + jet->auxiliary[number], k,
                                    jet->scratch);
    if (instruction->operation == OPERATION_NEGATE) {
        mpfr_neg(y_k, a->coefficient + k, MPFR_RNDN);
        return jet_series_settle(y, k, jet->scratch);
    }
    const struct jet_series *b = &jet->series[instruction->right];

    switch (instruction->operation) {
    case OPERATION_ADD:
        mpfr_add(y_k, a->coefficient + k, b->coefficient + k, MPFR_RNDN);
        break;
    case OPERATION_SUBTRACT:
        mpfr_sub(y_k, a->coefficient + k, b->coefficient + k, MPFR_RNDN);
        break;
    case OPERATION_MULTIPLY:
        if (a == b)
            jet_series_convolve_self(y_k, a, k, 0, jet->scratch);
        else
            jet_series_convolve(y_k, a, b, k, 0, k, jet->scratch);
        break;
    case OPERATION_DIVIDE:
        return extend_quotient(y, a, b, k, jet->scratch);
    default: /* constants, pi and inputs are registers, not instructions */
        return false;
    }
    return jet_series_settle(y, k, jet->scratch);
}

static bool extend_instructions(struct jet *jet, size_t first, size_t last, size_t k)
{
    for (size_t i = first; i < last; i++) {
        if (!extend_instruction(jet, i, k))
            return false;
    }
    return true;
}

/* Numbers the auxiliary series; returns the number of all series. */
static size_t place_auxiliaries(size_t *auxiliary, const struct program *program)
{
    size_t series = program->registers;

    for (size_t i = 0; i < program->instructions; i++) {
        auxiliary[i] = series;
        series += jet_functions_auxiliaries(program->instruction[i].operation);
    }
    return series;
}

static void load_constants(struct jet *jet)
{
    const struct program *program = jet->program;

    for (size_t i = 0; i < program->constants; i++) {
        if (program->constant_is_pi[i])
            mpfr_const_pi(jet->series[i].coefficient, MPFR_RNDN);
        else
            mpfr_set_q(jet->series[i].coefficient, program->constant_values[i], MPFR_RNDN);
    }
}

struct jet *jet_create(const struct program *program, size_t order, mpfr_prec_t precision)
{
    struct jet *jet = memory_create(1, sizeof *jet);

    jet->program = program;
    jet->auxiliary = memory_create(program->instructions, sizeof *jet->auxiliary);
    size_t series = place_auxiliaries(jet->auxiliary, program);

    jet->series = memory_create(series, sizeof *jet->series);
    jet->block = number_block_create(series * (order + 1), precision);
    jet->scratch = jet_series_scratch_create(precision);
    for (size_t i = 0; i < series; i++)
        jet->series[i].coefficient = jet->block + i * (order + 1);
    jet->solve = memory_create(program->systems, sizeof *jet->solve);
    for (size_t i = 0; i < program->systems; i++)
        jet->solve[i] = create_solve(&program->system[i], precision);
    load_constants(jet);
    jet->prologue_finite = extend_instructions(jet, 0, program->prologue, 0);
    return jet;
}

void jet_destroy(struct jet *jet)
{
    if (!jet)
        return;
    for (size_t i = 0; i < jet->program->systems; i++) {
        number_block_destroy(jet->solve[i].factors);
        free(jet->solve[i].row);
    }
    free(jet->solve);
    jet_series_scratch_destroy(jet->scratch);
    number_block_destroy(jet->block);
    free(jet->series);
    free(jet->auxiliary);
    free(jet);
}

mpfr_ptr jet_input(struct jet *jet, size_t block, size_t index, size_t k)
{
    return jet->series[jet->program->input_register[block] + index].coefficient + k;
}

mpfr_srcptr jet_output(const struct jet *jet, size_t block, size_t index, size_t k)
{
    return jet->series[jet->program->output_register[block][index]].coefficient + k;
}

static bool settle_inputs(struct jet *jet, size_t k)
{
    const struct program *program = jet->program;

    for (size_t block = 0; block < program->input_blocks; block++) {
        for (size_t i = 0; i < program->input[block].width; i++) {
            if (!jet_series_settle(&jet->series[program->input_register[block] + i], k, jet->scratch))
                return false;
        }
    }
    return true;
}

void jet_taper(struct jet *jet, double step)
{
    jet->scratch->step_exponent = log2(step);
}

bool jet_extend(struct jet *jet, size_t k)
{
    return jet->prologue_finite && settle_inputs(jet, k) &&
           extend_instructions(jet, jet->program->prologue, jet->program->instructions, k);
}
