/* assay run, assay report: the cells of studies, their orders and verdicts, tables, figures and
 * pages. */
#include "harness/commands/command.h"
#include "harness/commands/report_series.h"

static int worse(int first, int second)
{
    return first > second ? first : second;
}

/* The studies that the command names; NULL with a message. */
static struct report_series *create(const struct options *options, const char *command, struct error *error)
{
    struct report_series *series;
    bool good = true;

    if (!options->words) {
        error_set(error, "%s needs a study; 'assay list studies' names them", command);
        return NULL;
    }
    series = report_series_create(options);
    for (size_t i = 0; good && i < options->words; i++)
        good = report_series_add(series, options->word[i], NULL, error);
    if (good)
        return series;
    report_series_destroy(series);
    return NULL;
}

/* The report of one study goes to --out; those of several, or of one without --out, to folders of their
 * names. */
static int write_reports(struct report_series *series, const struct options *options, bool compute,
                         bool in_full, struct error *error)
{
    const char *folder = options->out ? options->out : "out";
    bool nested = !options->out || report_series_count(series) > 1;

    if (!report_series_place(series, folder, nested, error))
        return STATUS_UNUSABLE;
    return report_series_write(series, compute, in_full, error);
}

static int plan(const struct report_series *series, struct error *error)
{
    int status = STATUS_COMPLETE;

    for (size_t i = 0; i < report_series_count(series) && status == STATUS_COMPLETE; i++)
        status = study_run_plan(report_series_run(series, i), error) ? STATUS_COMPLETE : STATUS_INCOMPLETE;
    return status;
}

static int fill_shard(const struct report_series *series, struct error *error)
{
    int status = STATUS_COMPLETE;

    for (size_t i = 0; i < report_series_count(series); i++) {
        bool complete = false, filled = study_run_fill(report_series_run(series, i), &complete, error);

        status = worse(status, filled && complete ? STATUS_COMPLETE : STATUS_INCOMPLETE);
    }
    return status;
}

int command_run(const struct options *options, struct error *error)
{
    struct report_series *series = create(options, "run", error);
    int status;

    if (!series)
        return STATUS_UNUSABLE;
    if (options->dry_run)
        status = plan(series, error);
    else if (options->shard)
        status = fill_shard(series, error);
    else
        status = write_reports(series, options, true, false, error);
    report_series_destroy(series);
    return status;
}

int command_report(const struct options *options, struct error *error)
{
    struct report_series *series = create(options, "report", error);
    int status = series ? write_reports(series, options, false, false, error) : STATUS_UNUSABLE;

    if (series)
        report_series_destroy(series);
    return status;
}
