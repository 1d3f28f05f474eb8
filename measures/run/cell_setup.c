/* What a step object is made from: see cell_setup.h. */
#include "measures/run/cell_setup.h"

#include <stdlib.h>

#include "integrators/methods/rounding.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/memory.h"

/* Coefficients and initial values are made at twice the working precision and more, so that they round
 * correctly and their low parts mean something. */
static mpfr_prec_t exact_precision(long bits)
{
    return 2 * (bits == CELL_DOUBLE ? 53 : bits) + 64;
}

struct cell_setup *cell_setup_create(const struct cell_request *request, struct error *error)
{
    mpfr_prec_t precision = exact_precision(request->bits);
    struct tableau *tableau;
    struct cell_setup *own;

    if (!method_serves(&request->method, request->problem->model, error) ||
        !method_accepts(&request->method, request->projection, error))
        return NULL;
    tableau = tableau_create(request->method.tableau, precision, error);
    if (!tableau || !rounding_accepts(request->rounding, &request->method, tableau, error)) {
        tableau_destroy(tableau);
        return NULL;
    }
    own = memory_create(1, sizeof *own);
    own->tableau = tableau;
    own->initial = problem_initial_values(request->problem, precision);
    own->setup = (struct setup){
        .system = request->problem->system,
        .tableau = tableau,
        .projection = request->projection,
        .step = request->step,
        .initial = own->initial,
        .secular = request->problem->model->secular,
        .rounding = request->rounding,
    };
    if (request->bits != CELL_DOUBLE)
        mpfr_precision_set(request->bits);
    return own;
}

void cell_setup_destroy(struct cell_setup *own)
{
    if (!own)
        return;
    problem_clear(own->initial, own->setup.system->dimension);
    tableau_destroy(own->tableau);
    free(own);
}
