/* A table of the study on the page: see page_tables.h.
 *
 * A paper's table of orders has a formula for a class of methods, such as s+1 for odd s.  Classes are found
 * from the claims: methods of one family whose formulas agree for every projection. */
#include "reports/page/page_tables.h"

#include "reports/page/evidence.h"
#include "reports/page/html.h"
#include "reports/tables/table_grid.h"
#include "reports/output.h"
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

    output_html(file, family_title(grid->row[row].family, title, sizeof title));
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
    char formula[64];

    fputs("<td>", file);
    if (verdict_is_exact(claim)) {
        output_html(file, term_word(TERM_CLAIM, claim->kind));
    } else if (verdict_is_number(claim)) {
        output_html(file, words_claim(claim, formula, sizeof formula));
    } else if (claim) {
        fputs(claim->kind == CLAIM_AT_LEAST ? "≥ " : "", file);
        output_html(file, words_formula(claim->formula, formula, sizeof formula));
    }
    fputs("</td>", file);
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
    const char *pieces[] = {
        entry->mark == WORDS_INCONCLUSIVE && fit->reason ? term_word(TERM_REASON, fit->reason) : "",
        entry->detail};
    const char *before = "";

    fputs("<small>", file);
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        fputs(pieces[i][0] ? before : "", file);
        output_html(file, pieces[i]);
        before = pieces[i][0] ? " " : before;
    }
    if (entry->claimed[0] && !holds)
        fprintf(file, "%sclaimed %s", before[0] ? "; " : "", entry->claimed);
    fputs("</small>", file);
}

static void write_entry(FILE *file, const struct results *results, const struct fit *fit)
{
    struct words_entry entry = words_entry_of(results, fit);

    fprintf(file, "<td class=\"%s%s\">", html_class(entry.mark), words_differ(entry.mark) ? " differs" : "");
    if (fit) {
        fputs("<a ", file);
        evidence_write_link(file, results, fit);
        fputc('>', file);
    }
    output_html(file, entry.measured);
    fputs(fit ? "</a> " : " ", file);
    html_verdict(file, entry.mark, entry.mark == WORDS_NONE ? NULL : words_mark_name(entry.mark));
    write_detail(file, fit, &entry);
    fputs("</td>", file);
}

static void write_family(FILE *file, const struct table_grid *grid, size_t row)
{
    char text[256];

    fprintf(file, "<tr class=\"family\"><th scope=\"rowgroup\" colspan=\"%zu\">", grid->columns + 1);
    output_html(file, family_title(grid->row[row].family, text, sizeof text));
    fputs("</th></tr>\n", file);
}

/* "s = 3" below the title of its family, the whole name where the family has none.  Of several initial
 * data all are named but the model's own, where they are the first. */
static void write_label(FILE *file, const struct table_grid *grid, size_t row)
{
    const struct table_grid_row *r = &grid->row[row];
    char text[256];

    if (!r->family.title) {
        output_html(file, table_grid_label(grid, row, text, sizeof text));
        return;
    }
    fputs("s = ", file);
    output_html(file, family_member(r->family, r->method));
    if (grid->several_initial &&
        (strcmp(r->initial, grid->row[0].initial) != 0 || strcmp(r->initial, "default") != 0)) {
        fputs(" (", file);
        output_html(file, r->initial);
        fputc(')', file);
    }
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

static void write_source(FILE *file, const struct results_table *table)
{
    fputs("<h4>Claimed", file);
    if (table->source && table->source[0]) {
        fputs(": ", file);
        output_html(file, table->source);
    }
    fputs("</h4>\n", file);
}

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
        fputs("<div>", file);
        write_source(file, table);
        write_paper(file, grid);
        fputs("</div>\n", file);
    }
    fputs("<div><h4>Measured: ", file);
    output_html(file, table->model);
    fputs(", ", file);
    output_html(file, words_measure(table->measure, text, sizeof text));
    fputs(", ", file);
    output_html(file, words_precision(table->precision, precision, sizeof precision));
    fputs("</h4>\n", file);
    write_measured(file, results, grid);
    fputs("</div></div>\n", file);
    table_grid_destroy(grid);
}
