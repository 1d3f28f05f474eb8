/* assay integrate: one run, its last state and what was measured of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measures/run/cell.h"
#include "harness/commands/command.h"
#include "numerics/number.h"
#include "harness/commands/show/show.h"
#include "harness/study/term.h"
#include "integrators/methods/method_file.h"
#include "integrators/methods/projection_file.h"
#include "integrators/methods/rounding.h"
#include "models/reader/data_path.h"
#include "numerics/exact.h"

struct integrate {
    const struct options *options;
    struct problem *problem;
    struct cell_request request;
    struct projection_file *projection_file; /* NULL: of the table */
    struct method_file *method_file;         /* NULL: it is built in */
    mpq_t step, until;
    json_t *trajectory; /* with --every and --json */
};

static const char *precision_text(const struct integrate *w)
{
    return w->options->precision ? w->options->precision : "double";
}

/* The precision may say how numbers are rounded, as in a study; else the other options do. */
static bool read_precision(struct integrate *w, struct error *error)
{
    const struct options *options = w->options;
    struct rounding *rounding = &w->request.rounding;

    if (!precision_read(precision_text(w), &w->request.bits, rounding, error))
        return false;
    if (*precision_rounding(precision_text(w)) &&
        (options->coefficients || options->uncompensated || options->accepted))
        return error_set(error,
                         "--precision %s says how numbers are rounded; leave out --coefficients, "
                         "--uncompensated and --accepted",
                         options->precision);
    rounding->uncompensated |= options->uncompensated;
    rounding->accepted |= options->accepted;
    return (!options->coefficients ||
            rounding_read_coefficients(options->coefficients, &rounding->coefficients, error)) &&
           rounding_accepts_method(*rounding, &w->request.method, error);
}

static bool read_method(struct integrate *w, struct error *error)
{
    const struct options *options = w->options;
    const char *projection = options->projection ? options->projection : "none";

    if (!options->method)
        return error_set(error, "integrate needs a method; write for example --method gauss-2");
    if (method_file_is_named(options->method)) {
        w->method_file = method_file_create(options->method, NULL, error);
        if (!w->method_file)
            return false;
        w->request.method = method_file_method(w->method_file);
    } else if (!method_find(options->method, &w->request.method, error)) {
        return false;
    }
    w->request.projection = projection_file_find(projection, &w->projection_file, error);
    return w->request.projection != NULL;
}

/* False with the reason where the method with the projection is nothing on the model. */
static bool applies(const struct integrate *w, struct error *reason)
{
    const char *method = w->request.method.name, *projection = w->request.projection->name;
    struct error refused;

    switch (method_refuses_model(&w->request.method, w->request.projection, w->problem->model, &refused)) {
    case METHOD_APPLIES:
    case METHOD_FAILS: /* its run says where */
        return true;
    case METHOD_REFUSES_KIND:
        return error_set(reason, "%s does not apply to %s: %s", method, w->problem->model->name,
                         refused.text);
    case METHOD_REFUSES_PROJECTION:
        break;
    }
    return error_set(reason, "the projection '%s' does not apply to %s: %s; write --projection none",
                     projection, method, refused.text);
}

/* The step as given, by the command or by the model with these initial data; NULL when neither says one. */
static const char *step_text(const struct integrate *w)
{
    return w->options->step ? w->options->step : w->problem->model->step;
}

/* A step that a double holds as it is, but for rounding. */
static bool check_range(const struct integrate *w, const char *text, struct error *error)
{
    mpfr_t step;
    double rounded;

    if (w->request.bits != CELL_DOUBLE)
        return true;
    mpfr_init2(step, 53);
    mpfr_set_q(step, w->step, MPFR_RNDN);
    rounded = mpfr_get_d(step, MPFR_RNDN);
    mpfr_clear(step);
    if (isnormal(rounded))
        return true;
    return error_set(error, "the step %.40s is outside the range of double; write for example --precision 64",
                     text);
}

static bool read_count(struct integrate *w, struct error *error)
{
    const struct options *options = w->options;
    struct error reason;

    if (!options->steps == !options->until)
        return error_set(error, "integrate needs %s",
                         options->steps ? "only one of --steps N and --until T; leave out the other"
                                        : "one of --steps N and --until T; write for example --steps 100");
    if (options->until) {
        if (!exact_parse(w->until, options->until, &reason))
            return error_set(error, "--until %s", reason.text);
        return cell_count_steps(w->until, w->step, &w->request.steps, error);
    }
    w->request.steps = options->steps;
    return options->steps <= CELL_MOST_STEPS ||
           error_set(error, "--steps %lu is more than %lu; write fewer steps", options->steps,
                     CELL_MOST_STEPS);
}

static bool read_steps(struct integrate *w, struct error *error)
{
    const struct options *options = w->options;
    const char *step = step_text(w);

    if (!step)
        return error_set(error, "integrate needs a step; write for example --step 0.1");
    if (!cell_parse_step(step, w->step, error) || !check_range(w, step, error))
        return false;
    w->request.step = w->step;
    w->request.every = options->every;
    return read_count(w, error);
}

static bool read_request(struct integrate *w, struct error *error)
{
    const struct options *options = w->options;

    if (!options_have_word(options, "integrate needs one model", "'assay list models' names them", error))
        return false;
    if (!read_method(w, error) || !read_precision(w, error))
        return false;
    w->problem = problem_create(options->word[0], NULL, options->initial, options->parameter.count,
                                options->parameter.pair, error);
    if (!w->problem)
        return false;
    w->request.problem = w->problem;
    return read_steps(w, error);
}

/* The exact time n h as text that the caller frees. */
static char *time_text(const struct integrate *w, unsigned long n, char *as_text(mpq_srcptr value))
{
    mpq_t time;
    char *text;

    mpq_init(time);
    mpz_set_ui(mpq_numref(time), n);
    mpq_mul(time, time, w->step);
    text = as_text(time);
    mpq_clear(time);
    return text;
}

static json_t *time_json(const struct integrate *w, unsigned long n)
{
    char *text = time_text(w, n, exact_text);
    json_t *json = json_string(text);

    free(text);
    return json;
}

static json_t *state_json(const struct integrate *w, mpfr_t *values)
{
    const struct model *model = w->problem->model;
    json_t *state = json_object();

    for (size_t i = 0; i < model->moved; i++)
        json_object_set_new(state, model->coordinates[i], number_json(values[i], w->request.bits));
    return state;
}

static void print_point(void *context, const struct trajectory_point *point)
{
    const struct integrate *w = context;
    char *time = time_text(w, point->n, exact_text_decimal);

    printf("%lu %s", point->n, time);
    free(time);
    for (size_t i = 0; i < w->problem->model->moved; i++) {
        char *text = number_text(point->q[i], w->request.bits, 0);

        printf(" %s", text);
        free(text);
    }
    for (size_t i = 0; i < point->multipliers; i++) {
        char *text = number_text(point->multiplier[i], w->request.bits, 0);

        printf(" %s", text);
        free(text);
    }
    printf("\n");
}

static json_t *multipliers_json(const struct integrate *w, size_t count, mpfr_t *multiplier)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, number_json(multiplier[i], w->request.bits));
    return list;
}

static json_t *multiplier_names_json(const struct integrate *w, size_t count)
{
    json_t *list = json_array();
    char name[PROBLEM_MULTIPLIER];

    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_string(problem_multiplier_name(w->problem, i, name)));
    return list;
}

static void collect_point(void *context, const struct trajectory_point *point)
{
    struct integrate *w = context;

    json_t *json = json_pack("{s:I, s:o, s:o}", "n", (json_int_t)point->n, "time", time_json(w, point->n),
                             "state", state_json(w, point->q));

    if (point->multipliers)
        json_object_set_new(json, "multiplier", multipliers_json(w, point->multipliers, point->multiplier));
    json_array_append_new(w->trajectory, json);
}

/* Divides the errors by their scales; the constraint error keeps its own. */
static void scale_errors(const struct integrate *w, struct trajectory *trajectory)
{
    double *scale = problem_scales(w->problem);

    for (size_t k = 0; k < trajectory->observables; k++)
        mpfr_div_d(trajectory->observable_error[k], trajectory->observable_error[k], scale[k], MPFR_RNDN);
    free(scale);
}

static void measure_name(const struct integrate *w, size_t k, char *name, size_t size)
{
    if (k == 0)
        snprintf(name, size, "energy_error");
    else
        snprintf(name, size, "invariant_error:%s", problem_observable_name(w->problem, k));
}

static bool has_constraints(const struct system *system)
{
    return system->momentum || system->constraints;
}

static json_t *measures_json(const struct integrate *w, const struct trajectory *trajectory)
{
    const struct system *system = w->problem->system;
    json_t *measures = json_object();
    char name[256];

    for (size_t k = !system->has_energy; k < trajectory->observables; k++) {
        measure_name(w, k, name, sizeof name);
        json_object_set_new(measures, name, number_json(trajectory->observable_error[k], w->request.bits));
    }
    for (size_t k = 0; has_constraints(system) && k < trajectory->constraints; k++)
        json_object_set_new(measures,
                            measure_write(measure_of(w->problem, MEASURE_CONSTRAINT_ERROR, (int)k), name),
                            number_json(trajectory->constraint_error[k], w->request.bits));
    return measures;
}

static json_t *final_json(const struct integrate *w, const struct trajectory *trajectory)
{
    return json_pack("{s:o, s:o, s:o, s:o}", "time", time_json(w, trajectory->steps), "state",
                     state_json(w, trajectory->q), "momentum",
                     w->problem->system->momentum ? state_json(w, trajectory->p) : json_null(), "multiplier",
                     multipliers_json(w, trajectory->multipliers, trajectory->multiplier));
}

static json_t *cost_json(const struct trajectory *trajectory)
{
    return json_pack(
        "{s:I, s:f, s:I, s:I, s:f}", "residual_evaluations",
        (json_int_t)trajectory->counts.residual_evaluations, "evaluations", trajectory->counts.evaluations,
        "newton_iterations", (json_int_t)trajectory->counts.iterations, "matrix_evaluations",
        (json_int_t)trajectory->counts.matrix_evaluations, "worst_stall", trajectory->counts.worst_stall);
}

/* What was asked, and how it ended. */
static json_t *ending_json(const struct integrate *w, enum cell_status status, unsigned long broke_down_at,
                           const char *reason)
{
    const struct rounding rounding = w->request.rounding;

    return json_pack("{s:s, s:s, s:s, s:s, s:s?, s:s, s:I, s:s, s:s, s:b, s:b, s:s, s:o, s:s?}", "model",
                     w->problem->model->name, "initial", w->problem->initial->name, "method",
                     w->request.method.name, "projection", w->request.projection->name, "formulation",
                     model_formulation_name(w->problem->model), "step", step_text(w), "steps",
                     (json_int_t)w->request.steps, "precision", precision_text(w), "coefficients",
                     rounding_coefficients_name(rounding.coefficients), "compensated",
                     !rounding.uncompensated, "corrected", !rounding.accepted, "status",
                     term_word(TERM_CELL, status), "broke_down_at",
                     broke_down_at ? json_integer((json_int_t)broke_down_at) : json_null(), "reason", reason);
}

static void print_json(const struct integrate *w, const struct trajectory *trajectory)
{
    const bool completed = trajectory->status == TRAJECTORY_COMPLETED;
    json_t *json = completed ? ending_json(w, CELL_COMPLETED, 0, NULL)
                             : ending_json(w, CELL_BROKE_DOWN, trajectory->broke_down_at,
                                           newton_status_text(trajectory->newton));

    json_object_set_new(json, "multipliers", multiplier_names_json(w, trajectory->multipliers));
    json_object_set_new(json, "final", final_json(w, trajectory));
    json_object_set_new(json, "measures", measures_json(w, trajectory));
    json_object_set_new(json, "cost", cost_json(trajectory));
    if (w->trajectory)
        json_object_set(json, "trajectory", w->trajectory);
    show_json(w->options, json);
}

/* There is no run: the pair is a fact about the method, as a breakdown is. */
static void print_not_applicable(const struct integrate *w, const char *reason)
{
    json_t *json;

    if (!w->options->json) {
        printf("# not applicable: %s\n", reason);
        return;
    }
    json = ending_json(w, CELL_NOT_APPLICABLE, 0, reason);
    json_object_set_new(json, "multipliers", json_array());
    json_object_set_new(json, "final", json_null());
    json_object_set_new(json, "measures", json_object());
    json_object_set_new(json, "cost", json_null());
    if (w->request.every)
        json_object_set_new(json, "trajectory", json_array());
    show_json(w->options, json);
}

/* A table that gnuplot reads: everything but the numbers is a comment. */
static void print_table(const struct integrate *w, const struct trajectory *trajectory)
{
    const struct system *system = w->problem->system;
    char name[256];

    if (!w->request.every)
        print_point((void *)w, &(struct trajectory_point){.n = trajectory->steps,
                                                          .dimension = trajectory->dimension,
                                                          .q = trajectory->q,
                                                          .multipliers = system->reactions,
                                                          .multiplier = trajectory->multiplier});
    for (size_t k = !system->has_energy; k < trajectory->observables; k++) {
        measure_name(w, k, name, sizeof name);
        printf("# %s %.6g\n", name, mpfr_get_d(trajectory->observable_error[k], MPFR_RNDN));
    }
    for (size_t k = 0; has_constraints(system) && k < trajectory->constraints; k++)
        printf("# %s %.6g\n", measure_write(measure_of(w->problem, MEASURE_CONSTRAINT_ERROR, (int)k), name),
               mpfr_get_d(trajectory->constraint_error[k], MPFR_RNDN));
    printf("# residual_evaluations %lu  evaluations %.17g  newton_iterations %lu\n",
           trajectory->counts.residual_evaluations, trajectory->counts.evaluations,
           trajectory->counts.iterations);
    if (trajectory->status == TRAJECTORY_BROKE_DOWN)
        printf("# broke down in step %lu: %s\n", trajectory->broke_down_at,
               newton_status_text(trajectory->newton));
    else
        printf("# completed %lu steps\n", trajectory->steps);
}

static void print_heading(const struct integrate *w)
{
    const struct model *model = w->problem->model;
    char precision[PRECISION_TEXT], name[PROBLEM_MULTIPLIER];

    precision_write(w->request.bits, w->request.rounding, precision);
    printf("# %s/%s %s %s h = %s, %s\n# n t", model->name, w->problem->initial->name, w->request.method.name,
           w->request.projection->name, step_text(w), precision);
    for (size_t i = 0; i < model->moved; i++)
        printf(" %s", model->coordinates[i]);
    for (size_t i = 0; i < w->problem->system->reactions; i++)
        printf(" multiplier:%s", problem_multiplier_name(w->problem, i, name));
    printf("\n");
}

static bool integrate(struct integrate *w, struct error *error)
{
    struct trajectory *trajectory;
    struct error reason;

    if (!read_request(w, error))
        return false;
    if (!applies(w, &reason)) {
        print_not_applicable(w, reason.text);
        return true;
    }
    if (w->request.every) {
        w->trajectory = w->options->json ? json_array() : NULL;
        w->request.observer = w->options->json ? collect_point : print_point;
        w->request.context = w;
    }
    if (!w->options->json)
        print_heading(w);
    trajectory = cell_run(&w->request, error);
    if (!trajectory)
        return false;
    scale_errors(w, trajectory);
    if (w->options->json)
        print_json(w, trajectory);
    else
        print_table(w, trajectory);
    trajectory_destroy(trajectory);
    return true;
}

int command_integrate(const struct options *options, struct error *error)
{
    struct integrate w = {.options = options};
    bool done;

    mpq_init(w.step);
    mpq_init(w.until);
    done = integrate(&w, error);
    mpq_clear(w.step);
    mpq_clear(w.until);
    json_decref(w.trajectory);
    problem_destroy(w.problem);
    projection_file_destroy(w.projection_file);
    method_file_destroy(w.method_file);
    return done ? STATUS_COMPLETE : STATUS_UNUSABLE;
}
