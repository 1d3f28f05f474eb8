/* Claims counted by what is said of them: see tally.h. */
#include "reports/tables/tally.h"

#include <stdarg.h>
#include <stdio.h>

void tally_add(struct tally *tally, const struct fit *fit)
{
    if (!fit || !fit->claim)
        return;
    tally->claimed++;
    tally->exact += verdict_is_exact(fit->claim);
    tally->numbers += verdict_is_number(fit->claim);
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
    static const enum words_mark order[] = {WORDS_REFUTED, WORDS_BELOW,        WORDS_ABOVE,
                                            WORDS_NONE,    WORDS_INCONCLUSIVE, WORDS_VACUOUS,
                                            WORDS_HOLDS,   WORDS_AGREES,       WORDS_NOT_APPLICABLE};

    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        if (tally->count[order[i]] > 0)
            return order[i];
    }
    return WORDS_NONE;
}

struct sentence {
    char *buffer;
    size_t size, length;
    const char *separator;
};

static void append(struct sentence *sentence, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append(struct sentence *sentence, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length =
        vsnprintf(sentence->buffer + sentence->length, sentence->size - sentence->length, format, arguments);
    va_end(arguments);
    sentence->length += length < 0 ? 0 : (size_t)length;
    if (sentence->length >= sentence->size)
        sentence->length = sentence->size - 1;
}

static void append_count(struct sentence *sentence, size_t count, const char *one, const char *several)
{
    append(sentence, "%s%zu %s", sentence->separator, count, count == 1 ? one : several);
    sentence->separator = ", ";
}

static void append_verdicts(struct sentence *sentence, const size_t *count)
{
    append_count(sentence, count[WORDS_HOLDS], "holds", "hold");
    append_count(sentence, count[WORDS_REFUTED], "refuted", "refuted");
    append_count(sentence, count[WORDS_INCONCLUSIVE], "inconclusive", "inconclusive");
    if (count[WORDS_VACUOUS] > 0)
        append_count(sentence, count[WORDS_VACUOUS], "vacuous", "vacuous");
    if (count[WORDS_NOT_APPLICABLE] > 0)
        append_count(sentence, count[WORDS_NOT_APPLICABLE], "not applicable", "not applicable");
}

static void append_comparisons(struct sentence *sentence, const size_t *count)
{
    append_count(sentence, count[WORDS_AGREES], "agrees", "agree");
    append_count(sentence, count[WORDS_ABOVE], "above", "above");
    append_count(sentence, count[WORDS_BELOW], "below", "below");
    append_count(sentence, count[WORDS_NONE], "without a measured order", "without a measured order");
}

static void append_claimed(struct sentence *sentence, const struct tally *tally)
{
    const size_t orders = tally->claimed - tally->exact - tally->numbers;

    append(sentence, "Of ");
    if (orders > 0)
        append(sentence, "%zu %s", orders, orders == 1 ? "order" : "orders");
    if (tally->exact > 0)
        append(sentence, "%s%zu exact %s", orders > 0 ? " and " : "", tally->exact,
               tally->exact == 1 ? "property" : "properties");
    if (tally->numbers > 0)
        append(sentence, "%s%zu %s", orders + tally->exact > 0 ? " and " : "", tally->numbers,
               tally->numbers == 1 ? "number" : "numbers");
    append(sentence, " claimed");
}

const char *tally_sentence(const struct tally *tally, char *buffer, size_t size)
{
    struct sentence sentence = {buffer, size, 0, ": "};
    size_t compared = 0;

    compared += tally->count[WORDS_NONE] + tally->count[WORDS_AGREES];
    compared += tally->count[WORDS_ABOVE] + tally->count[WORDS_BELOW];
    if (tally->claimed == 0) {
        append(&sentence, "Nothing is claimed here.");
        return buffer;
    }
    append_claimed(&sentence, tally);
    if (compared < tally->claimed)
        append_verdicts(&sentence, tally->count);
    if (compared > 0 && compared < tally->claimed) {
        append(&sentence, "; without a verdict");
        sentence.separator = " ";
    }
    if (compared > 0)
        append_comparisons(&sentence, tally->count);
    append(&sentence, ".");
    return buffer;
}
