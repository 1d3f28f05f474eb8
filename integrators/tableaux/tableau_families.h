/* The families of tableaux by name. */
#ifndef ASSAY_TABLEAU_FAMILIES_H
#define ASSAY_TABLEAU_FAMILIES_H

#include "integrators/tableaux/tableau.h"

struct tableau_family {
    const char *name;                      /* ends in '-' where the number of stages follows */
    size_t fewest_stages;                  /* of a family; the number of stages of a single tableau */
    void (*fill)(struct tableau *tableau); /* stages and precision are set, all numbers are zero; the null
                                              vector is not scaled */
};

/* Ended by one without a name. */
extern const struct tableau_family tableau_families[];

#endif
