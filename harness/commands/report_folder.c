/* The folder of a report: see report_folder.h.
 *
 * A folder that has nothing else than the report is exchanged with the new one in one rename; in any other, such
 * as that of a paper with the folders of its studies, one entry after another is. */
#define _GNU_SOURCE
#include "harness/commands/report_folder.h"
#include "harness/commands/output_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define INCOMPLETE "incomplete.txt"

enum { JOINED = 2 * OUTPUT_PATH };

static const char *join(char path[JOINED], const char *folder, const char *name)
{
    snprintf(path, JOINED, "%.7900s/%.255s", folder, name);
    return path;
}

static bool exists(const char *folder, const char *name)
{
    char path[JOINED];

    return access(join(path, folder, name), F_OK) == 0;
}

static bool is_same(const char *first, const char *second)
{
    struct stat a, b;

    return stat(first, &a) == 0 && stat(second, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static int is_later(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*b)->d_name, (*a)->d_name);
}

/* Calls `visit` for everything in the folder, from the last name to the first, as far as it answers true. */
static bool each(const char *folder, const char *other, bool visit(const char *, const char *, const char *))
{
    struct dirent **entry;
    const int count = scandir(folder, &entry, NULL, is_later);
    bool good = count >= 0;

    for (int i = 0; i < count; i++) {
        const char *name = entry[i]->d_name;

        if (good && strcmp(name, ".") != 0 && strcmp(name, "..") != 0)
            good = visit(folder, other, name);
        free(entry[i]);
    }
    if (count >= 0)
        free(entry);
    return good;
}

/* ---- in its place ---- */

static bool is_in_other(const char *folder, const char *other, const char *name)
{
    (void)folder;
    return exists(other, name);
}

/* Where the file system cannot exchange two names: the second in steps. */
static bool exchange(const char *first, const char *second)
{
    char away[JOINED + 8];

    snprintf(away, sizeof away, "%s.old", second);
    return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE) == 0 || rename(first, second) == 0 ||
           (rename(second, away) == 0 && rename(first, second) == 0 && rename(away, first) == 0);
}

static bool exchange_entry(const char *folder, const char *other, const char *name)
{
    char a[JOINED], b[JOINED];

    return exchange(join(a, folder, name), join(b, other, name));
}

/* A picture whose script was written anew. */
static bool is_drawn_by(const char *folder, const char *name)
{
    char script[300];
    const size_t length = strcspn(name, ".");

    snprintf(script, sizeof script, "%.*s.gp", (int)length, name);
    return exists(folder, script);
}

/* A picture goes before its script, since a script that came back is none that was written anew. */
static bool give_back(const char *folder, const char *other, const char *name)
{
    char from[JOINED], to[JOINED];
    struct stat status;

    if (lstat(join(from, folder, name), &status) != 0)
        return false;
    if (!exists(other, name) && !is_drawn_by(other, name))
        return rename(from, join(to, other, name)) == 0;
    if (!S_ISDIR(status.st_mode))
        return unlink(from) == 0;
    return each(from, join(to, other, name), give_back) && rmdir(from) == 0;
}

static bool replace(const char *beside, const char *path)
{
    const bool whole = each(path, beside, is_in_other) && !is_same(path, ".");

    if (!(whole && exchange(beside, path)) && !each(beside, path, exchange_entry))
        return false;
    return access(beside, F_OK) != 0 || (each(beside, path, give_back) && rmdir(beside) == 0);
}

static bool remove_entry(const char *folder, const char *other, const char *name)
{
    char path[JOINED];

    join(path, folder, name);
    return unlink(path) == 0 || (each(path, other, remove_entry) && rmdir(path) == 0);
}

/* ---- what others call ---- */

bool report_folder_prepare(const char *path, struct error *error)
{
    static const char head[] = "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    static const char *const parts[] = {"data", "figures", "tables"};
    struct output probe;
    struct error reason;
    struct stat status;
    char page[JOINED];

    if (is_same(path, "/"))
        return error_set(error, "--out %.60s is the root folder; write --out with a folder of its own", path);
    if (!output_file_is_ours(join(page, path, "index.html"), head) && exists(path, "index.html"))
        return error_set(error, "%.300s has an index.html of something else; write --out with another folder",
                         path);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (stat(join(page, path, parts[i]), &status) == 0 && !S_ISDIR(status.st_mode))
            return error_set(error,
                             "%.300s: cannot create folder: a file has this name; write --out with "
                             "another folder",
                             page);
    }
    if (!output_make_directory(path, &reason) || !output_open(&probe, &reason, path, ".writable"))
        return error_set(error, "%s with --out", reason.text);
    remove(probe.path);
    return output_close(&probe, error);
}

bool report_folder_begin(struct report_folder *folder, const char *path, bool complete, struct error *error)
{
    const bool keep = !complete && exists(path, "index.html") && !exists(path, INCOMPLETE);
    struct output note;

    folder->complete = complete;
    snprintf(folder->path, sizeof folder->path, "%s%s", path, keep ? ".incomplete" : "");
    if (keep && !output_make_directory(folder->path, error))
        return false;
    snprintf(folder->beside, sizeof folder->beside, "%s.new-%ld", folder->path, (long)getpid());
    if (mkdir(folder->beside, 0777) != 0) /* the folder above it cannot be written */
        snprintf(folder->beside, sizeof folder->beside, "%s/.new-%ld", folder->path, (long)getpid());
    if (!output_make_directory(folder->beside, error))
        return false;
    if (complete)
        return true;
    if (!output_open(&note, error, folder->beside, INCOMPLETE))
        return false;
    fputs("Cells are missing in this report; 'assay run' computes them.\n", note.file);
    return output_close(&note, error);
}

bool report_folder_end(const struct report_folder *folder, bool written, struct error *error)
{
    char path[JOINED];

    if (written && !replace(folder->beside, folder->path))
        written = error_set(error, "%s: cannot be replaced: %s; the new report is in %s", folder->path,
                            strerror(errno), folder->beside);
    else if (!written && each(folder->beside, NULL, remove_entry))
        rmdir(folder->beside);
    if (written && folder->complete) {
        unlink(join(path, folder->path, INCOMPLETE));
        snprintf(path, sizeof path, "%s.incomplete", folder->path);
        if (exists(path, INCOMPLETE) && each(path, NULL, remove_entry))
            rmdir(path);
    }
    return written;
}
