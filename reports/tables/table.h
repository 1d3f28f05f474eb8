/* A table for a terminal: rows of cells under the names of columns. */
#ifndef ASSAY_TABLE_H
#define ASSAY_TABLE_H

#include "numerics/memory.h"

#include <stddef.h>
#include <stdio.h>

struct table_row {
    const char *label, **cell;
};

struct table {
    const char *corner; /* above the labels; NULL: there is no line of names */
    size_t columns, rows;
    const char *const *column; /* borrowed */
    struct table_row *row;     /* owned */
    struct memory_kept *kept;  /* texts and cells */
};

/* Without rows; `corner` and the names are borrowed.  The caller owns it. */
struct table *table_create(const char *corner, size_t columns, const char *const *names);
void table_destroy(struct table *table);

/* Adds a row without cells; sets a cell of the last row.  Texts are copied; NULL is empty. */
void table_add_row(struct table *table, const char *label);
void table_set(struct table *table, size_t column, const char *text);

/* Columns with blanks between them, each line behind `indent`. */
void table_write_text(FILE *file, const struct table *table, const char *indent);

#endif
