/* The words of terms: every value of an enum has one, which is read back; nothing else is read; and no other file
 * compares such a word. */
#include "tests/fixtures/reports/json_fixture.h"

#include "harness/study/term.h"
#include "measures/ensemble/growth.h"

/* The last value of every enum, and whether its first has no word. */
static const struct {
    unsigned last;
    bool nothing;
} terms[TERMS] = {
    [TERM_CLAIM] = {CLAIM_GROWTH, false},      [TERM_GROWTH] = {GROWTH_INCONCLUSIVE, false},
    [TERM_VERDICT] = {VERDICT_ERRATUM, true},  [TERM_REASON] = {VERDICT_REASON_COMPARISON, true},
    [TERM_NEXT] = {VERDICT_NEXT_ENDING, true}, [TERM_CELL] = {CELL_NOT_APPLICABLE, false},
    [TERM_FIT] = {FIT_NOT_APPLICABLE, false},  [TERM_FLOOR] = {FLOOR_ASSUMED, true},
    [TERM_PANEL] = {PANEL_MAXIMA, true},       [TERM_DRAW] = {DRAW_FIRST_TENTH, true},
};

TEST(test_every_value_has_a_word)
{
    for (enum term term = 0; term < TERMS; term++) {
        assert_true(terms[term].last > 0);
        for (unsigned value = 0; value <= terms[term].last; value++) {
            const char *word = term_word(term, value);

            if (value == 0 && terms[term].nothing)
                assert_null(word);
            else
                assert_int_equal(term_find(term, word), value);
        }
        assert_null(term_word(term, terms[term].last + 1)); /* this test knows all of them */
    }
}

/* The schema of documents lists the words of closed lists, each once and no others. */
TEST(test_words_of_the_schema)
{
    static const struct {
        enum term term;
        const char *path;
    } lists[] = {{TERM_VERDICT, "$defs/verdict/enum"},
                 {TERM_CELL, "$defs/status/enum"},
                 {TERM_FIT, "$defs/fit/properties/status/enum"},
                 {TERM_REASON, "$defs/fit/properties/reason_code/enum"}};
    const json_t *schema = load("docs/report.schema.json");

    for (size_t i = 0; i < COUNT(lists); i++) {
        const unsigned last = terms[lists[i].term].last;

        assert_int_equal(size_at(schema, "%s", lists[i].path), last + 1);
        for (unsigned value = 0; value <= last; value++) {
            const char *word = term_word(lists[i].term, value);

            if (word)
                assert_string_equal(text_at(schema, "%s/%u", lists[i].path, value), word);
            else
                assert_true(null_at(schema, "%s/%u", lists[i].path, value));
        }
    }
}

TEST(test_words_as_they_are_written)
{
    assert_int_equal(term_find(TERM_CLAIM, "at_least"), CLAIM_AT_LEAST);
    assert_int_equal(term_find(TERM_CLAIM, "at least"), CLAIM_AT_LEAST);
    assert_int_equal(term_verdict("not-applicable"), VERDICT_NOT_APPLICABLE);
    assert_int_equal(term_verdict("not applicable"), VERDICT_NOT_APPLICABLE);
    assert_int_equal(term_find(TERM_CLAIM, "atleast"), -1);
    assert_int_equal(term_find(TERM_CLAIM, "at least 4"), -1);
    assert_int_equal(term_find(TERM_CLAIM, "at"), -1);
    assert_int_equal(term_find(TERM_CLAIM, ""), -1);
    assert_int_equal(term_find(TERM_VERDICT, NULL), -1);
}

/* What a study may expect: not what is said of the claims of a paper alone. */
TEST(test_verdicts_that_are_expected)
{
    assert_int_equal(term_verdict("refuted"), VERDICT_REFUTED);
    assert_int_equal(term_verdict("refuetd"), VERDICT_NONE);
    assert_int_equal(term_verdict("incomplete"), VERDICT_NONE);
    assert_int_equal(term_verdict("not examined"), VERDICT_NONE);
    assert_int_equal(term_verdict(NULL), VERDICT_NONE);
}

TEST(test_kinds_of_claims)
{
    for (enum claim_kind kind = CLAIM_EXACTLY; kind <= CLAIM_GROWTH; kind++) {
        assert_int_equal(term_is_exact(kind), kind == CLAIM_EXACT || kind == CLAIM_NOT_EXACT);
        assert_int_equal(term_is_number(kind), kind == CLAIM_BELOW || kind == CLAIM_ABOVE ||
                                                   kind == CLAIM_BETWEEN || kind == CLAIM_GROWTH);
    }
}
