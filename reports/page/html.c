/* Elements of an HTML page.
 *
 * A verdict is a symbol, a word and a colour: the word is always there, the symbol and the colour repeat it.
 * The colours are in style.c. */
#include "reports/page/html.h"

#include "reports/output.h"
#include "reports/figures/style.h"

void html_begin(FILE *file, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
          file);
    html_element(file, "title", title);
    fputs("<style>", file);
    style_write(file);
    fputs("</style>", file);
}

void html_heading(FILE *file, const char *id, const char *text)
{
    fprintf(file, "<h2 id=\"%s\">", id);
    output_html(file, text);
    fputs("</h2>\n", file);
}

void html_element(FILE *file, const char *tag, const char *text)
{
    fprintf(file, "<%s>", tag);
    output_html(file, text);
    fprintf(file, "</%s>\n", tag);
}

void html_controls(FILE *file, const struct fit *fit)
{
    const struct {
        const char *label, *text;
    } controls[] = {{"Control", fit->control}, {"Positive control", fit->positive_control}};

    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        if (!controls[i].text)
            continue;
        fprintf(file, "<div class=\"note\">%s: ", controls[i].label);
        output_html(file, controls[i].text);
        fputs("</div>", file);
    }
}

void html_labelled(FILE *file, const char *label, const char *text)
{
    fprintf(file, "<td data-label=\"%s\">", label);
    output_html(file, text);
    fputs("</td>", file);
}

static const struct {
    const char *class, *symbol;
} looks[WORDS_MARKS] = {
    [WORDS_NONE] = {"idle", ""},
    [WORDS_AGREES] = {"holds", "✓"},
    [WORDS_ABOVE] = {"refuted", "▲"},
    [WORDS_BELOW] = {"refuted", "▼"},
    [WORDS_HOLDS] = {"holds", "✓"},
    [WORDS_REFUTED] = {"refuted", "✗"},
    [WORDS_INCONCLUSIVE] = {"inconclusive", "?"},
    [WORDS_VACUOUS] = {"vacuous", "∅"},
    [WORDS_NOT_APPLICABLE] = {"idle", "–"},
};

const char *html_class(enum words_mark mark)
{
    return looks[mark].class;
}

void html_verdict(FILE *file, enum words_mark mark, const char *word)
{
    if (!word || !word[0])
        return;
    fprintf(file, "<span class=\"verdict %s\">", looks[mark].class);
    if (looks[mark].symbol[0])
        fprintf(file, "<span class=\"symbol\" aria-hidden=\"true\">%s</span> ", looks[mark].symbol);
    output_html(file, word);
    fputs("</span>", file);
}
