/* One run of one method: the trajectory, reduced as it goes to what is measured of it.
 *
 *     energy, invariants   max_n |I(z_n) - I(z_0)|
 *     phi                  max_n max_i |p_i - theta_i(q)|, where momenta belong to the state,
 *     g, psi, ...          max_n max_i |c_i(z_n)| of each group of the constraints of a system that has some
 *
 * The former are divided by their scales s_I afterwards (scale.h).  The maxima are taken in the working
 * arithmetic over all steps.
 *
 * Checkpoints: every K steps every run forgets what made its steps cheaper (kept factors, extrapolated
 * guesses), whether or not anybody keeps its state.  So a run that resumes from a state kept there has the
 * same bits, and the same counts, as the run that was not interrupted. */
#ifndef ASSAY_TRAJECTORY_H
#define ASSAY_TRAJECTORY_H

#include "integrators/steps/stepper.h"

enum trajectory_status { TRAJECTORY_COMPLETED, TRAJECTORY_BROKE_DOWN };

/* The state after n steps, in the working arithmetic seen as mpfr (double at 53 bits). */
struct trajectory_point {
    unsigned long n;
    size_t dimension, multipliers;
    mpfr_t *q;
    mpfr_t *multiplier; /* of constraints, where they follow from the state; else there are none */
};

struct trajectory {
    enum trajectory_status status;
    unsigned long steps, broke_down_at;         /* done; the step that failed, counted from 1 */
    enum newton_status newton;                  /* why it broke down */
    size_t dimension, observables, constraints; /* of the last: those that have names, one at least */
    size_t multipliers;
    mpfr_t *q, *p, *multiplier; /* the last state; multiplier = lambda, NULL where there is none */
    mpfr_t *observable_initial; /* I(z_0) */
    mpfr_t *observable_error;   /* max_n |I(z_n) - I(z_0)|, NaN once an observable is not finite */
    mpfr_t *constraint_error;   /* constraints: max_n |phi|, or of each group; not scaled */
    struct newton_counts counts;
    struct stepper_width width;
};

/* Called with the initial state and after every `every` steps; the point is valid during the call. */
typedef void trajectory_observer(void *context, const struct trajectory_point *point);
/* Called at the checkpoint after n steps, the last step apart; the state is a line of text without blanks,
 * quotes and backslashes (measures/run/trajectory_state.h), valid during the call. */
typedef void trajectory_checkpoint(void *context, unsigned long n, const char *state);

/* What a step leaves, in double: what histories are made of. */
struct trajectory_record {
    unsigned long n;      /* steps done */
    const double *change; /* observables: I(z_n) - I(z_0), signed and not scaled */
    double constraint;    /* max_i |p_i - theta_i(q)|, or the largest of all groups */
    double multiplier;    /* max_i |lambda_i|; 0 where there is none */
    const double *lambda; /* multipliers; NULL where there is none */
    const double *q;      /* dimension */
};
/* Called after every solved step, before its checkpoint; the record is valid during the call. */
typedef void trajectory_recorder(void *context, const struct trajectory_record *record);

enum { TRAJECTORY_CHECKPOINT_STEPS = 65536 }; /* between checkpoints: part of what a run is */

struct trajectory_request {
    unsigned long steps;
    unsigned long every; /* 0: never */
    trajectory_observer *observer;
    void *context;
    trajectory_recorder *recorder; /* NULL: none */
    void *recorder_context;
    size_t recorded_numbers; /* what the recorder has made of its records: a part of the state */
    double *recorded;
    unsigned long checkpoint_every;    /* 0: TRAJECTORY_CHECKPOINT_STEPS */
    trajectory_checkpoint *checkpoint; /* NULL: nobody keeps the states */
    void *checkpoint_context;
    const char *resume;  /* a state as given to `checkpoint`; NULL: from the start */
    struct error *error; /* says why `resume` was refused; may be NULL without it */
};

/* Runs until `steps` steps are done; ends early where a step breaks down, with all that was measured until
 * then. A resumed run shows its observer the points after its checkpoint alone.  NULL with a message when the
 * state to resume is damaged or of another run.  Takes the stepper and destroys it.  The caller destroys the
 * result. */
#define DECLARE_TRAJECTORY(A)                                                                                \
    struct trajectory *trajectory_run_##A(const struct setup *setup, struct stepper_##A *stepper,            \
                                          const struct trajectory_request *request);
EACH_TRAJECTORY_ARITHMETIC(DECLARE_TRAJECTORY)

struct trajectory *trajectory_create(size_t dimension, size_t observables, size_t constraints,
                                     size_t multipliers, mpfr_prec_t precision);
void trajectory_destroy(struct trajectory *trajectory);

#endif
