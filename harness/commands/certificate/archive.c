/* Archives: see archive.h.  tar packs, and sha256sum sums; a shell runs them with
 * words of this file, to which paths are arguments. */
#define _XOPEN_SOURCE 700
#include "harness/commands/certificate/archive.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- folders ---- */

bool archive_make_folder(char folder[OUTPUT_PATH], struct error *error)
{
    const char *place = getenv("TMPDIR");

    snprintf(folder, OUTPUT_PATH, "%s/assay-certificate-XXXXXX", place && *place ? place : "/tmp");
    return mkdtemp(folder) ||
           error_set(error, "%s: %s; set TMPDIR to a folder that can be written", folder, strerror(errno));
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    return remove(path);
}

void archive_remove(const char *folder)
{
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static bool make_folders(char *path, struct error *error)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        bool made;

        *slash = '\0';
        made = mkdir(path, 0755) == 0 || errno == EEXIST;
        *slash = '/';
        if (!made)
            return error_set(error, "%s: %s", path, strerror(errno));
    }
    return true;
}

bool archive_copy(const char *path, const char *folder, const char *name, struct error *error)
{
    char to[2 * OUTPUT_PATH], bytes[1 << 16];
    FILE *in = fopen(path, "rb"), *out;
    struct stat status;
    size_t count;
    bool good;

    snprintf(to, sizeof to, "%s/%s", folder, name);
    if (!in || !make_folders(to, error)) {
        if (in)
            fclose(in);
        return in ? false : error_set(error, "%s: %s; write a file that can be read", path, strerror(errno));
    }
    out = fopen(to, "wb");
    while (out && (count = fread(bytes, 1, sizeof bytes, in)) > 0)
        fwrite(bytes, 1, count, out);
    good = out && !ferror(in) && !ferror(out) && fstat(fileno(in), &status) == 0 &&
           fchmod(fileno(out), status.st_mode & 0755) == 0;
    good = out && fclose(out) == 0 && good;
    fclose(in);
    return good || error_set(error, "%s: cannot be copied to %s", path, to);
}

/* ---- programs ---- */

/* Runs the words of a shell in the folder, with an argument (NULL: none), and gives the lines that it prints; *status is its
 * exit status.  NULL with a message if it cannot be run. */
static json_t *run(const char *script, const char *argument, const char *folder, int *status,
                   struct error *error)
{
    FILE *said = tmpfile();
    json_t *lines = json_array();
    char line[OUTPUT_PATH];
    const pid_t child = said ? fork() : -1;

    if (child == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);

        if (chdir(folder) == 0 && dup2(fileno(said), STDOUT_FILENO) >= 0 && dup2(nowhere, STDERR_FILENO) >= 0)
            execlp("sh", "sh", "-c", script, "sh", argument, (char *)NULL);
        _exit(127);
    }
    while (child > 0 && waitpid(child, status, 0) < 0 && errno == EINTR)
        continue;
    *status = child > 0 && WIFEXITED(*status) ? WEXITSTATUS(*status) : 127;
    if (said)
        rewind(said);
    while (said && fgets(line, sizeof line, said)) {
        line[strcspn(line, "\n")] = '\0';
        json_array_append_new(lines, json_string(line));
    }
    if (said)
        fclose(said);
    if (*status != 127)
        return lines;
    json_decref(lines);
    error_set(error, "tar, find and sha256sum cannot be run; install tar, findutils and coreutils");
    return NULL;
}

/* The same where only success counts. */
static bool succeeds(const char *script, const char *argument, const char *folder, const char *failure,
                     struct error *error)
{
    int status = 0;
    json_t *lines = run(script, argument, folder, &status, error);

    json_decref(lines);
    return lines && (status == 0 || error_set(error, "%s%s", argument, failure));
}

bool archive_pack(const char *folder, const char *path, struct error *error)
{
    char whole[2 * OUTPUT_PATH] = "";

    if (*path != '/' && getcwd(whole, OUTPUT_PATH))
        strcat(whole, "/");
    strncat(whole, path, sizeof whole - strlen(whole) - 1);
    return succeeds("export LC_ALL=C; find * -type f -print0 | sort -z | xargs -0 sha256sum >../sums && "
                    "mv ../sums " ARCHIVE_SUMS
                    " && tar --format=gnu --sort=name --mtime=@0 --owner=0 --group=0 "
                    "--numeric-owner -cf \"$1\" " ARCHIVE_SUMS " $(ls | grep -vx " ARCHIVE_SUMS ")",
                    whole, folder, ": cannot be written; name another file", error);
}

bool archive_unpack(const char *path, const char *folder, struct error *error)
{
    char whole[PATH_MAX];

    if (!realpath(path, whole))
        return error_set(error, "%s: %s; write a file that 'assay certify' made", path, strerror(errno));
    return succeeds("tar --no-same-owner --no-same-permissions -xf \"$1\" && [ -f " ARCHIVE_SUMS " ] && "
                    "[ -z \"$(find . ! -type f ! -type d)\" ]",
                    whole, folder, ": this is no certificate; write a file that 'assay certify' made", error);
}

json_t *archive_changed(const char *folder, struct error *error)
{
    int status = 0;

    return run("export LC_ALL=C; sha256sum -c --quiet " ARCHIVE_SUMS " | sed 's/: FAILED.*//'; "
               "cut -c 67- " ARCHIVE_SUMS " | sort >../listed; "
               "find * -type f ! -name " ARCHIVE_SUMS " | sort | comm -23 - ../listed",
               NULL, folder, &status, error);
}
