/* The panels of a figure of histories: which runs they show, what of them, and under which names. */
#ifndef ASSAY_PANELS_H
#define ASSAY_PANELS_H

#include "harness/judge/results.h"

#include <stdbool.h>
#include <stddef.h>

enum panels_look {
    PANELS_MAGNITUDE, /* the largest |value| of each interval, logarithmic */
    PANELS_SIGNED,    /* low, high and mean of each interval, linear; of a channel with one value this */
    PANELS_MEANS,
    PANELS_MAXIMA, /* of tenths of the run */
    PANELS_POINTS, /* orbits */
    PANELS_LINES,
    PANELS_LOOP, /* loops and surfaces at some times of the run, */
    PANELS_LOOP_START,
    PANELS_SURFACE,
    PANELS_SURFACE_START /* or of its first tenth */
};

/* One curve: a run, of an orbit with two of its coordinates, of a loop or a surface also at one time. */
struct panels_curve {
    const struct cell *cell;
    const struct cell_history *history; /* NULL: the run kept nothing of the channel */
    const char *axis[2];                /* of what is drawn in the plane */
    size_t begin, entries;              /* those of the history that are drawn */
    size_t first, second, third;        /* columns: low, high, mean; or value; or the coordinates */
    bool has_band;                      /* low, high, mean */
    size_t style;                       /* the same for curves of the same name in all panels of the figure */
    char label[256];                    /* what tells it from the others of the panel */
};

struct panels_panel {
    const struct results_panel *asked;
    enum panels_look look;
    char letter;
    size_t curves;
    struct panels_curve *curve; /* in the order of the results */
};

struct panels {
    const struct results *results;
    const struct results_figure *figure;
    size_t panels;
    struct panels_panel *panel; /* all that the figure has, some of them without curves */
};

/* The caller owns the result; results and figure are borrowed. */
struct panels *panels_create(const struct results *results, const struct results_figure *figure);
void panels_destroy(struct panels *panels);

/* Whether two coordinates are drawn: of orbits, loops and surfaces. */
bool panels_in_plane(enum panels_look look);
/* Whether that is a loop or a surface, of which a panel has a curve for each time. */
bool panels_at_times(enum panels_look look);

/* The time of the first entry of the curve, which has a history. */
double panels_time(const struct panels_curve *curve);

/* Whether any curve of the panel has a history with entries. */
bool panels_has_data(const struct panels_panel *panel);

/* What is drawn of the channel, for an axis and for a caption: "energy error".  Returns the buffer. */
const char *panels_channel(const char *channel, char *buffer, size_t size);

/* "breaks down at step 17", "does not apply", ...; empty for a run that completed and has a history.  Returns
 * the buffer. */
const char *panels_end(const struct panels_curve *curve, char *buffer, size_t size);

#endif
