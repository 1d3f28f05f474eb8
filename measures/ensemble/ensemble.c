/* Ensembles in groups of eight: see ensemble.h.
 *
 * A group keeps its stepper from the first step to the last, so that kept factors and extrapolated guesses
 * are those of a trajectory alone.  The last group is filled up with copies of its last trajectory, which
 * stand still. */
#include "measures/ensemble/ensemble.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

struct run {
    const struct ensemble_request *request;
    const struct ensemble_group_build *build;
    struct ensemble *result;
    size_t groups;
    void **group;
    double *first;                  /* lanes x dimension: where a group starts */
    struct ensemble_member *member; /* groups x lanes */
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

void *ensemble_create_group(const struct ensemble_group_build **build, const struct setup *setup,
                            const struct method_family *family)
{
    void *group;

    *build = find_best();
    group = (*build)->create(setup, family);
    if (!group) {
        *build = &ensemble_group_double;
        group = (*build)->create(setup, family);
    }
    return group;
}

/* How many trajectories of group k belong to the ensemble. */
static size_t count_members(const struct run *run, size_t k)
{
    size_t lanes = run->build->lanes, rest = run->result->members - k * lanes;

    return rest < lanes ? rest : lanes;
}

static void start_group(struct run *run, size_t k)
{
    size_t d = run->result->dimension, lanes = run->build->lanes, members = count_members(run, k);

    for (size_t lane = 0; lane < lanes; lane++) {
        size_t from = k * lanes + (lane < members ? lane : members - 1);

        memcpy(run->first + lane * d, run->request->initial + from * d, d * sizeof(double));
    }
    if (run->request->watches)
        run->build->watch(run->group[k]);
    run->build->start(run->group[k], run->first, members);
}

static void collect(struct run *run)
{
    struct ensemble *result = run->result;

    for (size_t k = 0; k < run->groups; k++) {
        size_t at = k * run->build->lanes * result->dimension;

        run->build->get(run->group[k], count_members(run, k), result->q + at, result->p + at,
                        result->multiplier + at);
    }
    memcpy(result->member, run->member, result->members * sizeof *result->member);
}

static void collect_means(struct run *run)
{
    struct ensemble *result = run->result;
    size_t row = run->build->lanes * result->observables;

    for (size_t k = 0; k < run->groups && result->observables; k++)
        run->build->means(run->group[k], count_members(run, k), result->mean + k * row);
}

static void show_point(struct run *run, unsigned long n)
{
    const struct ensemble_request *request = run->request;
    const struct ensemble *result = run->result;

    collect(run);
    if (n)
        collect_means(run);
    request->observer(request->context, &(struct ensemble_point){.n = n,
                                                                 .members = result->members,
                                                                 .dimension = result->dimension,
                                                                 .q = result->q,
                                                                 .p = result->p,
                                                                 .multiplier = result->multiplier,
                                                                 .member = result->member,
                                                                 .observables = result->observables,
                                                                 .mean = result->mean});
}

/* The first step after n that is observed; *observed = false: there is none, and the last step is returned. */
static unsigned long find_next_stop(const struct ensemble_request *request, unsigned long n, bool *observed)
{
    unsigned long stop = request->steps + 1;

    for (size_t k = request->stops; k-- > 0 && request->stop[k] > n;)
        stop = request->stop[k];
    if (request->every)
        stop = n + request->every;
    *observed = request->observer && stop <= request->steps;
    return *observed ? stop : request->steps;
}

static void advance(struct run *run)
{
    const struct ensemble_request *request = run->request;

    if (request->observer && (request->every || request->stops))
        show_point(run, 0);
    for (unsigned long n = 0; n < request->steps;) {
        bool observed;
        unsigned long stop = find_next_stop(request, n, &observed);

        for (size_t k = 0; k < run->groups; k++)
            run->build->advance(run->group[k], stop - n, run->member + k * run->build->lanes);
        n = stop;
        if (observed)
            show_point(run, n);
    }
}

static struct ensemble *create_zero(size_t members, size_t dimension, size_t observables)
{
    struct ensemble *result = memory_create(1, sizeof *result);

    result->members = members;
    result->dimension = dimension;
    result->observables = observables;
    result->q = memory_create(members * dimension, sizeof(double));
    result->p = memory_create(members * dimension, sizeof(double));
    result->multiplier = memory_create(members * dimension, sizeof(double));
    result->mean = memory_create(members * observables, sizeof(double));
    result->member = memory_create(members, sizeof *result->member);
    return result;
}

/* The first group is created to see which build has the method. */
static void create_groups(struct run *run, const struct setup *setup, const struct method_family *family)
{
    const struct ensemble_group_build *build = run->request->build;
    void *first = build ? build->create(setup, family) : ensemble_create_group(&build, setup, family);
    size_t lanes = build->lanes;

    run->build = build;
    run->groups = (run->result->members + lanes - 1) / lanes;
    run->group = memory_create(run->groups, sizeof *run->group);
    run->first = memory_create(lanes * run->result->dimension, sizeof(double));
    run->member = memory_create(run->groups * lanes, sizeof *run->member);
    for (size_t k = 0; k < run->groups; k++) {
        run->group[k] = k ? build->create(setup, family) : first;
        start_group(run, k);
    }
    if (run->groups == 0)
        build->destroy(first);
}

struct ensemble *ensemble_run(const struct setup *setup, const struct method_family *family,
                              const struct ensemble_request *request)
{
    const struct system *system = setup->system;
    struct run run = {
        .request = request,
        .result =
            create_zero(request->members, system->dimension, request->watches ? system->observables : 0),
    };

    create_groups(&run, setup, family);
    advance(&run);
    collect(&run);
    for (size_t k = 0; k < run.groups; k++) {
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
    free(ensemble->mean);
    free(ensemble->member);
    free(ensemble);
}
