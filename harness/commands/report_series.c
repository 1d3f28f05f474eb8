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
#include "numerics/memory.h"
#include "reports/figures/panels.h"
#include "reports/output.h"
#include "reports/report.h"
#include "reports/tables/document.h"
#include "reports/tables/orders.h"
#include "reports/words.h"

/* -- tables -- */

/* The table as it was written; its legend only where `legend`: several tables have the same. */
static void print_table(const char *folder, const char *name, bool legend, FILE *to)
{
    char path[OUTPUT_PATH + 300], line[1000];
    FILE *file;

    snprintf(path, sizeof path, "%s/tables/%s.txt", folder, name);
    file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (!legend && strncmp(line, orders_legend(), 20) == 0)
            break;
        fputs(line, to);
    }
    if (legend)
        fputs("\n", to);
    if (file)
        fclose(file);
}

/* -- verdicts -- */

/* The fits with that verdict, each with its evidence and the next command; how many. */
static size_t print_verdicts(const struct results *results, enum verdict verdict, FILE *to)
{
    char text[WORDS_SENTENCE], command[WORDS_SENTENCE];
    size_t count = 0;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (fit->outcome.verdict != verdict || fit->context.aside)
            continue;
        count++;
        if (to)
            fprintf(to, "%-12s %s: %s; next: %s\n", term_word(TERM_VERDICT, verdict), fit->id,
                    words_reason(fit, text, sizeof text),
                    fit->outcome.next ? words_next(results, fit, command, sizeof command)
                                      : words_command(results, fit->id, command, sizeof command));
    }
    return count;
}

static void print_claim(const struct results *results, const struct claim_result *claim, bool in_full,
                        FILE *to)
{
    struct words_statement words;

    words_state(results, claim, &words);
    fprintf(to, "claim %s %s: %s (%s)\n", claim->id, term_word(TERM_VERDICT, claim->verdict), words.brief,
            claim->source);
    if (!in_full)
        return;
    output_print(to, output_line, "    claimed   %s\n", words.text);
    if (*words.measured && words.brief != words.measured)
        output_print(to, output_line, "    measured  %s\n", words.measured);
    if (*words.evidence && words.brief != words.evidence)
        output_print(to, output_line, "    evidence  %s\n", words.evidence);
    if (words.condition)
        output_print(to, output_line, "    condition %s\n", words.condition);
}

/* Measured orders that cannot be right together, whatever is claimed. */
static void print_contradictions(const struct results *results, FILE *to)
{
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (fit->order.lower)
            fprintf(to,
                    "orders contradict each other: %s %.2f, and %s %.2f in the same runs; an error of a "
                    "function of "
                    "the state has no lower order than the state\n",
                    fit->id, fit->order.value, fit->order.lower->measure_name, fit->order.lower->order.value);
    }
}

static void print_summary(const struct results *results, bool in_full, FILE *to)
{
    size_t refuted = print_verdicts(results, VERDICT_REFUTED, to);
    size_t inconclusive = print_verdicts(results, VERDICT_INCONCLUSIVE, to);
    size_t vacuous = print_verdicts(results, VERDICT_VACUOUS, to), broke_down = 0;
    const size_t rounded = print_verdicts(results, VERDICT_HOLDS_TO_ROUND_OFF, NULL);
    const struct cell *broken = NULL;

    for (size_t i = results->cells; i-- > 0;) {
        if (results->cell[i].status == CELL_BROKE_DOWN) {
            broken = results->cell + i;
            broke_down++;
        }
    }
    for (size_t i = 0; i < results->claims; i++)
        print_claim(results, results->claim + i, in_full, to);
    fprintf(to, "%zu cells, %zu broke down; %zu fits; their verdicts: %zu hold, ", results->cells, broke_down,
            results->fits, print_verdicts(results, VERDICT_HOLDS, NULL));
    if (rounded)
        fprintf(to, "%zu hold to round-off, ", rounded);
    fprintf(to, "%zu refuted, %zu inconclusive", refuted, inconclusive);
    fprintf(to, vacuous ? ", %zu vacuous\n" : "\n", vacuous);
    print_contradictions(results, to);
    if (broken)
        fprintf(to, "the first that broke down: %s at step %lu: %s\n", broken->id, broken->broke_down_at,
                broken->reason);
}

/* -- files -- */

/* The picture, or where it was not drawn the script that draws it; of a figure that has nothing to show an earlier run
 * may have left files, which are not named. */
static void print_figure(const char *folder, const struct results *results, const struct study_figure *figure,
                         FILE *to)
{
    const char *name = figure->name;
    char path[OUTPUT_PATH + 300];
    bool drawn;

    if (!panels_of_figure_show(results, figure)) {
        fprintf(to, "figure %s: these runs have nothing that it would show\n", name);
        return;
    }
    snprintf(path, sizeof path, "%s/figures/%s.svg", folder, name);
    drawn = access(path, R_OK) == 0;
    fprintf(to, "figure %s/figures/%s%s\n", folder, name, drawn ? ".svg" : ".gp (gnuplot draws it)");
}

/* The tables where `in_full`, the verdicts that are open or against a claim, the counts, and where the files are. */
static void print_report(const char *folder, const struct results *results, bool in_full, FILE *to)
{
    for (size_t i = 0; in_full && i < results->tables; i++)
        print_table(folder, results->table[i].name, i + 1 == results->tables, to);
    print_summary(results, in_full, to);
    for (size_t i = 0; i < results->tables; i++)
        fprintf(to, "table  %s/tables/%s.txt\n", folder, results->table[i].name);
    for (size_t i = 0; i < results->figures; i++)
        print_figure(folder, results, results->figure + i, to);
    fprintf(to, "page   %s/index.html\n", folder);
}

void report_series_clear(struct report_series *series)
{
    for (size_t i = 0; i < series->count; i++) {
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

/* Of what was asked for alone. */
static bool write_report(struct report_series *series, struct report_entry *entry, bool in_full,
                         struct error *error)
{
    const char *focus = entry->options.focus;
    struct results *part = focus ? results_focus_create(entry->results, focus) : NULL;
    const struct results *results = part ? part : entry->results;
    struct report_folder folder;
    const bool done = report_folder_begin(&folder, entry->folder, entry->complete, error) &&
                      report_folder_end(&folder, report_write(results, folder.beside, error), error);

    entry->beside = done && strcmp(folder.path, entry->folder) != 0;
    if (done && !series->silent && series->options->json) {
        json_array_append_new(series->documents, document_create(results));
    } else if (done && !series->silent) {
        if (series->count > 1)
            printf("%s: %s\n", results->study->path, results->study->title);
        if (series->open)
            series->open(series->context, results);
        print_report(folder.path, results, in_full, stdout);
        fputs(series->count > 1 ? "\n" : "", stdout);
    }
    results_focus_destroy(part);
    return done;
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

static int write_entry(struct report_series *series, struct report_entry *entry, bool in_full,
                       struct error *error)
{
    entry->results = study_run_measure(entry->run, &entry->complete, error);
    if (!entry->results || !write_report(series, entry, in_full, error))
        return STATUS_INCOMPLETE;
    if (!entry->complete)
        say_missing(series, entry, error);
    return entry->complete ? STATUS_COMPLETE : STATUS_INCOMPLETE;
}

int report_series_measure(struct report_series *series, bool in_full, struct error *error)
{
    int worst = STATUS_COMPLETE;

    for (size_t i = 0; i < series->count; i++) {
        struct error reason = {""};
        int status = write_entry(series, series->entry[i], in_full, &reason);

        worst = status > worst ? status : worst;
        if (!reason.text[0])
            continue;
        if (error->text[0])
            fprintf(stderr, "assay: %s\n", error->text);
        error_set(error, "%s%s%s", series->count > 1 ? study_of(series, i)->path : "",
                  series->count > 1 ? ": " : "", reason.text);
    }
    return worst;
}

int report_series_write(struct report_series *series, bool in_full, struct error *error)
{
    int status = report_series_measure(series, in_full, error);
    const json_t *documents = series->documents;

    if (json_array_size(documents) > 0)
        show_document(json_array_size(documents) == 1 ? json_array_get(documents, 0) : documents);
    return status;
}
