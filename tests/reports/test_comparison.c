/* Two versions of the same results: what is a difference, and what lies within floors and intervals. */
#include "tests/fixtures/test.h"

#include "reports/comparison.h"

/* A study of two fits, f and g, of which f has what is given. */
static json_t *study_of(const char *fit)
{
    char text[1000];
    json_t *documents;

    snprintf(text, sizeof text,
             "[{\"study\": \"s\", \"claims\": [], \"fits\": [{\"id\": \"g\", \"verdict\": \"holds\", "
             "\"precision\": \"double\"}, {\"id\": \"f\", %s}]}]",
             fit);
    documents = json_loads(text, 0, NULL);
    assert_non_null(documents);
    return documents;
}

/* How many of `key` differ where f has first the one and then the other, and the other way round. */
static void check(size_t expected, const char *key, const char *before, const char *after)
{
    for (int turned = 0; turned < 2; turned++) {
        json_t *old = study_of(turned ? after : before), *new = study_of(turned ? before : after),
               *found = comparison_create(old, new);
        const size_t all = json_array_size(json_object_get(found, "verdicts")) +
                           json_array_size(json_object_get(found, "orders")) +
                           json_array_size(json_object_get(found, "numbers"));

        if (json_array_size(json_object_get(found, key)) != expected || all != expected)
            fail_msg("%s and %s: %zu differ, of %s %zu, and not %zu", before, after, all, key,
                     json_array_size(json_object_get(found, key)), expected);
        assert_int_equal(json_integer_value(json_object_get(found, "same")), expected ? 1 : 2);
        assert_int_equal(comparison_is_same(found), expected == 0);
        json_decref(old);
        json_decref(new);
        json_decref(found);
    }
}

TEST(test_verdicts)
{
    check(0, "verdicts", "\"verdict\": \"holds\"", "\"verdict\": \"holds\"");
    check(1, "verdicts", "\"verdict\": \"holds\"", "\"verdict\": \"refuted\"");
    check(1, "verdicts", "\"verdict\": null", "\"verdict\": \"inconclusive\"");
}

/* Each order has to lie outside the interval of the other; accepted values have no intervals. */
TEST(test_orders)
{
    check(1, "orders", "\"order\": 2, \"low\": 1.9, \"high\": 2.05",
          "\"order\": 3, \"low\": 2.5, \"high\": 3.1");
    check(0, "orders", "\"order\": 2, \"low\": 1.9, \"high\": 2.05",
          "\"order\": 2.1, \"low\": 1.95, \"high\": 2.2");
    check(1, "orders", "\"order\": 2, \"low\": 1.9, \"high\": 2.05",
          "\"order\": 2.1, \"low\": 2.06, \"high\": 2.2");
    check(0, "orders", "\"order\": 2", "\"order\": 2.0009");
    check(1, "orders", "\"order\": 2", "\"order\": 2.0011");
    check(1, "orders", "\"order\": 2", "\"order\": null");
    check(0, "orders", "\"order\": null", "\"order\": null");
}

#define NUMBERS(precision, steps, errors, floors)                                                            \
    "\"precision\": \"" precision "\", \"step_sizes\": [" steps "], \"errors\": [" errors                    \
    "], \"floors\": [" floors "]"

TEST(test_numbers)
{
    const char *const two = NUMBERS("double", "\"0.1\", \"0.05\"", "1e-3, 1e-4", "1e-9, 1e-12");

    check(0, "numbers", two, NUMBERS("double", "\"0.1\", \"0.05\"", "1.00009e-3, 1e-4", "1e-9, 1e-12"));
    check(1, "numbers", two, NUMBERS("double", "\"0.1\", \"0.05\"", "1.00011e-3, 1e-4", "1e-9, 1e-12"));
    check(0, "numbers", two, NUMBERS("double", "\"0.1\", \"0.05\"", "1.00011e-3, 1e-4", "2e-9, 1e-12"));
    check(1, "numbers", two, NUMBERS("double", "\"0.1\", \"0.05\"", "1e-3, 1.0001e-4", "1e-9, 1e-12"));
    check(1, "numbers", two, NUMBERS("double", "\"0.1\", \"0.05\"", "1e-3, null", "1e-9, 1e-12"));
    /* Steps are found by what they are, and not by their place. */
    check(0, "numbers", two, NUMBERS("double", "\"0.2\", \"0.1\"", "1, 1e-3", "1e-9, 1e-9"));
    check(1, "numbers", two, NUMBERS("double", "\"0.2\", \"0.1\"", "1, 2e-3", "1e-9, 1e-9"));
    check(0, "numbers", NUMBERS("double", "\"0.1\"", "1e-3", "null"),
          NUMBERS("double", "\"0.1\"", "2e-3", "null"));
}

TEST(test_numbers_in_mpfr)
{
    const char *const one = NUMBERS("200", "\"0.1\"", "1e-3", "1e-60");

    check(0, "numbers", one, NUMBERS("200", "\"0.1\"", "1.0000009e-3", "1e-60"));
    check(1, "numbers", one, NUMBERS("200", "\"0.1\"", "1.0000011e-3", "1e-60"));
    check(0, "numbers", NUMBERS("200", "\"0.1\"", "1e-54", "1e-60"),
          NUMBERS("200", "\"0.1\"", "2e-54", "1e-60"));
    check(1, "numbers", NUMBERS("200", "\"0.1\"", "1e-52", "1e-60"),
          NUMBERS("200", "\"0.1\"", "2e-52", "1e-60"));
}

/* Accepted values: what lies at its floor is null there. */
TEST(test_accepted_values)
{
    check(1, "numbers", "\"errors\": [0.1, 0.2]", "\"errors\": [0.1, 0.3]");
    check(0, "numbers", "\"errors\": [0.1, null]", "\"errors\": [0.1, 0.3]");
    check(0, "numbers", "\"errors\": [0.1, 0.2], \"floors\": [1e-3, 1e-3]",
          "\"errors\": [0.1, 0.25], \"floors\": [1e-3, 1e-3]");
    check(1, "numbers", "\"errors\": [0.1, 0.2], \"floors\": [1e-3, 1e-3]",
          "\"errors\": [0.1, 0.31], \"floors\": [1e-3, 1e-3]");
}

TEST(test_one_side_alone)
{
    json_t *old = json_loads(
               "[{\"study\": \"a\", \"fits\": []}, {\"study\": \"b\", \"fits\": [{\"id\": \"f\"}]}]", 0,
               NULL),
           *new = json_loads("[{\"study\": \"b\", \"fits\": [{\"id\": \"h\"}]}]", 0, NULL),
           *found = comparison_create(old, new);
    const json_t *missing = json_object_get(found, "missing"), *added = json_object_get(found, "new");

    assert_int_equal(json_array_size(missing), 2);
    assert_string_equal(json_string_value(json_object_get(json_array_get(missing, 0), "kind")), "study");
    assert_string_equal(json_string_value(json_object_get(json_array_get(missing, 1), "id")), "f");
    assert_int_equal(json_array_size(added), 1);
    assert_string_equal(json_string_value(json_object_get(json_array_get(added, 0), "id")), "h");
    assert_false(comparison_is_same(found));
    json_decref(old);
    json_decref(new);
    json_decref(found);
    found = comparison_create(NULL, NULL);
    assert_false(comparison_is_same(found));
    json_decref(found);
}
