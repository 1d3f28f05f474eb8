/* Error messages: see error.h. */
#include "numerics/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* What moves the cursor of a terminal or changes it, in ASCII or the two bytes of UTF-8; not the white space. */
static bool is_control(const char *at)
{
    const unsigned char c = (unsigned char)at[0], next = (unsigned char)at[1];

    return (c < 0x20 && !strchr("\n\r\t", c)) || c == 0x7f || (c == 0xc2 && next >= 0x80 && next < 0xa0);
}

bool error_set(struct error *error, const char *format, ...)
{
    char text[sizeof error->text];
    va_list arguments;
    size_t used = 0;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (const char *c = text; *c && used + 5 < sizeof error->text; c++)
        used += (size_t)snprintf(error->text + used, 5, is_control(c) ? "\\x%02x" : "%c",
                                 strchr("\n\r\t", *c) ? ' ' : (unsigned char)*c);
    error->text[used] = '\0';
    return false;
}

void error_list(char *list, size_t size, const char *item)
{
    size_t used = strlen(list);

    snprintf(list + used, size - used, "%s%s", used ? ", " : "", item);
}
