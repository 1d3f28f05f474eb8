/* Poincare sections and events: the points at which a run crosses s(z) = 0 from below, of a section that the model
 * names, by fractions of a step of the method itself.  In double. */
#ifndef ASSAY_SECTION_H
#define ASSAY_SECTION_H

#include "measures/run/cell.h"

enum { SECTION_LEAST_POINTS = 100 };

struct section {
    size_t points, columns, values;
    double *point; /* points x columns: time, state, s and the other values of the section */
};

/* Of the cell's steps, up to the step that breaks down; section `number` of the model.  The caller destroys the result.
 * NULL with a message where the method and projection do not go together. */
struct section *section_create(const struct cell_request *request, size_t number, struct error *error);
/* NULL is allowed. */
void section_destroy(struct section *section);

/* When it is crossed, counted from 0, and the value behind s there; NaN where it is not. */
double section_time(const struct section *section, size_t crossing);
double section_value(const struct section *section, size_t crossing);
/* The correlation dimension of the points, in the space of the values behind s, between the distances that a half and
 * five of a hundred pairs do not exceed (Grassberger, Procaccia 1983): 1 of a curve, less where they
 * nearly close after a few, 2 where they fill an area.  NaN of
 * fewer than SECTION_LEAST_POINTS points. */
double section_dimension(const struct section *section);

#endif
