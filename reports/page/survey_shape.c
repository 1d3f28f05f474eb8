/* A table of a study in the shape in which a paper has it, a row for each family of methods: see survey.h. */
#include "reports/page/survey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/methods/projection.h"
#include "numerics/memory.h"
#include "reports/figures/family.h"
#include "reports/tables/columns.h"

/* Which fit stands where. */
struct shape_row {
    const char *method, *initial;
    struct family family;
    bool opens_family; /* the first row of its family */
};

struct shape {
    size_t rows, columns;
    struct shape_row *row;
    const char **column;    /* projections */
    const struct fit **fit; /* rows x columns; NULL: not run */
    bool several_initial;   /* rows have to name their initial data */
    bool claimed;           /* anything is claimed */
};

static bool belongs(const struct fit *fit, const struct study_table *table)
{
    return strcmp(fit->curve.problem->model->name, table->model) == 0 &&
           strcmp(fit->measure_name, table->measure) == 0 &&
           strcmp(fit->curve.precision->text, table->precision) == 0;
}

static size_t find_column(const struct shape *grid, const char *projection)
{
    size_t column = 0;

    while (column < grid->columns && strcmp(grid->column[column], projection) != 0)
        column++;
    return column;
}

static size_t find_row(const struct shape *grid, const struct fit *fit)
{
    size_t row = 0;

    while (row < grid->rows && !(strcmp(grid->row[row].method, fit->curve.method->name) == 0 &&
                                 strcmp(grid->row[row].initial, fit->curve.problem->initial->name) == 0))
        row++;
    return row;
}

static void add_column(struct shape *grid, const char *projection)
{
    if (find_column(grid, projection) == grid->columns)
        grid->column[grid->columns++] = projection;
}

static void collect_columns(struct shape *grid, const struct results *results,
                            const struct study_table *table)
{
    const struct projection *row = projection_table;

    do { /* last, whatever has no row */
        for (size_t i = 0; i < results->fits; i++) {
            const struct fit *fit = &results->fit[i];

            if (belongs(fit, table) && (!row->name || strcmp(fit->curve.projection->name, row->name) == 0))
                add_column(grid, fit->curve.projection->name);
        }
    } while ((row++)->name);
}

/* Inserts a new row behind the last one of its family. */
static void add_row(struct shape *grid, const struct fit *fit)
{
    struct shape_row row = {fit->curve.method->name, fit->curve.problem->initial->name,
                            family_of(fit->curve.method->name), false};
    size_t place = grid->rows;

    for (size_t i = grid->rows; i > 0; i--) {
        if (family_equal(grid->row[i - 1].family, row.family)) {
            place = i;
            break;
        }
    }
    memmove(grid->row + place + 1, grid->row + place, (grid->rows - place) * sizeof *grid->row);
    grid->row[place] = row;
    grid->rows++;
}

static void collect_rows(struct shape *grid, const struct results *results, const struct study_table *table)
{
    for (size_t i = 0; i < results->fits; i++) {
        if (belongs(&results->fit[i], table) && find_row(grid, &results->fit[i]) == grid->rows)
            add_row(grid, &results->fit[i]);
    }
    for (size_t i = 0; i < grid->rows; i++) {
        grid->row[i].opens_family = i == 0 || !family_equal(grid->row[i - 1].family, grid->row[i].family);
        grid->several_initial |= strcmp(grid->row[i].initial, grid->row[0].initial) != 0;
    }
}

/* Rows in the order the methods appear in the fits, grouped by family; columns in the order of projection_table, then others
 * as they appear. */
static struct shape *create_grid(const struct results *results, const struct study_table *table)
{
    struct shape *grid = memory_create(1, sizeof *grid);

    grid->row = memory_create(results->fits + 1, sizeof *grid->row);
    grid->column = memory_create(results->fits + 1, sizeof *grid->column);
    collect_columns(grid, results, table);
    collect_rows(grid, results, table);
    grid->fit = memory_create(grid->rows * grid->columns + 1, sizeof *grid->fit);
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = &results->fit[i];

        if (belongs(fit, table)) {
            const size_t at =
                find_row(grid, fit) * grid->columns + find_column(grid, fit->curve.projection->name);

            grid->fit[at] = fit;
            grid->claimed |= fit->claim && !fit->context.aside;
        }
    }
    return grid;
}

static void destroy_grid(struct shape *grid)
{
    free(grid->row);
    free(grid->column);
    free(grid->fit);
    free(grid);
}

static const struct fit *find_fit(const struct shape *grid, size_t row, size_t column)
{
    return grid->fit[row * grid->columns + column];
}

/* "gauss-3", with the initial data in brackets where there are several. */
static const char *name_row(const struct shape *grid, size_t row, char *buffer, size_t size)
{
    const struct shape_row *r = &grid->row[row];

    if (grid->several_initial)
        snprintf(buffer, size, "%s (%s)", r->method, r->initial);
    else
        snprintf(buffer, size, "%s", r->method);
    return buffer;
}

/* "2s-2", "≥ 4", "exact", "below 1e-11" */
static const char *name_formula(const struct claim_on_fit *claim, char *buffer, size_t size)
{
    char formula[64];

    if (term_is_number(claim->kind))
        return words_claim(claim, buffer, size);
    words_formula(claim->formula, formula, sizeof formula);
    snprintf(buffer, size, "%s%s", claim->kind == CLAIM_AT_LEAST ? "≥ " : "",
             term_is_exact(claim->kind) ? term_word(TERM_CLAIM, claim->kind) : formula);
    return buffer;
}

/* The different formulas claimed for the family that opens at `row`: "s+1, s". */
static const char *list_formulas(const struct shape *grid, size_t row, size_t column, char *buffer,
                                 size_t size)
{
    struct words_text text = {buffer, size, 0};
    char formula[80];

    buffer[0] = '\0';
    for (size_t i = row; i < grid->rows && (i == row || !grid->row[i].opens_family); i++) {
        const struct fit *fit = find_fit(grid, i, column);
        size_t k = row;

        if (!fit || !fit->claim)
            continue;
        while (k < i && !(find_fit(grid, k, column) && find_fit(grid, k, column)->claim &&
                          strcmp(find_fit(grid, k, column)->claim->formula, fit->claim->formula) == 0))
            k++;
        if (k == i)
            words_append(&text, "%s%s", text.length ? ", " : "",
                         name_formula(fit->claim, formula, sizeof formula));
    }
    return buffer;
}

/* ---- the shape ---- */

/* "s = 3", or the name of a method that is of no family. */
static const char *name_member(const struct shape *grid, size_t row, char *buffer, size_t size)
{
    const struct shape_row *r = &grid->row[row];
    const char *member = r->family.title ? family_member(r->family, r->method) : "";

    if (!member[0])
        return name_row(grid, row, buffer, size);
    snprintf(buffer, size, "s = %s", member);
    return buffer;
}

/* The entries of a family in one column: what is claimed of them, how many hold, and those that do not. */
static json_t *cell_json(const struct shape *grid, const struct results *results, size_t first, size_t end,
                         size_t column)
{
    json_int_t hold = 0, of = 0, refuted = 0;
    json_t *others = json_array();
    char text[400];

    for (size_t row = first; row < end; row++) {
        const struct fit *fit = find_fit(grid, row, column);
        const enum verdict verdict = fit ? fit->outcome.verdict : VERDICT_NONE;
        const struct words_entry entry = words_entry_of(results, fit);
        char member[256];

        if (!verdict || verdict == VERDICT_NOT_APPLICABLE)
            continue;
        of++;
        hold += term_holds(verdict);
        refuted += verdict == VERDICT_REFUTED;
        if (term_holds(verdict))
            continue;
        snprintf(text, sizeof text, "%s: %s, claimed %s", name_member(grid, row, member, sizeof member),
                 entry.measured, entry.claimed);
        json_array_append_new(others, json_pack("{s:o, s:s}", "text", columns_text(text), "verdict",
                                                term_word(TERM_VERDICT, verdict)));
    }
    return json_pack("{s:o, s:I, s:I, s:b, s:o}", "claimed",
                     columns_text(list_formulas(grid, first, column, text, sizeof text)), "hold", hold, "of",
                     of, "refuted", refuted > 0, "exceptions", others);
}

static json_t *row_json(const struct shape *grid, const struct results *results, size_t first, size_t end)
{
    json_t *cells = json_array();
    char title[256];

    for (size_t c = 0; c < grid->columns; c++)
        json_array_append_new(cells, cell_json(grid, results, first, end, c));
    return json_pack("{s:o, s:o}", "label",
                     columns_text(family_title(grid->row[first].family, title, sizeof title)), "cells",
                     cells);
}

json_t *survey_table_shape(const struct results *results, const struct study_table *table)
{
    struct shape *grid = create_grid(results, table);
    const bool claimed = grid->claimed;
    json_t *columns = json_array(), *rows = json_array(), *shape;

    for (size_t c = 0; c < grid->columns; c++)
        json_array_append_new(columns, columns_text(grid->column[c]));
    for (size_t row = 0, end; row < grid->rows; row = end) {
        end = row + 1;
        while (end < grid->rows && !grid->row[end].opens_family)
            end++;
        json_array_append_new(rows, row_json(grid, results, row, end));
    }
    destroy_grid(grid);
    shape = json_pack("{s:o, s:o}", "columns", columns, "rows", rows);
    if (claimed)
        return shape;
    json_decref(shape);
    return json_null();
}
