/* Papers: see paper.h.
 *
 * A paper is a folder of studies: studies/kraus2017/convergence.lua is the study kraus2017/convergence of the
 * paper kraus2017. */
#include "harness/study/paper.h"

#include <stdlib.h>
#include <string.h>

#include "models/reader/data_path.h"
#include "models/reader/model.h"
#include "numerics/memory.h"

/* The length of the folder in a name; 0 where it has none. */
static size_t folder_length(const char *name)
{
    const char *slash = strchr(name, '/');

    return slash ? (size_t)(slash - name) : 0;
}

static bool belongs(const char *name, const char *paper)
{
    size_t length = folder_length(name);

    return !paper || (length > 0 && strlen(paper) == length && strncmp(name, paper, length) == 0);
}

/* A model of its own stands beside the studies that use it, and is checked where it is used. */
static bool is_model(const char *path)
{
    struct error ignored;
    struct model *model = model_create(path, &(struct model_choice){.unchecked = true}, &ignored);

    model_destroy(model);
    return model != NULL;
}

struct paper_study *paper_create(const char *paper, size_t *count)
{
    size_t names;
    char **name = data_path_list("studies", &names);
    struct paper_study *studies = memory_create(names + 1, sizeof *studies);

    *count = 0;
    for (size_t i = 0; i < names; i++) {
        struct paper_study *entry = studies + *count;

        if (!belongs(name[i], paper)) {
            free(name[i]);
            continue;
        }
        entry->name = name[i];
        entry->path = data_path_typed(name[i], "studies");
        entry->study = entry->path ? study_create(entry->path, false, &entry->error) : NULL;
        if (!entry->study && entry->path && is_model(entry->path)) {
            free(entry->name);
            free(entry->path);
            continue;
        }
        (*count)++;
    }
    free(name);
    return studies;
}

void paper_destroy(struct paper_study *studies, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        free(studies[i].name);
        free(studies[i].path);
        study_destroy(studies[i].study);
    }
    free(studies);
}

char **paper_list(size_t *count)
{
    size_t names;
    char **name = data_path_list("studies", &names);

    *count = 0;
    for (size_t i = 0; i < names; i++) {
        size_t length = folder_length(name[i]);
        char *paper = name[i];

        paper[length] = '\0';
        if (length && (*count == 0 || strcmp(name[*count - 1], paper) != 0))
            name[(*count)++] = paper;
        else
            free(paper);
    }
    return name;
}
