/* A table for a terminal: see table.h. */
#include "reports/tables/table.h"

#include "numerics/memory.h"
#include "reports/output.h"

#include <stdlib.h>
#include <string.h>

/* ---- The object ---- */

struct table *table_create(const char *corner, size_t columns, const char *const *names)
{
    struct table *table = memory_create(1, sizeof *table);

    table->corner = corner;
    table->columns = columns;
    table->column = names;
    return table;
}

static const char *keep(struct table *table, const char *text)
{
    return memory_keep_string(&table->kept, text ? text : "");
}

void table_add_row(struct table *table, const char *label)
{
    table->row = memory_resize(table->row, table->rows + 1, sizeof *table->row);
    table->row[table->rows++] =
        (struct table_row){keep(table, label), memory_keep(&table->kept, table->columns + 1, sizeof(char *))};
    for (size_t c = 0; c < table->columns; c++)
        table_set(table, c, NULL);
}

void table_set(struct table *table, size_t column, const char *text)
{
    table->row[table->rows - 1].cell[column] = keep(table, text);
}

void table_destroy(struct table *table)
{
    memory_release(table->kept);
    free(table->row);
    free(table);
}

/* ---- Text ---- */

static size_t printed_width(const char *text)
{
    size_t width = 0;

    for (; *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80; /* not a continuation byte of UTF-8 */
    return width;
}

/* Puts `text` at `column` of a line that is filled up to *at; blanks are written only in front of a text. */
static void write_at(FILE *file, size_t column, const char *text, size_t *at)
{
    if (!text[0])
        return;
    for (; *at < column; ++*at)
        fputc(' ', file);
    output_line(file, text);
    *at += printed_width(text);
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Where columns start, the first behind the labels; the last number is the width of the table and 2. */
static size_t *find_starts(const struct table *table)
{
    size_t *starts = memory_create(table->columns + 1, sizeof *starts);

    starts[0] = table->corner ? printed_width(table->corner) : 0;
    for (size_t r = 0; r < table->rows; r++)
        starts[0] = larger(starts[0], printed_width(table->row[r].label));
    starts[0] += 2;
    for (size_t c = 0; c < table->columns; c++) {
        size_t width = table->corner ? printed_width(table->column[c]) : 0;

        for (size_t r = 0; r < table->rows; r++)
            width = larger(width, printed_width(table->row[r].cell[c]));
        starts[c + 1] = starts[c] + width + 2;
    }
    return starts;
}

static void write_row(FILE *file, const struct table *table, size_t row, const size_t *starts)
{
    size_t at = 0;

    write_at(file, 0, table->row[row].label, &at);
    for (size_t c = 0; c < table->columns; c++)
        write_at(file, starts[c], table->row[row].cell[c], &at);
    fputc('\n', file);
}

void table_write_text(FILE *file, const struct table *table, const char *indent)
{
    size_t *starts = find_starts(table), at = 0;

    if (table->corner) {
        write_at(file, 0, table->corner, &at);
        for (size_t c = 0; c < table->columns; c++)
            write_at(file, starts[c], table->column[c], &at);
        fputc('\n', file);
        for (size_t n = 2; n < starts[table->columns]; n++)
            fputc('-', file);
        fputc('\n', file);
    }
    for (size_t r = 0; r < table->rows; r++) {
        fputs(indent, file);
        write_row(file, table, r, starts);
    }
    free(starts);
}
