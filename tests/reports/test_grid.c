/* Tables and plots of a document: the templates that `assay table` and `assay plot` fill in. */
#include "tests/fixtures/reports/json_fixture.h"
#include "tests/fixtures/reports/text_fixture.h"

#include "reports/template.h"

/* Two fits that differ in their method and their errors; the second has a claim.  Two without points: of the first no run was
 * made, of the second one broke down. */
static const char document[] =
    "{\"assay\": {\"version\": \"1\", \"numerics_version\": \"2\"}, \"study\": \"two\", \"title\": \"Two\", "
    "\"cells\": [{\"method\": \"three\", \"status\": \"incomplete\"}, {\"method\": \"four\", \"status\": "
    "\"broke-down\"}], "
    "\"claims\": [], \"fits\": ["
    "{\"id\": \"a\", \"method\": \"one\", \"measure\": \"energy_error\", \"parameters\": {}, \"status\": "
    "\"measured\", \"order\": 1.5, "
    "\"points\": 3, \"step_sizes\": [\"1/2\", \"0.25\", \"0.125\"], \"steps\": [1, 2, 4], \"errors\": [4.0, "
    "2.0, 0.5], "
    "\"evaluations\": [10, 20, 30], \"used\": [false, true, true], \"slopes\": [1.0, 2.0], \"extrapolated\": "
    "[3.0], "
    "\"floor\": 0.001, \"floors\": null, \"claims\": []},"
    "{\"id\": \"b\", \"method\": \"two\", \"measure\": \"solution_error\", \"parameters\": {}, \"status\": "
    "\"exact\", \"order\": null, "
    "\"points\": 2, \"step_sizes\": [\"1/2\", \"0.25\"], \"steps\": [1, 2], \"errors\": [7.0, 6.0], "
    "\"evaluations\": [40, 50], \"used\": [true, true], \"slopes\": [0.25], \"extrapolated\": [], "
    "\"floor\": 0.001, \"floors\": [0.01, 0.02], \"claims\": [{\"id\": \"K\", \"claim\": \"at least 2\", "
    "\"source\": \"s\"}]}, "
    "{\"id\": \"c\", \"method\": \"three\", \"parameters\": {}, \"status\": \"broke-down\", \"points\": 0, "
    "\"claims\": []}, "
    "{\"id\": \"d\", \"method\": \"four\", \"parameters\": {}, \"status\": \"broke-down\", \"points\": 0, "
    "\"claims\": []}]}";

/* What the template makes of the document and the request; the text is kept.  "" where it refuses, with the message in `said`. */
static char *make(const char *template, const char *request)
{
    json_t *json = kept(json_loads(document, 0, NULL)), *asked = json_loads(request, 0, NULL);
    FILE *file = open_text();

    assert_non_null(json);
    assert_non_null(asked);
    json_object_set_new(json, "request", asked);
    said.text[0] = '\0';
    template_write(file, template, json, &said);
    return close_text(file);
}

TEST(test_table_of_fits)
{
    static const char request[] =
        "{\"rows\": [\"method\"], \"columns\": [], \"value\": [\"order\", \"claimed\"], \"where\": []}";

    assert_string_equal(make("table.csv", request),
                        "method,order,claimed\none,1.5,\ntwo,,at least 2\nthree,,\nfour,,\n");
    assert_says(make("table.txt", request), "\none     1.50        –\ntwo     exact       at least 2\nthree  "
                                            " incomplete  –\nfour    broke-down  –\n");
}

TEST(test_table_of_points)
{
    assert_string_equal(
        make("table.csv",
             "{\"rows\": [\"step\"], \"columns\": [\"method\"], \"value\": [\"slope\"], \"where\": []}"),
        "step,one,two\n1/2,,\n0.25,1,0.25\n0.125,2,\n");
    assert_string_equal(make("table.csv", "{\"rows\": [\"step\"], \"columns\": [\"method\"], \"value\": "
                                          "[\"floor\"], \"where\": [[\"used\", \"yes\"]]}"),
                        "step,one,two\n0.25,0.001,0.02\n0.125,0.001,\n1/2,,0.01\n");
}

TEST(test_several_in_one_place)
{
    assert_string_equal(
        make("table.csv", "{\"rows\": [\"points\"], \"columns\": [], \"value\": [\"error\"], \"where\": []}"),
        "");
    assert_says(said.text, "points = 3: there are 3 values, of points that differ in step (1/2, 0.25, "
                           "0.125); write --where 'step=1/2', or ");
}

TEST(test_plot_of_a_measure)
{
    const char *script =
        make("plot.gp", "{\"x\": \"h\", \"y\": \"energy_error\", \"by\": [], \"panel\": [], \"where\": []}");

    assert_string_equal(between(script, "<< END", "\nEND"), "<< END\n0.125 0.5\n0.25 2\n0.5 4");
    assert_int_equal(count(script, "<< END"), 1);
}
