/* assay show: one model, method or projection, with all that is known of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/commands/command.h"
#include "models/reader/data_path.h"
#include "harness/commands/show.h"
#include "integrators/methods/projection.h"

static bool is_file(const char *name)
{
    size_t length = strlen(name);

    return strchr(name, '/') || (length > 4 && strcmp(name + length - 4, ".lua") == 0);
}

static bool is_model(const char *name)
{
    struct error ignored;
    char *path = data_path_find(name, "models", NULL, &ignored);

    free(path);
    return path != NULL;
}

static void append(char *list, size_t size, const char *separator, const char *word)
{
    size_t used = strlen(list);

    snprintf(list + used, size - used, "%s%s", separator, word);
}

static bool set_unknown(const char *name, struct error *error)
{
    char known[900] = "";
    size_t count;
    char **models = data_path_list("models", &count);

    for (size_t i = 0; i < count; i++) {
        append(known, sizeof known, i ? ", " : " models ", models[i]);
        free(models[i]);
    }
    free(models);
    for (const struct method_family *const *family = method_families; *family; family++) {
        append(known, sizeof known, family == method_families ? "; methods " : ", ", (*family)->name);
        append(known, sizeof known, "",
               (*family)->has_stages      ? "-S"
               : (*family)->names_tableau ? ":TABLEAU"
                                          : "");
    }
    for (const struct projection *row = projection_table; row->name; row++)
        append(known, sizeof known, row == projection_table ? "; projections " : ", ", row->name);
    return error_set(error, "there is nothing called '%.60s'; there are%s", name, known);
}

static bool refuse_options(const struct options *options, bool model, struct error *error)
{
    const char *name = options->word[0];

    if (model && options->digits)
        return error_set(error, "--digits is for the coefficients of a method; %s is a model", name);
    if (!model && (options->initial || options->parameters))
        return error_set(error, "%s is for models; %s is none", options->initial ? "--initial" : "--param",
                         name);
    return true;
}

static bool show(const struct options *options, struct error *error)
{
    const char *name = options->word[0];
    const struct projection *projection = projection_find(name);
    unsigned long digits = SHOW_DEFAULT_DIGITS;
    struct method method;
    struct error ignored;

    if (is_file(name) || (!projection && !method_find(name, &method, &ignored) && is_model(name)))
        return refuse_options(options, true, error) && show_model(options, error);
    if (!projection && !method_find(name, &method, &ignored))
        return set_unknown(name, error);
    if (!refuse_options(options, false, error) ||
        (options->digits && !options_number("digits", options->digits, 1, &digits, error)))
        return false;
    if (digits > SHOW_MOST_DIGITS)
        return error_set(error, "--digits %lu is more than %d; write fewer digits", digits, SHOW_MOST_DIGITS);
    if (!projection)
        return show_method(options, &method, (long)digits, error);
    show_projection(options, projection);
    return true;
}

int command_show(const struct options *options, struct error *error)
{
    if (options->words != 1) {
        error_set(error, "show needs one model, method or projection; 'assay list' names them");
        return STATUS_UNUSABLE;
    }
    return show(options, error) ? STATUS_COMPLETE : STATUS_UNUSABLE;
}
