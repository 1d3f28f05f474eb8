/* The outcome of a gate as JUnit XML: see junit.h.
 *
 * There is no standard; what is written here is understood by all readers: the elements and attributes that
 * the schema junit-10 of Jenkins and the older one of Ant have in common (a strict form is tests/data/junit.xsd).
 * A test case is found again in the next run by its class name and its name, which therefore depend on
 * nothing but what is compared. */
#include "reports/junit.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

#include "reports/explain.h"
#include "measures/run/precision.h"
#include "reports/output.h"
#include "reports/words.h"

/* ---- text ---- */

/* The length of the character of UTF-8 at `text`, and its number; 0 where there is none. */
static size_t read_character(const unsigned char *text, uint32_t *character)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* shorter forms are not UTF-8 */
    size_t length = text[0] < 0x80 ? 1 : text[0] < 0xc0 ? 0 : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;

    *character = length < 2 ? text[0] : text[0] & (0xffu >> (length + 1));
    if (text[0] >= 0xf8)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        *character = *character << 6 | (text[i] & 0x3f);
    }
    if (length > 1 && (*character < least[length] || *character > 0x10ffff ||
                       (*character >= 0xd800 && *character <= 0xdfff)))
        return 0;
    return length;
}

/* Control characters, and the two numbers that are no characters. */
static bool is_dropped(uint32_t character)
{
    return (character < 0x20 && character != '\n' && character != '\t') ||
           (character >= 0x7f && character < 0xa0) || character == 0xfffe || character == 0xffff;
}

static void write_character(FILE *file, const unsigned char *text, size_t length)
{
    switch (text[0]) {
    case '&':
        fputs("&amp;", file);
        break;
    case '<':
        fputs("&lt;", file);
        break;
    case '>':
        fputs("&gt;", file);
        break;
    case '"':
        fputs("&quot;", file);
        break;
    default:
        fwrite(text, 1, length, file);
    }
}

/* Text that any reader of XML takes, in content and attributes: bytes that are not UTF-8 become question
 * marks, control characters are dropped. */
static void write_text(FILE *file, const char *text)
{
    const unsigned char *c = (const unsigned char *)(text ? text : "");

    while (*c) {
        uint32_t character;
        const size_t length = read_character(c, &character);

        if (length == 0)
            fputc('?', file);
        else if (!is_dropped(character))
            write_character(file, c, length);
        c += length ? length : 1;
    }
}

/* NAME="VALUE" */
static void write_attribute(FILE *file, const char *name, const char *value)
{
    fprintf(file, " %s=\"", name);
    write_text(file, value);
    fputc('"', file);
}

/* ---- kinds ---- */

enum kind { PASSED, FAILURE, ERROR, SKIPPED, KINDS };

static enum kind kind_of(const struct gate_check *check)
{
    if (check->state == GATE_INCOMPLETE)
        return ERROR;
    if (check->verdict == VERDICT_VACUOUS || check->verdict == VERDICT_NOT_APPLICABLE)
        return SKIPPED;
    if (check->state == GATE_DIFFERENT)
        return FAILURE;
    return check->verdict == VERDICT_INCONCLUSIVE ? SKIPPED : PASSED;
}

/* ---- test cases ---- */

/* "200 bits", "double", "200 bits:split" */
static void write_precision(FILE *file, const char *precision)
{
    const char *rounding = precision_rounding(precision);

    fprintf(file, "%.*s", (int)(rounding - precision), precision);
    fputs(precision_is_double(precision) ? "" : " bits", file);
    write_text(file, rounding);
}

static void write_class(FILE *file, const char *model, const char *method, const char *projection)
{
    fputs(" classname=\"assay.", file);
    write_text(file, model);
    fputc('.', file);
    write_text(file, method);
    fputc('.', file);
    write_text(file, projection);
    fputc('"', file);
}

/* Class and name.  Initial data and measure tell apart what one claim says about several. */
static void write_names(FILE *file, const struct gate_check *check)
{
    const struct fit *fit = check->fit;
    const struct cell *cell = check->cell;

    if (fit) {
        write_class(file, fit->problem->model->name, fit->method->name, fit->projection->name);
        fputs(" name=\"", file);
        write_text(file, fit->claim ? fit->claim->id : "no claim");
        fputc(' ', file);
        write_text(file, fit->measure);
        fputc(' ', file);
        write_text(file, fit->problem->initial->name);
        fputc(' ', file);
        write_precision(file, fit->precision->text);
    } else if (cell) {
        write_class(file, cell->problem->model->name, cell->method->name, cell->projection->name);
        fputs(" name=\"run ", file);
        write_text(file, cell->problem->initial->name);
        fputs(" h = ", file);
        write_text(file, cell->step);
        fputc(' ', file);
        write_precision(file, cell->precision->text);
    } else {
        fputs(" classname=\"assay.claims\" name=\"", file);
        write_text(file, check->id);
    }
    fputs("\" time=\"0\"", file);
}

static void write_line(FILE *file, const char *label, const char *text)
{
    if (!text || !text[0])
        return;
    fputs(label, file);
    write_text(file, text);
    fputc('\n', file);
}

/* What a person needs who sees nothing but the report of the CI. */
static void write_evidence(FILE *file, const struct gate_check *check)
{
    char claim[EXPLAIN_SENTENCE_SIZE], text[WORDS_SENTENCE];

    write_line(file, "", check->id);
    if (check->fit && check->fit->claim)
        write_line(file, "claim: ", explain_claim(check->fit->claim, claim, sizeof claim));
    if (check->claim) {
        struct words_statement words;

        write_line(file, "claim: ", words_state(check->results, check->claim, &words)->text);
        write_line(file, "source: ", check->claim->source);
        write_line(file, "measured: ", words.measured);
        write_line(file, "condition: ", words.condition);
    }
    write_line(file, "evidence: ", gate_evidence(check, text, sizeof text));
    if (check->fit) {
        write_line(file, "controls: ", check->fit->control);
        write_line(file, "positive control: ", check->fit->positive_control);
        write_line(file, "next: ", words_next(check->results, check->fit, text, sizeof text));
    }
    if (!check->cell) {
        char command[EXPLAIN_SENTENCE_SIZE];

        write_line(file, "points: ", explain_command(check->results, check->id, command, sizeof command));
    }
}

static void write_reason(FILE *file, const struct gate_check *check, const char *element)
{
    const char *verdict = term_word(TERM_VERDICT, check->verdict);
    char text[WORDS_SENTENCE];

    fprintf(file, "<%s type=\"", element);
    write_text(file, check->state == GATE_INCOMPLETE ? "incomplete" : verdict);
    fputs("\" message=\"", file);
    if (check->state == GATE_DIFFERENT)
        fprintf(file, "expected %s, found %s: ", term_word(TERM_VERDICT, check->expected), verdict);
    write_text(file, gate_evidence(check, text, sizeof text));
    fputs("\">", file);
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

static void write_properties(FILE *file, const struct provenance *p)
{
    const struct {
        const char *name, *value;
    } rows[] = {{"version", p->version},  {"numerics_version", p->numerics_version},
                {"commit", p->commit},    {"compiler", p->compiler},
                {"mpfr", p->mpfr},        {"processor", p->processor},
                {"study", p->study_hash}, {"command", p->command}};

    fputs("    <properties>\n", file);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fputs("      <property", file);
        write_attribute(file, "name", rows[i].name);
        write_attribute(file, "value", rows[i].value);
        fputs("/>\n", file);
    }
    fputs("    </properties>\n", file);
}

static void write_suite(FILE *file, const struct gate_outcome *outcome, const struct gate_check *first)
{
    size_t counts[KINDS], all = count_kinds(outcome, first, counts);

    fputs("  <testsuite", file);
    write_attribute(file, "name", suite_of(first));
    write_attribute(file, "package", first->results->study->name);
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

    snprintf(output.path, sizeof output.path, "%s", path);
    output.file = fopen(path, "w");
    if (!output.file)
        return error_set(error, "%.900s: cannot write: %s", path, strerror(errno));
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
