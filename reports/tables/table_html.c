/* A table on a page: see table.h. */
#include "reports/tables/table.h"

#include "reports/page/html.h"

/* The text, linked with its evidence, its word with the symbol and the colour of the mark, and the detail. */
static void write_cell(FILE *file, const struct table_cell *cell)
{
    html_print(file, "<td class=\"%s%s\">", html_class(cell->mark),
               cell->text[0] && words_differ(cell->mark) ? " differs" : "");
    if (cell->fit)
        html_print(file, "<a href='#fit-%zu'>%s</a> ", cell->fit, cell->text);
    else
        html_print(file, "%s%s", cell->text, cell->text[0] ? " " : "");
    html_verdict(file, cell->mark, cell->word);
    html_print(file, "<small>%s</small></td>", cell->detail);
}

void table_write_html(FILE *file, const struct table *table, const char *class, bool marked)
{
    html_print(file, "<div class=\"scroll\"><table class=\"%s\"><thead><tr><th>%s</th>", class,
               table->corner);
    for (size_t c = 0; c < table->columns; c++)
        html_element(file, "th", table->column[c]);
    fputs("</tr></thead><tbody>\n", file);
    for (size_t r = 0; r < table->rows; r++) {
        const struct table_row *row = table->row + r;

        if (row->section) {
            html_print(file, "<tr class=\"family\"><th scope=\"rowgroup\" colspan=\"%zu\">%s</th></tr>\n",
                       table->columns + 1, row->label);
            continue;
        }
        html_print(file, "<tr><th scope=\"row\">%s", row->label);
        if (row->small[0])
            html_print(file, "<small>%s</small>", row->small);
        fputs("</th>", file);
        for (size_t c = 0; c < table->columns; c++) {
            if (marked)
                write_cell(file, row->cell + c);
            else
                html_print(file, "<td>%s</td>", row->cell[c].text);
        }
        fputs("</tr>\n", file);
    }
    fputs("</tbody></table></div>\n", file);
}
