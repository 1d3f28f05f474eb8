/* What is known of a claim beside its runs is one story: lines, page, tables, documents, explain and gate say the same
 * verdict with the same evidence. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/store_run_fixture.h"

#define LONG "steps are too long by 1e-9"
#define FORM "there is no form"

/* tiny.lua, whose claim `true` holds and whose claim `false` is refuted, with findings. */
static void write_study(const char *name, const char *findings)
{
    char text[1000];

    snprintf(text, sizeof text, "findings = { %s }, claims =", findings);
    write_variant(name, "tiny.lua", "claims =", text, NULL);
}

static const char *const story =
    "{ claim = 'true', of = 'holds', verdict = 'inconclusive', evidence = '" LONG "' },"
    "{ claim = 'false', of = { 'refuted', 'inconclusive' }, evidence = 'a counterexample' },"
    "{ claim = 'symplectic', text = 'it is symplectic', source = 'somebody', verdict = 'not applicable',"
    "  evidence = '" FORM "' }";

static void check_document(const json_t *claims)
{
    const json_t *first = entry_with(claims, "id", "true"), *second = entry_with(claims, "id", "false"),
                 *third = entry_with(claims, "id", "symplectic");

    assert_string_equal(text_at(first, "verdict"), "inconclusive");
    assert_string_equal(text_at(first, "evidence"), LONG);
    assert_string_equal(text_at(second, "verdict"), "refuted");
    assert_says(text_at(second, "evidence"), "a counterexample; first/default/gauss-2/none");
    assert_string_equal(text_at(third, "verdict"), "not applicable");
    assert_string_equal(text_at(third, "evidence"), FORM);
    assert_string_equal(text_at(third, "source"), "somebody");
}

TEST(test_everywhere)
{
    json_t *document;

    write_study("story.lua", story);
    check_run(0, "run.txt", "run ./story.lua -v --store story.sqlite --out story");
    check_says("run.txt", "claim true inconclusive: " LONG " (Kraus (2017), table 2)\n",
               "claim false refuted: 0 of ", "claim symplectic not applicable: " FORM " (somebody)\n");
    check_says("story/data/claims.csv", "inconclusive," LONG, "not applicable," FORM,
               "a counterexample; first/default/gauss-2/none");
    check_says("story/index.html", LONG, FORM, "a counterexample; ", "<a href='#attention'>true</a> <span",
               "<h3>true: inconclusive, whatever its runs say</h3>");
    document =
        json_load_file(path_in((char[PATH_SIZE]){0}, fixture.folder, "story/data/report.json"), 0, NULL);
    check_document(json_object_get(document, "claims"));
    json_decref(document);
    check_run(1, "gate.txt", "gate ./story.lua -v --store story.sqlite");
    check_says("gate.txt", "inconclusive", LONG);
    check_run(0, "explain.txt", "explain ./story.lua true --store story.sqlite");
    check_says("explain.txt", LONG);
}

/* A finding on what holds says nothing of what is refuted, nor the other way round. */
TEST(test_of_other_verdicts)
{
    write_study("other.lua", "{ claim = 'true', of = 'refuted', verdict = 'inconclusive', evidence = 'x1' },"
                             "{ claim = 'false', of = 'holds', verdict = 'inconclusive', evidence = 'x2' }");
    check_run(0, "run.txt", "run ./other.lua -v --store story.sqlite --out other");
    check_says("run.txt", "claim true holds: ", "claim false refuted: ");
    assert_null(strstr(read_file("run.txt"), "x1"));
    assert_null(strstr(read_file("run.txt"), "x2"));
    assert_null(strstr(read_file("other/index.html"), "more is known"));
}

TEST(test_refused)
{
    static const char *const cases[][2] = {
        {"{ claim = 'true', verdict = 'holds', evidence = 'x' }", "only runs make a claim hold"},
        {"{ claim = 'true', verdict = 'wrong', evidence = 'x' }", "there is no verdict 'wrong'"},
        {"{ claim = 'true', of = 'fine', evidence = 'x' }", "there is no verdict 'fine'"},
        {"{ claim = 'true', verdict = 'refuted' }", "findings.evidence is missing"},
        {"{ claim = 'true', trees = 8, evidence = 'x' }", "write a whole number from 1 on, and method"},
        {"{ claim = 'true', method = 'gauss-2', trees = 0, evidence = 'x' }",
         "write a whole number from 1 on"},
        {"{ claim = 'other', verdict = 'refuted', evidence = 'x' }", "the study makes no such claim"},
        {"{ claim = 'true', because = 'x', evidence = 'x' }", "because"},
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        write_study("refused.lua", cases[i][0]);
        check_refused("run ./refused.lua", 2, cases[i][1]);
    }
}

TEST_GROUP(fixture_create_studies, fixture_destroy)
