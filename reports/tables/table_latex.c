/* A table as a fragment of LaTeX, for \input into a document that loads booktabs.
 *
 * Two columns for every projection: the order claimed, and a small table of the order measured, its verdict
 * and its interval.  Five projections are wider than a page of A4: the comment at the head of the file says
 * how to fit it. */
#include "reports/output.h"
#include "reports/tables/table_writing.h"

#include <string.h>

/* `claimed & measured`, the interval in small type below the order; words that differ in bold face. */
static void latex_entry(const struct table_writing *w, size_t row, size_t column)
{
    struct words_entry entry = table_writing_entry(w, row, column);
    bool differs = words_differ(entry.mark);

    fputs(" & ", w->file);
    output_latex(w->file, entry.claimed);
    fputs(differs ? " & \\begin{tabular}[t]{@{}l@{}}\\textbf{" : " & \\begin{tabular}[t]{@{}l@{}}", w->file);
    output_latex(w->file, entry.measured);
    fputs(entry.word[0] ? " " : "", w->file);
    output_latex(w->file, entry.word);
    fputs(differs ? "}" : "", w->file);
    if (entry.detail[0]) {
        fputs(" \\\\ {\\scriptsize ", w->file);
        output_latex(w->file, entry.detail);
        fputs("}", w->file);
    }
    fputs("\\end{tabular}", w->file);
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
static void latex_formulas(FILE *file, const char *formulas)
{
    while (formulas[0]) {
        size_t length = strcspn(formulas, ",");
        char formula[128];
        bool formal;

        snprintf(formula, sizeof formula, "%.*s", (int)length, formulas);
        formal = is_formal(formula);
        fputs(formal ? "$" : "", file);
        output_latex(file, formula);
        fputs(formal ? "$" : "", file);
        formulas += length;
        length = strspn(formulas, ", ");
        fputs(length > 0 ? ", " : "", file);
        formulas += length;
    }
}

static void latex_family(const struct table_writing *w, size_t row)
{
    char text[256];

    fputs(row > 0 ? "\\addlinespace\n\\emph{" : "\\emph{", w->file);
    output_latex(w->file, family_title(w->grid->row[row].family, text, sizeof text));
    fputs("}", w->file);
    for (size_t c = 0; c < w->grid->columns; c++) {
        fputs(" & \\multicolumn{2}{l}{", w->file);
        latex_formulas(w->file, table_grid_formulas(w->grid, row, c, text, sizeof text));
        fputs("}", w->file);
    }
    fputs(" \\\\\n", w->file);
}

static void latex_head(const struct table_writing *w)
{
    fprintf(w->file,
            "%% Needs \\usepackage{booktabs}; with graphicx \\resizebox{\\textwidth}{!}{\\input{%s}} fits a "
            "page.\n"
            "\\begin{tabular}{l",
            w->table->name);
    for (size_t c = 0; c < w->grid->columns; c++)
        fputs("rl", w->file);
    fputs("}\n\\toprule\n", w->file);
    for (size_t c = 0; c < w->grid->columns; c++) {
        fputs(" & \\multicolumn{2}{c}{", w->file);
        output_latex(w->file, w->grid->column[c]);
        fputs("}", w->file);
    }
    fputs(" \\\\\n", w->file);
    for (size_t c = 0; c < w->grid->columns; c++)
        fprintf(w->file, "\\cmidrule(lr){%zu-%zu}\n", 2 * c + 2, 2 * c + 3);
}

void table_latex_write(const struct table_writing *w)
{
    char text[256];

    output_provenance(w->file, "%", &w->results->provenance);
    fputs("% ", w->file);
    output_line(w->file, w->table->title);
    fprintf(w->file, "\n%% %s\n", table_writing_counts(w, text, sizeof text));
    latex_head(w);
    for (size_t row = 0; row < w->grid->rows; row++) {
        if (w->grid->row[row].opens_family)
            latex_family(w, row);
        fputs("\\quad ", w->file);
        output_latex(w->file, table_grid_label(w->grid, row, text, sizeof text));
        for (size_t c = 0; c < w->grid->columns; c++)
            latex_entry(w, row, c);
        fputs(" \\\\\n", w->file);
    }
    fputs("\\bottomrule\n\\end{tabular}\n", w->file);
}
