/* Compositions of steps: see composed_step.h. */
#include "integrators/steps/composed_step.h"

#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/vector.h"

/* Steps of one length, of the method or of its adjoint. */
struct X(composed_part) {
    struct method method;
    struct setup setup;
    mpq_t step;
    struct X(stepper) *stepper;
};

struct X(composed_step) {
    struct X(stepper) stepper; /* first; it shares its state with the first part */
    size_t steps, parts;
    struct X(stepper) **order;     /* steps: which part makes each */
    struct X(composed_part) *part; /* parts, no two of them alike; room for one a step */
    real *before;                  /* what was carried before the step */
};

/* -- the stepper -- */

static X(newton_status) step(struct X(stepper) *stepper)
{
    struct X(composed_step) *w = (struct X(composed_step) *)stepper;
    choice status =
        choice_where(stepper->active, choice_all(NEWTON_CONVERGED), choice_all(NEWTON_NO_CONVERGENCE));
    mask solved = stepper->active;

    X(vector_copy)(w->before, stepper->carried, stepper->carries);
    for (size_t i = 0; i < w->steps && mask_any(solved); i++) {
        struct X(stepper) *part = w->order[i];

        if (part->carried != stepper->carried)
            X(vector_copy)(part->carried, stepper->carried, stepper->carries);
        part->forget(part);
        part->active = solved;
        status = choice_where(solved, part->step(part), status);
        solved = stepper->active & choice_is(status, NEWTON_CONVERGED);
        if (part->carried != stepper->carried)
            X(vector_copy)(stepper->carried, part->carried, stepper->carries);
    }
    X(vector_set_where)(stepper->carried, mask_not(solved), w->before, stepper->carries);
    return status;
}

static struct newton_counts counts(const struct X(stepper) *stepper)
{
    const struct X(composed_step) *w = (const struct X(composed_step) *)stepper;
    struct newton_counts sum = {0};

    for (size_t i = 0; i < w->parts; i++) {
        struct newton_counts counted = w->part[i].stepper->counts(w->part[i].stepper);

        newton_counts_add(&sum, &counted);
    }
    return sum;
}

/* Every part forgets before each of its steps. */
static void forget(struct X(stepper) *stepper)
{
    (void)stepper;
}

static void restart(struct X(stepper) *stepper)
{
    struct X(composed_step) *w = (struct X(composed_step) *)stepper;

    w->part->stepper->restart(w->part->stepper);
    stepper->active = mask_all();
}

static void start(struct X(stepper) *stepper)
{
    struct X(composed_step) *w = (struct X(composed_step) *)stepper;

    w->part->stepper->start(w->part->stepper);
    stepper->active = mask_all();
}

static void destroy(struct X(stepper) *stepper)
{
    struct X(composed_step) *w = (struct X(composed_step) *)stepper;

    for (size_t i = 0; i < w->parts; i++) {
        if (w->part[i].stepper)
            w->part[i].stepper->destroy(w->part[i].stepper);
        mpq_clear(w->part[i].step);
    }
    X(vector_destroy)(w->before);
    free(w->part);
    free(w->order);
    free(w);
}

/* -- its parts -- */

/* The part that steps so, made where there is none. */
static struct X(stepper) *find_part(struct X(composed_step) *w, const struct setup *setup, bool adjoint,
                                    mpq_srcptr step)
{
    const struct method_family *family = adjoint ? setup->adjoint : setup->method->base;
    struct tableau *tableau = adjoint ? setup->adjoint_tableau : setup->tableau;
    struct X(composed_part) *part = w->part;

    for (; part < w->part + w->parts; part++) {
        if (part->method.family == family && part->setup.tableau == tableau && mpq_equal(part->step, step))
            return part->stepper;
    }
    w->parts++;
    part->method = *setup->method;
    part->method.family = part->method.base = family;
    mpq_init(part->step);
    mpq_set(part->step, step);
    part->setup = *setup;
    part->setup.method = &part->method;
    part->setup.tableau = tableau;
    part->setup.step = part->step;
    return part->stepper = STEPPER_CREATE(family, &part->setup);
}

/* step = coefficient h, halved where each is made by a pair */
static void set_length(mpq_ptr step, mpfr_srcptr coefficient, bool pair, const struct setup *setup)
{
    mpfr_get_q(step, coefficient);
    mpq_mul(step, step, setup->step);
    if (pair)
        mpq_div_2exp(step, step, 1);
}

struct X(stepper) *X(composed_step_create)(const struct setup *setup)
{
    struct X(composed_step) *w = memory_create(1, sizeof *w);
    const bool pair = setup->adjoint && !setup->of_adjoint;
    size_t each = pair ? 2 : 1;
    mpq_t length;

    w->steps = each * setup->coefficients;
    w->order = memory_create(w->steps, sizeof(struct X(stepper) *));
    w->part = memory_create(w->steps, sizeof *w->part);
    mpq_init(length);
    for (size_t i = 0; i < w->steps; i++) {
        const bool adjoint = pair ? i % 2 == 0 : setup->adjoint && setup->of_adjoint && setup->of_adjoint[i];

        set_length(length, setup->coefficient[i / each], pair, setup);
        w->order[i] = find_part(w, setup, adjoint, length);
    }
    mpq_clear(length);
    if (!w->order[0]) {
        destroy(&w->stepper);
        return NULL;
    }
    w->stepper = *w->order[0];
    w->stepper.step = step;
    w->stepper.counts = counts;
    w->stepper.forget = forget;
    w->stepper.start = start;
    w->stepper.restart = restart;
    w->stepper.destroy = destroy;
    w->before = X(vector_create)(w->stepper.carries);
    return &w->stepper;
}
