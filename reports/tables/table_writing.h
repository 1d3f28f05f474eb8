/* What the formats of a table share. */
#ifndef ASSAY_TABLE_WRITING_H
#define ASSAY_TABLE_WRITING_H

#include "harness/judge/results.h"
#include "reports/tables/table_grid.h"
#include "reports/tables/tally.h"
#include "reports/words.h"

#include <stdio.h>

struct table_writing {
    FILE *file;
    const struct results *results;
    const struct results_table *table;
    const struct table_grid *grid;
};

/* "Of 28 orders claimed: ..." of the table.  Returns the buffer. */
const char *table_writing_counts(const struct table_writing *w, char *buffer, size_t size);

struct words_entry table_writing_entry(const struct table_writing *w, size_t row, size_t column);

void table_csv_write(const struct table_writing *w);
void table_latex_write(const struct table_writing *w);

#endif
