/* Programs evaluated in truncated Taylor series over MPFR.
 *
 * Every register x of the program holds x_0 .. x_order; jet_extend(k) runs the program once and computes x_k
 * of every register from the orders below and from order k of the registers before it:
 *
 *   (a b)_k = sum_{j=0}^{k} a_j b_{k-j}          (a / b)_k = (a_k - sum_{j=1}^{k} b_j (a/b)_{k-j}) / b_0
 *
 * (jet_functions.c has the elementary functions, jet_solve.c the linear systems).  Auxiliary series, such as
 * the cosine beside the sine, are further registers behind those of the program.  Constants and the prologue
 * are evaluated when the jet is created: their series have order 0 only.
 *
 * Source: Jorba and Zou, A software package for the numerical integration of ODEs by means of high-order
 * Taylor methods, Experimental Mathematics 14 (2005). */
#include "numerics/jets/jet.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/jets/jet_functions.h"
#include "numerics/jets/jet_series.h"
#include "numerics/jets/jet_solve.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

struct jet {
    const struct program *program;
    struct jet_series *series; /* one per register, then the auxiliary ones */
    size_t *auxiliary;         /* first auxiliary series of each instruction */
    struct jet_solve **solve;  /* one per linear system */
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
        return jet_solve_extend(jet->solve[instruction->left], y, jet->series, k, jet->scratch);
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
    jet->solve = memory_create(program->systems, sizeof(struct jet_solve *));
    for (size_t i = 0; i < program->systems; i++)
        jet->solve[i] = jet_solve_create(&program->system[i], precision);
    load_constants(jet);
    jet->prologue_finite = extend_instructions(jet, 0, program->prologue, 0);
    return jet;
}

void jet_destroy(struct jet *jet)
{
    if (!jet)
        return;
    for (size_t i = 0; i < jet->program->systems; i++)
        jet_solve_destroy(jet->solve[i]);
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
