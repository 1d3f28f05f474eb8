/* What the drivers in C and C++ share: they offer assay those of their integrators whose names follow on the command
 * line, all where none does. */
#ifndef FIELD_H
#define FIELD_H

#include "assay_client.h"

static int field_serve(struct assay_method *methods, int words, char **word)
{
    struct assay_method *kept = methods;

    for (struct assay_method *each = methods; each->name; each++) {
        int wanted = words < 2;

        for (int i = 1; i < words; i++)
            wanted = wanted || strcmp(word[i], each->name) == 0;
        if (wanted)
            *kept++ = *each;
    }
    kept->name = NULL;
    return assay_serve(methods);
}

#endif
