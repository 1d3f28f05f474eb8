/* A loop or a surface of trajectories: see poincare_run.h. */
#include "measures/poincare_run.h"

#include <stdlib.h>

#include "measures/poincare_ensemble.h"
#include "numerics/number_block.h"
#include "numerics/vector.h"

struct observation {
    struct X(poincare_integral) *integral[2]; /* over all points, over every second one */
    real *states, *value;
    mpfr_ptr exact; /* of both: 2 x POINCARE_FORMS */
};

static void observe(struct observation *w, struct X(poincare_ensemble) *ensemble,
                    struct poincare_drift *drift, size_t k)
{
    X(poincare_ensemble_states)(ensemble, w->states);
    for (int part = 0; part < 2; part++) {
        X(poincare_integral_evaluate)(w->integral[part], w->states, w->value);
        for (int f = 0; f < POINCARE_FORMS; f++)
            real_get_mpfr(w->exact + part * POINCARE_FORMS + f, w->value + f);
    }
    poincare_drift_record(drift, k, w->exact, w->exact + POINCARE_FORMS);
}

static void advance(struct observation *w, struct X(poincare_ensemble) *ensemble,
                    struct poincare_drift *drift)
{
    unsigned long failed = 0;

    observe(w, ensemble, drift, 0);
    for (size_t k = 1; k < drift->times; k++) {
        drift->newton = X(poincare_ensemble_advance)(ensemble, drift->step[k] - drift->step[k - 1], &failed);
        if (drift->newton != NEWTON_CONVERGED) {
            drift->broke_down_at = drift->step[k - 1] + failed;
            return;
        }
        observe(w, ensemble, drift, k);
    }
}

struct poincare_drift *X(poincare_run)(const struct setup *setup, struct X(stepper) *stepper,
                                       const struct X(quadrature) *const *rule,
                                       const struct poincare_request *request)
{
    const struct poincare_forms *forms = request->forms;
    size_t n = rule[0]->n, members = forms->order == 1 ? n : n * n, d = stepper->dimension;
    struct poincare_drift *drift = poincare_drift_create(request->steps, request->every, real_precision());
    struct X(poincare_ensemble) *ensemble =
        X(poincare_ensemble_create)(setup, stepper, members, request->start);
    struct observation w = {
        .integral = {X(poincare_integral_create)(forms, rule[0], 1),
                     X(poincare_integral_create)(forms, rule[1], 2)},
        .states = X(vector_create)(members * 3 * d),
        .value = X(vector_create)(POINCARE_FORMS),
        .exact = number_block_create(2 * POINCARE_FORMS, real_precision()),
    };

    advance(&w, ensemble, drift);
    poincare_drift_finish(drift);
    X(poincare_integral_destroy)(w.integral[0]);
    X(poincare_integral_destroy)(w.integral[1]);
    X(vector_destroy)(w.states);
    X(vector_destroy)(w.value);
    number_block_destroy(w.exact);
    X(poincare_ensemble_destroy)(ensemble);
    return drift;
}
