/* What a person sees while a study runs: see progress.h. */
#include "harness/run/progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "reports/explain.h"
#include "harness/judge/verdict_value.h"

enum { PLAIN_SECONDS = 30 };

struct progress progress_begin(void)
{
    time_t now = time(NULL);

    return (struct progress){.terminal = isatty(STDERR_FILENO), .start = now, .shown = now};
}

/* ", about 3 min left" at the end of the line; nothing before there is something to judge by. */
static void add_left(char *line, size_t size, double share, double elapsed)
{
    double left = share > 0.005 ? elapsed / share - elapsed : 0;
    size_t used = strlen(line);

    if (left <= 0)
        return;
    if (left < 120)
        snprintf(line + used, size - used, ", about %.0f s left", left);
    else
        snprintf(line + used, size - used, ", about %.0f min left", left / 60);
}

/* What fits into one line of the terminal: what wraps cannot be overwritten. */
static int find_width(void)
{
    struct winsize window = {.ws_col = 0};

    return ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 1 ? window.ws_col - 1 : 79;
}

void progress_show(struct progress *progress, const struct progress_counts *counts)
{
    time_t now = time(NULL);
    char line[256];

    if (difftime(now, progress->shown) < (progress->terminal ? 1 : PLAIN_SECONDS))
        return;
    progress->shown = now;
    snprintf(line, sizeof line, "%3.0f %% of the work, %zu of %zu cells (%zu from the store), %zu broke down",
             100 * counts->share, counts->done, counts->wanted, counts->stored, counts->broke_down);
    add_left(line, sizeof line, counts->share, difftime(now, progress->start));
    if (progress->terminal)
        fprintf(stderr, "\r%.*s\033[K", find_width(), line);
    else
        fprintf(stderr, "%s\n", line);
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
    char order[EXPLAIN_SENTENCE_SIZE] = "", claim[EXPLAIN_SENTENCE_SIZE] = "";

    const bool ordered = fit->status == FIT_MEASURED && !(verdict_is_number(fit->claim));

    if (ordered)
        snprintf(order, sizeof order, "order %.3f [%.3f, %.3f]", fit->order, fit->low, fit->high);
    else
        explain_evidence(fit, order, sizeof order);
    if (fit->claim && ordered)
        snprintf(claim, sizeof claim, ", claimed %s%s%s", term_word(TERM_CLAIM, fit->claim->kind),
                 verdict_is_exact(fit->claim) ? "" : " ",
                 verdict_is_exact(fit->claim) ? "" : fit->claim->formula);
    progress_line(progress, "%-14s %s  %s%s",
                  fit->verdict ? term_word(TERM_VERDICT, fit->verdict) : "measured", fit->id, order, claim);
}
