/* What foreign methods can do to the process that calls them and to the machine: their environment, their processes, their
 * time.  That it is undone is judged by arithmetic, by the kernel's list of processes, and by the clock. */
#include "tests/fixtures/test.h"

#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
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

TEST(test_keeper)
{
    left = mmap(NULL, sizeof *left, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    leave(); /* control: without a keeper it stays */
    assert_true(is_there(*left));
    kill(*left, SIGKILL);
    assert_true(foreign_keeper_end(foreign_keeper_start(leave_and_end, NULL), -1, 5));
    assert_false(is_there(*left));
    assert_false(foreign_keeper_end(foreign_keeper_start(leave_and_end, NULL), -1, 4)); /* another status */
    assert_false(foreign_keeper_end(foreign_keeper_start(leave_and_wait, NULL), 200, 5));
    assert_false(is_there(*left));
    assert_false(foreign_keeper_end(foreign_keeper_start(stop_keeper, NULL), -1, 5));
    assert_false(is_there(*left));
    assert_false(foreign_keeper_end(foreign_keeper_start(kill_keeper, NULL), -1, 5));
    munmap(left, sizeof *left);
}

/* With twice as many processes as it may have, or fewer. */
static void start_many(void *context)
{
    const int *many = context;

    for (int k = 0; k < *many; k++) {
        if (fork() == 0) {
            sleep(30);
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
    for (int k = 0; k < 100 && foreign_keeper_is_there(keeper[1]); k++)
        usleep(100000);
    assert_true(foreign_keeper_is_there(keeper[0])); /* control */
    assert_false(foreign_keeper_is_there(keeper[1]));
    for (int k = 0; k < 2; k++)
        foreign_keeper_end(keeper[k], 0, 0);
    munmap(left, sizeof *left);
}

/* ---- time ---- */

/* It asks until six seconds have gone, each time answered at once, and then writes letter by letter. */
TEST(test_late)
{
    const time_t start = time(NULL);
    struct foreign_program *program = foreign_program_create(
        "for k in 1 2 3; do echo evaluate; read -r word; sleep 2; done; while :; do printf x; sleep 1; done");
    int asked = 0;

    foreign_program_say(program, "step");
    foreign_program_send(program);
    for (; foreign_program_hear(program); asked++) {
        foreign_program_say(program, "value");
        foreign_program_reply(program);
    }
    assert_int_equal(asked, 3);
    assert_string_equal(foreign_program_failure(program), "the program gave no answer within 10 seconds");
    foreign_program_destroy(program);
    assert_in_range(time(NULL) - start, FOREIGN_PROGRAM_SECONDS, FOREIGN_PROGRAM_SECONDS + 3);
}
