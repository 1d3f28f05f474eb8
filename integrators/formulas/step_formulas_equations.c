/* The equations of a step from its formulas, in any arithmetic: see step_formulas.h. */
#include "integrators/formulas/step_formulas.h"
#include "integrators/steps/step_parts.h"
#include "numerics/vector.h"

struct X(formulas) {
    struct X(step_parts) parts; /* first */
    struct X(evaluator) *prepare, *residual, *increment, *guess, *matrix, *start;
    real *known, *shared, *D; /* what depends on the data alone; what residual and matrix share; dr/dx */
    const real *data, *x;     /* of the last residual */
    size_t entries;           /* of D */
};

static void prepare(void *context, const real *data)
{
    struct X(formulas) *w = context;

    X(evaluator_run)(w->prepare, 1, READS(data), WRITES(w->known));
}

static void residual(void *context, const real *data, const real *x, real *r)
{
    struct X(formulas) *w = context;

    w->data = data;
    w->x = x;
    X(evaluator_run)(w->residual, 1, READS(data, x, w->known), WRITES(r, w->shared));
}

static void increment(void *context, const real *x, real *sum)
{
    struct X(formulas) *w = context;

    X(evaluator_run)(w->increment, 1, READS(w->data, x, w->known), WRITES(sum));
}

static void guess(void *context, const real *data, real *x)
{
    struct X(formulas) *w = context;

    X(evaluator_run)(w->guess, 1, READS(data), WRITES(x));
}

static void carry(void *context, const real *data, const real *before, real *carried)
{
    struct X(formulas) *w = context;

    X(evaluator_run)(w->start, 1, READS(data, data, before), WRITES(carried));
}

static void matrix(void *context, narrow *matrix)
{
    struct X(formulas) *w = context;

    X(evaluator_run)(w->matrix, 1, READS(w->data, w->x, w->known, w->shared), WRITES(w->D));
    X(vector_narrow)(matrix, w->D, w->entries);
}

static struct X(step_equations) create(const struct setup *setup, const struct step_family *family)
{
    const struct step_programs *programs = step_formulas_compile(setup, family);
    const size_t unknowns = programs->unknowns;
    struct X(formulas) *w = X(step_parts_create)(sizeof *w, setup);

    w->prepare = X(step_parts_evaluator)(&w->parts, programs->prepare, 1);
    w->residual = X(step_parts_evaluator)(&w->parts, programs->residual, 1);
    w->increment = X(step_parts_evaluator)(&w->parts, programs->increment, 1);
    w->guess = X(step_parts_evaluator)(&w->parts, programs->guess, 1);
    w->matrix = X(step_parts_evaluator)(&w->parts, programs->matrix, 1);
    w->start = X(step_parts_evaluator)(&w->parts, programs->start, 1);
    w->entries = programs->matrix ? unknowns * unknowns : 0;
    STEP_PARTS_ROOM(&w->parts, programs->known, &w->known);
    STEP_PARTS_ROOM(&w->parts, programs->shared, &w->shared);
    STEP_PARTS_ROOM(&w->parts, w->entries, &w->D);
    return (struct X(step_equations)){
        .equations = {.unknowns = unknowns,
                      .data = programs->data,
                      .operations = program_operations(unknowns ? programs->residual : programs->increment),
                      .points = 1,
                      .residual = residual,
                      .destroy = X(step_parts_destroy),
                      .context = w,
                      .prepare = programs->prepare ? prepare : NULL,
                      .matrix = programs->matrix ? matrix : NULL,
                      .judged = programs->judged,
                      .x_alone = true},
        .scheme = w->parts.scheme,
        .increment = increment,
        .guess = programs->guess ? guess : NULL,
        .carries = programs->carries,
        .earlier = programs->earlier,
        .carry = programs->start ? carry : NULL,
    };
}

struct X(step_equations)
    X(step_formulas_equations)(const struct setup *setup, const struct step_family *family)
{
    return family->formulate ? create(setup, family) : family->X(create)(setup);
}
