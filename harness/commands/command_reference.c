/* assay reference: the solution at a time, certified. */
#include <stdio.h>
#include <stdlib.h>

#include "harness/commands/command.h"
#include "numerics/number.h"
#include "measures/run/problem.h"
#include "harness/commands/show/show.h"
#include "numerics/exact.h"
#include "reference/reference.h"

enum { DEFAULT_DIGITS = 30, MOST_DIGITS = 2000 };

static json_t *text_json(mpfr_srcptr value, long digits)
{
    char *text = number_text(value, 1, digits);
    json_t *json = json_string(text);

    free(text);
    return json;
}

static void print_json(const struct options *options, const struct problem *problem,
                       const struct reference *reference)
{
    const struct model *model = problem->model;
    json_t *state = json_object(), *invariants = json_object();

    for (size_t i = 0; i < model->moved; i++)
        json_object_set_new(state, model->coordinates[i], text_json(reference->state[i], reference->digits));
    for (size_t k = 1; k < reference->observables; k++)
        json_object_set_new(invariants, problem_observable_name(problem, k),
                            text_json(reference->observable[k], reference->digits));
    show_json(options,
              json_pack("{s:s, s:s, s:s, s:I, s:I, s:o, s:o, s:o}", "model", model->name, "initial",
                        problem->initial->name, "time", options->until, "digits",
                        (json_int_t)reference->digits, "agreed_digits", (json_int_t)reference->agreed_digits,
                        "state", state, "energy", text_json(reference->observable[0], reference->digits),
                        "invariants", invariants));
}

static void print_table(const struct options *options, const struct problem *problem,
                        const struct reference *reference)
{
    printf("# %s/%s at t = %s: %ld digits asked for, %ld agree between two independent runs\n",
           problem->model->name, problem->initial->name, options->until, reference->digits,
           reference->agreed_digits);
    for (size_t i = 0; i < problem->model->moved; i++) {
        char *text = number_text(reference->state[i], 1, reference->digits);

        printf("%s %s\n", problem->model->coordinates[i], text);
        free(text);
    }
    for (size_t k = !problem->system->has_energy; k < reference->observables; k++) {
        char *text = number_text(reference->observable[k], 1, reference->digits);

        printf("%s %s\n", problem_observable_name(problem, k), text);
        free(text);
    }
}

static bool print_reference(const struct options *options, const struct problem *problem, mpq_srcptr until,
                            long digits, struct error *error)
{
    struct reference *reference =
        reference_create(problem->system, problem->initial->values, until, digits, error);

    if (!reference)
        return false;
    if (options->json)
        print_json(options, problem, reference);
    else
        print_table(options, problem, reference);
    reference_destroy(reference);
    return true;
}

static bool read_request(const struct options *options, unsigned long digits, mpq_t until,
                         struct error *error)
{
    struct error reason;

    if (!options_have_word(options, "reference needs one model", "'assay list models' names them", error))
        return false;
    if (!options->until)
        return error_set(error, "reference needs a time; write for example --until 10");
    if (digits > MOST_DIGITS)
        return error_set(error, "--digits %lu is more than %d; write fewer digits", digits, MOST_DIGITS);
    return exact_parse(until, options->until, &reason) || error_set(error, "--until %s", reason.text);
}

int command_reference(const struct options *options, struct error *error)
{
    const unsigned long digits = options->digits ? options->digits : DEFAULT_DIGITS;
    struct problem *problem = NULL;
    bool done = false;
    mpq_t until;

    mpq_init(until);
    if (read_request(options, digits, until, error))
        problem = problem_create(options->word[0], NULL, options->initial, options->parameter.count,
                                 options->parameter.pair, error);
    if (problem)
        done = print_reference(options, problem, until, (long)digits, error);
    problem_destroy(problem);
    mpq_clear(until);
    return done ? STATUS_COMPLETE : STATUS_UNUSABLE;
}
