/* assay run, report, demo: the cells of studies, their orders and verdicts, tables, figures and pages. */
#include "harness/commands/command.h"
#include "harness/commands/report_series.h"
#include "harness/commands/study_document.h"

/* The studies that the command names; false with a message. */
static bool add(struct report_series *series, const char *command, struct error *error)
{
    const struct options *options = series->options;
    bool good =
        options->words || error_set(error, "%s needs a study; 'assay list studies' names them", command);

    for (size_t i = 0; good && i < options->words; i++)
        good = report_series_add(series, options->word[i], NULL, error);
    return good;
}

/* The report of one study goes to --out; those of several, or of one without --out, to folders of their
 * names. */
static int write_reports(struct report_series *series, struct error *error)
{
    const char *folder = series->options->out;

    return report_series_place(series, folder ? folder : "out", !folder || series->count > 1, error)
               ? report_series_write(series, false, error)
               : STATUS_UNUSABLE;
}

/* What would be computed, or the shard of it. */
static int plan_or_fill(const struct report_series *series, bool plan, struct error *error)
{
    bool good = true;

    for (size_t i = 0; i < series->count && (good || !plan); i++) {
        bool complete = true;

        good &= (plan ? study_run_plan(series->entry[i]->run, error)
                      : study_run_fill(series->entry[i]->run, &complete, error)) &&
                complete;
    }
    return good ? STATUS_COMPLETE : STATUS_INCOMPLETE;
}

int command_run(const struct options *options, struct error *error)
{
    struct report_series series = {.options = options,
                                   .use = options->dry_run ? STUDY_RUN_PLANS : STUDY_RUN_COMPUTES};
    int status = STATUS_UNUSABLE;

    if (add(&series, "run", error))
        status = options->dry_run || options->shard || options->array
                     ? plan_or_fill(&series, options->dry_run, error)
                     : write_reports(&series, error);
    report_series_clear(&series);
    return status;
}

/* A text of the user's own in the place of a report. */
static int write_text(const struct options *options, struct error *error)
{
    const char *other = options->out ? "out" : options->json ? "json" : NULL;

    if (other)
        error_set(error, "--template writes to standard output and no report; leave out --%s", other);
    else if (!options->words)
        error_set(error, "report needs a study; 'assay list studies' names them");
    else
        return study_document_print(options, options->template, NULL, error);
    return STATUS_UNUSABLE;
}

int command_report(const struct options *options, struct error *error)
{
    if (options->template)
        return write_text(options, error);

    struct report_series series = {.options = options, .use = STUDY_RUN_REPORTS};
    int status = add(&series, "report", error) ? write_reports(&series, error) : STATUS_UNUSABLE;

    report_series_clear(&series);
    return status;
}

/* A small study from end to end, in half a minute. */
int command_demo(const struct options *options, struct error *error)
{
    struct report_series series = {.options = options};
    int status = STATUS_UNUSABLE;

    if (options->words)
        error_set(error, "demo takes no argument; leave out '%.60s', or write assay run STUDY",
                  options->word[0]);
    else if (report_series_add(&series, "demo", NULL, error) &&
             report_series_place(&series, options->out ? options->out : "out/demo", false, error))
        status = report_series_write(&series, true, error);
    report_series_clear(&series);
    return status;
}
