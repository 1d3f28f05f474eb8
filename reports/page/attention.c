/* What needs attention: see attention.h.
 *
 * A study may leave hundreds of claimed orders undecided, most for one of a few reasons.  The list is
 * therefore sorted by claim, verdict and reason, each reason under a line that says how many there are. */
#include "reports/page/attention.h"

#include "reports/page/evidence.h"
#include "reports/page/html.h"
#include "reports/output.h"
#include "reports/words.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

bool attention_needed(const struct fit *fit)
{
    enum words_mark mark = words_shown_of(fit);

    return fit && fit->claim && mark != WORDS_HOLDS && mark != WORDS_AGREES && mark != WORDS_NOT_APPLICABLE;
}

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

        if (!attention_needed(fit))
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
    int length = (int)(command ? command - next : (ptrdiff_t)strlen(next));
    char before[512];

    snprintf(before, sizeof before, "%.*s", length, next);
    fputs("<div class=\"next\">", file);
    output_html(file, before);
    if (command)
        html_element(file, "code", command);
    fputs("</div>", file);
}

static void write_item(FILE *file, const struct results *results, const struct fit *fit)
{
    const struct words_entry entry = words_entry_of(results, fit);
    char measure[128], precision[80], claim[128], text[WORDS_SENTENCE];
    const char *next;

    fprintf(file, "<tr id=\"attention-%zu\"><th scope=\"row\">", (size_t)(fit - results->fit) + 1);
    output_html(file, fit->method);
    fputs(", ", file);
    output_html(file, fit->projection);
    fprintf(file, "<small>");
    output_html(file, words_measure(fit->measure, measure, sizeof measure));
    fprintf(file, "; ");
    output_html(file, fit->model);
    fprintf(file, ", ");
    output_html(file, fit->initial);
    fprintf(file, ", ");
    output_html(file, words_precision(fit->precision, precision, sizeof precision));
    fputs("; <a ", file);
    evidence_write_link(file, results, fit);
    fputs(">plot</a></small></th><td data-label=\"claimed\">", file);
    output_html(file, words_claim(fit->claim, claim, sizeof claim));
    fprintf(file, "</td><td data-label=\"measured\"%s>",
            words_differ(entry.mark) ? " class=\"differs\"" : "");
    output_html(file, entry.measured);
    fputs("<small>", file);
    output_html(file, entry.detail);
    fputs("</small></td><td class=\"text\">", file);
    output_html(file, words_reason(fit, text, sizeof text));
    html_controls(file, fit);
    next = words_next(results, fit, text, sizeof text);
    write_next(file, next ? next : words_command(results, fit, text, sizeof text));
    fputs("</td></tr>\n", file);
}

static void write_group_head(FILE *file, const struct results *results, const struct item *items,
                             size_t count)
{
    const struct claim_on_fit *claim = items[0].fit->claim;
    const struct claim_result *stated =
        items[0].group < results->claims ? &results->claim[items[0].group] : NULL;
    const char *separator = ": ", *expected = words_expected(results, claim->id);

    fputs("<h3>", file);
    output_html(file, claim->id);
    for (size_t i = 0, n; i < count; i += n) {
        n = run_length(items, count, i, true);
        fprintf(file, "%s%zu ", separator, n);
        output_html(file, items[i].kind);
        separator = ", ";
    }
    fputs("</h3>\n<p>", file);
    if (stated && stated->text) {
        output_html(file, stated->text);
        fputs("<br>", file);
    }
    fputs("<span class=\"source\">", file);
    output_html(file, claim->source);
    fputs("</span>", file);
    if (stated && stated->condition)
        fputs("<br>Condition: ", file);
    output_html(file, stated ? stated->condition : NULL);
    if (expected)
        fputs("<br>The study expects of this claim: ", file);
    output_html(file, expected);
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

void attention_write(FILE *file, const struct results *results)
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
