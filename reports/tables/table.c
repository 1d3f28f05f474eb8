/* A table, and its writers for text, Markdown and CSV: see table.h.
 *
 * A cell reads `claimed | text word` with the detail below it (text) or behind the text.  Where the mark says that
 * something differs the word is emphasised by means the format has: capitals, asterisks, bold face. */
#include "reports/tables/table.h"

#include "numerics/memory.h"
#include "reports/output.h"

#include <ctype.h>
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

void table_add_row(struct table *table, bool section, const char *label, const char *small)
{
    table->sections |= section;
    table->row = memory_resize(table->row, table->rows + 1, sizeof *table->row);
    table->row[table->rows++] =
        (struct table_row){.section = section,
                           .label = keep(table, label),
                           .small = keep(table, small),
                           .id = "",
                           .class = "",
                           .cell = memory_keep(&table->kept, table->columns + 1, sizeof(struct table_cell))};
    for (size_t c = 0; c < table->columns; c++)
        table_set(table, c, (struct table_cell){.mark = WORDS_NONE});
}

void table_name_row(struct table *table, const char *id, const char *class)
{
    table->row[table->rows - 1].id = keep(table, id);
    table->row[table->rows - 1].class = keep(table, class);
}

void table_set(struct table *table, size_t column, struct table_cell cell)
{
    const char **const texts[] = {&cell.claimed, &cell.text, &cell.detail, &cell.word, &cell.markup};

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        *texts[i] = keep(table, *texts[i]);
    table->row[table->rows - 1].cell[column] = cell;
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

/* The first line of a cell: `12 | 11.998 holds`, `12 | 10.012 REFUTED`, `exact`; the second, below its text.  What has
 * no claim and no word is its text, of any length. */
static const char *line_of(const struct table_cell *cell, size_t line, char *buffer, size_t size)
{
    const int indent = cell->claimed[0] && cell->detail[0] ? (int)printed_width(cell->claimed) + 3 : 0;
    struct words_text text = {buffer, size, 0};
    size_t word;

    if (line == 0 && !cell->claimed[0] && !cell->word[0])
        return cell->text;
    if (line > 0) {
        words_append(&text, "%*s%s", indent, "", cell->detail);
        return buffer;
    }
    words_append(&text, "%s%s%s%s", cell->claimed, cell->claimed[0] ? " | " : "", cell->text,
                 cell->word[0] ? " " : "");
    word = text.length;
    words_append(&text, "%s", cell->word);
    for (char *c = buffer + word; words_differ(cell->mark) && *c; c++)
        *c = (char)toupper((unsigned char)*c);
    return buffer;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Where columns start, the first behind the labels; the last number is the width of the table and 2. */
static size_t *find_starts(const struct table *table)
{
    size_t *starts = memory_create(table->columns + 1, sizeof *starts);
    char text[256];

    starts[0] = table->corner ? printed_width(table->corner) : 0;
    for (size_t r = 0; r < table->rows; r++)
        starts[0] = larger(starts[0], printed_width(table->row[r].label) +
                                          (table->sections && !table->row[r].section ? 2 : 0));
    starts[0] += 2;
    for (size_t c = 0; c < table->columns; c++) {
        size_t width = table->corner ? strlen(table->column[c]) : 0;

        for (size_t r = 0; r < table->rows; r++) {
            for (size_t line = 0; line < 2; line++)
                width =
                    larger(width, printed_width(line_of(table->row[r].cell + c, line, text, sizeof text)));
        }
        starts[c + 1] = starts[c] + width + 2;
    }
    return starts;
}

static void write_line(FILE *file, const struct table *table, size_t row, size_t line, const size_t *starts)
{
    const struct table_row *r = table->row + row;
    char text[256];
    size_t at = 0;

    if (line == 0)
        write_at(file, table->sections && !r->section ? 2 : 0, r->label, &at);
    for (size_t c = 0; c < table->columns; c++)
        write_at(file, starts[c], line_of(r->cell + c, line, text, sizeof text), &at);
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
        for (size_t line = 0; line < (table->sections && !table->row[r].section ? 2 : 1); line++) {
            fputs(indent, file);
            write_line(file, table, r, line, starts);
        }
    }
    free(starts);
}

/* ---- Markdown ---- */

static void write_markdown_cell(FILE *file, const struct table_cell *cell, bool section)
{
    const char *around = section && cell->text[0] ? "*" : "", *bold = words_differ(cell->mark) ? "**" : "";

    fputc(' ', file);
    output_markdown(file, cell->claimed);
    fprintf(file, "%s%s", cell->claimed[0] ? " \\| " : "", around);
    output_markdown(file, cell->text);
    fprintf(file, "%s%s", around, cell->detail[0] ? " " : "");
    output_markdown(file, cell->detail);
    if (cell->word[0])
        fprintf(file, " %s%s%s", bold, cell->word, bold);
    fputs(section && !cell->text[0] ? "|" : " |", file);
}

void table_write_markdown(FILE *file, const struct table *table)
{
    output_print(file, output_markdown, "| %s |", table->corner);
    for (size_t c = 0; c < table->columns; c++)
        output_print(file, output_markdown, " %s |", table->column[c]);
    fputs("\n|", file);
    for (size_t c = 0; c <= table->columns; c++)
        fputs(" --- |", file);
    fputc('\n', file);
    for (size_t r = 0; r < table->rows; r++) {
        const struct table_row *row = table->row + r;

        fputs(row->section ? "| **" : "| ", file);
        output_markdown(file, row->label);
        fputs(row->section ? "** |" : " |", file);
        for (size_t c = 0; c < table->columns; c++)
            write_markdown_cell(file, row->cell + c, row->section);
        fputc('\n', file);
    }
}
