/* Results of a study: cells (one run each) and fits (one order each).
 *
 * Filled by the harness, read by the reports.  Strings are owned by whoever fills the structures; the
 * functions of reports/ only read them. */
#ifndef ASSAY_RESULTS_H
#define ASSAY_RESULTS_H

#include <stddef.h>

#include "harness/study/term.h"
#include "measures/ensemble/growth.h"

struct measured {
    const char *name; /* energy_error, invariant_error:angular-momentum, ... */
    double value;     /* not finite: nothing was measured */
    const char *text; /* all significant digits, NULL where value is not finite */
};

/* One channel of a run in equal intervals of steps: energy, an invariant, constraint, multiplier,
 * multiplier:COORDINATE (columns time, low, high, mean), state (time and the coordinates at the end of the
 * interval), poincare_1:FORM, poincare_2:FORM (time, value); loop, surface (time and the coordinates of one
 * point after the other, for one time after the other: measures/poincare/poincare_snapshots.h). */
struct cell_history {
    const char *channel;
    size_t columns, entries;
    const char *const *column; /* their names; the first is "time" */
    const double *value;       /* entries x columns */
};

struct cell {
    const char *id; /* model/initial/method/projection/step/precision */
    const char *model, *initial, *method, *projection;
    const char *step; /* exact, as given */
    double step_value;
    unsigned long steps;
    const char *precision; /* "double" or bits, and how numbers are rounded: measures/run/precision.h */
    enum cell_status status;
    const char *reason; /* NULL when completed */
    unsigned long broke_down_at;
    size_t measures;
    const struct measured *measure;
    unsigned long residual_evaluations, newton_iterations;
    double seconds; /* for timing.csv only */
    size_t histories;
    const struct cell_history *history;
};

/* What there is of the number that a claim is about. */
enum number_status {
    NUMBER_MEASURED,
    NUMBER_NOT_RUN,    /* a run that it takes has not come to its end */
    NUMBER_BROKE_DOWN, /* and the measure has no value on such a run */
    NUMBER_NONE,       /* the run was completed and left no value */
    NUMBER_NO_DIVISOR, /* the other curve's value is zero, or hidden by its floor */
    NUMBER_NOT_APPLICABLE
};

/* A measure at one step, or its quotient by that of another curve.  A run that was too short knows the number
 * as a bound only: it lies between `least` and `most`. */
struct claim_number {
    enum number_status status;
    double least, most;
    double floor;         /* of the measure itself, where it has one (row NAME:floor); else 0 */
    const char *step;     /* exact, at which it is judged; NULL: none has been run */
    const char *relative; /* the id of the other curve; NULL: no quotient */
};

struct claim_on_fit {
    const char *id; /* K1 */
    enum claim_kind kind;
    const char
        *formula; /* as written in the study: 2*s; "0" for an exact one; "1e-11", "1 and 2", "secular" */
    double value; /* its value for this method; NaN for bounds on both sides and for a growth */
    const char *source;
    bool of_model;              /* it is about the model: the same method has to fail on another one */
    double low, high;           /* the bounds of a value, infinite where there is none */
    enum growth growth;         /* of that kind */
    struct claim_number number; /* of a value or a growth */
};

/* What the same claim on other initial data or with another final time says. */
enum verdict_witness {
    VERDICT_WITNESS_NONE,
    VERDICT_WITNESS_REFUTES,
    VERDICT_WITNESS_AGREES, /* verdict_agrees */
    VERDICT_WITNESS_UNDECIDED
};

struct fit {
    const char *id; /* model/initial/method/projection/precision/measure */
    const char *model, *initial, *method, *projection, *precision, *measure;
    enum fit_status status;
    const char *refusal;     /* why the measure does not apply; NULL where it does */
    bool unordered;          /* the steps are no halvings of each other, and their errors give no order */
    double order, low, high; /* the last extrapolated slope and its interval */
    size_t points;
    const char *const *step_sizes; /* exact strings, coarsest first */
    const double *step_values;
    const double *errors;       /* NaN where there is none */
    const bool *used;           /* admitted to the window */
    const double *slopes;       /* points - 1 local slopes log2(e_i / e_{i+1}), NaN where there is none */
    const double *extrapolated; /* points - 2 extrapolated slopes */
    double floor;               /* round-off floor of the errors at the finest step; 0 when negligible */
    const double *floors;       /* of every point, with the reference's error; NULL: `floor` for all */
    double reference_error;     /* the part of the floors that more bits do not remove */
    const char *floor_origin;   /* how it was found, in half a sentence; NULL */
    long bits;                  /* of the runs; 0: double */
    /* An exact property: the measure at the largest usable step, and again with `exact_bits` more bits. */
    double exact_error, exact_repeated; /* NaN where there is none */
    unsigned exact_bits;                /* 0: it was not repeated */
    const struct claim_on_fit *claim;   /* NULL when nothing is claimed */
    /* What the comparison class says of a claim that holds: which members fail elsewhere and here, or whom
     * the model cannot tell it from; and the positive control.  A sentence each; NULL: there is none. */
    const char *control, *positive_control;
    enum verdict_witness witness; /* what other initial data say */
    size_t missing;               /* runs that have not come to their end, where these leave no verdict */
    enum verdict verdict;
    enum verdict_reason reason;
    enum verdict_next next;
};

/* One claim of the study over all its fits. */
struct claim_result {
    const char *id, *text, *source;
    const char *measured; /* counts: 57 of 65 hold, 4 are refuted, 4 are inconclusive */
    enum verdict verdict;
    const char *evidence;  /* the fits that decide it, in a line */
    const char *condition; /* under which it holds, as the source says; NULL */
};

/* What a gate expects of the claim or fit `id` (a glob); that it holds where nothing is said. */
struct expectation {
    const char *id;
    enum verdict verdict;
};

struct provenance {
    const char *version, *numerics_version, *commit, *compiler, *mpfr, *processor, *study_hash, *command;
};

struct results_table {
    const char *name, *title, *source; /* table2, ... */
    const char *model, *measure, *precision;
};

/* One picture of histories: the runs that it shows and what of them. */
struct results_panel {
    const char *title;
    enum panel_kind kind;
    const char *channel; /* "state" for an orbit, the kind for a loop or a surface */
    enum panel_draw draw;
    const char *model;
    const char *initial;                /* NULL: the first of the model */
    const char *step;                   /* NULL: the first of the runs, which is the coarsest */
    const char *projection, *precision; /* globs */
    size_t methods;
    const char *const *method; /* globs */
    size_t axes;               /* two names of coordinates for each curve of a run */
    const char *const *axis;
    bool equal; /* both axes have the same scale */
};

struct results_figure {
    const char *name, *title, *source; /* fig20 */
    const char *model;
    size_t measures;
    const char *const *measure; /* one plot each, side by side */
    const char *precision;
    size_t panels; /* 0: errors against step sizes; else histories, and of the lines above only the first */
    const struct results_panel *panel;
};

struct results {
    const char *study_path; /* what commands are given; NULL: the name */
    const char *study, *title, *source;
    bool full;                 /* of the full version of the study */
    bool refinable;            /* --refine allows more than the study does */
    unsigned long long budget; /* of the study's refinement; 0: none */
    struct provenance provenance;
    size_t cells, fits, tables, figures;
    const struct cell *cell;
    const struct fit *fit;
    const struct results_table *table;
    const struct results_figure *figure;
    size_t claims, expectations;
    const struct claim_result *claim;
    const struct expectation *expectation;
};

#endif
