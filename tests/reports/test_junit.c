/* JUnit files of the gate on a small study with a verdict of every kind.
 *
 * The XML is checked by a reader written here for the purpose, and against tests/data/junit.xsd by xmllint where
 * that is installed. */
#include "tests/fixtures/test.h"

#include "reports/gate_document.h"
#include "reports/template.h"
#include "tests/fixtures/judge/gate_fixture.h"
#include "tests/fixtures/runs/run_fixture.h"

#include <unistd.h>

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* Whether the elements are closed in the order they were opened, attributes are quoted, and every & opens one
 * of the five entities. */
static bool is_well_formed(const char *text)
{
    char open[16][32];
    size_t depth = 0;

    for (const char *c = text; *c; c++) {
        const char *end = strchr(c, '>');
        size_t length = strcspn(c + 1, " />\n");

        if ((unsigned char)*c < ' ' && *c != '\n')
            return false;
        if (*c == '&' && strncmp(c, "&amp;", 5) != 0 && strncmp(c, "&lt;", 4) != 0 &&
            strncmp(c, "&gt;", 4) != 0 && strncmp(c, "&quot;", 6) != 0 && strncmp(c, "&#39;", 5) != 0)
            return false;
        if (*c != '<' || c[1] == '?')
            continue;
        if (!end || memchr(c + 1, '<', (size_t)(end - c) - 1))
            return false;
        if (c[1] == '/') {
            if (depth == 0 || strlen(open[depth - 1]) != (size_t)(end - c) - 2 ||
                strncmp(open[depth - 1], c + 2, (size_t)(end - c) - 2) != 0)
                return false;
            depth--;
        } else if (end[-1] != '/') {
            if (depth == 16 || length >= sizeof *open)
                return false;
            snprintf(open[depth++], sizeof *open, "%.*s", (int)length, c + 1);
        }
    }
    return depth == 0;
}

static size_t count_before(const char *text, const char *end, const char *what)
{
    size_t n = 0;

    for (const char *c = text; (c = strstr(c, what)) && c < end; c++)
        n++;
    return n;
}

static size_t attribute(const char *element, const char *name)
{
    const char *found = strstr(element, name);

    assert_non_null(found);
    return strtoul(found + strlen(name), NULL, 10);
}

/* The counts of an element against what it contains. */
static void check_counts(const char *element, const char *end)
{
    assert_int_equal(attribute(element, " tests=\""), count_before(element, end, "<testcase"));
    assert_int_equal(attribute(element, " failures=\""), count_before(element, end, "<failure"));
    assert_int_equal(attribute(element, " errors=\""), count_before(element, end, "<error"));
}

/* Whether xmllint says the file is valid; true where there is no xmllint. */
static bool is_valid(const char *path)
{
    char command[300];

    if (system("command -v xmllint >/dev/null 2>&1") != 0) {
        print_message("xmllint is not installed: the XML is not validated\n");
        return true;
    }
    snprintf(command, sizeof command, "xmllint --noout --schema tests/data/junit.xsd %s >/dev/null 2>&1",
             path);
    return system(command) == 0;
}

static bool junit_write(const struct gate_outcome *outcome, const char *path)
{
    json_t *document = gate_document(outcome, &(struct provenance){0});
    const bool written = template_write_path(path, "gate.xml", document, &said);

    json_decref(document);
    return written;
}

static char *write_junit(const struct gate_fixture *f, char path[40])
{
    struct gate_outcome *outcome = fixture_gate(f, NULL);
    int file;

    snprintf(path, 40, "/tmp/assay-junit-XXXXXX");
    file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_true(junit_write(outcome, path));
    return read_file(path);
}

static const char *case_of(const char *xml, const char *names)
{
    const char *found = strstr(xml, names);

    if (!found)
        fail_msg("no test case %s in\n%s", names, xml);
    found = strchr(found, '>') + 1;
    return found + strspn(found, " \n");
}

static void assert_starts(const char *text, const char *start)
{
    if (strncmp(text, start, strlen(start)) != 0)
        fail_msg("expected %s, found %.200s", start, text);
}

TEST(test_junit_elements)
{
    struct gate_fixture *f = fixture_made();
    char path[40], *xml;

    fixture_spoil(f);
    f->fit[VACUOUS].context.control.kind = CONTROL_MODELS_ALIKE;
    f->fit[VACUOUS].context.positive = POSITIVE_DIGITS;
    f->cell[IN_DOUBLE * STEPS].status = CELL_CRASHED;
    xml = write_junit(f, path);
    assert_starts(
        case_of(xml,
                "classname=\"assay.lotka-volterra.gauss-1.none\" name=\"K1 energy_error default 200 bits\""),
        "<system-out>holds, as expected\n");
    assert_starts(case_of(xml, "classname=\"assay.lotka-volterra.gauss-1.symmetric\" name=\"K1 "),
                  "<failure type=\"refuted\" message=\"expected holds, found refuted: claimed: below "
                  "a&lt;b&gt; &amp; &quot;c&quot; | ]]&gt;   [31m    \xe2\x80\x93 \xc3\xbc ??? ?? ?; "
                  "measured 3 at h = 0.1\">lotka-volterra/");
    assert_starts(case_of(xml, "classname=\"assay.lotka-volterra.dla:1/3.none\""),
                  "<failure type=\"inconclusive\"");
    assert_starts(case_of(xml, "classname=\"assay.lotka-volterra.gauss-2.symmetric\""),
                  "<skipped type=\"vacuous\"");
    assert_says(xml, "\ncontrols: cannot tell the model from the others: the same method fails on none "
                     "of them\npositive control: two integrations of the reference, ");
    assert_starts(case_of(xml, "classname=\"assay.lotka-volterra.gauss-2.midpoint\""),
                  "<skipped type=\"not applicable\"");
    assert_starts(case_of(xml, "name=\"no claim energy_error default double\""),
                  "<error type=\"incomplete\"");
    assert_starts(case_of(xml, "classname=\"assay.claims\" name=\"K1\""), "<failure type=\"refuted\"");
    unlink(path);

    f->cell[IN_DOUBLE * STEPS].status = CELL_COMPLETED;
    fixture_expect_all(f);
    xml = write_junit(f, path);
    assert_starts(case_of(xml, "assay.lotka-volterra.gauss-1.symmetric"),
                  "<system-out>refuted, as expected\n");
    assert_starts(case_of(xml, "assay.lotka-volterra.dla:1/3.none"), "<skipped type=\"inconclusive\"");
    assert_int_equal(attribute(strstr(xml, "<testsuites"), "failures=\""), 0);
    unlink(path);

    f->fit[0].curve.precision = named_precision("200:split");
    f->fit[1].curve.precision = named_precision("double:uncompensated");
    xml = write_junit(f, path);
    assert_says(xml, " default 200 bits:split\"", " default double:uncompensated\"");
    unlink(path);
}

TEST(test_junit_structure)
{
    struct gate_fixture *f = fixture_made();
    char path[40], other[40], *xml, *again;
    const char *end;

    f->cell[IN_DOUBLE * STEPS].status = CELL_CRASHED;
    xml = write_junit(f, path);
    assert_true(is_well_formed(xml));
    assert_true(is_valid(path));
    assert_int_equal(count(xml, "<testsuite "), 3); /* two models, the claims */
    assert_int_equal(count(xml, "<testcase "), FITS + CLAIMS);
    check_counts(strstr(xml, "<testsuites"), xml + strlen(xml));
    for (const char *suite = xml; (suite = strstr(suite, "<testsuite ")); suite = end) {
        end = strstr(suite, "</testsuite>");
        assert_non_null(end);
        check_counts(suite, end);
        assert_int_equal(attribute(suite, " skipped=\""), count_before(suite, end, "<skipped"));
    }
    again = write_junit(f, other);
    assert_string_equal(xml, again);
    unlink(path);
    unlink(other);
}

/* The checks above find faults: each of these texts is taken for another. */
TEST(test_junit_controls)
{
    static const char *const faults[][2] = {{"&amp;", "&"},
                                            {"</failure>", "</error>"},
                                            {"<system-out>", "<system-out>\x01"},
                                            {"</testsuites>", ""},
                                            {" tests=\"", " test=\""},
                                            {"<failure ", "<wrong "},
                                            {"\"assay.claims\"", "\"claims\""},
                                            {" time=\"0\"", " time=\"-1\""},
                                            {"name=\"K2\"", "name=\"K1\""}};
    const bool has_xmllint = system("command -v xmllint >/dev/null 2>&1") == 0;
    struct gate_fixture *f = fixture_made();
    char path[40], *xml;

    xml = write_junit(f, path);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const char *at = strstr(xml, faults[i][0]);
        char *faulty = kept_memory(calloc(1, strlen(xml) + 64));

        assert_non_null(at);
        assert_non_null(faulty);
        sprintf(faulty, "%.*s%s%s", (int)(at - xml), xml, faults[i][1], at + strlen(faults[i][0]));
        write_text(path, faulty);
        if (i < 4 && is_well_formed(faulty))
            fail_msg("%s for %s is taken for well formed", faults[i][1], faults[i][0]);
        if (has_xmllint && is_valid(path))
            fail_msg("%s for %s is taken for valid", faults[i][1], faults[i][0]);
    }
    unlink(path);
}

TEST(test_two_studies)
{
    struct gate_fixture first, second;
    const struct results *const both[] = {&first.results, &second.results};
    struct gate_outcome *outcome;
    char path[40] = "/tmp/assay-junit-XXXXXX", *xml;
    int file = mkstemp(path);

    assert_true(file >= 0);
    close(file);
    fixture_fill(&first);
    fixture_fill(&second);
    fixture_expect_all(&first); /* of the first study alone */
    second.study.name = (char *)"other";
    outcome = kept(gate_create(2, both, NULL, &said));
    assert_non_null(outcome);
    assert_int_equal(outcome->as_expected, 9 + 4);
    assert_int_equal(outcome->different, 5);
    assert_true(junit_write(outcome, path));
    xml = read_file(path);
    assert_int_equal(count(xml, "package=\"small\""), 3);
    assert_int_equal(count(xml, "package=\"other\""), 3);
    assert_true(is_valid(path));
    unlink(path);
    fixture_expect(&second, "K9", "holds");
    assert_null(gate_create(2, both, NULL, &said));
    assert_says(said.text, "study other: expect: K9");
}

TEST(test_junit_cannot_write)
{
    struct gate_fixture *f = fixture_made();
    struct gate_outcome *outcome;

    outcome = fixture_gate(f, NULL);
    assert_false(junit_write(outcome, "/nowhere/out.xml"));
    assert_string_equal(
        said.text,
        "/nowhere/out.xml: cannot write: No such file or directory; make room, or name another place");
    if (access("/dev/full", W_OK) == 0) {
        assert_false(junit_write(outcome, "/dev/full"));
        assert_says(said.text, "/dev/full: cannot write");
    }
}
