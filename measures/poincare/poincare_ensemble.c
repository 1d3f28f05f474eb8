/* Many trajectories of one method: see poincare_ensemble.h. */
#include "measures/poincare/poincare_ensemble.h"

#include <stdlib.h>
#include <string.h>

#include "measures/ensemble/shares.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

/* Whether numbers may lie in memory that processes share: those of mpfr point to their digits. */
#if defined ARITHMETIC_MPFR
enum { SHARES = 0 };
#else
enum { SHARES = 1 };
#endif

/* The earliest breakdown in a share. */
struct breakdown {
    enum newton_status status; /* NEWTON_CONVERGED: none */
    unsigned long step;
};

struct X(poincare_ensemble) {
    const struct X(ensemble_build) *build;
    void *group;
    size_t members, d, carries, processes, bytes;
    real *carried;                  /* members x carries */
    struct breakdown *breakdown;    /* shared: processes */
    struct ensemble_member *member; /* lanes */
    real *q, *p, *multiplier;       /* lanes x d */
    unsigned long steps;            /* of an advance */
};

static size_t count_in_group(const struct X(poincare_ensemble) *w, size_t first)
{
    size_t rest = w->members - first;

    return rest < w->build->lanes ? rest : w->build->lanes;
}

/* The first of the members that fails earliest; none that fails after `steps` steps. */
static void find_breakdown(const struct X(poincare_ensemble) *w, size_t members, struct breakdown *earliest,
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
    struct X(poincare_ensemble) *w = context;
    size_t lanes = w->build->lanes, members = w->members,
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

bool X(poincare_ensemble_advance)(struct X(poincare_ensemble) *w, unsigned long steps,
                                  enum newton_status *status, unsigned long *failed, struct error *error)
{
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

size_t X(poincare_ensemble_states)(struct X(poincare_ensemble) *w, real *states)
{
    size_t d = w->d;

    for (size_t first = 0; first < w->members; first += w->build->lanes) {
        size_t together = count_in_group(w, first);

        w->build->put(w->group, w->carried + first * w->carries, together);
        w->build->get(w->group, together, w->q, w->p, w->multiplier);
        for (size_t k = 0; k < together; k++) {
            X(vector_copy)(states, w->q + k * d, d);
            X(vector_copy)(states + d, w->p + k * d, d);
            X(vector_copy)(states + 2 * d, w->multiplier + k * d, d);
            states += 3 * d;
        }
    }
    return w->members;
}

void X(poincare_ensemble_destroy)(struct X(poincare_ensemble) *w)
{
    w->build->destroy(w->group);
    if (SHARES)
        memory_destroy_shared(w->carried, w->bytes);
    else
        X(vector_destroy)(w->carried);
    memory_destroy_shared(w->breakdown, w->processes * sizeof *w->breakdown);
    free(w->member);
    X(vector_destroy)(w->q);
    X(vector_destroy)(w->p);
    X(vector_destroy)(w->multiplier);
    free(w);
}

static void start_members(struct X(poincare_ensemble) *w, mpfr_srcptr start)
{
    for (size_t first = 0; first < w->members; first += w->build->lanes) {
        size_t together = count_in_group(w, first);

        for (size_t i = 0; i < together * w->d; i++)
            real_set_mpfr(w->q + i, start + first * w->d + i);
        w->build->start(w->group, w->q, together);
        w->build->take(w->group, together, w->carried + first * w->carries);
    }
}

struct X(poincare_ensemble) *X(poincare_ensemble_create)(const struct X(ensemble_build) *build, void *group,
                                                         size_t dimension, size_t members, mpfr_srcptr start,
                                                         size_t processes)
{
    struct X(poincare_ensemble) *w = memory_create(1, sizeof *w);
    size_t numbers = members * build->carries(group);

    build->watch(group);
    *w = (struct X(poincare_ensemble)){
        .build = build,
        .group = group,
        .members = members,
        .d = dimension,
        .carries = build->carries(group),
        .processes = SHARES && processes ? processes : 1,
        .bytes = numbers * sizeof(real),
        .carried = SHARES ? memory_create_shared(numbers * sizeof(real)) : X(vector_create)(numbers),
        .member = memory_create(build->lanes, sizeof *w->member),
        .q = X(vector_create)(build->lanes * dimension),
        .p = X(vector_create)(build->lanes * dimension),
        .multiplier = X(vector_create)(build->lanes * dimension),
    };
    w->breakdown = memory_create_shared(w->processes * sizeof *w->breakdown);
    start_members(w, start);
    return w;
}
