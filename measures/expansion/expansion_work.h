/* The parts of an expansion: see expansion.h.  All but expansion_growth.c are compiled for `series`. */
#ifndef ASSAY_EXPANSION_WORK_H
#define ASSAY_EXPANSION_WORK_H

#include "integrators/steps/stepper.h"
#include "measures/expansion/expansion.h"
#include "numerics/arithmetic/series_number.h"

/* What is known of the parasitic parts of a method before its coefficients are looked at: see expansion_growth.c. */
struct expansion_parasites {
    int starts; /* steps that a starter makes */
    int degree; /* of s; 0: there are none */
    arb_srcptr s;
    bool on_circle; /* a root of s lies on the unit circle; else all lie inside */
};

/* The quantity of these values, one for each number of steps. */
void expansion_growth_describe(struct expansion_quantity *quantity, const struct series *const *value,
                               int steps, const struct expansion_parasites *parasites);

/* Adds a quantity with these values, one for each number of steps; the expansion moves. */
void expansion_add(struct expansion **expansion, enum expansion_of of, size_t index,
                   const real_series *const *value, int steps, const struct expansion_parasites *parasites);

/* The defects of one step among `of`; the status of the first step that is not made, else NEWTON_CONVERGED. */
enum newton_status expansion_defects(struct expansion **expansion, const struct setup *setup, unsigned of);
/* The symplectic defects among `of` after so many steps; likewise. */
enum newton_status expansion_jacobian(struct expansion **expansion, const struct setup *setup, unsigned of,
                                      int steps, const struct expansion_parasites *parasites);

#endif
