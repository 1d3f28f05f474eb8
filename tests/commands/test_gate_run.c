/* assay gate and assay explain from end to end: what holds, what is refuted and what is expected to be, and
 * the evidence behind it. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/reports/text_fixture.h"
#include "tests/fixtures/runs/refinement_fixture.h"

/* -- the gate -- */

static void check_junit(size_t failures)
{
    char *text = read_file("gate.xml"), head[64];

    assert_int_equal(count(text, "<failure "), failures);
    assert_int_equal(count(text, "</testsuites>"), 1);
    snprintf(head, sizeof head, " failures=\"%zu\" errors=\"0\"", failures);
    assert_says(text, head);
}

#define GATE(study) "gate " study " -v --store gate.sqlite --junit gate.xml --summary gate.md"

TEST(test_gate_that_holds)
{
    check_run(0, "gate.txt", GATE("./good.lua"));
    check_says("gate.txt", "3 as expected, 0 different, 0 incomplete");
    check_says("gate.md", "**As expected**");
    check_junit(0);
}

/* The claim, and its fit: what is proved at one state needs no other. */
TEST(test_gate_that_differs)
{
    check_run(1, "gate.txt", GATE("./tiny.lua"));
    check_says("gate.txt", "3 as expected, 2 different, 0 incomplete",
               "differs     false: expected holds, found refuted");
    check_says("gate.md", "| false | holds | refuted |",
               "| first/default/gauss-2/none/128/energy\\_error | holds | refuted |");
    check_junit(2);
    check_run(0, "gate.txt", GATE("./tiny.lua") " --only symmetric");
    check_run(1, "gate.txt", GATE("./tiny.lua") " --only none");
    check_run(1, "gate.txt", GATE("./good.lua ./tiny.lua"));
}

TEST(test_gate_that_expects)
{
    check_run(0, "gate.txt", GATE("./known.lua"));
    check_says("gate.txt", "5 as expected, 0 different, 0 incomplete");
    check_junit(0);
    check_run(0, "gate.txt", GATE("./known.lua") " --only symmetric");
    write_variant("wrong.lua", "tiny.lua", WITNESS, "", "{ right, wrong }",
                  "{ right }, expect = { { id = \"true\", verdict = \"refuted\" } }", NULL);
    check_run(1, "gate.txt", GATE("./wrong.lua"));
    check_says("gate.txt", "differs     true: expected refuted, found holds");
}

/* Without a witness nothing is refuted by slopes alone. */
TEST(test_gate_that_allows)
{
    write_variant("alone.lua", "tiny.lua", WITNESS, "", "\"energy_error\", order = exactly \"5\"",
                  "\"largest:energy\", order = exactly \"5\"", "{ \"solution_error\", \"energy_error\" }",
                  "{ \"solution_error\", \"energy_error\", \"largest:energy\" }", NULL);
    check_run(1, "gate.txt", GATE("./alone.lua"));
    check_says("gate.txt", "false: expected holds, found inconclusive");
    check_run(0, "gate.txt", GATE("./alone.lua") " --allow inconclusive");
    check_run(1, "gate.txt", GATE("./alone.lua") " --allow vacuous");
    check_run(1, "gate.txt", GATE("./tiny.lua") " --allow inconclusive");
    check_refused(GATE("./alone.lua") " --allow refuted", 2, "--allow refuted");
}

/* The values of a gate are compared with those that were accepted, beside the study or in a file that is named. */
TEST(test_gate_of_values)
{
    char *text, *digit;

    check_run(0, "gate.txt", GATE("./good.lua") " --accept");
    check_run(0, "gate.txt", GATE("./good.lua"));
    text = read_file("good.baseline");
    digit = strstr(text, "first/default/gauss-1/none/128/energy_error");
    assert_non_null(digit);
    digit = strstr(digit, "errors\":[0.00") + strlen("errors\":[0.00");
    *digit = *digit == '1' ? '2' : '1';
    write_file("good.baseline", text);
    check_run(1, "gate.txt", GATE("./good.lua"));
    check_says("gate.txt", "3 as expected, 1 different, 0 incomplete",
               "differs     first/default/gauss-1/none/128/energy_error: 0.00", " at h = 0.1, accepted 0.00");
    check_says("gate.md", ", accepted 0.00");
    check_junit(1);
    check_run(0, "gate.txt", GATE("./good.lua") " --only gauss-2");
    check_run(1, "gate.txt", GATE("./good.lua") " --only gauss-1");
    /* What was accepted and is no longer measured differs, too. */
    digit = strstr(text, "gauss-1/none/128/energy_error");
    memcpy(digit, "gauss-7", 7);
    write_file("good.baseline", text);
    check_run(1, "gate.txt", GATE("./good.lua"));
    check_says("gate.txt", "its values were accepted and it was not measured",
               "no values of it were accepted");
    check_refused(GATE("./good.lua") " --baseline missing", 2, "missing: ");
    check_refused(GATE("./good.lua") " --accept --baseline tiny.lua", 2, "is not a file that --baseline");
    check_refused(GATE("./good.lua") " --accept --only none", 2, "leave out --only");
    check_run(0, "gate.txt", GATE("./good.lua ./known.lua") " --accept --baseline both");
    check_run(0, "gate.txt", GATE("./known.lua ./good.lua") " --baseline both");
    forget("good.baseline");
}

/* In double: errors are accepted with their floors, and one that is 43 % larger differs at any step. */
TEST(test_gate_of_values_in_double)
{
    static const char id[] = "first/default/gauss-1/none/double/solution_error";
    json_t *accepted, *errors;

    write_study(&(struct parts){"double", "\"gauss-1\"", "\"none\"", "\"0.1\", 5", "1", "\"double\"",
                                "\"solution_error\"",
                                "claims = { { id = \"right\", method = \"gauss-1\", projection = \"none\", "
                                "measure = \"solution_error\", "
                                "order = at_least(1), source = \"a test\" } },"});
    check_run(0, "gate.txt", GATE("./double.lua") " --accept");
    accepted = json_object_get(load("double.baseline"), "assay_baseline");
    errors = at(accepted, "double");
    errors = json_object_get(json_object_get(errors, id), "errors");
    assert_int_equal(json_array_size(errors), 5);
    check_run(0, "gate.txt", GATE("./double.lua"));
    for (size_t k = 0; k < 5; k++) {
        const double error = json_real_value(json_array_get(errors, k));
        json_t *whole = kept(json_pack("{s:O}", "assay_baseline", accepted));

        json_real_set(json_array_get(errors, k), error / 1.43);
        assert_int_equal(json_dump_file(whole, "double.baseline", 0), 0);
        check_run(1, "gate.txt", GATE("./double.lua"));
        check_says("gate.txt", "1 different",
                   "differs     first/default/gauss-1/none/double/solution_error: ", ", accepted ");
        json_real_set(json_array_get(errors, k), error);
    }
    forget("double.baseline");
}

TEST(test_refused_expectations)
{
    static const char *const cases[][2] = {
        {"{ { id = 'K9', verdict = 'refuted' } }", "'K9' names neither"},
        {"{ { id = 'gauss-7/none', verdict = 'holds' } }", "names neither"},
        {"{ { id = 'true', verdict = 'wrong' } }", "no verdict 'wrong'"},
        {"{ { id = 'true' } }", "expect.verdict is missing"},
        {"{ { verdict = 'holds' } }", "expect.id is missing"},
        {"{ { id = 'true', verdict = 'holds', why = 1 } }", "has no 'why'"},
        {"'true'", "study.expect is not a list"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        char claims[PATH_SIZE];

        snprintf(claims, sizeof claims, "{ right }, expect = %s", cases[i][0]);
        write_variant("refused.lua", "tiny.lua", WITNESS, "", "{ right, wrong }", claims, NULL);
        check_refused("gate ./refused.lua --store gate.sqlite", 2, cases[i][1]);
        check_refused("run ./refused.lua --store gate.sqlite --out refused", 2, cases[i][1]);
    }
}

/* -- explain -- */

TEST(test_explain)
{
    json_t *json;

    check_run(0, "explain.txt",
              "explain ./tiny.lua default/gauss-2/none/128/energy_error --store gate.sqlite");
    check_says("explain.txt", "0.00625" /* the finest step */, "refuted");
    check_run(0, "explain.txt", "explain ./tiny.lua true --store gate.sqlite");
    check_says("explain.txt", "2 orders are named by true");
    check_run(0, "explain.json",
              "explain ./tiny.lua default/gauss-2/none/128/energy_error --store gate.sqlite --json");
    json = load("explain.json");
    assert_int_equal(size_at(json, "fits"), 1);
    assert_string_equal(text_at(json, "fits/0/id"), "first/default/gauss-2/none/128/energy_error");
    assert_int_equal(size_at(json, "fits/0/points"), 5);
    check_refused("explain ./tiny.lua gauss-7 --store gate.sqlite", 2, "near: gauss-");
    check_refused("explain ./tiny.lua gauss-7 --json --store gate.sqlite", 2, "near: gauss-");
}

TEST_GROUP(fixture_create_studies, fixture_destroy)
