/* Trajectories that step together: see ensemble.h.
 *
 * A trajectory that breaks down keeps its last state and leaves the mask of the lanes that step. */
#include "measures/ensemble/ensemble.h"

#include <stdlib.h>

#include "measures/run/trajectory.h"
#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct group {
    struct X(stepper) *stepper;
    const struct system *system;
    unsigned long n;            /* steps done */
    bool forgets;               /* every so many steps, as runs do */
    struct X(evaluator) *watch; /* NULL: nobody watches */
    size_t observables;
    real *initial, *value; /* observables */
    narrow *sum;
    double weights; /* of all steps of an advance */
};

/* What members are given as: see ensemble.h. */
#if defined ARITHMETIC_MPFR
typedef real number;
typedef struct ensemble_build_mpfr group_build;

static void set_lane(real *to, size_t lane, const number *from)
{
    (void)lane;
    real_set(to, from);
}

static void get_lane(number *to, const real *from, size_t lane)
{
    (void)lane;
    real_set(to, from);
}
#else
typedef double number;
typedef struct ensemble_build_double group_build;

static void set_lane(real *to, size_t lane, const number *from)
{
    narrow_set_lane(to, lane, *from);
}

static void get_lane(number *to, const real *from, size_t lane)
{
    *to = narrow_lane(from, lane);
}
#endif

#if defined ARITHMETIC_LANES
static struct X(stepper) *create_stepper(const struct setup *setup, const struct method_family *family)
{
    return family->lanes ? family->lanes->X(create)(setup) : NULL;
}
#else
static struct X(stepper) *create_stepper(const struct setup *setup, const struct method_family *family)
{
    return family->X(create)(setup);
}
#endif

static void *create(const struct setup *setup, const struct method_family *family)
{
    struct X(stepper) *stepper = create_stepper(setup, family);
    struct group *group;

    if (!stepper)
        return NULL;
    group = memory_create(1, sizeof *group);
    group->stepper = stepper;
    group->system = setup->system;
    group->observables = setup->system->observables;
    return group;
}

static void destroy(void *context)
{
    struct group *group = context;

    if (!group)
        return;
    group->stepper->destroy(group->stepper);
    X(evaluator_destroy)(group->watch);
    X(vector_destroy)(group->initial);
    X(vector_destroy)(group->value);
    NARROW(vector_destroy)(group->sum);
    free(group);
}

static void watch(void *context)
{
    struct group *group = context;

    if (group->watch)
        return;
    group->watch = X(evaluator_create)(group->system->observe, 1);
    group->initial = X(vector_create)(group->observables);
    group->value = X(vector_create)(group->observables);
    group->sum = NARROW(vector_create)(group->observables);
}

/* -- states in and out -- */

/* The lanes before `members`. */
static mask first_lanes(size_t members)
{
    narrow index = narrow_all(0);

    for (size_t lane = 0; lane < REAL_LANES; lane++)
        narrow_set_lane(&index, lane, (double)lane);
    return narrow_less(index, narrow_all((double)members));
}

/* to[i] in each lane; lanes from `members` on are copies of the last one. */
static void set_lanes(real *to, size_t width, size_t members, const number *from)
{
    for (size_t lane = 0; lane < REAL_LANES; lane++) {
        size_t row = lane < members ? lane : members - 1;

        for (size_t i = 0; i < width; i++)
            set_lane(to + i, lane, from + row * width + i);
    }
}

static void get_lanes(const real *from, size_t width, size_t members, number *to)
{
    for (size_t lane = 0; lane < members; lane++) {
        for (size_t i = 0; i < width; i++)
            get_lane(to + lane * width + i, from + i, lane);
    }
}

static void start(void *context, const number *q, size_t members)
{
    struct group *group = context;
    struct X(stepper) *stepper = group->stepper;

    set_lanes(stepper->q, stepper->dimension, members, q);
    stepper->start(stepper);
    stepper->active = first_lanes(members);
    group->n = 0;
    group->forgets = true;
    if (group->watch)
        X(evaluator_run)
    (group->watch, 1, READS(X(stepper_observed)(stepper)), WRITES(group->initial));
}

static size_t carries(const void *context)
{
    return ((const struct group *)context)->stepper->carries;
}

static void put(void *context, const number *carried, size_t members)
{
    struct group *group = context;
    struct X(stepper) *stepper = group->stepper;

    set_lanes(stepper->carried, stepper->carries, members, carried);
    stepper->active = first_lanes(members);
    stepper->forget(stepper);
    group->n = 0;
    group->forgets = false;
}

static void take(const void *context, size_t members, number *carried)
{
    const struct X(stepper) *stepper = ((const struct group *)context)->stepper;

    get_lanes(stepper->carried, stepper->carries, members, carried);
}

static void get(const void *context, size_t members, number *q, number *p, number *multiplier)
{
    const struct X(stepper) *stepper = ((const struct group *)context)->stepper;

    get_lanes(X(stepper_output)(stepper), stepper->dimension, members, q);
    if (stepper->p)
        get_lanes(stepper->p, stepper->dimension, members, p);
    if (stepper->multiplier)
        get_lanes(stepper->multiplier, stepper->dimension, members, multiplier);
}

/* -- steps -- */

/* Adds up the errors of the observables after the share x of an advance; says which lanes are outside the
 * domain of the model. */
static mask find_outside(struct group *group, double x)
{
    struct X(stepper) *stepper = group->stepper;
    double weight = x * x * (1 - x) * (1 - x);
    mask inside;

    X(evaluator_run)
    (group->watch, 1, READS(X(stepper_observed)(stepper)), WRITES(group->value));
    inside = X(vector_is_finite)(group->value, group->observables);
    inside &= X(vector_is_finite)(stepper->carried, stepper->carries);
    X(vector_subtract)(group->value, group->initial, group->observables);
    group->weights += weight;
    for (size_t i = 0; i < group->observables; i++)
        group->sum[i] += weight * real_to_narrow(group->value + i);
    return mask_not(inside);
}

static enum newton_status read_status(choice status, size_t lane)
{
    for (unsigned value = NEWTON_CONVERGED; value < NEWTON_NOT_FINITE; value++) {
        if (mask_lane(choice_is(status, value), lane))
            return (enum newton_status)value;
    }
    return NEWTON_NOT_FINITE;
}

static void record(const struct X(stepper) *stepper, mask failed, choice status, unsigned long n,
                   struct ensemble_member *member)
{
    for (size_t lane = 0; lane < REAL_LANES; lane++) {
        if (mask_lane(stepper->active, lane))
            member[lane].steps = n - mask_lane(failed, lane);
        if (mask_lane(failed, lane)) {
            member[lane].broke_down_at = n;
            member[lane].newton = read_status(status, lane);
        }
    }
}

/* One step of the lanes that step; says which of them break down. */
static mask advance_once(struct group *group, double share, choice *status)
{
    struct X(stepper) *stepper = group->stepper;

    *status = stepper->step(stepper);
    if (group->watch) {
        mask left = choice_is(*status, NEWTON_CONVERGED);

        left &= find_outside(group, share);
        *status = choice_where(left, choice_all(NEWTON_NOT_FINITE), *status);
    }
    return stepper->active & mask_not(choice_is(*status, NEWTON_CONVERGED));
}

static void advance(void *context, unsigned long steps, struct ensemble_member *member)
{
    struct group *group = context;
    struct X(stepper) *stepper = group->stepper;
    unsigned long start = group->n, end = start + steps;

    group->weights = 0;
    if (group->watch)
        NARROW(vector_zero)(group->sum, group->observables);
    while (group->n < end && mask_any(stepper->active)) {
        choice status;
        mask failed = advance_once(group, ((double)(group->n - start) + 0.5) / (double)steps, &status);

        group->n++;
        if (mask_any(failed) || group->n == end)
            record(stepper, failed, status, group->n, member);
        stepper->active &= mask_not(failed);
        if (group->forgets && group->n % TRAJECTORY_CHECKPOINT_STEPS == 0) /* as every run does */
            stepper->forget(stepper);
    }
}

static void means(const void *context, size_t members, double *mean)
{
    const struct group *group = context;

    for (size_t lane = 0; lane < members; lane++) {
        for (size_t i = 0; i < group->observables; i++)
            *mean++ = narrow_lane(group->sum + i, lane) / group->weights;
    }
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
#elif defined ARITHMETIC_LANES
#define BUILD_NAME "plain"
#else
#define BUILD_NAME "one at a time"
#endif

const group_build X(ensemble_group) = {
    .name = BUILD_NAME,
    .lanes = REAL_LANES,
    .create = create,
    .destroy = destroy,
    .watch = watch,
    .start = start,
    .carries = carries,
    .put = put,
    .take = take,
    .advance = advance,
    .get = get,
    .means = means,
    .counts = counts,
};
