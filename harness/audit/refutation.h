/* Whether one step, or a few, refute what is claimed of a method on one model: what a search can ask many times.
 *
 *     order        the order as the step goes to zero, by the expansion of a run or by the errors of small steps; of a method in
 *                  double alone, by the errors of single steps that its round-off does not hide: more than one half below the claimed one, and a whole
 *                  number
 *     symplectic   the defect of a step; of a method without exact Jacobians by differences
 *     symmetric    the distance of Phi_-h(Phi_h(z)) from z; reversible: the same with the reversal of the model
 *     energy       |H(z_1) - H(z_0)|; constraint: that of the model
 *     power        of a part of the error with a power of a small parameter (measures/step/perturbed_error.c), its order
 *                  as the step goes to zero; without the parameter, what is left of the error
 *
 * A property that is claimed to be exact fails where what is left of it is the same at REFUTATION_BITS and at
 * REFUTATION_MORE_BITS, and is more than any round-off; of a method in double alone, where it is 1e3 times the floor. */
#ifndef ASSAY_REFUTATION_H
#define ASSAY_REFUTATION_H

#include "harness/audit/audit.h"
#include "measures/run/cell.h"

enum { REFUTATION_BITS = 192, REFUTATION_MORE_BITS = 320 };

struct refutation_request {
    const struct method *method;
    const struct projection *projection;
    enum audit_property property;
    int order; /* claimed, where that is the property */
    int digits; /* to which the coefficients are printed: what the digits behind them may do refutes nothing; 0: exact */
    const struct problem *problem;
    mpq_srcptr step;
};

struct refutation {
    bool applies; /* the method steps on the model, and what is claimed is measured there */
    bool shown;
    double measured; /* the order, or what is left of the property; NaN: nothing was measured */
};

struct refutation refutation_find(const struct refutation_request *request);
/* Whether it is asked in MPFR, where round-off is far below what it finds; else in double. */
bool refutation_is_precise(const struct refutation_request *request);

/* The largest step 2^-k, k from `coarsest` on, from which on down what refutes the claim is seen and falls: of an order, the errors
 * of single steps fall more slowly than claimed; of a property, down to 2^-8, of a method in double alone 2^-4; -1 where
 * that is at none.  At larger steps the equations of a step may have several solutions, and what is seen there says
 * nothing.  *measured is log2 of the error of the step, *halved of that of half the step; of a property the defect. */
int refutation_find_step(const struct refutation_request *request, int coarsest, double *measured,
                         double *halved);

#endif
