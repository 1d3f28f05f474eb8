/* assay show of a model: what its file says, and what was checked of it. */
#include <stdio.h>
#include <string.h>

#include "measures/run/problem.h"
#include "harness/commands/show.h"

/* -- text
 * ---------------------------------------------------------------------------------------------------- */

static void print_coordinates(const struct model *model)
{
    bool any = false;

    printf("  coordinates");
    for (size_t i = 0; i < model->dimension; i++)
        printf("%s %s", i ? "," : "", model->coordinates[i]);
    for (size_t i = 0; i < model->dimension; i++) {
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
    for (size_t i = 0; i < model->dimension; i++)
        printf("%s %s = %s", i ? "," : "", model->coordinates[i], initial->text[i]);
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

static void print_text(const struct problem *problem)
{
    const struct model *model = problem->model;

    printf("%s: a %s model (%s)\n%s\n", model->name, model_kind_name(model->kind), model->path, model->title);
    if (*model->source)
        printf("%s\n", model->source);
    printf("\n");
    print_coordinates(model);
    if (model->parameters) {
        print_parameters("  parameters", model->parameter, model->parameters);
        printf("\n");
    }
    if (model->step)
        printf("  step %s\n", model->step);
    for (size_t i = 0; i < model->initials; i++)
        print_initial(problem, model->initial + i);
    printf("  invariants: %s", model->hamiltonian ? "energy" : model->invariants ? "" : "none");
    for (size_t i = 0; i < model->invariants; i++)
        printf("%s%s", i || model->hamiltonian ? ", " : "", model->invariant[i].name);
    printf("\n  reversal: %s\n", model->reversal ? "given" : "none is given");
    print_checks(problem);
}

/* -- JSON
 * ---------------------------------------------------------------------------------------------------- */

static json_t *parameters_json(const struct model_parameter *parameter, size_t count)
{
    json_t *json = json_object();

    for (size_t i = 0; i < count; i++)
        json_object_set_new(json, parameter[i].name, json_string(parameter[i].text));
    return json;
}

static json_t *initial_json(const struct model *model, const struct model_initial *initial)
{
    json_t *values = json_object();

    for (size_t i = 0; i < model->dimension; i++)
        json_object_set_new(values, model->coordinates[i], json_string(initial->text[i]));
    return json_pack("{s:o, s:o, s:s?}", "values", values, "parameters",
                     parameters_json(initial->parameter, initial->parameters), "step", initial->step);
}

static json_t *coordinates_json(const struct model *model, bool secular_only)
{
    json_t *names = json_array();

    for (size_t i = 0; i < model->dimension; i++) {
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
        json_object_set_new(initial, model->initial[i].name, initial_json(model, model->initial + i));
    for (size_t i = 0; i < model->invariants; i++)
        json_array_append_new(invariants, json_string(model->invariant[i].name));
    for (size_t i = 0; i < model->checks; i++)
        json_array_append_new(checks, json_string(model->check[i]));
    return json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:s?, s:o, s:s, s:o, s:o, s:b}", "type",
                     "model", "name", model->name, "path", model->path, "title", model->title, "source",
                     model->source, "kind", model_kind_name(model->kind), "coordinates",
                     coordinates_json(model, false), "secular", coordinates_json(model, true), "parameters",
                     parameters_json(model->parameter, model->parameters), "step", model->step, "initial",
                     initial, "selected", problem->initial->name, "invariants", invariants, "checks", checks,
                     "reversal", model->reversal != NULL);
}

bool show_model(const struct options *options, struct error *error)
{
    struct problem *problem = problem_create(options->word[0], NULL, options->initial, options->parameters,
                                             options->parameter, error);

    if (!problem)
        return false;
    if (options->json)
        show_json(options, problem_json(problem));
    else
        print_text(problem);
    problem_destroy(problem);
    return true;
}
