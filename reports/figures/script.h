/* What the parts of a gnuplot script share: which fits are drawn, how methods look, where things stand.
 *
 * Sizes are pixels of the SVG picture, origin at the upper left. */
#ifndef ASSAY_SCRIPT_H
#define ASSAY_SCRIPT_H

#include "harness/judge/results.h"
#include "reports/figures/family.h"

#include <stdbool.h>
#include <stdio.h>

enum { SCRIPT_WIDTH = 760, SCRIPT_LEFT = 56, SCRIPT_FAMILIES = 32 };

struct script {
    FILE *file;
    const struct results *results;
    const struct results_figure *figure;
    size_t families;
    struct family family[SCRIPT_FAMILIES]; /* in the order they appear */
    double height, row_height;             /* of the picture, of the plots in it */
    double h_low, h_high;                  /* of the step axis */
};

struct script_style {
    const char *colour;
    int full, open; /* gnuplot's point types: of points of the fit, of others */
    double size;
    const char *dashes;
};

/* Whether a fit is one of the figure: its model, its precision, and the first initial data of the model. */
bool script_belongs(const struct results *results, const struct results_figure *figure,
                    const struct fit *fit);

/* The initial data that a figure shows where its model has others too, which it leaves out; else NULL. */
const char *script_shown_initial(const struct results *results, const struct results_figure *figure);

/* The next fit of a projection and a measure, from *i on, drawn or not; *i moves behind it.  NULL at the end.
 */
const struct fit *script_next_fit(const struct results *results, const struct results_figure *figure,
                                  const char *projection, const char *measure, size_t *i);

/* Whether a fit has a line: some error is positive, and the errors are not all round-off. */
bool script_is_drawn(const struct fit *fit);

/* Whether an error has a place on a logarithmic axis. */
bool script_is_positive(double error);

void script_collect_families(struct script *script);

/* The place of a method's family in script->family. */
size_t script_family(const struct script *script, const char *method);

struct script_style script_style_of(const struct script *script, const char *method);

/* Number of stages where the name ends with a number, else 1. */
size_t script_stage(const char *method);

/* A string of gnuplot between single quotes. */
void script_write_string(FILE *file, const char *text);

/* The place of the next plot, in pixels. */
void script_write_place(const struct script *script, double x0, double x1, double y0, double y1);

/* The logarithmic error axis from 10^low to 10^high, with at most about eight tics. */
void script_write_decades(const struct script *script, double low, double high, bool labelled);

/* Opens NAME.svg, NAME.png and, where gnuplot can, NAME.pdf, one after the other, in a loop that the script
 * ends with '}'. */
void script_write_terminals(const struct script *script, const char *name);

#endif
