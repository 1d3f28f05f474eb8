/* Steps that are wrong in one way: see relation.h. */
#include "measures/step/relation.h"

#include <math.h>
#include <stdlib.h>

#include "numerics/memory.h"
#include "numerics/vector.h"

struct X(flawed_step) {
    struct X(stepper) stepper; /* first: a stepper is a flawed_step; its state is that of the right one */
    struct X(stepper) *right;
    const struct setup *setup;
    enum flaw flaw;
    real *before, *factor; /* d, 1 */
    unsigned long calls;
};

static double share(const struct X(flawed_step) *w, size_t i, double z, double d)
{
    switch (w->flaw) {
    case FLAW_ALIKE:
        return 1;
    case FLAW_BY_NUMBER:
        return 1 / ((double)i + 1);
    case FLAW_BY_UNIT:
        return d != 0 && ilogb(d) % 2 != 0;
    case FLAW_BY_SIZE:
        return d != 0 ? fabs(z) / (fabs(z) + fabs(d)) : 0;
    case FLAW_FORWARDS:
        return mpq_sgn(w->setup->step) > 0;
    case FLAW_BY_CALLS:
        return (double)w->calls;
    case FLAW_BY_BITS:
        return real_precision() / 64.0;
    case FLAW_NARROW:
        break;
    }
    return 0;
}

static enum newton_status step(struct X(stepper) *stepper)
{
    struct X(flawed_step) *w = (struct X(flawed_step) *)stepper;
    const size_t moved = w->setup->system->model->moved;
    enum newton_status status;

    X(vector_copy)(w->before, stepper->q, stepper->dimension);
    status = w->right->step(w->right);
    w->calls++;
    for (size_t i = 0; i < moved && status == NEWTON_CONVERGED; i++) {
        real *q = stepper->q + i;

        real_subtract(q, q, w->before + i);
        real_set_double(w->factor,
                        1 + ldexp(share(w, i, real_to_double(w->before + i), real_to_double(q)), -10));
        real_multiply(q, q, w->factor);
        real_add(q, q, w->before + i);
        if (w->flaw == FLAW_NARROW)
            real_set_double(q, real_precision() > 53 ? real_to_double(q) : (float)real_to_double(q));
    }
    return status;
}

static struct newton_counts counts(const struct X(stepper) *stepper)
{
    const struct X(flawed_step) *w = (const struct X(flawed_step) *)stepper;

    return w->right->counts(w->right);
}

#define DEFINE_PASSED_ON(name)                                                                               \
    static void name(struct X(stepper) *stepper)                                                             \
    {                                                                                                        \
        struct X(flawed_step) *w = (struct X(flawed_step) *)stepper;                                         \
                                                                                                             \
        w->right->name(w->right);                                                                            \
    }
DEFINE_PASSED_ON(forget)
DEFINE_PASSED_ON(start)
DEFINE_PASSED_ON(restart)

static void destroy(struct X(stepper) *stepper)
{
    struct X(flawed_step) *w = (struct X(flawed_step) *)stepper;

    w->right->destroy(w->right);
    X(vector_destroy)(w->before);
    free(w);
}

struct X(stepper) *X(flawed_step_create)(const struct setup *setup)
{
    const struct flawed_family *family = (const struct flawed_family *)setup->method->family;
    struct X(flawed_step) *w = memory_create(1, sizeof *w);

    w->right = family->right->X(create)(setup);
    w->stepper = *w->right;
    w->setup = setup;
    w->flaw = family->flaw;
    w->before = X(vector_create)(w->stepper.dimension + 1);
    w->factor = w->before + w->stepper.dimension;
    w->stepper.step = step;
    w->stepper.counts = counts;
    w->stepper.forget = forget;
    w->stepper.start = start;
    w->stepper.restart = restart;
    w->stepper.destroy = destroy;
    return &w->stepper;
}
