/* Measures: what runs are measured by.  One table says all that the program knows of each.
 *
 * Behind a study file a measure is an id: its row, and the channel where the row has channels.  In text:
 *
 *     NAME, NAME:CHANNEL     energy_error, growth:energy, invariant_error:spin, poincare_1:corrected
 *     ... :floor, ...        what is measured beside it (enum measure_aspect) */
#ifndef ASSAY_MEASURE_H
#define ASSAY_MEASURE_H

#include <stdbool.h>

#include "measures/step/step_measure.h"

enum measure_channels {
    MEASURE_WHOLE,       /* has none */
    MEASURE_INVARIANTS,  /* the invariants of the model, the energy apart */
    MEASURE_OBSERVABLES, /* energy, the invariants */
    MEASURE_CONSTRAINTS, /* the names of the constraints: phi, or those of the system */
    MEASURE_CHANNELS,    /* of a history: energy, the invariants, constraint, multiplier */
    MEASURE_FORMS,       /* of an integral invariant: enum poincare_form */
    MEASURE_SECTIONS,    /* the sections of the model, */
    MEASURE_EVENTS,      /* and their crossings: NAME, NAME-2, ... */
    MEASURE_LOCAL        /* of expansions: energy, the invariants, and enum local_channel */
};

/* The channels of expansions behind the observables; behind these each group of constraints by its name. */
enum local_channel {
    LOCAL_CONSTRAINT, /* all of them */
    LOCAL_SOLUTION,
    LOCAL_SYMMETRY, /* these of one step */
    LOCAL_REVERSIBILITY,
    LOCAL_SYMPLECTIC,
    LOCAL_AMBIENT, /* the symplectic defect beside the constraints */
    LOCAL_DRIFT,   /* of the energy over a period, from one step at each of its points */
    LOCAL_CHANNELS
};

/* What it is taken from.  Growth of energy and invariants is that of an ensemble in double and of a history
 * in mpfr. */
enum measure_source {
    MEASURE_OF_RUN, /* every run measures it */
    MEASURE_OF_STEP,
    MEASURE_OF_HISTORY,
    MEASURE_OF_ENSEMBLE,
    MEASURE_OF_LONGER_RUN,
    MEASURE_OF_SECTION,
    MEASURE_OF_LOOP,
    MEASURE_OF_SURFACE,
    MEASURE_OF_EXPANSION
};

/* What a run that ends before anything happens says of it. */
enum measure_bound {
    MEASURE_NO_BOUND,
    MEASURE_EVENT,      /* no value: later than the last step */
    MEASURE_LIFETIME,   /* as many as the steps of the run: at least so many */
    MEASURE_LARGEST_YET /* of the run: of a longer one at least as large */
};

/* What a model must have, and the method. */
enum measure_need {
    MEASURE_NEEDS_ENERGY = 1,
    MEASURE_NEEDS_CONSTRAINT = 2,
    MEASURE_NEEDS_REVERSAL = 4,
    MEASURE_NEEDS_MATRIX = 8,    /* a symplectic or a Poisson matrix */
    MEASURE_NEEDS_FORM = 16,     /* the symplectic one */
    MEASURE_NEEDS_ONE_FORM = 32, /* theta, whose derivative is the two-form */
    MEASURE_NEEDS_MANIFOLD = 64 /* constraints on the state */,
    MEASURE_NEEDS_TANGENT = 128,    /* of the method: steps with their exact Jacobian, */
    MEASURE_NEEDS_MPFR = 256,       /* in MPFR, */
    MEASURE_NEEDS_LANES = 512,      /* of eight trajectories at a time */
    MEASURE_NEEDS_CONSERVED = 1024, /* of the model: an energy that its flow keeps */
    /* That it is a member of the class of Hamiltonizable systems; and of the method that it discretizes a Lagrangian. */
    MEASURE_NEEDS_LAGRANGIAN = 2048,
    MEASURE_NEEDS_MAP = 4096,        /* of the method: steps that depend on the state alone */
    MEASURE_NEEDS_AUTONOMOUS = 8192, /* of the model: functions that are not of the time */
    MEASURE_NEEDS_AROUND = 16384,    /* steps beside the manifold, which those in charts are not */
    MEASURE_NEEDS_TIME = 32768,      /* of the model: functions that are of the time, */
    MEASURE_NEEDS_VARIABLES =
        65536, /* other variables in which the method steps (models/kinds/transformed.h), */
    MEASURE_NEEDS_PAIRS = 131072,      /* a state (q, p), */
    MEASURE_NEEDS_SEVERAL = 262144,    /* coordinates that can be permuted, */
    MEASURE_NEEDS_ROOM = 524288,       /* points beside each other on a straight line, */
    MEASURE_NEEDS_EXTENSION = 1048576, /* of the method: that the time may be a coordinate, */
    MEASURE_NEEDS_SMALL = 2097152,     /* of the model: a small parameter */
    MEASURE_NEEDS_PARTNER = 4194304,   /* of the method: one that has the roles of q and p exchanged */
    MEASURE_NEEDS_LINES =
        8388608, /* of the model: an ode's coordinates that may be any others: no periods, no manifold */
    MEASURE_NEEDS_FACTORS = 16777216 /* products with itself (relation.h) */
};

struct measure {
    const char *name;
    enum measure_channels channels;
    enum measure_source source;
    bool in_all;    /* "all" of a study takes it */
    bool reference; /* it takes the reference solution */
    unsigned needs; /* bits of enum measure_need */
    bool finer;     /* of a step of a cell in double it is made at STEP_MEASURE_BITS_OF_DOUBLE */
    bool own_floor; /* its floor is measured in the same run, beside it */
    bool grows;     /* an exponent of growth */
    /* It may be exact of a step, which is then looked for at other states than the initial data, too. */
    bool everywhere;
    bool survives; /* a run that broke down has it too */
    enum measure_bound bound;
    unsigned spaces;    /* bits 1 << enum step_space: where it is defined; 0: everywhere.  Of the forms
                              this is about those with the multiplier alone. */
    step_measure *take; /* of a step; else NULL */
    step_measure *flow; /* the same of the exact flow, as a control; NULL: there is none */
};

enum measure_row {
    MEASURE_SOLUTION_ERROR,
    MEASURE_POSITION_ERROR,
    MEASURE_ENERGY_ERROR,
    MEASURE_INVARIANT_ERROR,
    MEASURE_CONSTRAINT_ERROR,
    MEASURE_SYMMETRY_DEFECT,
    MEASURE_SYMPLECTIC_DEFECT,
    MEASURE_SYMPLECTIC_DEFECT_AMBIENT,
    MEASURE_REVERSIBILITY_DEFECT,
    MEASURE_BILINEAR_DEFECT,
    MEASURE_BILINEAR_DEFECT_STEP,
    MEASURE_BILINEAR_DEFECT_PAPER,
    MEASURE_PARASITIC,
    MEASURE_PARASITIC_DEPARTURE,
    MEASURE_POST_PROJECTION_DEFECT,
    MEASURE_STIFF_ACCURACY_RESIDUAL,
    MEASURE_SYMPLECTICITY_RESIDUAL,
    MEASURE_CONTRACTION,
    MEASURE_EULER_LAGRANGE_DEFECT,
    MEASURE_REGULARITY,
    MEASURE_PERTURBED_ERROR, /* of the power 0, 1, .. */
    MEASURE_PERTURBED_ERROR_LAST = MEASURE_PERTURBED_ERROR + 4,
    MEASURE_RELATION_TIME,
    MEASURE_RELATION_PERMUTATION,
    MEASURE_RELATION_SCALING,
    MEASURE_RELATION_AFFINE,
    MEASURE_RELATION_EXCHANGE,
    MEASURE_RELATION_GAUGE,
    MEASURE_RELATION_BACKWARDS,
    MEASURE_RELATION_PRODUCT,
    MEASURE_RELATION_NEARBY,
    MEASURE_RELATION_REPEATED,
    MEASURE_RELATION_PRECISION,
    MEASURE_COST,
    MEASURE_COST_OPERATIONS,
    MEASURE_STABLE_STEPS,
    MEASURE_BREAKDOWN_STEP,
    MEASURE_FIRST_ENERGY_STEP,
    MEASURE_DRIFT,
    MEASURE_SLOPE,
    MEASURE_GROWTH,
    MEASURE_SECULAR_RATE,
    MEASURE_LARGEST,
    MEASURE_FINAL_PART,
    MEASURE_POINCARE_1,
    MEASURE_POINCARE_2,
    MEASURE_GROWTH_POINCARE_1,
    MEASURE_GROWTH_POINCARE_2,
    MEASURE_EVENT_TIME,
    MEASURE_EVENT_VALUE,
    MEASURE_SECTION_DIMENSION,
    MEASURE_LOCAL_ORDER,
    MEASURE_ROWS
};
extern const struct measure measure_table[MEASURE_ROWS];
/* Whether it is the error of the last state of a run. */
bool measure_is_of_solution(const struct measure *measure);
/* Whether it is what is left of a relation between steps (measures/step/relation.h). */
bool measure_is_relation(const struct measure *measure);
/* Which power of the small parameter it is about (perturbed_error:k, k > 0); 0: none, or that without it. */
int measure_power(const struct measure *measure);
/* measure_sentence.c: what each is; and why it is not measured on other spaces than its own, NULL where it is. */
extern const char *const measure_sentence[MEASURE_ROWS], *const measure_sentence_elsewhere[MEASURE_ROWS];

/* Why a measure is not taken of a model that lacks what the bits of enum measure_need say: the first of them. */
const char *measure_sentence_lack(unsigned lack);

enum measure_aspect {
    MEASURE_VALUE,
    MEASURE_FLOOR,
    MEASURE_INITIAL,
    MEASURE_FLOW,
    MEASURE_COARSE, /* the same over every second point, or less of the time, and its floor */
    MEASURE_COARSE_FLOOR,
    MEASURE_REPEATED, /* the same of the first steps with more bits, or with half the step, and its floor */
    MEASURE_REPEATED_FLOOR,
    MEASURE_SPREAD,           /* over an ensemble of what is its mean */
    MEASURE_RUN,              /* of an expansion: the order of a run, */
    MEASURE_KNOWN,            /* how many powers of h are known, */
    MEASURE_MISSING,          /* why there is none: enum run_order_missing */
    MEASURE_ELSEWHERE,        /* the largest of one step at other states: measures/run/step_starts.h; */
    MEASURE_ELSEWHERE_STATES, /* how many they are; */
    /* at the state of these that tells most in double: its floor, and with a half, a quarter, an eighth of the step */
    MEASURE_TOLD,
    MEASURE_TOLD_FLOOR,
    MEASURE_TOLD_HALF,
    MEASURE_TOLD_QUARTER,
    MEASURE_TOLD_EIGHTH,
    MEASURE_SHORTER /* the measure for a step of 3h/4; of foreign methods in double */
};

struct measure_id {
    const struct measure *measure; /* NULL: there is no such measure */
    int channel;                   /* its number; -1: the model has no such channel, or is not known */
    const char *name;              /* of the channel, borrowed; NULL where the measure has none */
    enum measure_aspect aspect;
};

/* The id of a row, of its channel k on the problem. */
struct measure_id measure_of(const struct problem *problem, enum measure_row row, int k);
/* The measure that the text names, on the problem (NULL: not known yet).  A channel that the model does not
 * have keeps its name, which is part of the text, as does what is no measure at all. */
struct measure_id measure_find(const struct problem *problem, const char *text);
/* The row of which "NAME:*" names all channels; MEASURE_ROWS: the text is none of these. */
enum measure_row measure_row_of(const char *text);
/* Whether both are the same measure of the same channel, by its name. */
bool measure_same(struct measure_id a, struct measure_id b);

/* The bits to which it is known in a cell of so many (or CELL_DOUBLE): those of the arithmetic that makes the number, of
 * which differences of neighbouring runs lose a third (measures/step/bilinear.c). */
long measure_bits(const struct measure *measure, long bits);

enum { MEASURE_TEXT = 128 };
/* The id as text; returns the buffer. */
const char *measure_write(struct measure_id id, char text[MEASURE_TEXT]);
/* What a list calls the row: its name, and CHANNEL, FORM or NAME where it has channels; returns the buffer. */
const char *measure_title(const struct measure *measure, char text[MEASURE_TEXT]);

/* The name of channel k of the problem for measures of that kind; NULL past the last one.  Invariants start
 * at 1, since energy is observable 0.  Channels are numbered as in a history (measures/run/recorder.h). */
const char *measure_channel(const struct problem *problem, enum measure_channels channels, int k);

/* Why no run of the problem, or none of the method with the projection (NULL: any), is measured by it, as a
 * sentence; NULL where it is. */
const char *measure_refusal(struct measure_id id, const struct problem *problem, const struct method *method,
                            const struct projection *projection);
/* The measure that knows the expansion of this one on the problem, and the other way round for defects of one step; its
 * `measure` is NULL where there is none. */
struct measure_id measure_expansion(struct measure_id id, const struct problem *problem);
/* Whether the row is among those measures; whether anything is that is taken from there on the problem. */
bool measure_taken(enum measure_row row, size_t measures, const struct measure_id *measure);
bool measure_taken_from(const struct problem *problem, enum measure_source source, size_t measures,
                        const struct measure_id *measure);

/* What it is taken from on the problem: growth of a constraint or a multiplier comes from a history. */
enum measure_source measure_source(struct measure_id id, const struct problem *problem);

#endif
