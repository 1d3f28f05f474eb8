/* The local probe: how the errors of a step fall as the step goes to 0.
 *
 *     h = 2^-8, 2^-12, ..., 2^-60
 *
 * in mpfr at LOCAL_PROBE_BITS, of one step and of two from the initial data and from a point of the solution a
 * step of the cell later, where what vanishes at special data does not.  An error is the larger one of these four:
 *
 *     energy, invariants   |I(z_n) - I(z_0)| / s_I
 *     constraint           max_i |p_i - theta_i(q)| / max(1, max_i |p_i|), or max_i |c_i(x)| of the system's
 *     solution             the distance of q_n from the solution, by Taylor series
 *     symmetry             the distance of Phi_-h(Phi_h(z)) from z (symmetry.c)
 *
 * So near to 0 the leading term stands alone, however small its coefficient is beside those of later terms: one
 * of 1e-8 h^2 is seen beside h^4 from h = 2^-16 on, one of 1e-30 h^2 from 2^-50.
 *
 * What it says of a run: where the local exponent of an error is p + 1, its global order is p or more: the errors of
 * steps add up to h^p, or cancel to less, as those of the energy do where it is bounded.  It is p for the solution
 * but where the errors of neighbouring steps cancel.  The constraint of a method that does not project is not p + 1
 * in general: its errors may neither add up nor fall. */
#ifndef ASSAY_LOCAL_PROBE_H
#define ASSAY_LOCAL_PROBE_H

#include "measures/result.h"
#include "measures/run/cell.h"

enum { LOCAL_PROBE_STEPS = 14, LOCAL_PROBE_FIRST = 8, LOCAL_PROBE_SPACING = 4, LOCAL_PROBE_BITS = 512 };

/* What is measured: observable k < observables, the energy first, then these. */
enum local_quantity {
    LOCAL_PROBE_CONSTRAINT,
    LOCAL_PROBE_SOLUTION,
    LOCAL_PROBE_SYMMETRY,
    LOCAL_PROBE_OTHERS
};

struct local_probe {
    size_t quantities; /* observables + LOCAL_PROBE_OTHERS */
    /* log2 of the error at step k: error[quantity * LOCAL_PROBE_STEPS + k]; -infinity for none, NaN where a step
     * is not solved. */
    double *error;
    double floor; /* log2 of what round-off may leave of any */
};

/* Of the method of the cell; its bits and steps are not used.  `scale` of the observables.  The caller destroys the
 * result.  NULL with a message where the method and projection do not go together. */
struct local_probe *local_probe_create(const struct cell_request *request, const double *scale,
                                       struct error *error);
/* NULL is allowed. */
void local_probe_destroy(struct local_probe *probe);

/* What the errors at LOCAL_PROBE_STEPS steps, as above, say of their leading term. */
struct local_order {
    double exponent[LOCAL_PROBE_STEPS - 1]; /* between neighbours; NaN where one is not above the floor */
    double order; /* the exponent between the two finest steps above it; NaN: none */
    bool certain; /* the last three exponents are the same whole number, to 0.02 */
    bool exact;   /* solved at all steps, and above the floor at none */
};
struct local_order local_probe_order(const double *error, double floor);

/* Probes the cell, and adds the measures `local_order` of its quantities with their histories (log2 of h, of the error,
 * of the floor) to the result: p + 1, 0 for exact, NaN where it is not certain; nothing where the method cannot run. */
void local_probe_measure(struct result *result, const struct cell_request *request, const double *scale);

#endif
