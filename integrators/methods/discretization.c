/* Names of methods on discrete Lagrangians: see discretization.h. */
#include "integrators/methods/discretization.h"

#include <stdio.h>
#include <string.h>

#include "numerics/exact.h"

const char *discretization_pattern(enum discretization_constraint family)
{
    static const char *const pattern[] = {
        [DISCRETIZATION_NONE] = "",
        [DISCRETIZATION_REACTS] = ":ALPHA",
        [DISCRETIZATION_FREE] = ":ALPHA:first|second",
        [DISCRETIZATION_POST] = ":ALPHA:post|inside",
    };

    return pattern[family];
}

/* Whether the next word, after a ':', is that; passes it. */
static bool take_word(const char **text, const char *word)
{
    const size_t length = strlen(word);

    if (**text != ':' || strncmp(*text + 1, word, length) != 0 ||
        ((*text)[1 + length] != '\0' && (*text)[1 + length] != ':'))
        return false;
    *text += 1 + length;
    return true;
}

static bool take_alpha(const char **text, char *alpha, size_t size)
{
    const size_t length = strcspn(*text + (**text == ':'), ":");
    struct error ignored;
    mpq_t value;

    if (**text != ':' || length >= size)
        return false;
    snprintf(alpha, size, "%.*s", (int)length, *text + 1);
    *text += 1 + length;
    mpq_init(value);
    const bool exact = exact_parse(value, alpha, &ignored);
    mpq_clear(value);
    return exact;
}

int discretization_order(const struct discretization *discretization)
{
    struct error ignored;
    mpq_t alpha;

    mpq_init(alpha);
    exact_parse(alpha, discretization->alpha, &ignored);
    const bool half = mpq_cmp_ui(alpha, 1, 2) == 0;
    mpq_clear(alpha);
    return half ? 2 : 1;
}

bool discretization_read(const char *words, enum discretization_constraint family,
                         struct discretization *discretization)
{
    struct discretization found = {.constraint = family};

    if (!take_alpha(&words, found.alpha, sizeof found.alpha))
        return false;
    if (family == DISCRETIZATION_POST && take_word(&words, "inside"))
        found.constraint = DISCRETIZATION_INSIDE;
    else if (family == DISCRETIZATION_POST && !take_word(&words, "post"))
        return false;
    if (family != DISCRETIZATION_REACTS) {
        found.lagrangian = take_word(&words, "second") ? MODEL_HAMILTONIZED_SECOND : MODEL_HAMILTONIZED_FIRST;
        if (found.lagrangian == MODEL_HAMILTONIZED_FIRST && !take_word(&words, "first") &&
            family == DISCRETIZATION_FREE)
            return false;
    }
    *discretization = found;
    return *words == '\0';
}
