/* Elements of an HTML page.
 *
 * A verdict is a symbol, a word and a colour: the word is always there, the symbol and the colour repeat it. */
#include "reports/page/html.h"

#include "harness/plan/provenance.h"
#include "style.h"

void html_style(FILE *file)
{
    for (size_t i = 0; i < sizeof style / sizeof *style; i++)
        fprintf(file, "%s\n", style[i]);
}

void html_begin(FILE *file, const char *title)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
          file);
    html_element(file, "title", title);
    fputs("<style>", file);
    html_style(file);
    fputs("</style></head><body>\n", file);
}

void html_heading(FILE *file, const char *id, const char *text)
{
    html_print(file, "<h2 id=\"%s\">%s</h2>\n", id, text);
}

void html_element(FILE *file, const char *tag, const char *text)
{
    html_print(file, "<%s>%s</%s>\n", tag, text, tag);
}

void html_provenance(FILE *file, const char *term, const char *value, const struct provenance *provenance)
{
    html_print(file, "<dl>\n<dt>%s</dt><dd>%s</dd>\n", term, value);
    for (size_t i = 0; i < PROVENANCE_PARTS; i++) {
        const struct provenance_part part = provenance_part(provenance, i);

        html_print(file, "<dt>%s</dt><dd>%s</dd>\n", part.label, part.value);
    }
    fputs("</dl>\n", file);
}

void html_controls(FILE *file, const struct fit *fit)
{
    char control[WORDS_SENTENCE], positive[WORDS_SENTENCE];
    const struct {
        const char *label, *text;
    } controls[] = {{"Control", words_control(fit, control, sizeof control)},
                    {"Positive control", words_positive(fit, positive, sizeof positive)}};

    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        if (controls[i].text)
            html_print(file, "<div class=\"note\">%s: %s</div>", controls[i].label, controls[i].text);
    }
}

static const struct {
    const char *class, *symbol;
} looks[WORDS_MARKS] = {
    [WORDS_NONE] = {"idle", ""},        [WORDS_AGREES] = {"holds", "✓"},
    [WORDS_ABOVE] = {"refuted", "▲"},   [WORDS_BELOW] = {"refuted", "▼"},
    [WORDS_HOLDS] = {"holds", "✓"},     [WORDS_HOLDS_TO_ROUND_OFF] = {"holds", "≈"},
    [WORDS_REFUTED] = {"refuted", "✗"}, [WORDS_INCONCLUSIVE] = {"inconclusive", "?"},
    [WORDS_VACUOUS] = {"vacuous", "∅"}, [WORDS_NOT_APPLICABLE] = {"idle", "–"},
};

const char *html_class(enum words_mark mark)
{
    return looks[mark].class;
}

void html_verdict(FILE *file, enum words_mark mark, const char *word)
{
    if (!word || !word[0])
        return;
    html_print(file, "<span class=\"verdict %s\">", looks[mark].class);
    if (looks[mark].symbol[0])
        html_print(file, "<span class=\"symbol\" aria-hidden=\"true\">%s</span> ", looks[mark].symbol);
    html_print(file, "%s</span>", word);
}
