/* What is measured of a step of a cell: see step_measure.h. */
#include "measures/step/step_measure.h"

#include <math.h>
#include <stdlib.h>

#include "integrators/steps/scheme.h"
#include "integrators/formulas/step_formulas.h"
#include "integrators/tableaux/tableau_audit.h"
#include "measures/step/step_defect.h"
#include "measures/step/step_state.h"
#include "measures/step/symplectic_form.h"
#include "measures/step/tangent_space.h"
#include "models/kinds/system.h"
#include "numerics/arithmetic/mpfr_precision.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"
#include "reference/taylor.h"

/* An iteration is followed until its changes are so near to round-off. */
enum { BITS_OF_ROUND_OFF = 64 };

/* The bits at which the cell is linearised. */
static long map_precision(const struct cell_request *request)
{
    return request->bits == CELL_DOUBLE ? STEP_MEASURE_BITS_OF_DOUBLE : request->bits;
}

/* ---- defects ---- */

static bool find_defect(const struct cell_request *request, mpfr_ptr defect, step_defect_double *in_double,
                        step_defect_mpfr *in_mpfr, struct error *error)
{
    struct cell_setup *own = cell_setup_create(request, error);

    if (!own)
        return false;
    mpfr_precision_set(map_precision(request));
    if (request->bits == CELL_DOUBLE)
        in_double(defect, request, &own->setup);
    else
        in_mpfr(defect, request, &own->setup);
    cell_setup_destroy(own);
    return true;
}

#define DEFINE_STEP_MEASURE(name, defect)                                                                    \
    bool step_measure_##name(const struct cell_request *request, mpfr_t value, struct error *error)          \
    {                                                                                                        \
        return find_defect(request, value, defect##_double, defect##_mpfr, error);                           \
    }
DEFINE_STEP_MEASURE(symmetry, symmetry_defect)
DEFINE_STEP_MEASURE(reversibility, reversibility_defect)
DEFINE_STEP_MEASURE(bilinear, bilinear_central)
DEFINE_STEP_MEASURE(bilinear_of_paper, bilinear_one_sided)
DEFINE_STEP_MEASURE(bilinear_of_step, bilinear_of_step)
DEFINE_STEP_MEASURE(post_projection, post_projection_defect)

/* ---- the tableau ---- */

static bool find_residual(const struct cell_request *request,
                          void (*find)(mpfr_t residual, const struct tableau *tableau), mpfr_t residual,
                          struct error *error)
{
    mpfr_prec_t precision = request->bits == CELL_DOUBLE ? CELL_LEAST_BITS : request->bits;
    struct tableau *tableau = method_create_tableau(&request->method, precision, error);

    mpfr_set_nan(residual);
    if (!tableau)
        return false;
    find(residual, tableau);
    tableau_destroy(tableau);
    return true;
}

bool step_measure_symplecticity(const struct cell_request *request, mpfr_t residual, struct error *error)
{
    return find_residual(request, tableau_audit_symplecticity, residual, error);
}

bool step_measure_stiff_accuracy(const struct cell_request *request, mpfr_t residual, struct error *error)
{
    return find_residual(request, tableau_audit_stiff_accuracy, residual, error);
}

/* ---- the iteration of a step ---- */

/* log2 of the largest |r_i|; -infinity of zeros */
static double find_size(mpfr_srcptr r, size_t n)
{
    double largest = -INFINITY;

    for (size_t i = 0; i < n; i++) {
        long exponent;
        const double fraction = fabs(mpfr_get_d_2exp(&exponent, r + i, MPFR_RNDN));

        largest = fmax(largest, log2(fraction) + (double)exponent);
    }
    return largest;
}

/* x <- x - r from 0, while r is far above round-off: the mean factor by which it shrinks; NaN where it does not. */
static double iterate(const struct equations_mpfr *equations, mpfr_srcptr data)
{
    const size_t n = equations->unknowns;
    const double least = (double)BITS_OF_ROUND_OFF - (double)mpfr_precision.bits;
    mpfr_ptr x = number_block_create(2 * n, mpfr_precision.bits), r = x + n;
    double first = 0, size = 0, last = INFINITY;
    int sweeps = -1;

    if (equations->prepare)
        equations->prepare(equations->context, data);
    for (; size > least && size < last; sweeps++) {
        last = sweeps < 0 ? INFINITY : size;
        equations->residual(equations->context, data, x, r);
        size = find_size(r, n);
        first = sweeps < 0 ? size : first;
        for (size_t i = 0; i < n; i++)
            mpfr_sub(x + i, x + i, r + i, MPFR_RNDN);
    }
    number_block_destroy(x);
    return size < last && sweeps > 0 ? exp2((size - first) / sweeps) : NAN;
}

static double find_contraction(const struct setup *setup, const struct step_family *family)
{
    const size_t d = setup->system->dimension;
    struct equations_mpfr equations = step_formulas_equations_mpfr(setup, family).equations;
    mpfr_ptr data = number_block_create(d + 1, mpfr_precision.bits);
    double factor;

    number_block_set(data, *setup->initial, d);
    scheme_step_mpfr(data + d, setup->step);
    factor = iterate(&equations, data);
    number_block_destroy(data);
    equations.destroy(equations.context);
    return factor;
}

bool step_measure_contraction(const struct cell_request *request, mpfr_t factor, struct error *error)
{
    struct cell_request in_mpfr = *request;
    struct cell_setup *own;

    in_mpfr.bits = STEP_MEASURE_BITS_OF_ITERATION;
    own = cell_setup_create(&in_mpfr, error);
    if (!own)
        return false;
    mpfr_set_nan(factor);
    if (own->setup.system->body)
        mpfr_set_d(factor,
                   find_contraction(&own->setup, step_formulas_family(&own->setup, request->method.family)),
                   MPFR_RNDN);
    cell_setup_destroy(own);
    return true;
}

/* ---- the Jacobian of a step ---- */

static struct step_measure_map *create_zero(enum step_space space, size_t n)
{
    struct step_measure_map *map = memory_create(1, sizeof *map);

    *map = (struct step_measure_map){.space = space, .n = n};
    map->z0 = (mpfr_t *)number_block_create(2 * n + n * n, mpfr_precision.bits);
    map->z1 = map->z0 + n;
    map->M = map->z1 + n;
    return map;
}

void step_measure_destroy_map(struct step_measure_map *map)
{
    if (!map)
        return;
    number_block_destroy(*map->z0);
    free(map);
}

/* z0 = where the step is taken from */
static enum newton_status find_start(struct step_measure_map *map, const struct cell_request *request,
                                     const struct setup *setup)
{
    const struct method *method = &request->method;
    struct stepper_mpfr *stepper = method->family->create_mpfr(setup);
    enum newton_status status = NEWTON_CONVERGED;
    int steps = map->space == STEP_MULTIPLIER && !(request->starts && request->starts->start->whole)
                    ? STEP_MEASURE_STEPS_BEFORE
                    : 0;

    step_state_place_mpfr(stepper, request->starts, 0);
    for (int k = 0; k < steps && status == NEWTON_CONVERGED; k++)
        status = stepper->step(stepper);
    for (size_t i = 0; i < map->n; i++)
        mpfr_set(map->z0[i], step_state_component_mpfr(stepper, map->space, i), MPFR_RNDN);
    stepper->destroy(stepper);
    return status;
}

struct step_measure_map *step_measure_create_map(const struct cell_request *request, struct error *error)
{
    enum step_space space = method_space(&request->method, request->projection);
    struct cell_request in_mpfr = *request;
    struct step_measure_map *map;
    struct cell_setup *own;
    enum newton_status status;

    in_mpfr.bits = map_precision(request);
    own = cell_setup_create(&in_mpfr, error);
    if (!own)
        return NULL;
    map = create_zero(space, step_jacobian_size(space, own->setup.system->dimension));
    status = find_start(map, request, &own->setup);
    if (status == NEWTON_CONVERGED)
        status = step_jacobian_evaluate(&own->setup, &request->method, map->z0, map->z1, map->M);
    map->solved = status == NEWTON_CONVERGED;
    cell_setup_destroy(own);
    return map;
}

/* ---- the symplectic defect ---- */

/* M -> M^T */
static void transpose(mpfr_t *M, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            mpfr_swap(M[i * n + j], M[j * n + i]);
    }
}

/* An orthonormal basis of the directions in which a step is a map: from row *skipped on, as many rows as columns; of a
 * state (q, p) or (q, e) all but those of the time. */
static mpfr_t *create_directions(const struct system *system, const struct step_measure_map *map,
                                 size_t *skipped)
{
    const size_t n = map->n, d = system->dimension, moved = system->model->moved;
    mpfr_t *rows;
    size_t next;

    if (map->space == STEP_POSITION) {
        *skipped = tangent_space_codimension(system);
        return tangent_space_create(system, map->z0);
    }
    next = *skipped = n / d * (d - moved);
    rows = number_block_create(n * n, mpfr_precision.bits);
    for (size_t i = 0; i < n; i++) {
        if (i % d < moved)
            mpfr_set_ui(rows[next++ * n + i], 1, MPFR_RNDN);
    }
    return rows;
}

/* |(M B)^T Om(z1) M B - B^T Om(z0) B| / |B^T Om(z0) B|, the columns of B an orthonormal basis of the tangents at z0 */
static void find_on_tangents(mpfr_ptr defect, const struct system *system, const struct step_measure_map *map,
                             mpfr_t *start_form, mpfr_t *end_form)
{
    const size_t n = map->n;
    size_t m;
    mpfr_t *rows = create_directions(system, map, &m);
    const size_t k = n - m;
    mpfr_t *B = number_block_create(2 * n * k + k * k + 1, mpfr_precision.bits), *MB = B + n * k,
           *restricted = MB + n * k;
    mpfr_ptr term = restricted[k * k];

    for (size_t i = 0; i < n * k; i++)
        mpfr_set(B[i], rows[(m + i % k) * n + i / k], MPFR_RNDN);
    for (size_t i = 0; i < n * k; i++) {
        for (size_t j = 0; j < n; j++) {
            mpfr_mul(term, map->M[i / k * n + j], B[j * k + i % k], MPFR_RNDN);
            mpfr_add(MB[i], MB[i], term, MPFR_RNDN);
        }
    }
    symplectic_defect_restrict(restricted, n, k, B, start_form);
    symplectic_defect(defect, n, k, MB, restricted, end_form);
    number_block_destroy(rows);
    number_block_destroy(B);
}

/* |M^T Om(z1) M - Om(z0)| / |Om(z0)|, with `tangent` on the tangents of the constraint manifold alone where there is
 * one; where the model gives the inverse Pi of Om, |M Pi(z0) M^T - Pi(z1)| / |Pi(z1)|, which transposes M. */
static void find_symplectic(mpfr_ptr defect, const struct system *system, struct step_measure_map *map,
                            bool tangent)
{
    size_t entries = map->n * map->n;
    mpfr_t *start_form = (mpfr_t *)number_block_create(2 * entries + 1, mpfr_precision.bits),
           *end_form = start_form + entries;
    mpfr_ptr exact = end_form[entries];

    symplectic_form_evaluate(system, map->space, map->z0, start_form);
    symplectic_form_evaluate(system, map->space, map->z1, end_form);
    if (system->poisson) {
        transpose(map->M, map->n);
        symplectic_defect(exact, map->n, map->n, map->M, end_form, start_form);
    } else if ((tangent && tangent_space_codimension(system) && map->space == STEP_POSITION) ||
               system->model->time_dependent) {
        find_on_tangents(exact, system, map, start_form, end_form);
    } else {
        symplectic_defect(exact, map->n, map->n, map->M, start_form, end_form);
    }
    mpfr_set(defect, exact, MPFR_RNDN);
    number_block_destroy(*start_form);
}

static bool find_symplectic_of_step(const struct cell_request *request, mpfr_t defect, bool tangent,
                                    struct error *error)
{
    const size_t starts = STEP_DEFECT_STARTS(request);
    bool goes = true;

    for (size_t k = 0; k < starts && goes; k++) {
        const struct cell_starts start = {.count = 1,
                                          .start = request->starts ? request->starts->start + k : NULL};
        struct cell_request one = *request;
        struct step_measure_map *map;
        mpfr_t value;

        one.starts = request->starts ? &start : NULL;
        map = step_measure_create_map(&one, error);
        goes = map != NULL;
        mpfr_init2(value, mpfr_get_prec(defect));
        if (goes && map->solved)
            find_symplectic(value, request->problem->system, map, tangent);
        step_defect_raise(defect, value, request->starts, k);
        mpfr_clear(value);
        step_measure_destroy_map(map);
    }
    return goes;
}

bool step_measure_symplectic(const struct cell_request *request, mpfr_t defect, struct error *error)
{
    return find_symplectic_of_step(request, defect, true, error);
}

bool step_measure_symplectic_ambient(const struct cell_request *request, mpfr_t defect, struct error *error)
{
    return find_symplectic_of_step(request, defect, false, error);
}

/* The flow over `step` with its Jacobian; false with a message. */
static bool flow(struct step_measure_map *map, const struct problem *problem, mpq_srcptr step,
                 struct error *error)
{
    size_t d = map->n, width = d + d * d;
    struct taylor_settings settings = taylor_choose((long)ceil((double)mpfr_precision.bits * log10(2)) + 2);
    struct program *field = system_create_variation(problem->system);
    mpfr_t *state, *initial;
    bool arrived;

    if (!field)
        return model_refuse_size(problem->model, "the variational equation", error);
    state = (mpfr_t *)number_block_create(width, settings.precision); /* (q_0, 1) */
    initial = problem_initial_values(problem, settings.precision);
    for (size_t i = 0; i < width; i++) {
        if (i < d)
            mpfr_set(state[i], initial[i], MPFR_RNDN);
        else
            mpfr_set_ui(state[i], (i - d) % (d + 1) == 0, MPFR_RNDN);
    }
    number_block_destroy(initial);
    for (size_t i = 0; i < d; i++)
        mpfr_set(map->z0[i], state[i], MPFR_RNDN);
    arrived = taylor_integrate(state, field, &settings, step, error);
    for (size_t i = 0; i < width; i++)
        mpfr_set(i < d ? map->z1[i] : map->M[i - d], state[i], MPFR_RNDN);
    number_block_destroy(*state);
    program_destroy(field);
    return arrived;
}

/* The same for all methods, and dearer than a step of most. */
bool step_measure_flow(const struct cell_request *request, mpfr_t defect, struct error *error)
{
    struct problem_recalled *of_flow;

    mpfr_precision_set(map_precision(request));
    of_flow = problem_recall(request->problem, request->step, mpfr_precision.bits);
    if (!of_flow->known) {
        struct step_measure_map *map = create_zero(STEP_POSITION, request->problem->model->dimension);

        of_flow->known = true;
        of_flow->good = flow(map, request->problem, request->step, error);
        if (of_flow->good)
            find_symplectic(of_flow->value, request->problem->system, map, true);
        step_measure_destroy_map(map);
    }
    mpfr_set(defect, of_flow->value, MPFR_RNDN);
    return of_flow->good || error_set(error, "the flow does not reach the end of the step");
}

/* ---- parasitic multipliers ---- */

bool step_measure_multipliers(const struct cell_request *request, double *re, double *im, struct error *error)
{
    const struct system *system = request->problem->system;
    struct step_measure_map *map = step_measure_create_map(request, error);

    if (!map)
        return false;
    if (!map->solved || !parasitic_multipliers(system, map->z0, map->z1, map->M, re, im)) {
        for (size_t i = 0; i < system->dimension; i++)
            re[i] = im[i] = NAN;
    }
    step_measure_destroy_map(map);
    return true;
}

/* The largest distance of the multipliers from `centre`. */
static bool find_largest(const struct cell_request *request, double centre, mpfr_t largest,
                         struct error *error)
{
    size_t d = request->problem->system->dimension;
    double *re = memory_create(2 * d, sizeof *re), *im = re + d;
    bool found = step_measure_multipliers(request, re, im, error);

    mpfr_set_zero(largest, 1);
    for (size_t i = 0; i < d; i++) {
        double distance = hypot(re[i] - centre, im[i]);

        if (!found || isnan(distance) || mpfr_cmp_d(largest, distance) < 0)
            mpfr_set_d(largest, found ? distance : NAN, MPFR_RNDN);
        if (mpfr_nan_p(largest))
            break;
    }
    free(re);
    return found;
}

bool step_measure_parasitic(const struct cell_request *request, mpfr_t largest, struct error *error)
{
    return find_largest(request, 0, largest, error);
}

bool step_measure_departure(const struct cell_request *request, mpfr_t departure, struct error *error)
{
    int r_infinity;

    mpfr_set_nan(departure);
    return method_r_infinity(&request->method, &r_infinity, error) &&
           find_largest(request, r_infinity, departure, error);
}
