/* The equations of an implicit multistep method, in any arithmetic: what is known of the increment is data.
 *
 *     D - known - (beta_k / alpha_k) h f(y + D) = 0
 *
 * Unknowns D (d), data (y, known, h). */
#include "integrators/steps/step_families.h"
#include "integrators/steps/step_parts.h"
#include "numerics/vector.h"

struct X(multistep) {
    struct X(step_parts) parts; /* first */
    size_t d;
    struct X(evaluator) *field;
    real *y, *f;           /* d */
    real *factor, *length; /* 1: beta_k / alpha_k, and that times h */
};

static void residual(void *context, const real *data, const real *D, real *r)
{
    struct X(multistep) *w = context;
    const size_t d = w->d;
    const real *y = data, *known = data + d, *h = data + 2 * d;

    real_multiply(w->length, w->factor, h);
    X(vector_copy)(w->y, y, d);
    X(vector_add)(w->y, D, d);
    X(evaluator_run)(w->field, 1, READS(w->y), WRITES(w->f));
    X(vector_copy)(r, D, d);
    X(vector_subtract)(r, known, d);
    X(vector_subtract_multiple)(r, w->length, w->f, d);
}

struct X(step_equations) X(multistep_equations)(const struct setup *setup)
{
    struct X(multistep) *w = X(step_parts_create)(sizeof *w, setup);
    const size_t k = setup->coefficients - 1, d = w->d = setup->system->dimension;
    mpfr_t factor;

    w->field = X(step_parts_evaluator)(&w->parts, setup->system->velocity, 1);
    STEP_PARTS_ROOM(&w->parts, d, &w->y, &w->f);
    STEP_PARTS_ROOM(&w->parts, 1, &w->factor, &w->length);
    mpfr_init2(factor, mpfr_get_prec(setup->coefficient[0]));
    mpfr_div(factor, setup->coefficient[2 * k + 1], setup->coefficient[k], MPFR_RNDN);
    X(vector_set_mpfr)(w->factor, &factor, 1);
    mpfr_clear(factor);
    return (struct X(step_equations)){.equations = {d, 2 * d + 1,
                                                    program_operations(setup->system->velocity) + 6 * d, 1,
                                                    residual, X(step_parts_destroy), w}};
}
