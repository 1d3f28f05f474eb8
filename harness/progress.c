/* What a person sees while a study runs: see progress.h. */
#include "harness/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/explain.h"

enum { PLAIN_SECONDS = 30 };

struct progress progress_begin(void)
{
    time_t now = time(NULL);

    return (struct progress){.terminal = isatty(STDERR_FILENO), .start = now, .shown = now};
}

static void print_left(double share, double elapsed)
{
    double left = share > 0.005 ? elapsed / share - elapsed : 0;

    if (left <= 0)
        return;
    if (left < 120)
        fprintf(stderr, ", about %.0f s left", left);
    else
        fprintf(stderr, ", about %.0f min left", left / 60);
}

void progress_show(struct progress *progress, const struct progress_counts *counts)
{
    time_t now = time(NULL);

    if (difftime(now, progress->shown) < (progress->terminal ? 1 : PLAIN_SECONDS))
        return;
    progress->shown = now;
    fprintf(stderr, "%s%3.0f %% of the work, %zu of %zu cells (%zu from the store), %zu broke down",
            progress->terminal ? "\r" : "", 100 * counts->share, counts->done, counts->wanted, counts->stored,
            counts->broke_down);
    print_left(counts->share, difftime(now, progress->start));
    fputs(progress->terminal ? "   " : "\n", stderr);
    fflush(stderr);
}

void progress_end(const struct progress *progress)
{
    if (progress->terminal)
        fputs("\r\033[K", stderr);
}

void progress_line(const struct progress *progress, const char *format, ...)
{
    va_list arguments;

    progress_end(progress);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

void progress_fit(const struct progress *progress, const struct fit *fit)
{
    char order[EXPLAIN_SENTENCE_SIZE] = "";
    bool exact = fit->claim && strcmp(fit->claim->kind, "exact") == 0;

    if (fit->status == FIT_MEASURED)
        snprintf(order, sizeof order, "order %.3f [%.3f, %.3f]", fit->order, fit->low, fit->high);
    else if (fit->reason)
        snprintf(order, sizeof order, "%s", fit->reason);
    if (fit->claim && fit->status == FIT_MEASURED)
        progress_line(progress, "%-14s %s  %s, claimed %s%s%s", fit->verdict ? fit->verdict : "measured",
                      fit->id, order, fit->claim->kind, exact ? "" : " ", exact ? "" : fit->claim->formula);
    else
        progress_line(progress, "%-14s %s  %s", fit->verdict ? fit->verdict : "measured", fit->id, order);
}
