/* Reference solutions: Taylor series in MPFR of the explicit equations of motion, certified. */
#ifndef ASSAY_REFERENCE_H
#define ASSAY_REFERENCE_H

#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>

#include "models/kinds/system.h"
#include "numerics/error.h"

struct reference {
    size_t dimension, observables; /* observables: energy first, then the invariants */
    mpfr_prec_t precision;
    long digits;        /* asked for */
    long agreed_digits; /* decimal digits in which two runs with different order, step and precision agree */
    mpfr_t *state;      /* z(T), correct to `agreed_digits` relative to max |z| */
    mpfr_t *observable; /* at T, from the state */
    double *excursion;  /* max_t |z_i(t) - z_i(0)| */
    double *drift;      /* |I(z(T)) - I(z(0))| of every observable: what the flow itself leaves of it */
};

/* Integrates system->velocity from the exact initial values (constants of the model's graph) to the exact time
 * `until` (any sign; zero gives the initial data), until two independent runs agree in at least `digits`
 * decimal digits. The caller owns the result.  NULL with a message when the solution leaves the domain
 * (singular matrix, logarithm of a non-positive number, ...) before `until`. */
struct reference *reference_create(const struct system *system, const expression *initial, mpq_srcptr until,
                                   long digits, struct error *error);
void reference_destroy(struct reference *reference);

/* A reference with numbers of that precision and nothing in them; the caller owns it. */
struct reference *reference_allocate(size_t dimension, size_t observables, mpfr_prec_t precision);

/* Digits in which two states of n > 0 components agree, relative to the largest component; at most the digits
 * that the lower of the two precisions holds, at least 0, and 0 when a component is not finite. */
long reference_agreement(mpfr_t *first, mpfr_t *second, size_t n);

#endif
