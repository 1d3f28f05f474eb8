/* A table of convergence orders: see orders.h.
 *
 * An entry has the order claimed, the order measured with its interval, and the verdict, or how the two orders compare
 * where there is none.  What the controls say of a vacuous claim stands below the table.  The CSV file has one row for
 * each method and projection, with all numbers in full precision. */
#include "reports/tables/orders.h"

#include "reports/output.h"
#include "reports/tables/columns.h"
#include "reports/tables/table.h"
#include "reports/tables/table_grid.h"

#include <string.h>

struct orders {
    const struct results *results;
    const struct study_table *asked;
    const struct table_grid *grid;
    struct table *table;
    char counts[256]; /* "Of 28 orders claimed: ..." */
};

const char *orders_legend(void)
{
    return "Each entry: order claimed | order measured [interval] verdict. A claim holds when the two orders "
           "differ by at most 0.1 and half the interval, is refuted when the whole interval lies more than "
           "0.5 away on two sets of initial data or final times, and is inconclusive otherwise, with the "
           "reason. Exact: zero but for round-off, which falls with more bits. Vacuous: it holds, but the "
           "model cannot tell the method from one of which the claim is false. Without a verdict the orders "
           "are only compared: agrees, above, below.";
}

/* ---- The table ---- */

/* The title of a family, with the formulas that are claimed of its members. */
static void add_family(struct table *table, const struct table_grid *grid, size_t row)
{
    char text[256];

    table_add_row(table, true, family_title(grid->row[row].family, text, sizeof text), NULL);
    for (size_t c = 0; c < grid->columns; c++)
        table_set(table, c,
                  (struct table_cell){.text = table_grid_formulas(grid, row, c, text, sizeof text)});
}

static void add_row(const struct orders *orders, size_t row)
{
    char text[256];

    table_add_row(orders->table, false, table_grid_label(orders->grid, row, text, sizeof text), NULL);
    for (size_t c = 0; c < orders->grid->columns; c++) {
        const struct words_entry entry =
            words_entry_of(orders->results, table_grid_fit(orders->grid, row, c));

        table_set(orders->table, c,
                  (struct table_cell){entry.claimed, entry.measured, entry.detail, entry.word, entry.mark, 0,
                                      NULL});
    }
}

static void fill(struct orders *orders)
{
    const struct tally tally = table_grid_count(orders->grid);

    tally_sentence(&tally, orders->counts, sizeof orders->counts);
    orders->table = table_create("method", orders->grid->columns, orders->grid->column);
    for (size_t row = 0; row < orders->grid->rows; row++) {
        if (orders->grid->row[row].opens_family)
            add_family(orders->table, orders->grid, row);
        add_row(orders, row);
    }
}

/* Lines of at most 100 characters. */
static void write_wrapped(FILE *file, const char *text)
{
    size_t column = 0;

    while (*text) {
        size_t word = 0;

        while ((unsigned char)text[word] > ' ')
            word++;
        if (column > 0 && column + 1 + word > 100) {
            fputc('\n', file);
            column = 0;
        }
        column += (size_t)fprintf(file, "%s%.*s", column ? " " : "", (int)word, text);
        for (text += word; *text && (unsigned char)*text <= ' ';)
            text++;
    }
    fputc('\n', file);
}

/* Of every vacuous entry "gauss-1, symmetric: vacuous: SENTENCE"; a line follows the last. */
static void write_notes(FILE *file, const struct orders *orders, bool markdown)
{
    const struct table_grid *grid = orders->grid;
    char label[256], note[2048], reason[WORDS_SENTENCE];
    size_t count = 0;

    for (size_t i = 0; i < grid->rows * grid->columns; i++) {
        const struct fit *fit = grid->fit[i];

        if (words_shown_of(fit) != WORDS_VACUOUS)
            continue;
        snprintf(note, sizeof note, "%s, %s: vacuous: %s",
                 table_grid_label(grid, i / grid->columns, label, sizeof label),
                 grid->column[i % grid->columns],
                 fit->context.control.kind ? words_control(fit, reason, sizeof reason)
                                           : words_reason(fit, reason, sizeof reason));
        if (markdown)
            output_print(file, output_markdown, "- %s\n", note);
        else
            write_wrapped(file, note);
        count++;
    }
    if (count > 0)
        fputc('\n', file);
}

/* ---- Files ---- */

static void write_text(FILE *file, const struct orders *orders)
{
    output_print(file, output_line, "%s\n%s\n%s\n\n", orders->asked->title, orders->asked->source,
                 orders->counts);
    table_write_text(file, orders->table, "");
    fputc('\n', file);
    write_notes(file, orders, false);
    write_wrapped(file, orders_legend());
    output_provenance(file, "Made by", &orders->results->provenance);
}

/* Provenance stands indented: nothing in it is markup. */
static void write_markdown(FILE *file, const struct orders *orders)
{
    const char *source = orders->asked->source;

    output_print(file, output_markdown, source ? "**%s** (%s)" : "**%s**%s", orders->asked->title, source);
    fprintf(file, "\n\n%s\n\n", orders->counts);
    table_write_markdown(file, orders->table);
    fputc('\n', file);
    write_notes(file, orders, true);
    output_print(file, output_markdown, "%s\n\n", orders_legend());
    output_provenance(file, "    Made by", &orders->results->provenance);
}

static void write_csv(FILE *file, const struct orders *orders)
{
    static const char names[] =
        "model,initial,precision,measure,family,method,projection,claim,kind,formula,claimed,order,low,high,"
        "mark,status,points,used,floor,verdict,reason_code,reason,next,source,exact_error,exact_repeated,"
        "exact_bits,control,positive_control";

    output_provenance(file, "#", &orders->results->provenance);
    fprintf(file, "table,%s\n", names);
    for (size_t i = 0; i < orders->grid->rows * orders->grid->columns; i++) {
        const struct columns_row row = {.results = orders->results, .fit = orders->grid->fit[i]};

        if (!row.fit)
            continue;
        output_print(file, output_csv, "%s,", orders->asked->name);
        columns_write_csv(file, names, &row);
        fputc('\n', file);
    }
}

/* Five projections are wider than a page of A4. */
static void write_latex(FILE *file, const struct orders *orders)
{
    output_provenance(file, "%", &orders->results->provenance);
    output_print(file, output_line,
                 "%% %s\n%% %s\n%% Needs \\usepackage{booktabs}; with graphicx "
                 "\\resizebox{\\textwidth}{!}{\\input{%s}} fits a page.\n",
                 orders->asked->title, orders->counts, orders->asked->name);
    table_write_latex(file, orders->table);
}

static const struct {
    const char *extension;
    void (*write)(FILE *file, const struct orders *orders);
} formats[] = {{"txt", write_text}, {"md", write_markdown}, {"csv", write_csv}, {"tex", write_latex}};

bool orders_write(const struct results *results, const struct study_table *table, const char *directory,
                  struct error *error)
{
    struct table_grid *grid = table_grid_create(results, table);
    struct orders orders = {.results = results, .asked = table, .grid = grid};
    struct output output;
    bool good = true;

    fill(&orders);
    for (size_t i = 0; good && i < sizeof formats / sizeof *formats; i++) {
        good = output_open(&output, error, directory, "%s.%s", table->name, formats[i].extension);
        if (good)
            formats[i].write(output.file, &orders);
        good = good && output_close(&output, error);
    }
    table_destroy(orders.table);
    table_grid_destroy(grid);
    return good;
}
