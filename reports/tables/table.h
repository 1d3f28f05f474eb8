/* A table: rows of cells under the names of columns, for a page or a terminal. */
#ifndef ASSAY_TABLE_H
#define ASSAY_TABLE_H

#include "numerics/memory.h"
#include "reports/words.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A cell in pieces, of which most tables use only the text; NULL is empty. */
struct table_cell {
    const char *text, *detail, *word;
    enum words_mark mark; /* emphasises what differs from a claim, as the format can */
    size_t fit;           /* where the page has the evidence, from 1; 0: nowhere */
    const char *markup;   /* what follows on a page, as markup */
};

struct table_row {
    bool section;              /* a title, with a formula in each column */
    const char *label, *small; /* the second below the first, in HTML alone */
    const char *id, *class;    /* in HTML */
    struct table_cell *cell;
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

/* Adds a row without cells; names the last row; sets a cell of the last row.  Texts are copied; NULL is empty. */
void table_add_row(struct table *table, bool section, const char *label, const char *small);
void table_name_row(struct table *table, const char *id, const char *class);
void table_set(struct table *table, size_t column, struct table_cell cell);

/* Columns with blanks between them, each line behind `indent`: labels and texts alone. */
void table_write_text(FILE *file, const struct table *table, const char *indent);

enum table_look {
    TABLE_PLAIN,  /* texts alone */
    TABLE_MARKED, /* cells have the colours and symbols of their marks */
    TABLE_FOLDS /* cells with a word have; on a narrow screen each cell is a line behind the name of its column */
};

/* With the class of the style sheet. */
void table_write_html(FILE *file, const struct table *table, const char *class, enum table_look look);

#endif
