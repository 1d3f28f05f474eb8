/* Names for a sentence: see name_list.h. */
#include "harness/study/name_list.h"

#include <string.h>

#include "numerics/error.h"

void name_list_add(struct name_list *list, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = list->text; length && (at = strstr(at, name)); at++) {
        if ((at == list->text || at[-1] == ' ') && (at[length] == '\0' || at[length] == ','))
            return;
    }
    error_list(list->text, sizeof list->text, name);
}
