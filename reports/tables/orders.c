/* A table of convergence orders: see orders.h.
 *
 * An entry has the order claimed, the order measured with its interval, and the verdict, or how the two orders compare
 * where there is none.  What the controls say of a vacuous claim stands below the table.  The texts are templates,
 * reports/templates/tables/orders.*; the CSV file has one row for each method and projection, with all numbers in full
 * precision. */
#include "reports/tables/orders.h"

#include "reports/output.h"
#include "reports/tables/columns.h"
#include "reports/tables/table_grid.h"
#include "reports/template.h"
#include "reports/words.h"

#include <jansson.h>
#include <string.h>

const char *orders_legend(void)
{
    return "Each entry: order claimed | order measured [interval] verdict. A claim holds when the two orders "
           "differ by at most 0.1 and half the interval, is refuted when the whole interval lies more than "
           "0.5 away on two sets of initial data or final times, and is inconclusive otherwise, with the "
           "reason. Exact: zero but for round-off, which falls with more bits. Vacuous: it holds, but the "
           "model cannot tell the method from one of which the claim is false. Without a verdict the orders "
           "are only compared: agrees, above, below.";
}

/* ---- The document ---- */

/* The title of a family, with the formulas that are claimed of its members. */
static json_t *family_json(const struct table_grid *grid, size_t row)
{
    char text[256];
    json_t *cells = json_array();

    for (size_t c = 0; c < grid->columns; c++)
        json_array_append_new(
            cells,
            json_pack("{s:o}", "text", columns_text(table_grid_formulas(grid, row, c, text, sizeof text))));
    return json_pack("{s:b, s:o, s:o}", "section", true, "label",
                     columns_text(family_title(grid->row[row].family, text, sizeof text)), "cells", cells);
}

static json_t *row_json(const struct results *results, const struct table_grid *grid, size_t row)
{
    char text[256];
    json_t *cells = json_array();

    for (size_t c = 0; c < grid->columns; c++) {
        const struct words_entry entry = words_entry_of(results, table_grid_fit(grid, row, c));

        json_array_append_new(
            cells, json_pack("{s:o, s:o, s:o, s:o, s:b}", "claimed", columns_text(entry.claimed), "text",
                             columns_text(entry.measured), "detail", columns_text(entry.detail), "word",
                             columns_text(entry.word), "differs", words_differ(entry.mark)));
    }
    return json_pack("{s:b, s:o, s:o}", "section", false, "label",
                     columns_text(table_grid_label(grid, row, text, sizeof text)), "cells", cells);
}

static json_t *rows_json(const struct results *results, const struct table_grid *grid)
{
    json_t *rows = json_array();

    for (size_t row = 0; row < grid->rows; row++) {
        if (grid->row[row].opens_family)
            json_array_append_new(rows, family_json(grid, row));
        json_array_append_new(rows, row_json(results, grid, row));
    }
    return rows;
}

/* Of every vacuous entry "gauss-1, symmetric: vacuous: SENTENCE". */
static json_t *notes_json(const struct table_grid *grid)
{
    char label[256], note[2048], reason[WORDS_SENTENCE];
    json_t *notes = json_array();

    for (size_t i = 0; i < grid->rows * grid->columns; i++) {
        const struct fit *fit = grid->fit[i];

        if (words_shown_of(fit) != WORDS_VACUOUS)
            continue;
        snprintf(note, sizeof note, "%s, %s: vacuous: %s",
                 table_grid_label(grid, i / grid->columns, label, sizeof label),
                 grid->column[i % grid->columns],
                 fit->context.control.kind ? words_control(fit, reason, sizeof reason)
                                           : words_reason(fit, reason, sizeof reason));
        json_array_append_new(notes, columns_text(note));
    }
    return notes;
}

static json_t *provenance_parts(const struct provenance *provenance)
{
    json_t *parts = json_array();

    for (size_t i = 0; i < PROVENANCE_PARTS; i++) {
        const struct provenance_part part = provenance_part(provenance, i);

        json_array_append_new(parts, json_pack("{s:o, s:o}", "label", columns_text(part.label), "value",
                                               columns_text(part.value)));
    }
    return parts;
}

static json_t *orders_json(const struct results *results, const struct study_table *table,
                           const struct table_grid *grid)
{
    const struct tally tally = table_grid_count(grid);
    char counts[256]; /* "Of 28 orders claimed: ..." */
    json_t *columns = json_array();

    for (size_t c = 0; c < grid->columns; c++)
        json_array_append_new(columns, columns_text(grid->column[c]));
    return json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "name", columns_text(table->name),
                     "title", columns_text(table->title), "source", columns_text(table->source), "counts",
                     columns_text(tally_sentence(&tally, counts, sizeof counts)), "legend",
                     columns_text(orders_legend()), "columns", columns, "rows", rows_json(results, grid),
                     "notes", notes_json(grid), "provenance", provenance_parts(&results->provenance));
}

/* ---- Files ---- */

static void write_csv(FILE *file, const struct results *results, const struct study_table *table,
                      const struct table_grid *grid)
{
    static const char names[] =
        "model,initial,precision,measure,family,method,projection,claim,kind,formula,claimed,order,low,high,"
        "mark,status,points,used,floor,verdict,reason_code,reason,next,source,exact_error,exact_repeated,"
        "exact_bits,control,positive_control";

    output_provenance(file, "#", &results->provenance);
    fprintf(file, "table,%s\n", names);
    for (size_t i = 0; i < grid->rows * grid->columns; i++) {
        const struct columns_row row = {.results = results, .fit = grid->fit[i]};

        if (!row.fit)
            continue;
        output_print(file, output_csv, "%s,", table->name);
        columns_write_csv(file, names, &row);
        fputc('\n', file);
    }
}

bool orders_write(const struct results *results, const struct study_table *table, const char *directory,
                  struct error *error)
{
    static const char *const formats[] = {"txt", "md", "tex", "csv"};
    const struct template_look look = {.width = 100};
    struct table_grid *grid = table_grid_create(results, table);
    json_t *document = orders_json(results, table, grid);
    struct output output;
    bool good = true;

    for (size_t i = 0; good && i < sizeof formats / sizeof *formats; i++) {
        char template[16];

        snprintf(template, sizeof template, "orders.%s", formats[i]);
        good = output_open(&output, error, directory, "%s.%s", table->name, formats[i]);
        if (good && i + 1 == sizeof formats / sizeof *formats)
            write_csv(output.file, results, table, grid);
        else if (good)
            good = template_print(output.file, template, document, &look, error);
        good = output_close(&output, good ? error : &(struct error){""}) && good;
    }
    json_decref(document);
    table_grid_destroy(grid);
    return good;
}
