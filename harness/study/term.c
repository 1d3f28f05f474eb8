/* The words of the terms: see term.h. */
#include "harness/study/term.h"

#include <stddef.h>

enum { MOST_VALUES = 16 };

static const char *const words[TERMS][MOST_VALUES] = {
    [TERM_CLAIM] = {"exactly", "at least", "exact", "not exact", "below", "above", "between", "growth"},
    [TERM_GROWTH] = {"bounded", "random-walk", "secular", "inconclusive"},
    [TERM_VERDICT] = {NULL, "holds", "holds to round-off", "refuted", "inconclusive", "vacuous",
                      "not applicable", "incomplete", "not examined", "holds with exceptions", "erratum"},
    [TERM_REASON] = {NULL, "floor", "pre-asymptotic", "superconvergent", "sign-change", "broke-down",
                     "too-few", "reference-limited", "budget", "stalled", "margin", "too-short",
                     "not-applicable", "comparison"},
    [TERM_NEXT] =
        {NULL, "two more halvings of the step, and the bits for them", "more bits, with the same steps",
         "a reference with more digits",
         "other initial data (a second set in the model file; in a study its witness) or another final time",
         "more refinement than the study allows", "a bound that is known more closely",
         "the study at its full length", "a run of the length claimed", "the runs themselves",
         "more points of the loop or surface, or more bits", "a model that tells them apart",
         "other steps, which the study has to name", "finer runs of the methods that it is compared with",
         "smaller steps, other initial data or a shorter time, with which the runs come to their end"},
    [TERM_CELL] = {"completed", "broke-down", "crashed", "incomplete", "not-applicable"},
    [TERM_FIT] = {"measured", "exact", "not-asymptotic", "too-few", "broke-down", "not-applicable"},
    [TERM_FLOOR] =
        {NULL, "measured in the run itself, beside the measure",
         "difference from the same runs in mpfr at the two finest steps",
         "difference from the same runs with 64 more bits at the two finest steps",
         "the floor measured in double, carried over to the bits of these runs",
         "what a unit in the last place of the initial values changes, and what the steps add to it",
         "not measured, since no run was repeated with more bits: the unit round-off of every step"},
    [TERM_PANEL] = {NULL, "history", "orbit", "loop", "surface", "maxima"},
    [TERM_DRAW] = {NULL, "magnitude", "signed", "means", "points", "lines", "run", "first-tenth"},
};

const char *term_word(enum term term, unsigned value)
{
    return words[term][value];
}

static bool separates(char c)
{
    return c == '-' || c == '_' || c == ' ';
}

static bool is_same(const char *a, const char *b)
{
    while (*a && (*a == *b || (separates(*a) && separates(*b)))) {
        a++;
        b++;
    }
    return *a == *b;
}

int term_find(enum term term, const char *word)
{
    for (int value = 0; word && value < MOST_VALUES; value++) {
        if (words[term][value] && is_same(words[term][value], word))
            return value;
    }
    return -1;
}

enum verdict term_verdict(const char *word)
{
    int found = term_find(TERM_VERDICT, word);

    return found >= VERDICT_HOLDS && found <= VERDICT_NOT_APPLICABLE ? (enum verdict)found : VERDICT_NONE;
}

bool term_holds(enum verdict verdict)
{
    return verdict == VERDICT_HOLDS || verdict == VERDICT_HOLDS_TO_ROUND_OFF;
}

bool term_is_number(enum claim_kind kind)
{
    return kind >= CLAIM_BELOW;
}

bool term_is_exact(enum claim_kind kind)
{
    return kind == CLAIM_EXACT || kind == CLAIM_NOT_EXACT;
}
