/* What foreign methods can do to the process that calls them and to the machine: their environment, their processes, their
 * time.  That it is undone is judged by arithmetic and by what the kernel says of processes. */
#include "tests/fixtures/test.h"

#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include <mpfr.h>

#include "integrators/foreign/foreign_environment.h"
#include "integrators/foreign/foreign_keeper.h"
#include "integrators/foreign/foreign_program.h"

/* ---- the environment ---- */

static void round_up(void)
{
    fesetround(FE_UPWARD);
}
static void round_down(void)
{
    fesetround(FE_DOWNWARD);
}
static void round_to_zero(void)
{
    fesetround(FE_TOWARDZERO);
}
static void raise_smallest(void)
{
    mpfr_set_emin(-1073);
}
static void lower_largest(void)
{
    mpfr_set_emax(1024);
}
#if defined(__SSE2__)
static void flush_results(void)
{
    _mm_setcsr(_mm_getcsr() | 0x8000);
}
static void flush_operands(void)
{
    _mm_setcsr(_mm_getcsr() | 0x0040);
}
static void shorten(void) /* numbers of the x87 to 53 bits */
{
    unsigned short word;

    __asm__("fnstcw %0" : "=m"(word));
    word = (unsigned short)((word & ~0x300) | 0x200);
    __asm__("fldcw %0" : : "m"(word));
}
#endif

/* The quotient as the processor finds it now. */
static double divide(double a, double b)
{
    const volatile double x = a, y = b;

    return x / y;
}

static void check_undone(void (*change)(void), size_t k)
{
    const struct foreign_environment kept = foreign_environment_keep();

    assert_true(foreign_environment_restore(&kept)); /* control: nothing has changed */
    change();
    if (foreign_environment_restore(&kept))
        fail_msg("change %zu is not seen", k);
    assert_true(foreign_environment_restore(&kept));
    assert_true(divide(1, 10) == 0.1 && divide(-1, 10) == -0.1 && divide(1, 3) == 0x1.5555555555555p-2);
    assert_true(divide(0x1p-1022, 8) == 0x1p-1025 && divide(0x1p-1025, 0x1p-3) == 0x1p-1022);
    assert_true(mpfr_get_emin() == kept.smallest && mpfr_get_emax() == kept.largest);
}

TEST(test_environment)
{
    void (*const changes[])(void) = {
        round_up,
        round_down,
        round_to_zero,
        raise_smallest,
        lower_largest,
#if defined(__SSE2__)
        flush_results,
        flush_operands,
        shorten,
#endif
    };

    for (size_t k = 0; k < COUNT(changes); k++)
        check_undone(changes[k], k);
}

/* A decimal comma, where the machine has a locale with one; LOCPATH says where others are. */
TEST(test_decimal_point)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR.utf8"};
    const struct foreign_environment kept = foreign_environment_keep();
    char text[20];
    size_t k = 0;

    while (k < COUNT(names) && !setlocale(LC_NUMERIC, names[k]))
        k++;
    if (k == COUNT(names)) {
        print_message("# the machine has no locale with a decimal comma\n");
        return;
    }
    snprintf(text, sizeof text, "%g", 0.5);
    assert_string_equal(text, "0,5"); /* control */
    assert_false(foreign_environment_restore(&kept));
    snprintf(text, sizeof text, "%g", 0.5);
    assert_string_equal(text, "0.5");
    assert_true(foreign_environment_restore(&kept));
}

/* ---- processes ---- */

static pid_t *left; /* by a process: another */

static bool is_there(pid_t process)
{
    return kill(process, 0) == 0;
}

/* One that leaves its session, as a daemon does; it ends by itself, should nobody end it. */
static void leave(void)
{
    const pid_t first = fork();

    if (first == 0) {
        pid_t second;

        setsid();
        second = fork();
        if (second == 0)
            sleep(30);
        else
            *left = second; /* by this one alone: 0, for a moment, would be the group of the test */
        _exit(0);
    }
    waitpid(first, NULL, 0);
}

static void leave_and_end(void *context)
{
    (void)context;
    leave();
    _exit(5);
}

static void leave_and_wait(void *context)
{
    (void)context;
    leave();
    for (;;)
        pause();
}

static void stop_keeper(void *context)
{
    (void)context;
    leave();
    kill(getppid(), SIGSTOP);
    _exit(5);
}

static void kill_keeper(void *context)
{
    (void)context;
    kill(getppid(), SIGKILL);
    for (;;)
        pause();
}

static void kill_itself(void *context)
{
    (void)context;
    kill(getpid(), SIGKILL);
}

static void crash(void *context)
{
    (void)context;
    signal(SIGSEGV, SIG_DFL); /* not that of the test */
    kill(getpid(), SIGSEGV);
}

static enum foreign_end end_of(void (*act)(void *context), long milliseconds, int status)
{
    return foreign_keeper_end(foreign_keeper_start(act, NULL), milliseconds, status);
}

TEST(test_keeper)
{
    left = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    leave(); /* control: without a keeper it stays */
    assert_true(is_there(*left));
    kill(*left, SIGKILL);
    assert_int_equal(end_of(leave_and_end, -1, 5), FOREIGN_ENDED);
    assert_false(is_there(*left));
    assert_int_equal(end_of(leave_and_end, -1, 4), FOREIGN_CRASHED); /* another status */
    assert_int_equal(end_of(leave_and_wait, 200, 5), FOREIGN_CRASHED);
    assert_false(is_there(*left));
    assert_int_equal(end_of(stop_keeper, -1, 5), FOREIGN_CRASHED);
    assert_false(is_there(*left));
    assert_int_equal(end_of(kill_keeper, -1, 5), FOREIGN_CRASHED);
    assert_int_equal(end_of(kill_itself, -1, 5), FOREIGN_LOST); /* as a machine without memory does */
    assert_int_equal(end_of(crash, -1, 5), FOREIGN_CRASHED);
    assert_int_equal(foreign_keeper_end(-1, -1, 5), FOREIGN_LOST); /* it was never started */
    munmap(left, sizeof *left);
}

/* With twice as many processes as it may have, or fewer. */
static void start_many(void *context)
{
    const int *many = context;

    for (int k = 0; k < *many; k++) {
        if (fork() == 0) {
            sleep(150);
            _exit(0);
        }
    }
    leave_and_wait(NULL);
}

TEST(test_too_many)
{
    int many[] = {FOREIGN_KEEPER_MOST / 4, 2 * FOREIGN_KEEPER_MOST};
    pid_t keeper[2];

    left = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int k = 0; k < 2; k++)
        keeper[k] = foreign_keeper_start(start_many, many + k);
    /* However busy the machine is. */
    for (int k = 0; k < 1000 && foreign_keeper_is_there(keeper[1]); k++)
        usleep(100000);
    assert_true(foreign_keeper_is_there(keeper[0])); /* control */
    assert_false(foreign_keeper_is_there(keeper[1]));
    for (int k = 0; k < 2; k++)
        foreign_keeper_end(keeper[k], 0, 0);
    munmap(left, sizeof *left);
}

/* ---- time ---- */

enum { LOOKS = 1000 };

/* The machine may be as busy as it likes: a process that waits for a processor for ever is waited for. */
TEST(test_a_busy_machine)
{
    struct foreign_keeper_watch watch = {.begun = false};

    for (int k = 0; k < LOOKS; k++)
        assert_int_equal(foreign_keeper_note(&watch, 1, true), FOREIGN_WAIT);
    for (int k = 1; k < FOREIGN_KEEPER_ASLEEP; k++)
        assert_int_equal(foreign_keeper_note(&watch, 1, false), FOREIGN_WAIT);
    assert_int_equal(foreign_keeper_note(&watch, 1.5, false), FOREIGN_WAIT); /* it was awake in between */
    for (int k = 0; k < FOREIGN_KEEPER_ASLEEP; k++)
        assert_int_equal(foreign_keeper_note(&watch, 1.5 + 0.01 * k, false), FOREIGN_WAIT);
    assert_int_equal(foreign_keeper_note(&watch, 1.5 + 0.01 * FOREIGN_KEEPER_ASLEEP, false),
                     FOREIGN_ASLEEP_TOO_LONG);
}

/* Processor time is that since the question. */
TEST(test_processor_time)
{
    struct foreign_keeper_watch watch = {.begun = false};

    assert_int_equal(foreign_keeper_note(&watch, 1000, true), FOREIGN_WAIT);
    assert_int_equal(foreign_keeper_note(&watch, 1000 + FOREIGN_KEEPER_BUSY, true), FOREIGN_WAIT);
    assert_int_equal(foreign_keeper_note(&watch, 1001 + FOREIGN_KEEPER_BUSY, true), FOREIGN_BUSY_TOO_LONG);
    watch.begun = false; /* another question */
    assert_int_equal(foreign_keeper_note(&watch, 2000, true), FOREIGN_WAIT);
    assert_int_equal(foreign_keeper_note(&watch, 2001, true), FOREIGN_WAIT);
}

/* A grandchild works while its parents wait for it. */
static void work_below(void *context)
{
    (void)context;
    for (int k = 0; k < 2; k++) {
        const pid_t child = fork();

        if (child > 0) {
            waitpid(child, NULL, 0);
            _exit(0);
        }
    }
    for (volatile unsigned long n = 0;; n++)
        ;
}

static void wait_for_ever(void *context)
{
    (void)context;
    for (;;)
        pause();
}

/* What the kernel says of processes that work and of one that sleeps, at looks a moment apart. */
TEST(test_look)
{
    void (*const act[])(void *context) = {work_below, wait_for_ever};
    struct foreign_keeper_watch watch[2] = {{.begun = false}, {.begun = false}};
    pid_t keeper[2];

    for (int k = 0; k < 2; k++)
        keeper[k] = foreign_keeper_start(act[k], NULL);
    usleep(200000);
    for (int look = 0; look < 400 && watch[0].last - watch[0].first < 0.05; look++) {
        for (int k = 0; k < 2; k++)
            assert_int_equal(foreign_keeper_look(watch + k, keeper[k]), FOREIGN_WAIT);
        watch[1].asleep = watch[1].asleep > 9 ? 9 : watch[1].asleep; /* looks here are not a second apart */
        usleep(20000);
    }
    assert_true(watch[0].last - watch[0].first >= 0.05);
    assert_int_equal(watch[0].asleep, 0);
    assert_true(watch[1].last - watch[1].first < 0.05);
    assert_true(watch[1].asleep >= 1);
    for (int k = 0; k < 2; k++)
        foreign_keeper_end(keeper[k], 0, 0);
}

static void check_failure(const char *command, const char *failure, bool lost)
{
    struct foreign_program *program = foreign_program_create(command);

    foreign_program_say(program, "hello");
    foreign_program_send(program);
    assert_null(foreign_program_hear(program));
    assert_string_equal(foreign_program_failure(program), failure);
    assert_int_equal(foreign_program_is_lost(program), lost);
    foreign_program_destroy(program);
}

/* What a program does to itself, and what is done to it. */
TEST(test_lost)
{
    check_failure("read -r line; exit 0", "the program ended and gave no answer", false);
    check_failure("read -r line; kill -SEGV $$", "the program ended and gave no answer", false);
    check_failure("printf '\\033[31mred \\377\\n' >&2; exit 0",
                  "the program ended and gave no answer; it wrote: ?[31mred ?", false);
    check_failure("read -r line; kill -KILL $$", "the program was killed and gave no answer", true);
    check_failure("read -r line; sh -c 'kill -KILL $$' 2>/dev/null; exit $?",
                  "the program was killed and gave no answer", true);
    check_failure("ulimit -t 1; while :; do :; done", "the program was killed and gave no answer", true);
}
