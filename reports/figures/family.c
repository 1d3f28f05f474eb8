/* Families of methods.
 *
 * A family is known by the prefix of its members' names.  For a method of no known family the prefix is the
 * name without a number at its end ("suzuki-6" belongs to "suzuki"). */
#include "reports/figures/family.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *prefix, *title;
} known[] = {
    {"gauss-", "Gauss–Legendre"},
    {"srk-", "SRK"},
    {"lobatto-iiia-iiib-", "Lobatto IIIA–IIIB"},
    {"lobatto-iiib-iiia-", "Lobatto IIIB–IIIA"},
    {"lobatto-iiic-", "Lobatto IIIC"},
    {"lobatto-iiid-", "Lobatto IIID"},
    {"lobatto-iiie-", "Lobatto IIIE"},
    {"radau-ia-", "Radau IA"},
    {"radau-iia-", "Radau IIA"},
};

struct family family_of(const char *method)
{
    size_t length = strlen(method), stem = length;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        size_t n = strlen(known[i].prefix);

        if (strncmp(method, known[i].prefix, n) == 0 && isdigit((unsigned char)method[n]))
            return (struct family){known[i].prefix, n, known[i].title};
    }
    while (stem > 0 && isdigit((unsigned char)method[stem - 1]))
        stem--;
    if (stem > 1 && stem < length && method[stem - 1] == '-')
        return (struct family){method, stem, NULL};
    return (struct family){method, length, NULL};
}

bool family_equal(struct family a, struct family b)
{
    return a.length == b.length && memcmp(a.prefix, b.prefix, a.length) == 0;
}

const char *family_title(struct family family, char *buffer, size_t size)
{
    size_t length = family.length;

    if (length > 1 && family.prefix[length - 1] == '-')
        length--;
    if (family.title)
        snprintf(buffer, size, "%s", family.title);
    else
        snprintf(buffer, size, "%.*s", (int)length, family.prefix);
    return buffer;
}

const char *family_member(struct family family, const char *method)
{
    return method + family.length;
}
