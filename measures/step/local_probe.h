/* The local probe: how the errors of a step fall as the step goes to 0, and whether they add up.
 *
 *     h = 2^-12 u, 2^-16 u, ..., 2^-60 u
 *
 * (u the power of 16 above the step of the cell: 1, unless the unit of time is far from what the model does in it) in mpfr at LOCAL_PROBE_BITS: two steps from the initial data, and eight from a point of the solution a step of the
 * cell later, where what vanishes at special data does not.  An error is the largest one after any of these:
 *
 *     energy, invariants   |I(z_n) - I(z_0)| / s_I
 *     constraint           max_i |p_i - theta_i(q)| / max(1, max_i |p_i|), or max_i |c_i(x)| of the system's
 *     solution             the distance of q_n from the solution, by Taylor series
 *     symmetry             the distance of Phi_-h(Phi_h(z)) from z (symmetry.c)
 *
 * The finest step comes first, then the coarsest, then the finer ones in turn, until each error is decided: three exponents
 * between neighbours are clear of round-off, or none of it is.  So the steps that decide are those that all would give.
 *
 * So near to 0 the leading term stands alone, however small its coefficient is beside those of later terms: one
 * of 1e-8 h^2 is seen beside h^4 from h = 2^-16 on, one of 1e-30 h^2 from 2^-50.
 *
 * Of a run (local_probe_run_order): let E_n be the error after n steps.  As h goes to 0 with n fixed, E_n = h^q c_n,
 * where c_n = n c_1 if the errors of the steps add up, to h^(q - 1) at a fixed time, and c_n = c_1, 0, c_1, ... if those
 * of neighbouring steps cancel, which leaves h^q: what the momenta of a variational method do where R(infinity) = -1.
 * Both may be there at once, a small one of the first under a large one of the second.  After even n the second are
 * gone, so that
 *
 *     E_4 - E_2 and E_8 - E_4    fall as h^r, the later one 2^g times as large as the earlier: E_n ~ h^r n^g
 *
 * give a run what adds up the order r - g, and the largest E_n the order q: it has the smaller of both.  Where the
 * quotient is not 2 or 4 nothing is known, unless it is 4.4, that of n (n - 1): of steps that add up as errors of p do
 * after a first step that is the solution's. */
#ifndef ASSAY_LOCAL_PROBE_H
#define ASSAY_LOCAL_PROBE_H

#include "measures/result.h"
#include "measures/run/cell.h"

enum {
    LOCAL_PROBE_STEPS = 13,
    LOCAL_PROBE_FIRST = 12,
    LOCAL_PROBE_SPACING = 4,
    LOCAL_PROBE_BITS = 512,
    LOCAL_PROBE_FLOOR = 16 - LOCAL_PROBE_BITS, /* log2 of what round-off may leave of an error of size 1 */
    LOCAL_PROBE_RUN = 8
};

/* What is measured: observable k < observables, the energy first, then these. */
enum local_quantity {
    LOCAL_PROBE_CONSTRAINT,
    LOCAL_PROBE_SOLUTION,
    LOCAL_PROBE_SYMMETRY,
    LOCAL_PROBE_OTHERS
};

struct local_probe {
    size_t quantities; /* observables + LOCAL_PROBE_OTHERS */
    /* log2 of the error at step k: error[quantity * LOCAL_PROBE_STEPS + k]; -infinity for none, infinity where a step
     * is not solved, NaN where it is not asked for. */
    double *error;
    double *early, *late; /* the same of E_4 - E_2 and of E_8 - E_4 */
    double floor;         /* log2 of what round-off may leave of any */
};

/* Of the method of the cell; its bits are not used.  `scale` of the observables.  The caller destroys the
 * result.  NULL with a message where the method and projection do not go together. */
struct local_probe *local_probe_create(const struct cell_request *request, const double *scale,
                                       struct error *error);
/* NULL is allowed. */
void local_probe_destroy(struct local_probe *probe);

/* What the errors at LOCAL_PROBE_STEPS steps, as above, say of their leading term. */
struct local_order {
    double exponent[LOCAL_PROBE_STEPS -
                    1]; /* between neighbours; NaN where one is not above the floor, or none */
    double order;       /* the exponent between the two finest steps above it; NaN: none */
    bool certain;       /* the last three exponents are the same whole number, to 0.02, and do not leave it */
    bool exact;         /* solved at all steps that were asked for, and above the floor at none */
    bool decided;       /* no other step would change what is said */
};
struct local_order local_probe_order(const double *error, double floor);

/* Which of the steps comes n-th. */
int local_probe_turn(int n);
/* log2 of the k-th of the steps for the cell. */
int local_probe_power(const struct cell_request *request, int k);

/* The same of the part of the error of a step with a power of the small parameter, of the power alone: perturbed_error.c. */
struct local_order perturbed_error_probe(const struct cell_request *request, int power);
/* log2 of that part of the error of one step of 2^exponent, with so many bits of it; NaN where the step is not made. */
double perturbed_error_size(const struct cell_request *request, int power, int exponent, long bits);
/* Of the parts that are asked for adds their orders over h, one less, under the aspect MEASURE_RUN: NaN where it is not
 * certain, nothing of those that are zero. */
void perturbed_error_add_orders(struct result *result, const struct result_request *request);

/* The order of the errors of a run, as above: NaN where it is not certain. */
double local_probe_run_order(const double *error, const double *early, const double *late, double floor);

/* Probes the cell, and adds the measures `local_order` of its quantities with their histories (log2 of h, of the error,
 * of the floor, of E_4 - E_2, of E_8 - E_4) to the result: p + 1, 0 for exact, NaN where it is not certain; under the
 * aspect MEASURE_RUN the order of a run; nothing where the method cannot run.  Of a method in double alone it is known
 * whether it is consistent, no more: the order 0 of the solution is added where it is not (local_error_share). */
void local_probe_measure(struct result *result, const struct cell_request *request, const double *scale);

#endif
