/* What a selection names of a fit. */
#include "tests/fixtures/test.h"

#include "harness/study/selection.h"

enum { PARTS = 6 };
static const char *const id[PARTS] = {"vortices", "default", "gauss-3", "symmetric", "200", "energy_error"};

/* Joins the parts of the set `mask`, each as it is or (bit set in `globs`) as its first letter and a star. */
static void join(char *text, size_t size, unsigned mask, unsigned globs)
{
    text[0] = '\0';
    for (size_t i = 0; i < PARTS; i++) {
        size_t used = strlen(text);

        if (!(mask >> i & 1))
            continue;
        if (globs >> i & 1)
            snprintf(text + used, size - used, "%s%c*", used ? "/" : "", id[i][0]);
        else
            snprintf(text + used, size - used, "%s%s", used ? "/" : "", id[i]);
    }
}

/* Every choice of parts, as names and as globs: those without a gap are matched, the others are not. */
TEST(test_every_selection)
{
    size_t matched = 0;

    for (unsigned mask = 1; mask < 1U << PARTS; mask++) {
        unsigned run = mask / (mask & -mask);
        bool without_gap = (run & (run + 1)) == 0;

        for (unsigned globs = 0; globs < 1U << PARTS; globs++) {
            char only[200];

            join(only, sizeof only, mask, globs);
            if (selection_matches(only, PARTS, id) != without_gap)
                fail_msg("%s is %smatched", only, without_gap ? "not " : "");
        }
        matched += without_gap;
    }
    assert_int_equal(matched, PARTS * (PARTS + 1) / 2);
}

TEST(test_selections)
{
    static const char *const good[] = {"gauss-*/symmetric", "*",         "*/*/*/*/*/*",
                                       "gauss-?",           "[gs]*-3/*", "symmetric/*/*"};
    static const char *const bad[] = {
        "",           "/",   "gauss-*/200",        "gauss", "*/*/*/*/*/*/*", "symmetric/",
        "/symmetric", "v*c", "default//symmetric", "auss-3"};

    static const char *const varied[] = {"vortices", "default[g1=1:3]", "gauss-3"};

    assert_true(selection_matches(NULL, PARTS, id));
    assert_true(selection_matches("default[g1=1:3]/gauss-?", 3, varied));
    assert_true(selection_matches("default*/gauss-3", 3, varied));
    assert_false(selection_matches("default/gauss-3", 3, varied));
    assert_false(selection_matches("default[g1=1:4]", 3, varied));
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(selection_matches(good[i], PARTS, id));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(selection_matches(bad[i], PARTS, id));
}

/* Of parts that are known, a selection may match what it matches; of parts of which the beginnings are known it may as well. */
TEST(test_may_match)
{
    const char *const other[PARTS] = {"kepler", "default", "gauss-3", "symmetric", "200", "energy_error"};
    struct selection_part known[PARTS], begun[PARTS], others[PARTS];
    const char *begin[PARTS];

    for (size_t i = 0; i < PARTS; i++) {
        begin[i] = i % 2 ? id[i] : "";
        known[i] = (struct selection_part){1, id + i, .slashes = i == 2};
        begun[i] = (struct selection_part){1, begin + i, .begins = true};
        others[i] = (struct selection_part){1, other + i, .begins = i == 1};
    }
    for (unsigned mask = 1; mask < 1U << PARTS; mask++) {
        for (unsigned globs = 0; globs < 1U << PARTS; globs++) {
            char only[200];
            bool matches;

            join(only, sizeof only, mask, globs);
            matches = selection_matches(only, PARTS, id);
            if (selection_may_match(only, PARTS, known) != matches)
                fail_msg("%s %s", only, matches ? "may not match" : "may match");
            if (matches && !selection_may_match(only, PARTS, begun))
                fail_msg("%s does not match what begins so", only);
        }
    }
    assert_true(selection_may_match(NULL, PARTS, others));
    assert_false(selection_may_match("vortices/default/gauss-3", PARTS, others));
    assert_false(selection_may_match("vortices/default[steps=1]/gauss-3/symmetric/200", PARTS, others));
    assert_true(selection_may_match("kepler/default[steps=1]/gauss-3", PARTS, others));
    assert_false(selection_may_match("kepler/defaul/gauss-3", PARTS, others));
}

/* Names such as dla:1/3 have slashes of their own. */
TEST(test_names_with_slashes)
{
    static const char *const parts[] = {"vertical-disk", "default", "compose:a:1/3:b/2",
                                        "none",          "double",  "constraint_error"};
    static const char *const good[] = {"vertical-disk/*/compose:a:1/3:b/2/*",
                                       "compose:a:1/3:b/2",
                                       "compose:*",
                                       "*/compose:*/none",
                                       "default/compose:a:1/?:b/2/none",
                                       "*/*/*/*/*/constraint*",
                                       "compose:a:1/*/*/none/double",
                                       "*disk/*/c*/[n]one"};
    static const char *const bad[] = {"compose:a:1",
                                      "3:b/2",
                                      "vertical-disk/compose:a:1/3:b/2",
                                      "compose:a:1/3:b/2/double",
                                      "compose:a:1/3:b/2/",
                                      "default/compose:a:1/none",
                                      "1/3:b/2/none",
                                      "*/*/*/*/*/*/*/*/*"};

    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (!selection_matches(good[i], sizeof parts / sizeof *parts, parts))
            fail_msg("%s is not matched", good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (selection_matches(bad[i], sizeof parts / sizeof *parts, parts))
            fail_msg("%s is matched", bad[i]);
    }
}
