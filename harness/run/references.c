/* The references of a study's problems: see references.h. */
#include "harness/run/references.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan/grid_key.h"
#include "harness/run/job.h"
#include "harness/run/worker.h"
#include "numerics/memory.h"

/* -- as text, exactly: numbers of mpfr in base 16 -- */

static json_t *numbers_json(mpfr_t *numbers, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++) {
        char *text;

        mpfr_asprintf(&text, "%Ra", numbers[i]);
        json_array_append_new(list, json_string(text));
        mpfr_free_str(text);
    }
    return list;
}

static json_t *doubles_json(const double *numbers, size_t count)
{
    json_t *list = json_array();

    for (size_t i = 0; i < count; i++)
        json_array_append_new(list, json_real(numbers[i]));
    return list;
}

char *references_write(const struct reference *reference)
{
    json_t *json = json_pack("{s:I, s:I, s:I, s:o, s:o, s:o, s:o}", "precision",
                             (json_int_t)reference->precision, "digits", (json_int_t)reference->digits,
                             "agreed_digits", (json_int_t)reference->agreed_digits, "state",
                             numbers_json(reference->state, reference->dimension), "observable",
                             numbers_json(reference->observable, reference->observables), "excursion",
                             doubles_json(reference->excursion, reference->dimension), "drift",
                             doubles_json(reference->drift, reference->observables));
    char *line = json_dumps(json, JSON_COMPACT | JSON_REAL_PRECISION(17));

    json_decref(json);
    return line;
}

static bool read_numbers(mpfr_t *numbers, size_t count, const json_t *list)
{
    bool good = json_array_size(list) == count;

    for (size_t i = 0; i < count && good; i++) {
        const char *text = json_string_value(json_array_get(list, i));

        good = text && mpfr_set_str(numbers[i], text, 0, MPFR_RNDN) == 0 && mpfr_number_p(numbers[i]);
    }
    return good;
}

static bool read_doubles(double *numbers, size_t count, const json_t *list)
{
    bool good = json_array_size(list) == count;

    for (size_t i = 0; i < count && good; i++) {
        numbers[i] = json_real_value(json_array_get(list, i));
        good = json_is_real(json_array_get(list, i));
    }
    return good;
}

struct reference *references_read(const char *line)
{
    json_t *json = json_loads(line, 0, NULL);
    const json_t *state = json_object_get(json, "state"), *observable = json_object_get(json, "observable");
    json_int_t precision = json_integer_value(json_object_get(json, "precision"));
    struct reference *reference = NULL;

    if (precision >= MPFR_PREC_MIN && precision <= 1000000)
        reference = reference_allocate(json_array_size(state), json_array_size(observable), precision);
    if (reference) {
        reference->digits = (long)json_integer_value(json_object_get(json, "digits"));
        reference->agreed_digits = (long)json_integer_value(json_object_get(json, "agreed_digits"));
    }
    if (reference &&
        !(read_numbers(reference->state, reference->dimension, state) &&
          read_numbers(reference->observable, reference->observables, observable) &&
          read_doubles(reference->excursion, reference->dimension, json_object_get(json, "excursion")) &&
          read_doubles(reference->drift, reference->observables, json_object_get(json, "drift")))) {
        reference_destroy(reference);
        reference = NULL;
    }
    json_decref(json);
    return reference;
}

/* -- from the store or from workers -- */

/* What the line says; false when it says nothing. */
static bool accept(struct grid_problem *p, const char *line)
{
    p->reference = references_read(line);
    p->no_reference = p->reference ? NULL : job_reason_read(JOB_NO_REFERENCE, line);
    return p->reference || p->no_reference;
}

/* Witnesses of a refutation too: one that is woken while cells are at work can then be run at once. */
static bool is_wanted(const struct grid *grid, size_t problem)
{
    if (!grid_problem_needs_reference(grid->problem + problem))
        return false;
    if (grid->problem[problem].witness && !grid->problem[problem].confirms)
        return true;
    for (size_t i = 0; i < grid->curves; i++) {
        if (grid->curve[i].problem == problem && grid->curve[i].applies && grid->curve[i].steps)
            return true;
    }
    return false;
}

static bool find(const struct references *r, size_t problem, struct error *error)
{
    char key[DIGEST_TEXT], *text;

    grid_key_of_reference(r->grid, problem, key);
    if (!store_find(r->store, STORE_REFERENCE, key, &text, error))
        return false;
    if (text)
        accept(r->grid->problem + problem, text);
    free(text);
    return true;
}

static bool next(void *context, size_t *problem)
{
    struct references *r = context;

    if (r->next == r->count || r->failure.text[0])
        return false;
    *problem = r->missing[r->next++];
    r->at_work++;
    return true;
}

static char *request(void *context, size_t problem)
{
    (void)context;
    return job_write(&(struct job){.kind = JOB_REFERENCE, .number = problem});
}

static void serve(void *context, FILE *jobs, FILE *answers)
{
    worker_serve(((struct references *)context)->grid, jobs, answers);
}

/* "STUDY: the reference of MODEL: REASON" */
static bool refuse(const struct grid *grid, size_t problem, const char *answer, struct error *error)
{
    struct error reason = {"its worker crashed; run the study again"};

    job_is_refused(answer, &reason);
    return error_set(error, "%s: the reference of %s: %s", grid->study->path,
                     grid->problem[problem].problem->name, reason.text);
}

static bool take(void *context, size_t problem, const char *answer, enum pool_end end)
{
    struct references *r = context;
    struct grid_problem *p = r->grid->problem + problem;
    char key[DIGEST_TEXT];

    (void)end;
    r->at_work--;
    if (!answer || !accept(p, answer))
        return refuse(r->grid, problem, answer, &r->failure);
    grid_key_of_reference(r->grid, problem, key);
    return store_put(r->store, STORE_REFERENCE, key, "", answer, &r->failure);
}

bool references_wait(const struct references *r)
{
    return r->next < r->count || r->at_work > 0;
}

bool references_look_up(struct references *r, struct error *error)
{
    bool good = true;

    if (references_wait(r))
        return true;
    r->work =
        (struct pool_work){.serve = serve, .next = next, .request = request, .take = take, .context = r};
    r->missing = memory_resize(r->missing, r->grid->problems + 1, sizeof *r->missing);
    r->count = r->next = 0;
    r->failure.text[0] = '\0';
    for (size_t i = 0; i < r->grid->problems && good; i++) {
        const struct grid_problem *p = r->grid->problem + i;

        if (p->reference || p->no_reference || !is_wanted(r->grid, i))
            continue;
        good = r->fresh || find(r, i, error);
        if (!p->reference && !p->no_reference)
            r->missing[r->count++] = i;
    }
    return good;
}

void references_forget(struct references *r)
{
    r->next = r->count = 0;
}

void references_clear(struct references *r)
{
    free(r->missing);
}
