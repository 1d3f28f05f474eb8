/* The program run on small studies: its status, its standard output, and folders of reports compared. */
#ifndef ASSAY_TESTS_RUN_FIXTURE_H
#define ASSAY_TESTS_RUN_FIXTURE_H

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATH_SIZE = 1024, MOST_ARGUMENTS = 12 };

struct fixture {
    char folder[64]; /* its own, removed at the end */
    char program[PATH_SIZE];
};

/* FOLDER/NAME */
static inline const char *path_in(char *path, const char *folder, const char *name)
{
    if (snprintf(path, PATH_SIZE, "%s/%s", folder, name) >= PATH_SIZE)
        fail_msg("%s/%s is too long", folder, name);
    return path;
}

static inline int fixture_create(void **state)
{
    struct fixture *fixture = calloc(1, sizeof *fixture);
    const char *program = getenv("ASSAY");

    unsetenv("ASSAY_PATH");
    snprintf(fixture->folder, sizeof fixture->folder, "/tmp/assay-run-XXXXXX");
    *state = fixture;
    return !realpath(program ? program : "./assay", fixture->program) || !mkdtemp(fixture->folder);
}

static inline void remove_folder(const char *folder)
{
    DIR *directory = opendir(folder);

    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        char path[PATH_SIZE];

        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (unlink(path_in(path, folder, entry->d_name)) != 0)
            remove_folder(path);
    }
    if (directory)
        closedir(directory);
    rmdir(folder);
}

static inline int fixture_destroy(void **state)
{
    struct fixture *fixture = *state;

    remove_folder(fixture->folder);
    free(fixture);
    return 0;
}

static inline void write_file(const struct fixture *fixture, const char *name, const char *text)
{
    char path[PATH_SIZE];
    FILE *file = fopen(path_in(path, fixture->folder, name), "w");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

/* The whole file with a NUL behind it; the caller frees it. */
static inline char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "r");
    struct stat status;
    char *text;

    if (!file || fstat(fileno(file), &status) != 0)
        fail_msg("%s cannot be read", path);
    text = calloc(1, (size_t)status.st_size + 1);
    if (!text)
        abort();
    *length = fread(text, 1, (size_t)status.st_size, file);
    fclose(file);
    return text;
}

/* Starts "assay ARGUMENTS" (separated by blanks) in the folder of the fixture; its output goes to the file
 * OUTPUT there.  Every program has a store of its own, unless the arguments name one. */
static inline pid_t start_program(const struct fixture *fixture, const char *arguments, const char *output)
{
    char words[PATH_SIZE], *rest = words, *argument[MOST_ARGUMENTS + 2] = {(char *)"assay"};
    pid_t process;

    snprintf(words, sizeof words, "%s", arguments);
    for (size_t i = 1; i <= MOST_ARGUMENTS; i++)
        argument[i] = strtok_r(i == 1 ? words : NULL, " ", &rest);
    fflush(NULL);
    process = fork();
    if (process == 0) {
        int silence = open("/dev/null", O_RDWR), out;
        char store[64];

        if (chdir(fixture->folder) != 0)
            _exit(126);
        snprintf(store, sizeof store, "store-%ld.sqlite", (long)getpid());
        setenv("ASSAY_STORE", store, 1);
        out = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        dup2(silence, 0);
        dup2(out, 1);
        dup2(silence, 2);
        execv(fixture->program, argument);
        _exit(127);
    }
    assert_true(process > 0);
    return process;
}

/* The exit status; -1 after a signal. */
static inline int wait_for(pid_t process)
{
    int status;

    assert_int_equal(waitpid(process, &status, 0), process);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static inline int run_program(const struct fixture *fixture, const char *arguments, const char *output)
{
    return wait_for(start_program(fixture, arguments, output));
}

/* Whether the files are equal after `from` became `to`, of the same length, in the first. */
static inline bool same_file(const char *first, const char *second, const char *from, const char *to)
{
    size_t first_length, second_length;
    char *a, *b;
    bool same;

    if (access(second, R_OK) != 0)
        return false;
    a = read_file(first, &first_length);
    b = read_file(second, &second_length);
    for (char *at = a; from && (at = strstr(at, from));)
        memcpy(at, to, strlen(to));
    same = first_length == second_length && memcmp(a, b, first_length) == 0;
    free(a);
    free(b);
    return same;
}

struct comparison {
    size_t files, different;
    char example[PATH_SIZE]; /* a file that differs */
};

/* Compares the files of `first`, timing.csv apart, with those of the same names in `second`. */
static inline void compare_folders(struct comparison *comparison, const char *first, const char *second,
                                   const char *from, const char *to)
{
    DIR *directory = opendir(first);

    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        char a[PATH_SIZE], b[PATH_SIZE];
        struct stat status;

        if (entry->d_name[0] == '.' || strcmp(entry->d_name, "timing.csv") == 0)
            continue;
        path_in(a, first, entry->d_name);
        path_in(b, second, entry->d_name);
        assert_int_equal(stat(a, &status), 0);
        if (S_ISDIR(status.st_mode)) {
            compare_folders(comparison, a, b, from, to);
            continue;
        }
        comparison->files++;
        if (!same_file(a, b, from, to)) {
            memcpy(comparison->example, a, sizeof a);
            comparison->different++;
        }
    }
    closedir(directory);
}

#endif
