/* Long cells: runs that take too long or are killed go on from their checkpoint and end with the same bytes;
 * what a person sees meanwhile, on a terminal and elsewhere. */
#define _GNU_SOURCE
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/refinement_fixture.h"

#include <sys/ioctl.h>
#include <termios.h>

#include "harness/run/progress.h"

/* -- long cells -- */

#define LONG_CELL    "second/default/gauss-1/none/double/"
#define REACHED_STEP "SELECT step FROM checkpoint"

/* Five cells of a few steps, and one of `steps` on the other model. */
static void write_long(const struct fixture *fixture, unsigned long steps)
{
    char text[PATH_SIZE];

    snprintf(text, sizeof text,
             "return study { title = \"Long\", models = { \"./first.lua\", \"./second.lua\" },"
             "  methods = { \"gauss-1\" }, projections = { \"none\" }, untiltime = \"8\","
             "  steps = { [\"./first.lua\"] = halving(\"1/4\", 5), [\"./second.lua\"] = { \"8/%lu\" } },"
             "  precisions = { \"double\" }, measures = { \"energy_error\" } }",
             steps);
    write_file(fixture, "long.lua", text);
}

/* A limit that is not enough for the long cell, however fast the machine, and enough for the others and for a
 * checkpoint of it, however slow. */
static json_t *run_late(const struct fixture *fixture)
{
    unsigned long steps = 1UL << 21;

    for (int limit = 1; limit < 100 && steps < 1UL << 28; steps *= 2) {
        char path[PATH_SIZE], arguments[PATH_SIZE], folder[64];
        json_t *report;

        unlink(path_in(path, fixture->folder, "long.sqlite"));
        write_long(fixture, steps);
        snprintf(arguments, sizeof arguments,
                 "run ./long.lua --store long.sqlite --out late-%lu --time-limit %d 2> err.txt > out.txt",
                 steps, limit);
        if (run_shell(fixture, arguments) != 3)
            continue;
        snprintf(folder, sizeof folder, "late-%lu/data/report.json", steps);
        report = load(fixture, folder);
        if (count_completed(report) == 5 && ask(fixture, "long.sqlite", REACHED_STEP) > 65536)
            return report;
        json_decref(report);
        limit *= 2;
    }
    fail_msg("no run is late");
    return NULL;
}

/* Goes on from the checkpoint: the steps before it are not made again. */
static void resume(const struct fixture *fixture, long long reached)
{
    pid_t program = start(fixture, "run ./long.lua --store long.sqlite --out same > out.txt 2> err.txt");

    while (!has_ended(program)) {
        long long step = ask(fixture, "long.sqlite", REACHED_STEP);

        assert_true(step == -1 || step >= reached);
        sleep_briefly();
    }
    assert_int_equal(wait_for(program), 0);
}

/* The report of the run from the start; the caller frees it. */
static char *run_undisturbed(const struct fixture *fixture)
{
    char path[PATH_SIZE];

    unlink(path_in(path, fixture->folder, "long.sqlite"));
    json_decref(run_study(fixture, "long", ""));
    return read_output(fixture, "same/data/report.json");
}

static void check_late(const struct fixture *fixture, const json_t *report)
{
    json_t *cell;
    size_t index;

    assert_int_equal(count_completed(report), 5);
    json_array_foreach(json_object_get(report, "cells"), index, cell)
    {
        if (strcmp(text_of(cell, "status"), "completed") == 0)
            continue;
        assert_memory_equal(text_of(cell, "id"), LONG_CELL, strlen(LONG_CELL));
        assert_string_equal(text_of(cell, "status"), "incomplete");
        assert_non_null(strstr(text_of(cell, "reason"), "took longer than the time limit"));
        assert_int_equal(json_object_size(json_object_get(cell, "measures")), 0);
    }
    check_says(fixture, "err.txt", "took too long; run the study again");
}

static void check_report(const struct fixture *fixture, const char *expected)
{
    char *text = read_output(fixture, "same/data/report.json");

    assert_string_equal(text, expected);
    free(text);
}

TEST(test_late)
{
    const struct fixture *fixture = *state;
    long long reached;
    json_t *report = run_late(fixture);
    char *whole;

    check_late(fixture, report);
    json_decref(report);
    assert_int_equal(ask(fixture, "long.sqlite", CHECKPOINTS), 1);
    reached = ask(fixture, "long.sqlite", REACHED_STEP);
    assert_true(reached > 65536 && reached % 65536 == 0);
    resume(fixture, reached);
    assert_int_equal(ask(fixture, "long.sqlite", CHECKPOINTS), 0);
    assert_int_equal(ask(fixture, "long.sqlite", "SELECT count(*) FROM cell"), 6);
    whole = read_output(fixture, "same/data/report.json");
    free(run_undisturbed(fixture));
    /* The command lines of the two runs are the same. */
    check_report(fixture, whole);
    free(whole);
}

/* The whole program is killed in the middle of the long cell of the test before. */
TEST(test_killed)
{
    const struct fixture *fixture = *state;
    char path[PATH_SIZE], *whole = read_output(fixture, "same/data/report.json");
    long long reached;
    pid_t program;

    unlink(path_in(path, fixture->folder, "long.sqlite"));
    program = start(fixture, "run ./long.lua --store long.sqlite --out same > out.txt 2> err.txt");
    while (ask(fixture, "long.sqlite", REACHED_STEP) <= 65536 && !has_ended(program))
        sleep_briefly();
    kill(program, SIGKILL);
    assert_int_equal(wait_for(program), -1);
    assert_int_equal(ask(fixture, "long.sqlite", CHECKPOINTS), 1);
    assert_int_equal(ask(fixture, "long.sqlite", "SELECT count(*) FROM cell WHERE id LIKE '" LONG_CELL "%'"),
                     0);
    reached = ask(fixture, "long.sqlite", REACHED_STEP);
    assert_true(reached > 65536);
    resume(fixture, reached);
    check_report(fixture, whole);
    free(whole);
}

/* -- what a person sees -- */

enum { COLUMNS = 40 };

/* What the program writes to a terminal; the caller frees it. */
static char *run_on_terminal(const struct fixture *fixture)
{
    const struct winsize window = {.ws_row = 24, .ws_col = COLUMNS};
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    char arguments[PATH_SIZE], *text = calloc(1, 1 << 20);
    size_t length = 0;
    ssize_t count;
    pid_t program;
    int slave;

    assert_non_null(text);
    assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    assert_true(slave >= 0 && ioctl(slave, TIOCSWINSZ, &window) == 0);
    snprintf(arguments, sizeof arguments, "run ./long.lua --store terminal.sqlite --out same > out.txt 2> %s",
             ptsname(master));
    program = start(fixture, arguments);
    while (!has_ended(program))
        sleep_briefly();
    close(slave);
    while (length < (1 << 20) - 1 && (count = read(master, text + length, (1 << 20) - 1 - length)) > 0)
        length += (size_t)count;
    close(master);
    assert_int_equal(wait_for(program), 0);
    return text;
}

/* The lines that stay begin after the rewritten one was taken away. */
static void check_lines(char *text)
{
    size_t lines = 0, rewritten = 0;
    char *rest = text;

    for (char *line; (line = strtok_r(rest, "\n", &rest));) {
        char *at = strstr(line, "measured"), *part = line;

        assert_non_null(at);
        assert_true(at >= line + 4);
        assert_memory_equal(at - 4, "\r\033[K", 4);
        assert_non_null(strstr(at, "/default/gauss-1/none/double/energy_error  "));
        assert_null(strstr(at, "of the work"));
        for (char *next; part < at - 4; part = next) {
            next = strchr(part + 1, '\r');
            assert_non_null(next);
            assert_true(next - part <= COLUMNS + 3); /* "\r", text of a column less, "\033[K" */
            rewritten += strstr(part, "% of the work") && strstr(part, "% of the work") < next;
        }
        lines++;
        if (lines == 2)
            break;
    }
    assert_int_equal(lines, 2);
    assert_true(rewritten > 0);
}

static void check_plain(const struct fixture *fixture, const char *name, const char *without)
{
    char *text = read_output(fixture, name);

    assert_null(strpbrk(text, "\r\033"));
    assert_null(strstr(text, without));
    free(text);
}

/* Where there is no terminal: whole lines; the results by themselves. */
TEST(test_plain)
{
    const struct fixture *fixture = *state;

    check_plain(fixture, "out.txt", "measured");
    check_plain(fixture, "err.txt", "\n\n");
    check_says(fixture, "out.txt", "6 cells, 0 broke down");
    check_says(fixture, "err.txt", "measured       second/default/gauss-1/none/double/energy_error  ");
}

/* A line every half minute, and none between. */
TEST(test_every_half_minute)
{
    const struct fixture *fixture = *state;
    const struct progress_counts counts = {
        .share = 0.25, .done = 3, .wanted = 12, .stored = 2, .broke_down = 1};
    const time_t now = time(NULL);
    struct progress progress = {.start = now - 60, .shown = now - 31};
    char path[PATH_SIZE], *text;
    int kept = dup(STDERR_FILENO), out;

    out = open(path_in(path, fixture->folder, "plain.txt"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    assert_true(kept >= 0 && out >= 0 && dup2(out, STDERR_FILENO) >= 0);
    progress_show(&progress, &counts);
    progress_show(&progress, &counts);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(out);
    text = read_output(fixture, "plain.txt");
    assert_string_equal(
        text, " 25 % of the work, 3 of 12 cells (2 from the store), 1 broke down, about 3 min left\n");
    free(text);
}

TEST(test_terminal)
{
    const struct fixture *fixture = *state;
    char *text = run_on_terminal(fixture);

    check_lines(text);
    free(text);
    check_plain(fixture, "out.txt", "of the work");
    check_says(fixture, "out.txt", "6 cells, 0 broke down");
}

TEST_GROUP(fixture_create_models, fixture_destroy)
