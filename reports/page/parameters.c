/* The parameters in the name of initial data: see parameters.h.
 *
 * A study that varies parameters names its data after those that differ from the model's, NAME[p=v,q=w]; a
 * quotient is written 1:3 there, since a slash separates the parts of an id. */
#include "reports/page/parameters.h"

#include <stdio.h>
#include <string.h>

size_t parameters_base(const char *initial)
{
    const size_t length = strlen(initial), base = strcspn(initial, "[");

    return length > base && initial[length - 1] == ']' ? base : length;
}

bool parameters_get(const char *initial, size_t number, struct parameters_value *value)
{
    const char *at = initial + parameters_base(initial), *equal;

    for (size_t i = 0; *at && i < number; i++)
        at += 1 + strcspn(at + 1, ",]");
    equal = *at ? strchr(at, '=') : NULL;
    if (!equal)
        return false;
    snprintf(value->name, sizeof value->name, "%.*s", (int)(equal - at - 1), at + 1);
    snprintf(value->value, sizeof value->value, "%.*s", (int)strcspn(equal + 1, ",]"), equal + 1);
    for (char *colon = value->value; (colon = strchr(colon, ':'));)
        *colon = '/';
    return true;
}
