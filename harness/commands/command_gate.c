/* assay gate: studies against what they expect, for continuous integration. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "harness/commands/command.h"
#include "harness/commands/output_file.h"
#include "harness/commands/show/show.h"
#include "harness/judge/gate.h"
#include "reports/gate_document.h"
#include "reports/template.h"
#include "harness/plan/provenance.h"
#include "harness/run/pool.h"
#include "harness/run/study_run.h"

enum { JUNIT, SUMMARY, FILES };

/* For a person, and for the runner of GitHub a line that it shows at the study. */
static bool print_outcome(const json_t *document, const struct options *options, struct error *error)
{
    const struct template_look look = options_look(options, stdout);
    const char *runner = getenv("GITHUB_ACTIONS");
    const bool annotates = !options->quiet && runner && strcmp(runner, "true") == 0;

    return template_print(stdout, options->verbose ? "gate-verbose.txt" : "gate.txt", document, &look,
                          error) &&
           (!annotates || template_print(stdout, "gate.annotations.txt", document, &look, error));
}

/* When it was begun, without a zone: UTC, as readers of JUnit files take it. */
static void set_times(json_t *document, double seconds)
{
    const time_t begun = time(NULL) - (time_t)seconds;
    struct tm parts;
    char text[40];

    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", gmtime_r(&begun, &parts));
    json_object_set_new(document, "seconds", json_real(seconds));
    json_object_set_new(document, "begun", json_string(text));
}

static bool write_outcome(const struct gate_outcome *outcome, const struct options *options,
                          const struct output_file files[FILES], double start, struct error *error)
{
    static const char *const templates[FILES] = {[JUNIT] = "gate.xml", [SUMMARY] = "gate.md"};
    const struct provenance provenance = provenance_of(options->command_line, NULL);
    json_t *document = gate_document(outcome, &provenance);
    bool written = true;

    set_times(document, pool_seconds() - start);
    for (size_t i = 0; i < FILES && written; i++)
        written = !files[i].path ||
                  output_file_finish(
                      files + i, template_write_path(files[i].beside, templates[i], document, error), error);
    if (written && options->json) {
        json_object_del(document, "seconds");
        json_object_del(document, "begun");
        show_document(document);
    } else if (written) {
        written = print_outcome(document, options, error);
    }
    json_decref(document);
    return written;
}

/* ---- values that were accepted ---- */

struct gate {
    const struct options *options;
    struct study_run *run[OPTIONS_MOST_WORDS];
    struct study_run_queue *queue;
    const struct results *results[OPTIONS_MOST_WORDS];
    struct baseline *baseline[OPTIONS_MOST_WORDS];
    struct output_file files[FILES];
};

/* --baseline, else that beside the study. */
static void find_baseline(const struct gate *gate, size_t study, char path[OUTPUT_PATH])
{
    const char *own = study_run_study(gate->run[study])->path;
    const size_t length = strlen(own);

    if (gate->options->baseline)
        snprintf(path, OUTPUT_PATH, "%s", gate->options->baseline);
    else
        snprintf(path, OUTPUT_PATH, "%.*s.baseline", (int)(length > 4 ? length - 4 : 0), own);
}

static bool read_baselines(struct gate *gate, struct error *error)
{
    char path[OUTPUT_PATH];

    for (size_t i = 0; i < gate->options->words && !gate->options->accept; i++) {
        find_baseline(gate, i, path);
        if (!gate->options->baseline && access(path, F_OK) != 0)
            continue;
        gate->baseline[i] = baseline_create(path, error);
        if (!gate->baseline[i])
            return false;
    }
    return true;
}

/* Names what cannot be accepted; false where there is something. */
static bool accepts_all(const struct gate *gate)
{
    bool all = true;

    for (size_t i = 0; i < gate->options->words; i++) {
        const struct results *results = gate->results[i];

        for (size_t f = 0; f < results->fits; f++) {
            if (!baseline_cannot_have(results, results->fit + f))
                continue;
            fprintf(stderr, "not accepted: %s: it is in double, and no floor of it is known\n",
                    results->fit[f].id);
            all = false;
        }
    }
    return all;
}

/* Writes what was measured, into the one file that is named or one beside each study. */
static bool accept_values(const struct gate *gate, struct error *error)
{
    const size_t together = gate->options->baseline ? gate->options->words : 1;

    for (size_t i = 0; i < gate->options->words; i += together) {
        char path[OUTPUT_PATH];
        struct output_file file = {"--baseline", path, BASELINE_HEAD, ""};
        struct output output;
        bool any;

        find_baseline(gate, i, path);
        if (!output_file_check(&file, 1, error) || !output_open_path(&output, error, file.beside))
            return false;
        any = baseline_write(output.file, together, gate->results + i);
        if (!output_close(&output, error) || (!output_file_finish(&file, any, error) && any))
            return false;
        if (any)
            fprintf(stderr, "accepted: %s\n", path);
        else
            fprintf(stderr, "not accepted: %s has no values\n", path);
    }
    return true;
}

/* ---- the gate ---- */

#define CLAIMS_FILE "assay.lua"

/* A folder stands for the claims file in it, no word for the folder one is in. */
static const char *find_study(const char *word, char path[OUTPUT_PATH])
{
    struct stat status;

    if (stat(word, &status) != 0 || !S_ISDIR(status.st_mode))
        return word;
    snprintf(path, OUTPUT_PATH, "%s%s" CLAIMS_FILE, word, word[strlen(word) - 1] == '/' ? "" : "/");
    return path;
}

/* Reads all studies and what else there is to read, then measures them; false with a message. */
static bool measure(struct gate *gate, int *status, struct error *error)
{
    const struct options *options = gate->options;

    for (size_t i = 0; i < options->words; i++) {
        char path[OUTPUT_PATH];

        gate->run[i] = options_run(options, find_study(options->word[i], path), STUDY_RUN_COMPUTES, error);
        if (!gate->run[i])
            return false;
    }
    if (!read_baselines(gate, error) || !output_file_check(gate->files, FILES, error))
        return false;
    output_file_forget(gate->files, FILES);
    gate->queue = study_run_queue_create(gate->run, options->words, error);
    if (!gate->queue)
        return false;
    for (size_t k = 0; k < options->words; k++) {
        const size_t i = study_run_queue_at(gate->queue, k);
        bool complete;

        gate->results[i] = study_run_measure(gate->run[i], &complete, error);
        if (!gate->results[i]) {
            *status = STATUS_INCOMPLETE;
            return false;
        }
    }
    return true;
}

static struct gate_outcome *compare(const struct gate *gate, struct error *error)
{
    struct gate_outcome *outcome =
        gate_create(gate->options->words, gate->results, gate->options->allow, error);

    for (size_t i = 0; i < gate->options->words && outcome; i++) {
        if (gate->baseline[i])
            gate_compare(outcome, gate->results[i], gate->baseline[i], !gate->options->only);
    }
    return outcome;
}

/* The status of a gate that accepts: nothing is accepted of one that is incomplete, and not all of one without floors. */
static int accept(const struct gate *gate, const struct gate_outcome *outcome, int status,
                  struct error *error)
{
    if (outcome->incomplete) {
        fputs("not accepted: runs that crashed or did not end; run the gate again\n", stderr);
        return status;
    }
    if (!accept_values(gate, error))
        return STATUS_UNUSABLE;
    return accepts_all(gate) || status == STATUS_UNUSABLE || status == STATUS_DIFFERENT ? status
                                                                                        : STATUS_INCOMPLETE;
}

static int run_gate(const struct options *options, struct error *error)
{
    static const int statuses[] = {[GATE_AS_EXPECTED] = STATUS_COMPLETE,
                                   [GATE_DIFFERENT] = STATUS_DIFFERENT,
                                   [GATE_INCOMPLETE] = STATUS_INCOMPLETE};
    struct gate gate = {
        .options = options,
        .files = {[JUNIT] = {"--junit", options->junit,
                             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"assay\"", ""},
                  [SUMMARY] = {"--summary", options->summary, "## assay gate: ", ""}}};
    const double start = pool_seconds();
    struct gate_outcome *outcome = NULL;
    int status = STATUS_UNUSABLE;

    if (!options->words)
        error_set(error, "gate needs a study, or a file " CLAIMS_FILE " in this folder; 'assay list studies' "
                         "names those of assay");
    else if (options->accept && options->only)
        error_set(error, "--accept takes the values of whole studies; leave out --only");
    else if (gate_accepts(options->allow, error) && output_file_check(gate.files, FILES, error) &&
             measure(&gate, &status, error))
        outcome = compare(&gate, error);
    if (outcome)
        status = write_outcome(outcome, options, gate.files, start, error) ? statuses[gate_whole(outcome)]
                                                                           : STATUS_INCOMPLETE;
    if (outcome && options->accept)
        status = accept(&gate, outcome, status, error);
    gate_destroy(outcome);
    study_run_queue_destroy(gate.queue);
    for (size_t i = 0; i < options->words; i++) {
        baseline_destroy(gate.baseline[i]);
        study_run_destroy(gate.run[i]);
    }
    return status;
}

int command_gate(const struct options *options, struct error *error)
{
    struct options here = *options;

    if (!here.words && access(CLAIMS_FILE, F_OK) == 0)
        here.word[here.words++] = CLAIMS_FILE;
    return run_gate(&here, error);
}
