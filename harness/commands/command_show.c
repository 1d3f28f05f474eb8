/* assay show: one model, method, projection or paper, with all that is known of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/command.h"
#include "measures/run/problem.h"
#include "models/reader/data_path.h"
#include "numerics/newton.h"
#include "reports/expansion_shown.h"
#include "reports/tables/document.h"
#include "reports/template.h"
#include "harness/commands/show/show.h"
#include "integrators/formulas/step_formulas.h"
#include "integrators/methods/method_file.h"
#include "integrators/methods/projection_file.h"
#include "numerics/text.h"
#include "reports/words.h"

/* ---- A projection: its row of the table, as equations ---- */

/* As tableaux and projections of users write it: q0, q1, qm. */
static const char *point_name(enum projection_point point)
{
    return point == PROJECTION_START ? "q0" : point == PROJECTION_END ? "q1" : "qm";
}

static const char *weight_name(enum projection_weight weight)
{
    return weight == PROJECTION_ONE ? "1" : "R";
}

static json_t *part_json(enum projection_point point, enum projection_weight weight)
{
    if (point == PROJECTION_NOWHERE)
        return json_null();
    return json_pack("{s:s, s:s}", "at", point_name(point), "weight", weight_name(weight));
}

static const char *multiplier_name(const struct projection *row)
{
    if (row->perturb_at == PROJECTION_NOWHERE)
        return NULL;
    return row->multiplier == PROJECTION_SAME ? "same" : "previous";
}

static json_t *projection_json(const struct projection *row)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:o, s:o, s:s?, s:b}", "type", "projection", "name", row->name,
                     "documentation", row->documentation, "source", row->source, "perturb",
                     part_json(row->perturb_at, row->perturb_weight), "project",
                     part_json(row->project_at, row->project_weight), "multiplier", multiplier_name(row),
                     "symmetric", row->symmetric);
}

static void print_projection(const struct projection *row)
{
    const char *first = row->perturb_weight == PROJECTION_ONE ? "" : "R ";
    const char *weight = row->project_weight == PROJECTION_ONE ? "" : "R ";
    const char *start = row->multiplier == PROJECTION_SAME ? "e" : "e0";
    const char *end =
        row->perturb_at != PROJECTION_NOWHERE && row->multiplier == PROJECTION_SAME ? "e" : "e1";

    printf("%s: a projection\n%s\n%s\n\n", row->name, row->documentation, row->source);
    if (row->perturb_at != PROJECTION_NOWHERE)
        printf("  perturb  qb = q0 + %s%s,  pb = theta(q0) + %sT(%s)^T %s\n", first, start, first,
               point_name(row->perturb_at), start);
    else if (projection_projects(row))
        printf("  start    qb = q0,  pb = theta(q0)\n");
    else
        printf("  start    qb = q0,  pb = p0\n");
    printf("  step     (qb1, pb1) = Psi_h(qb, pb)\n");
    if (projection_projects(row))
        printf("  project  q1 = qb1 + %s%s,  theta(q1) = pb1 + %sT(%s)^T %s\n", weight, end, weight,
               point_name(row->project_at), end);
    else
        printf("  end      q1 = qb1,  p1 = pb1\n");
    if (!projection_projects(row))
        return;
    printf("\n  T is the derivative of theta, %s the multiplier%s", strcmp(end, "e") == 0 ? "e" : "e1",
           row->multiplier == PROJECTION_PREVIOUS ? ", e0 that of the step before" : "");
    if (*weight || *first)
        printf(", R = R(infinity) of the tableau");
    if (row->project_at == PROJECTION_MIDPOINT)
        printf(", qm = (qb + qb1)/2");
    printf(".\n  On holonomic constraints phi = (g, psi) = 0, e stands for (psi_p^T l2, -g'^T l1 - psi_q^T "
           "l2), %s.\n",
           row->multiplier == PROJECTION_PREVIOUS && row->perturb_at != PROJECTION_NOWHERE
               ? "and the state goes on from the base method's"
               : "R = 1");
    printf("  %s where the base method is symmetric.\n",
           row->symmetric ? "Symmetric" : "Not symmetric, even");
}

static bool refuse_options(const struct options *options, bool model, struct error *error)
{
    const char *name = options->word[0];

    if (options->on || options->projection || options->drift)
        return error_set(error, "%s; write 'assay show METHOD --on MODEL'",
                         options->on           ? "--on is for the expansion of a method"
                         : options->projection ? "--projection goes with --on MODEL"
                                               : "--drift goes with --on MODEL");
    if (model && options->digits)
        return error_set(error, "--digits is for the coefficients of a method; %s is a model, leave it out",
                         name);
    if (!model && (options->initial || options->parameter.count))
        return error_set(error, "%s is for models, and %s is not a model; leave it out",
                         options->initial ? "--initial" : "--param", name);
    return true;
}

static bool show_projection(const struct options *options, const struct projection *row, struct error *error)
{
    if (!refuse_options(options, false, error))
        return false;
    if (options->json)
        show_json(options, projection_json(row));
    else
        print_projection(row);
    return true;
}

/* ---- A model: what its file says, and what was checked of it ---- */

static void print_coordinates(const struct model *model)
{
    bool any = false;

    printf("  coordinates");
    for (size_t i = 0; i < model->moved; i++)
        printf("%s %s", i ? "," : "", model->coordinates[i]);
    for (size_t i = 0; i < model->moved; i++) {
        if (model->secular[i])
            printf("%s%s", any ? ", " : "; without bound: ", model->coordinates[i]);
        any = any || model->secular[i];
    }
    printf("\n");
}

static void print_parameters(const char *heading, const struct model_parameter *parameter, size_t count)
{
    printf("%s", heading);
    for (size_t i = 0; i < count; i++)
        printf("%s %s = %s", i ? "," : "", parameter[i].name, parameter[i].text);
}

static void print_initial(const struct problem *problem, const struct model_initial *initial)
{
    const struct model *model = problem->model;

    printf("  initial data '%s':", initial->name);
    for (size_t i = 0; i < model->moved; i++)
        printf("%s %s = %s", i ? "," : "", model->coordinates[i], initial->text[i]);
    if (model->time_dependent)
        printf("; from t = %s on", initial->text[model->moved]);
    if (initial->parameters)
        print_parameters("; with", initial->parameter, initial->parameters);
    if (initial->step)
        printf("; step %s", initial->step);
    printf("\n");
}

static void print_checks(const struct problem *problem)
{
    const struct model *model = problem->model;

    printf("\nChecked with the parameters of '%s':\n\n", problem->initial->name);
    for (size_t i = 0; i < model->checks; i++)
        printf("  %s\n", model->check[i]);
}

static void print_model(const struct problem *problem)
{
    const struct model *model = problem->model;
    const bool energy = problem->system->has_energy;

    printf("%s: a model of kind %s (%s)\n%s\n", model->name, model_kind_name(model->kind), model->path,
           model->title);
    if (*model->source)
        printf("%s\n", model->source);
    printf("\n");
    print_coordinates(model);
    if (model->parameters) {
        print_parameters("  parameters", model->parameter, model->parameters);
        if (model->small)
            printf("; %s is small", model->small);
        printf("\n");
    }
    if (model->time_dependent)
        printf("  its functions are of the time t as well\n");
    if (model->step)
        printf("  step %s\n", model->step);
    for (size_t i = 0; i < model->initials; i++)
        print_initial(problem, model->initial + i);
    printf("  invariants: %s", energy ? "energy" : model->invariants ? "" : "none");
    for (size_t i = 0; i < model->invariants; i++)
        printf("%s%s", i || energy ? ", " : "", model->invariant[i].name);
    printf("\n  reversal: %s\n", model->reversal ? "given" : "none is given");
    print_checks(problem);
}

static json_t *coordinates_json(const struct model *model, bool secular_only)
{
    json_t *names = json_array();

    for (size_t i = 0; i < model->moved; i++) {
        if (!secular_only || model->secular[i])
            json_array_append_new(names, json_string(model->coordinates[i]));
    }
    return names;
}

static json_t *problem_json(const struct problem *problem)
{
    const struct model *model = problem->model;
    json_t *initial = json_object(), *invariants = json_array(), *checks = json_array();

    for (size_t i = 0; i < model->initials; i++)
        json_object_set_new(initial, model->initial[i].name, document_data(model, model->initial + i));
    for (size_t i = 0; i < model->invariants; i++)
        json_array_append_new(invariants, json_string(model->invariant[i].name));
    for (size_t i = 0; i < model->checks; i++)
        json_array_append_new(checks, json_string(model->check[i]));
    return json_pack(
        "{s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:s?, s:o, s:s, s:o, s:o, s:b, s:b, s:s?}", "type",
        "model", "name", model->name, "path", model->path, "title", model->title, "source", model->source,
        "kind", model_kind_name(model->kind), "coordinates", coordinates_json(model, false), "secular",
        coordinates_json(model, true), "parameters", document_parameters(model->parameter, model->parameters),
        "step", model->step, "initial", initial, "selected", problem->initial->name, "invariants", invariants,
        "checks", checks, "reversal", model->reversal != NULL, "time_dependent", model->time_dependent,
        "small", model->small);
}

static bool show_model(const struct options *options, struct error *error)
{
    struct problem *problem = problem_create(options->word[0], NULL, options->initial,
                                             options->parameter.count, options->parameter.pair, error);

    if (!problem)
        return false;
    if (options->json)
        show_json(options, problem_json(problem));
    else
        print_model(problem);
    problem_destroy(problem);
    return true;
}

/* ---- Which ---- */

static bool is_model(const char *name)
{
    struct error ignored;
    char *path = data_path_find(name, "models", NULL, &ignored);

    free(path);
    return path != NULL;
}

static bool set_unknown(const char *name, struct error *error)
{
    struct text_near near = {.wanted = name};
    char alike[700];
    size_t count;
    char **models = data_path_list("models", &count);
    struct method method;

    for (size_t i = 0; i < count; i++) {
        text_near_add(&near, models[i]);
        free(models[i]);
    }
    free(models);
    for (size_t k = 0; method_listed(k, &method); k++)
        text_near_add(&near, method.name);
    for (const struct projection *row = projection_table; row->name; row++)
        text_near_add(&near, row->name);
    if (*text_near_list(&near, true, alike, sizeof alike))
        return error_set(error, "there is nothing called '%.60s'; near: %s; write one of 'assay list'", name,
                         alike);
    return error_set(
        error,
        "there is nothing called '%.60s'; write a model, a method, a projection or a paper that 'assay list' "
        "shows, or a file such as ./%.60s.lua",
        name, name);
}

/* ---- A method on a model: the expansion of its errors in powers of the step ---- */

/* Of a file of formulas with its line: its unknowns are to be others. */
static void refuse_expansion(const struct cell_request *request, const struct expansion *expansion,
                             struct error *error)
{
    const struct method *method = &request->method;
    const struct setup setup = {
        .system = request->problem->system, .method = method, .projection = request->projection};
    const struct step_family *family = method->base->steps;
    const struct step_programs *programs =
        expansion->status == NEWTON_SINGULAR && family && family->file && !request->projection->steps
            ? step_formulas_compile(&setup, family)
            : NULL;

    if (programs && programs->line)
        error_set(error,
                  "%s:%d: %s has no expansion on %s: %s; write unknowns that its equations determine there "
                  "(docs/methods-as-formulas.md, 'Scale the unknowns')",
                  method->file->file.path, programs->line, method->name, request->problem->model->name,
                  expansion_reason(expansion));
    else
        error_set(error, "%s has no expansion on %s at h = 0: %s", method->name,
                  request->problem->model->name, expansion_reason(expansion));
}

static bool expand_method(const struct options *options, const struct method *method,
                          const struct projection *projection, const struct problem *problem,
                          struct error *error)
{
    const struct cell_request request = {.problem = problem, .method = *method, .projection = projection};
    const struct template_look look = options_look(options, stdout);
    const char *initial = options->initial ? options->initial : problem->model->initial[0].name;
    struct energy_drift drift = {.status = ENERGY_DRIFT_NOT_ASKED};
    json_t *json;
    bool printed;
    struct expansion *expansion = expansion_create(
        &(struct expansion_request){.cell = &request, .of = EXPANSION_RUN | EXPANSION_STEP}, error);

    if (!expansion)
        return false;
    if (!expansion_exists(expansion)) {
        refuse_expansion(&request, expansion, error);
        expansion_destroy(expansion);
        return false;
    }
    if (options->drift)
        drift = energy_drift_find(&request);
    json = expansion_shown_json(method, projection, problem, initial, expansion, &drift);
    expansion_destroy(expansion);
    if (options->json) {
        show_json(options, json);
        return true;
    }
    printed = template_print(stdout, "expansion.txt", json, &look, error);
    json_decref(json);
    return printed;
}

static bool show_expansion(const struct options *options, const struct method *method, struct error *error)
{
    const char *name = options->projection ? options->projection : "none";
    struct projection_file *file = NULL;
    const struct projection *projection = projection_file_find(name, &file, error);
    struct problem *problem;
    bool shown = false;

    if (!projection)
        return false;
    problem = problem_create(options->on, NULL, options->initial, options->parameter.count,
                             options->parameter.pair, error);
    if (problem)
        shown = expand_method(options, method, projection, problem, error);
    problem_destroy(problem);
    projection_file_destroy(file);
    return shown;
}

static bool show_the_method(const struct options *options, const struct method *method, struct error *error)
{
    unsigned long digits = options->digits ? options->digits : SHOW_DEFAULT_DIGITS;

    if (options->on)
        return show_expansion(options, method, error);
    if (!refuse_options(options, false, error))
        return false;
    if (digits > SHOW_MOST_DIGITS)
        return error_set(error, "--digits %lu is more than %d; write fewer digits", digits, SHOW_MOST_DIGITS);
    return show_method(options, method, (long)digits, error);
}

/* A file of a method, a projection or a model. */
static bool show_file(const struct options *options, struct error *error)
{
    bool other_kind = false, shown = false;
    struct error reason;
    struct method_file *file = method_file_create(options->word[0], &other_kind, &reason);
    struct projection_file *projection =
        other_kind ? projection_file_create(options->word[0], &other_kind, &reason) : NULL;
    struct method method;

    if (file) {
        method = method_file_method(file);
        shown = show_the_method(options, &method, error);
    } else if (projection) {
        shown = show_projection(options, &projection->projection, error);
    } else if (other_kind) {
        shown = refuse_options(options, true, error) && show_model(options, error);
    } else {
        error_set(error, "%s", reason.text);
    }
    method_file_destroy(file);
    projection_file_destroy(projection);
    return shown;
}

static bool show(const struct options *options, struct error *error)
{
    const char *name = options->word[0];
    const struct projection *projection = projection_find(name);
    struct method method;
    struct error ignored;

    if (method_file_is_named(name))
        return show_file(options, error);
    if (!projection && method_find(name, &method, &ignored))
        return show_the_method(options, &method, error);
    if (!projection && is_model(name))
        return refuse_options(options, true, error) && show_model(options, error);
    if (!projection && show_is_paper(name))
        return refuse_options(options, false, error) && show_paper(options, error);
    if (!projection)
        return set_unknown(name, error);
    return show_projection(options, projection, error);
}

int command_show(const struct options *options, struct error *error)
{
    return options_have_word(options, "show needs one model, method, projection or paper",
                             "'assay list' names them", error) &&
                   show(options, error)
               ? STATUS_COMPLETE
               : STATUS_UNUSABLE;
}
