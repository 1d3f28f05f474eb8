/* What needs attention, and the evidence behind every fit: see evidence.h.
 *
 * A study may leave hundreds of claimed orders undecided, most for one of a few reasons.  The list is
 * therefore sorted by claim, verdict and reason, each reason under a line that says how many there are.
 *
 * Parts that open on demand are <details> elements, which need no script; a browser opens the one that holds
 * the target of a link.  What needs attention is open from the start, unless there is so much of it that
 * nobody could look through it. */
#include "reports/page/evidence.h"

#include "reports/figures/chart.h"
#include "reports/page/html.h"
#include "reports/tables/tally.h"
#include "reports/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPEN = 60 }; /* fits in a part that is open from the start */

static size_t place_of(const struct results *results, const struct fit *fit)
{
    return (size_t)(fit - results->fit) + 1;
}

void evidence_write_link(FILE *file, const struct results *results, const struct fit *fit, const char *text)
{
    html_print(file, "<a href='#fit-%zu'>%s</a>", place_of(results, fit), text);
}

bool evidence_needs_attention(const struct fit *fit)
{
    enum words_mark mark = words_shown_of(fit);

    return fit && fit->claim && mark != WORDS_HOLDS && mark != WORDS_AGREES && mark != WORDS_NOT_APPLICABLE;
}

/* ---- What needs attention ---- */

struct item {
    const struct fit *fit;
    size_t group; /* the same for all of one claim */
    int rank;
    char kind[64]; /* "refuted", "inconclusive: floor" */
};

static int rank_of(enum words_mark mark)
{
    static const int ranks[WORDS_MARKS] = {[WORDS_REFUTED] = 0,      [WORDS_BELOW] = 1,   [WORDS_ABOVE] = 2,
                                           [WORDS_INCONCLUSIVE] = 3, [WORDS_VACUOUS] = 4, [WORDS_NONE] = 5};

    return ranks[mark];
}

static int compare(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    int kind = strcmp(x->kind, y->kind);

    if (x->group != y->group)
        return x->group < y->group ? -1 : 1;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return kind ? kind : (x->fit > y->fit) - (x->fit < y->fit);
}

/* The place of a claim among the study's; those that it does not list follow, in the order of their fits. */
static size_t find_group(const struct results *results, const struct item *items, size_t count,
                         const char *claim)
{
    size_t last = results->claims;

    for (size_t i = 0; i < results->claims; i++) {
        if (strcmp(results->claim[i].id, claim) == 0)
            return i;
    }
    for (size_t i = 0; i < count; i++) {
        if (strcmp(items[i].fit->claim->id, claim) == 0)
            return items[i].group;
        last = items[i].group >= last ? items[i].group + 1 : last;
    }
    return last;
}

/* Fills `items` with the fits to list, sorted.  Returns their number. */
static size_t collect(const struct results *results, struct item *items)
{
    size_t count = 0;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = &results->fit[i];
        struct words_entry entry;

        if (!evidence_needs_attention(fit))
            continue;
        entry = words_entry_of(results, fit);
        items[count] =
            (struct item){fit, find_group(results, items, count, fit->claim->id), rank_of(entry.mark), ""};
        snprintf(items[count].kind, sizeof items->kind, "%s",
                 entry.word[0] ? entry.word : "without a measured order");
        count++;
    }
    qsort(items, count, sizeof *items, compare);
    return count;
}

/* Number of items from `first` on that are in the same group and, if asked, of the same kind. */
static size_t run_length(const struct item *items, size_t count, size_t first, bool same_kind)
{
    size_t end = first;

    while (end < count && items[end].group == items[first].group &&
           (!same_kind || strcmp(items[end].kind, items[first].kind) == 0))
        end++;
    return end - first;
}

/* The command in what comes next is set as code: from the program's name on. */
static void write_next(FILE *file, const char *next)
{
    const char *command = strstr(next, "assay ");
    char before[512];

    snprintf(before, sizeof before, "%.*s", (int)(command ? (size_t)(command - next) : strlen(next)), next);
    html_print(file, "<div class=\"next\">%s", before);
    if (command)
        html_element(file, "code", command);
    fputs("</div>", file);
}

static void write_item(FILE *file, const struct results *results, const struct fit *fit)
{
    const struct words_entry entry = words_entry_of(results, fit);
    char measure[128], precision[80], claim[128], text[WORDS_SENTENCE];
    const char *next;

    html_print(file, "<tr id=\"attention-%zu\"><th scope=\"row\">%s, %s<small>%s; %s, %s, %s; ",
               place_of(results, fit), fit->method->name, fit->projection->name,
               words_measure(fit->measure, measure, sizeof measure), fit->problem->model->name,
               fit->problem->initial->name,
               words_precision(fit->precision->text, precision, sizeof precision));
    evidence_write_link(file, results, fit, "plot");
    html_print(file, "</small></th><td data-label=\"claimed\">%s</td><td data-label=\"measured\"",
               words_claim(fit->claim, claim, sizeof claim));
    fputs(words_differ(entry.mark) ? " class=\"differs\">" : ">", file);
    html_print(file, "%s<small>%s</small></td><td class=\"text\">%s", entry.measured, entry.detail,
               words_reason(fit, text, sizeof text));
    html_controls(file, fit);
    next = words_next(results, fit, text, sizeof text);
    write_next(file, next ? next : words_command(results, fit->id, text, sizeof text));
    fputs("</td></tr>\n", file);
}

static void write_group_head(FILE *file, const struct results *results, const struct item *items,
                             size_t count)
{
    const struct claim_on_fit *claim = items[0].fit->claim;
    const struct claim_result *stated =
        items[0].group < results->claims ? &results->claim[items[0].group] : NULL;
    const char *separator = ": ", *expected = words_expected(results, claim->id);
    struct words_statement words;

    html_print(file, "<h3>%s", claim->id);
    for (size_t i = 0, n; i < count; i += n) {
        n = run_length(items, count, i, true);
        html_print(file, "%s%zu %s", separator, n, items[i].kind);
        separator = ", ";
    }
    fputs("</h3>\n<p>", file);
    if (stated)
        html_print(file, "%s<br>", words_state(results, stated, &words)->text);
    html_print(file, "<span class=\"source\">%s</span>", claim->source);
    if (stated && words.condition)
        html_print(file, "<br>Condition: %s", words.condition);
    if (expected)
        html_print(file, "<br>The study expects of this claim: %s", expected);
    fputs("</p>\n", file);
}

static void write_group(FILE *file, const struct results *results, const struct item *items, size_t count)
{
    write_group_head(file, results, items, count);
    fputs("<table class=\"folds\"><thead><tr><th>method, projection</th><th>claimed</th><th>measured</th>"
          "<th>why, and what to run next</th></tr></thead>\n",
          file);
    for (size_t i = 0, n; i < count; i += n) {
        enum words_mark mark = words_shown_of(items[i].fit);

        n = run_length(items, count, i, true);
        fputs("<tbody><tr class=\"family\"><th colspan=\"4\">", file);
        html_verdict(file, mark, items[i].kind);
        fprintf(file, " (%zu)</th></tr>\n", n);
        for (size_t k = i; k < i + n; k++)
            write_item(file, results, items[k].fit);
        fputs("</tbody>\n", file);
    }
    fputs("</table>\n", file);
}

void evidence_write_attention(FILE *file, const struct results *results)
{
    struct item *items = calloc(results->fits + 1, sizeof *items);
    size_t count = items ? collect(results, items) : 0;
    bool claimed = false;

    for (size_t i = 0; i < results->fits; i++)
        claimed |= results->fit[i].claim != NULL;
    html_heading(file, "attention", "What needs attention");
    if (!items)
        html_element(file, "p", "The list is missing: there was not enough memory.");
    else if (count == 0)
        html_element(file, "p",
                     claimed ? "Nothing: nothing that is claimed is refuted or undecided."
                             : "Nothing: nothing is claimed.");
    for (size_t i = 0, n; i < count; i += n) {
        n = run_length(items, count, i, false);
        write_group(file, results, items + i, n);
    }
    free(items);
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
    html_print(file, "%s%s%s", without ? "" : entry.measured, entry.detail[0] ? " " : "", entry.detail);
    if (fit->claim)
        html_print(file, "; claimed: %s", words_claim(fit->claim, claim, sizeof claim));
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
    if (fit->floor_origin)
        html_print(file, " (%s)", fit->floor_origin);
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
    html_print(file, "<figcaption><b>%s</b>", fit->id);
    write_finding(file, results, fit);
    write_points(file, fit);
    html_controls(file, fit);
    html_print(file, "<code>%s</code>", words_command(results, fit->id, command, sizeof command));
    if (evidence_needs_attention(fit))
        fprintf(file, " <a href='#attention-%zu'>why, and what next</a>", place_of(results, fit));
    fputs("</figcaption></figure>\n", file);
}

/* ---- Parts ---- */

static bool is_same_part(const struct fit *a, const struct fit *b)
{
    return strcmp(a->problem->model->name, b->problem->model->name) == 0 &&
           strcmp(a->method->name, b->method->name) == 0;
}

static size_t count_attention(const struct results *results)
{
    size_t count = 0;

    for (size_t i = 0; i < results->fits; i++)
        count += evidence_needs_attention(&results->fit[i]);
    return count;
}

static void write_open(FILE *file, const struct results *results)
{
    const size_t count = count_attention(results);

    if (count == 0)
        return;
    fprintf(file, "<details class=\"fits\"%s><summary>What needs attention (%zu)</summary><div>\n",
            count <= MOST_OPEN ? " open" : "", count);
    for (size_t i = 0; i < results->fits; i++) {
        if (evidence_needs_attention(&results->fit[i]))
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
    html_print(file, "<summary>%s, %s (%zu)", first->problem->model->name, first->method->name, count);
    if (tally.claimed > 0)
        html_print(file, " <small>%s</small>", tally_sentence(&tally, text, sizeof text));
    fputs("</summary>", file);
}

/* What is shown under what needs attention is named here. */
static void write_elsewhere(FILE *file, const struct results *results, const struct fit *first)
{
    const char *before = "<p>Shown above: ";

    for (const struct fit *fit = first; fit < results->fit + results->fits; fit++) {
        if (!is_same_part(first, fit) || !evidence_needs_attention(fit))
            continue;
        fputs(before, file);
        evidence_write_link(file, results, fit, fit->id);
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
        if (is_same_part(first, fit) && !evidence_needs_attention(fit))
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
    write_open(file, results);
    for (size_t i = 0; i < results->fits; i++) {
        if (opens_part(results, i))
            write_part(file, results, &results->fit[i]);
    }
}
