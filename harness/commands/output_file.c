/* Files that a command is told to write: see output_file.h.
 *
 * A device or a pipe is written as it is. */
#include "harness/commands/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_folder(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool is_special(const char *path)
{
    struct stat status;

    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

bool output_file_is_ours(const char *path, const char *head)
{
    FILE *file = fopen(path, "r");
    bool same = true;
    int c = 0;

    if (!file)
        return errno == ENOENT;
    for (const char *at = head; *at && same && (at == head || c != EOF); at++) {
        c = fgetc(file);
        same = c == (unsigned char)*at || (at == head && c == EOF);
    }
    fclose(file);
    return same;
}

/* Two paths of one file have one file beside it. */
static bool check(struct output_file *file, struct error *error)
{
    int probe;

    snprintf(file->beside, sizeof file->beside, is_special(file->path) ? "%s" : "%s.new-%ld", file->path,
             (long)getpid());
    if (is_special(file->path))
        return true;
    if (is_folder(file->path))
        return error_set(error, "%s %.300s is a folder; name a file in it", file->option, file->path);
    if (!output_file_is_ours(file->path, file->head))
        return error_set(error, "%s %.300s is not a file that %s writes; name another, or remove it first",
                         file->option, file->path, file->option);
    probe = open(file->beside, O_WRONLY | O_CREAT | O_EXCL, 0666);
    if (probe < 0)
        return error_set(error, "%s: %s; write %s with a file %s", file->path, strerror(errno), file->option,
                         errno == EEXIST ? "of its own" : "that can be written");
    return close(probe) == 0;
}

bool output_file_check(struct output_file *files, size_t count, struct error *error)
{
    bool good = true;

    for (size_t i = 0; i < count && good; i++)
        good = !files[i].path || check(files + i, error);
    for (size_t i = 0; i < count; i++) {
        if (*files[i].beside && !is_special(files[i].beside))
            unlink(files[i].beside);
    }
    return good;
}

void output_file_forget(const struct output_file *files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (files[i].path && !is_special(files[i].path))
            unlink(files[i].path);
    }
}

bool output_file_finish(const struct output_file *file, bool written, struct error *error)
{
    if (is_special(file->path))
        return written;
    if (written && rename(file->beside, file->path) != 0)
        written = error_set(error, "%s: cannot be written: %s; write %s with another file", file->path,
                            strerror(errno), file->option);
    if (!written)
        unlink(file->beside);
    return written;
}
