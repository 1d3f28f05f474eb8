/* Text escaped for LaTeX.
 *
 * What stands in a name must not keep a document from compiling.  Characters with a meaning are escaped.  Of
 * the others, LaTeX with no packages but booktabs and with its usual font encoding (OT1) knows ASCII and the
 * accented letters of Latin-1 and Latin Extended-A; Greek letters and a few signs are set in mathematical
 * type, letters that OT1 has no glyph for lose their mark, and all else becomes a question mark. */
#include "reports/output.h"

#include "numerics/text.h"

#include <string.h>

static const struct {
    const char *from, *to;
} replacements[] = {
    {"\\", "\\textbackslash{}"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"\"", "''"},
    {"`", "\\textasciigrave{}"},
    {"–", "--"},
    {"—", "---"},
    {"−", "$-$"},
    {"√", "$\\surd$"},
    {"’", "'"},
    {"‘", "`"},
    {"“", "``"},
    {"”", "''"},
    {"…", "\\dots{}"},
    {"Γ", "$\\Gamma$"},
    {"Δ", "$\\Delta$"},
    {"Θ", "$\\Theta$"},
    {"Λ", "$\\Lambda$"},
    {"Ξ", "$\\Xi$"},
    {"Π", "$\\Pi$"},
    {"Σ", "$\\Sigma$"},
    {"Φ", "$\\Phi$"},
    {"Ψ", "$\\Psi$"},
    {"Ω", "$\\Omega$"},
    {"≥", "$\\ge$"},
    {"≤", "$\\le$"},
    {"≈", "$\\approx$"},
    {"≠", "$\\ne$"},
    {"→", "$\\to$"},
    {"∞", "$\\infty$"},
    {"∂", "$\\partial$"},
    {"×", "$\\times$"},
    {"·", "$\\cdot$"},
    {"±", "$\\pm$"},
    {"ℓ", "$\\ell$"},
    {"«", "$\\ll$"},
    {"»", "$\\gg$"},
    {"Þ", "Th"},
    {"þ", "th"},
    {"ŉ", "'n"},
};

/* From U+03B1 on; NULL where it looks like a Latin letter, or is not there. */
static const char *const greek[] = {"alpha",  "beta", "gamma", "delta",  "varepsilon", "zeta", "eta",
                                    "theta",  "iota", "kappa", "lambda", "mu",         "nu",   "xi",
                                    NULL,     "pi",   "rho",   NULL,     "sigma",      "tau",  "upsilon",
                                    "varphi", "chi",  "psi",   "omega"};

/* Letters without a glyph, each followed by the one that stands for it. */
static const char unmarked[] = "ÐDðdĄAąaĐDđdĘEęeĦHħhĮIįiĸkĿLŀlŊNŋnŦTŧtŲUųuſs";

enum {
    ROWS = sizeof replacements / sizeof *replacements,
    ALPHA = 0x3b1,
    GREEK = sizeof greek / sizeof *greek
};

/* The Latin letter that stands for the one at `text`, of two bytes; 0 where none does. */
static char unmark(const char *text, size_t length)
{
    for (const char *c = unmarked; length == 2 && *c; c += 3) {
        if (memcmp(c, text, 2) == 0)
            return c[2];
    }
    return 0;
}

/* ASCII that prints, and what has a glyph between U+00A1 and U+017F. */
static bool is_known(uint32_t number)
{
    return (number >= ' ' && number < 0x7f) || (number > 0xa0 && number < 0x180);
}

void output_latex(FILE *file, const char *text)
{
    uint32_t number;

    for (const char *c = text; c && *c;) {
        size_t row = 0, length = text_character(c, &number);

        while (row < ROWS && strncmp(c, replacements[row].from, strlen(replacements[row].from)) != 0)
            row++;
        if (strchr("{}$&#%_", *c))
            fprintf(file, "\\%c", *c);
        else if (row < ROWS)
            fputs(replacements[row].to, file);
        else if (length > 0 && number - ALPHA < GREEK && greek[number - ALPHA])
            fprintf(file, "$\\%s$", greek[number - ALPHA]);
        else if (unmark(c, length))
            fputc(unmark(c, length), file);
        else if (length > 0 && is_known(number))
            fwrite(c, 1, length, file);
        else
            fputc((unsigned char)*c <= ' ' ? ' ' : '?', file);
        c += length > 0 ? length : 1;
    }
}
