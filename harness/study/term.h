/* The terms in which studies are written and judged, and their words.
 *
 * Inside the program a term is a value of an enum.  A word is translated into its value where a file or an
 * option is read, and a value into its word where it is written; no other place knows the words. */
#ifndef ASSAY_TERM_H
#define ASSAY_TERM_H

#include <stdbool.h>

/* What is claimed of a measure. */
enum claim_kind {
    CLAIM_EXACTLY,   /* an order */
    CLAIM_AT_LEAST,  /* an order */
    CLAIM_EXACT,     /* zero but for round-off */
    CLAIM_NOT_EXACT, /* not zero */
    CLAIM_BELOW,     /* a value at one step */
    CLAIM_ABOVE,
    CLAIM_BETWEEN,
    CLAIM_GROWTH /* with time: enum growth */
};

enum verdict {
    VERDICT_NONE, /* nothing is claimed */
    VERDICT_HOLDS,
    VERDICT_HOLDS_TO_ROUND_OFF, /* as far as double shows it: the method has no more bits */
    VERDICT_REFUTED,
    VERDICT_INCONCLUSIVE,
    VERDICT_VACUOUS, /* by comparison with other methods: see controls.h */
    VERDICT_NOT_APPLICABLE,
    VERDICT_INCOMPLETE,   /* only of a claim of a paper: a study has no results */
    VERDICT_NOT_EXAMINED, /* only of a claim of a paper: no study has it */
    VERDICT_EXCEPTIONS,   /* only of a claim of a paper: it holds but for those that "almost all" grants */
    VERDICT_ERRATUM       /* only of a claim of a paper: a misprint; what holds is the corrected statement */
};

enum verdict_reason {
    VERDICT_REASON_NONE,
    VERDICT_REASON_FLOOR,             /* round-off leaves too few points */
    VERDICT_REASON_PRE_ASYMPTOTIC,    /* the slopes have not settled, or not where they decide */
    VERDICT_REASON_SUPERCONVERGENT,   /* above the order claimed */
    VERDICT_REASON_SIGN_CHANGE,       /* the error passes through zero between the steps */
    VERDICT_REASON_BROKE_DOWN,        /* runs without a value leave too few points */
    VERDICT_REASON_TOO_FEW,           /* points, or witnesses */
    VERDICT_REASON_REFERENCE_LIMITED, /* the reference leaves too few points */
    VERDICT_REASON_BUDGET,            /* more refinement is needed and not allowed */
    VERDICT_REASON_STALLED,           /* the error stops falling, far above its floor */
    VERDICT_REASON_MARGIN,            /* a number outside its bound, but not by a factor 2 */
    VERDICT_REASON_TOO_SHORT,         /* the run ended before the number was known */
    VERDICT_REASON_NOT_APPLICABLE,    /* the measure does not apply */
    VERDICT_REASON_COMPARISON         /* methods that fail elsewhere are not decided here */
};

enum verdict_next {
    VERDICT_NEXT_NOTHING,
    VERDICT_NEXT_HALVINGS,   /* two more, and the bits for them */
    VERDICT_NEXT_BITS,       /* more, with the same steps */
    VERDICT_NEXT_REFERENCE,  /* more digits of it */
    VERDICT_NEXT_WITNESS,    /* other initial data or another final time */
    VERDICT_NEXT_BUDGET,     /* a larger one */
    VERDICT_NEXT_BOUND,      /* known more closely */
    VERDICT_NEXT_FULL,       /* the study at its full length */
    VERDICT_NEXT_LENGTH,     /* a run of the length that the claim is about */
    VERDICT_NEXT_RUNS,       /* those that have not been made */
    VERDICT_NEXT_POINTS,     /* more of the loop or surface, or more bits */
    VERDICT_NEXT_MODEL,      /* one that tells the method from those that fail */
    VERDICT_NEXT_STEPS,      /* others: refinement adds none in double */
    VERDICT_NEXT_COMPARISON, /* finer runs of the methods that it is compared with */
    VERDICT_NEXT_ENDING      /* steps, data or a time with which the runs come to their end */
};

/* How a run ended. */
enum cell_status { CELL_COMPLETED, CELL_BROKE_DOWN, CELL_CRASHED, CELL_INCOMPLETE, CELL_NOT_APPLICABLE };

/* What errors at halved steps give. */
enum fit_status {
    FIT_MEASURED,       /* order, low and high are numbers */
    FIT_EXACT,          /* the error is at the floor at every step */
    FIT_NOT_ASYMPTOTIC, /* points exist, but the slopes have not settled */
    FIT_TOO_FEW,        /* fewer than four admitted points */
    FIT_BROKE_DOWN,     /* runs that broke down leave too few points */
    FIT_NOT_APPLICABLE
};

/* How the floor of a fit was found. */
enum floor_origin {
    FLOOR_UNKNOWN,
    FLOOR_OWN,     /* measured in the run itself */
    FLOOR_BY_MPFR, /* in double: the difference from runs in mpfr */
    FLOOR_BY_BITS, /* in mpfr: the difference from the same runs with more bits */
    FLOOR_CARRIED, /* that in double, for the bits of these runs */
    FLOOR_BY_DATA, /* in double alone: what a unit in the last place of the initial values changes */
    FLOOR_ASSUMED  /* the unit round-off of every step */
};

/* What a panel of a figure shows of the runs. */
enum panel_kind {
    PANEL_NONE,
    PANEL_HISTORY, /* a channel against time */
    PANEL_ORBIT,   /* coordinates in the plane */
    PANEL_LOOP,    /* the same of the points of a loop at some times, */
    PANEL_SURFACE, /* of those of a surface */
    PANEL_MAXIMA   /* how the largest value of a tenth of the run differs from that of the first tenth */
};

enum panel_draw {
    DRAW_NONE,
    DRAW_MAGNITUDE, /* histories */
    DRAW_SIGNED,
    DRAW_MEANS,
    DRAW_POINTS, /* orbits */
    DRAW_LINES,
    DRAW_RUN, /* loops and surfaces: at times of the whole run, or of its first tenth */
    DRAW_FIRST_TENTH
};

enum term {
    TERM_CLAIM,
    TERM_GROWTH,
    TERM_VERDICT,
    TERM_REASON,
    TERM_NEXT,
    TERM_CELL,
    TERM_FIT,
    TERM_FLOOR,
    TERM_PANEL,
    TERM_DRAW,
    TERMS
};

/* The word for the value of the enum; NULL where it has none: nothing is claimed, nothing is next. */
const char *term_word(enum term term, unsigned value);
/* The value with that word, in which hyphens, underscores and blanks are the same; -1 where there is none. */
int term_find(enum term term, const char *word);

/* The verdict that a word of a study or of a command names; VERDICT_NONE where it names none. */
enum verdict term_verdict(const char *word);

/* Whether it holds, to round-off or altogether. */
bool term_holds(enum verdict verdict);

/* Whether the claim is about a number: a value or a growth.  Else it is about an order, or exact. */
bool term_is_number(enum claim_kind kind);
/* Whether it says that the measure is zero, or is not. */
bool term_is_exact(enum claim_kind kind);

#endif
