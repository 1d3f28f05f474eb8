/* What a step object is made from: a model's form, a method's coefficients, a projection, a step size. */
#ifndef ASSAY_SETUP_H
#define ASSAY_SETUP_H

#include <gmp.h>
#include <mpfr.h>

#include "integrators/methods/projection.h"
#include "integrators/tableaux/tableau.h"
#include "models/kinds/system.h"

struct method;

enum coefficients { COEFFICIENTS_ROUNDED, COEFFICIENTS_SPLIT, COEFFICIENTS_SYMPLECTIC };

/* See rounding.h. */
struct rounding {
    enum coefficients coefficients;
    bool uncompensated;
    bool corrected;
};

/* Borrowed by the step object for its lifetime. */
struct setup {
    const struct method *method;
    const struct system *system;
    const struct tableau
        *tableau; /* at twice the working precision or more, so that low parts mean something */
    const struct projection *projection;
    mpq_srcptr step;
    mpfr_t *initial;     /* q_0 */
    const bool *secular; /* coordinates that grow without bound */
    struct rounding rounding;
};

#endif
