/* Long cells: runs that take too long or are killed go on from their checkpoint and end with the same bytes;
 * what a person sees meanwhile, on a terminal and elsewhere. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/runs/refinement_fixture.h"

#include <sys/ioctl.h>
#include <termios.h>

#include "harness/run/progress.h"
#include "numerics/memory.h"

/* -- long cells -- */

#define LONG_CELL    "second/default/gauss-1/none/double/"
#define REACHED_STEP "SELECT step FROM checkpoint"

/* Five cells of a few steps, and one of `steps` on the other model. */
static void write_long(unsigned long steps)
{
    char text[PATH_SIZE];

    snprintf(text, sizeof text,
             "return study { title = 'Long', models = { './first.lua', './second.lua' },\n"
             "  methods = { 'gauss-1' }, projections = { 'none' }, untiltime = '8',\n"
             "  steps = { ['./first.lua'] = halving('1/4', 5), ['./second.lua'] = { '8/%lu' } },\n"
             "  precisions = { 'double' }, measures = { 'energy_error' } }",
             steps);
    write_file("long.lua", text);
}

/* A limit that is not enough for the long cell, however fast the machine, and enough for the others and for a
 * checkpoint of it, however slow: one of the two grows until it is so. */
static json_t *run_late(void)
{
    unsigned long steps = 1UL << 21;

    for (int limit = 1; limit < 100 && steps < 1UL << 28;) {
        char arguments[PATH_SIZE], folder[64];
        json_t *report;

        unlink("long.sqlite");
        write_long(steps);
        snprintf(arguments, sizeof arguments,
                 "run ./long.lua --store long.sqlite --out late-%lu --time-limit %d 2> err.txt > out.txt",
                 steps, limit);
        if (run_shell(arguments) != 3) {
            steps *= 2;
            continue;
        }
        snprintf(folder, sizeof folder, "late-%lu/data/report.json", steps);
        report = load(folder);
        if (count_completed(report) == 5 && ask("long.sqlite", REACHED_STEP) > 65536)
            return report;
        limit *= 2;
    }
    fail_msg("no run is late");
    return NULL;
}

/* Goes on from the checkpoint: the steps before it are not made again. */
static void resume(long long reached)
{
    pid_t program = start("run ./long.lua --store long.sqlite --out same > out.txt 2> err.txt");

    while (!has_ended(program)) {
        long long step = ask("long.sqlite", REACHED_STEP);

        assert_true(step == -1 || step >= reached);
        sleep_briefly();
    }
    assert_int_equal(wait_for(program), 0);
}

static void check_late(const json_t *report)
{
    json_t *cell;
    size_t index;

    assert_int_equal(count_completed(report), 5);
    json_array_foreach(at(report, "cells"), index, cell)
    {
        if (strcmp(text_at(cell, "status"), "completed") == 0)
            continue;
        assert_memory_equal(text_at(cell, "id"), LONG_CELL, strlen(LONG_CELL));
        assert_string_equal(text_at(cell, "status"), "incomplete");
        assert_says(text_at(cell, "reason"), "took longer than the time limit");
        assert_int_equal(size_at(cell, "measures"), 0);
    }
    check_says("err.txt", "took too long; run the study again");
}

TEST(test_late)
{
    long long reached;
    json_t *report = run_late();
    char *whole;

    check_late(report);
    assert_int_equal(ask("long.sqlite", CHECKPOINTS), 1);
    reached = ask("long.sqlite", REACHED_STEP);
    assert_true(reached > 65536 && reached % 65536 == 0);
    resume(reached);
    assert_int_equal(ask("long.sqlite", CHECKPOINTS), 0);
    assert_int_equal(ask("long.sqlite", "SELECT count(*) FROM cell"), 6);
    whole = read_file("same/data/report.json");
    unlink("long.sqlite");
    run_study("long", "");
    /* The command lines of the two runs are the same. */
    assert_string_equal(read_file("same/data/report.json"), whole);
}

/* The whole program is killed in the middle of the long cell of the test before. */
TEST(test_killed)
{
    char *whole = read_file("same/data/report.json");
    long long reached;
    pid_t program;

    unlink("long.sqlite");
    program = start("run ./long.lua --store long.sqlite --out same > out.txt 2> err.txt");
    while (ask("long.sqlite", REACHED_STEP) <= 65536 && !has_ended(program))
        sleep_briefly();
    kill(program, SIGKILL);
    assert_int_equal(wait_for(program), -1);
    assert_int_equal(ask("long.sqlite", CHECKPOINTS), 1);
    assert_int_equal(ask("long.sqlite", "SELECT count(*) FROM cell WHERE id LIKE '" LONG_CELL "%'"), 0);
    reached = ask("long.sqlite", REACHED_STEP);
    assert_true(reached > 65536);
    resume(reached);
    assert_string_equal(read_file("same/data/report.json"), whole);
}

/* -- what a person sees -- */

/* What the program writes to a terminal of so many columns. */
static char *run_on_terminal(int columns, const char *options)
{
    const struct winsize window = {.ws_row = 24, .ws_col = (unsigned short)columns};
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    char arguments[PATH_SIZE], *text = kept_memory(memory_create(1 << 20, 1));
    size_t length = 0;
    ssize_t count;
    pid_t program;
    int slave;

    assert_true(master >= 0 && grantpt(master) == 0 && unlockpt(master) == 0);
    slave = open(ptsname(master), O_RDWR | O_NOCTTY);
    assert_true(slave >= 0 && ioctl(slave, TIOCSWINSZ, &window) == 0);
    snprintf(arguments, sizeof arguments,
             "run ./long.lua --fresh --store terminal.sqlite --out same %s > out.txt 2> %s", options,
             ptsname(master));
    program = start(arguments);
    while (!has_ended(program))
        sleep_briefly();
    close(slave);
    while (length < (1 << 20) - 1 && (count = read(master, text + length, (1 << 20) - 1 - length)) > 0)
        length += (size_t)count;
    close(master);
    assert_int_equal(wait_for(program), 0);
    return text;
}

static bool is_progress(const char *part, size_t length)
{
    char text[200];
    unsigned share;
    int end = 0;

    snprintf(text, sizeof text, "%.*s", (int)(length < sizeof text ? length : sizeof text - 1), part);
    return sscanf(text, "\r%u %%%n", &share, &end) == 1 && end > 0 && share <= 99;
}

/* The rewritten line: how many parts there are before `end`, each of at most a column less than the terminal has. */
static size_t count_parts(const char *part, const char *end, int columns)
{
    size_t count = 0;

    for (const char *next; part < end && *part == '\r'; part = next) {
        next = strchr(part + 1, '\r');
        next = next && next < end ? next : end;
        assert_true(next - part <= columns + 3); /* "\r", text, "\033[K" */
        count += is_progress(part, (size_t)(next - part));
    }
    return count;
}

/* With -v lines stay, and begin after the rewritten one was taken away. */
static void check_lines(char *text, int columns)
{
    size_t lines = 0, rewritten = 0;
    char *rest = text;

    for (char *line; lines < 2 && (line = strtok_r(rest, "\n", &rest)); lines++) {
        char *at = strstr(line, "measured");

        assert_non_null(at);
        assert_true(at >= line + 4);
        assert_memory_equal(at - 4, "\r\033[K", 4);
        assert_says(at, "/default/gauss-1/none/double/energy_error  ");
        rewritten += count_parts(line, at - 4, columns);
    }
    assert_int_equal(lines, 2);
    assert_true(rewritten > 0);
}

/* What a person sees of a cell of a second. */
static int write_second(void **state)
{
    (void)state;
    write_long(1UL << 20);
    return 0;
}

/* Where there is no terminal: nothing of a short run; with -v whole lines. */
TEST_WITH(test_plain, write_second, NULL)
{
    char *text;

    write_long(1UL << 16);
    check_shell(0, "run ./long.lua --fresh --store plain.sqlite --out same -v > out.txt 2> err.txt");
    text = read_file("err.txt");
    assert_null(strpbrk(text, "\r\033"));
    assert_null(strstr(text, "\n\n"));
    check_says("err.txt", "measured       second/default/gauss-1/none/double/energy_error  ");
    check_shell(0, "run ./long.lua --fresh --store plain.sqlite --out same > out.txt 2> err.txt");
    assert_string_equal(read_file("err.txt"), "");
}

TEST_WITH(test_terminal, write_second, NULL)
{
    static const int columns[] = {40, 80};

    write_long(1UL << 21);
    for (size_t i = 0; i < COUNT(columns); i++) {
        char *text = run_on_terminal(columns[i], "");

        assert_null(strchr(text, '\n'));
        assert_true(count_parts(text, text + strlen(text), columns[i]) > 0);
        assert_true(strlen(text) >= 4);
        assert_string_equal(text + strlen(text) - 4, "\r\033[K"); /* nothing of it stays */
        assert_null(strpbrk(read_file("out.txt"), "\r\033"));
    }
    check_lines(run_on_terminal(40, "-v"), 40);
}

TEST_GROUP(fixture_create_models, fixture_destroy)
