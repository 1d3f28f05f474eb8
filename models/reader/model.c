/* Models: life and loading: see model.h.
 *
 * A file is read (model_read.c) and checked (model_check.c) twice: first in a child process, where it can do
 * no harm, then here. */
#include "models/reader/model.h"

#include <stdlib.h>
#include <string.h>

#include "models/kinds/kind.h"
#include "models/reader/model_read.h"
#include "models/sandbox/sandbox_file.h"
#include "numerics/memory.h"

const char *model_kind_name(enum model_kind kind)
{
    return kind_table[kind]->name;
}

const struct model_initial *model_find_initial(const struct model *model, const char *name)
{
    if (!name || strcmp(name, "default") == 0)
        return model->initials ? &model->initial[0] : NULL;
    for (size_t i = 0; i < model->initials; i++) {
        if (strcmp(model->initial[i].name, name) == 0)
            return &model->initial[i];
    }
    return NULL;
}

/* The file name without folder and ending. */
static char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *name = memory_copy_string(slash ? slash + 1 : path);
    char *dot = strrchr(name, '.');

    if (dot && dot != name)
        *dot = '\0';
    return name;
}

static struct model *create_empty(const char *path, const char *text)
{
    struct model *model = memory_create(1, sizeof *model);

    model->name = base_name(path);
    model->path = memory_copy_string(path);
    model->text = memory_copy_string(text);
    model->graph = graph_create();
    return model;
}

static void destroy_parameters(size_t count, struct model_parameter *parameter)
{
    for (size_t i = 0; i < count; i++) {
        free(parameter[i].name);
        free(parameter[i].text);
    }
    free(parameter);
}

static void destroy_initial(struct model_initial *initial, size_t dimension)
{
    for (size_t i = 0; initial->text && i < dimension; i++)
        free(initial->text[i]);
    destroy_parameters(initial->parameters, initial->parameter);
    free(initial->name);
    free(initial->text);
    free(initial->values);
    free(initial->step);
}

static void destroy_strings(size_t count, char **string)
{
    for (size_t i = 0; i < count; i++)
        free(string[i]);
    free(string);
}

static void destroy_submanifolds(size_t count, struct model_submanifold *submanifold)
{
    for (size_t i = 0; i < count; i++) {
        free(submanifold[i].name);
        free(submanifold[i].point);
    }
    free(submanifold);
}

void model_destroy(struct model *model)
{
    if (!model)
        return;
    for (size_t i = 0; i < model->initials; i++)
        destroy_initial(&model->initial[i], model->dimension);
    for (size_t i = 0; i < model->invariants; i++)
        free(model->invariant[i].name);
    destroy_parameters(model->parameters, model->parameter);
    destroy_submanifolds(model->loops, model->loop);
    destroy_submanifolds(model->surfaces, model->surface);
    destroy_strings(model->coordinates ? model->dimension : 0, model->coordinates);
    destroy_strings(model->checks, model->check);
    graph_destroy(model->graph);
    free(model->initial);
    free(model->invariant);
    free(model->exact);
    free(model->reversal);
    free(model->secular);
    free(model->theta);
    free(model->field);
    free(model->symplectic);
    free(model->poisson);
    free(model->step);
    free(model->title);
    free(model->source);
    free(model->text);
    free(model->path);
    free(model->name);
    free(model);
}

static bool load(const struct model_request *request, struct error *error)
{
    return model_read(request, error) && model_check(request->model, error);
}

/* In the child, which ends with its memory. */
static bool load_for_trial(void *context, struct error *error)
{
    return load(context, error);
}

struct model *model_create_from_text_with(const char *name, const char *text, const char *initial,
                                          size_t overrides, const struct model_override *override,
                                          struct error *error)
{
    struct model_request request = {
        .model = create_empty(name, text),
        .initial = initial,
        .overrides = overrides,
        .override = override,
    };

    if (!sandbox_file_try(load_for_trial, &request, name, error) || !load(&request, error)) {
        model_destroy(request.model);
        return NULL;
    }
    return request.model;
}

struct model *model_create_with(const char *path, const char *initial, size_t overrides,
                                const struct model_override *override, struct error *error)
{
    char *text = sandbox_file_read(path, error);

    if (!text)
        return NULL;
    struct model *model = model_create_from_text_with(path, text, initial, overrides, override, error);
    free(text);
    return model;
}

struct model *model_create(const char *path, size_t overrides, const struct model_override *override,
                           struct error *error)
{
    return model_create_with(path, NULL, overrides, override, error);
}

struct model *model_create_from_text(const char *name, const char *text, size_t overrides,
                                     const struct model_override *override, struct error *error)
{
    return model_create_from_text_with(name, text, NULL, overrides, override, error);
}
