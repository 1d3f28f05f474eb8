/* The outcome of a gate as JUnit XML: see junit.h.
 *
 * There is no standard; what is written here is understood by all readers: the elements and attributes that
 * the schema junit-10 of Jenkins and the older one of Ant have in common (a strict form is tests/data/junit.xsd).
 * A test case is found again in the next run by its class name and its name, which therefore depend on
 * nothing but what is compared. */
#include "reports/junit.h"

#include <string.h>

#include "harness/plan/provenance.h"
#include "reports/explain.h"
#include "measures/run/precision.h"
#include "reports/output.h"
#include "reports/words.h"

/* As fprintf does, with every text escaped. */
#define xml_print(file, ...) output_print(file, output_html, __VA_ARGS__)

/* ---- kinds ---- */

enum kind { PASSED, FAILURE, ERROR, SKIPPED, KINDS };

static enum kind kind_of(const struct gate_check *check)
{
    if (check->state == GATE_INCOMPLETE)
        return ERROR;
    if (check->difference.kind)
        return FAILURE;
    if (check->verdict == VERDICT_VACUOUS || check->verdict == VERDICT_NOT_APPLICABLE)
        return SKIPPED;
    if (check->state == GATE_DIFFERENT)
        return FAILURE;
    return check->verdict == VERDICT_INCONCLUSIVE ? SKIPPED : PASSED;
}

/* ---- test cases ---- */

/* "200 bits", "double", "200 bits:split" */
static const char *name_precision(const char *precision, char *buffer, size_t size)
{
    const char *rounding = precision_rounding(precision);

    snprintf(buffer, size, "%.*s%s%s", (int)(rounding - precision), precision,
             precision_is_double(precision) ? "" : " bits", rounding);
    return buffer;
}

static void write_class(FILE *file, const struct problem *problem, const struct method *method,
                        const struct projection *projection)
{
    xml_print(file, " classname=\"assay.%s.%s.%s\"", problem->model->name, method->name, projection->name);
}

/* Class and name.  Initial data and measure tell apart what one claim says about several. */
static void write_names(FILE *file, const struct gate_check *check)
{
    const struct fit *fit = check->fit;
    const struct cell *cell = check->cell;
    char precision[80];

    if (fit) {
        write_class(file, fit->problem, fit->method, fit->projection);
        xml_print(file, " name=\"%s %s %s %s\"", fit->claim ? fit->claim->id : "no claim", fit->measure,
                  fit->problem->initial->name,
                  name_precision(fit->precision->text, precision, sizeof precision));
    } else if (cell) {
        write_class(file, cell->problem, cell->method, cell->projection);
        xml_print(file, " name=\"run %s h = %s %s\"", cell->problem->initial->name, cell->step,
                  name_precision(cell->precision->text, precision, sizeof precision));
    } else {
        xml_print(file, " classname=\"assay.claims\" name=\"%s\"", check->id);
    }
    fputs(" time=\"0\"", file);
}

static void write_line(FILE *file, const char *label, const char *text)
{
    if (text && *text)
        xml_print(file, "%s%s\n", label, text);
}

/* What a person needs who sees nothing but the report of the CI. */
static void write_evidence(FILE *file, const struct gate_check *check)
{
    const struct fit *fit = check->fit;
    char text[WORDS_SENTENCE];

    write_line(file, "", check->id);
    if (fit && fit->claim)
        write_line(file, "claim: ", explain_claim(fit->claim, text, sizeof text));
    if (check->claim) {
        struct words_statement words;

        write_line(file, "claim: ", words_state(check->results, check->claim, &words)->text);
        write_line(file, "source: ", check->claim->source);
        write_line(file, "measured: ", words.measured);
        write_line(file, "condition: ", words.condition);
    }
    write_line(file, "evidence: ", gate_evidence(check, text, sizeof text));
    if (fit) {
        write_line(file, "controls: ", words_control(fit, text, sizeof text));
        write_line(file, "positive control: ", words_positive(fit, text, sizeof text));
        write_line(file, "next: ", words_next(check->results, fit, text, sizeof text));
    }
    if (!check->cell)
        write_line(file, "points: ", words_command(check->results, check->id, text, sizeof text));
}

static void write_reason(FILE *file, const struct gate_check *check, const char *element)
{
    const char *verdict = term_word(TERM_VERDICT, check->verdict);
    char text[WORDS_SENTENCE];

    xml_print(file, "<%s type=\"%s\" message=\"", element,
              check->state == GATE_INCOMPLETE ? "incomplete"
              : check->difference.kind        ? "value"
                                              : verdict);
    if (check->state == GATE_DIFFERENT && !check->difference.kind)
        xml_print(file, "expected %s, found %s: ", term_word(TERM_VERDICT, check->expected), verdict);
    xml_print(file, "%s\">", gate_evidence(check, text, sizeof text));
    write_evidence(file, check);
    fprintf(file, "</%s>", element);
}

static void write_case(FILE *file, const struct gate_check *check)
{
    static const char *const elements[KINDS] = {NULL, "failure", "error", "skipped"};
    const enum kind kind = kind_of(check);

    fputs("    <testcase", file);
    write_names(file, check);
    fputs(">\n      ", file);
    if (kind == PASSED) {
        fprintf(file, "<system-out>%s, as expected\n", term_word(TERM_VERDICT, check->verdict));
        write_evidence(file, check);
        fputs("</system-out>", file);
    } else {
        write_reason(file, check, elements[kind]);
    }
    fputs("\n    </testcase>\n", file);
}

/* ---- suites ---- */

static const char *suite_of(const struct gate_check *check)
{
    return check->fit    ? check->fit->problem->model->name
           : check->cell ? check->cell->problem->model->name
                         : "claims";
}

/* The claims are a suite of their own, even beside a model of that name. */
static bool is_same_suite(const struct gate_check *a, const struct gate_check *b)
{
    return a->results == b->results && !a->claim == !b->claim && strcmp(suite_of(a), suite_of(b)) == 0;
}

static bool opens_suite(const struct gate_outcome *outcome, size_t i)
{
    for (size_t before = 0; before < i; before++) {
        if (is_same_suite(outcome->check + before, outcome->check + i))
            return false;
    }
    return true;
}

/* Counts the checks by kind: those of the suite of `like`, or all where it is NULL. */
static size_t count_kinds(const struct gate_outcome *outcome, const struct gate_check *like,
                          size_t counts[KINDS])
{
    size_t all = 0;

    memset(counts, 0, KINDS * sizeof *counts);
    for (size_t i = 0; i < outcome->checks; i++) {
        if (like && !is_same_suite(outcome->check + i, like))
            continue;
        counts[kind_of(outcome->check + i)]++;
        all++;
    }
    return all;
}

static void write_counts(FILE *file, size_t all, const size_t counts[KINDS])
{
    fprintf(file, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", all, counts[FAILURE], counts[ERROR]);
}

static void write_properties(FILE *file, const struct provenance *provenance)
{
    fputs("    <properties>\n", file);
    for (size_t i = 0; i < PROVENANCE_PARTS; i++) {
        const struct provenance_part part = provenance_part(provenance, i);

        xml_print(file, "      <property name=\"%s\" value=\"%s\"/>\n", part.name, part.value);
    }
    fputs("    </properties>\n", file);
}

static void write_suite(FILE *file, const struct gate_outcome *outcome, const struct gate_check *first)
{
    size_t counts[KINDS], all = count_kinds(outcome, first, counts);

    xml_print(file, "  <testsuite name=\"%s\" package=\"%s\"", suite_of(first), first->results->study->name);
    write_counts(file, all, counts);
    fprintf(file, " skipped=\"%zu\" time=\"0\">\n", counts[SKIPPED]);
    write_properties(file, &first->results->provenance);
    for (size_t i = 0; i < outcome->checks; i++) {
        if (is_same_suite(outcome->check + i, first))
            write_case(file, outcome->check + i);
    }
    fputs("  </testsuite>\n", file);
}

bool junit_write(const struct gate_outcome *outcome, const char *path, struct error *error)
{
    struct output output;
    size_t counts[KINDS], all = count_kinds(outcome, NULL, counts);

    if (!output_open_path(&output, error, path))
        return false;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"assay\"", output.file);
    write_counts(output.file, all, counts);
    fputs(" time=\"0\">\n", output.file);
    for (size_t i = 0; i < outcome->checks; i++) {
        if (opens_suite(outcome, i))
            write_suite(output.file, outcome, outcome->check + i);
    }
    fputs("</testsuites>\n", output.file);
    return output_close(&output, error);
}
