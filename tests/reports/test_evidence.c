/* The evidence of a page: a picture for every fit, counted against the data; links that lead both ways; what
 * is claimed beside what was measured; elements that nest. */
#include "tests/fixtures/test.h"

#include "reports/words.h"
#include "tests/fixtures/reports/report_fixture.h"

/* Claimed, and neither as claimed nor beside the point. */
static bool needs_attention(const struct fit *fit)
{
    const enum words_mark mark = words_shown_of(fit);
    const bool agrees = mark == WORDS_AGREES || mark == WORDS_HOLDS || mark == WORDS_HOLDS_TO_ROUND_OFF;

    return fit->claim && !fit->context.aside && !agrees && mark != WORDS_NOT_APPLICABLE;
}

static size_t count_attention(const struct made *made)
{
    size_t n = 0;

    for (size_t i = 0; i < FITS; i++)
        n += needs_attention(&made->fit[i]);
    return n;
}

/* ---- Tests ---- */

/* Filled markers are points used, hollow ones are not; where all are used, the curve marks its own points.  Those without a
 * value are counted in words. */
TEST(pictures)
{
    const struct made *made = *state;
    char *text = read_report("index.html"), *part = between(text, "<h2 id=\"evidence\"", "<h2 id=\"rules\"");
    size_t used = 0, unused = 0, missing = 0, marked = 0, whole = 0;

    for (size_t i = 0; i < FITS; i++) {
        const size_t before = used, left = unused;

        for (size_t n = 0; n < STEPS; n++) {
            bool placed =
                made->fit[i].points.errors[n] > 0; /* one curve of the made-up ones passes below zero */

            used += placed && made->fit[i].order.used[n];
            unused += placed && !made->fit[i].order.used[n];
            missing += isnan(made->fit[i].points.errors[n]) ? 1 : 0;
        }
        if (unused == left && used > before) {
            marked += used - before;
            whole++;
        }
    }
    assert_int_equal(count(part, "h0"), used - marked);
    assert_int_equal(count(part, "class=\"curve all\""), whole);
    assert_int_equal(count(part, "<circle cx="), unused);
    assert_int_equal(missing, 2 * 4 * MEASURES); /* two methods broke down at four steps */
    assert_int_equal(count(part, " 4 without a value"), 2 * MEASURES);
    assert_true(used > 1000 && unused > 50);
    assert_int_equal(count(part, "<figure class=\"fit\""), FITS);
    assert_true(strlen(part) <
                FITS * 1200); /* a thousand of them and some figures stay below 1.5 megabytes */
}

/* Below each picture: the fit and what was found; before all of them, the command that explains one. */
TEST(lines)
{
    const struct made *made = *state;
    char *text = read_report("index.html"), *part;
    char wanted[400];

    assert_says(text, "<code>assay explain kraus2017 &#39;ID&#39;</code>");
    for (size_t i = 0; i < FITS; i++) {
        snprintf(wanted, sizeof wanted, "<figure class=\"fit\" id=\"fit-%zu\">", i + 1);
        assert_int_equal(count(text, wanted), 1);
        part = between(text, wanted, "</figure>");
        snprintf(wanted, sizeof wanted, "<b>%s</b>", made->fit[i].id);
        assert_int_equal(count(part, wanted), 1);
        if (made->fit[i].order.status == FIT_MEASURED) {
            snprintf(wanted, sizeof wanted, "order %.3f [%.2f, %.2f]", made->fit[i].order.value,
                     made->fit[i].order.low, made->fit[i].order.high);
            assert_int_equal(count(part, wanted), 1);
        }
        assert_int_equal(count(part, "✗ refuted</span>"), made->fit[i].outcome.verdict == VERDICT_REFUTED);
    }
}

/* From the list of what needs attention to the picture and back; from the tables to the pictures. */
TEST(links)
{
    const struct made *made = *state;
    char *text = read_report("index.html");
    char *list = between(text, "<h2 id=\"attention\"", "<h2 id=\"claims\"");
    char *tables = between(text, "<h2 id=\"tables\"", "<h2 id=\"figures\"");
    char *first = between(text, "<details class=\"fits\" open>", "</details>");
    char wanted[64];

    assert_int_equal(count_attention(made), 10);
    for (size_t i = 0; i < FITS; i++) {
        bool needed = needs_attention(&made->fit[i]);

        snprintf(wanted, sizeof wanted, "<tr id=\"attention-%zu\">", i + 1);
        assert_int_equal(count(list, wanted), needed);
        snprintf(wanted, sizeof wanted, "href='#fit-%zu'", i + 1);
        assert_int_equal(count(list, wanted), needed);
        assert_int_equal(count(tables, wanted), i % MEASURES != 0); /* of the two measures with a table */
        snprintf(wanted, sizeof wanted, "href='#attention-%zu'", i + 1);
        assert_int_equal(count(text, wanted), needed);
        assert_int_equal(count(first, wanted), needed); /* it is open from the start */
    }
}

/* A part for what needs attention and one for each method; open only where it can be looked through.  Of many rows
 * of a kind the first stand above and the others open on demand, each once. */
TEST(parts)
{
    struct made *made = *state;
    struct fit *fits = kept_memory(malloc(sizeof made->fit));
    struct results results = made->results;
    char *text = read_report("index.html");

    assert_int_equal(count(text, "<details"), 1 + METHODS);
    assert_int_equal(count(text, "<details class=\"fits\" open>"), 1);
    assert_says(text, "<summary>What needs attention (10)</summary>",
                "<summary>point-vortices, gauss-1 (15) <small>Of 10 orders claimed: 5 hold, 0 "
                "refuted, 0 inconclusive; without a verdict 5 agree, 0 above, 0 below, 0 without "
                "a measured order.</small></summary>");
    assert_int_equal(count(text, "<p>Shown above: <a href='#fit-"), 3); /* gauss-4, gauss-6, srk-3 */

    assert_non_null(fits);
    memcpy(fits, made->fit, sizeof made->fit);
    for (size_t i = 0; i < FITS; i++)
        fits[i].outcome.verdict = fits[i].claim ? VERDICT_INCONCLUSIVE : VERDICT_NONE;
    results.fit = fits;
    results.figures = 0;
    text = page_of_changed(&results, "undecided");
    assert_says(text, "<details class=\"fits\"><summary>What needs attention (130)</summary>");
    assert_int_equal(count(text, " open>"), 0);
    assert_int_equal(count(text, "<figure class=\"fit\""), FITS);
    assert_true(count(text, " more of the same</summary>") > 0);
    for (size_t i = 0; i < FITS; i++) {
        char wanted[64];

        snprintf(wanted, sizeof wanted, "<tr id=\"attention-%zu\">", i + 1);
        assert_int_equal(count(text, wanted), fits[i].claim != NULL);
    }
}

/* The paper's table, and ours beside it: a row for each class of methods; a verdict for each number of
 * stages.
 */
TEST(beside)
{
    static const char *const classes[] = {
        "Gauss–Legendre<small>s = 1, 3, "
        "5</small></th><td>s+1</td><td>2s</td><td>2s</td><td>2s</td><td>s+1</td>",
        "Gauss–Legendre<small>s = 2, 4, "
        "6</small></th><td>s</td><td>2s</td><td>2s</td><td>2s</td><td>s+2</td>",
        "SRK<small>s = 3</small></th><td>2</td><td>4</td><td>4</td><td>4</td><td>4</td>",
        "Lobatto IIIA–IIIB<small>s = 2, 4</small></th><td>s</td><td>2s-2</td>",
        "Lobatto IIIB–IIIA<small>s = 3</small></th><td>s-1</td><td>2s-2</td>",
    };
    char *text = read_report("index.html"),
         *tables = between(text, "<h2 id=\"tables\"", "<h2 id=\"figures\"");
    char *paper = between(tables, "<table class=\"paper\">", "</table>");
    char *measured = between(tables, "<table class=\"measured\">", "</table>");
    char *row;

    assert_int_equal(count(tables, "<div class=\"beside\">"), 2);
    assert_says(tables, "<h4>Claimed: Kraus (2017), section 5.5</h4>",
                "<h4>Measured: point-vortices, energy error, 200 bits</h4>");
    assert_int_equal(count(paper, "<th scope=\"row\">"), 7); /* what nobody claims has no row */
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        if (!strstr(paper, classes[i]))
            fail_msg("missing: %s", classes[i]);
    }
    assert_int_equal(count(measured, "<th scope=\"row\">"), METHODS);
    assert_int_equal(count(measured, "</span> holds</span>"), 59);
    assert_int_equal(count(measured, "</span> refuted</span>"), 2);
    row = between(measured, "s = 4</th>", "</tr>");
    assert_int_equal(count(row, "</span> holds</span>"), 4); /* midpoint is refuted */
    assert_says(row, "refuted</span><small>[3.95, 4.05]; claimed 6</small>");
}

/* Nothing claimed: no empty grid beside ours. */
TEST(unclaimed)
{
    struct made *made = *state;
    struct fit *fits = kept_memory(malloc(sizeof made->fit));
    struct results results = made->results;
    char *text;

    assert_non_null(fits);
    memcpy(fits, made->fit, sizeof made->fit);
    for (size_t i = 0; i < FITS; i++) {
        fits[i].claim = NULL;
        fits[i].outcome = (struct verdict_outcome){.verdict = VERDICT_NONE};
    }
    results.fit = fits;
    results.figures = 0;
    text = page_of_changed(&results, "unclaimed");
    assert_int_equal(count(text, "class=\"paper\""), 0);
    assert_int_equal(count(text, "class=\"measured\""), 2);
    assert_int_equal(count(text, "class=\"claimed\""), 0);
    assert_says(text, "Nothing: nothing is claimed.");
}

/* ---- Elements nest ---- */

static bool is_void(const char *name)
{
    return strcmp(name, "meta") == 0 || strcmp(name, "br") == 0;
}

/* The first element that is closed but was not the last opened, or was not closed; empty where all nest. */
static void find_wrong(const char *text, char *wrong)
{
    char stack[64][24];
    size_t depth = 0;
    char name[24];

    wrong[0] = '\0';
    while ((text = strchr(text, '<'))) {
        bool closing = text[1] == '/';
        const char *begin = text + 1 + closing, *end = strchr(text, '>');

        assert_non_null(end);
        text = end;
        if (*begin == '!' || *begin == '?')
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(begin, " \t\n/>"), begin);
        if (closing && (depth == 0 || strcmp(stack[depth - 1], name) != 0)) {
            strcpy(wrong, name);
            return;
        }
        assert_true(depth < 64);
        if (closing)
            depth--;
        else if (end[-1] != '/' && !is_void(name))
            strcpy(stack[depth++], name);
    }
    if (depth > 0)
        strcpy(wrong, stack[depth - 1]);
}

TEST(nesting)
{
    char *text = read_report("index.html"), wrong[24];

    find_wrong(text, wrong);
    if (wrong[0])
        fail_msg("<%s> does not nest", wrong);
    find_wrong("<p><b>a</p></b>", wrong); /* the controls */
    assert_string_equal(wrong, "p");
    find_wrong("<div><p>a</p>", wrong);
    assert_string_equal(wrong, "div");
}

TEST_GROUP(write_report, remove_report)
