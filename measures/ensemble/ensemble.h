/* Ensembles: any number of trajectories of one method, eight at a time where `lanes` has the method.
 *
 * Each trajectory has the bits of the same trajectory alone in double, wherever it stands in the ensemble and
 * however large the ensemble is.  The build of `lanes` for the best instruction set of the machine is taken;
 * all builds give the same bits. */
#ifndef ASSAY_ENSEMBLE_H
#define ASSAY_ENSEMBLE_H

#include "integrators/steps/stepper.h"

/* ---- Groups (ensemble_group.c) ---- */

/* A group of trajectories of an ensemble that step together: eight in each build of `lanes`, one in double and mpfr.
 * Nothing here is a vector, so that code for any machine may call the builds for the better ones. */
struct ensemble_member {
    unsigned long steps;         /* done */
    unsigned long broke_down_at; /* the step that failed, counted from 1; 0: none has */
    enum newton_status newton;   /* why it broke down */
};

/* Numbers of members are in double for all builds of `lanes`. */
#define DECLARE_ENSEMBLE_BUILD(A)                                                                                \
    struct ensemble_build_##A {                                                                                  \
        const char *name; /* of the instruction set */                                                           \
        size_t lanes;     /* trajectories in a group */                                                          \
        /* A group without trajectories; `setup` is borrowed.  NULL where this build does not have the method, \
         * or cannot round as the setup asks. */ \
        void *(*create)(const struct setup *setup, const struct method_family *family);                          \
        void (*destroy)(void *group);                                                                            \
        /* From now on the observables are evaluated after each step.  A trajectory where one of them, or the  \
         * state, is not finite has broken down at that step; and means of I(z_n) - I(z_0) are taken. */ \
        void (*watch)(void *group);                                                                              \
        /* Trajectories from q (members x d); the lanes from `members` on are copies that stand still. */        \
        void (*start)(void *group, const real_##A *q, size_t members);                                           \
        /* How many numbers a trajectory carries from step to step (integrators/steps/stepper.h). */             \
        size_t (*carries)(const void *group);                                                                    \
        /* Trajectories that go on from what others carry (members x carries), having forgotten everything     \
         * else; they forget no more until the next call.  `members` may be less than `lanes`. */ \
        void (*put)(void *group, const real_##A *carried, size_t members);                                       \
        void (*take)(const void *group, size_t members, real_##A *carried);                                      \
        /* Advances by `steps` steps those that have not broken down, and says in member (lanes) what became   \
         * of them. */ \
        void (*advance)(void *group, unsigned long steps, struct ensemble_member *member);                       \
        /* The states of the first `members`; multipliers (h lambda) where there are any. */                     \
        void (*get)(const void *group, size_t members, real_##A *q, real_##A *p, real_##A *multiplier);          \
        /* The means (members x observables) over the steps of the last advance, step j of L of them weighed   \
         * by x^2 (1 - x)^2, x = (j - 1/2)/L. */ \
        void (*means)(const void *group, size_t members, double *mean);                                          \
        struct newton_counts (*counts)(const void *group); /* of all trajectories */                             \
    };
EACH_TRAJECTORY_ARITHMETIC(DECLARE_ENSEMBLE_BUILD)
#undef DECLARE_ENSEMBLE_BUILD

extern const struct ensemble_build_mpfr ensemble_group_mpfr;
extern const struct ensemble_build_double ensemble_group_double;
#define DECLARE_ENSEMBLE_GROUP(A) extern const struct ensemble_build_double ensemble_group_##A;
EACH_LANES_BUILD(DECLARE_ENSEMBLE_GROUP)
#undef DECLARE_ENSEMBLE_GROUP

/* ---- Ensembles ---- */

struct ensemble_request {
    size_t members;
    const double *initial; /* members x dimension: q_0 of each, instead of that of the setup */
    unsigned long steps;
    size_t stops; /* means are taken between 0, stop[0] < stop[1] < ... */
    const unsigned long *stop;
    bool watches;                              /* as a group watches: else there are no means */
    const struct ensemble_build_double *build; /* NULL: the best that runs here and has the method */
};

/* One that broke down stands at its last solved step. */
struct ensemble {
    size_t members, dimension, observables; /* 0 observables unless they are watched */
    double *q, *p, *multiplier;             /* members x dimension; h lambda, zeros where there is none */
    struct ensemble_member *member;
    double *mean;                /* stops x members x observables: means of a group */
    struct newton_counts counts; /* of all together */
};

/* Runs until every trajectory has done `steps` steps or has broken down.  Memory does not depend on the
 * number of steps.  The caller destroys the result. */
struct ensemble *ensemble_run(const struct setup *setup, const struct method_family *family,
                              const struct ensemble_request *request);
void ensemble_destroy(struct ensemble *ensemble);

/* The k-th build of lanes that runs on this machine, the plain one first and the best one last; NULL past the
 * end. */
const struct ensemble_build_double *ensemble_build(size_t k);
/* A group of the best build that runs here and has the method: the one in double where lanes cannot do it. */
void *ensemble_create_group(const struct ensemble_build_double **build, const struct setup *setup,
                            const struct method_family *family);

#endif
