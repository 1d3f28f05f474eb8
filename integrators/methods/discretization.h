/* What the methods on discrete Lagrangians are called, after the name of their family:
 *
 *     dla                      :ALPHA
 *     variational              :ALPHA:first, :ALPHA:second
 *     variational-constrained  :ALPHA:post, :ALPHA:inside, and after these :first (which is meant without it), :second
 *
 * ALPHA is a rational number; first and second are the forms of the Hamiltonized Lagrangian. */
#ifndef ASSAY_DISCRETIZATION_H
#define ASSAY_DISCRETIZATION_H

#include <stdbool.h>

#include "models/reader/model.h"

/* Where the constraints enter: see integrators/constrained/discrete_lagrange.c. */
enum discretization_constraint {
    DISCRETIZATION_NONE, /* of a family: its methods have no discrete Lagrangian */
    DISCRETIZATION_REACTS,
    DISCRETIZATION_FREE,
    DISCRETIZATION_POST,
    DISCRETIZATION_INSIDE
};

struct discretization {
    enum discretization_constraint constraint;
    enum model_lagrangian lagrangian;
    char alpha[40]; /* exact */
};

/* What follows the name of a family, for lists. */
const char *discretization_pattern(enum discretization_constraint family);
/* Reads it; `family` is what the descriptor says, of the constrained methods DISCRETIZATION_POST. */
/* 2 where alpha = 1/2, else 1. */
int discretization_order(const struct discretization *discretization);
bool discretization_read(const char *words, enum discretization_constraint family,
                         struct discretization *discretization);

#endif
