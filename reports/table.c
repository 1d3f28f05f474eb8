/* A table of convergence orders in four formats.
 *
 * An entry reads `claimed | measured word` with the interval below it (txt) or behind it: 12 | 11.998
 * [11.95, 12.05] holds.  The word is the verdict, or how the two orders compare where there is none.  Where a
 * claim is refuted or the orders differ, it is emphasised by means the format has: capitals, asterisks, bold
 * face.  The CSV file has one row per method and projection, with all numbers in
 * full precision. */
#include "reports/table.h"

#include "reports/layout.h"
#include "reports/output.h"
#include "reports/tally.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct writing {
    FILE *file;
    const struct results *results;
    const struct results_table *table;
    const struct layout *layout;
};

const char *table_legend(void)
{
    return "Each entry: order claimed | order measured [interval] verdict. A claim holds when the two orders "
           "differ by at most 0.1 and half the interval, is refuted when the whole interval lies more than "
           "0.5 "
           "away on two sets of initial data or final times, and is inconclusive otherwise, with the reason. "
           "Without a verdict the orders are only compared: agrees, above, below.";
}

static const char *counts_of(const struct writing *w, char *buffer, size_t size)
{
    const struct tally tally = layout_count(w->layout);

    return tally_sentence(&tally, buffer, size);
}

static struct words_entry entry_at(const struct writing *w, size_t row, size_t column)
{
    return words_entry_of(w->results, layout_fit(w->layout, row, column));
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

static size_t text_column_width(const struct writing *w, size_t column)
{
    size_t width = strlen(w->layout->column[column]), n;
    char text[256];

    for (size_t row = 0; row < w->layout->rows; row++) {
        struct words_entry entry = entry_at(w, row, column);

        n = printed_width(text_head(&entry, text, sizeof text));
        width = n > width ? n : width;
        n = printed_width(text_detail(&entry, text, sizeof text));
        width = n > width ? n : width;
        n = printed_width(layout_formulas(w->layout, row, column, text, sizeof text));
        width = n > width ? n : width;
    }
    return width + 2;
}

static size_t text_label_width(const struct writing *w)
{
    size_t width = 0;
    char text[256];

    for (size_t row = 0; row < w->layout->rows; row++) {
        size_t n = printed_width(layout_label(w->layout, row, text, sizeof text)) + 2;

        width = n > width ? n : width;
        n = printed_width(family_title(w->layout->row[row].family, text, sizeof text));
        width = n > width ? n : width;
    }
    return width + 2;
}

static void text_row(const struct writing *w, size_t row, const size_t *starts)
{
    char text[256], name[256];
    size_t at = 0;

    if (w->layout->row[row].opens_family) {
        write_at(w->file, 0, family_title(w->layout->row[row].family, text, sizeof text), &at);
        for (size_t c = 0; c < w->layout->columns; c++)
            write_at(w->file, starts[c], layout_formulas(w->layout, row, c, text, sizeof text), &at);
        fputc('\n', w->file);
    }
    snprintf(name, sizeof name, "  %s", layout_label(w->layout, row, text, sizeof text));
    for (int line = 0; line < 2; line++) {
        at = 0;
        write_at(w->file, 0, line == 0 ? name : "", &at);
        for (size_t c = 0; c < w->layout->columns; c++) {
            struct words_entry entry = entry_at(w, row, c);

            write_at(w->file, starts[c], (line == 0 ? text_head : text_detail)(&entry, text, sizeof text),
                     &at);
        }
        fputc('\n', w->file);
    }
}

static void text_title(const struct writing *w, const size_t *starts)
{
    char text[256];
    size_t at = 0;

    output_line(w->file, w->table->title);
    fputc('\n', w->file);
    output_line(w->file, w->table->source);
    fprintf(w->file, "\n%s\n\n", counts_of(w, text, sizeof text));
    for (size_t c = 0; c < w->layout->columns; c++)
        write_at(w->file, starts[c], w->layout->column[c], &at);
    fputc('\n', w->file);
    for (size_t n = 0; n + 2 < starts[w->layout->columns]; n++)
        fputc('-', w->file);
    fputc('\n', w->file);
}

static void write_text(const struct writing *w)
{
    size_t *starts = calloc(w->layout->columns + 1, sizeof *starts);

    if (!starts)
        return;
    starts[0] = text_label_width(w);
    for (size_t c = 0; c < w->layout->columns; c++)
        starts[c + 1] = starts[c] + text_column_width(w, c);
    text_title(w, starts);
    for (size_t row = 0; row < w->layout->rows; row++)
        text_row(w, row, starts);
    fputc('\n', w->file);
    write_wrapped(w->file, table_legend(), 100);
    output_provenance(w->file, "Made by", &w->results->provenance);
    free(starts);
}

/* ---- Markdown ---- */

static void markdown_entry(const struct writing *w, size_t row, size_t column)
{
    struct words_entry entry = entry_at(w, row, column);
    const char *around = words_differ(entry.mark) ? "**" : "";

    fprintf(w->file, " %s%s%s", entry.claimed, entry.claimed[0] ? " \\| " : "", entry.measured);
    if (entry.detail[0])
        fprintf(w->file, " %s", entry.detail);
    if (entry.word[0])
        fprintf(w->file, " %s%s%s", around, entry.word, around);
    fputs(" |", w->file);
}

static void markdown_family(const struct writing *w, size_t row)
{
    char text[256];

    fprintf(w->file, "| **");
    output_markdown(w->file, family_title(w->layout->row[row].family, text, sizeof text));
    fprintf(w->file, "** |");
    for (size_t c = 0; c < w->layout->columns; c++) {
        layout_formulas(w->layout, row, c, text, sizeof text);
        fputs(text[0] ? " *" : " ", w->file);
        output_markdown(w->file, text);
        fputs(text[0] ? "* |" : "|", w->file);
    }
    fputc('\n', w->file);
}

static void write_markdown(const struct writing *w)
{
    char text[256];

    fprintf(w->file, "**");
    output_markdown(w->file, w->table->title);
    fprintf(w->file, "**");
    if (w->table->source)
        fprintf(w->file, " (");
    output_markdown(w->file, w->table->source);
    fprintf(w->file, "%s\n\n%s\n\n| method |", w->table->source ? ")" : "", counts_of(w, text, sizeof text));
    for (size_t c = 0; c < w->layout->columns; c++) {
        fputc(' ', w->file);
        output_markdown(w->file, w->layout->column[c]);
        fputs(" |", w->file);
    }
    fputs("\n| --- |", w->file);
    for (size_t c = 0; c < w->layout->columns; c++)
        fputs(" --- |", w->file);
    fputc('\n', w->file);
    for (size_t row = 0; row < w->layout->rows; row++) {
        if (w->layout->row[row].opens_family)
            markdown_family(w, row);
        fputs("| ", w->file);
        output_markdown(w->file, layout_label(w->layout, row, text, sizeof text));
        fputs(" |", w->file);
        for (size_t c = 0; c < w->layout->columns; c++)
            markdown_entry(w, row, c);
        fputc('\n', w->file);
    }
    fputc('\n', w->file);
    output_markdown(w->file, table_legend());
    fputs("\n\n", w->file);
    output_provenance(w->file, "    Made by",
                      &w->results->provenance); /* indented: nothing in it is markup */
}

/* ---- CSV ---- */

static void csv_texts(FILE *file, size_t count, const char *const *texts)
{
    for (size_t i = 0; i < count; i++) {
        output_csv(file, texts[i]);
        fputc(',', file);
    }
}

static void csv_row(const struct writing *w, size_t row, const struct fit *fit)
{
    const struct claim_on_fit none = {0}, *claim = fit->claim ? fit->claim : &none;
    char family[64];
    size_t used = 0;
    const char *names[] = {
        w->table->name, fit->model,      fit->initial,
        fit->precision, fit->measure,    family_title(w->layout->row[row].family, family, sizeof family),
        fit->method,    fit->projection, claim->id,
        claim->kind,    claim->formula};
    const char *words[] = {words_mark_name(words_mark_of(fit)), words_status_name(fit->status)};
    const char *reasons[] = {fit->verdict, fit->reason_code, fit->reason, fit->next};

    csv_texts(w->file, sizeof names / sizeof *names, names);
    if (fit->claim)
        output_number(w->file, claim->value);
    fputc(',', w->file);
    for (int i = 0; i < 3; i++) {
        if (fit->status == FIT_MEASURED)
            output_number(w->file, i == 0 ? fit->order : i == 1 ? fit->low : fit->high);
        fputc(',', w->file);
    }
    csv_texts(w->file, 2, words);
    for (size_t i = 0; i < fit->points; i++)
        used += fit->used[i];
    fprintf(w->file, "%zu,%zu,", fit->points, used);
    output_number(w->file, fit->floor);
    fputc(',', w->file);
    csv_texts(w->file, sizeof reasons / sizeof *reasons, reasons);
    output_csv(w->file, claim->source);
    fputc('\n', w->file);
}

static void write_csv(const struct writing *w)
{
    output_provenance(w->file, "#", &w->results->provenance);
    fputs("table,model,initial,precision,measure,family,method,projection,claim,kind,formula,claimed,order,"
          "low,high,"
          "mark,status,points,used,floor,verdict,reason_code,reason,next,source\n",
          w->file);
    for (size_t row = 0; row < w->layout->rows; row++) {
        for (size_t c = 0; c < w->layout->columns; c++) {
            if (layout_fit(w->layout, row, c))
                csv_row(w, row, layout_fit(w->layout, row, c));
        }
    }
}

/* ---- LaTeX ---- */

/* `claimed & measured`, the interval in small type below the order; words that differ in bold face. */
static void latex_entry(const struct writing *w, size_t row, size_t column)
{
    struct words_entry entry = entry_at(w, row, column);
    bool differs = words_differ(entry.mark);

    fputs(" & ", w->file);
    if (strncmp(entry.claimed, "≥ ", strlen("≥ ")) == 0)
        fprintf(w->file, "$\\ge$ %s", entry.claimed + strlen("≥ "));
    else
        fputs(entry.claimed, w->file);
    fputs(differs ? " & \\begin{tabular}[t]{@{}l@{}}\\textbf{" : " & \\begin{tabular}[t]{@{}l@{}}", w->file);
    output_latex(w->file, entry.measured);
    fputs(entry.word[0] ? " " : "", w->file);
    output_latex(w->file, entry.word);
    fputs(differs ? "}" : "", w->file);
    if (entry.detail[0]) {
        fputs(" \\\\ {\\scriptsize ", w->file);
        output_latex(w->file, entry.detail);
        fputs("}", w->file);
    }
    fputs("\\end{tabular}", w->file);
}

/* In mathematical type where it is made of nothing but letters, digits and operators. */
static void latex_formula(FILE *file, const char *formula)
{
    static const char plain[] = "0123456789abcdefghijklmnopqrstuvwxyz+-*/()., ";
    const char *around = formula[0] && formula[strspn(formula, plain)] == '\0' ? "$" : "";

    fputs(around, file);
    output_latex(file, formula);
    fputs(around, file);
}

static void latex_family(const struct writing *w, size_t row)
{
    char text[256];

    fputs(row > 0 ? "\\addlinespace\n\\emph{" : "\\emph{", w->file);
    output_latex(w->file, family_title(w->layout->row[row].family, text, sizeof text));
    fputs("}", w->file);
    for (size_t c = 0; c < w->layout->columns; c++) {
        fputs(" & \\multicolumn{2}{l}{", w->file);
        latex_formula(w->file, layout_formulas(w->layout, row, c, text, sizeof text));
        fputs("}", w->file);
    }
    fputs(" \\\\\n", w->file);
}

static void latex_head(const struct writing *w)
{
    fprintf(w->file, "%% Needs \\usepackage{booktabs}.\n\\begin{tabular}{l");
    for (size_t c = 0; c < w->layout->columns; c++)
        fputs("rl", w->file);
    fputs("}\n\\toprule\n", w->file);
    for (size_t c = 0; c < w->layout->columns; c++) {
        fputs(" & \\multicolumn{2}{c}{", w->file);
        output_latex(w->file, w->layout->column[c]);
        fputs("}", w->file);
    }
    fputs(" \\\\\n", w->file);
    for (size_t c = 0; c < w->layout->columns; c++)
        fprintf(w->file, "\\cmidrule(lr){%zu-%zu}\n", 2 * c + 2, 2 * c + 3);
}

static void write_latex(const struct writing *w)
{
    char text[256];

    output_provenance(w->file, "%", &w->results->provenance);
    fputs("% ", w->file);
    output_line(w->file, w->table->title);
    fprintf(w->file, "\n%% %s\n", counts_of(w, text, sizeof text));
    latex_head(w);
    for (size_t row = 0; row < w->layout->rows; row++) {
        if (w->layout->row[row].opens_family)
            latex_family(w, row);
        fputs("\\quad ", w->file);
        output_latex(w->file, layout_label(w->layout, row, text, sizeof text));
        for (size_t c = 0; c < w->layout->columns; c++)
            latex_entry(w, row, c);
        fputs(" \\\\\n", w->file);
    }
    fputs("\\bottomrule\n\\end{tabular}\n", w->file);
}

/* ---- */

static const struct {
    const char *extension;
    void (*write)(const struct writing *w);
} formats[] = {{"txt", write_text}, {"md", write_markdown}, {"csv", write_csv}, {"tex", write_latex}};

bool table_write(const struct results *results, const struct results_table *table, const char *directory,
                 struct error *error)
{
    struct layout *layout = layout_create(results, table);
    struct writing w = {NULL, results, table, layout};
    struct output output;
    bool good = layout || error_set(error, "table %s: out of memory", table->name);

    for (size_t i = 0; good && i < sizeof formats / sizeof *formats; i++) {
        good = output_open(&output, error, directory, "%s.%s", table->name, formats[i].extension);
        if (!good)
            break;
        w.file = output.file;
        formats[i].write(&w);
        good = output_close(&output, error);
    }
    layout_destroy(layout);
    return good;
}
