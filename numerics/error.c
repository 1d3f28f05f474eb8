/* Error messages: see error.h. */
#include "numerics/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(struct error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    for (char *c = error->text; *c; c++) {
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    }
    return false;
}

void error_list(char *list, size_t size, const char *item)
{
    size_t used = strlen(list);

    snprintf(list + used, size - used, "%s%s", used ? ", " : "", item);
}
