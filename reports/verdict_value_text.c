/* The words of a claim about a number: see verdict_value_text.h. */
#include "reports/verdict_value_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Counts in full, anything else to three digits. */
static const char *print_double(double value, char *buffer, size_t size)
{
    if (value == floor(value) && fabs(value) < 1e15)
        snprintf(buffer, size, "%.0f", value);
    else
        snprintf(buffer, size, "%.3g", value);
    return buffer;
}

const char *verdict_value_text_number(const struct claim_number *number, char *buffer, size_t size)
{
    static const char *const words[] = {"",         "not run",    "broke down",
                                        "no value", "no divisor", "not applicable"};
    char least[32], most[32];

    print_double(number->least, least, sizeof least);
    print_double(number->most, most, sizeof most);
    if (number->status != NUMBER_MEASURED)
        snprintf(buffer, size, "%s", words[number->status]);
    else if (number->least == number->most)
        snprintf(buffer, size, "%s", least);
    else if (number->most == INFINITY)
        snprintf(buffer, size, "at least %s", least);
    else if (number->least == 0)
        snprintf(buffer, size, "at most %s", most);
    else
        snprintf(buffer, size, "between %s and %s", least, most);
    return buffer;
}

/* What there is instead of a number. */
static const char *why_missing(enum number_status status)
{
    static const char *const reasons[] = {"",
                                          "a run that it takes has not come to its end",
                                          "the run broke down and leaves no value",
                                          "the run leaves no value",
                                          "the other value is zero, or hidden by its floor",
                                          "the measure, or what it is compared with, does not apply"};

    return reasons[status];
}

static const char *why_undecided(const struct claim_on_fit *claim, enum verdict_reason reason)
{
    if (reason == VERDICT_REASON_TOO_SHORT)
        return "; the run is too short to tell";
    if (reason == VERDICT_REASON_FLOOR)
        return "; its floor hides it";
    if (reason == VERDICT_REASON_MARGIN)
        return strcmp(claim->kind, "growth") == 0 ? "; between two kinds of growth"
                                                  : "; outside, but not by a factor 2";
    return "";
}

const char *verdict_value_text_sentence(char *buffer, size_t size, const struct claim_on_fit *claim,
                                        struct verdict_outcome outcome)
{
    const struct claim_number *number = &claim->number;
    const bool measured = number->status == NUMBER_MEASURED, grows = strcmp(claim->kind, "growth") == 0;
    char text[96], at[64] = "", relative[420] = "";

    if (number->step)
        snprintf(at, sizeof at, " at h = %.48s", number->step);
    if (number->relative)
        snprintf(relative, sizeof relative, ", relative to %.400s", number->relative);
    snprintf(buffer, size, "claimed: %.16s %.120s; %s%s%s%s%s", claim->kind, claim->formula,
             measured ? "measured " : why_missing(number->status), measured && grows ? "the exponent " : "",
             measured ? verdict_value_text_number(number, text, sizeof text) : "", at, relative);
    if (outcome.verdict == VERDICT_INCONCLUSIVE && measured) {
        size_t used = strlen(buffer);

        snprintf(buffer + used, size - used, "%s", why_undecided(claim, outcome.reason));
    }
    return buffer;
}
