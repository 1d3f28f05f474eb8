/* A problem: see problem.h. */
#include "measures/run/problem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measures/run/random_data.h"
#include "measures/run/scale.h"
#include "models/reader/data_path.h"
#include "numerics/graph/graph_value.h"
#include "numerics/memory.h"
#include "numerics/number_block.h"

enum { SCALE_BITS = 128 };

struct problem_recall {
    size_t count;
    struct problem_recalled *number;
};

/* Random data are added to a model that has been read. */
static struct model_choice choose(const char *initial, size_t overrides,
                                  const struct model_override *override)
{
    return (struct model_choice){
        .initial = random_data_is(initial) ? NULL : initial, .overrides = overrides, .override = override};
}

/* Takes the model; NULL with a message. */
static struct problem *create(const char *name, struct model *model, const char *initial, size_t overrides,
                              const struct model_override *override, struct error *error)
{
    struct problem *problem = memory_create(1, sizeof *problem);

    problem->name = memory_copy_string(name);
    problem->recall = memory_create(1, sizeof *problem->recall);
    problem->model = model;
    problem->system = system_create(model);
    if (problem->system && random_data_is(initial) &&
        !random_data_add(model, problem->system, initial, error)) {
        problem_destroy(problem);
        return NULL;
    }
    problem->initial = model_find_initial(model, initial);
    if (!problem->system || !problem->initial) {
        if (problem->initial)
            model_refuse_size(model, "its derivatives", error);
        else
            error_set(error, "%s: there are no such initial data", model->path);
        problem_destroy(problem);
        return NULL;
    }
    problem->data = problem->initial->name;
    problem->overrides = overrides;
    problem->override = memory_keep(&model->kept, overrides, sizeof *override);
    for (size_t i = 0; i < overrides; i++)
        problem->override[i] = (struct model_override){memory_keep_string(&model->kept, override[i].name),
                                                       memory_keep_string(&model->kept, override[i].value)};
    return problem;
}

struct problem *problem_create(const char *name, const char *beside, const char *initial, size_t overrides,
                               const struct model_override *override, struct error *error)
{
    char *path = data_path_find(name, "models", beside, error);
    const struct model_choice choice = choose(initial, overrides, override);
    struct model *model;

    if (!path)
        return NULL;
    model = model_create(path, &choice, error);
    free(path);
    return model ? create(name, model, initial, overrides, override, error) : NULL;
}

struct problem *problem_create_from_text(const char *name, const char *text, const char *initial,
                                         struct error *error)
{
    struct model_choice choice = choose(initial, 0, NULL);
    struct model *model;

    choice.harmless = true;
    model = model_create_from_text(name, text, &choice, error);
    return model ? create(name, model, initial, 0, NULL, error) : NULL;
}

struct problem *problem_create_again(const struct problem *problem, const char *initial, size_t overrides,
                                     const struct model_override *override, struct error *error)
{
    struct model_choice choice = choose(initial, overrides, override);
    struct model *model;

    choice.harmless = true;
    for (size_t i = 0; i < overrides; i++)
        choice.harmless &=
            strcmp(override[i].name, MODEL_FORMULATION) != 0; /* which reads it in another way */
    model = model_create_from_text(problem->model->path, problem->model->text, &choice, error);
    return model ? create(problem->name, model, initial, overrides, override, error) : NULL;
}

struct problem *problem_create_with(const struct problem *problem, struct model_override override,
                                    struct error *error)
{
    const size_t count = problem->overrides + 1;
    struct model_override *all = memory_create(count, sizeof *all);
    struct problem *other;

    for (size_t i = 0; i + 1 < count; i++)
        all[i] = problem->override[i];
    all[count - 1] = override;
    other = problem_create_again(problem, problem->data, count, all, error);
    free(all);
    return other;
}

struct problem *problem_create_shared(const struct problem *problem, const char *name)
{
    struct problem *other = memory_create(1, sizeof *other);
    struct model_initial *initial = memory_create(1, sizeof *initial);

    *initial = *problem->initial;
    initial->name = memory_keep_string(&problem->model->kept, name);
    *other = *problem;
    other->initial = other->own = initial;
    return other;
}

static void destroy_shared(struct problem *problem)
{
    free(problem->own);
    free(problem);
}

void problem_destroy(struct problem *problem)
{
    if (!problem)
        return;
    if (problem->own) {
        destroy_shared(problem);
        return;
    }
    for (size_t i = 0; i < problem->recall->count; i++) {
        mpq_clear(problem->recall->number[i].step);
        mpfr_clear(problem->recall->number[i].value);
    }
    free(problem->recall->number);
    free(problem->recall);
    system_destroy(problem->system);
    model_destroy(problem->model);
    free(problem->name);
    free(problem);
}

struct problem_recalled *problem_recall(const struct problem *problem, mpq_srcptr step, long bits)
{
    struct problem_recall *recall = problem->recall;
    struct problem_recalled *number;

    for (size_t i = 0; i < recall->count; i++) {
        if (recall->number[i].bits == bits && mpq_equal(recall->number[i].step, step))
            return recall->number + i;
    }
    recall->number = memory_resize(recall->number, recall->count + 1, sizeof *recall->number);
    number = recall->number + recall->count++;
    *number = (struct problem_recalled){.bits = bits};
    mpq_init(number->step);
    mpq_set(number->step, step);
    mpfr_init2(number->value, bits);
    return number;
}

void problem_rename_data(struct problem *problem, const char *name)
{
    struct model_initial *initial =
        problem->own ? problem->own : problem->model->initial + (problem->initial - problem->model->initial);

    initial->name = memory_keep_string(&problem->model->kept, name);
}

mpfr_t *problem_initial_values(const struct problem *problem, mpfr_prec_t precision)
{
    size_t d = problem->model->dimension;
    mpfr_t *values = number_block_create(d, precision);

    for (size_t i = 0; i < d; i++)
        graph_value(values[i], problem->initial->values[i], NULL);
    return values;
}

size_t problem_multipliers(const struct problem *problem)
{
    return problem->system->reactions ? problem->system->reactions : problem->model->dimension;
}

const char *problem_multiplier_name(const struct problem *problem, size_t k, char name[PROBLEM_MULTIPLIER])
{
    const struct system_constraint *group = problem->system->reaction_group;

    if (!problem->system->reactions) {
        snprintf(name, PROBLEM_MULTIPLIER, "%s", problem->model->coordinates[k]);
        return name;
    }
    while (k >= group->count)
        k -= group++->count;
    if (group->count == 1)
        snprintf(name, PROBLEM_MULTIPLIER, "%s", group->name);
    else
        snprintf(name, PROBLEM_MULTIPLIER, "%s-%zu", group->name, k + 1);
    return name;
}

const char *problem_observable_name(const struct problem *problem, size_t k)
{
    return k == 0 ? "energy" : problem->model->invariant[k - 1].name;
}

double *problem_scales(const struct problem *problem)
{
    double *scale = memory_create(problem->system->observables, sizeof *scale);
    mpfr_t *initial = problem_initial_values(problem, SCALE_BITS);

    scale_observables(problem->system, initial, scale);
    number_block_destroy(initial);
    return scale;
}
