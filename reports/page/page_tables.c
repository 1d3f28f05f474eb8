/* A table of the study on the page: see page_tables.h.
 *
 * A paper's table of orders has a formula for a class of methods, such as s+1 for odd s.  Classes are found
 * from the claims: methods of one family whose formulas agree for every projection. */
#include "reports/page/page_tables.h"

#include "reports/page/evidence.h"
#include "reports/page/html.h"
#include "reports/tables/table_grid.h"
#include "reports/words.h"

#include <string.h>

/* ---- What is claimed ---- */

static const struct claim_on_fit *claim_at(const struct table_grid *grid, size_t row, size_t column)
{
    const struct fit *fit = table_grid_fit(grid, row, column);

    return fit ? fit->claim : NULL;
}

static bool is_claimed(const struct table_grid *grid, size_t row)
{
    size_t c = 0;

    while (c < grid->columns && !claim_at(grid, row, c))
        c++;
    return c < grid->columns;
}

/* Whether two rows of one family are claimed the same wherever both were run. */
static bool is_same_class(const struct table_grid *grid, size_t a, size_t b)
{
    if (!family_equal(grid->row[a].family, grid->row[b].family) || !is_claimed(grid, b))
        return false;
    for (size_t c = 0; c < grid->columns; c++) {
        const struct claim_on_fit *x = claim_at(grid, a, c), *y = claim_at(grid, b, c);

        if (!table_grid_fit(grid, a, c) || !table_grid_fit(grid, b, c) || (!x && !y))
            continue;
        if (!x || !y || strcmp(x->formula, y->formula) != 0 || x->kind != y->kind)
            return false;
    }
    return true;
}

static bool opens_class(const struct table_grid *grid, size_t row)
{
    size_t k = 0;

    while (k < row && !is_same_class(grid, row, k))
        k++;
    return k == row && is_claimed(grid, row);
}

/* Whether an earlier row has the same method, with other initial data. */
static bool is_repeated(const struct table_grid *grid, size_t row)
{
    size_t k = 0;

    while (k < row && strcmp(grid->row[k].method, grid->row[row].method) != 0)
        k++;
    return k < row;
}

/* "Gauss–Legendre", and "s = 1, 3, 5" below. */
static void write_class(FILE *file, const struct table_grid *grid, size_t row)
{
    const char *before = "<small>s = ";
    char title[256];

    html_print(file, "%s", family_title(grid->row[row].family, title, sizeof title));
    for (size_t k = row; k < grid->rows; k++) {
        const char *member = family_member(grid->row[k].family, grid->row[k].method);

        if (!member[0] || is_repeated(grid, k) || !is_same_class(grid, row, k))
            continue;
        fputs(before, file);
        output_html(file, member);
        before = ", ";
    }
    fputs(before[0] == ',' ? "</small>" : "", file);
}

static void write_formula(FILE *file, const struct claim_on_fit *claim)
{
    const bool at_least = claim && claim->kind == CLAIM_AT_LEAST;
    const char *text = NULL;
    char formula[64];

    if (verdict_is_exact(claim))
        text = term_word(TERM_CLAIM, claim->kind);
    else if (verdict_is_number(claim))
        text = words_claim(claim, formula, sizeof formula);
    else if (claim)
        text = words_formula(claim->formula, formula, sizeof formula);
    html_print(file, "<td>%s%s</td>", at_least ? "≥ " : "", text);
}

static void write_head(FILE *file, const struct table_grid *grid, const char *class, const char *first)
{
    fprintf(file, "<div class=\"scroll\"><table class=\"%s\"><thead><tr><th>%s</th>", class, first);
    for (size_t c = 0; c < grid->columns; c++)
        html_element(file, "th", grid->column[c]);
    fputs("</tr></thead><tbody>\n", file);
}

/* The claim of a class is that of its first row that was run. */
static void write_paper(FILE *file, const struct table_grid *grid)
{
    write_head(file, grid, "paper", "methods");
    for (size_t row = 0; row < grid->rows; row++) {
        if (!opens_class(grid, row))
            continue;
        fputs("<tr><th scope=\"row\">", file);
        write_class(file, grid, row);
        fputs("</th>", file);
        for (size_t c = 0; c < grid->columns; c++) {
            size_t k = row;

            while (k < grid->rows && !(is_same_class(grid, row, k) && claim_at(grid, k, c)))
                k++;
            write_formula(file, k < grid->rows ? claim_at(grid, k, c) : NULL);
        }
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
}

/* ---- What was measured ---- */

/* Where an order was claimed that does not hold, its value stands with what speaks against it. */
static void write_detail(FILE *file, const struct fit *fit, const struct words_entry *entry)
{
    const bool holds = entry->mark == WORDS_HOLDS || entry->mark == WORDS_AGREES;
    const char *reason = entry->mark == WORDS_INCONCLUSIVE && fit->reason
                             ? term_word(TERM_REASON, fit->reason)
                             : "";
    const bool both = reason[0] && entry->detail[0];

    html_print(file, "<small>%s%s%s", reason, both ? " " : "", entry->detail);
    if (entry->claimed[0] && !holds)
        html_print(file, "%sclaimed %s", reason[0] || entry->detail[0] ? "; " : "", entry->claimed);
    fputs("</small>", file);
}

static void write_entry(FILE *file, const struct results *results, const struct fit *fit)
{
    struct words_entry entry = words_entry_of(results, fit);

    html_print(file, "<td class=\"%s%s\">", html_class(entry.mark),
               words_differ(entry.mark) ? " differs" : "");
    if (fit)
        evidence_write_link(file, results, fit, entry.measured);
    html_print(file, "%s ", fit ? NULL : entry.measured);
    html_verdict(file, entry.mark, entry.mark == WORDS_NONE ? NULL : words_mark_name(entry.mark));
    write_detail(file, fit, &entry);
    fputs("</td>", file);
}

static void write_family(FILE *file, const struct table_grid *grid, size_t row)
{
    char text[256];

    html_print(file, "<tr class=\"family\"><th scope=\"rowgroup\" colspan=\"%zu\">%s</th></tr>\n",
               grid->columns + 1, family_title(grid->row[row].family, text, sizeof text));
}

/* "s = 3" below the title of its family, the whole name where the family has none.  Of several initial
 * data all are named but the model's own, where they are the first. */
static void write_label(FILE *file, const struct table_grid *grid, size_t row)
{
    const struct table_grid_row *r = &grid->row[row];
    char text[256];

    if (!r->family.title)
        html_print(file, "%s", table_grid_label(grid, row, text, sizeof text));
    else
        html_print(file, "s = %s", family_member(r->family, r->method));
    if (r->family.title && grid->several_initial &&
        (strcmp(r->initial, grid->row[0].initial) != 0 || strcmp(r->initial, "default") != 0))
        html_print(file, " (%s)", r->initial);
}

static void write_measured(FILE *file, const struct results *results, const struct table_grid *grid)
{
    write_head(file, grid, "measured", "method");
    for (size_t row = 0; row < grid->rows; row++) {
        if (grid->row[row].opens_family)
            write_family(file, grid, row);
        fputs("<tr><th scope=\"row\">", file);
        write_label(file, grid, row);
        fputs("</th>", file);
        for (size_t c = 0; c < grid->columns; c++)
            write_entry(file, results, table_grid_fit(grid, row, c));
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
}

/* ---- Both ---- */

void page_tables_write(FILE *file, const struct results *results, const struct results_table *table)
{
    struct table_grid *grid = table_grid_create(results, table);
    char text[256], precision[80];
    struct tally tally;

    if (!grid)
        return;
    tally = table_grid_count(grid);
    html_element(file, "h3", table->title);
    html_element(file, "p", tally_sentence(&tally, text, sizeof text));
    fputs("<div class=\"beside\">\n", file);
    if (tally.claimed > 0) {
        html_print(file, "<div><h4>Claimed%s%s</h4>\n", table->source && table->source[0] ? ": " : "",
                   table->source);
        write_paper(file, grid);
        fputs("</div>\n", file);
    }
    html_print(file, "<div><h4>Measured: %s, %s, %s</h4>\n", table->model,
               words_measure(table->measure, text, sizeof text),
               words_precision(table->precision, precision, sizeof precision));
    write_measured(file, results, grid);
    fputs("</div></div>\n", file);
    table_grid_destroy(grid);
}

/* ---- Methods x projections at a glance ---- */

/* A precision has a matrix of its own: that double precision cannot decide an order must not hide that more
 * bits do. */
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

static void write_matrix_cell(FILE *file, const struct tally *tally, bool run)
{
    enum words_mark worst = tally_worst(tally);

    html_print(file, "<td class=\"%s\">", html_class(worst));
    if (tally->claimed == 0) {
        html_print(file, "<small>%s</small></td>", run ? "no claim" : "not run");
        return;
    }
    html_verdict(file, worst, worst == WORDS_NONE ? "no order" : words_mark_name(worst));
    fprintf(file, "<small>%zu of %zu</small></td>", tally->count[worst], tally->claimed);
}

static void write_matrix(FILE *file, const struct results *results, const struct results_table *table)
{
    struct table_grid *grid = table_grid_create(results, table);
    char text[256];

    if (!grid)
        return;
    html_print(file, "<h3>%s, %s</h3>\n", table->model, words_precision(table->precision, text, sizeof text));
    write_head(file, grid, "matrix", "method");
    for (size_t row = 0; row < grid->rows; row++) {
        html_print(file, "<tr><th scope=\"row\">%s</th>", table_grid_label(grid, row, text, sizeof text));
        for (size_t c = 0; c < grid->columns; c++) {
            struct tally tally = tally_cell(results, table, &grid->row[row], grid->column[c]);

            write_matrix_cell(file, &tally, table_grid_fit(grid, row, c) != NULL);
        }
        fputs("</tr>\n", file);
    }
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

void page_tables_write_matrix(FILE *file, const struct results *results)
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
