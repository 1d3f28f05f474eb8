/* The result of a cell: what its run leaves behind, as numbers that know which measure they are. */
#ifndef ASSAY_RESULT_H
#define ASSAY_RESULT_H

#include <stdint.h>

#include "measures/measure.h"
#include "measures/run/cell.h"
#include "reference/reference.h"

struct result_value {
    struct measure_id id;
    double value; /* NaN: nothing was measured */
    char *text;   /* all digits; NULL where there is no value */
};

enum result_course {
    RESULT_CHANNEL,    /* of a channel in equal intervals of steps: time, low, high, mean */
    RESULT_MULTIPLIER, /* the same of a component of the multiplier, with its sign */
    RESULT_STATE,      /* time and the coordinates at the end of each interval */
    RESULT_SPECTRUM,   /* parasitic multipliers: re, im */
    RESULT_INTEGRAL_1, /* of a form over a loop: time, I/I(0) - 1 */
    RESULT_INTEGRAL_2, /* over a surface */
    RESULT_LOOP, /* time and the coordinates of one point after the other, for one time after the other */
    RESULT_SURFACE,
    RESULT_LOCAL,   /* the coefficients of an expansion, of a channel: struct run_term */
    RESULT_SECTION, /* time and the coordinates where a run crosses a section; the channel is its number */
    RESULT_COURSES
};

struct result_history {
    enum result_course course;
    int channel; /* a channel, a coordinate or a form; else 0 */
    size_t columns, entries;
    double *number; /* entries x columns */
};

struct result {
    bool done; /* false: the cell was not run, or its worker crashed (then crashed) or too slow (late) */
    bool crashed, late;
    bool completed;
    unsigned long broke_down_at;
    enum newton_status newton; /* why it broke down */
    unsigned long residual_evaluations, newton_iterations;
    double evaluations; /* struct newton_counts */
    double worst_stall, seconds;
    int width; /* bits of struct stepper_width */
    size_t values, histories;
    struct result_value *value;
    struct result_history *history;
};

/* What a study says of long runs, ensembles, loops and surfaces. */
struct result_settings {
    size_t history;       /* intervals that it wants to see; 0: what the measures need */
    size_t ensemble;      /* trajectories; 1: growth is that of the run itself, as in mpfr */
    char *loop, *surface; /* names in the model; NULL: its default */
    size_t points, side;  /* of a loop; along a side of a surface */
};

struct result_request {
    struct cell_request cell;
    size_t measures; /* wanted; those that the problem does not have are passed over */
    const struct measure_id *measure;
    const struct reference *reference; /* NULL: none of them takes it */
    const double *scale;               /* of the observables */
    const struct result_settings *settings;
    size_t intervals;    /* of the history of the run; 0: none is kept */
    uint64_t everywhere; /* bit i: measure i is asked at other states, too (measures/run/step_starts.h) */
    bool further;        /* only the measures that an earlier run of the cell did not take */
};

/* Runs the cell and measures it, into an empty result, `seconds` apart; false where it cannot be run. */
bool result_measure(struct result *result, const struct result_request *request);

/* A part of it, in result_integral.c: the integral invariants over the loop (order 1) or the surface (2). */
void result_add_integral(struct result *result, const struct result_request *request, int order);

/* What a foreign method outputs, in result_outputs.c. */
struct result_outputs;

/* For a run of the cell; NULL where its method is ours, which outputs q after each step and nothing else. */
struct result_outputs *result_outputs_create(const struct cell_request *request);
/* NULL is allowed. */
void result_outputs_destroy(struct result_outputs *outputs);
/* The request with this as its observer; that itself of NULL. */
struct cell_request result_outputs_attach(struct result_outputs *outputs, const struct cell_request *request);

/* Raises the error of the first d coordinates of the last state of the completed run of the request to that of all outputs,
 * weighed alike: those that were attached (NULL: none), and a p of its own. */
void result_outputs_raise(mpfr_ptr error, const struct result_outputs *outputs,
                          const struct cell_request *request, const struct trajectory *trajectory,
                          const struct reference *reference, mpfr_t *initial, size_t d);

/* Empties the result. */
void result_clear(struct result *result);

/* Adds a value, or what is left of it where it is not finite: nothing was measured.  `bits` of the run. */
void result_add(struct result *result, struct measure_id id, mpfr_srcptr value, long bits);
void result_add_double(struct result *result, struct measure_id id, double value);
/* Adds a value as it was written; the text is copied. */
void result_add_text(struct result *result, struct measure_id id, double value, const char *text);
/* The numbers of a further history, zero, for the caller to fill in; valid until the next one is added. */
double *result_add_history(struct result *result, enum result_course course, int channel, size_t entries,
                           size_t columns);

/* The value of the measure, or NULL. */
const struct result_value *result_find(const struct result *result, struct measure_id id);

/* Whether measure i of the request is asked for at other states, and the result does not have it there. */
bool result_lacks_elsewhere(const struct result *result, const struct result_request *request, size_t i);

/* The channel of a history as figures ask for it: energy, multiplier:NAME, poincare_1:corrected, loop,
 * ...; returns the buffer. */
const char *result_channel(const struct result_history *history, const struct problem *problem,
                           char text[MEASURE_TEXT]);
/* The name of its column k. */
const char *result_column(const struct result_history *history, const struct problem *problem, size_t k);
/* Whether the model has that component of the multiplier: "multiplier:NAME", by problem_multiplier_name. */
bool result_is_component(const struct problem *problem, const char *channel);

#endif
