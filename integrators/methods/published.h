/* What rounding the published decimals of a file explains.
 *
 * A number that is printed is off by less than a unit u_k of its own last digit, and so is what the file computes from it.
 * To first order a residual r of a condition is then zero for the numbers that are meant only if
 *
 *     |r| < sum_k |dr/dx_k| u_k.
 *
 * r is found again for the file as it reads with the last digit of one number changed, which is dr/dx_k u_k. */
#ifndef ASSAY_PUBLISHED_H
#define ASSAY_PUBLISHED_H

#include "integrators/methods/method_file.h"
#include "integrators/tableaux/tableau_blame.h"

/* The residuals of the conditions of what is claimed, at `precision` bits, which the caller destroys (number_block.h); NULL
 * where there are none.  As many of a file as of the same with a number changed. */
typedef mpfr_t *published_residuals(const struct method_file *file, const struct tableau_claims *claims,
                                    mpfr_prec_t precision, size_t *count);

enum published {
    PUBLISHED_EXACT,   /* all conditions hold */
    PUBLISHED_ROUNDED, /* to the decimals that are printed */
    PUBLISHED_WRONG    /* one fails by more */
};
enum published published_judge(const struct method_file *file, published_residuals *find, int order);
/* By how much each of the `count` residuals may fail, which the caller destroys; NULL where nothing is published, or there are
 * none. */
mpfr_t *published_bounds(const struct method_file *file, published_residuals *find,
                         const struct tableau_claims *claims, size_t *count);

#endif
