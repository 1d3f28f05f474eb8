/* Words of reports: escaped for every format, the mark of a fit, the sentence of a tally. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/reports/text_fixture.h"

#include "harness/judge/results.h"
#include "reports/output.h"
#include "reports/tables/tally.h"
#include "reports/words.h"

static void check_escaped(void (*write)(FILE *, const char *), const char *text, const char *expected)
{
    FILE *file = open_text();

    write(file, text);
    assert_string_equal(close_text(file), expected);
}

TEST(escaping)
{
    check_escaped(output_html, "<a href=\"x\">&'", "&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
    check_escaped(output_latex, "\\{}$&#%_^~<>|\"–",
                  "\\textbackslash{}\\{\\}\\$\\&\\#\\%\\_\\textasciicircum{}\\textasciitilde{}\\textless{}"
                  "\\textgreater{}\\textbar{}''--");
    check_escaped(output_latex, "lobatto-iiia_x|50%", "lobatto-iiia\\_x\\textbar{}50\\%");
    check_escaped(output_latex, "θ ≥ 2", "$\\theta$ $\\ge$ 2");
    check_escaped(output_latex, "Müller Dąbrowska", "Müller Dabrowska"); /* OT1 has no ogonek */
    check_escaped(output_latex, "a\n\tb", "a  b");
    check_escaped(output_latex, "漢\xff", "??"); /* what LaTeX does not know, and what is no UTF-8 */
    check_escaped(output_latex, "\xc3", "?");
    check_escaped(output_markdown, "a|b*c_d`<e>\\\n", "a\\|b\\*c\\_d\\`&lt;e&gt;\\\\ ");
    check_escaped(output_csv, "plain text", "plain text");
    check_escaped(output_csv, "a,b", "\"a,b\"");
    check_escaped(output_csv, "a \"b\"\nc", "\"a \"\"b\"\"\nc\"");
    check_escaped(output_line, "a\nb\tc", "a b c");
    check_escaped(output_html, NULL, "");
}

/* Of bytes that are not UTF-8 and of control characters nothing reaches a file or a terminal. */
TEST(bytes)
{
    static const char text[] = "a\x1b[31m\x07\r\x7f\xc2\x9b\xff\xc0\xaf\xed\xa0\x80ü";

    check_escaped(output_html, text, "a [31m    ??????ü");
    check_escaped(output_markdown, text, "a [31m    ??????ü");
    check_escaped(output_csv, text, "a [31m    ??????ü");
    check_escaped(output_line, text, "a [31m    ??????ü");
    check_escaped(output_gnuplot, text, "'a [31m    ??????ü'");
    check_escaped(output_gnuplot, "it's\n", "'it''s '");
    check_escaped(output_html, "\xe2\x82", "??");
    check_escaped(output_html, "\xef\xbf\xbf", "???");
}

TEST(marks)
{
    struct claim_on_fit exactly = {.kind = CLAIM_EXACTLY, .value = 4, .formula = "4"}, least = exactly;
    struct fit fit = {.order.status = FIT_MEASURED,
                      .order.value = 4.149,
                      .order.low = 4.1,
                      .order.high = 4.2,
                      .claim = &exactly,
                      .outcome.subject = SUBJECT_ORDER};
    char text[64];

    least.kind = CLAIM_AT_LEAST;
    assert_int_equal(words_mark_of(&fit), WORDS_AGREES); /* 0.149 <= 0.1 + 0.05 */
    fit.order.value = 4.151;
    assert_int_equal(words_mark_of(&fit), WORDS_ABOVE);
    fit.claim = &least;
    assert_int_equal(words_mark_of(&fit), WORDS_AGREES);
    fit.order.value = 3.849;
    assert_int_equal(words_mark_of(&fit), WORDS_BELOW);
    fit.claim = &exactly;
    assert_int_equal(words_mark_of(&fit), WORDS_BELOW);
    fit.order.value = NAN;
    assert_false(words_mark_of(&fit) == WORDS_AGREES);
    fit.order.status = FIT_EXACT;
    assert_int_equal(words_mark_of(&fit), WORDS_NONE);
    fit.outcome.verdict = VERDICT_REFUTED; /* stands in place of the comparison */
    assert_int_equal(words_mark_of(&fit), WORDS_NONE);
    assert_int_equal(words_shown_of(&fit), WORDS_REFUTED);
    assert_true(words_differ(WORDS_REFUTED) && !words_differ(WORDS_INCONCLUSIVE));
    fit.outcome.verdict = VERDICT_HOLDS;
    fit.claim = NULL;
    fit.outcome.subject = SUBJECT_NONE;
    assert_int_equal(words_mark_of(&fit), WORDS_NONE);
    assert_int_equal(words_shown_of(&fit), WORDS_NONE);
    assert_string_equal(words_measure("invariant_error:angular-momentum", text, sizeof text),
                        "angular momentum error");
    assert_string_equal(words_measure("constraint_error:phi", text, sizeof text), "constraint error, phi");
    assert_string_equal(words_formula("2*s-2", text, sizeof text), "2s-2");
    assert_string_equal(words_formula("s*(s+1)", text, sizeof text), "s*(s+1)");
}

TEST(tallies)
{
    struct claim_on_fit claim = {.id = "K1", .kind = CLAIM_EXACTLY, .value = 4, .formula = "4"};
    struct fit fit = {.order.status = FIT_MEASURED,
                      .order.value = 4,
                      .order.low = 3.95,
                      .order.high = 4.05,
                      .claim = &claim,
                      .outcome.subject = SUBJECT_ORDER};
    struct tally tally = {0};
    char text[256];

    assert_int_equal(tally_worst(&tally), WORDS_NONE);
    assert_string_equal(tally_sentence(&tally, text, sizeof text), "Nothing is claimed here.");
    fit.outcome.verdict = VERDICT_HOLDS;
    tally_add(&tally, &fit);
    tally_add(&tally, NULL);
    assert_string_equal(tally_sentence(&tally, text, sizeof text),
                        "Of 1 order claimed: 1 holds, 0 refuted, 0 inconclusive.");
    assert_int_equal(tally_worst(&tally), WORDS_HOLDS);
    fit.outcome.verdict = VERDICT_VACUOUS;
    tally_add(&tally, &fit);
    assert_int_equal(tally_worst(&tally), WORDS_VACUOUS);
    fit.outcome.verdict = VERDICT_INCONCLUSIVE;
    tally_add(&tally, &fit);
    assert_int_equal(tally_worst(&tally), WORDS_INCONCLUSIVE);
    fit.outcome.verdict = VERDICT_REFUTED;
    tally_add(&tally, &fit);
    fit.outcome.verdict = VERDICT_NOT_APPLICABLE;
    tally_add(&tally, &fit);
    assert_int_equal(tally_worst(&tally), WORDS_REFUTED);
    assert_string_equal(
        tally_sentence(&tally, text, sizeof text),
        "Of 5 orders claimed: 1 holds, 1 refuted, 1 inconclusive, 1 vacuous, 1 not applicable.");
    fit.outcome.verdict = VERDICT_NONE;
    tally_add(&tally, &fit);
    tally_sentence(&tally, text, 20); /* cut, not overrun */
    assert_string_equal(text, "Of 6 orders claimed");
}
