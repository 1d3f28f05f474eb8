/* Eight trajectories of an ensemble, in the arithmetic `lanes`: what each build of it offers.
 *
 * Nothing here is a vector, so that code for any machine may call the builds for the better ones. */
#ifndef ASSAY_ENSEMBLE_GROUP_H
#define ASSAY_ENSEMBLE_GROUP_H

#include "integrators/stepper.h"

struct ensemble_member {
    unsigned long steps;         /* done */
    unsigned long broke_down_at; /* the step that failed, counted from 1; 0: none has */
    enum newton_status newton;   /* why it broke down */
};

struct ensemble_group_build {
    const char *name; /* of the instruction set */
    /* A group without trajectories; `setup` is borrowed. */
    void *(*create)(const struct setup *setup, const struct stepper_lanes_builds *method);
    void (*destroy)(void *group);
    /* Trajectories from q (LANES x d); those from `members` on stand still. */
    void (*start)(void *group, const double *q, size_t members);
    /* Advances by `steps` steps those that have not broken down, and says in member (LANES) what became of
     * them. */
    void (*advance)(void *group, unsigned long steps, struct ensemble_member *member);
    /* The states of the first `members`; multipliers (h lambda) where there are any. */
    void (*get)(const void *group, size_t members, double *q, double *p, double *multiplier);
    struct newton_counts (*counts)(const void *group); /* of all trajectories */
};

#define DECLARE_ENSEMBLE_GROUP(A) extern const struct ensemble_group_build ensemble_group_##A;
EACH_LANES_BUILD(DECLARE_ENSEMBLE_GROUP)
#undef DECLARE_ENSEMBLE_GROUP

#endif
