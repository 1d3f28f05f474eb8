/* What a step object is made from: a model's system, a method with its data, a projection, a step size. */
#ifndef ASSAY_SETUP_H
#define ASSAY_SETUP_H

#include <gmp.h>
#include <mpfr.h>

#include "integrators/methods/method.h"
#include "integrators/methods/rounding.h"
#include "models/kinds/system.h"

/* Borrowed by the step object for its lifetime. */
struct setup {
    const struct system *system;
    const struct method *method;
    const struct projection *projection;
    mpq_srcptr step;
    mpfr_t *initial;     /* x_0 */
    const bool *secular; /* coordinates that grow without bound */
    struct rounding rounding;
    bool untried;            /* a method that is not ours is not tried at its creation: foreign_step.c */
    struct tableau *tableau; /* the data of the method, at twice the working precision or more, so that low
                                parts mean something; NULL where it has none */
    /* Of a composition, else NULL: its coefficients (of a multistep method alpha and beta, so many of each); of what is composed, where that is not symmetric, the family
     * of the adjoint and its tableau. */
    size_t coefficients;
    mpfr_t *coefficient;
    const bool
        *of_adjoint; /* which steps are those of the adjoint; NULL: each is a pair, where there is one */
    const struct method_family *adjoint;
    struct tableau *adjoint_tableau;
};

/* Makes the data of the method at `precision` bits; setup_release gives them back.  False with a message where
 * the method does not apply to the model, the projection and the rounding. */
bool setup_prepare(struct setup *setup, mpfr_prec_t precision, struct error *error);
void setup_release(struct setup *setup);

#endif
