/* The grid of a table: which fit stands where.  The same for every format the table is written in. */
#ifndef ASSAY_LAYOUT_H
#define ASSAY_LAYOUT_H

#include "harness/judge/results.h"
#include "reports/figures/family.h"
#include "reports/tables/tally.h"
#include "reports/words.h"

struct layout_row {
    const char *method, *initial;
    struct family family;
    bool opens_family; /* the first row of its family */
};

struct layout {
    size_t rows, columns;
    struct layout_row *row;
    const char **column;    /* projections */
    const struct fit **fit; /* rows x columns; NULL: not run */
    bool several_initial;   /* rows have to name their initial data */
};

/* Rows in the order the methods appear in the fits, grouped by family; columns none, standard, symmetric,
 * symplectic, midpoint, then others as they appear.  A table whose measure is NULL has the rows and columns
 * of all measures, and one of their fits at each place.  NULL when memory runs out. */
struct layout *layout_create(const struct results *results, const struct results_table *table);
void layout_destroy(struct layout *layout);

const struct fit *layout_fit(const struct layout *layout, size_t row, size_t column);

struct tally layout_count(const struct layout *layout);

/* "gauss-3", with the initial data in brackets where there are several.  Returns the buffer. */
const char *layout_label(const struct layout *layout, size_t row, char *buffer, size_t size);

/* The different formulas claimed for the family that opens at `row`: "s+1, s"; empty where nothing is
 * claimed. */
const char *layout_formulas(const struct layout *layout, size_t row, size_t column, char *buffer,
                            size_t size);

#endif
