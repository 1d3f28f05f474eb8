/* Writing files: opening and closing with one line on failure, and text escaped for the format it goes into.
 */
#ifndef ASSAY_OUTPUT_H
#define ASSAY_OUTPUT_H

#include "harness/plan/provenance.h"
#include "numerics/error.h"

#include <stdbool.h>
#include <stdio.h>

enum { OUTPUT_PATH = 4096 };

struct output {
    FILE *file;
    char path[OUTPUT_PATH];
};

/* Creates a folder and those above it; one that exists is fine. */
bool output_make_directory(const char *path, struct error *error);

/* Opens DIRECTORY/NAME for writing; `name` is a printf format.  False with one line when it cannot be
 * written. */
bool output_open(struct output *output, struct error *error, const char *directory, const char *name, ...)
    __attribute__((format(printf, 4, 5)));

/* The same with a whole path, of at most OUTPUT_PATH characters. */
bool output_open_path(struct output *output, struct error *error, const char *path);

/* Closes the file; false when anything since output_open could not be written. */
bool output_close(struct output *output, struct error *error);

/* Text escaped for HTML and XML (content and attributes), LaTeX, GitHub Markdown, one field of a CSV row (quoted
 * where it has to be), one line, and a string of gnuplot (with its quotes).  What is not UTF-8 becomes a question
 * mark, a control character a blank.  NULL writes nothing. */
void output_html(FILE *file, const char *text);
void output_latex(FILE *file, const char *text);
void output_markdown(FILE *file, const char *text);
void output_csv(FILE *file, const char *text);
void output_line(FILE *file, const char *text);
void output_gnuplot(FILE *file, const char *text);

/* As fprintf does, with every text (%s, without a width or a precision) escaped by one of these functions. */
void output_print(FILE *file, void escape(FILE *file, const char *text), const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
