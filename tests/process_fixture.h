/* The program while it runs, and its store seen from outside. */
#ifndef ASSAY_TESTS_PROCESS_FIXTURE_H
#define ASSAY_TESTS_PROCESS_FIXTURE_H

#include "tests/refinement_fixture.h"

#include <signal.h>
#include <sqlite3.h>
#include <time.h>

#define CHECKPOINTS "SELECT count(*) FROM checkpoint"

static inline void sleep_briefly(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

/* The first number of the answer; -1 while there is no such store or table, or it is being written. */
static inline long long ask(const struct fixture *fixture, const char *store, const char *question)
{
    char path[PATH_SIZE];
    sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    long long answer = -1;

    path_in(path, fixture->folder, store);
    if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(database, question, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        answer = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return answer;
}

/* "assay ARGUMENTS" through a shell that it replaces, so that they may redirect. */
static inline pid_t start(const struct fixture *fixture, const char *arguments)
{
    char command[4 * PATH_SIZE];
    pid_t process;

    snprintf(command, sizeof command, "cd %s && exec %s %s", fixture->folder, fixture->program, arguments);
    fflush(NULL);
    process = fork();
    if (process == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(127);
    }
    assert_true(process > 0);
    return process;
}

static inline bool has_ended(pid_t process)
{
    siginfo_t ended = {.si_pid = 0};

    return waitid(P_PID, (id_t)process, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 || ended.si_pid;
}

static inline size_t count_completed(const json_t *report)
{
    json_t *cell;
    size_t index, count = 0;

    json_array_foreach(json_object_get(report, "cells"), index, cell) count +=
        strcmp(text_of(cell, "status"), "completed") == 0;
    return count;
}

#endif
