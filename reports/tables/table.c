/* A table of convergence orders as text and as Markdown; as CSV and LaTeX: table_csv.c, table_latex.c.
 *
 * An entry reads `claimed | measured word` with the interval below it (txt) or behind it: 12 | 11.998
 * [11.95, 12.05] holds.  The word is the verdict, or how the two orders compare where there is none.  Where a
 * claim is refuted or the orders differ, it is emphasised by means the format has: capitals, asterisks, bold
 * face.  What the controls say of a vacuous claim stands below the table. */
#include "reports/tables/table.h"

#include "reports/output.h"
#include "reports/tables/table_writing.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *table_legend(void)
{
    return "Each entry: order claimed | order measured [interval] verdict. A claim holds when the two orders "
           "differ by at most 0.1 and half the interval, is refuted when the whole interval lies more than "
           "0.5 away on two sets of initial data or final times, and is inconclusive otherwise, with the "
           "reason. Exact: zero but for round-off, which falls with more bits. Vacuous: it holds, but the "
           "model cannot tell the method from one of which the claim is false. Without a verdict the orders "
           "are only compared: agrees, above, below.";
}

const char *table_writing_counts(const struct table_writing *w, char *buffer, size_t size)
{
    const struct tally tally = table_grid_count(w->grid);

    return tally_sentence(&tally, buffer, size);
}

struct words_entry table_writing_entry(const struct table_writing *w, size_t row, size_t column)
{
    return words_entry_of(w->results, table_grid_fit(w->grid, row, column));
}

/* ---- Notes ---- */

/* Calls `write` for every vacuous entry: "gauss-1, symmetric: vacuous: SENTENCE".  Returns their number. */
static size_t write_notes(const struct table_writing *w, void (*write)(FILE *file, const char *text))
{
    size_t count = 0;
    char label[256], note[2048], reason[WORDS_SENTENCE];

    for (size_t row = 0; row < w->grid->rows; row++) {
        for (size_t c = 0; c < w->grid->columns; c++) {
            const struct fit *fit = table_grid_fit(w->grid, row, c);
            const char *sentence = fit && fit->control ? fit->control
                                   : fit               ? words_reason(fit, reason, sizeof reason)
                                                       : NULL;

            if (words_shown_of(fit) != WORDS_VACUOUS || !sentence)
                continue;
            snprintf(note, sizeof note, "%s, %s: vacuous: %s",
                     table_grid_label(w->grid, row, label, sizeof label), w->grid->column[c], sentence);
            write(w->file, note);
            count++;
        }
    }
    return count;
}

/* ---- text ---- */

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
    fputs(text, file);
    *at += printed_width(text);
}

static void write_wrapped(FILE *file, const char *text, size_t width)
{
    size_t column = 0;

    while (*text) {
        size_t word = strcspn(text, " ");

        if (column > 0 && column + 1 + word > width) {
            fputc('\n', file);
            column = 0;
        }
        column += (size_t)fprintf(file, "%s%.*s", column ? " " : "", (int)word, text);
        text += word + strspn(text + word, " ");
    }
    fputc('\n', file);
}

/* First line of an entry: `12 | 11.998 holds`, `12 | 10.012 REFUTED`, `exact`. */
static const char *text_head(const struct words_entry *entry, char *buffer, size_t size)
{
    char mark[sizeof entry->word + 1];

    snprintf(mark, sizeof mark, "%s%s", entry->word[0] ? " " : "", entry->word);
    for (char *c = mark; words_differ(entry->mark) && *c; c++)
        *c = (char)toupper((unsigned char)*c);
    snprintf(buffer, size, "%s%s%s%s", entry->claimed, entry->claimed[0] ? " | " : "", entry->measured, mark);
    return buffer;
}

/* The second line stands below the measured order. */
static const char *text_detail(const struct words_entry *entry, char *buffer, size_t size)
{
    int indent = entry->claimed[0] ? (int)printed_width(entry->claimed) + 3 : 0;

    snprintf(buffer, size, "%*s%s", entry->detail[0] ? indent : 0, "", entry->detail);
    return buffer;
}

static size_t text_column_width(const struct table_writing *w, size_t column)
{
    size_t width = strlen(w->grid->column[column]), n;
    char text[256];

    for (size_t row = 0; row < w->grid->rows; row++) {
        struct words_entry entry = table_writing_entry(w, row, column);

        n = printed_width(text_head(&entry, text, sizeof text));
        width = n > width ? n : width;
        n = printed_width(text_detail(&entry, text, sizeof text));
        width = n > width ? n : width;
        n = printed_width(table_grid_formulas(w->grid, row, column, text, sizeof text));
        width = n > width ? n : width;
    }
    return width + 2;
}

static size_t text_label_width(const struct table_writing *w)
{
    size_t width = 0;
    char text[256];

    for (size_t row = 0; row < w->grid->rows; row++) {
        size_t n = printed_width(table_grid_label(w->grid, row, text, sizeof text)) + 2;

        width = n > width ? n : width;
        n = printed_width(family_title(w->grid->row[row].family, text, sizeof text));
        width = n > width ? n : width;
    }
    return width + 2;
}

static void text_row(const struct table_writing *w, size_t row, const size_t *starts)
{
    char text[256], name[256];
    size_t at = 0;

    if (w->grid->row[row].opens_family) {
        write_at(w->file, 0, family_title(w->grid->row[row].family, text, sizeof text), &at);
        for (size_t c = 0; c < w->grid->columns; c++)
            write_at(w->file, starts[c], table_grid_formulas(w->grid, row, c, text, sizeof text), &at);
        fputc('\n', w->file);
    }
    snprintf(name, sizeof name, "  %s", table_grid_label(w->grid, row, text, sizeof text));
    for (int line = 0; line < 2; line++) {
        at = 0;
        write_at(w->file, 0, line == 0 ? name : "", &at);
        for (size_t c = 0; c < w->grid->columns; c++) {
            struct words_entry entry = table_writing_entry(w, row, c);

            write_at(w->file, starts[c], (line == 0 ? text_head : text_detail)(&entry, text, sizeof text),
                     &at);
        }
        fputc('\n', w->file);
    }
}

static void text_title(const struct table_writing *w, const size_t *starts)
{
    char text[256];
    size_t at = 0;

    output_line(w->file, w->table->title);
    fputc('\n', w->file);
    output_line(w->file, w->table->source);
    fprintf(w->file, "\n%s\n\n", table_writing_counts(w, text, sizeof text));
    for (size_t c = 0; c < w->grid->columns; c++)
        write_at(w->file, starts[c], w->grid->column[c], &at);
    fputc('\n', w->file);
    for (size_t n = 0; n + 2 < starts[w->grid->columns]; n++)
        fputc('-', w->file);
    fputc('\n', w->file);
}

static void text_note(FILE *file, const char *text)
{
    char line[2048];

    snprintf(line, sizeof line, "%s", text);
    for (char *c = line; *c; c++)
        *c = (unsigned char)*c < ' ' ? ' ' : *c;
    write_wrapped(file, line, 100);
}

static void write_text(const struct table_writing *w)
{
    size_t *starts = calloc(w->grid->columns + 1, sizeof *starts);

    if (!starts)
        return;
    starts[0] = text_label_width(w);
    for (size_t c = 0; c < w->grid->columns; c++)
        starts[c + 1] = starts[c] + text_column_width(w, c);
    text_title(w, starts);
    for (size_t row = 0; row < w->grid->rows; row++)
        text_row(w, row, starts);
    fputc('\n', w->file);
    if (write_notes(w, text_note) > 0)
        fputc('\n', w->file);
    write_wrapped(w->file, table_legend(), 100);
    output_provenance(w->file, "Made by", &w->results->provenance);
    free(starts);
}

/* ---- Markdown ---- */

static void markdown_entry(const struct table_writing *w, size_t row, size_t column)
{
    struct words_entry entry = table_writing_entry(w, row, column);
    const char *around = words_differ(entry.mark) ? "**" : "";

    fprintf(w->file, " %s%s%s", entry.claimed, entry.claimed[0] ? " \\| " : "", entry.measured);
    if (entry.detail[0])
        fprintf(w->file, " %s", entry.detail);
    if (entry.word[0])
        fprintf(w->file, " %s%s%s", around, entry.word, around);
    fputs(" |", w->file);
}

static void markdown_family(const struct table_writing *w, size_t row)
{
    char text[256];

    fprintf(w->file, "| **");
    output_markdown(w->file, family_title(w->grid->row[row].family, text, sizeof text));
    fprintf(w->file, "** |");
    for (size_t c = 0; c < w->grid->columns; c++) {
        table_grid_formulas(w->grid, row, c, text, sizeof text);
        fputs(text[0] ? " *" : " ", w->file);
        output_markdown(w->file, text);
        fputs(text[0] ? "* |" : "|", w->file);
    }
    fputc('\n', w->file);
}

static void markdown_note(FILE *file, const char *text)
{
    fputs("- ", file);
    output_markdown(file, text);
    fputc('\n', file);
}

static void write_markdown(const struct table_writing *w)
{
    char text[256];

    fprintf(w->file, "**");
    output_markdown(w->file, w->table->title);
    fprintf(w->file, "**");
    if (w->table->source)
        fprintf(w->file, " (");
    output_markdown(w->file, w->table->source);
    fprintf(w->file, "%s\n\n%s\n\n| method |", w->table->source ? ")" : "",
            table_writing_counts(w, text, sizeof text));
    for (size_t c = 0; c < w->grid->columns; c++) {
        fputc(' ', w->file);
        output_markdown(w->file, w->grid->column[c]);
        fputs(" |", w->file);
    }
    fputs("\n| --- |", w->file);
    for (size_t c = 0; c < w->grid->columns; c++)
        fputs(" --- |", w->file);
    fputc('\n', w->file);
    for (size_t row = 0; row < w->grid->rows; row++) {
        if (w->grid->row[row].opens_family)
            markdown_family(w, row);
        fputs("| ", w->file);
        output_markdown(w->file, table_grid_label(w->grid, row, text, sizeof text));
        fputs(" |", w->file);
        for (size_t c = 0; c < w->grid->columns; c++)
            markdown_entry(w, row, c);
        fputc('\n', w->file);
    }
    fputc('\n', w->file);
    if (write_notes(w, markdown_note) > 0)
        fputc('\n', w->file);
    output_markdown(w->file, table_legend());
    fputs("\n\n", w->file);
    output_provenance(w->file, "    Made by",
                      &w->results->provenance); /* indented: nothing in it is markup */
}

/* ---- */

static const struct {
    const char *extension;
    void (*write)(const struct table_writing *w);
} formats[] = {
    {"txt", write_text}, {"md", write_markdown}, {"csv", table_csv_write}, {"tex", table_latex_write}};

bool table_write(const struct results *results, const struct results_table *table, const char *directory,
                 struct error *error)
{
    struct table_grid *grid = table_grid_create(results, table);
    struct table_writing w = {NULL, results, table, grid};
    struct output output;
    bool good = grid || error_set(error, "table %s: out of memory", table->name);

    for (size_t i = 0; good && i < sizeof formats / sizeof *formats; i++) {
        good = output_open(&output, error, directory, "%s.%s", table->name, formats[i].extension);
        if (!good)
            break;
        w.file = output.file;
        formats[i].write(&w);
        good = output_close(&output, error);
    }
    table_grid_destroy(grid);
    return good;
}
