/* assay run, report, demo: the cells of studies, their orders and verdicts, tables, figures and pages. */
#include "harness/commands/command.h"
#include "harness/commands/report_series.h"
#include "harness/commands/show/show.h"
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

/* Prints the document, or the text that the template makes of it, and frees it; false where there is none. */
static bool print(json_t *document, const char *template, const struct options *options, struct error *error)
{
    const struct template_look look = options_look(options, stdout);
    bool good = document != NULL;

    if (good && options->json)
        show_json(options, json_incref(document));
    else if (good)
        good = template_print(stdout, template, document, &look, error);
    json_decref(document);
    return good;
}

/* What would be done. */
static int plan(const struct report_series *series, struct error *error)
{
    bool good = true;

    for (size_t i = 0; i < series->count && good; i++)
        good = print(study_run_plan(series->entry[i]->run, error), "run-plan.txt", series->options, error);
    return good ? STATUS_COMPLETE : STATUS_INCOMPLETE;
}

/* The shard of it. */
static int fill(const struct report_series *series, struct error *error)
{
    bool good = true;

    for (size_t i = 0; i < series->count; i++) {
        bool complete = true;

        good &= print(study_run_fill(series->entry[i]->run, &complete, error), "run-shard.txt",
                      series->options, error) &&
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
        status = options->dry_run                   ? plan(&series, error)
                 : options->shard || options->array ? fill(&series, error)
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
