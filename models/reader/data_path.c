/* Where named files are: see data_path.h. */
#include "models/reader/data_path.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "numerics/memory.h"
#include "numerics/text.h"
#include "version.h"

static bool is_file(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* The installed data, or the folder of the program when models/ lies beside it. */
static void find_data(char *data, size_t size)
{
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - sizeof "/models");

    snprintf(data, size, "%s", ASSAY_DATA);
    if (length <= 0)
        return;
    program[length] = '\0';
    for (int level = 0; level < 4; level++) { /* build/sanitize/assay lies two folders down */
        char *slash = strrchr(program, '/');

        if (!slash || slash == program)
            return;
        *slash = '\0';
        size_t end = strlen(program);
        memcpy(program + end, "/models", sizeof "/models");
        bool found = is_folder(program);
        program[end] = '\0';
        if (found) {
            snprintf(data, size, "%s", program);
            return;
        }
    }
}

/* The folders to search, in order: $ASSAY_PATH, then data/folder.  `visit` returns false to stop. */
static void visit_folders(const char *folder, bool (*visit)(void *context, const char *path), void *context)
{
    const char *search = getenv("ASSAY_PATH");
    char data[PATH_MAX], path[PATH_MAX + 256];

    while (search && *search) {
        size_t length = strcspn(search, ":");

        snprintf(path, sizeof path, "%.*s", (int)length, search);
        if (length && !visit(context, path))
            return;
        search += length + (search[length] == ':');
    }
    find_data(data, sizeof data);
    snprintf(path, sizeof path, "%s/%s", data, folder);
    visit(context, path);
}

/* Folders within the others, whose files go by their names alone as those beside them do. */
static const char *const within[] = {"forced", "groups", "models", "panel"};
enum { WITHIN = sizeof within / sizeof *within };

static bool is_within(const char *folder)
{
    for (size_t i = 0; i < WITHIN; i++) {
        if (strcmp(folder, within[i]) == 0)
            return true;
    }
    return false;
}

struct lookup {
    const char *name, *ending;
    char *found;
};

static bool look_in(void *context, const char *folder)
{
    struct lookup *lookup = context;
    char path[PATH_MAX + 512];

    snprintf(path, sizeof path, "%s/%s%s", folder, lookup->name, lookup->ending);
    for (size_t i = 0; i < WITHIN && !is_file(path); i++)
        snprintf(path, sizeof path, "%s/%s/%s%s", folder, within[i], lookup->name, lookup->ending);
    if (!is_file(path))
        return true;
    lookup->found = memory_copy_string(path);
    return false;
}

/* The path as it is shorter to type: without the folder that one is in. */
static char *shorten(const char *path)
{
    char here[PATH_MAX];
    size_t length = getcwd(here, sizeof here) ? strlen(here) : 0;

    if (length > 1 && strncmp(path, here, length) == 0 && path[length] == '/' &&
        strchr(path + length + 1, '/'))
        path += length + 1;
    return memory_copy_string(path);
}

bool data_path_is_file(const char *name)
{
    return strchr(name, '/') || text_is_lua_file(name);
}

static char *find(const char *name, const char *ending, const char *folder)
{
    struct lookup lookup = {.name = name, .ending = ending};

    visit_folders(folder, look_in, &lookup);
    char *path = lookup.found ? shorten(lookup.found) : NULL;
    free(lookup.found);
    return path;
}

char *data_path_in_studies(const char *name)
{
    return find(name, "", "studies");
}

char *data_path_typed(const char *name, const char *folder)
{
    return strchr(name, '/') ? find(name, ".lua", folder) : memory_copy_string(name);
}

static const char *kind_of(const char *folder)
{
    return strcmp(folder, "studies") == 0 ? "study" : "model";
}

/* Says which names there are as far as they fit on a line, those in folders as files and last. */
static void fail_to_find(const char *name, const char *folder, struct error *error)
{
    struct text_near near = {.wanted = name};
    size_t count;
    char **names = data_path_list(folder, &count), known[500] = "", alike[700];
    bool all = true;

    for (size_t i = 0; i < 2 * count && all; i++) {
        const char *listed = names[i % count];
        char *typed = (strchr(listed, '/') != NULL) == (i >= count) ? data_path_typed(listed, folder) : NULL;

        all = !typed || strlen(known) + strlen(typed) + 3 <= sizeof known;
        if (typed && all)
            error_list(known, sizeof known, typed);
        free(typed);
    }
    for (size_t i = 0; i < count; i++) {
        text_near_add(&near, names[i]);
        free(names[i]);
    }
    free(names);
    if (*text_near_list(&near, true, alike, sizeof alike)) {
        error_set(error, "there is no %s '%.60s'; near: %s; write one of 'assay list %s'", kind_of(folder),
                  name, alike, folder);
        return;
    }
    if (!*known) {
        error_set(
            error,
            "there is no %s '%.60s', nor any other: assay finds none of its own %s; install it again, set "
            "ASSAY_PATH, or write a file such as ./%.60s.lua",
            kind_of(folder), name, folder, name);
        return;
    }
    error_set(error, "there is no %s '%.60s'; write one of %s%s%s%s, or a file such as ./%.60s.lua",
              kind_of(folder), name, known, all ? "" : " and others that 'assay list ", all ? "" : folder,
              all ? "" : "' shows", name);
}

/* Whether a name as lists show it was written where a file was meant. */
static bool refuse_listed(const char *name, const char *folder, struct error *error)
{
    char *path = is_file(name) ? NULL : find(name, ".lua", folder);

    if (!path)
        return false;
    error_set(error, "there is no file '%.60s'; the %s is the file %.600s", name, kind_of(folder), path);
    free(path);
    return true;
}

/* The file as it stands; one that is not there may lie beside another. */
static char *find_file(const char *name, const char *beside)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", beside ? beside : ".",
             strncmp(name, "./", 2) == 0 ? name + 2 : name);
    return memory_copy_string(beside && *name != '/' && !is_file(name) && is_file(path) ? path : name);
}

char *data_path_find(const char *name, const char *folder, const char *beside, struct error *error)
{
    struct lookup lookup = {.name = name, .ending = ".lua"};

    if (data_path_is_file(name))
        return refuse_listed(name, folder, error) ? NULL : find_file(name, beside);
    if (beside)
        look_in(&lookup, beside);
    if (!lookup.found)
        lookup.found = find(name, ".lua", folder);
    if (!lookup.found)
        fail_to_find(name, folder, error);
    return lookup.found;
}

struct listing {
    char **names;
    size_t count;
};

static void add_name(struct listing *listing, const char *file)
{
    char *name;

    if (!text_is_lua_file(file))
        return;
    name = memory_copy_string(file);
    name[strlen(name) - strlen(".lua")] = '\0';
    for (size_t i = 0; i < listing->count; i++) {
        if (strcmp(listing->names[i], name) == 0) {
            free(name);
            return;
        }
    }
    listing->names = memory_resize(listing->names, listing->count + 1, sizeof *listing->names);
    listing->names[listing->count++] = name;
}

static void scan_folder(struct listing *listing, const char *path, const char *prefix, int depth)
{
    DIR *folder = opendir(path);

    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char name[512], inner[PATH_MAX];

        if (entry->d_name[0] == '.' ||
            snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name) >= (int)sizeof inner)
            continue;
        snprintf(name, sizeof name, "%s%s", prefix, entry->d_name);
        if (depth > 0 && is_folder(inner)) {
            strcat(name, "/");
            scan_folder(listing, inner, is_within(entry->d_name) ? "" : name, depth - 1);
        } else {
            add_name(listing, name);
        }
    }
    if (folder)
        closedir(folder);
}

static bool list_in(void *context, const char *folder)
{
    scan_folder(context, folder, "", 1);
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **data_path_list(const char *folder, size_t *count)
{
    struct listing listing = {NULL, 0};

    visit_folders(folder, list_in, &listing);
    if (listing.count)
        qsort(listing.names, listing.count, sizeof *listing.names, compare_names);
    *count = listing.count;
    return listing.names;
}
