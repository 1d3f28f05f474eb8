/* The symplectic defect of a cell: see cell_symplectic.h. */
#include "harness/cell_symplectic.h"

#include <math.h>
#include <stdlib.h>

#include "harness/cell_setup.h"
#include "measures/symplectic_defect.h"
#include "measures/symplectic_form.h"
#include "models/form_variation.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/memory.h"
#include "reference/taylor.h"

static long working_precision(const struct cell_request *request)
{
    return request->bits == CELL_DOUBLE ? CELL_SYMPLECTIC_BITS_OF_DOUBLE : request->bits;
}

/* n numbers at the precision of the run; the caller frees them with problem_clear. */
static mpfr_t *numbers_create(size_t n)
{
    mpfr_t *numbers = memory_create(n, sizeof *numbers);

    for (size_t i = 0; i < n; i++)
        mpfr_init2(numbers[i], mpfr_precision.bits);
    return numbers;
}

/* A map from z0 to z1 with its Jacobian. */
struct linear_map {
    size_t n;
    mpfr_t *z0, *z1, *M;
};

static struct linear_map linear_map_create(size_t n)
{
    return (struct linear_map){n, numbers_create(n), numbers_create(n), numbers_create(n * n)};
}

static void linear_map_destroy(struct linear_map *map)
{
    problem_clear(map->z0, map->n);
    problem_clear(map->z1, map->n);
    problem_clear(map->M, map->n * map->n);
}

static void measure(mpfr_ptr defect, const struct form_degenerate *form, enum step_space space,
                    const struct linear_map *map)
{
    mpfr_t *start_form = numbers_create(map->n * map->n), *end_form = numbers_create(map->n * map->n), exact;

    mpfr_init2(exact, mpfr_precision.bits);
    symplectic_form_evaluate(form, space, map->z0, start_form);
    symplectic_form_evaluate(form, space, map->z1, end_form);
    symplectic_defect(exact, map->n, map->M, start_form, end_form);
    mpfr_set(defect, exact, MPFR_RNDN);
    mpfr_clear(exact);
    problem_clear(start_form, map->n * map->n);
    problem_clear(end_form, map->n * map->n);
}

/* z = the state of the stepper */
static void copy_state(mpfr_t *z, const struct stepper_mpfr *stepper, enum step_space space)
{
    size_t d = stepper->dimension;
    const real_mpfr *second = space == STEP_MOMENTUM ? stepper->p : stepper->multiplier;

    for (size_t i = 0; i < step_jacobian_size(space, d); i++)
        mpfr_set(z[i], i < d ? stepper->q + i : second + (i - d), MPFR_RNDN);
}

/* z = where the step is taken from */
static enum newton_status find_start(mpfr_t *z, const struct cell_request *request, const struct setup *setup,
                                     enum step_space space)
{
    struct stepper_mpfr *stepper = request->method.family->create_mpfr(setup);
    enum newton_status status = NEWTON_CONVERGED;
    int steps = space == STEP_MULTIPLIER ? CELL_SYMPLECTIC_STEPS_BEFORE : 0;

    for (int k = 0; k < steps && status == NEWTON_CONVERGED; k++)
        status = stepper->step(stepper);
    copy_state(z, stepper, space);
    stepper->destroy(stepper);
    return status;
}

bool cell_symplectic_defect(const struct cell_request *request, mpfr_t defect, struct error *error)
{
    enum step_space space = step_jacobian_space(&request->method, request->projection);
    struct cell_request in_mpfr = *request;
    struct cell_setup *own;
    struct linear_map map;
    enum newton_status status;

    mpfr_set_nan(defect);
    in_mpfr.bits = working_precision(request);
    own = cell_setup_create(&in_mpfr, error);
    if (!own)
        return false;
    map = linear_map_create(step_jacobian_size(space, own->setup.form->dimension));
    status = find_start(map.z0, request, &own->setup, space);
    if (status == NEWTON_CONVERGED)
        status = step_jacobian_evaluate(&own->setup, &request->method, map.z0, map.z1, map.M);
    if (status == NEWTON_CONVERGED)
        measure(defect, own->setup.form, space, &map);
    linear_map_destroy(&map);
    cell_setup_destroy(own);
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
static bool flow(struct linear_map *map, const struct problem *problem, mpq_srcptr step, struct error *error)
{
    size_t d = map->n, width = d + d * d;
    struct taylor_settings settings = taylor_choose((long)ceil((double)mpfr_precision.bits * log10(2)) + 2);
    struct program *field = form_variation_create(problem->model);
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
    struct linear_map map;
    bool arrived;

    mpfr_set_nan(defect);
    mpfr_precision_set(working_precision(request));
    map = linear_map_create(request->problem->model->dimension);
    arrived = flow(&map, request->problem, request->step, error);
    if (arrived)
        measure(defect, request->problem->form, STEP_POSITION, &map);
    linear_map_destroy(&map);
    return arrived;
}
