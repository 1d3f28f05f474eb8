/* Recurrences for functions of one truncated Taylor series. */
#ifndef ASSAY_JET_FUNCTIONS_H
#define ASSAY_JET_FUNCTIONS_H

#include "numerics/graph/graph.h"
#include "numerics/jets/jet_series.h"

/* Number of auxiliary series (such as the cosine beside the sine) that the operation needs. */
size_t jet_functions_auxiliaries(enum operation operation);

/* True for the operations that jet_functions_extend knows. */
bool jet_functions_has(enum operation operation);

/* Coefficient k of y = f(x) and of the auxiliary series, from coefficients 0 .. k of x.  `scratch` is one
 * number. False when a coefficient is not finite: x left the domain in which f is analytic. */
bool jet_functions_extend(enum operation operation, struct jet_series *y, const struct jet_series *x,
                          struct jet_series *auxiliary, size_t k, struct jet_scratch *scratch);

#endif
