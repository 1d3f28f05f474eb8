/* A paper as a whole: a ledger and two small studies in, every claim of the ledger with its verdict,
 * evidence, figures and tables out: as a page, as files, as a document and on the terminal. */
#include "tests/fixtures/test.h"

#include "reports/page/survey.h"
#include "reports/tables/document.h"
#include "reports/template.h"
#include "tests/fixtures/runs/run_fixture.h"
#include "tests/fixtures/judge/names_fixture.h"

static int create(void **state)
{
    if (fixture_create(state) != 0)
        return 1;
    make_paper("tiny2017");
    make_paper("bare2017");
    write_variant("shelf/tiny2017/orders.lua", "survey-orders.lua", NULL);
    write_variant("shelf/tiny2017/costs.lua", "survey-costs.lua", NULL);
    write_variant("shelf/tiny2017/claims.ledger", "survey.ledger", NULL);
    write_variant("shelf/bare2017/orders.lua", "survey-orders.lua", NULL);
    return 0;
}

/* -- the document -- */

static json_t *reproduce(const char *arguments)
{
    check_run(0, "paper.json", "reproduce %s --json --store all.sqlite", arguments);
    return load("paper.json");
}

static const json_t *claim_at(const json_t *document, size_t i)
{
    return at(document, "claims/%zu", i);
}

static void assert_list(const json_t *object, const char *key, const char *expected)
{
    char joined[400] = "";
    size_t index;
    json_t *entry;

    assert_true(json_is_array(json_object_get(object, key)));
    json_array_foreach(json_object_get(object, key), index, entry)
        snprintf(joined + strlen(joined), sizeof joined - strlen(joined), "%s%s", index ? " " : "",
                 json_is_string(entry) ? json_string_value(entry) : text_at(entry, "id"));
    assert_string_equal(joined, expected);
}

/* In the order of the ledger, and behind them what it does not have. */
TEST(test_document)
{
    json_t *paper = reproduce("tiny2017");

    assert_string_equal(text_at(paper, "assay/version"), "0.1.0");
    assert_string_equal(text_at(paper, "paper"), "tiny2017");
    assert_string_equal(text_at(paper, "title"), "A tiny paper");
    assert_true(json_is_false(at(paper, "full")));
    assert_list(paper, "claims", "T1 T10 T2 T'0");
    assert_string_equal(text_at(claim_at(paper, 3), "command"),
                        "assay reproduce 'tiny2017:T'\\''0' --store all.sqlite");
    assert_int_equal(size_at(paper, "studies"), 2);
    assert_string_equal(text_at(paper, "studies/0/study"), "costs");
    assert_non_null(at(paper, "studies/1/fits"));
}

TEST(test_claim_of_one_study)
{
    json_t *paper = reproduce("tiny2017");
    const json_t *claim = claim_at(paper, 0);

    assert_string_equal(text_at(claim, "text"), "The first.");
    assert_string_equal(text_at(claim, "source"), "Nobody (2017), table 4");
    assert_string_equal(text_at(claim, "verdict"), "holds");
    assert_string_equal(text_at(claim, "measured"), "1 of 1 hold, 0 refuted, 0 inconclusive");
    assert_says(text_at(claim, "evidence"), "lotka-volterra/default/gauss-1/symmetric: order 2.00 in");
    assert_string_equal(text_at(claim, "command"), "assay reproduce tiny2017:T1 --store all.sqlite");
    assert_list(claim, "studies", "orders");
    assert_list(claim, "tables", "orders/tables/table4.txt");
    assert_list(claim, "figures", ""); /* the figure shows another measure, and is another number */
    assert_list(claim, "parts", "T1");
}

/* One part holds, one is refuted: the whole is as bad as the worse. */
TEST(test_claim_of_two_studies)
{
    json_t *paper = reproduce("tiny2017");
    const json_t *claim = claim_at(paper, 2), *parts = at(claim, "parts");

    assert_string_equal(text_at(claim, "verdict"), "refuted");
    assert_string_equal(text_at(claim, "measured"), "1 of 2 hold, 1 refuted, 0 inconclusive");
    assert_list(claim, "parts", "T2 T2-energy");
    assert_list(claim, "studies", "costs orders");
    assert_string_equal(text_at(parts, "0/verdict"), "holds");
    assert_string_equal(text_at(parts, "0/study"), "costs");
    assert_string_equal(text_at(parts, "1/verdict"), "refuted");
    assert_says(text_at(claim, "evidence"), "lotka-volterra/default/gauss-1/none 2.000");
    assert_list(claim, "tables", "orders/tables/table4.txt"); /* it shows the measure */
}

TEST(test_claim_of_no_study)
{
    json_t *paper = reproduce("tiny2017");
    const json_t *claim = claim_at(paper, 1);

    assert_string_equal(text_at(claim, "verdict"), "not examined");
    assert_string_equal(text_at(claim, "measured"), "");
    assert_true(null_at(claim, "command"));
    assert_list(claim, "studies", "");
    assert_list(claim, "figures", "orders/figures/errors.svg"); /* figure 6 */
}

/* Without a ledger the claims are those of the studies, a part below the whole. */
TEST(test_without_ledger)
{
    json_t *paper = reproduce("bare2017");

    assert_string_equal(text_at(paper, "title"), "bare2017");
    assert_list(paper, "claims", "T1 T2");
    assert_string_equal(text_at(claim_at(paper, 1), "measured"),
                        "T2-energy: 0 of 1 hold, 1 refuted, 0 inconclusive");
    assert_string_equal(text_at(claim_at(paper, 1), "verdict"), "refuted");
}

TEST(test_full)
{
    json_t *paper = reproduce("tiny2017 --full --out full");
    const json_t *studies = at(paper, "studies");

    assert_true(json_is_true(at(paper, "full")));
    assert_true(json_is_true(at(studies, "0/full")));
    assert_true(json_is_false(at(studies, "1/full")));
    assert_string_equal(text_at(claim_at(paper, 0), "command"),
                        "assay reproduce tiny2017:T1 --store all.sqlite --full");
}

/* The document in the folder is the one that is printed, but for the reports of the studies. */
TEST(test_file)
{
    json_t *paper = reproduce("tiny2017"), *file = load("out/tiny2017/claims.json");

    assert_true(json_equal(at(paper, "claims"), at(file, "claims")));
    assert_int_equal(size_at(file, "studies"), 2);
    assert_null(at(file, "studies/0/fits"));
}

/* One sentence says how many entries hold, and which do not, the claimed value beside the measured one. */
TEST(test_sentence)
{
    json_t *paper = reproduce("tiny2017");
    const json_t *claim = claim_at(paper, 2);

    assert_string_equal(text_at(claim, "name"), "the second");
    assert_string_equal(text_at(claim, "says"), "The second.");
    assert_string_equal(
        text_at(claim, "sentence"),
        "1 of 2 entries holds. gauss-1 on lotka-volterra: energy error of order 2.000, claimed 4.");
    assert_int_equal(size_at(claim, "exceptions"), 1);
    assert_string_equal(text_at(claim, "exceptions/0/claimed"), "4");
    assert_string_equal(text_at(claim, "value/part"), "T2-energy");
    assert_string_equal(text_at(claim_at(paper, 0), "sentence"),
                        "The one entry holds. gauss-1 with the symmetric projection on lotka-volterra: "
                        "energy error of order 2.000, claimed 2.");
    assert_int_equal(size_at(claim_at(paper, 0), "exceptions"), 0);
    assert_true(null_at(claim_at(paper, 1), "sentence")); /* nothing was measured */
    assert_string_equal(text_at(paper, "errata/0/printed"), "a < b");
}

/* -- parts -- */

/* T2 is also T2-energy, wherever they are. */
TEST(test_part)
{
    json_t *parts = reproduce("tiny2017:T2 --out both"), *alone;

    assert_int_equal(json_array_size(parts), 2);
    assert_list(at(parts, "0"), "claims", "T2");
    assert_list(at(parts, "1"), "claims", "T2-energy");
    alone = reproduce("tiny2017:T2-energy --out alone");
    assert_list(alone, "claims", "T2-energy");
    check_run(2, "r", "reproduce tiny2017:T10");
    check_run(2, "r", "reproduce tiny2017:T");
}

/* -- what is written and printed -- */

static void assert_file_says(const char *name, const char *const *words)
{
    for (; *words; words++)
        check_says(name, *words);
}

/* Every local link of the page leads to a file that is there, and to an id that is in it. */
static void check_links(const char *folder)
{
    char name[PATH_SIZE];
    size_t links = 0;

    snprintf(name, sizeof name, "%s/index.html", folder);
    for (const char *at = read_file(name); (at = strpbrk(at, "hs"));) {
        size_t head = strncmp(at, "href=\"", 6) == 0 ? 6 : strncmp(at, "src=\"", 5) == 0 ? 5 : 0;
        size_t end = head ? strcspn(at + head, "\"#") : 0;
        char path[2 * PATH_SIZE], id[PATH_SIZE];

        at += head ? head : 1;
        if (!head)
            continue;
        links++;
        snprintf(path, sizeof path, "%s/%.*s", folder, (int)end, end ? at : "index.html");
        if (!end)
            snprintf(path, sizeof path, "%s/index.html", folder);
        if (!is_there(path))
            fail_msg("the page links to %s, which is not there", path);
        if (at[end] != '#')
            continue;
        snprintf(id, sizeof id, "id=\"%.*s\"", (int)strcspn(at + end + 1, "\""), at + end + 1);
        check_says(path, id);
    }
    assert_true(links > 20);
}

TEST(test_page)
{
    static const char *const page[] = {
        "<h1>A tiny paper</h1>",
        "4 claims: 2 hold, 1 is refuted, 1 is not examined",
        "The tenth: 1 &lt; 2.",
        "Figures of the paper that its claims speak of, and no study shows: 9.",
        "<figure id=\"figure-6\">",
        "<b>Table 4.</b> Energy &amp; more. Model lotka-volterra. (<a href=\"orders/index.html#tables\">",
        "<code>assay reproduce tiny2017:T2 --store all.sqlite</code>",
        "<div class=\"body\" id=\"T10\">",
        "<summary><b>T2</b> <span>the second</span>",
        "<summary><b>T1</b> <span>The first.</span>",
        "<td data-label=\"printed\">a &lt; b</td>",
        "1 of 2 entries holds.",
        NULL};
    static const char *const markdown[] = {"| T1 | The first. | Nobody (2017), table 4 |", "| T10 |", NULL};
    static const char *const csv[] = {"\nT2-energy,", ",T2\n", "\nT10,", NULL};
    static const char *const latex[] = {"\\begin{longtable}", "T10 & The tenth: 1 ", NULL};

    reproduce("tiny2017");
    assert_file_says("out/tiny2017/index.html", page);
    assert_file_says("out/tiny2017/claims.md", markdown);
    assert_file_says("out/tiny2017/claims.csv", csv);
    assert_file_says("out/tiny2017/claims.tex", latex);
    check_links("out/tiny2017");
}

/* Who hears the page, prints it or has no script reads all of it. */
TEST(test_page_is_for_all)
{
    const char *page;

    reproduce("tiny2017");
    page = read_file("out/tiny2017/index.html");
    assert_int_equal(count(page, "<table"), count(page, "<caption>"));
    assert_int_equal(count(page, "<th "), count(page, " scope=\"col\">") + count(page, " scope=\"row\">"));
    assert_int_equal(count(page, "<th>"), 0);
    assert_int_equal(count(page, "<img"), count(page, " alt=\""));
    assert_int_equal(count(page, "<script"), 0);
    assert_int_equal(strncmp(page, "<!DOCTYPE html>\n", 16), 0);
    assert_true(count(page, "<table") > 3 && strlen(page) < 100000);
    /* A line for each claim, which a link opens; each verdict that there is can be chosen. */
    assert_int_equal(count(page, "<summary><b>"), 4);
    assert_int_equal(count(page, "name=\"show\""), 4);
    check_says("out/tiny2017/index.html",
               "body:has(#show-not-examined:checked) .claim:not(.is-not-examined){display:none}");
    check_says("out/tiny2017/index.html", "prefers-color-scheme:dark");
}

TEST(test_printed)
{
    static const char *const lines[] = {"\ntiny2017: 4 claims: 2 hold, 1 is refuted, 1 is not examined\n",
                                        "\nT1    holds         1 of 1 hold, 0 refuted, 0 inconclusive; "
                                        "lotka-volterra/default/gauss-1/symmetric: order",
                                        "\nT10   not examined  \n", "\npage   out/tiny2017/index.html\n",
                                        NULL};

    check_run(0, "printed.txt", "reproduce tiny2017 -v --store all.sqlite");
    assert_file_says("printed.txt", lines);
}

/* The ledger is no study. */
TEST(test_lists)
{
    json_t *list;
    size_t index, found = 0;
    json_t *row;

    check_run(0, "list.json", "list studies --json");
    list = load("list.json");
    json_array_foreach(at(list, "studies"), index, row)
    {
        assert_null(strstr(text_at(row, "name"), "ledger"));
        assert_null(at(row, "error"));
        found += strncmp(text_at(row, "name"), "tiny2017/", 9) == 0;
    }
    assert_int_equal(found, 2);
}

/* -- what an open claim needs, and where a claim holds -- */

/* A study of one claim with one fit, and what they came to. */
struct small {
    struct study_claim entry;
    struct study study;
    struct claim_on_fit on_fit;
    struct fit fit;
    struct claim_result claim;
    struct results results;
};

static void make_small(struct small *small, bool has_full)
{
    *small = (struct small){
        .entry = {.id = (char *)"T1",
                  .text = (char *)"It is stable.",
                  .source = (char *)"s",
                  .condition = (char *)"h < 0.1"},
        .study = {.name = (char *)"small",
                  .path = (char *)"small.lua",
                  .title = (char *)"Small",
                  .text = (char *)"",
                  .has_full = has_full,
                  .claims = 1},
        .on_fit = {.id = "T1", .kind = CLAIM_ABOVE, .formula = "5", .value = 5},
        .fit = {.id = "m/d/gauss-1/none/double/stable_steps",
                .curve.problem = named_problem("m", "d"),
                .curve.method = named_method("gauss-1"),
                .curve.projection = named_projection("none"),
                .curve.precision = named_precision("double"),
                .measure_name = "stable_steps",
                .outcome.verdict = VERDICT_INCONCLUSIVE,
                .outcome.subject = SUBJECT_NUMBER,
                .outcome.reason = VERDICT_REASON_TOO_SHORT,
                .outcome.next = VERDICT_NEXT_NOTHING},
        .claim = {.id = "T1",
                  .source = "s",
                  .verdict = VERDICT_INCONCLUSIVE,
                  .of_runs = VERDICT_INCONCLUSIVE,
                  .tally.fits = {[VERDICT_INCONCLUSIVE] = 1}},
        .results = {.fits = 1, .claims = 1},
    };
    small->study.claim = &small->entry;
    small->results.study = &small->study;
    small->claim.entry = &small->entry;
    small->fit.claim = &small->on_fit;
    small->results.fit = &small->fit;
    small->results.claim = &small->claim;
}

/* The document of the survey of the study alone. */
static json_t *survey_of(const struct small *small, const struct ledger *ledger)
{
    json_t *document = document_create(&small->results), *survey;
    const struct survey_study source = {&small->study, document, true};

    survey = survey_document("paper", ledger, 1, &source, "assay", fixture.folder, &said);
    if (!survey)
        fail_msg("%s", said.text);
    json_decref(document);
    return survey;
}

static void assert_next(const struct small *small, const char *expected)
{
    json_t *survey = survey_of(small, NULL);

    assert_int_equal(size_at(survey, "claims"), 1);
    assert_string_equal(text_at(claim_at(survey, 0), "measured"), "0 of 1 hold, 0 refuted, 1 inconclusive");
    if (expected)
        assert_string_equal(text_at(claim_at(survey, 0), "next"), expected);
    else
        assert_true(null_at(claim_at(survey, 0), "next"));
    json_decref(survey);
}

/* Only a longer version of the study can decide what was too short, and only what was. */
TEST(test_next)
{
    struct small small;

    make_small(&small, true);
    assert_next(&small, "assay reproduce paper:T1 --full");
    small.study.in_full = true;
    assert_next(&small, NULL);
    make_small(&small, false);
    assert_next(&small, NULL);
    make_small(&small, true);
    small.fit.outcome.reason = VERDICT_REASON_MARGIN;
    assert_next(&small, NULL);
}

TEST(test_condition)
{
    static const char *const page[] = {"<b>Condition:</b> h &lt; 0.1</p>",
                                       "<b>Next:</b> <code>assay reproduce paper:T1 --full</code>", NULL};
    static const char *const lines[] = {"\n                    condition: h < 0.1\n",
                                        "\n                    next: assay reproduce paper:T1 --full\n",
                                        NULL};
    struct small small;
    json_t *document;

    make_small(&small, true);
    document = survey_of(&small, NULL);
    assert_string_equal(text_at(claim_at(document, 0), "condition"), "h < 0.1");
    assert_done(survey_write(document, fixture.folder, &said), said);
    assert_file_says("index.html", page);
    json_object_set_new(document, "page", json_string("out"));
    assert_done(template_write_path("lines.txt", "survey-verbose.txt", document, &said), said);
    assert_file_says("lines.txt", lines);
    json_decref(document);
    small.fit.outcome.verdict = small.claim.verdict = VERDICT_HOLDS;
    small.claim.tally = (struct claim_tally){.fits = {[VERDICT_HOLDS] = 1}};
    document = survey_of(&small, NULL);
    assert_string_equal(text_at(claim_at(document, 0), "condition"),
                        "h < 0.1"); /* what holds says for which data */
    json_decref(document);
}

static void assert_verdict(const struct small *small, const struct ledger *ledger, const char *expected)
{
    json_t *survey = survey_of(small, ledger);

    assert_string_equal(text_at(claim_at(survey, 0), "verdict"), expected);
    json_decref(survey);
}

/* "Almost all" with one exception, a misprint whose corrected form holds or fails, and what the paper does not say. */
TEST(test_verdicts_of_papers)
{
    char id[] = "T1", where[] = "eq. 1", text[] = "a = -b", misprint[] = "it has a = b", source[] = "s";
    struct ledger_claim listed = {.id = id, .where = where, .text = text, .erratum = misprint};
    const struct ledger ledger = {.title = source, .source = source, .claims = 1, .claim = &listed};
    struct small small;

    make_small(&small, true);
    small.fit.outcome.verdict = small.claim.verdict = small.claim.of_runs = VERDICT_HOLDS;
    small.claim.tally = (struct claim_tally){.fits = {[VERDICT_HOLDS] = 9}};
    assert_verdict(&small, NULL, "holds");
    assert_verdict(&small, &ledger, "erratum");
    small.claim.tally.fits[VERDICT_INCONCLUSIVE] = 1;
    assert_verdict(&small, NULL, "holds with exceptions");
    small.claim.verdict = small.claim.of_runs = VERDICT_REFUTED;
    assert_verdict(&small, &ledger, "refuted");
    small.entry.own = true;
    assert_verdict(&small, &ledger, "not examined");
}

/* A study that came to nothing leaves its claims open, not unexamined. */
TEST(test_without_results)
{
    struct small small;
    const struct survey_study source = {&small.study, NULL, false};
    json_t *survey;

    make_small(&small, true);
    survey = survey_document("paper", NULL, 1, &source, "assay", fixture.folder, &said);
    assert_string_equal(text_at(claim_at(survey, 0), "verdict"), "incomplete");
    assert_string_equal(text_at(claim_at(survey, 0), "evidence"), "small.lua has no results");
    assert_string_equal(text_at(claim_at(survey, 0), "command"), "assay reproduce paper:T1");
    assert_done(survey_write(survey, fixture.folder, &said), said);
    json_decref(survey);
}

TEST_GROUP(create, fixture_destroy)
