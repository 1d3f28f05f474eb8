/* One cell: a method with its projection on a problem, at one step size and one precision. */
#ifndef ASSAY_CELL_H
#define ASSAY_CELL_H

#include "measures/run/problem.h"
#include "integrators/steps/stepper.h"
#include "measures/run/precision.h"
#include "measures/run/trajectory.h"

enum {
    CELL_DOUBLE = PRECISION_DOUBLE,
    CELL_LEAST_BITS = PRECISION_LEAST_BITS,
    CELL_MOST_BITS = PRECISION_MOST_BITS
};
#define CELL_MOST_STEPS 1000000000000UL /* years of computing: taken for a slip */

/* A state from which a step starts. */
struct cell_start {
    mpfr_t *state; /* (q, p, e), 3 d numbers, as step_state_copy (measures/step/step_state.h) writes them */
    bool whole;    /* p and e count, where the step maps them; false: they follow from q as at any start */
};

/* Several of them, from which steps are measured in place of the initial data of a problem: the measure is the largest
 * of those that are solved.  A run starts at the first. */
struct cell_starts {
    size_t count; /* one at least */
    const struct cell_start *start;
    double *found; /* what each of them gives, NaN where its step is not solved; NULL: nobody asks */
    bool nearer;   /* differences of neighbouring states are taken over half of their distance */
};

struct cell_request {
    const struct problem *problem;
    struct method method;
    const struct projection *projection;
    mpq_srcptr step;
    unsigned long steps;
    long bits; /* CELL_DOUBLE or the bits of mpfr */
    struct rounding rounding;
    /* Each initial value is another by a unit in the last place of a number of so many bits, up and down in turn; 0: it
     * is not. */
    int perturbed;
    const struct cell_starts *starts; /* NULL: the initial data */
    unsigned long every;              /* observer, 0: never */
    trajectory_observer *observer;
    void *context;
    trajectory_recorder *recorder;
    void *recorder_context;
    size_t recorded_numbers;
    double *recorded;
    /* Of the reference, one number for each coordinate: max_t |q_i(t) - q_i(0)|; distances are weighed by it.
     * NULL where nothing is asked that needs it. */
    const double *excursion;
    /* As in measures/run/trajectory.h: */
    unsigned long checkpoint_every; /* 0: the constant of all studies */
    trajectory_checkpoint *checkpoint;
    void *checkpoint_context;
    const char *resume;
    /* Over which an ensemble in double is spread, of loops, surfaces and growth; 0: one. */
    size_t processes;
};

/* What the step object of a cell is made from, computed and kept together. */
struct cell_setup {
    struct setup setup; /* borrows from the request and: */
    mpfr_t *initial;
};

/* Of the cell's own step; sets the precision of mpfr where the cell has one.  The request must outlive it;
 * the caller destroys it.  NULL with a message where the method and projection do not go together. */
struct cell_setup *cell_setup_create(const struct cell_request *request, struct error *error);
/* NULL is allowed. */
void cell_setup_destroy(struct cell_setup *own);
/* The bits at which coefficients and initial values of a cell are made: twice its own and more, so that they
 * round correctly and their low parts mean something. */
mpfr_prec_t cell_exact_precision(long bits);

/* Runs the cell; the caller destroys the result.  NULL with a message where the method and projection do not
 * go together or the state to resume is refused. */
struct trajectory *cell_run(const struct cell_request *request, struct error *error);

/* until / step as a whole number of steps; false with a message when it is none. */
bool cell_count_steps(mpq_srcptr until, mpq_srcptr step, unsigned long *steps, struct error *error);
/* A positive exact step; false with a message. */
bool cell_parse_step(const char *text, mpq_ptr step, struct error *error);

#endif
