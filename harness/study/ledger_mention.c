/* Which figures and tables of a paper a source speaks of: see ledger_mention.h.
 *
 * After the word, in the singular, the plural or cut short ("fig. 8", "figs. 8"), stand numbers and ranges
 * with commas, "and" or "to" between them; letters of panels may follow a number.  A number after a word that
 * is not expected here ("equation 4") ends the list. */
#include "harness/study/ledger_mention.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *skip(const char *text, const char *what)
{
    size_t length = strlen(what);

    return strncmp(text, what, length) == 0 ? text + length : text;
}

/* Behind the word where it stands at `text`; NULL where it does not. */
static const char *after_word(const char *text, const char *word)
{
    size_t length = strlen(word);

    if (strncasecmp(text, word, length) == 0) {
        text += length;
        text += *text == 's';
    } else if (strcmp(word, "figure") == 0 && strncasecmp(text, "fig", 3) == 0 &&
               !isalpha((unsigned char)text[3])) {
        text += 3;
    } else if (strcmp(word, "figure") == 0 && strncasecmp(text, "figs", 4) == 0 &&
               !isalpha((unsigned char)text[4])) {
        text += 4;
    } else {
        return NULL;
    }
    return skip(skip(text, "."), " ");
}

/* Past what stands between two numbers; whether that makes them a range. */
static const char *skip_between(const char *text, bool *range)
{
    static const char *const ranges[] = {"-", "\u2013", " to "}, *const lists[] = {", and ", ", ", " and ",
                                                                                   ","};

    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        const char *rest = skip(text, ranges[i]);

        *range = rest != text && isdigit((unsigned char)*rest);
        if (*range)
            return rest;
    }
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        const char *rest = skip(text, lists[i]);

        if (rest != text && isdigit((unsigned char)*rest))
            return rest;
    }
    return "";
}

static bool is_listed(const char *text, unsigned number)
{
    unsigned long before = 0;
    bool range = false;

    while (isdigit((unsigned char)*text)) {
        char *end;
        unsigned long next = strtoul(text, &end, 10);

        if (next == number || (range && before < number && number < next))
            return true;
        before = next;
        while (isalpha((unsigned char)*end))
            end++;
        text = skip_between(end, &range);
    }
    return false;
}

bool ledger_mention_number(const char *source, const char *word, unsigned number)
{
    for (const char *at = source; at && *at; at++) {
        bool inside = at > source && isalpha((unsigned char)at[-1]);
        const char *list = inside ? NULL : after_word(at, word);

        if (list && is_listed(list, number))
            return true;
    }
    return false;
}
