/* A table of a study in the shape in which a paper has it, a row for each family of methods: see survey.h. */
#include "reports/page/survey.h"

#include <stdlib.h>
#include <string.h>

#include "reports/tables/columns.h"
#include "reports/tables/table_grid.h"

/* "s = 3", or the name of a method that is of no family. */
static const char *name_member(const struct table_grid *grid, size_t row, char *buffer, size_t size)
{
    const struct table_grid_row *r = &grid->row[row];
    const char *member = r->family.title ? family_member(r->family, r->method) : "";

    if (!member[0])
        return table_grid_label(grid, row, buffer, size);
    snprintf(buffer, size, "s = %s", member);
    return buffer;
}

/* The entries of a family in one column: what is claimed of them, how many hold, and those that do not. */
static json_t *cell_json(const struct table_grid *grid, const struct results *results, size_t first,
                         size_t end, size_t column)
{
    json_int_t hold = 0, of = 0, refuted = 0;
    json_t *others = json_array();
    char text[400];

    for (size_t row = first; row < end; row++) {
        const struct fit *fit = table_grid_fit(grid, row, column);
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
                     columns_text(table_grid_formulas(grid, first, column, text, sizeof text)), "hold", hold,
                     "of", of, "refuted", refuted > 0, "exceptions", others);
}

static json_t *row_json(const struct table_grid *grid, const struct results *results, size_t first,
                        size_t end)
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
    struct table_grid *grid = table_grid_create(results, table);
    const bool claimed = table_grid_count(grid).claimed > 0;
    json_t *columns = json_array(), *rows = json_array(), *shape;

    for (size_t c = 0; c < grid->columns; c++)
        json_array_append_new(columns, columns_text(grid->column[c]));
    for (size_t row = 0, end; row < grid->rows; row = end) {
        end = row + 1;
        while (end < grid->rows && !grid->row[end].opens_family)
            end++;
        json_array_append_new(rows, row_json(grid, results, row, end));
    }
    table_grid_destroy(grid);
    shape = json_pack("{s:o, s:o}", "columns", columns, "rows", rows);
    if (claimed)
        return shape;
    json_decref(shape);
    return json_null();
}
