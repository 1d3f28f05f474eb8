/* Loops and surfaces in groups and processes: see poincare_ensemble.h.
 *
 * What each member carries lies in shared memory, and one group serves all members of a process in turn: it
 * takes up what eight of them carry, having forgotten what it knew of others, advances them, and puts it
 * back. A round is one advance: its children are forked anew, so that nothing is sent to them, and memory
 * does not grow with the number of steps or of observed times. */
#include "measures/poincare/poincare_ensemble.h"

#include <stdlib.h>
#include <string.h>

#include "measures/ensemble/ensemble.h"
#include "measures/ensemble/shares.h"
#include "numerics/memory.h"

/* The earliest breakdown in a share. */
struct breakdown {
    enum newton_status status; /* NEWTON_CONVERGED: none */
    unsigned long step;
};

struct groups {
    struct poincare_ensemble_double ensemble; /* first: it is one of these */
    const struct ensemble_group_build *build;
    void *group;
    size_t carries, processes, bytes;
    double *carried;                /* shared: members x carries */
    struct breakdown *breakdown;    /* shared: processes */
    struct ensemble_member *member; /* lanes */
    double *q, *p, *multiplier;     /* lanes x d */
    unsigned long steps;            /* of a round */
};

static size_t count_in_group(const struct groups *w, size_t first)
{
    size_t rest = w->ensemble.members - first;

    return rest < w->build->lanes ? rest : w->build->lanes;
}

/* The first of the members that fails earliest; none that fails after `steps` steps. */
static void find_breakdown(const struct groups *w, size_t members, struct breakdown *earliest,
                           unsigned long *steps)
{
    for (size_t k = 0; k < members; k++) {
        const struct ensemble_member *member = w->member + k;

        if (member->broke_down_at && member->broke_down_at <= *steps) {
            *earliest = (struct breakdown){member->newton, member->broke_down_at};
            *steps = member->broke_down_at - 1; /* only an earlier failure counts from here */
        }
    }
}

static void advance_share(void *context, size_t share)
{
    struct groups *w = context;
    size_t lanes = w->build->lanes, members = w->ensemble.members,
           end = shares_first(members, lanes, w->processes, share + 1);
    unsigned long steps = w->steps;

    w->breakdown[share] = (struct breakdown){NEWTON_CONVERGED, 0};
    for (size_t first = shares_first(members, lanes, w->processes, share); first < end && steps > 0;
         first += lanes) {
        size_t together = count_in_group(w, first);

        memset(w->member, 0, lanes * sizeof *w->member);
        w->build->put(w->group, w->carried + first * w->carries, together);
        w->build->advance(w->group, steps, w->member);
        w->build->take(w->group, together, w->carried + first * w->carries);
        find_breakdown(w, together, w->breakdown + share, &steps);
    }
}

static bool advance(struct poincare_ensemble_double *ensemble, unsigned long steps,
                    enum newton_status *status, unsigned long *failed, struct error *error)
{
    struct groups *w = (struct groups *)ensemble;

    w->steps = steps;
    if (!shares_run(w->processes, advance_share, w, error))
        return false;
    *status = NEWTON_CONVERGED;
    for (size_t k = 0; k < w->processes; k++) {
        const struct breakdown *breakdown = w->breakdown + k;

        if (breakdown->status != NEWTON_CONVERGED &&
            (*status == NEWTON_CONVERGED || breakdown->step < *failed)) {
            *status = breakdown->status;
            *failed = breakdown->step;
        }
    }
    return true;
}

static void get_states(struct poincare_ensemble_double *ensemble, double *states)
{
    struct groups *w = (struct groups *)ensemble;
    size_t d = ensemble->dimension, row = d * sizeof *states;

    for (size_t first = 0; first < ensemble->members; first += w->build->lanes) {
        size_t together = count_in_group(w, first);

        w->build->put(w->group, w->carried + first * w->carries, together);
        w->build->get(w->group, together, w->q, w->p, w->multiplier);
        for (size_t k = 0; k < together; k++) {
            double *state = states + (first + k) * 3 * d;

            memcpy(state, w->q + k * d, row);
            memcpy(state + d, w->p + k * d, row);
            memcpy(state + 2 * d, w->multiplier + k * d, row);
        }
    }
}

static void destroy(struct poincare_ensemble_double *ensemble)
{
    struct groups *w = (struct groups *)ensemble;

    if (!w)
        return;
    w->build->destroy(w->group);
    shares_memory_destroy(w->carried, w->bytes);
    shares_memory_destroy(w->breakdown, w->processes * sizeof *w->breakdown);
    free(w->member);
    free(w->q);
    free(w->p);
    free(w->multiplier);
    free(w);
}

static void start_members(struct groups *w, mpfr_srcptr start)
{
    size_t lanes = w->build->lanes, d = w->ensemble.dimension;

    for (size_t first = 0; first < w->ensemble.members; first += lanes) {
        size_t together = count_in_group(w, first);

        for (size_t i = 0; i < together * d; i++)
            w->q[i] = mpfr_get_d(start + first * d + i, MPFR_RNDN);
        w->build->start(w->group, w->q, together);
        w->build->take(w->group, together, w->carried + first * w->carries);
    }
}

struct poincare_ensemble_double *poincare_group_create(const struct setup *setup,
                                                       const struct method_family *family, size_t members,
                                                       mpfr_srcptr start, size_t processes)
{
    struct groups *w = memory_create(1, sizeof *w);
    size_t d = setup->system->dimension;

    w->ensemble = (struct poincare_ensemble_double){members, d, advance, get_states, destroy};
    w->group = ensemble_create_group(&w->build, setup, family);
    w->build->watch(w->group);
    w->carries = w->build->carries(w->group);
    w->processes = processes ? processes : 1;
    w->bytes = members * w->carries * sizeof *w->carried;
    w->carried = shares_memory_create(w->bytes);
    w->breakdown = shares_memory_create(w->processes * sizeof *w->breakdown);
    w->member = memory_create(w->build->lanes, sizeof *w->member);
    w->q = memory_create(w->build->lanes * d, sizeof *w->q);
    w->p = memory_create(w->build->lanes * d, sizeof *w->p);
    w->multiplier = memory_create(w->build->lanes * d, sizeof *w->multiplier);
    start_members(w, start);
    return &w->ensemble;
}
