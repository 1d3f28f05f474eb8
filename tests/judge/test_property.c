/* Exact properties, vacuous claims, what the controls say, what a gate expects: in every format of a report.
 */
#include "tests/fixtures/test.h"

#include "tests/fixtures/reports/json_fixture.h"

#include "harness/judge/verdict.h"
#include "reports/tables/document.h"
#include "tests/fixtures/judge/sentence_fixture.h"
#include "tests/fixtures/reports/report_fixture.h"

/* Places in the fixture: method, projection, the energy error. */
enum { HOLDS = 1, REFUTED = MEASURES + 1, VACUOUS = 2 * MEASURES + 1, FLOORS = 3 * MEASURES + 1 };

struct changed {
    struct fit fit[FITS];
    struct claim_on_fit exact;
    double floors[STEPS];
    struct study_expectation expectation[4];
    struct results results;
};

/* Of gauss-1: exact and holds (none), exact and refuted (standard), vacuous (symmetric), floors (symplectic).
 */
static struct changed *change(const struct made *made)
{
    struct changed *changed = kept_memory(malloc(sizeof *changed));
    char text[16];

    memcpy(changed->fit, made->fit, sizeof made->fit);
    changed->exact =
        (struct claim_on_fit){.id = "K1", .kind = CLAIM_EXACT, .formula = "0", .source = "a theorem"};
    for (size_t n = 0; n < STEPS; n++) {
        snprintf(text, sizeof text, "%zue-61", n + 1);
        changed->floors[n] = strtod(text, NULL);
    }
    changed->fit[HOLDS].order.status = FIT_EXACT;
    changed->fit[HOLDS].exact.error = 2.5e-60;
    changed->fit[HOLDS].exact.repeated = 1.25e-79;
    changed->fit[HOLDS].context.control.kind = CONTROL_DENIES;
    changed->fit[HOLDS].context.positive = POSITIVE_DIGITS;
    changed->fit[HOLDS].context.positive_value = 30;
    changed->fit[REFUTED].outcome.verdict = VERDICT_REFUTED;
    changed->fit[REFUTED].exact.error = changed->fit[REFUTED].exact.repeated = 0.125;
    for (size_t i = HOLDS; i <= REFUTED; i += MEASURES) {
        changed->fit[i].claim = &changed->exact;
        changed->fit[i].outcome.subject = SUBJECT_PROPERTY;
        changed->fit[i].exact.bits = 64;
    }
    changed->fit[VACUOUS].outcome.verdict = VERDICT_VACUOUS;
    changed->fit[VACUOUS].context.control.kind = CONTROL_NOT_APPLICABLE;
    changed->fit[FLOORS].floor.of_points = changed->floors;
    changed->fit[FLOORS].floor.reference_error = 1e-62;
    changed->fit[FLOORS].floor.origin = FLOOR_BY_BITS;
    changed->fit[FLOORS].curve.bits = 200;
    changed->expectation[0] = (struct study_expectation){"K1", VERDICT_HOLDS};
    changed->expectation[1] = (struct study_expectation){"K1", VERDICT_REFUTED}; /* the last counts */
    changed->expectation[2] = (struct study_expectation){"K3", VERDICT_HOLDS};
    changed->expectation[3] = (struct study_expectation){"*/<srk-3>/standard", VERDICT_INCONCLUSIVE};
    changed->results = made->results;
    changed->results.fit = changed->fit;
    changed->results.figures = 0;
    changed->results.expectation = changed->expectation;
    changed->results.expectations = 4;
    return changed;
}

static int write_changed(void **state)
{
    if (write_report(state) != 0)
        return -1;
    struct changed *changed = change(*state);
    page_of_changed(&changed->results, "changed");
    return 0;
}

static void check_part(const char *text, const char *wanted)
{
    if (count(text, wanted) != 1)
        fail_msg("%s is there %zu times in %s", wanted, count(text, wanted), text);
}

/* The caption names the note with this text, which stands once below the pictures. */
static void check_note(const char *text, const char *caption, const char *note)
{
    const char *begin = strstr(text, note);
    char *named = between(caption, "<a href='#notes'>", "</a>"), wanted[16];
    int number = 0;

    assert_non_null(begin);
    assert_null(strstr(begin + 1, note));
    for (const char *item = text; (item = strstr(item, "<li>")) && item < begin; item++)
        number++;
    snprintf(wanted, sizeof wanted, "%d", number);
    if (!strstr(named, wanted))
        fail_msg("note %s is not among %s", wanted, named);
}

/* ---- Words ---- */

TEST(words)
{
    struct changed *changed = change(*state);
    struct words *words = words_open();
    struct claim_on_fit least = {.kind = CLAIM_AT_LEAST, .formula = "2*s-2", .value = 6};
    struct fit *holds = &changed->fit[HOLDS];
    json_t *said_of = kept(words_of_fit(words, &changed->results, holds, false));
    char text[256];

    assert_string_equal(text_at(said_of, "shown/claimed"), "exact");
    assert_string_equal(text_at(said_of, "shown/measured"), "exact");
    assert_string_equal(text_at(said_of, "shown/detail"), "2.5e-60; with 64 more bits 1.2e-79");
    assert_int_equal(words_mark_of(holds), WORDS_AGREES);
    said_of = kept(words_of_fit(words, &changed->results, &changed->fit[REFUTED], false));
    words_close(words);
    assert_string_equal(text_at(said_of, "shown/claimed"), "exact");
    snprintf(text, sizeof text, "order %.2f", changed->fit[REFUTED].order.value);
    assert_string_equal(text_at(said_of, "shown/measured"), text);
    assert_int_equal(words_mark_of(&changed->fit[REFUTED]), WORDS_BELOW);
    assert_int_equal(words_shown_of(&changed->fit[REFUTED]), WORDS_REFUTED);

    assert_string_equal(said_of_fit(holds, "claimed", text, sizeof text), "exact");
    holds->exact.repeated = NAN;
    assert_string_equal(said_of_fit(holds, "repeated", text, sizeof text),
                        "2.5e-60; no value with 64 more bits");
    holds->exact.bits = 0;
    assert_string_equal(said_of_fit(holds, "repeated", text, sizeof text), "");
    holds->claim = &least;
    assert_string_equal(said_of_fit(holds, "claimed", text, sizeof text), "at least 2s-2 = 6");
    least.formula = "6";
    assert_string_equal(said_of_fit(holds, "claimed", text, sizeof text), "at least 6");
    assert_string_equal(words_precision("double", text, sizeof text), "double precision");
    assert_string_equal(words_precision("200", text, sizeof text), "200 bits");
    assert_string_equal(words_precision("200:split", text, sizeof text), "200 bits, split coefficients");
    assert_string_equal(words_precision("double:symplectic:uncompensated", text, sizeof text),
                        "double precision, symplectic coefficients, uncompensated sums");
    assert_string_equal(words_precision("8192:symplectic:uncompensated:accepted", text, sizeof text),
                        "8192 bits, symplectic coefficients, uncompensated sums, stages as accepted");
    assert_string_equal(words_precision("double:accepted", text, sizeof text),
                        "double precision, stages as accepted");
    assert_string_equal(words_expected(&changed->results, "K1"), "refuted");
    assert_null(words_expected(&changed->results, "K2"));
    assert_null(words_expected(&changed->results, "K3"));
}

/* ---- The page ---- */

TEST(page)
{
    char *text = read_report("changed/index.html"), *part, *row,
         *notes = between(text, "<ol class=\"notes\" id=\"notes\">", "</ol>");

    check_part(text,
               "Of 128 orders and 2 exact properties claimed: 57 hold, 3 refuted, 4 inconclusive, 1 vacuous");
    check_part(text, "<li class=\"vacuous\"><b>1</b>");
    part = between(text, "<tr id=\"attention-8\">", "</tr>"); /* VACUOUS + 1 */
    check_part(part, "<div class=\"note\">Control: the measure does not apply: not compared</div>");
    part = between(text, "<tr id=\"attention-5\">", "</tr>"); /* REFUTED + 1 */
    check_part(part, "<td data-label=\"claimed\">exact</td>");
    check_part(part, ">order 2.00<");
    part = between(text, "id=\"fit-2\"", "</figure>"); /* HOLDS + 1 */
    check_part(part, "exact 2.5e-60; with 64 more bits 1.2e-79; claimed: exact</div>");
    check_note(notes, part,
               "Control: it says that something fails, and needs no comparison: the exact flow passes.<");
    check_note(notes, part,
               "Positive control: two integrations of the reference, of other order, step and "
               "precision, agree to 30 digits.<");
    assert_int_equal(count(part, "class=\"claimed\""), 0); /* no slope is claimed */
    part = between(text, "id=\"fit-8\"", "</figure>");
    check_part(part, "∅ vacuous</span>");
    check_note(notes, part, "Control: the measure does not apply: not compared.<");
    part = between(text, "id=\"fit-11\"", "</figure>"); /* FLOORS + 1 */
    check_part(part, "floor 1.0e-61; reference 1.0e-62");
    check_note(notes, part,
               "Floor: difference from the same runs with 64 more bits at the two finest steps.<");

    part = between(text, "<table class=\"paper\">", "</table>");
    check_part(part, "s = 1</small></th><td>exact</td><td>exact</td><td>2s</td>");
    part = between(text, "<table class=\"matrix\">", "</table>");
    row = between(part, ">gauss-1</th>", "</tr>");
    check_part(row, "<td class=\"vacuous\"><span class=\"verdict vacuous\">");
    check_part(row, "</span> vacuous</span><small>1 of 2</small>");
    check_part(row, "</span> refuted</span><small>1 of 2</small>");
}

/* Beside a verdict stands what is expected where the study says something else than holds, and only there. */
TEST(expected)
{
    const struct made *made = *state;
    char *text = read_report("changed/index.html"), *plain = read_report("index.html"), *part;
    struct changed *changed = change(made);

    part = between(text, "<h2 id=\"claims\">", "<h2 id=\"tables\">");
    check_part(part, "<small>expected: refuted</small>");
    assert_int_equal(count(part, "expected: "), 1);
    check_part(part,
               "<p>A gate expects of single fits: <code>*/&lt;srk-3&gt;/standard</code> inconclusive.</p>");
    check_part(text,
               "<br>The study expects of this claim: refuted</p>"); /* in the list of what needs attention */
    assert_null(strstr(plain, "The study expects"));
    assert_null(strstr(plain, "expected: "));
    assert_null(strstr(plain, "A gate expects"));
    changed->results.expectations = 1; /* K1 holds: nothing else is said */
    text = page_of_changed(&changed->results, "expected");
    assert_null(strstr(text, "expected: "));
}

/* The numbers of the rules are those that the measures use; what is cited makes the report again. */
TEST(rules)
{
    const struct made *made = *state;
    struct results results = made->results;
    struct study study = *results.study;
    char *text = read_report("index.html"),
         *part = between(text, "<h2 id=\"rules\">", "<h2 id=\"provenance\">");
    char wanted[128];

    snprintf(wanted, sizeof wanted, "at least %g times its floor", ORDER_FIT_FLOORS);
    check_part(part, wanted);
    snprintf(wanted, sizeof wanted, "at most %g. The window", ORDER_FIT_LARGEST);
    check_part(part, wanted);
    snprintf(wanted, sizeof wanted, "repeated with %d more bits", GRID_REPEAT_BITS);
    check_part(part, wanted);
    snprintf(wanted, sizeof wanted, "more than %g below p", VERDICT_DISTANCE);
    check_part(part, wanted);
    snprintf(wanted, sizeof wanted, "only after %d halvings", VERDICT_HALVINGS);
    check_part(part, wanted);
    check_part(part, "on gauss-1, gauss-2 and srk-3");
    check_part(part, "is refuted on some other model is refuted on this one too");

    check_part(text, "<pre>assay 0.1, commit abc123, numerics n-12. Study kraus2017 (");
    check_part(text, "study hash 77aa.</pre>");
    check_part(text, "<pre>git checkout abc123\nmake\n./assay run &#39;a, b&#39; --&gt;</pre>");
    results.provenance.command = "assay report x --store y"; /* a store is not in a clone */
    study.path = (char *)"studies/x.lua";
    results.study = &study;
    results.figures = 0;
    text = page_of_changed(&results, "reported");
    check_part(text, "make\n./assay run studies/x.lua</pre>");
}

/* ---- Tables and data ---- */

TEST(tables)
{
    char *text = read_report("changed/tables/table2.txt");

    check_part(text, " exact | exact holds ");
    check_part(text, " exact | order 2.00 REFUTED ");
    check_part(text, " vacuous ");
    check_part(text, "\ngauss-1, symmetric: vacuous: the measure does not apply: not compared\n");
    check_part(text, "1 vacuous");
    text = read_report("changed/tables/table2.md");
    check_part(text, " exact \\| exact 2.5e-60; with 64 more bits 1.2e-79 holds |");
    check_part(text, " exact \\| order 2.00 ");
    check_part(text, "\n- gauss-1, symmetric: vacuous: the measure does not apply: not compared\n");
    text = read_report("changed/tables/table2.tex");
    check_part(text, " & exact & \\begin{tabular}[t]{@{}l@{}}exact holds \\\\ ");
    check_part(text, "\\textbf{order 2.00 refuted}");
    check_part(text, " vacuous \\\\");
    check_part(text, "\\multicolumn{2}{l}{exact, $s$, $s+1$}");
    text = read_report("changed/tables/table2.csv");
    check_part(text, ",K1,exact,0,0,,,,agrees,exact,");
    check_part(text, ",a theorem,2.5e-60,1.25e-79,64,\"it says that something fails, and needs no "
                     "comparison: the exact flow passes\",\"two integrations of the reference, of other "
                     "order, step and precision, agree to 30 digits\"\n");
    check_part(text, ",,,,the measure does not apply: not compared,\n");
    text = read_report("tables/table2.txt"); /* the control */
    assert_null(strstr(text, "vacuous: "));
    assert_null(strstr(text, "exact |"));
}

TEST(data)
{
    char *text = read_report("changed/data/evidence.csv"), line[200];

    check_part(text, ",200,0,2.5e-60,1.25e-79,64,,\"it says that something fails, and needs no comparison: "
                     "the exact flow passes\",\"two integrations");
    check_part(text,
               ",200,1e-62,,,,difference from the same runs with 64 more bits at the two finest steps,,\n");
    assert_int_equal(count(text, "\n"), 2 + FITS); /* provenance and names */
    text = read_report("changed/data/points.csv"); /* every point its floor */
    for (size_t n = 0; n < STEPS; n++) {
        char *part;

        snprintf(line, sizeof line,
                 "\npoint-vortices/default/gauss-1/symplectic/200/energy_error,point-vortices,"
                 "default,gauss-1,symplectic,200,energy_error,%s,",
                 steps[n]);
        part = between(text, line, "\n");
        snprintf(line, sizeof line, ",%zue-61,", n + 1);
        check_part(part, line);
    }
}

static void check_string(const json_t *object, const char *key, const char *expected)
{
    assert_string_equal(json_string_value(json_object_get(object, key)), expected);
}

TEST(document)
{
    struct changed *changed = change(*state);
    json_t *all = kept(document_create(&changed->results)), *fits = at(all, "fits"), *fit, *exact;

    fit = json_array_get(fits, HOLDS);
    exact = at(fit, "exact");
    assert_true(number_at(exact, "error") == 2.5e-60);
    assert_true(number_at(exact, "repeated") == 1.25e-79);
    assert_int_equal(integer_at(exact, "bits"), 64);
    check_string(fit, "control",
                 "it says that something fails, and needs no comparison: the exact flow passes");
    check_string(fit, "positive_control",
                 "two integrations of the reference, of other order, step and precision, agree to 30 digits");
    check_string(at(fit, "claims/0"), "claim", "exact");
    assert_true(null_at(fit, "floors"));

    fit = json_array_get(fits, FLOORS);
    for (size_t n = 0; n < STEPS; n++)
        assert_true(number_at(fit, "floors/%zu", n) == changed->floors[n]);
    assert_true(number_at(fit, "reference_error") == 1e-62);
    check_string(fit, "floor_origin",
                 "difference from the same runs with 64 more bits at the two finest steps");
    assert_int_equal(integer_at(fit, "bits"), 200);
    assert_true(null_at(fit, "exact"));
    assert_true(null_at(fit, "control"));
    assert_int_equal(size_at(fit, "floors"), STEPS);

    check_string(at(all, "claims/0"), "expected", "refuted");
    assert_true(null_at(all, "claims/1/expected"));
}

TEST_GROUP(write_changed, remove_report)
