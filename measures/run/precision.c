/* The precision of a run as text: see precision.h. */
#include "measures/run/precision.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrators/methods/rounding.h"

static const char DOUBLE[] = "double";

const char *precision_rounding(const char *text)
{
    return text + strcspn(text, ":");
}

bool precision_is_double(const char *text)
{
    size_t length = strcspn(text, ":");

    return length == strlen(DOUBLE) && strncmp(text, DOUBLE, length) == 0;
}

/* The arithmetic, which ends where the rounding starts. */
static bool read_bits(const char *text, long *bits)
{
    char *end;

    *bits = PRECISION_DOUBLE;
    if (precision_is_double(text))
        return true;
    *bits = strtol(text, &end, 10);
    return *text >= '0' && *text <= '9' && end == precision_rounding(text) && *bits >= PRECISION_LEAST_BITS &&
           *bits <= PRECISION_MOST_BITS;
}

bool precision_read(const char *text, long *bits, struct rounding *rounding, struct error *error)
{
    const char *words = precision_rounding(text);
    struct error reason;

    *rounding = (struct rounding){.coefficients = COEFFICIENTS_ROUNDED};
    if (!read_bits(text, bits))
        return error_set(error, "'%s' is not a precision; write double, or a number of bits from %d to %d",
                         text, PRECISION_LEAST_BITS, PRECISION_MOST_BITS);
    if (!*words || rounding_read(words + 1, rounding, &reason))
        return true;
    return error_set(error, "the precision %.60s: %s", text, reason.text);
}

void precision_write(long bits, struct rounding rounding, char text[PRECISION_TEXT])
{
    char number[24], words[ROUNDING_TEXT];

    snprintf(number, sizeof number, "%ld", bits);
    rounding_write(rounding, words);
    snprintf(text, PRECISION_TEXT, "%s", bits == PRECISION_DOUBLE ? DOUBLE : number);
    if (rounding.coefficients != COEFFICIENTS_ROUNDED)
        snprintf(text + strlen(text), PRECISION_TEXT - strlen(text), ":%s", words);
    else
        snprintf(text + strlen(text), PRECISION_TEXT - strlen(text), "%s", words + strcspn(words, ":"));
}
