/* The commands that readers are given: see words.h. */
#include "reports/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/foreign/foreign_method.h"
#include "integrators/methods/method_file.h"
#include "models/reader/data_path.h"
#include "numerics/memory.h"
#include "reports/shell.h"

void words_append(struct words_text *text, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text->buffer + text->length, text->size - text->length, format, arguments);
    va_end(arguments);
    text->length += length < 0 ? 0 : (size_t)length;
    if (text->length >= text->size)
        text->length = text->size - 1;
}

const char *words_study(const struct results *results)
{
    return results->study->path ? results->study->path : results->study->name;
}

void words_append_store(struct words_text *text, const struct results *results)
{
    char option[4110];

    words_append(text, "%s", shell_store(results->provenance.store, option, sizeof option));
}

void words_append_again(struct words_text *text, const struct results *results)
{
    char path[4099];

    words_append(text, "assay run %s%s", shell_word(words_study(results), path, sizeof path),
                 results->study->in_full ? " --full" : "");
    words_append_store(text, results);
}

void words_append_part(struct words_text *text, const struct results *results, const struct fit *fit)
{
    char path[4099], word[1024];

    words_append(text, "assay run %s%s --only %s", shell_word(words_study(results), path, sizeof path),
                 results->study->in_full ? " --full" : "", shell_quote(fit->id, word, sizeof word));
    words_append_store(text, results);
}

void words_append_asked(struct words_text *text, const struct results *results)
{
    char word[4099];

    if (results->provenance.only)
        words_append(text, " --only %s", shell_word(results->provenance.only, word, sizeof word));
    words_append(text, "%s", results->provenance.refine ? " --refine" : "");
    words_append_store(text, results);
}

const char *words_command(const struct results *results, const char *id, char *buffer, size_t size)
{
    struct words_text text = {buffer, size, 0};
    char path[1024], word[1024];

    words_append(&text, "assay explain %s%s %s", shell_word(words_study(results), path, sizeof path),
                 results->study->in_full ? " --full" : "", shell_quote(id, word, sizeof word));
    words_append_asked(&text, results);
    return buffer;
}

/* The name by which integrate finds the model, else its file; the caller frees it. */
static char *find_model_word(const struct model *model)
{
    struct error ignored;
    char *found = data_path_find(model->name, "models", NULL, &ignored), *again = NULL;

    if (!model->path || (found && strcmp(found, model->path) == 0))
        again = memory_copy_string(model->name);
    free(found);
    return again ? again : memory_copy_string(model->path);
}

void words_append_run(struct words_text *text, const struct fit *fit, const char *step, unsigned long steps,
                      const char *precision)
{
    const struct problem *problem = fit->curve.problem;
    char count[32], quoted[2048];
    char *model = find_model_word(problem->model);
    const struct {
        const char *option, *word;
    } parts[] = {
        {"assay integrate", model},
        {" --initial", problem->data},
        {" --method", fit->curve.method->file ? fit->curve.method->file->file.path : fit->curve.method->name},
        {" --projection",
         fit->curve.projection->path ? fit->curve.projection->path : fit->curve.projection->name},
        {" --step", step},
        {" --steps", count},
        {" --precision", precision}};

    snprintf(count, sizeof count, "%lu", steps);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        words_append(text, "%s %s", parts[i].option, shell_word(parts[i].word, quoted, sizeof quoted));
    for (size_t i = 0; i < problem->overrides; i++) {
        char word[500];

        snprintf(word, sizeof word, "%s=%s", problem->override[i].name, problem->override[i].value);
        words_append(text, " --param %s", shell_word(word, quoted, sizeof quoted));
    }
    free(model);
}

/* ---- what is next ---- */

/* The command that halves steps and adds bits as far as a verdict takes, with all initial data, since a
 * refutation takes two; in a folder of its own, so that the page that shows the command stays. */
static void append_refining(struct words_text *text, const struct results *results, const struct fit *fit,
                            const char *study)
{
    char selection[700], quoted[2804];

    snprintf(selection, sizeof selection, "%s/*/%s/%s/%s/%s", fit->curve.problem->model->name,
             fit->curve.method->name, fit->curve.projection->name, fit->curve.precision->text,
             fit->measure_name);
    words_append(text, "assay run %s", study);
    if (fit->outcome.next != VERDICT_NEXT_COMPARISON) /* a part of a study has no methods to compare with */
        words_append(text, " --only %s", shell_quote(selection, quoted, sizeof quoted));
    words_append(text, " --refine");
    if (results->study->budget)
        words_append(text, " --budget %llu", 10 * results->study->budget);
    words_append_store(text, results);
    words_append(text, " --out out/refined");
}

/* The command for the study at its full length.  What a quotient takes stands beside the fit: of the parts in
 * which the two differ all are selected. */
static void append_full(struct words_text *text, const struct results *results, const struct fit *fit)
{
    const struct study_relative none = {NULL, NULL, NULL},
                                *other = fit->claim->number.relative ? fit->claim->number.relative : &none;
    const char *const own[] = {fit->curve.method->name, fit->curve.projection->name,
                               fit->curve.precision->text},
                      *const named[] = {other->method, other->projection, other->precision};
    const char *part[3];
    char path[1024], selection[700], quoted[2804];

    for (size_t i = 0; i < 3; i++)
        part[i] = named[i] && strcmp(named[i], own[i]) != 0 ? "*" : own[i];
    snprintf(selection, sizeof selection, "%s/%s/%s/%s/%s/%s", fit->curve.problem->model->name,
             fit->curve.problem->initial->name, part[0], part[1], part[2], fit->measure_name);
    words_append(text, "assay run %s --full --only %s", shell_word(words_study(results), path, sizeof path),
                 shell_quote(selection, quoted, sizeof quoted));
    words_append_store(text, results);
}

/* Whether --refine is what is next, and asks for more than the study does by itself. */
static bool may_refine(const struct study *study, const struct fit *fit)
{
    if (fit->outcome.next == VERDICT_NEXT_COMPARISON)
        return true;
    return (study->refine < STUDY_MOST_REFINEMENT || study->budget) &&
           (fit->outcome.next == VERDICT_NEXT_HALVINGS || fit->outcome.next == VERDICT_NEXT_BITS ||
            fit->outcome.next == VERDICT_NEXT_BUDGET);
}

const char *words_next_command(const struct results *results, const struct fit *fit, char *buffer,
                               size_t size)
{
    struct words_text text = {buffer, size, 0};
    char path[1024], study[1100];

    if (fit->outcome.next == VERDICT_NEXT_NOTHING)
        return NULL;
    snprintf(study, sizeof study, "%s%s", shell_word(words_study(results), path, sizeof path),
             results->study->in_full ? " --full" : "");
    if (fit->outcome.next ==
        VERDICT_NEXT_RUNS) { /* of the whole study: a curve that it is compared with may be in another part */
        words_append_again(&text, results);
    } else if (fit->outcome.next == VERDICT_NEXT_LENGTH &&
               (results->study->in_full || !results->study->has_full) &&
               !foreign_method_of(fit->curve.method))
        words_append_run(&text, fit, fit->claim->number.step, fit->claim->number.length,
                         fit->curve.precision->text);
    else if (fit->outcome.next == VERDICT_NEXT_FULL || (fit->outcome.next == VERDICT_NEXT_LENGTH &&
                                                        results->study->has_full && !results->study->in_full))
        append_full(&text, results, fit);
    else if (may_refine(results->study, fit))
        append_refining(&text, results, fit, study);
    else
        words_command(results, fit->id, buffer, size);
    return buffer;
}

const char *words_next(const struct results *results, const struct fit *fit, char *buffer, size_t size)
{
    const bool decides = fit->outcome.next == VERDICT_NEXT_RUNS || fit->outcome.next == VERDICT_NEXT_FULL ||
                         fit->outcome.next == VERDICT_NEXT_LENGTH || may_refine(results->study, fit);
    char command[WORDS_SENTENCE];

    if (!words_next_command(results, fit, command, sizeof command))
        return NULL;
    snprintf(buffer, size, "%s%s%s", term_word(TERM_NEXT, fit->outcome.next), decides ? ": " : "; see ",
             command);
    return buffer;
}
