/* Text escaped for LaTeX.
 *
 * What stands in a name must not keep a document from compiling.  Characters with a meaning are escaped.  Of
 * the others, LaTeX with no packages but booktabs and with its usual font encoding (OT1) knows ASCII and the
 * accented letters of Latin-1 and Latin Extended-A; Greek letters and a few signs are set in mathematical
 * type, letters that OT1 has no glyph for lose their mark, and all else becomes a question mark. */
#include "reports/output.h"

#include <string.h>

static const struct {
    const char *from, *to;
} replacements[] = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
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
    {"α", "$\\alpha$"},
    {"β", "$\\beta$"},
    {"γ", "$\\gamma$"},
    {"δ", "$\\delta$"},
    {"ε", "$\\varepsilon$"},
    {"ζ", "$\\zeta$"},
    {"η", "$\\eta$"},
    {"θ", "$\\theta$"},
    {"ι", "$\\iota$"},
    {"κ", "$\\kappa$"},
    {"μ", "$\\mu$"},
    {"ν", "$\\nu$"},
    {"ξ", "$\\xi$"},
    {"π", "$\\pi$"},
    {"ρ", "$\\rho$"},
    {"σ", "$\\sigma$"},
    {"τ", "$\\tau$"},
    {"υ", "$\\upsilon$"},
    {"φ", "$\\varphi$"},
    {"χ", "$\\chi$"},
    {"ψ", "$\\psi$"},
    {"ω", "$\\omega$"},
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
    {"λ", "$\\lambda$"},
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
    {"Ð", "D"},
    {"ð", "d"},
    {"Þ", "Th"},
    {"þ", "th"},
    {"Ą", "A"},
    {"ą", "a"},
    {"Đ", "D"},
    {"đ", "d"},
    {"Ę", "E"},
    {"ę", "e"},
    {"Ħ", "H"},
    {"ħ", "h"},
    {"Į", "I"},
    {"į", "i"},
    {"ĸ", "k"},
    {"Ŀ", "L"},
    {"ŀ", "l"},
    {"ŉ", "'n"},
    {"Ŋ", "N"},
    {"ŋ", "n"},
    {"Ŧ", "T"},
    {"ŧ", "t"},
    {"Ų", "U"},
    {"ų", "u"},
    {"ſ", "s"},
};

enum { ROWS = sizeof replacements / sizeof *replacements };

/* Number of bytes of the character at `text`, 0 where it is no UTF-8. */
static size_t count_bytes(const char *text)
{
    const unsigned char lead = (unsigned char)*text;
    const size_t length = lead < 0x80   ? 1
                          : lead < 0xc2 ? 0
                          : lead < 0xe0 ? 2
                          : lead < 0xf0 ? 3
                          : lead < 0xf5 ? 4
                                        : 0;

    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
    }
    return length;
}

/* ASCII that prints, and U+00A1 to U+017F, which are the two bytes C2 A1 to C5 BF. */
static bool is_known(const char *text, size_t length)
{
    const unsigned char lead = (unsigned char)*text;

    if (length == 1)
        return lead >= ' ' && lead < 0x7f;
    return length == 2 && (lead > 0xc2 ? lead <= 0xc5 : (unsigned char)text[1] > 0xa0);
}

void output_latex(FILE *file, const char *text)
{
    for (const char *c = text; c && *c;) {
        size_t row = 0, length = count_bytes(c);

        while (row < ROWS && strncmp(c, replacements[row].from, strlen(replacements[row].from)) != 0)
            row++;
        if (row < ROWS)
            fputs(replacements[row].to, file);
        else if (is_known(c, length))
            fwrite(c, 1, length, file);
        else
            fputc((unsigned char)*c <= ' ' ? ' ' : '?', file);
        c += length > 0 ? length : 1;
    }
}
