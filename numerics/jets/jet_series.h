/* One truncated Taylor series x(t) = sum_k x_k t^k inside a jet evaluator, extended by one order at a time.
 *
 * The degree is the highest order whose coefficient is not zero so far.  Sums run up to the degree only, so
 * that constants and low polynomials cost what they should. */
#ifndef ASSAY_JET_SERIES_H
#define ASSAY_JET_SERIES_H

#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>

#include "numerics/graph/graph.h"

struct jet_series {
    mpfr_ptr coefficient; /* x_k is at coefficient + k */
    size_t degree;
    double size; /* log2 of max_k |x_k| step^k to within a bit; -infinity for zero */
};

/* What sums need besides their arguments; one serves all series of one precision. */
struct jet_scratch {
    double
        step_exponent; /* log2 of the largest |t| at which the series are summed; infinite when not known */
    mpfr_prec_t precision;
    size_t limbs;       /* of one significand */
    mp_limb_t *sum;     /* limbs + 2 */
    mp_limb_t *product; /* 2 limbs */
    mpfr_ptr number;    /* one number for anybody */
};

/* Declares coefficient k computed; k = 0 starts the series anew.  False when it is not finite. */
bool jet_series_settle(struct jet_series *x, size_t k, const struct jet_scratch *scratch);

struct jet_scratch *jet_series_scratch_create(mpfr_prec_t precision);
void jet_series_scratch_destroy(struct jet_scratch *scratch);

/* sum = sum_{j = first}^{last} a_j b_{k - j}, rounded once (to an error far below the largest product). */
void jet_series_convolve(mpfr_ptr sum, const struct jet_series *a, const struct jet_series *b, size_t k,
                         size_t first, size_t last, struct jet_scratch *scratch);
/* sum = sum_{j = first}^{k - first} a_j a_{k - j}, with half the products. */
void jet_series_convolve_self(mpfr_ptr sum, const struct jet_series *a, size_t k, size_t first,
                              struct jet_scratch *scratch);

/* ---- jet_functions.c: recurrences for functions of one truncated Taylor series ---- */

/* Number of auxiliary series (such as the cosine beside the sine) that the operation needs. */
size_t jet_functions_auxiliaries(enum operation operation);

/* True for the operations that jet_functions_extend knows. */
bool jet_functions_has(enum operation operation);

/* Coefficient k of y = f(x) and of the auxiliary series, from coefficients 0 .. k of x.  `scratch` is one
 * number. False when a coefficient is not finite: x left the domain in which f is analytic. */
bool jet_functions_extend(enum operation operation, struct jet_series *y, const struct jet_series *x,
                          struct jet_series *auxiliary, size_t k, struct jet_scratch *scratch);

#endif
