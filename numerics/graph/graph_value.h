/* The value of an expression at a point, in MPFR. */
#ifndef ASSAY_GRAPH_VALUE_H
#define ASSAY_GRAPH_VALUE_H

#include <mpfr.h>

#include "numerics/graph/program.h"

/* result = f at inputs[block][index], every operation rounded to the precision of `result`.  Singular systems, what
 * the graph has refused (NULL), and whatever else leaves the finite numbers on its way, give NaN.  For checks and tests: it compiles the expression
 * each time; programs are the fast way. */
void graph_value(mpfr_t result, expression f, mpfr_t *const *inputs);
/* results[i] = f[i] for `count` >= 1 expressions of one graph, shared parts once, at the precision of
 * results[0]. */
void graph_value_all(mpfr_t *results, size_t count, const expression *f, mpfr_t *const *inputs);

/* Output block 0 of a program at inputs[block][index], rounded to `precision`, then to that of each result.  False, and
 * NaN in all of them, when a value is not finite. */
bool graph_value_of_program(mpfr_t *results, const struct program *program, mpfr_t *const *inputs,
                            mpfr_prec_t precision);

#endif
