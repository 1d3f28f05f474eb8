/* Characters of UTF-8 and names: see text.h. */
#include "numerics/text.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "numerics/error.h"

size_t text_character(const char *text, uint32_t *number)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; /* shorter forms are not UTF-8 */
    const unsigned char lead = (unsigned char)*text;
    const size_t length = lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;

    *number = length < 2 ? lead : lead & (0xffu >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
        *number = *number << 6 | ((unsigned char)text[i] & 0x3f);
    }
    return *number < least[length] || *number > 0x10ffff || (*number >= 0xd800 && *number < 0xe000) ||
                   *number == 0xfffe || *number == 0xffff || lead >= 0xf8
               ? 0
               : length;
}

uint64_t text_hash(const char *text, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)text[i]) * UINT64_C(0x100000001b3);
    return hash;
}

bool text_is_lua_file(const char *name)
{
    static const char ending[] = ".lua";
    const size_t length = strlen(name), end = sizeof ending - 1;

    return length > end && strcmp(name + length - end, ending) == 0;
}

const char *text_name_fault(const char *name)
{
    uint32_t number;

    if (!*name)
        return "is empty; write one";
    if (strlen(name) > 200)
        return "is longer than 200 bytes; write a shorter one";
    if (*name == '-')
        return "begins with a hyphen, as options do; write another";
    if (strcmp(name, ".") == 0 || strstr(name, "..") || strchr(name, '/'))
        return "is a path; write one without '/' and '..'";
    for (size_t length; *name; name += length) {
        length = text_character(name, &number);
        if (!length)
            return "is not UTF-8; write it in UTF-8";
        if (number < ' ' || (number >= 0x7f && number < 0xa0))
            return "has a control character; leave it out";
    }
    return NULL;
}

/* ---- Names that come near one that is not there ---- */

static size_t name_length(const char *text)
{
    const size_t length = strcspn(text, " ");

    return length < TEXT_NEAR_LENGTH ? length : TEXT_NEAR_LENGTH - 1;
}

/* Edits (a character added, dropped or replaced) from one name to the other: Levenshtein's distance. */
static size_t count_edits(const char *from, const char *to)
{
    size_t row[TEXT_NEAR_LENGTH], length = name_length(to);

    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 1; i <= name_length(from); i++) {
        size_t diagonal = row[0];

        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            size_t replaced =
                diagonal + (tolower((unsigned char)from[i - 1]) != tolower((unsigned char)to[j - 1]));
            size_t shorter = row[j - 1] < row[j] ? row[j - 1] : row[j];

            diagonal = row[j];
            row[j] = replaced < shorter + 1 ? replaced : shorter + 1;
        }
    }
    return row[length];
}

/* A name of which the beginning was written is as near as one with one edit. */
static size_t measure_distance(const char *wanted, const char *name)
{
    const size_t length = name_length(wanted);

    return length > 2 && name_length(name) > length && strncmp(wanted, name, length) == 0
               ? 1
               : count_edits(wanted, name);
}

void text_near_add(struct text_near *near, const char *name)
{
    struct text_near one = {.name = {{.distance = measure_distance(near->wanted, name)}}};

    snprintf(one.name[0].text, TEXT_NEAR_LENGTH, "%s", name);
    for (size_t i = 0; i < TEXT_NEAR && strcmp(near->name[i].text, one.name[0].text) != 0; i++) {
        if (*near->name[i].text && one.name[0].distance >= near->name[i].distance)
            continue;
        one.name[1] = near->name[i];
        near->name[i] = one.name[0];
        one.name[0] = one.name[1];
        if (!*one.name[0].text)
            return;
    }
}

/* At most a third of the letters are others; of short names one. */
static bool is_alike(const char *wanted, const char *name, size_t distance)
{
    const size_t length = name_length(wanted), other = name_length(name);

    return 3 * distance <= (length > other ? length : other) + 2;
}

char *text_near_list(const struct text_near *near, bool alike, char *list, size_t size)
{
    *list = '\0';
    for (size_t i = 0; i < TEXT_NEAR && *near->name[i].text; i++) {
        if (!alike || is_alike(near->wanted, near->name[i].text, near->name[i].distance))
            error_list(list, size, near->name[i].text);
    }
    return list;
}
