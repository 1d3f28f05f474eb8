/* Steps in charts of the manifold of holonomic constraints: models/kinds/holonomic_charts.h.
 *
 * Before each step the chart is taken whose function is largest at (q, p); (q, p) -> (d, th) leads into it, the
 * method steps on the canonical equations of Hhat(d, th) as on any others, and (d, th) -> (q, p) leads back.  Of
 * history nothing is left to the next step, nor is what compensation owes.  Lanes that are in different charts step
 * one chart after the other. */
#include "integrators/steps/implicit_step.h"

#include <stdlib.h>

#include "numerics/evaluator.h"
#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(chart) {
    struct setup setup;
    struct X(stepper) *stepper; /* of (d, th) */
    struct X(evaluator) *enter, *leave;
};

struct X(charted_step) {
    struct X(stepper) stepper; /* first */
    size_t charts;
    struct X(chart) *chart;
    struct X(evaluator) *where;
    bool *secular; /* no (d, th) is */
    real *value;   /* charts; it owns the room of */
    real *end;     /* (q, p) */
};

/* The number of the chart that is taken at (q, p). */
static narrow choose(struct X(charted_step) *w)
{
    narrow chosen = narrow_all(0), largest;

    X(evaluator_run)(w->where, 1, READS(w->stepper.q), WRITES(w->value));
    largest = real_to_narrow(w->value);
    for (size_t k = 1; k < w->charts; k++) {
        const narrow value = real_to_narrow(w->value + k);
        const mask larger = narrow_less(largest, value);

        largest = narrow_select(larger, value, largest);
        chosen = narrow_select(larger, narrow_all((double)k), chosen);
    }
    return chosen;
}

/* Of the lanes `mine`; the others keep their state. */
static X(newton_status) step_in(struct X(charted_step) *w, const struct X(chart) *chart, mask mine)
{
    struct X(stepper) *inner = chart->stepper;
    const size_t d = w->stepper.dimension;
    X(newton_status) status;

    X(vector_zero)(inner->carried, inner->carries);
    X(evaluator_run)(chart->enter, 1, READS(w->stepper.q), WRITES(inner->q));
    inner->forget(inner);
    inner->active = mine;
    status = inner->step(inner);
    X(evaluator_run)(chart->leave, 1, READS(inner->q), WRITES(w->end));
    status = choice_where(X(vector_is_finite)(w->end, d), status, choice_all(NEWTON_NOT_FINITE));
    X(vector_set_where)(w->stepper.q, mine & choice_is(status, NEWTON_CONVERGED), w->end, d);
    return status;
}

static X(newton_status) step(struct X(stepper) *stepper)
{
    struct X(charted_step) *w = (struct X(charted_step) *)stepper;
    const narrow chosen = choose(w);
    choice status = choice_all(NEWTON_NO_CONVERGENCE);

    for (size_t k = 0; k < w->charts; k++) {
        const mask mine = stepper->active & narrow_is(chosen, (double)k);

        if (mask_any(mine))
            status = choice_where(mine, step_in(w, w->chart + k, mine), status);
    }
    return status;
}

static struct newton_counts counts(const struct X(stepper) *stepper)
{
    const struct X(charted_step) *w = (const struct X(charted_step) *)stepper;
    struct newton_counts sum = {0};

    for (size_t k = 0; k < w->charts; k++) {
        struct newton_counts counted = w->chart[k].stepper->counts(w->chart[k].stepper);

        newton_counts_add(&sum, &counted);
    }
    return sum;
}

/* Every chart forgets before each step. */
static void forget(struct X(stepper) *stepper)
{
    (void)stepper;
}

static void start(struct X(stepper) *stepper)
{
    stepper->active = mask_all();
}

static void destroy(struct X(stepper) *stepper)
{
    struct X(charted_step) *w = (struct X(charted_step) *)stepper;

    for (size_t k = 0; k < w->charts; k++) {
        w->chart[k].stepper->destroy(w->chart[k].stepper);
        X(evaluator_destroy)(w->chart[k].enter);
        X(evaluator_destroy)(w->chart[k].leave);
    }
    X(evaluator_destroy)(w->where);
    X(vector_destroy)(stepper->carried);
    X(vector_destroy)(w->value);
    free(w->secular);
    free(w->chart);
    free(w);
}

static void create_chart(struct X(chart) *own, const struct system_chart *chart, const struct setup *setup,
                         const bool *secular)
{
    own->setup = *setup;
    own->setup.system = chart->system;
    own->setup.secular = secular;
    own->stepper = X(implicit_step_create)(&own->setup);
    own->enter = X(evaluator_create)(chart->enter, 1);
    own->leave = X(evaluator_create)(chart->leave, 1);
}

struct X(stepper) *X(charted_step_create)(const struct setup *setup)
{
    const struct system *system = setup->system;
    const size_t d = system->dimension;
    struct X(charted_step) *w = memory_create(1, sizeof *w);

    w->charts = system->charts;
    w->chart = memory_create(w->charts, sizeof *w->chart);
    w->secular = memory_create(d, sizeof *w->secular);
    for (size_t k = 0; k < w->charts; k++)
        create_chart(w->chart + k, system->chart + k, setup, w->secular);
    w->where = X(evaluator_create)(system->where, 1);
    w->value = X(vector_create)(w->charts + d);
    w->end = w->value + w->charts;
    w->stepper = (struct X(stepper)){.dimension = d,
                                     .step = step,
                                     .start = start,
                                     .counts = counts,
                                     .forget = forget,
                                     .restart = start,
                                     .destroy = destroy,
                                     .carries = d};
    w->stepper.q = w->stepper.carried = X(vector_create)(d);
    X(vector_set_mpfr)(w->stepper.q, setup->initial, d);
    start(&w->stepper);
    return &w->stepper;
}
