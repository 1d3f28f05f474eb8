/* The length of a step: see clock.h. */
#include "harness/audit/clock.h"

#include <math.h>

#include "integrators/methods/method.h"
#include "numerics/exact.h"

enum { DIMENSION = 2, STEPS_IN_ONE = 16, MIDDLE = (CLOCK_FIRST + CLOCK_STEPS) / 2 };

static const char text[] =
    "return model { title = 'Straight lines', source = '', kind = 'hamiltonian', coordinates = { 'x', 'y' },"
    " hamiltonian = function (q, p) return p[1]^2/2 + p[2]^2/2 - q[2] end,"
    " initial = { default = { q = { 0, 0 }, p = { 1, 0 } } }, step = '1/16' }";
static const size_t moved[DIMENSION] = {0, 3}; /* q1 and p2 */

struct line {
    double first[DIMENSION], middle[DIMENSION], last[DIMENSION];
};

static void keep(void *context, const struct trajectory_point *point)
{
    struct line *line = context;
    double *at = point->n == CLOCK_FIRST   ? line->first
                 : point->n == MIDDLE      ? line->middle
                 : point->n == CLOCK_STEPS ? line->last
                                           : NULL;

    for (size_t i = 0; at && i < DIMENSION; i++)
        at[i] = mpfr_get_d(point->q[moved[i]], MPFR_RNDN);
}

/* The larger one of q and p; NaN where the halves of the time differ. */
static struct clock_error conclude(const struct line *line, double h)
{
    const double half = (CLOCK_STEPS - CLOCK_FIRST) / 2 * h;
    struct clock_error largest = {.share = 0};

    for (size_t i = 0; i < DIMENSION; i++) {
        const double early = (line->middle[i] - line->first[i]) / half - 1,
                     late = (line->last[i] - line->middle[i]) / half - 1;

        if (!(fabs(early - late) <= fmax(CLOCK_RIGHT, fabs(late) / 10)))
            return (struct clock_error){.share = NAN};
        if (fabs(late) > fabs(largest.share))
            largest = (struct clock_error){late, i == 1};
    }
    return largest;
}

struct clock_error clock_measure(const struct cell_request *request)
{
    struct error ignored;
    struct problem *problem = problem_create_from_text("straight-lines", text, "default", &ignored);
    struct cell_request cell = *request;
    struct trajectory *trajectory = NULL;
    struct line line;
    struct clock_error found = {.share = NAN};
    mpq_t step;

    mpq_init(step);
    mpq_set_ui(step, 1, STEPS_IN_ONE);
    cell.step = step;
    cell.problem = problem;
    cell.bits = CELL_DOUBLE;
    cell.steps = CLOCK_STEPS;
    cell.every = 1;
    cell.observer = keep;
    cell.context = &line;
    if (problem &&
        method_refuses_model(&cell.method, cell.projection, problem->model, &ignored) == METHOD_APPLIES)
        trajectory = cell_run(&cell, &ignored);
    if (trajectory && trajectory->status == TRAJECTORY_COMPLETED)
        found = conclude(&line, exact_to_double(cell.step));
    trajectory_destroy(trajectory);
    mpq_clear(step);
    problem_destroy(problem);
    return found;
}
