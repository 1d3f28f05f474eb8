/* Shared objects that provide methods: see foreign_library.h. */
#define _GNU_SOURCE
#include "integrators/foreign/foreign_library.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define ASSAY_DECLARATIONS_ALONE
#include "clients/c/assay_method.h"
#include "integrators/foreign/foreign_keeper.h"

enum { MOST_METHODS = 64, MOST_UNWATCHED = 15, CAME_TO_ITS_END = 77 };

bool foreign_library_is(const char *name)
{
    const size_t length = strlen(name);

    return length > 3 && strcmp(name + length - 3, ".so") == 0;
}

/* A path with a '/' in it: a name without is looked for among the libraries of the system. */
static void *open_library(const char *path, int flags)
{
    char whole[PATH_MAX];

    return realpath(path, whole) ? dlopen(whole, flags | RTLD_LOCAL | RTLD_NODELETE) : NULL;
}

void *foreign_library_open(const char *path)
{
    return open_library(path, RTLD_LAZY);
}

const void *foreign_library_find(void *library, const char *symbol)
{
    return library ? dlsym(library, symbol) : NULL;
}

/* SIGALRM could be ignored by a library, SIGKILL cannot. */
static void set_timer(struct foreign_watch *watch, time_t seconds)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};

    if (!watch->set)
        watch->set = timer_create(CLOCK_MONOTONIC, &event, &watch->timer) == 0;
    if (watch->set)
        timer_settime(watch->timer, 0, &(struct itimerspec){.it_value = {.tv_sec = seconds}}, NULL);
}

/* To look at the clock takes as long as a short step does. */
bool foreign_library_watch(struct foreign_watch *watch)
{
    struct timespec now;

    if (watch->left > 0) {
        watch->left--;
        return false;
    }
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    if (watch->second == now.tv_sec) {
        watch->every += watch->every < MOST_UNWATCHED;
    } else {
        watch->every = 0;
        watch->second = now.tv_sec;
        set_timer(watch, FOREIGN_PROGRAM_SECONDS);
    }
    watch->left = watch->every;
    return true;
}

void foreign_library_rest(struct foreign_watch *watch)
{
    if (watch->set)
        timer_delete(watch->timer);
    *watch = (struct foreign_watch){.second = 0};
}

/* ---- processes of its own ---- */

/* AddressSanitizer maps more than any limit. */
static void limit_memory(void)
{
#if !defined(__SANITIZE_ADDRESS__)
    setrlimit(RLIMIT_DATA, &(struct rlimit){FOREIGN_PROGRAM_MOST_BYTES, FOREIGN_PROGRAM_MOST_BYTES});
#endif
}

/* What it writes is nobody's, and there is nothing to read. */
static void silence(void)
{
    const int nowhere = open("/dev/null", O_RDWR);

    for (int k = STDIN_FILENO; k <= STDERR_FILENO; k++)
        dup2(nowhere, k);
}

struct isolated {
    void (*act)(void *context);
    void *context;
};

static void act_isolated(void *context)
{
    const struct isolated *isolated = context;

    silence();
    limit_memory();
    isolated->act(isolated->context);
    _exit(CAME_TO_ITS_END);
}

bool foreign_library_isolate(void (*act)(void *context), void *context)
{
    struct isolated isolated = {act, context};

    return foreign_keeper_end(foreign_keeper_start(act_isolated, &isolated), -1, CAME_TO_ITS_END);
}

/* ---- the list ---- */

static void list_methods(FILE *to, void *library)
{
    const struct assay_method_double *method = foreign_library_find(library, "assay_methods_double");
    const bool precise = foreign_library_find(library, "assay_methods_mpfr");

    fputs("methods", to);
    for (int k = 0; method && method[k].name && k < MOST_METHODS; k++) {
        fprintf(to, " %s form %s", method[k].name,
                method[k].flags & ASSAY_HAMILTONIAN  ? "hamiltonian"
                : method[k].flags & ASSAY_DEGENERATE ? "degenerate"
                                                     : "ode");
        if (method[k].flags & ASSAY_SESSION)
            fputs(" session", to);
        if (method[k].steps)
            fputs(" steps", to);
        if (method[k].order)
            fprintf(to, " order %u", method[k].order);
        if (precise)
            fputs(" precise", to);
    }
    fputs(" \n", to);
}

/* In a process of its own. */
static void list(const void *path, int lines)
{
    FILE *to = fdopen(lines, "w");
    const char *reason;
    const int *version;
    void *library;
    int missing;

    silence();
    limit_memory();
    alarm(FOREIGN_PROGRAM_SECONDS);
    library = open_library(path, RTLD_NOW); /* all that it calls is there, which is looked at but once */
    missing = errno;
    reason = library ? NULL : dlerror();
    version = foreign_library_find(library, "assay_method_version");
    if (!library)
        fprintf(to, "unsupported the shared object cannot be loaded: %s\n",
                reason ? reason : strerror(missing));
    else if (!version)
        fprintf(to, "unsupported the shared object has no methods; write ASSAY_METHODS of assay_method.h\n");
    else if (*version != ASSAY_METHOD_VERSION)
        fprintf(
            to,
            "unsupported the shared object is of version %d of assay_method.h; compile it with version %d\n",
            *version, ASSAY_METHOD_VERSION);
    else
        list_methods(to, library);
    fflush(to);
}

struct foreign_program *foreign_library_list(const char *path)
{
    return foreign_program_fork(list, path);
}
