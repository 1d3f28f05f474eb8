/* Names for a sentence: see name_list.h. */
#include "harness/study/name_list.h"

#include <stdio.h>
#include <string.h>

void name_list_add(struct name_list *list, const char *name)
{
    size_t used = strlen(list->text), length = strlen(name);

    for (const char *at = list->text; length && (at = strstr(at, name)); at++) {
        if ((at == list->text || at[-1] == ' ') && (at[length] == '\0' || at[length] == ','))
            return;
    }
    snprintf(list->text + used, sizeof list->text - used, "%s%s", used ? ", " : "", name);
}
