/* A tableau as text and as JSON. */
#ifndef ASSAY_SHOW_TABLEAU_H
#define ASSAY_SHOW_TABLEAU_H

#include <jansson.h>

#include "integrators/tableaux/tableau.h"

/* c, a and b as a Butcher tableau, abar below where it differs from a, and the null vector; one coefficient
 * to a line where the digits would not fit into lines that can be read. */
void show_tableau_print(const struct tableau *tableau, long digits);
/* {"a","abar","b","c","null_vector"}: strings of `digits` digits; the null vector is null where there is
 * none. */
json_t *show_tableau_json(const struct tableau *tableau, long digits);

#endif
