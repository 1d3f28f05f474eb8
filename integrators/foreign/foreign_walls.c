/* Walls around a process that runs the methods of strangers: see foreign_walls.h. */
#define _GNU_SOURCE
#include "integrators/foreign/foreign_walls.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "numerics/memory.h"

bool foreign_walls_are_down(void)
{
    return getenv(FOREIGN_WALLS_TRUSTED) != NULL;
}

/* ---- the environment ---- */

/* What interpreters and linkers need to find their files, and what says how many threads to start. */
static const char *const kept[] = {
    "PATH",       "HOME",  "USER",       "LOGNAME",   "SHELL",           "TERM",         "LANG",
    "LANGUAGE",   "LC_*",  "TZ",         "TMPDIR",    "LD_LIBRARY_PATH", "PYTHON*",      "VIRTUAL_ENV",
    "CONDA_*",    "R_*",   "JULIA_*",    "NODE_PATH", "OCTAVE_*",        "MATLABPATH",   "GUIX_*",
    "ASSAY_PATH", "OMP_*", "OPENBLAS_*", "MKL_*",     "FIELD_*",         "ASAN_OPTIONS", "UBSAN_OPTIONS"};

static bool is_kept(const char *variable)
{
    const size_t length = strcspn(variable, "=");
    size_t k = 0;

    for (; k < sizeof kept / sizeof *kept; k++) {
        const size_t stem = strcspn(kept[k], "*");

        if (strncmp(variable, kept[k], stem) == 0 && (kept[k][stem] ? length >= stem : length == stem))
            return true;
    }
    return false;
}

/* The others are overwritten where they stand as well, since a shared object has that memory. */
static void reduce_environment(void)
{
    size_t left = 0;

    for (char **variable = environ; *variable; variable++) {
        if (is_kept(*variable))
            environ[left++] = *variable;
        else
            explicit_bzero(*variable, strlen(*variable));
    }
    environ[left] = NULL;
}

/* ---- files, signals and other processes: Landlock, whose versions the headers of the system may not know ---- */

enum {
    EXECUTE = 1 << 0,
    WRITE_FILE = 1 << 1,
    READ_FILE = 1 << 2,
    READ_FOLDER = 1 << 3,
    IOCTL_DEVICE = 1 << 15,
    READ = EXECUTE | READ_FILE | READ_FOLDER,
    OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | 1 << 14, /* truncate */
    ALL_OF_FIRST = (1 << 13) - 1,                          /* what the first version knows; each of: */
    SIGNALS_SINCE = 6,
    SCOPES = 3, /* abstract sockets, signals */
    RULE_PATH = 1
};

struct ruleset {
    uint64_t files, network, scopes;
};

struct path_rule {
    uint64_t allowed;
    int32_t folder;
} __attribute__((packed));

/* Which version the kernel has; <= 0: none. */
static long landlock_version(void)
{
    return syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
}

/* What a version knows of files: it restricts all of that. */
static uint64_t known_of_files(long version)
{
    return ALL_OF_FIRST | (version >= 2 ? 1 << 13 : 0) | (version >= 3 ? 1 << 14 : 0) |
           (version >= 5 ? IOCTL_DEVICE : 0);
}

struct gates {
    int ruleset;
    uint64_t known;
};

static void allow(const struct gates *gates, const char *path, uint64_t what)
{
    struct path_rule rule = {.folder = open(path, O_PATH | O_CLOEXEC)};
    struct stat about;

    if (rule.folder < 0)
        return;
    rule.allowed = what & gates->known;
    if (fstat(rule.folder, &about) == 0 && !S_ISDIR(about.st_mode))
        rule.allowed &= OF_FILES;
    syscall(SYS_landlock_add_rule, gates->ruleset, RULE_PATH, &rule, 0);
    close(rule.folder);
}

/* Each of the paths, which colons separate. */
static void allow_listed(const struct gates *gates, const char *list)
{
    char *copy = memory_copy_string(list ? list : ""), *rest = copy, *path;

    while ((path = strtok_r(rest, ":", &rest)))
        allow(gates, path, READ);
    free(copy);
}

/* A word that is a file: it, and what lies beside it.  Folders of the whole machine are not meant. */
static void allow_word(const struct gates *gates, const char *word)
{
    char *whole = strchr(word, '/') ? realpath(word, NULL) : NULL, *end = whole ? strrchr(whole, '/') : NULL;

    if (whole && end > whole) {
        struct stat about;

        if (stat(whole, &about) == 0 && S_ISREG(about.st_mode))
            *end = '\0';
        allow(gates, whole, READ);
    }
    free(whole);
}

static void allow_words(const struct gates *gates, const char *line)
{
    char *copy = memory_copy_string(line), *rest = copy, *word;

    while ((word = strtok_r(rest, " \t\n;&|<>()'\"`=", &rest)))
        allow_word(gates, word);
    free(copy);
}

static void allow_all(const struct gates *gates, const char *const *lines)
{
    static const char *const system[] = {"/usr",  "/lib",  "/lib32",   "/lib64",       "/bin",
                                         "/sbin", "/etc",  "/opt",     "/nix",         "/gnu",
                                         "/snap", "/proc", "/var/lib", "/sys/devices", "."},
                             *const listed[] = {"PATH",        "LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHOME",
                                                "VIRTUAL_ENV", "CONDA_PREFIX",    "R_LIBS",     "R_LIBS_USER",
                                                "NODE_PATH",   "JULIA_DEPOT_PATH"},
                             *const devices[] = {"/dev/null",   "/dev/zero",    "/dev/full",
                                                 "/dev/random", "/dev/urandom", "/dev/tty"};
    static const char *const of_home[] = {".local/bin", ".local/lib", ".local/share/uv",
                                          ".pyenv",     ".julia",     ".juliaup",
                                          ".nvm",       "miniconda3", "miniforge3"};
    const char *home = getenv("HOME"), *own = getenv("TMPDIR");
    char path[PATH_MAX];

    for (size_t k = 0; k < sizeof system / sizeof *system; k++)
        allow(gates, system[k], READ);
    for (size_t k = 0; k < sizeof listed / sizeof *listed; k++)
        allow_listed(gates, getenv(listed[k]));
    for (size_t k = 0; k < sizeof devices / sizeof *devices; k++)
        allow(gates, devices[k], READ_FILE | WRITE_FILE | IOCTL_DEVICE);
    for (size_t k = 0; home && k < sizeof of_home / sizeof *of_home; k++)
        if ((size_t)snprintf(path, sizeof path, "%s/%s", home, of_home[k]) < sizeof path)
            allow(gates, path, READ);
    if (own)
        allow(gates, own, ~(uint64_t)0);
    allow_word(gates, "/proc/self/exe"); /* our own models, where they lie beside the program */
    for (; *lines; lines++)
        allow_words(gates, *lines);
}

static void restrict_files(const char *const *lines)
{
    const long version = landlock_version();
    const struct ruleset ruleset = {.files = known_of_files(version), .scopes = SCOPES};
    const size_t size = version >= SIGNALS_SINCE ? sizeof ruleset : sizeof ruleset.files;
    struct gates gates = {.known = ruleset.files};

    if (version <= 0)
        return;
    gates.ruleset = (int)syscall(SYS_landlock_create_ruleset, &ruleset, size, 0);
    if (gates.ruleset < 0)
        return;
    allow_all(&gates, lines);
    syscall(SYS_landlock_restrict_self, gates.ruleset, 0);
    close(gates.ruleset);
}

/* ---- the network: seccomp ---- */

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
enum { HIGHEST_CALL = 0x3fffffff }; /* above it: the calls of x32 */
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
enum { HIGHEST_CALL = INT_MAX };
#endif

/* No call that makes a socket, not even through the rings of io_uring, nor one of another architecture.  Pairs of sockets
 * reach nobody else, and stay. */
static void forbid_sockets(void)
{
#ifdef ARCHITECTURE
    const unsigned number = offsetof(struct seccomp_data, nr), machine = offsetof(struct seccomp_data, arch);
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, machine),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 0, 4),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, HIGHEST_CALL, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};

    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
#endif
}

/* ---- privileges ---- */

/* Those of root as well: some of them see through the other walls. */
static void drop_privileges(void)
{
    struct __user_cap_header_struct of_this_process = {.version = _LINUX_CAPABILITY_VERSION_3};
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0, 0, 0}};

    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    syscall(SYS_capset, &of_this_process, none);
}

/* ---- all of them ---- */

bool foreign_walls_has(enum foreign_wall wall)
{
    switch (wall) {
    case FOREIGN_WALL_FILES:
    case FOREIGN_WALL_PROCESSES:
        return landlock_version() > 0;
    case FOREIGN_WALL_SIGNALS:
        return landlock_version() >= SIGNALS_SINCE;
    case FOREIGN_WALL_NETWORK:
#ifdef ARCHITECTURE
        return prctl(PR_GET_SECCOMP) >= 0;
#else
        return false;
#endif
    default:
        return true;
    }
}

void foreign_walls_raise(const char *const *lines)
{
    if (foreign_walls_are_down())
        return;
    reduce_environment();
    drop_privileges();
    restrict_files(lines);
    forbid_sockets();
}
