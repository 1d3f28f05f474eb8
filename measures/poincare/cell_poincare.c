/* Poincare's integral invariants of a cell: see cell_poincare.h. */
#include "measures/poincare/cell_poincare.h"

#include <math.h>
#include <stdlib.h>

#include "measures/run/cell.h"
#include "measures/poincare/cell_submanifold.h"
#include "measures/poincare/poincare_group.h"
#include "measures/poincare/poincare_run.h"
#include "measures/poincare/quadrature_direct.h"
#include "measures/poincare/quadrature_fftw.h"
#include "models/kinds/degenerate.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { FEWEST_LOOP_POINTS = 8, FEWEST_SURFACE_POINTS = 5 };

/* Of every second point: n/2 intervals in both rules. */
static size_t half(int order, size_t n)
{
    return order == 1 ? n / 2 : n / 2 + 1;
}

/* Where the trajectories start: points x d, as poincare_forms orders points. */
struct points {
    size_t side, members;
    mpfr_srcptr start;
};

/* carry_double, carry_mpfr: with rules over all points and over every second one. */
#define DEFINE_CARRY(A, create_rule)                                                                         \
    static struct poincare_drift *carry_##A(struct poincare_ensemble_##A *ensemble,                          \
                                            const struct poincare_request *wanted, size_t n,                 \
                                            struct error *error)                                             \
    {                                                                                                        \
        int order = wanted->forms->order;                                                                    \
        enum quadrature_kind kind = order == 1 ? QUADRATURE_FOURIER : QUADRATURE_CHEBYSHEV;                  \
        struct quadrature_##A *all = create_rule(kind, n), *second = create_rule(kind, half(order, n));      \
        struct poincare_drift *drift =                                                                       \
            poincare_run_##A(ensemble, (const struct quadrature_##A *const[]){all, second}, wanted, error);  \
                                                                                                             \
        all->destroy(all);                                                                                   \
        second->destroy(second);                                                                             \
        return drift;                                                                                        \
    }
DEFINE_CARRY(double, quadrature_fftw_create)
DEFINE_CARRY(mpfr, quadrature_direct_mpfr)
#undef DEFINE_CARRY

/* The cell's method, with the projection of the request. */
static struct poincare_drift *run(const struct cell_request *request, const struct poincare_request *wanted,
                                  const struct points *points, struct error *error)
{
    const struct method_family *family = request->method.family;
    struct cell_setup *own = cell_setup_create(request, error);
    struct poincare_drift *drift = NULL;

    if (own && request->bits == CELL_DOUBLE)
        drift = carry_double(
            poincare_group_create(&own->setup, family, points->members, points->start, request->processes),
            wanted, points->side, error);
    else if (own)
        drift = carry_mpfr(poincare_ensemble_create_mpfr(&own->setup, family->create_mpfr(&own->setup),
                                                         points->members, points->start),
                           wanted, points->side, error);
    cell_setup_destroy(own);
    return drift;
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
    if (!request->method.family->projections)
        return true;
    result->control_floor = result->drift->form[POINCARE_CANONICAL].maximum;
    if (!projection_projects(request->projection))
        return true;
    unprojected.projection = projection_find("none");
    only_drift.points = 0;
    drift = run(&unprojected, &only_drift, points, error);
    if (!drift)
        return false;
    result->control_floor = drift->form[POINCARE_CANONICAL].maximum;
    poincare_drift_destroy(drift);
    return true;
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

static mpfr_prec_t exact_precision(long bits)
{
    return 2 * (bits == CELL_DOUBLE ? 53 : bits) + 64;
}

/* u n: the derivative of what is rounded at n points, at worst. */
static double round_off(const struct cell_request *request, size_t n)
{
    return ldexp((double)n, request->bits == CELL_DOUBLE ? -53 : (int)-request->bits);
}

/* Drift, control and floors, into the result; false with a message. */
static bool measure(struct cell_poincare *result, const struct cell_request *request,
                    const struct poincare_request *wanted, const struct points *points, struct error *error)
{
    double least = round_off(request, points->side);

    result->drift = run(request, wanted, points, error);
    if (!result->drift || !find_control(result, request, wanted, points, error))
        return false;
    for (int f = 0; f < POINCARE_FORMS; f++) /* fmax passes over what is not a number */
        result->floor[f] = fmax(least, fmax(result->drift->form[f].points_floor, result->control_floor));
    return true;
}

static struct cell_poincare *find_drift(const struct cell_request *request, int order, const char *name,
                                        size_t n, struct error *error)
{
    const struct problem *problem = request->problem;
    struct poincare_forms forms = {.system = problem->system, .order = order};
    struct cell_poincare *result = NULL;
    struct program *two_forms = NULL;
    mpfr_ptr start;

    if (!check_points(order, n, error))
        return NULL;
    if (order == 2 && !(two_forms = degenerate_create_two_forms(problem->system))) {
        error_set(error, "%s: the second derivatives of theta: %s", problem->name,
                  graph_error(problem->model->graph));
        return NULL;
    }
    start = cell_submanifold_create(problem, order, name, n, exact_precision(request->bits), error);
    if (start) {
        result = memory_create(1, sizeof *result);
        result->multiplier = request->projection->perturb_at != PROJECTION_NOWHERE &&
                             request->projection->multiplier == PROJECTION_PREVIOUS;
        forms.two_forms = two_forms;
        forms.multiplier = result->multiplier;
        if (!measure(result, request, &(struct poincare_request){&forms, request->steps, request->every, n},
                     &(struct points){n, order == 1 ? n : n * n, start}, error)) {
            cell_poincare_destroy(result);
            result = NULL;
        }
    }
    number_block_destroy(start);
    program_destroy(two_forms);
    return result;
}

struct cell_poincare *cell_poincare_1(const struct cell_request *request, const char *name, size_t points,
                                      struct error *error)
{
    return find_drift(request, 1, name, points, error);
}

struct cell_poincare *cell_poincare_2(const struct cell_request *request, const char *name, size_t points,
                                      struct error *error)
{
    return find_drift(request, 2, name, points, error);
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
