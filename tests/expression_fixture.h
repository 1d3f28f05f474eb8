/* Random expressions, random points, and a slow evaluation of programs, for the tests of graphs, programs and
 * models.
 *
 * Everything runs in MPFR at FIXTURE_PRECISION bits. */
#ifndef ASSAY_TESTS_EXPRESSION_FIXTURE_H
#define ASSAY_TESTS_EXPRESSION_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>
#include <mpfr.h>

#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/graph/program.h"

enum { FIXTURE_PRECISION = 400, FIXTURE_INPUTS = 3 };

static inline uint64_t random_word(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed >> 11;
}

static inline size_t random_below(uint64_t *seed, size_t bound)
{
    return (size_t)(random_word(seed) % bound);
}

static inline mpfr_t *create_numbers(size_t count)
{
    mpfr_t *number = memory_create(count, sizeof *number);

    for (size_t i = 0; i < count; i++)
        mpfr_init2(number[i], FIXTURE_PRECISION);
    return number;
}

static inline void destroy_numbers(mpfr_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        mpfr_clear(number[i]);
    free(number);
}

/* A point of [1/4, 5/4]^count with full mantissas. */
static inline void set_random_point(uint64_t *seed, mpfr_t *point, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        mpfr_set_ui(point[i], (unsigned long)random_below(seed, 1000003), MPFR_RNDN);
        mpfr_div_ui(point[i], point[i], 1000003, MPFR_RNDN);
        mpfr_add_d(point[i], point[i], 0.25, MPFR_RNDN);
    }
}

/* -- random expressions -- */

static inline expression random_leaf(uint64_t *seed, struct graph *graph)
{
    size_t kind = random_below(seed, 8);
    mpq_t value;

    if (kind < 5)
        return graph_input(graph, 0, random_below(seed, FIXTURE_INPUTS));
    if (kind == 5)
        return graph_pi(graph);
    mpq_init(value);
    mpq_set_si(value, (long)random_below(seed, 9) - 4, 1 + random_below(seed, 4));
    mpq_canonicalize(value);
    expression result = graph_constant(graph, value);
    mpq_clear(value);
    return result;
}

/* 2 + x^2: positive whatever x is. */
static inline expression positive(struct graph *graph, expression x)
{
    return graph_binary(graph, OPERATION_ADD, graph_integer(graph, 2),
                        graph_binary(graph, OPERATION_MULTIPLY, x, x));
}

/* f(x) with x replaced by something that f is defined for and does not grow with. */
static inline expression tame_function(struct graph *graph, enum operation operation, expression x)
{
    if (operation == OPERATION_NEGATE)
        return graph_unary(graph, operation, x);
    if (operation == OPERATION_SQRT || operation == OPERATION_LOG)
        return graph_unary(graph, operation, positive(graph, x));
    x = graph_unary(graph, OPERATION_SIN, x);
    if (operation == OPERATION_ASIN || operation == OPERATION_ACOS)
        x = graph_binary(graph, OPERATION_DIVIDE, x, graph_integer(graph, 2));
    return graph_unary(graph, operation, x);
}

static inline expression random_expression(uint64_t *seed, struct graph *graph, int depth, bool with_systems);

/* A component of the solution of (diagonally dominant) y = b. */
static inline expression random_solution(uint64_t *seed, struct graph *graph, int depth)
{
    size_t n = 2 + random_below(seed, 2);
    expression matrix[9], right[3], solution[3];

    for (size_t i = 0; i < n * n; i++) {
        matrix[i] = graph_unary(graph, OPERATION_SIN, random_expression(seed, graph, depth - 1, false));
        if (i % (n + 1) == 0)
            matrix[i] = graph_binary(graph, OPERATION_ADD, matrix[i], graph_integer(graph, 5));
    }
    for (size_t i = 0; i < n; i++)
        right[i] = random_expression(seed, graph, depth - 1, false);
    assert_true(graph_solve(graph, n, matrix, right, solution));
    return solution[random_below(seed, n)];
}

static inline expression random_expression(uint64_t *seed, struct graph *graph, int depth, bool with_systems)
{
    if (depth <= 0)
        return random_leaf(seed, graph);
    size_t kind = random_below(seed, with_systems ? 11 : 10);
    if (kind == 10)
        return random_solution(seed, graph, depth);
    expression x = random_expression(seed, graph, depth - 1, with_systems);
    if (kind < 5)
        return tame_function(
            graph,
            (enum operation)(OPERATION_NEGATE + random_below(seed, OPERATION_SOLVE - OPERATION_NEGATE)), x);
    expression y = random_expression(seed, graph, depth - 1, with_systems);
    if (kind == 9)
        return graph_binary(graph, OPERATION_DIVIDE, x, positive(graph, y));
    return graph_binary(graph, (enum operation)(OPERATION_ADD + random_below(seed, 3)), x, y);
}

/* -- programs, one instruction at a time -- */

/* Cramer's rule by expansion: for small systems, and nothing like elimination. */
static inline void determinant(mpfr_t result, mpfr_srcptr *matrix, size_t n, size_t stride)
{
    mpfr_srcptr minor[36];
    mpfr_t term;

    if (n == 1) {
        mpfr_set(result, matrix[0], MPFR_RNDN);
        return;
    }
    mpfr_init2(term, FIXTURE_PRECISION);
    mpfr_t sum;
    mpfr_init2(sum, FIXTURE_PRECISION);
    mpfr_set_zero(sum, 1);
    for (size_t column = 0; column < n; column++) {
        for (size_t i = 1; i < n; i++) {
            for (size_t j = 0, k = 0; j < n; j++) {
                if (j != column)
                    minor[(i - 1) * (n - 1) + k++] = matrix[i * stride + j];
            }
        }
        determinant(term, minor, n - 1, n - 1);
        mpfr_mul(term, term, matrix[column], MPFR_RNDN);
        (column % 2 ? mpfr_sub : mpfr_add)(sum, sum, term, MPFR_RNDN);
    }
    mpfr_set(result, sum, MPFR_RNDN);
    mpfr_clears(term, sum, (mpfr_ptr)0);
}

static inline void solve_by_determinants(mpfr_t *registers, size_t target,
                                         const struct program_system *system)
{
    size_t n = system->n;
    mpfr_srcptr matrix[36], replaced[36];
    mpfr_t whole, part;

    assert_true(n <= 6);
    mpfr_inits2(FIXTURE_PRECISION, whole, part, (mpfr_ptr)0);
    for (size_t i = 0; i < n * n; i++)
        matrix[i] = registers[system->matrix[i]];
    determinant(whole, matrix, n, n);
    for (size_t column = 0; column < n; column++) {
        for (size_t i = 0; i < n * n; i++)
            replaced[i] = i % n == column ? registers[system->right[i / n]] : matrix[i];
        determinant(part, replaced, n, n);
        mpfr_div(registers[target + column], part, whole, MPFR_RNDN);
    }
    mpfr_clears(whole, part, (mpfr_ptr)0);
}

static inline void run_instruction(mpfr_t *registers, const struct program *program,
                                   const struct program_instruction *at)
{
    mpfr_ptr target = registers[at->target];

    if (at->operation == OPERATION_SOLVE) {
        solve_by_determinants(registers, at->target, &program->system[at->left]);
        return;
    }
    mpfr_srcptr x = registers[at->left], y = registers[at->right];
    switch (at->operation) {
    case OPERATION_ADD:
        mpfr_add(target, x, y, MPFR_RNDN);
        break;
    case OPERATION_SUBTRACT:
        mpfr_sub(target, x, y, MPFR_RNDN);
        break;
    case OPERATION_MULTIPLY:
        mpfr_mul(target, x, y, MPFR_RNDN);
        break;
    case OPERATION_DIVIDE:
        mpfr_div(target, x, y, MPFR_RNDN);
        break;
    case OPERATION_NEGATE:
        mpfr_neg(target, x, MPFR_RNDN);
        break;
    case OPERATION_SQRT:
        mpfr_sqrt(target, x, MPFR_RNDN);
        break;
    case OPERATION_EXP:
        mpfr_exp(target, x, MPFR_RNDN);
        break;
    case OPERATION_LOG:
        mpfr_log(target, x, MPFR_RNDN);
        break;
    case OPERATION_SIN:
        mpfr_sin(target, x, MPFR_RNDN);
        break;
    case OPERATION_COS:
        mpfr_cos(target, x, MPFR_RNDN);
        break;
    case OPERATION_TAN:
        mpfr_tan(target, x, MPFR_RNDN);
        break;
    case OPERATION_ASIN:
        mpfr_asin(target, x, MPFR_RNDN);
        break;
    case OPERATION_ACOS:
        mpfr_acos(target, x, MPFR_RNDN);
        break;
    case OPERATION_ATAN:
        mpfr_atan(target, x, MPFR_RNDN);
        break;
    case OPERATION_SINH:
        mpfr_sinh(target, x, MPFR_RNDN);
        break;
    case OPERATION_COSH:
        mpfr_cosh(target, x, MPFR_RNDN);
        break;
    case OPERATION_TANH:
        mpfr_tanh(target, x, MPFR_RNDN);
        break;
    case OPERATION_ASINH:
        mpfr_asinh(target, x, MPFR_RNDN);
        break;
    default:
        fail_msg("operation %d is no instruction", (int)at->operation);
    }
}

/* outputs: all blocks one after the other. */
static inline void run_program(mpfr_t *outputs, const struct program *program, mpfr_t *const *inputs)
{
    mpfr_t *registers = create_numbers(program->registers);

    for (size_t i = 0; i < program->constants; i++) {
        if (program->constant_is_pi[i])
            mpfr_const_pi(registers[i], MPFR_RNDN);
        else
            mpfr_set_q(registers[i], program->constant_values[i], MPFR_RNDN);
    }
    for (size_t b = 0; b < program->input_blocks; b++) {
        for (size_t i = 0; i < program->input[b].width; i++)
            mpfr_set(registers[program->input_register[b] + i], inputs[b][i], MPFR_RNDN);
    }
    for (size_t i = 0; i < program->instructions; i++)
        run_instruction(registers, program, &program->instruction[i]);
    for (size_t b = 0, at = 0; b < program->output_blocks; b++) {
        for (size_t i = 0; i < program->output_width[b]; i++)
            mpfr_set(outputs[at++], registers[program->output_register[b][i]], MPFR_RNDN);
    }
    destroy_numbers(registers, program->registers);
}

/* |a - b| <= 2^-bits (1 + |a|); false for NaN. */
static inline bool agree(mpfr_t a, mpfr_t b, unsigned long bits)
{
    mpfr_t difference, bound;

    mpfr_inits2(FIXTURE_PRECISION, difference, bound, (mpfr_ptr)0);
    mpfr_sub(difference, a, b, MPFR_RNDN);
    mpfr_abs(bound, a, MPFR_RNDN);
    mpfr_add_ui(bound, bound, 1, MPFR_RNDN);
    mpfr_div_2ui(bound, bound, bits, MPFR_RNDN);
    bool result = !mpfr_nan_p(difference) && mpfr_cmpabs(difference, bound) <= 0;
    mpfr_clears(difference, bound, (mpfr_ptr)0);
    return result;
}

#endif
