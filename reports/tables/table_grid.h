/* The grid of a table: which fit stands where.  The same for every format the table is written in. */
#ifndef ASSAY_TABLE_GRID_H
#define ASSAY_TABLE_GRID_H

#include "harness/judge/results.h"
#include "reports/figures/family.h"
#include "reports/tables/tally.h"

struct table_grid_row {
    const char *method, *initial;
    struct family family;
    bool opens_family; /* the first row of its family */
};

struct table_grid {
    size_t rows, columns;
    struct table_grid_row *row;
    const char **column;    /* projections */
    const struct fit **fit; /* rows x columns; NULL: not run */
    struct tally *tally;    /* the same, over all fits of the place */
    bool several_initial;   /* rows have to name their initial data */
};

/* Rows in the order the methods appear in the fits, grouped by family; columns in the order of projection_table, then
 * others as they appear.  A table whose measure is NULL has the rows and columns
 * of all measures, and one of their fits at each place.  */
struct table_grid *table_grid_create(const struct results *results, const struct study_table *table);
void table_grid_destroy(struct table_grid *grid);

const struct fit *table_grid_fit(const struct table_grid *grid, size_t row, size_t column);

struct tally table_grid_count(const struct table_grid *grid);

/* "gauss-3", with the initial data in brackets where there are several.  Returns the buffer. */
const char *table_grid_label(const struct table_grid *grid, size_t row, char *buffer, size_t size);

/* What is claimed, as a table of a paper has it: "2s-2", "≥ 4", "exact", "below 1e-11".  Returns the buffer. */
const char *table_grid_formula(const struct claim_on_fit *claim, char *buffer, size_t size);

/* The different formulas claimed for the family that opens at `row`: "s+1, s"; empty where nothing is
 * claimed. */
const char *table_grid_formulas(const struct table_grid *grid, size_t row, size_t column, char *buffer,
                                size_t size);

#endif
