/* The outcome of a gate as JSON, as lines and as Markdown: see gate.h. */
#include "reports/explain.h"
#include "harness/judge/gate.h"

#include <string.h>

#include "harness/plan/provenance.h"
#include "reports/output.h"
#include "reports/tables/columns.h"
#include "reports/tables/table.h"
#include "reports/words.h"

/* ---- JSON ---- */

static const char *next_of(const struct gate_check *check, char *buffer, size_t size)
{
    return check->fit ? words_next(check->results, check->fit, buffer, size) : NULL;
}

/* A value that is not as accepted. */
static void append_difference(struct words_text *text, const struct baseline_difference *difference)
{
    if (difference->kind == BASELINE_NEW)
        words_append(text, "no values of it were accepted; accept them with --accept");
    else if (difference->kind == BASELINE_MISSING)
        words_append(text, "its values were accepted and it was not measured");
    else
        words_append(text, "%s%.7g%s%s, accepted %.7g", difference->kind == BASELINE_ORDER ? "order " : "",
                     difference->found,
                     difference->kind == BASELINE_POINTS ? " steps"
                     : difference->step                  ? " at h = "
                                                         : "",
                     difference->step ? difference->step : "", difference->accepted);
}

const char *gate_evidence(const struct gate_check *check, char *buffer, size_t size)
{
    const struct cell *cell = check->cell;
    struct words_text text = {buffer, size, 0};
    struct words_statement words;

    if (check->difference.kind) {
        append_difference(&text, &check->difference);
        return buffer;
    }
    if (cell) {
        words_append(&text, "%s", cell->reason ? cell->reason : term_word(TERM_CELL, cell->status));
        return buffer;
    }
    if (check->claim) {
        words_state(check->results, check->claim, &words);
        words_append(&text, "%s", *words.evidence ? words.evidence : words.measured);
        return buffer;
    }
    if (check->broken > 0)
        words_append(&text, "%zu of %zu runs without an end, one of them %s at h = %.200s; ", check->broken,
                     check->fit->points > check->broken ? check->fit->points : check->broken,
                     term_word(TERM_CELL, check->broken_cell->status), check->broken_cell->step);
    explain_evidence(check->fit, buffer + text.length, size - text.length);
    return buffer;
}

/* The checks in one state. */
static json_t *checks_json(const struct gate_outcome *outcome, enum gate_state state)
{
    json_t *checks = json_array();

    for (size_t i = 0; i < outcome->checks; i++) {
        const struct gate_check *check = outcome->check + i;
        char evidence[WORDS_SENTENCE], next[WORDS_SENTENCE];

        if (check->state == state)
            json_array_append_new(
                checks, json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "study",
                                  columns_text(check->results->study->name), "id", columns_text(check->id),
                                  "expected", columns_text(term_word(TERM_VERDICT, check->expected)),
                                  "verdict", columns_text(term_word(TERM_VERDICT, check->verdict)),
                                  "evidence", columns_text(gate_evidence(check, evidence, sizeof evidence)),
                                  "next", columns_text(next_of(check, next, sizeof next))));
    }
    return checks;
}

json_t *gate_json(const struct gate_outcome *outcome, const struct provenance *provenance)
{
    return json_pack("{s:o, s:I, s:I, s:I, s:o, s:o}", "assay", provenance_json(provenance), "as_expected",
                     (json_int_t)outcome->as_expected, "different", (json_int_t)outcome->different,
                     "incomplete", (json_int_t)outcome->incomplete, "differences",
                     checks_json(outcome, GATE_DIFFERENT), "unfinished",
                     checks_json(outcome, GATE_INCOMPLETE));
}

/* ---- lines ---- */

static void print_check(const struct gate_check *check, FILE *to)
{
    char text[WORDS_SENTENCE];
    const char *next;

    fputs(check->state == GATE_DIFFERENT ? "differs     " : "incomplete  ", to);
    output_line(to, check->id);
    if (check->difference.kind) {
        fprintf(to, ": %s\n", gate_evidence(check, text, sizeof text));
        return;
    }
    if (check->state == GATE_DIFFERENT)
        fprintf(to, ": expected %s, found %s", term_word(TERM_VERDICT, check->expected),
                term_word(TERM_VERDICT, check->verdict));
    fputs("\n            ", to);
    output_line(to, gate_evidence(check, text, sizeof text));
    next = next_of(check, text, sizeof text);
    if (next) {
        fputs("\n            next: ", to);
        output_line(to, next);
    }
    if (!check->cell) {
        fputs("\n            ", to);
        output_line(to, words_command(check->results, check->id, text, sizeof text));
    }
    fputc('\n', to);
}

static void print_counts(const struct gate_outcome *outcome, FILE *to)
{
    fprintf(to, "%zu as expected, %zu different, %zu incomplete\n", outcome->as_expected, outcome->different,
            outcome->incomplete);
}

void gate_print(const struct gate_outcome *outcome, FILE *to)
{
    for (enum gate_state state = GATE_DIFFERENT; state <= GATE_INCOMPLETE; state++) {
        for (size_t i = 0; i < outcome->checks; i++) {
            if (outcome->check[i].state == state)
                print_check(outcome->check + i, to);
        }
    }
    print_counts(outcome, to);
}

/* ---- Markdown ---- */

static void write_table(const struct gate_outcome *outcome, enum gate_state state, const char *title,
                        FILE *to)
{
    static const char *const names[] = {"expected", "found", "evidence", "next"};
    struct table *table = table_create("id", 4, names);

    for (size_t i = 0; i < outcome->checks; i++) {
        const struct gate_check *check = outcome->check + i;
        char evidence[WORDS_SENTENCE], next[WORDS_SENTENCE];
        const char *const text[] = {
            term_word(TERM_VERDICT, check->expected), term_word(TERM_VERDICT, check->verdict),
            gate_evidence(check, evidence, sizeof evidence), next_of(check, next, sizeof next)};

        if (check->state != state)
            continue;
        table_add_row(table, false, check->id, NULL);
        for (size_t c = 0; c < 4; c++)
            table_set(table, c, (struct table_cell){.text = text[c] ? text[c] : "–"});
    }
    fprintf(to, "\n### %s\n\n", title);
    table_write_markdown(to, table);
    table_destroy(table);
}

/* The titles of the studies, each once: checks come study by study. */
static void write_studies(const struct gate_outcome *outcome, FILE *to)
{
    const struct results *last = NULL;

    for (size_t i = 0; i < outcome->checks; i++) {
        if (outcome->check[i].results == last)
            continue;
        fputs(last ? ", " : "", to);
        last = outcome->check[i].results;
        output_markdown(to, last->study->name);
    }
}

void gate_summary(const struct gate_outcome *outcome, const struct provenance *provenance, FILE *to)
{
    fputs("## assay gate: ", to);
    write_studies(outcome, to);
    fprintf(to, "\n\n**%s**: ",
            outcome->different    ? "Different"
            : outcome->incomplete ? "Incomplete"
                                  : "As expected");
    print_counts(outcome, to);
    if (outcome->different)
        write_table(outcome, GATE_DIFFERENT, "Different", to);
    if (outcome->incomplete)
        write_table(outcome, GATE_INCOMPLETE, "Incomplete", to);
    fprintf(to,
            "\nassay %s, numerics %s, commit %s; `assay explain ID` prints the points behind a verdict.\n",
            provenance->version, provenance->numerics_version, provenance->commit);
}
