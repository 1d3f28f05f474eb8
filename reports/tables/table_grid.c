/* The grid of a table: see table_grid.h. */
#include "reports/tables/table_grid.h"

#include "integrators/methods/projection.h"
#include "numerics/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool belongs(const struct fit *fit, const struct study_table *table)
{
    return strcmp(fit->curve.problem->model->name, table->model) == 0 &&
           (table->measure ? strcmp(fit->measure_name, table->measure) == 0 : !fit->context.aside) &&
           strcmp(fit->curve.precision->text, table->precision) == 0;
}

static size_t find_column(const struct table_grid *grid, const char *projection)
{
    size_t column = 0;

    while (column < grid->columns && strcmp(grid->column[column], projection) != 0)
        column++;
    return column;
}

static size_t find_row(const struct table_grid *grid, const struct fit *fit)
{
    size_t row = 0;

    while (row < grid->rows && !(strcmp(grid->row[row].method, fit->curve.method->name) == 0 &&
                                 strcmp(grid->row[row].initial, fit->curve.problem->initial->name) == 0))
        row++;
    return row;
}

static void add_column(struct table_grid *grid, const char *projection)
{
    if (find_column(grid, projection) == grid->columns)
        grid->column[grid->columns++] = projection;
}

static void collect_columns(struct table_grid *grid, const struct results *results,
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
static void add_row(struct table_grid *grid, const struct fit *fit)
{
    struct table_grid_row row = {fit->curve.method->name, fit->curve.problem->initial->name,
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

static void collect_rows(struct table_grid *grid, const struct results *results,
                         const struct study_table *table)
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

struct table_grid *table_grid_create(const struct results *results, const struct study_table *table)
{
    struct table_grid *grid = memory_create(1, sizeof *grid);

    grid->row = memory_create(results->fits + 1, sizeof *grid->row);
    grid->column = memory_create(results->fits + 1, sizeof *grid->column);
    collect_columns(grid, results, table);
    collect_rows(grid, results, table);
    grid->fit = memory_create(grid->rows * grid->columns + 1, sizeof *grid->fit);
    grid->tally = memory_create(grid->rows * grid->columns + 1, sizeof *grid->tally);
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = &results->fit[i];

        if (belongs(fit, table)) {
            const size_t at =
                find_row(grid, fit) * grid->columns + find_column(grid, fit->curve.projection->name);

            grid->fit[at] = fit;
            tally_add(&grid->tally[at], fit);
        }
    }
    return grid;
}

void table_grid_destroy(struct table_grid *grid)
{
    free(grid->row);
    free(grid->column);
    free(grid->fit);
    free(grid->tally);
    free(grid);
}

const struct fit *table_grid_fit(const struct table_grid *grid, size_t row, size_t column)
{
    return grid->fit[row * grid->columns + column];
}

struct tally table_grid_count(const struct table_grid *grid)
{
    struct tally tally = {0};

    for (size_t i = 0; i < grid->rows * grid->columns; i++)
        tally_add(&tally, grid->fit[i]);
    return tally;
}

const char *table_grid_label(const struct table_grid *grid, size_t row, char *buffer, size_t size)
{
    const struct table_grid_row *r = &grid->row[row];

    if (grid->several_initial)
        snprintf(buffer, size, "%s (%s)", r->method, r->initial);
    else
        snprintf(buffer, size, "%s", r->method);
    return buffer;
}

const char *table_grid_formula(const struct claim_on_fit *claim, char *buffer, size_t size)
{
    char formula[64];

    if (term_is_number(claim->kind))
        return words_claim(claim, buffer, size);
    words_formula(claim->formula, formula, sizeof formula);
    snprintf(buffer, size, "%s%s", claim->kind == CLAIM_AT_LEAST ? "≥ " : "",
             term_is_exact(claim->kind) ? term_word(TERM_CLAIM, claim->kind) : formula);
    return buffer;
}

const char *table_grid_formulas(const struct table_grid *grid, size_t row, size_t column, char *buffer,
                                size_t size)
{
    struct words_text text = {buffer, size, 0};
    char formula[80];

    buffer[0] = '\0';
    for (size_t i = row; i < grid->rows && (i == row || !grid->row[i].opens_family); i++) {
        const struct fit *fit = table_grid_fit(grid, i, column);
        size_t k = row;

        if (!fit || !fit->claim)
            continue;
        while (k < i && !(table_grid_fit(grid, k, column) && table_grid_fit(grid, k, column)->claim &&
                          strcmp(table_grid_fit(grid, k, column)->claim->formula, fit->claim->formula) == 0))
            k++;
        if (k == i)
            words_append(&text, "%s%s", text.length ? ", " : "",
                         table_grid_formula(fit->claim, formula, sizeof formula));
    }
    return buffer;
}
