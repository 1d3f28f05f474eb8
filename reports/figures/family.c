/* Families of methods: a family is what its members are called without the number at the end ("gauss-3" belongs to
 * "gauss-"). */
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

bool family_equal(struct family a, struct family b)
{
    return a.length == b.length && memcmp(a.prefix, b.prefix, a.length) == 0;
}

struct family family_of(const char *method)
{
    struct family family = {method, strlen(method), NULL};
    size_t stem = family.length;

    while (stem > 0 && isdigit((unsigned char)method[stem - 1]))
        stem--;
    if (stem > 1 && method[stem - 1] == '-')
        family.length = stem;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (family_equal(family, (struct family){known[i].prefix, strlen(known[i].prefix), NULL}))
            family.title = known[i].title;
    }
    return family;
}

const char *family_title(struct family family, char *buffer, size_t size)
{
    const size_t dash = family.length > 1 && family.prefix[family.length - 1] == '-';

    snprintf(buffer, size, "%.*s", family.title ? (int)strlen(family.title) : (int)(family.length - dash),
             family.title ? family.title : family.prefix);
    return buffer;
}

const char *family_member(struct family family, const char *method)
{
    return method + family.length;
}
