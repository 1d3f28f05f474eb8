/* Studies one after another: see report_series.h. */
#include "harness/commands/report_series.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/commands/command.h"
#include "harness/commands/report_folder.h"
#include "harness/commands/show/show.h"
#include "harness/plan/focus.h"
#include "harness/run/pool.h"
#include "numerics/memory.h"
#include "reports/output.h"
#include "reports/report.h"
#include "reports/tables/columns.h"
#include "reports/tables/document.h"
#include "reports/template.h"
#include "reports/words.h"

/* -- tables -- */

/* The tables of the study, with the legend that they share below the last. */
static bool print_tables(json_t *document, struct error *error)
{
    const struct template_look look = {.width = 100};
    const size_t tables = json_array_size(json_object_get(document, "tables"));
    struct template_document *texts = template_open(document, &look, error);
    bool printed = texts != NULL;

    for (size_t i = 0; printed && i < tables; i++) {
        const bool legend = i + 1 == tables;
        json_t *about = json_pack("{s:I, s:b}", "table", (json_int_t)i + 1, "legend", legend);

        printed = template_fill(stdout, "orders.txt", texts, about, error);
        fputs(legend ? "\n" : "", stdout);
        json_decref(about);
    }
    template_close(texts);
    return printed;
}

/* -- what a template is given -- */

/* The fits that are open or against a claim: the number of each among those of the document, and what to do next. */
static json_t *attention_json(const struct results *results)
{
    json_t *list = json_array();
    char command[WORDS_SENTENCE];
    json_int_t number = 0; /* of those that are kept */

    for (size_t i = 0; i < results->fits; number += document_keeps(results, results->fit + i++)) {
        const struct fit *fit = results->fit + i;
        const enum verdict verdict = fit->outcome.verdict;

        if (fit->context.aside ||
            (verdict != VERDICT_REFUTED && verdict != VERDICT_INCONCLUSIVE && verdict != VERDICT_VACUOUS))
            continue;
        json_array_append_new(
            list, json_pack("{s:I, s:o}", "fit", number, "next",
                            columns_text(fit->outcome.next
                                             ? words_next(results, fit, command, sizeof command)
                                             : words_command(results, fit->id, command, sizeof command))));
    }
    return list;
}

/* How many fits have which verdict. */
static json_t *counts_json(const struct results *results)
{
    json_t *counts = json_object();

    for (int v = VERDICT_NONE + 1; v < VERDICTS_OF_FITS; v++) {
        const enum verdict verdict = (enum verdict)v;
        json_int_t count = 0;

        for (size_t i = 0; i < results->fits; i++)
            count += results->fit[i].outcome.verdict == verdict && !results->fit[i].context.aside;
        json_object_set_new(counts, term_word(TERM_VERDICT, verdict), json_integer(count));
    }
    return counts;
}

/* What each claim rests on, in short. */
static json_t *briefs_json(const json_t *document)
{
    json_t *list = json_array(), *claim;
    size_t i;

    json_array_foreach(json_object_get(document, "claims"), i, claim)
        json_array_append(list, json_object_get(claim, "brief"));
    return list;
}

/* The picture, or where it was not drawn the script that draws it; of a figure that has nothing to show an earlier run
 * may have left files, which are not named. */
static json_t *figures_json(const char *folder, const json_t *document)
{
    const json_t *figures = json_object_get(document, "figures");
    json_t *list = json_array();

    for (size_t i = 0; i < json_array_size(figures); i++) {
        const json_t *figure = json_array_get(figures, i);
        const char *name = json_string_value(json_object_get(figure, "name"));
        const bool shown = document_shows(figure, -1);
        char path[OUTPUT_PATH + 300];

        snprintf(path, sizeof path, "%s/figures/%s.svg", folder, name);
        if (access(path, R_OK) != 0)
            snprintf(path, sizeof path, "%s/figures/%s.gp", folder, name);
        json_array_append_new(list, json_pack("{s:o, s:o}", "name", columns_text(name), "path",
                                              columns_text(shown ? path : NULL)));
    }
    return list;
}

static json_t *tables_json(const char *folder, const struct results *results)
{
    json_t *list = json_array();

    for (size_t i = 0; i < results->tables; i++) {
        char path[OUTPUT_PATH + 300];

        snprintf(path, sizeof path, "%s/tables/%s.txt", folder, results->table[i].name);
        json_array_append_new(list, columns_text(path));
    }
    return list;
}

/* The document of a study, and what of its report a person is told. */
static json_t *printed_json(const char *folder, json_t *document, const struct results *results, bool in_full)
{
    char page[OUTPUT_PATH + 32];

    snprintf(page, sizeof page, "%s/index.html", folder);
    return json_pack("{s:O, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b}", "document", document, "path",
                     columns_text(results->study->path), "attention", attention_json(results), "counts",
                     counts_json(results), "briefs", briefs_json(document), "figures",
                     figures_json(folder, document), "tables", tables_json(folder, results), "page",
                     columns_text(page), "in_full", in_full);
}

/* Prints the studies as the template says; they are borrowed. */
static bool print(const struct report_series *series, const char *template, json_t *studies,
                  struct error *error)
{
    const struct template_look look = options_look(series->options, stdout);
    json_t *document = json_pack("{s:o, s:O, s:f}", "command", columns_text(series->options->command_line),
                                 "studies", studies, "seconds", pool_seconds() - series->start);
    const bool printed = template_print(stdout, template, document, &look, error);

    json_decref(document);
    return printed;
}

void report_series_clear(struct report_series *series)
{
    for (size_t i = 0; i < series->count; i++) {
        json_decref(series->entry[i]->printed);
        json_decref(series->entry[i]->document);
        study_run_destroy(series->entry[i]->run);
        free(series->entry[i]);
    }
    free(series->entry);
    json_decref(series->documents);
}

bool report_series_add(struct report_series *series, const char *study, const char *focus,
                       struct error *error)
{
    struct report_entry *entry = memory_create(1, sizeof *entry);

    series->documents = series->documents ? series->documents : json_array();
    entry->options = *series->options;
    entry->options.focus = focus;
    entry->run = options_run(&entry->options, study, series->use, error);
    series->entry = memory_resize(series->entry, series->count + 1, sizeof *series->entry);
    series->entry[series->count++] = entry;
    return entry->run != NULL;
}

/* -- folders -- */

static const struct study *study_of(const struct report_series *series, size_t index)
{
    return study_run_study(series->entry[index]->run);
}

static bool check_names(const struct report_series *series, struct error *error)
{
    for (size_t i = 0; i < series->count; i++) {
        for (size_t k = 0; k < i; k++) {
            if (strcmp(study_of(series, i)->name, study_of(series, k)->name) == 0)
                return error_set(error,
                                 "%.300s and %.300s would write the same folder %.60s; run one after the "
                                 "other with --out DIR",
                                 study_of(series, k)->path, study_of(series, i)->path,
                                 study_of(series, i)->name);
        }
    }
    return true;
}

bool report_series_place(struct report_series *series, const char *folder, bool nested, struct error *error)
{
    if (!check_names(series, error))
        return false;
    for (size_t i = 0; i < series->count; i++) {
        char *path = series->entry[i]->folder;
        int length = snprintf(path, OUTPUT_PATH, "%s%s%s", folder, nested ? "/" : "",
                              nested ? study_of(series, i)->name : "");

        while (length > 1 && length < OUTPUT_PATH && path[length - 1] == '/')
            path[--length] = '\0';
        if (length >= OUTPUT_PATH)
            return error_set(error, "--out %.60s... is too long; write a shorter path", folder);
        if (!report_folder_prepare(path, error))
            return false;
    }
    return true;
}

/* -- reports -- */

/* What is printed: whole where all of it is asked for. */
static json_t *document_of(const struct report_series *series, const struct results *results)
{
    return series->silent || series->options->json || series->options->verbose
               ? document_create_kept(results)
               : document_create_told(results);
}

/* Of what was asked for alone. */
static bool write_report(struct report_series *series, struct report_entry *entry, bool in_full,
                         struct error *error)
{
    const char *focus = entry->options.focus;
    struct results *part = focus ? results_focus_create(entry->results, focus) : NULL;
    const struct results *results = part ? part : entry->results;
    json_t *document = document_of(series, results);
    struct report_folder folder;
    const bool done =
        report_folder_begin(&folder, entry->folder, entry->complete, error) &&
        report_folder_end(&folder, report_write_document(results, document, folder.beside, error), error);

    entry->beside = done && strcmp(folder.path, entry->folder) != 0;
    if (done && !series->silent)
        entry->printed = printed_json(folder.path, document, results, in_full);
    entry->document = series->silent ? NULL : json_incref(document);
    json_decref(document);
    results_focus_destroy(part);
    return done;
}

/* With -v all that is known of the study; its tables if they are asked for. */
static bool print_entry(const struct report_series *series, const struct report_entry *entry,
                        struct error *error)
{
    const bool in_full = json_is_true(json_object_get(entry->printed, "in_full"));
    json_t *alone;
    bool printed;

    if (series->options->verbose && series->count > 1)
        printf("%s: %s\n", study_run_study(entry->run)->path, study_run_study(entry->run)->title);
    if (series->open)
        series->open(series->context, entry->results);
    if (in_full && !print_tables(json_object_get(entry->printed, "document"), error))
        return false;
    if (!series->options->verbose)
        return true;
    alone = json_pack("[O]", entry->printed);
    printed = print(series, "run-verbose.txt", alone, error);
    fputs(series->count > 1 ? "\n" : "", stdout);
    json_decref(alone);
    return printed;
}

/* What a report lacks, and the command that computes it. */
static void say_missing(const struct report_series *series, const struct report_entry *entry,
                        struct error *error)
{
    char lost[200], command[700], kept[400] = "";
    struct words_text text = {command, sizeof command, 0};

    if (entry->beside)
        snprintf(kept, sizeof kept, " (%.300s keeps the complete report)", entry->folder);
    words_append_again(&text, entry->results);
    if (series->use == STUDY_RUN_COMPUTES)
        error_set(error, "some cells crashed or took too long; run the study again to compute them%s", kept);
    else if (study_run_lost_shards(entry->run, lost, sizeof lost))
        error_set(
            error,
            "the store does not have all cells; merge it with those of these shards, or compute them with "
            "'%s --shard ...': %s%s",
            command, lost, kept);
    else
        error_set(error, "the store does not have all cells; '%s' computes them%s", command, kept);
}

/* The page of the results so far. */
static void write_early(void *context, const struct results *results)
{
    const struct report_entry *entry = context;
    struct report_folder folder;
    struct error ignored;

    if (report_folder_begin(&folder, entry->folder, false, &ignored))
        report_folder_end(&folder, report_write(results, folder.beside, &ignored), &ignored);
}

static int write_entry(struct report_series *series, struct report_entry *entry, bool in_full,
                       struct error *error)
{
    study_run_show_early(entry->run, write_early, entry);
    study_run_is_reported(entry->run);
    entry->results = study_run_measure(entry->run, &entry->complete, error);
    if (!entry->results || !write_report(series, entry, in_full, error))
        return STATUS_INCOMPLETE;
    if (!entry->complete)
        say_missing(series, entry, error);
    return entry->complete ? STATUS_COMPLETE : STATUS_INCOMPLETE;
}

/* Those first that take the least time. */
static bool measure_all(struct report_series *series, bool in_full, struct error *error)
{
    struct study_run **runs = memory_create(series->count + 1, sizeof(struct study_run *));
    struct study_run_queue *queue;

    for (size_t i = 0; i < series->count; i++)
        runs[i] = series->entry[i]->run;
    queue = study_run_queue_create(runs, series->count, error);
    for (size_t i = 0; queue && i < series->count; i++) {
        struct report_entry *entry = series->entry[study_run_queue_at(queue, i)];

        entry->status = write_entry(series, entry, in_full, &entry->reason);
    }
    study_run_queue_destroy(queue);
    free(runs);
    return queue != NULL;
}

int report_series_measure(struct report_series *series, bool in_full, struct error *error)
{
    int worst = STATUS_COMPLETE;

    series->start = pool_seconds();
    if (!measure_all(series, in_full, error))
        return STATUS_INCOMPLETE;
    for (size_t i = 0; i < series->count; i++) {
        struct report_entry *entry = series->entry[i];

        if (entry->printed && series->options->json)
            json_array_append(series->documents, json_object_get(entry->printed, "document"));
        else if (entry->printed && !print_entry(series, entry, &entry->reason))
            entry->status = STATUS_INCOMPLETE;
        worst = entry->status > worst ? entry->status : worst;
        if (!entry->reason.text[0])
            continue;
        if (error->text[0])
            fprintf(stderr, "assay: %s\n", error->text);
        error_set(error, "%s%s%s", series->count > 1 ? study_of(series, i)->path : "",
                  series->count > 1 ? ": " : "", entry->reason.text);
    }
    return worst;
}

/* The answer on all studies, unless everything was printed. */
static bool print_answer(const struct report_series *series, struct error *error)
{
    json_t *studies = json_array();
    bool printed = true;

    for (size_t i = 0; i < series->count; i++) {
        if (series->entry[i]->printed)
            json_array_append(studies, series->entry[i]->printed);
    }
    if (json_array_size(studies) > 0)
        printed = print(series, "run.txt", studies, error);
    json_decref(studies);
    return printed;
}

int report_series_write(struct report_series *series, bool in_full, struct error *error)
{
    int status = report_series_measure(series, in_full, error);
    const json_t *documents = series->documents;
    struct error reason = {""};

    if (json_array_size(documents) > 0)
        show_document(json_array_size(documents) == 1 ? json_array_get(documents, 0) : documents);
    if (!series->options->json && !series->options->verbose && !print_answer(series, &reason)) {
        *error = reason;
        status = STATUS_INCOMPLETE;
    }
    return status;
}
