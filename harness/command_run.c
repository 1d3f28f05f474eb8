/* assay run, assay report: a study's cells, their orders and verdicts, tables, figures and page. */
#include "harness/command.h"
#include "harness/report_folder.h"
#include "harness/study_run.h"

/* The report of what was measured; incomplete when cells are missing. */
static int write_report(struct study_run *run, const struct options *options, bool compute,
                        struct error *error)
{
    char folder[OUTPUT_PATH];
    const struct results *results;
    bool complete = false;

    if (!report_folder_prepare(folder, study_run_study(run), options, error))
        return STATUS_UNUSABLE;
    results = study_run_measure(run, compute, &complete, error);
    if (!results || !report_folder_write(folder, results, options, error))
        return STATUS_INCOMPLETE;
    if (!complete)
        error_set(error, "%s",
                  compute ? "some cells crashed; run the study again to compute them"
                          : "the store does not have all cells; 'assay run' computes them");
    return complete ? STATUS_COMPLETE : STATUS_INCOMPLETE;
}

static int fill_shard(struct study_run *run, struct error *error)
{
    bool complete = false;

    return study_run_fill(run, &complete, error) && complete ? STATUS_COMPLETE : STATUS_INCOMPLETE;
}

static struct study_run *create(const struct options *options, const char *command, struct error *error)
{
    if (options->words == 1)
        return study_run_create(options->word[0], options, error);
    error_set(error, "%s needs one study; 'assay list studies' names them", command);
    return NULL;
}

int command_run(const struct options *options, struct error *error)
{
    struct study_run *run = create(options, "run", error);
    int status;

    if (!run)
        return STATUS_UNUSABLE;
    if (options->dry_run)
        status = study_run_plan(run, error) ? STATUS_COMPLETE : STATUS_INCOMPLETE;
    else if (options->shard)
        status = fill_shard(run, error);
    else
        status = write_report(run, options, true, error);
    study_run_destroy(run);
    return status;
}

int command_report(const struct options *options, struct error *error)
{
    struct study_run *run = create(options, "report", error);
    int status = run ? write_report(run, options, false, error) : STATUS_UNUSABLE;

    study_run_destroy(run);
    return status;
}
