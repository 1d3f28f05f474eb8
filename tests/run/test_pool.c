/* A pool that outlives the work that it runs: what workers do that this work leaves idle. */
#include "tests/fixtures/test.h"

#include <unistd.h>

#include "harness/run/pool.h"

/* A work of one job, and what became of it. */
struct one {
    int waits,
        writes; /* descriptors: the job waits for a byte of one, and writes one to the other; -1: it does not */
    bool given;
    size_t taken;
    enum pool_end end;
    char text[40];                /* its answer: the process of the worker */
    const struct pool_work *next; /* what is spare */
};

static void serve(void *context, FILE *jobs, FILE *answers)
{
    const struct one *one = context;
    char line[100], byte = 'x';

    while (fgets(line, sizeof line, jobs)) {
        if (one->writes >= 0 && write(one->writes, &byte, 1) != 1)
            return;
        if (one->waits >= 0 && read(one->waits, &byte, 1) != 1)
            return;
        fprintf(answers, "done %ld\n", (long)getpid());
        fflush(answers);
    }
}

static bool keeps(void *context, int descriptor)
{
    const struct one *one = context;

    return descriptor == one->waits || descriptor == one->writes;
}

static bool next(void *context, size_t *job)
{
    struct one *one = context;

    *job = 0;
    return !one->given && (one->given = true);
}

static char *request(void *context, size_t job)
{
    (void)context;
    (void)job;
    return strdup("job");
}

static bool take(void *context, size_t job, const char *text, enum pool_end end)
{
    struct one *one = context;

    (void)job;
    one->taken++;
    one->end = end;
    snprintf(one->text, sizeof one->text, "%s", text ? text : "");
    return true;
}

static const struct pool_work *spare(void *context, size_t *job)
{
    const struct pool_work *work = ((struct one *)context)->next;

    return work && work->next(work->context, job) ? work : NULL;
}

static struct pool_work work_of(struct one *one)
{
    return (struct pool_work){.serve = serve,
                              .keeps = keeps,
                              .time_limit = 20,
                              .next = next,
                              .request = request,
                              .take = take,
                              .spare = spare,
                              .context = one};
}

/* The first job ends as soon as one of the next work was begun, and no earlier. */
TEST(test_idle_workers_begin_with_the_next_work)
{
    int ends[2];
    struct pool *pool = pool_create(2);

    assert_int_equal(pipe(ends), 0);
    struct one second = {.waits = -1, .writes = ends[1]}, first = {.waits = ends[0], .writes = -1};
    const struct pool_work after = work_of(&second), work = work_of(&first);

    first.next = &after;
    assert_true(pool_run(pool, &work));
    assert_true(pool_run(pool, &after));
    pool_destroy(pool);
    assert_int_equal(first.end, POOL_DONE);
    assert_int_equal(second.end, POOL_DONE);
    assert_int_equal(first.taken, 1);
    assert_int_equal(second.taken, 1);
    close(ends[0]);
    close(ends[1]);
}

/* Without a next work it would wait for ever. */
TEST(test_control_nothing_is_spare)
{
    int ends[2];
    struct pool *pool = pool_create(2);

    assert_int_equal(pipe(ends), 0);
    struct one alone = {.waits = ends[0], .writes = -1};
    struct pool_work work = work_of(&alone);

    work.time_limit = 0.3;
    assert_true(pool_run(pool, &work));
    pool_destroy(pool);
    assert_int_equal(alone.end, POOL_LATE);
    close(ends[0]);
    close(ends[1]);
}

/* A job of the next work that is not done when the first one ends goes on, and is done once. */
TEST(test_a_job_outlives_the_work_before_it)
{
    int begun[2], go[2];
    const char byte = 'x';
    struct pool *pool = pool_create(2);

    assert_int_equal(pipe(begun), 0);
    assert_int_equal(pipe(go), 0);
    struct one second = {.waits = go[0], .writes = begun[1]}, first = {.waits = begun[0], .writes = -1};
    const struct pool_work after = work_of(&second), work = work_of(&first);

    first.next = &after;
    assert_true(pool_run(pool, &work));
    assert_int_equal(first.end, POOL_DONE);
    assert_true(second.given);
    assert_int_equal(second.taken, 0);
    assert_int_equal(write(go[1], &byte, 1), 1);
    assert_true(pool_run(pool, &after));
    assert_int_equal(second.taken, 1);
    assert_int_equal(second.end, POOL_DONE);
    assert_string_not_equal(first.text, second.text);
    pool_destroy(pool);
    for (int i = 0; i < 2; i++) {
        close(begun[i]);
        close(go[i]);
    }
}

/* All workers are at work for the next study when this one asks for more: its jobs are done all the same. */
TEST(test_more_is_asked_while_workers_are_ahead)
{
    int go[2];
    const char byte = 'x';
    struct pool *pool = pool_create(1);

    assert_int_equal(pipe(go), 0);
    struct one ahead = {.waits = go[0], .writes = -1}, first = {.waits = -1, .writes = -1},
               more = {.waits = -1, .writes = -1};
    const struct pool_work after = work_of(&ahead), work = work_of(&first), round = work_of(&more);

    first.next = &after;
    assert_true(pool_run(pool, &work));
    assert_true(ahead.given);
    assert_int_equal(ahead.taken, 0);
    assert_int_equal(write(go[1], &byte, 1), 1);
    assert_true(pool_run(pool, &round));
    assert_int_equal(more.taken, 1);
    assert_int_equal(more.end, POOL_DONE);
    assert_true(pool_run(pool, &after));
    assert_int_equal(ahead.taken, 1);
    pool_destroy(pool);
    close(go[0]);
    close(go[1]);
}
