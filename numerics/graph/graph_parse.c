/* Exact expressions from strings, by recursive descent.
 *
 *     sum     = product { (+ | -) product }
 *     product = signed { (* | /) signed }
 *     signed  = (+ | -) signed | power
 *     power   = atom [ ^ signed ]                    the exponent must be a rational number
 *     atom    = number | pi | function ( sum ) | ( sum )
 */
#include "numerics/graph/graph.h"

#include <ctype.h>
#include <string.h>

#include "numerics/exact.h"

enum { MAXIMAL_DEPTH = 200, MAXIMAL_LENGTH = 20000, MAXIMAL_NUMBER = 1300 };

struct parser {
    struct graph *graph;
    const char *text, *at;
    int depth;
    struct error *error;
};

static expression read_sum(struct parser *parser);

static expression fail(struct parser *parser, const char *reason)
{
    if (!parser->error->text[0])
        error_set(parser->error, "\"%.60s\": %s", parser->text, reason);
    return NULL;
}

static char peek(struct parser *parser)
{
    while (*parser->at == ' ' || *parser->at == '\t' || *parser->at == '\n')
        parser->at++;
    return *parser->at;
}

static bool accept(struct parser *parser, char c)
{
    if (peek(parser) != c)
        return false;
    parser->at++;
    return true;
}

static expression read_number(struct parser *parser)
{
    char digits[MAXIMAL_NUMBER + 1];
    const char *end = parser->at;
    mpq_t value;

    while (isdigit((unsigned char)*end) || *end == '.')
        end++;
    if ((*end == 'e' || *end == 'E') && isdigit((unsigned char)end[1 + (end[1] == '+' || end[1] == '-')])) {
        end += 2;
        while (isdigit((unsigned char)*end))
            end++;
    }
    size_t length = (size_t)(end - parser->at);
    if (length > MAXIMAL_NUMBER)
        return fail(parser, "a number of more than 4096 bits; write fewer digits");
    memcpy(digits, parser->at, length);
    digits[length] = '\0';
    parser->at = end;

    mpq_init(value);
    expression result =
        exact_parse(value, digits, parser->error) ? graph_constant(parser->graph, value) : NULL;
    mpq_clear(value);
    return result;
}

static expression read_parenthesis(struct parser *parser)
{
    if (!accept(parser, '('))
        return fail(parser, "a function is followed by its argument in parentheses, such as sqrt(2)");
    expression inner = read_sum(parser);
    if (inner && !accept(parser, ')'))
        return fail(parser, "a closing parenthesis is missing");
    return inner;
}

static expression read_name(struct parser *parser)
{
    const char *name = parser->at;

    while (isalnum((unsigned char)*parser->at) || *parser->at == '_')
        parser->at++;
    size_t length = (size_t)(parser->at - name);
    if (length == 2 && memcmp(name, "pi", 2) == 0)
        return graph_pi(parser->graph);
    const struct graph_function *function = graph_functions;
    while (function->name && (strlen(function->name) != length || memcmp(function->name, name, length) != 0))
        function++;
    if (!function->name)
        return fail(parser,
                    "an unknown name; write pi or one of sqrt exp log sin cos tan asin acos atan sinh "
                    "cosh tanh asinh");
    expression argument = read_parenthesis(parser);
    return graph_unary(parser->graph, function->operation, argument);
}

static expression read_atom(struct parser *parser)
{
    char c = peek(parser);

    if (isdigit((unsigned char)c) || c == '.')
        return read_number(parser);
    if (isalpha((unsigned char)c))
        return read_name(parser);
    if (c == '(')
        return read_parenthesis(parser);
    return fail(parser,
                c ? "an unexpected character; write an exact expression such as \"1/3\" or \"sqrt(3)/2\""
                  : "the expression ends too early; write an exact expression such as \"1/3\"");
}

static expression read_signed(struct parser *parser);

static expression read_power(struct parser *parser)
{
    expression base = read_atom(parser);

    if (!base || !accept(parser, '^'))
        return base;
    expression exponent = read_signed(parser);
    if (!exponent)
        return NULL;
    if (exponent->operation != OPERATION_CONSTANT)
        return fail(parser, "an exponent must be a rational number; write exp(y*log(x)) for x^y");
    return graph_power(parser->graph, base, exponent->value);
}

/* Every cycle of the grammar passes here, so that this is where the depth is counted. */
static expression read_signed(struct parser *parser)
{
    expression result;

    if (++parser->depth > MAXIMAL_DEPTH)
        return fail(parser, "more than 200 nested parentheses or signs; write a simpler expression");
    if (accept(parser, '-'))
        result = graph_unary(parser->graph, OPERATION_NEGATE, read_signed(parser));
    else if (accept(parser, '+'))
        result = read_signed(parser);
    else
        result = read_power(parser);
    parser->depth--;
    return result;
}

static expression read_product(struct parser *parser)
{
    expression result = read_signed(parser);

    while (result) {
        if (accept(parser, '*'))
            result = graph_binary(parser->graph, OPERATION_MULTIPLY, result, read_signed(parser));
        else if (accept(parser, '/'))
            result = graph_binary(parser->graph, OPERATION_DIVIDE, result, read_signed(parser));
        else
            break;
    }
    return result;
}

static expression read_sum(struct parser *parser)
{
    expression result = read_product(parser);

    while (result) {
        if (accept(parser, '+'))
            result = graph_binary(parser->graph, OPERATION_ADD, result, read_product(parser));
        else if (accept(parser, '-'))
            result = graph_binary(parser->graph, OPERATION_SUBTRACT, result, read_product(parser));
        else
            break;
    }
    return result;
}

expression graph_parse(struct graph *graph, const char *text, struct error *error)
{
    struct parser parser = {.graph = graph, .text = text, .at = text, .error = error};

    error->text[0] = '\0';
    graph_clear_error(graph);
    if (strlen(text) > MAXIMAL_LENGTH)
        return fail(&parser, "an expression of more than 20000 characters; write a shorter one");
    expression result = read_sum(&parser);
    if (result && peek(&parser))
        return fail(&parser,
                    "an unexpected character after the expression; write an exact expression such as "
                    "\"1/3\" or \"sqrt(3)/2\"");
    if (!result) {
        fail(&parser, graph_error(graph));
        graph_clear_error(graph);
    }
    return result;
}
