/* Error messages: see error.h. */
#include "numerics/error.h"

#include <stdarg.h>
#include <stdio.h>

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
