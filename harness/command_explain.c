/* assay explain: the evidence behind a verdict. */
#include <stdio.h>

#include "harness/command.h"
#include "harness/explain.h"
#include "harness/study_run.h"

static bool explain(const struct results *results, const struct options *options, struct error *error)
{
    json_t *json;

    if (!options->json)
        return explain_print(results, options->word[1], stdout, error);
    json = explain_json(results, options->word[1], error);
    if (!json)
        return false;
    json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    printf("\n");
    json_decref(json);
    return true;
}

int command_explain(const struct options *options, struct error *error)
{
    struct study_run *run = NULL;
    const struct results *results = NULL;
    int status = STATUS_UNUSABLE;
    bool complete = false;

    if (options->words != 2)
        error_set(
            error,
            "explain needs a study and an id; write for example assay explain STUDY 'gauss-2/symmetric'");
    else
        run = study_run_create(options->word[0], options, error);
    if (run)
        results = study_run_measure(run, false, &complete, error);
    if (results && explain(results, options, error))
        status = complete ? STATUS_COMPLETE : STATUS_INCOMPLETE;
    if (status == STATUS_INCOMPLETE)
        error_set(error, "the store does not have all cells of the study; 'assay run' computes them");
    study_run_destroy(run);
    return status;
}
