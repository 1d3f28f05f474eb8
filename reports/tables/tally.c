/* Claims counted by what is said of them: see tally.h. */
#include "reports/tables/tally.h"

#include <stdbool.h>

void tally_add(struct tally *tally, const struct fit *fit)
{
    if (!fit || !fit->claim || fit->context.aside)
        return;
    tally->claimed++;
    tally->exact += fit->outcome.subject == SUBJECT_PROPERTY;
    tally->numbers += fit->outcome.subject == SUBJECT_NUMBER;
    tally->count[words_shown_of(fit)]++;
}

struct tally tally_of(const struct results *results)
{
    struct tally tally = {0};

    for (size_t i = 0; i < results->fits; i++)
        tally_add(&tally, &results->fit[i]);
    return tally;
}

enum words_mark tally_worst(const struct tally *tally)
{
    static const enum words_mark order[] = {WORDS_REFUTED,
                                            WORDS_BELOW,
                                            WORDS_ABOVE,
                                            WORDS_NONE,
                                            WORDS_INCONCLUSIVE,
                                            WORDS_VACUOUS,
                                            WORDS_HOLDS_TO_ROUND_OFF,
                                            WORDS_HOLDS,
                                            WORDS_AGREES,
                                            WORDS_NOT_APPLICABLE};

    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        if (tally->count[order[i]] > 0)
            return order[i];
    }
    return WORDS_NONE;
}

/* Of one, of several; those that are not `always` named only where there are some. */
static const struct {
    const char *one, *several;
    bool always;
} words[WORDS_MARKS] = {
    [WORDS_NONE] = {"without a measured order", "without a measured order", true},
    [WORDS_AGREES] = {"agrees", "agree", true},
    [WORDS_ABOVE] = {"above", "above", true},
    [WORDS_BELOW] = {"below", "below", true},
    [WORDS_HOLDS] = {"holds", "hold", true},
    [WORDS_HOLDS_TO_ROUND_OFF] = {"holds to round-off", "hold to round-off", false},
    [WORDS_REFUTED] = {"refuted", "refuted", true},
    [WORDS_INCONCLUSIVE] = {"inconclusive", "inconclusive", true},
    [WORDS_VACUOUS] = {"vacuous", "vacuous", false},
    [WORDS_NOT_APPLICABLE] = {"not applicable", "not applicable", false},
};

const char *tally_word(const struct tally *tally, enum words_mark mark)
{
    const size_t count = tally->count[mark];

    return count == 0 && !words[mark].always ? NULL : count == 1 ? words[mark].one : words[mark].several;
}

static void append_count(struct words_text *text, const struct tally *tally, enum words_mark mark,
                         const char *before)
{
    if (tally_word(tally, mark))
        words_append(text, "%s%zu %s", before, tally->count[mark], tally_word(tally, mark));
}

/* "28 orders and 3 exact properties and 2 numbers" */
static void append_claimed(struct words_text *text, const struct tally *tally)
{
    const size_t counts[] = {tally->claimed - tally->exact - tally->numbers, tally->exact, tally->numbers};
    static const char *const nouns[][2] = {
        {"order", "orders"}, {"exact property", "exact properties"}, {"number", "numbers"}};
    const char *before = "";

    for (size_t i = 0; i < 3; i++) {
        if (counts[i] == 0)
            continue;
        words_append(text, "%s%zu %s", before, counts[i], nouns[i][counts[i] != 1]);
        before = " and ";
    }
}

const char *tally_sentence(const struct tally *tally, char *buffer, size_t size)
{
    struct words_text text = {buffer, size, 0};
    const size_t compared = tally->count[WORDS_NONE] + tally->count[WORDS_AGREES] +
                            tally->count[WORDS_ABOVE] + tally->count[WORDS_BELOW];

    if (tally->claimed == 0) {
        words_append(&text, "Nothing is claimed here.");
        return buffer;
    }
    words_append(&text, "Of ");
    append_claimed(&text, tally);
    words_append(&text, " claimed");
    for (enum words_mark mark = WORDS_HOLDS; compared < tally->claimed && mark < WORDS_MARKS; mark++)
        append_count(&text, tally, mark, mark == WORDS_HOLDS ? ": " : ", ");
    for (enum words_mark mark = WORDS_AGREES; compared > 0 && mark <= WORDS_HOLDS; mark++)
        append_count(&text, tally, mark % WORDS_HOLDS,
                     mark > WORDS_AGREES         ? ", "
                     : compared < tally->claimed ? "; without a verdict "
                                                 : ": ");
    words_append(&text, ".");
    return buffer;
}
