/* Which tableau of the catalogue somebody's coefficients may be meant to be, and where they differ. */
#ifndef ASSAY_TABLEAU_NEAREST_H
#define ASSAY_TABLEAU_NEAREST_H

#include "integrators/tableaux/tableau.h"

enum tableau_nearest_array {
    TABLEAU_NEAREST_A,
    TABLEAU_NEAREST_ABAR,
    TABLEAU_NEAREST_B,
    TABLEAU_NEAREST_ARRAYS, /* those of the catalogue; of others there are, too: */
    TABLEAU_NEAREST_BBAR = TABLEAU_NEAREST_ARRAYS,
    TABLEAU_NEAREST_C,
    TABLEAU_NEAREST_ALL
};

/* Of a coefficient, from 1 on; b, bbar and c have columns alone, in row 0. */
struct tableau_place {
    enum tableau_nearest_array array;
    size_t row, column;
};

struct tableau_nearest {
    char name[64];    /* of the catalogue */
    size_t differing; /* coefficients; 0: none does */
    /* That which differs most, relative to its own size: */
    enum tableau_nearest_array array;
    size_t row, column; /* from 1 on; b has columns alone */
    double difference;  /* of the coefficient given from that of the catalogue */
    int digit;          /* the first significant decimal digit in which it differs; 0: it should be zero */
};

/* The tableau of as many stages from which the fewest coefficients of `tableau` differ by more than its precision
 * explains: at most as many as there are stages.  False where there is none. */
bool tableau_nearest_find(const struct tableau *tableau, struct tableau_nearest *nearest);

/* Of a coefficient given from one that is meant. */
struct tableau_difference {
    double difference, relative; /* to the size of that which is meant; infinite where that is 0 */
    int digit; /* the first significant decimal digit in which it differs; 0: it should be zero */
};

/* Whether they differ by more than the precision of the one given explains. */
bool tableau_nearest_differs(const mpfr_t given, const mpfr_t meant, struct tableau_difference *difference);

/* The power of ten of its first digit; one that double puts just below itself is that power. */
int tableau_nearest_exponent(double x);
/* The significant decimal digit of a number of that size in which the difference has its first: 1 for one of its own size, 0
 * where there is none. */
int tableau_nearest_digit(double difference, double size);

#endif
