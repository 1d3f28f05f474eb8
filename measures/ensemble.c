/* Ensembles in groups of eight: see ensemble.h.
 *
 * A group keeps its stepper from the first step to the last, so that kept factors and extrapolated guesses
 * are those of a trajectory alone.  The last group is filled up with copies of its last trajectory, which
 * stand still. */
#include "measures/ensemble.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

struct run {
    const struct ensemble_request *request;
    const struct ensemble_group_build *build;
    struct ensemble *result;
    size_t groups;
    void **group;
    double *first;                  /* LANES x dimension: where a group starts */
    struct ensemble_member *member; /* groups x LANES */
};

#if defined __x86_64__
static bool runs_v3(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2");
}

static bool runs_v4(void)
{
    return runs_v3() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
}

const struct ensemble_group_build *ensemble_build(size_t k)
{
    static const struct ensemble_group_build *const builds[] = {
        &ensemble_group_lanes, &ensemble_group_lanes_v3, &ensemble_group_lanes_v4};
    size_t runs = runs_v4() ? 3 : runs_v3() ? 2 : 1;

    return k < runs ? builds[k] : NULL;
}
#else
const struct ensemble_group_build *ensemble_build(size_t k)
{
    return k == 0 ? &ensemble_group_lanes : NULL;
}
#endif

static const struct ensemble_group_build *find_best(void)
{
    size_t k = 0;

    while (ensemble_build(k + 1))
        k++;
    return ensemble_build(k);
}

/* How many trajectories of group k belong to the ensemble. */
static size_t count_members(const struct run *run, size_t k)
{
    size_t rest = run->result->members - k * LANES;

    return rest < LANES ? rest : LANES;
}

static void start_group(struct run *run, size_t k)
{
    size_t d = run->result->dimension, members = count_members(run, k);

    for (size_t lane = 0; lane < LANES; lane++) {
        size_t from = k * LANES + (lane < members ? lane : members - 1);

        memcpy(run->first + lane * d, run->request->initial + from * d, d * sizeof(double));
    }
    run->build->start(run->group[k], run->first, members);
}

static void collect(struct run *run)
{
    struct ensemble *result = run->result;

    for (size_t k = 0; k < run->groups; k++) {
        size_t at = k * LANES * result->dimension;

        run->build->get(run->group[k], count_members(run, k), result->q + at, result->p + at,
                        result->multiplier + at);
    }
    memcpy(result->member, run->member, result->members * sizeof *result->member);
}

static void show_point(struct run *run, unsigned long n)
{
    const struct ensemble_request *request = run->request;
    const struct ensemble *result = run->result;

    if (!request->observer || !request->every || n % request->every != 0)
        return;
    collect(run);
    request->observer(request->context, &(struct ensemble_point){.n = n,
                                                                 .members = result->members,
                                                                 .dimension = result->dimension,
                                                                 .q = result->q,
                                                                 .p = result->p,
                                                                 .multiplier = result->multiplier,
                                                                 .member = result->member});
}

static void advance(struct run *run)
{
    const struct ensemble_request *request = run->request;
    bool shows = request->observer && request->every;

    show_point(run, 0);
    for (unsigned long n = 0; n < request->steps;) {
        unsigned long rest = request->steps - n,
                      steps = shows && request->every < rest ? request->every : rest;

        for (size_t k = 0; k < run->groups; k++)
            run->build->advance(run->group[k], steps, run->member + k * LANES);
        n += steps;
        show_point(run, n);
    }
}

static struct ensemble *allocate_result(size_t members, size_t dimension)
{
    struct ensemble *result = memory_create(1, sizeof *result);

    result->members = members;
    result->dimension = dimension;
    result->q = memory_create(members * dimension, sizeof(double));
    result->p = memory_create(members * dimension, sizeof(double));
    result->multiplier = memory_create(members * dimension, sizeof(double));
    result->member = memory_create(members, sizeof *result->member);
    return result;
}

struct ensemble *ensemble_run(const struct setup *setup, const struct method_family *family,
                              const struct ensemble_request *request)
{
    size_t groups = (request->members + LANES - 1) / LANES, d = setup->form->dimension;
    struct run run = {
        .request = request,
        .build = request->build ? request->build : find_best(),
        .result = allocate_result(request->members, d),
        .groups = groups,
        .group = memory_create(groups, sizeof *run.group),
        .first = memory_create(LANES * d, sizeof(double)),
        .member = memory_create(groups * LANES, sizeof *run.member),
    };

    for (size_t k = 0; k < groups; k++) {
        run.group[k] = run.build->create(setup, family->lanes);
        start_group(&run, k);
    }
    advance(&run);
    collect(&run);
    for (size_t k = 0; k < groups; k++) {
        struct newton_counts counts = run.build->counts(run.group[k]);

        newton_counts_add(&run.result->counts, &counts);
        run.build->destroy(run.group[k]);
    }
    free(run.group);
    free(run.first);
    free(run.member);
    return run.result;
}

void ensemble_destroy(struct ensemble *ensemble)
{
    if (!ensemble)
        return;
    free(ensemble->q);
    free(ensemble->p);
    free(ensemble->multiplier);
    free(ensemble->member);
    free(ensemble);
}
