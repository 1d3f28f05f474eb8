/* What a parent says to its workers: see job.h. */
#include "harness/run/job.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "numerics/memory.h"

static const char *const kinds[] = {[JOB_REFERENCE] = "reference", [JOB_CELL] = "cell"};
enum { KINDS = sizeof kinds / sizeof *kinds };

char *job_write(const struct job *job)
{
    json_t *json =
        json_pack("{s:s, s:I, s:s?, s:I, s:b, s:I, s:b}", "job", kinds[job->kind], "number",
                  (json_int_t)job->number, "text", job->text, "bits", (json_int_t)job->bits, "perturbs",
                  job->perturbs, "processes", (json_int_t)job->processes, "further", job->further);
    char *line = json_dumps(json, JSON_COMPACT);

    json_decref(json);
    return line;
}

bool job_read(struct job *job, const char *line)
{
    json_t *json = json_loads(line, 0, NULL);
    const char *kind = json_string_value(json_object_get(json, "job"));
    int i = 0;

    *job = (struct job){.text = memory_copy_string(json_string_value(json_object_get(json, "text")))};
    job->number = (size_t)json_integer_value(json_object_get(json, "number"));
    job->bits = (long)json_integer_value(json_object_get(json, "bits"));
    job->perturbs = json_boolean_value(json_object_get(json, "perturbs"));
    job->processes = (size_t)json_integer_value(json_object_get(json, "processes"));
    job->further = json_boolean_value(json_object_get(json, "further"));
    while (kind && i < KINDS && strcmp(kind, kinds[i]) != 0)
        i++;
    job->kind = (enum job_kind)i;
    json_decref(json);
    return kind && i < KINDS;
}

char *job_reason_write(const char *word, const char *reason)
{
    json_t *json = json_pack("{s:s}", word, reason);
    char *line = json_dumps(json, JSON_COMPACT);

    json_decref(json);
    return line;
}

char *job_reason_read(const char *word, const char *answer)
{
    json_t *json = answer ? json_loads(answer, 0, NULL) : NULL;
    char *reason = memory_copy_string(json_string_value(json_object_get(json, word)));

    json_decref(json);
    return reason;
}

bool job_is_refused(const char *answer, struct error *error)
{
    char *reason = job_reason_read(JOB_REFUSED, answer);
    const bool refused = reason != NULL;

    if (reason)
        error_set(error, "%s", reason);
    free(reason);
    return refused;
}
