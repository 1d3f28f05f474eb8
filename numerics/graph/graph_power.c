/* Powers with rational exponents.
 *
 * Integer powers expand into products by squaring, so that they are rounded alike in every arithmetic; x^(-n)
 * is 1 / x^n; half-integer powers are x^n sqrt(x); everything else is exp(r log x). */
#include "numerics/graph/graph_store.h"

static expression integer_power(struct graph *graph, expression base, unsigned long exponent)
{
    expression result = graph_integer(graph, 1);
    unsigned long bit = 1;

    while (bit <= exponent / 2)
        bit *= 2;
    for (; exponent && bit; bit /= 2) {
        result = graph_binary(graph, OPERATION_MULTIPLY, result, result);
        if (exponent & bit)
            result = graph_binary(graph, OPERATION_MULTIPLY, result, base);
    }
    return result;
}

static expression general_power(struct graph *graph, expression base, mpq_srcptr exponent)
{
    expression logarithm = graph_unary(graph, OPERATION_LOG, base);

    return graph_unary(graph, OPERATION_EXP,
                       graph_binary(graph, OPERATION_MULTIPLY, graph_constant(graph, exponent), logarithm));
}

expression graph_power(struct graph *graph, expression base, mpq_srcptr exponent)
{
    if (!base)
        return NULL;
    if (mpq_cmp_si(exponent, GRAPH_MAXIMAL_EXPONENT, 1) > 0 ||
        mpq_cmp_si(exponent, -GRAPH_MAXIMAL_EXPONENT, 1) < 0)
        return graph_store_fail(graph, "an exponent beyond +-%d; write a smaller one",
                                GRAPH_MAXIMAL_EXPONENT);

    bool is_integer = mpz_cmp_ui(mpq_denref(exponent), 1) == 0;
    bool is_half = mpz_cmp_ui(mpq_denref(exponent), 2) == 0;
    if (!is_integer && !is_half)
        return general_power(graph, base, exponent);

    /* |exponent| = whole or whole + 1/2 */
    unsigned long numerator = mpz_get_ui(mpq_numref(exponent));
    unsigned long whole = is_half ? numerator / 2 : numerator;
    expression result = integer_power(graph, base, whole);
    if (is_half)
        result = graph_binary(graph, OPERATION_MULTIPLY, result, graph_unary(graph, OPERATION_SQRT, base));
    if (mpq_sgn(exponent) < 0)
        result = graph_binary(graph, OPERATION_DIVIDE, graph_integer(graph, 1), result);
    return result;
}
