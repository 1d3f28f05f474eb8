/* A loop or a surface of trajectories: see poincare_run.h. */
#include "measures/poincare/poincare_run.h"

#include <stdlib.h>

#include "numerics/number_block.h"
#include "numerics/vector.h"

enum { PARTS = 3 };

struct observation {
    struct X(poincare_integral)
        *integral[PARTS]; /* over all points, every second, every fourth; NULL: none */
    real *states, *value;
    mpfr_ptr exact; /* of all: PARTS x POINCARE_FORMS */
};

/* The states are those at time k. */
static void keep_snapshot(struct poincare_snapshots *snapshots, const real *states, size_t k)
{
    double *q = snapshots ? poincare_snapshots_take(snapshots, k) : NULL;

    for (size_t point = 0; q && point < snapshots->length; point++) {
        for (size_t i = 0; i < snapshots->dimension; i++)
            *q++ = real_to_double(states + 3 * snapshots->dimension * snapshots->member[point] + i);
    }
}

static void observe(struct observation *w, struct X(poincare_ensemble) *ensemble,
                    struct poincare_drift *drift, size_t k)
{
    X(poincare_ensemble_states)(ensemble, w->states);
    for (int part = 0; part < PARTS && w->integral[part]; part++) {
        X(poincare_integral_evaluate)(w->integral[part], w->states, w->value);
        for (int f = 0; f < POINCARE_FORMS; f++)
            real_get_mpfr(w->exact + part * POINCARE_FORMS + f, w->value + f);
    }
    keep_snapshot(drift->snapshots, w->states, k);
    poincare_drift_record(drift, k, w->exact);
}

static bool advance(struct observation *w, struct X(poincare_ensemble) *ensemble,
                    struct poincare_drift *drift, struct error *error)
{
    unsigned long failed = 0;

    observe(w, ensemble, drift, 0);
    for (size_t k = 1; k < drift->times; k++) {
        if (!X(poincare_ensemble_advance)(ensemble, drift->step[k] - drift->step[k - 1], &drift->newton,
                                          &failed, error))
            return false;
        if (drift->newton != NEWTON_CONVERGED) {
            drift->broke_down_at = drift->step[k - 1] + failed;
            return true;
        }
        observe(w, ensemble, drift, k);
    }
    return true;
}

struct poincare_drift *X(poincare_run)(struct X(poincare_ensemble) *ensemble,
                                       const struct poincare_request *request, struct error *error)
{
    const struct poincare_forms *forms = request->forms;
    const bool loop = forms->order == 1;
    const size_t n = request->points, d = forms->system->dimension;
    const size_t intervals = loop ? n : n - 1;
    struct X(quadrature) *rule[PARTS] = {NULL};
    struct poincare_drift *drift = poincare_drift_create(request->steps, request->every, real_precision());
    struct observation w = {
        .states = X(vector_create)((loop ? n : n * n) * 3 * d),
        .value = X(vector_create)(POINCARE_FORMS),
        .exact = number_block_create(PARTS * POINCARE_FORMS, real_precision()),
    };

    for (int f = 0; f < POINCARE_FORMS; f++)
        mpfr_set_nan(w.exact + (PARTS - 1) * POINCARE_FORMS + f);
    for (size_t part = 0; part < PARTS && intervals % (1U << part) == 0; part++) {
        rule[part] = X(quadrature_create)(loop ? QUADRATURE_FOURIER : QUADRATURE_CHEBYSHEV,
                                          (intervals >> part) + !loop);
        w.integral[part] = X(poincare_integral_create)(forms, rule[part], (size_t)1 << part);
    }
    if (request->snapshots)
        drift->snapshots = poincare_snapshots_create(forms->order, n, d, drift->times);
    if (advance(&w, ensemble, drift, error)) {
        poincare_drift_finish(drift);
    } else {
        poincare_drift_destroy(drift);
        drift = NULL;
    }
    for (int part = 0; part < PARTS && rule[part]; part++) {
        X(poincare_integral_destroy)(w.integral[part]);
        rule[part]->destroy(rule[part]);
    }
    X(vector_destroy)(w.states);
    X(vector_destroy)(w.value);
    number_block_destroy(w.exact);
    X(poincare_ensemble_destroy)(ensemble);
    return drift;
}
