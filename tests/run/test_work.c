/* What is said of the time that is left, on commands whose cells take known times. */
#include "tests/fixtures/test.h"

#include "harness/run/work.h"

#include <fcntl.h>
#include <unistd.h>

/* Cells of one kind: how many, the cost of each, the seconds that each takes. */
struct batch {
    enum work_kind kind;
    size_t cells;
    double cost, seconds;
};

static double ask(struct work *work, const struct batch *batch, size_t batches)
{
    double total = 0;

    for (size_t i = 0; i < batches; i++) {
        for (size_t k = 0; k < batch[i].cells; k++)
            work_want(work, batch[i].kind, batch[i].cost);
        total += batch[i].seconds * (double)batch[i].cells;
    }
    return total;
}

/* Does them one after another by one worker; of the estimates after a tenth of `total`, the largest factor by which one is
 * wrong, but for those of the last twentieth. */
static double run(struct work *work, const struct batch *batch, size_t batches, double total, double *now)
{
    double worst = 1;

    work_start(work, *now);
    for (size_t i = 0; i < batches; i++) {
        for (size_t k = 0; k < batch[i].cells; k++) {
            double left, told;

            *now += batch[i].seconds;
            work_do(work, batch[i].kind, batch[i].cost, batch[i].seconds, *now);
            left = total - *now;
            told = work_left(work, *now);
            assert_true(told >= 0);
            if (*now < 0.1 * total || left < 0.05 * total)
                continue;
            worst = fmax(worst, fmax(told / left, left / told));
        }
    }
    work_stop(work, *now);
    return worst;
}

/* The kinds differ by 20 in what a unit of cost takes, as they do in studies/suite.lua. */
static const struct batch first[] = {{WORK_MPFR_EXPANDED, 100, 7e5, 0.12},
                                     {WORK_MPFR, 400, 1.1e6, 0.009},
                                     {WORK_DOUBLE, 50, 4.9e6, 0.07}},
                          second[] = {{WORK_DOUBLE, 10, 1e6, 0.015}, {WORK_DOUBLE, 20, 4e6, 0.06}};

static const double nothing[WORK_KINDS];

TEST(test_time_left_of_kinds_that_differ)
{
    double now = 0, total;
    struct work work = work_begin(1, false, now);

    work_next_study(&work, nothing);
    assert_true(work_left(&work, now) < 0); /* nothing is known */
    total = ask(&work, first, COUNT(first));
    assert_true(run(&work, first, COUNT(first), total, &now) < 2);
    assert_true(work_left(&work, now) < 0.01);
}

/* Had all cells one rate, the estimates would be wrong by much more. */
TEST(test_control_kinds_matter)
{
    struct batch alike[COUNT(first)];
    double now = 0, total;
    struct work work = work_begin(1, false, now);

    for (size_t i = 0; i < COUNT(first); i++) {
        alike[i] = first[i];
        alike[i].kind = WORK_DOUBLE;
    }
    work_next_study(&work, nothing);
    total = ask(&work, alike, COUNT(alike));
    assert_true(run(&work, alike, COUNT(alike), total, &now) > 2);
}

/* A later study counts from the beginning, and gives way to what it turns out to be. */
TEST(test_studies)
{
    double now = 0, expected[WORK_KINDS] = {[WORK_DOUBLE] = 10 * 1e6 + 20 * 4e6}, total, own;
    struct work work = work_begin(2, false, now);
    char line[WORK_LINE];

    work_expect(&work, WORK_DOUBLE, expected[WORK_DOUBLE]);
    work_next_study(&work, nothing);
    own = ask(&work, first, COUNT(first));
    total = own + 10 * 0.015 + 20 * 0.06;
    assert_true(run(&work, first, COUNT(first), total, &now) < 2);
    assert_true(work_left(&work, now) > 0.5 * (total - own));
    work_say(&work, now, 80, line);
    assert_says(line, "study 1 of 2: ", " left, 550 of 550 runs");
    work_next_study(&work, expected);
    assert_true(ask(&work, second, COUNT(second)) > 0);
    assert_true(run(&work, second, COUNT(second), total, &now) < 2);
    work_say(&work, now, 80, line);
    assert_string_equal(line, "study 2 of 2: 99 %, 0 s left, 30 of 30 runs");
}

/* Whole pieces, as many as have room. */
TEST(test_line)
{
    static const struct {
        int columns;
        const char *line;
    } rows[] = {{79, "study 3 of 14: 25 %, 3 min left, 213 of 450 runs, 2 broke down"},
                {50, "study 3 of 14: 25 %, 3 min left, 213 of 450 runs"},
                {39, "study 3 of 14: 25 %, 3 min left"},
                {20, "study 3 of 14: 25 %"},
                {16, "study 3 of 14: "},
                {8, ""}};
    struct work work = {.studies = 14, .study = 3, .wanted = 450, .done = 213, .broke_down = 2, .end = 260};
    char line[WORK_LINE];

    for (size_t i = 0; i < COUNT(rows); i++) {
        work_say(&work, 65, rows[i].columns, line);
        assert_string_equal(line, rows[i].line);
    }
    work.end = 65 + 89;
    work_say(&work, 65, 79, line);
    assert_says(line, ", 89 s left");
    work.end = 65 + 7200;
    work_say(&work, 65, 79, line);
    assert_says(line, "42 %, 2 h left"); /* the share never falls */
}

/* A line every half minute, and none between; none of a command that is shorter. */
TEST(test_every_half_minute)
{
    struct work work = work_begin(1, false, 100);
    int kept = dup(STDERR_FILENO), out = open("/tmp", O_TMPFILE | O_RDWR, 0600);
    char text[200] = "";

    work_next_study(&work, nothing);
    work_want(&work, WORK_DOUBLE, 4);
    work_want(&work, WORK_DOUBLE, 12);
    assert_true(kept >= 0 && out >= 0 && dup2(out, STDERR_FILENO) >= 0);
    work_start(&work, 100);
    work_show(&work, 129);
    work_do(&work, WORK_DOUBLE, 4, 30, 130);
    work_show(&work, 130);
    work_show(&work, 131);
    work_show(&work, 159);
    work_hide(&work);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    assert_true(pread(out, text, sizeof text - 1, 0) > 0);
    close(out);
    assert_string_equal(text, "25 %, 2 min left, 1 of 2 runs\n");
}
