/* Results of a study: cells (one run each) and fits (one order each).
 *
 * Filled by the harness, read by the reports.  Strings are owned by whoever fills the structures; the
 * functions of reports/ only read them. */
#ifndef ASSAY_RESULTS_H
#define ASSAY_RESULTS_H

#include "harness/plan/grid.h"
#include "harness/plan/provenance.h"
#include "harness/study/study.h"
#include "measures/expansion/run_orders.h"

/* What a verdict rests on.
 *
 * verdict_decide gives every verdict its ground, with the numbers of the fit beside it.  Sentences are made from the
 * ground; nobody asks the judge's rules a second time why they decided.
 *
 * A ground that refutes gives *refuted* where it is confirmed, and *inconclusive* where it is not: the witness of the fit
 * says which.  One that holds may still be *vacuous*, or open, by comparison with other methods: the control says so. */
enum verdict_ground {
    GROUND_NONE,           /* nothing is claimed */
    GROUND_NOT_APPLICABLE, /* the measure does not apply */
    GROUND_NO_REFERENCE,   /* it would, with a reference */
    GROUND_NOT_RUN,        /* runs have not come to their end */
    GROUND_NUMBER,         /* a claim on a number: its claim_number says all */
    /* an order */
    GROUND_ORDER,          /* holds: as claimed */
    GROUND_ORDER_ABOVE,    /* holds: above what is claimed */
    GROUND_ORDER_ZERO,     /* holds: the error is zero */
    GROUND_ORDER_BY_TREES, /* holds: the conditions of all rooted trees are met, and errors fall with them */
    GROUND_ORDER_APART,    /* refutes: another one */
    GROUND_ORDER_EXPANDED, /* holds: in the expansion of a run no lower power is left */
    GROUND_ORDER_POWER,    /* refutes: the expansion has another one, by a coefficient that is not zero */
    GROUND_ORDER_OF_ZERO,  /* open: an error that is zero has no order that could be exactly that */
    GROUND_ORDER_OTHER_LIMIT, /* open: the expansion has another one, at steps where its leading term should lead */
    GROUND_ORDER_NO_LIMIT,     /* open: parts with powers of what is small have no order at small steps */
    GROUND_ORDER_RISES,        /* open: above, and its slopes have not settled */
    GROUND_ORDER_FEW_HALVINGS, /* open: above, after fewer than 12 halvings */
    GROUND_ORDER_BETWEEN,      /* open: neither within the tolerance nor far enough from it */
    GROUND_ORDER_LOWER, /* open: the error of a function of the state has a lower one in the same runs */
    /* no order */
    GROUND_FLOORED,     /* open: the error is at its floor at every step, and not known to fall */
    GROUND_UNSETTLED,   /* open: the slopes have not settled */
    GROUND_SIGN_CHANGE, /* open: the error passes through zero */
    GROUND_TOO_FEW,     /* open: too few points */
    GROUND_BROKE_DOWN,  /* open: runs that broke down leave too few */
    /* zero or not, for what is claimed to be exact, and against what is claimed not to be */
    GROUND_FALLS,        /* zero: falls with the precision as round-off does */
    GROUND_STAYS,        /* not zero: does not fall with the precision */
    GROUND_WITHIN_FLOOR, /* zero: within ten of its own floors, with more bits as well */
    GROUND_ABOVE_FLOOR,  /* not zero: above them with more bits */
    GROUND_RELATION,     /* zero: a relation that holds in double but for what solvers leave */
    GROUND_NO_RELATION,  /* not zero: it does not */
    GROUND_ROUND_OFF,    /* zero as far as double shows it: holds to round-off */
    GROUND_NO_ROUND_OFF, /* not zero: too large for round-off in double, and falls or is too large for a tolerance */
    GROUND_OWN_UNDECIDED, /* open: neither within its own floors nor above them */
    GROUND_STALLED,       /* open: too large for round-off in double, and may be a tolerance */
    GROUND_NO_MORE_BITS,  /* open: near round-off in double, and the method has no more bits */
    GROUND_UNREPEATED,    /* open: not repeated with more bits */
    GROUND_FALLS_IN_PART, /* open: smaller with more bits, by less than round-off would be */
    GROUND_NARROW,        /* open: its states have fewer bits than the arithmetic */
    GROUND_POWER,         /* not zero: the expansion of a run has a coefficient that is not zero */
    GROUND_OTHER_POWER,   /* open: falls with the precision, and the expansion has a larger term */
    GROUNDS
};

/* What a ground says of the claim. */
enum ground_says { GROUND_SAYS_NOTHING, GROUND_HOLDS, GROUND_REFUTES, GROUND_OPEN };

/* Of what holds to round-off: the largest defect in units of 2^-53, at how many steps, from how many states; of one fit the
 * number of the largest step. */
struct round_off {
    double ulps;
    size_t steps, states, step;
};

/* What a claim is about. */
enum verdict_subject {
    SUBJECT_NONE,
    SUBJECT_ORDER,
    SUBJECT_PROPERTY /* that it is zero, or not */,
    SUBJECT_NUMBER
};

/* What an error does that is stalled. */
enum verdict_stall {
    STALL_STOPS,  /* it stops falling */
    STALL_LEAVES, /* its slopes had agreed, and fall at once */
    STALL_GROWS   /* by far from one step to the next: no tolerance leaves that */
};

/* All that the judge says of the claim on a fit; where nothing is claimed, why there is no order. */
struct verdict_outcome {
    enum verdict verdict;
    enum verdict_reason reason; /* why inconclusive; superconvergent also where `at least p` holds */
    enum verdict_next next;
    enum verdict_subject subject;
    enum verdict_ground ground;
    enum ground_says says; /* what the ground says of the claim */
    /* The numbers that decided, beside those of the fit. */
    struct round_off round_off; /* of what holds to round-off */
    size_t point;               /* of a property: the largest usable step, where there is one */
    double left;                /* and what is left there, */
    bool elsewhere;             /* at another state than the initial data */
    enum verdict_stall stall;   /* of what is stalled; */
    size_t grows;               /* from this step to the next */
};

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
    const struct problem *problem;
    const struct method *method;
    const struct projection *projection;
    const struct grid_precision *precision; /* with its own bits */
    bool perturbed;                         /* a repetition from data changed in their last bits */
    const char *step;                       /* exact, as given */
    double step_value;
    unsigned long steps;
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

/* What a run says of one that is as long as the claim says. */
enum number_reach {
    NUMBER_REACHES, /* all: it is as long, or what it measured does not depend on its length */
    NUMBER_RISES,   /* that it will be at least as large */
    NUMBER_EXCEEDS, /* that it is at least as large: what it is divided by lies within ten of its floors */
    NUMBER_ENDS     /* nothing */
};

/* A measure at one step, or its quotient by that of another curve.  A run that was too short knows the number
 * as a bound only: it lies between `least` and `most`. */
struct claim_number {
    enum number_status status;
    double least, most;
    double floor;         /* of the measure, where it has one; NaN: hidden, however large it is; else 0 */
    bool of_ensemble;     /* the number is a growth, and beside it stands */
    double slope, spread; /* the slope over the same ensemble; of a slope the number is the range of both */
    enum number_reach reach;
    unsigned long steps, length; /* of the run, and of the run that the claim is about (0: this one) */
    double seconds;              /* that the run took */
    const char *step;            /* exact, at which it is judged; NULL: none has been run */
    const struct study_relative *relative; /* what names the other curve; NULL: no quotient */
};

struct claim_on_fit {
    const char *id; /* K1 */
    enum claim_kind kind;
    const char
        *formula; /* as written in the study: 2*s; "0" for an exact one; "1e-11", "1 and 2", "secular" */
    double value; /* its value for this method; NaN for bounds on both sides and for a growth */
    const char *source;
    bool whole;                 /* see gate.h */
    bool of_model;              /* it is about the model: the same method has to fail on another one */
    double low, high;           /* the bounds of a value, infinite where there is none */
    bool sharp;                 /* they have no margin */
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

/* What is known of the measure as the step goes to zero, beside its runs: by the expansion of a run
 * (measures/expansion/run_orders.h), or of what is small by very small steps. */
enum limit_status {
    LIMIT_NONE,     /* nothing: see `missing` */
    LIMIT_ORDER,    /* the order, by a coefficient that is proved not to be zero, and by the zeros below it */
    LIMIT_ZERO,     /* zero in all powers that are known */
    LIMIT_MEASURED, /* the order, by slopes alone */
    LIMIT_UNCERTAIN /* no slopes that agree */
};

struct limit {
    enum limit_status status;
    enum run_order_missing missing; /* why there is no expansion where one was asked for */
    double order;         /* at all states; of `exactly` at the data and behind them on the solution alone */
    size_t states;        /* at how many it was looked for */
    long known;           /* powers of h */
    struct run_term term; /* the coefficient that gives the order */
    double scale;         /* which the measure is divided by, and the coefficient is not */
    /* What runs from the data have to show, which may be special: of LIMIT_ORDER and LIMIT_ZERO. */
    struct limit_at_data {
        double order; /* NaN: zero in all powers that are known */
        struct run_term term;
        double predicted;   /* |c| t^degree over the scale: the error is this h^order; NaN: unknown */
        double leads_below; /* the step below which the term is ten times all later ones; 0: none is known */
    } at_data;
    /* The coefficients of the method prove that the term is none: the order that they prove, or INT_MAX that the measure is
     * zero; else 0. */
    int proved;
    bool disagrees; /* with the runs or the coefficients, and nothing explains it: verdict_disagrees */
};

/* What the comparison class says of a claim that holds: controls.h. */
enum control_kind {
    CONTROL_NONE,
    CONTROL_APART,        /* its members that fail elsewhere are told apart */
    CONTROL_PASSES,       /* one of them passes here, */
    CONTROL_UNDECIDED,    /* or is not decided */
    CONTROL_NOBODY,       /* none of them fails elsewhere */
    CONTROL_NO_MEASURE,   /* no other model of the study has the measure */
    CONTROL_NO_MODEL,     /* the study has no other model */
    CONTROL_MODEL,        /* a claim about the model: the method fails on another, */
    CONTROL_MODELS_ALIKE, /* or on none of them */
    CONTROL_RELATION,     /* what breaks the relation keeps it on the model as well */
    CONTROL_ABSENT, /* what has the order claimed is zero here whatever the step, and that of no other method is seen not to be */
    CONTROL_DENIES, /* it says that something fails */
    CONTROL_NOT_APPLICABLE
};

enum { CONTROL_NAMED = 3 };

struct control {
    enum control_kind kind;
    size_t apart;                           /* how many are told apart, */
    const struct fit *named[CONTROL_NAMED]; /* and the first of them */
    const struct fit *here,
        *elsewhere; /* the member that the model does not tell apart, and where it is refuted */
    double kept;    /* what is left of a relation of its control */
};

/* The exact flow passes what the methods are measured by. */
enum positive_control {
    POSITIVE_NONE,
    POSITIVE_DEFECT,    /* the defect of the reference flow with its tangent */
    POSITIVE_DIGITS,    /* to which two integrations of the reference agree */
    POSITIVE_INVARIANT, /* the change of it by the reference flow */
};

/* Which curve of the grid it is, and what its runs are made with. */
struct fit_curve {
    size_t index; /* of the grid */
    const struct problem *problem;
    size_t combination; /* of the study's parameters: grid_problem.h */
    const struct method *method;
    const struct projection *projection;
    const struct grid_precision *precision;
    long bits;    /* of the runs; 0: double */
    int width;    /* of its states in bits, where the arithmetic has more; else 0 */
    bool alone;   /* the method has no more bits: no run is repeated with them */
    bool between; /* its steps lie between those of the study, which give no order: judge_fits */
};

/* What the rest of the study says of a fit, and what may still be run. */
struct fit_context {
    bool on_witness;              /* the data are those of a witness, or: */
    bool confirms;                /* an order that holds is measured again */
    bool aside;                   /* its entry of the claim is counted with another fit: see judge_fits */
    bool decides_alone;           /* there are no other initial data that could be a witness */
    bool refinable;               /* the budget allows more halvings and bits */
    bool fixed;                   /* in double: refinement adds neither */
    enum verdict_witness witness; /* what other initial data say */
    size_t missing;               /* of what broke down: runs that have not come to their end */
    struct control control;
    enum positive_control positive;
    double positive_value;
};

/* The runs of a fit, one a step, coarsest first. */
struct fit_points {
    size_t count;
    size_t coarser; /* the first of them, of steps larger than h0: only orders are taken from these */
    bool unordered; /* the steps are no halvings of each other, and their errors give no order */
    const char *const *step_sizes; /* exact strings */
    const double *step_values;
    const double *errors;      /* NaN where there is none */
    const double *shorter;     /* of steps three quarters as long, NaN where nobody asked; NULL: at no step */
    const double *evaluations; /* of the model at a point, by the run: struct newton_counts */
    /* The first run that broke down: its step size (NULL: there is none), its step, and why. */
    const char *broken_step, *broken_reason;
    unsigned long broken_at;
};

/* What round-off leaves of the errors. */
struct fit_floor {
    double value;            /* at the finest step; 0 when negligible */
    const double *of_points; /* of every point, with the reference's error; NULL: `value` for all */
    double reference_error;  /* the part of the floors that more bits do not remove */
    enum floor_origin origin;
    bool needs_repeats; /* before it is known well enough */
};

/* The order in which the errors fall: order_fit.h. */
struct fit_order {
    enum fit_status status;
    double value, low, high; /* the last extrapolated slope and its interval */
    struct limit limit;
    /* Of an order of the solution: the error of a function of the state that has a lower one in the same runs, which no error
     * of such a function can; NULL: there is none. */
    const struct fit *lower;
    double trees;  /* that of a method in double alone by rooted trees (tree_order.c); NaN: it is not known */
    size_t window; /* points admitted to it, the finest consecutive ones, */
    size_t end;    /* which end before this one */
    bool *used;    /* admitted to the window */
    double *slopes; /* one less than points: local slopes log2(e_i / e_{i+1}), NaN where there is none */
    double *extrapolated; /* two less: extrapolated slopes */
};

/* Whether the measure is zero but for round-off: what is left at the largest usable step.  NaN where there is none. */
struct fit_exactness {
    enum verdict_ground zero; /* that it is, whatever is claimed of it, or why nobody knows */
    double error, repeated;   /* what is left, and the same with `bits` more bits */
    unsigned bits;            /* 0: it was not repeated */
    bool has_own_floor;       /* the measure has a floor of its own, and needs no repetition: */
    double own_floor;         /* this one; */
    double coarse_excess;     /* the quotient of the same over fewer points and its floor; */
    double repeated_floor;    /* the floor of `repeated` */
    struct {                  /* a step from other states than the initial data, where these were asked: */
        double left, floor;   /* what is left of it, and the floor of that in double alone; */
        size_t states;        /* how many they are */
    } elsewhere;
    /* Of a step of this size, half, a quarter and an eighth from the state that tells most, and the floor. */
    double told[4], told_floor;
};

struct fit {
    const char *id; /* model/initial/method/projection/precision/measure */
    struct fit_curve curve;
    struct measure_id measure; /* of the problem */
    const char *measure_name;  /* as it is written */
    const char *refusal;       /* why the measure does not apply; NULL where it does */
    bool
        unsupported; /* a method that is not ours says that it does not take the model, which is the refusal */
    struct fit_points points;
    struct fit_floor floor;
    struct fit_order order;
    struct fit_exactness exact;
    struct fit_context context;
    const struct claim_on_fit *claim; /* NULL when nothing is claimed */
    struct verdict_outcome outcome;
};

/* The fits of a claim, counted by verdict. */
enum { VERDICTS_OF_FITS = VERDICT_NOT_APPLICABLE + 1 };
struct claim_tally {
    size_t fits[VERDICTS_OF_FITS];
    size_t
        uncompared; /* of those that are inconclusive: methods that fail elsewhere are not decided beside them */
    struct round_off round_off; /* of those that hold to round-off: the steps are those of all */
};

/* One claim of the study over all its fits. */
struct claim_result {
    const char *id, *source;
    const struct study_claim
        *entry; /* its first in the study; NULL: it has none, and findings alone speak of it */
    enum verdict verdict;
    enum verdict of_runs; /* that of its runs, in whose place a finding of the study may be */
    struct claim_tally tally;
    struct claim_tally confirmed; /* the fits that measure its orders again */
};

struct results {
    const struct study *study;
    struct provenance provenance;
    size_t cells, fits, tables, figures;
    size_t
        compared; /* fits behind these, of curves that are run for comparisons alone, or between others: no reports
                     show them */
    const struct cell *cell;
    const struct fit *fit;
    const struct study_table *table; /* those of the study, or of a part of it */
    const struct study_figure *figure;
    size_t claims, expectations;
    const struct claim_result *claim;
    const struct study_expectation *expectation; /* of what is selected */
    size_t verdicts; /* how many the study expects; 0: it says nothing, or a part of it is selected */
    size_t refusals;
    const struct grid_refused *refused; /* pairs of a suite that do not apply, by their reason; the grid's */
    size_t forgotten;                   /* the measures of runs whose values were: fits_forget_rows */
    const char *const *forgotten_measure;
};

/* Whether `id` names the fit: all of its id, a part of it between slashes, the claim on it, or globs for consecutive
 * parts of its id. */
bool results_names(const struct fit *fit, const char *id);
/* The claim, or NULL; whether `id` is that of a claim, or names a fit with a verdict. */
const struct claim_result *results_find_claim(const struct results *results, const char *id);
bool results_have(const struct results *results, const char *id);
/* Whether the cell is one of the runs behind the fit. */
bool results_uses(const struct fit *fit, const struct cell *cell);
/* Whether the fit counts for the claim and has the verdict of all its runs. */
bool results_decides(const struct fit *fit, const struct claim_result *claim);
/* Whether the finding of the study speaks of the claim, with what its runs come to; one on trees speaks of runs alone. */
bool results_speaks(const struct study_finding *finding, const struct claim_result *claim);
/* Whether both have the same model, with whatever data. */
bool results_same_model(const struct problem *a, const struct problem *b);
/* Whether both are the same measure of the same method and projection in the same precision on other initial data of
 * the same model, with the same of the study's parameters; what measures an order again has its like for witnesses. */
bool results_are_witnesses(const struct fit *a, const struct fit *b);

/* How often the claim on the fit holds, with its method and its projection, on models that are not of the time; 0 where
 * it is refuted on one of them. */
size_t results_holds_without_time(const struct results *results, const struct fit *fit);

/* The results with no other claims, tables and figures than those that `part` names (focus.h).  All else is that of
 * `results`, which must outlive it. */
struct results *results_focus_create(const struct results *results, const char *part);
void results_focus_destroy(struct results *results);

#endif
