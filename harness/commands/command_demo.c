/* assay demo: a small study from end to end, in half a minute. */
#include "harness/commands/command.h"
#include "harness/commands/report_series.h"

int command_demo(const struct options *options, struct error *error)
{
    struct report_series *series;
    int status = STATUS_UNUSABLE;

    if (options->words) {
        error_set(error, "demo takes no argument; leave out '%.60s', or write assay run STUDY",
                  options->word[0]);
        return STATUS_UNUSABLE;
    }
    series = report_series_create(options);
    if (report_series_add(series, "demo", NULL, error) &&
        report_series_place(series, options->out ? options->out : "out/demo", false, error))
        status = report_series_write(series, true, true, error);
    report_series_destroy(series);
    return status;
}
