/* The panels of a figure: which fits or runs they show, what of them, and where their points are.
 *
 * A figure of convergence has a letter for each projection and, under it, a panel for each measure: errors against
 * step sizes.  A figure of histories has a letter for each panel that the study describes.  Where there can be no second
 * letter, none is written. */
#ifndef ASSAY_PANELS_H
#define ASSAY_PANELS_H

#include "harness/judge/results.h"

#include <stdbool.h>
#include <stddef.h>

enum panels_look {
    PANELS_ERRORS,    /* against the step size, both logarithmic */
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

enum { PANELS_TENTHS = 10 };

struct panels_point {
    double x, y;      /* not finite: it has no place */
    double low, high; /* of an interval, of a tenth its maximum; where there is a band */
    bool used;        /* by the fit */
};

/* One curve: a fit, or a run, of an orbit with two of its coordinates, of a loop or a surface also at one time. */
struct panels_curve {
    const struct fit *fit;              /* NULL: a run */
    const struct cell *cell;            /* NULL: a fit */
    const struct cell_history *history; /* NULL: the run kept nothing of the channel */
    const char *axis[2];                /* of what is drawn in the plane */
    double time;                        /* of a loop or a surface */
    bool has_band;
    size_t points; /* 0: nothing is drawn */
    struct panels_point *point;
    char label[256]; /* what tells it from the others of the panel */
};

struct panels_panel {
    size_t letter;
    enum panels_look look;
    const struct study_panel *asked;          /* of histories */
    const char *projection, *measure, *title; /* of errors: the first two */
    size_t curves;
    struct panels_curve *curve; /* in the order of the results */
};

struct panels {
    const struct results *results;
    const struct study_figure *figure;
    size_t letters;
    bool alone; /* of one projection, or of one panel that the study describes: no letter is written */
    size_t panels;
    struct panels_panel *panel; /* all that the figure has, letter by letter, some of them without curves */
    const char *initial;        /* which errors show, where their model has other data too; else NULL */
};

/* The caller owns the result; results and figure are borrowed. */
struct panels *panels_create(const struct results *results, const struct study_figure *figure);
void panels_destroy(struct panels *panels);

/* Whether a figure of errors, of these results, has the fit among its model, precision and measures; of those behind the
 * fits of the study, its methods beside. */
bool panels_draw(const struct results *results, const struct study_figure *figure, const struct fit *fit);

/* Whether two coordinates are drawn: of orbits, loops and surfaces. */
bool panels_in_plane(enum panels_look look);
/* Whether that is a loop or a surface, of which a panel has a curve for each time. */
bool panels_at_times(enum panels_look look);

bool panels_broke_down(const struct panels_curve *curve);
/* How long the run behind the curve would be. */
double panels_duration(const struct panels_curve *curve);

/* The parts of panels_create: adds a copy of the curve, whose points it owns then; adds the curves of a run. */
struct panels_curve *panels_add_curve(struct panels_panel *panel, const struct panels_curve *curve);
void panels_add_run(struct panels_panel *panel, const struct cell *cell);

/* The value where it has a place on a logarithmic axis, else NaN. */
double panels_positive(double value);

/* What is drawn of the channel of runs of the system, for an axis and for a caption: "energy error".  Returns the buffer. */
const char *panels_channel(const char *channel, const struct system *system, char *buffer, size_t size);

/* "breaks down at step 17", "does not apply", ...; empty for a run that completed and has a history.  Returns
 * the buffer. */
const char *panels_end(const struct panels_curve *curve, char *buffer, size_t size);

#endif
