/* A table as a fragment of LaTeX: see table.h. */
#include "reports/tables/table.h"

#include "reports/output.h"

#include <string.h>

#define latex_print(file, ...) output_print(file, output_latex, __VA_ARGS__)

/* `claimed & text`, the detail in small type below; words that differ in bold face. */
static void write_pair(FILE *file, const struct table_cell *cell)
{
    const bool differs = words_differ(cell->mark);

    latex_print(file, " & %s & \\begin{tabular}[t]{@{}l@{}}", cell->claimed);
    fputs(differs ? "\\textbf{" : "", file);
    latex_print(file, "%s%s%s", cell->text, cell->word[0] ? " " : "", cell->word);
    fputs(differs ? "}" : "", file);
    if (cell->detail[0])
        latex_print(file, " \\\\ {\\scriptsize %s}", cell->detail);
    fputs("\\end{tabular}", file);
}

/* Mathematical type is for what is made of nothing but letters, digits and operators, and is no words. */
static bool is_formal(const char *formula)
{
    static const char plain[] = "0123456789abcdefghijklmnopqrstuvwxyz+-*/(). ";
    static const char *const words[] = {"exact", "below ", "above ", "between ", "growth "};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strstr(formula, words[i]))
            return false;
    }
    return formula[strspn(formula, plain)] == '\0';
}

/* Formulas with commas between them. */
static void write_formulas(FILE *file, const char *formulas)
{
    while (formulas[0]) {
        size_t length = strcspn(formulas, ",");
        char formula[128];
        const char *around;

        snprintf(formula, sizeof formula, "%.*s", (int)length, formulas);
        around = is_formal(formula) ? "$" : "";
        fputs(around, file);
        output_latex(file, formula);
        fputs(around, file);
        formulas += length;
        length = strspn(formulas, ", ");
        fputs(length > 0 ? ", " : "", file);
        formulas += length;
    }
}

static void write_section(FILE *file, const struct table *table, size_t row)
{
    fputs(row > 0 ? "\\addlinespace\n" : "", file);
    latex_print(file, "\\emph{%s}", table->row[row].label);
    for (size_t c = 0; c < table->columns; c++) {
        fputs(" & \\multicolumn{2}{l}{", file);
        write_formulas(file, table->row[row].cell[c].text);
        fputs("}", file);
    }
    fputs(" \\\\\n", file);
}

void table_write_latex(FILE *file, const struct table *table)
{
    fputs("\\begin{tabular}{l", file);
    for (size_t c = 0; c < table->columns; c++)
        fputs("rl", file);
    fputs("}\n\\toprule\n", file);
    for (size_t c = 0; c < table->columns; c++)
        latex_print(file, " & \\multicolumn{2}{c}{%s}", table->column[c]);
    fputs(" \\\\\n", file);
    for (size_t c = 0; c < table->columns; c++)
        fprintf(file, "\\cmidrule(lr){%zu-%zu}\n", 2 * c + 2, 2 * c + 3);
    for (size_t r = 0; r < table->rows; r++) {
        if (table->row[r].section) {
            write_section(file, table, r);
            continue;
        }
        latex_print(file, "\\quad %s", table->row[r].label);
        for (size_t c = 0; c < table->columns; c++)
            write_pair(file, table->row[r].cell + c);
        fputs(" \\\\\n", file);
    }
    fputs("\\bottomrule\n\\end{tabular}\n", file);
}
