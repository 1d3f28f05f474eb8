/* A table on a page: see table.h. */
#include "reports/tables/table.h"

#include "reports/page/html.h"

/* The text, linked with its evidence, its word with the symbol and the colour of the mark, the detail, the markup. */
static void write_cell(FILE *file, const struct table_cell *cell, const char *name, enum table_look look)
{
    const bool differs = words_differ(cell->mark) && (cell->text[0] || look == TABLE_FOLDS),
               coloured = look == TABLE_MARKED || cell->word[0];

    fputs("<td", file);
    if (coloured || differs)
        fprintf(file, " class=\"%s%s\"", coloured ? html_class(cell->mark) : "",
                !differs   ? ""
                : coloured ? " differs"
                           : "differs");
    if (look == TABLE_FOLDS)
        html_print(file, " data-label=\"%s\"", name);
    if (cell->fit)
        html_print(file, "><a href='#fit-%zu'>%s</a> ", cell->fit, cell->text);
    else
        html_print(file, ">%s%s", cell->text, cell->text[0] && cell->word[0] ? " " : "");
    html_verdict(file, cell->mark, cell->word);
    if (cell->detail[0])
        html_print(file, "<small>%s</small>", cell->detail);
    fprintf(file, "%s</td>", cell->markup);
}

static void write_row(FILE *file, const struct table *table, const struct table_row *row,
                      enum table_look look)
{
    if (row->section) {
        html_print(file, "<tr class=\"family\"><th scope=\"rowgroup\" colspan=\"%zu\">%s</th></tr>\n",
                   table->columns + 1, row->label);
        return;
    }
    fputs("<tr", file);
    if (row->class[0])
        html_print(file, " class=\"%s\"", row->class);
    if (row->id[0])
        html_print(file, " id=\"%s\"", row->id);
    html_print(file, "><th scope=\"row\">%s", row->label);
    if (row->small[0])
        html_print(file, "<small>%s</small>", row->small);
    fputs("</th>", file);
    for (size_t c = 0; c < table->columns; c++)
        write_cell(file, row->cell + c, table->column[c], look);
    fputs("</tr>\n", file);
}

void table_write_html(FILE *file, const struct table *table, const char *class, enum table_look look)
{
    html_print(file, "<div class=\"scroll\"><table class=\"%s\"><thead><tr><th>%s</th>", class,
               table->corner);
    for (size_t c = 0; c < table->columns; c++)
        html_element(file, "th", table->column[c]);
    fputs("</tr></thead><tbody>\n", file);
    for (size_t r = 0; r < table->rows; r++)
        write_row(file, table, table->row + r, look);
    fputs("</tbody></table></div>\n", file);
}
