/* Plain evaluation of an expression in MPFR: see graph_value.h.
 *
 * The nodes below f are evaluated in the order of their ids, arguments before users; a linear system is
 * eliminated anew for each component asked for, with partial pivoting. */
#include "numerics/graph/graph_value.h"

#include <stdlib.h>

#include "numerics/memory.h"

typedef int function_of_one(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
typedef int function_of_two(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

/* The functions of MPFR are also macros without checks in some versions; their addresses are taken here. */
#define FUNCTION(NAME, name) [OPERATION_##NAME] = (mpfr_##name),
static function_of_one *const ONE[OPERATION_COUNT] = {[OPERATION_NEGATE] = (mpfr_neg),
                                                      EACH_FUNCTION(FUNCTION)};

static function_of_two *const TWO[OPERATION_COUNT] = {
    [OPERATION_ADD] = (mpfr_add),
    [OPERATION_SUBTRACT] = (mpfr_sub),
    [OPERATION_MULTIPLY] = (mpfr_mul),
    [OPERATION_DIVIDE] = (mpfr_div),
};

struct evaluation {
    mpfr_prec_t precision;
    expression *node; /* by id; NULL where not needed */
    mpfr_t *value;    /* by id; initialised where needed */
    mpfr_t *const *inputs;
};

/* The augmented matrix (A | b), n rows of n + 1. */
static mpfr_t *load_system(const struct evaluation *w, const struct linear_system *system)
{
    size_t n = system->n;
    mpfr_t *rows = memory_create(n * (n + 1), sizeof *rows);

    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j <= n; j++) {
            expression entry = j < n ? system->matrix[i * n + j] : system->right[i];
            mpfr_init2(rows[i * (n + 1) + j], w->precision);
            mpfr_set(rows[i * (n + 1) + j], w->value[entry->id], MPFR_RNDN);
        }
    }
    return rows;
}

static void bring_pivot(mpfr_t *rows, size_t n, size_t column)
{
    size_t best = column;

    for (size_t i = column + 1; i < n; i++) {
        if (mpfr_cmpabs(rows[i * (n + 1) + column], rows[best * (n + 1) + column]) > 0)
            best = i;
    }
    for (size_t j = 0; best != column && j <= n; j++)
        mpfr_swap(rows[best * (n + 1) + j], rows[column * (n + 1) + j]);
}

/* Gauss-Jordan: the last column becomes the solution. */
static void eliminate(mpfr_t *rows, size_t n, mpfr_t factor, mpfr_t product)
{
    for (size_t column = 0; column < n; column++) {
        mpfr_t *pivot = rows + column * (n + 1);
        bring_pivot(rows, n, column);
        for (size_t i = 0; i < n; i++) {
            mpfr_t *row = rows + i * (n + 1);
            if (i == column)
                continue;
            mpfr_div(factor, row[column], pivot[column], MPFR_RNDN);
            for (size_t j = column; j <= n; j++) {
                mpfr_mul(product, factor, pivot[j], MPFR_RNDN);
                mpfr_sub(row[j], row[j], product, MPFR_RNDN);
            }
        }
    }
    for (size_t i = 0; i < n; i++)
        mpfr_div(rows[i * (n + 1) + n], rows[i * (n + 1) + n], rows[i * (n + 1) + i], MPFR_RNDN);
}

static void solve(const struct evaluation *w, expression node)
{
    size_t n = node->system->n;
    mpfr_t *rows = load_system(w, node->system);
    mpfr_t factor, product;

    mpfr_inits2(w->precision, factor, product, (mpfr_ptr)0);
    eliminate(rows, n, factor, product);
    mpfr_set(w->value[node->id], rows[node->index * (n + 1) + n], MPFR_RNDN);
    mpfr_clears(factor, product, (mpfr_ptr)0);
    for (size_t i = 0; i < n * (n + 1); i++)
        mpfr_clear(rows[i]);
    free(rows);
}

static void evaluate(const struct evaluation *w, expression node)
{
    mpfr_ptr value = w->value[node->id];

    if (node->system)
        solve(w, node);
    else if (node->operation == OPERATION_CONSTANT)
        mpfr_set_q(value, node->value, MPFR_RNDN);
    else if (node->operation == OPERATION_PI)
        mpfr_const_pi(value, MPFR_RNDN);
    else if (node->operation == OPERATION_INPUT)
        mpfr_set(value, w->inputs[node->block][node->index], MPFR_RNDN);
    else if (node->right)
        TWO[node->operation](value, w->value[node->left->id], w->value[node->right->id], MPFR_RNDN);
    else
        ONE[node->operation](value, w->value[node->left->id], MPFR_RNDN);
}

static size_t largest_id(size_t count, const expression *f)
{
    size_t largest = 0;

    for (size_t i = 0; i < count; i++)
        largest = f[i]->id > largest ? f[i]->id : largest;
    return largest;
}

static void evaluate_below(struct evaluation *w, size_t largest)
{
    for (size_t id = largest + 1; id-- > 0;) {
        expression argument;

        for (size_t k = 0; w->node[id] && (argument = graph_argument(w->node[id], k)); k++)
            w->node[argument->id] = argument;
    }
    for (size_t id = 0; id <= largest; id++) {
        if (!w->node[id])
            continue;
        mpfr_init2(w->value[id], w->precision);
        evaluate(w, w->node[id]);
    }
}

void graph_value_all(mpfr_t *results, size_t count, const expression *f, mpfr_t *const *inputs)
{
    size_t largest = largest_id(count, f);
    struct evaluation w = {
        .precision = mpfr_get_prec(results[0]),
        .node = memory_create(largest + 1, sizeof *w.node),
        .value = memory_create(largest + 1, sizeof *w.value),
        .inputs = inputs,
    };

    for (size_t i = 0; i < count; i++)
        w.node[f[i]->id] = f[i];
    evaluate_below(&w, largest);
    for (size_t i = 0; i < count; i++)
        mpfr_set(results[i], w.value[f[i]->id], MPFR_RNDN);
    for (size_t id = 0; id <= largest; id++) {
        if (w.node[id])
            mpfr_clear(w.value[id]);
    }
    free(w.node);
    free(w.value);
}

void graph_value(mpfr_t result, expression f, mpfr_t *const *inputs)
{
    mpfr_t value;

    mpfr_init2(value, mpfr_get_prec(result));
    graph_value_all(&value, 1, &f, inputs);
    mpfr_swap(result, value);
    mpfr_clear(value);
}
