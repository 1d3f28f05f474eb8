/* Characters of UTF-8 and names: see text.h. */
#include "numerics/text.h"

#include <string.h>

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

bool text_ends(const char *text, const char *ending)
{
    const size_t length = strlen(text), end = strlen(ending);

    return length > end && strcmp(text + length - end, ending) == 0;
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
