/* Compositions of steps: schemes by name, and their coefficients.
 *
 * From a symmetric step Psi_h of order 2 or more, s steps of other lengths make one of higher order,
 *
 *     Psi_{gamma_s h} ... Psi_{gamma_2 h} Psi_{gamma_1 h},    gamma_{s+1-i} = gamma_i,    sum_i gamma_i = 1.
 *
 *     symmetrised      one step: Psi_h itself
 *     triple-jump-P    from order k to k + 2 by z, 1 - 2z, z with z = 1/(2 - 2^(1/(k+1))), from 2 up to P
 *     suzuki-P         the same by z, z, 1 - 4z, z, z with z = 1/(4 - 4^(1/(k+1)))
 *     yoshida-6a       7 steps of order 6        yoshida-8    15 steps of order 8
 *
 * The last two solve the order conditions of symmetric compositions by Newton's method at the
 * precision asked for; of each solution that the source lists a few digits say which one is meant.
 *
 * Sources: Yoshida (1990), Phys. Lett. A 150, 262, tables 1 (A) and 2 (D); Suzuki (1990), Phys. Lett. A 146, 319;
 * Murua, Sanz-Serna (1999), Phil. Trans. R. Soc. A 357, 1079 (the conditions); Hairer, Lubich, Wanner (2006), sections
 * II.4 and V.3. */
#ifndef ASSAY_COMPOSITION_H
#define ASSAY_COMPOSITION_H

#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>

#include "numerics/error.h"

struct composition {
    const struct composition_scheme *scheme; /* NULL: nothing is composed */
    int order;                               /* of a composition of steps of order 2 */
};

/* The scheme of that name; false with a message that says which there are. */
bool composition_read(const char *name, struct composition *composition, struct error *error);
/* gamma_1 .. gamma_s, rounded to `precision` bits; the caller destroys the array (number_block.h).  NULL with a
 * message where the order conditions are not solved. */
mpfr_t *composition_create_coefficients(struct composition composition, mpfr_prec_t precision, size_t *count,
                                        struct error *error);

#endif
