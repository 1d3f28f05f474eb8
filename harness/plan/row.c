/* The result of one cell as a line of text: see row.h.  The line is JSON. */
#include "harness/plan/row.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "measures/step/cell_bilinear.h"
#include "measures/step/cell_parasitic.h"
#include "measures/step/cell_post_projection.h"
#include "measures/step/cell_reversibility.h"
#include "measures/step/cell_symmetry.h"
#include "measures/step/cell_symplectic.h"
#include "measures/step/cell_tableau.h"
#include "harness/plan/row_measures.h"
#include "harness/plan/row_poincare.h"
#include "measures/run/scale.h"
#include "numerics/exact.h"
#include "numerics/memory.h"

static double seconds_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The error of the last state; nothing when the run did not arrive. */
static void add_solution_error(json_t *measures, const struct grid_problem *p,
                               const struct reference *reference, const struct trajectory *trajectory,
                               long bits)
{
    size_t d = trajectory->dimension;
    mpfr_t *initial = problem_initial_values(p->problem, 128);
    mpfr_t error;

    mpfr_init2(error, bits ? bits : 128);
    if (trajectory->status == TRAJECTORY_COMPLETED)
        scale_distance(error, d, trajectory->q, reference->state, initial, reference->excursion,
                       p->problem->model->secular);
    row_measures_add(measures, "solution_error", error, bits);
    mpfr_clear(error);
    problem_clear(initial, d);
}

static void add_observable_errors(json_t *measures, const struct grid_problem *p,
                                  struct trajectory *trajectory, long bits)
{
    for (size_t k = 0; k < trajectory->observables; k++) {
        char name[96] = "energy_error";

        if (k > 0)
            snprintf(name, sizeof name, "invariant_error:%s", problem_observable_name(p->problem, k));
        mpfr_div_d(trajectory->observable_error[k], trajectory->observable_error[k], p->scale[k], MPFR_RNDN);
        if (trajectory->status != TRAJECTORY_COMPLETED)
            mpfr_set_nan(trajectory->observable_error[k]);
        row_measures_add(measures, name, trajectory->observable_error[k], bits);
    }
}

/* Residual evaluations per step; nothing when the run did not arrive. */
static void add_cost(json_t *measures, const struct trajectory *trajectory, long bits)
{
    mpfr_t cost;

    mpfr_init2(cost, bits ? bits : CELL_LEAST_BITS);
    if (trajectory->status == TRAJECTORY_COMPLETED && trajectory->steps > 0)
        mpfr_set_d(cost, (double)trajectory->counts.residual_evaluations / (double)trajectory->steps,
                   MPFR_RNDN);
    row_measures_add(measures, "cost", cost, bits);
    mpfr_clear(cost);
}

static void add_trajectory(json_t *measures, const struct grid_problem *p, const struct reference *reference,
                           struct trajectory *trajectory, long bits)
{
    if (reference)
        add_solution_error(measures, p, reference, trajectory, bits);
    add_observable_errors(measures, p, trajectory, bits);
    row_measures_add(measures, "constraint_error:phi", trajectory->constraint_error[0], bits);
    add_cost(measures, trajectory, bits);
}

static json_t *describe(const struct trajectory *trajectory)
{
    return json_pack("{s:b, s:I, s:s, s:I, s:I, s:f}", "completed",
                     trajectory->status == TRAJECTORY_COMPLETED, "broke_down_at",
                     (json_int_t)trajectory->broke_down_at, "reason", newton_status_text(trajectory->newton),
                     "residual_evaluations", (json_int_t)trajectory->counts.residual_evaluations,
                     "newton_iterations", (json_int_t)trajectory->counts.iterations, "worst_stall",
                     trajectory->counts.worst_stall);
}

static struct cell_request request_of(const struct row_request *request, const struct grid_problem *p,
                                      const struct grid_curve *curve, struct grid_cell found)
{
    return (struct cell_request){
        .problem = p->problem,
        .method = curve->method,
        .projection = curve->projection,
        .step = p->step[found.step],
        .steps = p->count[found.step],
        .bits = found.bits,
        .rounding = request->grid->precision[curve->precision].rounding,
        .checkpoint = request->checkpoint,
        .checkpoint_context = request->context,
        .resume = request->resume,
        .processes = request->processes,
    };
}

/* -- what is measured beside the trajectory, where the study takes it -- */

static bool measure_symmetry(const struct row_request *request, const struct cell_request *cell,
                             mpfr_t defect, struct error *error)
{
    return cell_symmetry(cell, request->reference->excursion, defect, error);
}

static bool measure_reversibility(const struct row_request *request, const struct cell_request *cell,
                                  mpfr_t defect, struct error *error)
{
    return cell_reversibility(cell, request->reference->excursion, defect, error);
}

static bool measure_parasitic(const struct row_request *request, const struct cell_request *cell,
                              mpfr_t largest, struct error *error)
{
    (void)request;
    return cell_parasitic_largest(cell, largest, error);
}

static bool measure_parasitic_departure(const struct row_request *request, const struct cell_request *cell,
                                        mpfr_t departure, struct error *error)
{
    (void)request;
    return cell_parasitic_departure(cell, departure, error);
}

static bool measure_bilinear(const struct row_request *request, const struct cell_request *cell,
                             mpfr_t defect, struct error *error)
{
    (void)request;
    return cell_bilinear(cell, BILINEAR_CENTRAL, defect, error);
}

static bool measure_bilinear_of_paper(const struct row_request *request, const struct cell_request *cell,
                                      mpfr_t defect, struct error *error)
{
    (void)request;
    return cell_bilinear(cell, BILINEAR_ONE_SIDED, defect, error);
}

static bool measure_post_projection(const struct row_request *request, const struct cell_request *cell,
                                    mpfr_t defect, struct error *error)
{
    return cell_post_projection(cell, request->reference->excursion, defect, NULL, error);
}

static bool measure_stiff_accuracy(const struct row_request *request, const struct cell_request *cell,
                                   mpfr_t residual, struct error *error)
{
    (void)request;
    return cell_tableau_stiff_accuracy(cell, residual, error);
}

static bool measure_symplecticity(const struct row_request *request, const struct cell_request *cell,
                                  mpfr_t residual, struct error *error)
{
    (void)request;
    return cell_tableau_symplecticity(cell, residual, error);
}

static bool measure_symplectic(const struct row_request *request, const struct cell_request *cell,
                               mpfr_t defect, struct error *error)
{
    (void)request;
    return cell_symplectic_defect(cell, defect, error);
}

static bool measure_flow(const struct row_request *request, const struct cell_request *cell, mpfr_t defect,
                         struct error *error)
{
    (void)request;
    return cell_symplectic_flow_defect(cell, defect, error);
}

static const struct {
    const char *name;       /* the measure that is written */
    enum measure_row asked; /* where the study takes this one */
    bool (*measure)(const struct row_request *, const struct cell_request *, mpfr_t, struct error *);
} besides[] = {
    {"symmetry_defect", MEASURE_SYMMETRY_DEFECT, measure_symmetry},
    {"symplectic_defect", MEASURE_SYMPLECTIC_DEFECT, measure_symplectic},
    {ROW_FLOW_DEFECT, MEASURE_SYMPLECTIC_DEFECT, measure_flow},
    {"reversibility_defect", MEASURE_REVERSIBILITY_DEFECT, measure_reversibility},
    {"bilinear_defect", MEASURE_BILINEAR_DEFECT, measure_bilinear},
    {"bilinear_defect:paper", MEASURE_BILINEAR_DEFECT_PAPER, measure_bilinear_of_paper},
    {"parasitic", MEASURE_PARASITIC, measure_parasitic},
    {"parasitic:departure", MEASURE_PARASITIC_DEPARTURE, measure_parasitic_departure},
    {"post_projection_defect", MEASURE_POST_PROJECTION_DEFECT, measure_post_projection},
    {"stiff_accuracy_residual", MEASURE_STIFF_ACCURACY_RESIDUAL, measure_stiff_accuracy},
    {"symplecticity_residual", MEASURE_SYMPLECTICITY_RESIDUAL, measure_symplecticity},
};

/* All of the multipliers, beside the largest. */
static void add_spectrum(json_t *measures, const struct grid_problem *p, const struct cell_request *cell)
{
    size_t d = p->problem->model->dimension;
    double *re = memory_create(2 * d, sizeof *re), *im = re + d;
    struct error ignored;

    if (grid_problem_takes(p, MEASURE_PARASITIC) && cell_parasitic_multipliers(cell, re, im, &ignored) &&
        isfinite(re[0]))
        row_measures_add_spectrum(measures, "parasitic", d, re, im);
    free(re);
}

static void add_besides(json_t *measures, const struct row_request *request, const struct grid_problem *p,
                        const struct cell_request *cell)
{
    for (size_t i = 0; i < sizeof besides / sizeof *besides; i++) {
        struct error ignored;
        mpfr_t value;

        if (!grid_problem_takes(p, besides[i].asked))
            continue;
        mpfr_init2(value, cell->bits ? cell->bits : 53);
        if (!besides[i].measure(request, cell, value, &ignored))
            mpfr_set_nan(value);
        row_measures_add(measures, besides[i].name, value, cell->bits);
        mpfr_clear(value);
    }
    add_spectrum(measures, p, cell);
}

/* A state that cannot be read costs the time that it would have saved. */
static struct trajectory *run_trajectory(const struct cell_request *wanted, struct cell_history *history)
{
    struct cell_request cell = history ? cell_history_attach(history, wanted) : *wanted;
    struct error error;
    struct trajectory *trajectory = cell_run(&cell, &error);

    if (trajectory || !cell.resume)
        return trajectory;
    cell.resume = NULL;
    if (history)
        cell_history_restart(history);
    return cell_run(&cell, &error);
}

/* The trajectory and all that is read off it; NULL where there is none. */
static struct trajectory *add_run(json_t *measures, const struct row_request *request,
                                  const struct grid_problem *p, const struct cell_request *cell)
{
    struct cell_history *history = p->intervals ? cell_history_create(cell, p->intervals, p->scale) : NULL;
    struct trajectory *trajectory = run_trajectory(cell, history);

    if (trajectory)
        add_trajectory(measures, p, request->reference, trajectory, cell->bits);
    if (trajectory && history)
        row_measures_add_run(measures, history, trajectory, exact_to_double(cell->step),
                             p->settings->history > 0, cell->bits != CELL_DOUBLE);
    cell_history_destroy(history);
    return trajectory;
}

static bool has(const json_t *measures, const char *name)
{
    size_t index;
    json_t *measure;

    json_array_foreach(measures, index, measure)
    {
        if (strcmp(json_string_value(json_array_get(measure, 0)), name) == 0)
            return true;
    }
    return false;
}

/* Of an ensemble, a loop or a surface. */
static bool is_of_many(const struct grid_problem *p, struct measure_id measure)
{
    return measure_source(measure, p->problem) >= MEASURE_OF_ENSEMBLE;
}

/* What the study takes and this run does not have (a projection without a multiplier, a loop that broke down)
 * was looked for: nothing was measured.  A further run has not looked at the trajectory. */
static void add_absent(json_t *measures, const struct grid_problem *p, bool further)
{
    for (size_t i = 0; i < p->measures; i++) {
        char text[MEASURE_TEXT];

        if (!measure_refusal(p->measure[i], p->problem, NULL, NULL) &&
            !has(measures, measure_write(p->measure[i], text)) && (!further || is_of_many(p, p->measure[i])))
            row_measures_add_double(measures, text, NAN);
    }
}

char *row_run(const struct row_request *request)
{
    struct grid_cell found = grid_cell_of(request->grid, request->cell);
    const struct grid_curve *curve = request->grid->curve + found.curve;
    const struct grid_problem *p = request->grid->problem + curve->problem;
    struct cell_request cell = request_of(request, p, curve, found);
    double start = seconds_now();
    json_t *measures = json_array();
    struct trajectory *trajectory = request->further ? NULL : add_run(measures, request, p, &cell);
    json_t *json = trajectory ? describe(trajectory) : json_object();
    char *line;

    if (trajectory || request->further) {
        add_besides(measures, request, p, &cell);
        row_measures_add_growth(measures, p, &cell);
        row_poincare_add(measures, p, &cell);
        add_absent(measures, p, request->further);
    }
    json_object_set_new(json, "seconds", json_real(seconds_now() - start));
    if (trajectory || request->further)
        json_object_set(json, "measures", measures);
    json_decref(measures);
    line = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(json);
    trajectory_destroy(trajectory);
    return line;
}

static void read_measure(struct row *row, json_t *json)
{
    const char *text = json_string_value(json_array_get(json, 2));
    struct row_measure *measure;

    row->measure = memory_resize(row->measure, row->measures + 1, sizeof *row->measure);
    measure = row->measure + row->measures++;
    snprintf(measure->name, sizeof measure->name, "%s", json_string_value(json_array_get(json, 0)));
    measure->value = text ? json_real_value(json_array_get(json, 1)) : NAN;
    measure->text = memory_copy_string(text);
}

static void read_run(struct row *row, const json_t *json)
{
    row->done = true;
    row->completed = json_boolean_value(json_object_get(json, "completed"));
    row->broke_down_at = (unsigned long)json_integer_value(json_object_get(json, "broke_down_at"));
    snprintf(row->reason, sizeof row->reason, "%s", json_string_value(json_object_get(json, "reason")));
    row->residual_evaluations =
        (unsigned long)json_integer_value(json_object_get(json, "residual_evaluations"));
    row->newton_iterations = (unsigned long)json_integer_value(json_object_get(json, "newton_iterations"));
    row->worst_stall = json_real_value(json_object_get(json, "worst_stall"));
    row->seconds = json_real_value(json_object_get(json, "seconds"));
}

bool row_read(struct row *row, const char *line)
{
    json_t *json = json_loads(line, 0, NULL), *measures, *measure;
    size_t index;

    measures = json_object_get(json, "measures");
    if (!measures) {
        json_decref(json);
        return false;
    }
    if (!row->done)
        read_run(row, json);
    json_array_foreach(measures, index, measure)
    {
        read_measure(row, measure);
    }
    json_decref(json);
    return true;
}

char *row_join(const char *line, const char *further)
{
    json_t *json = json_loads(line, 0, NULL), *more = json_loads(further, 0, NULL);
    json_t *measures = json_object_get(json, "measures");
    char *joined = NULL;

    if (measures && json_array_extend(measures, json_object_get(more, "measures")) == 0)
        joined = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));
    json_decref(json);
    json_decref(more);
    return joined;
}

void row_clear(struct row *row)
{
    for (size_t i = 0; i < row->measures; i++)
        free(row->measure[i].text);
    free(row->measure);
    *row = (struct row){.done = false};
}

bool row_lacks(const struct row *row, const struct grid_problem *problem)
{
    for (size_t i = 0; i < problem->measures; i++) {
        char text[MEASURE_TEXT];

        if (!measure_refusal(problem->measure[i], problem->problem, NULL, NULL) &&
            !row_find(row, measure_write(problem->measure[i], text)))
            return true;
    }
    return false;
}

bool row_lacks_run(const struct row *row, const struct grid_problem *problem)
{
    return grid_problem_takes(problem, MEASURE_SOLUTION_ERROR) && !row_find(row, "solution_error");
}

const struct row_measure *row_find(const struct row *row, const char *name)
{
    for (size_t i = 0; i < row->measures; i++) {
        if (strcmp(row->measure[i].name, name) == 0)
            return row->measure + i;
    }
    return NULL;
}
