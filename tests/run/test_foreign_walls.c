/* What a process of strangers reaches behind walls, and reaches without them: each thing is tried in both ways, so that what is
 * refused is refused by the wall. */
#define _GNU_SOURCE
#include "tests/fixtures/test.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "integrators/foreign/foreign_keeper.h"
#include "integrators/foreign/foreign_program.h"
#include "integrators/foreign/foreign_walls.h"

static char outside[PATH_MAX], secret[PATH_MAX],
    beside[PATH_MAX]; /* a folder, a file in it, one of a command */
static char variable[] = "CI_JOB_TOKEN=hidden-in-plain-sight";

static bool opens(const char *path, int flags)
{
    const int file = open(path, flags, 0600);

    if (file >= 0)
        close(file);
    return file >= 0;
}

/* ---- what is tried: whether it goes ---- */

static bool has_token(void)
{
    return getenv("CI_JOB_TOKEN") != NULL;
}
static bool token_in_memory(void)
{
    return strstr(variable, "hidden") != NULL;
}
static bool reads_outside(void)
{
    return opens(secret, O_RDONLY);
}
static bool lists_outside(void)
{
    return opens(outside, O_RDONLY | O_DIRECTORY);
}
static bool writes_outside(void)
{
    char path[PATH_MAX + 8];

    snprintf(path, sizeof path, "%s/new", outside);
    return opens(path, O_WRONLY | O_CREAT);
}
static bool writes_beside(void) /* into the folder of its own command, which it may read */
{
    return opens(beside, O_WRONLY);
}
static bool truncates_beside(void)
{
    return truncate(beside, 0) == 0;
}
static bool has_socket(void)
{
    return socket(AF_INET, SOCK_STREAM, 0) >= 0;
}
static bool has_local_socket(void)
{
    return socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
}
static bool signals_others(void)
{
    return kill(getppid(), 0) == 0;
}
static bool inspects_others(void)
{
    char path[40];

    snprintf(path, sizeof path, "/proc/%d/environ", getppid());
    return opens(path, O_RDONLY);
}
static bool may_gain_privileges(void)
{
    return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0;
}
static const struct {
    enum foreign_wall wall;
    bool (*goes)(void);
} refused[] = {{FOREIGN_WALL_ENVIRONMENT, has_token},     {FOREIGN_WALL_ENVIRONMENT, token_in_memory},
               {FOREIGN_WALL_FILES, reads_outside},       {FOREIGN_WALL_FILES, lists_outside},
               {FOREIGN_WALL_FILES, writes_outside},      {FOREIGN_WALL_FILES, writes_beside},
               {FOREIGN_WALL_FILES, truncates_beside},    {FOREIGN_WALL_NETWORK, has_socket},
               {FOREIGN_WALL_NETWORK, has_local_socket},  {FOREIGN_WALL_SIGNALS, signals_others},
               {FOREIGN_WALL_PROCESSES, inspects_others}, {FOREIGN_WALL_PRIVILEGES, may_gain_privileges}};
enum { REFUSED = sizeof refused / sizeof *refused };

/* ---- what goes either way ---- */

static bool reads_its_own(void)
{
    return opens(beside, O_RDONLY) && opens("/etc/passwd", O_RDONLY) && opens("Makefile", O_RDONLY);
}
static bool writes_nowhere(void)
{
    return opens("/dev/null", O_RDWR);
}
static bool has_temporary_files(void)
{
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/folder", getenv("TMPDIR"));
    if (mkdir(path, 0700) != 0)
        return false;
    snprintf(path, sizeof path, "%s/folder/file", getenv("TMPDIR"));
    return opens(path, O_RDWR | O_CREAT);
}
static bool has_pairs_of_sockets(void)
{
    int ends[2];

    return socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0;
}
static bool executes(void)
{
    return system("sleep 20 & kill $! && true") == 0; /* and signals its own */
}
static bool (*const goes[])(void) = {reads_its_own, writes_nowhere, has_temporary_files, has_pairs_of_sockets,
                                     executes};
enum { GOES = sizeof goes / sizeof *goes, ENDED = 7 };

/* ---- the process ---- */

struct seen {
    bool refused[REFUSED], goes[GOES];
    char folder[PATH_MAX]; /* its own */
};

static void try(void *context)
{
    struct seen *seen = context;

    foreign_walls_raise((const char *const[]){"", beside, NULL});
    for (int k = 0; k < REFUSED; k++)
        seen->refused[k] = refused[k].goes();
    for (int k = 0; k < GOES; k++)
        seen->goes[k] = goes[k]();
    snprintf(seen->folder, sizeof seen->folder, "%s", getenv("TMPDIR"));
    exit(ENDED);
}

static struct seen try_apart(void)
{
    struct seen *shared =
                    mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0),
                seen;

    assert_int_equal(foreign_keeper_end(foreign_keeper_start(try, shared), -1, ENDED), FOREIGN_ENDED);
    seen = *shared;
    munmap(shared, sizeof *shared);
    return seen;
}

static void prepare(void)
{
    FILE *file;

    strcpy(outside, "/tmp/walls-XXXXXX"); /* not in the working folder, which may be read */
    assert_non_null(mkdtemp(outside));
    snprintf(beside, sizeof beside, "%.*s/beside", PATH_MAX - 16, outside);
    assert_int_equal(mkdir(beside, 0700), 0);
    snprintf(secret, sizeof secret, "%.*s/secret", PATH_MAX - 16, outside);
    snprintf(beside, sizeof beside, "%.*s/beside/command", PATH_MAX - 32, outside);
    for (int k = 0; k < 2; k++) {
        file = fopen(k ? beside : secret, "w");
        assert_non_null(file);
        fputs("text\n", file);
        fclose(file);
    }
    assert_int_equal(putenv(variable), 0);
}

/* ---- what is ours ---- */

/* Descriptors above those of the standard streams; memory that is shared and may be written. */
struct ours {
    int descriptors, shared;
};

static struct ours count_ours(void)
{
    struct ours ours = {0, 0};
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[500], rights[5];

    while (fgets(line, sizeof line, maps))
        ours.shared += sscanf(line, "%*s %4s", rights) == 1 && rights[1] == 'w' && rights[3] == 's';
    fclose(maps);
    for (int k = STDERR_FILENO + 1; k < 200; k++)
        ours.descriptors += fcntl(k, F_GETFD) >= 0;
    return ours;
}

static void count_apart(const void *context, int lines, void *shared)
{
    (void)context;
    *(struct ours *)shared = count_ours();
    dprintf(lines, "counted\n");
}

/* A process for a shared object has its lines, the copy of the object and one piece of memory, whatever we have. */
TEST(test_parting)
{
    int ends[2];
    void *memory = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const int copy = open("Makefile", O_RDONLY);
    struct foreign_program *program;
    struct ours own, apart;

    assert_int_equal(pipe(ends), 0);
    own = count_ours();
    assert_true(own.descriptors >= 3 && own.shared >= 1); /* control */
    program = foreign_program_fork(count_apart, NULL, copy, sizeof apart);
    assert_string_equal(foreign_program_hear(program), "counted");
    apart = *(struct ours *)foreign_program_shared(program);
    assert_int_equal(apart.descriptors, 2);
    assert_int_equal(apart.shared, 1);
    foreign_program_destroy(program);
    munmap(memory, 1);
    for (int k = 0; k < 2; k++)
        close(ends[k]);
    close(copy);
}

TEST(test_walls)
{
    struct seen behind, without;
    char command[PATH_MAX + 20];

    prepare();
    behind = try_apart();
    setenv(FOREIGN_WALLS_TRUSTED, "1", 1);
    assert_true(foreign_walls_are_down());
    without = try_apart();
    unsetenv(FOREIGN_WALLS_TRUSTED);
    for (int k = 0; k < REFUSED; k++) {
        if (behind.refused[k] && foreign_walls_has(refused[k].wall))
            fail_msg("number %d goes behind the walls", k);
        if (!without.refused[k])
            fail_msg("number %d does not go without them", k);
    }
    for (int k = 0; k < GOES; k++) {
        assert_true(behind.goes[k]);
        assert_true(without.goes[k]);
    }
    assert_int_equal(strncmp(behind.folder, getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp", 4), 0);
    assert_string_not_equal(behind.folder, without.folder);
    assert_int_not_equal(access(behind.folder, F_OK), 0); /* it is gone with what was in it */
    assert_int_not_equal(access(without.folder, F_OK), 0);
    snprintf(command, sizeof command, "rm -rf '%s'", outside);
    assert_int_equal(system(command), 0);
}
