/* Expression graphs: life and constructors.
 *
 * A constructor first asks whether a rule simplifies the operation, and otherwise stores the node
 * (graph_store.c).  The operands of + and * are put in one order, so that a + b and b + a are the same node. */
#include "numerics/graph/graph.h"

#include <stdlib.h>

#include "numerics/graph/graph_store.h"
#include "numerics/memory.h"

#define FUNCTION(NAME, name) {#name, OPERATION_##NAME},
const struct graph_function graph_functions[] = {EACH_FUNCTION(FUNCTION){.name = NULL}};

struct graph *graph_create(void)
{
    return memory_create(1, sizeof(struct graph));
}

void graph_destroy(struct graph *graph)
{
    if (!graph)
        return;
    for (size_t i = 0; i < graph->size; i++) {
        if (graph->node[i]->operation == OPERATION_CONSTANT)
            mpq_clear(graph->node[i]->value);
        free(graph->node[i]);
    }
    memory_release(graph->kept);
    for (size_t i = 0; i < graph->inputs_differentiated; i++)
        free(graph->derivatives[i].by_id);
    free(graph->derivatives);
    free(graph->system);
    free(graph->node);
    free(graph->bucket);
    free(graph);
}

expression graph_argument(expression node, size_t k)
{
    const struct linear_system *system = node->system;

    if (!system)
        return k == 0 ? node->left : k == 1 ? node->right : NULL;
    if (k < system->n * system->n)
        return system->matrix[k];
    k -= system->n * system->n;
    return k < system->n ? system->right[k] : NULL;
}

const char *graph_error(const struct graph *graph)
{
    return graph->error;
}

void graph_clear_error(struct graph *graph)
{
    graph->error[0] = '\0';
}

expression graph_constant(struct graph *graph, mpq_srcptr value)
{
    struct node candidate = {.operation = OPERATION_CONSTANT};

    if (mpz_sizeinbase(mpq_numref(value), 2) > GRAPH_MAXIMAL_CONSTANT_BITS ||
        mpz_sizeinbase(mpq_denref(value), 2) > GRAPH_MAXIMAL_CONSTANT_BITS)
        return graph_store_fail(graph, "a constant has more than %d bits; write smaller numbers",
                                GRAPH_MAXIMAL_CONSTANT_BITS);
    candidate.value[0] = *value;
    return graph_store_intern(graph, &candidate);
}

bool graph_has_constant(const struct graph *graph, mpq_srcptr value)
{
    struct node candidate = {.operation = OPERATION_CONSTANT};

    candidate.value[0] = *value;
    return graph_store_find(graph, &candidate);
}

expression graph_integer(struct graph *graph, long value)
{
    mpq_t rational;

    mpq_init(rational);
    mpq_set_si(rational, value, 1);
    expression result = graph_constant(graph, rational);
    mpq_clear(rational);
    return result;
}

expression graph_pi(struct graph *graph)
{
    struct node candidate = {.operation = OPERATION_PI};

    return graph_store_intern(graph, &candidate);
}

expression graph_input(struct graph *graph, size_t block, size_t index)
{
    struct node candidate = {.operation = OPERATION_INPUT, .block = block, .index = index};

    return graph_store_intern(graph, &candidate);
}

/* -- simplification --
 *
 * Every rule is an identity of real numbers, and none adds an operation.  Arithmetic of constants is exact.
 * The rules that touch signs (x + (-y) = x - y, (-x) y = -(x y)) and powers of two (x / 2 = x * 1/2) are
 * identities of rounded arithmetic as well.  Rules that would change where an expression is defined beyond
 * the removal of a removable singularity (exp(log x), sqrt(x x)) are left out. */

static bool is_constant(expression node)
{
    return node->operation == OPERATION_CONSTANT;
}

static bool is_integer(expression node, long value)
{
    return is_constant(node) && mpq_cmp_si(node->value, value, 1) == 0;
}

static bool is_negation(expression node)
{
    return node->operation == OPERATION_NEGATE;
}

/* c * x or c + x: a constant is always the left operand. */
static bool has_constant_left(expression node, enum operation operation)
{
    return node->operation == operation && is_constant(node->left);
}

/* Whether the operands of + or * have to change places: constants come first, then the older node. */
static bool is_swapped(expression left, expression right)
{
    if (is_constant(left) != is_constant(right))
        return is_constant(right);
    return left->id > right->id;
}

static expression fold(struct graph *graph, enum operation operation, mpq_srcptr left, mpq_srcptr right)
{
    static void (*const exact[])(mpq_ptr, mpq_srcptr, mpq_srcptr) = {[OPERATION_ADD] = mpq_add,
                                                                     [OPERATION_SUBTRACT] = mpq_sub,
                                                                     [OPERATION_MULTIPLY] = mpq_mul,
                                                                     [OPERATION_DIVIDE] = mpq_div};
    mpq_t value;

    if (operation == OPERATION_DIVIDE && mpq_sgn(right) == 0)
        return graph_store_fail(graph, "division by zero; write another divisor");
    mpq_init(value);
    exact[operation](value, left, right);
    expression result = graph_constant(graph, value);
    mpq_clear(value);
    return result;
}

static expression negate(struct graph *graph, expression x)
{
    return graph_unary(graph, OPERATION_NEGATE, x);
}

static expression fold_integer(struct graph *graph, enum operation operation, long left, mpq_srcptr right)
{
    mpq_t value;

    mpq_init(value);
    mpq_set_si(value, left, 1);
    expression result = fold(graph, operation, value, right);
    mpq_clear(value);
    return result;
}

static bool simplify_add(expression *result, struct graph *graph, expression left, expression right)
{
    if (is_integer(left, 0))
        *result = right;
    else if (left == right)
        *result = graph_binary(graph, OPERATION_MULTIPLY, graph_integer(graph, 2), left);
    else if (is_negation(right))
        *result = graph_binary(graph, OPERATION_SUBTRACT, left, right->left);
    else if (is_negation(left))
        *result = graph_binary(graph, OPERATION_SUBTRACT, right, left->left);
    else if (is_constant(left) && has_constant_left(right, OPERATION_ADD))
        *result = graph_binary(graph, OPERATION_ADD,
                               fold(graph, OPERATION_ADD, left->value, right->left->value), right->right);
    else
        return false;
    return true;
}

static bool simplify_subtract(expression *result, struct graph *graph, expression left, expression right)
{
    if (left == right)
        *result = graph_integer(graph, 0);
    else if (is_integer(left, 0))
        *result = negate(graph, right);
    else if (is_constant(right))
        *result = graph_binary(graph, OPERATION_ADD, negate(graph, right), left);
    else if (is_negation(right))
        *result = graph_binary(graph, OPERATION_ADD, left, right->left);
    else if (is_negation(left))
        *result = negate(graph, graph_binary(graph, OPERATION_ADD, left->left, right));
    else
        return false;
    return true;
}

static bool simplify_multiply(expression *result, struct graph *graph, expression left, expression right)
{
    if (is_integer(left, 0))
        *result = left;
    else if (is_integer(left, 1))
        *result = right;
    else if (is_integer(left, -1))
        *result = negate(graph, right);
    else if (is_constant(left) && is_negation(right))
        *result = graph_binary(graph, OPERATION_MULTIPLY, negate(graph, left), right->left);
    else if (is_negation(left))
        *result = negate(graph, graph_binary(graph, OPERATION_MULTIPLY, left->left, right));
    else if (is_negation(right))
        *result = negate(graph, graph_binary(graph, OPERATION_MULTIPLY, left, right->left));
    else if (is_constant(left) && has_constant_left(right, OPERATION_MULTIPLY))
        *result =
            graph_binary(graph, OPERATION_MULTIPLY,
                         fold(graph, OPERATION_MULTIPLY, left->value, right->left->value), right->right);
    else if (left->operation == OPERATION_DIVIDE && is_integer(left->left, 1))
        *result = graph_binary(graph, OPERATION_DIVIDE, right, left->right);
    else if (right->operation == OPERATION_DIVIDE && is_integer(right->left, 1))
        *result = graph_binary(graph, OPERATION_DIVIDE, left, right->right);
    else
        return false;
    return true;
}

/* +-2^k or +-1/n: dividing by it is multiplying by its reciprocal, with no more rounding. */
static bool has_exact_reciprocal(mpq_srcptr value)
{
    mpz_srcptr numerator = mpq_numref(value);

    if (mpz_cmpabs_ui(numerator, 1) == 0)
        return true;
    return mpz_cmp_ui(mpq_denref(value), 1) == 0 &&
           mpz_sizeinbase(numerator, 2) == mpz_scan1(numerator, 0) + 1;
}

static bool simplify_divide(expression *result, struct graph *graph, expression left, expression right)
{
    if (is_integer(right, 0))
        *result = graph_store_fail(graph, "division by zero; write another divisor");
    else if (is_integer(left, 0))
        *result = left;
    else if (left == right)
        *result = graph_integer(graph, 1);
    else if (is_constant(right) && has_exact_reciprocal(right->value))
        *result = graph_binary(graph, OPERATION_MULTIPLY,
                               fold_integer(graph, OPERATION_DIVIDE, 1, right->value), left);
    else if (is_negation(left))
        *result = negate(graph, graph_binary(graph, OPERATION_DIVIDE, left->left, right));
    else if (is_negation(right))
        *result = negate(graph, graph_binary(graph, OPERATION_DIVIDE, left, right->left));
    else if (right->operation == OPERATION_DIVIDE && is_integer(right->left, 1))
        *result = graph_binary(graph, OPERATION_MULTIPLY, left, right->right);
    else
        return false;
    return true;
}

/* True when a rule decides; *result is then the simpler expression, or NULL after an error of the graph. */
static bool simplify_binary(expression *result, struct graph *graph, enum operation operation,
                            expression left, expression right)
{
    if (is_constant(left) && is_constant(right)) {
        *result = fold(graph, operation, left->value, right->value);
        return true;
    }
    if (operation == OPERATION_ADD)
        return simplify_add(result, graph, left, right);
    if (operation == OPERATION_SUBTRACT)
        return simplify_subtract(result, graph, left, right);
    if (operation == OPERATION_MULTIPLY)
        return simplify_multiply(result, graph, left, right);
    return simplify_divide(result, graph, left, right);
}

static bool simplify_negate(expression *result, struct graph *graph, expression x)
{
    if (is_negation(x))
        *result = x->left;
    else if (is_constant(x))
        *result = fold_integer(graph, OPERATION_SUBTRACT, 0, x->value);
    else if (x->operation == OPERATION_SUBTRACT)
        *result = graph_binary(graph, OPERATION_SUBTRACT, x->right, x->left);
    else if (has_constant_left(x, OPERATION_MULTIPLY) || has_constant_left(x, OPERATION_DIVIDE))
        *result = graph_binary(graph, x->operation, negate(graph, x->left), x->right);
    else
        return false;
    return true;
}

static bool simplify_sqrt(expression *result, struct graph *graph, mpq_srcptr value)
{
    mpq_t root;

    if (mpq_sgn(value) < 0) {
        *result = graph_store_fail(graph, "sqrt of a negative number; write another argument");
        return true;
    }
    if (!mpz_perfect_square_p(mpq_numref(value)) || !mpz_perfect_square_p(mpq_denref(value)))
        return false;
    mpq_init(root);
    mpz_sqrt(mpq_numref(root), mpq_numref(value));
    mpz_sqrt(mpq_denref(root), mpq_denref(value));
    *result = graph_constant(graph, root);
    mpq_clear(root);
    return true;
}

/* The rational points where a function has a rational value. */
struct exact_value {
    enum operation operation;
    long argument, value;
};

static const struct exact_value EXACT_VALUES[] = {
    {OPERATION_EXP, 0, 1},  {OPERATION_LOG, 1, 0},  {OPERATION_SIN, 0, 0},  {OPERATION_COS, 0, 1},
    {OPERATION_TAN, 0, 0},  {OPERATION_ASIN, 0, 0}, {OPERATION_ACOS, 1, 0}, {OPERATION_ATAN, 0, 0},
    {OPERATION_SINH, 0, 0}, {OPERATION_COSH, 0, 1}, {OPERATION_TANH, 0, 0}, {OPERATION_ASINH, 0, 0},
};

static bool simplify_function(expression *result, struct graph *graph, enum operation operation, expression x)
{
    if (operation == OPERATION_LOG && mpq_sgn(x->value) <= 0) {
        *result = graph_store_fail(graph, "log of a number that is not positive; write another argument");
        return true;
    }
    if ((operation == OPERATION_ASIN || operation == OPERATION_ACOS) &&
        (mpq_cmp_si(x->value, 1, 1) > 0 || mpq_cmp_si(x->value, -1, 1) < 0)) {
        *result = graph_store_fail(graph, "asin or acos of a number outside [-1, 1]; write another argument");
        return true;
    }
    for (size_t i = 0; i < sizeof EXACT_VALUES / sizeof *EXACT_VALUES; i++) {
        if (EXACT_VALUES[i].operation == operation && is_integer(x, EXACT_VALUES[i].argument)) {
            *result = graph_integer(graph, EXACT_VALUES[i].value);
            return true;
        }
    }
    return false;
}

static bool simplify_unary(expression *result, struct graph *graph, enum operation operation,
                           expression argument)
{
    if (operation == OPERATION_NEGATE)
        return simplify_negate(result, graph, argument);
    if (!is_constant(argument))
        return false;
    if (operation == OPERATION_SQRT)
        return simplify_sqrt(result, graph, argument->value);
    return simplify_function(result, graph, operation, argument);
}

/* -- operations -- */

static bool is_commutative(enum operation operation)
{
    return operation == OPERATION_ADD || operation == OPERATION_MULTIPLY;
}

expression graph_binary(struct graph *graph, enum operation operation, expression left, expression right)
{
    struct node candidate = {.operation = operation};
    expression simpler;

    if (!left || !right)
        return NULL;
    bool swapped = is_commutative(operation) && is_swapped(left, right);
    candidate.left = swapped ? right : left;
    candidate.right = swapped ? left : right;
    if (simplify_binary(&simpler, graph, operation, candidate.left, candidate.right))
        return simpler;
    return graph_store_intern(graph, &candidate);
}

expression graph_unary(struct graph *graph, enum operation operation, expression argument)
{
    struct node candidate = {.operation = operation, .left = argument};
    expression simpler;

    if (!argument)
        return NULL;
    if (simplify_unary(&simpler, graph, operation, argument))
        return simpler;
    return graph_store_intern(graph, &candidate);
}
