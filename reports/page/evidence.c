/* The evidence behind every fit: see evidence.h.
 *
 * Parts that open on demand are <details> elements, which need no script; a browser opens the one that holds
 * the target of a link.  What needs attention is open from the start, unless there is so much of it that
 * nobody could look through it. */
#include "reports/page/evidence.h"

#include "reports/page/attention.h"
#include "reports/figures/chart.h"
#include "reports/page/html.h"
#include "reports/output.h"
#include "reports/tables/tally.h"
#include "reports/words.h"

#include <math.h>
#include <string.h>

enum { MOST_OPEN = 60 }; /* fits in a part that is open from the start */

static size_t place_of(const struct results *results, const struct fit *fit)
{
    return (size_t)(fit - results->fit) + 1;
}

void evidence_write_link(FILE *file, const struct results *results, const struct fit *fit)
{
    fprintf(file, "href='#fit-%zu'", place_of(results, fit));
}

/* ---- One fit ---- */

/* "✗ refuted: order 4.000 [3.95, 4.05]; claimed: exactly 2s-2 = 6" */
static void write_finding(FILE *file, const struct results *results, const struct fit *fit)
{
    const struct words_entry entry = words_entry_of(results, fit);
    const bool without = strcmp(entry.measured, "–") == 0;
    char claim[128];

    fputs("<div>", file);
    html_verdict(file, entry.mark, entry.word);
    fputs(entry.word[0] ? "; " : "", file);
    if (verdict_is_number(fit->claim))
        fputs("measured ", file);
    else if (without || (fit->status == FIT_MEASURED && !verdict_is_exact(fit->claim)))
        fputs(without ? "no order" : "order ", file);
    output_html(file, without ? "" : entry.measured);
    fputs(entry.detail[0] ? " " : "", file);
    output_html(file, entry.detail);
    if (fit->claim) {
        fputs("; claimed: ", file);
        output_html(file, words_claim(fit->claim, claim, sizeof claim));
    }
    fputs("</div>", file);
}

static void write_counted(FILE *file, size_t count, const char *words)
{
    if (count > 0)
        fprintf(file, ", %zu %s", count, words);
}

/* "5 of 7 points used, 1 without a value; floor 3e-62 (difference from a run with 64 more bits)" */
static void write_points(FILE *file, const struct fit *fit)
{
    const struct chart_points points = chart_count(fit);

    fprintf(file, "<div>%zu of %zu points used", points.used, fit->points);
    write_counted(file, points.zero, "zero");
    write_counted(file, points.missing, "without a value");
    if (!isfinite(fit->floor))
        fputs("; floor unknown", file);
    else if (fit->floor > 0)
        fprintf(file, "; floor %.1e", fit->floor);
    else
        fputs("; floor negligible", file);
    if (fit->floor_origin) {
        fputs(" (", file);
        output_html(file, fit->floor_origin);
        fputc(')', file);
    }
    if (fit->reference_error > 0)
        fprintf(file, "; reference %.1e", fit->reference_error);
    fputs("</div>", file);
}

static void write_fit(FILE *file, const struct results *results, const struct fit *fit)
{
    char command[512];

    fprintf(file, "<figure class=\"fit\" id=\"fit-%zu\">\n", place_of(results, fit));
    if (!chart_write(file, fit))
        fputs("<p class=\"nothing\">No error has a place on a logarithmic axis.</p>\n", file);
    fputs("<figcaption><b>", file);
    output_html(file, fit->id);
    fputs("</b>", file);
    write_finding(file, results, fit);
    write_points(file, fit);
    html_controls(file, fit);
    fputs("<code>", file);
    output_html(file, words_command(results, fit, command, sizeof command));
    fputs("</code>", file);
    if (attention_needed(fit))
        fprintf(file, " <a href='#attention-%zu'>why, and what next</a>", place_of(results, fit));
    fputs("</figcaption></figure>\n", file);
}

/* ---- Parts ---- */

static bool is_same_part(const struct fit *a, const struct fit *b)
{
    return strcmp(a->model, b->model) == 0 && strcmp(a->method, b->method) == 0;
}

static size_t count_attention(const struct results *results)
{
    size_t count = 0;

    for (size_t i = 0; i < results->fits; i++)
        count += attention_needed(&results->fit[i]);
    return count;
}

static void write_attention(FILE *file, const struct results *results)
{
    const size_t count = count_attention(results);

    if (count == 0)
        return;
    fprintf(file, "<details class=\"fits\"%s><summary>What needs attention (%zu)</summary><div>\n",
            count <= MOST_OPEN ? " open" : "", count);
    for (size_t i = 0; i < results->fits; i++) {
        if (attention_needed(&results->fit[i]))
            write_fit(file, results, &results->fit[i]);
    }
    fputs("</div></details>\n", file);
}

/* "point-vortices, gauss-3 (15): 9 hold, 1 refuted" */
static void write_summary(FILE *file, const struct results *results, const struct fit *first)
{
    struct tally tally = {0};
    size_t count = 0;
    char text[256];

    for (const struct fit *fit = first; fit < results->fit + results->fits; fit++) {
        if (!is_same_part(first, fit))
            continue;
        tally_add(&tally, fit);
        count++;
    }
    fputs("<summary>", file);
    output_html(file, first->model);
    fputs(", ", file);
    output_html(file, first->method);
    fprintf(file, " (%zu)", count);
    if (tally.claimed > 0) {
        fputs(" <small>", file);
        output_html(file, tally_sentence(&tally, text, sizeof text));
        fputs("</small>", file);
    }
    fputs("</summary>", file);
}

/* What is shown under what needs attention is named here. */
static void write_elsewhere(FILE *file, const struct results *results, const struct fit *first)
{
    const char *before = "<p>Shown above: ";

    for (const struct fit *fit = first; fit < results->fit + results->fits; fit++) {
        if (!is_same_part(first, fit) || !attention_needed(fit))
            continue;
        fprintf(file, "%s<a ", before);
        evidence_write_link(file, results, fit);
        fputc('>', file);
        output_html(file, fit->id);
        fputs("</a>", file);
        before = ", ";
    }
    if (before[0] == ',')
        fputs(".</p>", file);
}

static void write_part(FILE *file, const struct results *results, const struct fit *first)
{
    fputs("<details class=\"fits\">", file);
    write_summary(file, results, first);
    write_elsewhere(file, results, first);
    fputs("<div>\n", file);
    for (const struct fit *fit = first; fit < results->fit + results->fits; fit++) {
        if (is_same_part(first, fit) && !attention_needed(fit))
            write_fit(file, results, fit);
    }
    fputs("</div></details>\n", file);
}

static bool opens_part(const struct results *results, size_t i)
{
    size_t k = 0;

    while (k < i && !is_same_part(&results->fit[k], &results->fit[i]))
        k++;
    return k == i;
}

void evidence_write(FILE *file, const struct results *results)
{
    if (results->fits == 0)
        return;
    html_heading(file, "evidence", "Evidence, fit by fit");
    html_element(
        file, "p",
        "Errors against the step size h, both on logarithmic axes. Filled circles: points of the fit; "
        "hollow ones: not used. Shaded: below the round-off floor; dotted line: 100 floors, below "
        "which no point is used. Dashed line: the order claimed. Points that are zero or without a "
        "value are counted below the picture. Parts that are closed are not printed.");
    write_attention(file, results);
    for (size_t i = 0; i < results->fits; i++) {
        if (opens_part(results, i))
            write_part(file, results, &results->fit[i]);
    }
}
