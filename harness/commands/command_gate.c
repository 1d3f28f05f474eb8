/* assay gate: studies against what they expect, for continuous integration. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "harness/commands/command.h"
#include "harness/commands/show.h"
#include "harness/judge/gate.h"
#include "reports/junit.h"
#include "harness/plan/provenance.h"
#include "harness/run/study_run.h"
#include "reports/report.h"

static bool write_summary(const struct gate_outcome *outcome, const struct provenance *provenance,
                          const char *path, struct error *error)
{
    FILE *file = fopen(path, "w");
    bool good;

    if (!file)
        return error_set(error, "%s: %s; write --summary with a file that can be written", path,
                         strerror(errno));
    gate_summary(outcome, provenance, file);
    good = !ferror(file);
    return (fclose(file) == 0 && good) || error_set(error, "%s: could not be written", path);
}

static bool write_outcome(const struct gate_outcome *outcome, const struct options *options,
                          struct error *error)
{
    struct provenance provenance = provenance_of(options->command_line, NULL);

    if (options->junit && !junit_write(outcome, options->junit, error))
        return false;
    if (options->summary && !write_summary(outcome, &provenance, options->summary, error))
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

/* Empties the file: what an earlier gate wrote must not pass for what this one finds, if it never gets so
 * far, and a place that cannot be written is no news for the end.  NULL: not asked for. */
static bool empty_file(const char *path, const char *option, struct error *error)
{
    FILE *file = path ? fopen(path, "w") : NULL;

    if (path && !file)
        return error_set(error, "%s: %s; write %s with a file that can be written", path, strerror(errno),
                         option);
    if (file)
        fclose(file);
    return true;
}

/* Measures all studies; false with a message. */
static bool measure(struct study_run **runs, const struct results **results, const struct options *options,
                    int *status, struct error *error)
{
    for (size_t i = 0; i < options->words; i++) {
        runs[i] = options_run(options, options->word[i], STUDY_RUN_COMPUTES, error);
        if (!runs[i])
            return false;
    }
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
    int status = STATUS_UNUSABLE;

    if (!options->words)
        error_set(error, "gate needs a study; 'assay list studies' names them");
    else if (gate_accepts(options->allow, error) && empty_file(options->junit, "--junit", error) &&
             empty_file(options->summary, "--summary", error) &&
             measure(runs, results, options, &status, error))
        outcome = gate_create(options->words, results, options->allow, error);
    if (outcome)
        status = write_outcome(outcome, options, error) ? statuses[gate_whole(outcome)] : STATUS_UNUSABLE;
    gate_destroy(outcome);
    for (size_t i = 0; i < options->words; i++)
        study_run_destroy(runs[i]);
    return status;
}
