/* Models: life and loading: see model.h.
 *
 * A file is read (model_read.c) and checked (model_check.c) twice: first in a child process, where it can do
 * no harm, then here.  What is known to be harmless is read here alone. */
#include "models/reader/model.h"

#include <stdlib.h>
#include <string.h>

#include "models/kinds/kind.h"
#include "models/reader/model_read.h"
#include "models/sandbox/sandbox_file.h"
#include "numerics/text.h"

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

const char *const model_formulation_names[MODEL_FORMULATIONS] = {
    [MODEL_STANDARD] = "standard", [MODEL_WEAK_DIRAC] = "weak-dirac",
    [MODEL_DIRAC] = "dirac",       [MODEL_SIMPLIFIED_DIRAC] = "simplified-dirac",
    [MODEL_CHARTS] = "charts",
};

const char *model_formulation_name(const struct model *model)
{
    return model->constraints ? model_formulation_names[model->formulation] : NULL;
}

static struct model *create_empty(const char *path, const char *text)
{
    struct model *model = memory_create(1, sizeof *model);
    const char *slash = strrchr(path, '/');

    model->name = memory_keep_string(&model->kept, slash ? slash + 1 : path);
    char *dot = strrchr(model->name, '.');
    if (dot && dot != model->name)
        *dot = '\0';
    model->path = memory_keep_string(&model->kept, path);
    model->text = memory_keep_string(&model->kept, text);
    model->graph = graph_create();
    return model;
}

void model_destroy(struct model *model)
{
    if (!model)
        return;
    graph_destroy(model->graph);
    memory_release(model->kept);
    free(model);
}

/* In the child, which ends with its memory, and then here. */
static enum sandbox_file_end load(void *context, struct error *error)
{
    struct model_request *request = context;

    if (model_read(request, error) && (request->choice.unchecked || model_check(request->model, error)))
        return SANDBOX_FILE_DONE;
    return request->other_kind ? SANDBOX_FILE_OTHER_KIND : SANDBOX_FILE_REFUSED;
}

struct model *model_create_from_text(const char *name, const char *text, const struct model_choice *choice,
                                     struct error *error)
{
    struct model_request request = {.model = create_empty(name, text)};
    const char *fault = text_name_fault(request.model->name);

    if (fault) {
        error_set(error, "the name '%.60s' of a model %s", request.model->name, fault);
        model_destroy(request.model);
        return NULL;
    }
    if (choice)
        request.choice = *choice;
    enum sandbox_file_end end =
        request.choice.harmless ? SANDBOX_FILE_DONE : sandbox_file_try(load, &request, name, error);
    if (end == SANDBOX_FILE_DONE && load(&request, error) == SANDBOX_FILE_DONE)
        return request.model;
    if (request.choice.other_kind)
        *request.choice.other_kind = end == SANDBOX_FILE_OTHER_KIND;
    model_destroy(request.model);
    return NULL;
}

struct model *model_create(const char *path, const struct model_choice *choice, struct error *error)
{
    char *text = sandbox_file_read(path, error);
    struct model *model = text ? model_create_from_text(path, text, choice, error) : NULL;

    free(text);
    return model;
}
