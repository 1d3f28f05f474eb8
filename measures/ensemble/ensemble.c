/* Ensembles in groups of eight, one group after the other: see ensemble.h.
 *
 * A group goes from its first step to its last before the next one starts, so that kept factors and
 * extrapolated guesses are those of a trajectory alone. */
#include "measures/ensemble/ensemble.h"

#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

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

const struct ensemble_build_double *ensemble_build(size_t k)
{
    static const struct ensemble_build_double *const builds[] = {
        &ensemble_group_lanes, &ensemble_group_lanes_v3, &ensemble_group_lanes_v4};
    size_t runs = runs_v4() ? 3 : runs_v3() ? 2 : 1;

    return k < runs ? builds[k] : NULL;
}
#else
const struct ensemble_build_double *ensemble_build(size_t k)
{
    return k == 0 ? &ensemble_group_lanes : NULL;
}
#endif

static const struct ensemble_build_double *find_best(void)
{
    size_t k = 0;

    while (ensemble_build(k + 1))
        k++;
    return ensemble_build(k);
}

void *ensemble_create_group(const struct ensemble_build_double **build, const struct setup *setup,
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

static struct ensemble *create_zero(const struct ensemble_request *request, const struct system *system)
{
    struct ensemble *result = memory_create(1, sizeof *result);
    size_t members = request->members, d = system->dimension;

    result->members = members;
    result->dimension = d;
    result->observables = request->watches ? system->observables : 0;
    result->q = memory_create(members * d, sizeof(double));
    result->p = memory_create(members * d, sizeof(double));
    result->multiplier = memory_create(members * d, sizeof(double));
    result->mean = memory_create(request->stops * members * result->observables, sizeof(double));
    result->member = memory_create(members, sizeof *result->member);
    return result;
}

/* The trajectories from `first` on that fit into the group, from their start to their end. */
static void run_group(struct ensemble *result, const struct ensemble_build_double *build, void *group,
                      const struct ensemble_request *request, size_t first)
{
    size_t d = result->dimension, rest = result->members - first,
           members = rest < build->lanes ? rest : build->lanes;
    struct ensemble_member member[LANES] = {{0, 0, NEWTON_CONVERGED}};
    unsigned long n = 0;

    build->start(group, request->initial + first * d, members);
    for (size_t k = 0; k < request->stops; n = request->stop[k++]) {
        build->advance(group, request->stop[k] - n, member);
        if (result->observables)
            build->means(group, members, result->mean + (k * result->members + first) * result->observables);
    }
    build->advance(group, request->steps - n, member);
    build->get(group, members, result->q + first * d, result->p + first * d, result->multiplier + first * d);
    memcpy(result->member + first, member, members * sizeof *member);
}

struct ensemble *ensemble_run(const struct setup *setup, const struct method_family *family,
                              const struct ensemble_request *request)
{
    struct ensemble *result = create_zero(request, setup->system);
    const struct ensemble_build_double *build = request->build;
    void *group = build ? build->create(setup, family) : ensemble_create_group(&build, setup, family);

    if (request->watches)
        build->watch(group);
    for (size_t first = 0; first < result->members; first += build->lanes)
        run_group(result, build, group, request, first);
    result->counts = build->counts(group);
    build->destroy(group);
    return result;
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
