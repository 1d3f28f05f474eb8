/* The precision of the arithmetics `mpfr` and `tangent`, and what both need at that precision. */
#ifndef ASSAY_ARITHMETIC_MPFR_PRECISION_H
#define ASSAY_ARITHMETIC_MPFR_PRECISION_H

#include <mpfr.h>
#include <stddef.h>

#include "numerics/number_block.h"

struct mpfr_precision {
    mpfr_prec_t bits;
    long terms;                      /* of the arithmetic series: powers of h that are kept */
    int tangents;                    /* of the same: those that are carried; 0: none */
    struct series_record *record;    /* of the same: that of the evaluation, or NULL (series_record.h) */
    mpfr_t product;                  /* of real_add_product, real_subtract_product */
    mpfr_t correction;               /* of real_subtract_scaled (at least 53 bits) */
    mpfr_t value, left, right, term; /* of the arithmetic tangent */
};

/* The one mutable global of the program; written by mpfr_precision_set alone. */
extern struct mpfr_precision mpfr_precision;

/* Numbers of 2^MPFR_LARGEST_EXPONENT and more are infinite, as those beyond 2^1024 are in double: the sine of a number
 * takes as many bits of pi as its exponent says, and a run that explodes would never end. */
enum { MPFR_LARGEST_EXPONENT = 131072 };

/* Sets the precision of the run.  Nothing made at another precision may be used afterwards. */
void mpfr_precision_set(mpfr_prec_t bits);
/* Sets how many powers of h the arithmetic series keeps. */
void mpfr_precision_set_terms(long terms);
/* Sets how many tangents they carry; numbers made with another positive count may not be used while it holds. */
void mpfr_precision_set_tangents(int tangents);
void mpfr_precision_set_record(struct series_record *record);
/* Frees the scratch variables and the caches of MPFR. */
void mpfr_precision_clear(void);

/* x = result 2^exponent */
double mpfr_precision_to_double_scaled(mpfr_srcptr x, long *exponent);
/* x -= value 2^exponent */
void mpfr_precision_subtract_scaled(mpfr_ptr x, double value, long exponent);

#endif
