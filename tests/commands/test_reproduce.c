/* assay reproduce, list and explain from end to end, on a paper of two small studies: a part is what the
 * whole says, and nothing else is run or written. */
#define _DEFAULT_SOURCE /* mkdtemp, realpath */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/run_fixture.h"

/* -- a shelf with the paper -- */

static int create(void **state)
{
    if (fixture_create(state) != 0)
        return 1;
    make_paper(*state, "tiny2017");
    write_variant(*state, "shelf/tiny2017/orders.lua", "orders.lua", NULL);
    write_variant(*state, "shelf/tiny2017/costs.lua", "costs.lua", NULL);
    return 0;
}

static json_t *reproduce(const struct fixture *fixture, const char *what)
{
    char arguments[PATH_SIZE];

    snprintf(arguments, sizeof arguments, "reproduce %s --json --store all.sqlite", what);
    assert_int_equal(run_program(fixture, arguments, "part.json"), 0);
    return load(fixture, "part.json");
}

static size_t size_of(const json_t *document, const char *key)
{
    return json_array_size(json_object_get(document, key));
}

static bool exists(const struct fixture *fixture, const char *name)
{
    char path[PATH_SIZE];

    return access(path_in(path, fixture->folder, name), R_OK) == 0;
}

static const json_t *find(const json_t *list, const char *id)
{
    size_t index;
    json_t *entry;

    json_array_foreach(list, index, entry)
    {
        if (strcmp(text_of(entry, "id"), id) == 0)
            return entry;
    }
    return NULL;
}

/* Every entry of the part's list, one at least, is that of the whole. */
static void assert_same_entries(const json_t *part, const json_t *whole, const char *key)
{
    size_t index;
    json_t *entry;

    assert_true(size_of(part, key) > 0);
    json_array_foreach(json_object_get(part, key), index, entry)
    {
        if (!json_equal(entry, find(json_object_get(whole, key), text_of(entry, "id"))))
            fail_msg("%s is not that of the whole study", text_of(entry, "id"));
    }
}

/* The study as a whole. */
static json_t *run_whole(const struct fixture *fixture)
{
    assert_int_equal(run_program(fixture,
                                 "run shelf/tiny2017/orders.lua --json --out whole --store whole.sqlite",
                                 "whole.json"),
                     0);
    return load(fixture, "whole.json");
}

/* -- parts -- */

/* 2 methods x 2 projections x 5 steps in 128 bits, and in double for the floor. */
TEST(test_table)
{
    const struct fixture *fixture = *state;
    json_t *whole = run_whole(fixture), *part = reproduce(fixture, "tiny2017:energy");

    assert_int_equal(size_of(whole, "cells"), 2 * 2 * 5 * 3);
    assert_int_equal(size_of(part, "cells"), 2 * 2 * 5 * 2);
    assert_int_equal(size_of(part, "fits"), 2 * 2 * 2);
    assert_int_equal(size_of(part, "claims"), 0);
    assert_same_entries(part, whole, "fits");
    assert_same_entries(part, whole, "cells");
    assert_true(exists(fixture, "out/tiny2017-energy/tables/energy.txt"));
    assert_true(exists(fixture, "out/tiny2017-energy/index.html"));
    assert_false(exists(fixture, "out/tiny2017-energy/tables/solution.txt"));
    assert_false(exists(fixture, "out/tiny2017-energy/figures/errors.gp"));
    json_decref(part);
    json_decref(whole);
}

/* 2 methods x 2 projections x 5 steps x 3 precisions: what a claim is compared with is there, too. */
TEST(test_claim)
{
    const struct fixture *fixture = *state;
    json_t *whole = run_whole(fixture), *part = reproduce(fixture, "tiny2017:T1");

    assert_int_equal(size_of(part, "cells"), 2 * 2 * 5 * 3);
    assert_int_equal(size_of(part, "fits"), 2 * 2 * 3);
    assert_int_equal(size_of(part, "claims"), 1);
    assert_same_entries(part, whole, "claims");
    assert_same_entries(part, whole, "fits");
    assert_string_equal(text_of(json_array_get(json_object_get(part, "claims"), 0), "verdict"), "holds");
    assert_false(exists(fixture, "out/tiny2017-T1/tables/energy.txt"));
    json_decref(part);
    json_decref(whole);
}

TEST(test_figure)
{
    const struct fixture *fixture = *state;
    json_t *part = reproduce(fixture, "tiny2017:errors");
    size_t index, asked = 0;
    json_t *cell;

    /* 160: runs of 96 bits that are repeated for their floor. */
    json_array_foreach(json_object_get(part, "cells"), index, cell)
    {
        assert_string_not_equal(text_of(cell, "precision"), "128");
        asked += strcmp(text_of(cell, "precision"), "160") != 0;
    }
    assert_int_equal(asked, 2 * 2 * 5 * 2);
    assert_true(exists(fixture, "out/tiny2017-errors/figures/errors.gp"));
    assert_false(exists(fixture, "out/tiny2017-errors/tables/energy.txt"));
    json_decref(part);
}

/* T2 is in both studies: a folder and a document for each. */
TEST(test_part_of_two_studies)
{
    const struct fixture *fixture = *state;
    json_t *parts = reproduce(fixture, "tiny2017:T2 --out both");

    assert_int_equal(json_array_size(parts), 2);
    assert_string_equal(text_of(json_array_get(parts, 0), "study"), "costs");
    assert_int_equal(size_of(json_array_get(parts, 0), "cells"), 5 * 3);
    assert_int_equal(size_of(json_array_get(parts, 1), "cells"), 2 * 2 * 5 * 3);
    assert_true(exists(fixture, "both/costs/index.html") && exists(fixture, "both/orders/index.html"));
    json_decref(parts);
}

TEST(test_paper)
{
    const struct fixture *fixture = *state;
    json_t *whole = run_whole(fixture), *paper = reproduce(fixture, "tiny2017"), *studies;

    studies = json_object_get(paper, "studies");
    assert_int_equal(json_array_size(studies), 2);
    assert_same_entries(json_array_get(studies, 1), whole, "fits");
    assert_int_equal(size_of(json_array_get(studies, 1), "fits"), size_of(whole, "fits"));
    assert_true(exists(fixture, "out/tiny2017/orders/tables/solution.txt"));
    assert_true(exists(fixture, "out/tiny2017/costs/index.html"));
    json_decref(paper);
    json_decref(whole);
}

/* -- what is printed -- */

static char *print(const struct fixture *fixture, const char *arguments)
{
    char path[PATH_SIZE];
    size_t length;

    assert_int_equal(run_program(fixture, arguments, "printed.txt"), 0);
    return read_file(path_in(path, fixture->folder, "printed.txt"), &length);
}

static void assert_prints(const struct fixture *fixture, const char *arguments, const char *wanted,
                          const char *unwanted)
{
    char *text = print(fixture, arguments);

    if (!strstr(text, wanted))
        fail_msg("%s does not print '%s' but %s", arguments, wanted, text);
    if (unwanted && strstr(text, unwanted))
        fail_msg("%s prints '%s'", arguments, unwanted);
    free(text);
}

/* The table that is asked for is printed as it was written. */
TEST(test_printed_table)
{
    const struct fixture *fixture = *state;
    char path[PATH_SIZE], *text = print(fixture, "reproduce tiny2017:energy --store all.sqlite"), *table;
    size_t length;

    table = read_file(path_in(path, fixture->folder, "out/tiny2017-energy/tables/energy.txt"), &length);
    assert_true(length > 200);
    assert_int_equal(strncmp(text, table, length), 0);
    assert_non_null(strstr(text, "page   out/tiny2017-energy/index.html\n"));
    assert_null(strstr(text, "\nclaim "));
    free(table);
    free(text);
}

TEST(test_printed_claim)
{
    const struct fixture *fixture = *state;

    assert_prints(fixture, "reproduce tiny2017:T1 --store all.sqlite",
                  "claim T1 holds: 4 of 4 hold, 0 refuted, 0 inconclusive (Nobody (2017), table 1)\n"
                  "    claimed   orders of the energy error\n",
                  "claim T2");
    assert_prints(fixture, "reproduce tiny2017:errors --store all.sqlite",
                  "figure out/tiny2017-errors/figures/errors.", "\ntable ");
    /* A whole paper prints no table. */
    assert_prints(fixture, "reproduce tiny2017 --store all.sqlite", "claim T1 holds", "Gauss");
}

/* -- lists -- */

TEST(test_lists)
{
    const struct fixture *fixture = *state;
    json_t *list;
    const json_t *rows;
    size_t index, found = 0;
    json_t *row;

    assert_int_equal(run_program(fixture, "list claims --json", "claims.json"), 0);
    list = load(fixture, "claims.json");
    rows = json_object_get(list, "claims");
    json_array_foreach(rows, index, row)
    {
        if (strncmp(text_of(row, "study"), "tiny2017/", 9) != 0)
            continue;
        found++;
        assert_string_equal(text_of(row, "source"), "Nobody (2017), table 1");
        assert_string_equal(text_of(row, "text"), "energy_error");
        assert_int_equal(strncmp(text_of(row, "path"), "shelf/tiny2017/", 15), 0);
    }
    assert_int_equal(found, 3); /* T2 twice */
    json_decref(list);
    assert_prints(fixture, "list papers", "tiny2017: 2 studies, 3 claims, 2 tables, 1 figure\n", NULL);
    assert_prints(fixture, "list studies", "tiny2017/orders ", "cannot be used");
    assert_prints(fixture, "list studies", " shelf/tiny2017/orders.lua ", NULL);
    assert_prints(fixture, "list studies", " Tiny (Nobody (2017))\n", NULL);
}

/* A study that cannot be read is listed with the reason, and hides no other. */
TEST(test_broken_study)
{
    const struct fixture *fixture = *state;
    char path[PATH_SIZE];

    write_file(fixture, "shelf/tiny2017/broken.lua", "return study {\n}");
    assert_prints(fixture, "list studies", "cannot be used: ", NULL);
    assert_prints(fixture, "list papers", "tiny2017: 3 studies, 3 claims", NULL);
    assert_prints(fixture, "list claims", "T1", NULL);
    assert_int_equal(run_program(fixture, "reproduce tiny2017:T1", "broken.txt"), 2);
    unlink(path_in(path, fixture->folder, "shelf/tiny2017/broken.lua"));
    assert_prints(fixture, "list studies", "tiny2017/orders", "cannot be used: ");
}

/* -- explain -- */

TEST(test_explain)
{
    const struct fixture *fixture = *state;
    const char *id = "lotka-volterra/default/gauss-2/symmetric/128/energy_error";
    char alone[PATH_SIZE], named[PATH_SIZE], *text, *same;

    snprintf(alone, sizeof alone, "explain %s --store e.sqlite", id);
    assert_int_equal(run_program(fixture, alone, "none.txt"), 2); /* there is no store yet */
    assert_false(exists(fixture, "e.sqlite"));
    assert_int_equal(run_program(fixture, "run shelf/tiny2017/orders.lua --out o --store e.sqlite", "r"), 0);
    text = print(fixture, alone);
    assert_int_equal(strncmp(text, id, strlen(id)), 0);
    snprintf(named, sizeof named, "explain shelf/tiny2017/orders.lua %s --store e.sqlite", id);
    same = print(fixture, named);
    assert_string_equal(text, same);
    free(text);
    free(same);
    assert_int_equal(run_program(fixture, "explain gauss-7 --store e.sqlite", "none.txt"), 2);
    assert_int_equal(run_program(fixture, "explain shelf/tiny2017/orders.lua --store e.sqlite", "none.txt"),
                     2);
    /* Claims and globs; then a second study with the same claim. */
    assert_prints(fixture, "explain T2 --store e.sqlite", "4 orders are named by T2", NULL);
    assert_prints(fixture, "explain gauss-?/symmetric --store e.sqlite", "12 orders are named by", NULL);
    assert_int_equal(run_program(fixture, "run shelf/tiny2017/costs.lua --out o --store e.sqlite", "r"), 0);
    assert_prints(fixture, "explain T2 --store e.sqlite", "shelf/tiny2017/orders.lua\n", NULL);
    assert_prints(fixture, "explain T2 --store e.sqlite", "shelf/tiny2017/costs.lua\n", NULL);
    assert_prints(fixture, "explain T1 --store e.sqlite", "4 orders are named by T1", NULL);
    assert_prints(fixture, "explain standard --store e.sqlite", "3 orders are named by standard", NULL);
}

/* After a part of a study was run, its orders are explained from that part or from the study: nothing is missing. */
TEST(test_explain_part)
{
    const struct fixture *fixture = *state;

    assert_int_equal(run_program(fixture, "reproduce tiny2017:T1 --store p.sqlite", "r"), 0);
    assert_prints(fixture, "explain T1 --store p.sqlite", "4 orders are named by T1", NULL);
    assert_int_equal(run_program(fixture, "explain shelf/tiny2017/orders.lua T1 --store p.sqlite", "r"), 0);
    assert_prints(fixture, "explain T1 --store p.sqlite", "4 orders are named by T1", NULL);
    assert_int_equal(
        run_program(fixture, "run shelf/tiny2017/orders.lua --only gauss-1 --out o --store p.sqlite", "r"),
        0);
    assert_prints(fixture, "explain T2 --store p.sqlite", "2 orders are named by T2", NULL);
    assert_int_equal(run_program(fixture, "explain gauss-2 --store p.sqlite", "r"), 2);
}

/* What a paper claims is said, measured or not; every claim of the shipped ledger, without any store. */
TEST(test_explain_ledger)
{
    const struct fixture *fixture = *state;
    char path[PATH_SIZE], arguments[64], wanted[64], *text;
    size_t length;

    write_file(fixture, "shelf/tiny2017/claims.ledger",
               "return ledger { title = \"Small\", source = \"Somebody (2017)\", claims = {\n"
               "{ id = \"T2\", where = \"page 2\", text = \"The second.\" },\n"
               "{ id = \"T9\", where = \"page 9\", text = \"The ninth.\" } } }\n");
    assert_prints(fixture, "explain T9 --store l.sqlite", "T9, Somebody (2017), page 9\nThe ninth.\n", NULL);
    assert_prints(fixture, "explain tiny2017:T9 --store l.sqlite", "no study of tiny2017 examines", NULL);
    assert_int_equal(run_program(fixture, "reproduce tiny2017:T2 --store l.sqlite", "r"), 0);
    assert_prints(fixture, "explain T2 --store l.sqlite", "T2, Somebody (2017), page 2: ", "not measured");
    assert_int_equal(unlink(path_in(path, fixture->folder, "shelf/tiny2017/claims.ledger")), 0);
    for (int k = 1; k <= 32; k++) {
        int status;

        snprintf(arguments, sizeof arguments, "explain K%d --store nothing.sqlite", k);
        status = run_program(fixture, arguments, "claim.txt");
        text = read_file(path_in(path, fixture->folder, "claim.txt"), &length);
        snprintf(wanted, sizeof wanted, "K%d, Kraus (2017), section", k);
        if ((status != 0 && status != 3) || strncmp(text, wanted, strlen(wanted)) != 0)
            fail_msg("%s: status %d, %s", arguments, status, text);
        assert_non_null(strstr(text, status ? "\nnot measured" : "\nnot examined"));
        free(text);
    }
    assert_false(exists(fixture, "nothing.sqlite"));
}

/* A command is a part of every document, whatever bytes it has. */
TEST(test_bytes_of_a_command)
{
    const struct fixture *fixture = *state;
    json_t *part = reproduce(fixture, "tiny2017:T1 --out o\xff\x1b");

    assert_string_equal(text_of(json_object_get(part, "assay"), "command"),
                        "assay reproduce tiny2017:T1 --out 'o? ' --json --store all.sqlite");
    json_decref(part);
}

/* -- several studies -- */

TEST(test_several)
{
    const struct fixture *fixture = *state;
    const char *both = "shelf/tiny2017/orders.lua shelf/tiny2017/costs.lua";
    char arguments[PATH_SIZE];
    json_t *documents;

    snprintf(arguments, sizeof arguments, "report %s --out s --store s.sqlite", both);
    assert_int_equal(run_program(fixture, arguments, "r"), 2); /* there is no store */
    assert_int_equal(run_program(fixture, "run shelf/tiny2017/costs.lua --out s --store s.sqlite", "r"), 0);
    assert_int_equal(run_program(fixture, arguments, "r"), 3); /* one is complete, one is not */
    snprintf(arguments, sizeof arguments, "run %s --out s --json --store s.sqlite", both);
    assert_int_equal(run_program(fixture, arguments, "s.json"), 0);
    documents = load(fixture, "s.json");
    assert_int_equal(json_array_size(documents), 2);
    assert_string_equal(text_of(json_array_get(documents, 1), "study"), "costs");
    json_decref(documents);
    assert_true(exists(fixture, "s/orders/index.html") && exists(fixture, "s/costs/index.html"));
    snprintf(arguments, sizeof arguments, "report %s --out s --store s.sqlite", both);
    assert_prints(fixture, arguments, "shelf/tiny2017/costs.lua: Tiny\n", NULL);
    snprintf(arguments, sizeof arguments, "run %s nothing --out t --store s.sqlite", both);
    assert_int_equal(run_program(fixture, arguments, "r"), 2); /* and nothing was run */
    assert_false(exists(fixture, "t"));
}

TEST_GROUP(create, fixture_destroy)
