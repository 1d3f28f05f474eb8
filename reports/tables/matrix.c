/* Methods x projections at a glance: see matrix.h.
 *
 * A precision has a matrix of its own: that double precision cannot decide an order must not hide that more
 * bits do. */
#include "reports/tables/matrix.h"

#include "reports/page/html.h"
#include "reports/tables/table_grid.h"
#include "reports/output.h"
#include "reports/tables/tally.h"

#include <stdbool.h>
#include <string.h>

static bool belongs(const struct fit *fit, const struct results_table *table)
{
    return strcmp(fit->model, table->model) == 0 && strcmp(fit->precision, table->precision) == 0;
}

/* What is said of all measures of one method with one projection. */
static struct tally tally_cell(const struct results *results, const struct results_table *table,
                               const struct table_grid_row *row, const char *projection)
{
    struct tally tally = {0};

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = &results->fit[i];

        if (belongs(fit, table) && strcmp(fit->method, row->method) == 0 &&
            strcmp(fit->initial, row->initial) == 0 && strcmp(fit->projection, projection) == 0)
            tally_add(&tally, fit);
    }
    return tally;
}

static void write_cell(FILE *file, const struct tally *tally, bool run)
{
    enum words_mark worst = tally_worst(tally);

    fprintf(file, "<td class=\"%s\">", html_class(worst));
    if (tally->claimed == 0) {
        fprintf(file, "<small>%s</small></td>", run ? "no claim" : "not run");
        return;
    }
    html_verdict(file, worst, worst == WORDS_NONE ? "no order" : words_mark_name(worst));
    fprintf(file, "<small>%zu of %zu</small></td>", tally->count[worst], tally->claimed);
}

static void write_row(FILE *file, const struct results *results, const struct results_table *table,
                      const struct table_grid *grid, size_t row)
{
    char text[256];

    fputs("<tr><th scope=\"row\">", file);
    output_html(file, table_grid_label(grid, row, text, sizeof text));
    fputs("</th>", file);
    for (size_t c = 0; c < grid->columns; c++) {
        struct tally tally = tally_cell(results, table, &grid->row[row], grid->column[c]);

        write_cell(file, &tally, table_grid_fit(grid, row, c) != NULL);
    }
    fputs("</tr>\n", file);
}

static void write_matrix(FILE *file, const struct results *results, const struct results_table *table)
{
    struct table_grid *grid = table_grid_create(results, table);
    char text[80];

    if (!grid)
        return;
    fputs("<h3>", file);
    output_html(file, table->model);
    fputs(", ", file);
    output_html(file, words_precision(table->precision, text, sizeof text));
    fputs("</h3>\n<div class=\"scroll\"><table class=\"matrix\"><thead><tr><th>method</th>", file);
    for (size_t c = 0; c < grid->columns; c++)
        html_element(file, "th", grid->column[c]);
    fputs("</tr></thead><tbody>\n", file);
    for (size_t row = 0; row < grid->rows; row++)
        write_row(file, results, table, grid, row);
    fputs("</tbody></table></div>\n", file);
    table_grid_destroy(grid);
}

/* Whether fit i is the first with a claim of its model and precision. */
static bool opens_matrix(const struct results *results, size_t i)
{
    const struct fit *fit = &results->fit[i];
    const struct results_table table = {.model = fit->model, .precision = fit->precision};
    size_t k = 0;

    while (k < i && !(results->fit[k].claim && belongs(&results->fit[k], &table)))
        k++;
    return fit->claim && k == i;
}

void matrix_write(FILE *file, const struct results *results)
{
    bool any = false;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = &results->fit[i];

        if (!opens_matrix(results, i))
            continue;
        if (!any) {
            html_heading(file, "matrix", "Methods and projections");
            html_element(file, "p",
                         "Each cell: the gravest verdict over all measures, and how many of the claims "
                         "on the pair have it. Gravest is refuted, then inconclusive, then vacuous, "
                         "then holds.");
        }
        any = true;
        write_matrix(file, results,
                     &(struct results_table){.model = fit->model, .precision = fit->precision});
    }
}
