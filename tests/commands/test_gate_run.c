/* assay gate and assay explain from end to end: what holds, what is refuted and what is expected to be, and
 * the evidence behind it. */
#define _DEFAULT_SOURCE /* mkdtemp, realpath */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/refinement_fixture.h"

/* -- the gate -- */

static size_t count(const char *text, const char *words)
{
    size_t found = 0;

    for (; (text = strstr(text, words)); text++)
        found++;
    return found;
}

static void check_junit(const struct fixture *fixture, size_t failures)
{
    char *text = read_output(fixture, "gate.xml"), head[64];

    assert_int_equal(count(text, "<failure "), failures);
    assert_int_equal(count(text, "</testsuites>"), 1);
    snprintf(head, sizeof head, " failures=\"%zu\" errors=\"0\"", failures);
    assert_non_null(strstr(text, head));
    free(text);
}

#define GATE(study) "gate " study " --store gate.sqlite --junit gate.xml --summary gate.md"

TEST(test_gate_that_holds)
{
    const struct fixture *fixture = *state;

    assert_int_equal(run_program(fixture, GATE("./good.lua"), "gate.txt"), 0);
    check_says(fixture, "gate.txt", "3 as expected, 0 different, 0 incomplete");
    check_says(fixture, "gate.md", "**As expected**");
    check_junit(fixture, 0);
}

/* The claim, and its fits on both sets of initial data. */
TEST(test_gate_that_differs)
{
    const struct fixture *fixture = *state;

    assert_int_equal(run_program(fixture, GATE("./tiny.lua"), "gate.txt"), 1);
    check_says(fixture, "gate.txt", "3 as expected, 3 different, 0 incomplete");
    check_says(fixture, "gate.txt", "differs     false: expected holds, found refuted");
    check_says(fixture, "gate.md", "| false | holds | refuted |");
    check_says(fixture, "gate.md", "| first/other/gauss-2/none/128/energy\\_error | holds | refuted |");
    check_junit(fixture, 3);
    assert_int_equal(run_program(fixture, GATE("./tiny.lua") " --only symmetric", "gate.txt"), 0);
    assert_int_equal(run_program(fixture, GATE("./tiny.lua") " --only none", "gate.txt"), 1);
    assert_int_equal(run_program(fixture, GATE("./good.lua ./tiny.lua"), "gate.txt"), 1);
}

TEST(test_gate_that_expects)
{
    const struct fixture *fixture = *state;

    assert_int_equal(run_program(fixture, GATE("./known.lua"), "gate.txt"), 0);
    check_says(fixture, "gate.txt", "6 as expected, 0 different, 0 incomplete");
    check_junit(fixture, 0);
    assert_int_equal(run_program(fixture, GATE("./known.lua") " --only symmetric", "gate.txt"), 0);
    write_variant(fixture, "wrong.lua", "tiny.lua", WITNESS, "", "{ right, wrong }",
                  "{ right }, expect = { { id = \"true\", verdict = \"refuted\" } }", NULL);
    assert_int_equal(run_program(fixture, GATE("./wrong.lua"), "gate.txt"), 1);
    check_says(fixture, "gate.txt", "differs     true: expected refuted, found holds");
}

/* Without a witness nothing is refuted. */
TEST(test_gate_that_allows)
{
    const struct fixture *fixture = *state;

    write_variant(fixture, "alone.lua", "tiny.lua", WITNESS, "", NULL);
    assert_int_equal(run_program(fixture, GATE("./alone.lua"), "gate.txt"), 1);
    check_says(fixture, "gate.txt", "false: expected holds, found inconclusive");
    assert_int_equal(run_program(fixture, GATE("./alone.lua") " --allow inconclusive", "gate.txt"), 0);
    assert_int_equal(run_program(fixture, GATE("./alone.lua") " --allow vacuous", "gate.txt"), 1);
    assert_int_equal(run_program(fixture, GATE("./tiny.lua") " --allow inconclusive", "gate.txt"), 1);
    check_refused(fixture, GATE("./alone.lua") " --allow refuted", 2, "--allow refuted");
}

/* The values of a gate are compared with those that were accepted, beside the study or in a file that is named. */
TEST(test_gate_of_values)
{
    const struct fixture *fixture = *state;
    char *text, *digit;

    assert_int_equal(run_program(fixture, GATE("./good.lua") " --accept", "gate.txt"), 0);
    assert_int_equal(run_program(fixture, GATE("./good.lua"), "gate.txt"), 0);
    text = read_output(fixture, "good.baseline");
    digit = strstr(text, "first/default/gauss-1/none/128/energy_error");
    assert_non_null(digit);
    digit = strstr(digit, "errors\":[0.00") + strlen("errors\":[0.00");
    *digit = *digit == '1' ? '2' : '1';
    write_file(fixture, "good.baseline", text);
    assert_int_equal(run_program(fixture, GATE("./good.lua"), "gate.txt"), 1);
    check_says(fixture, "gate.txt", "3 as expected, 1 different, 0 incomplete");
    check_says(fixture, "gate.txt", "differs     first/default/gauss-1/none/128/energy_error: 0.00");
    check_says(fixture, "gate.txt", " at h = 0.1, accepted 0.00");
    check_says(fixture, "gate.md", ", accepted 0.00");
    check_junit(fixture, 1);
    assert_int_equal(run_program(fixture, GATE("./good.lua") " --only gauss-2", "gate.txt"), 0);
    assert_int_equal(run_program(fixture, GATE("./good.lua") " --only gauss-1", "gate.txt"), 1);
    /* What was accepted and is no longer measured differs, too. */
    digit = strstr(text, "gauss-1/none/128/energy_error");
    memcpy(digit, "gauss-7", 7);
    write_file(fixture, "good.baseline", text);
    assert_int_equal(run_program(fixture, GATE("./good.lua"), "gate.txt"), 1);
    check_says(fixture, "gate.txt", "its values were accepted and it was not measured");
    check_says(fixture, "gate.txt", "no values of it were accepted");
    check_refused(fixture, GATE("./good.lua") " --baseline missing", 2, "missing: ");
    check_refused(fixture, GATE("./good.lua") " --accept --baseline tiny.lua", 2,
                  "is not a file that --baseline");
    check_refused(fixture, GATE("./good.lua") " --accept --only none", 2, "leave out --only");
    assert_int_equal(
        run_program(fixture, GATE("./good.lua ./known.lua") " --accept --baseline both", "gate.txt"), 0);
    assert_int_equal(run_program(fixture, GATE("./known.lua ./good.lua") " --baseline both", "gate.txt"), 0);
    forget(fixture, "good.baseline");
    free(text);
}

static void refuse_expectation(const struct fixture *fixture, const char *line, const char *words)
{
    char claims[PATH_SIZE];

    snprintf(claims, sizeof claims, "{ right }, expect = %s", line);
    write_variant(fixture, "refused.lua", "tiny.lua", WITNESS, "", "{ right, wrong }", claims, NULL);
    check_refused(fixture, "gate ./refused.lua --store gate.sqlite", 2, words);
    check_refused(fixture, "run ./refused.lua --store gate.sqlite --out refused", 2, words);
}

TEST(test_refused_expectations)
{
    const struct fixture *fixture = *state;

    refuse_expectation(fixture, "{ { id = \"K9\", verdict = \"refuted\" } }", "'K9' names neither");
    refuse_expectation(fixture, "{ { id = \"gauss-7/none\", verdict = \"holds\" } }", "names neither");
    refuse_expectation(fixture, "{ { id = \"true\", verdict = \"wrong\" } }", "verdict 'wrong' is none");
    refuse_expectation(fixture, "{ { id = \"true\" } }", "expect.verdict is missing");
    refuse_expectation(fixture, "{ { verdict = \"holds\" } }", "expect.id is missing");
    refuse_expectation(fixture, "{ { id = \"true\", verdict = \"holds\", why = 1 } }", "has no 'why'");
    refuse_expectation(fixture, "\"true\"", "study.expect is not a list");
}

/* -- explain -- */

TEST(test_explain)
{
    const struct fixture *fixture = *state;
    json_t *json, *fit;

    assert_int_equal(run_program(fixture,
                                 "explain ./tiny.lua default/gauss-2/none/128/energy_error --store "
                                 "gate.sqlite",
                                 "explain.txt"),
                     0);
    check_says(fixture, "explain.txt", "0.00625"); /* the finest step */
    check_says(fixture, "explain.txt", "refuted");
    assert_int_equal(run_program(fixture, "explain ./tiny.lua true --store gate.sqlite", "explain.txt"), 0);
    check_says(fixture, "explain.txt", "2 orders are named by true");
    assert_int_equal(run_program(fixture,
                                 "explain ./tiny.lua default/gauss-2/none/128/energy_error --store "
                                 "gate.sqlite --json",
                                 "explain.json"),
                     0);
    json = load(fixture, "explain.json");
    assert_int_equal(json_array_size(json_object_get(json, "fits")), 1);
    fit = json_array_get(json_object_get(json, "fits"), 0);
    assert_string_equal(json_string_value(json_object_get(fit, "id")),
                        "first/default/gauss-2/none/128/energy_error");
    assert_int_equal(json_array_size(json_object_get(fit, "points")), 5);
    json_decref(json);
    check_refused(fixture, "explain ./tiny.lua gauss-7 --store gate.sqlite", 2, "near: gauss-");
    check_refused(fixture, "explain ./tiny.lua gauss-7 --json --store gate.sqlite", 2, "near: gauss-");
}

TEST_GROUP(fixture_create_studies, fixture_destroy)
