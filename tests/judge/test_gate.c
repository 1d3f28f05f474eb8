/* The gate and its reports on a small study with a verdict of every kind.
 *
 * The XML is checked by a reader written here for the purpose, and against tests/data/junit.xsd by xmllint where
 * that is installed. */
#include "tests/fixtures/test.h"

#include "harness/commands/command.h"
#include "harness/judge/gate.h"
#include "reports/junit.h"
#include "tests/fixtures/gate_fixture.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- helpers ---- */

static struct gate_outcome *gate(const struct gate_fixture *f, const char *allowed)
{
    const struct results *results = &f->results;
    struct error error = {""};
    struct gate_outcome *outcome = gate_create(1, &results, allowed, &error);

    if (!outcome)
        fail_msg("%s", error.text);
    assert_int_equal(outcome->as_expected + outcome->different + outcome->incomplete, outcome->checks);
    return outcome;
}

static enum gate_state state_of(const struct gate_outcome *outcome, const char *id)
{
    for (size_t i = 0; i < outcome->checks; i++) {
        if (strcmp(outcome->check[i].id, id) == 0)
            return outcome->check[i].state;
    }
    fail_msg("%s was not checked", id);
    return GATE_INCOMPLETE;
}

/* The ids of what differs, separated by blanks, without the equal parts of the ids. */
static void assert_different(const struct gate_fixture *f, const char *allowed, const char *expected)
{
    struct gate_outcome *outcome = gate(f, allowed);
    char found[400] = "";

    for (size_t i = 0; i < outcome->checks; i++) {
        const struct gate_check *check = outcome->check + i;

        if (check->state != GATE_DIFFERENT)
            continue;
        snprintf(found + strlen(found), sizeof found - strlen(found), "%s%s%s%s", found[0] ? " " : "",
                 check->fit ? check->fit->method->name : check->id, check->fit ? "/" : "",
                 check->fit ? check->fit->projection->name : "");
    }
    assert_string_equal(found, expected);
    assert_int_equal(gate_whole(outcome), expected[0] ? GATE_DIFFERENT : GATE_AS_EXPECTED);
    gate_destroy(outcome);
}

static void assert_refused(const struct gate_fixture *f, const char *allowed, const char *part)
{
    const struct results *results = &f->results;
    struct error error = {""};

    assert_null(gate_create(1, &results, allowed, &error));
    if (!strstr(error.text, part))
        fail_msg("the message does not say %s: %s", part, error.text);
}

/* ---- what is expected ---- */

TEST(test_holds_is_expected_by_default)
{
    struct gate_fixture f;
    struct gate_outcome *outcome;

    fixture_fill(&f);
    assert_different(&f, NULL, "gauss-1/symmetric dla:1/3/none gauss-2/symmetric K1 K2");
    outcome = gate(&f, NULL);
    assert_int_equal(outcome->as_expected, 4); /* two that hold, one that does not apply, K3 */
    gate_destroy(outcome);
    f.fit[HOLDS].verdict = VERDICT_REFUTED;
    assert_different(&f, NULL, "gauss-1/none gauss-1/symmetric dla:1/3/none gauss-2/symmetric K1 K2");
    f.claim[2].verdict = VERDICT_NOT_APPLICABLE; /* a claim that applies nowhere shows nothing */
    assert_different(&f, NULL, "gauss-1/none gauss-1/symmetric dla:1/3/none gauss-2/symmetric K1 K2 K3");
}

TEST(test_an_expected_fit_leads_its_claim)
{
    struct gate_fixture f;

    fixture_fill(&f);
    fixture_expect(&f, "gauss-1/symm*/200", "refuted");
    assert_different(&f, NULL, "dla:1/3/none gauss-2/symmetric K2");
    fixture_expect(&f, "dla:1/3/none", "inconclusive"); /* with a slash in the name of the method */
    assert_different(&f, NULL, "gauss-2/symmetric");
    fixture_expect(&f, "gauss-2", "vacuous"); /* also names one that is not applicable */
    assert_different(&f, NULL, "gauss-2/midpoint");
    f.fit[REFUTED].verdict = VERDICT_HOLDS; /* a refutation that is gone differs too */
    f.claim[0].verdict = VERDICT_HOLDS;
    assert_different(&f, NULL, "gauss-1/symmetric gauss-2/midpoint");
    f.claim[0].verdict = VERDICT_REFUTED; /* by no fit that was expected to be */
    assert_different(&f, NULL, "gauss-1/symmetric gauss-2/midpoint K1");
}

TEST(test_an_expected_claim_lets_fits_hold)
{
    struct gate_fixture f;

    fixture_fill(&f);
    fixture_expect(&f, "K1", "refuted");
    assert_different(&f, NULL, "dla:1/3/none gauss-2/symmetric K2");
    f.claim[0].verdict = VERDICT_HOLDS;
    f.fit[REFUTED].verdict = VERDICT_HOLDS;
    assert_different(&f, NULL, "dla:1/3/none gauss-2/symmetric K1 K2");
    f.fit[REFUTED].verdict = VERDICT_INCONCLUSIVE; /* neither refuted nor holding */
    assert_different(&f, NULL, "gauss-1/symmetric dla:1/3/none gauss-2/symmetric K1 K2");
}

TEST(test_the_last_expectation_counts)
{
    struct gate_fixture f;

    fixture_fill(&f);
    fixture_expect(&f, "gauss-1", "refuted");
    fixture_expect(&f, "gauss-1/none", "holds");
    assert_different(&f, NULL, "dla:1/3/none gauss-2/symmetric K2");
    f.results.expectations = 0;
    fixture_expect(&f, "gauss-1/none", "holds");
    fixture_expect(&f, "gauss-1", "refuted");
    assert_different(&f, NULL, "gauss-1/none dla:1/3/none gauss-2/symmetric gauss-1/none K2");
}

TEST(test_allowed_verdicts)
{
    struct gate_fixture f;

    fixture_fill(&f);
    assert_different(&f, "inconclusive", "gauss-1/symmetric gauss-2/symmetric K1");
    assert_different(&f, "vacuous", "gauss-1/symmetric dla:1/3/none K1 K2");
    assert_different(&f, "vacuous,inconclusive", "gauss-1/symmetric K1");
    fixture_expect(&f, "midpoint", "refuted");
    assert_different(&f, "vacuous,inconclusive", "gauss-1/symmetric gauss-2/midpoint K1");
    assert_different(&f, "vacuous,inconclusive,not-applicable", "gauss-1/symmetric K1");
    assert_refused(&f, "refuted", "expect = ");
    assert_refused(&f, "inconclusive,vacous", "--allow vacous");
}

TEST(test_unusable_expectations)
{
    struct gate_fixture f;

    fixture_fill(&f);
    fixture_expect(&f, "K9", "refuted");
    assert_refused(&f, NULL, "expect: K9: neither a claim nor an order");
    f.results.expectations = 0;
    fixture_expect(&f, "double", "holds"); /* without a verdict, so that it would never be compared */
    assert_refused(&f, NULL, "expect: double");
    f.results.expectations = 0;
    f.results.claims = 0;
    for (size_t i = 0; i < FITS; i++)
        f.fit[i].verdict = VERDICT_NONE;
    assert_refused(&f, NULL, "nothing can be compared");
}

/* A claim that is vacuous as a whole differs, unless it is expected to be or allowed. */
TEST(test_vacuous_claims)
{
    struct gate_fixture f;

    fixture_fill(&f);
    f.fit[INCONCLUSIVE].verdict = VERDICT_VACUOUS;
    f.claim[1].verdict = VERDICT_VACUOUS;
    assert_different(&f, NULL, "gauss-1/symmetric dla:1/3/none gauss-2/symmetric K1 K2");
    assert_different(&f, "vacuous", "gauss-1/symmetric K1");
    assert_different(&f, "inconclusive,not-applicable",
                     "gauss-1/symmetric dla:1/3/none gauss-2/symmetric K1 K2");
    fixture_expect(&f, "K2", "vacuous");
    assert_different(&f, NULL, "gauss-1/symmetric K1");
}

/* ---- broken runs ---- */

static void expect_all(struct gate_fixture *f)
{
    fixture_expect(f, "gauss-1/symmetric", "refuted");
    fixture_expect(f, "dla:1/3", "inconclusive");
    fixture_expect(f, "gauss-2/symmetric", "vacuous");
}

TEST(test_broken_runs_are_incomplete)
{
    struct gate_fixture f;
    struct gate_outcome *outcome;

    fixture_fill(&f);
    expect_all(&f);
    assert_different(&f, NULL, "");
    f.cell[OTHER_MODEL * STEPS + 3].status = CELL_CRASHED;
    f.cell[IN_DOUBLE * STEPS].status = CELL_INCOMPLETE;
    f.cell[CELLS] = f.cell[0]; /* of no fit */
    f.cell[CELLS].id = "lone";
    f.cell[CELLS].problem = named_problem("lonely", "default");
    f.cell[CELLS].status = CELL_CRASHED;
    f.results.cells++;
    outcome = gate(&f, NULL);
    assert_int_equal(outcome->different, 0);
    assert_int_equal(outcome->incomplete, 4);
    assert_int_equal(state_of(outcome, f.fit[OTHER_MODEL].id), GATE_INCOMPLETE);
    assert_int_equal(state_of(outcome, "K3"), GATE_INCOMPLETE);
    assert_int_equal(state_of(outcome, f.fit[IN_DOUBLE].id), GATE_INCOMPLETE);
    assert_int_equal(state_of(outcome, "lone"), GATE_INCOMPLETE);
    assert_int_equal(state_of(outcome, "K1"), GATE_AS_EXPECTED);
    assert_int_equal(gate_whole(outcome), GATE_INCOMPLETE);
    gate_destroy(outcome);

    f.fit[OTHER_MODEL].verdict = VERDICT_INCONCLUSIVE; /* perhaps because of what is missing */
    f.claim[2].verdict = VERDICT_INCONCLUSIVE;
    outcome = gate(&f, NULL);
    assert_int_equal(state_of(outcome, f.fit[OTHER_MODEL].id), GATE_INCOMPLETE);
    assert_int_equal(state_of(outcome, "K3"), GATE_INCOMPLETE);
    gate_destroy(outcome);

    f.fit[OTHER_MODEL].verdict = VERDICT_REFUTED; /* by the runs that ended */
    outcome = gate(&f, NULL);
    assert_int_equal(state_of(outcome, f.fit[OTHER_MODEL].id), GATE_DIFFERENT);
    assert_int_equal(gate_whole(outcome), GATE_DIFFERENT);
    gate_destroy(outcome);
}

/* A run that broke down is a result. */
TEST(test_a_breakdown_is_complete)
{
    struct gate_fixture f;

    fixture_fill(&f);
    expect_all(&f);
    f.cell[OTHER_MODEL * STEPS + 3].status = CELL_BROKE_DOWN;
    assert_different(&f, NULL, "");
}

/* ---- JSON, lines, Markdown ---- */

TEST(test_json)
{
    struct gate_fixture f;
    struct gate_outcome *outcome;
    json_t *json, *difference;

    fixture_fill(&f);
    fixture_spoil(&f);
    f.awkward.formula = "1";
    f.cell[OTHER_MODEL * STEPS].status = CELL_CRASHED;
    outcome = gate(&f, NULL);
    json = gate_json(outcome, &f.results.provenance);
    assert_non_null(json);
    assert_int_equal(json_integer_value(json_object_get(json, "as_expected")), 2);
    assert_int_equal(json_integer_value(json_object_get(json, "different")), 5);
    assert_int_equal(json_integer_value(json_object_get(json, "incomplete")), 2);
    assert_int_equal(json_array_size(json_object_get(json, "differences")), 5);
    assert_int_equal(json_array_size(json_object_get(json, "unfinished")), 2);
    difference = json_array_get(json_object_get(json, "differences"), 0);
    assert_string_equal(json_string_value(json_object_get(difference, "id")), f.fit[REFUTED].id);
    assert_string_equal(json_string_value(json_object_get(difference, "expected")), "holds");
    assert_string_equal(json_string_value(json_object_get(difference, "verdict")), "refuted");
    assert_string_equal(json_string_value(json_object_get(difference, "evidence")),
                        "claimed: below 1; measured 3 at h = 0.1");
    assert_string_equal(json_string_value(json_object_get(difference, "next")),
                        "two more halvings of the step, and the bits for them; see assay explain small "
                        "'lotka-volterra/default/gauss-1/symmetric/200/energy_error'");
    assert_string_equal(json_string_value(json_object_get(json_object_get(json, "assay"), "study_hash")),
                        "77aa");
    json_decref(json);
    gate_destroy(outcome);
}

/* What one of the writers writes, which the caller frees. */
static char *write_text(const struct gate_fixture *f, bool markdown)
{
    struct gate_outcome *outcome = gate(f, NULL);
    char *text;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    assert_non_null(file);
    if (markdown)
        gate_summary(outcome, &f->results.provenance, file);
    else
        gate_print(outcome, file);
    fclose(file);
    gate_destroy(outcome);
    return text;
}

static void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("\"%s\" is missing in:\n%s", part, text);
}

TEST(test_lines)
{
    struct gate_fixture f;
    char *text;

    fixture_fill(&f);
    fixture_spoil(&f);
    f.cell[OTHER_MODEL * STEPS].status = CELL_CRASHED;
    text = write_text(&f, false);
    assert_contains(text, "differs     lotka-volterra/default/gauss-1/symmetric/200/energy_error: expected "
                          "holds, found refuted\n            claimed: below a<b> ");
    assert_contains(text, "energy_error'\n            assay explain lotka-volterra/");
    assert_contains(text,
                    "incomplete  pendulum/default/gauss-1/none/200/energy_error\n            1 of 6 runs "
                    "without an end, one of them crashed at h = 0.8; order ");
    assert_contains(text, "\n2 as expected, 5 different, 2 incomplete\n");
    assert_null(strpbrk(text, "\x01\x1b"));
    free(text);
}

/* Every row of a Markdown table has its six bars. */
static void check_rows(const char *text)
{
    for (size_t i = 1; text[i]; i++) {
        size_t bars = 0;

        if (text[i - 1] != '\n' || text[i] != '|')
            continue;
        for (; text[i] && text[i] != '\n'; i++)
            bars += text[i] == '|' && text[i - 1] != '\\';
        assert_int_equal(bars, 6);
    }
}

TEST(test_markdown)
{
    struct gate_fixture f;
    char *text;

    fixture_fill(&f);
    fixture_spoil(&f);
    text = write_text(&f, true);
    assert_contains(text,
                    "## assay gate: small\n\n**Different**: 4 as expected, 5 different, 0 incomplete\n");
    assert_contains(text,
                    "\n| lotka-volterra/default/gauss-1/symmetric/200/energy\\_error | holds | refuted | "
                    "claimed: below a&lt;b&gt; &amp; \"c\" \\| ");
    assert_null(strstr(text, "### Incomplete"));
    check_rows(text);
    free(text);
    expect_all(&f);
    text = write_text(&f, true);
    assert_contains(text, "**As expected**: 9 as expected, 0 different, 0 incomplete\n");
    assert_null(strstr(text, "### Different"));
    free(text);
}

/* ---- JUnit ---- */

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 18);

    assert_non_null(file);
    assert_non_null(text);
    assert_true(fread(text, 1, (1 << 18) - 1, file) > 0);
    fclose(file);
    return text;
}

static void write_file(const char *path, const char *text)
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
            strncmp(c, "&gt;", 4) != 0 && strncmp(c, "&quot;", 6) != 0 && strncmp(c, "&apos;", 6) != 0)
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

static size_t count(const char *text, const char *end, const char *what)
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
    assert_int_equal(attribute(element, " tests=\""), count(element, end, "<testcase"));
    assert_int_equal(attribute(element, " failures=\""), count(element, end, "<failure"));
    assert_int_equal(attribute(element, " errors=\""), count(element, end, "<error"));
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

static char *write_junit(const struct gate_fixture *f, char path[40])
{
    struct gate_outcome *outcome = gate(f, NULL);
    struct error error = {""};
    int file;

    snprintf(path, 40, "/tmp/assay-junit-XXXXXX");
    file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_true(junit_write(outcome, path, &error));
    gate_destroy(outcome);
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
    struct gate_fixture f;
    char path[40], *xml;

    fixture_fill(&f);
    fixture_spoil(&f);
    f.fit[VACUOUS].control = "cannot tell it from rk4/none";
    f.fit[VACUOUS].positive_control = "the reference flow";
    f.cell[IN_DOUBLE * STEPS].status = CELL_CRASHED;
    xml = write_junit(&f, path);
    assert_starts(
        case_of(xml, "classname=\"assay.lotka-volterra.gauss-1.none\" name=\"K1 energy_error default 200 "
                     "bits\""),
        "<system-out>holds, as expected\n");
    assert_starts(case_of(xml, "classname=\"assay.lotka-volterra.gauss-1.symmetric\" name=\"K1 "),
                  "<failure type=\"refuted\" message=\"expected holds, found refuted: claimed: below "
                  "a&lt;b&gt; &amp; &quot;c&quot; "
                  "| ]]&gt; [31m  \xe2\x80\x93 \xc3\xbc ??? ?? ?; measured 3 at h = 0.1\">lotka-volterra/");
    assert_starts(case_of(xml, "classname=\"assay.lotka-volterra.dla:1/3.none\""),
                  "<failure type=\"inconclusive\"");
    assert_starts(case_of(xml, "classname=\"assay.lotka-volterra.gauss-2.symmetric\""),
                  "<skipped type=\"vacuous\"");
    assert_contains(xml, "\ncontrols: cannot tell it from rk4/none\npositive control: the reference flow\n");
    assert_starts(case_of(xml, "classname=\"assay.lotka-volterra.gauss-2.midpoint\""),
                  "<skipped type=\"not applicable\"");
    assert_starts(case_of(xml, "name=\"no claim energy_error default double\""),
                  "<error type=\"incomplete\"");
    assert_starts(case_of(xml, "classname=\"assay.claims\" name=\"K1\""), "<failure type=\"refuted\"");
    free(xml);
    unlink(path);

    f.cell[IN_DOUBLE * STEPS].status = CELL_COMPLETED;
    expect_all(&f);
    xml = write_junit(&f, path);
    assert_starts(case_of(xml, "assay.lotka-volterra.gauss-1.symmetric"),
                  "<system-out>refuted, as expected\n");
    assert_starts(case_of(xml, "assay.lotka-volterra.dla:1/3.none"), "<skipped type=\"inconclusive\"");
    assert_int_equal(attribute(strstr(xml, "<testsuites"), "failures=\""), 0);
    free(xml);
    unlink(path);

    f.fit[0].precision = named_precision("200:split");
    f.fit[1].precision = named_precision("double:uncompensated");
    xml = write_junit(&f, path);
    assert_contains(xml, " default 200 bits:split\"");
    assert_contains(xml, " default double:uncompensated\"");
    free(xml);
    unlink(path);
}

TEST(test_junit_structure)
{
    struct gate_fixture f;
    char path[40], other[40], *xml, *again;
    const char *end;

    fixture_fill(&f);
    f.cell[IN_DOUBLE * STEPS].status = CELL_CRASHED;
    xml = write_junit(&f, path);
    assert_true(is_well_formed(xml));
    assert_true(is_valid(path));
    assert_int_equal(count(xml, xml + strlen(xml), "<testsuite "), 3); /* two models, the claims */
    assert_int_equal(count(xml, xml + strlen(xml), "<testcase "), FITS + CLAIMS);
    check_counts(strstr(xml, "<testsuites"), xml + strlen(xml));
    for (const char *suite = xml; (suite = strstr(suite, "<testsuite ")); suite = end) {
        end = strstr(suite, "</testsuite>");
        assert_non_null(end);
        check_counts(suite, end);
        assert_int_equal(attribute(suite, " skipped=\""), count(suite, end, "<skipped"));
    }
    again = write_junit(&f, other);
    assert_string_equal(xml, again);
    free(again);
    free(xml);
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
                                            {" time=\"0\"", " time=\"0.1\""},
                                            {"name=\"K2\"", "name=\"K1\""}};
    const bool has_xmllint = system("command -v xmllint >/dev/null 2>&1") == 0;
    struct gate_fixture f;
    char path[40], *xml;

    fixture_fill(&f);
    xml = write_junit(&f, path);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const char *at = strstr(xml, faults[i][0]);
        char *faulty = calloc(1, strlen(xml) + 64);

        assert_non_null(at);
        assert_non_null(faulty);
        sprintf(faulty, "%.*s%s%s", (int)(at - xml), xml, faults[i][1], at + strlen(faults[i][0]));
        write_file(path, faulty);
        if (i < 4 && is_well_formed(faulty))
            fail_msg("%s for %s is taken for well formed", faults[i][1], faults[i][0]);
        if (has_xmllint && is_valid(path))
            fail_msg("%s for %s is taken for valid", faults[i][1], faults[i][0]);
        free(faulty);
    }
    free(xml);
    unlink(path);
}

TEST(test_two_studies)
{
    struct gate_fixture first, second;
    const struct results *const both[] = {&first.results, &second.results};
    struct gate_outcome *outcome;
    struct error error = {""};
    char path[40] = "/tmp/assay-junit-XXXXXX", *xml;
    int file = mkstemp(path);

    assert_true(file >= 0);
    close(file);
    fixture_fill(&first);
    fixture_fill(&second);
    expect_all(&first); /* of the first study alone */
    second.study.name = (char *)"other";
    outcome = gate_create(2, both, NULL, &error);
    assert_non_null(outcome);
    assert_int_equal(outcome->as_expected, 9 + 4);
    assert_int_equal(outcome->different, 5);
    assert_true(junit_write(outcome, path, &error));
    xml = read_file(path);
    assert_int_equal(count(xml, xml + strlen(xml), "package=\"small\""), 3);
    assert_int_equal(count(xml, xml + strlen(xml), "package=\"other\""), 3);
    assert_true(is_valid(path));
    free(xml);
    gate_destroy(outcome);
    unlink(path);
    fixture_expect(&second, "K9", "holds");
    assert_null(gate_create(2, both, NULL, &error));
    assert_non_null(strstr(error.text, "study other: expect: K9"));
}

TEST(test_junit_cannot_write)
{
    struct gate_fixture f;
    struct gate_outcome *outcome;
    struct error error = {""};

    fixture_fill(&f);
    outcome = gate(&f, NULL);
    assert_false(junit_write(outcome, "/nowhere/out.xml", &error));
    assert_string_equal(error.text, "/nowhere/out.xml: cannot write: No such file or directory");
    if (access("/dev/full", W_OK) == 0) {
        assert_false(junit_write(outcome, "/dev/full", &error));
        assert_non_null(strstr(error.text, "/dev/full: cannot write"));
    }
    gate_destroy(outcome);
}
