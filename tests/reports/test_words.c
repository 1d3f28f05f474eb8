/* Words of reports: escaped for every format, the mark of a fit, the sentence of a tally. */
#include "tests/fixtures/test.h"

#include <jansson.h>
#include <unistd.h>

#include "tests/fixtures/judge/sentence_fixture.h"
#include "tests/fixtures/reports/text_fixture.h"

#include "harness/judge/results.h"
#include "reports/output.h"
#include "reports/tables/tally.h"
#include "reports/template.h"
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
    check_escaped(output_markdown, "[a](https://b) www.c @d: e.w",
                  "[a\\](https&#58;//b) &#119;ww.c &#64;d: e.w");
    check_escaped(output_csv, "plain text", "plain text");
    check_escaped(output_csv, "=1+1", "'=1+1");
    check_escaped(output_csv, "@SUM(1,2)", "\"'@SUM(1,2)\"");
    check_escaped(output_csv, "-cmd", "'-cmd");
    check_escaped(output_csv, "+A1", "'+A1");
    check_escaped(output_csv, "-1.5e-3", "-1.5e-3");
    check_escaped(output_csv, "-1/3", "-1/3");
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
    check_escaped(output_gnuplot, "'90s", "'’90s'");
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
    fit.outcome.verdict = VERDICT_HOLDS;
    fit.claim = NULL;
    fit.outcome.subject = SUBJECT_NONE;
    assert_int_equal(words_mark_of(&fit), WORDS_NONE);
    assert_int_equal(words_shown_of(&fit), WORDS_NONE);
    assert_string_equal(words_measure("invariant_error:angular-momentum", text, sizeof text),
                        "angular momentum error");
    assert_string_equal(words_measure("constraint_error:phi", text, sizeof text), "constraint error, phi");
    assert_string_equal(words_measure("largest:angular-momentum", text, sizeof text),
                        "largest angular momentum");
    exactly.formula = "2*s-2";
    fit.claim = &exactly;
    assert_string_equal(said_of_fit(&fit, "claimed", text, sizeof text), "exactly 2s-2 = 4");
    exactly.formula = "s*(s+1)";
    assert_string_equal(said_of_fit(&fit, "claimed", text, sizeof text), "exactly s*(s+1) = 4");
}

/* The sentence of fits with these marks: letters of o(rder), p(roperty), n(umber) say what the claims are about. */
static const char *sentence(const char *subjects, const char *const *marks)
{
    static const char code[] =
        "<% local marks = include \"marks\" %><%- marks.sentence(marks.tally(document.fits)) %>";
    json_t *fits = json_array();
    char path[] = "/tmp/assay-sentence-XXXXXX.lua";
    FILE *file = fdopen(mkstemps(path, 4), "w"), *to = open_text();

    fputs(code, file);
    fclose(file);
    for (size_t i = 0; subjects[i]; i++)
        json_array_append_new(fits, json_pack("{s:[{}], s:b, s:s, s:{s:s}}", "claims", "aside", 0, "subject",
                                              subjects[i] == 'o'   ? "order"
                                              : subjects[i] == 'p' ? "property"
                                                                   : "number",
                                              "shown", "mark", marks[i]));
    assert_done(template_write(to, path, kept(json_pack("{s:o}", "fits", fits)), &said), said);
    unlink(path);
    return close_text(to);
}

TEST(sentences)
{
    static const char *const marks[] = {"holds",  "vacuous", "inconclusive", "refuted", "not applicable",
                                        "agrees", "-"};

    assert_string_equal(sentence("", marks), "Nothing is claimed here.");
    assert_string_equal(sentence("o", marks), "Of 1 order claimed: 1 holds, 0 refuted, 0 inconclusive.");
    assert_string_equal(
        sentence("ooooo", marks),
        "Of 5 orders claimed: 1 holds, 1 refuted, 1 inconclusive, 1 vacuous, 1 not applicable.");
    assert_string_equal(sentence("ppo", (const char *const[]){"holds", "refuted", "vacuous"}),
                        "Of 1 order and 2 exact properties claimed: 1 holds, 1 refuted, 0 inconclusive, 1 "
                        "vacuous.");
    assert_string_equal(sentence("np", marks + 5), "Of 1 exact property and 1 number claimed: 1 agrees, 0 "
                                                   "above, 0 below, 1 without a measured order.");
    assert_string_equal(
        sentence("oo", (const char *const[]){"holds", "below"}),
        "Of 2 orders claimed: 1 holds, 0 refuted, 0 inconclusive; without a verdict 0 agree, 0 "
        "above, 1 below, 0 without a measured order.");
}

/* A fit of the panel of known failures has the name of its model alone: neither data nor a method. */
TEST(known_failures)
{
    struct model vortices = {.name = "vortices"};
    struct problem problem = {.model = &vortices};
    struct method method = {.name = "gauss-2"};
    struct projection projection = {.name = "none"};
    const struct fit here = {.order.status = FIT_MEASURED,
                             .order.value = 4,
                             .curve.method = &method,
                             .curve.projection = &projection},
                     elsewhere = {.order.status = FIT_MEASURED, .order.value = 2, .curve.problem = &problem};
    const struct fit fit = {
        .context.control = {.kind = CONTROL_PASSES, .here = &here, .elsewhere = &elsewhere},
        .outcome.subject = SUBJECT_ORDER};
    char text[WORDS_SENTENCE];

    assert_string_equal(
        said_of_fit(&fit, "control", text, sizeof text),
        "cannot tell it from gauss-2/none: that is refuted on vortices (order 2.00) and passes here "
        "(order 4.00)");
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

    assert_int_equal(tally_worst(&tally), WORDS_NONE);
    fit.outcome.verdict = VERDICT_HOLDS;
    tally_add(&tally, &fit);
    tally_add(&tally, NULL);
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
    fit.outcome.verdict = VERDICT_NONE;
    tally_add(&tally, &fit);
    assert_int_equal(tally.claimed, 6);
}
