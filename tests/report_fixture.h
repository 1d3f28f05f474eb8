/* A report of the made-up results in a temporary folder, written before a group of tests and removed after.
 *
 * ASSAY_TEST_KEEP=DIRECTORY keeps the report there.  For files that define _XOPEN_SOURCE as 700 first. */
#ifndef ASSAY_REPORT_FIXTURE_H
#define ASSAY_REPORT_FIXTURE_H

#include "reports/report.h"
#include "tests/results_fixture.h"
#include "tests/text_fixture.h"

#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char directory[256];

static char *read_path(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text;
    long length;

    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    length = ftell(file);
    rewind(file);
    text = malloc((size_t)length + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)length, file), length);
    text[length] = '\0';
    fclose(file);
    return text;
}

/* A file of the report as a string, which the caller frees. */
static char *read_report(const char *name)
{
    char path[512];
    char *text;

    snprintf(path, sizeof path, "%s/%s", directory, name);
    text = read_path(path);
    if (!text)
        fail_msg("%s is missing", path);
    return text;
}

/* The index.html of results that were changed for a test, written to the folder NAME below that of the
 * report; the caller frees it. */
static inline char *page_of_changed(const struct results *results, const char *name)
{
    char folder[400], file[128];
    struct error error;

    snprintf(folder, sizeof folder, "%s/%s", directory, name);
    if (!report_write(results, folder, &error))
        fail_msg("%s", error.text);
    snprintf(file, sizeof file, "%s/index.html", name);
    return read_report(file);
}

static int write_report(void **state)
{
    const char *keep = getenv("ASSAY_TEST_KEEP"), *temporary = getenv("TMPDIR");
    struct made *made = make_results();
    struct error error;

    *state = made;
    if (keep)
        snprintf(directory, sizeof directory, "%s", keep);
    else
        snprintf(directory, sizeof directory, "%s/assay-report-XXXXXX", temporary ? temporary : "/tmp");
    if (!keep && !mkdtemp(directory))
        return -1;
    return report_write(&made->results, directory, &error) ? 0 : -1;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
    (void)status, (void)type, (void)place;
    return remove(path);
}

static int remove_report(void **state)
{
    struct made *made = *state;
    struct error error;
    bool good;

    if (getenv("ASSAY_TEST_KEEP"))
        good = report_write(&made->results, directory, &error); /* the last test left it without pictures */
    else
        good = nftw(directory, remove_one, 8, FTW_DEPTH | FTW_PHYS) == 0;
    free(made);
    return good ? 0 : -1;
}

#endif
