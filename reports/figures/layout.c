/* The grid of a table: see layout.h. */
#include "reports/figures/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const usual_projections[] = {"none", "standard", "symmetric", "symplectic", "midpoint"};

static bool belongs(const struct fit *fit, const struct results_table *table)
{
    return strcmp(fit->model, table->model) == 0 &&
           (!table->measure || strcmp(fit->measure, table->measure) == 0) &&
           strcmp(fit->precision, table->precision) == 0;
}

static size_t find_column(const struct layout *layout, const char *projection)
{
    size_t column = 0;

    while (column < layout->columns && strcmp(layout->column[column], projection) != 0)
        column++;
    return column;
}

static size_t find_row(const struct layout *layout, const struct fit *fit)
{
    size_t row = 0;

    while (row < layout->rows && !(strcmp(layout->row[row].method, fit->method) == 0 &&
                                   strcmp(layout->row[row].initial, fit->initial) == 0))
        row++;
    return row;
}

static void add_column(struct layout *layout, const char *projection)
{
    if (find_column(layout, projection) == layout->columns)
        layout->column[layout->columns++] = projection;
}

static void collect_columns(struct layout *layout, const struct results *results,
                            const struct results_table *table)
{
    for (size_t u = 0; u < sizeof usual_projections / sizeof *usual_projections; u++) {
        for (size_t i = 0; i < results->fits; i++) {
            const struct fit *fit = &results->fit[i];

            if (belongs(fit, table) && strcmp(fit->projection, usual_projections[u]) == 0)
                add_column(layout, fit->projection);
        }
    }
    for (size_t i = 0; i < results->fits; i++) {
        if (belongs(&results->fit[i], table))
            add_column(layout, results->fit[i].projection);
    }
}

/* Inserts a new row behind the last one of its family. */
static void add_row(struct layout *layout, const struct fit *fit)
{
    struct layout_row row = {fit->method, fit->initial, family_of(fit->method), false};
    size_t place = layout->rows;

    for (size_t i = layout->rows; i > 0; i--) {
        if (family_equal(layout->row[i - 1].family, row.family)) {
            place = i;
            break;
        }
    }
    memmove(layout->row + place + 1, layout->row + place, (layout->rows - place) * sizeof *layout->row);
    layout->row[place] = row;
    layout->rows++;
}

static void collect_rows(struct layout *layout, const struct results *results,
                         const struct results_table *table)
{
    for (size_t i = 0; i < results->fits; i++) {
        if (belongs(&results->fit[i], table) && find_row(layout, &results->fit[i]) == layout->rows)
            add_row(layout, &results->fit[i]);
    }
    for (size_t i = 0; i < layout->rows; i++) {
        layout->row[i].opens_family =
            i == 0 || !family_equal(layout->row[i - 1].family, layout->row[i].family);
        layout->several_initial |= strcmp(layout->row[i].initial, layout->row[0].initial) != 0;
    }
}

struct layout *layout_create(const struct results *results, const struct results_table *table)
{
    struct layout *layout = calloc(1, sizeof *layout);

    if (!layout)
        return NULL;
    layout->row = calloc(results->fits + 1, sizeof *layout->row);
    layout->column = calloc(results->fits + 1, sizeof *layout->column);
    if (layout->row && layout->column) {
        collect_columns(layout, results, table);
        collect_rows(layout, results, table);
        layout->fit = calloc(layout->rows * layout->columns + 1, sizeof *layout->fit);
    }
    if (!layout->fit) {
        layout_destroy(layout);
        return NULL;
    }
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = &results->fit[i];

        if (belongs(fit, table))
            layout->fit[find_row(layout, fit) * layout->columns + find_column(layout, fit->projection)] = fit;
    }
    return layout;
}

void layout_destroy(struct layout *layout)
{
    if (!layout)
        return;
    free(layout->row);
    free(layout->column);
    free(layout->fit);
    free(layout);
}

const struct fit *layout_fit(const struct layout *layout, size_t row, size_t column)
{
    return layout->fit[row * layout->columns + column];
}

struct tally layout_count(const struct layout *layout)
{
    struct tally tally = {0};

    for (size_t i = 0; i < layout->rows * layout->columns; i++)
        tally_add(&tally, layout->fit[i]);
    return tally;
}

const char *layout_label(const struct layout *layout, size_t row, char *buffer, size_t size)
{
    const struct layout_row *r = &layout->row[row];

    if (layout->several_initial)
        snprintf(buffer, size, "%s (%s)", r->method, r->initial);
    else
        snprintf(buffer, size, "%s", r->method);
    return buffer;
}

/* Whether an earlier row of the family claims the same formula. */
static bool is_repeated(const struct layout *layout, size_t first, size_t row, size_t column)
{
    const char *formula = layout_fit(layout, row, column)->claim->formula;

    for (size_t i = first; i < row; i++) {
        const struct fit *fit = layout_fit(layout, i, column);

        if (fit && fit->claim && strcmp(fit->claim->formula, formula) == 0)
            return true;
    }
    return false;
}

const char *layout_formulas(const struct layout *layout, size_t row, size_t column, char *buffer, size_t size)
{
    size_t length = 0;
    char formula[64];

    buffer[0] = '\0';
    for (size_t i = row; i < layout->rows && (i == row || !layout->row[i].opens_family); i++) {
        const struct fit *fit = layout_fit(layout, i, column);

        if (!fit || !fit->claim || is_repeated(layout, row, i, column))
            continue;
        if (verdict_is_number(fit->claim))
            words_claim(fit->claim, formula, sizeof formula);
        else
            words_formula(verdict_is_exact(fit->claim) ? term_word(TERM_CLAIM, fit->claim->kind)
                                                       : fit->claim->formula,
                          formula, sizeof formula);
        length += (size_t)snprintf(buffer + length, size - length, "%s%s", length ? ", " : "", formula);
        if (length >= size)
            break;
    }
    return buffer;
}
