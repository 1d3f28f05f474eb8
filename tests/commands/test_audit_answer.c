/* The answer of an audit: what it prints without --verbose, and the box at the start of its page. */
#include "tests/fixtures/runs/run_fixture.h"

#include "reports/template.h"

TEST_GROUP(fixture_create, fixture_destroy)

/* ---- texts of documents ---- */

/* What a document of these claims, with `more` keys, comes to in that look; it is kept. */
static char *answer(const char *claims, const char *more, struct template_look look)
{
    FILE *file = open_text();
    json_error_t reason;
    char text[9000];
    json_t *document;
    bool made;

    snprintf(
        text, sizeof text,
        "{\"method\": \"m\", \"claims\": [%s], \"relations\": [{\"method\": \"m\", \"relation\": \"time\", "
        "\"verdict\": \"holds\"}], \"counts\": {\"models\": 16, \"runs\": 400, \"broke_down\": 0}, "
        "\"seconds\": 12.3, \"page\": \"out/audit-m/index.html\"%s}",
        claims, more);
    document = json_loads(text, 0, &reason);
    if (!document)
        fail_msg("%s, column %d: %.60s", reason.text, reason.column, text + reason.position);
    made = template_print(file, "audit.txt", document, &look, &said);
    json_decref(document);
    if (!made)
        fail_msg("%s", said.text);
    return close_text(file);
}

static const struct template_look usual = {.width = 80};

#define LAST "16 models, 400 runs, 1 relation holds, 12 s               out/audit-m/index.html\n"
#define CLAIM(name, value, verdict)                                                                          \
    "{\"id\": \"" name "\", \"claim\": \"" name "\", \"method\": \"m\", \"value\": \"" value                 \
    "\", \"verdict\": \"" verdict "\", \"of_runs\": \"" verdict "\", \"evidence\": \"nothing\", "            \
    "\"findings\": [], "
#define HELD             "\"models\": {\"holds\": [\"a\", \"b\"]}"
#define ORDER(low, high) "\"orders\": {\"low\": " low ", \"high\": " high "}"
#define POINTS(first, second)                                                                                \
    "\"shown\": {\"model\": \"a\", \"measure\": \"solution error\", \"error\": " first                       \
    ", \"points\": [{\"step\": \"1/64\", \"error\": " first "}, {\"step\": \"1/128\", \"error\": " second    \
    "}]}"

static const char holds[] = CLAIM("order", "4", "holds") ORDER("3.999", "4.001") ", " HELD "}",
                  symplectic[] = CLAIM("symplectic", "true", "holds") HELD "}",
                  low_order[] = CLAIM("order", "4", "refuted") ORDER("1.0", "1.0") ", " POINTS(
                      "4e-4", "2e-4") ", \"models\": {\"refuted\": [\"a\", \"b\"]}}";

/* A method that does what it claims: what it was, how often, and where the page is. */
TEST(test_all_hold)
{
    char claims[2000];

    assert_string_equal(answer(holds, "", usual), "HOLDS    m: order 4 (4.00) on 2 of 2 models.\n" LAST);
    snprintf(claims, sizeof claims, "%s, %s", holds, symplectic);
    assert_string_equal(answer(claims, "", usual),
                        "HOLDS    m: order 4 (4.00), symplectic, on 2 of 2 models.\n" LAST);
}

/* What holds to round-off on some models and altogether on others holds on all of them. */
TEST(test_on_all_models)
{
    static const char claims[] =
        CLAIM("symmetric", "true",
              "holds to round-off") "\"models\": {\"holds\": [\"a\"], "
                                    "\"holds to round-off\": [\"b\", \"c\"], \"vacuous\": [\"d\"]}}";

    assert_string_equal(answer(claims, "", usual),
                        "HOLDS TO ROUND-OFF  m: symmetric on 3 of 4 models.\n" LAST);
}

/* In double: as far as round-off lets it be seen, and what is not seen. */
TEST(test_to_round_off)
{
    static const char claims[] =
        CLAIM("order", "2", "holds") ORDER("1.98", "2.0") ", \"resolution\": 2e-7, " HELD "}, " CLAIM(
            "symmetric", "true", "holds to round-off") "\"round_off\": {\"ulps\": 2.5, \"states\": 3, "
                                                       "\"steps\": 90}, \"models\": {\"holds to "
                                                       "round-off\": [\"a\"], \"not applicable\": "
                                                       "[\"b\"]}}";

    assert_string_equal(answer(claims, "", usual),
                        "HOLDS    m: order 2 (1.98 to 2.00) on 2 of 2 models.\n"
                        "         In double a coefficient that is wrong by 2e-07 or less may not be seen.\n"
                        "HOLDS TO ROUND-OFF  m: symmetric (at most 3 ulp) on a.\n" LAST);
}

#define EXAMPLE                                                                                              \
    "\"counterexample\": {\"model\": \"out/x.lua\", \"formula\": \"H = q1\", \"step\": \"1/2\", \"steps\": " \
    "1}"

/* The second line is what is to blame; without anything to blame it is what was measured. */
TEST(test_blame)
{
    static const struct {
        const char *blame, *line;
    } rows[] = {
        {"", "         On a the error is 4.00e-04 at h = 1/64 and 2.00e-04 at h = 1/128: 2.0\n"},
        {", \"blame\": {\"residual\": 0.1, \"repairs\": []}",
         "         On a the error is 4.00e-04 at h = 1/64 and 2.00e-04 at h = 1/128: 2.0\n"},
        {", \"blame\": {\"coefficient\": {\"name\": \"a_3,1\", \"given\": \"0.5\", \"meant\": \"-0.5\", "
         "\"digit\": 1, \"others\": 0}}",
         "         The sign of a[3][1] is wrong: write -0.5.\n"},
        {", \"blame\": {\"coefficient\": {\"name\": \"b_2\", \"given\": \"0.1667\", \"meant\": "
         "\"0.1665\", \"digit\": 4, \"others\": 1}, \"condition\": {\"order\": 1, \"condition\": \"sum b_i "
         "= 1\", \"residual\": -0.0002}}",
         "         Digit 4 of b[2] is wrong: 0.1667 should be 0.1665; a change of another\n"},
        {", \"blame\": {\"coefficient\": {\"name\": \"b_2\", \"given\": "
         "\"-0.01234567890123456789012345678901234567890123456789012345\", \"meant\": "
         "\"-0.01234567890123456789012345678901234567890123956789012345\", \"digit\": 43, \"others\": 0}}",
         "         Digit 43 of b[2] is wrong: -0.012345…5678901234567… should be\n"},
        {", \"blame\": {\"repairs\": [\"drift and kick exchanged\"]}",
         "         Drift and kick exchanged restores all that is claimed.\n"},
        {", \"blame\": {\"condition\": {\"order\": 2, \"condition\": \"sum b_i c_i = 1/2\", "
         "\"residual\": 0.25}, \"repairs\": []}",
         "         The condition sum b_i c_i = 1/2 fails by 0.25.\n"},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        char *text = answer(low_order, rows[i].blame, usual);

        assert_memory_equal(text, "REFUTED  m: order 4. It has order 1 (1.00 on 2 of 2 models).\n", 61);
        if (strstr(text, rows[i].line) != strchr(text, '\n') + 1)
            fail_msg("%s", text);
    }
}

/* Where all models are alike there is one row; where they are not those are named that fail. */
TEST(test_models)
{
    static const char two[] =
        CLAIM("order", "4", "refuted") ORDER("2.01", "2.02") ", \"models\": {\"refuted\": "
                                                             "[\"b\"], \"holds\": [\"a\", "
                                                             "\"c\"]}}",
                      apart[] =
                          CLAIM("order", "4", "refuted") ORDER("1.3", "2.6") ", \"models\": {\"refuted\": "
                                                                             "[\"b\", \"c\"]}}",
                      defect[] =
                          CLAIM("symplectic", "true", "refuted") "\"shown\": {\"model\": \"b\", \"measure\": "
                                                                 "\"bilinear defect, step\", \"error\": "
                                                                 "0.00123}, \"models\": {\"refuted\": "
                                                                 "[\"b\"], \"holds\": [\"a\"]}}";

    assert_string_equal(answer(two, "", usual),
                        "REFUTED  m: order 4. It has order 2 (2.01 to 2.02 on 1 of 3 models: b).\n" LAST);
    assert_string_equal(answer(apart, "", usual),
                        "REFUTED  m: order 4. It has order 1.30 to 2.60 on 2 of 2 models.\n" LAST);
    assert_string_equal(answer(defect, "", usual),
                        "REFUTED  m: symplectic. Its symplectic defect is 0.0012 on b.\n"
                        "         It fails on 1 of 2 models: b.\n" LAST);
}

/* What is known beside the runs decides; claims that it decides alike stand together. */
TEST(test_findings)
{
    static const char claims[] =
        "{\"id\": \"order\", \"claim\": \"order\", \"method\": \"m\", \"value\": \"4\", \"verdict\": "
        "\"refuted\", "
        "\"of_runs\": \"holds\", \"evidence\": \"the method is no map\", \"findings\": [1], \"models\": {}}, "
        "{\"id\": \"symmetric\", \"claim\": \"symmetric\", \"method\": \"m\", \"value\": \"true\", "
        "\"verdict\": "
        "\"refuted\", \"of_runs\": \"vacuous\", \"evidence\": \"the method is no map\", \"findings\": [1], "
        "\"models\": {}}, "
        "{\"id\": \"energy\", \"claim\": \"energy\", \"method\": \"m\", \"value\": \"true\", \"verdict\": "
        "\"inconclusive\", \"of_runs\": \"refuted\", \"evidence\": \"long\", \"contradiction\": \"the "
        "coefficients prove it\", \"findings\": [1], \"models\": {}}";

    assert_string_equal(answer(claims, "", usual),
                        "CONTRADICTION  m: energy. The coefficients prove it.\n"
                        "REFUTED  m: order 4, symmetric. The method is no map.\n" LAST);
}

/* A claim that is open says what would decide it, as a command that can be typed as it stands. */
TEST(test_open)
{
    static const char
        open[] = CLAIM("order", "4", "inconclusive") "\"shown\": {\"model\": \"a\", \"reason\": \"too few "
                                                     "points\", \"remedy\": \"two more halvings\", "
                                                     "\"command\": \"assay run "
                                                     "out/audit-m.lua --only 'a/*/m/none/double/x "
                                                     "y' --refine --out out/refined\"}, "
                                                     "\"models\": {\"inconclusive\": [\"a\"], "
                                                     "\"holds\": [\"b\"]}}",
        vacuous[] = CLAIM("order", "4", "vacuous") "\"shown\": {\"model\": \"a\", \"reason\": \"r\"}, "
                                                   "\"orders\": {\"low\": 5.999, \"high\": 6.0}, "
                                                   "\"models\": {\"vacuous\": [\"a\"]}}",
        refused[] = "{\"id\": \"energy\", \"claim\": \"energy\", \"method\": \"m\", \"value\": \"true\", "
                    "\"verdict\": \"not applicable\", \"evidence\": \"the model has none\", "
                    "\"findings\": [], \"models\": {}}";

    assert_string_equal(answer(open, "", usual),
                        "INCONCLUSIVE  m: order 4. Open on 1 of 2 models: a.\n"
                        "         On a: too few points.\n"
                        "         Next: two more halvings:\n"
                        "         assay run out/audit-m.lua --only 'a/*/m/none/double/x y' --refine \\\n"
                        "             --out out/refined\n" LAST);
    assert_string_equal(answer(vacuous, ", \"on\": \"a\"", usual),
                        "VACUOUS  m: order 4. Methods without it pass as well on a.\n"
                        "         Measured there: order 6.00.\n"
                        "         Next: leave out --on, or name another model.\n" LAST);
    assert_string_equal(answer(refused, "", usual), "NOT APPLICABLE  m: energy. The model has none.\n" LAST);
}

/* Relations are listed if one does not hold. */
TEST(test_relations)
{
    char *text =
        answer(holds,
               ", \"relations\": [{\"method\": \"m\", \"relation\": \"time\", \"verdict\": "
               "\"holds\"}, {\"method\": \"m\", \"relation\": \"gauge\", \"verdict\": \"differs\", "
               "\"largest\": 0.0036, \"model\": \"a\"}, {\"method\": \"m\", \"relation\": \"later\", "
               "\"verdict\": \"inconclusive\"}]",
               usual);

    assert_says(text, "\nRELATIONS  gauge differs by 0.0036 on a; later is open.\n", "1 relation holds");
    assert_null(strstr(text, "time"));
    text =
        answer(holds,
               ", \"relations\": [{\"method\": \"m\", \"relation\": \"time\", \"verdict\": \"holds\"}, "
               "{\"method\": \"m\", \"relation\": \"exchange\", \"verdict\": \"differs\", \"largest\": 0.1, "
               "\"model\": \"a\"}]",
               usual);
    assert_null(strstr(text, "RELATIONS"));
    assert_says(text, "\n16 models, 400 runs, 1 relation holds, exchange differs, 12 s");
}

/* ---- the look ---- */

static void check_lines(const char *text, size_t most, size_t width)
{
    size_t lines = 0;

    for (const char *line = text; *line; lines++) {
        const size_t length = strcspn(line, "\n");

        if (length > width)
            fail_msg("%zu columns: %.*s", length, (int)length, line);
        line += length + 1;
    }
    if (lines > most)
        fail_msg("%zu lines:\n%s", lines, text);
}

/* However much there is, no more than twelve lines of 80 columns: what is left out is counted. */
TEST(test_much)
{
    char claims[8000] = "", *text;
    size_t length = 0;

    for (int i = 0; i < 20; i++)
        length += (size_t)snprintf(
            claims + length, sizeof claims - length,
            "%s{\"id\": \"order:method-with-a-long-name-%d\", \"claim\": \"order\", \"method\": "
            "\"method-with-a-long-name-%d\", \"value\": \"4\", \"verdict\": \"refuted\", \"of_runs\": "
            "\"refuted\", \"evidence\": \"e\", \"findings\": [], " ORDER(
                "1", "1") ", " EXAMPLE
                          ", \"models\": {\"refuted\": [\"a-model-whose-name-is-long-as-well\", \"b\"]}}",
            i ? ", " : "", i, i);
    text = answer(claims, "", usual);
    check_lines(text, 12, 80);
    assert_memory_equal(text, "REFUTED  method-with-a-long-name-0: order 4. It has order 1.\n", 61);
    assert_says(text, "and 12 more; -v shows all\n", "H = q1, one step of h = 1/2",
                "out/audit-m/index.html\n");
}

/* Lines break at words, in a terminal of any width; names that are wider stand alone. */
TEST(test_widths)
{
    char claims[2000], *text;

    snprintf(claims, sizeof claims, "%s, %s", low_order, symplectic);
    text = answer(claims, "", (struct template_look){.width = 40});
    check_lines(text, 24, 40);
    assert_says(text, "REFUTED  m: order 4. It has order 1.\n", "Measured: order 1.00 on 2 of 2\n");
    check_lines(answer(claims, "", (struct template_look){.width = 120}), 12, 120);
}

TEST(test_colours)
{
    assert_says(answer(low_order, "", (struct template_look){.width = 80, .color = true}),
                "\033[1;31mREFUTED\033[0m  m: order 4.");
    assert_says(answer(holds, "", (struct template_look){.width = 80, .color = true}),
                "\033[1;32mHOLDS\033[0m    m: order 4");
    assert_null(strchr(answer(low_order, "", usual), '\033'));
}

/* ---- whole audits ---- */

static const char rule[] =
    "return tableau { name = \"%s\", a = { { 0, 0, 0, 0 }, { \"1/3\", 0, 0, 0 }, { \"%s\", 1, 0, 0 },"
    " { 1, -1, 1, 0 } }, b = { \"1/8\", \"3/8\", \"3/8\", \"1/8\" }, claims = { order = 4 } }\n";

/* Kutta's 3/8 rule, which has a_31 = -1/3, and the same with the other sign. */
static void write_rules(void)
{
    char text[500];

    snprintf(text, sizeof text, rule, "three-eighths", "-1/3");
    write_file("right.lua", text);
    snprintf(text, sizeof text, rule, "other-sign", "1/3");
    write_file("wrong.lua", text);
}

#define AUDIT(file) "audit " file ".lua --on henon-heiles --store a.sqlite --jobs 1"

TEST(test_a_wrong_sign)
{
    char *text;

    write_rules();
    check_run(1, "wrong.txt", AUDIT("wrong"));
    text = read_file("wrong.txt");
    check_lines(text, 12, 80);
    assert_memory_equal(text,
                        "REFUTED  other-sign: order 4. It has order 1 (1.00 on henon-heiles).\n"
                        "         The sign of a[3][1] is wrong: write -0.33333333333333333.\n",
                        127);
    assert_says(text, "Smallest example: H = ", " out/counterexample-other-sign-order.lua\n",
                "out/audit-other-sign/index.html\n");
    check_says("out/audit-other-sign/index.html", "<section class=\"answer\"",
               "<b>REFUTED</b> other-sign: order 4.",
               "The sign of a[3][1] is wrong: write -0.33333333333333333.",
               "<h3>order: 1 refuted</h3>"); /* other data are no entry of their own */
    check_run(0, "right.txt", AUDIT("right"));
    text = read_file("right.txt");
    check_lines(text, 3, 80);
    assert_memory_equal(text, "HOLDS    three-eighths: order 4 (4.00) on henon-heiles.\n", 55);
    assert_null(strstr(text, "sign"));
}

/* The page says it again when the study of the audit is run by itself. */
TEST(test_the_study_of_an_audit)
{
    check_run(0, "again.txt", "run out/audit-other-sign.lua --store a.sqlite --jobs 1 --out again");
    check_says("again/index.html", "<b>REFUTED</b> other-sign: order 4.", "The sign of a[3][1] is wrong");
}

TEST(test_options)
{
    char *text;

    write_rules();
    check_shell(1, AUDIT("wrong") " -q >quiet.txt 2>&1");
    assert_string_equal(read_file("quiet.txt"), "");
    check_shell(1, AUDIT("wrong") " -v >all.txt 2>/dev/null");
    text = read_file("all.txt");
    assert_says(text, "\n  blame            order 2: ", "\nclaim order refuted: 0 of 1 hold",
                "\ncounterexample to order: ", "\n    permutation  holds ");
    assert_non_null(strstr(strstr(text, "\n    permutation  holds "), "\nREFUTED  other-sign: order 4."));
    check_shell(1, AUDIT("wrong") " >plain.txt 2>/dev/null");
    assert_null(strchr(read_file("plain.txt"), '\033'));
    check_shell(1, AUDIT("wrong") " --color=always >colours.txt 2>/dev/null");
    assert_memory_equal(read_file("colours.txt"), "\033[1;31mREFUTED\033[0m  ", 20);
}

/* The manual shows what is printed, but for the seconds: two refuted claims and more. */
TEST(test_the_manual)
{
    char path[PATH_SIZE], *text, *shown;

    check_shell(1,
                "audit %s/examples/wrong-digit.lua --on henon-heiles --store a.sqlite --jobs 1 >manual.txt "
                "2>manual.err",
                fixture.home);
    text = read_file("manual.txt");
    check_lines(text, 12, 80);
    *strstr(text, "\n1 model, ") = '\0';
    shown = between(read_file(path_in(path, fixture.home, "docs/audits.md")),
                    "$ assay audit examples/wrong-digit.lua --on henon-heiles\n", "\n1 model, ");
    assert_string_equal(text, strchr(shown, '\n') + 1);
}
