/* assay gate: studies against what they expect, for continuous integration. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "harness/commands/command.h"
#include "harness/commands/output_file.h"
#include "harness/commands/show.h"
#include "harness/judge/gate.h"
#include "reports/junit.h"
#include "harness/plan/provenance.h"
#include "harness/run/study_run.h"
#include "reports/report.h"

enum { JUNIT, SUMMARY, FILES };

static bool write_summary(const struct gate_outcome *outcome, const struct provenance *provenance,
                          const char *path, struct error *error)
{
    struct output output = {.file = fopen(path, "w")};

    if (!output.file)
        return error_set(error, "%s: cannot write: %s", path, strerror(errno));
    snprintf(output.path, sizeof output.path, "%s", path);
    gate_summary(outcome, provenance, output.file);
    return output_close(&output, error);
}

static bool write_outcome(const struct gate_outcome *outcome, const struct options *options,
                          const struct output_file files[FILES], struct error *error)
{
    const struct output_file *junit = files + JUNIT, *summary = files + SUMMARY;
    struct provenance provenance = provenance_of(options->command_line, NULL);

    if (junit->path && !output_file_finish(junit, junit_write(outcome, junit->beside, error), error))
        return false;
    if (summary->path &&
        !output_file_finish(summary, write_summary(outcome, &provenance, summary->beside, error), error))
        return false;
    if (options->json) {
        json_t *json = gate_json(outcome, &provenance);

        show_document(json);
        json_decref(json);
    } else {
        gate_print(outcome, stdout);
    }
    return true;
}

/* Reads all studies, then measures them; false with a message. */
static bool measure(struct study_run **runs, const struct results **results, const struct options *options,
                    struct output_file files[FILES], int *status, struct error *error)
{
    for (size_t i = 0; i < options->words; i++) {
        runs[i] = options_run(options, options->word[i], STUDY_RUN_COMPUTES, error);
        if (!runs[i])
            return false;
    }
    if (!output_file_check(files, FILES, error))
        return false;
    output_file_forget(files, FILES);
    for (size_t i = 0; i < options->words; i++) {
        bool complete;

        results[i] = study_run_measure(runs[i], &complete, error);
        if (!results[i]) {
            *status = STATUS_INCOMPLETE;
            return false;
        }
    }
    return true;
}

int command_gate(const struct options *options, struct error *error)
{
    struct study_run *runs[OPTIONS_MOST_WORDS] = {NULL};
    const struct results *results[OPTIONS_MOST_WORDS];
    struct gate_outcome *outcome = NULL;
    static const int statuses[] = {[GATE_AS_EXPECTED] = STATUS_COMPLETE,
                                   [GATE_DIFFERENT] = STATUS_DIFFERENT,
                                   [GATE_INCOMPLETE] = STATUS_INCOMPLETE};
    struct output_file files[FILES] = {
        [JUNIT] = {"--junit", options->junit,
                   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"assay\"", ""},
        [SUMMARY] = {"--summary", options->summary, "## assay gate: ", ""}};
    int status = STATUS_UNUSABLE;

    if (!options->words)
        error_set(error, "gate needs a study; 'assay list studies' names them");
    else if (gate_accepts(options->allow, error) && output_file_check(files, FILES, error) &&
             measure(runs, results, options, files, &status, error))
        outcome = gate_create(options->words, results, options->allow, error);
    if (outcome)
        status =
            write_outcome(outcome, options, files, error) ? statuses[gate_whole(outcome)] : STATUS_UNUSABLE;
    gate_destroy(outcome);
    for (size_t i = 0; i < options->words; i++)
        study_run_destroy(runs[i]);
    return status;
}
