/* Names that come near one that is not there: those that are kept against Levenshtein's recursion, written as it is
 * defined, and which of them a message shows. */
#include "tests/fixtures/test.h"

#include "numerics/text.h"

enum { WORDS = 9, LONGEST = 6 };

/* d(a, b) = d(a', b') where the first letters agree, else 1 + the least of the three edits. */
static size_t edits(const char *a, const char *b)
{
    size_t least, other;

    if (!*a || !*b)
        return strlen(a) + strlen(b);
    if (*a == *b)
        return edits(a + 1, b + 1);
    least = edits(a + 1, b + 1);
    other = edits(a + 1, b);
    least = other < least ? other : least;
    other = edits(a, b + 1);
    return 1 + (other < least ? other : least);
}

/* The first letter is another than that of the word which is wanted: no word begins with it. */
static void draw(char first, char *word)
{
    const int length = 3 + rand() % (LONGEST - 2);

    for (int i = 0; i < length; i++)
        word[i] = (char)(i ? 'a' + rand() % 3 : first);
    word[length] = '\0';
}

TEST(test_nearest_are_kept_in_order)
{
    srand(7);
    for (int repeat = 0; repeat < 300; repeat++) {
        char wanted[LONGEST + 1], words[WORDS][LONGEST + 1];
        struct text_near near = {.wanted = wanted};
        size_t before = 0;

        draw('x', wanted);
        for (size_t k = 0; k < WORDS; k++) {
            draw('y', words[k]);
            text_near_add(&near, words[k]);
        }
        for (size_t i = 0; i < TEXT_NEAR; i++) {
            assert_int_equal(near.name[i].distance, edits(wanted, near.name[i].text));
            assert_true(near.name[i].distance >= before);
            before = near.name[i].distance;
        }
        for (size_t k = 0; k < WORDS; k++) {
            bool kept = false;

            for (size_t i = 0; i < TEXT_NEAR; i++)
                kept |= strcmp(words[k], near.name[i].text) == 0;
            assert_true(kept || edits(wanted, words[k]) >= before);
        }
    }
}

TEST(test_what_a_message_shows)
{
    static const struct {
        const char *wanted, *shown;
    } cases[] = {
        {"lotka-voltera", "lotka-volterra"},
        {"Lotka_Volterra", "lotka-volterra"},
        {"lotka", "lotka-volterra"},
        {"rk5", "rk4"},
        {"gaus-2", "gauss-S (S from 1)"},
        {"rattle-midpoint", ""},
        {"", ""},
        {"x", ""},
    };
    static const char *const names[] = {"lotka-volterra", "rk4", "gauss-S (S from 1)", "point-vortices",
                                        "rk4"};

    for (size_t k = 0; k < COUNT(cases); k++) {
        struct text_near near = {.wanted = cases[k].wanted};
        char list[1000];

        for (size_t i = 0; i < COUNT(names); i++)
            text_near_add(&near, names[i]);
        assert_string_equal(text_near_list(&near, true, list, sizeof list), cases[k].shown);
        assert_true(strlen(text_near_list(&near, false, list, sizeof list)) > 0);
    }
}
