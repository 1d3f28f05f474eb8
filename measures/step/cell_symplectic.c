/* The symplectic defect of a cell: see cell_symplectic.h. */
#include "measures/step/cell_symplectic.h"

#include <math.h>
#include <stdlib.h>

#include "measures/step/cell_jacobian.h"
#include "measures/step/symplectic_defect.h"
#include "measures/step/symplectic_form.h"
#include "models/kinds/system.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "reference/taylor.h"

static void measure(mpfr_ptr defect, const struct system *system, const struct cell_jacobian *map)
{
    size_t entries = map->n * map->n;
    mpfr_t *start_form = (mpfr_t *)number_block_create(entries, mpfr_precision.bits);
    mpfr_t *end_form = (mpfr_t *)number_block_create(entries, mpfr_precision.bits), exact;

    mpfr_init2(exact, mpfr_precision.bits);
    symplectic_form_evaluate(system, map->space, map->z0, start_form);
    symplectic_form_evaluate(system, map->space, map->z1, end_form);
    symplectic_defect(exact, map->n, map->M, start_form, end_form);
    mpfr_set(defect, exact, MPFR_RNDN);
    mpfr_clear(exact);
    number_block_destroy(*start_form);
    number_block_destroy(*end_form);
}

bool cell_symplectic_defect(const struct cell_request *request, mpfr_t defect, struct error *error)
{
    struct cell_jacobian *map = cell_jacobian_create(request, error);

    mpfr_set_nan(defect);
    if (!map)
        return false;
    if (map->solved)
        measure(defect, request->problem->system, map);
    cell_jacobian_destroy(map);
    return true;
}

/* state = (q_0, 1) */
static mpfr_t *create_unit_state(const struct problem *problem, mpfr_prec_t precision)
{
    size_t d = problem->model->dimension, width = d + d * d;
    mpfr_t *state = memory_create(width, sizeof *state),
           *initial = problem_initial_values(problem, precision);

    for (size_t i = 0; i < width; i++) {
        mpfr_init2(state[i], precision);
        if (i < d)
            mpfr_set(state[i], initial[i], MPFR_RNDN);
        else
            mpfr_set_ui(state[i], (i - d) % (d + 1) == 0, MPFR_RNDN);
    }
    problem_clear(initial, d);
    return state;
}

/* The flow over `step` with its Jacobian; false with a message. */
static bool flow(struct cell_jacobian *map, const struct problem *problem, mpq_srcptr step,
                 struct error *error)
{
    size_t d = map->n, width = d + d * d;
    struct taylor_settings settings = taylor_choose((long)ceil((double)mpfr_precision.bits * log10(2)) + 2);
    struct program *field = system_create_variation(problem->system);
    mpfr_t *state;
    bool arrived;

    if (!field)
        return error_set(error, "%s: the variational equation: %s", problem->name,
                         graph_error(problem->model->graph));
    state = create_unit_state(problem, settings.precision);
    for (size_t i = 0; i < d; i++)
        mpfr_set(map->z0[i], state[i], MPFR_RNDN);
    arrived = taylor_integrate(state, field, &settings, step, error);
    for (size_t i = 0; i < width; i++)
        mpfr_set(i < d ? map->z1[i] : map->M[i - d], state[i], MPFR_RNDN);
    problem_clear(state, width);
    program_destroy(field);
    return arrived;
}

bool cell_symplectic_flow_defect(const struct cell_request *request, mpfr_t defect, struct error *error)
{
    struct cell_jacobian *map;
    bool arrived;

    mpfr_set_nan(defect);
    mpfr_precision_set(cell_jacobian_precision(request));
    map = cell_jacobian_create_zero(STEP_POSITION, request->problem->model->dimension);
    arrived = flow(map, request->problem, request->step, error);
    if (arrived)
        measure(defect, request->problem->system, map);
    cell_jacobian_destroy(map);
    return arrived;
}
