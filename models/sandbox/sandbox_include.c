/* Files that another one includes: see sandbox_include.h. */
#include "models/sandbox/sandbox_include.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/sandbox/lua_source.h"
#include "models/sandbox/sandbox_file.h"
#include "numerics/memory.h"

size_t sandbox_includes_find(const struct sandbox_includes *includes, const char *name)
{
    size_t k = 0;

    while (k < includes->count && strcmp(includes->file[k].name, name) != 0)
        k++;
    return k;
}

/* The file of this name beside the one at `path` */
static bool add(struct sandbox_includes *includes, struct memory_kept **kept, const char *path,
                const char *name, struct error *error)
{
    const char *end = strrchr(path, '/');
    const int folder = end ? (int)(end - path) + 1 : 0;
    const char *own = memory_keep_print(kept, "%.*s%s", folder, path, name);
    char *text = sandbox_file_read(own, error);

    if (!text)
        return false;
    includes->file[includes->count].name = memory_keep_string(kept, name);
    includes->file[includes->count].path = own;
    includes->file[includes->count++].text = memory_keep_string(kept, text);
    free(text);
    return true;
}

static bool add_all(struct sandbox_includes *includes, struct memory_kept **kept, const char *path,
                    const char *text, struct error *error)
{
    char name[SANDBOX_INCLUDE_NAME];
    int line;

    for (size_t k = 0; lua_source_include(text, k, name, sizeof name, &line); k++) {
        if (!*name || strchr(name, '/'))
            return error_set(error,
                             "%s:%d: include takes the name of a file beside this one, written out; write "
                             "include \"common.lua\"",
                             path, line);
        if (sandbox_includes_find(includes, name) < includes->count)
            continue;
        if (includes->count == SANDBOX_MOST_INCLUDES)
            return error_set(error, "%s:%d: more than %d files are included; write fewer", path, line,
                             SANDBOX_MOST_INCLUDES);
        if (!add(includes, kept, path, name, error))
            return false;
    }
    return true;
}

char *sandbox_includes_text(const struct sandbox_includes *includes, struct memory_kept **kept,
                            const char *text)
{
    char *all = memory_keep_string(kept, text);

    for (size_t k = 0; k < includes->count; k++)
        all = memory_keep_print(kept, "%s\n%s", all, includes->file[k].text);
    return all;
}

bool sandbox_includes_read(struct sandbox_includes *includes, struct memory_kept **kept, const char *path,
                           const char *text, struct error *error)
{
    includes->count = 0;
    if (!add_all(includes, kept, path, text, error))
        return false;
    for (size_t k = 0; k < includes->count; k++) {
        if (!add_all(includes, kept, includes->file[k].path, includes->file[k].text, error))
            return false;
    }
    return true;
}
