/* A group of trajectories of an ensemble that step together: eight in each build of `lanes`, one in double.
 *
 * Nothing here is a vector, so that code for any machine may call the builds for the better ones. */
#ifndef ASSAY_ENSEMBLE_GROUP_H
#define ASSAY_ENSEMBLE_GROUP_H

#include "integrators/steps/stepper.h"

struct ensemble_member {
    unsigned long steps;         /* done */
    unsigned long broke_down_at; /* the step that failed, counted from 1; 0: none has */
    enum newton_status newton;   /* why it broke down */
};

struct ensemble_group_build {
    const char *name; /* of the instruction set */
    size_t lanes;     /* trajectories in a group */
    /* A group without trajectories; `setup` is borrowed.  NULL where this build does not have the method, or
     * cannot round as the setup asks. */
    void *(*create)(const struct setup *setup, const struct method_family *family);
    void (*destroy)(void *group);
    /* From now on the observables are evaluated after each step.  A trajectory where one of them, or the
     * state, is not finite has broken down at that step; and means of I(z_n) - I(z_0) are taken. */
    void (*watch)(void *group);
    /* Trajectories from q (lanes x d); those from `members` on stand still. */
    void (*start)(void *group, const double *q, size_t members);
    /* How many numbers a trajectory carries from step to step (integrators/steps/stepper.h). */
    size_t (*carries)(const void *group);
    /* Trajectories that go on from what others carry (members x carries), having forgotten everything else;
     * they forget no more until the next call.  `members` may be less than `lanes`. */
    void (*put)(void *group, const double *carried, size_t members);
    void (*take)(const void *group, size_t members, double *carried);
    /* Advances by `steps` steps those that have not broken down, and says in member (lanes) what became of
     * them. */
    void (*advance)(void *group, unsigned long steps, struct ensemble_member *member);
    /* The states of the first `members`; multipliers (h lambda) where there are any. */
    void (*get)(const void *group, size_t members, double *q, double *p, double *multiplier);
    /* The means (members x observables) over the steps of the last advance, step j of L of them weighed by
     * x^2 (1 - x)^2, x = (j - 1/2)/L. */
    void (*means)(const void *group, size_t members, double *mean);
    struct newton_counts (*counts)(const void *group); /* of all trajectories */
};

extern const struct ensemble_group_build ensemble_group_double;
#define DECLARE_ENSEMBLE_GROUP(A) extern const struct ensemble_group_build ensemble_group_##A;
EACH_LANES_BUILD(DECLARE_ENSEMBLE_GROUP)
#undef DECLARE_ENSEMBLE_GROUP

#endif
