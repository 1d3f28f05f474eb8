/* The references of a study's problems: see references.h. */
#include "harness/run/references.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "harness/run/job.h"
#include "harness/plan/provenance.h"
#include "harness/run/reference_text.h"
#include "numerics/memory.h"

struct gathering {
    const struct references *references;
    struct error *error;
    size_t *missing; /* problems */
    size_t count, next;
};

void references_key(const struct grid *grid, size_t problem, char key[DIGEST_TEXT])
{
    reference_text_key(grid->problem[problem].problem, grid->problem[problem].until,
                       grid_reference_digits(grid), provenance_of("", NULL).numerics_version, key);
}

/* Witnesses too: one that is woken while cells are at work can then be run at once. */
static bool is_wanted(const struct grid *grid, size_t problem)
{
    if (!grid_problem_needs_reference(grid->problem + problem))
        return false;
    if (grid->problem[problem].witness)
        return true;
    for (size_t i = 0; i < grid->curves; i++) {
        if (grid->curve[i].problem == problem && grid->curve[i].applies && grid->curve[i].steps)
            return true;
    }
    return false;
}

static bool look_up(const struct references *r, size_t problem, struct error *error)
{
    char key[DIGEST_TEXT], *text;

    references_key(r->grid, problem, key);
    if (!store_find_reference(r->store, key, &text, error))
        return false;
    if (text)
        r->grid->problem[problem].reference = reference_text_read(text);
    free(text);
    return true;
}

static bool next(void *context, size_t *problem)
{
    struct gathering *gathering = context;

    if (gathering->next == gathering->count)
        return false;
    *problem = gathering->missing[gathering->next++];
    return true;
}

static char *request(void *context, size_t problem)
{
    struct gathering *gathering = context;
    struct job job = {.kind = JOB_REFERENCE, .number = problem};

    references_key(gathering->references->grid, problem, job.key);
    return job_write(&job);
}

/* "STUDY: the reference of MODEL: REASON" */
static bool refuse(const struct grid *grid, size_t problem, const char *answer, struct error *error)
{
    json_t *json = answer ? json_loads(answer, 0, NULL) : NULL;
    const char *reason = json_string_value(json_object_get(json, "refused"));

    error_set(error, "%s: the reference of %s: %s", grid->study->path, grid->problem[problem].problem->name,
              reason ? reason : "its worker crashed; run the study again");
    json_decref(json);
    return false;
}

static bool take(void *context, size_t problem, const char *answer, enum pool_end end)
{
    struct gathering *gathering = context;
    const struct references *r = gathering->references;
    struct grid_problem *p = r->grid->problem + problem;
    char key[DIGEST_TEXT];

    (void)end;
    p->reference = answer ? reference_text_read(answer) : NULL;
    if (!p->reference)
        return refuse(r->grid, problem, answer, gathering->error);
    references_key(r->grid, problem, key);
    return store_put_reference(r->store, key, answer, gathering->error);
}

static bool compute(struct gathering *gathering)
{
    struct error *error = gathering->error;
    bool good;

    error->text[0] = '\0';
    good = pool_run(&(struct pool_work){.arguments = gathering->references->arguments,
                                        .next = next,
                                        .request = request,
                                        .take = take,
                                        .context = gathering},
                    gathering->references->workers);
    if (!good && !error->text[0])
        error_set(error, "no worker could be started");
    return good;
}

bool references_gather(const struct references *r, bool computing, struct error *error)
{
    struct gathering gathering = {.references = r, .error = error};
    bool good = true;

    gathering.missing = memory_create(r->grid->problems, sizeof *gathering.missing);
    for (size_t i = 0; i < r->grid->problems && good; i++) {
        if (r->grid->problem[i].reference || !is_wanted(r->grid, i))
            continue;
        good = r->fresh || look_up(r, i, error);
        if (!r->grid->problem[i].reference)
            gathering.missing[gathering.count++] = i;
    }
    if (good && computing && gathering.count)
        good = compute(&gathering);
    free(gathering.missing);
    return good;
}

char *references_greeting(const struct grid *grid, size_t k)
{
    for (size_t i = 0; i < grid->problems; i++) {
        const struct reference *reference = grid->problem[i].reference;
        char *text, *line;

        if (!reference || k-- > 0)
            continue;
        text = reference_text_write(reference);
        line = job_write(&(struct job){.kind = JOB_GIVEN, .number = i, .text = text});
        free(text);
        return line;
    }
    return NULL;
}
