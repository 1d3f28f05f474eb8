/* The evidence behind a fit: see explain.h.
 *
 * A point e_i at step h_i has a local slope s_i = log(e_{i-1} / e_i) / log(h_{i-1} / h_i), printed in the row
 * of its finer step, and an extrapolated slope, printed in the row of the finest of its three.  measures/
 * order_fit.h has the rules by which points are admitted and by which the interval follows; what is printed
 * here says for every point which of them applied. */
#include "reports/explain.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/foreign/foreign_method.h"
#include "harness/judge/order_fit.h"
#include "harness/study/ledger.h"
#include "reports/output.h"
#include "reports/tables/table.h"
#include "reports/words.h"
#include "numerics/memory.h"
#include "numerics/text.h"

/* ---- Ids that come near one that names nothing ---- */

static size_t count_slashes(const char *text)
{
    size_t slashes = 0;

    for (; *text; text++)
        slashes += *text == '/';
    return slashes;
}

/* Compares `id` with every row of parts of the fit's id that has as many slashes. */
static void compare_parts(struct text_near *near, const char *full, const char *id)
{
    const size_t slashes = count_slashes(id);

    for (const char *begin = full; begin; begin = strchr(begin, '/'), begin = begin ? begin + 1 : NULL) {
        char part[TEXT_NEAR_LENGTH];
        const char *end = begin + strcspn(begin, "/");

        for (size_t i = 0; i < slashes && *end; i++)
            end += 1 + strcspn(end + 1, "/");
        snprintf(part, sizeof part, "%.*s", (int)(end - begin), begin);
        text_near_add(near, part);
    }
}

/* Says that there is no such id, and which ids come near. */
static void fail_to_find(const struct results *results, const char *id, struct error *error)
{
    struct text_near near = {.wanted = id};
    char list[TEXT_NEAR * (TEXT_NEAR_LENGTH + 2)];

    for (size_t i = 0; i < results->fits; i++)
        compare_parts(&near, results->fit[i].id, id);
    if (*text_near_list(&near, false, list, sizeof list))
        error_set(error, "%.200s: no order of study %.100s has this in its id; near: %s", id,
                  results->study->name, list);
    else
        error_set(error, "%.200s: study %.100s has no orders to explain", id, results->study->name);
}

int explain_rank(enum verdict verdict)
{
    static const int ranks[] = {
        [VERDICT_REFUTED] = 0, [VERDICT_INCONCLUSIVE] = 1,   [VERDICT_VACUOUS] = 2,
        [VERDICT_NONE] = 3,    [VERDICT_NOT_APPLICABLE] = 4, [VERDICT_HOLDS_TO_ROUND_OFF] = 5,
        [VERDICT_HOLDS] = 6};

    return ranks[verdict];
}

static int compare_fits(const void *a, const void *b)
{
    const struct fit *x = *(const struct fit *const *)a, *y = *(const struct fit *const *)b;
    const int ranks = explain_rank(x->outcome.verdict) - explain_rank(y->outcome.verdict);

    return ranks ? ranks : (x > y) - (x < y);
}

const struct fit **explain_find(const struct results *results, const char *id, size_t *count,
                                struct error *error)
{
    const struct fit **found = memory_create(results->fits + 1, sizeof *found);

    *count = 0;
    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *fit = results->fit + i;

        if (strcmp(fit->id, id) == 0) {
            found[0] = fit;
            *count = 1;
            return found;
        }
        if (fit->claim && ledger_is_part(fit->claim->id, id) ? !fit->context.aside : results_names(fit, id))
            found[(*count)++] = fit;
    }
    qsort(found, *count, sizeof *found, compare_fits);
    if (*count > 0)
        return found;
    free(found);
    fail_to_find(results, id, error);
    return NULL;
}

/* ---- points ---- */

static void describe_missing(struct words_text *text, const struct cell *cell)
{
    words_append(text, "no value");
    if (!cell)
        return;
    if (cell->status == CELL_BROKE_DOWN)
        words_append(text, ": broke down at step %lu", cell->broke_down_at);
    else if (cell->status != CELL_COMPLETED)
        words_append(text, ": %s", term_word(TERM_CELL, cell->status));
    if (cell->reason)
        words_append(text, ", %s", cell->reason);
}

static void describe_point(struct words_text *text, const struct fit *fit, size_t i, const struct cell *cell)
{
    switch (explain_point_of(fit, i)) {
    case EXPLAIN_POINT_USED:
        words_append(text, "used");
        break;
    case EXPLAIN_POINT_NO_VALUE:
        describe_missing(text, cell);
        break;
    case EXPLAIN_POINT_VALUE:
        words_append(text, "measured once; no order is fitted");
        break;
    case EXPLAIN_POINT_TOO_LARGE:
        words_append(text, "too large (above %g): pre-asymptotic", ORDER_FIT_LARGEST);
        break;
    case EXPLAIN_POINT_BELOW_FLOOR:
        if (isfinite(words_floor(fit, i)))
            words_append(text, "below the floor (%g times it)", ORDER_FIT_FLOORS);
        else
            words_append(text, "not used: its floor is not known");
        break;
    case EXPLAIN_POINT_OUTSIDE:
        words_append(text, "outside the window: the next finer step is not admitted");
        break;
    }
}

static void set_number(struct table *table, size_t column, const char *format, int digits, double value)
{
    char text[64];

    snprintf(text, sizeof text, isfinite(value) ? format : "-", digits, value);
    table_set(table, column, text);
}

/* With a column of floors where every point has its own. */
static void print_points(const struct results *results, const struct fit *fit, FILE *to)
{
    static const char *const plain[] = {"steps", "error", "slope", "extrapolated", "status"},
                             *const floors[] = {"steps", "error", "floor", "slope", "extrapolated", "status"};
    struct table *table =
        table_create("h", fit->floor.of_points ? 6 : 5, fit->floor.of_points ? floors : plain);

    for (size_t i = 0; i < fit->points.count; i++) {
        const struct cell *cell = explain_point_cell(results, fit, i);
        char steps[32], status[EXPLAIN_SENTENCE_SIZE];
        struct words_text text = {status, sizeof status, 0};
        size_t column = 0;

        table_add_row(table, fit->points.step_sizes[i]);
        snprintf(steps, sizeof steps, cell ? "%lu" : "-", cell ? cell->steps : 0);
        table_set(table, column++, steps);
        set_number(table, column++, "%.*e", 4, fit->points.errors[i]);
        if (fit->floor.of_points)
            set_number(table, column++, "%.*e", 1, fit->floor.of_points[i]);
        set_number(table, column++, "%.*f", 3, i > 0 ? fit->order.slopes[i - 1] : NAN);
        set_number(table, column++, "%.*f", 3, i > 1 ? fit->order.extrapolated[i - 2] : NAN);
        describe_point(&text, fit, i, cell);
        table_set(table, column, status);
    }
    fputc('\n', to);
    table_write_text(to, table, "");
    fputc('\n', to);
    table_destroy(table);
}

/* ---- the rest ---- */

/* "LABEL  text", the label padded; nothing where there is no text. */
static void print_line(FILE *to, const char *label, const char *text)
{
    if (!text || !text[0])
        return;
    fprintf(to, "%-14s ", label);
    output_line(to, text);
    fputc('\n', to);
}

static void print_controls(const struct results *results, const struct fit *fit, FILE *to)
{
    char text[EXPLAIN_SENTENCE_SIZE + 256], sentence[EXPLAIN_SENTENCE_SIZE];

    for (size_t i = 0; i < results->fits; i++) {
        const struct fit *other = results->fit + i;

        if (!results_are_witnesses(fit, other))
            continue;
        snprintf(text, sizeof text, "initial data %s: %s", other->curve.problem->initial->name,
                 explain_evidence(other, sentence, sizeof sentence));
        print_line(to, "witness", text);
    }
    print_line(to, "controls", words_control(fit, sentence, sizeof sentence));
    if (words_positive(fit, sentence, sizeof sentence)) {
        snprintf(text, sizeof text, "positive: %s", sentence);
        print_line(to, "controls", text);
    }
    for (size_t i = 0; i < results->claims && fit->claim; i++) {
        const struct claim_result *claim = results->claim + i;
        const bool open = !term_holds(claim->verdict);
        struct words_statement words;

        if (strcmp(claim->id, fit->claim->id) != 0)
            continue;
        words_state(results, claim, &words);
        snprintf(text, sizeof text, "claim %s as a whole: %s%s%s", claim->id,
                 claim->verdict ? term_word(TERM_VERDICT, claim->verdict) : "no verdict", open ? "; " : "",
                 open ? words.evidence : "");
        print_line(to, "controls", text);
        print_line(to, "condition", words.condition);
    }
}

/* The claims that are `id` or a part of it, as the study says them: those that do not hold first. */
static void print_claims(const struct results *results, const char *id, FILE *to)
{
    bool any = false;

    for (int rank = 0; rank <= explain_rank(VERDICT_HOLDS); rank++) {
        for (size_t i = 0; i < results->claims; i++) {
            const struct claim_result *claim = results->claim + i;
            struct words_statement words;
            char line[1024];

            if (!ledger_is_part(claim->id, id) || explain_rank(claim->verdict) != rank)
                continue;
            words_state(results, claim, &words);
            snprintf(line, sizeof line, "%s: %s (%s); %s", claim->id, words.text,
                     claim->source ? claim->source : "without a source", words.brief);
            print_line(to, claim->verdict ? term_word(TERM_VERDICT, claim->verdict) : "no verdict", line);
            print_line(to, "", words.evidence);
            print_line(to, "condition", words.condition);
            any = true;
        }
    }
    fputs(any ? "\n" : "", to);
}

static void print_fit(const struct results *results, const struct fit *fit, FILE *to)
{
    char text[EXPLAIN_SENTENCE_SIZE], line[EXPLAIN_SENTENCE_SIZE + 64], next[WORDS_SENTENCE];

    output_line(to, fit->id);
    fputc('\n', to);
    if (fit->points.count > 0) {
        print_points(results, fit, to);
        print_line(to, "floor", explain_sentence_floor(results, fit, text, sizeof text));
        if (fit->outcome.subject == SUBJECT_NUMBER)
            print_line(to, "value", words_measured(fit, text, sizeof text));
        else if (fit->points.count > 1) /* one step has no order, and a claim that it is zero asks for none */
            print_line(to, "order", explain_sentence_rule(fit, text, sizeof text));
        print_line(to, "exact", words_repeated(fit, text, sizeof text));
    }
    if (fit->claim) {
        char claim[EXPLAIN_SENTENCE_SIZE];

        snprintf(line, sizeof line, "%s, %s", fit->claim->id, explain_claim(fit->claim, claim, sizeof claim));
        print_line(to, "claim", line);
    } else {
        print_line(to, "claim", "none");
    }
    print_controls(results, fit, to);
    snprintf(line, sizeof line, "%s%s%s%s: %s",
             fit->outcome.verdict ? term_word(TERM_VERDICT, fit->outcome.verdict) : "none",
             fit->outcome.reason ? " (" : "",
             fit->outcome.reason ? term_word(TERM_REASON, fit->outcome.reason) : "",
             fit->outcome.reason ? ")" : "", explain_evidence(fit, text, sizeof text));
    print_line(to, "verdict", line);
    print_line(to, "next", words_next(results, fit, next, sizeof next));
    if (fit->outcome.next ==
        VERDICT_NEXT_LENGTH) { /* nothing that reports may say: it differs from machine to machine */
        const struct claim_number *number = &fit->claim->number;

        snprintf(line, sizeof line, "about %.2g s, as %lu steps took %.2g s",
                 number->seconds * (double)number->length / (double)number->steps, number->steps,
                 number->seconds);
        print_line(to, "time", line);
    }
    print_line(to, fit->outcome.next ? "run" : "next",
               explain_sentence_command(results, fit, text, sizeof text));
}

static void print_list(const struct results *results, const char *id, size_t count, const struct fit **fit,
                       FILE *to)
{
    char text[WORDS_SENTENCE], line[WORDS_SENTENCE + 512];

    print_claims(results, id, to);
    for (size_t i = 0; i < count; i++) {
        const bool exception = fit[i]->claim && !term_holds(fit[i]->outcome.verdict);

        snprintf(line, sizeof line, "%s%s%s", fit[i]->id, exception ? "" : "  ",
                 exception       ? ""
                 : fit[i]->claim ? words_found(fit[i], text, sizeof text)
                                 : words_order(fit[i], text, sizeof text));
        print_line(to, fit[i]->outcome.verdict ? term_word(TERM_VERDICT, fit[i]->outcome.verdict) : "-",
                   line);
        if (exception)
            print_line(to, "", explain_evidence(fit[i], text, sizeof text));
    }
    fprintf(to, "\n%zu orders are named by %s; for the points of one: %s\n", count, id,
            words_command(results, fit[0]->id, text, sizeof text));
}

/* ---- a run ---- */

const struct cell *explain_find_cell(const struct results *results, const char *id)
{
    for (size_t i = 0; i < results->cells; i++) {
        if (strcmp(results->cell[i].id, id) == 0)
            return results->cell + i;
    }
    return NULL;
}

static void print_outcome(const struct cell *cell, FILE *to)
{
    char line[EXPLAIN_SENTENCE_SIZE];
    struct words_text text = {line, sizeof line, 0};

    words_append(&text, "%s", term_word(TERM_CELL, cell->status));
    if (cell->status == CELL_BROKE_DOWN)
        words_append(&text, " at step %lu", cell->broke_down_at);
    words_append(&text, "%s%s", cell->reason ? ": " : "", cell->reason ? cell->reason : "");
    print_line(to, "result", line);
    snprintf(line, sizeof line, "%lu residual evaluations, %lu iterations of Newton's method",
             cell->residual_evaluations, cell->newton_iterations);
    print_line(to, "cost", cell->status == CELL_COMPLETED ? line : NULL);
}

/* What was run and what came of it; then the orders and numbers that rest on the run, those that do not hold first. */
static void print_cell(const struct results *results, const struct cell *cell, FILE *to)
{
    const struct fit *of = NULL;
    char text[EXPLAIN_SENTENCE_SIZE], line[2 * EXPLAIN_SENTENCE_SIZE];
    struct words_text command = {text, sizeof text, 0};

    output_line(to, cell->id);
    fputs("\n\n", to);
    snprintf(line, sizeof line, "%lu steps of h = %s, with %s%s%s", cell->steps, cell->step,
             cell->method->name, cell->projection ? ", projection " : "",
             cell->projection ? cell->projection->name : "");
    print_line(to, "run", line);
    print_outcome(cell, to);
    for (size_t i = 0; i < cell->measures; i++) {
        struct words_text measured = {text, sizeof text, 0};

        words_append(&measured, "%s = ", cell->measure[i].name);
        if (isfinite(cell->measure[i].value))
            words_append(&measured, "%.4g", cell->measure[i].value);
        else
            words_append(&measured, "no value");
        print_line(to, i ? "" : "measured", text);
    }
    for (int rank = 0; rank <= explain_rank(VERDICT_HOLDS); rank++) {
        for (size_t i = 0; i < results->fits; i++) {
            const struct fit *fit = results->fit + i;

            if (!results_uses(fit, cell) || explain_rank(fit->outcome.verdict) != rank)
                continue;
            of = of ? of : fit;
            snprintf(line, sizeof line, "%s: %s", fit->id,
                     fit->claim ? explain_evidence(fit, text, sizeof text)
                                : words_order(fit, text, sizeof text));
            print_line(to, fit->outcome.verdict ? term_word(TERM_VERDICT, fit->outcome.verdict) : "used in",
                       line);
        }
    }
    if (!of)
        return;
    if (foreign_method_of(of->curve.method))
        words_append_part(&command, results, of);
    else
        words_append_run(&command, of, cell->step, cell->steps, cell->precision->text);
    print_line(to, "again", text);
    print_line(to, "next", words_command(results, of->id, line, sizeof line));
}

bool explain_print(const struct results *results, const char *id, FILE *to, struct error *error)
{
    const struct cell *cell = explain_find_cell(results, id);
    const struct fit **fit;
    size_t count;

    if (cell)
        return print_cell(results, cell, to), true;
    fit = explain_find(results, id, &count, error);
    if (!fit)
        return false;
    if (count == 1)
        print_fit(results, fit[0], to);
    else
        print_list(results, id, count, fit, to);
    free(fit);
    return true;
}
