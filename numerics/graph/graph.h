/* Expressions as a graph of shared nodes.
 *
 * A node is a constant (an exact rational), pi, an input, an operation on other nodes, or one component of
 * the solution of a small linear system.  Nodes are hash-consed: building the same expression twice gives the
 * same pointer, so that equality of expressions is equality of pointers and common subexpressions are shared.
 */
#ifndef ASSAY_GRAPH_H
#define ASSAY_GRAPH_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>

#include "numerics/error.h"
#include "numerics/arithmetic/functions.h"

enum operation {
    OPERATION_CONSTANT, /* exact rational */
    OPERATION_PI,
    OPERATION_INPUT, /* component `index` of input block `block` */
    OPERATION_ADD,
    OPERATION_SUBTRACT,
    OPERATION_MULTIPLY,
    OPERATION_DIVIDE,
    OPERATION_NEGATE,
#define FUNCTION_OPERATION(NAME, name) OPERATION_##NAME,
    EACH_FUNCTION(FUNCTION_OPERATION)
#undef FUNCTION_OPERATION
        OPERATION_SOLVE, /* component `index` of the solution y of A y = b */
    OPERATION_COUNT
};

struct node;
typedef const struct node *expression; /* lives as long as its graph */

struct linear_system {
    size_t n;
    expression *matrix; /* n x n, row-major */
    expression *right;  /* n */
};

struct node {
    enum operation operation;
    size_t id;                          /* order of creation: arguments come before their users */
    expression left, right;             /* arguments; right only for + - * / */
    mpq_t value;                        /* OPERATION_CONSTANT, canonical */
    size_t block, index;                /* OPERATION_INPUT; index also for OPERATION_SOLVE */
    const struct linear_system *system; /* OPERATION_SOLVE; one shared object per system */
};

/* Argument k of a node, which comes before it: its operands, or A row by row and b of its system; NULL past the
 * last one. */
expression graph_argument(expression node, size_t k);

/* The functions by name, for the parser and for Lua; ended by one without a name. */
struct graph_function {
    const char *name;
    enum operation operation;
};

extern const struct graph_function graph_functions[];

/* Bounds that keep a hostile model file harmless. */
enum { GRAPH_MAXIMAL_NODES = 100000, GRAPH_MAXIMAL_CONSTANT_BITS = 4096, GRAPH_MAXIMAL_EXPONENT = 64 };

struct graph *graph_create(void);
void graph_destroy(struct graph *graph);

/* Constructors.  They simplify (0 + x, 1 * x, x - x, arithmetic of constants, double negation) and return
 * NULL once a bound is exceeded or a constant expression is undefined (1/0); NULL arguments give NULL, and
 * graph_error() then says the first thing that went wrong. */
expression graph_constant(struct graph *graph, mpq_srcptr value);
expression graph_integer(struct graph *graph, long value);
/* Whether the graph has the constant: whether it was written, or came out of others. */
bool graph_has_constant(const struct graph *graph, mpq_srcptr value);
expression graph_pi(struct graph *graph);
expression graph_input(struct graph *graph, size_t block, size_t index);
expression graph_binary(struct graph *graph, enum operation operation, expression left, expression right);
expression graph_unary(struct graph *graph, enum operation operation, expression argument);
/* x^r: integer exponents expand into products, halves use sqrt, other rationals exp(r log x). */
expression graph_power(struct graph *graph, expression base, mpq_srcptr exponent);
/* Writes the n components of the solution of A y = b to `solution`; false on an exceeded bound. */
bool graph_solve(struct graph *graph, size_t n, const expression *matrix, const expression *right,
                 expression *solution);
const char *graph_error(const struct graph *graph); /* "" when nothing went wrong */
/* Forgets the error, so that a caller who has reported it can go on. */
void graph_clear_error(struct graph *graph);

/* d f / d input(block, index). */
expression graph_derivative(struct graph *graph, expression f, size_t block, size_t index);
/* f with replacement[i] in the place of input(block, i), for every one that it depends on. */
expression graph_substitute(struct graph *graph, expression f, size_t block, const expression *replacement);

/* An exact string such as "0.1", "-1/3", "1e-3", "1/4 - sqrt(3)/6", "2*pi": numbers, + - * / ^, parentheses,
 * pi, and the functions above by name.  NULL with a message (what is wrong, what to write instead) on
 * anything else. */
expression graph_parse(struct graph *graph, const char *text, struct error *error);

#endif
