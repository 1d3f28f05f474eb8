/* An ensemble spread over processes: see ensemble_shares.h.
 *
 * Each process runs an ensemble of its own, a share of the members, and copies what it sees at the observed
 * steps into shared memory, where the points of the whole ensemble come together.  Memory grows with the
 * number of observed points. */
#include "measures/ensemble/ensemble_shares.h"

#include <stdlib.h>
#include <string.h>

#include "measures/ensemble/shares.h"
#include "numerics/memory.h"

/* All members at one observed step, and in the last record at the end. */
struct record {
    double *q, *p, *multiplier, *mean;
    struct ensemble_member *member;
};

struct spread {
    const struct setup *setup;
    const struct method_family *family;
    const struct ensemble_request *request;
    size_t d, observables, records;
    size_t bytes;                 /* of a record */
    char *records_memory;         /* shared */
    struct newton_counts *counts; /* shared: processes */
};

static size_t numbers(const struct spread *w)
{
    return w->request->members * (3 * w->d + w->observables);
}

static struct record find_record(const struct spread *w, size_t k)
{
    size_t states = w->request->members * w->d;
    double *number = (double *)(void *)(w->records_memory + k * w->bytes);

    return (struct record){number, number + states, number + 2 * states, number + 3 * states,
                           (struct ensemble_member *)(void *)(number + numbers(w))};
}

/* -- in a process -- */

struct share {
    const struct spread *spread;
    size_t first; /* member */
    size_t seen;  /* records */
};

static void copy_share(const struct spread *w, size_t k, size_t first, const struct ensemble_point *point)
{
    struct record to = find_record(w, k);
    size_t at = first * w->d, states = point->members * w->d * sizeof(double);

    memcpy(to.q + at, point->q, states);
    memcpy(to.p + at, point->p, states);
    memcpy(to.multiplier + at, point->multiplier, states);
    memcpy(to.mean + first * w->observables, point->mean,
           point->members * point->observables * sizeof(double));
    memcpy(to.member + first, point->member, point->members * sizeof *to.member);
}

static void see(void *context, const struct ensemble_point *point)
{
    struct share *share = context;

    copy_share(share->spread, share->seen++, share->first, point);
}

static size_t find_first(const struct spread *w, size_t k)
{
    return shares_first(w->request->members, LANES, w->request->processes, k);
}

static void run_share(void *context, size_t k)
{
    struct spread *w = context;
    struct share share = {w, find_first(w, k), 0};
    struct ensemble_request own = *w->request;
    struct ensemble *ensemble;

    own.processes = 1;
    own.members = find_first(w, k + 1) - share.first;
    own.initial += share.first * w->d;
    own.observer = w->request->observer ? see : NULL;
    own.context = &share;
    ensemble = ensemble_run(w->setup, w->family, &own);
    copy_share(w, w->records - 1, share.first,
               &(struct ensemble_point){.members = ensemble->members,
                                        .q = ensemble->q,
                                        .p = ensemble->p,
                                        .multiplier = ensemble->multiplier,
                                        .member = ensemble->member,
                                        .observables = ensemble->observables,
                                        .mean = ensemble->mean});
    w->counts[k] = ensemble->counts;
    ensemble_destroy(ensemble);
}

/* -- in the parent -- */

static void show_points(const struct spread *w)
{
    const struct ensemble_request *request = w->request;
    unsigned long n = 0;
    bool observed = true;

    for (size_t k = 0; k + 1 < w->records; k++) {
        struct record record = find_record(w, k);

        request->observer(request->context, &(struct ensemble_point){.n = n,
                                                                     .members = request->members,
                                                                     .dimension = w->d,
                                                                     .q = record.q,
                                                                     .p = record.p,
                                                                     .multiplier = record.multiplier,
                                                                     .member = record.member,
                                                                     .observables = w->observables,
                                                                     .mean = record.mean});
        n = ensemble_next_stop(request, n, &observed);
    }
}

/* How often the observer is called. */
static size_t count_points(const struct ensemble_request *request)
{
    size_t points = 0;
    bool observed = request->observer && (request->every || request->stops);

    for (unsigned long n = 0; observed; points++)
        n = ensemble_next_stop(request, n, &observed);
    return points;
}

static struct ensemble *collect(const struct spread *w)
{
    size_t members = w->request->members, states = members * w->d * sizeof(double);
    struct ensemble *result = ensemble_create(members, w->d, w->observables);
    struct record last = find_record(w, w->records - 1);

    memcpy(result->q, last.q, states);
    memcpy(result->p, last.p, states);
    memcpy(result->multiplier, last.multiplier, states);
    memcpy(result->mean, last.mean, members * w->observables * sizeof(double));
    memcpy(result->member, last.member, members * sizeof *result->member);
    for (size_t k = 0; k < w->request->processes; k++)
        newton_counts_add(&result->counts, w->counts + k);
    return result;
}

struct ensemble *ensemble_shares_run(const struct setup *setup, const struct method_family *family,
                                     const struct ensemble_request *request)
{
    const struct system *system = setup->system;
    struct ensemble *result = NULL;
    struct spread w = {.setup = setup,
                       .family = family,
                       .request = request,
                       .d = system->dimension,
                       .observables = request->watches ? system->observables : 0,
                       .records = count_points(request) + 1};

    w.bytes = numbers(&w) * sizeof(double) + request->members * sizeof(struct ensemble_member);
    w.records_memory = shares_memory_create(w.records * w.bytes);
    w.counts = shares_memory_create(request->processes * sizeof *w.counts);
    if (shares_run(request->processes, run_share, &w, request->error)) {
        show_points(&w);
        result = collect(&w);
    }
    shares_memory_destroy(w.records_memory, w.records * w.bytes);
    shares_memory_destroy(w.counts, request->processes * sizeof *w.counts);
    return result;
}
