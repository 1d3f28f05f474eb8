/* assay reproduce, list and explain from end to end, on a paper of two small studies: a part is what the
 * whole says, and nothing else is run or written. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/run_fixture.h"

/* -- a shelf with the paper -- */

static int create(void **state)
{
    if (fixture_create(state) != 0)
        return 1;
    make_paper("tiny2017");
    write_variant("shelf/tiny2017/orders.lua", "orders.lua", NULL);
    write_variant("shelf/tiny2017/costs.lua", "costs.lua", NULL);
    return 0;
}

static json_t *reproduce(const char *what)
{
    check_run(0, "part.json", "reproduce %s --json --store all.sqlite", what);
    return load("part.json");
}

/* The entry without what is to be run next, where the commands name the store. */
static json_t *without_next(const json_t *entry)
{
    json_t *copy = json_deep_copy(entry);

    json_object_del(copy, "next");
    json_object_del(copy, "command");
    return copy;
}

/* Every entry of the part's list, one at least, is that of the whole. */
static void assert_same_entries(const json_t *part, const json_t *whole, const char *key)
{
    size_t index;
    json_t *entry;

    assert_true(json_array_size(json_object_get(part, key)) > 0);
    json_array_foreach(json_object_get(part, key), index, entry)
    {
        json_t *ours = without_next(entry),
               *theirs = without_next(get_entry(whole, key, text_at(entry, "id")));
        const bool same = json_equal(ours, theirs);

        json_decref(ours);
        json_decref(theirs);
        if (!same)
            fail_msg("%s is not that of the whole study", text_at(entry, "id"));
    }
}

/* The study as a whole. */
static json_t *run_whole(void)
{
    check_run(0, "whole.json", "run shelf/tiny2017/orders.lua --json --out whole --store whole.sqlite");
    return load("whole.json");
}

/* -- parts -- */

/* 2 methods x 2 projections x 5 steps in 128 bits, and in double for the floor. */
TEST(test_table)
{
    json_t *whole = run_whole(), *part = reproduce("tiny2017:energy");

    assert_int_equal(size_at(whole, "cells"), 2 * 2 * 5 * 3);
    assert_int_equal(size_at(part, "cells"), 2 * 2 * 5 * 2);
    assert_int_equal(size_at(part, "fits"), 2 * 2 * 2);
    assert_int_equal(size_at(part, "claims"), 0);
    assert_same_entries(part, whole, "fits");
    assert_same_entries(part, whole, "cells");
    assert_true(is_there("out/tiny2017-energy/tables/energy.txt"));
    assert_true(is_there("out/tiny2017-energy/index.html"));
    assert_false(is_there("out/tiny2017-energy/tables/solution.txt"));
    assert_false(is_there("out/tiny2017-energy/figures/errors.gp"));
}

/* 2 methods x 2 projections x 5 steps x 3 precisions: what a claim is compared with is there, too. */
TEST(test_claim)
{
    json_t *whole = run_whole(), *part = reproduce("tiny2017:T1");

    assert_int_equal(size_at(part, "cells"), 2 * 2 * 5 * 3);
    assert_int_equal(size_at(part, "fits"), 2 * 2 * 3);
    assert_int_equal(size_at(part, "claims"), 1);
    assert_same_entries(part, whole, "claims");
    assert_same_entries(part, whole, "fits");
    assert_string_equal(text_at(part, "claims/0/verdict"), "holds");
    assert_false(is_there("out/tiny2017-T1/tables/energy.txt"));
}

TEST(test_figure)
{
    json_t *part = reproduce("tiny2017:errors");
    size_t index, asked = 0;
    json_t *cell;

    /* 160: runs of 96 bits that are repeated for their floor. */
    json_array_foreach(at(part, "cells"), index, cell)
    {
        assert_string_not_equal(text_at(cell, "precision"), "128");
        asked += strcmp(text_at(cell, "precision"), "160") != 0;
    }
    assert_int_equal(asked, 2 * 2 * 5 * 2);
    assert_true(is_there("out/tiny2017-errors/figures/errors.gp"));
    assert_false(is_there("out/tiny2017-errors/tables/energy.txt"));
}

/* T2 is in both studies: a folder and a document for each. */
TEST(test_part_of_two_studies)
{
    json_t *parts = reproduce("tiny2017:T2 --out both");

    assert_int_equal(json_array_size(parts), 2);
    assert_string_equal(text_at(parts, "0/study"), "costs");
    assert_int_equal(size_at(parts, "0/cells"), 5 * 3);
    assert_int_equal(size_at(parts, "1/cells"), 2 * 2 * 5 * 3);
    assert_true(is_there("both/costs/index.html") && is_there("both/orders/index.html"));
}

TEST(test_paper)
{
    json_t *whole = run_whole(), *paper = reproduce("tiny2017");

    assert_int_equal(size_at(paper, "studies"), 2);
    assert_same_entries(at(paper, "studies/1"), whole, "fits");
    assert_int_equal(size_at(paper, "studies/1/fits"), size_at(whole, "fits"));
    assert_true(is_there("out/tiny2017/orders/tables/solution.txt"));
    assert_true(is_there("out/tiny2017/costs/index.html"));
}

/* -- what is printed -- */

static char *print(const char *arguments)
{
    check_run(0, "printed.txt", "%s", arguments);
    return read_file("printed.txt");
}

static void assert_prints(const char *arguments, const char *wanted, const char *unwanted)
{
    char *text = print(arguments);

    if (!strstr(text, wanted))
        fail_msg("%s does not print '%s' but %s", arguments, wanted, text);
    if (unwanted && strstr(text, unwanted))
        fail_msg("%s prints '%s'", arguments, unwanted);
}

/* The table that is asked for is printed as it was written. */
TEST(test_printed_table)
{
    char *text = print("reproduce tiny2017:energy --store all.sqlite"), *table;
    size_t length;

    table = read_bytes("out/tiny2017-energy/tables/energy.txt", &length);
    assert_true(length > 200);
    assert_int_equal(strncmp(text, table, length), 0);
    assert_says(text, "page   out/tiny2017-energy/index.html\n");
    assert_null(strstr(text, "\nclaim "));
}

TEST(test_printed_claim)
{
    assert_prints("reproduce tiny2017:T1 --store all.sqlite",
                  "HOLDS  T1: orders of the energy error; 4 of 4 hold\n       evidence: ", "T2");
    assert_prints("reproduce tiny2017:T1 -v --store all.sqlite",
                  "claim T1 holds: 4 of 4 hold, 0 refuted, 0 inconclusive (Nobody (2017), table 1)\n"
                  "    claimed   orders of the energy error\n",
                  "claim T2");
    assert_prints("reproduce tiny2017:errors --store all.sqlite",
                  "figure out/tiny2017-errors/figures/errors.", "\ntable ");
    /* A whole paper prints no table. */
    assert_prints("reproduce tiny2017 --store all.sqlite", "tiny2017: 1 hold", "Gauss");
    assert_prints("reproduce tiny2017 -v --store all.sqlite", "claim T1 holds", "Gauss");
}

/* The page of a paper shows the pictures of its studies wherever they were drawn, and no markup as text. */
TEST(test_page_of_a_paper)
{
    static const char *const figure[] = {"\"orders/figures/errors.gp\">", "\"orders/figures/errors.svg\">"};
    char page[1 << 16];
    FILE *file;

    draw_pictures(true);
    check_run(0, "paper.txt", "reproduce tiny2017 --store all.sqlite");
    draw_pictures(false);
    const bool drawn = is_there("out/tiny2017/orders/figures/errors.svg");
    assert_non_null(file = fopen("out/tiny2017/index.html", "r"));
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    assert_non_null(strstr(page, figure[drawn]));
    assert_null(strstr(page, figure[!drawn]));
    assert_int_equal(strstr(page, "<img") != NULL, drawn);
    assert_null(strstr(page, "&lt;"));
}

/* -- lists -- */

TEST(test_lists)
{
    size_t index, found = 0;
    json_t *row;

    check_run(0, "claims.json", "list claims --json");
    json_array_foreach(at(load("claims.json"), "claims"), index, row)
    {
        if (strncmp(text_at(row, "study"), "tiny2017/", 9) != 0)
            continue;
        found++;
        assert_string_equal(text_at(row, "source"), "Nobody (2017), table 1");
        assert_string_equal(text_at(row, "text"), "energy_error");
        assert_int_equal(strncmp(text_at(row, "path"), "shelf/tiny2017/", 15), 0);
    }
    assert_int_equal(found, 3); /* T2 twice */
    assert_prints("list papers", "tiny2017: 2 studies, 3 claims, 2 tables, 1 figure\n", NULL);
    assert_prints("list studies", "tiny2017/orders ", "cannot be used");
    assert_prints("list studies", " shelf/tiny2017/orders.lua ", NULL);
    assert_prints("list studies", " Tiny (Nobody (2017))\n", NULL);
}

/* A study that cannot be read is listed with the reason, and hides no other. */
TEST(test_broken_study)
{
    write_file("shelf/tiny2017/broken.lua", "return study {\n}");
    assert_prints("list studies", "cannot be used: ", NULL);
    assert_prints("list papers", "tiny2017: 3 studies, 3 claims", NULL);
    assert_prints("list claims", "T1", NULL);
    check_run(2, "broken.txt", "reproduce tiny2017:T1");
    unlink("shelf/tiny2017/broken.lua");
    assert_prints("list studies", "tiny2017/orders", "cannot be used: ");
}

/* -- explain -- */

TEST(test_explain)
{
    const char *id = "lotka-volterra/default/gauss-2/symmetric/128/energy_error";
    const char *text;

    check_run(2, "none.txt", "explain %s --store e.sqlite", id); /* there is no store yet */
    assert_false(is_there("e.sqlite"));
    check_run(0, "r", "run shelf/tiny2017/orders.lua --out o --store e.sqlite");
    check_run(0, "alone.txt", "explain %s --store e.sqlite", id);
    text = read_file("alone.txt");
    assert_int_equal(strncmp(text, id, strlen(id)), 0);
    check_run(0, "named.txt", "explain shelf/tiny2017/orders.lua %s --store e.sqlite", id);
    assert_string_equal(text, read_file("named.txt"));
    check_run(2, "none.txt", "explain gauss-7 --store e.sqlite");
    check_run(2, "none.txt", "explain shelf/tiny2017/orders.lua --store e.sqlite");
    /* Claims and globs; then a second study with the same claim. */
    assert_prints("explain T2 --store e.sqlite", "4 orders are named by T2", NULL);
    assert_prints("explain gauss-?/symmetric --store e.sqlite", "12 orders are named by", NULL);
    check_run(0, "r", "run shelf/tiny2017/costs.lua --out o --store e.sqlite");
    assert_prints("explain T2 --store e.sqlite", "shelf/tiny2017/orders.lua\n", NULL);
    assert_prints("explain T2 --store e.sqlite", "shelf/tiny2017/costs.lua\n", NULL);
    assert_prints("explain T1 --store e.sqlite", "4 orders are named by T1", NULL);
    assert_prints("explain standard --store e.sqlite", "3 orders are named by standard", NULL);
}

/* After a part of a study was run, its orders are explained from that part or from the study: nothing is missing. */
TEST(test_explain_part)
{
    const char *text;

    check_run(0, "r", "reproduce tiny2017:T1 --store p.sqlite");
    assert_prints("explain T1 --store p.sqlite", "4 orders are named by T1", NULL);
    check_run(0, "r", "explain shelf/tiny2017/orders.lua T1 --store p.sqlite");
    assert_prints("explain T1 --store p.sqlite", "4 orders are named by T1", NULL);
    /* Another part takes nothing from those that were reported before. */
    check_run(0, "r", "reproduce tiny2017:T2 --store p.sqlite");
    text = print("explain T2 --store p.sqlite");
    check_run(0, "r", "reproduce tiny2017:T1 --store p.sqlite");
    assert_string_equal(print("explain T2 --store p.sqlite"), text);
    assert_prints("explain T1 --store p.sqlite", "4 orders are named by T1", NULL);
    check_run(0, "r", "run shelf/tiny2017/orders.lua --only gauss-1 --out o --store p.sqlite");
    assert_string_equal(print("explain T2 --store p.sqlite"), text);
    check_run(2, "r", "explain gauss-3 --store p.sqlite");
}

/* What a paper claims is said, measured or not; every claim of the shipped ledger, without any store. */
TEST(test_explain_ledger)
{
    char arguments[64], wanted[64], *text;

    write_file("shelf/tiny2017/claims.ledger",
               "return ledger { title = 'Small', source = 'Somebody (2017)', claims = {\n"
               "{ id = 'T2', where = 'page 2', text = 'The second.' },\n"
               "{ id = 'T9', where = 'page 9', text = 'The ninth.' } } }\n");
    assert_prints("explain T9 --store l.sqlite", "T9, Somebody (2017), page 9\nThe ninth.\n", NULL);
    assert_prints("explain tiny2017:T9 --store l.sqlite", "no study of tiny2017 examines", NULL);
    check_run(0, "r", "reproduce tiny2017:T2 --store l.sqlite");
    assert_prints("explain T2 --store l.sqlite", "T2, Somebody (2017), page 2: ", "not measured");
    assert_int_equal(unlink("shelf/tiny2017/claims.ledger"), 0);
    for (int k = 1; k <= 32; k++) {
        int status;

        snprintf(arguments, sizeof arguments, "explain K%d --store nothing.sqlite", k);
        status = run_program(arguments, "claim.txt");
        text = read_file("claim.txt");
        snprintf(wanted, sizeof wanted, "K%d, Kraus (2017), section", k);
        if ((status != 0 && status != 3) || strncmp(text, wanted, strlen(wanted)) != 0)
            fail_msg("%s: status %d, %s", arguments, status, text);
        assert_says(text, status ? "\nnot measured" : "\nnot examined");
    }
    assert_false(is_there("nothing.sqlite"));
}

/* A command is a part of every document, whatever bytes it has. */
TEST(test_bytes_of_a_command)
{
    json_t *part = reproduce("tiny2017:T1 --out o\xff\x1b");

    assert_string_equal(text_at(part, "assay/command"),
                        "assay reproduce tiny2017:T1 --out 'o? ' --json --store all.sqlite");
}

/* -- several studies -- */

TEST(test_several)
{
    const char *both = "shelf/tiny2017/orders.lua shelf/tiny2017/costs.lua";
    json_t *documents;

    check_run(2, "r", "report %s --out s --store s.sqlite", both); /* there is no store */
    check_run(0, "r", "run shelf/tiny2017/costs.lua --out s --store s.sqlite");
    check_run(3, "r", "report %s --out s --store s.sqlite", both); /* one is complete, one is not */
    check_run(0, "s.json", "run %s --out s --json --store s.sqlite", both);
    documents = load("s.json");
    assert_int_equal(json_array_size(documents), 2);
    assert_string_equal(text_at(documents, "1/study"), "costs");
    assert_true(is_there("s/orders/index.html") && is_there("s/costs/index.html"));
    check_run(0, "r", "report %s --out s --store s.sqlite", both);
    check_says("r", "REFUTED  orders:T2: ", "HOLDS    orders:T1: ", "HOLDS    costs:T2: ",
               "pages  s/orders/index.html s/costs/index.html\n");
    assert_memory_equal(read_file("r"), "REFUTED  orders:T2: ", 20);
    check_run(0, "r", "report %s -v --out s --store s.sqlite", both);
    check_says("r", "shelf/tiny2017/costs.lua: Tiny\n");
    check_run(2, "r", "run %s nothing --out t --store s.sqlite", both); /* and nothing was run */
    assert_false(is_there("t"));
}

TEST_GROUP(create, fixture_destroy)
