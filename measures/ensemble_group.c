/* Eight trajectories in `lanes`: see ensemble_group.h.
 *
 * A trajectory that breaks down keeps its last state and leaves the mask of the lanes that step. */
#include "measures/ensemble_group.h"

#include <stdlib.h>

#include "measures/trajectory.h"
#include "numerics/memory.h"

struct group {
    struct X(stepper) *stepper;
    unsigned long n; /* steps done */
};

static void *create(const struct setup *setup, const struct stepper_lanes_builds *method)
{
    struct group *group = memory_create(1, sizeof *group);

    group->stepper = method->X(create)(setup);
    return group;
}

static void destroy(void *context)
{
    struct group *group = context;

    if (!group)
        return;
    group->stepper->destroy(group->stepper);
    free(group);
}

static void start(void *context, const double *q, size_t members)
{
    struct group *group = context;
    struct X(stepper) *stepper = group->stepper;

    for (size_t lane = 0; lane < LANES; lane++) {
        for (size_t i = 0; i < stepper->dimension; i++)
            stepper->q[i][lane] = q[lane * stepper->dimension + i];
    }
    stepper->start(stepper);
    for (size_t lane = members; lane < LANES; lane++)
        mask_set_lane(&stepper->active, lane, false);
    group->n = 0;
}

static void record(const struct X(stepper) *stepper, mask failed, choice status, unsigned long n,
                   struct ensemble_member *member)
{
    for (size_t lane = 0; lane < LANES; lane++) {
        if (mask_lane(stepper->active, lane))
            member[lane].steps = n - mask_lane(failed, lane);
        if (mask_lane(failed, lane)) {
            member[lane].broke_down_at = n;
            member[lane].newton = (enum newton_status)status[lane];
        }
    }
}

static void advance(void *context, unsigned long steps, struct ensemble_member *member)
{
    struct group *group = context;
    struct X(stepper) *stepper = group->stepper;

    for (unsigned long end = group->n + steps; group->n < end && mask_any(stepper->active);) {
        choice status = stepper->step(stepper);
        mask failed = stepper->active & (status != choice_all(NEWTON_CONVERGED));

        group->n++;
        if (mask_any(failed) || group->n == end)
            record(stepper, failed, status, group->n, member);
        stepper->active &= mask_not(failed);
        if (group->n % TRAJECTORY_CHECKPOINT_STEPS == 0) /* as every run does */
            stepper->forget(stepper);
    }
}

static void get_lanes(const real *from, size_t dimension, size_t members, double *to)
{
    for (size_t lane = 0; lane < members; lane++) {
        for (size_t i = 0; i < dimension; i++)
            to[lane * dimension + i] = from[i][lane];
    }
}

static void get(const void *context, size_t members, double *q, double *p, double *multiplier)
{
    const struct X(stepper) *stepper = ((const struct group *)context)->stepper;

    get_lanes(stepper->q, stepper->dimension, members, q);
    get_lanes(stepper->p, stepper->dimension, members, p);
    if (stepper->multiplier)
        get_lanes(stepper->multiplier, stepper->dimension, members, multiplier);
}

static struct newton_counts counts(const void *context)
{
    const struct group *group = context;

    return group->stepper->counts(group->stepper);
}

#if defined LANES_V3
#define BUILD_NAME "x86-64-v3"
#elif defined LANES_V4
#define BUILD_NAME "x86-64-v4"
#else
#define BUILD_NAME "plain"
#endif

const struct ensemble_group_build X(ensemble_group) = {
    .name = BUILD_NAME,
    .create = create,
    .destroy = destroy,
    .start = start,
    .advance = advance,
    .get = get,
    .counts = counts,
};
