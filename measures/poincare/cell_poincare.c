/* Poincare's integral invariants of a cell: see cell_poincare.h. */
#include "measures/poincare/cell_poincare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measures/run/cell.h"
#include "measures/poincare/poincare_run.h"
#include "models/kinds/system.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

/* Of the repetition: steps of all trajectories together, and of each. */
enum { REPEATED_WORK = 1024, REPEATED_LEAST = 2, REPEATED_MOST = 10 };
enum { REPEATED_BITS = 64, REPEATED_BITS_OF_DOUBLE = 128 };
enum { FEWEST_LOOP_POINTS = 8, FEWEST_SURFACE_POINTS = 5, RADIUS_INVERSE = 200, MOST_NAMES = 300 };

/* ---- the points of a loop or a surface ---- */

static const struct model_submanifold *list(const struct model *model, int order, size_t *count)
{
    *count = order == 1 ? model->loops : model->surfaces;
    return order == 1 ? model->loop : model->surface;
}

static bool refuse(const struct model *model, int order, const char *name, struct error *error)
{
    char names[MOST_NAMES] = "";
    const char *kind = order == 1 ? "loop" : "surface";
    size_t count;
    const struct model_submanifold *known = list(model, order, &count);

    if (count == 0)
        return error_set(error, "%s has no %s called '%.100s'; write no name: one is laid around its data",
                         model->name, kind, name);
    for (size_t i = 0; i < count; i++)
        error_list(names, sizeof names, known[i].name);
    return error_set(error, "%s has no %s called '%.100s'; write %s", model->name, kind, name, names);
}

/* NULL where the model has none; false with a message where none has that name. */
static bool find(const struct model *model, int order, const char *name,
                 const struct model_submanifold **found, struct error *error)
{
    size_t count;
    const struct model_submanifold *known = list(model, order, &count);

    *found = !name && count ? known : NULL;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(known[i].name, name ? name : "default") == 0)
            *found = known + i;
    }
    return *found || !name || refuse(model, order, name, error);
}

struct layout {
    const struct problem *problem;
    int order;
    const struct model_submanifold *submanifold; /* NULL: the default */
    mpfr_t *initial, *value;                     /* d: z0; a point of the model's */
    mpfr_t place[2];                             /* a, or (s, t) */
    mpfr_t part[4];                              /* x, y, y, x^2 - y^2 */
};

/* x and y at the place */
static void find_direction(struct layout *w)
{
    for (int k = 0; k < 2; k++) {
        if (w->order == 1) {
            (k == 0 ? mpfr_cos : mpfr_sin)(w->part[k], w->place[0], MPFR_RNDN);
        } else {
            mpfr_mul_2ui(w->part[k], w->place[k], 1, MPFR_RNDN);
            mpfr_sub_ui(w->part[k], w->part[k], 1, MPFR_RNDN);
        }
    }
}

/* row = z0 + 5e-3 (x, y, y, x^2 - y^2, 0, ...) */
static void write_default(struct layout *w, mpfr_ptr row)
{
    size_t d = w->problem->model->dimension;

    find_direction(w);
    mpfr_set(w->part[2], w->part[1], MPFR_RNDN);
    mpfr_fmms(w->part[3], w->part[0], w->part[0], w->part[1], w->part[1], MPFR_RNDN);
    for (size_t i = 0; i < d; i++) {
        mpfr_set(row + i, w->initial[i], MPFR_RNDN);
        if (i < 4) {
            mpfr_div_ui(w->part[i], w->part[i], RADIUS_INVERSE, MPFR_RNDN);
            mpfr_add(row + i, row + i, w->part[i], MPFR_RNDN);
        }
    }
}

/* row = the point of the model's loop or surface */
static void write_own(struct layout *w, mpfr_ptr row)
{
    size_t d = w->problem->model->dimension;
    mpfr_t *const inputs[] = {[MODEL_BLOCK_PLACE] = w->place};

    graph_value_all(w->value, d, w->submanifold->point, inputs);
    for (size_t i = 0; i < d; i++)
        mpfr_set(row + i, w->value[i], MPFR_RNDN);
}

static void write_points(struct layout *w, mpfr_ptr rows, mpfr_srcptr x, size_t n)
{
    size_t d = w->problem->model->dimension;

    for (size_t k = 0; k < (w->order == 1 ? n : n * n); k++) {
        if (w->order == 1) {
            mpfr_const_pi(w->place[0], MPFR_RNDN);
            mpfr_mul_2ui(w->place[0], w->place[0], 1, MPFR_RNDN);
            mpfr_mul(w->place[0], w->place[0], x + k, MPFR_RNDN);
        } else {
            mpfr_set(w->place[0], x + k / n, MPFR_RNDN);
            mpfr_set(w->place[1], x + k % n, MPFR_RNDN);
        }
        (w->submanifold ? write_own : write_default)(w, rows + k * d);
    }
}

mpfr_ptr cell_poincare_points(const struct problem *problem, int order, const char *name, size_t n,
                              mpfr_prec_t precision, struct error *error)
{
    struct layout w = {.problem = problem, .order = order};
    size_t d = problem->model->dimension;
    mpfr_ptr rows, x;

    if (!find(problem->model, order, name, &w.submanifold, error))
        return NULL;
    rows = number_block_create((order == 1 ? n : n * n) * d, precision);
    x = number_block_create(n, precision);
    w.initial = problem_initial_values(problem, precision);
    w.value = problem_initial_values(problem, precision);
    mpfr_inits2(precision, w.place[0], w.place[1], w.part[0], w.part[1], w.part[2], w.part[3], (mpfr_ptr)0);
    quadrature_rule_points(x, order == 1 ? QUADRATURE_FOURIER : QUADRATURE_CHEBYSHEV, n);
    write_points(&w, rows, x, n);
    mpfr_clears(w.place[0], w.place[1], w.part[0], w.part[1], w.part[2], w.part[3], (mpfr_ptr)0);
    number_block_destroy(w.initial);
    number_block_destroy(w.value);
    number_block_destroy(x);
    return rows;
}

bool cell_poincare_has(const struct problem *problem, int order, const char *name, struct error *error)
{
    const struct model_submanifold *found;

    return find(problem->model, order, name, &found, error);
}

/* ---- the integrals over them ---- */

/* Where the trajectories start: members x d, as poincare_forms orders points. */
struct points {
    size_t members;
    mpfr_srcptr start;
};

/* The cell's method, with the projection of the request. */
static struct poincare_drift *run(const struct cell_request *request, const struct poincare_request *wanted,
                                  const struct points *points, struct error *error)
{
    struct cell_setup *own = cell_setup_create(request, error);
    const size_t d = request->problem->system->dimension, members = points->members;
    const struct ensemble_build_double *build;
    struct poincare_drift *drift = NULL;
    void *group;

    if (own && request->bits == CELL_DOUBLE) {
        group = ensemble_create_group(&build, &own->setup, request->method.family);
        drift = poincare_run_double(
            poincare_ensemble_create_double(build, group, d, members, points->start, request->processes),
            wanted, error);
    } else if (own) {
        group = ensemble_group_mpfr.create(&own->setup, request->method.family);
        drift = poincare_run_mpfr(
            poincare_ensemble_create_mpfr(&ensemble_group_mpfr, group, d, members, points->start, 1), wanted,
            error);
    }
    cell_setup_destroy(own);
    return drift;
}

/* 4 u n sqrt(1 + N): the derivative of what is rounded at n points, at worst, in a random walk of N steps. */
static double round_off(const struct cell_request *request, size_t n, unsigned long steps)
{
    return 4 * ldexp((double)n, request->bits == CELL_DOUBLE ? -53 : (int)-request->bits) *
           sqrt(1 + (double)steps);
}

/* The drift of the canonical invariant without projection, into the result; false with a message. */
static bool find_control(struct cell_poincare *result, const struct cell_request *request,
                         const struct poincare_request *wanted, const struct points *points,
                         struct error *error)
{
    struct cell_request unprojected = *request;
    struct poincare_request only_drift = *wanted;
    struct poincare_drift *drift;

    result->control_floor = NAN;
    if (request->method.base->no_projections)
        return true;
    result->control_floor = result->drift->form[POINCARE_CANONICAL].maximum;
    if (!projection_projects(request->projection))
        return true;
    unprojected.projection = projection_find("none");
    only_drift.snapshots = false;
    drift = run(&unprojected, &only_drift, points, error);
    if (!drift)
        return false;
    result->control_floor = drift->form[POINCARE_CANONICAL].maximum;
    poincare_drift_destroy(drift);
    return true;
}

/* The first steps with more bits, into the result; false with a message. */
static bool repeat(struct cell_poincare *result, const struct cell_request *request,
                   const struct poincare_request *wanted, const struct points *points, struct error *error)
{
    struct cell_request longer = *request;
    struct poincare_request few = *wanted;
    struct poincare_drift *drift;
    size_t most = REPEATED_WORK / points->members;

    longer.bits = request->bits == CELL_DOUBLE ? REPEATED_BITS_OF_DOUBLE : request->bits + REPEATED_BITS;
    most = most < REPEATED_LEAST ? REPEATED_LEAST : most > REPEATED_MOST ? REPEATED_MOST : most;
    few.steps = wanted->steps < most ? wanted->steps : most;
    few.every = 0;
    few.snapshots = false;
    drift = run(&longer, &few, points, error);
    for (int f = 0; drift && f < POINCARE_FORMS; f++) {
        result->repeated[f] = drift->form[f].maximum;
        result->repeated_floor[f] =
            fmax(round_off(&longer, wanted->points, few.steps), drift->form[f].points_floor);
    }
    poincare_drift_destroy(drift);
    return drift;
}

static bool check_points(int order, size_t n, struct error *error)
{
    if (order == 1 && (n < FEWEST_LOOP_POINTS || n % 2 != 0))
        return error_set(error, "a loop of %zu points; write an even number of them, at least %d", n,
                         FEWEST_LOOP_POINTS);
    if (order == 2 && (n < FEWEST_SURFACE_POINTS || n % 2 == 0))
        return error_set(error,
                         "a surface of %zu x %zu points; write an odd number of them along a side, at least "
                         "%d, so that every second one makes a grid too",
                         n, n, FEWEST_SURFACE_POINTS);
    return true;
}

/* Drift, control and floors, into the result; false with a message. */
static bool measure(struct cell_poincare *result, const struct cell_request *request,
                    const struct poincare_request *wanted, const struct points *points, struct error *error)
{
    const double least = round_off(request, wanted->points, request->steps);

    result->drift = run(request, wanted, points, error);
    if (!result->drift || !find_control(result, request, wanted, points, error))
        return false;
    for (int f = 0; f < POINCARE_FORMS; f++) { /* fmax passes over what is not a number */
        const struct poincare_form_drift *form = result->drift->form + f;
        const bool control = f == POINCARE_CANONICAL && !projection_projects(request->projection);

        result->coarse_floor[f] = fmax(least, fmax(form->coarse_floor, control ? 0 : result->control_floor));
        result->floor[f] =
            control ? result->coarse_floor[f] : fmax(least, fmax(form->points_floor, result->control_floor));
    }
    return repeat(result, request, wanted, points, error);
}

struct cell_poincare *cell_poincare_create(const struct cell_request *request, int order, const char *name,
                                           size_t n, struct error *error)
{
    const struct problem *problem = request->problem;
    struct poincare_forms forms = {.system = problem->system, .order = order};
    struct cell_poincare *result = NULL;
    struct program *two_forms = NULL;
    mpfr_ptr start;

    if (!check_points(order, n, error))
        return NULL;
    if (order == 2 && !(two_forms = system_create_two_forms(problem->system))) {
        model_refuse_size(problem->model, "the second derivatives of theta", error);
        return NULL;
    }
    start = cell_poincare_points(problem, order, name, n, cell_exact_precision(request->bits), error);
    if (start) {
        result = memory_create(1, sizeof *result);
        result->multiplier = request->projection->perturb_at != PROJECTION_NOWHERE &&
                             request->projection->multiplier == PROJECTION_PREVIOUS;
        forms.two_forms = two_forms;
        forms.multiplier = result->multiplier;
        if (!measure(result, request,
                     &(struct poincare_request){&forms, request->steps, request->every, n, true},
                     &(struct points){order == 1 ? n : n * n, start}, error)) {
            cell_poincare_destroy(result);
            result = NULL;
        }
    }
    number_block_destroy(start);
    program_destroy(two_forms);
    return result;
}

void cell_poincare_destroy(struct cell_poincare *result)
{
    if (!result)
        return;
    poincare_drift_destroy(result->drift);
    free(result);
}

bool cell_poincare_is_seen(const struct cell_poincare *result, enum poincare_form form)
{
    return result->drift->form[form].maximum > CELL_POINCARE_MARGIN * result->floor[form];
}
