/* The key of a cell: a hash of everything that its result depends on. */
#ifndef ASSAY_CELL_KEY_H
#define ASSAY_CELL_KEY_H

#include <gmp.h>
#include <stddef.h>

enum { CELL_KEY_TEXT = 65 }; /* 64 hexadecimal digits and the final zero */

struct cell_key_value {
    const char *name; /* of a parameter or coordinate */
    const char *text; /* exact, as used */
};

struct cell_key_parts {
    const char *model; /* the whole text of its file */
    size_t parameters, initials;
    const struct cell_key_value *parameter, *initial;
    const char *method;      /* the name of a built-in one, or the whole text of its file */
    const char *formulation; /* NULL or empty: the only one */
    const char *projection;
    mpq_srcptr step;
    unsigned long steps;
    long bits;                /* 0: double */
    const char *coefficients; /* rounded, split, symplectic; with :uncompensated, :corrected behind */
    const char *settings;     /* of what is measured beside the trajectory; NULL or empty: none */
    long reference_digits;
    const char *numerics_version;
};

/* Writes the key.  Steps that are equal numbers give equal keys (2/4 and 1/2); texts count byte for byte, and
 * a NULL is an empty text. */
void cell_key_create(const struct cell_key_parts *parts, char key[CELL_KEY_TEXT]);

#endif
