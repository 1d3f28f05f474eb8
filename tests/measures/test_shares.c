/* Work divided over processes: every share is done once, a process that dies is told of, none is left behind,
 * and none outlives its parent.  Ensembles spread over processes have the bits of one process. */
#include "tests/fixtures/test.h"

#include "tests/fixtures/measures/checkpoint_fixture.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "measures/ensemble/cell_growth.h"
#include "measures/poincare/cell_poincare.h"
#include "measures/ensemble/ensemble.h"
#include "measures/ensemble/growth.h"
#include "measures/ensemble/shares.h"
#include "numerics/memory.h"

enum { SHARES = 5, LIMIT = 60 };

struct table {
    int *count; /* shared: how often each share was done */
    pid_t *pid; /* shared: by whom */
    size_t dies;
    void (*death)(void);
};

static void *shared(size_t size)
{
    return memory_create_shared(size);
}

static void work(void *context, size_t k)
{
    const struct table *table = context;

    table->pid[k] = getpid();
    if (k == table->dies)
        table->death();
    table->count[k]++;
}

static void no_children(void)
{
    errno = 0;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

TEST(test_all_are_done)
{
    struct table table = {shared(SHARES * sizeof(int)), shared(SHARES * sizeof(pid_t)), SHARES, NULL};
    int one = 0;
    pid_t pid = 0;
    struct table single = {&one, &pid, 1, NULL};

    assert_true(shares_run(SHARES, work, &table, &said));
    for (size_t k = 0; k < SHARES; k++) {
        assert_int_equal(table.count[k], 1);
        assert_true(table.pid[k] != getpid() && table.pid[k] != table.pid[(k + 1) % SHARES]);
    }
    no_children();
    assert_true(shares_run(1, work, &single, &said)); /* one share: here */
    assert_true(one == 1 && pid == getpid());
    memory_destroy_shared(table.count, SHARES * sizeof(int));
    memory_destroy_shared(table.pid, SHARES * sizeof(pid_t));
}

TEST(test_bounds)
{
    for (size_t members = 0; members < 70; members++) {
        for (size_t shares = 1; shares < 12; shares++) {
            assert_int_equal(shares_first(members, 8, shares, 0), 0);
            assert_int_equal(shares_first(members, 8, shares, shares), members);
            for (size_t k = 0; k < shares; k++) {
                size_t first = shares_first(members, 8, shares, k),
                       next = shares_first(members, 8, shares, k + 1);

                assert_true(first <= next && (first % 8 == 0 || first == members));
                assert_true(next - first <= 8 * ((members / 8 + 1) / shares + 1));
            }
        }
    }
}

/* -- deaths -- */

static void die_killed(void)
{
    raise(SIGKILL);
}

static void die_crashed(void)
{
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static void die_exiting(void)
{
    _exit(3);
}

static void check_death(size_t dies, void (*death)(void), const char *text)
{
    struct table table = {shared(SHARES * sizeof(int)), shared(SHARES * sizeof(pid_t)), dies, death};

    assert_false(shares_run(SHARES, work, &table, &said));
    if (!strstr(said.text, text) || strchr(said.text, '\n'))
        fail_msg("\"%s\" does not say \"%s\"", said.text, text);
    no_children();
    assert_int_equal(table.count[dies], 0);
    memory_destroy_shared(table.count, SHARES * sizeof(int));
    memory_destroy_shared(table.pid, SHARES * sizeof(pid_t));
}

TEST(test_deaths)
{
    for (size_t k = 0; k < SHARES; k++) {
        check_death(k, die_killed, "a process with a share of the work ended by signal 9");
        check_death(k, die_crashed, "ended by signal 11");
        check_death(k, die_exiting, "ended with status 3");
    }
}

static void sleep_long(void)
{
    for (;;)
        pause();
}

/* A middle process that spreads work is killed; its children, which fall to this one, are killed with it. */
TEST(test_parent_dies)
{
    struct table table = {shared(2 * sizeof(int)), shared(2 * sizeof(pid_t)), 1, sleep_long};
    volatile pid_t *pid = table.pid;
    pid_t middle;
    int status;

    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    middle = fork();
    assert_true(middle >= 0);
    if (middle == 0) {
        shares_run(2, work, &table, &said);
        _exit(0);
    }
    while (pid[1] == 0)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    assert_int_equal(waitpid(middle, &status, WNOHANG), 0); /* control: it would sleep on */
    kill(middle, SIGKILL);
    assert_int_equal(waitpid(middle, &status, 0), middle);
    assert_int_equal(waitpid(pid[1], &status, 0), pid[1]);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    while (waitpid(-1, &status, 0) > 0)
        ;
    no_children();
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
    memory_destroy_shared(table.count, 2 * sizeof(int));
    memory_destroy_shared(table.pid, 2 * sizeof(pid_t));
}

/* -- a method whose step kills the process that takes it -- */

/* A cell of gauss-1 on point vortices, with the problem and the step that it borrows. */
struct cell {
    struct problem *problem;
    struct cell_request request;
};

static void cell_create(struct cell *cell)
{
    cell->problem = checkpoint_problem("models/point-vortices.lua");
    cell->request =
        checkpoint_request(cell->problem, "gauss-1", "standard", CELL_DOUBLE, kept_rational(1, 10));
    cell->request.steps = 1024;
    cell->request.every = 512;
}

static newton_status_double deadly_step(struct stepper_double *stepper)
{
    (void)stepper;
    raise(SIGKILL);
    return NEWTON_CONVERGED;
}

static struct stepper_double *create_deadly(const struct setup *setup)
{
    struct method method;
    struct stepper_double *stepper;

    assert_true(method_find("gauss-1", &method, &said));
    stepper = method.family->create_double(setup);
    stepper->step = deadly_step;
    return stepper;
}

TEST(test_cells_fail)
{
    struct cell cell;
    struct method_family deadly;
    struct cell_growth growth[8];
    struct error error = {""}, other = {""};

    cell_create(&cell);
    deadly = *cell.request.method.family;
    deadly.lanes = NULL;
    deadly.create_double = create_deadly;
    cell.request.method.family = &deadly;
    cell.request.processes = 3;
    assert_null(cell_poincare_create(&cell.request, 1, NULL, 64, &error));
    assert_non_null(strstr(error.text, "signal 9"));
    assert_false(cell_growth(&cell.request, GROWTH_LEAST_MEMBERS, growth, &other));
    assert_non_null(strstr(other.text, "signal 9"));
    no_children();
}

/* -- the same bits -- */

TEST(test_growth)
{
    struct cell cell;
    struct cell_growth growth[4][2];

    cell_create(&cell);
    for (size_t k = 0; k < 4; k++) {
        cell.request.processes = k;
        assert_done(cell_growth(&cell.request, GROWTH_LEAST_MEMBERS + 3, growth[k], &said), said);
        assert_true(isfinite(growth[k][0].exponent) && isfinite(growth[k][0].slope));
        assert_memory_equal(growth[k], growth[0], sizeof growth[0]);
    }
    assert_true(growth[0][0].exponent != growth[0][1].exponent); /* control */
}

/* What hangs fails. */
static int set_limit(void **state)
{
    (void)state;
    alarm(LIMIT);
    return 0;
}

TEST_GROUP(set_limit, NULL)
