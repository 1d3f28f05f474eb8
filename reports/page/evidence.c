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
#include "numerics/memory.h"
#include "reports/page/html.h"
#include "reports/tables/table.h"
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

/* What other data say of a refuted entry belongs to that entry. */
bool evidence_needs_attention(const struct fit *fit)
{
    enum words_mark mark = words_shown_of(fit);

    return fit && fit->claim && !fit->context.aside && !words_agree(mark) && mark != WORDS_NOT_APPLICABLE;
}

/* ---- What needs attention ---- */

enum { SHOWN_OF_A_KIND = 8 }; /* the others open on demand */

struct item {
    const struct fit *fit;
    size_t
        claim; /* its place among those of the study, or the first fit with it where the study does not list it */
    size_t kind; /* of what is said of it: the graver first, then by the reason */
    struct words_entry entry;
};

static int compare(const void *a, const void *b)
{
    const struct item *x = a, *y = b;

    if (x->claim != y->claim)
        return x->claim < y->claim ? -1 : 1;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    return (x->fit > y->fit) - (x->fit < y->fit);
}

static size_t claim_of(const struct results *results, const char *id)
{
    const struct claim_result *listed = results_find_claim(results, id);
    size_t k = 0;

    while (!listed && !(results->fit[k].claim && strcmp(results->fit[k].claim->id, id) == 0))
        k++;
    return listed ? (size_t)(listed - results->claim) : results->claims + k;
}

static size_t kind_of(const struct fit *fit, enum words_mark mark)
{
    static const size_t ranks[WORDS_MARKS] = {
        [WORDS_REFUTED] = 0,      [WORDS_BELOW] = 1,   [WORDS_ABOVE] = 2,
        [WORDS_INCONCLUSIVE] = 3, [WORDS_VACUOUS] = 4, [WORDS_NONE] = 5};

    return 100 * ranks[mark] + (mark == WORDS_INCONCLUSIVE ? fit->outcome.reason : 0);
}

/* Fills `items` with the fits to list, sorted.  Returns their number. */
static size_t collect(const struct results *results, struct item *items)
{
    size_t count = 0;

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = &results->fit[i];
        const struct words_entry entry = words_entry_of(results, fit);

        if (evidence_needs_attention(fit))
            items[count++] =
                (struct item){fit, claim_of(results, fit->claim->id), kind_of(fit, entry.mark), entry};
    }
    qsort(items, count, sizeof *items, compare);
    return count;
}

/* Number of items from `first` on with the same claim and, if asked, of the same kind. */
static size_t run_length(const struct item *items, size_t count, size_t first, bool same_kind)
{
    size_t end = first;

    while (end < count && items[end].claim == items[first].claim &&
           (!same_kind || items[end].kind == items[first].kind))
        end++;
    return end - first;
}

/* "refuted", "inconclusive: floor" */
static const char *kind_name(const struct item *item)
{
    return item->entry.word[0] ? item->entry.word : "without a measured order";
}

static void write_head(FILE *file, const struct results *results, const struct item *items, size_t count)
{
    const struct claim_on_fit *claim = items[0].fit->claim;
    const char *separator = ": ", *expected = words_expected(results, claim->id);
    struct words_statement words = {.condition = NULL};

    html_print(file, "<h3>%s", claim->id);
    for (size_t i = 0, n; i < count; i += n) {
        n = run_length(items, count, i, true);
        html_print(file, "%s%zu %s", separator, n, kind_name(items + i));
        separator = ", ";
    }
    fputs("</h3>\n<p>", file);
    if (items[0].claim < results->claims)
        html_print(file, "%s<br>", words_state(results, &results->claim[items[0].claim], &words)->text);
    html_print(file, "<span class=\"source\">%s</span>", claim->source);
    if (words.condition)
        html_print(file, "<br>Condition: %s", words.condition);
    if (expected)
        html_print(file, "<br>The study expects of this claim: %s", expected);
    fputs("</p>\n", file);
}

/* What the controls say, and what to run next; the caller frees it. */
static char *next_of(const struct results *results, const struct fit *fit)
{
    char command[WORDS_SENTENCE], *markup;
    size_t size;
    FILE *file = open_memstream(&markup, &size);
    const bool known = words_next_command(results, fit, command, sizeof command) != NULL;

    html_controls(file, fit);
    html_print(file, "<div class=\"next\">%s%s<code>%s</code></div>",
               known ? term_word(TERM_NEXT, fit->outcome.next) : "", known ? ": " : "",
               known ? command : words_command(results, fit->id, command, sizeof command));
    fclose(file);
    return markup;
}

static void add_item(struct table *table, const struct results *results, const struct item *item)
{
    const struct fit *fit = item->fit;
    char measure[128], precision[80], claim[128], text[WORDS_SENTENCE], *markup = next_of(results, fit);

    snprintf(text, sizeof text, "%s; %s, %s, %s", words_measure(fit->measure_name, measure, sizeof measure),
             fit->curve.problem->model->name, fit->curve.problem->initial->name,
             words_precision(fit->curve.precision->text, precision, sizeof precision));
    snprintf(claim, sizeof claim, "%.60s, %.60s", fit->curve.method->name, fit->curve.projection->name);
    table_add_row(table, false, claim, text);
    snprintf(text, sizeof text, "attention-%zu", place_of(results, fit));
    table_name_row(table, text, NULL);
    table_set(table, 0, (struct table_cell){.text = words_claim(fit->claim, claim, sizeof claim)});
    table_set(table, 1,
              (struct table_cell){.text = item->entry.measured,
                                  .detail = item->entry.detail,
                                  .mark = item->entry.mark,
                                  .fit = place_of(results, fit)});
    table_set(table, 2, (struct table_cell){.text = words_reason(fit, text, sizeof text), .markup = markup});
    free(markup);
}

/* The first few of each kind, or the others. */
static void write_items(FILE *file, const struct results *results, const struct item *items, size_t count,
                        bool others)
{
    static const char *const columns[] = {"claimed", "measured", "why, and what to run next"};
    struct table *table = table_create("method, projection", 3, columns);

    for (size_t i = 0, n; i < count; i += n) {
        char title[100];
        size_t shown;

        n = run_length(items, count, i, true);
        shown = n < SHOWN_OF_A_KIND ? n : SHOWN_OF_A_KIND;
        snprintf(title, sizeof title, "%s (%zu)", kind_name(items + i), n);
        if (!others || n > shown)
            table_add_row(table, true, title, NULL);
        for (size_t k = others ? shown : 0; k < (others ? n : shown); k++)
            add_item(table, results, items + i + k);
    }
    table_write_html(file, table, "folds", TABLE_FOLDS);
    table_destroy(table);
}

static void write_group(FILE *file, const struct results *results, const struct item *items, size_t count)
{
    size_t others = 0;

    for (size_t i = 0, n; i < count; i += n) {
        n = run_length(items, count, i, true);
        others += n > SHOWN_OF_A_KIND ? n - SHOWN_OF_A_KIND : 0;
    }
    write_head(file, results, items, count);
    write_items(file, results, items, count, false);
    if (others == 0)
        return;
    fprintf(file, "<details class=\"fits\"><summary>%zu more of the same</summary><div>\n", others);
    write_items(file, results, items, count, true);
    fputs("</div></details>\n", file);
}

/* The claims of which what is known beside their runs is another verdict than theirs; how many. */
static size_t write_known(FILE *file, const struct results *results)
{
    size_t count = 0;

    for (size_t i = 0; i < results->claims; i++) {
        const struct claim_result *claim = results->claim + i;
        struct words_statement words;

        if (claim->verdict == claim->of_runs)
            continue;
        count++;
        words_state(results, claim, &words);
        html_print(file,
                   "<h3>%s: %s, whatever its runs say</h3>\n<p>%s<br><span class=\"source\">%s</span></p>\n",
                   claim->id, term_word(TERM_VERDICT, claim->verdict), words.text, claim->source);
        html_print(file, "<p>%s. Its runs alone: %s.</p>\n", words.evidence, words.measured);
    }
    return count;
}

void evidence_write_attention(FILE *file, const struct results *results)
{
    struct item *items = memory_create(results->fits + 1, sizeof *items);
    const size_t count = collect(results, items), known = write_known(file, results);
    bool claimed = false;

    for (size_t i = 0; i < results->fits; i++)
        claimed |= results->fit[i].claim != NULL;
    if (count + known == 0)
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
    if (fit->outcome.subject == SUBJECT_NUMBER)
        fputs("measured ", file);
    else if (without || (fit->order.status == FIT_MEASURED && fit->outcome.subject != SUBJECT_PROPERTY))
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

    fprintf(file, "<div>%zu of %zu points used", points.used, fit->points.count);
    write_counted(file, points.zero, "zero");
    write_counted(file, points.missing, "without a value");
    if (!isfinite(fit->floor.value))
        fputs("; floor unknown", file);
    else if (fit->floor.value > 0)
        fprintf(file, "; floor %.1e", fit->floor.value);
    else
        fputs("; floor negligible", file);
    if (fit->floor.origin)
        html_print(file, " (%s)", term_word(TERM_FLOOR, fit->floor.origin));
    if (fit->floor.reference_error > 0)
        fprintf(file, "; reference %.1e", fit->floor.reference_error);
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
    return results_same_model(a->curve.problem, b->curve.problem) && a->curve.method == b->curve.method;
}

static void write_open(FILE *file, const struct results *results)
{
    size_t count = 0;

    for (size_t i = 0; i < results->fits; i++)
        count += evidence_needs_attention(&results->fit[i]);
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
    html_print(file, "<summary>%s, %s (%zu)", first->curve.problem->model->name, first->curve.method->name,
               count);
    if (tally.claimed > 0)
        html_print(file, " <small>%s</small>", tally_sentence(&tally, text, sizeof text));
    fputs("</summary>", file);
}

/* What is shown under what needs attention is named here. */
static void write_part(FILE *file, const struct results *results, const struct fit *first)
{
    const struct fit *end = results->fit + results->fits;
    const char *before = "<p>Shown above: ";

    fputs("<details class=\"fits\">", file);
    write_summary(file, results, first);
    for (const struct fit *fit = first; fit < end; fit++) {
        if (!is_same_part(first, fit) || !evidence_needs_attention(fit))
            continue;
        fputs(before, file);
        html_print(file, "<a href='#fit-%zu'>%s</a>", place_of(results, fit), fit->id);
        before = ", ";
    }
    fputs(before[0] == ',' ? ".</p><div>\n" : "<div>\n", file);
    for (const struct fit *fit = first; fit < end; fit++) {
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
