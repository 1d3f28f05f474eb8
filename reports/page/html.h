/* Elements of an HTML page that several of its sections share. */
#ifndef ASSAY_HTML_H
#define ASSAY_HTML_H

#include "reports/output.h"
#include "reports/words.h"

#include <stdio.h>

/* The look of all pages. */
void html_style(FILE *file);

/* The beginning of a page, up to its body. */
void html_begin(FILE *file, const char *title);

/* As fprintf does, with every text escaped. */
#define html_print(file, ...) output_print(file, output_html, __VA_ARGS__)

/* <h2 id="ID">TEXT</h2> */
void html_heading(FILE *file, const char *id, const char *text);

/* <TAG>text, escaped</TAG> */
void html_element(FILE *file, const char *tag, const char *text);

/* What a page was made from: a term of one's own, then what the program knows of itself. */
void html_provenance(FILE *file, const char *term, const char *value, const struct provenance *provenance);

/* The class of a mark, for the style sheet: "holds", "refuted", ... */
const char *html_class(enum words_mark mark);

/* `word` with the symbol and the colour of its mark; nothing for an empty word. */
void html_verdict(FILE *file, enum words_mark mark, const char *word);

/* What the controls say of a fit, a line each; nothing where there are none. */
void html_controls(FILE *file, const struct fit *fit);

#endif
