/* The page of a report: its sections in order, nothing lost, nothing doubled, nothing loaded from elsewhere.
 */
#include "tests/fixtures/test.h"

#include "tests/fixtures/reports/report_fixture.h"

/* The part of the page from one heading to the next, which the caller frees. */
static char *section(const char *page_text, const char *id)
{
    char heading[64], *part;
    const char *begin, *end;

    snprintf(heading, sizeof heading, "<h2 id=\"%s\">", id);
    assert_int_equal(count(page_text, heading), 1);
    begin = strstr(page_text, heading);
    end = strstr(begin + 1, "<h2 ");
    part = kept(strdup(begin));
    assert_non_null(part);
    if (end)
        part[end - begin] = '\0';
    return part;
}

/* Identifiers of the page: each once, each reference to one of them. */
static void check_identifiers(const char *page)
{
    char id[256], wanted[264];

    for (const char *c = page; (c = strstr(c, " id="));) {
        c += strlen(" id=") + 1;
        snprintf(id, sizeof id, "%.*s", (int)strcspn(c, "'\""), c);
        snprintf(wanted, sizeof wanted, " id='%s'", id);
        size_t times = count(page, wanted);
        snprintf(wanted, sizeof wanted, " id=\"%s\"", id);
        if (times + count(page, wanted) != 1)
            fail_msg("id %s is there %zu times", id, times + count(page, wanted));
    }
    for (const char *c = page; (c = strstr(c, "href='#"));) {
        c += strlen("href='#");
        int length = (int)strcspn(c, "'");

        snprintf(wanted, sizeof wanted, " id='%.*s'", length, c);
        size_t times = count(page, wanted);
        snprintf(wanted, sizeof wanted, " id=\"%.*s\"", length, c);
        if (times + count(page, wanted) != 1)
            fail_msg("nothing has%s", wanted);
    }
}

TEST(page)
{
    static const char *const forbidden[] = {"<script", "<link",  "<iframe",  "@import", " src=",     "url(h",
                                            "url('h",  "https:", "href=\"h", "href='h", "A <study>", "--><"};
    char *text = read_report("index.html");

    for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++) {
        if (count(text, forbidden[i]) > 0)
            fail_msg("the page contains %s", forbidden[i]);
    }
    assert_int_equal(count(text, "http:"),
                     count(text, "\"http://www.w3.org/")); /* names of XML, nothing loaded */
    /* A panel each, a picture for every fit, and what these have in common. */
    assert_int_equal(count(text, "<svg"), PROJECTIONS + FITS + 1);
    assert_int_equal(count(text, "</svg>"), PROJECTIONS + FITS + 1);
    assert_int_equal(count(text, "<svg class=\"chart\""), FITS);
    assert_int_equal(count(text, "<rect x=\"0\" stroke=\"none\""),
                     PROJECTIONS); /* no frame around a picture */
    assert_int_equal(count(text, "<title>gauss-3</title>"), PROJECTIONS * MEASURES);
    assert_int_equal(count(text, "<title>data"), 0);
    assert_true(count(text, "A &lt;study&gt;, &quot;quoted&quot; &amp; 50%") >= 2);
    assert_true(strstr(text, "840 runs") && strstr(text, "832 completed") && strstr(text, "8 broke down"));
    assert_int_equal(count(text, " differs\""), 3 + 1);     /* in the tables; among the claims */
    assert_int_equal(count(text, " class=\"differs\""), 3); /* in the list */
    assert_int_equal(count(text, "<td"), count(text, "</td>"));
    assert_int_equal(count(text, "<tr"), count(text, "</tr>"));
    check_identifiers(text);
}

/* Caption k names the projection and the files of letter k. */
TEST(captions)
{
    char *text = read_report("index.html"), wanted[400];

    for (size_t k = 0; k < PROJECTIONS; k++) {
        const char letter = (char)('a' + k);

        snprintf(
            wanted, sizeof wanted,
            "<figcaption>Panel (%c), %s projection: solution error, energy error, angular momentum error "
            "against step size. 24 methods on point-vortices from the data default, 200 bits, h = ",
            letter, k ? projections[k] : "no");
        assert_int_equal(count(text, wanted), 1);
        snprintf(wanted, sizeof wanted, " Script and data: figures/fig20%c.gp, fig20%c.dat.</figcaption>",
                 letter, letter);
        assert_int_equal(count(text, wanted), 1);
    }
    assert_int_equal(count(text, "<figcaption>Panel ("), PROJECTIONS);
}

TEST(order_of_page)
{
    static const char *const ids[] = {"attention", "claims", "tables",     "figures", "matrix",
                                      "evidence",  "rules",  "provenance", "cite"};
    char *text = read_report("index.html"), wanted[64];
    const char *last = strstr(text, "59</b>"); /* the counts come first */

    assert_says(text, "Of 130 orders claimed: 59 hold, 2 refuted, 4 inconclusive; without a "
                      "verdict 61 agree, 0 above, 1 below, 3 without a measured order.");
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        snprintf(wanted, sizeof wanted, "<h2 id=\"%s\">", ids[i]);
        assert_non_null(last);
        assert_true(strstr(text, wanted) > last);
        last = strstr(text, wanted);
    }
}

/* Every fit that is refuted or undecided is listed once, under its claim, with reason and next command. */
TEST(attention)
{
    const struct made *made = *state;
    char *text = read_report("index.html"), *part = section(text, "attention");
    const char *second = strstr(part, "<h3>K2: 1 below, 3 without a measured order</h3>");
    size_t listed = 0;

    assert_says(part, "<h3>K1: 2 refuted, 1 inconclusive: sign-change, 3 inconclusive: too-few</h3>");
    assert_non_null(second);
    assert_true(strstr(part, "<th scope=\"row\">srk-3, standard<") < strstr(part, "srk-3, none"));
    assert_says(part, "; claimed: exactly ");
    for (size_t i = 0; i < FITS; i++) {
        const struct fit *fit = &made->fit[i];
        char wanted[300];
        bool open = fit->outcome.verdict && fit->outcome.verdict != VERDICT_HOLDS;

        snprintf(wanted, sizeof wanted,
                 "--only &#39;%s/*/%s/%s/200/%s&#39; --refine --out out/refined</code>",
                 fit->curve.problem->model->name, fit->curve.method->name, fit->curve.projection->name,
                 fit->measure_name);
        assert_int_equal(count(part, wanted), open);
        assert_true(!open || strstr(part, wanted) < second);
        listed += open;
    }
    assert_int_equal(listed, 6);
    assert_int_equal(count(part, "<th scope=\"row\">"), listed + 4);
}

/* What other data say of a refuted entry is no entry of its own. */
TEST(attention_without_other_data)
{
    struct made *made = *state;
    struct fit *fit = made->fit;
    char *part;

    while (fit->outcome.verdict != VERDICT_REFUTED)
        fit++;
    fit->context.aside = true;
    part = section(page_of_changed(&made->results, "aside"), "attention");
    fit->context.aside = false;
    assert_says(part, "<h3>K1: 1 refuted, 1 inconclusive: sign-change, 3 inconclusive: too-few</h3>");
    assert_int_equal(count(part, "<th scope=\"row\">"), 6 - 1 + 4);
}

/* Groups stand in the order of the study's claims; without those, in the order of the fits. */
TEST(groups)
{
    struct made *made = *state;
    struct claim_result turned[] = {made->claim[1], made->claim[0]};
    char folder[400], path[600], *text;

    for (size_t claims = 0; claims <= 2; claims++) {
        struct results results = made->results;

        results.figures = 0;
        results.claims = claims;
        results.claim = turned;
        snprintf(folder, sizeof folder, "%s/turned%zu", directory, claims);
        assert_true(report_write(&results, folder, &said));
        snprintf(path, sizeof path, "%s/index.html", folder);
        text = read_file(path);
        assert_true(strstr(text, "<h3>K1: ") && strstr(text, "<h3>K2: "));
        assert_true((strstr(text, "<h3>K2: ") < strstr(text, "<h3>K1: ")) == (claims > 0));
        assert_int_equal(count(text, "order of the energy error<br>"), claims == 2);
        assert_int_equal(count(text, "<h2 id=\"claims\">"), claims > 0);
    }
}

/* A cell for each method and projection; the gravest verdict of its measures, in words. */
TEST(matrix)
{
    char *text = read_report("index.html"), *part = section(text, "matrix");
    char *row;

    assert_int_equal(count(part, "<table"), 1);
    assert_int_equal(count(part, "<td class="), METHODS * PROJECTIONS);
    assert_int_equal(count(part, "</span> refuted</span><small>1 of 2</small>"), 2);
    assert_int_equal(count(part, "</span> inconclusive</span><small>1 of 2</small>"), 1);
    assert_int_equal(count(part, "no order</span><small>1 of 2</small>"), 3);
    assert_int_equal(count(part, "</span> holds</span><small>1 of 2</small>"), 59);
    assert_int_equal(count(part, "no claim"), METHODS * PROJECTIONS - 65);
    row = strstr(part, ">gauss-4</th>");
    assert_non_null(row);
    *strstr(row, "</tr>") = '\0';
    assert_int_equal(count(row, "holds</span>"), 4); /* midpoint, the last, is refuted */
    assert_int_equal(count(row, "refuted</span>"), 1);
}

TEST_GROUP(write_report, remove_report)
