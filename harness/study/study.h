/* Studies: what a study file says. */
#ifndef ASSAY_STUDY_H
#define ASSAY_STUDY_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/study/term.h"
#include "measures/ensemble/growth.h"
#include "measures/result.h"
#include "numerics/error.h"

enum {
    STUDY_MOST_REFINEMENT = 8,
    STUDY_MOST_PANELS = 26,
    STUDY_MOST_NAME = 100
}; /* halvings beyond those of the study; each has a letter; letters of the name of a table or a figure */

enum {
    STUDY_SETTINGS_INTERVALS = 100, /* of a history that a measure needs and nobody asks for */
    STUDY_SETTINGS_ENSEMBLE = 64,
    STUDY_SETTINGS_POINTS = 64,
    STUDY_SETTINGS_SIDE = 17
};

/* Strings owned by the study. */
struct study_strings {
    size_t count;
    char **text;
};

/* The word for steps, times and precisions that are found for each problem: default_steps.h. */
#define STUDY_AUTOMATIC "automatic"
/* The word for everything there is: initial data, projections, measures. */
#define STUDY_ALL "all"

struct study_steps {
    char *model;               /* or MODEL/INITIAL; NULL: for every model that has none of its own */
    size_t automatic;          /* how many halvings of the default step, itself included; 0: those below */
    unsigned doublings;        /* of the default step, before them */
    bool each;                 /* they are no halvings of each other, and give no order */
    struct study_strings step; /* exact, coarsest first */
};

/* Values that a parameter takes, beside its own. */
struct study_axis {
    char *parameter;
    struct study_strings values; /* exact */
};

/* exec { cmd = ..., depends = { ... }, knobs = { NAME = { value, ... } } }: a program that provides methods, the files that
 * it is made of, and the values that take the place of {NAME} in its command. */
struct study_program {
    char *command;
    struct study_strings depends;
    size_t knobs;
    struct study_axis *knob;
};

/* What programs and shared objects have said of their methods, where they are not to be asked again. */
struct study_said {
    char *(*find)(void *context, const char *key); /* the caller frees it; NULL: it is not known */
    void *context;
};

/* Another curve, which differs in what is not NULL. */
struct study_relative {
    char *method, *projection, *precision;
};

struct study_claim {
    char *id, *text, *source;
    char *model;                   /* NULL: any */
    struct study_strings initials; /* names or globs; none: all data of the study */
    struct study_strings methods;  /* globs */
    char *projection;              /* glob */
    char *precision;               /* glob; NULL: those that the kind is judged in (judge.h) */
    char *measure;
    enum claim_kind kind;
    char *formula;    /* an order, in terms of the number of stages s; the bounds or the growth as claimed */
    double low, high; /* the bounds of a value, infinite where there is none */
    enum growth growth;             /* of that kind */
    char *step;                     /* exact; NULL: the largest of the curve */
    struct study_relative relative; /* what a value is divided by */
    char *condition;                /* under which it holds; NULL */
    unsigned long length;           /* steps of the run that the number is about; 0: those of the study */
    bool of_model;                  /* it is about the model, not about the methods */
    bool own;   /* no paper says it: it is shown beside the claim of the paper, and does not decide that */
    bool sharp; /* the bounds of a value are meant as they are, without a margin */
    bool of_family; /* family_claims.c made it; where nothing of the study is about it, it is passed over */
    bool whole;     /* a gate asks for its verdict, not for those of its fits */
    bool constant_form; /* it is about models without constraints that have a constant form */
    double exceptions;  /* the share of its fits that may be refuted where it says "almost all" */
};

struct study_table {
    char *name, *title, *source, *model, *measure, *precision;
};

/* One picture of histories; what a panel leaves out is that of its figure. */
struct study_panel {
    char *title, *channel, *model, *initial, *step; /* NULL: not said */
    char *projection, *precision;                   /* globs */
    struct study_strings methods;                   /* globs */
    struct study_strings axes;                      /* coordinates, two for each curve */
    enum panel_kind kind;
    enum panel_draw draw;
    bool free, equal; /* the scales of the two axes; neither: not said */
    bool joined;      /* it has the letter of the panel before */
};

struct study_figure {
    char *name, *title, *source;
    char *model, *precision;       /* those of `shared`, where there are no panels */
    struct study_strings measures; /* none where there are panels */
    bool against_work;             /* errors against evaluations, with those of: */
    struct study_strings beside;   /* methods that the study need not have */
    size_t panels;
    struct study_panel *panel;
    struct study_panel shared; /* what the figure says of all its panels */
};

/* A text about a model. */
struct study_note {
    char *model, *text;
};

/* Orders that hold on a model are measured again, with its steps and its time times a factor and from some initial
 * data; NULL: its first. */
struct study_confirmation {
    char *model, *initial, *factor; /* exact, positive */
};

/* What a gate expects of a claim, or of the fits that `id` names. */
struct study_expectation {
    char *id;
    enum verdict verdict;
    char *issue; /* where a failure that is known is reported; NULL */
};

/* What is known of a claim beside its runs; an audit writes it. */
struct study_finding {
    char *claim;
    char *text, *source; /* of a claim that nothing else of the study makes; else NULL */
    char *evidence;      /* what is known, in words */
    unsigned of; /* what the runs have to come to, bits 1 << enum verdict; 0: it counts whatever they do */
    enum verdict verdict; /* in the place of theirs; VERDICT_NONE: theirs stays */
    char *method;         /* that has in double alone */
    long trees; /* this order by rooted trees (measures/step/tree_order.c); 0: nothing is said of them */
};

/* What the page says beside the runs, as it is; an audit writes it. */
struct study_section {
    char *title, *text;
};

/* A further run of every pair: one in double, of so many steps of h0, for measures that take long or many trajectories.  Its
 * data are called after it, default[long]. */
struct study_part {
    char *name;
    unsigned long steps;
    struct study_strings measures;
};

struct study {
    struct memory_kept *kept; /* of all that stands below */
    char *name, *path, *folder, *text, *title, *source;
    char *audit; /* a JSON object: what an audit knew before its runs, which it writes; NULL: this is none */
    struct study_strings models, initials, methods, projections, precisions, measures; /* as written */
    size_t step_sets, axes, witnesses, reasons, programs;
    struct study_program *program;
    const struct study_said *said; /* borrowed; NULL: programs are started, and shared objects loaded */
    struct study_strings needs;    /* programs of other projects, without which it is not run */
    struct study_steps *steps;
    struct study_axis *axis;
    char *until;                     /* the final time, or: */
    unsigned long until_steps;       /* as many of the first step; 0: `until` */
    struct result_settings settings; /* study_settings.h */
    bool matrix;                     /* its page is a matrix of models and pairs (reports/suite/suite.h) */
    bool family_claims;              /* what families claim of themselves is claimed, too */
    bool has_full;                   /* there is a full version */
    bool in_full;                    /* --full was given and the study has a full version: this is it */
    size_t refine;                   /* further halvings for curves whose slopes have not settled */
    unsigned long long budget;       /* residual evaluations that refinement may cost; 0: none said */
    struct study_note
        *witness; /* its other initial data, run only where a claim would be refuted: that takes two */
    struct study_note *reason; /* why it is among the models */
    size_t claims, tables, figures, expectations, confirmations, findings, sections;
    struct study_confirmation *confirmation;
    struct study_finding *finding; /* of one claim the graver first */
    struct study_section *section;
    struct study_claim *claim;
    struct study_table *table;
    struct study_figure *figure;
    struct study_expectation *expectation;
    size_t parts;
    struct study_part *part;
    size_t verdicts; /* expected, of fits on data that are no witnesses; 0: no number is said */
};

/* Reads the study `name` (a name or a file), with `full` its full version where it has one.  The caller owns the
 * result; NULL with a one-line message. */
struct study *study_create(const char *name, bool full, struct error *error);
void study_destroy(struct study *study);
/* The first program that the study needs and that is not in $PATH; NULL where there is none. */
const char *study_programs_missing(const struct study *study);
/* Whether the knobs stand in the command, and they and their values are words that a name may have; false with a
 * message. */
bool study_knobs_check(const struct study_program *program, struct error *error);
/* The first {NAME} in the command that a knob may have its values in; false where there is none. */
bool study_knobs_find_place(const char *command, char name[64]);
/* One more knob, with values that commas separate; what it has joins the blocks in *kept. */
void study_knobs_add(struct study_program *program, struct memory_kept **kept, const char *name,
                     const char *values);
/* The k-th combination of the values of its knobs: the command that has them, and what the names of its methods have
 * behind them, ":tolerance=1e-6"; of a program without knobs there is one, with "".  The caller frees both.  False past
 * the last. */
bool study_knobs_combine(const struct study_program *program, size_t k, char **command, char **suffix);
/* --refine: as many further halvings as a study may ask for, whatever it asks for. */
void study_allow_refinement(struct study *study, bool refine);

/* The steps for initial data of a model, or NULL when the study has none for them. */
const struct study_steps *study_find_steps(const struct study *study, const char *model, const char *initial);
/* Whether `name` matches any of the globs. */
bool study_matches(const struct study_strings *globs, const char *name);
/* Whether the panel shows runs on these data, of this method with this projection in this precision. */
bool study_panel_shows(const struct study_panel *panel, const char *model, const char *initial,
                       const char *method, const char *projection, const char *precision);
/* Whether the list has the word. */
bool study_says(const struct study_strings *list, const char *word);
/* The order that the claim's formula gives for s stages (0: a method without an s); false with a message. */
bool study_evaluate_claim(const struct study *study, const struct study_claim *claim, size_t stages,
                          double *value, struct error *error);

#endif
