/* Ledgers: what is refused, the one that comes with the program, and what a place mentions. */
#include "tests/fixtures/test.h"

#include "harness/study/ledger.h"
#include "harness/study/paper.h"
#include "tests/fixtures/runs/run_fixture.h"

static int create(void **state)
{
    if (fixture_create(state) != 0)
        return 1;
    make_paper("bare2017");
    write_file(
        "shelf/bare2017/orders.lua",
        "return study { title = 'Bare', models = 'lotka-volterra', methods = 'gauss-1',  projections = "
        "'none', steps = { '0.1' }, untiltime = '1', precisions = 'double',  measures = 'energy_error' }");
    return 0;
}

#define LEDGER(claims)           "ledger { title = 't', source = 's', claims = { " claims " } }"
#define LEDGER_AND(claims, more) "ledger { title = 't', source = 's', claims = { " claims " }, " more " }"
#define CLAIM(more)              "{ id = 'A', where = 'w', text = 'x', " more " }"

TEST(test_refusals)
{
    static const char *const cases[][2] = {
        {"ledger { source = 's', claims = {} }", "ledger.title is missing"},
        {"ledger { title = 't', source = 's' }", "ledger.claims is missing"},
        {LEDGER(""), "ledger.claims is missing"},
        {LEDGER("3"), "entry 1 of ledger.claims is a number"},
        {LEDGER("{ id = 'A', text = 'x' }"), "claim.where is missing"},
        {LEDGER(CLAIM("figures = 3")), "claim A: figures is not a list of numbers"},
        {LEDGER(CLAIM("tables = { '2' }")), "claim A: tables has an entry that is not a number"},
        {LEDGER(CLAIM("") ", " CLAIM("")), "ledger.claims has A twice"},
        {LEDGER_AND(CLAIM(""), "errata = 1"), "ledger.errata is a number"},
        {LEDGER_AND(CLAIM(""), "errata = { 'eq. 1' }"), "entry 1 of ledger.errata is a string"},
        {LEDGER_AND(CLAIM(""), "errata = { { where = 'w', printed = 'a' } }"),
         "erratum.corrected is missing"},
        {LEDGER_AND(CLAIM(""), "errata = { { where = 'w', printed = 'a', corrected = 'b', claim = 'B' } }"),
         "is about claim B, which the ledger does not have"},
        {"ledger { title = 't', source = 's', claim = {} }", "a ledger has no 'claim'"},
        {"study { }", "returns a study instead of a ledger"},
    };
    char text[PATH_SIZE];

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text, "return %s", cases[i][0]);
        write_file("shelf/bare2017/claims.ledger", text);
        assert_null(ledger_create("bare2017", &said));
        assert_says(said.text, cases[i][1], "bare2017/claims.ledger");
        check_run(2, "r", "reproduce bare2017");
    }
    unlink("shelf/bare2017/claims.ledger");
}

/* The one that comes with the program: K1 to K32 in their order, each with its place. */
TEST(test_kraus)
{
    struct ledger *ledger = ledger_create("kraus2017", &said);

    assert_done(ledger, said);
    assert_int_equal(ledger->claims, 32);
    for (size_t i = 0; i < ledger->claims; i++) {
        char id[32];

        snprintf(id, sizeof id, "K%zu", i + 1);
        assert_string_equal(ledger->claim[i].id, id);
        assert_true(strlen(ledger->claim[i].text) > 30 && strlen(ledger->claim[i].where) > 5);
        for (size_t k = 0; k < ledger->claim[i].figures.count; k++)
            assert_true(
                ledger_mentions(ledger->claim[i].where, "figure", ledger->claim[i].figures.number[k]));
    }
    assert_ptr_equal(ledger_find(ledger, "K1"), ledger->claim);
    assert_ptr_equal(ledger_find(ledger, "K19-step"), ledger->claim + 18);
    assert_null(ledger_find(ledger, "K33"));
    assert_null(ledger_find(ledger, "K"));
    assert_null(ledger_find(ledger, "K1b"));
    ledger_destroy(ledger);
}

/* What the studies of a paper claim belongs to a claim of its ledger; what the paper does not say is assay's own, beside one. */
TEST(test_claims_of_studies)
{
    static const char *const papers[] = {"fernandez2010", "kraus2017", "leimkuhler1994", "mclachlan1994",
                                         "mclachlan2013"};

    for (size_t i = 0; i < COUNT(papers); i++) {
        struct ledger *ledger = ledger_create(papers[i], &said);
        size_t count;
        struct paper_study *studies = paper_create(papers[i], &count);

        assert_done(ledger, said);
        for (size_t k = 0; k < count; k++) {
            assert_done(studies[k].study, studies[k].error);
            for (size_t j = 0; j < studies[k].study->claims; j++) {
                const char *id = studies[k].study->claim[j].id;

                if (!ledger_find(ledger, id))
                    fail_msg("%s: %s is not in the ledger", studies[k].name, id);
            }
        }
        assert_true(count > 5);
        paper_destroy(studies, count);
        ledger_destroy(ledger);
    }
}

static size_t count_words(const char *text)
{
    size_t words = 1;

    for (; *text; text++)
        words += *text == ' ';
    return words;
}

/* Every claim of the five papers has a name of some five words, and show prints every misprint. */
TEST(test_shown)
{
    static const char *const papers[] = {"fernandez2010", "kraus2017", "leimkuhler1994", "mclachlan1994",
                                         "mclachlan2013"};
    char arguments[64];

    for (size_t i = 0; i < COUNT(papers); i++) {
        struct ledger *ledger = ledger_create(papers[i], &said);

        assert_done(ledger, said);
        for (size_t k = 0; k < ledger->claims; k++)
            assert_in_range(ledger->claim[k].name ? count_words(ledger->claim[k].name) : 0, 3, 7);
        assert_true(ledger->errata >= 3);
        snprintf(arguments, sizeof arguments, "show %s", papers[i]);
        assert_int_equal(run_program(arguments, "shown.txt"), 0);
        for (size_t k = 0; k < ledger->errata; k++) {
            check_says("shown.txt", ledger->erratum[k].where);
            assert_string_not_equal(ledger->erratum[k].printed, ledger->erratum[k].corrected);
        }
        ledger_destroy(ledger);
    }
    check_says("shown.txt", "       correct: p_z = -1\n");
}

/* What the paper says with reservations is not said without them. */
TEST(test_reservations)
{
    static const char *const cases[][2] = {{"K4", "leaves the constraint manifold at once"},
                                           {"K5", "bounded or at least growing only slowly"},
                                           {"K12", "with almost all methods"},
                                           {"K13", "almost no method is stable for long on passing orbits"},
                                           {"K13", "IIID and IIIE mostly do well when deeply trapped"},
                                           {"K16", "almost all Lobatto methods on the barely trapped orbit"},
                                           {"K28", "much smaller than with the standard projection"}};
    struct ledger *ledger = ledger_create("kraus2017", &said);

    assert_non_null(ledger);
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_says(ledger_find(ledger, cases[i][0])->text, cases[i][1]);
    ledger_destroy(ledger);
}

/* Misprints in their order, of which some are a claim's; what a claim is about, and how its parts make it up. */
TEST(test_errata)
{
    struct ledger *ledger;

    write_file(
        "shelf/bare2017/claims.ledger",
        "return " LEDGER_AND(CLAIM("name = 'a short name', rule = 'one part suffices'") ", { id = 'B', where "
                                                                                        "= 'v', text = 'y' }",
                             "errata = { { where = 'eq. 1', printed = 'a', corrected = 'b' },"
                             " { where = 'eq. 2', printed = 'c', corrected = 'd', claim = 'B' } }"));
    ledger = ledger_create("bare2017", &said);
    assert_done(ledger, said);
    assert_string_equal(ledger->claim[0].name, "a short name");
    assert_string_equal(ledger->claim[0].rule, "one part suffices");
    assert_null(ledger->claim[1].name);
    assert_int_equal(ledger->errata, 2);
    assert_string_equal(ledger->erratum[0].corrected, "b");
    assert_null(ledger->erratum[0].claim);
    assert_string_equal(ledger->erratum[1].where, "eq. 2");
    assert_string_equal(ledger->erratum[1].printed, "c");
    assert_string_equal(ledger->erratum[1].claim, "B");
    ledger_destroy(ledger);
    unlink("shelf/bare2017/claims.ledger");
}

TEST(test_mentions)
{
    static const struct {
        const char *source, *word, *numbers;
    } cases[] = {
        {"Kraus (2017), figure 20", "figure", "20"},
        {"Kraus (2017), figures 8, 13 and 15-17, table 2", "figure", "8 13 15 16 17"},
        {"Kraus (2017), figures 8, 13 and 15-17, table 2", "table", "2"},
        {"figs. 23, 24 d-f", "figure", "23 24"},
        {"Fig. 3a", "figure", "3"},
        {"section 5, eq. 4", "figure", ""},
        {"prefigure 4", "figure", ""},
        {"tables 2 to 4 and figure 9", "table", "2 3 4"},
        {"figures 1, section 2", "figure", "1"},
        {"figure 2, 2017", "figure", "2"}, /* 2017 is no figure below 40 */
        {"", "figure", ""},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char found[200] = "";

        for (unsigned n = 1; n < 40; n++) {
            if (ledger_mentions(cases[i].source, cases[i].word, n))
                snprintf(found + strlen(found), sizeof found - strlen(found), "%s%u", *found ? " " : "", n);
        }
        assert_string_equal(found, cases[i].numbers);
    }
    assert_false(ledger_mentions(NULL, "figure", 1));
}

TEST_GROUP(create, fixture_destroy)
