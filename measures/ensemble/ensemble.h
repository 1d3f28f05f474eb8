/* Ensembles: any number of trajectories of one method, eight at a time where `lanes` has the method.
 *
 * Each trajectory has the bits of the same trajectory alone in double, wherever it stands in the ensemble and
 * however large the ensemble is.  The build of `lanes` for the best instruction set of the machine is taken;
 * all builds give the same bits. */
#ifndef ASSAY_ENSEMBLE_H
#define ASSAY_ENSEMBLE_H

#include "integrators/steps/stepper.h"
#include "measures/ensemble/ensemble_group.h"

/* All trajectories after n steps.  One that broke down stands at its last solved step. */
struct ensemble_point {
    unsigned long n;
    size_t members, dimension;
    const double *q, *p;                  /* members x dimension */
    const double *multiplier;             /* h lambda of the last step; zeros where there is none */
    const struct ensemble_member *member; /* members */
    size_t observables;                   /* 0 unless they are watched */
    const double *mean; /* members x observables: of I - I(z_0) since the last point (ensemble_group.h) */
};

/* Called with the initial states and after every `every` steps, or at the steps of `stop`; the point is valid
 * during the call. */
typedef void ensemble_observer(void *context, const struct ensemble_point *point);

struct ensemble_request {
    size_t members;
    const double *initial; /* members x dimension: q_0 of each, instead of that of the setup */
    unsigned long steps;
    unsigned long every; /* 0: never */
    size_t stops;        /* instead of `every`: observed at 0 and after stop[0] < stop[1] < ... steps */
    const unsigned long *stop;
    bool watches; /* a trajectory that leaves the domain of the model has broken down; means of errors are
                     taken */
    ensemble_observer *observer;
    void *context;
    const struct ensemble_group_build *build; /* NULL: the best that runs here and has the method */
};

struct ensemble {
    size_t members, dimension;
    double *q, *p, *multiplier; /* the last states, as in ensemble_point */
    struct ensemble_member *member;
    size_t observables;
    double *mean;
    struct newton_counts counts; /* of all together */
};

/* Runs until every trajectory has done `steps` steps or has broken down.  Memory does not depend on the
 * number of steps.  The caller destroys the result. */
struct ensemble *ensemble_run(const struct setup *setup, const struct method_family *family,
                              const struct ensemble_request *request);
void ensemble_destroy(struct ensemble *ensemble);

/* The k-th build of lanes that runs on this machine, the plain one first and the best one last; NULL past the
 * end. */
const struct ensemble_group_build *ensemble_build(size_t k);
/* A group of the best build that runs here and has the method: the one in double where lanes cannot do it. */
void *ensemble_create_group(const struct ensemble_group_build **build, const struct setup *setup,
                            const struct method_family *family);

#endif
