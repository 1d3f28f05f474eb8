/* A table of the study on the page: see page.h.
 *
 * A paper's table of orders has a formula for a class of methods, such as s+1 for odd s.  Classes are found
 * from the claims: methods of one family whose formulas agree for every projection. */

#include "reports/page/page.h"

#include "reports/page/html.h"
#include "reports/tables/table.h"
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
static void add_class(struct table *table, const struct table_grid *grid, size_t row)
{
    char title[256], stages[256] = "";
    struct words_text text = {stages, sizeof stages, 0};

    for (size_t k = row; k < grid->rows; k++) {
        const char *member = family_member(grid->row[k].family, grid->row[k].method);

        if (member[0] && !is_repeated(grid, k) && is_same_class(grid, row, k))
            words_append(&text, "%s%s", text.length ? ", " : "s = ", member);
    }
    table_add_row(table, false, family_title(grid->row[row].family, title, sizeof title), stages);
}

/* The claim of a class is that of its first row that was run. */
static void write_paper(FILE *file, const struct table_grid *grid)
{
    struct table *table = table_create("methods", grid->columns, grid->column);
    char formula[80];

    for (size_t row = 0; row < grid->rows; row++) {
        if (!opens_class(grid, row))
            continue;
        add_class(table, grid, row);
        for (size_t c = 0; c < grid->columns; c++) {
            size_t k = row;

            while (k < grid->rows && !(is_same_class(grid, row, k) && claim_at(grid, k, c)))
                k++;
            if (k < grid->rows)
                table_grid_formula(claim_at(grid, k, c), formula, sizeof formula);
            table_set(table, c, (struct table_cell){.text = k < grid->rows ? formula : NULL});
        }
    }
    table_write_html(file, table, "paper", TABLE_PLAIN);
    table_destroy(table);
}

/* ---- What was measured ---- */

/* Where an order was claimed that does not hold, its value stands with what speaks against it. */
static void set_measured(struct table *table, size_t column, const struct results *results,
                         const struct fit *fit)
{
    const struct words_entry entry = words_entry_of(results, fit);
    const bool open = entry.claimed[0] && !words_agree(entry.mark);
    char detail[256];
    struct words_text text = {detail, sizeof detail, 0};

    words_append(&text, "%s",
                 entry.mark == WORDS_INCONCLUSIVE && fit->outcome.reason
                     ? term_word(TERM_REASON, fit->outcome.reason)
                     : "");
    words_append(&text, "%s%s", text.length && entry.detail[0] ? " " : "", entry.detail);
    if (open)
        words_append(&text, "%sclaimed %s", text.length ? "; " : "", entry.claimed);
    table_set(table, column,
              (struct table_cell){.text = entry.measured,
                                  .detail = detail,
                                  .word = entry.mark == WORDS_NONE ? NULL : words_mark_name(entry.mark),
                                  .mark = entry.mark,
                                  .fit = fit ? (size_t)(fit - results->fit) + 1 : 0});
}

/* "s = 3" below the title of its family, the whole name where the family has none.  Of several initial
 * data all are named but the model's own, where they are the first. */
static void add_measured(struct table *table, const struct table_grid *grid, size_t row)
{
    const struct table_grid_row *r = &grid->row[row];
    const bool named = grid->several_initial &&
                       (strcmp(r->initial, grid->row[0].initial) != 0 || strcmp(r->initial, "default") != 0);
    char text[256];

    if (r->opens_family)
        table_add_row(table, true, family_title(r->family, text, sizeof text), NULL);
    if (r->family.title)
        snprintf(text, sizeof text, "s = %s%s%.200s%s", family_member(r->family, r->method),
                 named ? " (" : "", named ? r->initial : "", named ? ")" : "");
    else
        table_grid_label(grid, row, text, sizeof text);
    table_add_row(table, false, text, NULL);
}

static void write_measured(FILE *file, const struct results *results, const struct table_grid *grid)
{
    struct table *table = table_create("method", grid->columns, grid->column);

    for (size_t row = 0; row < grid->rows; row++) {
        add_measured(table, grid, row);
        for (size_t c = 0; c < grid->columns; c++)
            set_measured(table, c, results, table_grid_fit(grid, row, c));
    }
    table_write_html(file, table, "measured", TABLE_MARKED);
    table_destroy(table);
}

/* ---- Both ---- */

void page_tables_write(FILE *file, const struct results *results, const struct study_table *table)
{
    struct table_grid *grid = table_grid_create(results, table);
    const struct tally tally = table_grid_count(grid);
    char text[256], precision[80];

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
static bool belongs(const struct fit *fit, const struct fit *like)
{
    return results_same_model(fit->curve.problem, like->curve.problem) &&
           fit->curve.precision == like->curve.precision;
}

static void set_tally(struct table *table, size_t column, const struct tally *tally, bool run)
{
    const enum words_mark worst = tally_worst(tally);
    char counts[64];

    if (tally->claimed == 0) {
        table_set(table, column, (struct table_cell){.detail = run ? "no claim" : "not run"});
        return;
    }
    snprintf(counts, sizeof counts, "%zu of %zu", tally->count[worst], tally->claimed);
    table_set(table, column,
              (struct table_cell){.detail = counts,
                                  .word = worst == WORDS_NONE ? "no order" : words_mark_name(worst),
                                  .mark = worst});
}

static void write_matrix(FILE *file, const struct results *results, const struct fit *like)
{
    const struct study_table asked = {.model = (char *)like->curve.problem->model->name,
                                      .precision = (char *)like->curve.precision->text};
    struct table_grid *grid = table_grid_create(results, &asked);
    struct table *table = table_create("method", grid->columns, grid->column);
    char text[256];

    html_print(file, "<h3>%s, %s</h3>\n", asked.model, words_precision(asked.precision, text, sizeof text));
    for (size_t row = 0; row < grid->rows; row++) {
        table_add_row(table, false, table_grid_label(grid, row, text, sizeof text), NULL);
        for (size_t c = 0; c < grid->columns; c++)
            set_tally(table, c, &grid->tally[row * grid->columns + c], table_grid_fit(grid, row, c) != NULL);
    }
    table_write_html(file, table, "matrix", TABLE_MARKED);
    table_destroy(table);
    table_grid_destroy(grid);
}

/* Whether fit i is the first with a claim of its model and precision. */
static bool opens_matrix(const struct results *results, size_t i)
{
    const struct fit *fit = &results->fit[i];
    size_t k = 0;

    while (k < i && !(results->fit[k].claim && belongs(&results->fit[k], fit)))
        k++;
    return fit->claim && k == i;
}

void page_tables_write_matrix(FILE *file, const struct results *results)
{
    html_element(
        file, "p",
        "Each cell: the gravest verdict over all measures, and how many of the claims on the pair have "
        "it. Gravest is refuted, then inconclusive, then vacuous, then holds.");
    for (size_t i = 0; i < results->fits; i++) {
        if (opens_matrix(results, i))
            write_matrix(file, results, &results->fit[i]);
    }
}
